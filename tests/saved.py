"""Saved games that were tampered with: each is either refused or can be played to its end, and told.

A ruleset's `test_saved.py` says how its games are played (`answers`) and calls what is here; games are tampered with in another
process, so that a crash is seen.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

ROOT = Path(__file__).resolve().parents[1]
LIKE = 12  # positions that are kept of each decision
Answers = Callable[[Batch, np.random.Generator], np.ndarray]
_PLAYED: dict[tuple[str, Answers, int], np.ndarray] = {}


def positions(scenario: Scenario, answers: Answers, seed: int) -> np.ndarray:
    """Positions of play with their events: of every decision that comes up so many, and some that are over. Played once, copied for each who asks."""
    key = scenario.id, answers, seed
    if key not in _PLAYED:
        _PLAYED[key] = _play(scenario, answers, seed)
    return _PLAYED[key].copy()


def _play(scenario: Scenario, answers: Answers, seed: int) -> np.ndarray:
    batch = Batch(scenario, 24, observe=False, listen=True)
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    kept: dict[int, list[np.void]] = {}
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        for b, decision in zip(live, batch.games["decision"][live].tolist(), strict=True):
            like = kept.setdefault(decision, [])
            if len(like) < LIKE:
                like.append(batch.games[b].copy())
            elif luck.random() < 0.05:
                like[luck.integers(LIKE)] = batch.games[b].copy()
        batch.step(answers(batch, luck))
    return np.array([record for like in kept.values() for record in like] + list(batch.games[:4]), scenario.ruleset.state)


def tamper(ruleset: Ruleset, record: np.ndarray, other: np.void, luck: np.random.Generator) -> str:
    """Change one byte of a record, or one number: to one that its field may hold, or to that of another position; returns what."""
    how = luck.random()
    if how < 0.25:
        at = int(luck.integers(record.nbytes))
        record.view(np.uint8)[at] = luck.integers(256)
        return f"byte {at}"
    fields = [(path, allowed) for path, _, allowed in ruleset.record.fields() if not path.startswith(("tape", "_pad"))]
    path, allowed = fields[luck.integers(len(fields))]
    mine, theirs = record, other
    for name in path.split("."):
        mine, theirs = mine[name], theirs[name]
    numbers, given = mine.reshape(-1), np.asarray(theirs).reshape(-1)
    at = int(luck.integers(max(1, int(record["noted"][0])) if path.startswith("events") else len(numbers)))
    if path.startswith("events") and how < 0.6:
        numbers[at] = luck.integers(-3, 260) % 256 - 128 * (numbers.dtype.kind == "i")
    elif how < 0.6 or allowed is None:
        numbers[at] = given[luck.integers(len(given))]
    else:
        numbers[at] = (
            luck.integers(allowed[0], allowed[1] + 1)
            if luck.random() < 0.7
            else luck.integers(max(allowed[0], -1), min(allowed[1], 6) + 1)
        )
    mine[...] = numbers.reshape(mine.shape)
    return f"{path}[{at}] = {numbers[at]}"


def play_tampered(scenario: Scenario, answers: Answers, count: int, seed: int) -> None:
    """Tamper so many times; what is accepted is told, and played to its end at random. Prints how many were accepted."""
    ruleset = scenario.ruleset
    found = positions(scenario, answers, seed)
    luck = np.random.default_rng(seed)
    accepted, what = [], []
    for _ in range(count):
        record = found[luck.integers(len(found))][None].copy()
        before = record.copy()
        said = tamper(ruleset, record, found[luck.integers(len(found))], luck)
        try:
            scenario.check_games(record)
        except StateError:
            continue
        if record.tobytes() != before.tobytes():
            accepted.append(record[0])
            what.append(f"{ruleset.decisions(int(record[0]['decision'])).name}: {said}")
            if record["events"].tobytes() != before["events"].tobytes():
                assert all(tell(record[0], scenario)) and ruleset.scene(record[0], scenario), what[-1]
    batch = Batch(scenario, len(accepted))
    batch.games[:] = np.array(accepted, ruleset.state)
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


def in_another_process(module: str, name: str, seats: int, options: dict[str, Any], count: int, seed: int) -> int:
    """Tamper with games of the RULESET of a test module, played by its `answers`; returns how many were accepted."""
    call = (
        f"from {module} import RULESET, answers; from tests.saved import play_tampered; "
        f"play_tampered(RULESET.scenario({name!r}, {seats}, **{options!r}), answers, {count}, {seed})"
    )
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=False, timeout=1200)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr[-3000:]}"
    return int(done.stdout.split()[0])


def refused(scenario: Scenario, record: np.ndarray) -> str:
    """Why a game is refused; "" if it is not."""
    try:
        scenario.check_games(record)
    except StateError as error:
        return str(error)
    return ""


def check_contradiction(scenario: Scenario, like: np.ndarray, path: str, value: Any, why: str) -> None:
    """Positions in which a field is given another value are refused with these words; at least one of them holds another."""
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
