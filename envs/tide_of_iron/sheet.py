"""Every column of an observation, once: its name, what it holds, and the scenarios that have it; see `core/sheet.py`.

What cannot occur in a scenario has no column in its observations: `if_any` asks the `Facts` of `data/seen.py`.
What is more than a field stands in `observation.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import View, turned_views
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import (
    Members,
    Planes,
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
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS, RETRIED, Decision
from skirmish_rl.envs.tide_of_iron.rules.firing import armour_of
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    COPIES,
    FORCE,
    FORTS,
    LASTS,
    MARKS,
    ROUNDS,
    SIDES,
    SLOTS,
    SLOTS_OF_BASE,
    SPECIALTIES,
    STACK,
    TRANSFERS,
    WIDTH,
    Activation,
    Blow,
    Card,
    Condition,
    Fight,
    Figure,
    Fort,
    Goal,
    Kind,
    Mark,
    Operation,
    Order,
    Phase,
    Specialty,
    Status,
)


class Channel(IntEnum):
    """Planes of what lies in the hexes; in the order of `Mark`, then what is derived."""

    WIRE = 0
    MINES = 1
    TRAPS = 2
    SMOKE = 3
    ENTRENCHMENTS = 4
    PILLBOXES = 5
    MY_COVER = 6  # Command Phases until Take Cover ends
    RIVAL_COVER = 7
    MY_CHARGE = 8  # for demolition
    RIVAL_CHARGE = 9
    FREE_ENTRENCHMENTS = 10
    FREE_PILLBOXES = 11


class GroundChannel(IntEnum):
    """Planes of the map."""

    WOODS = 0  # those of a terrain in the order of `Terrain`, from woods on
    BUILDING = 1
    ROUGH = 2
    BRIDGE = 3
    STREAM = 4
    DEEP_STREAM = 5
    POND = 6
    LEVEL = 7
    ROAD = 8


_SUBJECTS = ("", "unit", "cell", "card", "specialisation", "marker")
A_UNIT, A_CELL, A_TOKEN, A_MARKER = (_SUBJECTS.index(word) for word in ("unit", "cell", "specialisation", "marker"))
ABOUT = np.array([_SUBJECTS.index(QUESTIONS.rows[d].subject) if d else 0 for d in Decision])  # what the subject of a decision is


def map_view(t: np.void) -> View:
    """The map as either side sees it, its own edge at the bottom: A looks north, B south."""
    row, column = np.divmod(np.arange(CELLS), WIDTH)
    return turned_views(2 * column + row % 2, row, t["on_map"].astype(bool), (0, 2))


def _dealt(*cards: Card) -> Callable[[Any], Any]:
    """What occurs where one of these cards can be drawn."""
    return lambda facts: facts.cards[list(cards)].any()


def _there(*marks: Mark) -> Callable[[Any], Any]:
    """What occurs where one of these markers can lie."""
    return lambda facts: facts.marks[list(marks)].any()


def _squads(facts: Any) -> Any:
    return facts.kinds[Kind.SQUAD]


def _vehicles(facts: Any) -> Any:
    return np.delete(facts.kinds, Kind.SQUAD).any()


@jit
def add_to_plane(tables, seat, channel, cell, amount, out):
    """Add to the value of a hex in a plane, if the scenario has it."""
    if tables.marker_column[channel] >= 0 and cell >= 0 and tables.view_place[seat, cell] >= 0:
        out[tables.at[_MARKER] + tables.n_places * tables.marker_column[channel] + tables.view_place[seat, cell]] += amount


@jit
def take_fort(tables, seat, unit, cell, out):
    """A fortification in which a unit sits is no longer free."""
    if unit.fort:
        add_to_plane(tables, seat, Channel.FREE_ENTRENCHMENTS + unit.fort - Fort.ENTRENCHMENT, cell, -1 / FORTS, out)


UNIT = Rows(("unit_mine", "unit_theirs"), "tables.see_units", [
    let("unit", "state.units[slot]"),
    let("status", "unit.status"),
    skip("status == Status.ABSENT"),
    one_hot([Status.RESERVE, Status.ON_MAP, Status.LOST], "status"),  # not yet on the map; on it or aboard a transport
    skip("status == Status.LOST"),
    let("cell", "unit.cell"),
    let("kind", "unit.kind"),
    share("due", ROUNDS, when="status == Status.RESERVE", note="round in which a reserve arrives"),
    value("x", "tables.view_x[seat, cell]", when="cell >= 0"),
    value("y", "tables.view_y[seat, cell]", when="cell >= 0"),
    value("cover", "tables.view_cover[cell]", when="cell >= 0", note="of the hex"),
    value("level", "tables.view_level[cell]", when="cell >= 0"),
    flag("fresh", "unit.activation == Activation.FRESH"),
    flag("op_fire", "unit.activation == Activation.OP_FIRE"),
    role("active", "state.active"),
    role("subject", "state.subject", when="about == A_UNIT and state.subject < SLOTS", note="the question is about it"),
    flag("fired", note="at the active unit"),
    wrote("leads", "target", note="of the running attack"),
    wrote("takes_part", note="in it, with all figures"),
    wrote("crew_takes_part", "others_take_part"),
    wrote("net_hits", note="still to be applied"),
    together(
        *(share(figure.name.lower(), SLOTS_OF_BASE, f"unit.figures[Figure.{figure.name}]") for figure in Figure),
        one_hot([Condition.PINNED, Condition.DISRUPTED], "unit.condition", when="unit.condition"),
        when="kind == Kind.SQUAD", if_any=_squads,
    ),
    together(
        value("armour", f"min(armour_of(tables, unit) * {1 / 6}, 1.0)", note="as damaged"),
        one_hot(["light_damage", "heavy_damage"], "unit.damage - 1", when="unit.damage"),
        when="kind != Kind.SQUAD", if_any=_vehicles,
    ),
    together(
        share("carrier", SLOTS, "unit.carrier - FORCE * who + 1", when="unit.carrier >= 0",
              note="the unit of its side that it is aboard: 1/32 for the first"),
        share("riders", FORCE, "unit.aboard", when="unit.aboard"),
        if_any=lambda facts: facts.t["vehicle_capacity"][facts.kinds].any(),
    ),
    flag("in_entrenchment", "unit.fort == Fort.ENTRENCHMENT", if_any=_there(Mark.ENTRENCHMENT, Mark.PILLBOX)),
    flag("in_pillbox", "unit.fort == Fort.PILLBOX", if_any=_there(Mark.PILLBOX)),
    take_fort,
    role("moves_gun", "state.crew", if_any=lambda facts: facts.kinds[Kind.GUN]),
    role("served", "state.served", if_any=_dealt(Card.STEADY, Card.FIELD_DRESSING),
         note="by the card being resolved, which is for several units"),
    Members("kind", Kind, "kind", lambda facts: facts.kinds & (facts.kinds.sum() > 1)),
    Members("specialty", Specialty, "unit.specialty", lambda facts: facts.specialties, when="unit.specialty"),
], index="slot", first="FORCE * who", per="side", blocks=SIDES, usual="unit.{}")  # fmt: skip

OBJECTIVE = Rows("objective", "tables.n_objectives", [
    let("held", "state.control[objective]"),
    let("cell", "tables.objective_cell[objective]"),
    equal("held_by_me", "seat", "held"),
    equal("held_by_rival", "1 - seat", "held"),
    share("my_units", STACK, "state.crowd[seat, cell]", note="in the hex"),
    share("rival_units", STACK, "state.crowd[1 - seat, cell]"),
], index="objective", room="tables.see_objectives")  # fmt: skip

SIDE = Rows("side", 1, [  # one's own, then the other
    bent("points", 8),
    cut("lead", 6, "state.points[who] - state.points[1 - who]"),
    bent("command", 6),
    bent("pool", 8, note="on the initiative card"),
    equal("initiative", "who", "state.initiative"),
    share("on_map", FORCE, "state.alive[who]", note="units"),
    share("reserves", FORCE, "state.waiting_units[who]"),
    bent("lost_regulars", 8),
    share("transfers", TRANSFERS, note="of this round"),
    equal("turn", "who", "state.turn", note="of the Action Phase"),
    value("finished", note="its Action Phase is over"),
    equal("decides", "who", "state.decider"),
    equal("plays_card", "who", "state.card_seat", note="that of section `card`"),
    equal("attacks", "who", "attack.seat", when="attack.fight"),
    value("hits", "min(attack.hits[who] * 0.125, 1.0)", when="attack.fight", note="of an assault that it must still take"),
], per="side", blocks=SIDES, usual="state.{}[who]")  # fmt: skip

HANDS = Members(("hand", "deck"), Card, "", lambda facts: facts.cards, count=SIDES)  # of each side: cards by type
CARD = Members("card", Card, "state.card", lambda facts: facts.asking(), when="state.card >= 0")  # being resolved
CONTACT = Rows("contact", 1, [
    *(share(card.name.lower(), COPIES, f"state.waiting[who, Card.{card.name}]", note="in the play area, without contact")
      for card in RETRIED),
    *(share(f"tried_{card.name.lower()}", COPIES, f"state.tried[who, Card.{card.name}]", note="contact rolls of this round")
      for card in RETRIED),
], per="side", blocks=SIDES, if_any=_dealt(*RETRIED))  # fmt: skip
LASTING = Rows("lasting", 1, [  # Command Phases until a card ends
    share("no_step_back", LASTS, "state.lasting[who, Card.NO_STEP_BACK]"),
    share("increased_priority", LASTS, "state.lasting[who, Card.INCREASED_PRIORITY]"),
], per="side", blocks=SIDES, if_any=_dealt(Card.NO_STEP_BACK, Card.INCREASED_PRIORITY))  # fmt: skip

MARKER = Planes("marker", Channel, if_any=lambda facts: facts.channels(), view=map_view)
TOKEN = Members(  # the specialisation that is given
    "token", Specialty, "state.subject", lambda facts: facts.assigned, when="about == A_TOKEN and 0 <= state.subject < SPECIALTIES"
)
PLACING = Members(  # the marker that is placed
    "placing", Mark, "state.subject", lambda facts: facts.placed, when="about == A_MARKER and 0 <= state.subject < MARKS"
)
ASKED = Members("asked", Decision, "state.decision", lambda facts: facts.decisions())
ORDER = Members("order", Order, "state.order", lambda facts: facts.orders(), when="state.order >= 0")  # of the active unit

GAME = Rows("game", 1, [
    value("side_b", "seat", note="the seat that looks plays side B"),
    share("round", ROUNDS, "min(state.round, ROUNDS)"),
    share("rounds_left", ROUNDS, "max(0, tables.rounds - state.round)"),
    equal("setup", "Phase.SETUP", "state.phase"),
    equal("command_phase", "Phase.COMMAND", "state.phase"),
    equal("status_phase", "Phase.STATUS", "state.phase"),
    cut("actions_left", 6),
    value("subject_x", "tables.view_x[seat, state.subject]", when="about == A_CELL and 0 <= state.subject < CELLS",
          note="the hex that the question is about"),
    value("subject_y", "tables.view_y[seat, state.subject]", when="about == A_CELL and 0 <= state.subject < CELLS"),
], usual="state.{}")  # fmt: skip

# The active unit.
ACTIVATION = Rows("activation", 1, [
    cut("movement", 10, note="points left"),
    cut("hexes", 8, note="entered"),
    value("fire_done"), value("move_done"),
    value("broken", note="the rest of the activation is lost"),
], usual="state.{}")  # fmt: skip
OBSTACLES = Rows("obstacles", 1, [
    value("mined", note="it began in a minefield: one hex only"),
    value("halted"),
    value("barred", note="no assault"),
], usual="state.{}", if_any=_there(Mark.WIRE, Mark.MINES))  # fmt: skip
BOOST = Rows("boost", 1, [  # by cards
    cut("boost", 8),
    value("silent", note="no Op Fire may be made on it"),
    value("beast", note="only a vehicle next to it may be attacked"),
], usual="state.{}",
    if_any=_dealt(Card.FORCED_MARCH, Card.SURPRISE_ASSAULT, Card.TAKE_DOWN_THE_BEAST, Card.AMMUNITION))  # fmt: skip
DOUBLE_TIME = Rows("double_time", 1, [
    value("reserved", note="a point that only a move ending away from the enemy may use"),
], usual="state.{}", if_any=lambda facts: _squads(facts) and facts.t["operations"][:, Operation.DOUBLE_TIME].any())  # fmt: skip
TANK = Rows("tank", 1, [
    value("overrun", note="it stands among enemies"),
    value("free_x", "tables.view_x[seat, state.last_free]", note="the last hex without enemies"),
    value("free_y", "tables.view_y[seat, state.last_free]"),
], usual="state.{}", if_any=lambda facts: facts.t["vehicle_overruns"][facts.kinds].any())  # fmt: skip

ATTACK = Rows("attack", 1, [  # the running one; who takes part stands beside the units
    equal("fire", "Fight.FIRE", "attack.fight"),
    value("op_fire", "attack.op"),
    value("halved", note="Fire and Movement"),
    value("x", "tables.view_x[seat, attack.cell]", when="attack.cell >= 0",
          note="of the hex that is attacked, where no unit is the target"),
    value("y", "tables.view_y[seat, attack.cell]", when="attack.cell >= 0"),
    share("reach", 2, note="range class, from close to long"),
    cut("bonus", 8, note="FP added by a card"),
    value("support", note="supporters may join"),
    bent("dice", 8),
    bent("successes", 4, "attack.successes + attack.hits_forth"),
    share("damage_before", 2, note="of the target of Op Fire"),
], usual="attack.{}")  # fmt: skip
ASSAULT = Rows("assault", 1, [
    equal("assault", "Fight.ASSAULT", "attack.fight"),
    equal("suppressive", "Blow.SUPPRESSIVE", "attack.blow"),
    bent("hits_back", 4, note="on the attackers of an assault"),
], usual="attack.{}", if_any=_squads)  # fmt: skip
LOSSES = Rows("losses", 1, [  # figures that go, and transfers
    share("to_lose", SLOTS_OF_BASE, "state.losses", note="how many the squad in question must still lose"),
    one_hot([f"gives_{figure.name.lower()}" for figure in Figure], "state.given", when="state.given >= 0"),
], if_any=_squads)  # fmt: skip

# What differs from world to world, and never changes in a game; the control of objectives is in section `objective`.
GOAL = Rows("goal", "tables.n_objectives", [
    let("cell", "tables.objective_cell[objective]"),
    let("kind", "tables.objective_kind[objective]"),
    let("worth", "tables.objective_value[objective]"),
    value("x", "tables.view_x[seat, cell]"),
    value("y", "tables.view_y[seat, cell]"),
    bent("victory", 2, "worth", when="kind == Goal.VICTORY", note="its value, in the column of its kind"),
    bent("neutral", 2, "worth", when="kind == Goal.NEUTRAL"),
    bent("mine", 2, "worth", when="kind == Goal.COMMAND_A + seat", note="a command objective of one's own"),
    bent("rivals", 2, "worth", when="kind == Goal.COMMAND_B - seat"),
], index="objective", room=lambda t: t["see_objectives"] * t["see_map"])  # fmt: skip
GROUND = Planes("ground", GroundChannel, "see_map", view=map_view)

SHEET = Sheet(
    UNIT, OBJECTIVE, SIDE, HANDS, CARD, CONTACT, LASTING, MARKER, TOKEN, PLACING, ASKED, ORDER, GAME, ACTIVATION, OBSTACLES, BOOST,
    DOUBLE_TIME, TANK, ATTACK, ASSAULT, LOSSES, GOAL, GROUND,
    Activation=Activation, Blow=Blow, Card=Card, Fight=Fight, Figure=Figure, Fort=Fort, Goal=Goal, Kind=Kind, Phase=Phase, Status=Status,
    ABOUT=ABOUT, A_CELL=A_CELL, A_MARKER=A_MARKER, A_TOKEN=A_TOKEN, A_UNIT=A_UNIT, CELLS=CELLS, FORCE=FORCE, MARKS=MARKS, ROUNDS=ROUNDS,
    SLOTS=SLOTS, SPECIALTIES=SPECIALTIES, armour_of=armour_of,
)  # fmt: skip
_MARKER = SHEET.number(MARKER)
