"""A table for rulings: put models on a board, dictate dice, say what is done, look at what is true.

The godbreakers of seat 0 are A1-A5, those of seat 1 B1-B5, ...; unaligned models, wild or tame, are W1, W2, ... in the order of their slots.
"""

from __future__ import annotations

import functools
import itertools
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from skirmish_rl.envs.core.scenarios import names
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.rules.facts import marker_controller
from skirmish_rl.envs.godbreakers.rules.measuring import range_of, reach_of, vaults_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, leave_board, put_marker, put_model
from skirmish_rl.envs.godbreakers.rules.setting_up import place_extra
from skirmish_rl.envs.godbreakers.rules.steps import Activation, Game
from skirmish_rl.envs.godbreakers.rules.terrain import rebuild_ground
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_SEATS,
    SIDE,
    STATIC_PIECES,
    Flaw,
    Frame,
    Kind,
    MarkerKind,
    Phase,
    Shape,
    Stage,
    Status,
    Token,
    Trait,
)
from tests.table import GameTable, drawn

Cell = tuple[int, int]
SEATS = "ABCD"

_FOLDER = Path(tempfile.mkdtemp(prefix="godbreakers-"))


@functools.cache
def _scenario_file(board: str, rule: str) -> str:
    path = _FOLDER / f"{board}-{rule}.toml"
    path.write_text(f'title = "Table"\nrule = "{rule}"\nmap = "{board}"\nseats = [2, 4]\nrounds = 5\n')
    return str(path)


def _cell(xy: Cell) -> int:
    return xy[1] * SIDE + xy[0]


