"""What a seat sees: the named observation layout and its encoder.

All is public in Tide of Iron but the order of the decks (TI-GEN-09), and that is not decided before a card is drawn.
What differs between seats is the point of view: own units first, own edge of the map at the bottom.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import Features
from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.firing import armour_of
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    DECKS,
    FORCE,
    SIDES,
    WIDTH,
    Activation,
    Card,
    Condition,
    Damage,
    Decision,
    Figure,
    Fort,
    Mark,
    Operation,
    Specialty,
    Status,
    is_squad,
)  # fmt: skip

_RARE = (Decision.TRANSFER_TO, Decision.HEAL_UNIT, Decision.GUN_CREW, Decision.CLEAR_CELL)  # leave `asked` empty
_ASKED = tuple(d for d in Decision if d and d not in _RARE)
_COLUMN_OF = np.array([_ASKED.index(d) if d in _ASKED else -1 for d in Decision])
_DECISIONS = len(_ASKED)
_SIDES = ("mine", "theirs")
_UNIT = (
    "on_map", "reserve", "x", "y", "regular", "elite", "officer", "machine_gun", "mortar", "armour", "speed", "fp_infantry",
    "fp_vehicles", "pinned", "disrupted", "light", "heavy", "fresh", "op_fire", "cover", "level", "aboard", "active", "chosen", "fired",
)  # fmt: skip
_UNIT_COLUMNS = len(_UNIT)
_OBJECTIVE = ("mine", "theirs", "my_units", "their_units")
_SIDE = ("points", "lead", "command", "pool", "alive", "waiting", "finished", "initiative", "deciding", "no_step_back", "priority")
_GAME = ("round", "rounds_left", "actions_left", "movement", "hexes", "halted", "setup", "command_phase", "status_phase", "hits", "dice", "suppressive")


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario; also writes into the tables which columns `encode` fills.

    Args:
        tables: record array (1,), its `see_*` and `view_*` fields are written.
    """
    t = tables[0]
    rows = max(int(n) for n in t["capacity_used"])
    t["see_units"] = rows
    cards = _cards_of(t)
    t["see_cards"] = 0
    for column, card in enumerate(cards):
        t["see_cards"][card] = column + 1
    t["n_see_cards"] = len(cards)
    specialties = _specialties_of(t)
    t["see_specialty"] = 0
    for column, specialty in enumerate(specialties):
        t["see_specialty"][specialty] = column + 1
    t["n_see_specialty"] = len(specialties)
    t["see_markers"] = int(t["on_map"].sum()) if _has_markers(t, cards, specialties) else 0
    _turn_map(t)
    names = tuple(Card(card).name.lower() for card in cards)
    unit = (*_UNIT, *(Specialty(s).name.lower() for s in specialties))
    sections: list[tuple[str, int, tuple[str, ...]]] = [(f"unit_{side}", rows, unit) for side in _SIDES]
    if t["n_objectives"]:
        sections.append(("objective", int(t["n_objectives"]), _OBJECTIVE))
    sections.append(("side", SIDES, _SIDE))
    if cards:
        sections += [("hand", SIDES, names), ("deck", SIDES, names)]
    if any(Card.OFFENSIVE_ARTILLERY <= card <= Card.SMOKE_MISSION for card in cards):
        sections.append(("waiting", SIDES, ("offensive_artillery", "suppressive_barrage", "smoke_mission")))
    if t["see_markers"]:
        sections.append(("marker", 1, tuple(f"{c % WIDTH},{c // WIDTH}" for c in np.flatnonzero(t["on_map"]))))
    sections.append(("asked", 1, tuple(d.name.lower() for d in _ASKED)))
    sections.append(("game", 1, _GAME))
    return Features(sections)


def _cards_of(t: np.void) -> list[int]:
    found = np.zeros(CARDS, bool)
    for seat in range(SIDES):
        for place in range(int(t["n_decks"][seat])):
            found |= t["deck_cards"][t["decks"][seat, place]] > 0
    return [int(card) for card in np.flatnonzero(found)]


def _specialties_of(t: np.void) -> list[int]:
    found = {int(s) for s in t["unit_specialty"]}
    for seat in range(SIDES):
        found |= {int(s) for s in t["tokens"][seat][: int(t["n_tokens"][seat])]}
    return sorted(found - {int(Specialty.NONE)})


def _has_markers(t: np.void, cards: list[int], specialties: list[int]) -> bool:
    makers = {Card.SMOKE_MISSION, Card.DIG_IN, Card.LAY_WIRE, Card.MINE_BELT, Card.OBSTACLES, Card.TAKE_COVER}
    lays = bool({Specialty.ENGINEER, Specialty.DEMOLITION} & set(specialties)) or bool(t["operations"][:, Operation.LAY_SMOKE].any())
    return bool(t["marks"].any() or t["n_markers"].any() or makers & set(cards) or lays)


