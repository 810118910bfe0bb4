"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.trench_crusade.columns import (
    SEEN,
    ActColumn,
    ActExtra,
    Extra,
    GoalColumn,
    GroundChannel,
    RelicColumn,
    Section,
    SideColumn,
    SideExtra,
    UnitColumn,
    board_view,
    column_of,
    features,
    figures_of,
    unit_width,
)
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.state import FORCE, PIECES, RELICS, SIDES, SLOTS, TURNS, Deed, Mode, Task, Terrain, Verb

# What generated worlds can hold. Their observations have columns for all that models can be, can do and can be asked, so that they are alike
# in every world; these are the numbers of rows.
WORLD_SIZE = 24, 24
WORLD_UNITS = 8  # of a side
WORLD_OBJECTIVES = 5
WORLD_PIECES = 28  # of terrain
_FALL = 3  # inches that hurt
_MOST_POINTS = 9  # of anything that scores
_ABILITIES = {
    Verb.HOLD_FIRE: Trait.HOLD_FIRE, Verb.AIM: Trait.AIM, Verb.PRAY: Trait.PRAYER, Verb.TREAT: Trait.TREAT, Verb.FORTIFY: Trait.FORTIFY,
    Verb.SET_MINE: Trait.MINES, Verb.PUPPET: Trait.PUPPET, Verb.HIDE: Trait.HIDE,
}  # fmt: skip


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    t = tables[0]
    used = t["used"] > 0
    traits = t["traits"][used].any(axis=0)
    carried = np.isin(np.arange(len(Weapon)), t["arm"][used])
    keywords = t["keyword"][carried].any(axis=0)
    on = t["on_board"] > 0
    high = bool(t["height"][on].any())
    grounds = np.isin(np.arange(len(Terrain)), t["terrain"][on])
    joint = world or bool((t["partner"] >= 0).any())
    t["see_map"] = world
    t["see_units"] = WORLD_UNITS if world else used.reshape(SIDES, FORCE).sum(axis=1).max()
    t["see_objectives"], t["see_relics"] = (WORLD_OBJECTIVES, RELICS) if world else (t["objectives"], t["relics"])
    t["see_acts"] = 1 + joint
    t["see_aims"] = world or (t["automatic"][carried] > 1).any()
    t["see_pieces"] = WORLD_PIECES if world else (t["handle"] >= 0).sum() * traits[Trait.MINES]
    blessed = traits[[Trait.PRAYER, Trait.DARK_BLESSING]].any() or t["blessed"].any()
    heavy = (t["keyword"][carried, Keyword.HEAVY] * t["ranged_weapon"][carried]).any()
    claims = {Extra.CLAIM_1 + relic: relic < t["relics"] for relic in range(RELICS)}
    t["extra_at"] = column_of(UnitColumn, Extra, dict.fromkeys(Extra, True) if world else {
        Extra.FREED: traits[Trait.FREEDOM], Extra.BLESSING: blessed, Extra.HEIGHT: high, Extra.TRENCH: grounds[Terrain.TRENCH],
        Extra.WIRE: grounds[Terrain.WIRE], Extra.DIFFICULT: grounds[Terrain.CRATER], Extra.COVERED: traits[[Trait.SHOVEL, Trait.FORTIFY]].any(),
        Extra.HIDDEN: traits[Trait.HIDE], Extra.TOUGH_USED: traits[Trait.TOUGH], Extra.SPENT: keywords[Keyword.ONCE],
        Extra.MELEE_KILLS: t["deeds"][Deed.TWO_KILLS], Extra.KILLS: t["deeds"][Deed.THREE_KILLS], Extra.FORCED: traits[Trait.HOLD_FIRE],
        Extra.ACTS_TOO: joint, Extra.VICTIM: t["blast"][carried].any(), Extra.DIRECT: keywords[Keyword.BOMB],
        Extra.HIT: traits[Trait.CONCENTRATED], Extra.HIT_TOO: traits[Trait.CONCENTRATED], **claims,
    })  # fmt: skip
    t["side_at"] = column_of(SideColumn, SideExtra, dict.fromkeys(SideExtra, True) if world else {
        SideExtra.SHAKEN: t["morale"], SideExtra.RESERVES: t["deployed"], SideExtra.HOLDS: t["deployed"], SideExtra.ARRIVALS: t["deployed"],
        SideExtra.INFILTRATES: t["infiltration"] and traits[Trait.INFILTRATOR], SideExtra.CHECKED: t["morale"],
    })  # fmt: skip
    t["act_at"] = column_of(ActColumn, ActExtra, dict.fromkeys(ActExtra, True) if world else {
        ActExtra.HEAVY: heavy, ActExtra.BURSTS: keywords[Keyword.BURSTS], ActExtra.HAS_AIMED: traits[Trait.AIM], ActExtra.DIVE: high,
        ActExtra.HARROWED: keywords[Keyword.HARROWING], ActExtra.AGAIN: keywords[Keyword.HARROWING],
    })  # fmt: skip
    verbs = np.arange(len(Verb)) != Verb.END if world else _verbs_of(t, traits)
    act_width = len(ActColumn) + int((t["act_at"] > 0).sum())
    t["verb_column"] = np.where(verbs, act_width + np.cumsum(verbs) - 1, 0)
    t["act_width"] = act_width + verbs.sum()
    t["weapon_column"] = _places(carried | world)
    t["deed_column"] = _places((t["deeds"] > 0) | world)
    t["task_column"] = _places(np.arange(len(Task)) != Task.NONE if world else _tasks_of(t, verbs, traits))
    t["decision_column"] = _places(np.arange(len(Decision)) != Decision.NONE if world else _decisions_of(t, traits, keywords, blessed))
    t["ground_column"][[Terrain.TRENCH, Terrain.WIRE, Terrain.CRATER]] = t["extra_at"][[Extra.TRENCH, Extra.WIRE, Extra.DIFFICULT]]
    t["see_ground"] = t["ground_column"].any()
    t["unit_width"] = unit_width(t)
    t["side_width"] = len(SideColumn) + (t["side_at"] > 0).sum()
    for objective in range(int(t["objectives"])):
        t["near_pieces"] |= (t["near_piece"][objective] > 0).astype(np.uint8) << objective
        t["on_pieces"] |= (t["near_piece"][objective] == 2).astype(np.uint8) << objective
    _turn(t)
    layout = features(tables)
    found = layout.sections
    t["at"] = [found[section.name.lower()].start if section.name.lower() in found else -1 for section in Section]
    t["n_still"] = found["ground"].start if world else layout.size
    t["n_ground"] = layout.size - t["n_still"]
    _lay_out(t)


