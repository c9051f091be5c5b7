"""`play` on a terminal: answers, commands, several people, and games that outlive the process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import Outcome, Terminal, run

PROMPT = "Number, key or command (help)> "


def start(game: Path, tmp_path: Path, *more: str, columns: int = 100) -> Terminal:
    seed = () if {"--resume", "--file"} & {*more} else ("--seed", "1")
    return Terminal("play", game, *seed, *more, state=tmp_path / "state", columns=columns)


def begun(tiny: Path, state: Path, *arguments: str, moves: int = 1) -> Terminal:
    """A game in which some wood was gathered, at the next question."""
    talk = start(tiny, state, *arguments)
    talk.until(PROMPT)
    for _ in range(moves):
        talk.say("gather")
        talk.until(PROMPT)
    return talk


def saves(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "state" / "rulewright").glob("*.jsonl"))


def test_number_key_beginning_and_words_take_options(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--seat", "all")
    shown = talk.until(PROMPT)
    assert "a, your decision: Gather or build?" in shown
    assert " 1  Gather wood  +2 wood" in shown
    assert " 2  Build Cabin  −2 wood" in shown
    talk.say("1")
    assert "a: Gather wood  +2 wood" in talk.until(PROMPT)
    talk.say("gather")
    assert "b: Gather wood  +2 wood" in talk.until(PROMPT)
    talk.say("build lo")
    assert "a: Build Lodge  −4 wood" in talk.until(PROMPT)
    talk.say("BUILD CAB")
    talk.until("b: Build Cabin")
    talk.say("quit")
    assert talk.end() == 0


def test_answers_that_fit_nothing_or_too_much_are_told(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--seat", "all")
    for _ in range(2):
        talk.until(PROMPT)
        talk.say("gather")
    talk.until(PROMPT)
    talk.say("build")
    assert "`build` begins several options: build cabin, build lodge." in talk.until(PROMPT)
    talk.say("gathr")
    assert "Did you mean `gather`" in talk.until(PROMPT)
    talk.say("9")
    assert "`9` is neither an option nor a command." in talk.until(PROMPT)
    talk.say("q")
    assert talk.end() == 0


def test_undo_goes_back_to_the_last_person(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--bots", "random")
    talk.until(PROMPT)
    talk.say("undo")
    assert "There is nothing to undo." in talk.until(PROMPT)
    talk.say("build cabin")
    assert "4 wood" not in talk.until(PROMPT)
    talk.say("undo")
    assert "Taken back" in talk.until("Build Cabin")
    talk.until(PROMPT)
    talk.say("quit")
    assert talk.end() == 0


def test_why_names_the_check_its_place_and_what_is_short(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path)
    talk.until(PROMPT)
    talk.say("why build lodge")
    assert "Build Lodge: 4 wood needed, 3 there: 1 short (flow.yaml:" in talk.until(PROMPT)
    talk.say("why")
    answer = talk.until(PROMPT)
    assert "Build Tower: 6 wood needed, 3 there: 3 short" in answer
    assert "Gather" not in answer
    talk.say("why gather")
    assert "`gather` is offered." in talk.until(PROMPT)
    talk.say("why 1")  # as it is numbered on the screen
    assert "`gather` is offered." in talk.until(PROMPT)
    talk.say("why fly")
    answer = talk.until(PROMPT)
    assert "The rules list no `fly`" in answer
    assert "hut h in market  (flow.yaml:" in answer
    talk.say("quit")
    assert talk.end() == 0


def test_advice_ranks_the_options_by_what_the_greedy_bot_makes_of_them(tiny: Path, tmp_path: Path) -> None:
    with (tiny / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("hints: {wood_left: 40 * p.wood}\n")
    talk = start(tiny, tmp_path)
    talk.until(PROMPT)
    talk.say("advice")
    answer = talk.until(PROMPT).split("\n")
    assert answer[1] == "By how many points the greedy bot sees its lead change, and through what of its own:"
    assert answer[2] == "  2  Build Cabin    +1.2  huts +2.0, wood left −0.8"
    assert answer[3] == "  1  Gather wood    +0.8  wood left +0.8"
    talk.say("quit")
    assert talk.end() == 0


def test_advice_fits_a_narrow_screen(tiny: Path, tmp_path: Path) -> None:
    with (tiny / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("hints: {wood_left: 40 * p.wood}\n")
    talk = start(tiny, tmp_path, columns=36)
    talk.until(PROMPT)
    talk.say("advice")
    answer = talk.until(PROMPT).split("\n")
    at = answer.index("  2  Build Cabin    +1.2")
    assert answer[at + 1] == "       huts +2.0, wood left −0.8"
    assert all(len(line) <= 36 for line in answer[1:])
    talk.say("quit")
    assert talk.end() == 0


def test_log_about_help_and_save(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--bots", "random")
    talk.until(PROMPT)
    talk.say("gather")
    talk.until(PROMPT)
    talk.say("log")
    assert "a: Gather wood" in talk.until(PROMPT)
    talk.say("about tower")
    assert "It can be seen from afar." in talk.until(PROMPT)
    talk.say("about tow")
    assert "It can be seen from afar." in talk.until(PROMPT)
    talk.say("about towre")
    assert "Did you mean `" in talk.until(PROMPT)
    talk.say("about")
    assert "About what?" in talk.until(PROMPT)
    talk.say("help")
    assert "why [KEY]" in talk.until(PROMPT)
    talk.say(f"save {tmp_path}/kept.jsonl")
    talk.until("Saved to")
    assert (tmp_path / "kept.jsonl").read_text().count("\n") > 1
    talk.say(f"save {tmp_path}/no/such/folder.jsonl")
    talk.until("Could not save")
    for path in ("/", "~nobody_of_this_name/game.jsonl"):
        talk.say(f"save {path}")
        talk.until("Could not save")
    talk.say("quit")
    assert talk.end() == 0


def test_a_killed_game_loses_nothing(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--seat", "all")
    for _ in range(3):
        talk.until(PROMPT)
        talk.say("gather")
    shown = talk.until(PROMPT)
    talk.kill()
    kept = saves(tmp_path)
    assert len(kept) == 1
    assert kept[0].read_text().count('"gather"') == 3
    again = start(tiny, tmp_path)
    again.until("An unfinished game of tiny with 3 decisions is there. Go on with it? [Y/n] ")
    again.say("")
    resumed = again.until(PROMPT)
    assert "Going on after 3 decisions." in resumed
    table = shown[shown.index("your decision") :]
    assert table in resumed
    again.say("undo")
    again.until(PROMPT)
    again.say("quit")
    assert again.end() == 0
    assert kept[0].read_text().count('"gather"') == 2


def test_resume_and_new_do_not_ask(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path)
    first.kill()
    new = start(tiny, tmp_path, "--new")
    assert "Go on" not in new.until(PROMPT)
    new.say("quit")
    assert new.end() == 0
    resumed = start(tiny, tmp_path, "--resume")
    assert "Going on after" in resumed.until(PROMPT)
    resumed.say("quit")
    assert resumed.end() == 0


def test_resume_without_a_game_is_wrong_use(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--resume")
    talk.until("There is no unfinished game of tiny.")
    assert talk.end() == 2


def test_a_game_that_is_being_played_is_not_offered(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path)
    second = start(tiny, tmp_path)
    assert "unfinished" not in second.until(PROMPT)
    third = start(tiny, tmp_path, "--resume")
    third.until("The unfinished games of tiny are being played in other terminals.")
    assert third.end() == 2
    for talk in (first, second):
        talk.say("quit")
        assert talk.end() == 0


def test_a_file_goes_on_and_stays_as_it_is(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path, "--seat", "all", moves=2)
    mine = tmp_path / "mine.jsonl"
    first.say(f"save {mine}")
    first.until("Saved to")
    kept = saves(tmp_path)
    # One that is being played is refused by its file, too.
    second = start(tiny, tmp_path, "--file", str(kept[0]))
    second.until("being played in another terminal")
    assert second.end() == 2
    first.say("quit")
    assert first.end() == 0
    text = mine.read_text()
    again = start(tiny, tmp_path, "--file", str(mine))
    assert "Going on after 2 decisions." in again.until(PROMPT)
    again.say("gather")
    again.until(PROMPT)
    again.say("quit")
    assert again.end() == 0
    assert mine.read_text() == text
    new = [path for path in saves(tmp_path) if path not in kept]
    assert [path.read_text().count('"gather"') for path in new] == [3]


def test_a_game_goes_on_under_changed_rules_where_that_is_forced(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path, "--seat", "all", moves=2)
    first.say("quit")
    assert first.end() == 0
    (kept,) = saves(tmp_path)
    text = kept.read_text()
    rules = tiny / "ruleset.yaml"
    rules.write_text("# changed\n" + rules.read_text())
    again = start(tiny, tmp_path, "--file", str(kept))
    again.until("E554")
    assert again.end() == 1
    forced = start(tiny, tmp_path, "--file", str(kept), "--force")
    assert "Going on after 2 decisions." in forced.until(PROMPT)
    forced.say("gather")
    forced.until(PROMPT)
    forced.say("quit")
    assert forced.end() == 0
    assert kept.read_text() == text
    # From now on it is a game of the changed rules.
    (new,) = (path for path in saves(tmp_path) if path != kept)
    third = start(tiny, tmp_path, "--file", str(new))
    assert "Going on after 3 decisions." in third.until(PROMPT)
    third.say("quit")
    assert third.end() == 0
    for path in tiny.rglob("*.yaml"):
        path.write_text(path.read_text().replace("gather", "fetch"))
    # As far as the same options are offered, and no further: `gather` is called otherwise by now.
    last = start(tiny, tmp_path, "--file", str(new), "--force")
    assert "(0 entries)" in last.until("Going on")
    last.until(PROMPT)
    last.say("fetch")
    last.until(PROMPT)
    last.say("quit")
    assert last.end() == 0


def test_a_saved_game_goes_on_after_its_ruleset_was_moved(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path, "--seat", "all", moves=2)
    first.say("quit")
    assert first.end() == 0
    moved = tmp_path / "moved" / "small"
    moved.parent.mkdir()
    tiny.rename(moved)
    for n, arguments in enumerate((("--resume",), ("--file", str(saves(tmp_path)[0]))), 2):
        again = start(moved, tmp_path, *arguments)
        assert f"Going on after {n} decisions." in again.until(PROMPT)
        again.say("gather")
        again.until(PROMPT)
        again.say("quit")
        assert again.end() == 0
    # Another ruleset with the same id has a game of its own.
    shutil.copytree(moved, tiny)
    (tiny / "ruleset.yaml").write_text((moved / "ruleset.yaml").read_text() + "# another\n")
    other = Terminal("play", tiny, "--resume", state=tmp_path / "state")
    other.until("There is no unfinished game")
    assert other.end() == 2


def test_a_file_that_broke_off_goes_as_far_as_it_is_whole(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path, "--seat", "all", moves=3)
    first.say("quit")
    assert first.end() == 0
    path = saves(tmp_path)[0]
    path.write_text(path.read_text()[:-5])
    told = run("replay", path, "--trust", tiny)
    assert told.code == 0
    assert "The last line of the log broke off" in told.err
    assert "   2 b: Gather wood" in told.out and "   3 " not in told.out
    again = start(tiny, tmp_path, "--file", str(path), "--lang", "ru")
    assert "Последняя строка записи оборвана" in again.until("(помощь)> ")
    again.say("quit")
    assert again.end() == 0


def test_what_a_saved_game_does_not_heed_is_told(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path)
    first.say("quit")
    assert first.end() == 0
    again = start(tiny, tmp_path)  # with --seed
    again.until("[Y/n] ")
    again.say("y")
    assert "as it was saved, without what was given: --seed." in again.until(PROMPT)
    again.say("quit")
    assert again.end() == 0
    refused = Terminal("play", tiny, "--resume", "--seed", "2", state=tmp_path / "state")
    refused.until("leave out --seed")
    assert refused.end() == 2


def test_saves_are_listed(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert "There are no unfinished games." in run("saves").out
    first = begun(tiny, tmp_path, "--seat", "all", moves=2)
    assert "being played" in run("saves").out
    first.say("quit")
    assert first.end() == 0
    path = saves(tmp_path)[0]
    listed = json.loads(run("saves", "--format", "json").out)
    assert [(x["file"], x["players"], x["decisions"], x["played"]) for x in listed] == [(str(path), 2, 2, False)]
    path.write_text("no log")
    assert "не читается" in run("saves", "--lang", "ru").out


def test_score_tells_what_a_seat_may_know(tmp_path: Path) -> None:
    folder = tmp_path / "secret"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(
        """
