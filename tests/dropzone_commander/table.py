"""A table for rulings: put squads on a board, dictate dice, say what is done, look at what is true.

    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4)})   # an empty board of 24 x 24 with one building
    t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5))                # A1 to A3, a squad of battlegroup 1
    t.squad("A4", "A-HDR", (3, 3))                                # an Auxiliary: a lifter in the air
    t.squad("A5", "A-INF", aboard="A4", size=2, group=2)          # A5 and A6 ride it
    t.squad("B1", "B-INF", inside="C0", site="south", size=2)
    t.activate("A1")                                              # A has the initiative; A1's battlegroup, its squad: asks ACTION
    t.play("shoot", ...)
    t.dice(4, 3, 6)
    t.play("at B1")
    assert t.unit("B1")["dp"] == 3

Units are named by seat and slot, A1, A2, ... (A and B to 36, C and D to 24); a squad by its first unit that is left. Cells are
(x, y) from the south-west corner, lengths inches, battlegroups, pieces, zones and cards numbered from 1. Profiles are those of the
dossier (A-SCB with the minigun; "A-SCB pod" with the missile pod); `table(scenario="drill")` has the armies of that scenario,
In Readiness, instead of an empty board. A question with one answer is not asked: the engine takes it.
Words: "activate 1", "hold 1", "declare A4", "done", "next A1", "end", "move", "shoot", "close", "search", "scan", "smoke", "ports",
"pass-on", "drop", "to 5,6", "cross-to 1", "site NORTH", "out 5,6", "out-into 1", "enter 1", "board A4", "stay", "land", "aloft",
"face N", "put 5,6", "put-off A5", "take-on A5", "at B1", "at-piece 1", "singly", "hold", "normal", "combined", "play react", "pass",
"on A1", "roll", "fail", "hurt B1", "spend 1", ...
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.data.fields import TABLES
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, MapSpec, ProfileSpec, ScenarioSpec
from skirmish_rl.envs.dropzone_commander.kit import Category, GroupType
from skirmish_rl.envs.dropzone_commander.phases import Game
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.facts import free_cell, is_taken, take_cell
from skirmish_rl.envs.dropzone_commander.state import (
    FAR,
    FIRST,
    SLOTS,
    SQUAD_FIRST,
    TOKENS,
    WIDTH,
    Find,
    Frame,
    Phase,
    Reason,
    Site,
    Status,
)
from tests.dropzone_commander.told import Told
from tests.table import GameTable, toml_file, toml_lines

At = tuple[int, int]
Piece = tuple[str, int, int, int, int]  # kind, x, y, width, height
SEATS = "ABCD"
FACINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_FIGURES = [name for name in TABLES.names or () if name.startswith(("unit_", "weapon_")) and TABLES[name].shape[:1] == (SLOTS,)]
_ITS_OWN = ("unit_squad", "unit_aboard", "unit_cv", "unit_cost")


def cell_of(at: At) -> int:
    return at[1] * WIDTH + at[0]


def place_of(cell: int) -> At | None:
    return None if cell < 0 else (int(cell) % WIDTH, int(cell) // WIDTH)


@functools.cache
def _profiles() -> dict[str, tuple[np.void, int]]:
    """Tables and slot in which each profile of the shipped armies is packed."""
    names = list(read_all(FOLDER / "profiles.toml", ProfileSpec))
    found: dict[str, tuple[np.void, int]] = {}
    for scenario, seats in (("drill", 4), ("skirmish", 4), ("clash", 2)):
        tables = RULESET.scenario(scenario, seats).tables[0]
        for slot in np.flatnonzero(tables["unit_used"]):
            name = names[tables["unit_profile"][slot]]
            found.setdefault("A-SCB pod" if name == "A-SCB" and scenario == "clash" else name, (tables, int(slot)))
    return found


def _pieces_of(scenario: str, seats: int) -> list[str]:
    """Names of the pieces of a shipped scenario's map."""
    if not scenario or scenario.endswith(".toml"):
        return []
    spec: ScenarioSpec = read_all(FOLDER / "scenarios.toml", ScenarioSpec)[scenario]
    maps: dict[str, MapSpec] = read_all(FOLDER / "maps.toml", MapSpec)
    return list(maps[spec.map_more if seats > 2 and spec.map_more else spec.map].pieces)


