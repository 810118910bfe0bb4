"""Every column of an observation, once: its name, what it holds, and the scenarios that have it; see `core/sheet.py`.

What cannot occur in a scenario has no column in its observations: `if_any` asks the `Facts` of `data/seen.py`.
What is more than a field, and what looks for somebody's row, stands in `observation.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import View, relative, squeeze, turned_views
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import (
    Members,
    Planes,
    Rows,
    Sheet,
    bent,
    equal,
    flag,
    let,
    one_hot,
    role,
    share,
    skip,
    together,
    value,
    wrote,
)
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision
from skirmish_rl.envs.godbreakers.rules.facts import (
    attack_range_of,
    director_of,
    godbreakers_of,
    is_routed,
    marker_controller,
    movement_of,
)
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_RANK,
    PIECES,
    SIDE,
    SLOTS,
    Compulsion,
    Flaw,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Shape,
    Spot,
    Status,
    Token,
    Trait,
)

SEATS = ("mine", "next", "third", "fourth")
LENT = 1 / MAX_RANK  # rank 1 of a trait
# By decision: what `state.subject` is.
ABOUT_UNIT, ABOUT_CELL = (
    np.array([bool(d) and QUESTIONS.rows[d].subject == kind for d in Decision], np.uint8) for kind in ("unit", "cell")
)


def map_view(t: np.void) -> View:
    """The board as every seat sees it, its own edge at the bottom."""
    cells = np.arange(CELLS)
    return turned_views(cells % SIDE, cells // SIDE, t["board"] != Spot.OFF_BOARD, t["quarter"][: int(t["seats"])].tolist())


def _of_seats(name: str, form: str, source: str, when: str, if_any: Callable[[Any], Any] = lambda facts: True) -> Members:
    """A column for each seat, as the viewer sees them; 1 in that of the source."""
    names = [form.format(seat) for seat in SEATS]
    return Members(name, names, f"relative(seat, {source}, state.seats)", lambda facts: facts.seated & if_any(facts), when=when)


def _wild(facts: Any) -> Any:
    """Unaligned models can occur."""
    return facts.kinds.any()


@jit
def show_traits(state, tables, unit, k, out):
    """The ranks of a model's own traits, and the trait that the shard of its circle lends it, of rank 1. Clause: GB-CIR-06."""
    at = k + tables.trait_column[tables.see_traits[0]]
    for column in range(tables.n_traits):  # side by side: a question, or a place, for each of them takes longer
        out[at + column] = unit.traits[tables.see_traits[column]] * LENT
    lent = state.shard_trait[unit.circle]
    if lent >= 0 and unit.traits[lent] == 0 and tables.trait_column[lent] >= 0:
        out[k + tables.trait_column[lent]] = LENT
        out[k + _LENT_TRAIT] = 1.0


@jit
def lead_of(state, who):
    """Points over the best of the others that are not routed; 12 or more are 1."""
    best = -1000
    for rival in range(state.seats):
        if rival != who and not is_routed(state, rival):
            best = max(best, state.points[rival])
    return 1.0 if best == -1000 else squeeze(state.points[who] - best, 12.0)


@jit
def seniority_of(state, who):
    """The place of a seat in seniority, 1/n for the most senior."""
    for place in range(state.seats):
        if state.seniority[place] == who:
            return (place + 1.0) / state.seats
    return 0.0


@jit
def priority_of(state, who):
    """The place of a seat in priority, 1/n for the first; 0 for one that has lost."""
    for place in range(state.surviving):
        if state.order[place] == who:
            return (place + 1.0) / state.seats
    return 0.0


@jit
def aimed_at(state):
    """The cell that the compulsion of the active wild model points at, -1."""
    if state.aim < 0:
        return -1
    return state.aim - SLOTS if state.aim >= SLOTS else state.units[state.aim].cell


_PROVOKED = "unit.provoked >= 0 and state.units[unit.provoked].cell >= 0"