game: {id: secret, players: [2]}
resources: {gem: {seen_by: owner}, coin: {}}
menus: {turn: {}}
actions: {dig: {menu: turn, do: gain 2 gem}, earn: {menu: turn, do: gain 3 coin}}
phases: {game: {do: 'repeat 9 times { each of players does { do one of turn } }'}}
scoring: {categories: {gems: {worth: p.gem}, coins: {worth: p.coin - 1}}}
"""
    )
    talk = start(folder, tmp_path, "--bots", "random")
    talk.until(PROMPT)
    talk.say("dig")
    talk.until(PROMPT)
    talk.say("score")
    rows = [line.split() for line in talk.until(PROMPT).split("\n")]
    assert ["Gems", "2", "?"] in rows
    assert [row[:2] for row in rows if row[:1] == ["Coins"]] == [["Coins", "−1"]]
    assert [row[:2] + row[2:] for row in rows if row[:1] == ["Total"]] == [["Total", "1", "2", "+", "?"]]
    talk.say("log 1")
    assert talk.until(PROMPT).count("\nb: ") == 1
    talk.say("quit")
    assert talk.end() == 0


def test_a_save_of_other_rules_is_refused_and_kept(tiny: Path, tmp_path: Path) -> None:
    first = begun(tiny, tmp_path)
    first.kill()
    flow = tiny / "flow.yaml"
    flow.write_text(flow.read_text().replace("gain 2 wood", "gain 3 wood"))
    again = start(tiny, tmp_path, "--resume")
    assert "flow.yaml has changed" in again.until("--new")
    assert again.end() == 1
    assert len(saves(tmp_path)) == 1


def test_a_finished_game_shows_the_sheet_and_leaves_no_save(cards: Path, tmp_path: Path) -> None:
    talk = start(cards, tmp_path, "--bots", "random")
    for _ in range(20):
        talk.until(PROMPT)
        talk.say("1")
        if "Score sheet" in _peek(talk):
            break
    assert talk.end() == 0
    assert "Winner" in talk.text
    assert saves(tmp_path) == []


def _peek(talk: Terminal) -> str:
    """What comes next, up to a prompt or the end of the game."""
    while PROMPT not in talk.text and "Winner" not in talk.text:
        if not talk._read():
            break
    return talk.text


def test_people_at_one_screen_do_not_see_each_others_hands(cards: Path, tmp_path: Path) -> None:
    talk = start(cards, tmp_path, "--seat", "ann", "--seat", "bob")
    shown = talk.until(PROMPT)
    assert "ann (you)" in shown
    assert "Hand: 3 hidden" in shown
    talk.say("1")
    handed = talk.until("Hand the screen to bob and press Enter.")
    assert "bob (you)" not in handed
    talk.say("")
    assert "bob (you)" in talk.until(PROMPT)
    talk.say("quit")
    assert talk.end() == 0


def test_the_screen_is_handed_over_where_all_but_the_owner_see_a_card(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        """\
game: {id: brow, players: [2], seats: [ann, ben]}
resources: {coin: {}}
pieces: {card: {start: brow, per: player, kinds: {ace: {}}}}
zones: {brow: {pieces: card, per: player, seen_by: others}}
phases: {game: {do: 'repeat 3 times { each of players does { choose { rest { gain 1 coin } wait {} } } }'}}
scoring: {categories: {coins: {worth: p.coin}}}
""",
        encoding="utf-8",
    )
    talk = start(tmp_path, tmp_path, "--seat", "all")
    assert "Brow: 1 hidden" in talk.until(PROMPT)
    talk.say("rest")
    assert "ben (you)" not in talk.until("Hand the screen to ben and press Enter.")
    talk.say("")
    assert "ben (you)" in talk.until(PROMPT)
    talk.say("quit")
    assert talk.end() == 0


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_line_is_wider_than_the_screen(columns: int, lang: str, tmp_path: Path) -> None:
    talk = Terminal(
        "play", "puerto_rico", "--players", "4", "--seed", "3", "--lang", lang, state=tmp_path, columns=columns
    )
    prompt = PROMPT if lang == "en" else "Номер, ключ или команда (помощь)> "
    shown = talk.until(prompt)
    talk.say("quit")
    assert talk.end() == 0
    assert max(len(line.split("\r")[-1]) for line in shown.split("\n")) <= columns
    assert ("Build Small warehouse" if lang == "en" else "Построить: Малый склад") in shown


def test_without_a_terminal_bots_play_one_game(tiny: Path, command: Callable[..., Outcome]) -> None:
    outcome = command("play", tiny, "--bots", "random,greedy", "--seed", "4")
    assert outcome.code == 0
    assert outcome.out.startswith("tiny with 2 players, seed 4\n")
    assert "Score sheet" in outcome.out
    assert outcome.out == command("play", tiny, "--bots", "random,greedy", "--seed", "4").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "gready"], "Did you mean greedy?"),
        (["--lang", "fr"], "it is one of: en, ru"),
        (["--option", "rounds"], "not of the form NAME=VALUE"),
        (["--option", "rounds=7"], "cannot be 7"),
        (["--option", "round=6"], "Did you mean rounds?"),
        (["--players", "9"], "not for 9 players"),
        (["--with", "nothing"], "there is no module `nothing`"),
    ],
)
def test_wrong_use_is_told_and_exits_with_2(
    tiny: Path, command: Callable[..., Outcome], arguments: list[str], said: str
) -> None:
    outcome = command("play", tiny, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


def test_a_seat_that_is_not_there_is_wrong_use(tiny: Path, tmp_path: Path) -> None:
    talk = start(tiny, tmp_path, "--seat", "5")
    talk.until("there is no seat `5`; seats are 1 to 2 (a, b), or all")
    assert talk.end() == 2