class Table(GameTable):
    """The beginning of round 1's activation phase, zones and initiative in the order of seats, and nobody on the board.

    Args:
        size: of the board.
        pieces: scenery by name, (kind, x, y, width, height) from its south-west cell, and a dict of links and sealed edges after it.
        roads: [x from, x to, y from, y to].
        rest: keys of the scenario file: objectives, hidden, mobile, direct, scoring, zones, kinds of scenery, rounds, ...
        scenario: a shipped one instead, with its armies, all of them In Readiness or In Reserve.
        options: of the scenario. Cards are off, and nobody is asked where each unit goes, unless it is set here.
        cv: of a shipped scenario: for each seat the CV of its Commander, who stands beside the own edge; 0: he is off the table.
        hands: for each seat the numbers of its cards; the decks hold the others of the 30.
    """

    def __init__(
        self, size: int = 24, *, seats: int = 2, pieces: dict[str, Any] | None = None, roads: Any = (), scenario: str = "",
        options: dict[str, Any] | None = None, cv: Sequence[int] = (), hands: Sequence[Sequence[int]] = (), **rest: Any,
    ):  # fmt: skip
        settled = {"cards": "full" if hands else "off", **(options or {})}
        laid = len(rest.get("objectives", ())) + len(rest.get("open", ()))
        rest.setdefault("scoring", "extraction" if laid else "kills")
        room = [*rest.pop("open", ()), *[(6, 6)] * (TOKENS - laid)]  # for objectives that the test puts in later
        path = scenario or self.file(size, pieces, roads, **rest, open=room)
        shared = RULESET.scenario(path, seats, **settled)
        self._start(replace(shared, tables=shared.tables.copy()), 1)
        self.seats, self._pieces = seats, list(pieces or {}) or _pieces_of(scenario, seats)
        self.state["decision"], self.state["decider"], self.state["spent"] = 0, -1, 0
        for seat in range(seats):
            self.state["zone"][seat] = self.state["order"][seat] = seat
        if not scenario:
            self._clear()
            self.tables["n_tokens"], self.state["tokens"][laid:]["find"], self.state["tokens"][laid:]["cell"] = laid, Find.LOST, -1
        for seat, value in enumerate(cv):
            self.commander(SEATS[seat], value)
        for seat, cards in enumerate(hands):
            self.hand(SEATS[seat], cards)
        self.state["round"] = 1
        self._go(Game.ACTIVATION, Phase.ACTIVATION)

    @classmethod
    def new_game(cls, scenario: str = "drill", seats: int = 2, seed: int = 0, dice: Sequence[int] = (), **options: Any) -> Table:
        """A real game at its first decision; its dice fall by its seed until the test dictates some.

        Args:
            scenario: a shipped one, or the path of a file, see `file`.
            dice: the faces that fall from the first roll, for the zones, on.
        """
        self = cls.__new__(cls)
        shared = RULESET.scenario(scenario, seats, **options)
        self._start(replace(shared, tables=shared.tables.copy()), seed)
        self.seats, self._pieces = seats, _pieces_of(scenario, seats)
        if dice:
            self.dice(*dice)
            frame = self.state["frames"][int(self.state["depth"]) - 1]
            frame["step"], frame["place"] = 0, 0
            self.state["decision"], self.state["decider"] = 0, -1
            self.run()
        return self

    @staticmethod
    def file(size: int = 24, pieces: dict[str, Any] | None = None, roads: Any = (), army: str = "drill", **rest: Any) -> str:
        """The path of a scenario file, see the arguments of a table; `army`: size of its armies, those of the drill unless it names others."""
        board: dict[str, Any] = {"size": size, "roads": [list(road) for road in roads]}
        if "kinds" in rest:
            board["kinds"] = rest.pop("kinds")
        board["pieces"] = {
            name: {"kind": kind, "at": [x, y, w, h], **(more[0] if more else {})}
            for name, (kind, x, y, w, h, *more) in (pieces or {}).items()
        }
        keys = {
            "title": "Table", "seats": [2, 4], "rounds": 6, "size": army, "points": 450,
            "forces": ["a_drill", "b_drill", "c_drill", "d_drill"], "zones": ["south", "north", "west", "east"],
            "scoring": "extraction" if rest.get("objectives") or rest.get("open") else "kills", "deck": "full", "board": board, **rest,
        }  # fmt: skip
        return toml_file(toml_lines(keys))

    def _clear(self) -> None:
        """Nobody is in the game."""
        t = self.tables
        for name in ("unit_used", "squad_size", "group_used", "group_reserve", "unit_cv", "unit_cost", "unit_room", "unit_category"):
            t[name] = 0
        t["unit_squad"] = t["squad_group"] = t["unit_aboard"] = -1
        for unit in self.state["units"]:
            unit["status"], unit["carrier"], unit["dp"] = Status.ABSENT, -1, 0

    @property
    def tables(self) -> np.void:
        """The packed figures of this game alone."""
        return self.scenario.tables[0]

    # ---- putting things on the table

    def squad(
        self, first: str, profile: str, *cells: At, size: int = 0, group: int | None = 0, aboard: str = "", inside: str = "",
        site: str = "centre", status: str = "on_table", flying: bool = True, facing: str = "N", commander: int = 0, **figures: Any,
    ) -> list[str]:  # fmt: skip
        """Put a squad into the game, its units in slots one after the other; returns their names.

        Args:
            first: name of its first unit.
            cells: where its units stand; none for those aboard, inside or off the table, which are `size`.
            group: its battlegroup, None if it belongs to none; by default 1, a profile of category Auxiliary none.
            aboard: name of the Transport that it rides, on the table or off it.
            inside, site: name of a Garrison and where in it.
            status: "on_table", "readiness" or "reserve"; one who rides has that of his Transport.
            flying: an Aircraft is in the air.
            commander: CV of the Commander in its first unit.
            figures: packed figures that its units have instead, for example armour=12, dp=3, points=50, move=5.
        """
        s, t = self.state, self.tables
        slot, n = self.slot_of(first), max(size, len(cells), 1)
        seat = SEATS.index(first[0])
        here = SQUAD_FIRST[seat] + int((t["squad_size"][SQUAD_FIRST[seat] : SQUAD_FIRST[seat + 1]] > 0).sum())
        assert here < SQUAD_FIRST[seat + 1] and slot + n <= FIRST[seat + 1] and not t["unit_used"][slot : slot + n].any(), first
        packed, row = _profiles()[profile]
        for k in range(slot, slot + n):
            for field in _FIGURES:
                if field not in _ITS_OWN:
                    t[field][k] = packed[field][row]
            for figure, value in figures.items():
                t[f"unit_{figure}"][k] = value
            t["unit_squad"][k], t["unit_used"][k] = here, 1
            s["units"][k]["dp"], s["units"][k]["status"] = t["unit_dp"][k], Status[status.upper()]
        if group == 0:
            group = None if t["unit_category"][slot] == Category.AUXILIARY else 1
        t["squad_first"][here], t["squad_size"][here], t["squad_group"][here] = slot, n, -1 if group is None else group - 1
        t["squad_turns"][here] = packed["squad_turns"][packed["unit_squad"][row]]
        t["squad_dp"][here] = n * int(t["unit_dp"][slot])
        t["unit_cv"][slot], t["unit_cost"][slot] = commander, (0, 0, 35, 65, 95, 125, 155)[commander]
        if group is not None:
            t["group_used"][seat, group - 1], t["group_type"][seat, group - 1] = 1, GroupType.FRONTLINE
        s["squads"][here]["facing"] = FACINGS.index(facing)
        names = [self.name_of(k) for k in range(slot, slot + n)]
        for name, at in zip(names, cells, strict=False):
            self.put(name, at, flying=flying and bool(t["unit_kind"][slot] >= 4))
        if aboard:
            self.load(aboard, *names)
        if inside:
            self.house(inside, *names, site=site)
        return names

    def put(self, name: str | int, at: At, flying: bool = False) -> None:
        """Stand a unit in a cell."""
        slot = self.slot_of(name) if isinstance(name, str) else name
        self._lift(slot)
        unit, board = self.state["units"][slot], self.state["air" if flying else "ground"]
        assert not is_taken(board, cell_of(at)), f"{at} is taken"
        unit["status"], unit["cell"], unit["flying"] = Status.ON_TABLE, cell_of(at), flying
        take_cell(board, cell_of(at))

    def load(self, transport: str, *names: str) -> None:
        """Units are aboard a Transport."""
        for name in names:
            self._lift(self.slot_of(name))
            unit = self.unit(name)
            unit["carrier"], unit["status"] = self.slot_of(transport), self.unit(transport)["status"]

    def house(self, piece: str, *names: str, site: str = "centre") -> None:
        """Units are in a Garrison, on an edge of it or in its centre."""
        for name in names:
            self._lift(self.slot_of(name))
            unit = self.unit(name)
            unit["status"], unit["piece"], unit["site"] = Status.ON_TABLE, self.piece_of(piece), Site[site.upper()]

    def _lift(self, slot: int) -> None:
        unit = self.state["units"][slot]
        if unit["cell"] >= 0:
            free_cell(self.state["air" if unit["flying"] else "ground"], int(unit["cell"]))
        unit["cell"], unit["carrier"], unit["piece"], unit["site"], unit["flying"] = -1, -1, -1, 0, 0

    def destroy(self, *names: str) -> None:
        """Units were destroyed earlier in the game, counting for nothing."""
        for name in names:
            self._lift(self.slot_of(name))
            unit = self.unit(name)
            unit["status"], unit["dp"] = Status.DESTROYED, 0

    def change(self, name: str, **facts: Any) -> None:
        """Make something else true of a unit, by fields of the state: dp, travelled, fired, scan, ..."""
        for fact, value in facts.items():
            self.unit(name)[fact] = value

    def mark(self, name: str, **facts: Any) -> None:
        """Make something else true of a unit's squad, by fields of the state: boarded, left, out, shot, activated, ..."""
        for fact, value in facts.items():
            self.squad_of(name)[fact] = value

    def weapon(self, name: str, k: int = 0, **figures: Any) -> None:
        """Give weapon k (from 0) of a unit other packed figures: shots, acc, energy, far, near, aa, ..."""
        for figure, value in figures.items():
            self.tables[f"weapon_{figure}"][self.slot_of(name), k] = value

    def objective(self, k: int, at: At | None = None, inside: str = "", carrier: str = "", find: str = "open", seat: str = "") -> None:
        """Objective k (from 1) lies in a cell, in a Garrison, or is carried by a squad; seat: who claimed it."""
        token = self.state["tokens"][k - 1]
        token["cell"], token["piece"] = -1 if at is None else cell_of(at), self.piece_of(inside) if inside else -1
        token["find"], token["seat"], token["squad"] = Find[find.upper()], SEATS.index(seat) if seat else -1, -1
        if carrier:
            token["find"], token["seat"], token["squad"] = Find.CARRIED, SEATS.index(carrier[0]), self._squad(carrier)
            self.squad_of(carrier)["token"] = k - 1
        self.tables["n_tokens"] = max(k, int(self.tables["n_tokens"]))

    def commander(self, seat: str, cv: int, at: At | None = None) -> None:
        """The Commander of a seat's army has this CV and stands on the table; off it with 0."""
        k = SEATS.index(seat)
        slot = next(s for s in range(FIRST[k], FIRST[k + 1]) if self.tables["unit_cv"][s])
        if cv:
            self.tables["unit_cv"][slot] = cv
            self.put(slot, at or [(12, 1), (12, 22), (1, 12), (22, 12)][k])

    def hand(self, seat: str, cards: Sequence[int]) -> None:
        """Cards that a seat holds, by number."""
        k, bits = SEATS.index(seat), sum(1 << (n - 1) for n in cards)
        self.state["hands"][k] = bits
        self.state["deck"][k] = (1 << 30) - 1 & ~bits

    def destroy_squads(self, seat: str, group: int) -> None:
        """All units of a battlegroup are lost."""
        self._status(seat, group, Status.DESTROYED)

    def reserve(self, seat: str, group: int) -> None:
        """A battlegroup is In Reserve."""
        self._status(seat, group, Status.RESERVE)

    def _status(self, seat: str, group: int, status: Status) -> None:
        k = SEATS.index(seat)
        for squad in range(SQUAD_FIRST[k], SQUAD_FIRST[k + 1]):
            if self.tables["squad_group"][squad] == group - 1 and self.tables["squad_size"][squad]:
                first = int(self.tables["squad_first"][squad])
                for unit in self.state["units"][first : first + int(self.tables["squad_size"][squad])]:
                    unit["status"], unit["carrier"], unit["cell"] = status, -1, -1

    # ---- going on

    def _go(self, step: int, phase: Phase) -> None:
        s = self.state
        s["depth"], s["phase"], s["decision"], s["decider"], s["halves"] = 1, phase, 0, -1, FAR
        s["frames"] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step

    def initiation(self, n: int = 1) -> None:
        """Round n begins."""
        self.state["round"] = n - 1
        self._go(Game.INITIATION, Phase.SETUP)
        self.run()

    def activation(self, order: str = "") -> None:
        """The activation phase begins, with this order of initiative: asks GROUP."""
        for k, seat in enumerate(order):
            self.state["order"][k] = SEATS.index(seat)
        self._go(Game.ACTIVATION, Phase.ACTIVATION)
        self.run()

    def round_up(self, n: int | None = None) -> None:
        """All battlegroups were activated: the Round Up of round n."""
        self.state["round"] = n or self.state["round"]
        self._go(Game.ROUND_UP, Phase.ACTIVATION)
        self.run()

    def activate(self, name: str, *auxiliaries: str, order: str = "") -> None:
        """A squad is activated with its battlegroup and these Auxiliaries; its seat has the initiative. Asks what it does.

        An Auxiliary squad is activated with the battlegroup of its cargo, else with battlegroup 1.
        """
        if self.decision != "SQUAD":
            if self.decision != "GROUP":
                self.activation(order or name[0] + "".join(seat for seat in SEATS[: self.seats] if seat != name[0]))
            group = self._group(name)
            if self.decision == "GROUP":
                self.play(f"activate {group}")
            free = self.tables["squad_group"][self._squad(name)] < 0
            for one in (*auxiliaries, *([name] if free else [])):
                if self.decision == "AUXILIARY" and self.can(f"declare {one}"):
                    self.play(f"declare {one}")
            if self.decision == "AUXILIARY":
                self.play("done")
        if self.decision == "SQUAD":
            self.play(f"next {name}")
        assert int(self.state["squad"]) == self._squad(name), f"{name} is not activated: {self.ask()} {sorted(self.legal())[:20]}"

    def _group(self, name: str) -> int:
        """The battlegroup of a unit, or of what it carries."""
        group = int(self.tables["squad_group"][self._squad(name)])
        if group < 0:
            aboard = [k for k in range(SLOTS) if self.state["units"][k]["carrier"] == self.slot_of(name)]
            groups = [self._group(self.name_of(k)) for k in aboard]
            return max(groups, default=1)
        return group + 1

    def move(self, name: str, at: At | None = None, *then: str, word: str = "to") -> None:
        """A squad takes a Move action, its leader to a cell if one is named; it is activated first if need be.

        Args:
            then: answers that follow. word: "to", or "out" for a squad aboard.
        """
        if int(self.state["squad"]) != self._squad(name):
            self.activate(name)
        if self.decision == "ACTION":
            self.play("move")
        if at is not None and self.decision in ("MOVE", "OUT"):
            self.play(f"{word} {at[0]},{at[1]}")
        self.play(*then)

    def act_all(self) -> None:
        """The active battlegroup is played out: every squad that is asked for takes its first action, stays where it is, and ends."""
        turn = int(self.state["turn"])
        while not self.over and self.decision != "GROUP" and int(self.state["turn"]) == turn:
            texts = self.legal()
            self.play(next((word for word in ("end", "pass", "done", "hold", "stay", "aloft", "face N") if word in texts), min(texts)))

    def finish(self, name: str) -> None:
        """A squad's activation, if it is not over, ends: no more is done than must be; asks SQUAD, or who is next."""
        while int(self.state["squad"]) == self._squad(name):
            texts, subject = self.legal(), int(self.state["subject"])
            least = {"ACTION": "move", "MOVE": "to {},{}".format(*(self.at(self.name_of(subject)) or (0, 0)))}.get(self.decision)
            words = (word for word in ("end", "stay", "aloft", "done", "hold", "keep", "pass", "face N") if word in texts)
            self.play(next(words, least) or min(texts))

    # ---- looking

    def text(self, action: int) -> str:
        """What an action of the pending decision is called."""
        return self.scenario.ruleset.layout.text(action, int(self.state["decision"]))

    def ask(self) -> tuple[str, str]:
        """The pending question and whose it is."""
        return self.decision, SEATS[self.decider]

    @property
    def subject(self) -> str:
        """The unit that the pending question is about."""
        return self.name_of(int(self.state["subject"]))

    def need(self, firer: str, target: str, weapon: int = 0) -> int:
        """What a die must show for a unit's weapon (from 0) to hit a unit ("B1") or a piece ("C0")."""
        piece = self.piece_of(target) if target in self._pieces else -1
        slot = -1 if piece >= 0 else self.slot_of(target)
        with np.errstate(all="ignore"):
            return int(need_for(self._s, self._t, self.slot_of(firer), weapon, 0, slot, piece, 0)[0])

    def cells(self, verb: str = "to") -> set[At]:
        """Cells that may be named now with a verb: "to", "out", "put", "place", "drop"."""
        words = (text.split() for text in self.legal())
        return {tuple(map(int, word[1].split(","))) for word in words if word[0] == verb and "," in word[-1]}

    def named(self, verb: str) -> set[str]:
        """Units, pieces or numbers that may be named now with a verb: "at", "next", "board", "put-off", "enter", ..."""
        words = (text.split() for text in self.legal())
        return {word[1] for word in words if word[0] == verb and len(word) > 1}

    @property
    def order(self) -> str:
        """Seats in the order of initiative."""
        return "".join(SEATS[int(k)] for k in self.state["order"][: self.seats])

    def unit(self, name: str) -> Told:
        """A unit's fields."""
        return Told(self.state["units"][self.slot_of(name)])

    def at(self, name: str) -> At | None:
        """A unit's cell."""
        return place_of(self.unit(name)["cell"])

    def where(self, name: str) -> Any:
        """A unit's cell, the name of the Transport it rides, the number of its Garrison (from 1), or how it is off the table."""
        unit = self.unit(name)
        if unit["status"] != Status.ON_TABLE:
            return Status(int(unit["status"])).name.lower()
        if unit["carrier"] >= 0:
            return self.name_of(int(unit["carrier"]))
        return int(unit["piece"]) + 1 if unit["piece"] >= 0 else self.at(name)

    def _squad(self, name: str) -> int:
        return int(self.tables["unit_squad"][self.slot_of(name)])

    def squad_of(self, name: str) -> Told:
        """The fields of a unit's squad."""
        return Told(self.state["squads"][self._squad(name)])

    def piece_of(self, name: str) -> int:
        """Number (from 0) of a piece by its name."""
        return self._pieces.index(name)

    def piece(self, name: str) -> np.void:
        """A piece's fields."""
        return self.state["pieces"][self.piece_of(name)]

    @property
    def phase(self) -> str:
        return Phase(int(self.state["phase"])).name.lower()

    @property
    def reason(self) -> str:
        return Reason(int(self.state["reason"])).name.lower()

    @property
    def kills(self) -> tuple[int, ...]:
        """Kill Points."""
        return tuple(map(int, self.state["kills"][: self.seats]))

    @property
    def points(self) -> tuple[int, ...]:
        """Victory Points."""
        return tuple(map(int, self.state["points"][: self.seats]))

    def cards_of(self, seat: str) -> set[int]:
        """Cards that a seat holds, by number."""
        return {n + 1 for n in range(30) if int(self.state["hands"][SEATS.index(seat)]) >> n & 1}
