"""A table for rulings: put fighters on a board, dictate dice, say what is done, look at what is true.

    t = table(low=[((5, 5), (6, 5))])                # an empty floor with a low wall between two cells
    t.add("A1", (5, 5), "iron_lord")                 # profiles by their id in the dossier
    t.add("B1", (6, 5), "fang_axe", activated=True)  # cannot react any more
    t.sets("A", {4: 2})                              # a double of 4s
    t.activate("A1")
    assert t.ask() == ("STEP", "A", "A1")
    t.dice(1, 3, 4, 6)
    t.attack("B1")                                   # "attack", then "attack B1" if there is a choice of weapon and target
    assert t.unit("B1").damage == 7

Fighters are named by seat and place in their roster, A1-A15 and B1-B15; name them without gaps. Cells are (column, row), lengths inches.
Words: "move", "to 5,6", "climb 3" (see `Table.climb`), "take-to 5,6", "attack", "attack B1", "attack-second B1", "disengage", "wait",
"drop", "loot", "end", "rush-4" (ability and score of the set), "choose A2", "counter", "take-cover", "strike B1", "step-back", "pass",
"yes", "land 5,6", "drop 5,6", "activate A1", "self", "opponent", "single", "pair-3", "done", "objective 2", "place 5,6", "set-up A2".
A question with one answer is not asked: the engine takes it. Nobody has dice, wild dice or treasure until the test gives them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.data.fields import TABLES
from skirmish_rl.envs.warcry.phases import Game
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FAR,
    FORCE,
    SIDES,
    SLOTS,
    WIDTH,
    Boost,
    Faction,
    Frame,
    Group,
    Phase,
    Place,
    Reason,
    Status,
    set_of,
)
from tests.table import GameTable, toml_file, toml_lines

At = tuple[int, int]
Side = tuple[At, At]  # two neighbouring cells
SEATS = "AB"
ROSTERS = {  # valid ones that hold every profile of the dossier
    "iron": ("iron_lord", "iron_behemoth", "iron_drill", "iron_smith", "iron_shield", "iron_bolas", "iron_twin"),
    "iron_rest": ("iron_lord", "iron_sergeant", "iron_standard"),
    "fang": ("fang_alpha", "fang_cat", "fang_harpoon", "fang_speaker", "fang_axe", "fang_saw", "fang_runner"),
    "raven": ("raven_lord", "raven_talon", "raven_stalker", "raven_spear", "raven_keeper", "raven_knife", "raven_fury"),
    "hunt": (
        "hunt_warden",
        "hunt_arbalest",
        "hunt_pistols",
        "hunt_sabre",
        "hunt_leather",
        "hunt_scout",
        "hunt_hatchet",
        "hunt_hound",
    ),
}
PLAIN = "raven_knife"  # Move 5, T3, 8 Wounds, dagger 0-1 A4 S3 1/3; no force reaction
_FIGURES = [name for name in TABLES.names or () if name.startswith(("unit_", "weapon_")) and TABLES[name].shape[:1] == (SLOTS,)]


def cell_of(at: At) -> int:
    return at[1] * WIDTH + at[0]


def place_of(cell: int) -> At | None:
    return None if cell < 0 else (int(cell) % WIDTH, int(cell) // WIDTH)


def roster(fighters: Sequence[str], faction: str = "", **rest: Any) -> str:
    """The path of a roster file, of the faction of its leader if none is named."""
    return toml_file(toml_lines({"title": "Roster", "faction": faction or fighters[0].partition("_")[0], "fighters": fighters, **rest}))


def _scenario(keys: dict[str, Any], options: dict[str, Any]) -> Scenario:
    return RULESET.scenario(toml_file(toml_lines(keys)), **options)


def _keys(board: dict[str, Any], size: At = (18, 12), rosters: tuple[str, str] = ("iron", "fang")) -> dict[str, Any]:
    """A scenario file's keys: red in the top left corner, blue in the opposite one, one objective in the bottom right cell."""
    group = {"point": (2, 2), "round": 1}
    return {
        "title": "Table", "rounds": 4, "force_a": roster(ROSTERS[rosters[0]]), "force_b": roster(ROSTERS[rosters[1]]), "victory": "marks",
        "red": {"dagger": group, "shield": group, "hammer": group}, "objectives": [(size[0] - 0.5, size[1] - 0.5)],
        "board": {"width": size[0], "height": size[1], "exempt": True, **board}, "per_objective": 1,
    }  # fmt: skip