def _turn_map(t: np.void) -> None:
    """Write where every hex lies on each side's own view of the map, -1 to 1, own edge at the bottom: A looks north, B south."""
    cells = np.arange(CELLS)
    row = cells // WIDTH
    x, y = 2.0 * (cells % WIDTH) + row % 2, row.astype(float)
    on = t["on_map"].astype(bool)
    wide, high = max(float(x[on].max()), 1.0), max(float(y[on].max()), 1.0)
    for seat in range(SIDES):
        sign = 1.0 if seat == 0 else -1.0
        t["view_x"][seat], t["view_y"][seat] = sign * (2 * x / wide - 1), sign * (2 * y / high - 1)
        order = np.flatnonzero(on)
        if seat == 1:
            order = order[::-1]
        t["view_cell"][seat] = -1
        t["view_cell"][seat][order] = np.arange(len(order))


@jit
def encode(state, tables, seat, out, scratch):
    """Write the observation of a seat.

    Args:
        out: float32 (features,), overwritten, every value in [-1, 1].
    """
    out[:] = 0.0
    k = 0
    chosen = chosen_unit(state)
    for side in range(SIDES):
        who = (seat + side) % SIDES
        for row in range(tables.see_units[who]):
            slot = FORCE * who + row
            encode_unit(state, tables, seat, slot, slot == chosen, out, k)
            k += _UNIT_COLUMNS + tables.n_see_specialty
    k = encode_objectives(state, tables, seat, out, k)
    k = encode_sides(state, seat, out, k)
    if tables.n_see_cards:
        k = encode_cards(state, tables, seat, out, k)
    if tables.see_markers:
        k = encode_markers(state, tables, seat, out, k)
    encode_question(state, tables, out, k)


@jit
def chosen_unit(state):
    """The unit the running decision is about beside the active one, or -1."""
    decision = state.decision
    if state.over or decision == Decision.SELECT or decision == Decision.STEP:
        return -1
    if decision == Decision.FIGURES:
        return state.attack[0].asked + 0
    frame = top_frame(state)
    if decision == Decision.CASUALTY:
        return frame.a + 0
    if decision == Decision.DEPLOY or decision == Decision.DEPLOY_FORT or decision == Decision.RETREAT:
        return frame.b + 0
    if decision == Decision.TRANSFER_FIGURE or decision == Decision.TRANSFER_TO:
        return frame.b + 0
    if decision == Decision.ARRIVE:
        return frame.c + 0
    if decision == Decision.ATTACK_TYPE or decision == Decision.SUPPORT:
        return state.attack[0].target + 0
    return -1


@jit
def encode_unit(state, tables, seat, slot, chosen, out, k):
    """One row of sections `unit_mine` and `unit_theirs`."""
    unit = state.units[slot]
    if unit.status == Status.ABSENT or unit.status == Status.LOST:
        return
    side = slot // FORCE
    squad = is_squad(unit)
    if unit.status == Status.ON_MAP:
        cell = unit.cell
        out[k] = 1.0
        out[k + 2] = tables.view_x[seat, cell]
        out[k + 3] = tables.view_y[seat, cell]
        cover = tables.cover[cell] + 0
        if unit.fort == Fort.ENTRENCHMENT:
            cover += tables.trench_cover
        elif unit.fort == Fort.PILLBOX:
            cover += tables.pillbox_cover
        out[k + 19] = min(cover, 6) / 6.0
        out[k + 20] = tables.level[cell] / 2.0
        out[k + 21] = unit.carrier >= 0
        out[k + 22] = state.active == slot
        out[k + 24] = unit.fired
    else:
        out[k + 1] = 1.0
    if squad:
        out[k + 4] = unit.figures[Figure.REGULAR] / 4.0
        out[k + 5] = unit.figures[Figure.ELITE] / 4.0
        out[k + 6] = min(1, unit.figures[Figure.OFFICER] + 0)
        out[k + 7] = unit.figures[Figure.MACHINE_GUN] / 2.0
        out[k + 8] = unit.figures[Figure.MORTAR] / 2.0
        fp = 0
        for figure in range(Figure.MORTAR):
            fp += unit.figures[figure] * tables.figure_fp[side, figure, 0]
        out[k + 11] = fp / 12.0
        out[k + 13] = unit.condition == Condition.PINNED
        out[k + 14] = unit.condition == Condition.DISRUPTED
        if tables.see_specialty[unit.specialty]:
            out[k + _UNIT_COLUMNS + tables.see_specialty[unit.specialty] - 1] = 1.0
    else:
        out[k + 9] = armour_of(tables, unit) / 6.0
        out[k + 10] = tables.vehicle_move[unit.kind] / 8.0
        out[k + 11] = tables.vehicle_fp[side, unit.kind, 0] / 12.0
        out[k + 12] = min(tables.vehicle_fp[side, unit.kind, 1] + 0, 13) / 13.0
        out[k + 15] = unit.damage == Damage.LIGHT
        out[k + 16] = unit.damage == Damage.HEAVY
    out[k + 17] = unit.activation == Activation.FRESH
    out[k + 18] = unit.activation == Activation.OP_FIRE
    out[k + 23] = chosen


