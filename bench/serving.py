"""The page: how long a click takes to a new board, what a move sends, and how long people wait while many games go on.

    python -m bench.serving                       both
    python -m bench.serving clicks warcry         a person's clicks against a bot that answers at once, in chromium
    python -m bench.serving crowd --seconds 60    50 connections at once: 20 games of `bot:strong` and 5 of `look:` run, 25 people play

It needs the extra `web`, and for clicks playwright and a browser. The server is a process of its own. Milliseconds of a machine that does
other things as well say little: `load` tells how many processes wanted a core meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import websockets

from bench.browser import browser_path
from skirmish_rl.envs.registry import available

STRONG, LOOKING, PEOPLE = 20, 5, 25
LEAST = 0.2  # seconds that a person may wait beyond his own agent's thinking
THINKS = (1.0, 4.0)  # seconds that a person takes for an answer
PACE = 150  # milliseconds between the answers of agents that are watched: "quickly"
CLICKS = 60  # of each game

# Notes when the board has changed after a click, once it has been painted.
WATCH = """() => {
  window.times = [];
  const play = document.querySelector(".play");
  addEventListener("click", () => { window.clicked = performance.now(); }, true);
  new MutationObserver(() => { if (window.clicked) { const began = window.clicked; window.clicked = 0;
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - began))); } }).observe(play,
    {attributeFilter: ["data-at"]});
}"""
_TARGET = """luck => { const all = [...document.querySelectorAll(
    ".scene-hits :is([data-cell], [data-spot], .asked), .question .choice:not(.quiet)")];
  const one = all[Math.floor(luck * all.length)]; one.dispatchEvent(new MouseEvent("click", {bubbles: true})); }"""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server of its own process; its address."""
    command = [sys.executable, "-m", "skirmish_rl", "serve", "--port", "0", "--no-records"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


class Seat:
    """A connection that plays or looks on, and checks that nothing is lost."""

    def __init__(self, socket: Any):
        self.socket = socket
        self.steps = 0  # answers of the game that it knows
        self.waits: list[float] = []
        self.games = 0

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def start(self, game: str, scenario: str, who: list[str]) -> None:
        self.steps = 0
        await self.say(do="start", game=game, scenario=scenario, who=who, pace=PACE if "person" not in who else 0, seed=None)

    async def read(self) -> dict[str, Any]:
        """The next position."""
        while True:
            message = json.loads(await self.socket.recv())
            assert message["is"] not in ("error", "gone"), message
            if message["is"] == "position":
                told = [step["at"] for step in message["steps"]]
                assert told == list(range(self.steps + (self.steps > 0), message["at"] + 1)), (self.steps, told, message["at"])
                self.steps = message["at"]
                return message

    async def watch(self, until: float, game: str, scenario: str, who: list[str]) -> None:
        """Look on at games of agents."""
        await self.start(game, scenario, who)
        while time.monotonic() < until:
            began = time.monotonic()
            message = await self.read()
            self.waits.append(time.monotonic() - began)
            if message["over"]:
                self.games += 1
                await self.start(game, scenario, who)

    async def play(self, until: float, game: str, scenario: str) -> None:
        """Play games against a bot that answers at once."""
        luck = random.Random(id(self))
        answered = 0.0  # when
        await self.start(game, scenario, ["person", "bot:simple"])
        while time.monotonic() < until:
            message = await self.read()
            if not message["question"] and not message["over"]:
                continue
            if answered:
                self.waits.append(time.monotonic() - answered)
            if message["over"]:
                self.games, answered = self.games + 1, 0.0
                await self.start(game, scenario, ["person", "bot:simple"])
                continue
            await asyncio.sleep(luck.uniform(*THINKS))
            answers = [answer[0] for group in message["question"]["answers"] for answer in group["answers"]]
            answered = time.monotonic()
            await self.say(do="answer", at=message["at"], action=luck.choice(answers))


async def _crowd(address: str, seconds: float) -> None:
    url = address.replace("http", "ws") + "play"
    async with contextlib.AsyncExitStack() as stack:
        seats = [Seat(await stack.enter_async_context(websockets.connect(url, max_size=None))) for _ in range(STRONG + LOOKING + PEOPLE)]
        small = {"godbreakers": "drill", "tide_of_iron": "farm", "warcry": "crossing", "trench_crusade": "outpost"}
        games = list(small.items())
        until = time.monotonic() + seconds
        work = [seats[k].watch(until, *games[k % len(games)], ["bot:strong"] * 2) for k in range(STRONG)]
        work += [seats[STRONG + k].watch(until, "tide_of_iron", "farm", ["look:tide_of_iron/farm", "bot:strong"]) for k in range(LOOKING)]
        work += [seats[STRONG + LOOKING + k].play(until, *games[k % len(games)]) for k in range(PEOPLE)]
        await asyncio.gather(*work)
        kinds = (
            ("games of bot:strong", 0, STRONG),
            ("games of look:", STRONG, STRONG + LOOKING),
            ("people", STRONG + LOOKING, len(seats)),
        )
        for name, low, high in kinds:
            waits = np.concatenate([np.array(seat.waits) for seat in seats[low:high]])
            what = "waits for an answer" if name == "people" else "time between two positions"
            print(f"{name}: {high - low} connections, {len(waits)} positions, {sum(seat.games for seat in seats[low:high])} games ended; "
                  f"{what}: median {np.median(waits):.3f} s, 95 % {np.percentile(waits, 95):.3f} s, "
                  f"longest {waits.max():.3f} s")  # fmt: skip
            if name == "people":
                print(f"people who waited longer than {LEAST} s: {(waits > LEAST).mean():.2%} of the answers")
        print(f"nothing lost: every position came to each of {len(seats)} connections in order; load {os.getloadavg()[0]:.1f}")


def crowd(seconds: float) -> None:
    """50 connections at once."""
    with server() as address:
        asyncio.run(_crowd(address, seconds))


def clicks(games: list[str]) -> None:
    """From a click to a new board, in a browser."""
    from playwright.sync_api import sync_playwright

    path = browser_path()
    with server() as address, sync_playwright() as made:
        browser = made.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in games:
            page = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True).new_page()
            sizes: list[int] = []
            page.on("websocket", lambda socket, sizes=sizes: socket.on("framereceived", lambda data: sizes.append(len(data))))
            page.goto(address)
            page.click(f"[data-game={name}]")
            page.wait_for_function("!document.querySelector('.board.waiting')")
            page.select_option("[data-seat='0']", "person")
            page.select_option("[data-seat='1']", "bot:simple")
            page.select_option("[aria-label^='How fast']", "0")
            page.click("text=Start")
            asked = "/asked|over/.test(document.querySelector('.play')?.dataset.state)"
            page.wait_for_function(asked)
            page.evaluate(WATCH)
            sizes.clear()
            luck = random.Random(1)
            for _ in range(CLICKS):
                page.wait_for_function(asked)
                if page.evaluate("document.querySelector('.play').dataset.state") == "over":
                    break
                page.evaluate(_TARGET, luck.random())
                page.wait_for_timeout(30)
            page.wait_for_timeout(500)
            times = page.evaluate("window.times")
            print(f"{name}: {len(times)} clicks; to the new board: median {np.median(times):.0f} ms, "
                  f"95 % {np.percentile(times, 95):.0f} ms; "
                  "a message: "
                  f"median {np.median(sizes) / 1000:.1f} kB, 95 % {np.percentile(sizes, 95) / 1000:.1f} kB, largest "
                  f"{max(sizes) / 1000:.1f} kB; "
                  f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
            page.context.close()
        browser.close()


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["clicks", "crowd"])
    parser.add_argument("games", nargs="*", default=list(available()))
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    if args.what != "crowd":
        clicks(args.games)
    if args.what != "clicks":
        crowd(args.seconds)


if __name__ == "__main__":
    main()
