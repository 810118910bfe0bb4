"""A table for rulings: put squads on a board, dictate dice, say what is done, look at what is true.

    t = table(seats=3, cv=(3, 1, 4))        # an empty board; Commanders of these CV on the table
    t.dice(4, 6, 5)
    t.initiation()
    assert t.ask() == ("KEEP", "B") and t.order == "BCA"
    t.play("give")

Units are named by seat and slot, A1, A2, ...; a squad by its first unit that is left. Cells are (x, y) from the south-west corner.
A question with one answer is not asked: it is taken. The armies are those of the scenario; nobody is on the table until the test
puts him there, all others are In Readiness. Cards are named by their numbers: "play 8".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.core.dice import seed_state
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.scenarios import check_options, read_named
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.actions import apply, legal
from skirmish_rl.envs.dropzone_commander.data.pack import OPTIONS, pack
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ScenarioSpec
from skirmish_rl.envs.dropzone_commander.phases import Game, begin, run
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS, Decision
from skirmish_rl.envs.dropzone_commander.state import FIRST, SQUAD_FIRST, STATE, WIDTH, Frame, Phase, Status

SEATS = "ABCD"


class Table:
    """One game of a scenario at the beginning of a round, zones chosen in the order of seats; see the head of this file.

    Args:
        cv: for each seat the CV of its Commander, who is put on the table beside the own edge; 0: he is not on the table.
        hands: for each seat the numbers of its cards; the decks hold the others.
        options: of the scenario.
    """

    def __init__(
        self, scenario: str = "drill", seats: int = 2, cv: Sequence[int] = (), hands: Sequence[Sequence[int]] = (), **options: Any
    ) -> None:
        spec, path = read_named(FOLDER / "scenarios.toml", scenario, ScenarioSpec)
        settled = check_options("dropzone_commander", OPTIONS, {"cards": "off", **options})
        self.record = pack(spec, path, seats, settled).tables
        self.games = np.zeros(1, STATE.dtype)
        self.seats = seats
        seed_state(self._s, 1)
        begin(self._s, self._t)
        for seat in range(seats):
            self.state["zone"][seat] = seat
        for seat, value in enumerate(cv):
            self.commander(SEATS[seat], value)
        for seat, cards in enumerate(hands):
            self.hand(SEATS[seat], cards)
        self.round(1)
        self._dictated = False

    @property
    def state(self) -> np.void:
        return self.games[0]

    @property
    def tables(self) -> np.void:
        return self.record[0]

    @property
    def _s(self) -> Any:
        return view(self.games[0]) if INTERPRETED else self.games[0]

    @property
    def _t(self) -> Any:
        return view(self.record[0]) if INTERPRETED else self.record[0]

    # ---- putting things on the table

    def commander(self, seat: str, cv: int, at: tuple[int, int] | None = None) -> None:
        """A seat's Commander has this CV and stands on the table, off it with 0."""
        k = SEATS.index(seat)
        slot = next(s for s in range(FIRST[k], FIRST[k + 1]) if self.tables["unit_cv"][s])
        if cv == 0:
            return
        self.tables["unit_cv"][slot] = cv
        x, y = at or [(12, 1), (12, 22), (1, 12), (22, 12)][k]
        self.put(slot, (x, y))

    def put(self, slot: int, at: tuple[int, int], flying: bool = False) -> None:
        """Stand a unit in a cell."""
        unit, cell = self.state["units"][slot], at[1] * WIDTH + at[0]
        unit["status"], unit["cell"], unit["carrier"], unit["flying"] = Status.ON_TABLE, cell, -1, flying
        self.state["air" if flying else "ground"][cell] = slot + 1

    def slot_of(self, name: str) -> int:
        """The slot of a unit's name."""
        return QUESTIONS.layout.units.index(name)

    def hand(self, seat: str, cards: Sequence[int]) -> None:
        """Cards that a seat holds, by number."""
        k, bits = SEATS.index(seat), sum(1 << (n - 1) for n in cards)
        self.state["hands"][k] = bits
        self.state["deck"][k] &= ~np.uint32(bits)

    def cards_of(self, seat: str) -> set[int]:
        """Cards that a seat holds, by number."""
        return {n + 1 for n in range(30) if int(self.state["hands"][SEATS.index(seat)]) >> n & 1}

    def destroy_squads(self, seat: str, group: int) -> None:
        """All units of a battlegroup (from 1) are lost."""
        self._status(seat, group, Status.DESTROYED)

    def reserve(self, seat: str, group: int) -> None:
        """A battlegroup (from 1) is In Reserve."""
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
        s["depth"], s["phase"], s["decision"], s["decider"] = 1, phase, 0, -1
        s["frames"] = np.zeros((), s["frames"].dtype)
        s["frames"][0]["kind"], s["frames"][0]["step"] = Frame.GAME, step

    def round(self, n: int) -> None:
        """A round is about to begin."""
        self.state["round"] = n - 1
        self._go(Game.INITIATION, Phase.SETUP)

    def initiation(self) -> None:
        """The initiation phase begins."""
        self.settle()

    def activation(self, order: str) -> None:
        """The activation phase begins with this order of initiative."""
        for k, seat in enumerate(order):
            self.state["order"][k] = SEATS.index(seat)
        self.state["round"] = max(int(self.state["round"]), 1)
        self._go(Game.ACTIVATION, Phase.ACTIVATION)
        self.settle()

    def settle(self) -> None:
        """Go on to the next question with a choice."""
        s, t = self._s, self._t
        while True:
            for _ in range(100_000):
                if s.decision or s.over or s.fault:
                    break
                run(s, t)
            assert not s.fault
            if s.over:
                return
            self.mask = np.zeros(QUESTIONS.layout.size, np.uint8)
            legal(s, t, view(self.mask) if INTERPRETED else self.mask)
            assert self.mask.any(), f"{self.decision} has no answer"
            if self.mask.sum() > 1:
                return
            self._answer(int(self.mask.argmax()))

    def _answer(self, action: int) -> None:
        decision = int(self.state["decision"])
        self.state["decision"] = 0
        apply(self._s, self._t, decision, action)

    def play(self, *texts: str) -> None:
        """Answer questions in their text form."""
        for text in texts:
            action = QUESTIONS.layout.parse(text, int(self.state["decision"]))
            assert self.mask[action], f"{text!r} is illegal at {self.ask()}: {sorted(self.legal())[:40]}"
            self._answer(action)
            self.settle()

    def dice(self, *faces: int) -> None:
        """The faces that must fall next."""
        s = self.state
        left = s["tape"][int(s["tape_next"]) : int(s["tape_end"])].tolist() + list(faces)
        s["tape"][: len(left)] = left
        s["tape_next"], s["tape_end"] = 0, len(left)
        self._drawn, self._dictated = int(s["drawn"][0]), True

    def done(self) -> None:
        """Check that exactly the dictated dice were rolled."""
        s = self.state
        assert s["tape_next"] == s["tape_end"], "dice not rolled"
        assert not self._dictated or int(s["drawn"][0]) == self._drawn, "more dice were rolled than dictated"

    # ---- looking

    @property
    def decision(self) -> str:
        return Decision(int(self.state["decision"])).name

    def ask(self) -> tuple[str, str]:
        """The pending question and whose it is."""
        return self.decision, SEATS[int(self.state["decider"])]

    def legal(self) -> set[str]:
        """Texts of the legal answers."""
        return {QUESTIONS.layout.text(int(a), int(self.state["decision"])) for a in np.flatnonzero(self.mask)}

    @property
    def order(self) -> str:
        """Seats in the order of initiative."""
        return "".join(SEATS[int(k)] for k in self.state["order"][: self.seats])

    def unit(self, name: str) -> np.void:
        """A unit's fields."""
        return self.state["units"][self.slot_of(name)]

    def act_all(self) -> None:
        """The active battlegroup is played out: every squad that is asked for takes its first action, stays where it is, and ends."""
        turn = int(self.state["turn"])
        while not self.state["over"] and self.decision != "GROUP" and int(self.state["turn"]) == turn:
            texts = self.legal()
            for word in ("end", "pass", "done", "hold", "stay", "aloft"):
                if word in texts:
                    self.play(word)
                    break
            else:
                self.play(min(texts))