UNIT = Rows("unit", "n_units", [  # one's own circle, the others in seat order, the unaligned
    let("slot", "tables.slot_of_row[seat, row]"),
    let("unit", "state.units[slot]"),
    skip("unit.status == Status.ABSENT and slot >= GODBREAKERS"),
    let("cell", "unit.cell"),
    one_hot([Status.RESERVE, Status.ON_BOARD, Status.CASUALTY, Status.ASCENDED], "unit.status", when="unit.status != Status.ABSENT"),
    value("x", "tables.view_x[seat, cell]", when="cell >= 0"),
    value("y", "tables.view_y[seat, cell]", when="cell >= 0"),
    share("die", 12),
    together(
        bent("damage", 6, when="unit.damage"),
        share("movement", 18, movement_of),
        share("attack_range", 36, attack_range_of),
        value("activated"),
        role("active", "state.active"),
        role("subject", "state.subject", when="ABOUT_UNIT[state.decision]", note="the question is about it"),
        flag("engaged", "unit.result >= 0"),
        *wrote("nominated", note="its place among the engaged: 1/5 the attacker, 2/5 its target"),
        share("result", 12, when="unit.result >= 0", note="of its attack roll in the running Engage"),
        role("wins", "state.winner", note="the running Engage"),
        value("hurt", "unit.hurt | unit.dying", note="by the running Engage; in the Recovery Phase: it fails to recover"),
        bent("triumphs", 1, when="unit.triumphs", note="growth still to come"),
        value("ascending"),
        value("by_barricade", is_near_barricade),
        when="cell >= 0",
    ),
    wrote("roller", note="it rolls for initiative in this round"),
    wrote("lent_trait", note="one of its traits is that of its circle's shard"),
    _of_seats("whose", "{}", "unit.seat", when="unit.seat >= 0"),
    Members("carried", Token, "", lambda facts: facts.tokens, each="unit.tokens", form="bend({}, 2.0)"),
    Members("flaw", Flaw, "", lambda facts: facts.flaws, each="unit.flaws", form="1.0"),
    Members("trait", Trait, "", lambda facts: facts.traits),  # rank
    show_traits,
    together(
        value("ready"),
        flag("provoked", "unit.provoked >= 0", note="it must engage the model that stands at provoker_x, provoker_y"),
        value("provoker_x", "tables.view_x[seat, state.units[unit.provoked].cell]", when=_PROVOKED),
        value("provoker_y", "tables.view_y[seat, state.units[unit.provoked].cell]", when=_PROVOKED),
        if_any=lambda facts: facts.t["ready"],
    ),
    skip("slot < GODBREAKERS"),
    flag("wild", "unit.seat < 0", if_any=_wild),
    role("aim", "state.aim", when="state.aim < SLOTS", if_any=_wild, note="the compulsion of the active wild model points at it"),
    Members("kind", Kind, "unit.kind", lambda facts: facts.kinds),
    _of_seats("summoner", "summoned_by_{}", "unit.summoner", "unit.summoner >= 0", lambda facts: facts.kinds[Kind.SUMMONED]),
], index="row", room="tables.see_units", usual="unit.{}")  # fmt: skip

MARKER = Rows("marker", "tables.see_markers", [  # the centre; shards, objectives and hoards, one's own first
    let("marker", "tables.marker_of_row[seat, row]"),
    let("cell", "state.markers[marker].cell"),
    flag("on_board", "cell >= 0"),
    value("x", "tables.view_x[seat, cell]", when="cell >= 0"),
    value("y", "tables.view_y[seat, cell]", when="cell >= 0"),
    Members("marker", MarkerKind, "state.markers[marker].kind", lambda facts: facts.markers),
    _of_seats("owner", "of_{}", "state.markers[marker].seat", when="state.markers[marker].seat >= 0"),
    skip("cell < 0"),
    let("holder", marker_controller),
    _of_seats("holder", "controlled_by_{}", "holder", when="holder >= 0"),
], index="row")  # fmt: skip

SEAT = Rows("seat", 1, [  # one's own first
    bent("points", 20, "state.points[who]"),
    value("lead", lead_of, note="over the best of the others"),
    share("godbreakers", CIRCLE_SIZE, "godbreakers_of(state, who)", note="on the battlefield"),
    value("routed", "is_routed(state, who)"),
    value("seniority", seniority_of, note="its place, 1/n for the most senior"),
    equal("initiative", "who", "state.initiative", note="won it in this round"),
    value("priority", priority_of, when="settled", note="its place in this round, 1/n for the first; 0 before it is settled"),
    equal("director", "who", director_of, when="settled"),
    value("turn", "state.phase == Phase.ACTIVATION and state.order[state.turn] == who", when="settled", note="it activates next"),
    equal("decides", "who", "state.decider"),
], room="tables.seats", per="place")  # fmt: skip
SHARD = Rows("shard", 1, [  # of a seat: the trait of its standing shard
    Members("shard_trait", Trait, "state.shard_trait[who]", lambda facts: facts.shards, when="state.shard_trait[who] >= 0"),
], room="tables.seats", per="place")  # fmt: skip

