"""A table for rulings: put models on a board, dictate dice, say what is done, look at what is true.

Models are named by seat and place in their warband, A1-A12 and B1-B12. An example:

    t = table(low_walls=[(5, 5, 8, 8)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 9), melee=1, blood=2)
    t.activate("A1")
    t.dice(6, 5, 3, 2, 2)
    t.play("shoot")           # weapon and target are the only ones, so nobody is asked
    assert t.unit("B1").blood == 3
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.phases import Game
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_ducking, is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.units import place_unit
from skirmish_rl.envs.trench_crusade.state import FORCE, PIECES, RELICS, SLOTS, WIDTH, Deed, Frame, Phase, Reason, Status, Terrain
from tests.table import GameTable, toml_file, toml_lines

Cell = tuple[int, int]
_STATS = ("move", "ranged", "melee", "armour", "regenerate", "points")  # of tables, by slot
_FACTS = ("down", "activated", "blood", "blessing", "tough_used", "covered", "hidden", "spent", "melee_kills", "kills")
_CHARGES = {"none": 0, "d6": 1, "best": 2, "d3": 3}
_MOVERS = {"plain": 0, "sure_footed": 1, "levitating": 2}


def cell_of(at: Cell) -> int:
    return at[1] * WIDTH + at[0]


def place_of(cell: int) -> Cell | None:
    return None if cell < 0 else (int(cell) % WIDTH, int(cell) // WIDTH)


class Table(GameTable):
    """An open board in Turn 1's Activation Phase; seat 0 holds the Initiative, is in the south, and nobody has been activated.

    Args:
        size: of the board, (wide, high).
        walls, low_walls, craters, wire, trenches, landmarks, objectives: boxes (x from, x to, y from, y to); y runs north.
        ruins: lower-left corners by template, {"ruin6": [(3, 3)]}. wire_keywords: of dangerous terrain.
        rest: keys of the scenario file (turns, deeds, relics, relics_last, morale, piece_points, deployed, ...);
            `warbands` and the like go into `options`.
        set_up: the real game of this scenario at its first decision instead, with the presets or own warbands of `options`.
    """

    def __init__(
        self, size: Cell = (36, 36), walls: Any = (), low_walls: Any = (), craters: Any = (), wire: Any = (), trenches: Any = (),
        landmarks: Any = (), objectives: Any = (), ruins: dict | None = None, wire_keywords: Any = (), zones: Any = None,
        options: dict | None = None, set_up: bool = False, **rest: Any,
    ):  # fmt: skip
        wide, high = size
        board: dict[str, Any] = {
            "size": size, "zones": zones or [(0, wide - 1, 0, 3), (0, wide - 1, high - 4, high - 1)], "walls": walls,
            "low_walls": low_walls, "craters": craters, "wire": wire, "trenches": trenches, "landmarks": landmarks,
            "objectives": objectives, "wire_keywords": wire_keywords, "ruins": ruins or {},
        }  # fmt: skip
        keys = {"title": "Table", "turns": 4, "warbands": ["a_300", "b_300"], **rest, "board": board}
        scenario = RULESET.scenario(toml_file(toml_lines(keys)), **(options or {}))
        self._start(replace(scenario, tables=scenario.tables.copy()), 0)  # a test may change its numbers
        if set_up:
            return
        for key, blank in (("used", 0), ("traits", 0), ("arm", -1), ("partner", -1), ("pair", 0)):
            self.tables[key] = blank
        s = self.state
        for unit in s["units"]:
            unit["status"], unit["cell"] = Status.ABSENT, -1
            for fact in _FACTS:
                unit[fact] = 0
        s["strength"], s["round"], s["zone"], s["initiative"], s["go"] = 0, 1, [0, 1], 0, 0
        self._go(Game.NEXT, Phase.ACTIVATION)

    @classmethod
    def new_game(cls, scenario: str = "contested", seed: int = 0, **options: Any) -> Table:
        """A real game from its first decision."""
        self = cls.__new__(cls)
        self._start(RULESET.scenario(scenario, **options), seed)
        return self

    @property
    def tables(self) -> np.void:
        return self.scenario.tables[0]

    def _go(self, step: Game, phase: Phase) -> None:
        s = self.state
        s["depth"], s["phase"] = 1, phase
        s["frames"] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step
        s["decision"], s["decider"] = 0, -1

    # ---- putting things on the table

    def add(
        self,
        name: str,
        at: Cell | None,
        weapons: Any = (),
        traits: Any = (),
        charge: str = "d6",
        mover: str = "plain",
        **facts: Any,
    ) -> str:
        """Put a model on the board: M 6, Ranged 0, Melee 0, no armour, unless said otherwise.

        Args:
            at: its cell; None: it waits in reserve.
            weapons: up to four names of `Weapon`, in lower case; two one-handed melee weapons (or pistols) are a pair.
            traits: names of `Trait`. charge: none, d6, best or d3. mover: plain, sure_footed or levitating.
            facts: move, ranged, melee, armour, regenerate, points; and down, activated, blood, blessing, hidden, ...
        """
        slot = self.slot_of(name)
        t = self.tables
        unit = self.state["units"][slot]
        t["used"][slot], t["move"][slot], t["ranged"][slot], t["melee"][slot], t["armour"][slot] = 1, 6, 0, 0, 0
        t["regenerate"][slot], t["points"][slot] = 0, 50
        t["charge"][slot], t["mover"][slot] = _CHARGES[charge], _MOVERS[mover]
        for trait in traits:
            t["traits"][slot][Trait[trait.upper()]] = 1
        arms = [Weapon[weapon.upper()] for weapon in weapons]
        t["arm"][slot][: len(arms)] = arms
        t["can_shoot"][slot] = any(t["ranged_weapon"][w] for w in arms)
        t["can_fight"][slot] = any(t["melee_weapon"][w] for w in arms)
        one_handed = {
            Weapon.TRENCH_KNIFE,
            Weapon.TRENCH_CLUB,
            Weapon.SWORD,
            Weapon.PISTOL,
            Weapon.SACRIFICIAL_BLADE,
            Weapon.MISERICORD,
        }
        for i, one in enumerate(arms):
            for j, other in enumerate(arms):
                t["pair"][slot][i][j] = i != j and one in one_handed and other in one_handed
                if (one, other) == (Weapon.BEAST_JAWS, Weapon.BEAST_CLAWS):
                    t["pair"][slot][i][j] = 1
        if at is None:
            unit["status"], unit["cell"] = Status.RESERVE, -1
        else:
            place_unit(self._s, slot, cell_of(at))
        self.state["strength"][slot // FORCE] += 1
        self.change(name, **facts)
        return name

    def change(self, name: str, **facts: Any) -> None:
        """Make something else true of a model: its numbers, or its facts in the game."""
        slot = self.slot_of(name)
        for fact, value in facts.items():
            if fact in _STATS:
                self.tables[fact][slot] = value
            elif fact == "claims":
                self.state["units"][slot]["claims"] = sum(1 << relic for relic in value)
            else:
                assert fact in _FACTS, fact
                self.state["units"][slot][fact] = value

    def team(self, one: str, other: str) -> None:
        """Two models are a fireteam."""
        a, b = self.slot_of(one), self.slot_of(other)
        self.tables["partner"][a], self.tables["partner"][b] = b, a

    def arm(self, weapon: str, *keywords: str, **numbers: int) -> None:
        """Give a weapon keywords (lower case; `-keyword` takes one away) and numbers: weapon_dice, injury_dice, injury_modifier, range,
        automatic, cleave, blast."""
        n = Weapon[weapon.upper()]
        for keyword in keywords:
            self.tables["keyword"][n][Keyword[keyword.lstrip("-").upper()]] = not keyword.startswith("-")
        for key, value in numbers.items():
            self.tables[key][n] = value

    def lose(self, name: str) -> None:
        """A model of the board went out of action earlier in the game."""
        unit = self.state["units"][self.slot_of(name)]
        unit["status"], unit["cell"], unit["blood"], unit["down"] = Status.OUT, -1, 0, 0

    def mine(self, seat: int, piece: int) -> None:
        """A seat has mined a piece of terrain: their numbers are those of the boxes in file order, ruins first."""
        self.state["mines"][seat] |= np.uint32(1 << piece)

    # ---- going on

    def go(self, seat: int = 0) -> None:
        """It is a seat's go to activate a model."""
        self._go(Game.NEXT, Phase.ACTIVATION)
        self.state["go"] = seat
        self.run()

    def activate(self, name: str, *answers: str) -> None:
        """A model is activated (as its seat's go), and further questions are answered."""
        seat = self.slot_of(name) // FORCE
        if self.decision != "ACTIVATE" or self.decider != seat:
            self.go(seat)
        if self.decision == "ACTIVATE":
            self.play(f"activate {name}")
        self.play(*answers)

    def turn(self, number: int = 1) -> None:
        """A Turn begins, with its Initiative."""
        self._go(Game.TURN, Phase.MORALE)
        self.state["round"] = number - 1
        self.run()

    def morale(self) -> None:
        """All models have been activated: the Morale Phase begins."""
        self._go(Game.MORALE, Phase.MORALE)
        self.run()

    def score(self) -> None:
        """The end-of-turn scoring, and what follows."""
        self._go(Game.SCORE, Phase.MORALE)
        self.run()

    # ---- looking

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name

    @property
    def reason(self) -> str:
        return Reason(int(self.state["reason"])).name.lower()

    @property
    def points(self) -> tuple[int, int]:
        return int(self.state["points"][0]), int(self.state["points"][1])

    @property
    def active(self) -> str | None:
        """The acting model."""
        slot = int(self.state["active"])
        return None if slot < 0 else self.name_of(slot)

    @property
    def subject(self) -> str | None:
        """The model that is asked about."""
        slot = int(self.state["subject"])
        return None if slot < 0 else self.name_of(slot)

    def unit(self, name: str) -> SimpleNamespace:
        """A model as it is now; `at` is None when it is not on the board."""
        u = self.state["units"][self.slot_of(name)]
        return SimpleNamespace(
            at=place_of(u["cell"]), status=Status(int(u["status"])).name, down=bool(u["down"]), activated=bool(u["activated"]),
            blood=int(u["blood"]), blessing=int(u["blessing"]), tough_used=bool(u["tough_used"]), covered=bool(u["covered"]),
            hidden=bool(u["hidden"]), spent=bool(u["spent"]), melee_kills=int(u["melee_kills"]), kills=int(u["kills"]),
            claims={k for k in range(RELICS) if int(u["claims"]) >> k & 1},
        )  # fmt: skip

    def act(self, name: str) -> SimpleNamespace | None:
        """An active model in its activation: stood, shots, aim, dive ...; None if it is not active."""
        for act in self.state["acts"]:
            if act["slot"] == self.slot_of(name):
                return SimpleNamespace(**{key: int(act[key]) for key in act.dtype.names if key != "_pad"})
        return None

    def deeds(self) -> dict[str, int]:
        """Deeds that are done, with the seat."""
        return {deed.name.lower(): int(self.state["deeds"][deed]) for deed in Deed if self.state["deeds"][deed] >= 0}

    def mined(self, seat: int) -> set[int]:
        """Pieces that a seat has mined."""
        return {piece for piece in range(PIECES) if int(self.state["mines"][seat]) >> piece & 1}

    def terrain(self, at: Cell) -> str:
        return Terrain(int(self.tables["terrain"][cell_of(at)])).name.lower()

    def sees(self, a: Cell, b: Cell) -> bool:
        return bool(is_in_sight(self._t, cell_of(a), cell_of(b)))

    def covered(self, a: Cell, b: Cell) -> bool:
        """True if terrain covers a model in b from one in a."""
        return bool(has_cover(self._t, cell_of(a), cell_of(b)))

    def ducks(self, a: Cell, b: Cell) -> bool:
        return bool(is_ducking(self._t, cell_of(a), cell_of(b)))

    def within(self, a: Cell, b: Cell, inches: float) -> bool:
        """True if bases in two cells are at most so many inches apart (in halves)."""
        return bool(is_within(self._t, cell_of(a), cell_of(b), round(2 * inches)))

    def verbs(self) -> set[str]:
        """Actions that the acting model may take."""
        assert self.decision == "ACTION", self.decision
        return self.legal()

    def cells(self) -> set[Cell]:
        """Cells that may be chosen now."""
        block = self.scenario.ruleset.layout.blocks["cell"]
        first = self.scenario.ruleset.layout.offset["cell"]
        return {place_of(c) for c in np.flatnonzero(self.batch.masks[0][first : first + block.size])}  # type: ignore[misc]

    def names(self) -> set[str]:
        """Models that may be chosen now."""
        first = self.scenario.ruleset.layout.offset["unit"]
        return {self.name_of(int(slot)) for slot in np.flatnonzero(self.batch.masks[0][first : first + SLOTS])}
