"""Trained policies from files: they play what their weights say, on their own encoding, and no code comes with them."""

from __future__ import annotations

import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="policies are left out: the extra `research` is not installed")

from interpreter.envs import Table  # noqa: E402
from interpreter.players import BotFault, bot_named, may_come_from_file  # noqa: E402
from tests.envs.games import KUHN, encoding_of, wide  # noqa: E402


def saved(path: Path, encoding: Any, wanted: str = "", **changes: Any) -> str:
    """A policy that likes an action best; the name of its bot."""
    size, actions = encoding.size, len(encoding.actions)
    likes = np.zeros(actions)
    likes[[i for i, name in enumerate(encoding.actions) if name == wanted]] = 1
    parts = {
        "hash": np.array(encoding.hash), "mean": np.zeros(size), "scale": np.ones(size),
        "w0": np.zeros((size, 3)), "b0": np.ones(3), "w1": np.zeros((3, actions)), "b1": likes,
    }  # fmt: skip
    np.savez(path, **{**parts, **changes})
    return f"policy:{path}"


@pytest.mark.parametrize("wanted", ["bet", "pass"])
def test_it_takes_the_action_that_its_weights_like_best(tmp_path: Path, wanted: str) -> None:
    encoding = encoding_of(KUHN)
    bot, state = bot_named(saved(tmp_path / "p.npz", encoding, f"betting: {wanted}")), encoding.game.start(3)
    while not state.is_over:
        assert bot.choose(state) == wanted
        state.apply(wanted)


def test_it_sees_what_its_seat_sees(tmp_path: Path) -> None:
    """Bet with the king only: the card in the own hand decides."""
    encoding = encoding_of(KUHN)
    weights = np.zeros((encoding.size, len(encoding.actions)))
    weights[encoding.fields["hand"].offset + 2, encoding.actions.index("betting: bet")] = 1
    likes = np.zeros(len(encoding.actions))
    likes[encoding.actions.index("betting: pass")] = 0.5
    bot = bot_named(saved(tmp_path / "p.npz", encoding, w0=weights, b0=likes, w1=np.eye(len(likes)), b1=0 * likes))
    taken = set()
    for seed in range(12):
        state = encoding.game.start(seed)
        card = state.observe(0)["players"]["a"]["hand"]["pieces"][0]["kind"]
        taken.add((card, bot.choose(state)))
    assert taken == {("jack", "pass"), ("queen", "pass"), ("king", "bet")}


def test_a_choice_of_several_actions(tmp_path: Path) -> None:
    encoding = wide(2)
    bot, state = bot_named(saved(tmp_path / "p.npz", encoding, "m: swap")), encoding.game.start(3)
    key = bot.choose(state)
    state.apply(key)
    assert key == "swap" and Table(encoding, state).legal


def test_a_policy_of_another_encoding_is_refused(tmp_path: Path) -> None:
    name = saved(tmp_path / "p.npz", wide(2))
    with pytest.raises(BotFault, match="cannot play here: made for the encoding .*: train it anew"):
        bot_named(name).choose(encoding_of(KUHN).game.start(1))
    name = saved(tmp_path / "q.npz", encoding_of(KUHN), mean=np.zeros(4), scale=np.ones(4), w0=np.zeros((4, 3)))
    with pytest.raises(BotFault, match="does not fit its own encoding"):
        bot_named(name).choose(encoding_of(KUHN).game.start(1))


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("touch pwned",)


def test_nothing_in_a_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    np.savez("evil.npz", hash=np.array("x"), w0=np.array([Evil()], dtype=object))
    Path("evil.pkl").write_bytes(pickle.dumps(Evil()))
    for file in ("evil.npz", "evil.pkl"):
        with pytest.raises(ValueError, match=f"the policy `{file}` cannot be read"):
            bot_named(f"policy:{file}")
    assert not Path("pwned").exists()
    assert not may_come_from_file("policy:evil.npz")  # a save names no files


def test_files_that_are_no_policies(tmp_path: Path) -> None:
    encoding = encoding_of(KUHN)
    path = tmp_path / "p.npz"
    for changes, said in (
        ({"w1": np.zeros((4, 2))}, "do not fit one another"),
        ({"scale": np.ones(3)}, "do not fit one another"),
        ({"b0": np.zeros(3, int)}, "is no policy: it needs hash, mean"),
    ):
        with pytest.raises(ValueError, match=said):
            bot_named(saved(path, encoding, **changes))
    np.savez_compressed(path, hash=np.array("x"), w0=np.zeros((4000, 4000)))
    with pytest.raises(ValueError, match="it is packed, or too large"):
        bot_named(f"policy:{path}")
    for name, nonsense, said in (("mean", b"x", "is no policy"), ("w0", b"\x93NUMPY x", "cannot be read")):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"{name}.npy", nonsense)
        with pytest.raises(ValueError, match=said):
            bot_named(f"policy:{path}")
    with pytest.raises(ValueError, match="cannot be read"):
        bot_named(f"policy:{tmp_path / 'nowhere.npz'}")
