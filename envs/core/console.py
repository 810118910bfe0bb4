"""A person against bots at the terminal: the board with the legal cells shaded, the legal answers numbered, and the answer as a line of text."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Glyph, Scene, blend, to_ansi
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, SkirmishError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.ruleset import Scenario

HELP = (
    "answer by its number, by its words, or by a cell alone (x,y). Besides: ? all answers, board, undo, history, save FILE, load FILE, help, quit"
)
LEGAL = "#ffd54a"  # the colour towards which legal cells are shaded


class Offer(NamedTuple):
    """The legal answers of a pending decision.

    Attributes:
        numbered: (action, words), those that name no cell, in the order of their numbers from 1 on.
        cells: verb -> cell as "x,y" -> action.
    """

    numbered: list[tuple[int, str]]
    cells: dict[str, dict[str, int]]

    @property
    def texts(self) -> dict[str, int]:
        """Everything that may be typed, but the numbers."""
        named = {words: action for action, words in self.numbered}
        for verb, places in self.cells.items():
            named |= {f"{verb} {place}": action for place, action in places.items()}
        if len(self.cells) == 1:
            named |= next(iter(self.cells.values()))
        return named


def offered(batch: Batch) -> Offer:
    """The legal answers in a batch of one game."""
    layout, decision = batch.scenario.ruleset.layout, int(batch.games[0]["decision"])
    offer = Offer([], {})
    for action in map(int, np.flatnonzero(batch.masks[0])):
        text = layout.text(action, decision)
        if isinstance(layout.action(action).argument, tuple):
            verb, _, place = text.rpartition(" ")
            offer.cells.setdefault(verb, {})[place] = action
        else:
            offer.numbered.append((action, text))
    return offer


def asked(record: np.void, scenario: Scenario) -> str:
    """The pending question in words, with the name of what it is about."""
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    return questions.prompt(decision, questions.subject_name(decision, int(record["subject"])))


def listed(offer: Offer, width: int, limit: int) -> list[str]:
    """The answers as lines of at most `width` characters, `limit` of each kind; 0 for all."""

    def line(words: list[str], head: str) -> list[str]:
        shown = words if limit <= 0 or len(words) <= limit else words[:limit]
        more = [f"... ({len(words)})"] if len(shown) < len(words) else []
        return textwrap.wrap("  ".join([*shown, *more]), max(width, 20), initial_indent=head, subsequent_indent=" " * len(head))

    lines = line([f"{k} {words}" for k, (_, words) in enumerate(offer.numbered, 1)], "* ") if offer.numbered else []
    for verb, places in offer.cells.items():
        lines += line([*places], f"* {verb} ")
    return lines


def shaded(scene: Scene, offer: Offer, color: bool) -> Scene:
    """A scene whose legal cells stand out: by their colour, or without colours by a `+` before what is there."""
    places = {tuple(map(int, place.split(","))) for cells in offer.cells.values() for place in cells}

    def mark(glyph: Glyph) -> Glyph:
        if color:
            return replace(glyph, paper=blend(glyph.paper, LEGAL, 0.6))
        return replace(glyph, text=f"+{glyph.text.strip(' .')}")

    def shade(row: tuple[Glyph, ...], y: int) -> tuple[Glyph, ...]:
        return tuple(mark(glyph) if (x, y) in places else glyph for x, glyph in enumerate(row))

    last = len(scene.glyphs) - 1
    rows = tuple(shade(row, last - k if scene.upward else k) for k, row in enumerate(scene.glyphs))
    return replace(scene, glyphs=rows)


class Table:
    """One game of a person against bots.

    Args:
        scenario: with its seats and options.
        seed: of the game.
        seat: the person's.
        bot: who plays every other seat.
        read: asks for a line; `EOFError` ends the game.
        write: shows a line.
        color: whether the terminal shows colours.
        width: of the terminal, in characters.
        save: writes a game to a file; load: gives it back. Both raise `SkirmishError`.

    Raises:
        BadOption: no such seat. UnknownName: no such bot.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        seat: int,
        bot: str,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        color: bool = True,
        width: int = 140,
        save: Callable[[str, np.ndarray], None] | None = None,
        load: Callable[[str], np.ndarray] | None = None,
    ):
        if not 0 <= seat < scenario.seats:
            raise BadOption(f"seat={seat}: scenario {scenario.name!r} is played by seats 0 to {scenario.seats - 1}")
        self.scenario, self.seat, self.bot = scenario, seat, scenario.ruleset.bot(bot)
        self.read, self.write, self.color, self.width, self.save, self.load = read, write, color, width, save, load
        self.batch = Batch(scenario, 1, observe=False, listen=True)
        self.batch.reset(seed=seed)
        self.past: list[tuple[np.ndarray, int]] = []  # games before the person's answers, and how much had been told
        self.told: list[str] = []
        self._shown: Scene | None = None  # the board that the person saw last

    def play(self) -> Outcome | None:
        """Play to the end; the outcome, None when the person left."""
        self.write(f"You are seat_{self.seat}. {HELP}")
        batch, ruleset = self.batch, self.scenario.ruleset
        while not batch.over[0]:
            record = batch.games[0]
            decider, decision = int(record["decider"]), int(record["decision"])
            if decider == self.seat:
                action = self._answer()
                if action is None:
                    return None
                if action < 0:
                    continue
                self.past.append((batch.games.copy(), len(self.told)))
            else:
                action = int(batch.ask(np.zeros(1, np.int64), self.bot)[0])
            said = ruleset.layout.text(action, decision)
            batch.step(np.array([action]))
            self._tell(f"seat_{decider} {ruleset.decisions(decision).name}: {said}")
            for line in tell(batch.games[0], self.scenario):
                self._tell(f"    {line}")
        self._draw(Offer([], {}), whole=True)
        outcome = outcome_of(batch.games[0], ruleset.reasons)
        assert outcome is not None
        first = ", ".join(f"seat_{s}" for s in outcome.winners) or "nobody"
        self.write(f"{outcome.reason}: first {first}; {'you win' if outcome.winners == (self.seat,) else 'you do not win'}")
        return outcome

    def _tell(self, line: str) -> None:
        self.told.append(line)
        self.write(line)

    def _draw(self, offer: Offer, whole: bool = False) -> None:
        """Draw the board; where nothing on it has changed only if it is asked for whole, and how to read it at first and then only so."""
        scene = shaded(self.scenario.ruleset.scene(self.batch.games[0], self.scenario), offer, self.color)
        if whole or self._shown is None:
            self.write(to_ansi(scene, self.color, self.width))
        elif scene.glyphs != self._shown.glyphs:
            self.write(to_ansi(replace(scene, footer=(), text_key=()), self.color, self.width))
        self._shown = scene

    def _answer(self) -> int | None:
        """The person's legal answer; None when they leave, -1 when the position has become another."""
        record = self.batch.games[0]
        offer, decision = offered(self.batch), int(record["decision"])
        self._draw(offer)
        self.write(f"seat_{int(record['decider'])}: {asked(record, self.scenario)}")
        for line in listed(offer, self.width, 12):
            self.write(line)
        while True:
            try:
                said = self.read(f"{self.scenario.ruleset.decisions(decision).name}> ").strip()
            except EOFError:
                return None
            word, _, rest = said.partition(" ")
            if said in ("quit", "exit"):
                return None
            if said == "?":
                for line in listed(offer, self.width, 0):
                    self.write(line)
            elif said == "board":
                self._draw(offer, whole=True)
            elif said == "help":
                self.write(HELP)
            elif said == "history":
                for line in self.told[-40:]:
                    self.write(line)
            elif said == "undo":
                if self._undo():
                    return -1
            elif word in ("save", "load") and rest:
                if self._file(word, rest.strip()):
                    return -1
            elif said:
                action = self._read_answer(said, offer, decision)
                if action is not None:
                    return action

    def _read_answer(self, said: str, offer: Offer, decision: int) -> int | None:
        """A legal action; None, with a word on why, if it is none."""
        if said.isdigit() and 1 <= int(said) <= len(offer.numbered):
            return offer.numbered[int(said) - 1][0]
        texts = offer.texts
        plain = " ".join(said.lower().split())
        for text, action in texts.items():
            if plain == text.lower():
                return action
        try:
            action = self.scenario.ruleset.layout.parse(said, decision)
        except IllegalAction:
            pass
        else:
            if self.batch.masks[0, action]:
                return action
        close = difflib.get_close_matches(plain, texts, n=3, cutoff=0.5) or [*texts][:3]
        self.write(f"{said!r} is no answer here; for example {' or '.join(map(repr, close))}, ? lists all")
        return None

    def _undo(self) -> bool:
        if not self.past:
            self.write("nothing to undo")
            return False
        games, told = self.past.pop()
        del self.told[told:]
        self._put(games)
        self.write("back to your last decision; the same answer meets the same dice")
        return True

    def _file(self, word: str, name: str) -> bool:
        """Save or load a game. True if the position is another one now."""
        try:
            if word == "save" and self.save is not None:
                self.save(name, self.batch.games)
                self.write(f"saved in {name}")
            elif word == "load" and self.load is not None:
                games = self.load(name)
                self.past.append((self.batch.games.copy(), len(self.told)))
                self._put(games)
                return True
            else:
                self.write(f"{word} is not possible here")
        except SkirmishError as error:
            self.write(str(error))
        return False

    def _put(self, games: np.ndarray) -> None:
        self.batch.games[:] = games
        self.batch.games["listening"] = 1
        self.batch.refresh(0)
