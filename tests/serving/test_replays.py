"""Replays in a browser: files opened from disk, without a network, stepped to their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.browser import browser_path
from skirmish_rl.agents.judging import judge_film
from skirmish_rl.envs.core.replays import framed
from skirmish_rl.envs.core.trace import film_of
from skirmish_rl.envs.registry import available, ruleset_of

playwright = pytest.importorskip("playwright.sync_api", reason="no browser tests without playwright: make test-web")
BROWSER = browser_path()
pytestmark = [
    pytest.mark.web,
    pytest.mark.skipif(not BROWSER, reason="no browser: apt-get install chromium, or name one in SKIRMISH_BROWSER"),
]

TRACES = Path(__file__).parents[1] / "traces"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as made:
        found = made.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """An empty page without a network; whatever its console complains about fails the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("request", lambda request: complaints.append(request.url) if not request.url.startswith(("file:", "data:", "blob:")) else None)
    yield made
    context.close()
    assert not complaints


def opened(page: Any, name: str, folder: Path, to: str = "") -> int:
    """Open the replay of a ruleset's small golden game. Returns its last position."""
    trace = (TRACES / f"{name}-{ruleset_of(name).default_scenario('small')}-2.txt").read_text(encoding="utf-8")
    film, file = film_of(trace), folder / f"{name}.html"
    file.write_text(film.html(), encoding="utf-8")
    page.goto(f"file://{file}{to}")
    page.wait_for_selector("body[data-at]")
    return len(film.steps) - 1


def at(page: Any) -> int:
    return int(page.get_attribute("body", "data-at"))


@pytest.mark.parametrize("name", available())
def test_a_replay_is_stepped_to_its_end_by_keys_and_back_by_its_report(name: str, page: Any, tmp_path: Path) -> None:
    last = opened(page, name, tmp_path)
    boards = set()
    for k in range(last):
        page.keyboard.press("ArrowRight")
        assert at(page) == k + 1
        if k % 10 == 0:
            boards.add(page.inner_html(".scene-picture"))
    assert len(boards) > last // 40
    page.keyboard.press("ArrowRight")
    assert at(page) == last
    assert ":" in page.inner_text(".caption-said")
    assert page.locator(".graph .curve").count() >= 2
    row = page.locator('.report-list [data-at="3"]').first
    row.scroll_into_view_if_needed()
    row.click()
    assert at(page) == 3 and row.get_attribute("class").endswith("now")


def test_a_replay_runs_pauses_jumps_and_changes_its_speed(page: Any, tmp_path: Path) -> None:
    last = opened(page, "godbreakers", tmp_path, "#5")
    assert at(page) == 5
    for _ in range(9):
        page.keyboard.press("+")
    assert page.locator("[aria-label=Speed]").input_value() == "80"
    page.keyboard.press("Space")
    page.wait_for_function("Number(document.body.dataset.at) >= 12")
    page.keyboard.press("Space")
    paused = at(page)
    page.wait_for_timeout(400)
    assert at(page) == paused
    page.keyboard.press("End")
    assert at(page) == last
    page.keyboard.press("PageUp")
    assert 0 < at(page) < last
    page.keyboard.press("Home")
    box = page.locator(".graph svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    assert abs(at(page) - last / 2) <= 2
    page.locator("[aria-label=Position]").fill("7")
    assert at(page) == 7


def test_a_replay_with_a_judge_shows_the_chances(page: Any, tmp_path: Path) -> None:
    film, file = film_of((TRACES / "tide_of_iron-farm-2.txt").read_text(encoding="utf-8")), tmp_path / "judged.html"
    judge_film(film, "ppo:tide_of_iron")
    file.write_text(film.html(), encoding="utf-8")
    page.goto(f"file://{file}")
    page.wait_for_selector("body[data-at]")
    shown = page.locator("[aria-label='What the graph shows']")
    assert shown.input_value() == "chances" and page.locator(".graph .curve").count() == 1
    assert len(page.locator(".graph .curve").get_attribute("points").split()) == len(film.records)
    shown.select_option("points")
    assert page.locator(".graph .curve").count() == 2


def test_a_click_on_a_unit_shows_its_line(page: Any, tmp_path: Path) -> None:
    opened(page, "warcry", tmp_path, "#60")
    unit = page.locator(".scene-hits [data-unit]").first
    name = unit.get_attribute("data-unit")
    unit.click()
    assert page.inner_text(".unit-list .chosen th") == name
    assert page.locator(".scene-chosen").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".scene-chosen").count() == 0


@pytest.mark.parametrize("width", [1280, 1920])
def test_a_replay_shows_seats_graph_and_report_at_once(page: Any, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": width * 9 // 16})
    opened(page, "tide_of_iron", tmp_path, "#20")
    seats, report, bar = (page.locator(name).bounding_box() for name in (".seats", ".panes", ".replay-bar"))
    assert seats["height"] > 50 and report["height"] > 150 and bar["height"] < 150 and abs(seats["x"] - report["x"]) < 2


@pytest.mark.parametrize("name", available())
def test_a_replay_fits_a_phone_and_is_looked_at_closer(name: str, page: Any, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, name, tmp_path, "#20")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    whole = page.get_attribute("svg.scene", "viewBox").split()
    page.get_by_label("Closer").click()
    seen = page.get_attribute("svg.scene", "viewBox").split()
    assert float(seen[2]) < 0.7 * float(whole[2])
    page.get_by_label("Farther").click()
    assert page.get_attribute("svg.scene", "viewBox").split() == whole


def test_a_replay_plays_in_the_frame_of_a_notebook(page: Any, tmp_path: Path) -> None:
    trace = (TRACES / "godbreakers-drill-2.txt").read_text(encoding="utf-8")
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><title>a notebook</title>{framed(film_of(trace).html())}", encoding="utf-8")
    page.goto(f"file://{file}")
    frame = page.frame_locator("iframe")
    frame.locator("body[data-at='0']").wait_for()
    frame.get_by_label("One answer on (→)").click()
    frame.locator("body[data-at='1']").wait_for()
