"""Every column of an observation, once: its name, what it holds, and the scenarios that have it; see `core/sheet.py`.

Units and squads stand in rows of the seats, one's own first, the others in seat order after it. What cannot occur in a scenario, because
it has no command cards or no weapons of limited use, has no columns in its observations: `if_any` asks the `Facts` of `data/seen.py`.
Generated worlds have all columns of what can be drawn, and sections for what no move changes: the scenery, the roads, what wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import column_names, relative
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import (
    Column,
    Members,
    Rows,
    Sheet,
    bent,
    cut,
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
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision
from skirmish_rl.envs.dropzone_commander.rules.facts import uses_of
from skirmish_rl.envs.dropzone_commander.rules.views import (
    alive_of,
    count_cards,
    count_of,
    flag_of,
    has_gift,
    has_marks,
    is_unfired,
    is_unrolled,
    is_untouched,
    lead_of,
    place_of,
    seat_number,
    unit_number,
    view_x,
    view_y,
)
from skirmish_rl.envs.dropzone_commander.state import (
    AHEAD_X,
    AHEAD_Y,
    CARDS,
    FACINGS,
    FIRST,
    FROM_PORTS,
    GROUPS,
    MOST_FORCE,
    MOST_SQUADS,
    PIECES,
    ROUNDS,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SEATS,
    SHOTS,
    SQUAD_FIRST,
    STACK,
    TOKENS,
    WEAPONS,
    Act,
    Fact,
    Find,
    Frame,
    Gift,
    Mark,
    Phase,
    Prop,
    Scoring,
    Sign,
    Site,
    Stand,
    Status,
    Window,
)

HIT_ROWS = 12  # damage dice that have rows; those beyond are counted by face
ROADS = 8  # of a generated world at most
PROFILES = 46  # shipped ones, of which generated worlds tell which one a squad has
FIGURES = 11 + 4 * WEAPONS + PROFILES  # the most that `figures_of` tells
# By decision: what `state.subject` is.
ABOUT_UNIT, ABOUT_CARD = (
    np.array([bool(d) and QUESTIONS.rows[d].subject == kind for d in Decision], np.uint8) for kind in ("unit", "card")
)
# A division for every unit takes as long as the rest of its row.
BENT_DP, BENT_PIECE = ((np.arange(256) / (half + np.arange(256))).astype(np.float32) for half in (5.0, 10.0))
CARRIER = ((np.arange(len(SEAT_OF)) - FIRST[SEAT_OF] + 1) * (1 / MOST_FORCE)).astype(np.float32)  # each slot's number in its force
_UNIT_SHARE, _DIE = 1 / MOST_FORCE, 1 / 250
_HALF = {"points": 60, "speed": 9, "armour": 10, "dp": 5, "room": 4, "shots": 4, "energy": 6, "near": 12}  # half-way of what is bent
_RIVALS = ("rival", *(f"rival_{k}" for k in range(1, SEATS)))  # the only other seat, or each of several
_RIVAL_CARDS = [f"{rival}_{what}" for rival in _RIVALS for what in ("discarded", "shown")]


def owners_of(t: np.void) -> list[str]:
    """The seats as one of them sees them."""
    return ["mine", *(_RIVALS[1 : int(t["seats"])] if t["seats"] > 2 else _RIVALS[:1])]


def figures_of(t: np.void) -> dict[str, np.ndarray]:
    """Numbers of each squad that never change, each (SQUADS,): of its profile, of each weapon, in worlds its profile itself."""
    slot = np.maximum(t["squad_first"], 0).astype(int)

    def bend_all(name: str, values: np.ndarray) -> np.ndarray:
        return np.asarray(values / (values + 1.0 * _HALF[name]))

    found = {"size": t["squad_size"] / 10, "group": (t["squad_group"] + 1) / 6}
    for name, field in (("points", "points"), ("speed", "move"), ("armour", "armour"), ("dp", "dp")):
        found[name] = bend_all(name, t[f"unit_{field}"][slot])
    found |= {"evasion": t["unit_evasion"][slot] / 3, "room": bend_all("room", t["unit_room"][slot]), "cv": _commanders(t) / 6}
    found |= {"infantry": t["unit_kind"][slot] == Kind.INFANTRY, "aircraft": t["unit_kind"][slot] >= Kind.AIRCRAFT}
    for k in range(int(t["see_weapons"])):
        has, near = k < t["unit_weapons"][slot], np.where(t["weapon_close"][slot, k] > 0, 0, t["weapon_near"][slot, k])
        figures = {
            "shots": bend_all("shots", t["weapon_shots"][slot, k]), "energy": bend_all("energy", t["weapon_energy"][slot, k]),
            "near": bend_all("near", near), "aa": (t["weapon_aa"][slot, k] + 1) / 4,
        }  # fmt: skip
        found |= {f"weapon_{k + 1}_{name}": has * values for name, values in figures.items()}
    if t["see_world"]:
        from skirmish_rl.envs.dropzone_commander.data.schema import (
            read_profiles,
        )  # names of columns: what is compiled takes nothing from it

        profiles = enumerate(read_profiles())
        found |= {f"is_{name.lower().replace('-', '_')}": t["unit_profile"][slot] == number for number, name in profiles}
        assert len(found) == FIGURES
    return found


def _commanders(t: np.void) -> np.ndarray:
    """CV of the Commander in each squad."""
    squads = zip(t["squad_first"], t["squad_size"], strict=True)
    return np.array([t["unit_cv"][first : first + max(int(size), 0)].max(initial=0) for first, size in squads])


def _cards(facts: Any) -> Any:
    """There are command cards."""
    return facts.cards


def _marked(name: str, mark: Mark) -> Column:
    """1 if that is noted of a squad."""
    return value(name, f"squad.marks & Mark.{mark.name} != 0")


@jit
def tell_place(state, tables, unit, turn, inside, k, out):
    """Where a unit is, and one more that is in its Garrison."""
    if unit.piece >= 0:
        piece = unit.piece
        if unit.site != Site.CENTRE:
            out[k + _EDGE_TOP + (unit.site - 1 + turn) % 4] = 1.0
        out[inside + _PIECE_WIDTH * piece] += _UNIT_SHARE
        out[k + _X] = tables.piece_view_x[turn, piece]
        out[k + _Y] = tables.piece_view_y[turn, piece]
    elif unit.cell >= 0:
        out[k + _X] = view_x(tables, turn, unit.cell)
        out[k + _Y] = view_y(tables, turn, unit.cell)
        if unit.flying:
            out[k + _FLYING] = 1.0
    elif unit.carrier >= 0:
        tell_place_aboard(state, tables, unit.carrier, turn, k, out)


@jit
def tell_place_aboard(state, tables, carrier, turn, k, out):
    """A unit aboard is where its Transport is; one of several inside each other, the outermost."""
    up = state.units[carrier].carrier
    for _ in range(4):
        if up < 0:
            break
        carrier = up
        up = state.units[carrier].carrier
    cell = state.units[carrier].cell
    if cell >= 0:
        out[k + _X] = view_x(tables, turn, cell)
        out[k + _Y] = view_y(tables, turn, cell)


@jit
def tell_killer(tables, seat, unit, k, out):
    """Write who is to blame for a unit that is being destroyed."""
    if unit.killer >= 0:
        out[k + _KILLER] = seat_number(tables, seat, unit.killer)


@jit
def tell_weapons(tables, unit, k, out):
    """The weapons that a unit has fired, and how often it has used those of limited use."""
    if unit.fired:
        at = k + tables.fired_column[0]
        for weapon in range(tables.see_weapons):
            out[at + weapon] = (unit.fired >> weapon) & 1
    if tables.uses_column[0] >= 0:
        at = k + tables.uses_column[0]
        for weapon in range(tables.see_weapons):
            uses = uses_of(unit, weapon)
            out[at + weapon] = uses / (1.0 + uses)


@jit
def tell_figures(tables, number, k, out):
    """At the end of a squad's row, what its units are."""
    width = tables.row_width[_SQUAD]
    figures = out[k + width - tables.n_figures : k + width]
    for column in range(len(figures)):
        figures[column] = tables.squad_figures[number, column]


