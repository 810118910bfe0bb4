"""A table for rulings: put units on a map, dictate dice, say what is done, look at what is true.

Units are named by side and place in their force, A1-A16 and B1-B16: `t.play("advance A1", "east", "stop")`, `t.play("fire A1", "at B2")`.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.phases import Game
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure
from skirmish_rl.envs.tide_of_iron.rules.units import board, put_unit, remove_unit
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    Activation,
    Card,
    Condition,
    Damage,
    Figure,
    Fort,
    Frame,
    Kind,
    Mark,
    Order,
    Phase,
    Reason,
    Specialty,
    Status,
)  # fmt: skip
from tests.table import GameTable, toml_file, toml_lines

_FACTS = {
    "kind": Kind, "specialty": Specialty, "condition": Condition, "damage": Damage, "activation": Activation, "fort": Fort,
}  # fmt: skip
_ORDERS = {order.name.lower().replace("_", "-") for order in Order}
_WIDTH = 15


def cell_of(at: tuple[int, int]) -> int:
    return at[1] * _WIDTH + at[0]


def place_of(cell: int) -> tuple[int, int] | None:
    return None if cell < 0 else (int(cell) % _WIDTH, int(cell) // _WIDTH)


class Table(GameTable):
    """An empty map in round 1's Action Phase; A holds the initiative and chooses its first action.

    Args:
        width, rows: of the map (odd rows are one hex shorter).
        terrain: lists of hexes by terrain name, for example {"woods": [(3, 3)]}; levels: by level, {1: [(2, 2)]}.
        roads: chains of neighbouring hexes. markers: hexes by marker name ("wire", "mines", "traps", "entrenchment", "pillbox").
        a, b: keys of the scenario file's side tables (actions, operations, decks, start_cards, tokens, ...).
        rest: keys of the scenario file (objectives, rounds, victory, ...); `constants` etc. go into `options`.
        set_up: a real game of this scenario at its first decision instead.
    """

    def __init__(
        self, width: int = 9, rows: int = 9, terrain: dict | None = None, levels: dict | None = None, roads: list | None = None,
        a: dict | None = None, b: dict | None = None, options: dict | None = None, set_up: bool = False, **rest: Any,
    ):  # fmt: skip
        board_spec: dict[str, Any] = {"width": width, "rows": rows}
        if terrain:
            board_spec["terrain"] = terrain
        if levels:
            board_spec["levels"] = {str(k): v for k, v in levels.items()}
        if roads:
            board_spec["roads"] = roads
        units = [{"figures": {"regular": 1}}]
        sides = {
            "a": {"actions": 2, "zone": [rows - 1], "arrival": [rows - 1], "units": units, **(a or {})},
            "b": {"actions": 2, "zone": [0], "arrival": [0], "units": units, **(b or {})},
        }
        keys = {"title": "Table", "rounds": 5, "initiative": "a", "objectives": [], **rest, "board": board_spec, **sides}
        self._start(RULESET.scenario(toml_file(toml_lines(keys)), **(options or {})), 0)
        if set_up:
            return
        s = self.state
        for unit in s["units"]:
            unit["status"], unit["cell"], unit["carrier"], unit["due"] = Status.ABSENT, -1, -1, 0
            unit["figures"], unit["specialty"], unit["aboard"] = 0, 0, 0
        s["crowd"], s["alive"], s["waiting_units"], s["hand"] = 0, 0, 0, 0
        s["control"] = [*self.scenario.tables[0]["objective_control"][: len(s["control"])]]
        s["round"] = 1
        self._go(Game.ACTION, Phase.ACTION)

    @classmethod
    def new_game(cls, scenario: str = "crossroads", seed: int = 0, **options: Any) -> Table:
        """A real game from its first decision."""
        self = cls.__new__(cls)
        self._start(RULESET.scenario(scenario, **options), seed)
        return self

    def _go(self, step: Game, phase: Phase) -> None:
        s = self.state
        s["depth"], s["phase"] = 1, phase
        s["frames"] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step
        s["decision"], s["decider"] = 0, -1

    # ---- putting things on the table

    def add(
        self, name: str, at: tuple[int, int], regular: int = 0, elite: int = 0, officer: int = 0, machine_gun: int = 0, mortar: int = 0,
        kind: str = "squad", specialty: str = "none", condition: str = "none", damage: str = "none", activation: str = "fresh",
        fort: str = "none", aboard: str | None = None,
    ) -> str:  # fmt: skip
        """Put a unit on the map; a squad without figures named gets four regulars."""
        unit = self.state["units"][self.slot_of(name)]
        if aboard:
            unit["status"] = Status.ABSENT
            board(self._s, self.slot_of(name), self.slot_of(aboard))
        else:
            put_unit(self._s, self.slot_of(name), cell_of(at))
        figures = {"regular": regular, "elite": elite, "officer": officer, "machine_gun": machine_gun, "mortar": mortar}
        if kind == "squad" and not any(figures.values()):
            figures["regular"] = 4
        self.change(name, kind=kind, specialty=specialty, condition=condition, damage=damage, activation=activation, fort=fort, **figures)
        return name

    def change(self, name: str, **facts: Any) -> None:
        """Make something else true of a unit: what `add` takes but its place; figures that are named are all it has."""
        unit = self.state["units"][self.slot_of(name)]
        figures = [facts.pop(figure.name.lower(), 0) for figure in Figure]
        if any(figures) or facts.get("kind", "squad") != "squad":
            unit["figures"] = figures
        for fact, value in facts.items():
            unit[fact] = _FACTS[fact][value.upper()]

    def lose(self, name: str) -> None:
        """A unit of the map was lost earlier in the game."""
        remove_unit(self._s, self._t, self.slot_of(name), int(Departure.WIPED_OUT))

    def mark(self, what: str, *places: tuple[int, int]) -> None:
        """Lay markers: a name of `Mark` in lower case."""
        for at in places:
            mark, cell = Mark[what.upper()], cell_of(at)
            set_marks(self._s, mark, cell, int(self.state["marks"][mark][cell]) + 1)

    def hold(self, seat: int, *cards: str) -> None:
        """Put cards faceup into a side's HQ area."""
        for card in cards:
            self.state["hand"][seat, Card[card.upper()]] += 1

    def reserve(self, name: str, due: int = 1, kind: str = "squad", **figures: int) -> None:
        """A unit that waits to arrive."""
        unit = self.state["units"][self.slot_of(name)]
        unit["kind"], unit["status"], unit["due"] = Kind[kind.upper()], Status.RESERVE, due
        for figure, n in figures.items():
            unit["figures"][Figure[figure.upper()]] = n
        self.state["waiting_units"][self.slot_of(name) // FORCE] += 1

    # ---- going on

    def turn(self, seat: int = 0, actions: int | None = None) -> None:
        """An action turn of a side begins (with fewer actions left, if given)."""
        self._go(Game.ACTION, Phase.ACTION)
        self.state["turn"] = seat
        self.state["actions_left"] = self.scenario.tables[0]["actions"][seat] if actions is None else actions
        self.run()

    def begin_round(self, number: int = 1) -> None:
        """A round begins; on the table are the units put there."""
        self._go(Game.ROUND, Phase.STATUS)
        self.state["round"] = number - 1
        self.run()

    def command_phase(self) -> None:
        """All actions are done: the Command Phase begins."""
        self._go(Game.CONTROL, Phase.ACTION)
        self.run()

    def spending(self) -> None:
        """The Command Phase from its step 3 on."""
        self._go(Game.SPEND, Phase.COMMAND)
        self.run()

    def initiative_step(self) -> None:
        """The Command Phase from its step 4 on."""
        self._go(Game.INITIATIVE, Phase.COMMAND)
        self.run()

    def status_phase(self, step: str = "draw") -> None:
        """The Status Phase from one of its steps on: draw, remove, op_mode, transfer, arrive, next."""
        self._go(Game[step.upper()], Phase.STATUS)
        self.run()

    # ---- looking

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name

    @property
    def reason(self) -> str:
        return Reason(int(self.state["reason"])).name.lower()

    def unit(self, name: str) -> SimpleNamespace:
        """A unit as it is now; `at` is None when it is not on the map."""
        u = self.state["units"][self.slot_of(name)]
        return SimpleNamespace(
            at=place_of(u["cell"]), status=Status(int(u["status"])).name, kind=Kind(int(u["kind"])).name.lower(),
            figures={f.name.lower(): int(u["figures"][f]) for f in Figure if u["figures"][f]}, strength=int(u["figures"].sum()),
            specialty=Specialty(int(u["specialty"])).name.lower(), condition=Condition(int(u["condition"])).name.lower(),
            damage=Damage(int(u["damage"])).name.lower(), activation=Activation(int(u["activation"])).name.lower(),
            fort=Fort(int(u["fort"])).name.lower(), aboard=int(u["aboard"]), fired=bool(u["fired"]),
            carrier=None if u["carrier"] < 0 else f"{'AB'[u['carrier'] // FORCE]}{u['carrier'] % FORCE + 1}",
        )  # fmt: skip

    def marks_at(self, at: tuple[int, int]) -> set[str]:
        """Names of the markers in a hex; entrenchments and pillboxes with their number."""
        cell = cell_of(at)
        names = {m.name.lower() for m in Mark if m not in (Mark.ENTRENCHMENT, Mark.PILLBOX) and self.state["marks"][m][cell]}
        for name in ("entrenchment", "pillbox"):
            if n := int(self.state["marks"][Mark[name.upper()]][cell]):
                names.add(f"{name} {n}")
        return names

    def hand(self, seat: int) -> dict[str, int]:
        return {c.name.lower(): int(n) for c, n in zip(Card, self.state["hand"][seat], strict=True) if n}

    def sees(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        return bool(is_in_sight(self._s, self._t, cell_of(a), cell_of(b)))

    def orders(self, name: str) -> set[str]:
        """Orders a unit can be given at a SELECT decision."""
        return {text.split()[0] for text in self.legal() if text.endswith(f" {name}") and text.split()[0] in _ORDERS}
