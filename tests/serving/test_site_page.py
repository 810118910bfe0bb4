"""The page without a server in a browser: whole games by clicks, visits without a network, and what is said where something is missing."""

from __future__ import annotations

import base64
import functools
import gzip
import json
import os
import random
import re
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests in a browser want playwright")

from skirmish_rl.envs.core.scenes import scene_json
from skirmish_rl.envs.core.trace import replay
from skirmish_rl.envs.registry import available
from tests.serving.test_page import at, before_an_attack, browser, choose_on, click_one, look_over, start, state  # noqa: F401
from tests.serving.test_page import pytestmark as needs_browser
from tests.serving.test_site import DUEL, folder, small  # noqa: F401
from tests.serving.test_site import pytestmark as needs_node
from tests.test_drawing import positions

pytestmark = [*needs_browser, needs_node]

NETWORK = "ppo:tide_of_iron/farm"  # for the scenario farm
# Writes another hash into the games that the browser keeps.
SPOIL = """() => new Promise((done) => { indexedDB.open("skirmish-rl", 1).onsuccess = ({target}) => {
  const kept = target.result.transaction("games", "readwrite"), games = kept.objectStore("games");
  kept.oncomplete = done;
  games.getAll().onsuccess = ({target}) => { for (const game of target.result) games.put({...game, hash: "00000000"}); };
}; })"""
# Draws a position by the page's own modules, or one that Python has drawn, on an empty board; the scene.
DRAWN = """async ([game, file, record, scene]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const load = (name) => import(new URL(name, document.baseURI));
  const [{Drawer}, {paint}, {sceneOf}, drawing] = await Promise.all(
    ["./drawer.js", "./paint.js", "./shapes.js", `./${game}.js`].map(load));
  const zipped = await fetch(file), tables = await new Response(zipped.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  scene ??= new Drawer(drawing, new Uint8Array(tables)).scene(bytes(record));
  document.body.innerHTML = "<div class='board' style='width: 600px'></div>";
  paint(document.querySelector(".board"), sceneOf(scene), {});
  return scene;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


class Files:
    """A file host on this machine that serves a site in a sub-folder, and can be switched off and on."""

    def __init__(self, root: Path):
        self.handler, self.port = functools.partial(_Quiet, directory=root), 0
        self.open()

    def open(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def files(folder) -> Iterator[Files]:  # noqa: F811
    made = Files(folder.parent)
    yield made
    made.close()


@pytest.fixture
def page(browser, files) -> Iterator[Any]:  # noqa: F811
    """An empty page; whatever its console complains about fails the test, and so does a request to another origin."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    home = (f"http://127.0.0.1:{files.port}/site/", "data:", "blob:")
    context.on("request", lambda request: complaints.append(request.url) if not request.url.startswith(home) else None)
    made.home, made.complaints = home[0], complaints
    yield made
    context.close()
    assert complaints == []


def click_on(page: Any, luck: random.Random) -> None:
    """Answer by a click, and wait for the next question."""
    before = at(page)
    click_one(page, luck)
    choose_on(page)
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)


def saved(page: Any) -> str:
    with page.expect_download() as download:
        page.click(".actions >> text=Save")
    return Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", available())
def test_a_whole_game_by_clicks(page, game):
    page.goto(page.home)
    page.click(f"a[href='{game}.html']")
    start(page, game, ("person", f"ppo:{game}/{DUEL}"), scenario=DUEL)
    luck = random.Random(3)
    while state(page) != "over":
        click_on(page, luck)
    assert page.inner_text(".question .asked") in ("You win", "You lose", "A draw")
    assert re.search(r"wins|draw|share", page.inner_text(".question .hint"))
    assert page.locator(".report .said").count() == at(page)
    text = saved(page)
    assert text.splitlines()[-1].startswith("outcome ") and replay(text) is None


@pytest.mark.parametrize("game", available())
def test_a_position_has_the_same_picture_as_in_python(page, game):
    scenario = small(game)
    page.goto(f"{page.home}{game}.html")
    page.wait_for_load_state("networkidle")
    for number, (games, _) in enumerate(positions(scenario)):
        scene = json.loads(json.dumps(scene_json(scenario.ruleset.scene(games[0], scenario))))
        given = [game, f"data/{game}-{scenario.name}-{scenario.seats}.tables.gz", base64.b64encode(games.tobytes()).decode()]
        assert page.evaluate(DRAWN, [*given, None]) == scene
        if number % 5 == 2:
            mine = page.locator(".board").screenshot()
            page.evaluate(DRAWN, [*given, scene])
            assert page.locator(".board").screenshot() == mine