@jit
def tell_rivals(state, tables, seat, card, k, out):
    """Write which other players have discarded or shown a card. Clause: DZ-CORE-14."""
    at = k + tables.rival_column[0 if tables.seats == 2 else 2] - 2
    for who in range(tables.seats):
        if who != seat:
            here = at + 2 * relative(seat, who, tables.seats)
            out[here] = (state.discards[who] >> card) & 1
            out[here + 1] = ((state.hands[who] & state.shown[seat, who]) >> card) & 1


@jit
def tell_more(state, tables, out):
    """Damage dice without rows, by their faces."""
    for number in range(HIT_ROWS, state.n_hits):
        out[tables.at[_GAME] + _MORE + state.hits[number].face] += _DIE


@jit
def tell_scenery(tables, turn, piece, k, out):
    """Write what a piece of scenery is, and where it stands."""
    for column in range(_SCENERY_WIDTH):
        out[k + column] = tables.piece_figures[turn, piece, column]


@jit
def tell_road(tables, turn, number, k, out):
    """Where a road lies."""
    for column in range(_ROAD_WIDTH):
        out[k + column] = tables.road_figures[turn, number, column]


UNIT = Rows("unit", "n_units", [  # of each seat
    let("unit", "state.units[slot]"),
    let("status", "unit.status"),
    skip("status == Status.ABSENT"),
    one_hot([Status.RESERVE, Status.READINESS, Status.ON_TABLE, Status.DESTROYED], "status"),
    wrote("x", "y", note="of its cell, of its Garrison, of the Transport it is aboard"),
    flag("flying", "unit.signs & Sign.CRASHED and status == Status.ON_TABLE"),
    value("left", "BENT_DP[unit.dp]", note="DP"),
    value("carrier", "CARRIER[unit.carrier]", when="unit.carrier >= 0", note="number of its Transport"),
    share("piece", PIECES, "unit.piece + 1", when="unit.piece >= 0", note="number of its Garrison"),
    wrote("edge_top", "edge_right", "edge_bottom", "edge_left", note="of the Garrison, as the seat sees it; none of them: the centre"),
    tell_place,
    tell_killer,
    skip("status != Status.ON_TABLE"),
    let("came", "unit.origin if unit.origin >= 0 else unit.wreck"),
    together(
        value("origin_x", "view_x(tables, turn, came)", note="where its present Move began"),
        value("origin_y", "view_y(tables, turn, came)"),
        when="came >= 0",
    ),
    together(share("moved", 127), share("before", 127), share("travelled", 127), when="unit.travelled or unit.moved or unit.before"),
    wrote("killer", note="who is to blame while it is being destroyed"),
    together(
        *(value(sign.name.lower(), f"unit.signs & Sign.{sign.name} != 0") for sign in Sign if sign != Sign.CRASHED),
        when="unit.signs & ~Sign.CRASHED",
    ),
    role("subject", "state.subject", when="ABOUT_UNIT[state.decision]", note="the question is about it"),
    role("now", "process.slot", note="the process is about it now"),
    role("other", "process.lead if process.kind == Frame.MOVE else process.transport", note="the second unit of the process"),
    Members("fired", [f"fired_{k + 1}" for k in range(WEAPONS)], "", lambda facts: facts.weapons),
    Members("uses", [f"uses_{k + 1}" for k in range(WEAPONS)], "", lambda facts: facts.weapons & facts.limited),
    tell_weapons,
    together(share("kept_fired", 15), share("kept_moved", 127), when="unit.kept_fired | unit.kept_moved", if_any=_cards),
    wrote("command_boost", if_any=_cards),
    wrote("inspires", if_any=_cards),
], index="slot", first="FIRST[who]", per="row", room="tables.see_units", of=owners_of, usual="unit.{}")  # fmt: skip

