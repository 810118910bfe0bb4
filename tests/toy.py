"""A tiny ruleset on the core alone: it proves that the core knows no game, and tests adapters without one.

The seats in turn roll a die into a pot until they hold; a 1 spoils the pot. When a seat holds, every other seat that still
has a token may spend it to challenge, in seating order: on 5+ the pot is lost. A challenger with tokens says how many it stakes.
Each seat keeps a secret bonus that counts at the end. First to the goal wins, else the most points after the last round.
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.dice import LAYOUT, below, roll
from skirmish_rl.envs.core.draw import SEAT_COLORS, Note, Rect, Scene
from skirmish_rl.envs.core.engine import bind
from skirmish_rl.envs.core.features import Features
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.layout import Block, Layout
from skirmish_rl.envs.core.ruleset import HEADER, Ruleset, Scenario, pack_dtype

MAX_SEATS = 3
TOKENS = 3
N_ACTIONS = 4 + TOKENS
ROLL, HOLD, PASS, CHALLENGE, STAKE = 0, 1, 2, 3, 4  # offsets of the action blocks
SEAT_COLUMNS = 3


class Decision(IntEnum):
    NONE = 0
    TURN = 1
    ANSWER = 2
    STAKING = 3


class Reason(IntEnum):
    RUNNING = 0
    GOAL = 1
    LAST_ROUND = 2


STATE = pack_dtype([
    *HEADER,
    ("points", "i2", (MAX_SEATS,)),
    ("secret", "u1", (MAX_SEATS,)),
    ("tokens", "u1", (MAX_SEATS,)),
    ("pot", "i2"),
    ("turn", "i1"),  # whose pot it is
    ("asked", "i1"),  # seats already asked to challenge, 0 while the turn's owner rolls
])  # fmt: skip
TABLES = pack_dtype([("goal", "i2"), ("rounds", "u1"), ("seats", "u1"), ("tokens", "u1")])
SCRATCH = pack_dtype([("spare", "u1")])


@jit
def begin(state, tables):
    """Deal tokens and secrets."""
    state.seats = tables.seats
    state.round = 1
    for seat in range(tables.seats):
        state.tokens[seat] = tables.tokens
        state.secret[seat] = below(state, LAYOUT, 3)


@jit
def bank(state):
    """The pot goes to its owner and the next seat begins."""
    state.points[state.turn] += state.pot
    end_turn(state)


@jit
def end_turn(state):
    """Empty the pot and pass the turn on."""
    state.pot = 0
    state.asked = 0
    state.decision = 0
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
        state.round += 1


@jit
def apply(state, tables, action):
    """Carry out one answer, with its dice."""
    if action == ROLL:
        face = roll(state, 6)
        if face == 1:
            end_turn(state)
        else:
            state.pot += face
    elif action == HOLD:
        state.asked = 1
    elif action == PASS:
        state.asked += 1
    elif action == CHALLENGE:
        state.decision = Decision.STAKING
    else:
        stake = action - STAKE + 1
        state.tokens[state.decider] -= stake
        state.decision = 0
        state.asked += 1
        for _ in range(stake):
            if roll(state, 6) >= 5:
                state.pot = 0


@jit
def advance(state, tables):
    """Go on until a seat must decide or the game is over."""
    if state.decision == Decision.STAKING:
        return
    while True:
        best = 0
        for seat in range(state.seats):
            if state.points[seat] + state.secret[seat] > state.points[best] + state.secret[best]:
                best = seat
        if state.points[best] >= tables.goal or state.round > tables.rounds:
            state.reason = Reason.GOAL if state.points[best] >= tables.goal else Reason.LAST_ROUND
            state.winners = 0
            for seat in range(state.seats):
                if state.points[seat] + state.secret[seat] == state.points[best] + state.secret[best]:
                    state.winners |= 1 << seat
            state.decider = -1
            state.over = 1
            return
        if state.asked == 0:
            state.decision = Decision.TURN
            state.decider = state.turn
            return
        if state.pot > 0 and state.asked < state.seats:
            state.decision = Decision.ANSWER
            state.decider = (state.turn + state.asked) % state.seats
            return
        bank(state)


@jit
def legal(state, tables, mask):
    """Write the mask of the pending decision, count its ones."""
    for a in range(mask.shape[0]):
        mask[a] = 0
    tokens = state.tokens[state.decider]
    if state.decision == Decision.TURN:
        mask[ROLL] = state.pot < tables.goal
        mask[HOLD] = state.pot > 0
    elif state.decision == Decision.ANSWER:
        mask[PASS] = 1
        mask[CHALLENGE] = tokens > 0
    else:
        for k in range(tokens):
            mask[STAKE + k] = 1
    n = 0
    for a in range(mask.shape[0]):
        n += mask[a]
    return n


@jit
def encode(state, tables, seat, out, scratch):
    """Own row first, then the others in seating order; a secret shows to its owner only."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    for k in range(state.seats):
        other = (seat + k) % state.seats
        row = SEAT_COLUMNS * k
        out[row] = min(state.points[other] / 64.0, 1.0)
        out[row + 1] = state.tokens[other] / TOKENS
        out[row + 2] = 1.0 if state.turn == other else 0.0
    at = SEAT_COLUMNS * state.seats
    out[at] = state.secret[seat] / 2.0
    out[at + 1] = min(state.pot / 32.0, 1.0)
    out[at + 2] = min(state.round / 16.0, 1.0)
    if state.decision > 0:
        out[at + 2 + state.decision] = 1.0


