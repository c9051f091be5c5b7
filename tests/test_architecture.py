"""What holds across the tree: imports point one way, general code knows no game, everything has its example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from interpreter.codes import CODES
from interpreter.codes.code import Code
from interpreter.loading.source import shipped_games
from tests.playthroughs import recorded

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 700

EVERYBODYS = (
    "interpreter.bounds",
    "interpreter.diagnostics",
    "interpreter.files",
    "interpreter.records",
    "interpreter.visible",
    "interpreter.catalogues",
)

DATA = (
    "interpreter.loading.model",
    "interpreter.loading.borders",
    "interpreter.program.types",
    "interpreter.program.layout",
    "interpreter.program",
)
"""What the two halves share: the model of a ruleset and what touches what in its grids, types, slots, the compiled
program."""

PLAY = ("interpreter.game", "interpreter.runtime")

LANGUAGE_DATA = (
    "interpreter.loading.model",
    "interpreter.loading.words",
    "interpreter.program",
    "interpreter.language.syntax",
)
"""What every room of the language may read: the model, the contract with play, syntax trees."""

RESOLVED = ("interpreter.language.core", "interpreter.language.resolve")
"""Core form, and who makes it."""

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "interpreter.diagnostics": ("interpreter.codes",),
    "interpreter.codes": ("interpreter.codes",),
    "interpreter.loading": ("interpreter.loading",),
    "interpreter.language": ("interpreter.language", "interpreter.loading.model", "interpreter.program"),
    "interpreter.language.syntax": (
        "interpreter.language.syntax",
        "interpreter.loading.model",
        "interpreter.loading.words",
        "interpreter.caching",
    ),
    "interpreter.language.core": ("interpreter.language.core", *LANGUAGE_DATA),
    "interpreter.language.resolve": ("interpreter.language.resolve", "interpreter.language.core", *LANGUAGE_DATA),
    "interpreter.language.analysis": ("interpreter.language.analysis", *RESOLVED, *LANGUAGE_DATA),
    "interpreter.language.codegen": (
        "interpreter.language.codegen",
        "interpreter.language.analysis",
        *RESOLVED,
        *LANGUAGE_DATA,
    ),
    "interpreter.program": DATA,
    "interpreter.runtime": ("interpreter.runtime", *DATA),
    "interpreter.runtime.log": ("interpreter.runtime", "interpreter.game", *DATA),
    "interpreter.game": ("interpreter.native", "interpreter.runtime", *DATA),
    "interpreter.native": (
        "interpreter.native",
        "interpreter.program",
        "interpreter.runtime",
        "interpreter.caching",
        "interpreter.files",
    ),
    "interpreter.encoding": ("interpreter.encoding", *PLAY, *DATA),
    "interpreter.players": ("interpreter.players", "interpreter.encoding", *PLAY, *DATA),
    "interpreter.envs": (
        "interpreter.envs",
        "interpreter.encoding",
        "interpreter.native",
        "interpreter.players",
        "interpreter.pipeline",
        *PLAY,
        *DATA,
    ),
    "interpreter.analysis": (
        "interpreter.analysis",
        "interpreter.native",
        "interpreter.players",
        "interpreter.pipeline",
        *PLAY,
        *DATA,
    ),
}
"""Package or module → what of ours it may import, besides those for everybody. The longest matching entry counts;
what is not listed (interpreter, interpreter.pipeline, interpreter.scenarios …) joins the halves and may import anything
but the command."""

PASSES = ("interpreter.loading", "interpreter.language")
OFFERED = (*DATA, "interpreter.loading.source", "interpreter.loading.fingerprint", "interpreter.loading.settings")
"""What the command may not reach into, and what of it it may: data, where rulesets lie, their settings. To read
and compile it asks interpreter.ruleset and its like, so that it is one user of the package among others."""


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Modules that a file imports anywhere in it; `from package import module` counts as the module where it is one."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            assert node.module is not None
            found += [_submodule(node.module, alias.name) for alias in node.names]
    return tuple(dict.fromkeys(found))


def _submodule(package: str, name: str) -> str:
    folder = ROOT.joinpath(*package.split("."))
    is_module = (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()
    return f"{package}.{name}" if is_module else package


def is_in(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def forbidden(module: str, imported: str) -> bool:
    """Whether `module` of the interpreter may not import `imported`."""
    if is_in(imported, ("cli", "tests", "rulewright")):
        return True
    if not is_in(imported, ("interpreter",)) or imported in EVERYBODYS:
        return False
    entries = [entry for entry in MAY_IMPORT if is_in(module, (entry,))]
    if not entries:
        return False
    return not is_in(imported, MAY_IMPORT[max(entries, key=len)])


@pytest.mark.parametrize("path", python_files("interpreter"), ids=module_name)
def test_imports_point_one_way(path: Path) -> None:
    module = module_name(path)
    assert [name for name in imports(path) if forbidden(module, name)] == []


def test_no_import_goes_in_a_circle() -> None:
    """Not even for types alone: who reads a file can read first what it is made of."""
    graph = {module_name(path): {*imports(path)} - {module_name(path)} for path in python_files("interpreter", "cli")}
    sorter = TopologicalSorter({name: found & graph.keys() for name, found in graph.items()})
    sorter.prepare()  # CycleError names the circle


def test_the_import_rule_refuses_what_it_should() -> None:
    """The rule itself, since an empty table would pass every file."""
    assert forbidden("interpreter.runtime.machine", "interpreter.language.resolve.checker")
    assert forbidden("interpreter.runtime.machine", "interpreter.players")
    assert forbidden("interpreter.language.resolve.checker", "interpreter.loading.documents")
    assert forbidden("interpreter.players.greedy", "interpreter.pipeline")
    assert forbidden("interpreter.pipeline", "cli.main")
    assert not forbidden("interpreter.runtime.views", "interpreter.program.layout")
    assert not forbidden("interpreter.language.resolve.checker", "interpreter.loading.model")


@pytest.mark.parametrize("path", python_files("cli"), ids=module_name)
def test_the_command_uses_what_is_offered(path: Path) -> None:
    wrong = [name for name in imports(path) if is_in(name, PASSES) and not is_in(name, OFFERED)]
    assert wrong + [name for name in imports(path) if is_in(name, ("tests", "rulewright"))] == []


def reached(module: str) -> Iterator[tuple[str, str]]:
    """(module of ours, what it imports) for everything that `module` leads to, itself included.

    Packages on the way are left out: interpreter/__init__.py gathers the public names and so leads everywhere.
    """
    waiting, seen = [module], {module}
    while waiting:
        name = waiting.pop()
        path = ROOT.joinpath(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        for imported in imports(path):
            yield name, imported
            if is_in(imported, ("interpreter",)) and imported not in seen:
                seen.add(imported)
                waiting.append(imported)


def test_play_touches_neither_yaml_nor_the_parser() -> None:
    readers = ("yaml", "lark", "jsonschema", "interpreter.loading.documents", "interpreter.language.syntax.parser")
    words_of_a_fault = ("interpreter.codes", "yaml")  # read when there is one
    found = [pair for pair in reached("interpreter.game") if is_in(pair[1], readers)]
    assert found == [words_of_a_fault]
    assert [pair for pair in reached("interpreter.pipeline") if is_in(pair[1], readers)]


def test_chance_has_one_source() -> None:
    """All chance comes from interpreter/runtime/rng.py, so a seed fixes a game."""
    sources = ("random", "numpy.random")
    allowed = ROOT / "interpreter" / "runtime" / "rng.py"
    users = [module_name(p) for p in python_files("interpreter", "cli") if any(is_in(i, sources) for i in imports(p))]
    assert [name for name in users if name != module_name(allowed)] == []


# ---- no game where none may be

GAME_WORDS = re.compile(
    r"puerto|\btzolk|santa.maria|nova.roma|archipelago|doubloon|hacienda|palenque|\bwharf\b|prospector|captain\b|craftsman|"
    r"\bindigo\b|\btobacco\b|plantation|quarry|colonist|kukulkan|yaxchilan|uxmal|chichen|\bcacao\b|\bmonk\b|\bbishop\b|"
    r"conquistador|patrician|hippodrome|\bpetition\b|separatist|pacifist|\bmeeple\b",
    re.IGNORECASE,
)


def _general_files() -> Iterator[Path]:
    for folder in ("interpreter", "cli", "schemas"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".lark", ".json", ".yaml", ".yml", ".txt"):
                yield path


def _named_things() -> set[str]:
    """Ids of shipped games and their modules."""
    modules = (p.name for game in shipped_games() for p in (ROOT / "rulesets" / game / "modules").glob("*"))
    return {*shipped_games(), *modules}


def test_no_game_in_general_code() -> None:
    ids = re.compile(r"\b(" + "|".join(map(re.escape, sorted(_named_things()))) + r")\b")
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in _general_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if GAME_WORDS.search(line) or ids.search(line)
    ]
    assert hits == []


def test_rulesets_are_data() -> None:
    files = [p for p in (ROOT / "rulesets").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert [str(p.relative_to(ROOT)) for p in files if p.suffix != ".yaml"] == []


# ---- nothing without its tests, record, example, or bound

TESTED_ELSEWHERE = {
    "interpreter.api": "tests/test_packaging.py",
    "interpreter.program": "tests/runtime",
    "interpreter.language.core": "tests/language/resolve",
    "interpreter.language.resolve.statements": "tests/language/resolve",
    "interpreter.language.resolve.expressions": "tests/language/resolve",
}
"""Packages that only hold what others make, and where the tests of those are."""


def packages() -> list[str]:
    found = (module_name(path) for path in python_files("interpreter") if path.name == "__init__.py")
    return [name for name in found if name != "interpreter"]


@pytest.mark.parametrize("package", packages())
def test_every_package_has_its_folder_of_tests(package: str) -> None:
    """What `interpreter/x/y/` does is tested in `tests/x/y/`, so that a contributor finds the place."""
    if package in TESTED_ELSEWHERE:
        assert (ROOT / TESTED_ELSEWHERE[package]).exists()
        return
    folder = ROOT.joinpath("tests", *package.split(".")[1:])
    assert list(folder.rglob("test_*.py")), f"no tests in {folder}"


def test_no_package_is_excused_that_is_not_there() -> None:
    assert TESTED_ELSEWHERE.keys() <= {*packages()}


@pytest.mark.parametrize("game", shipped_games())
def test_every_ruleset_is_recorded(game: str) -> None:
    assert {case.name for case in recorded.cases(game)} == {path.stem for path in recorded.files(game)}


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_every_code_is_exemplified(code: Code) -> None:
    """By its own two examples, or, where no text of a ruleset can cause it, by a test that names it."""
    assert code.page
    if not (code.failing and code.mended):
        assert code.id in _text_of_tests(), f"no example of {code.id} and no test of it"


@cache
def _text_of_tests() -> str:
    return "\n".join(p.read_text(encoding="utf-8") for p in python_files("tests") if p.name != Path(__file__).name)


def test_codes_stand_in_their_group() -> None:
    assert {code.id for code in CODES.values() if not re.fullmatch(r"E[0-5]\d\d|L6\d\d", code.id)} == set()


def test_tests_of_one_file_share_a_worker(request: pytest.FixtureRequest) -> None:
    """What they share would be made in each worker; a version of pytest once came that let the groups fall apart."""
    if hasattr(request.config, "workerinput") and request.config.getoption("loadgroup"):
        assert request.node.nodeid.endswith("@tests/test_architecture.py")


@pytest.mark.parametrize("path", python_files("interpreter", "cli"), ids=module_name)
def test_files_stay_readable(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= MOST_LINES