SQUAD = Rows("squad", "n_squads", [  # of each seat
    let("squad", "state.squads[number]"),
    skip("tables.squad_size[number] == 0"),
    share("alive", 10, alive_of, note="units"),
    _marked("activated", Mark.ACTIVATED),
    share("declared", GROUPS, "squad.declared + 1", note="number of the battlegroup that it acts with"),
    together(
        *(value(act.name.lower(), f"(squad.acts >> Act.{act.name}) & 1") for act in Act),
        share("moves", 2),
        share("limit", 2),
        when="squad.acts | squad.moves | squad.limit",
    ),
    let("facing", "(squad.facing + 2 * turn) % FACINGS"),
    value("face_x", "AHEAD_X[facing]"),
    value("face_y", "-AHEAD_Y[facing]"),
    together(
        _marked("boarded", Mark.BOARDED), share("out", 2), _marked("left", Mark.LEFT), _marked("aerial", Mark.AERIAL),
        share("shot", FROM_PORTS), _marked("shifted", Mark.SHIFTED), _marked("entered", Mark.ENTERED), _marked("rapid", Mark.RAPID),
        _marked("hurt_close", Mark.CLOSE), _marked("smoked", Mark.SMOKE),
        when=has_marks,
    ),
    share("token", TOKENS, "squad.token + 1", note="number of the objective that it carries"),
    role("active", "state.squad"),
    role("shooter", "state.shooter"),
    role("now", "process.squad", note="the process is about it"),
    together(  # what cards gave it
        share("energy", 2),
        *(value(gift.name.lower(), f"squad.gifts & Gift.{gift.name} != 0") for gift in Gift),
        _marked("disrupted", Mark.DISRUPTED),
        when=has_gift, if_any=_cards,
    ),
    role("prey", "state.prey", if_any=_cards),
    tell_figures,
], index="number", first="SQUAD_FIRST[who]", per="row", room="tables.see_squads", of=owners_of, usual="squad.{}",
    still=figures_of)  # fmt: skip