PIECE = Rows("piece", "tables.see_pieces", [  # of terrain: the map's own first
    let("piece", "state.pieces[number]"),
    skip("piece.present == 0"),
    let("first", "piece.cell if piece.cell >= 0 else tables.piece_corner[number, 0]"),
    let("last", "piece.cell if piece.cell >= 0 else tables.piece_corner[number, 1]"),
    let("wide", "last % SIDE - first % SIDE + 1 if piece.cell < 0 else 1 if piece.shape == Shape.COLUMN else 3"),
    let("high", "last // SIDE - first // SIDE + 1 if piece.cell < 0 else 1 if piece.shape == Shape.ROW else 3"),
    let("sideways", "tables.quarter[seat] % 2"),
    value("present"),
    value("barricade"),
    value("pooled", "piece.shape != Shape.DRAWN", note="of a shape that returns to the pool"),
    share("x", 2, "tables.view_x[seat, first] + tables.view_x[seat, last]", note="of its middle"),
    share("y", 2, "tables.view_y[seat, first] + tables.view_y[seat, last]"),
    share("width", SIDE, "high if sideways else wide"),
    share("height", SIDE, "wide if sideways else high"),
    value("impassable", if_any=lambda facts: facts.t["piece_impassable"].any()),
], index="number", usual="piece.{}")  # fmt: skip
POOL = Rows("pool", 1, [  # terrain pieces off the board
    share("patches", PIECES, "state.pool[Shape.PATCH]"),
    share("rows", PIECES, "state.pool[Shape.ROW]"),
    share("columns", PIECES, "state.pool[Shape.COLUMN]"),
], if_any=lambda facts: facts.traits[[Trait.RUINOUS, Trait.SHAPING]].any())  # fmt: skip
TOKEN = Planes("token", Token, if_any=lambda facts: facts.tokens, view=map_view)  # unclaimed ones

ASKED = Members("asked", Decision, "state.decision", lambda facts: facts.decisions, when="state.over == 0")
PHASE = Members("phase", Phase, "state.phase", lambda facts: facts.phases)
GAME = Rows("game", 1, [
    share("round", 7),
    share("rounds_left", 7, "tables.rounds - state.round"),
    share("initiative_roll", 12, when="state.initiative >= 0", note="the winner's, in this round"),
    share("actions_left", 2),
    share("moves", 2, note="made in this activation"),
    share("engages", 2),
    bent("triumphs", 2, "state.pending", note="rolled and still to be applied"),
], usual="state.{}")  # fmt: skip
ORIGIN = Rows("origin", 1, [  # the cell that the question is about: by which a model appears, or of a pile of tokens
    let("cell", "state.subject if ABOUT_CELL[state.decision] else -1"),
    flag("given", "cell >= 0"),
    value("x", "tables.view_x[seat, cell]", when="cell >= 0"),
    value("y", "tables.view_y[seat, cell]", when="cell >= 0"),
], if_any=lambda facts: facts.decisions[[Decision.SPAWN, Decision.CLAIM, Decision.STALKER_CELL, Decision.BROOD]].any())  # fmt: skip
NEW_MODEL = Members("new_model", Kind, "state.new_model", lambda facts: facts.placed)  # what the question places
NEW_MARKER = Members("new_marker", MarkerKind, "state.new_marker", lambda facts: facts.put)
NEW_PIECE = Members("new_piece", Shape, "state.new_piece", lambda facts: facts.shapes)
TOKEN_ASKED = Members("token_asked", Token, "state.token", lambda facts: facts.tokens, when="state.token >= 0")
HUNT = Rows("hunt", 1, [
    share("to_place", 5, "state.to_place", note="things that the seat still sets up for its roll"),
], if_any=lambda facts: Rule.HUNT in facts.rules)  # fmt: skip
AIM = Rows("aim", 1, [  # what the compulsion of the active wild model points at
    let("cell", aimed_at),
    flag("given", "cell >= 0"),
    value("x", "tables.view_x[seat, cell]", when="cell >= 0"),
    value("y", "tables.view_y[seat, cell]", when="cell >= 0"),
], if_any=_wild)  # fmt: skip
COMPULSION = Members("compulsion", Compulsion, "state.compulsion", lambda facts: facts.compulsions)  # of the active wild model
WORLD = Rows("world", 1, [  # special rules, where they differ from world to world
    equal("saboteurs", "Rule.SABOTEURS", "tables.rule", note="one appears at every objective in every round"),
], if_any=lambda facts: facts.world)  # fmt: skip

SHEET = Sheet(
    UNIT, MARKER, SEAT, SHARD, PIECE, POOL, TOKEN, ASKED, PHASE, GAME, ORIGIN, NEW_MODEL, NEW_MARKER, NEW_PIECE, TOKEN_ASKED, HUNT, AIM,
    COMPULSION, WORLD,
    Phase=Phase, Rule=Rule, Shape=Shape, Status=Status, ABOUT_CELL=ABOUT_CELL, ABOUT_UNIT=ABOUT_UNIT, GODBREAKERS=GODBREAKERS, SIDE=SIDE,
    SLOTS=SLOTS, godbreakers_of=godbreakers_of, is_routed=is_routed, relative=relative,
)  # fmt: skip
_LENT_TRAIT = UNIT.column("lent_trait")