@pytest.mark.parametrize("game", available())
def test_an_attack_shows_its_odds(page, game, tmp_path):
    file = tmp_path / "game.txt"
    text, told = before_an_attack(game)
    file.write_text(text, encoding="utf-8")
    page.goto(f"{page.home}{game}.html")
    page.set_input_files(".hidden-file", file)
    assert state(page) == "asked"
    for action, lines in list(told.items())[:3]:
        shown = page.inner_text(f".question .choice[data-action='{action}'] .chances").replace("\u00a0", " ")
        assert shown == ", ".join(lines)


def test_a_game_waits_for_its_person_and_goes_on_without_a_network(page, files):
    page.goto(f"{page.home}tide_of_iron.html")
    start(page, "tide_of_iron", ("person", NETWORK), scenario="farm")
    luck = random.Random(1)
    for _ in range(8):
        state(page)
        click_on(page, luck)
    assert state(page) == "asked"
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    question, place = page.inner_text(".question"), at(page)
    files.close()
    try:
        page.reload()
        assert state(page) == "asked" and (page.inner_text(".question"), at(page)) == (question, place)
        for _ in range(4):
            click_on(page, luck)
            state(page)
        page.click("[data-go=start]")
        start(page, "tide_of_iron", scenario="farm")
        assert state(page) == "asked"
        page.complaints[:] = [
            one for one in page.complaints if "ERR_CONNECTION_REFUSED" not in one and "ERR_FAILED" not in one
        ]  # the browser's own
    finally:
        files.open()


def test_a_saved_game_goes_on_and_a_damaged_one_is_refused(page, tmp_path):
    page.goto(f"{page.home}godbreakers.html")
    start(page, "godbreakers")
    luck = random.Random(4)
    for _ in range(5):
        state(page)
        click_on(page, luck)
    state(page)
    place, text = at(page), saved(page)
    for name, content in (("good.txt", text), ("bad.txt", text.replace("legal  ", "legal  x", 1))):
        (tmp_path / name).write_text(content)
    page.click("[data-go=start]")
    page.set_input_files("input[type=file]", tmp_path / "bad.txt")
    page.wait_for_selector(".problem:not([hidden])")
    assert "the saved game is damaged at answer 1" in page.inner_text(".problem") and "start a new game" in page.inner_text(".problem")
    page.set_input_files("input[type=file]", tmp_path / "good.txt")
    assert state(page) == "asked" and at(page) == place


def test_a_module_that_does_not_load_is_a_sentence_and_a_way_on(page, folder):  # noqa: F811
    module = folder / "data" / "warcry.wasm.gz"
    shutil.copy(module, folder / "kept")
    module.write_bytes(gzip.compress(b"no module"))
    try:
        page.goto(f"{page.home}warcry.html")
        page.wait_for_selector(".problem:not([hidden])")
        assert "the rules of Warcry cannot be used by this browser" in page.inner_text(
            ".problem"
        ) and "Reload the page" in page.inner_text(".problem")
    finally:
        shutil.move(folder / "kept", module)
        os.utime(module, (time.time() + 2, time.time() + 2))  # newer, for a browser that asks whether it has changed
    page.reload()
    page.wait_for_function("document.querySelectorAll('.start .scene [data-layer] > *').length > 0")


def test_a_script_that_does_not_load_is_a_sentence_and_a_way_on(page, folder):  # noqa: F811
    script = folder / "local" / "host.js"
    content = script.read_text()
    script.write_text("no script")
    try:
        page.goto(f"{page.home}warcry.html")
        page.wait_for_selector(".refused")
        assert "could not be loaded" in page.inner_text(".refused")
        page.complaints.clear()  # the browser's own
    finally:
        script.write_text(content)
        os.utime(script, (time.time() + 2, time.time() + 2))
    page.click("text=Try again")
    page.wait_for_function("document.querySelectorAll('.start .scene [data-layer] > *').length > 0")