PIECE = Rows("piece", "tables.n_pieces", [
    let("piece", "state.pieces[number]"),
    value("x", "tables.piece_view_x[turn, number]"),
    value("y", "tables.piece_view_y[turn, number]"),
    value("left", "BENT_PIECE[piece.dp]", note="DP"),
    skip(is_untouched),
    one_hot([Stand.RUBBLE, Stand.GONE], "piece.stand", when="piece.stand != Stand.WHOLE"),
    bent("damage_tokens", 3, when="piece.damage_tokens"),
    value("blame", "seat_number(tables, seat, piece.blame)", when="piece.blame >= 0"),
    value("killer", "seat_number(tables, seat, piece.killer)", when="piece.killer >= 0"),
    flag("hit"),
    wrote("mine", "theirs", note="units inside"),
], index="number", room="tables.see_pieces", usual="piece.{}")  # fmt: skip

TOKEN = Rows("token", "tables.n_tokens", [  # objectives
    let("token", "state.tokens[number]"),
    one_hot([*Find], "token.find"),
    let("cell", "token.cell"),
    let("lies", "cell >= 0 or token.piece >= 0"),
    value("x", "view_x(tables, turn, cell) if cell >= 0 else tables.piece_view_x[turn, token.piece]", when="lies"),
    value("y", "view_y(tables, turn, cell) if cell >= 0 else tables.piece_view_y[turn, token.piece]", when="lies"),
    share("piece", PIECES, "token.piece + 1"),
    value("seat", "seat_number(tables, seat, token.seat)"),
    share("squad", MOST_SQUADS, "token.squad - SQUAD_FIRST[SEAT_OF_SQUAD[token.squad]] + 1", when="token.squad >= 0"),
], index="number", room="tables.see_tokens")  # fmt: skip

