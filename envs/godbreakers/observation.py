"""What a seat sees: the named observation layout and its encoder, and the features of a legal action.

All is public in Godbreakers (GB-GEN-07), so nothing is hidden; what differs between seats is the point of view: own
circle first, then the others in seat order, and the board turned so that one's own edge is at the top.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features
from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.frames import Frame
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    GODBREAKERS,
    KINDS,
    MAX_SEATS,
    PIECES,
    SIDE,
    SLOTS,
    TRAITS,
    Decision,
    Flaw,
    MarkerKind,
    Rule,
    Shape,
    Status,
    Token,
    Trait,
    attack_range_of,
    director_of,
    godbreakers_of,
    is_routed,
    marker_controller,
    movement_of,
)  # fmt: skip

_SEAT_NAMES = ("mine", "next", "third", "fourth")
_DECISIONS = len(Decision) - 1  # NONE is never asked
_12TH, _18TH, _36TH, _3RD = 1 / 12, 1 / 18, 1 / 36, 1 / 3
_KIND = 1 / (KINDS - 1)
_SHAPED = 12  # rows for pieces beyond the map's own


def facts(tables: np.void) -> dict[str, Any]:
    """What can occur in a scenario at all; columns that could never vary are left out of its observations."""
    seats, rule = int(tables["seats"]), Rule(int(tables["rule"]))
    random = bool(tables["random_roster"][:seats].any())
    fielded = tables["fielded"].astype(bool)
    kinds = _kinds_of(tables, rule)
    traits, flaws = set(), set()
    for seat in range(seats):
        traits |= {int(t) for t in np.flatnonzero(tables["traits"][seat][fielded].max(axis=0))}
        flaws |= {int(f) for f in np.flatnonzero(tables["flaws"][seat][fielded].max(axis=0))}
        traits.add(int(tables["shard_trait"][seat]))
    for kind in kinds:
        traits |= {int(t) for t in np.flatnonzero(tables["kind_traits"][kind])}
        if tables["kind_mighty"][kind]:
            traits |= {Trait.BRUTAL, Trait.DEADLY, Trait.FLEET, Trait.PINNING, Trait.RANGED, Trait.RELENTLESS, Trait.TOUGH, Trait.THUNDEROUS}
        if tables["kind_sinister"][kind]:
            traits |= {Trait.BRUTAL, Trait.DEADLY, Trait.DEFENSIVE, Trait.FLEET, Trait.MERCILESS, Trait.VENGEFUL}
    if random:
        traits = set(range(TRAITS))
    tokens = {
        Rule.TREASURE: [Token.TREASURE], Rule.NEST: [Token.TROPHY], Rule.HUNT: [Token.TREASURE, Token.TROPHY],
    }.get(rule, [])  # fmt: skip
    return {
        "traits": sorted(int(t) for t in traits),
        "flaws": sorted(flaws),
        "kinds": kinds,
        "tokens": [int(t) for t in tokens],
        "ready": bool(tables["ready"]),
        "reshapes": bool({Trait.RUINOUS, Trait.SHAPING} & traits),
        "objectives": rule in (Rule.SABOTEURS, Rule.HUNT),
        "hoards": rule in (Rule.TREASURE, Rule.HUNT),
    }


def _kinds_of(tables: np.void, rule: Rule) -> list[int]:
    from skirmish_rl.envs.godbreakers.state import Kind

    kinds = {int(k) for k in tables["wild_kind"][: int(tables["n_wild"])]}
    kinds |= {
        Rule.SABOTEURS: {Kind.SABOTEUR}, Rule.TREASURE: {Kind.SCAVENGER}, Rule.NEST: {Kind.GREAT_BEAST, Kind.LESSER_BEAST},
        Rule.INFILTRATORS: {Kind.BYSTANDER, Kind.STALKER}, Rule.CURE: {Kind.AFFLICTED, Kind.TURNED},
        Rule.HUNT: {Kind.STALKER, Kind.GREAT_BEAST, Kind.BYSTANDER, Kind.COMPANION, Kind.SCAVENGER},
    }.get(rule, set())  # fmt: skip
    return sorted(int(k) for k in kinds)


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario; also writes into the tables which columns `encode` fills.

    Args:
        tables: record array (variants,), its `see_*` fields are written.
    """
    t = tables[0]
    known = facts(t)
    seats, size = int(t["seats"]), int(t["size"])
    seat_names = _SEAT_NAMES[:seats]
    fielded = int(t["fielded"].sum())
    for each in tables:
        for column, trait in enumerate(known["traits"]):
            each["trait_column"][trait] = column
        turn_board(each)
        each["see_flaws"][: len(known["flaws"])] = known["flaws"]
        each["n_see_flaws"] = len(known["flaws"])
        each["see_tokens"][: len(known["tokens"])] = known["tokens"]
        each["n_see_tokens"] = len(known["tokens"])
        each["see_pieces"] = int(t["n_pieces"]) + _SHAPED if known["reshapes"] or len(tables) > 1 else 0
        each["see_objectives"], each["see_hoards"] = known["objectives"], known["hoards"]
    unit = (
        *seat_names, "wild", "godbreaker", "on_board", "reserve", "casualty", "ascended", "x", "y", "die", "damage", "movement",
        "attack_range", "activated", "active", "chosen", "engaged", "result", "by_barricade", "kind",
        *(("ready",) if known["ready"] else ()),
        *(Token(k).name.lower() for k in known["tokens"]),
        *(Flaw(k).name.lower() for k in known["flaws"]),
        *(Trait(k).name.lower() for k in known["traits"]),
    )  # fmt: skip
    for each in tables:
        each["see_width"] = len(unit)
    marker = ("on_board", "x", "y", "objective", "shard", "hoard", *(f"of_{s}" for s in seat_names), *(f"held_by_{s}" for s in seat_names))
    markers = 1 + seats * (1 + known["objectives"] + known["hoards"])
    sections: list[tuple[str, int, tuple[str, ...]]] = [
        ("unit", fielded * seats + int(t["unaligned_rows"]), unit),
        ("marker", markers, marker),
        ("seat", seats, ("points", "lead", "godbreakers", "routed", "priority", "initiative", "deciding")),
    ]
    if t["see_pieces"]:
        sections.append(("piece", int(t["see_pieces"]), ("present", "barricade", "x", "y", "width", "height")))
    for token in known["tokens"]:
        sections.append((f"{Token(token).name.lower()}_at", 1, tuple(f"{c % size},{c // size}" for c in range(size * size))))
    sections.append(("asked", 1, tuple(d.name.lower() for d in Decision if d)))
    sections.append(("game", 1, ("round", "rounds_left", "actions_left", "moved", "fought", "setup", "aim_x", "aim_y", "aimed", "newcomer", "directing")))
    return Features(sections)


