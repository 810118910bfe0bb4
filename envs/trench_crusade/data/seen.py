"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.sheet import Rows
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.sheet import GOAL, POINTS_OF, RELIC, SEEN, SHEET, UNIT, GroundChannel, board_view, figures_of
from skirmish_rl.envs.trench_crusade.state import FORCE, PIECES, RELICS, SIDES, SLOTS, TURNS, Deed, Mode, Task, Terrain, Verb

# What generated worlds can hold. Their observations have columns for all that models can be, can do and can be asked, so that they are
# alike in every world; these are the numbers of rows.
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


class Facts:
    """The facts about a scenario, or about all generated worlds, that say which columns its observations have.

    Attributes:
        t: its tables. world: it is one of the generated worlds, in which everything can occur.
        traits, carried, keywords, grounds, deeds, verbs: bool, by number: of the models, of their weapons, of the board, of the scenario.
        joint: two models may act together. high: models stand at heights. blessed: there are blessing markers. relics: how many.
    """

    def __init__(self, t: np.void, world: bool):
        used, on = t["used"] > 0, t["on_board"] > 0
        carried = np.isin(np.arange(len(Weapon)), t["arm"][used])
        self.t, self.world = t, world
        self.traits = t["traits"][used].any(axis=0) | world
        self.carried, self.keywords = carried | world, t["keyword"][carried].any(axis=0) | world
        self.grounds = np.isin(np.arange(len(Terrain)), t["terrain"][on]) | world
        self.deeds, self.relics = (t["deeds"] > 0) | world, RELICS if world else int(t["relics"])
        self.joint, self.high = world or bool((t["partner"] >= 0).any()), world or bool(t["height"][on].any())
        self.blessed = self.traits[[Trait.PRAYER, Trait.DARK_BLESSING]].any() or t["blessed"].any()
        self.heavy = world or (t["keyword"][carried, Keyword.HEAVY] * t["ranged_weapon"][carried]).any()
        self.blast, self.aims = world or t["blast"][carried].any(), world or (t["automatic"][carried] > 1).any()
        self.morale, self.deployed = world or t["morale"], world or t["deployed"]
        self.infiltrates = world or (t["infiltration"] and self.traits[Trait.INFILTRATOR])
        self.verbs = self._verbs()

    def _verbs(self) -> np.ndarray:
        """The Actions that can be taken, END left out, bool (verbs,)."""
        modes = self.t["modes"]
        absent = {verb: not self.traits[trait] for verb, trait in _ABILITIES.items()}
        absent |= {
            Verb.MOVE_RISK: not (modes >> Mode.RISK & 1).any(), Verb.MOVE_DROP: not (modes >> Mode.DROP & 1).any(),
            Verb.CLAIM: self.relics == 0,
        }  # fmt: skip
        return np.array([verb != Verb.END and (self.world or not absent.get(verb, False)) for verb in Verb])

    def tasks(self) -> np.ndarray:
        """What Success Rolls can be for, bool (tasks,)."""
        t, traits, verbs = self.t, self.traits, self.verbs
        falls = bool((t["rise"] != 0).any())
        only_if = {
            Task.CLIMB: falls, Task.JUMP: t["jump"].any(), Task.DANGER: t["wire"].any(), Task.LEDGE: (t["ledge"] >= 0).any(),
            Task.DIVE: (t["rise"] <= -_FALL).any(), Task.AIM: verbs[Verb.AIM], Task.PRAYER: verbs[Verb.PRAY],
            Task.TREAT: verbs[Verb.TREAT], Task.FORTIFY: verbs[Verb.FORTIFY], Task.MINE: verbs[Verb.SET_MINE],
            Task.DEFUSE: traits[Trait.MINES], Task.PUPPET: verbs[Verb.PUPPET], Task.HIDE: verbs[Verb.HIDE], Task.CLAIM: verbs[Verb.CLAIM],
        }  # fmt: skip
        return np.array([task != Task.NONE and bool(self.world or only_if.get(task, True)) for task in Task])

    def decisions(self) -> np.ndarray:
        """What can be asked, bool (decisions,)."""
        t, traits, keywords, blessed = self.t, self.traits, self.keywords, self.blessed
        heal = traits[Trait.TREAT]
        gaps = (t["jump"] > 1) & (t["jump"] <= t["move"].max() // 2)
        only_if = {
            Decision.ZONE: t["choose_zone"], Decision.ARRIVE_UNIT: t["deployed"], Decision.ARRIVE_CELL: t["deployed"],
            Decision.FIRST: t["initiative_choice"], Decision.JOINT: self.joint, Decision.MEMBER: self.joint,
            Decision.MODE: t["modes"].any(), Decision.DIVE: (t["rise"] <= -_FALL).any(), Decision.SKIRMISH: traits[Trait.SKIRMISHER],
            Decision.HARROW: keywords[Keyword.HARROWING], Decision.SECOND_WEAPON: t["pair"].any(),
            Decision.SCATTER: keywords[Keyword.SCATTER], Decision.BLESSING: blessed, Decision.GRACE: blessed,
            Decision.FALL_SIDE: gaps.any(), Decision.HOLD_FIRE: traits[Trait.HOLD_FIRE], Decision.PRAYER: traits[Trait.PRAYER],
            Decision.TREAT: heal, Decision.TREATMENT: heal, Decision.PUPPET: traits[Trait.PUPPET],
            Decision.PUPPET_DIRECTION: traits[Trait.PUPPET], Decision.PUPPET_CELL: traits[Trait.PUPPET],
            Decision.MINE: traits[Trait.MINES], Decision.DEFUSE: traits[Trait.MINES], Decision.RELIC: self.relics > 1,
            Decision.DARK_BLESSING: traits[Trait.DARK_BLESSING], Decision.MORALE: t["morale"],
        }  # fmt: skip
        return np.array([decision != Decision.NONE and bool(self.world or only_if.get(decision, True)) for decision in Decision])


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    t, facts = tables[0], Facts(tables[0], world)
    handles = int((t["handle"] >= 0).sum())
    t["see_map"] = world
    t["see_units"] = WORLD_UNITS if world else (t["used"] > 0).reshape(SIDES, FORCE).sum(axis=1).max()
    t["see_objectives"], t["see_relics"] = (WORLD_OBJECTIVES, RELICS) if world else (t["objectives"], t["relics"])
    t["see_acts"] = 1 + facts.joint
    t["see_pieces"] = WORLD_PIECES if world else handles * facts.traits[Trait.MINES]
    t["n_handles"] = min(handles, int(t["see_pieces"]))
    for objective in range(int(t["objectives"])):
        t["near_pieces"] |= (t["near_piece"][objective] > 0).astype(np.uint8) << objective
        t["on_pieces"] |= (t["near_piece"][objective] == 2).astype(np.uint8) << objective
    _turn(t)
    SHEET.lay_out(tables, facts)
    columns = [SHEET.more(name, UNIT) for name in ("trench", "wire", "difficult")]
    t["ground_column"][[Terrain.TRENCH, Terrain.WIRE, Terrain.CRATER]] = t["more"][columns]
    t["see_ground"] = t["ground_column"].any()
    layout = SHEET.features(tables)
    t["n_still"] = layout.sections["ground"].start if world else layout.size
    t["n_ground"] = layout.size - t["n_still"]
    _lay_out(t)


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
    """Write what each seat sees from the first decision to the last.

    It is what profiles and kit say of a model, when relics are removed; in worlds the board.
    """
    assert t["n_still"] <= SEEN and (t["handle"] >= 0).sum() <= PIECES
    figures = np.stack([*figures_of(t).values()], axis=1) if figures_of(t) else np.zeros((SLOTS, 0))
    start, width = int(t["at"][SHEET.number(UNIT)]), int(t["row_width"][SHEET.number(UNIT)])
    units, first = int(t["see_units"]), width - figures.shape[1]
    t["still"] = 0
    for seat in range(SIDES):
        rows = t["still"][seat, start : start + SIDES * units * width].reshape(SIDES, units, width)
        for side in range(SIDES):
            rows[side, :, first:] = figures[FORCE * abs(seat - side) :][:units]
    _tell(t, RELIC, "last", t["relic_last"][: int(t["relics"])] / TURNS)
    if t["see_map"]:
        _lay_out_world(t)


def _tell(t: np.void, rows: Rows, column: str, values: Any) -> None:
    """Write what both seats see in a column, a value for each row."""
    first, width = int(t["at"][SHEET.number(rows)]) + rows.column(column), int(t["row_width"][SHEET.number(rows)])
    for row, told in enumerate(np.atleast_1d(values)):
        t["still"][:, first + width * row] = told


def _lay_out_world(t: np.void) -> None:
    """What no move changes and no two worlds share: what scores, and the planes of the board from either zone."""
    _tell(t, GOAL, "objectives", t["objectives"] / WORLD_OBJECTIVES)
    for name in POINTS_OF:
        _tell(t, GOAL, name, t[name] / _MOST_POINTS)
    _tell(t, GOAL, "checks", t["morale"])
    _tell(t, GOAL, "infiltration", t["infiltration"])
    for deed in Deed:
        _tell(t, GOAL, deed.name.lower(), t["deeds"][deed] > 0)
    planes = {GroundChannel[terrain.name]: t["terrain"] == terrain for terrain in Terrain if terrain not in (Terrain.OPEN, Terrain.FLOOR)}
    planes[GroundChannel.OBJECTIVE] = t["on_pieces"] > 0
    on, place = t["on_board"] > 0, board_view(t).place
    for zone in range(SIDES):
        for channel, cells in planes.items():
            t["ground"][zone, channel * on.sum() + place[zone][on]] = cells[on]