SEAT = Rows("seat", 1, [  # one's own first
    bent("points", 4),
    cut("lead", 6, lead_of, note="over the best of the others"),
    bent("kills", 200),
    share("place", SEATS, place_of, note="in the order of initiative"),
    share("rolled", 6),
    equal("turn", "who", "state.turn"),
    equal("decides", "who", "state.decider"),
    equal("blamed", "who", "state.blame"),
    one_hot(["zone_bottom", "zone_left", "zone_top", "zone_right"], "(turn - tables.zone_turn[state.zone[who]] + 4) % 4",
            when="state.zone[who] >= 0", note="its own edge, as the seat that looks sees the board"),
    together(
        bent("hand", 3, "count_cards(state.hands[who])"),
        share("deck", CARDS, "count_cards(state.deck[who])"),
        value("surge", "state.surge[who] & 1"),
        value("surged", "state.surge[who] >> 1", note="its sixes are rolled again"),
        if_any=_cards,
    ),
], per="row", room="tables.seats", usual="state.{}[who]")  # fmt: skip

GROUP = Rows("group", "tables.see_groups", [  # battlegroups, by seats
    value("spent"),
    value("direct", if_any=lambda facts: facts.direct, note="Directly Deployed, where some squads infiltrate"),
], index="group", per="row", room=lambda t: int(t["seats"]) * int(t["see_groups"]), usual="state.{}[who, group]")  # fmt: skip

CARD = Rows("card", "tables.see_cards", [  # one's own hand and discards, then of another seat its discards and what it has shown
    let("card", "tables.card_of_row[number]"),
    value("held", "(state.hands[seat] >> card) & 1"),
    value("discarded", "(state.discards[seat] >> card) & 1"),
    role("asked", "state.asked_card", note="its target is asked for"),
    role("subject", "state.subject", when="ABOUT_CARD[state.decision]"),
    Members("rival", _RIVAL_CARDS, "", lambda facts: np.repeat(facts.rivals, 2)),
    tell_rivals,
], index="number")  # fmt: skip

ASKED = Members("asked", Decision, "state.decision", lambda facts: np.arange(len(Decision)) > Decision.NONE)
WINDOW = Members("window", Window, "state.window", lambda facts: facts.cards & (np.arange(len(Window)) > Window.NONE))  # for cards
GAME = Rows("game", 1, [
    share("round", ROUNDS),
    share("rounds_left", ROUNDS, "max(tables.rounds - state.round, 0)"),
    one_hot([*Phase], "state.phase"),
    value("acted"),
    share("shots", SHOTS, "state.n_shots"),
    share("hits", 250, "state.n_hits"),
    share("played", 8, "state.n_played"),
    value("doomed"),
    share("group", GROUPS, "state.group + 1", note="number of the active battlegroup"),
    wrote("more", *(f"more_{face}" for face in range(1, 7)), note="damage dice without rows: automatic ones, then by their faces"),
    tell_more,
], usual="state.{}")  # fmt: skip

PROCESS = Rows("process", 1, [  # the one that asks; a column holds another of its numbers for each kind, which stands there as well
    let("kind", "process.kind"),
    let("cell", "process.cell if process.cell > 0 else process.start"),
    value("x", "view_x(tables, turn, cell)", when="cell > 0"),
    value("y", "view_y(tables, turn, cell)", when="cell > 0"),
    share("piece", PIECES, "process.piece + 1"),
    share("weapon", WEAPONS, "process.weapon + (process.facts & Fact.KEPT_SHIFTED != 0)"),
    share("mode", 2),
    let("place", "process.place if kind != Frame.REACT else 0"),
    let("left", "process.left if kind == Frame.MOVE else 0"),
    let("shots", "process.hit if kind == Frame.SHOOT and process.step == Shooting.CLOSE else process.strafed + process.shot"),
    share("next", 255, "place + left + shots + process.token + (process.facts & Fact.AGAIN != 0) + process.kept_acts"),
    share("count", 255, count_of),
    value("flag", flag_of),
    value("mark", "process.facts & (Fact.GIVEN | Fact.LANDED | Fact.LOOSE | Fact.PORTS) != 0"),
    value("done", "process.facts & (Fact.KEPT_ENTERED | Fact.STANDS | Fact.SPREAD | (Fact.INSIDE if kind == Frame.MOVE else 0)) != 0"),
    one_hot([f"is_{kind.name.lower()}" for kind in Frame if kind < Frame.DOOM], "kind"),
], usual="process.{}")  # fmt: skip