def _xy(cell: int) -> Cell | None:
    return None if cell < 0 else (int(cell) % SIDE, int(cell) // SIDE)


def _block(x0: int, x1: int, y0: int, y1: int) -> set[Cell]:
    return set(itertools.product(range(x0, x1 + 1), range(y0, y1 + 1)))


def touching(cells: set[Cell]) -> set[Cell]:
    """One of these cells and all that hang together with it, corners included."""
    piece, edge = set(), {min(cells)}
    while edge:
        piece |= edge
        edge = {(x, y) for x, y in cells - piece if any(max(abs(x - i), abs(y - j)) == 1 for i, j in edge)}
    return piece


class Table(GameTable):
    """An empty board in round 1's Activation Phase, priority in seat order (the last seat directs wild models).

    Args:
        map: a key of maps.toml. rule: a scenario's special rules.
        last_round: the last round instead: after its Resolution Phase the game is over and nothing more is rolled.
        options: of the scenario.
    """

    def __init__(self, seats: int = 2, map: str = "open", rule: str = "plain", last_round: bool = False, **options: Any):
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
        s["round"] = int(self.scenario.tables["rounds"][0]) if last_round else 1
        s["phase"], s["turn"] = Phase.ACTIVATION, 0
        s["decision"], s["decider"] = 0, -1
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
        s["frames"][0] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step

    # ---- putting things on the table

    def add(
        self, name: str, at: Cell, die: int = 8, damage: int = 0, traits: dict[str, int] | None = None,
        flaws: list[str] | tuple[str, ...] = (), treasure: int = 0, trophy: int = 0, activated: bool = False, ready: bool = False,
    ) -> str:  # fmt: skip
        """Put a godbreaker on the board; one that is ready has been activated."""
        slot = self.slot_of(name)
        unit = self.state["units"][slot]
        seat = slot // CIRCLE_SIZE
        unit["kind"], unit["seat"], unit["circle"], unit["cell"] = Kind.GODBREAKER, seat, seat, -1
        unit["result"] = unit["provoked"] = unit["summoner"] = -1
        self._dress(unit, die, damage, traits, flaws, treasure, trophy, activated or ready)
        self._free(at)
        put_model(self._s, self._t, slot, _cell(at))
        self.state["units"]["provoked"] = -1  # what a test lays out was not placed by a rule
        unit["ready"] = ready
        return name

    def _dress(self, unit, die, damage, traits, flaws, treasure, trophy, activated) -> None:
        unit["die"], unit["damage"], unit["activated"] = die, damage, activated
        unit["traits"], unit["flaws"] = 0, 0
        for trait, rank in (traits or {}).items():
            unit["traits"][Trait[trait.upper()]] = rank
        for flaw in flaws:
            unit["flaws"][Flaw[flaw.upper()]] = 1
        unit["tokens"][Token.TREASURE], unit["tokens"][Token.TROPHY] = treasure, trophy

    def _free(self, at: Cell) -> None:
        taken = self.state["board"][_cell(at)]
        assert taken == -1, f"{at} is taken ({taken})"

    def wild(
        self, kind: str, at: Cell, die: int | None = None, damage: int = 0, traits: dict[str, int] | None = None,
        seat: int = -1, flaws: list[str] | tuple[str, ...] = (), treasure: int = 0, trophy: int = 0, activated: bool = False,
        name: str | None = None,
    ) -> str:  # fmt: skip
        """Put an unaligned model on the board, wild or tame; its traits are its profile's fixed ones unless given.

        Returns:
            Its name: the one given, or W1, W2, ... by its slot.
        """
        self._free(at)
        kept = {field: self.state[field].copy() for field in ("tape", "tape_next", "tape_end", "drawn")}
        slot = create_model(self._s, self._t, int(Kind[kind.upper()]), _cell(at), seat)
        for field, value in kept.items():
            self.state[field] = value
        self.state["units"]["provoked"] = -1
        unit = self.state["units"][slot]
        fixed = self.scenario.tables[0]["kind_traits"][Kind[kind.upper()]]
        own = {trait: int(fixed[i]) for i, trait in enumerate(names(Trait)) if fixed[i]} if traits is None else traits
        self._dress(unit, int(unit["die"]) if die is None else die, damage, own, flaws, treasure, trophy, activated)
        return self.name_of(slot) if name is None else self.call(name, slot)

    def objective(self, at: Cell) -> None:
        """The central objective."""
        self._free(at)
        put_marker(self._s, 0, int(MarkerKind.OBJECTIVE), -1, _cell(at))

    def shard(self, seat: int, at: Cell, trait: str | None = None) -> None:
        """A circle's shard marker, with its trait."""
        self._free(at)
        put_marker(self._s, 1 + seat, int(MarkerKind.SHARD), seat, _cell(at))
        self.state["shard_trait"][seat] = -1 if trait is None else Trait[trait.upper()]

    def hoard(self, seat: int, at: Cell) -> None:
        self._free(at)
        place_extra(self._s, seat, int(MarkerKind.HOARD), _cell(at))

    def extra_objective(self, seat: int, at: Cell) -> None:
        self._free(at)
        place_extra(self._s, seat, int(MarkerKind.OBJECTIVE), _cell(at))

    def pile(self, token: str, at: Cell, n: int) -> None:
        """Unclaimed tokens on a cell."""
        self.state["piles"][Token[token.upper()], _cell(at)] = n

    def _piece(self, cells: set[Cell], barricade: bool, impassable: bool = False) -> None:
        # A map piece's cells live in the tables, which all games of a scenario share: use a copy of the tables.
        s = self.state
        piece = next(i for i in range(STATIC_PIECES) if not s["pieces"][i]["present"])
        self._own_tables()
        t = self.scenario.tables[0]
        for at in cells:
            if barricade:
                t["ground"][_cell(at)] |= (piece + 1) << 1
            else:
                t["area_piece"][_cell(at)] |= 1 << piece
        p = s["pieces"][piece]
        p["present"], p["cell"], p["barricade"], p["impassable"] = 1, -1, barricade, impassable
        x, y = min(x for x, _ in cells), min(y for _, y in cells)
        p["shape"] = Shape.PATCH if not barricade and cells == _block(x, x + 2, y, y + 2) else Shape.DRAWN
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
        self._piece(_block(x0, x1, y0, y1), barricade=False)

    def barricade(self, x0: int, x1: int, y0: int, y1: int, impassable: bool = False) -> None:
        """A barricade, inclusive rectangle one cell thick."""
        self._piece(_block(x0, x1, y0, y1), True, impassable)

    def draw(self, picture: str, at: Cell = (8, 8), **facts: dict[str, Any]) -> None:
        """Lay out a board drawn as text: a line is a row, a word a cell, the first of them on the cell `at`.

        `.` is open ground, `:` area terrain, `#` a barricade (cells that touch are one piece), `O` the central objective, `SA` the
        shard of seat A; the other words are models: D8 godbreakers and wild brutes, unless `facts` says more: B1={"die": 6}.
        """
        places = {(at[0] + x, at[1] + y): word for (x, y), word in drawn(picture)}
        for sign in ":#":
            left = {cell for cell, word in places.items() if word == sign}
            while left:
                piece = touching(left)
                left -= piece
                self._piece(piece, barricade=sign == "#")
        for cell, word in sorted(places.items(), key=lambda place: (len(place[1]), place[1])):
            more = dict(facts.pop(word, {}))
            if word == "O":
                self.objective(cell)
            elif word[0] == "S" and word[1:] in SEATS:
                self.shard(SEATS.index(word[1:]), cell, **more)
            elif word[0] in SEATS:
                self.add(word, cell, **more)
            elif word not in ":#":
                named = self.wild(more.pop("kind", "brute"), cell, name=None if word[0] == "W" else word, **more)
                assert named == word, f"{word} is the unaligned model {named}"
        assert not facts, f"not drawn: {', '.join(facts)}"

    def hurt(self, name: str, damage: int) -> None:
        """A model on the board suffered this damage earlier in the round."""
        self.state["units"][self.slot_of(name)]["damage"] = damage

    def lose(self, name: str, ascended: bool = False) -> None:
        """A godbreaker on the board fell earlier in the game, or ascended."""
        leave_board(self._s, self.slot_of(name), int(Status.ASCENDED if ascended else Status.CASUALTY))

    # ---- going to a moment of play

    def order(self, *seats: int) -> None:
        """Priority order; the last seat directs wild models."""
        self.state["surviving"] = len(seats)
        for place, seat in enumerate(seats):
            self.state["order"][place] = seat

    def _go(self, step: int) -> None:
        self._frame(step)
        self.state["decision"], self.state["decider"] = 0, -1
        self.run()

    def activate(self, name: str) -> None:
        """Make a model the active one; it is asked for its first action."""
        s = self.state
        seat = int(s["units"][self.slot_of(name)]["seat"])
        self._frame(Game.PLAYERS if seat >= 0 else Game.WILDS)
        if seat >= 0:
            s["turn"] = (s["order"].tolist().index(seat) + 1) % int(s["surviving"])
        s["depth"] = 2
        s["frames"][1] = np.zeros((), s["frames"].dtype)
        s["frames"][1]["kind"], s["frames"][1]["step"], s["active"] = Frame.ACTIVATION, Activation.START, self.slot_of(name)
        s["decision"], s["decider"] = 0, -1
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

    def hunt_roll(self, seat: int, face: int) -> None:
        """A player, whose shard stands, rolls for what it sets up in a hunt."""
        self.dice(face)
        self._frame(Game.MARKERS)
        place = self.state["seniority"].tolist().index(seat)
        self.state["frames"][0]["marker_place"], self.state["frames"][0]["stage"] = place, Stage.EXTRA
        self.run()

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
    def priority(self) -> list[int]:
        """Surviving seats in priority order."""
        return [int(seat) for seat in self.state["order"][: int(self.state["surviving"])]]

    @property
    def active(self) -> str | None:
        """Name of the active model."""
        slot = int(self.state["active"])
        return None if slot < 0 else self.name_of(slot)

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name

    def unit(self, name: str) -> SimpleNamespace:
        """A model as it is now."""
        u = self.state["units"][self.slot_of(name)]
        return SimpleNamespace(
            cell=_xy(u["cell"]), die=int(u["die"]), damage=int(u["damage"]), status=Status(int(u["status"])).name,
            activated=bool(u["activated"]), seat=int(u["seat"]), kind=Kind(int(u["kind"])).name.lower(), ready=bool(u["ready"]),
            tokens={t: int(u["tokens"][Token[t.upper()]]) for t in names(Token)},
            traits={t: int(u["traits"][Trait[t.upper()]]) for t in names(Trait) if u["traits"][Trait[t.upper()]]},
            flaws=[f for f in names(Flaw) if u["flaws"][Flaw[f.upper()]]],
        )  # fmt: skip

    def unaligned(self) -> dict[str, str]:
        """The unaligned models on the board by name, with their kinds."""
        names = [self.name_of(slot) for slot in range(GODBREAKERS, len(self.state["units"]))]
        return {name: self.unit(name).kind for name in names if self.unit(name).status == "ON_BOARD"}

    def marker(self, kind: str, seat: int | None = None) -> Cell | None:
        """Where a marker stands, None if it is off the board; without a seat an objective is the central one."""
        for m in self.state["markers"]:
            if m["cell"] >= 0 and m["kind"] == MarkerKind[kind.upper()] and int(m["seat"]) == (-1 if seat is None else seat):
                return _xy(m["cell"])
        return None

    def controls(self, at: Cell) -> int:
        """The seat that controls the marker on a cell, -1 for nobody."""
        index = next(i for i, m in enumerate(self.state["markers"]) if m["cell"] == _cell(at))
        return int(marker_controller(self._s, index))

    def pile_at(self, at: Cell) -> dict[str, int]:
        return {t: int(self.state["piles"][Token[t.upper()], _cell(at)]) for t in names(Token)}

    def range(self, a: Cell, b: Cell) -> int:
        return int(range_of(self._s, self._t, _cell(a), _cell(b)))

    def reach(self, a: Cell, b: Cell) -> int:
        return int(reach_of(self._s, self._t, _cell(a), _cell(b)))

    def vaults(self, a: Cell, b: Cell) -> int:
        return int(vaults_of(self._s, self._t, _cell(a), _cell(b)))


__all__ = ["Table"]
