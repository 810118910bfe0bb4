"""A tiny ruleset on the core alone: it proves that the core knows no game, and tests adapters without one.

The seats in turn roll a die into a pot until they hold; a 1 spoils the pot. When a seat holds, every other seat that still
has a token may spend it to challenge, in seating order: on 5+ the pot is lost. A challenger with tokens says how many it stakes.
Each seat keeps a secret bonus that counts at the end. First to the goal wins, else the most points after the last round.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from skirmish_rl.envs.core.dice import LAYOUT, below, roll
from skirmish_rl.envs.core.dispatch import answering
from skirmish_rl.envs.core.draw import SEAT_COLORS, Note, Rect, Scene
from skirmish_rl.envs.core.encoding import encoder
from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.events import Event, Language, note
from skirmish_rl.envs.core.features import blank_out
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.layout import Block
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.core.records import Record, pack_dtype
from skirmish_rl.envs.core.ruleset import HEADER, Ruleset
from skirmish_rl.envs.core.scenarios import Option, Packed
from skirmish_rl.envs.core.sheet import Rows, Sheet, equal, let, one_hot, share
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.registry import RULESETS, Entry

MAX_SEATS = 3
TOKENS = 3


class Reason(IntEnum):
    RUNNING = 0
    GOAL = 1
    LAST_ROUND = 2
    FAULT = 3


class Group(IntEnum):
    TURN = 0
    CHALLENGE = 1


class Roll(IntEnum):
    POT = 0
    CHALLENGE = 1


class Decision(Question):
    NONE = 0
    TURN = 1, Group.TURN, "whose pot it is", {"roll": "roll", "hold": "bank"}, "roll, or bank the pot"
    ANSWER = 2, Group.CHALLENGE, "every other seat in order", {"pass": "pass", "challenge": "challenge"}, "challenge the pot, or pass"
    STAKING = 3, Group.CHALLENGE, "who challenges", {"stake": "stake"}, "how many tokens to stake"


QUESTIONS = Questions(
    blocks=[
        Block("roll", 1, "single"), Block("hold", 1, "single"), Block("pass", 1, "single"), Block("challenge", 1, "single"),
        Block("stake", TOKENS, first=1),
    ],
    decisions=Decision,
)  # fmt: skip
ROLL, HOLD, PASS, CHALLENGE, STAKE = QUESTIONS.offsets("roll", "hold", "pass", "challenge", "stake")

STATE = Record([
    *HEADER,
    ("points", "i2", (0, 999), (MAX_SEATS,)),
    ("secret", "u1", (0, 2), (MAX_SEATS,)),
    ("tokens", "u1", (0, TOKENS), (MAX_SEATS,)),
    ("pot", "i2", (0, 999)),
    ("turn", "i1", (0, MAX_SEATS - 1)),  # whose pot it is
    ("asked", "i1", (0, MAX_SEATS)),  # seats already asked to challenge, 0 while the turn's owner rolls
])  # fmt: skip


@jit
def nth(state, seat, row):
    """Who stands in a row of the seats: oneself, then the others in seating order."""
    return (seat + row) % state.seats


SEAT = Rows("seat", "tables.seats", [
    let("other", nth),
    share("points", 64, "min(state.points[other], 64)"),
    share("tokens", TOKENS, "state.tokens[other]", note="left to challenge with"),
    equal("turn", "other", "state.turn"),
    equal("deciding", "other", "state.decider"),
], index="row")  # fmt: skip
GAME = Rows("game", 1, [
    share("secret", 2, "state.secret[seat]", note="a secret shows to its owner only"),
    share("pot", 64, "min(state.pot, 64)"),
    share("round", 32, "min(state.round, 32)"),
    share("asked", MAX_SEATS),
    one_hot(["is_turn", "is_answer", "is_staking"], "state.decision - Decision.TURN", when="state.decision"),
], usual="state.{}")  # fmt: skip
SHEET = Sheet(SEAT, GAME, Decision=Decision)
TABLES = pack_dtype([("goal", "i2"), ("rounds", "u1"), ("seats", "u1"), ("tokens", "u1"), *SHEET.fields()])
SCRATCH = pack_dtype([("score", "f4"), ("best", "f4"), ("rank", "f4")])


@jit
def begin(state, tables):
    """Deal tokens and secrets."""
    state.seats = tables.seats
    state.round = 1
    for seat in range(tables.seats):
        state.tokens[seat] = tables.tokens
        state.secret[seat] = below(state, LAYOUT, 3)


@jit
def end_turn(state):
    """Empty the pot and pass the turn on."""
    state.pot = 0
    state.asked = 0
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
        state.round += 1
        note(state, Event.ROUND, value=state.round)


@jit
def run(state, tables):
    """One step: the end of the game, a question, or the pot goes to its owner."""
    best = 0
    for seat in range(state.seats):
        if state.points[seat] + state.secret[seat] > state.points[best] + state.secret[best]:
            best = seat
    if state.points[best] >= tables.goal or state.round > tables.rounds:
        state.reason = Reason.GOAL if state.points[best] >= tables.goal else Reason.LAST_ROUND
        for seat in range(state.seats):
            if state.points[seat] + state.secret[seat] == state.points[best] + state.secret[best]:
                state.winners |= 1 << seat
        state.over = 1
    elif state.asked == 0:
        ask(state, state.turn, Decision.TURN)
    elif state.pot > 0 and state.asked < state.seats:
        ask(state, (state.turn + state.asked) % state.seats, Decision.ANSWER)
    else:
        state.points[state.turn] += state.pot
        note(state, Event.POINTS, state.turn, value=state.pot)
        end_turn(state)


@jit
def legal_turn(state, tables, mask):
    """Roll, or bank what there is."""
    mask[ROLL] = state.pot < tables.goal
    mask[HOLD] = state.pot > 0


@jit
def apply_turn(state, action):
    """The pot is held, or a die rolled."""
    if action == HOLD:
        state.asked = 1
        return
    note(state, Event.ROLLS, state.decider, value=Roll.POT)
    face = roll(state, 6)
    if face == 1:
        end_turn(state)
    else:
        state.pot += face


@jit
def legal_answer(state, mask):
    """Challenge with what tokens are left, or pass."""
    mask[PASS] = 1
    mask[CHALLENGE] = state.tokens[state.decider] > 0


@jit
def apply_answer(state, action):
    """A challenger is asked for a stake."""
    if action == CHALLENGE:
        ask(state, state.decider, Decision.STAKING)
    else:
        state.asked += 1


@jit
def legal_stake(state, mask):
    """One token to all."""
    for k in range(state.tokens[state.decider]):
        mask[STAKE + k] = 1


@jit
def apply_stake(state, action):
    """A die for each token."""
    state.asked += 1
    stake = action - STAKE + 1
    state.tokens[state.decider] -= stake
    note(state, Event.ROLLS, state.decider, value=Roll.CHALLENGE)
    for _ in range(stake):
        if roll(state, 6) >= 5:
            state.pot = 0


ANSWERS = {
    Group.TURN: (legal_turn, apply_turn),
    Group.CHALLENGE: {Decision.ANSWER: (legal_answer, apply_answer), Decision.STAKING: (legal_stake, apply_stake)},
}
legal, apply = answering(ANSWERS, QUESTIONS, __name__)


class PositionColumn(IntEnum):
    POT = 0


class ActionColumn(IntEnum):
    ROLL = 0
    HOLD = 1
    PASS = 2
    CHALLENGE = 3
    STAKE = 4
    AMOUNT = 5
    RANK = 6


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [blank_out, SEAT, GAME])


@jit
def survey(state, tables, scratch):
    """Nothing to work out beforehand."""


@jit
def score_action(state, tables, action, bot, scratch):
    """Bot 1 holds at 8 and never challenges, the other holds at 16 and challenges big pots; low stakes first."""
    wanted = PASS
    if state.decision == Decision.TURN:
        need = 8 if bot == 1 else 16
        wanted = HOLD if state.pot >= need or state.points[state.turn] + state.pot >= tables.goal else ROLL
    elif bot != 1 and state.pot >= 12:
        wanted = CHALLENGE
    return 100.0 * (action == wanted) - action


@jit
def encode_position(state, tables, out, scratch):
    """The pot, the same for every action."""
    out[PositionColumn.POT] = min(state.pot / 32.0, 1.0)


@jit
def encode_action(state, tables, action, out, scratch):
    """Which block it is of, how much is staked, and how many the strongest bot likes better."""
    out[ActionColumn.RANK] = 1.0 / (1.0 + scratch.rank)
    out[min(action, STAKE)] = 1.0
    if action >= STAKE:
        out[ActionColumn.AMOUNT] = (action - STAKE + 1) / TOKENS


@jit
def reshuffle(state, tables):
    """Deal the secrets anew that the decider does not know."""
    for seat in range(state.seats):
        if seat != state.decider:
            state.secret[seat] = below(state, LAYOUT, 3)


@dataclass(frozen=True)
class ScenarioSpec:
    """One table of scenarios.toml."""

    goal: int
    rounds: int
    tags: tuple[str, ...] = ()


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """The tables of a scenario."""
    seats = seats or 2
    tables = np.zeros(1, TABLES)
    for key, value in (("goal", spec.goal), ("rounds", spec.rounds), ("seats", seats), ("tokens", options["tokens"])):
        tables[key] = value
    SHEET.lay_out(tables, None)
    per_turn = spec.goal // 2 + 1 + 2 * seats  # every roll but the last adds 2 or more
    if spec.goal % 10 == 9:
        raise fail(path, "goal", f"{spec.goal} ends with a nine")
    return Packed(tables, seats, spec.rounds * seats * per_turn, options, spec.tags, ("red", "blue", "green")[:seats])


def generate(luck: Luck) -> ScenarioSpec:
    """A world: any goal, also one that `pack` refuses."""
    return ScenarioSpec(luck.between(20, 60), luck.between(4, 9), ("small", luck.choice(("even", "odd"))))


def _scene(record: np.void, scenario: Any) -> Scene:
    bars = tuple(Rect(0, seat, int(record["points"][seat]) / 10, 0.8, SEAT_COLORS[seat]) for seat in range(scenario.seats))
    return Scene("Toy", 6, scenario.seats, (("points", bars),), (Note((f"pot {int(record['pot'])}",)),))


_RULES = {
    "begin": begin, "run": run, "legal": legal, "apply": apply, "reshuffle": reshuffle, "encode": encode, "survey": survey,
    "score_action": score_action, "encode_position": encode_position, "encode_action": encode_action,
}  # fmt: skip
# The kernels' cache knows the sources under envs/ only, so this file's own text goes into their name.
_NAME = "toy_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
CACHE = Path(__file__).resolve().parents[2] / "build" / "toy"  # the tests' own: nothing of theirs lies in the user's cache

RULESET = Ruleset(
    name="toy", title="Toy", version=0, seats=(2, MAX_SEATS), record=STATE, scratch=SCRATCH, questions=QUESTIONS,
    reasons=tuple(r.name.lower() for r in Reason), scenarios={"short": ("small",), "long": ("standard",)},
    bots=("random", "simple", "strong"), position_features=tuple(c.name.lower() for c in PositionColumn),
    action_features=tuple(c.name.lower() for c in ActionColumn), data=Path(__file__).parent, spec=ScenarioSpec,
    options={"tokens": Option(TOKENS, range(TOKENS + 1), f"0 to {TOKENS} tokens for every seat")}, pack=pack, features=SHEET.features,
    hidden={"secret": "its owner sees it"}, engine=bind(_NAME, _RULES, STATE.dtype, TABLES, SCRATCH, fault=Reason.FAULT),
    language=Language(lambda record, scenario: [f"seat_{k}: {name}" for k, name in enumerate(scenario.players)],
        words={Event.ROLLS: Roll}),
    scene=_scene, generate=generate, summary=lambda record, scenario: " ".join(str(int(p)) for p in record["points"][: scenario.seats]),
)  # fmt: skip
RULESET.engine.library.folder = CACHE


def with_rules(name: str, rules: dict[str, Callable[..., Any]]) -> Ruleset:
    """The toy with some other rules, compiled under a name of its own."""
    engine = bind(name, {**_RULES, **rules}, STATE.dtype, TABLES, SCRATCH, fault=Reason.FAULT)
    engine.library.folder = CACHE
    return dataclasses.replace(RULESET, engine=engine)


def registered() -> AbstractContextManager[Any]:
    """The toy by the name that users know rulesets by; who had registered it before still has it afterwards."""
    return patch.dict(RULESETS, toy=Entry(0, "tests.toy"))
