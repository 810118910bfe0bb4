"""The page in a browser: whole games by clicks and by keys, taking back, coming back, watching, and what is drawn at several sizes."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.browser import browser_path
from skirmish_rl.agents.serving.showing import chances_of, odds_at, odds_of
from skirmish_rl.agents.serving.strengths import strengths_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import moved
from skirmish_rl.envs.core.scenes import scene_json
from skirmish_rl.envs.core.trace import write_game
from skirmish_rl.envs.registry import available, ruleset_of
from tests.serving.test_site import small

playwright = pytest.importorskip("playwright.sync_api", reason="no browser tests without playwright: make test-web")
BROWSER = browser_path()
pytestmark = [
    pytest.mark.web,
    pytest.mark.skipif(not BROWSER, reason="no browser: apt-get install chromium, or name one in SKIRMISH_BROWSER"),
]

SIZES = {390: 844, 1280: 800, 1920: 1080}
SHORT = {  # options that make a game short
    "dropzone_commander": ("rounds", "1"), "godbreakers": ("rounds", "3"), "tide_of_iron": ("rounds", "3"),
    "trench_crusade": ("turns", "2"),
    "warcry": ("rounds", "3"),
}  # fmt: skip
ATTACKED = re.compile(r"hits \d|wins the roll|\d+ di[ce]+ against|\d+ shots?")  # how the odds of an attack begin
# What can be clicked now: the middle of a place on the board, or of a button, after it has been brought in sight.
TARGETS = """() => [...document.querySelectorAll(
  ".scene-hits :is([data-cell], [data-spot], .asked), .question .choice:not(.quiet):not(:disabled)")].map(
  (one, k) => { one.dataset.k = k; return [k, ["cell", "spot", "unit"].find((kind) => one.dataset[kind]) ?? "button"]; })"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of its own process."""
    command = [sys.executable, "-m", "skirmish_rl", "serve", "--port", "0", "--no-records"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
        server.send_signal(2)
        assert server.wait(20) == 0
        assert server.stdout.read().splitlines()[-1] == "ended"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as made:
        found = made.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """An empty page; whatever its console complains about fails the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)  # `wait_for_function` evaluates texts
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("request", lambda request: complaints.append(request.url) if not request.url.startswith((address, "data:", "blob:")) else None)
    made.goto(address)
    yield made
    if folder := os.environ.get("SKIRMISH_SHOTS"):
        made.screenshot(path=Path(folder) / "last.png")
    context.close()
    assert complaints == []


def start(
    page: Any, game: str, who: tuple[str, ...] = ("person", "bot:simple"), practice: bool = False, scenario: str | None = None
) -> None:
    """Begin a short game by the first screen."""
    page.click(f"[data-game={game}]")
    page.click(f".chip:text-is('{(scenario or ruleset_of(game).default_scenario('small')).replace('_', ' ')}')")
    page.wait_for_function(
        "document.querySelectorAll('.start .scene [data-layer] > *').length > 0 && !document.querySelector('.board.waiting')"
    )
    for seat, name in enumerate(who):
        page.select_option(f"[data-seat='{seat}']", name)
    page.fill("[aria-label^=Seed]", "7")
    page.select_option("[aria-label^='How fast']", "0")
    if practice:
        page.check(".check input")
    page.click("summary:has-text('Options')")
    name, value = SHORT[game]
    page.select_option(f".option:has(span:text-is('{name}')) select", value)
    page.wait_for_function("!document.querySelector('.board.waiting')")
    page.click("text=Start")
    page.locator(".play[data-state]").wait_for()  # a handle of the element would keep it


def state(page: Any) -> str:
    """How the game stands, when it stands still."""
    page.wait_for_function("/asked|over|covered/.test(document.querySelector('.play')?.dataset.state)")
    return page.evaluate("document.querySelector('.play').dataset.state")


def at(page: Any) -> int:
    return int(page.evaluate("document.querySelector('.play').dataset.at"))


def click_one(page: Any, luck: random.Random) -> str:
    """Answer by a click on anything that can be clicked; what was clicked."""
    targets = page.evaluate(TARGETS)
    assert targets, "a question without an answer on the page"
    kinds = sorted({kind for _, kind in targets})
    kind = luck.choice(kinds)
    k = luck.choice([k for k, one in targets if one == kind])
    box = page.evaluate("k => { const one = document.querySelector(`[data-k='${k}']`); one.scrollIntoView({block: 'nearest'}); "
                        "const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }",
                        k)  # fmt: skip
    page.mouse.click(*box)
    return kind


def choose_on(page: Any) -> None:
    """Where a click has brought a further choice, or asks once more, take the first."""
    while page.evaluate("[...document.querySelectorAll('.question:not(.busy) .choice.quiet')].some((one) => one.textContent === 'back')"):
        page.locator(".question .choice:not(.quiet)").first.click()


def look_over(page: Any) -> None:
    """Of a game that is over: draw the graph, ask for thoughts at one of its positions, and analyse it."""
    page.click("text=Look it over")
    page.wait_for_selector(".graph svg .curve[points*=' ']")
    page.wait_for_selector(".thoughts button:text-is('Draw it again')", timeout=60_000)
    page.click(".graph svg", position={"x": 60, "y": 40})
    page.wait_for_function("document.querySelector('.play').dataset.state === 'past'")
    page.click("text=What would it do here?")
    page.wait_for_selector(".thought-list .figure")
    page.click(".thoughts section button:text-is('Analyse')")
    page.wait_for_selector(".thoughts button:text-is('Analyse again')", timeout=120_000)


def before_an_attack(game: str) -> tuple[str, dict[str, list[str]]]:
    """A saved game in which a person may attack now, and the odds of the answers."""
    odds: dict[str, list[str]] = {}
    scenario = ruleset_of(game).scenario(ruleset_of(game).default_scenario("small"))

    def choose(batch: Batch) -> int | None:
        found = odds_of(batch.games, scenario) if batch.deciders[0] == 0 else {}
        if any(ATTACKED.match(lines[0]) for lines in found.values()):
            odds.update(found)
            return None
        return int(batch.ask(np.zeros(1, np.int64), 2)[0])

    return write_game(scenario, 5, ["person", "bot:simple"], choose), odds


def before(game: str, question: str, passing: bool = False) -> str:
    """A saved game in which a person is asked something; `passing`: and may pass."""
    ruleset = ruleset_of(game)

    def choose(batch: Batch) -> int | None:
        asked = batch.deciders[0] == 0 and ruleset.decisions(int(batch.games[0]["decision"])).name == question
        if asked and (not passing or batch.masks[0, ruleset.layout.offset["pass"]]):
            return None
        return int(batch.ask(np.zeros(1, np.int64), 2)[0])

    return write_game(small(game), 5, ["person", "bot:simple"], choose)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("game", "question", "label", "does"),
    [
        ("dropzone_commander", "CARD", "play ", "."),
        ("godbreakers", "PRIORITY", "Skirmishers first, then Bulwark", "runs the wild models."),
        ("tide_of_iron", "ATTACK_TYPE", "suppressive attack", "pin a squad"), ("trench_crusade", "ACTION", "move", "with no roll"),
        ("warcry", "WILD", "keep it", "in a later round."),
    ],
)  # fmt: skip
def test_an_answer_says_what_it_does_to_the_eye_and_to_the_keyboard(page, tmp_path, game, question, label, does, width):
    file = tmp_path / "game.txt"
    file.write_text(before(game, question), encoding="utf-8")
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    choice = page.locator(f".question .choice:has(.does):has-text('{label}')").first
    choice.scroll_into_view_if_needed()
    said = choice.locator(".does")
    assert said.is_visible() and does in said.inner_text() and "seat_" not in page.inner_text(".question")
    assert said.evaluate("one => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= innerWidth")
    choice.focus()
    where = at(page)
    page.keyboard.press("Enter")
    page.wait_for_function(f"Number(document.querySelector('.play').dataset.at) > {where}")


@pytest.mark.parametrize("game", available())
def test_a_whole_game_by_clicks(page, game):
    start(page, game)
    luck, used, before = random.Random(3), set(), -1
    while state(page) != "over":
        before = at(page)
        used.add(click_one(page, luck))
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    assert "button" in used and ("cell" in used or "unit" in used)
    assert page.inner_text(".question .asked") in ("You win", "You lose", "A draw")
    assert re.search(r"wins|draw|share", page.inner_text(".question .hint"))
    assert page.locator(".report .said").count() == at(page)


def test_a_whole_game_by_keys(page):
    start(page, "godbreakers")
    while state(page) != "over":
        before = at(page)
        if page.locator(".question [data-number='1']").count():
            page.keyboard.press(str(1 + before % page.locator(".question [data-number]").count()))
        else:
            page.keyboard.press("b")
            page.keyboard.press(("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")[before % 4])
            page.keyboard.press("Enter")
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.play').dataset.at === '0'")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.play').dataset.at === '1'")
    page.keyboard.press("End")
    page.wait_for_function("document.querySelector('.play').dataset.state === 'over'")


def test_sides_are_named_in_full_and_told_apart_before_a_game(page):
    page.click("[data-game=godbreakers]")
    page.click(".chip:text-is('mirror')")
    page.wait_for_function("[...document.querySelectorAll('.seat-row .force')].every((one) => /\\s[12]$/.test(one.textContent))")
    first, second = page.locator(".seat-row .force").all_inner_texts()
    assert first[:-2] == second[:-2] and first != second
    assert page.evaluate("[...document.querySelectorAll('.seat-row .force')].every((one) => one.scrollWidth <= one.clientWidth + 1)")


def test_an_answer_is_taken_back_and_a_page_that_was_closed_comes_back(page):
    start(page, "warcry", practice=True)
    luck = random.Random(1)
    for _ in range(12):
        state(page)
        before = at(page)
        click_one(page, luck)
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    assert state(page) == "asked"
    question, told, place = page.inner_text(".question"), page.locator(".report .said").count(), at(page)
    page.reload()
    assert state(page) == "asked"
    assert (page.inner_text(".question"), page.locator(".report .said").count(), at(page)) == (question, told, place)
    page.click("text=Take back")
    page.wait_for_function("at => document.querySelector('.play').dataset.at < at", arg=place)
    assert state(page) == "asked" and page.locator(".report .said").count() == at(page)


def test_attacks_show_their_odds_on_their_buttons_and_under_a_finger(page, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text(before_an_attack("warcry")[0], encoding="utf-8")
    page.set_input_files(".hidden-file", game)
    page.wait_for_selector(".play[data-state='asked']")
    choice = page.locator(".question .choice:has-text('attack B')").first
    assert re.search(r"hits \d+\s%, takes it down \d+\s%", choice.locator(".chances").inner_text())
    place, unit = at(page), page.locator(".scene-hits .asked").first
    unit.hover(force=True)
    assert page.locator(".question .choice.pointed").get_attribute("data-unit") == unit.get_attribute("data-unit")
    unit.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    page.wait_for_selector(".unit-card small:has-text('hits on')")
    page.locator(".scene-hits").dispatch_event("click", {"bubbles": True})
    page.wait_for_timeout(300)
    assert at(page) == place  # a finger that rests chooses nothing


def test_a_blast_says_whom_it_strikes_at_a_cell_that_is_pointed_at_or_under_a_finger_that_rests(page, tmp_path):
    scenario, cells = ruleset_of("trench_crusade").scenario("relics"), list[tuple[int, int]]()

    def choose(batch: Batch) -> int | None:
        layout = scenario.ruleset.layout
        if batch.deciders[0] == 0 and scenario.ruleset.decisions(int(batch.games[0]["decision"])).name == "TARGET":
            places = [layout.action(int(action)) for action in np.flatnonzero(batch.masks[0])]
            cells.extend(
                cell for block, cell in places if block == "cell" and "your own" in " ".join(odds_at(batch.games, scenario, cell))
            )
        return None if cells else int(batch.ask(np.zeros(1, np.int64), 2)[0])

    file = tmp_path / "game.txt"
    file.write_text(write_game(scenario, 5, ["person", "bot:simple"], choose), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    place, (x, y) = at(page), cells[0]
    cell = page.locator(f".scene-hits [data-cell='{x},{y}']")
    cell.hover(force=True)
    page.wait_for_selector(".question .odds .chances:has-text('your own')")
    assert page.inner_text(".question .odds").startswith("strikes ") and page.locator(".scene-sight").count()
    assert re.search(rf"{x},{y}, [\d.]+\" from A\d+: sees (\d+|none) of \d+ enemies", page.inner_text(".question .odds"))
    page.mouse.move(1, 1)
    page.wait_for_function("!document.querySelector('.question .odds').textContent")
    for event in ("pointerover", "pointerdown"):
        cell.dispatch_event(event, {"pointerType": "touch", "bubbles": True})
    page.wait_for_timeout(700)
    cell.dispatch_event("click", {"bubbles": True})
    page.wait_for_selector(".question .odds .chances:has-text('your own')")
    page.wait_for_timeout(300)
    assert at(page) == place  # a finger that rests chooses nothing


def test_an_attack_on_the_only_target_names_it_and_is_asked(page, tmp_path):
    scenario = ruleset_of("warcry").scenario(ruleset_of("warcry").default_scenario("small"))
    leads: dict[str, Any] = {}

    def choose(batch: Batch) -> int | None:
        if batch.deciders[0] == 0 and (found := chances_of(batch.games, scenario)["leads"]):
            leads.update(found)
            return None
        return int(batch.ask(np.zeros(1, np.int64), 2)[0])

    file = tmp_path / "game.txt"
    file.write_text(write_game(scenario, 5, ["person", "bot:simple"], choose), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    number, lead = next(iter(leads.items()))
    place, button = at(page), page.locator(f".question [data-action='{number}']")
    assert f"→ {lead['unit']}" in button.inner_text() and "takes it down" in button.inner_text()
    button.hover()
    assert page.locator(".scene-thought").count()
    button.click()
    assert (
        page.inner_text(".question .sure").endswith(f"→ {lead['unit']}? Dice that have fallen are not taken back.") and at(page) == place
    )
    page.click(".question .choice.quiet:text-is('back')")
    button.click()
    page.keyboard.press("1")
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=place)
    page.click("[data-go=start]")
    page.check(".check input")  # practice, as in a guided game: nothing needs to be asked twice
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    button.click()
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=place)


def test_an_answer_that_is_not_allowed_keeps_its_place_and_its_number(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "ACTION"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    words = [text.split("\n")[1].split(" →")[0] for text in page.locator(".question .choice").all_inner_texts()[:5]]
    assert words == ["move", "charge", "dash", "shoot", "fight"]
    closed = page.locator(".question .choice:disabled")
    assert "no enemy beside it" in closed.last.inner_text()
    place = at(page)
    page.keyboard.press(closed.last.locator("kbd").inner_text())
    page.wait_for_timeout(200)
    assert at(page) == place


def test_what_others_did_since_ones_answer_is_told_and_shown_again(page):
    start(page, "warcry")
    seen, luck = False, random.Random(3)
    for _ in range(60):
        if state(page) != "asked":
            break
        if page.locator(".deeds button").count() and page.locator(".scene [data-layer='trails'] > *").count() > 1:
            seen = True
            break
        before = at(page)
        click_one(page, luck)
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    assert seen and 1 <= page.locator(".deeds .last p").count() <= 3
    place = at(page)
    page.click(".deeds button")
    page.wait_for_function("at => Number(document.querySelector('.play').dataset.at) < at", arg=place)
    page.wait_for_function("at => Number(document.querySelector('.play').dataset.at) === at", arg=place)
    assert state(page) == "asked"


def test_an_end_that_would_lose_units_their_turn_asks_once_more(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("dropzone_commander", "SQUAD", passing=True), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    place = at(page)
    page.keyboard.press("0")
    assert "could still be chosen" in page.inner_text(".question .sure") and at(page) == place
    page.keyboard.press("0")
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=place)


def test_answers_that_differ_in_their_dice_alone_stand_under_one_head(page, tmp_path):
    scenario = ruleset_of("warcry").scenario("duel")

    def choose(batch: Batch) -> int | None:
        record, layout = batch.games[0], scenario.ruleset.layout
        named = [layout.action(int(action)) for action in np.flatnonzero(batch.masks[0])]
        rushes = [argument for block, argument in named if block == "ability" and argument.startswith("rush-")]
        return None if record["decider"] == 0 and len(rushes) > 1 else int(batch.ask(np.zeros(1, np.int64), 2)[0])

    file = tmp_path / "game.txt"
    file.write_text(write_game(scenario, 5, ["person", "bot:simple"], choose), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    group = page.locator(".choice-group[aria-label='rush']")
    assert group.count() == 1 and "of Move until this activation ends" in group.locator(".head").inner_text()
    words = [text.split("\n")[-1] for text in group.locator(".choice").all_inner_texts()]
    assert len(words) > 1 and all(re.fullmatch(r"\w+ \ds", text) for text in words)
    keys = page.locator(".question .choice kbd").all_inner_texts()
    assert [key for key in keys if key != "0"] == [str(k) for k in range(1, len(keys) + 1 - ("0" in keys))]
    place = at(page)
    page.keyboard.press(group.locator(".choice kbd").first.inner_text())
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=place)
    assert "rush" in page.inner_text(f".report [data-at='{place + 1}']")


PAINTED = """async (written) => {
  const [{paint}, {sceneOf}] = await Promise.all([import("./paint.js"), import("./shapes.js")]);
  const board = document.createElement("div");
  paint(board, sceneOf(written), {});
  return [...board.querySelectorAll(".scene-covered + text")].map((one) => one.textContent);
}"""


@pytest.mark.parametrize("game", ["warcry", "dropzone_commander", "trench_crusade", "tide_of_iron"])
def test_a_unit_on_an_objective_leaves_its_number_readable(page, game):
    scenario = small(game)
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=3)
    while not any(getattr(shape, "unit", None) for shape in dict(scenario.ruleset.scene(batch.games[0], scenario).layers)["units"]):
        batch.step(batch.ask(np.zeros(1, np.int64), 0))
    scene = scenario.ruleset.scene(batch.games[0], scenario)
    layers = dict(scene.layers)
    number = next(shape for shape in layers["objectives"] if re.fullmatch(r"\d\??", getattr(shape, "text", "")))
    body = next(shape for shape in layers["units"] if getattr(shape, "unit", None))
    corners = getattr(body, "points", None) or [(body.x, body.y), (body.x + getattr(body, "w", 0), body.y + getattr(body, "h", 0))]
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    alone, away = ([moved(body, 1.0, number.x - x + more, number.y - y)] for more in (0, 99))
    for units, covered in ((alone, True), (away, False)):
        drawn = scene_json(replace(scene, layers=[(name, units if name == "units" else shapes) for name, shapes in scene.layers]))
        assert (number.text in page.evaluate(PAINTED, drawn)) == covered


def test_chances_stand_on_the_buttons_and_the_hint_marks_one(page, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text(before_an_attack("trench_crusade")[0], encoding="utf-8")
    page.set_input_files(".hidden-file", game)
    page.wait_for_selector(".question .chances:has-text('%')")
    assert page.locator(".advised, .question .advice").count() == 0
    page.keyboard.press("h")
    page.wait_for_selector(".question .advice")
    assert page.locator(".question .choice.advised").count() <= 1 and "advises" in page.inner_text(".question .advice")


def test_a_hint_is_at_hand_beside_the_question_and_leaves_the_report_where_it_is(page, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text(before("trench_crusade", "DESTINATION"), encoding="utf-8")
    page.set_input_files(".hidden-file", game)
    page.wait_for_selector(".play[data-state='asked'] .question .good-here")
    page.click(".question .good-here")
    page.wait_for_selector(".question .advice")
    assert page.is_visible(".report") and page.locator(".question .good-here").count() == 0
    assert page.locator(".scene-advised").count() == 1  # the cell that is advised is marked more than the others that are as good
    assert re.match(r"The (search|network) advises go to \d+,\d+, marked on the board", page.inner_text(".question .advice"))


def test_what_ends_or_passes_stands_last_and_has_the_key_0(page):
    start(page, "godbreakers")
    seen = 0
    while seen < 3 and state(page) == "asked":
        before = at(page)
        keys = page.locator(".question .choice:not(.quiet) kbd").all_inner_texts()
        assert [key for key in keys if key != "0"] == [str(k) for k in range(1, len(keys) + 1 - ("0" in keys))]
        if "0" in keys:
            assert keys.index("0") == len(keys) - 1 and re.search(
                "pass|end|no ", page.locator(".question .choice:not(.quiet)").last.inner_text()
            )
            seen += 1
            page.keyboard.press("0")
            choose_on(page)
        elif keys:
            page.keyboard.press("1")
        else:
            page.locator(".scene-hits :is([data-cell], .asked)").first.dispatch_event("click")
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
        page.wait_for_selector(".play:is([data-state='asked'], [data-state='over'])")
    assert seen == 3


def test_every_game_has_a_picture_and_a_sentence_on_the_first_screen(page):
    page.wait_for_function("[...document.querySelectorAll('.game-card img')].filter((one) => one.naturalWidth === 320).length === 5")
    assert all(re.search(r"\. (2|2 to 4) seats\.$", said) for said in page.locator(".game-card small").all_inner_texts())


@pytest.mark.parametrize("game", ["tide_of_iron", "warcry"])
def test_opponents_are_listed_from_weak_to_strong_with_a_word_how_strong_each_is(page, game):
    page.click(f"[data-game={game}]")
    groups = page.evaluate("""[...document.querySelectorAll("[data-seat='1'] optgroup")].map(
      ({label, children}) => [label.split(",")[0], [...children].map(({value, textContent}) => [value, textContent])])""")
    assert [title for title, _ in groups] == ["Levels", "Bots", "Trained networks", "Search"]
    known = strengths_of(ruleset_of(game))
    (_, levels), (_, bots), (_, trained), _ = groups
    assert [value for value, _ in levels] == [f"easy:{k}" for k in range(1, 6)] + [f"level:{k}" for k in (*range(6, 11), "master")]
    assert len(bots) == 6 and [value for value, _ in bots] == sorted((value for value, _ in bots), key=lambda value: known[value])
    said = dict(levels + bots + trained)
    assert said["random"] == "Random: hardly an opponent" and said["bot:strong"] == "Strong bot: strong"
    assert said["level:10"] == "Level 10: very strong" and said["level:master"] == "Master: very strong"
    assert all(said[f"ppo:{game}/{name}"].endswith(": very strong") for name in ("duel", "duel-league"))


def test_forces_are_chosen_for_each_seat_from_the_game_and_from_dropped_files(page, tmp_path):
    page.click("[data-game=godbreakers]")
    page.click(".chip:text-is('drill')")
    page.click("text=Options, own files")
    first, second = (page.locator(f"[aria-label='circles of seat {seat}']") for seat in (1, 2))
    seen = "!document.querySelector('.start .board.waiting')"  # what was chosen is shown: only then its selects are filled for good
    page.wait_for_function(seen)
    before = [first.input_value(), second.input_value()]
    assert before == ["bulwark", "skirmishers"]
    second.select_option("council")
    page.wait_for_function(f"{seen} && document.querySelectorAll('.seat-row .force')[1].textContent === 'council'")
    assert [first.input_value(), second.input_value()] == ["bulwark", "council"]
    roster = tmp_path / "mine.toml"
    circles = (Path(ruleset_of("godbreakers").data) / "circles.toml").read_text(encoding="utf-8")
    roster.write_text('name = "mine"\n' + circles.split("[bulwark]\n")[1].split("\n[")[0], encoding="utf-8")
    page.set_input_files(".hidden-file", roster)
    first.select_option("mine.toml")
    page.wait_for_function(f"{seen} && document.querySelectorAll('.seat-row .force')[0].textContent === 'mine'")
    second.select_option("")
    page.wait_for_function(f"{seen} && document.querySelectorAll('.seat-row .force')[1].textContent === 'skirmishers'")
    page.click("text=Start")
    assert state(page) in ("asked", "waiting", "over")


def test_a_generated_world_is_chosen_by_number_and_played(page):
    page.click("[data-game=tide_of_iron]")
    page.click(".chip:text-is('generated world')")
    number = page.input_value("[aria-label='Number of the world']")
    page.click("text=Another")
    assert page.input_value("[aria-label='Number of the world']") != number
    page.fill("[aria-label='Number of the world']", "7")
    page.keyboard.press("Tab")
    page.wait_for_function("!document.querySelector('.board.waiting')")
    page.click("text=Start")
    luck = random.Random(6)
    for _ in range(12):
        state(page)
        before = at(page)
        click_one(page, luck)
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    assert page.inner_text("#where").endswith("skirmish:7")
    page.click("[data-go=start]")
    page.wait_for_selector("[aria-label='Number of the world']")  # the next game begins with the same choice


def test_many_answers_of_units_stand_behind_one_button_each_with_what_the_unit_is(page):
    start(page, "tide_of_iron")
    for _ in range(60):
        if state(page) != "asked" or page.locator(".question .choice:has-text('…')").count():
            break
        before = at(page)
        click_one(page, random.Random(3))
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    unit = page.locator(".question .choice:has-text('A1 …')")
    assert "officer" in unit.inner_text() and page.locator(".question .choice").count() <= 12
    before = at(page)
    unit.click()
    assert page.locator(".question .choice:has-text('advance A1')").count() == 1
    page.click(".question .choice.quiet:text-is('back')")
    page.keyboard.press(unit.get_attribute("data-number"))
    page.click(".question .choice:has-text('advance A1')")
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)


def test_agents_are_watched_and_their_game_is_looked_over(page):
    start(page, "godbreakers", ("bot:strong", "random"))
    assert state(page) == "over"
    look_over(page)
    lost = page.locator(".blunders .blunder")
    assert lost.count() > 0 and page.locator(".report .sign").count() >= lost.count()
    number = int(re.search(r"(\d+):", lost.first.inner_text())[1])
    asked = lost.locator(".asked-then").all_inner_texts()
    assert all("?" in one for one in asked) and any(re.search(r"[AB]\d", one) for one in asked)
    lost.first.click()
    page.wait_for_function("at => document.querySelector('.play').dataset.at === String(at)", arg=number - 1)
    page.click("[data-tab=report]")
    page.locator(".report [data-at='2']").first.click()
    page.wait_for_function("document.querySelector('.play').dataset.at === '2'")


def test_one_tries_again_from_a_blunder(page):
    start(page, "godbreakers", ("random", "bot:strong"))
    assert state(page) == "over"
    first, length = page.url, at(page)
    page.click(".question button:text-is('Analyse')")
    page.wait_for_selector(".blunders .blunder", timeout=120_000)
    assert "guesses" in page.inner_text(".early-note") and page.locator(".graph .early").count() == 1
    page.locator(".blunders .blunder").first.click()
    page.wait_for_function("document.querySelector('.play').dataset.state === 'past'")
    assert "answered:" in page.inner_text(".question") and "better:" in page.inner_text(".question")
    assert page.locator(".report .die").count() > 0 and page.input_value(".foot input[type=range]") == str(at(page))
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.play').dataset.at === '0'")
    page.click("[title^='Run through']")
    page.wait_for_function("Number(document.querySelector('.play').dataset.at) >= 2")
    page.click("[title^='Run through']")
    page.locator(".blunders .blunder").first.click()
    page.wait_for_selector(".question .advice")
    place = at(page)
    page.click("text=Try again from here")
    page.wait_for_url(lambda url: url != first)
    assert state(page) == "asked" and at(page) == place < length


@pytest.mark.parametrize("game", ["tide_of_iron", "trench_crusade", "warcry"])
def test_ones_own_side_is_below_and_the_board_can_be_turned(page, game, tmp_path):
    middle = """(letter) => {
      const boxes = [...document.querySelectorAll(`.scene-hits [data-unit^=${letter}]`)].map((one) => one.getBoundingClientRect());
      return boxes.reduce((sum, box) => sum + box.top + box.height / 2, 0) / boxes.length; }"""
    labels = "[...document.querySelectorAll('.scene-hits > *')].map((one) => one.getAttribute('aria-label'))"
    mine, saved = tmp_path / "game.txt", before(game, {"tide_of_iron": "STEP", "trench_crusade": "DESTINATION", "warcry": "MOVE"}[game])
    mine.write_text(saved, encoding="utf-8")
    page.set_input_files(".hidden-file", mine)
    page.wait_for_selector(".play[data-state='asked']")
    assert page.evaluate(middle, "A") > page.evaluate(middle, "B")
    before_it, cell = page.evaluate(labels), page.locator(".scene-hits [data-cell]").first
    place, box = (
        cell.get_attribute("data-cell"),
        page.locator(f".scene-hits [data-cell='{cell.get_attribute('data-cell')}']").bounding_box(),
    )
    page.keyboard.press("v")
    assert page.evaluate(middle, "A") < page.evaluate(middle, "B") and sorted(page.evaluate(labels)) == sorted(before_it)
    turned = page.locator(f".scene-hits [data-cell='{place}']").bounding_box()
    assert abs(turned["x"] - box["x"]) + abs(turned["y"] - box["y"]) > 20
    where = at(page)
    page.mouse.click(turned["x"] + turned["width"] / 2, turned["y"] + turned["height"] / 2)
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=where)


def test_a_unit_shows_what_it_is(page):
    start(page, "godbreakers")
    while state(page) == "asked" and not page.locator(".scene-hits [data-unit]:not(.asked)").count():
        click_one(page, random.Random(2))
        page.wait_for_timeout(50)
    unit = page.locator(".scene-hits [data-unit]:not(.asked)").first
    name = unit.get_attribute("data-unit")
    unit.click()
    assert page.inner_text(".unit-card strong") == name
    page.wait_for_selector(".unit-card .figures")
    assert page.locator(".unit-card .figures div").count() > 3 and "Die" in page.inner_text(".unit-card .figures")
    page.click(".unit-card summary")
    assert "what it rolls" in page.inner_text(".unit-card .meanings")
    page.keyboard.press("Escape")
    page.wait_for_selector(".unit-card", state="detached")


def test_whoever_does_not_know_the_game_is_told_how_it_is_played(page):
    page.click("[data-game=warcry]")
    page.click(".chip:text-is('duel')")
    assert "Good for a first game." in page.inner_text(".says") and "fantasy" in page.inner_text("[data-game=warcry]")
    page.click("text=How to play")
    assert page.evaluate("document.activeElement.id") == "help-title" and page.locator("dialog .minute li").count() == 7
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert "click" in page.inner_text("dialog [role=tabpanel]:not([hidden])")
    page.keyboard.press("Escape")
    start(page, "warcry")
    state(page)
    page.keyboard.press("?")
    assert page.inner_text("dialog [role=tab][aria-selected=true]") == "How to play" and "hero phase" in page.inner_text("dialog .minute")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("game", ["tide_of_iron", "trench_crusade", "warcry"])
def test_units_and_cells_are_named_with_side_place_and_distance(page, game, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before(game, {"tide_of_iron": "STEP", "trench_crusade": "DESTINATION", "warcry": "MOVE"}[game]), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    labels = page.evaluate("[...document.querySelectorAll('.scene-hits [data-unit]')].map((one) => one.getAttribute('aria-label'))")
    assert labels and all(re.match(r"[AB]\d+, (yours|enemy), at \d+,\d+(, [\d.]+ from A\d+)?: .", label) for label in labels), labels
    assert all((", yours," in label) == label.startswith("A") for label in labels)
    cells = page.evaluate("[...document.querySelectorAll('.scene-hits [data-cell]')].map((one) => one.getAttribute('aria-label'))")
    far = [re.fullmatch(r"cell \d+,\d+(, [\d.]+ from A\d+)?(: .+)?", cell) for cell in cells]
    assert cells and all(far) and sum(found[1] is None for found in far) <= 1  # where it stands itself
    there = """async () => { const {cellAt, middle} = await import("./paint.js"), grids = [
      {columns: 9, rows: 9, first: [0.5, 0.577], step: [1, 0.866], shift: 0.5},
      {columns: 5, rows: 4, first: [0.5, 3.5], step: [1, -1], shift: 0}];
      return grids.flatMap((grid) => Array.from({length: grid.columns * grid.rows},
        (_, k) => [k % grid.columns, Math.floor(k / grid.columns)])
        .filter((cell) => String(cellAt({grid}, ...middle({grid}, cell))) !== String(cell))); }"""
    assert page.evaluate(there) == []
    page.locator(".scene-hits [data-cell]").first.focus()
    page.wait_for_function("/: (.*; )?(sees|could)/.test(document.querySelector('.question .odds').textContent)")
    assert re.match(r"\d+,\d+(, [\d.]+(\"| hex(es)?) from A\d+)?: ", page.inner_text(".question .odds"))
    assert page.locator(".scene-sight").count() == len(re.findall(r"B\d+ \(", page.inner_text(".question .odds").split("; ")[0]))
    assert page.locator("[role=log]").count() == 1 and page.locator(".question [role=heading]").inner_text().endswith((")", "?"))


def test_a_game_is_saved_and_dropped_on_to_the_page_again(page, tmp_path):
    start(page, "godbreakers")
    luck = random.Random(4)
    for _ in range(5):
        state(page)
        before = at(page)
        click_one(page, luck)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    state(page)
    question = page.inner_text(".question")
    with page.expect_download() as got:
        page.click("text=Save")
    file = tmp_path / "game.txt"
    got.value.save_as(file)
    page.click("[data-go=start]")
    page.set_input_files(".hidden-file", file)
    assert state(page) == "asked" and page.inner_text(".question") == question


def test_a_seat_is_handed_over_and_the_game_is_played_once_more_with_seats_swapped(page):
    start(page, "godbreakers")
    assert state(page) == "asked"
    page.click(".seats li:first-child .who")
    page.select_option("dialog select", "random")
    page.click("dialog button:text-is('Take the seat')")
    page.wait_for_selector(".play[data-state='over']")
    first = page.url
    assert page.locator(".seats small").all_inner_texts() == ["Random", "Simple bot"]
    page.click("text=Seats swapped")
    page.wait_for_url(lambda url: url != first)
    page.wait_for_selector(".play[data-state='over']")
    assert page.locator(".seats small").all_inner_texts() == ["Simple bot", "Random"]
    second = page.url
    page.click("text=Rematch")
    page.wait_for_url(lambda url: url != second)


def test_a_link_seats_a_person_elsewhere_who_plays_and_comes_back(page, browser):
    start(page, "godbreakers", ("person", "guest"))
    assert page.locator(".seats small").all_inner_texts() == [] and "Person elsewhere" in page.inner_text(".seats")
    link = page.input_value("[aria-label^='Link to']")
    here, elsewhere, late = page, browser.new_context(bypass_csp=True).new_page(), browser.new_context(bypass_csp=True).new_page()
    elsewhere.goto(link)
    elsewhere.locator(".play[data-state]").wait_for()
    here.wait_for_selector(".invited:has-text('the person is there')")
    late.goto(link)
    late.wait_for_selector(".refused:has-text('has been used')")
    late.click("text=To the first page")
    late.wait_for_selector(".start")
    assert not elsewhere.locator(".invited:visible, .seats .who").count() and elsewhere.url not in (link, here.url)
    luck, answered = random.Random(3), set()
    for _ in range(40):
        asked = next((one for one in (here, elsewhere) if one.evaluate("document.querySelector('.play').dataset.state") == "asked"), None)
        if asked is None:
            here.wait_for_timeout(50)
            continue
        before = at(asked)
        click_one(asked, luck)
        choose_on(asked)
        for one in (here, elsewhere):
            one.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
        answered.add(asked)
        if len(answered) == 2:
            break
    assert len(answered) == 2
    seat = elsewhere.url
    for address in (seat, link):  # the own seat, also by the link that led to it
        elsewhere.goto("about:blank")
        here.wait_for_selector(".invited:has-text('the person is away')")
        elsewhere.goto(address)
        elsewhere.wait_for_function("document.querySelector('.play')?.dataset.at > 0")
        assert elsewhere.url == seat
    here.click(".invited >> text=New link")
    elsewhere.wait_for_selector(".refused:has-text('given to somebody else')")
    assert here.input_value("[aria-label^='Link to']") != link
    for one in (elsewhere, late):
        one.context.close()


def test_the_board_is_covered_between_hidden_hands(page):
    start(page, "dropzone_commander", ("person", "person"))
    assert state(page) == "covered" and not page.locator(".scene-hits > *").count()
    page.click("text=Ready, show the board")
    page.wait_for_function("document.querySelector('.play').dataset.state === 'asked'")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("game", available())
def test_nothing_is_wider_than_the_screen(page, game, width, tmp_path):
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    start(page, game)
    luck = random.Random(5)
    for _ in range(10):
        if state(page) != "asked":
            break
        before = at(page)
        click_one(page, luck)
        choose_on(page)
        page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)
    state(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.locator(".board .scene").bounding_box()
    assert board["width"] >= (0.95 * width if width < 800 else 0.35 * width)
    for folder in filter(None, [os.environ.get("SKIRMISH_SHOTS")]):
        page.screenshot(path=Path(folder) / f"{game}-{width}.png", full_page=width < 800)


def lines_of_scores(game: str) -> list[str]:
    """How a game of bots stands, as traces write it, at its questions."""
    scenario = ruleset_of(game).scenario(ruleset_of(game).default_scenario("small"))
    batch = Batch(scenario, 1)
    batch.reset(seed=3)
    lines = []
    while not batch.over[0]:
        lines.append(scenario.ruleset.summary(batch.games[0], scenario))
        batch.step(batch.ask(np.zeros(1, np.int64), 1))
    return [*lines, scenario.ruleset.summary(batch.games[0], scenario)]


@pytest.mark.parametrize("game", available())
def test_how_it_stands_is_told_in_words(page, game):
    lines = lines_of_scores(game)
    told = page.evaluate("async (lines) => { const {standingOf} = await import('/standing.js'); return lines.map(standingOf); }", lines)
    for line, words in zip(lines, told, strict=True):
        assert not re.search(r"\d:\d|\||objectives:? [.\dAB?x()-]+$|order \d|(?:round|turn) 0", words) and "undefined" not in words, (
            line,
            words,
        )
        assert line.startswith("over") or words


def test_signs_of_a_score_are_told_by_seat_and_number(page):
    says = {
        "turn 1 activation | 0:2 | models 5:4 | initiative seat_1 | objectives .10": "turn 1: activation · "
        "models left seat_0 5, seat_1 4 · "
        "initiative seat_1 · objectives: 2 with seat_1; 3 with seat_0",
        "round 5 initiation | 0:0 | kills 260:115 | order 10 | on table 11:7 | objectives 1(0)?-x": "round 5: "
        "initiation · points taken down "
        "seat_0 260, seat_1 115 · order seat_1, seat_0 · units on the table seat_0 11, seat_1 7 · "
        "objectives: 1 with seat_1, 1 brought home by "
        "seat_0, 1 hidden, 1 open, 1 lost",
        "round 0 setup | 0:0 | command 0:0, initiative 0:3 with seat_0 | objectives AA.B": "setup · command seat_0 0, seat_1 0 · "
        "initiative seat_0 (seat_0 0, seat_1 3) · objectives: 1, 2 with seat_0; 4 with seat_1",
        "turn 0 setup | 0:0 | models 0:2 | objectives ...": "setup · models set up seat_0 0, seat_1 2 · objectives: held by nobody",
        "over | 7:2:20 | victory points": "over · points seat_0 7, seat_1 2, seat_2 20 · victory points",
    }
    read = "async (lines) => { const {standingOf} = await import('/standing.js'); return lines.map(standingOf); }"
    assert page.evaluate(read, list(says)) == list(says.values())
    aims = "async (lines) => { const {plainAim} = await import('/standing.js'); return lines.map(plainAim); }"
    assert page.evaluate(aims, ["hold objectives (*).", "claim relics ($), do deeds"]) == ["hold objectives.", "claim relics, do deeds"]
    brief = "async (lines) => { const {brief} = await import('/report.js'); return lines.map(brief); }"
    lines = {
        "A5 moves to 20,9 by 20,4 20,5": "A5 moves to 20,9",
        "seat_1 has one answer: end (the next Action of B4, or its end)": "seat_1 has no choice: end",
        "seat_0 receives 1 wild dice": "seat_0 receives 1 wild die", "seat_1 draws 1 cards": "seat_1 draws 1 card",
        "seat_0 draws 11 cards": "seat_0 draws 11 cards",
    }  # fmt: skip
    assert page.evaluate(brief, list(lines)) == list(lines.values())
    once = "async (lines) => { const {toldOnce} = await import('/report.js'); return toldOnce(lines); }"
    assert page.evaluate(once, ["B3: shoot", "B3 attacks A3", "with bolt rifle", "B3 misses"]) == [
        "B3 attacks A3 with bolt rifle",
        "B3 misses",
    ]


def test_what_others_did_is_told_in_short_with_what_it_led_to(page):
    short = "async (lines) => { const {inShort} = await import('/asking.js'); return inShort(lines); }"
    shot = ["B1 moves to 6,20", "B1 rolls for a dash: 5 2 -> 7", "B1 moves to 6,15", "B1 attacks A2", "B1 rolls for a shot: 3 2 6 -> 9",
            "A2 is hit", "seat_1 rolls for an injury at A2: 2 3 -> 5", "blood markers of A2: 1"]  # fmt: skip
    assert page.evaluate(short, shot) == ["B1 moves to 6,15", "B1 attacks A2: A2 is hit, blood markers of A2: 1"]
    many = [*shot, "B2 fires at A4", "A4 loses 2 DP", "A4 is lost at 3,3: destroyed", "B3 moves to 1,1", "seat_1 scores +2"]
    assert page.evaluate(short, many) == [
        "B1 attacks A2: A2 is hit, blood markers of A2: 1", "B2 fires at A4: A4 loses 2 DP, A4 is lost at 3,3: destroyed",
        "seat_1 scores +2",
    ]  # fmt: skip
    assert page.evaluate(short, ["B1 rolls for a dash: 1 2 -> 3"]) == ["B1 rolls for a dash: 1 2 -> 3"]


def test_who_chooses_the_northern_side_sees_it_at_the_bottom(page):
    page.click("[data-learn='trench_crusade']")
    page.wait_for_selector(".play[data-state='asked'] .question .choice:has-text('north')")
    lowest = """() => {
      const at = (one) => one.getBoundingClientRect();
      const texts = [...document.querySelectorAll(".scene text")].filter((one) => /^\\d+$/.test(one.textContent));
      const left = Math.min(...texts.map((one) => at(one).x + at(one).width / 2)) + 12;
      const rows = texts.filter((one) => at(one).x + at(one).width / 2 < left).sort((one, other) => at(other).y - at(one).y);
      return Number(rows[0].textContent);
    }"""
    page.click(".question .choice:has-text('north')")
    page.wait_for_selector(".play[data-state='asked'] .asked:has-text('deploy')")
    assert page.evaluate(lowest) == 23
    page.keyboard.press("v")
    assert page.evaluate(lowest) == 0


def test_the_edge_from_which_a_seat_comes_on_says_where_its_own_side_is(page):
    above = """async (names) => {
      const {isAbove} = await import('/turned.js');
      const layers = [["zones", names.map((name, k) => ({kind: "rect", x: 0, y: 20 * k, w: 1, h: 1, name}))]];
      return [isAbove({layers}, 0, []), isAbove({layers}, 1, [])];
    }"""
    for words in ("edge from which seat_{} comes on", "zone of seat_{}", "edge of seat_{}"):
        assert page.evaluate(above, [words.format(0), words.format(1)]) == [True, False]


def test_the_board_keeps_its_size_when_the_line_below_it_grows(page):
    page.set_viewport_size({"width": 1280, "height": 800})
    start(page, "trench_crusade")
    high = """(text) => {
      document.querySelector("p.summary").textContent = text;
      return document.querySelector(".board-wrap").getBoundingClientRect().height;
    }"""
    assert page.evaluate(high, "turn 1") == page.evaluate(high, "turn 2: activation, objectives: 1, 2 with the Garrison; " * 2)


def test_what_came_of_a_roll_and_of_a_round_is_told_above_the_question(page):
    short = "async (lines) => { const {inShort} = await import('/asking.js'); return inShort(lines); }"
    failed = ["A4 rolls for a dash: 1 3 -> 4", "the activation of A4 and A5 ends", "B4 moves to 4,16",
              "B4 rolls for a dash: 1 4 -> 5", "the activation of B4 ends"]  # fmt: skip
    assert page.evaluate(short, failed) == [
        "A4 rolls for a dash: 1 3 -> 4; the activation of A4 and A5 ends", "B4 moves to 4,16",
        "B4 rolls for a dash: 1 4 -> 5; the activation of B4 ends",
    ]  # fmt: skip
    missed = ["A4 fires at B8", "A5 fires at B8", "A4 rolls for hit at B8: 1 -> 0", "A5 rolls for hit at B8: 2 -> 0"]
    assert page.evaluate(short, missed) == ["A4 fires at B8 (A5, too): no hit"]
    hit = [*missed[:2], "A4 rolls for hit at B8: 6 -> 1", "A5 rolls for hit at B8: 2 -> 0", "A4 rolls for damage at B8: 2"]
    assert page.evaluate(short, hit) == ["A4 fires at B8 (A5, too): no damage"]
    assert page.evaluate(short, hit[:4]) == ["A4 fires at B8 (A5, too)"], "the dice for the damage are still to come"
    assert page.evaluate(short, ["A9 rolls for search: 3 -> 4", "B1 moves to 1,1"]) == [
        "A9 rolls for search: 3 -> 4; nothing is found", "B1 moves to 1,1",
    ]  # fmt: skip
    assert page.evaluate(short, ["A9 rolls for search: 5 -> 7", "the objective at 3,10 is found"]) == ["the objective at 3,10 is found"]
    counted = ["seat_0 controls objective 1", "seat_0 scores +2 for objective",
               "seat_0 controls objective 2", "seat_0 scores +2 for objective",
               "seat_1 scores +2 for objective", "Turn 2", "seat_0 rolls for the roll off: 3", "seat_0 has the initiative"]  # fmt: skip
    assert page.evaluate(short, counted) == [
        "seat_0 scores +4 for objective", "seat_1 scores +2 for objective", "Turn 2: seat_0 has the initiative",
    ]  # fmt: skip
    assert page.evaluate(short, ["seat_0 scores 25 Kill Points", "seat_0 scores 20 Kill Points"]) == ["seat_0 scores 45 Kill Points"]


def test_the_roll_that_a_question_is_about_is_told_and_no_facing_takes_its_place(page):
    since = "async (steps) => { const {deedsSince} = await import('/asking.js'); return deedsSince(steps, 0, 0).deeds; }"
    step = {"seat": 1, "words": "dash"}
    dash = [
        {"seat": 0, "lines": [], "words": ""},
        {**step, "lines": ["B8 moves to 2,2", "B8 faces NW"]},
        {**step, "lines": ["B1: dash", "B1 is about to roll for a dash"]},
    ]
    assert page.evaluate(since, dash) == ["B8 moves to 2,2", "B1 is about to roll for a dash"]
    rolled = [*dash, {**step, "lines": ["B1 rolls for a dash: 5 2 -> 7"]}]
    assert page.evaluate(since, rolled) == ["B8 moves to 2,2"]


def test_enemies_stand_before_the_buildings_that_one_may_shoot_at_too(page):
    order = """async ([plain, units]) => {
      const {unitsFirst} = await import('/asking.js');
      return unitsFirst(plain, units).map(({word}) => word);
    }"""
    plain, units = [{"word": word} for word in ("option each", "at-piece 1", "at-piece 2")], [{"word": "B8"}, {"word": "B11"}]
    assert page.evaluate(order, [plain, units]) == ["option each", "B8", "B11", "at-piece 1", "at-piece 2"]
    assert page.evaluate(order, [plain, []]) == ["option each", "at-piece 1", "at-piece 2"]
    steady = [{"word": word} for word in ("move", "shoot", "search")]
    assert page.evaluate(order, [steady, units]) == ["move", "shoot", "search", "B8", "B11"]


def test_the_arrow_keys_begin_beside_the_unit_that_is_asked_about(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "DESTINATION"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked'] .scene-hits [data-cell]")
    page.keyboard.press("b")
    far = page.evaluate("""() => {
      const at = (one) => { const {x, y, width, height} = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
      const [x, y] = at(document.querySelector(".scene-chosen"));
      const away = (one) => { const [left, top] = at(one); return Math.hypot(left - x, top - y); };
      return [away(document.activeElement), Math.min(...[...document.querySelectorAll(".scene-hits [data-cell]")].map(away))];
    }""")
    assert far[0] == pytest.approx(far[1], abs=0.5)


def test_who_loses_its_activation_with_its_partner_is_named(page):
    partners = "async (steps) => { const {withPartners} = await import('/asking.js'); return withPartners(steps, steps.length - 1); }"
    failed = {"lines": ["A4: dash", "the activation of A4 ends"]}
    both, alone = {"lines": ["A4 is activated", "A5 is activated"]}, {"lines": ["A4 is activated"]}
    assert page.evaluate(partners, [both, failed]) == ["A4: dash", "the activation of A4 and A5 ends"]
    assert page.evaluate(partners, [alone, failed]) == failed["lines"]


def test_directions_stand_as_on_a_compass(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("dropzone_commander", "FACING"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked'] .compass")
    places = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".compass .choice")].map((one) => {
      const {x, y} = one.getBoundingClientRect();
      return [one.innerText.trim().at(-1), [x, y]];
    }))""")
    assert len(places) == 8 and places["←"][0] < places["↑"][0] < places["→"][0] and places["↑"][1] < places["←"][1] < places["↓"][1]


def test_a_right_click_on_an_answer_shows_the_unit_before_it_is_on_the_board(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "DEPLOY_UNIT"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    button, place = page.locator(".question .choice[data-unit]").last, at(page)
    unit = button.get_attribute("data-unit")
    button.click(button="right")
    page.wait_for_selector(".unit-card .weapons")
    assert page.inner_text(".unit-card header strong") == unit and at(page) == place


def test_on_a_phone_no_cell_lies_behind_the_zoom(page, tmp_path):
    page.set_viewport_size({"width": 390, "height": 844})
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "DEPLOY_CELL"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    zoom, board = page.locator(".scene-zoom").bounding_box(), page.locator(".scene").bounding_box()
    assert zoom["width"] > 0 and zoom["y"] >= board["y"] + board["height"] - 2


def test_a_direction_has_an_arrow_as_the_board_is_seen(page):
    texts = ["face north", "face south-east", "the southern zone", "move to 3,4", "northern lights"]
    read = "async ([texts, above]) => { const {arrowOf} = await import('/turned.js'); return texts.map((text) => arrowOf(text, above)); }"
    assert page.evaluate(read, [texts, False]) == ["↑", "↘", "↓", "", "↑"]
    assert page.evaluate(read, [texts, True]) == ["↓", "↖", "↑", "", "↓"]


def test_a_right_click_shows_who_can_be_chosen_and_chooses_nothing(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "ACTIVATE"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    unit, place = page.locator(".scene-hits .asked[data-unit]").first, at(page)
    unit.click(button="right")
    page.wait_for_selector(".unit-card .figures")
    assert page.inner_text(".unit-card strong") == unit.get_attribute("data-unit") and at(page) == place


def test_what_is_to_be_chosen_is_in_sight(page, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(before("trench_crusade", "ACTION"), encoding="utf-8")
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='asked']")
    foot = page.locator(".foot").evaluate("one => [one.scrollWidth - one.clientWidth, one.clientHeight]")
    assert foot[0] <= 0 and foot[1] < 48
    strip = page.locator(".below span").bounding_box()
    middles = [box["y"] + box["height"] / 2 for box in (one.bounding_box() for one in page.locator(".question .choice").all())]
    assert page.inner_text(".below") == f"{sum(middle > strip['y'] - 4 for middle in middles)} more below ↓"
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".question .choice:has-text('move')")
    page.wait_for_function("/^Go to: \\d+ cells to choose on the board/m.test(document.querySelector('.question').innerText)")
    page.wait_for_timeout(100)
    box = page.locator(".play .board").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 844