SHOT = Rows("shot", "tables.see_shots", [  # weapons fired in the present attack
    let("shot", "state.shots[number]"),
    skip(is_unfired),
    value("firer", "unit_number(tables, seat, shot.firer)", note="numbers of units, one's own first"),
    value("target", "unit_number(tables, seat, shot.target)"),
    share("piece", PIECES, "shot.piece + 1"),
    share("weapon", WEAPONS),
    share("mode", 2),
    bent("dice", 5),
    cut("need", 40),
    *(bent(name, 5) for name in ("hits", "sure", "missed", "again", "glance", "lost")),
    value("share"),
], index="number", usual="shot.{}")  # fmt: skip

HIT = Rows("hit", HIT_ROWS, [  # damage dice of the present attack
    let("hit", "state.hits[number]"),
    skip(is_unrolled),
    value("target", "unit_number(tables, seat, hit.target)"),
    share("piece", PIECES, "hit.piece + 1"),
    share("shot", SHOTS),
    bent("energy", 10),
    share("face", 6),
    value("cover"),
    value("again"),
], index="number", usual="hit.{}")  # fmt: skip

STACKED = Rows("stack", STACK, [  # cards played in the open window that have not taken effect yet, the first first
    let("played", "state.stack[number]"),
    skip("played.seat < 0 and played.target < 0 and played.card | played.void == 0"),
    share("card", CARDS),
    value("seat", "seat_number(tables, seat, played.seat)"),
    share("target", 1000, "played.target + 1"),
    value("void"),
], index="number", if_any=_cards, usual="played.{}")  # fmt: skip

# What differs from world to world, and never changes in a game.
SCENERY = Rows("scenery", "tables.n_pieces", [  # where a piece stands as the seat sees the board, and what it is
    wrote("left", "right", "top", "bottom", "height", "armour", "dp", "double_range"),
    wrote(*column_names(Prop)),
    tell_scenery,
], index="piece", room=lambda t: int(t["see_pieces"]) * int(t["see_world"]))  # fmt: skip
ROAD = Rows("road", ROADS, [
    wrote("left", "right", "top", "bottom"),
    tell_road,
], index="number", room=lambda t: ROADS * int(t["see_world"]))  # fmt: skip
MISSION = Rows("mission", 1, [  # how it is won, and how battlegroups come on
    one_hot([*Scoring], "tables.scoring"),
    value("hidden", note="of the objectives"),
    value("mobile"),
    value("direct"),
    value("corners", note="zones are corners"),
], room="tables.see_world", usual="tables.{}")  # fmt: skip

SHEET = Sheet(
    UNIT, SQUAD, PIECE, TOKEN, SEAT, GROUP, CARD, ASKED, WINDOW, GAME, PROCESS, SHOT, HIT, STACKED, SCENERY, ROAD, MISSION,
    Act=Act, Fact=Fact, Frame=Frame, Gift=Gift, Mark=Mark, Sign=Sign, Stand=Stand, Status=Status,
    ABOUT_CARD=ABOUT_CARD, ABOUT_UNIT=ABOUT_UNIT, AHEAD_X=AHEAD_X, AHEAD_Y=AHEAD_Y, BENT_DP=BENT_DP, BENT_PIECE=BENT_PIECE,
    CARRIER=CARRIER, FACINGS=FACINGS, FIRST=FIRST, SEAT_OF_SQUAD=SEAT_OF_SQUAD, SQUAD_FIRST=SQUAD_FIRST, count_cards=count_cards,
    relative=relative, seat_number=seat_number, unit_number=unit_number, view_x=view_x, view_y=view_y,
)  # fmt: skip
_SQUAD, _PIECE_WIDTH, _SCENERY_WIDTH, _ROAD_WIDTH = SHEET.number(SQUAD), PIECE.width, SCENERY.width, ROAD.width
_X, _Y, _FLYING, _EDGE_TOP, _KILLER = (UNIT.column(name) for name in ("x", "y", "flying", "edge_top", "killer"))
_GAME, _MORE = SHEET.number(GAME), GAME.column("more")