@jit
def prepare(state, tables, scratch):
    """Nothing to work out beforehand, for bots or for `describe`."""


@jit
def opinion(state, tables, action, bot, scratch):
    """Bot 1 holds at 8 and never challenges, the other holds at 16 and challenges big pots; low stakes first."""
    wanted = PASS
    if state.decision == Decision.TURN:
        need = 8 if bot == 1 else 16
        wanted = HOLD if state.pot >= need or state.points[state.turn] + state.pot >= tables.goal else ROLL
    elif bot != 1 and state.pot >= 12:
        wanted = CHALLENGE
    return 100.0 * (action == wanted) - action


@jit
def describe(state, tables, action, out, scratch):
    """One column per action block, and the pot."""
    for k in range(STAKE + 1):
        out[k] = 1.0 if k == min(action, STAKE) else 0.0
    out[STAKE + 1] = min(state.pot / 32.0, 1.0)


@jit
def reshuffle(state, tables):
    """Deal the secrets anew that the decider does not know."""
    for seat in range(state.seats):
        if seat != state.decider:
            state.secret[seat] = below(state, LAYOUT, 3)


def _features(seats: int) -> Features:
    return Features([
        ("seat", seats, ("points", "tokens", "turn")),
        ("game", 1, ("secret", "pot", "round", "is_turn", "is_answer", "is_staking")),
    ])  # fmt: skip


def _load(ruleset: Ruleset, name: str, seats: int | None, options: dict) -> Scenario:
    seats = seats or 2
    tables = np.zeros(1, TABLES)
    tables["goal"], tables["rounds"] = (20, 6) if name == "short" else (50, 20)
    tables["seats"], tables["tokens"] = seats, options["tokens"]
    per_turn = int(tables["goal"][0]) // 2 + 1 + 2 * seats  # every roll but the last adds 2 or more
    return Scenario(
        ruleset=ruleset, name=name, seats=seats, tables=tables, features=_features(seats), options=options,
        max_decisions=int(tables["rounds"][0]) * seats * per_turn,
        tags=ruleset.scenarios[name], players=("red", "blue", "green")[:seats],
    )  # fmt: skip


def _scene(record: np.void, scenario: Scenario) -> Scene:
    bars = tuple(Rect(0, seat, int(record["points"][seat]) / 10, 0.8, SEAT_COLORS[seat]) for seat in range(scenario.seats))
    return Scene("Toy", 6, scenario.seats, (("points", bars),), (Note((f"pot {int(record['pot'])}",)),))


LAYOUT_OF_ACTIONS = Layout(
    [Block("roll", 1, "single"), Block("hold", 1, "single"), Block("pass", 1, "single"), Block("challenge", 1, "single"),
     Block("stake", TOKENS, first=1)],
    Decision,
    {(Decision.TURN, "hold"): "bank"},
)  # fmt: skip
_RULES = {
    "begin": begin, "apply": apply, "advance": advance, "legal": legal, "encode": encode, "appraise": prepare,
    "opinion": opinion, "prepare": prepare, "describe": describe, "reshuffle": reshuffle,
}  # fmt: skip
# The kernels' cache knows the sources under envs/ only, so this file's own text goes into their name.
_NAME = "toy_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]

RULESET = Ruleset(
    name="toy", title="Toy", version=0, seats=(2, MAX_SEATS), state=STATE, scratch=SCRATCH, decisions=Decision,
    layout=LAYOUT_OF_ACTIONS, reasons=tuple(r.name.lower() for r in Reason),
    scenarios={"short": ("small",), "long": ("standard",)}, bots=("random", "simple", "strong"),
    action_features=("roll", "hold", "pass", "challenge", "stake", "pot"), load=_load, default_options={"tokens": TOKENS},
    engine=bind(_NAME, _RULES), scene=_scene,
    summary=lambda record, scenario: " ".join(str(int(p)) for p in record["points"][: scenario.seats]),
)  # fmt: skip