def turn_board(tables: np.void) -> None:
    """Write where every cell lies on each seat's own view of the board, -1 to 1, own edge at the top."""
    last = float(tables["size"]) - 1.0
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    for seat in range(MAX_SEATS):
        across, down = x.ravel().astype(float), y.ravel().astype(float)
        for _ in range(int(tables["quarter"][seat])):
            across, down = last - down, across
        tables["view_x"][seat], tables["view_y"][seat] = 2 * across / last - 1, 2 * down / last - 1


@jit
def turned_x(tables, seat, cell):
    """Column of a cell on a seat's own view of the board, -1 to 1."""
    return tables.view_x[seat, cell]


@jit
def turned_y(tables, seat, cell):
    """Row of a cell on a seat's own view of the board, -1 (own edge) to 1."""
    return tables.view_y[seat, cell]


@jit
def relative(state, seat, other):
    """Another seat's place in the view of a seat: 0 for itself, then in seat order."""
    place = other - seat
    return place + state.seats if place < 0 else place


@jit
def encode(state, tables, seat, out, scratch):
    """The observation of a seat.

    Clause: GB-GEN-07 (all is public).

    Args:
        seat: the viewer.
        out: float32 (features,), overwritten, every value in [-1, 1].
        scratch: working space, unused here.
    """
    out[:] = 0.0
    k = 0
    chosen = chosen_model(state)
    for other in range(state.seats):
        owner = (seat + other) % state.seats
        for entry in range(CIRCLE_SIZE):
            if tables.fielded[entry]:
                k = encode_unit(state, tables, seat, CIRCLE_SIZE * owner + entry, chosen, out, k)
    end = k + tables.unaligned_rows * tables.see_width
    for slot in range(GODBREAKERS, min(state.used, GODBREAKERS + tables.unaligned_rows)):
        k = encode_unit(state, tables, seat, slot, chosen, out, k)
    k = end
    k = encode_markers(state, tables, seat, out, k)
    k = encode_seats(state, seat, out, k)
    for piece in range(tables.see_pieces):
        k = encode_piece(state, tables, seat, piece, out, k)
    for token in range(tables.n_see_tokens):
        k = encode_piles(state, tables, seat, tables.see_tokens[token], out, k)
    encode_question(state, tables, seat, out, k)


