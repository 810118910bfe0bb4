"""No call hangs, whatever the rules do: play that comes to no question, single answers without end, games without end."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
from collections import Counter
from pathlib import Path

import pytest

from skirmish_rl.envs.core import engine
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import HEADER
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.dropzone_commander.rules.fast import AHEAD_X, AHEAD_Y
from tests import toy

ENVS = Path(engine.__file__).resolve().parents[1]


@jit
def idle(state, tables):
    """One step that leads nowhere."""
    state.pot = 1 - state.pot


@jit
def ask_again(state, tables):
    """The same question for ever."""
    ask(state, 0, toy.Decision.TURN)


@jit
def one_answer(state, tables, mask):
    """Nothing to choose."""
    mask[toy.ROLL] = 1


@jit
def two_answers(state, tables, mask):
    """Something to choose, on and on."""
    mask[toy.ROLL] = 1
    mask[toy.HOLD] = 1


@jit
def ignore(state, tables, decision, action):
    """An answer that changes nothing."""


ENDLESS = {
    "no question": {"run": idle},
    "single answers": {"run": ask_again, "legal": one_answer, "apply": ignore},
    "a game of bots": {"run": ask_again, "legal": two_answers, "apply": ignore},
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_rules_that_never_end_end_as_a_fault(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_STEPS", 400)
    monkeypatch.setattr(engine, "_MOST", 300)
    name = f"endless_{kind.replace(' ', '_')}_{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}"
    ruleset = toy.with_rules(name, ENDLESS[kind])
    batch = Batch(dataclasses.replace(toy.RULESET.scenario("short"), ruleset=ruleset), 1, control=[0, 0])
    batch.reset(seed=1)
    assert batch.over.all() and batch.games["fault"].all() and batch.deciders[0] == -1
    assert batch.games["reason"][0] == toy.Reason.FAULT and (batch.rewards == 0).all()
    assert batch.games["decisions"][0] == (300 if kind == "a game of bots" else 0)


def test_every_proved_bound_lies_below_the_engines() -> None:
    from skirmish_rl.envs.registry import available, ruleset_of

    for name in available():
        ruleset = ruleset_of(name)
        if name != "toy":
            assert max(ruleset.seatings(scenario)[-1].max_decisions for scenario in ruleset.scenarios) < engine._MOST / 4
    assert {name: allowed for name, _, allowed, *_ in HEADER}["decisions"] == (0, engine._MOST - 1)


def loops() -> Counter[str]:
    """Every `while` in functions that are compiled: file and function."""
    found: Counter[str] = Counter()
    for path in sorted(ENVS.rglob("*.py")):
        file = path.relative_to(ENVS).as_posix()
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and (
                file == "core/engine.py" or any("jit" in ast.unparse(d) for d in function.decorator_list)
            ):
                found.update(f"{file} {function.name}" for node in ast.walk(function) if isinstance(node, ast.While))
    return found


def test_every_loop_is_known_to_end() -> None:
    reasons = read_toml(Path(__file__).parent / "loops.toml")
    listed = Counter(loop for loops in reasons.values() for loop in loops)
    assert not [loop for loop, times in listed.items() if times > 1]
    assert set(loops()) == set(listed)


def test_what_flies_straight_ahead_leaves_the_board() -> None:
    assert all(x or y for x, y in zip(AHEAD_X, AHEAD_Y, strict=True))
