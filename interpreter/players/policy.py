"""The bot that plays what somebody has trained: `policy:FILE`, the weights of a small network over `rulewright.envs`.

FILE is what numpy's `savez` writes, read without pickle, so nothing in it is run: `hash` (of the encoding), `mean` and
`scale` (of the observation), and layers `w0`, `b0`, `w1`, `b1` … with ReLU between them; the last gives a number for
each action. The highest one that is possible is taken.
"""

from __future__ import annotations

import os
import zipfile
from functools import lru_cache
from typing import Any

from interpreter.encoding.encoding import Encoding, EncodingMismatch
from interpreter.encoding.table import Table
from interpreter.game import Game, State
from interpreter.players.base import Bot, BotFault

PREFIX = "policy:"
LARGEST = 256_000_000
"""Bytes of weights that are read."""
MOST_LAYERS = 20


class PolicyBot(Bot):
    """Takes the best action by a network. Chance and what is hidden play no part: it looks at what its seat sees."""

    def __init__(self, name: str, seed: int = 0) -> None:
        """ValueError: the file cannot be read, or is no policy."""
        super().__init__(name, seed)
        self._path = name.removeprefix(PREFIX)
        try:
            stat = os.stat(self._path)
        except (OSError, ValueError) as error:
            raise ValueError(f"the policy `{self._path}` cannot be read: {error}") from None
        self._hash, self._mean, self._scale, self._layers = _read(self._path, stat.st_mtime_ns, stat.st_size)

    def pick(self, view: State) -> int:
        encoding = _encoding(view.game)
        try:
            encoding.require(self._hash)
        except EncodingMismatch as error:
            raise BotFault(f"the policy `{self._path}` cannot play here: {error}") from None
        if self._mean.shape != (encoding.size,) or self._layers[-1][1].shape != (len(encoding.actions),):
            raise BotFault(f"the policy `{self._path}` does not fit its own encoding {self._hash}")
        table = Table(encoding, view)
        number = None
        while number is None:
            values = self._values(table.observation(int(view.slots[0][1])))
            number = table.narrow(max(table.legal, key=values.__getitem__))
        return number

    def _values(self, seen: list[float]) -> list[float]:
        import numpy as np

        x = (np.array(seen, np.float32) - self._mean) / self._scale
        for i, (weights, bias) in enumerate(self._layers):
            x = (np.maximum(x, 0) if i else x) @ weights + bias
        values: list[float] = x.tolist()
        return values


@lru_cache(maxsize=4)
def _encoding(game: Game) -> Encoding:
    return Encoding(game)


@lru_cache(maxsize=4)
def _read(path: str, changed: int, size: int) -> tuple[str, Any, Any, list[tuple[Any, Any]]]:
    """Hash, mean, scale and layers of a file, which is read again when it has changed. ValueError: it cannot be read,
    or is no policy."""
    try:
        import numpy as np
    except ModuleNotFoundError:
        raise ValueError("a policy needs numpy: pip install 'rulewright[research]'") from None
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            if (
                any(m.compress_type != zipfile.ZIP_STORED for m in members)
                or sum(m.file_size for m in members) > LARGEST
            ):
                raise ValueError("it is packed, or too large: write it with numpy.savez")
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except (OSError, ValueError, zipfile.BadZipFile, EOFError, KeyError) as error:
        raise ValueError(f"the policy `{path}` cannot be read: {error}") from None
    layers: list[Any] = []
    while f"w{len(layers)}" in found and len(layers) < MOST_LAYERS:
        layers.append((found[f"w{len(layers)}"], found.get(f"b{len(layers)}")))
    arrays: list[Any] = [found.get("mean"), found.get("scale"), *(x for layer in layers for x in layer)]
    if not layers or "hash" not in found or not all(isinstance(x, np.ndarray) and x.dtype.kind == "f" for x in arrays):
        raise ValueError(f"`{path}` is no policy: it needs hash, mean, scale, w0, b0 … as numbers with a point")
    sizes = [arrays[0].size, *(bias.size for _, bias in layers)]
    fits = [w.shape == pair for (w, _), pair in zip(layers, zip(sizes, sizes[1:], strict=False), strict=True)]
    if not all(fits) or arrays[1].shape != arrays[0].shape or any(b.ndim != 1 for _, b in layers):
        raise ValueError(f"the layers of the policy `{path}` do not fit one another")
    return str(found["hash"]), arrays[0], arrays[1], layers
