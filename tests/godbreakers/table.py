"""A table for rulings: put models on a board, dictate dice, say what is done, look at what is true.

Text actions number slots from 1 as the dossier does; the models' names are A1-A5, B1-B5, ... and w1, w2, ... for slots 21 on.
"""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.data.schema import names
from skirmish_rl.envs.godbreakers.phases import Game
from skirmish_rl.envs.godbreakers.rules.activating import Activation
from skirmish_rl.envs.godbreakers.rules.frames import Frame
from skirmish_rl.envs.godbreakers.rules.measuring import range_of, reach_of, vaults_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, put_marker, put_model
from skirmish_rl.envs.godbreakers.rules.setting_up import place_extra
from skirmish_rl.envs.godbreakers.rules.terrain import rebuild_ground
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_SEATS,
    SIDE,
    STATIC_PIECES,
    Decision,
    Flaw,
    Kind,
    MarkerKind,
    Phase,
    Shape,
    Status,
    Token,
    Trait,
    marker_controller,
)  # fmt: skip
from tests.table import GameTable

_FOLDER = Path(tempfile.mkdtemp(prefix="godbreakers-"))


@functools.cache
def _scenario_file(board: str, rule: str) -> str:
    path = _FOLDER / f"{board}-{rule}.toml"
    path.write_text(f'title = "Table"\nrule = "{rule}"\nmap = "{board}"\nseats = [2, 4]\nrounds = 5\n')
    return str(path)


def _cell(xy: tuple[int, int]) -> int:
    return xy[1] * SIDE + xy[0]


