"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import turned_views
from skirmish_rl.envs.trench_crusade.columns import (
    SEEN,
    ActColumn,
    ActExtra,
    Extra,
    RelicColumn,
    Section,
    SideColumn,
    SideExtra,
    UnitColumn,
    column_of,
    features,
    figures_of,
    unit_width,
)
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.state import (
    CELLS,
    FORCE,
    PIECES,
    RELICS,
    SIDES,
    SLOTS,
    TURNS,
    WIDTH,
    Deed,
    Mode,
    Task,
    Terrain,
    Verb,
)

_FALL = 3  # inches that hurt
_ABILITIES = {
    Verb.HOLD_FIRE: Trait.HOLD_FIRE, Verb.AIM: Trait.AIM, Verb.PRAY: Trait.PRAYER, Verb.TREAT: Trait.TREAT, Verb.FORTIFY: Trait.FORTIFY,
    Verb.SET_MINE: Trait.MINES, Verb.PUPPET: Trait.PUPPET, Verb.HIDE: Trait.HIDE,
}  # fmt: skip


def fill_layout(tables: np.ndarray) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it."""
    t = tables[0]
    used = t["used"] > 0
    traits = t["traits"][used].any(axis=0)
    carried = np.isin(np.arange(len(Weapon)), t["arm"][used])
    keywords = t["keyword"][carried].any(axis=0)
    on = t["on_board"] > 0
    high = bool(t["height"][on].any())
    grounds = np.isin(np.arange(len(Terrain)), t["terrain"][on])
    joint = bool((t["partner"] >= 0).any())
    t["see_units"] = used.reshape(SIDES, FORCE).sum(axis=1).max()
    t["see_acts"] = 1 + joint
    t["see_aims"] = (t["automatic"][carried] > 1).any()
    t["see_pieces"] = (t["handle"] >= 0).sum() * traits[Trait.MINES]
    blessed = traits[[Trait.PRAYER, Trait.DARK_BLESSING]].any() or t["blessed"].any()
    heavy = (t["keyword"][carried, Keyword.HEAVY] * t["ranged_weapon"][carried]).any()
    claims = {Extra.CLAIM_1 + relic: relic < t["relics"] for relic in range(RELICS)}
    t["extra_at"] = column_of(UnitColumn, Extra, {
        Extra.FREED: traits[Trait.FREEDOM], Extra.BLESSING: blessed, Extra.HEIGHT: high, Extra.TRENCH: grounds[Terrain.TRENCH],
        Extra.WIRE: grounds[Terrain.WIRE], Extra.DIFFICULT: grounds[Terrain.CRATER], Extra.COVERED: traits[[Trait.SHOVEL, Trait.FORTIFY]].any(),
        Extra.HIDDEN: traits[Trait.HIDE], Extra.TOUGH_USED: traits[Trait.TOUGH], Extra.SPENT: keywords[Keyword.ONCE],
        Extra.MELEE_KILLS: t["deeds"][Deed.TWO_KILLS], Extra.KILLS: t["deeds"][Deed.THREE_KILLS], Extra.FORCED: traits[Trait.HOLD_FIRE],
        Extra.ACTS_TOO: joint, Extra.VICTIM: t["blast"][carried].any(), Extra.DIRECT: keywords[Keyword.BOMB],
        Extra.HIT: traits[Trait.CONCENTRATED], Extra.HIT_TOO: traits[Trait.CONCENTRATED], **claims,
    })  # fmt: skip
    t["side_at"] = column_of(SideColumn, SideExtra, {
        SideExtra.SHAKEN: t["morale"], SideExtra.RESERVES: t["deployed"], SideExtra.HOLDS: t["deployed"], SideExtra.ARRIVALS: t["deployed"],
        SideExtra.INFILTRATES: t["infiltration"] and traits[Trait.INFILTRATOR], SideExtra.CHECKED: t["morale"],
    })  # fmt: skip
    t["act_at"] = column_of(ActColumn, ActExtra, {
        ActExtra.HEAVY: heavy, ActExtra.BURSTS: keywords[Keyword.BURSTS], ActExtra.HAS_AIMED: traits[Trait.AIM], ActExtra.DIVE: high,
        ActExtra.HARROWED: keywords[Keyword.HARROWING], ActExtra.AGAIN: keywords[Keyword.HARROWING],
    })  # fmt: skip
    verbs = _verbs_of(t, traits)
    act_width = len(ActColumn) + int((t["act_at"] > 0).sum())
    t["verb_column"] = np.where(verbs, act_width + np.cumsum(verbs) - 1, 0)
    t["act_width"] = act_width + verbs.sum()
    t["weapon_column"] = _places(carried)
    t["deed_column"] = _places(t["deeds"] > 0)
    t["task_column"] = _places(_tasks_of(t, verbs, traits))
    t["decision_column"] = _places(_decisions_of(t, traits, keywords, blessed))
    t["ground_column"][[Terrain.TRENCH, Terrain.WIRE, Terrain.CRATER]] = t["extra_at"][
        [Extra.TRENCH, Extra.WIRE, Extra.DIFFICULT]
    ]
    t["see_ground"] = t["ground_column"].any()
    t["unit_width"] = unit_width(t)
    t["side_width"] = len(SideColumn) + (t["side_at"] > 0).sum()
    for objective in range(int(t["objectives"])):
        t["near_pieces"] |= (t["near_piece"][objective] > 0).astype(np.uint8) << objective
        t["on_pieces"] |= (t["near_piece"][objective] == 2).astype(np.uint8) << objective
    _turn(t)
    found = features(tables).sections
    t["at"] = [found[section.name.lower()].start if section.name.lower() in found else -1 for section in Section]
    _lay_out(t, features(tables).size)


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
    cell = np.arange(CELLS)
    on = t["on_board"] > 0
    x, y = cell % WIDTH, cell // WIDTH
    down = y[on].max() - y
    middle = [(x[t["zone"][zone] > 0].mean(), y[t["zone"][zone] > 0].mean()) for zone in range(SIDES)]
    across = abs(middle[0][0] - middle[1][0]) > abs(middle[0][1] - middle[1][1])
    west = middle[0][0] < middle[1][0]
    south = middle[0][1] < middle[1][1]
    turns = ((3, 1) if west else (1, 3)) if across else ((0, 2) if south else (2, 0))
    view = turned_views(x, down, on, turns)
    t["view_x"], t["view_y"] = view.x, view.y
    for objective in range(int(t["objectives"])):
        inside = t["near_piece"][objective] == 2
        for zone in range(SIDES):
            t["objective_view_x"][zone, objective] = view.x[zone][inside].mean()
            t["objective_view_y"][zone, objective] = view.y[zone][inside].mean()


def _lay_out(t: np.void, size: int) -> None:
    """What each seat sees from the first decision to the last: what profiles and kit say of a model, when relics are removed."""
    assert size <= SEEN and (t["handle"] >= 0).sum() <= PIECES
    figures = np.stack([*figures_of(t).values()], axis=1) if figures_of(t) else np.zeros((SLOTS, 0))
    width, first = int(t["unit_width"]), int(t["unit_width"]) - figures.shape[1]
    t["still"] = 0
    for seat in range(SIDES):
        for section, side in ((Section.UNIT_MINE, seat), (Section.UNIT_THEIRS, 1 - seat)):
            for row in range(int(t["see_units"])):
                at = int(t["at"][section]) + width * row
                t["still"][seat, at + first : at + width] = figures[FORCE * side + row]
        for relic in range(int(t["relics"])):
            t["still"][seat, int(t["at"][Section.RELIC]) + len(RelicColumn) * relic + RelicColumn.LAST] = (
                t["relic_last"][relic] / TURNS
            )
