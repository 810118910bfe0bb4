"""Replays: a whole game as one HTML file that needs no server, no network and no Python; the page's own files draw it."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from importlib.resources import files
from pathlib import PurePath
from typing import Annotated, TypedDict

import numpy as np

from skirmish_rl.envs.core.draw import SEAT_COLORS
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenes import GameFile, Parts, game_json

_MODULES = (
    "dom.js",
    "dice.js",
    "forces.js",
    "zoom.js",
    "shapes.js",
    "paint.js",
    "report.js",
    "standing.js",
    "tabs.js",
    "scene.js",
    "replay.js",
)  # each after those that it imports
_STYLES = ("style.css", "paint.css", "replay.css")


class FilmSeat(TypedDict):
    """A seat of a replay; `who` is "" where no name was given."""

    force: str
    who: str
    color: str


class FilmStep(TypedDict):
    """An answer of a replay, and what followed from it."""

    at: int
    seat: int
    asked: str
    said: str
    lines: list[str]


class Replay(GameFile):
    """A whole game as its page reads it: docs/web-scene.md says what its positions are."""

    title: str
    scenario: str
    seed: int | None
    seats: list[FilmSeat]
    steps: list[FilmStep]
    summaries: list[str]
    points: list[list[int]]
    judge: str
    chances: list[Annotated[tuple[int, list[float]], Parts(at=int, values=list[float])]]
    rounds: list[int]
    over: str | None


class Film:
    """The positions of one game in order, to be shown as a replay.

    Args:
        scenario: that is played.
        seed: of the game.
        who: plays each seat, for the heading; where a seat is missing, nothing is said.

    Attributes:
        judge: the agent that estimates what the seats may expect, "" for none. chances: number of a position -> its estimate for every
            seat, -1 to 1.
    """

    def __init__(self, scenario: Scenario, seed: int | None = None, who: list[str] | None = None):
        self.scenario, self.seed, self.who = scenario, seed, who or [""] * scenario.seats
        self.judge, self.chances = "", dict[int, list[float]]()
        self.records: list[np.void] = []
        self.steps: list[FilmStep] = []

    def add(self, record: np.void, seat: int = -1, asked: str = "", said: str = "") -> None:
        """Add a copy of a position to which somebody listened.

        Args:
            seat: that answered, -1 at the start. asked: the decision's name. said: the answer's words.
        """
        self.records.append(record.copy())
        at = len(self.steps)
        self.steps.append({"at": at, "seat": seat, "asked": asked, "said": said, "lines": tell(record, self.scenario)})

    def data(self) -> Replay:
        """The game as JSON: docs/web-scene.md says what its positions are.

        Raises:
            StateError: no position yet.
        """
        if not self.records:
            raise StateError("a replay needs at least one position")
        scenario, ruleset = self.scenario, self.scenario.ruleset
        forces = [
            *(PurePath(player).stem for player in scenario.players),
            *(f"seat_{seat}" for seat in range(len(scenario.players), scenario.seats)),
        ]
        seats: list[FilmSeat] = [
            {"force": forces[seat], "who": self.who[seat], "color": SEAT_COLORS[seat]} for seat in range(scenario.seats)
        ]
        return {
            "title": ruleset.title, "scenario": PurePath(scenario.name).stem, "seed": self.seed, "seats": seats, "steps": self.steps,
            "summaries": [ruleset.summary(record, scenario) for record in self.records],
            "points": [[int(points) for points in record["points"][: scenario.seats]] for record in self.records],
            "judge": self.judge, "chances": sorted(self.chances.items()),
            "rounds": [int(record["round"]) for record in self.records], "over": _result(self.records[-1], scenario),
            **game_json(ruleset.scene(record, scenario) for record in self.records),
        }  # fmt: skip

    def html(self) -> str:
        """The replay as a page."""
        data = self.data()
        packed = gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)
        return _PAGE.format(
            title=html.escape(f"{data['title']}: {data['scenario']}"), styles="\n".join(map(_read, _STYLES)),
            game=base64.b64encode(packed).decode(), script=_script(),
        )  # fmt: skip


def _result(record: np.void, scenario: Scenario) -> str | None:
    """How a game ended, None while it goes on."""
    outcome = outcome_of(record, scenario.ruleset.reasons)
    if outcome is None:
        return None
    winners = [f"seat_{seat}" for seat in outcome.winners]
    shared = f"{' and '.join(winners)} share the first place"
    won = "a draw" if len(winners) in (0, scenario.seats) else f"{winners[0]} wins" if len(winners) == 1 else shared
    return f"{won}: {outcome.reason.replace('_', ' ').lower()}"


def framed(page: str, height: int = 720) -> str:
    """Put a page into a frame within another one, as notebooks show it."""
    return f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: {height}px; border: 0" title="replay"></iframe>'


def _read(name: str) -> str:
    return (files("skirmish_rl") / "web" / name).read_text(encoding="utf-8")


def _script() -> str:
    """The modules as one: each a function's body, whose imports are taken from what those before it gave."""
    parts = ["const modules = {};"]
    for name in _MODULES:
        text = re.sub(r'^import \{(.*?)\} from "\./(.*?)";$', r'const {\1} = modules["\2"];', _read(name), flags=re.MULTILINE)
        given = re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", text, re.MULTILINE)
        text = re.sub(r"^/\*\* @import .*\n|^export ", "", text, flags=re.MULTILINE)
        parts.append(f'modules["{name}"] = (() => {{\n{text}\nreturn {{{", ".join(given)}}};\n}})();')
    return "\n".join(parts)


_PAGE = """<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{styles}
</style>
</head>
<body class="replay">
<main id="main"><p class="loading">Unpacking the game …</p></main>
<noscript><p class="loading">A replay needs JavaScript.</p></noscript>
<script type="text/plain" id="game">{game}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""
