"""The page without a server in a browser: whole games by clicks, visits without a network, and what is said where something is missing."""

from __future__ import annotations

import functools
import gzip
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

from skirmish_rl.agents.shipped import shipped_agents
from skirmish_rl.envs.core.trace import replay
from skirmish_rl.envs.registry import available
from tests.serving.test_page import at, browser, click_one, start, state  # noqa: F401  the browser is a fixture
from tests.serving.test_page import pytestmark as needs_browser
from tests.serving.test_site import folder, small  # noqa: F401
from tests.serving.test_site import pytestmark as needs_node

pytestmark = [*needs_browser, needs_node]


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


def opponent(game: str) -> str:
    """The network of a game, the strongest bot where it has none."""
    scenario = small(game)
    return next((f"ppo:{name}" for name in shipped_agents() if name == f"{game}/{scenario.name}"), "bot:strong")


def click_on(page: Any, luck: random.Random) -> None:
    """Answer by a click, and wait for the next question."""
    before = at(page)
    click_one(page, luck)
    if page.locator(".question .choice.quiet:text-is('back')").count():
        page.locator(".question .choice:not(.quiet)").first.click()
    page.wait_for_function("at => document.querySelector('.play').dataset.at > at", arg=before)


def saved(page: Any) -> str:
    with page.expect_download() as download:
        page.click(".actions >> text=Save")
    return Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", available())
def test_a_whole_game_by_clicks(page, game):
    page.goto(page.home)
    page.click(f"a[href='{game}.html']")
    start(page, game, ("person", opponent(game)))
    luck = random.Random(3)
    while state(page) != "over":
        click_on(page, luck)
    assert re.search(r"wins|draw|share", page.inner_text(".question .asked"))
    assert page.locator(".report .said").count() == at(page)
    text = saved(page)
    assert text.splitlines()[-1].startswith("outcome ") and replay(text) is None


def test_a_game_waits_for_its_person_and_goes_on_without_a_network(page, files):
    page.goto(f"{page.home}tide_of_iron.html")
    start(page, "tide_of_iron", ("person", opponent("tide_of_iron")))
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
        start(page, "tide_of_iron")
        assert state(page) == "asked"
        page.complaints[:] = [one for one in page.complaints if "ERR_CONNECTION_REFUSED" not in one and "ERR_FAILED" not in one]  # the browser's own
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
        assert "the rules of Warcry cannot be used by this browser" in page.inner_text(".problem") and "Reload the page" in page.inner_text(".problem")
    finally:
        shutil.move(folder / "kept", module)
        os.utime(module, (time.time() + 2, time.time() + 2))  # newer, for a browser that asks whether it has changed
    page.reload()
    page.wait_for_function("document.querySelectorAll('.start .scene [data-layer] > *').length > 0")


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
    start(page, "tide_of_iron", ("bot:strong", opponent("tide_of_iron")))
    assert state(page) == "over"
    page.click("text=Look it over")
    page.wait_for_selector(".graph svg .curve[points*=' ']")
    page.wait_for_selector(".thoughts button:text-is('Draw it again')", timeout=60_000)
    page.click(".graph svg", position={"x": 60, "y": 40})
    page.wait_for_function("document.querySelector('.play').dataset.state === 'past'")
    page.click("text=What would it do here?")
    page.wait_for_selector(".thought-list .figure")
    page.click(".thoughts section button:text-is('Analyse')")
    page.wait_for_selector(".thoughts button:text-is('Analyse again')", timeout=120_000)


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