@jit
def encode_unit(state, tables, seat, slot, chosen, out, k):
    """One row of section `unit`; returns where the next begins."""
    unit = state.units[slot]
    end = k + tables.see_width
    status = unit.status
    if status == Status.ABSENT:
        return end
    if unit.seat >= 0:
        out[k + relative(state, seat, unit.seat)] = 1.0
    k += state.seats
    out[k] = unit.seat < 0
    out[k + 1] = slot < GODBREAKERS
    out[k + 2] = status == Status.ON_BOARD
    out[k + 3] = status == Status.RESERVE
    out[k + 4] = status == Status.CASUALTY
    out[k + 5] = status == Status.ASCENDED
    out[k + 8] = unit.die * _12TH
    out[k + 18] = unit.kind * _KIND
    if status == Status.ON_BOARD:
        out[k + 6] = tables.view_x[seat, unit.cell]
        out[k + 7] = tables.view_y[seat, unit.cell]
        out[k + 9] = min(unit.damage, 12) * _12TH
        out[k + 10] = movement_of(state, unit) * _18TH
        out[k + 11] = attack_range_of(state, unit) * _36TH
        out[k + 12] = unit.activated
        out[k + 13] = state.active == slot
        out[k + 14] = chosen == slot
        out[k + 15] = unit.result >= 0
        out[k + 16] = max(unit.result, 0) * _12TH
        out[k + 17] = (state.ground[unit.cell] >> 7) & 1
    k += 19
    if tables.ready:
        out[k] = unit.ready
        k += 1
    for i in range(tables.n_see_tokens):
        out[k] = min(unit.tokens[tables.see_tokens[i]], 4) * 0.25
        k += 1
    for i in range(tables.n_see_flaws):
        out[k] = unit.flaws[tables.see_flaws[i]]
        k += 1
    for trait in range(TRAITS):
        rank = unit.traits[trait]
        if rank:
            out[k + tables.trait_column[trait]] = rank * _3RD
    lent = state.shard_trait[unit.circle]
    if lent >= 0 and unit.traits[lent] == 0:
        out[k + tables.trait_column[lent]] = _3RD
    return end


@jit
def chosen_model(state):
    """The model the running decision is about beside the active one (deployed, shoved, avenging, returned, receiving), or -1."""
    decision = state.decision
    if state.over or decision == Decision.ACTION or decision == Decision.ACTIVATE:
        return -1
    frame = top_frame(state)
    if decision == Decision.DEPLOY_CELL or decision == Decision.DEPLOY_THREAT:
        return frame.b + 0
    if decision == Decision.SHOVE_CELL or decision == Decision.DESPOIL_CELL or decision == Decision.HANDOFF_COUNT:
        return frame.c + 0
    if decision == Decision.VENGEANCE:
        return state.engaged[frame.c] + 0
    return -1


@jit
def encode_markers(state, tables, seat, out, k):
    """Section `marker`: centre, shards, objectives, hoards, the viewer's own first."""
    k = encode_marker(state, tables, seat, 0, out, k)
    for group in range(3):
        if (group == 1 and tables.see_objectives == 0) or (group == 2 and tables.see_hoards == 0):
            continue
        for other in range(state.seats):
            k = encode_marker(state, tables, seat, 1 + MAX_SEATS * group + (seat + other) % state.seats, out, k)
    return k


@jit
def encode_marker(state, tables, seat, marker, out, k):
    """One row of section `marker`."""
    end = k + 6 + 2 * state.seats
    m = state.markers[marker]
    if m.cell < 0:
        return end
    out[k] = 1.0
    out[k + 1] = turned_x(tables, seat, m.cell)
    out[k + 2] = turned_y(tables, seat, m.cell)
    out[k + 3] = m.kind == MarkerKind.OBJECTIVE
    out[k + 4] = m.kind == MarkerKind.SHARD
    out[k + 5] = m.kind == MarkerKind.HOARD
    if m.seat >= 0:
        out[k + 6 + relative(state, seat, m.seat)] = 1.0
    holder = marker_controller(state, marker)
    if holder >= 0:
        out[k + 6 + state.seats + relative(state, seat, holder)] = 1.0
    return end


