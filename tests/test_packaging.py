"""What an installed package holds: all code, data and typing marks, and a command that works outside the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    "interpreter": "interpreter",
    "cli": "cli",
    "rulesets": "rulewright/rulesets",
    "schemas": "rulewright/schemas",
}
"""Folder of the tree → where it stands in the wheel."""

ALIAS = Path("interpreter/api")
"""The folder that becomes the package `rulewright`."""


def shipped_files(folder: str) -> set[Path]:
    """Files of a folder as paths from the root, without what tools leave behind."""
    found = (p.relative_to(ROOT) for p in (ROOT / folder).rglob("*") if p.is_file())
    return {p for p in found if not any(part == "__pycache__" or part.startswith(".") for part in p.parts)}


def test_every_package_has_its_init() -> None:
    """A folder without __init__.py can be imported in the checkout, but is not installed."""
    folders = {p.parent for folder in ("interpreter", "cli") for p in shipped_files(folder) if p.suffix == ".py"}
    assert [folder for folder in folders if not (ROOT / folder / "__init__.py").is_file()] == []


def wheel_name(path: Path) -> str:
    """Where a file of the tree stands in the wheel."""
    if path.is_relative_to(ALIAS):
        return f"rulewright/{path.relative_to(ALIAS).as_posix()}"
    return f"{FOLDERS[path.parts[0]]}/{path.relative_to(path.parts[0]).as_posix()}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy, so that leftovers of other builds do not get into it."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / name, tree)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(out), str(tree), cwd=out)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    run(str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel), cwd=folder)
    return folder / "bin"


def run(*command: str, cwd: Path, stdin: str | None = None) -> str:
    """What a command prints; AssertionError with all it said where it fails."""
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


pytestmark = pytest.mark.xdist_group("packaging")
"""One worker builds and installs for all tests here."""


@pytest.mark.slow
def test_the_wheel_holds_the_whole_tree(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == {wheel_name(path) for folder in FOLDERS for path in shipped_files(folder)}


@pytest.mark.slow
def test_the_package_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    """`import rulewright` is the whole interface, with its own rulesets and schemas."""
    script = (
        "import rulewright as rw, interpreter\n"
        "assert set(interpreter.__all__) <= set(dir(rw)) and rw.load is interpreter.load\n"
        "game = rw.load('puerto_rico', players=3)\n"
        "print(game.model.game.span.path)\n"
        "print(*game.playout(1))\n"
    )
    path, played = run(str(installed / "python"), "-c", script, cwd=tmp_path).splitlines()
    assert "rulewright/rulesets/puerto_rico" in path
    assert int(played.split()[1]) > 100


@pytest.mark.slow
def test_the_command_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    run(str(installed / "rulewright"), "check", "puerto_rico", cwd=tmp_path)
    # Standard input is no terminal, so the bots play the game to its end.
    shown = run(str(installed / "rulewright"), "play", "puerto_rico", "--seed", "1", cwd=tmp_path, stdin="")
    assert "Winner" in shown


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_other_pythons_play_the_same_games(version: str, wheel: Path, tmp_path: Path) -> None:
    import rulewright

    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    run(python, "-m", "venv", str(tmp_path / "env"), cwd=tmp_path)
    own = str(tmp_path / "env" / "bin" / "python")
    run(own, "-m", "pip", "install", "--quiet", str(wheel), cwd=tmp_path)
    games = ("puerto_rico", "santa_maria")
    script = f"import rulewright as rw\nfor name in {games!r}: print(rw.load(name).playout(5))\n"
    expected = "".join(f"{rulewright.load(name).playout(5)}\n" for name in games)
    assert run(own, "-c", script, cwd=tmp_path) == expected


def python_of(version: str) -> str | None:
    """The path of another Python with venv, among the commands or those that pyenv has; None: there is none."""
    pyenv = Path.home() / ".pyenv" / "versions"
    found = [*map(str, pyenv.glob(f"{version}.*/bin/python")), f"python{version}"]
    for path in found:
        if (
            shutil.which(path)
            and not subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True).returncode
        ):
            return path
    return None
