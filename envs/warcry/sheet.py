"""Every column of an observation, once: its name, what it holds, and the scenarios that have it; see `core/sheet.py`.

What cannot occur in a scenario has no column in its observations: `if_any` asks the `Facts` of `data/seen.py`.
What is more than a field, and what looks at pairs, stands in `observation.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import bend
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
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FACES,
    FORCE,
    GROUPS,
    OBJECTIVES,
    ROUNDS,
    SIDES,
    TOKENS,
    Ability,
    Boost,
    Faction,
    Group,
    Phase,
    Place,
    Reaction,
    Runemark,
    Status,
    Twist,
    Victory,
    seat_of,
)


class GroundChannel(IntEnum):
    """Planes of the board. What stands on a side of a cell is told by the cell west or north of it: on its right, or below it."""

    HEIGHT = 0
    PILLAR = 1
    DEADLY = 2
    LOW_WALL_RIGHT = 3
    LOW_WALL_BELOW = 4
    TALL_WALL_RIGHT = 5
    TALL_WALL_BELOW = 6
    PASSAGE_RIGHT = 7  # an archway in that tall wall
    PASSAGE_BELOW = 8
    STAIR_RIGHT = 9
    STAIR_BELOW = 10
    LADDER_RIGHT = 11
    LADDER_BELOW = 12


SEEN = 2304  # room for the longest observation: 15 fighters a side with all figures, and everything that can occur
WORLD_WIDTH, WORLD_HEIGHT = 20, 14  # of the board of a generated world
GROUND_SIZE = len(GroundChannel) * WORLD_WIDTH * WORLD_HEIGHT
WORTH = (  # keys of a scenario that say what brings victory points
    "per_objective", "for_any", "for_two", "for_more", "for_wounds", "for_tally", "for_leader", "for_centre", "for_quarters",
    "per_treasure",
)  # fmt: skip
ABOUT_UNIT = np.array([bool(d) and QUESTIONS.rows[d].subject == "unit" for d in Decision], np.uint8)
# Figures have no limit: they are bent as by `core.features.bend`, half-way at these. Those of weapons by their fields.
_PROFILE = {"points": 100, "move": 5, "toughness": 4, "wounds": 12}
_WEAPON = {
    "range": ("max", 4), "min_range": ("min", 4), "attacks": ("attacks", 4), "strength": ("strength", 4), "hit": ("hit", 2),
    "critical": ("critical", 4),
}  # fmt: skip


def _of(*abilities: Ability) -> Callable[[Any], Any]:
    """What occurs where a fighter has one of these abilities."""
    return lambda facts: facts.abilities[list(abilities)].any()


def _place(kind: Place) -> Callable[[Any], Any]:
    """What occurs where a board has places of this kind."""
    return lambda facts: kind in facts.of_nodes("node_place")


def figures_of(t: np.void) -> dict[str, np.ndarray]:
    """The figures and runemarks in which fighters of a scenario differ, each as float32 (SLOTS,); of worlds all, and the factions."""
    figures = {name: (t[f"unit_{name}"], half) for name, half in _PROFILE.items()}
    for weapon, before in enumerate(("", "second_")):
        figures |= {before + name: (t[f"weapon_{field}"][:, weapon], half) for name, (field, half) in _WEAPON.items()}
    found = {name: bend(values, 1.0 * half) for name, (values, half) in figures.items()}
    found |= {mark.name.lower(): t["unit_marks"][:, mark].astype(float) for mark in Runemark}
    used = t["unit_used"] > 0
    if t["see_map"]:
        found |= {faction.name.lower(): (t["unit_faction"] == faction).astype(float) for faction in list(Faction)[:-1]}
    else:
        found = {name: values for name, values in found.items() if np.ptp(values[used]) > 0}
    return {name: np.where(used, values, 0).astype(np.float32) for name, values in found.items()}


@jit
def near_objectives(tables, node, side, out):
    """Count a fighter with the objectives that it is near."""
    near = tables.objectives_near[node]
    if near:
        place = tables.at[_OBJECTIVE] + _MY_FIGHTERS + side
        width = tables.row_width[_OBJECTIVE]
        while near:
            if near & 1:
                out[place] += 1 / FORCE
            near >>= 1
            place += width


FIGHTER = Rows(("unit_mine", "unit_theirs"), "tables.see_units", [
    let("unit", "state.units[slot]"),
    let("status", "unit.status"),
    skip("status == Status.ABSENT"),
    one_hot([Status.RESERVE, Status.ON_BOARD, Status.DOWN], "status"),
    skip("status == Status.DOWN"),
    let("group", "unit.group"),
    one_hot([Group.DAGGER, Group.SHIELD, Group.HAMMER], "group", when="group < GROUPS"),
    share("due", ROUNDS, "tables.arrival[colour, group]", when="status == Status.RESERVE and group < GROUPS and colour >= 0",
          note="round in which a reserve arrives"),
    count("reserves", when="status == Status.RESERVE"),
    skip("status == Status.RESERVE"),
    count("on_board"),
    let("node", "unit.node"),
    value("x", "tables.view_x[turn, node]", note="of one that climbs, a little towards what it climbs"),
    value("y", "tables.view_y[turn, node]"),
    bent("damage", 8, when="unit.damage"),
    cut("left", 40, "tables.unit_wounds[slot] - unit.damage", note="damage points that it can still take"),
    flag("activated"),
    flag("waiting"),
    share("lost", 2, when="unit.lost", note="actions"),
    count("to_activate", when="unit.waiting or unit.activated == 0"),
    wrote("engaged"),
    role("active", "state.active"),
    role("subject", "state.subject", when="ABOUT_UNIT[state.decision]", note="the question is about it"),
    role("makes_attack", "state.attack[0].attacker"),
    role("target", "state.attack[0].target", note="of the attack"),
    share("height", 24, "tables.node_height[node]", if_any=lambda facts: facts.of_nodes("node_height").any()),
    together(
        flag("on_face", "tables.node_place[node] == Place.FACE", if_any=_place(Place.FACE)),
        flag("on_steps", "tables.node_place[node] != Place.FACE", if_any=_place(Place.STEPS), note="of a stair or ladder"),
        when="node >= CELLS",
    ),
    share("treasure", TOKENS, "unit.treasure + 1", if_any=lambda facts: facts.t["see_tokens"], note="the number of its token"),
    share("objective", OBJECTIVES, "unit.objective + 1", if_any=lambda facts: facts.world or facts.t["single_objective"],
          note="the number of the only one that it counts for"),
    role("inspired", "state.inspired", if_any=_of(Ability.INSPIRING_PRESENCE)),
    role("near", "state.attack[0].near", if_any=_of(Ability.HUNTING_PACK), note="the target of the running attack must be near it"),
    together(  # what abilities have done to it until the round ends
        share("defiant", 2, if_any=_of(Ability.STAND_DEFIANT)),
        share("trophy", 2, if_any=_of(Ability.TROPHY)),
        bent("unleashed", 6, if_any=_of(Ability.UNLEASH)),
        flag("cowering", if_any=_of(Ability.COWER)),
        flag("harried", if_any=_of(Ability.HARRY)),
    ),
    count("near_centre", "tables.centre_near[node]", column="near_centre"),
    near_objectives,
], index="slot", first="FORCE * who", per="side", blocks=SIDES, usual="unit.{}", still=figures_of)  # fmt: skip

DIE = Rows("dice", FACES, [  # by score
    let("n", "state.dice[who, face]"),
    share("count", FACES + 1, "n", when="n"),
    one_hot(["single", "double", "triple", "quad"], "min(n, 4) - 1", when="n"),
    count("single_dice", "n == 1", when="n"),
    value("paired", "state.paired[who, face]", note="a wild die was added in this round"),
], index="face", per="side", blocks=SIDES)  # fmt: skip

SIDE = Rows("side", 1, [  # one's own, then the other
    bent("points", 6),
    cut("lead", 6, "state.points[who] - state.points[1 - who]"),
    bent("kills", 300, note="points of enemies taken down"),
    bent("tally", 150, note="the same in this round"),
    bent("wounds_down", 40, note="Wounds of enemies taken down"),
    value("leader_down", note="the enemy's, in this round"),
    share("first_singles", FACES, "state.singles[who]", note="at the first count"),
    bent("singles", 3, "single_dice + state.as_singles[who]", note="by now"),
    bent("as_singles", 2, note="wild dice used as singles"),
    bent("wild", 2, note="wild dice held"),
    equal("initiative", "who", "state.initiative"),
    equal("opener", "who", "state.opener", note="had the first activation of the round"),
    equal("turn", "who", "state.turn"),
    equal("decides", "who", "state.decider"),
    equal("attacker", "who", "state.attacker"),
    equal("red", "who", "state.red"),
    share("on_board", FORCE, "on_board", note="fighters"),
    share("reserves", FORCE, "reserves"),
    share("to_activate", FORCE, "to_activate", note="fighters that can still be activated in this round"),
    share("near_centre", FORCE, "near_centre", note="fighters",
          if_any=lambda facts: facts.world or facts.t["for_centre"] or facts.t["victory"] == Victory.HOARD),
    value("trait_used", if_any=lambda facts: (facts.world and facts.traits) or facts.t["trait"].any()),
    bent("fleeting", 2, "state.extra[who]", if_any=lambda facts: facts.t["twist"] == Twist.TRAILING_DICE,
         note="wild dice that end with this hero phase"),
], per="side", blocks=SIDES, usual="state.{}[who]")  # fmt: skip

OBJECTIVE = Rows("objective", "tables.n_objectives", [
    let("held", "state.control[objective]"),
    value("x", "tables.objective_view_x[turn, objective]"),
    value("y", "tables.objective_view_y[turn, objective]"),
    equal("held_by_me", "seat", "held", when="held >= 0"),
    equal("held_by_rival", "1 - seat", "held", when="held >= 0"),
    wrote("my_fighters", "rival_fighters", note='within 3"'),
    bent("loots", 2, "state.loots[objective]", if_any=lambda facts: facts.world or facts.t["loots"]),
    equal("named", "objective", "state.named", if_any=lambda facts: facts.named, note="by a twist, in this round"),
    wrote("there", if_any=lambda facts: facts.world, note="this world has it"),
], index="objective", room="tables.see_objectives")  # fmt: skip

TOKEN = Rows("token", "tables.see_tokens", [  # treasures
    let("cell", "state.tokens[token].cell"),
    let("carrier", "state.tokens[token].carrier"),
    flag("lies", "cell >= 0"),
    value("x", "tables.view_x[turn, cell]", when="cell >= 0"),
    value("y", "tables.view_y[turn, cell]", when="cell >= 0"),
    flag("mine", "carrier >= 0 and seat_of(carrier) == seat", note="carried by a fighter of one's own"),
    flag("theirs", "carrier >= 0 and seat_of(carrier) != seat"),
    share("carrier", FORCE, "carrier % FORCE + 1", when="carrier >= 0", note="1/15 for the first of its side"),
], index="token")  # fmt: skip

ASKED = Members("asked", Decision, "state.decision", lambda facts: facts.decisions())
GAME = Rows("game", 1, [
    share("round", ROUNDS, "min(state.round, ROUNDS)"),
    share("rounds_left", ROUNDS, "max(0, tables.rounds - state.round)"),
    one_hot([Phase.SETUP, Phase.HERO, Phase.RESERVE, Phase.COMBAT], "state.phase", when="state.phase < Phase.END"),
    share("actions_left", 2, note="of the active fighter, as all that follow"),
    share("actions_made", 2),
    value("second", note="activated after waiting"),
    value("ability_used"),
    value("downed", note="its attack took an enemy down"),
    share("value", FACES, note="of the ability being resolved"),
], usual="state.{}")  # fmt: skip
ABILITY = Members("ability", Ability, "state.ability", lambda facts: facts.asked_abilities(), when="state.ability >= 0")  # being resolved
BOOST = Members(  # on the active fighter
    "boost", Boost, "", lambda facts: facts.boosts(), when="state.active >= 0", each="state.boosts", form="bend({}, 3.0)"
)
ATTACK = Rows("attack", 1, [  # the running one; who takes part stands beside the fighters
    value("optional"),
    bent("hits", 3, when="attack.hits or attack.criticals"),
    bent("criticals", 3, when="attack.hits or attack.criticals"),
    flag("second_weapon", "attack.weapon", if_any=lambda facts: facts.world or (facts.t["unit_weapons"] > 1).any()),
    flag("strength", if_any=_of(Ability.DEATH_FROM_ABOVE), note="more, by death from above"),
    share("snag", FACES, if_any=_of(Ability.SNAG)),
], usual="attack.{}")  # fmt: skip
REACTION = Members("reaction", Reaction, "attack.reaction", lambda facts: facts.reactions)  # against that attack

# What differs from world to world, and never changes in a game. The opponent's deployment is the image of one's own after half a turn.
DEPLOYMENT = Rows("deployment", GROUPS, [
    wrote("x", "y", note="of its point, or of one end of its line"),
    wrote("end_x", "end_y", note="of the other end"),
    wrote("line", note="the group comes along a line"),
    wrote("due", note="round"),
], room=lambda t: GROUPS * t["see_map"])  # fmt: skip
CARD = Rows("card", 1, [  # what wins: the kind of victory, then what is worth victory points, by its keys in a scenario
    wrote(*(victory.name.lower() for victory in Victory)),
    wrote("single_objective", *WORTH),
    wrote("centre", note="how near it counts, inches"),
], room="tables.see_map")  # fmt: skip


GROUND = Planes("ground", GroundChannel, "see_map")
SHEET = Sheet(
    FIGHTER, SIDE, DIE, OBJECTIVE, TOKEN, ASKED, GAME, ABILITY, BOOST, ATTACK, REACTION, DEPLOYMENT, CARD, GROUND,
    Phase=Phase, Place=Place, Status=Status, ABOUT_UNIT=ABOUT_UNIT, CELLS=CELLS, FORCE=FORCE, GROUPS=GROUPS, ROUNDS=ROUNDS,
    seat_of=seat_of,
)  # fmt: skip
_OBJECTIVE, _MY_FIGHTERS = SHEET.number(OBJECTIVE), OBJECTIVE.column("my_fighters")