def _xy(cell: int) -> tuple[int, int] | None:
    return None if cell < 0 else (int(cell) % SIDE, int(cell) // SIDE)


def slot_of(name: str) -> int:
    """Slot (from 0) of a model's name."""
    if name[0] == "w":
        return GODBREAKERS + int(name[1:]) - 1
    return CIRCLE_SIZE * "ABCD".index(name[0]) + int(name[1:]) - 1


class Table(GameTable):
    """An empty board in round 1's Activation Phase, priority in seat order (the last seat directs wild models)."""

    def __init__(self, seats: int = 2, map: str = "open", rule: str = "plain", **options: Any):
        circles = options.pop("circles", ["bulwark", "skirmishers", "ritualists", "council"][:seats])
        self._start(RULESET.scenario(_scenario_file(map, rule), seats, circles=circles, **options), 0)
        s = self.state
        for unit in s["units"]:
            unit["status"], unit["cell"], unit["seat"], unit["circle"] = Status.ABSENT, -1, -1, MAX_SEATS
        for marker in s["markers"]:
            if marker["cell"] >= 0:
                s["board"][marker["cell"]] = -1
            marker["cell"], marker["kind"], marker["seat"] = -1, 0, -1
        s["shard_trait"] = -1
        s["round"], s["phase"], s["turn"] = 1, Phase.ACTIVATION, 0
        s["decision"], s["decider"] = Decision.NONE, -1
        s["initiative"], s["initiative_roll"] = 0, 1
        self.order(*range(seats))
        self._frame(Game.PLAYERS)

    @classmethod
    def new_game(cls, scenario: str = "saboteurs", seats: int = 2, seed: int = 0, **options: Any) -> Table:
        """A real game from its first decision."""
        self = cls.__new__(cls)
        self._start(RULESET.scenario(scenario, seats, **options), seed)
        return self

    def _frame(self, step: int) -> None:
        s = self.state
        s["depth"] = 1
        frame = s["frames"][0]
        frame["kind"], frame["step"], frame["a"], frame["b"], frame["c"] = Frame.GAME, step, 0, 0, 0

    # ---- putting things on the table

    def add(
        self, name: str, at: tuple[int, int], die: int = 8, damage: int = 0, traits: dict[str, int] | None = None,
        flaws: list[str] | tuple[str, ...] = (), treasure: int = 0, trophy: int = 0, activated: bool = False,
    ) -> str:  # fmt: skip
        """Put a godbreaker on the board."""
        slot = slot_of(name)
        unit = self.state["units"][slot]
        seat = slot // CIRCLE_SIZE
        unit["kind"], unit["seat"], unit["circle"], unit["cell"] = Kind.GODBREAKER, seat, seat, -1
        unit["result"] = unit["provoked"] = unit["summoner"] = -1
        self._dress(unit, die, damage, traits, flaws, treasure, trophy, activated)
        self._free(at)
        put_model(self._s, self._t, slot, _cell(at))
        return name

    def _dress(self, unit, die, damage, traits, flaws, treasure, trophy, activated) -> None:
        unit["die"], unit["damage"], unit["activated"] = die, damage, activated
        unit["traits"], unit["flaws"] = 0, 0
        for trait, rank in (traits or {}).items():
            unit["traits"][Trait[trait.upper()]] = rank
        for flaw in flaws:
            unit["flaws"][Flaw[flaw.upper()]] = 1
        unit["tokens"][Token.TREASURE], unit["tokens"][Token.TROPHY] = treasure, trophy

    def _free(self, at: tuple[int, int]) -> None:
        taken = self.state["board"][_cell(at)]
        assert taken == -1, f"{at} is taken ({taken})"

    def wild(
        self, kind: str, at: tuple[int, int], die: int | None = None, damage: int = 0, traits: dict[str, int] | None = None,
        seat: int = -1, flaws: list[str] | tuple[str, ...] = (), treasure: int = 0, trophy: int = 0, activated: bool = False,
    ) -> str:  # fmt: skip
        """Put an unaligned model on the board, wild or tame; its traits are its profile's fixed ones unless given."""
        self._free(at)
        kept = {name: self.state[name].copy() for name in ("tape", "tape_next", "tape_end", "drawn", "logged", "log")}
        slot = create_model(self._s, self._t, int(Kind[kind.upper()]), _cell(at), seat)
        for name, value in kept.items():
            self.state[name] = value
        unit = self.state["units"][slot]
        fixed = self.scenario.tables[0]["kind_traits"][Kind[kind.upper()]]
        own = {trait: int(fixed[i]) for i, trait in enumerate(names(Trait)) if fixed[i]} if traits is None else traits
        self._dress(unit, int(unit["die"]) if die is None else die, damage, own, flaws, treasure, trophy, activated)
        return f"w{slot - GODBREAKERS + 1}"

    def objective(self, at: tuple[int, int]) -> None:
        """The central objective."""
        self._free(at)
        put_marker(self._s, 0, int(MarkerKind.OBJECTIVE), -1, _cell(at))

    def shard(self, seat: int, at: tuple[int, int], trait: str | None = None) -> None:
        """A circle's shard marker, with its trait."""
        self._free(at)
        put_marker(self._s, 1 + seat, int(MarkerKind.SHARD), seat, _cell(at))
        self.state["shard_trait"][seat] = -1 if trait is None else Trait[trait.upper()]

    def hoard(self, seat: int, at: tuple[int, int]) -> None:
        self._free(at)
        place_extra(self._s, seat, int(MarkerKind.HOARD), _cell(at))

    def extra_objective(self, seat: int, at: tuple[int, int]) -> None:
        self._free(at)
        place_extra(self._s, seat, int(MarkerKind.OBJECTIVE), _cell(at))

    def pile(self, token: str, at: tuple[int, int], n: int) -> None:
        """Unclaimed tokens on a cell."""
        self.state["piles"][Token[token.upper()], _cell(at)] = n

    def _piece(self, x0: int, x1: int, y0: int, y1: int, barricade: bool, impassable: bool) -> None:
        # A map piece's cells live in the tables, which all games of a scenario share: use a copy of the tables.
        s = self.state
        piece = next(i for i in range(STATIC_PIECES) if not s["pieces"][i]["present"])
        self._own_tables()
        t = self.scenario.tables[0]
        block = np.s_[y0 : y1 + 1, x0 : x1 + 1]
        if barricade:
            t["ground"].reshape(SIDE, SIDE)[block] |= (piece + 1) << 1
        else:
            t["area_piece"].reshape(SIDE, SIDE)[block] |= 1 << piece
        p = s["pieces"][piece]
        p["present"], p["cell"], p["barricade"], p["impassable"] = 1, -1, barricade, impassable
        p["shape"] = {(3, 3): Shape.PATCH}.get((x1 - x0 + 1, y1 - y0 + 1), Shape.DRAWN) if not barricade else Shape.DRAWN
        s["reshaped"] = 1
        rebuild_ground(self._s, self._t)

    def _own_tables(self) -> None:
        if not getattr(self, "_owned", False):
            from dataclasses import replace

            self.scenario = replace(self.scenario, tables=self.scenario.tables.copy())
            self.batch.scenario = self.scenario
            self._owned = True

    def area(self, x0: int, x1: int, y0: int, y1: int) -> None:
        """A piece of area terrain, inclusive rectangle."""
        self._piece(x0, x1, y0, y1, False, False)

    def barricade(self, x0: int, x1: int, y0: int, y1: int, impassable: bool = False) -> None:
        """A barricade, inclusive rectangle one cell thick."""
        self._piece(x0, x1, y0, y1, True, impassable)

    # ---- going to a moment of play

    def order(self, *seats: int) -> None:
        """Priority order; the last seat directs wild models."""
        self.state["surviving"] = len(seats)
        for place, seat in enumerate(seats):
            self.state["order"][place] = seat

    def _go(self, step: int) -> None:
        self._frame(step)
        self.state["decision"], self.state["decider"] = Decision.NONE, -1
        self.run()

    def activate(self, name: str) -> None:
        """Make a model the active one; it is asked for its first action."""
        s = self.state
        seat = int(s["units"][slot_of(name)]["seat"])
        self._frame(Game.PLAYERS if seat >= 0 else Game.WILDS)
        if seat >= 0:
            s["turn"] = (s["order"].tolist().index(seat) + 1) % int(s["surviving"])
        s["depth"] = 2
        frame = s["frames"][1]
        frame["kind"], frame["step"], frame["a"], frame["b"], frame["c"] = Frame.ACTIVATION, Activation.START, slot_of(name), 0, 0
        s["decision"], s["decider"] = Decision.NONE, -1
        self.run()

    def players(self) -> None:
        """Ask the first player which model to activate."""
        self._go(Game.PLAYERS)

    def wild_phase(self) -> None:
        """All player models are done; the director activates the wild ones."""
        for unit in self.state["units"]:
            if unit["seat"] >= 0:
                unit["activated"] = 1
        self._go(Game.WILDS)

    def recovery(self) -> None:
        self._go(Game.RECOVERY)

    def resolution(self) -> None:
        self._go(Game.RESOLUTION)

    def initiative(self) -> None:
        """A new round's Initiative Phase (the round number rises by one)."""
        self._go(Game.ROUND)

    # ---- playing

    def random_to_end(self, seed: int = 0) -> None:
        self.random_until("(the end)", seed)
        assert self.over

    # ---- looking

    @property
    def points(self) -> list[int]:
        return [int(p) for p in self.state["points"][: self.scenario.seats]]

    @property
    def round(self) -> int:
        return int(self.state["round"])

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name

    def unit(self, name: str) -> SimpleNamespace:
        """A model as it is now."""
        u = self.state["units"][slot_of(name)]
        return SimpleNamespace(
            cell=_xy(u["cell"]), die=int(u["die"]), damage=int(u["damage"]), status=Status(int(u["status"])).name,
            activated=bool(u["activated"]), seat=int(u["seat"]), kind=Kind(int(u["kind"])).name.lower(), ready=bool(u["ready"]),
            tokens={t: int(u["tokens"][Token[t.upper()]]) for t in names(Token)},
            traits={t: int(u["traits"][Trait[t.upper()]]) for t in names(Trait) if u["traits"][Trait[t.upper()]]},
            flaws=[f for f in names(Flaw) if u["flaws"][Flaw[f.upper()]]],
        )  # fmt: skip

    def models(self, kind: str) -> list[str]:
        """Names of the unaligned models of a kind on the board, in slot order."""
        units = self.state["units"]
        return [
            f"w{slot - GODBREAKERS + 1}" for slot in range(GODBREAKERS, len(units))
            if units[slot]["status"] == Status.ON_BOARD and units[slot]["kind"] == Kind[kind.upper()]
        ]  # fmt: skip

    def marker(self, kind: str, seat: int | None = None) -> tuple[int, int] | None:
        """Where a marker stands, None if it is off the board; without a seat an objective is the central one."""
        for m in self.state["markers"]:
            if m["cell"] >= 0 and m["kind"] == MarkerKind[kind.upper()] and int(m["seat"]) == (-1 if seat is None else seat):
                return _xy(m["cell"])
        return None

    def controls(self, at: tuple[int, int]) -> int:
        """The seat that controls the marker on a cell, -1 for nobody."""
        index = next(i for i, m in enumerate(self.state["markers"]) if m["cell"] == _cell(at))
        return int(marker_controller(self._s, index))

    def pile_at(self, at: tuple[int, int]) -> dict[str, int]:
        return {t: int(self.state["piles"][Token[t.upper()], _cell(at)]) for t in names(Token)}

    def range(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        return int(range_of(self._s, self._t, _cell(a), _cell(b)))

    def reach(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        return int(reach_of(self._s, self._t, _cell(a), _cell(b)))

    def vaults(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        return int(vaults_of(self._s, self._t, _cell(a), _cell(b)))


__all__ = ["Table", "slot_of"]