@jit
def encode_objectives(state, tables, seat, out, k):
    """Section `objective`: control and presence."""
    for objective in range(tables.n_objectives):
        cell = tables.objective_cell[objective]
        out[k] = state.control[objective] == seat
        out[k + 1] = state.control[objective] == 1 - seat
        out[k + 2] = state.crowd[seat, cell] / 3.0
        out[k + 3] = state.crowd[1 - seat, cell] / 3.0
        k += 4
    return k


@jit
def squeeze(value, unit):
    """A number scaled by a unit and cut to [-1, 1]."""
    return min(1.0, max(-1.0, value / unit))


@jit
def encode_sides(state, seat, out, k):
    """Section `side`: points, command, initiative, strength."""
    for side in range(SIDES):
        who = (seat + side) % SIDES
        out[k] = squeeze(state.points[who] + 0.0, 20.0)
        out[k + 1] = squeeze(state.points[who] - state.points[1 - who] + 0.0, 6.0)
        out[k + 2] = squeeze(state.command[who] + 0.0, 12.0)
        out[k + 3] = squeeze(state.pool[who] + 0.0, 20.0)
        out[k + 4] = state.alive[who] / 16.0
        out[k + 5] = state.waiting_units[who] / 16.0
        out[k + 6] = state.finished[who]
        out[k + 7] = state.initiative == who
        out[k + 8] = state.decider == who
        out[k + 9] = state.lasting[who, Card.NO_STEP_BACK] > 0
        out[k + 10] = state.lasting[who, Card.INCREASED_PRIORITY] > 0
        k += 11
    return k


@jit
def encode_cards(state, tables, seat, out, k):
    """Sections `hand`, `deck` and `waiting`: counts of each card, never their order. Clauses: TI-GEN-09, TI-CRD-01."""
    n = tables.n_see_cards + 0
    artillery = False
    for card in range(CARDS):
        column = tables.see_cards[card] - 1
        if column < 0:
            continue
        artillery = artillery or Card.OFFENSIVE_ARTILLERY <= card <= Card.SMOKE_MISSION
        for side in range(SIDES):
            who = (seat + side) % SIDES
            left = 0
            for place in range(DECKS):
                left += state.deck[who, place, card]
            out[k + n * side + column] = min(state.hand[who, card] + 0, 2) / 2.0
            out[k + n * (SIDES + side) + column] = min(left, 2) / 2.0
    k += 2 * SIDES * n
    if artillery:
        for side in range(SIDES):
            who = (seat + side) % SIDES
            for card in range(3):
                out[k] = min(state.waiting[who, Card.OFFENSIVE_ARTILLERY + card] + 0, 2) / 2.0
                k += 1
    return k


@jit
def encode_markers(state, tables, seat, out, k):
    """Section `marker`: one number for a hex, the sum of what lies there: entrenchments and cover above 0, obstacles and smoke below."""
    for cell in range(CELLS):
        marks = state.marks[cell] + 0
        if marks:
            value = 0.2 * ((marks >> 4) & 3) + 0.1 * ((marks >> 6) & 3)
            value -= 0.1 * ((marks & Mark.WIRE) > 0) + 0.4 * ((marks & Mark.MINES) > 0)
            value -= 0.05 * ((marks & Mark.TRAPS) > 0) + 0.2 * ((marks & Mark.SMOKE) > 0)
            value += 0.1 * ((marks & ((Mark.COVER_A | Mark.NEW_COVER_A) << seat)) > 0)
            out[k + tables.view_cell[seat, cell]] = min(1.0, max(-1.0, value))
    return k + tables.see_markers


@jit
def encode_question(state, tables, out, k):
    """Sections `asked` and `game`: what is asked, and where the round stands."""
    column = _COLUMN_OF[state.decision]
    if state.over == 0 and column >= 0:
        out[k + column] = 1.0
    k += _DECISIONS
    out[k] = state.round / 12.0
    out[k + 1] = max(0, tables.rounds - state.round) / 12.0
    out[k + 2] = min(state.actions_left + 0, 6) / 6.0
    out[k + 3] = max(0, min(state.movement + 0, 10)) / 10.0
    out[k + 4] = min(state.hexes + 0, 8) / 8.0
    out[k + 5] = state.halted
    out[k + 6] = state.phase == 0
    out[k + 7] = state.phase == 2
    out[k + 8] = state.phase == 3
    if state.depth > 1:
        frame = top_frame(state)
        if frame.kind == Frame.ATTACK:
            out[k + 11] = state.attack[0].blow
        elif frame.kind == Frame.LOSSES:
            out[k + 9] = min(frame.b + 0, 8) / 8.0
        elif frame.kind == Frame.ASSAULT:
            out[k + 9] = min(frame.b + frame.c, 8) / 8.0
            out[k + 10] = min(state.attack[0].successes + 0, 8) / 8.0