@jit
def squeeze(value, unit):
    """A number scaled by a unit and cut to [-1, 1]."""
    return min(1.0, max(-1.0, value / unit))


@jit
def encode_seats(state, seat, out, k):
    """Section `seat`: points, lead over the best other, strength, priority."""
    for other in range(state.seats):
        who = (seat + other) % state.seats
        best = -1000
        for rival in range(state.seats):
            if rival != who and not is_routed(state, rival):
                best = max(best, state.points[rival] + 0)
        out[k] = squeeze(state.points[who] + 0.0, 40.0)
        out[k + 1] = 1.0 if best == -1000 else squeeze(state.points[who] - best + 0.0, 12.0)
        out[k + 2] = godbreakers_of(state, who) / 5.0
        out[k + 3] = is_routed(state, who)
        for place in range(state.surviving):
            if state.order[place] == who and state.initiative >= 0:
                out[k + 4] = (place + 1.0) / state.seats
        out[k + 5] = state.initiative == who
        out[k + 6] = state.decider == who
        k += 7
    return k


@jit
def encode_piece(state, tables, seat, row, out, k):
    """One row of section `piece`: the map's own pieces, then shaped ones wherever they are kept."""
    if row >= PIECES or state.pieces[row].present == 0:
        return k + 6
    p = state.pieces[row]
    out[k] = 1.0
    out[k + 1] = p.barricade
    if p.cell >= 0:
        out[k + 2] = turned_x(tables, seat, p.cell)
        out[k + 3] = turned_y(tables, seat, p.cell)
        wide = 1.0 if p.shape == Shape.COLUMN else 3.0
        high = 1.0 if p.shape == Shape.ROW else 3.0
    else:
        a = tables.piece_corner[row, 0]
        b = tables.piece_corner[row, 1]
        out[k + 2] = (turned_x(tables, seat, a) + turned_x(tables, seat, b)) / 2.0
        out[k + 3] = (turned_y(tables, seat, a) + turned_y(tables, seat, b)) / 2.0
        wide = b % SIDE - a % SIDE + 1.0
        high = b // SIDE - a // SIDE + 1.0
    if tables.quarter[seat] % 2 == 1:
        out[k + 4] = high / SIDE
        out[k + 5] = wide / SIDE
    else:
        out[k + 4] = wide / SIDE
        out[k + 5] = high / SIDE
    return k + 6


@jit
def encode_piles(state, tables, seat, token, out, k):
    """A plane of unclaimed tokens, cell by cell of the turned board."""
    size = tables.size
    for cell in range(CELLS):
        if state.piles[token, cell]:
            x = int((turned_x(tables, seat, cell) + 1.0) * (size - 1) / 2.0 + 0.5)
            y = int((turned_y(tables, seat, cell) + 1.0) * (size - 1) / 2.0 + 0.5)
            out[k + y * size + x] = min(state.piles[token, cell], 4) / 4.0
    return k + size * size


@jit
def encode_question(state, tables, seat, out, k):
    """Sections `asked` and `game`: what is asked, and of what."""
    if state.over == 0:
        out[k + state.decision - 1] = 1.0
    k += _DECISIONS
    out[k] = state.round / 7.0
    out[k + 1] = (tables.rounds - state.round) / 7.0
    out[k + 2] = state.actions_left / 2.0
    out[k + 3] = state.moves / 2.0
    out[k + 4] = state.engages / 2.0
    out[k + 5] = state.round == 0
    if state.aim >= 0 and state.active >= 0:
        cell = state.aim - SLOTS if state.aim >= SLOTS else state.units[state.aim].cell + 0
        if cell >= 0:
            out[k + 6] = turned_x(tables, seat, cell)
            out[k + 7] = turned_y(tables, seat, cell)
            out[k + 8] = 1.0
    if state.depth > 0 and top_frame(state).kind == Frame.PLACE:
        out[k + 9] = top_frame(state).a / (KINDS - 1.0)
    if state.initiative >= 0 and state.surviving > 0:
        out[k + 10] = director_of(state) == seat


