"""The page in a real browser: playing by clicking and by keys, two windows, narrow screens, both languages.

Left out where there is no Playwright or no Chromium (`pip install -e '.[browser]'`, `apt install chromium`).
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="tests in a browser are left out: no Playwright")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from interpreter.loading.source import shipped_games  # noqa: E402
from tests.web.serving import Process, market, served  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="tests in a browser are left out: no Chromium"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return market(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def server(game: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with served([game, *shipped_games()], tmp_path_factory.mktemp("state") / "tables.sqlite") as process:
        yield process


@contextmanager
def page(browser: Any, address: str, *, width: int = 1440, language: str = "en", theme: str = "light") -> Iterator[Any]:
    """A page of its own browser window; whatever it complains of fails the test."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    try:
        found = context.new_page()
        complaints: list[str] = []
        found.on("pageerror", lambda error: complaints.append(str(error)))
        found.on(
            "console", lambda m: complaints.append(m.text) if m.type == "error" and "WebSocket" not in m.text else 0
        )
        found.add_init_script(f"localStorage.lang ||= '{language}'; localStorage.theme ||= '{theme}'")
        found.goto(address)
        yield found
        assert complaints == []
    finally:
        context.close()


def until(condition: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.03)


def options(page: Any) -> Any:
    return page.locator("#options .option:enabled")


def take(page: Any, key: str) -> None:
    """Take an option from the list by its key, when it is there."""
    page.click(f'#options .option[data-key="{key}"]:enabled', timeout=30_000)


def test_two_people_play_a_whole_game(browser: Any, server: Process, game: str) -> None:
    ann, ben, _ = server.make(game, ["human", "human"])
    with page(browser, f"{server.address}table#{ann}") as a, page(browser, f"{server.address}table#{ben}") as b:
        take(a, "save 2")
        take(b, "peek")
        for _ in range(7):
            take(a, "rest")
            take(b, "rest")
        for one in (a, b):
            one.locator("#dialog .sheet .total").wait_for()
            assert [td.strip() for td in one.locator("#dialog .total td").all_inner_texts()] == ["12", "12"]
        assert a.locator("#log li").count() == b.locator("#log li").count() > 16


def test_a_choice_is_narrowed_by_clicks_on_the_table(browser: Any, server: Process, game: str) -> None:
    ann, *_ = server.make(game, ["human", "human"])
    with page(browser, f"{server.address}table#{ann}") as a:
        options(a).first.wait_for()
        own = a.locator(".panel.own")
        own.locator(".card.lit").first.click()
        assert a.locator("#asked .chosen").count() == 1 and a.locator("#confirm").count() == 0
        a.locator(".grid .cell.lit").nth(2).click()
        assert "Show the" in a.locator("#asked .chosen").inner_text()
        a.keyboard.press("Escape")
        a.locator(".grid .cell.lit").nth(1).click()
        a.click("#confirm")
        a.locator(".grid .cell.filled").wait_for()
        assert a.locator(".grid .cell.filled").count() == 1
        assert own.locator("[data-kind]").count() == 1  # one of the two is left in hand
        a.click("#undo")
        until(lambda: a.locator(".grid .cell.filled").count() == 0)


def test_what_cannot_be_chosen_says_why(browser: Any, server: Process, game: str) -> None:
    ann, ben, _ = server.make(game, ["human", "human"])
    with page(browser, f"{server.address}table#{ann}") as a, page(browser, f"{server.address}table#{ben}") as b:
        take(a, "save 5")
        take(b, "rest")
        options(a).first.wait_for()
        a.locator(".shared .card:not(.lit):not(.back)").first.click()
        a.locator("#dialog .reasons h3").wait_for()
        assert "coin" in a.locator("#dialog .reasons").inner_text()


def test_a_decision_by_keys_alone(browser: Any, server: Process, game: str) -> None:
    ann, *_ = server.make(game, ["human", "human"])
    with page(browser, f"{server.address}table#{ann}") as a:
        options(a).first.wait_for()
        a.keyboard.press("1")
        assert a.evaluate("document.activeElement.classList.contains('option')")
        a.keyboard.press("ArrowUp")  # around to the last one
        last = a.locator("#options .option").last.get_attribute("data-key")
        assert a.evaluate("document.activeElement.dataset.key") == last
        a.keyboard.press("Enter")
        until(lambda: "Ben" in a.locator("#question").inner_text())


def test_the_past_is_looked_at_and_left(browser: Any, server: Process, game: str) -> None:
    ann, ben, _ = server.make(game, ["human", "human"])
    with page(browser, f"{server.address}table#{ann}") as a, page(browser, f"{server.address}table#{ben}") as b:
        take(a, "save 4")
        take(b, "rest")
        options(a).first.wait_for()
        secret = a.locator('.own .counter[data-at="r:secret"]')
        assert secret.inner_text().split()[0] == "se4" or "4" in secret.inner_text()
        a.locator("#log li").first.click()
        a.locator("#past button").wait_for()
        assert "0" in secret.inner_text() and options(a).count() == 0
        a.click("#past button")
        until(lambda: "4" in secret.inner_text() and options(a).count() > 0)


def test_a_page_outlives_the_server(browser: Any, game: str, tmp_path: Path) -> None:
    kept = tmp_path / "tables.sqlite"
    with served(game, kept) as first:
        ann, *_ = first.make(game, ["human", "human"])
        port = int(first.address.rstrip("/").rpartition(":")[2])
        with page(browser, f"{first.address}table#{ann}") as a:
            options(a).first.wait_for()
            first.kill()
            until(lambda: a.locator("#net").inner_text() != "")
            with served(game, kept, port):
                until(lambda: a.locator("#net").inner_text() == "")
                take(a, "rest")
                until(lambda: "Ben" in a.locator("#question").inner_text())


def test_a_table_is_made_in_the_lobby_on_a_phone_in_russian(browser: Any, server: Process) -> None:
    with page(browser, server.address, width=390, language="ru", theme="dark") as a:
        a.get_by_role("button", name="Market day").click()
        a.get_by_role("button", name="Начать").click()
        options(a).first.wait_for(timeout=30_000)
        assert "Ваши варианты" in a.locator("#options").inner_text()
        assert a.evaluate("document.documentElement.scrollWidth") <= 390
        take(a, "rest")
        until(lambda: options(a).count() > 0)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("shipped", shipped_games())
def test_shipped_games_are_drawn_and_played(browser: Any, server: Process, shipped: str, language: str) -> None:
    width = 1440 if language == "en" else 390
    token, *_ = server.make(shipped, ["human", "random", "random"])
    with page(browser, f"{server.address}table#{token}", width=width, language=language) as a:
        for number in range(6):
            until(lambda: options(a).count() or a.locator("#number").count(), 60)
            before = a.locator("#log li").count()
            lit = a.locator("#table .lit")
            if number % 2 == 0 and lit.count() and not a.locator("#number").count():
                lit.first.focus()
                a.keyboard.press("Enter")
                if a.locator("#confirm").count():
                    a.click("#confirm")
                else:
                    options(a).last.click()
            else:
                (a.locator(".number .primary") if a.locator("#number").count() else options(a).first).click()
            until(lambda before=before: a.locator("#log li").count() > before, 60)
        assert a.evaluate("document.documentElement.scrollWidth") <= width
