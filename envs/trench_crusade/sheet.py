"""Every column of an observation, once: its name, what it holds, and the scenarios that have it; see `core/sheet.py`.

What cannot occur in a scenario has no column in its observations: `if_any` asks the `Facts` of `data/seen.py`.
What is more than a field, and what looks at pairs, stands in `observation.py`.
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
    count,
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
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS, Decision
from skirmish_rl.envs.trench_crusade.state import (
    AIMS,
    CELLS,
    FORCE,
    MARKERS,
    PATH,
    RELICS,
    SIDES,
    SLOTS,
    TURNS,
    VERBS,
    WIDTH,
    Deed,
    Frame,
    Mode,
    Status,
    Task,
    Terrain,
    Verb,
    seat_of,
)


class GroundChannel(IntEnum):
    """Planes of the board."""

    WALL = 0  # these in the order of `Terrain`; floors are as open ground
    STAIRS = 1
    LOW_WALL = 2
    CRATER = 3
    WIRE = 4
    TRENCH = 5
    LANDMARK = 6
    OBJECTIVE = 7


# Room for the longest observation but for its map: 12 models a side with all that they may carry, and everything that can occur.
SEEN = 3072
ABOUT_UNIT = np.array([bool(d) and QUESTIONS.rows[d].subject == "unit" for d in Decision], np.uint8)
POINTS_OF = ("piece_points", "deed_points", "relic_points", "relic_most", "relic_last_points")  # what scores, by its fields in the tables
# The most that is usual.
_FIGURES = {"points": 150, "move": 8, "ranged": 3, "melee": 3, "armour": 4, "regenerate": 3, "charge": 3}


def board_view(t: np.void) -> View:
    """The board as it is seen from either zone, its edge at the bottom."""
    cell = np.arange(CELLS)
    on = t["on_board"] > 0
    x, y = cell % WIDTH, cell // WIDTH
    middle = [(x[t["zone"][zone] > 0].mean(), y[t["zone"][zone] > 0].mean()) for zone in range(SIDES)]
    across = abs(middle[0][0] - middle[1][0]) > abs(middle[0][1] - middle[1][1])
    west = middle[0][0] < middle[1][0]
    south = middle[0][1] < middle[1][1]
    turns = ((3, 1) if west else (1, 3)) if across else ((0, 2) if south else (2, 0))
    return turned_views(x, y[on].max() - y, on, turns)


def figures_of(t: np.void) -> dict[str, np.ndarray]:
    """What profiles and kit of a scenario's models differ in, each as float32 (SLOTS,).

    What always goes with something before it is left out, but for generated worlds: these have columns for all that a model can be.
    """
    found = {name: np.clip(t[name] / most, -1, 1) for name, most in _FIGURES.items()}
    found |= {trait.name.lower(): t["traits"][:, trait].astype(float) for trait in Trait}
    found |= {f"carries_{weapon.name.lower()}": (t["arm"] == weapon).sum(axis=1) / 2 for weapon in Weapon}
    found["two_blades"] = t["pair"].any(axis=(1, 2)).astype(float)
    slots = np.arange(SLOTS)
    found["fireteam"] = np.where(t["partner"] < 0, 0, (np.minimum(slots, t["partner"]) % FORCE + 1) / FORCE)
    used = t["used"] > 0
    if t["see_map"]:
        return {name: np.where(used, values, 0).astype(np.float32) for name, values in found.items()}
    differ: dict[bytes, tuple[str, np.ndarray]] = {}
    for name, values in found.items():
        shown = np.where(used, values, 0).astype(np.float32)
        if np.ptp(shown[used]) > 0:
            differ.setdefault(np.sign(shown).tobytes() if len(set(shown)) == 2 else shown.tobytes(), (name, shown))
    return dict(differ.values())


def _has(*traits: Trait) -> Callable[[Any], Any]:
    """What occurs where a model has one of these keywords or abilities."""
    return lambda facts: facts.traits[list(traits)].any()


def _carries(keyword: Keyword) -> Callable[[Any], Any]:
    """What occurs where a model carries a weapon with this keyword."""
    return lambda facts: facts.keywords[keyword]


def _deployed(facts: Any) -> Any:
    return facts.deployed


def _morale(facts: Any) -> Any:
    return facts.morale


def _joint(facts: Any) -> Any:
    return facts.joint


def _claims(relic: int) -> Callable[[Any], Any]:
    """What occurs where there are more relics than that."""
    return lambda facts: relic < facts.relics


@jit
def tell_ground(tables, ground, status, cell, k, out):
    """In what a model stands: a trench, wire, difficult ground."""
    if ground and status == Status.ON_BOARD and tables.ground_column[tables.terrain[cell]]:
        out[k + tables.ground_column[tables.terrain[cell]]] = 1.0


@jit
def tell_claims(tables, unit, k, out):
    """The relics that a model has claimed."""
    if unit.claims:
        for relic in range(tables.relics):
            out[k + tables.more[_CLAIM] + relic] = (unit.claims >> relic) & 1


@jit
def near_objectives(tables, cell, side, out):
    """Count a model with the objectives that it is on or near."""
    near = tables.near_pieces[cell]
    if near == 0:
        return
    on = tables.on_pieces[cell]
    place = tables.at[_OBJECTIVE] + side
    while near:
        if near & 1:
            out[place + _NEAR] += 1 / FORCE
            if on & 1:
                out[place + _ON] += 1 / FORCE
        near >>= 1
        on >>= 1
        place += _OBJECTIVE_WIDTH


@jit
def tell_control(k, out):
    """Write who has more models on an objective, or else near it."""
    mine = out[k + _ON]
    theirs = out[k + _ON + 1]
    if (mine > 0.0) == (theirs > 0.0):
        mine = out[k + _NEAR]
        theirs = out[k + _NEAR + 1]
    out[k + _MINE] = mine > theirs
    out[k + _MINE + 1] = theirs > mine


@jit
def tell_done(tables, act, k, out):
    """The Actions that an activated model has taken."""
    if act.done:
        for verb in range(VERBS):
            if (act.done >> verb) & 1 and tables.verb_column[verb] >= 0:
                out[k + tables.verb_column[verb]] = 1.0


UNIT = Rows(("unit_mine", "unit_theirs"), "tables.see_units", [
    let("unit", "state.units[slot]"),
    let("status", "unit.status"),
    skip("status == Status.ABSENT"),
    let("cell", "unit.cell"),
    one_hot([Status.RESERVE, Status.ON_BOARD, Status.OUT], "status", when="status != Status.FREED"),
    value("x", "tables.view_x[zone, cell]", when="status == Status.ON_BOARD"),
    value("y", "tables.view_y[zone, cell]", when="status == Status.ON_BOARD"),
    share("blood", MARKERS, when="unit.blood"),
    flag("down"),
    flag("activated", "unit.activated and status != Status.FREED"),
    wrote("engaged"),
    role("active", "state.active"),
    role("acts", "state.acts[0].slot", note="the activated model, though its partner may be the active one"),
    role("subject", "state.subject", when="ABOUT_UNIT[state.decision]", note="the question is about it"),
    role("attacks", "attack.attacker"),
    role("target", "attack.target", note="of that attack"),
    wrote("aimed", note="whom the running Action is about: charged, moved, shot at first"),
    wrote("left_behind", note='the model that retreats was within 1" of it'),
    flag("freed", "status == Status.FREED", if_any=_has(Trait.FREEDOM)),
    share("blessing", MARKERS, when="unit.blessing", if_any=lambda facts: facts.blessed),
    share("height", 4, "tables.height[cell]", when="status == Status.ON_BOARD", if_any=lambda facts: facts.high),
    wrote("trench", if_any=lambda facts: facts.grounds[Terrain.TRENCH], note="stands in one"),
    wrote("wire", if_any=lambda facts: facts.grounds[Terrain.WIRE], note="stands in it"),
    wrote("difficult", if_any=lambda facts: facts.grounds[Terrain.CRATER], note="stands in a crater"),
    tell_ground,
    together(
        flag("covered", if_any=_has(Trait.SHOVEL, Trait.FORTIFY)),
        flag("hidden", if_any=_has(Trait.HIDE)),
        flag("tough_used", if_any=_has(Trait.TOUGH)),
        flag("spent", if_any=_carries(Keyword.ONCE), note="its weapon that works once"),
        bent("melee_kills", 2, when="unit.melee_kills", if_any=lambda facts: facts.deeds[Deed.TWO_KILLS]),
        bent("kills", 3, when="unit.kills", if_any=lambda facts: facts.deeds[Deed.THREE_KILLS]),
        when="unit.covered + unit.hidden + unit.tough_used + unit.spent + unit.melee_kills + unit.kills",
    ),
    role("forced", "state.forced", if_any=_has(Trait.HOLD_FIRE)),
    role("acts_too", "state.acts[1].slot", if_any=_joint, note="the partner in a joint activation"),
    wrote("victim", if_any=lambda facts: facts.blast, note="still to be injured"),
    role("direct", "attack.direct", if_any=_carries(Keyword.BOMB), note="a bomb falls on it"),
    wrote("hit", if_any=_has(Trait.CONCENTRATED), note="by the activated model, in this activation"),
    wrote("hit_too", if_any=_has(Trait.CONCENTRATED), note="by its partner"),
    *(wrote(f"claim_{relic + 1}", if_any=_claims(relic)) for relic in range(RELICS)),  # relics that it has claimed
    tell_claims,
    count("lost", when="status == Status.OUT"),
    count("reserves", when="status == Status.RESERVE"),
    skip("status != Status.ON_BOARD"),
    count("on_board"),
    count("standing", "unit.down == 0"),
    count("lost", "unit.down"),
    count("to_activate", "unit.activated == 0"),
    near_objectives,
], index="slot", first="FORCE * who", per="side", blocks=SIDES, usual="unit.{}", still=figures_of)  # fmt: skip

SIDE = Rows("side", 1, [  # one's own, then the other
    bent("points", 12),
    bent("lead", 6, "state.points[who] - state.points[1 - who]"),
    share("strength", FORCE, note="models that the warband began with"),
    share("on_board", FORCE, "on_board", note="models"),
    share("standing", FORCE, "standing"),
    share("lost", FORCE, "lost", note="Down or out of action, of those"),
    share("to_activate", FORCE, "to_activate"),
    value("second_zone", "state.zone[who]"),
    equal("initiative", "who", "state.initiative"),
    equal("go", "who", "state.go", note="deploys or activates next"),
    equal("decides", "who", "state.decider"),
    flag("shaken", if_any=_morale),
    share("reserves", FORCE, "reserves", if_any=_deployed),
    wrote("holds", if_any=_deployed, note="keeps the rest in reserve"),
    wrote("arrivals", if_any=_deployed, note="reserves that may still come in this Turn"),
    wrote("infiltrates", if_any=lambda facts: facts.infiltrates, note="infiltrators are placed now"),
    wrote("checked", if_any=_morale, note="its morale has been looked at in this Turn"),
], per="side", blocks=SIDES, usual="state.{}[who]")  # fmt: skip

OBJECTIVE = Rows("objective", "tables.objectives", [
    value("x", "tables.objective_view_x[zone, objective]"),
    value("y", "tables.objective_view_y[zone, objective]"),
    wrote("mine", "theirs", note="controlled"),
    wrote("my_on", "their_on", note="models on it"),
    wrote("my_near", "their_near", note='models on it or within 1"'),
    tell_control,
], index="objective", room="tables.see_objectives")  # fmt: skip

RELIC = Rows("relic", "tables.relics", [
    value("x", "tables.view_x[zone, tables.relic_cell[relic]]"),
    value("y", "tables.view_y[zone, tables.relic_cell[relic]]"),
    wrote("last", note="the Turn after which it is removed"),
    value("counts", "state.round <= tables.relic_last[relic]"),
    value("claimed", "1.0 if state.claimed[relic] == seat else -1.0", when="state.claimed[relic] >= 0",
          note="in this Turn, 1 by oneself, -1 by the rival"),
    wrote("named", note="a model is about to claim it"),
], index="relic", room="tables.see_relics")  # fmt: skip

PIECE = Rows("piece", "tables.n_handles", [  # of terrain that may be mined
    value("x", "tables.view_x[zone, tables.handle[piece]]", note="of its lowest cell"),
    value("y", "tables.view_y[zone, tables.handle[piece]]"),
    value("mine", "(state.mines[seat] >> piece) & 1", note="mined by oneself"),
    value("theirs", "(state.mines[1 - seat] >> piece) & 1"),
    wrote("named", note="a model is about to mine it"),
], index="piece", room="tables.see_pieces")  # fmt: skip

DEED = Members("deed", Deed, "", lambda facts: facts.deeds)  # 1: one's own, -1: the rival's
ASKED = Members("asked", Decision, "state.decision", lambda facts: facts.decisions())
GAME = Rows("game", 1, [
    share("round", TURNS, "min(state.round, TURNS)"),
    share("rounds_left", TURNS, "max(0, tables.turns - state.round)"),
    one_hot(("set_up", "initiative", "activation", "morale"), "state.phase"),  # by Phase; networks know the first by this name
    value("ended", note="the running activation"),
    wrote("failed", "succeeded", "critical", note="the last Success Roll that a process under way has waited for"),
    wrote("total", note="of that roll"),
], usual="state.{}")  # fmt: skip

ACT = Rows("act", "tables.see_acts", [  # what the active model has done, and its partner
    let("act", "state.acts[place]"),
    skip("act.slot < 0"),
    value("stood"),
    share("shots", 2),
    value("plain"),
    together(
        flag("heavy", if_any=lambda facts: facts.heavy),
        flag("bursts", if_any=_carries(Keyword.BURSTS)),
        flag("has_aimed", "act.aim", if_any=_has(Trait.AIM)),
        flag("dive", if_any=lambda facts: facts.high),
        flag("harrowed", if_any=_carries(Keyword.HARROWING)),
        flag("again", if_any=_carries(Keyword.HARROWING)),
    ),
    Members("verb", Verb, "", lambda facts: facts.verbs),
    tell_done,
], index="place", usual="act.{}")  # fmt: skip

_PUPPET_GOES = "kind == Frame.PUPPET and process.step >= Puppet.LEAVE and process.goal >= 0"
PROCESS = Rows("process", 1, [  # the running Action, and what has interrupted it
    value("dash", "process.verb == Verb.DASH", when="kind == Frame.GO"),
    flag("charge", "kind == Frame.CHARGE"),
    flag("retreat", "kind == Frame.RETREAT"),
    value("shoot", "kind == Frame.SHOOT", when="strikes"),
    value("fight", "kind == Frame.FIGHT", when="strikes"),
    flag("puppet", "kind == Frame.PUPPET"),
    value("free", "kind == Frame.FIGHT and process.free != 0", when="strikes", note="an attack on who retreats"),
    share("left", AIMS, "min(process.attacks_left, AIMS)", when="strikes and process.step", note="attacks"),
    share("made", AIMS, "min(process.attacks_made, AIMS)", when="strikes and process.step"),
    value("second", "process.off_hand", when="strikes and process.step", note="the off-hand weapon strikes"),
    cut("inches", 12, "process.slip if kind == Frame.CHARGE and process.step <= Charge.SLIPPED else process.inches",
        when="kind == Frame.CHARGE or kind == Frame.PUPPET", note="of a charge, or that a puppet goes at most"),
    value("risk", "process.mode == Mode.RISK", when="kind == Frame.GO or kind == Frame.MOVEMENT", note="the mode of movement"),
    value("drop", "process.mode == Mode.DROP", when="kind == Frame.GO or kind == Frame.MOVEMENT"),
    share("steps", PATH, "max(0, state.path_length - process.steps)", when="kind == Frame.MOVEMENT", note="of the movement that are left"),
    value("tested", "process.wire_tested", when="kind == Frame.MOVEMENT", note="wire, in this movement"),
    value("goal_x", "tables.view_x[zone, process.goal]", when=_PUPPET_GOES, note="where a puppet goes"),
    value("goal_y", "tables.view_y[zone, process.goal]", when=_PUPPET_GOES),
    wrote("to_x", "to_y", note="its direction, -1 to 1"),
    value("came_x", "tables.view_x[zone, process.came_from]", when="kind == Frame.MOVEMENT and process.steps > 0",
          note="from where the last step of the movement was"),
    value("came_y", "tables.view_y[zone, process.came_from]", when="kind == Frame.MOVEMENT and process.steps > 0"),
])  # fmt: skip

WEAPON = Members("weapon", Weapon, "weapon", lambda facts: facts.carried, when="weapon >= 0")  # in use
ATTACK = Rows("attack", 1, [  # the running one; who takes part stands beside the models
    value("melee"),
    value("x", "tables.view_x[zone, attack.cell]", when="attack.cell >= 0"),
    value("y", "tables.view_y[zone, attack.cell]", when="attack.cell >= 0"),
    value("off_hand"), value("critical"), value("long"), value("cover"), value("felled"),
], usual="attack.{}")  # fmt: skip
AIM = Rows("aim", AIMS, [  # where the targets of the running Shoot Action stood
    let("cell", "state.aims[place]"),
    skip("cell < 0"),
    value("x", "tables.view_x[zone, cell]"),
    value("y", "tables.view_y[zone, cell]"),
], index="place", if_any=lambda facts: facts.aims)  # fmt: skip

ROLL = Rows("roll", 1, [  # for which markers may be spent
    value("success", "kind == Frame.ROLL", when="rolls", note="a Success Roll"),
    value("injury", "kind == Frame.INJURY", when="rolls"),
    bent("dice", 6, when="rolls", note="net"),
    value("risky", when="rolls"),
    share("modifier", 9, when="rolls", note="of an injury, as all that follow"),
    value("deadly", when="rolls"),
    value("bloodbath", "process.bath", when="rolls"),
    value("cheap", when="rolls"),
    share("marks", 3, when="rolls"),
    value("of_attack", when="rolls and kind == Frame.INJURY", note="it is the attack's, not that of a fall or a mine"),
    value("cause", "1.0 if seat_of(process.cause) == seat else -1.0", when="rolls and kind == Frame.INJURY and process.cause >= 0",
          note="1: one's own doing, -1: the rival's"),
    value("pending", "1.0", when="not rolls",
          note="an injury has been interrupted by this roll: its result is Down, and these are its own"),
    share("pending_marks", 3, "process.marks", when="not rolls"),
    value("pending_attack", "process.of_attack", when="not rolls"),
], usual="process.{}")  # fmt: skip
TASK = Members("task", Task, "process.task", lambda facts: facts.tasks(), when="kind == Frame.ROLL")  # what a Success Roll is for

WAY = Rows("way", "state.path_length", [  # of the last movement in this activation
    let("cell", "state.path[place]"),
    skip("cell < 0"),
    value("x", "tables.view_x[zone, cell]"),
    value("y", "tables.view_y[zone, cell]"),
], index="place", room=PATH)  # fmt: skip

# What differs from world to world, and never changes in a game.
GOAL = Rows("goal", 1, [  # what scores and how much
    wrote("objectives", note="how many there are; they hold the first rows of their section"),
    wrote("piece_points", note="of an objective, each Turn"),
    wrote(*POINTS_OF[1:]),
    wrote("checks", note="of morale"),
    wrote("infiltration"),
    wrote(*(deed.name.lower() for deed in Deed), note="a deed on offer"),
], room="tables.see_map")  # fmt: skip
GROUND = Planes("ground", GroundChannel, "see_map", view=board_view)

SHEET = Sheet(
    UNIT, SIDE, OBJECTIVE, RELIC, PIECE, DEED, ASKED, GAME, ACT, PROCESS, WEAPON, ATTACK, AIM, ROLL, TASK, WAY, GOAL, GROUND,
    Frame=Frame, Mode=Mode, Status=Status, Verb=Verb, ABOUT_UNIT=ABOUT_UNIT, AIMS=AIMS, FORCE=FORCE, TURNS=TURNS, seat_of=seat_of,
)  # fmt: skip
_CLAIM = SHEET.more("claim_1", UNIT)
_OBJECTIVE, _OBJECTIVE_WIDTH = SHEET.number(OBJECTIVE), OBJECTIVE.width
_MINE, _ON, _NEAR = (OBJECTIVE.column(name) for name in ("mine", "my_on", "my_near"))