def _places(seen: np.ndarray) -> np.ndarray:
    """Columns of what is seen, counted from 0; -1 for the rest."""
    return np.where(seen, np.cumsum(seen) - 1, -1)


def _verbs_of(t: np.void, traits: np.ndarray) -> np.ndarray:
    """The Actions that can be taken in a scenario, END left out, bool (verbs,)."""
    modes = t["modes"]
    absent = {verb: not traits[trait] for verb, trait in _ABILITIES.items()}
    absent |= {
        Verb.MOVE_RISK: not (modes >> Mode.RISK & 1).any(), Verb.MOVE_DROP: not (modes >> Mode.DROP & 1).any(),
        Verb.CLAIM: t["relics"] == 0, Verb.END: True,
    }  # fmt: skip
    return np.array([not absent.get(verb, False) for verb in Verb])


def _tasks_of(t: np.void, verbs: np.ndarray, traits: np.ndarray) -> np.ndarray:
    """What Success Rolls can be for in a scenario, bool (tasks,)."""
    falls = bool((t["rise"] != 0).any())
    only_if = {
        Task.NONE: False, Task.CLIMB: falls, Task.JUMP: t["jump"].any(), Task.DANGER: t["wire"].any(), Task.LEDGE: (t["ledge"] >= 0).any(),
        Task.DIVE: (t["rise"] <= -_FALL).any(), Task.AIM: verbs[Verb.AIM], Task.PRAYER: verbs[Verb.PRAY], Task.TREAT: verbs[Verb.TREAT],
        Task.FORTIFY: verbs[Verb.FORTIFY], Task.MINE: verbs[Verb.SET_MINE], Task.DEFUSE: traits[Trait.MINES], Task.PUPPET: verbs[Verb.PUPPET],
        Task.HIDE: verbs[Verb.HIDE], Task.CLAIM: verbs[Verb.CLAIM],
    }  # fmt: skip
    return np.array([bool(only_if.get(task, True)) for task in Task])