def test_a_kept_game_that_is_damaged_is_a_sentence_and_the_first_screen(page):
    page.goto(f"{page.home}godbreakers.html")
    start(page, "godbreakers")
    state(page)
    click_on(page, random.Random(4))
    state(page)
    page.wait_for_timeout(300)
    page.evaluate(SPOIL)
    page.reload()
    page.wait_for_selector(".toast.bad:has-text('The kept game is damaged')")
    page.wait_for_function("document.querySelectorAll('.start .scene [data-layer] > *').length > 0")
    start(page, "godbreakers")
    assert state(page) == "asked"


def test_a_browser_without_webassembly_is_told_so(page):
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{page.home}warcry.html")
    page.wait_for_selector(".refused")
    assert "no WebAssembly" in page.inner_text(".refused") and "skirmish-rl serve" in page.inner_text(".refused")
    assert page.locator(".refused button:text-is('Try again')").count() == 1


def test_a_phone_is_wide_enough(page):
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("index", "tide_of_iron"):
        page.goto(f"{page.home}{name}.html")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    start(page, "tide_of_iron")
    assert state(page) == "asked" and page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_agent_tells_what_it_thinks_and_a_graph_is_drawn(page):
    page.goto(f"{page.home}tide_of_iron.html")
    start(page, "tide_of_iron", ("bot:strong", NETWORK), scenario="farm")
    assert state(page) == "over"
    look_over(page)


def test_twenty_games_leave_no_more_memory_than_five(page):
    page.goto(f"{page.home}tide_of_iron.html")
    client, nodes, used = page.context.new_cdp_session(page), [], []
    for number in range(20):
        start(page, "tide_of_iron", ("bot:strong", "bot:simple"))
        assert state(page) == "over"
        page.click("[data-go=start]")
        page.locator(".start .scene [data-layer] > *").first.wait_for()
        if number in (4, 19):
            for _ in range(3):
                client.send("HeapProfiler.collectGarbage")
                page.wait_for_timeout(100)
            nodes.append(client.send("Memory.getDOMCounters")["nodes"])
            used.append(client.send("Runtime.getHeapUsage")["usedSize"])
    assert nodes[1] < nodes[0] + 100 and used[1] < used[0] + 1_000_000, (nodes, used)


def test_files_of_ones_own_are_refused_where_the_options_are(page, tmp_path):
    (tmp_path / "own.toml").write_text("")
    page.goto(f"{page.home}warcry.html")
    page.click("summary:has-text('Options')")
    assert "need Python, which this page does without" in page.inner_text(".drop")
    page.set_input_files(".hidden-file", tmp_path / "own.toml")
    page.wait_for_selector(".problem:not([hidden])")
    assert "own.toml is no saved game" in page.inner_text(".problem")


def test_a_link_leads_to_a_game_of_bots_to_which_its_page_comes_back(page):
    page.goto(f"{page.home}warcry.html#watch")
    page.wait_for_function("Number(document.querySelector('.play')?.dataset.at) > 3")
    assert page.inner_text(".seats").splitlines().count("Strong bot") == 2
    for game, is_kept in (("godbreakers", False), ("warcry", True)):
        page.goto(f"{page.home}{game}.html")
        page.locator(".start select[data-seat='0']").wait_for()
        assert page.input_value("[data-seat='0']") == "person" and page.locator(".resume").count() == is_kept
    page.click(".resume")
    page.wait_for_selector(".play[data-at]")


def test_a_second_tab_takes_the_game_over_and_nothing_is_overwritten(page):
    page.goto(f"{page.home}warcry.html")
    start(page, "warcry", ("person", "bot:simple"), scenario=DUEL)
    luck = random.Random(2)
    assert state(page) == "asked"
    click_on(page, luck)
    state(page)
    first = at(page)
    other = page.context.new_page()
    other.goto(page.url)
    assert state(other) == "asked" and at(other) == first
    page.wait_for_selector(".play[data-state='elsewhere']")
    assert (
        "another tab" in page.inner_text(".question")
        and not page.locator(".question .choice, .scene-hits .asked, .scene-hits [data-cell]").count()
    )
    click_on(other, luck)
    state(other)
    second = at(other)
    page.click("text=Go on here")
    page.wait_for_selector(f".play[data-state='asked'][data-at='{second}']")
    other.wait_for_selector(".play[data-state='elsewhere']")
    other.close()
    assert replay(saved(page)) is None
