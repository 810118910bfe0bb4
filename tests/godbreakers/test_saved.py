"""Saved games that were tampered with: each is either refused or can be played to its end. In another process, so that a crash is seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.questions import Decision
from tests.godbreakers.test_events import GAMES, often_rare

ROOT = Path(__file__).resolve().parents[2]
EVERY = [*GAMES, ("treasure", 4, {"orientation": "random", "setup": "full"}), ("nest", 4, {}), ("infiltrators", 2, {"impassable": True, "ready": True}),
         ("saboteurs", 4, {"setup": "full"}), ("hunt", 2, {})]  # fmt: skip


def positions(scenario: Scenario, seed: int) -> np.ndarray:
    """Positions of random play: of every decision that comes up so many, and some that are over."""
    batch = Batch(scenario, 24, observe=False)
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    kept: dict[int, list[np.void]] = {}
    while not batch.over.all():
        for record in batch.games[batch.over == 0]:
            like = kept.setdefault(int(record["decision"]), [])
            if len(like) < 12:
                like.append(record.copy())
            elif luck.random() < 0.05:
                like[luck.integers(12)] = record.copy()
        batch.step(often_rare(batch, luck))
    return np.array([record for like in kept.values() for record in like] + list(batch.games[:4]), RULESET.state)


def tamper(record: np.ndarray, other: np.void, luck: np.random.Generator) -> str:
    """Change one byte of a record, or one number: to one that its field may hold, or to that of another position; returns what."""
    how = luck.random()
    if how < 0.25:
        at = int(luck.integers(record.nbytes))
        record.view(np.uint8)[at] = luck.integers(256)
        return f"byte {at}"
    fields = [(path, allowed) for path, _, allowed in RULESET.record.fields() if not path.startswith(("events", "tape", "_pad"))]
    path, allowed = fields[luck.integers(len(fields))]
    mine, theirs = record, other
    for name in path.split("."):
        mine, theirs = mine[name], theirs[name]
    numbers, given = mine.reshape(-1), np.asarray(theirs).reshape(-1)
    at = int(luck.integers(len(numbers)))
    if how < 0.6 or allowed is None:
        numbers[at] = given[luck.integers(len(given))]
    else:
        numbers[at] = (
            luck.integers(allowed[0], allowed[1] + 1)
            if luck.random() < 0.7
            else luck.integers(max(allowed[0], -1), min(allowed[1], 6) + 1)
        )
    mine[...] = numbers.reshape(mine.shape)
    return f"{path}[{at}] = {numbers[at]}"


def play_tampered(name: str, seats: int, options: dict[str, Any], count: int, seed: int) -> None:
    """Tamper so many times; what is accepted is played to its end at random. Prints how many were accepted."""
    scenario = RULESET.scenario(name, seats, **options)
    found = positions(scenario, seed)
    luck = np.random.default_rng(seed)
    accepted, what = [], []
    for _ in range(count):
        record = found[luck.integers(len(found))][None].copy()
        before = record.copy()
        said = tamper(record, found[luck.integers(len(found))], luck)
        try:
            scenario.check_games(record)
        except StateError:
            continue
        if record.tobytes() != before.tobytes():
            accepted.append(record[0])
            what.append(f"{Decision(int(record[0]['decision'])).name}: {said}")
    batch = Batch(scenario, len(accepted))
    batch.games[:] = np.array(accepted, RULESET.state)
    pending = batch.games["tape_next"] < batch.games["tape_end"]  # dictated dice that a game runs into may fit no die
    for b in range(batch.n):
        batch.refresh(b)
    for _ in range(scenario.max_decisions):
        if batch.over.all():
            break
        batch.step(np.where(batch.over == 0, random_legal(batch.masks, luck), GO_ON))
    bad = np.flatnonzero((batch.over == 0) | ((batch.games["fault"] > 0) & ~pending))
    assert not len(bad), [what[b] for b in bad]
    print(len(accepted), "accepted")


def in_another_process(name: str, seats: int, options: dict[str, Any], count: int, seed: int) -> int:
    call = (
        f"from tests.godbreakers.test_saved import play_tampered; play_tampered({name!r}, {seats}, {options!r}, {count}, {seed})"
    )
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=False, timeout=1200)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr[-3000:]}"
    return int(done.stdout.split()[0])


@pytest.mark.parametrize(("name", "seats", "options"), GAMES[2::3])
def test_tampered_games_are_refused_or_play_on(name: str, seats: int, options: dict[str, Any]) -> None:
    accepted = in_another_process(name, seats, options, 2500, seed=31)
    assert 100 < accepted < 2000


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_many_tampered_games_are_refused_or_play_on(name: str, seats: int, options: dict[str, Any]) -> None:
    for seed in (1, 2):
        in_another_process(name, seats, options, 8000, seed)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_position_of_play_is_accepted(name: str, seats: int, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, seats, **options)
    scenario.check_games(positions(scenario, seed=3))


def refused(scenario: Scenario, record: np.ndarray) -> str:
    """Why a game is refused; "" if it is not."""
    try:
        scenario.check_games(record)
    except StateError as error:
        return str(error)
    return ""


def changes() -> list[tuple[str, str, Any, str]]:
    """Decision, field, value, and a word of the complaint."""
    return [
        ("ACTION", "units.die", 7, "a die"), ("ACTION", "units.cell", 0, "cell"), ("ACTION", "active", -1, "activation"),
        ("ACTION", "depth", 1, "in the middle"), ("ACTION", "order", 0, "priority"), ("ACTION", "subject", 54, "about something else"),
        ("ACTION", "decider", 1, "another seat"), ("ACTION", "actions_left", 0, "actions"), ("ACTION", "board", -1, "board"),
        ("ACTION", "surviving", 1, "priority"), ("ACTION", "used", 1, "slots"), ("ACTION", "n_engaged", 2, "engaged"),
        ("ACTION", "markers.cell", 3, "marker"), ("ACTION", "pieces.cell", 3, "terrain"), ("ACTIVATE", "frames.kind", 1, "in the middle"),
        ("ACTIVATE", "turn", 1, "another seat"), ("PRIORITY", "initiative", 1, "another seat"), ("ACTIVATE", "token", 1, "token"),
        ("ACTIVATE", "variant", 3, "variant"), ("ACTIVATE", "ground", 255, "ground"),
    ]  # fmt: skip


@pytest.mark.parametrize(("decision", "path", "value", "why"), changes())
def test_contradictions_are_named(decision: str, path: str, value: int, why: str) -> None:
    scenario = RULESET.scenario("drill", shuffle=False)
    found = positions(scenario, seed=8)
    like = found[(found["decision"] == Decision[decision]) & (found["decider"] == 0)]
    tried = 0
    for k in range(len(like)):
        record = like[k : k + 1].copy()
        mine = record
        *outer, field = path.split(".")
        for name in outer:
            mine = mine[name]
        mine[field][...] = value
        if record.tobytes() != like[k : k + 1].tobytes():
            assert why in refused(scenario, record)
            tried += 1
    assert tried