def _decisions_of(t: np.void, traits: np.ndarray, keywords: np.ndarray, blessed: bool) -> np.ndarray:
    """What can be asked in a scenario, bool (decisions,)."""
    joint = (t["partner"] >= 0).any()
    heal = traits[Trait.TREAT]
    gaps = (t["jump"] > 1) & (t["jump"] <= t["move"].max() // 2)
    only_if = {
        Decision.NONE: False, Decision.ZONE: t["choose_zone"], Decision.ARRIVE_UNIT: t["deployed"], Decision.ARRIVE_CELL: t["deployed"],
        Decision.FIRST: t["initiative_choice"], Decision.JOINT: joint, Decision.MEMBER: joint, Decision.MODE: t["modes"].any(),
        Decision.DIVE: (t["rise"] <= -_FALL).any(), Decision.SKIRMISH: traits[Trait.SKIRMISHER], Decision.HARROW: keywords[Keyword.HARROWING],
        Decision.SECOND_WEAPON: t["pair"].any(), Decision.SCATTER: keywords[Keyword.SCATTER], Decision.BLESSING: blessed,
        Decision.GRACE: blessed, Decision.FALL_SIDE: gaps.any(), Decision.HOLD_FIRE: traits[Trait.HOLD_FIRE],
        Decision.PRAYER: traits[Trait.PRAYER], Decision.TREAT: heal, Decision.TREATMENT: heal, Decision.PUPPET: traits[Trait.PUPPET],
        Decision.PUPPET_DIRECTION: traits[Trait.PUPPET], Decision.PUPPET_CELL: traits[Trait.PUPPET], Decision.MINE: traits[Trait.MINES],
        Decision.DEFUSE: traits[Trait.MINES], Decision.RELIC: t["relics"] > 1, Decision.DARK_BLESSING: traits[Trait.DARK_BLESSING],
        Decision.MORALE: t["morale"],
    }  # fmt: skip
    return np.array([bool(only_if.get(decision, True)) for decision in Decision])


def _turn(t: np.void) -> None:
    """Where each cell and objective is seen from either zone, its edge of the board at the bottom."""
    view = board_view(t)
    t["view_x"], t["view_y"] = view.x, view.y
    for objective in range(int(t["objectives"])):
        inside = t["near_piece"][objective] == 2
        for zone in range(SIDES):
            t["objective_view_x"][zone, objective] = view.x[zone][inside].mean()
            t["objective_view_y"][zone, objective] = view.y[zone][inside].mean()


def _lay_out(t: np.void) -> None:
    """What each seat sees from the first decision to the last: what profiles and kit say of a model, when relics are removed; in worlds the board."""
    assert t["n_still"] <= SEEN and (t["handle"] >= 0).sum() <= PIECES
    figures = np.stack([*figures_of(t).values()], axis=1) if figures_of(t) else np.zeros((SLOTS, 0))
    width, first = int(t["unit_width"]), int(t["unit_width"]) - figures.shape[1]
    t["still"] = 0
    for seat in range(SIDES):
        for section, side in ((Section.UNIT_MINE, seat), (Section.UNIT_THEIRS, 1 - seat)):
            for row in range(int(t["see_units"])):
                at = int(t["at"][section]) + width * row
                t["still"][seat, at + first : at + width] = figures[FORCE * side + row]
        for relic in range(int(t["relics"])):
            t["still"][seat, int(t["at"][Section.RELIC]) + len(RelicColumn) * relic + RelicColumn.LAST] = t["relic_last"][relic] / TURNS
    if t["see_map"]:
        _lay_out_world(t)


def _lay_out_world(t: np.void) -> None:
    """What no move changes and no two worlds share: what scores, and the planes of the board from either zone."""
    goals = t["still"][:, int(t["at"][Section.GOAL]) :]
    goals[:, GoalColumn.OBJECTIVES] = t["objectives"] / WORLD_OBJECTIVES
    for column in (
        GoalColumn.PIECE_POINTS,
        GoalColumn.DEED_POINTS,
        GoalColumn.RELIC_POINTS,
        GoalColumn.RELIC_MOST,
        GoalColumn.RELIC_LAST_POINTS,
    ):
        goals[:, column] = t[column.name.lower()] / _MOST_POINTS
    goals[:, GoalColumn.CHECKS], goals[:, GoalColumn.INFILTRATION] = t["morale"], t["infiltration"]
    goals[:, len(GoalColumn) : len(GoalColumn) + len(Deed)] = t["deeds"] > 0
    planes = {GroundChannel[terrain.name]: t["terrain"] == terrain for terrain in Terrain if terrain not in (Terrain.OPEN, Terrain.FLOOR)}
    planes[GroundChannel.OBJECTIVE] = t["on_pieces"] > 0
    on, place = t["on_board"] > 0, board_view(t).place
    for zone in range(SIDES):
        for channel, cells in planes.items():
            t["ground"][zone, channel * on.sum() + place[zone][on]] = cells[on]
