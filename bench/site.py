"""The page without a server: how long its first question takes, how long agents answer, what it downloads and keeps in memory.

    skirmish-rl site --out site
    python -m bench.site site                 every game of the folder
    python -m bench.site site warcry --games 4

It needs playwright and a browser. The folder is served from this machine as most file hosts do it, texts zipped, to a browser that has
seen nothing of it yet. Milliseconds of a machine that does other things as well say little: `load` tells how many processes wanted a core
meanwhile.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright

from bench.browser import browser_path
from bench.serving import WATCH

ANSWERS = 30  # of each agent
EARLY = 5  # games after which memory is looked at first
BOARD = ".start .scene [data-layer] > *"


class Host(ThreadingHTTPServer):
    """A file host that counts what it sends."""

    def __init__(self, folder: Path):
        super().__init__(("127.0.0.1", 0), functools.partial(Zipping, directory=folder))
        self.sent = 0
        self.home = f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *_: Any) -> None:
        """A browser that does not wait for an answer any more."""


class Zipping(SimpleHTTPRequestHandler):
    """Files, and those that are texts zipped."""

    server: Host

    def do_GET(self) -> None:
        """Send a file."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        content, zipped = file.read_bytes(), file.suffix in (".html", ".js", ".css", ".svg", ".json")
        content = gzip.compress(content) if zipped else content
        self.send_response(200)
        for name, value in (
            ("Content-Type", self.guess_type(file)),
            ("Content-Length", str(len(content))),
            *[("Content-Encoding", "gzip")] * zipped,
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        self.server.sent += len(content)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """A site on this machine."""
    host = Host(folder)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        host.shutdown()
        host.server_close()


def begin(page: Any, who: tuple[str, str], scenario: str = "", pace: str = "0") -> None:
    """Start a game by the first screen."""
    page.locator(BOARD).first.wait_for()
    if scenario:
        page.click(f".chip:text-is('{scenario}')")
    page.wait_for_function("!document.querySelector('.board.waiting')")
    for seat, name in enumerate(who):
        page.select_option(f"[data-seat='{seat}']", name)
    page.select_option("[aria-label^='How fast']", pace)
    page.click("button:text-is('Start')")
    page.locator(".play[data-state]").wait_for()


def first_question(browser: Any, host: Host, game: str) -> tuple[float, int, list[str]]:
    """Seconds from the address to a question, for a browser that has seen nothing; bytes until then.

    Addresses elsewhere that were asked.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page, elsewhere, host.sent = context.new_page(), [], 0
    context.on("request", lambda one: elsewhere.append(one.url) if not one.url.startswith((host.home, "data:", "blob:")) else None)
    began = time.perf_counter()
    page.goto(f"{host.home}{game}.html")
    begin(page, ("person", "bot:strong"))
    page.locator(".play[data-state=asked]").wait_for()
    seconds, sent = time.perf_counter() - began, host.sent
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, sent, elsewhere


def answers(browser: Any, host: Host, game: str, agent: str, scenario: str) -> np.ndarray:
    """Milliseconds from a click on Step to the board after an agent's answer."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{host.home}{game}.html")
    begin(page, (agent, agent), scenario, "1000")
    page.click(".run:text-is('Pause')")
    step = page.locator(".steering button:text-is('Step')")
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    for _ in range(ANSWERS):
        place = page.evaluate("document.querySelector('.play').dataset.at")
        step.click()
        page.wait_for_function("place => document.querySelector('.play').dataset.at !== place", arg=place)
        page.wait_for_timeout(30)
    times = page.evaluate("window.times")
    context.close()
    return np.array(times)


def memory(browser: Any, host: Host, game: str, games: int) -> list[float]:
    """Megabytes of objects and elements that the page keeps after some games, and after all of them."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page, used = context.new_page(), []
    page.goto(f"{host.home}{game}.html")
    client = context.new_cdp_session(page)
    for number in range(1, games + 1):
        begin(page, ("bot:strong", "bot:simple"))
        page.locator(".play[data-state=over]").wait_for(timeout=120_000)
        page.click("[data-go=start]")
        page.locator(BOARD).first.wait_for()
        if number in (min(EARLY, games), games):
            for _ in range(3):
                client.send("HeapProfiler.collectGarbage")
                page.wait_for_timeout(100)
            used.append(client.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    context.close()
    return used


def is_there_without_a_network(browser: Any, folder: Path, game: str) -> bool:
    """True when the page that was visited once, and then has no host any more, begins a game."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    page = context.new_page()
    with hosted(folder) as host:
        page.goto(f"{host.home}{game}.html")
        page.locator(BOARD).first.wait_for()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
    try:
        page.reload()
        begin(page, ("person", "bot:strong"))
        page.locator(".play[data-state=asked]").wait_for()
        return True
    except Exception as error:  # whatever the browser says
        print(error)
        return False
    finally:
        context.close()


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, help="a folder of skirmish-rl site")
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=20, help="in a row, for the memory")
    args = parser.parse_args()
    names = args.names or json.loads((args.site / "data" / "site.json").read_text())["games"]
    path = browser_path()
    print(
        "| Game | first question | downloaded | an answer of `strong` | of its network | memory | without a network | requests elsewhere |"
    )
    print("| --- | --: | --: | --: | --: | --: | --- | --: |")
    with hosted(args.site) as host, sync_playwright() as made:
        browser = made.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in names:
            seconds, sent, elsewhere = first_question(browser, host, name)
            network = f"ppo:{name}/duel"
            strong, trained = (answers(browser, host, name, agent, "duel") for agent in ("bot:strong", network))
            used = memory(browser, host, name, args.games)
            offline = is_there_without_a_network(browser, args.site, name)
            waits = " | ".join(f"{np.median(one):.0f} ms, at most {one.max():.0f}" for one in (strong, trained))
            grown = f"{used[0]:.1f} MB after {min(EARLY, args.games)} games, {used[-1]:.1f} after {args.games}"
            offline = "plays" if offline else "does not play"
            print(f"| {name} | {seconds:.1f} s | {sent / 1000:.0f} kB | {waits} | {grown} | {offline} | {len(elsewhere)} |", flush=True)
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