def _with(keys: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A scenario file's keys with those of a test; victory by treasure knows no victory points."""
    keys = {**keys, **own}
    if keys["victory"] in ("hoard", "relic"):
        del keys["per_objective"]
    return keys


def _by_side(pairs: Sequence[Side]) -> dict[str, list[At]]:
    """Pairs of neighbouring cells as cells by the side of theirs that the pair shares, the second cell's."""
    found: dict[str, list[At]] = {}
    for (x, y), (i, j) in pairs:
        side = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}[x - i, y - j]
        found.setdefault(side, []).append((i, j))
    return found


def _block(x0: int, x1: int, y0: int, y1: int, height: int = 3) -> dict[int, list[At]]:
    return {height: [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]}


@functools.cache
def _profiles(options: str) -> dict[str, np.void]:
    """Tables and slot in which each profile is packed, under a scenario's options."""
    found = {}
    for first, second in (("iron", "fang"), ("raven", "hunt"), ("iron_rest", "fang")):
        tables = _scenario(_keys({}, rosters=(first, second)), json.loads(options)).tables[0]
        for seat, roster in enumerate((first, second)):
            for k, profile in enumerate(ROSTERS[roster]):
                found[profile] = (tables, seat * FORCE + k)
    return found


class Table(GameTable):
    """An empty board in the combat phase of round 1: A is attacker, red, holds the initiative and is in turn; nobody is set up.

    Args:
        size: columns and rows.
        platforms: (from x, to x, from y, to y) of cells 3" high, or with the height as a fifth number.
        stairs, ladders: (floor cell, platform cell). low, tall: pairs of cells with a wall on the side between them.
        pillars, deadly: cells.
        scenario: a shipped one instead, whose board and victory are used.
        options: of the scenario. `play_out` is on, so that a side without fighters does not end the game, unless it is set here.
        figures: packed figures by name that this game has instead, for example {"per_objective": 1, "for_any": 0}.
        rest: keys of the scenario file: objectives, per_objective, victory, tokens, red, ...; without any there is one objective, in
            the far corner, worth nothing.
    """

    def __init__(
        self, size: At = (18, 12), *, platforms: Sequence[Sequence[int]] = (), stairs: Sequence[Side] = (), ladders: Sequence[Side] = (),
        low: Sequence[Side] = (), tall: Sequence[Side] = (), pillars: Sequence[At] = (), deadly: Sequence[At] = (),
        scenario: str = "", options: dict[str, Any] | None = None, figures: dict[str, Any] | None = None, **rest: Any,
    ):  # fmt: skip
        levels: dict[int, list[At]] = {}
        for platform in platforms:
            for height, cells in _block(*platform).items():
                levels.setdefault(height, []).extend(cells)
        board = {
            "platforms": levels, "stairs": _by_side(stairs), "ladders": _by_side(ladders), "low_walls": _by_side(low),
            "tall_walls": _by_side(tall), "pillars": pillars, "deadly": deadly,
        }  # fmt: skip
        self.options = {"play_out": True, **(options or {})}
        keys = _with(_keys({key: value for key, value in board.items() if value}, size), rest)
        shared = RULESET.scenario(scenario, **self.options) if scenario else _scenario(keys, self.options)
        self._start(replace(shared, tables=shared.tables.copy()), 0)
        self._clear()
        if not scenario:
            self.tables["per_objective"] = rest.get("per_objective", 0)
        for name, value in (figures or {}).items():
            self.tables[name] = value
        self.combat()

    @classmethod
    def new_game(
        cls, scenario: str = "crossing", seed: int = 0, dice: Sequence[int] = (), file: dict[str, Any] | None = None, **options: Any
    ) -> Table:  # fmt: skip
        """A real game at its first decision; its dice fall by its seed until the test dictates some.

        Args:
            dice: the faces that fall from the first roll-off on.
            file: keys of a scenario file of one's own instead (see `Table`); `force_a` and `force_b` may be lists of profiles.
        """
        self = cls.__new__(cls)
        self.options = options
        if file is None:
            shared = RULESET.scenario(scenario, **options)
        else:
            own = {key: value if isinstance(value, str) else roster(value) for key, value in file.items() if key.startswith("force_")}
            shared = _scenario(_with(_keys({}), {**file, **own}), options)
        self._start(replace(shared, tables=shared.tables.copy()), seed)
        if dice:
            self.dice(*dice)
            self.state["frames"][int(self.state["depth"]) - 1]["step"] = 0
            self.state["decision"], self.state["decider"] = 0, -1
            self.run()
        return self

    @property
    def tables(self) -> np.void:
        """The packed figures of this game alone."""
        return self.scenario.tables[0]

    def _clear(self) -> None:
        s = self.state
        for unit in s["units"]:
            unit["status"], unit["node"], unit["cell"], unit["group"] = Status.ABSENT, -1, -1, Group.NONE
        s["board"] = -1
        s["attacker"], s["red"], s["initiative"], s["opener"], s["round"] = 0, 0, 0, -1, 1
        self.tables["unit_used"] = 0
        self.tables["n_units"] = 0

    def _go(self, step: int, phase: Phase) -> None:
        s = self.state
        s["depth"], s["phase"] = 1, phase
        s["frames"] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step
        s["decision"], s["decider"], s["cost"], s["risk"] = 0, -1, FAR, 0
        for seat in range(SIDES):
            used = np.flatnonzero(self.tables["unit_used"][seat * FORCE : (seat + 1) * FORCE])
            assert used.tolist() == list(range(len(used))), f"{SEATS[seat]}: name fighters without gaps"
            status = s["units"]["status"][seat * FORCE : (seat + 1) * FORCE]
            s["left"][seat] = np.isin(status, (Status.RESERVE, Status.ON_BOARD)).sum()

    # ---- putting things on the table

    def add(
        self, name: str, at: At | None, profile: str = PLAIN, *, toward: At | None = None, height: float = 0, damage: int = 0,
        activated: bool = False, waiting: bool = False, lost: int = 0, group: str = "dagger", carries: int = 0, **figures: Any,
    ) -> str:  # fmt: skip
        """Put a fighter on the board, by `at` None into reserve.

        Args:
            profile: its figures, abilities and reactions.
            toward, height: it climbs between the cell `at` and the cell `toward`, that many inches up.
            lost: actions spent on reactions in this round.
            carries: number of the treasure token it has.
            figures: packed figures that it has instead, for example move=3, toughness=5, wounds=30.
        """
        slot = self.slot_of(name)
        unit, tables = self.state["units"][slot], self.tables
        packed, row = _profiles(json.dumps(self.options, sort_keys=True))[profile]
        for field in _FIGURES:
            tables[field][slot] = packed[field][row]
        for figure, value in figures.items():
            tables[f"unit_{figure}"][slot] = value
        seat = slot // FORCE
        tables["unit_used"][slot] = 1
        tables["n_units"][seat] = int(tables["unit_used"][seat * FORCE : (seat + 1) * FORCE].sum())
        tables["leader"][seat] = seat * FORCE
        if tables["unit_faction"][slot] != Faction.NONE:
            tables["faction"][seat] = tables["unit_faction"][slot]
        unit["status"], unit["group"], unit["damage"] = Status.RESERVE, Group[group.upper()], damage
        unit["activated"], unit["waiting"], unit["lost"] = activated or waiting or lost > 1, waiting, lost
        unit["treasure"] = unit["objective"] = -1
        if at is not None:
            self.put(name, at, toward, height)
        if carries:
            self.token(carries, carrier=name)
        return name

    def put(self, name: str, at: At, toward: At | None = None, height: float = 0) -> None:
        """Stand a fighter somewhere else, see `add`."""
        unit, board = self.state["units"][self.slot_of(name)], self.state["board"]
        if unit["cell"] >= 0:
            board[unit["cell"]] = -1
        cell = cell_of(at)
        assert board[cell] < 0, f"{at} is taken by {self.name_of(int(board[cell]))}"
        unit["node"] = cell if toward is None else self._climb_node(at, toward, height)
        assert toward is not None or self.tables["stand"][cell], f"nobody can stand at {at}"
        unit["cell"], unit["status"] = cell, Status.ON_BOARD
        board[cell] = self.slot_of(name)

    def take_down(self, *names: str) -> None:
        """Fighters were taken down earlier in the battle, counting for nothing."""
        for name in names:
            unit = self.state["units"][self.slot_of(name)]
            if unit["cell"] >= 0:
                self.state["board"][unit["cell"]] = -1
            unit["cell"], unit["node"], unit["status"] = -1, -1, Status.DOWN

    def change(self, name: str, **facts: Any) -> None:
        """Make something else true of a fighter, by fields of the state: damage, activated, waiting, lost, harried, ..."""
        for fact, value in facts.items():
            self.state["units"][self.slot_of(name)][fact] = value

    def sets(self, seat: str, sizes: dict[int, int]) -> None:
        """The dice of a seat, all of them: score -> how many; one is a single, two a double, three a triple, four or more a quad."""
        self.state["dice"][SEATS.index(seat)] = [sizes.get(face, 0) for face in range(1, 7)]

    def wild(self, seat: str, n: int) -> None:
        """Wild dice a seat holds."""
        self.state["wild"][SEATS.index(seat)] = n

    def token(self, k: int, at: At | None = None, carrier: str | None = None) -> None:
        """Treasure k (from 1) lies in the middle of a cell, or a fighter carries it."""
        token = self.state["tokens"][k - 1]
        token["cell"], token["carrier"] = -1 if at is None else cell_of(at), -1
        if carrier:
            token["carrier"] = self.slot_of(carrier)
            self.state["units"][self.slot_of(carrier)]["treasure"] = k - 1
        self.tables["n_tokens"] = max(k, int(self.tables["n_tokens"]))

    def control(self, k: int, seat: str | None) -> None:
        """Objective k (from 1) is held by a seat."""
        self.state["control"][k - 1] = -1 if seat is None else SEATS.index(seat)

    # ---- going on

    def combat(self, seat: str = "A", round: int | None = None) -> None:
        """The combat phase is under way and a seat is about to take its turn; goes on only with `run`, `turn` or `activate`."""
        s = self.state
        s["round"], s["turn"] = round or s["round"], SEATS.index(seat)
        self._go(Game.TURN, Phase.COMBAT)

    def turn(self, seat: str = "A") -> None:
        """A seat takes a turn of the combat phase: asks ACTIVATE, or STEP if only one fighter can be activated."""
        self.combat(seat)
        self.run()

    def activate(self, name: str) -> None:
        """A fighter is activated: asks STEP."""
        self.turn(name[0])
        if self.decision == "ACTIVATE":
            self.play(f"activate {name}")
        assert int(self.state["active"]) == self.slot_of(name), f"{name} is not activated: {self.ask()} {sorted(self.legal())}"

    def score(self, round: int | None = None) -> None:
        """The combat phase is over, see `end_round`; A wins the initiative of the next round."""
        self.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
        self.end_round(round)

    def attack(self, target: str, *then: str, word: str = "attack") -> None:
        """The active fighter attacks; the only weapon and target it could have is not asked for.

        Args:
            then: answers that follow: reactions.
            word: "attack-second" for the second weapon.
        """
        self.play("attack")
        if self.decision == "ATTACK":
            self.play(f"{word} {target}")
        self.play(*then)

    def hero_phase(self, round: int = 1) -> None:
        """A battle round begins; twelve initiative dice fall, those of A first."""
        self.state["round"] = round - 1
        self._go(Game.HERO, Phase.HERO)
        self.run()

    def reserve_phase(self, round: int = 2, initiative: str = "A") -> None:
        """The reserve phase of a round."""
        self.state["round"], self.state["initiative"] = round, SEATS.index(initiative)
        self._go(Game.RESERVE, Phase.RESERVE)
        self.run()

    def combat_phase(self, initiative: str = "A") -> None:
        """The combat phase begins: asks FIRST."""
        self.state["initiative"] = SEATS.index(initiative)
        self._go(Game.FIRST, Phase.COMBAT)
        self.run()

    def end_round(self, round: int | None = None) -> None:
        """The combat phase is over: the round is scored and the next begins, for which twelve dice fall unless the battle is over."""
        self.state["round"] = round or self.state["round"]
        self._go(Game.SCORE, Phase.COMBAT)
        self.run()

    # ---- looking

    def ask(self) -> tuple[str, str, str | None] | None:
        """The pending question, of whom, about which fighter or ability; None when the game is over."""
        if self.over:
            return None
        kind = self.scenario.ruleset.questions.rows[int(self.state["decision"])].subject
        subject = int(self.state["subject"])
        about = self.name_of(subject) if kind == "unit" and subject >= 0 else None
        return self.decision, SEATS[self.decider], about

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name.lower()

    @property
    def reason(self) -> str:
        return Reason(int(self.state["reason"])).name.lower()

    @property
    def points(self) -> tuple[int, int]:
        """Victory points of A and B."""
        return tuple(map(int, self.state["points"]))

    @property
    def initiative(self) -> str:
        """The seat that holds it."""
        return SEATS[int(self.state["initiative"])]

    def unit(self, name: str) -> SimpleNamespace:
        """A fighter as it is now; `at` is None when it is not on the board, `height` in inches, `treasure` from 1 (0: none)."""
        u = self.state["units"][self.slot_of(name)]
        on_board = u["status"] == Status.ON_BOARD
        return SimpleNamespace(
            at=place_of(u["cell"]), height=int(self.tables["node_height"][u["node"]]) / 2 if on_board else None,
            climbs=bool(u["node"] >= CELLS), status=Status(int(u["status"])).name.lower(), group=Group(int(u["group"])).name.lower(),
            damage=int(u["damage"]), left=int(self.tables["unit_wounds"][self.slot_of(name)]) - int(u["damage"]),
            activated=bool(u["activated"]), waiting=bool(u["waiting"]), lost=int(u["lost"]), treasure=int(u["treasure"]) + 1,
            harried=bool(u["harried"]), cowering=bool(u["cowering"]), defiant=bool(u["defiant"]), trophy=bool(u["trophy"]),
            unleashed=int(u["unleashed"]),
        )  # fmt: skip

    def sets_of(self, seat: str) -> dict[int, int]:
        """Ability dice of a seat: score -> 2 double, 3 triple, 4 quad."""
        sizes = {face: int(set_of(self._s, SEATS.index(seat), face)) for face in range(1, 7)}
        return {face: size for face, size in sizes.items() if size}

    def wild_of(self, seat: str) -> int:
        """Wild dice a seat holds."""
        return int(self.state["wild"][SEATS.index(seat)])

    def token_at(self, k: int) -> At | str | None:
        """The cell in which treasure k lies, or the name of its carrier."""
        token = self.state["tokens"][k - 1]
        return self.name_of(int(token["carrier"])) if token["carrier"] >= 0 else place_of(token["cell"])

    def holder(self, k: int) -> str | None:
        """The seat that controls objective k (from 1)."""
        seat = int(self.state["control"][k - 1])
        return None if seat < 0 else SEATS[seat]

    def boost(self, name: str) -> int:
        """How strong an effect on the active fighter is, by its name in `Boost`."""
        return int(self.state["boosts"][Boost[name.upper()]])

    def cells(self, verb: str = "to") -> set[At]:
        """Cells that may be named now with a verb: "to", "take-to", "place", "land", "drop", "treasure"."""
        words = (text.split() for text in self.legal())
        return {tuple(map(int, word[1].split(","))) for word in words if word[0] == verb and "," in word[-1]}

    def steps(self) -> set[str]:
        """What the active fighter may do; abilities without the scores of the sets."""
        assert self.decision == "STEP", self.ask()
        return {text.rsplit("-", 1)[0] if text[-1].isdigit() else text for text in self.legal()}

    def climb(self, at: At, toward: At, height: float, verb: str = "climb") -> str:
        """The words that name a place on the face (stair, ladder) between two cells, that many inches up."""
        return f"{verb} {self._climb_node(at, toward, height) - CELLS + 1}"

    def _climb_node(self, at: At, toward: At, height: float) -> int:
        t, cell = self.tables, cell_of(at)
        first = int(t["climb_at"][cell])
        mine = range(first, first + int(t["climb_count"][cell]))
        for top in mine:
            edges = slice(int(t["edge_at"][top]), int(t["edge_at"][top + 1]))
            if cell_of(toward) in t["edges"]["to"][edges]:  # the end of a face from which one steps to the other cell
                face = {top}
                for _ in range(8):
                    face |= {n for n in mine for m in face if n in t["edges"]["to"][int(t["edge_at"][m]) : int(t["edge_at"][m + 1])]}
                for node in face:
                    if t["node_height"][node] == 2 * height and t["node_place"][node] in (Place.FACE, Place.STEPS):
                        return int(node)
        raise AssertionError(f'no place {height}" up between {at} and {toward}')
