"""A person plays against bots or agents at the terminal: the board with the legal cells shaded, the legal answers numbered, and the answer
as a line of text.

On a terminal every question comes with a screen that fits into it. It shows the board, or the part of a larger board where something can
be done, beside it as many of the panel's lines as there is room for, and below it the question and its answers.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import importlib.util
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypedDict

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import Glyph, Scene, blend, board_text, broken, cell_width, key_text, note_text, to_ansi
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, SkirmishError
from skirmish_rl.envs.core.events import told
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.saved import History

HELP = (
    "Answer by a number, by words, or by a cell alone: 3,4 is column 3, row 4.",
    "Enter: the board again. look 3,4: the board around a cell. ?: all answers. panel: both forces and what has just happened.",
    "info A1: what a unit is and can do. undo: one answer back. history: what has happened. save FILE, load FILE.",
    "help: this and how to read the board. quit.",
)
BESIDE = 30  # characters that the panel needs beside the board
_TIED = "\0"
LEGAL = "#ffd54a"  # the colour towards which legal cells are shaded


class Offer(NamedTuple):
    """The legal answers of a pending decision.

    Attributes:
        numbered: (action, words), those that name no cell, in the order of their numbers from 1 on.
        cells: verb -> cell as "x,y" -> action.
        said: numbered action -> what it is called, and in one sentence what it does, where the ruleset says so.
    """

    numbered: list[tuple[int, str]]
    cells: dict[str, dict[str, int]]
    said: dict[int, tuple[str, str]] = {}

    def told(self, action: int, words: str) -> tuple[str, str]:
        """The name of a numbered action, and what the action does."""
        return self.said.get(action, (words, ""))

    @property
    def texts(self) -> dict[str, int]:
        """Every text that may be typed as an answer, except the numbers."""
        named = {words: action for action, words in self.numbered}
        named |= {label: action for action, (label, _) in self.said.items() if label not in named}
        for verb, places in self.cells.items():
            named |= {f"{verb} {place}": action for place, action in places.items()}
        if len(self.cells) == 1:
            named |= next(iter(self.cells.values()))
        return named


def offered(batch: Batch) -> Offer:
    """The legal answers in a batch of one game."""
    layout, decision = batch.scenario.ruleset.layout, int(batch.games[0]["decision"])
    answer = words_for(batch.scenario.ruleset.name, "answer", plain_answer)
    offer = Offer([], {}, {})
    for action in map(int, np.flatnonzero(batch.masks[0])):
        text = layout.text(action, decision)
        if isinstance(layout.action(action).argument, tuple):
            verb, _, place = text.rpartition(" ")
            offer.cells.setdefault(verb, {})[place] = action
        else:
            offer.numbered.append((action, text))
            offer.said[action] = answer(batch.games[0], batch.scenario, action)
    return offer


def plain_answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """The name and the effect of an answer in a ruleset that has no words of its own for it."""
    return spoken({}, record, scenario, action)


def asked(record: np.void, scenario: Scenario) -> str:
    """The pending question in words, with the name of its subject."""
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    return questions.prompt(decision, questions.subject_name(decision, int(record["subject"])))


def questioned(texts: Mapping[int, str], record: np.void, scenario: Scenario, more: str = "") -> str:
    """The pending question as it is put to a person; a decision without words here is asked as the ruleset declares it.

    Args:
        texts: decision -> a question such as "Where does {subject} move?". more: what is left to decide, such as "2 actions left", or "".
    """
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    subject = questions.subject_name(decision, int(record["subject"])).replace("_", " ") or "it"
    text = texts.get(decision, "")
    said = text.format(subject=subject) if text else questions.prompt(decision, subject)
    return f"{said} ({more})" if more else said


def counted(count: int, one: str, several: str) -> str:
    """A number with its noun: "1 action left", "2 actions left"."""
    return f"{count} {one if count == 1 else several}"


def plain_question(record: np.void, scenario: Scenario) -> str:
    """The pending question in a ruleset that has no words of its own for it."""
    return asked(record, scenario)


def question_text(record: np.void, scenario: Scenario) -> str:
    """The pending question as it is put to a person, by `render/asking.py` of its ruleset or else by its declaration."""
    said: str = words_for(scenario.ruleset.name, "question", plain_question, "asking")(record, scenario)
    return said


class Card(TypedDict):
    """The description of one unit, for people.

    Attributes:
        figures: of each figure its name, its value and its meaning. columns: of each column of `weapons` its name and its meaning.
        weapons: a row for each weapon. abilities: name and effect of each. state: how the unit stands now.
    """

    figures: list[tuple[str, str, str]]
    columns: tuple[tuple[str, str], ...]
    weapons: list[list[str]]
    abilities: list[tuple[str, str]]
    state: str


def no_card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """The card of a unit in a ruleset that makes no cards: None."""
    return None


def card_of(record: np.void, scenario: Scenario, unit: str) -> Card | None:
    """The card of a unit, by the name that action texts use; None where there is no unit of that name."""
    units = scenario.ruleset.layout.units
    made: Card | None = None
    if unit in units:
        made = words_for(scenario.ruleset.name, "card", no_card, "cards")(record, scenario, units.index(unit))
    return made


class Place(TypedDict):
    """What a cell means to a unit that might be put there.

    Attributes:
        far: the distance from where the unit stands, in the words of its game; "" where it stands nowhere.
        groups: a heading such as "sees" with the enemies concerned, each with its distance or with what covers it.
    """

    far: str
    groups: list[tuple[str, list[tuple[str, str]]]]


def no_place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """The meaning of a cell to a unit in a ruleset that does not say: None."""
    return None


def place_of(record: np.void, scenario: Scenario, unit: str, cell: tuple[int, int]) -> Place | None:
    """What a cell means to a unit, by the name that action texts use; None where there is no such unit or cell."""
    units, (width, size) = scenario.ruleset.layout.units, cells_of(scenario.ruleset)
    number = cell[1] * width + cell[0]
    made: Place | None = None
    if unit in units and cell[0] < width and number < size:
        made = words_for(scenario.ruleset.name, "place", no_place, "places")(record, scenario, units.index(unit), number)
    return made


def cells_of(ruleset: Ruleset) -> tuple[int, int]:
    """The number of cells in a row of a ruleset's boards, and on the whole board."""
    sizes = [(block.width, block.size) for block in ruleset.layout.blocks.values() if block.kind == "cell"]
    return max(sizes, default=(0, 0))


def standing(record: np.void, slot: int, places: list[tuple[str, int]]) -> np.void:
    """A copy of a record in which one unit stands somewhere else.

    Args:
        slot: of the unit.
        places: (field of the unit, value) pairs that say where it stands.
    """
    copy = np.array([record], record.dtype)
    for name, value in places:
        copy["units"][name][0, slot] = value
    moved: np.void = copy[0]
    return moved


# (question, block or answer) -> (what the answer is called, in one sentence what it does, the clauses that say so). The question 0 stands
# for any; an answer is written `counter` or `spend 0`. In the texts {name} is whom or what the answer names, {subject} what the question
# is about, {value} and {other} are numbers that a ruleset knows.
Sayings = Mapping[tuple[int, str], tuple[str, str, str]]


def spoken(sayings: Sayings, record: np.void, scenario: Scenario, action: int, value: int = 0, other: int = 0) -> tuple[str, str]:
    """The name of an answer as people read it, and in one sentence what it does ("" where that is plain).

    The name leaves out a cell, because the cell is seen on the board.
    """
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    layout, subject = questions.layout, questions.subject_name(decision, int(record["subject"])).replace("_", " ")
    block, argument = layout.action(action)
    kind, verb = layout.blocks[block].kind, layout.verb(decision, block).replace("-", " ")
    named = "" if argument is None or kind == "cell" else str(argument)
    is_name = named in layout.units or named[:6] in ("north-", "south-")  # directions keep their hyphens
    name = named if is_name else named.lower().replace("-", " ")
    usual = name if kind == "option" else f"{verb} {name}".strip()
    label, does, _ = saying_of(sayings, decision, block, f"{block} {named}" if kind == "number" else named.lower()) or (usual, "", "")
    said = [text.format(name=name, subject=subject, value=value, other=other) for text in (label or usual, does)]
    return said[0], said[1]


def saying_of(sayings: Sayings, decision: int, block: str, key: str) -> tuple[str, str, str] | None:
    """The entry of `sayings` for an answer: for this answer in this question, else for its block, else for this answer in any question."""
    return sayings.get((decision, key)) or sayings.get((decision, block)) or sayings.get((0, key))


@functools.cache
def words_for(name: str, what: str, otherwise: Any, place: str = "answers") -> Any:
    """An object from a module in a ruleset's `render` folder, or `otherwise` where the module or the object does not exist.

    Args:
        name: of the ruleset. what: name of the object. place: name of the module, such as `answers`.
    """
    from skirmish_rl.envs.registry import entry_of

    module = f"{entry_of(name).module}.render.{place}"
    if importlib.util.find_spec(module.rpartition(".")[0]) is None or importlib.util.find_spec(module) is None:
        return otherwise
    return getattr(importlib.import_module(module), what, otherwise)


def no_hand(record: np.void, scenario: Scenario, seat: int) -> list[tuple[int, str, str]]:
    """The hidden cards that a seat knows in a ruleset without hidden cards: none."""
    return []


def never_silent(record: np.void, scenario: Scenario, action: int) -> bool:
    """Whether an answer is silent, see `is_silent`, in a ruleset without silent answers: never."""
    return False


def hand_of(record: np.void, scenario: Scenario, seat: int) -> list[tuple[int, str, str]]:
    """The hidden cards that a seat knows, its own first: the seat that holds the card, the card's name and its effect."""
    found: list[tuple[int, str, str]] = words_for(scenario.ruleset.name, "hand", no_hand)(record, scenario, seat)
    return found


def is_silent(record: np.void, scenario: Scenario, action: int) -> bool:
    """True for an answer that is reported to nobody else.

    It changes nothing on the table, and that the question was asked at all would tell what is in a hand.
    """
    return bool(words_for(scenario.ruleset.name, "silent", never_silent)(record, scenario, action))


def listed(offer: Offer, width: int, limit: int, say: Callable[[str], str] = str) -> list[str]:
    """The answers as lines of at most `width` characters, with at most `limit` answers of each kind; 0 for all."""

    def line(words: list[str], head: str) -> list[str]:
        shown = words if limit <= 0 or len(words) <= limit else words[:limit]
        more = [f"... ({len(words)})"] if len(shown) < len(words) else []
        whole = "  ".join(word.replace(" ", _TIED) for word in [*shown, *more])  # lines break between answers
        return [part.replace(_TIED, " ") for part in broken(head + whole, max(width, 20), " " * len(head))]

    called = [f"{k} {offer.told(action, words)[0]}" for k, (action, words) in enumerate(offer.numbered, 1)]
    lines = line(called, "* ") if called else []
    for verb, places in offer.cells.items():
        lines += line([*places], f"* {say(verb)} ")
    return lines


def explained(offer: Offer, width: int, say: Callable[[str], str] = str) -> list[str]:
    """All answers, each numbered one on a line of its own with its name and its effect."""
    lines: list[str] = []
    for k, (action, words) in enumerate(offer.numbered, 1):
        label, does = offer.told(action, words)
        also = f" ({words})" if words != label else ""
        lines += broken(f"{k} {label}{also}{f': {does}' if does else ''}", max(width, 20), " " * 6)
    return lines + listed(Offer([], offer.cells), width, 0, say)


def card_text(unit: str, card: Card, width: int) -> list[str]:
    """A unit's card as lines."""
    figures = [f"{name} {value}" for name, value, _ in card["figures"]]
    lines = [f"{unit}: {card['state']}", ", ".join(figures)]
    heads = [name for name, _ in card["columns"]]
    rows = [heads, *card["weapons"]] if card["weapons"] else []
    widths = [max(len(row[k]) for row in rows) for k in range(len(heads))] if rows else []
    lines += ["  ".join(value.ljust(size) for value, size in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines += [f"{name}: {text}" for name, text in card["abilities"]]
    lines += [f"{name}: {meaning}" for name, _, meaning in card["figures"]]
    return [part for line in lines for part in broken(line, max(width, 20), " " * 4)]


_DULL = re.compile(r"    (round \d+|Turn \d+|[a-z ]+ phase|.* has one answer: .*|.* activates .*|.* is activated|\w+: end)")


def deeds_in(told: list[str], width: int, most: int, say: Callable[[str], str] = str) -> list[str]:
    """The newest of the reported events, in at most `most` lines; what is plain from the question is left out."""
    news = [line.strip() for line in told if line.startswith("    ") and not _DULL.fullmatch(line)]
    lines: list[str] = []
    for k in range(len(news) - 1, -1, -1):
        longer = broken(say(f"since your answer: {'... ' if k else ''}{'; '.join(news[k:])}"), width, " " * 4)
        if len(longer) > most:
            break
        lines = longer
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
    return replace(scene, text=lambda: rows)


def fitting(offer: Offer, width: int, most: int, say: Callable[[str], str] = str) -> list[str]:
    """The answers in at most `most` lines, with as many answers of every kind as fit."""
    for limit in (12, 8, 5, 3, 2, 1):
        lines = listed(offer, width, limit, say)
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], say(f"* and {len(lines) - most + 1} more kinds of answers: ? lists them")]


def window(weights: np.ndarray, columns: int, rows: int) -> tuple[range, range]:
    """The part of a board, of at most so many columns and rows, that holds the most weight; among equal parts the most central one.

    Args:
        weights: (height, width), at least 0.
    """
    high, wide = weights.shape
    columns, rows = min(columns, wide), min(rows, high)
    sums = np.zeros((high + 1, wide + 1))
    sums[1:, 1:] = weights.cumsum(axis=0).cumsum(axis=1)
    held = sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns] + sums[:-rows, :-columns]
    weighed = weights + 1e-9
    middle_y, middle_x = ((np.arange(n) * weighed.sum(axis=1 - axis)).sum() / weighed.sum() for axis, n in enumerate(weights.shape))
    apart = np.abs(np.arange(high - rows + 1) + (rows - 1) / 2 - middle_y)[:, None] + np.abs(
        np.arange(wide - columns + 1) + (columns - 1) / 2 - middle_x
    )
    y, x = np.unravel_index(np.argmax(held - 1e-6 * apart), held.shape)
    return range(int(x), int(x) + columns), range(int(y), int(y) + rows)


def span(part: range, whole: int, upward: bool = False) -> str:
    """The first and the last number on the board's edge that a part shows, and how many there are in all."""
    first, last = (whole - part.stop, whole - 1 - part.start) if upward else (part.start, part.stop - 1)
    return f"{first} to {last} of {whole}"


def screen(
    scene: Scene, weights: np.ndarray, below: list[str], color: bool, width: int, height: int, say: Callable[[str], str] = str
) -> list[str]:
    """The board and the lines below it in at most `height` lines; the last line of the terminal is left for the answer.

    Args:
        weights: (rows, columns) of the text board, from the top: how much each cell is worth seeing.
        below: at most half of the lines.
    """
    lines, each = height - 1 - len(below), cell_width(scene)
    across = (width - 3 - (each // 2 if scene.staggered else 0)) // each
    high, wide = weights.shape
    is_cut = across < wide or lines - 1 < high
    columns, rows = window(weights, max(across, 1), max(lines - 1 - is_cut, 1))
    board, plain = (board_text(scene, with_color, columns, rows) for with_color in (color, False))
    if is_cut:
        part = f"columns {span(columns, wide)}, rows {span(rows, high, scene.upward)}"
        below = [say(f"(a part: {part}; look x,y: another)"), *below]
    edge = max(map(len, plain))
    if width - edge - 3 >= BESIDE:
        panel = note_text(scene, color, width - edge - 3)
        if len(panel) > lines - is_cut:
            panel = [*panel[: lines - is_cut - 1], say("... (panel: the rest)")]
        rows_beside = itertools.zip_longest(board, plain, panel, fillvalue="")
        board = [left + " " * (edge + 3 - len(bare)) + right for left, bare, right in rows_beside]
    return [line.rstrip() for line in board] + below


def as_drawn(scene: Scene) -> Scene:
    """The scene itself, in the language in which it was drawn."""
    return scene


def said_offer(offer: Offer, say: Callable[[str], str]) -> Offer:
    """The answers with their names and effects in another language; they may still be typed in English."""
    return offer._replace(said={action: (say(label), say(does)) for action, (label, does) in offer.said.items()})


def said_card(card: Card, say: Callable[[str], str]) -> Card:
    """A unit's card in another language."""
    return {
        "figures": [(say(name), say(value), say(meaning)) for name, value, meaning in card["figures"]],
        "columns": tuple((say(name), say(meaning)) for name, meaning in card["columns"]),
        "weapons": [[say(value) for value in row] for row in card["weapons"]],
        "abilities": [(say(name), say(does)) for name, does in card["abilities"]], "state": say(card["state"]),
    }  # fmt: skip


class LessonText(Protocol):
    """An explanation that is given once: a short heading, and a text in which *one* or **two** asterisks mark what is stressed."""

    @property
    def about(self) -> str: ...

    @property
    def text(self) -> str: ...


class Teaching(Protocol):
    """The protocol of a teacher, who explains what is new in a guided game; `envs/words/lessons.py` has one."""

    @property
    def shown(self) -> list[Any]:
        """The lessons of the newest question."""

    def hear(self, kinds: Iterable[int]) -> None:
        """Take note that events of these kinds have happened."""

    def ask(self, question: str) -> list[Any]:
        """The lessons of a question, by its name."""


class Table:
    """One game of a person against bots or agents.

    Args:
        scenario: with its seats and options.
        seed: of the game.
        seat: the person's.
        opponent: who plays every other seat: a bot by its name, or a function that is asked for answers, as an agent's `act` is.
        read: asks for a line; `EOFError` ends the game.
        write: shows a line.
        color: whether the terminal shows colours.
        width, height: of the terminal, in characters; height 0: there is no terminal, and everything is written in full.
        save: writes a game, a record and its history, to a file; load: gives both back. Both raise `SkirmishError`.
        teacher: explains what is new, in a guided game.
        say: translates a text into the person's language. said_scene: translates the lines of a scene.

    Raises:
        BadOption: no such seat. UnknownName: no such bot.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        seat: int,
        opponent: str | Callable[[Batch, np.ndarray], np.ndarray],
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        color: bool = True,
        width: int = 140,
        height: int = 0,
        save: Callable[[str, np.ndarray, History], None] | None = None,
        load: Callable[[str], tuple[np.ndarray, History]] | None = None,
        teacher: Teaching | None = None,
        say: Callable[[str], str] = str,
        said_scene: Callable[[Scene], Scene] = as_drawn,
    ):
        if not 0 <= seat < scenario.seats:
            raise BadOption(f"seat={seat}: scenario {scenario.name!r} is played by seats 0 to {scenario.seats - 1}")
        self.scenario, self.seat = scenario, seat
        bot = scenario.ruleset.bot(opponent) if isinstance(opponent, str) else 0
        self.ask = (lambda batch, index: batch.ask(index, bot)) if isinstance(opponent, str) else opponent
        self.read, self.write, self.color, self.width, self.save, self.load = read, write, color, width, save, load
        self.teacher, self.say, self.said_scene = teacher, say, said_scene
        self.height = max(height, 16) if height else 0
        self.batch = Batch(scenario, 1, observe=False, listen=True)
        self.batch.reset(seed=seed)
        self.history = History([(0, int(self.batch.seeds[0]))], self.batch.control[0].tolist(), [])
        self.past: list[
            tuple[np.ndarray, History, int, int]
        ] = []  # games before the person's answers, how many they had, how much had been told
        self.told: list[str] = []
        self._shown: Scene | None = None  # the board that the person saw last
        self._kept = 0  # answers when the game was saved or loaded last, or when the person was told that they are not saved
        self._since = 0  # how much had been told when the person answered last

    def play(self) -> Outcome | None:
        """Play to the end and return the outcome, or None when the person left."""
        batch, ruleset = self.batch, self.scenario.ruleset
        if not self._begin():
            return None
        self._hear(told(batch.games[0], self.scenario))
        while not batch.over[0]:
            record = batch.games[0]
            decider, decision = int(record["decider"]), int(record["decision"])
            if decider == self.seat:
                action = self._answer()
                if action is None:
                    return None
                if action < 0:
                    continue
                self._keep()
                self._since = len(self.told)
            else:
                action = int(self.ask(batch, np.zeros(1, np.int64))[0])
            said, silent = ruleset.layout.text(action, decision), decider != self.seat and is_silent(record, self.scenario, action)
            batch.step(np.array([action]))
            self.history.answers.append(action)
            if not silent:
                self._tell(f"seat_{decider} {in_words(ruleset.decisions(decision))}: {said}")
            news = told(batch.games[0], self.scenario)
            self._hear(news)
            for _, line in news:
                self._tell(f"    {line}")
        outcome = outcome_of(batch.games[0], ruleset.reasons)
        assert outcome is not None
        first = ", ".join(f"seat_{s}" for s in outcome.winners) or "nobody"
        end = f"{outcome.reason}: first {first}; {'you win' if outcome.winners == (self.seat,) else 'you do not win'}"
        self._draw(Offer([], {}), [self.say(end)], whole=True)
        self._teach("END")
        return outcome

    def _hear(self, news: list[tuple[int, str]]) -> None:
        """Let the teacher know what has happened."""
        if self.teacher is not None:
            self.teacher.hear(kind for kind, _ in news)

    def _teach(self, question: str) -> bool:
        """Tell what is new with a question; at a terminal it is read before the board takes the screen. False if the person has left."""
        lessons = self.teacher.ask(question) if self.teacher is not None else []
        self._tell_lessons(lessons)
        if not lessons or not self.height or self.batch.over[0]:
            return True
        try:
            said = self.read(self.say("Enter goes on, off ends the explanations> ")).strip()
        except EOFError:
            return False
        if said == "off":
            self.teacher = None
        return True

    def _tell_lessons(self, lessons: list[LessonText]) -> None:
        for lesson in lessons:
            for line in broken(f"** {self.say(lesson.about)}: {self.say(lesson.text).replace('*', '')}", self.width - 1, " " * 3):
                self.write(line)

    def _begin(self) -> bool:
        """Say what the game is about. False if the person has left."""
        lines = [self.say(f"You are seat_{self.seat}."), *self._help()]
        for line in lines:
            self.write(line)
        if not self.height:
            return True
        try:
            self.read(self.say("Enter begins> "))  # the board takes the whole screen
        except EOFError:
            return False
        return True

    def _help(self) -> list[str]:
        """What the game is about, how to answer and how to read the board."""
        scene = self.said_scene(self.scenario.ruleset.scene(self.batch.games[0], self.scenario))
        aim = [line for sentence in scene.aim for line in broken(sentence, self.width)]
        commands = [line for sentence in HELP for line in broken(self.say(sentence), self.width)]
        marked = self.say("Cells that can be chosen are yellow." if self.color else "Cells that can be chosen have a +.")
        return [*aim, "", *commands, "", *(key_text(scene, self.width) if self.height else ()), marked]

    def _tell(self, line: str) -> None:
        self.told.append(line)
        self._write_told(line)

    def _write_told(self, line: str) -> None:
        """Write a line of what has happened."""
        said = self.say(line)
        for part in broken(said, self.width, " " * 8) if self.height else [said]:
            self.write(part)

    def _draw(self, offer: Offer, below: list[str], whole: bool = False, at: tuple[int, int] | None = None) -> None:
        """Draw the board and write what stands below it.

        Without a terminal it is drawn where something on it has changed or if it is asked for whole, and how to read it is said at first
        and then only so.

        Args:
            at: the column and the row that a part of the board is to show.
        """
        scene = shaded(self.said_scene(self.scenario.ruleset.scene(self.batch.games[0], self.scenario)), offer, self.color)
        if self.height:
            for line in screen(scene, self._weights(scene, offer, at), below, self.color, self.width, self.height, self.say):
                self.write(line)
        else:
            if whole or self._shown is None:
                self.write(to_ansi(scene, self.color, self.width))
            elif scene.glyphs != self._shown.glyphs:
                self.write(to_ansi(replace(scene, footer=(), text_key=()), self.color, self.width))
            for line in below:
                self.write(line)
        self._shown = scene

    def _weights(self, scene: Scene, offer: Offer, at: tuple[int, int] | None) -> np.ndarray:
        """How much each cell of the text board is worth seeing: what is asked for, what the question is about, what can be chosen, what
        has changed.
        """
        high, wide = len(scene.glyphs), len(scene.glyphs[0])
        weights, last = np.zeros((high, wide)), high - 1
        if at is not None:
            weights[last - at[1] if scene.upward else at[1], at[0]] = 1e6
        record, layout = self.batch.games[0], self.scenario.ruleset.layout
        subject = self.scenario.ruleset.questions.subject_name(int(record["decision"]), int(record["subject"])).lower()
        named = {word for words in offer.texts for word in words.lower().split()} & {name.lower() for name in layout.units}
        places = {place for cells in offer.cells.values() for place in cells}
        for k, row in enumerate(scene.glyphs):
            for x, glyph in enumerate(row):
                place = f"{x},{last - k if scene.upward else k}"
                names = set(re.findall(r"[a-z]+\d+", glyph.text.lower()))
                weights[k, x] += (
                    1000 * (subject in names or subject == place) + 20 * bool(names & named) + 5 * (place in places) + 0.1 * bool(names)
                )
                if self._shown is not None and self._shown.glyphs[k][x].text.strip("+ ") != glyph.text.strip("+ "):
                    weights[k, x] += 1
        return weights

    def _answer(self) -> int | None:
        """The person's legal answer; None when they leave, -1 when the position has become another."""
        record = self.batch.games[0]
        offer, decision = said_offer(offered(self.batch), self.say), int(record["decision"])
        if not self._teach(self.scenario.ruleset.decisions(decision).name):
            return None
        room = max(self.height // 5, 4) if self.height else 10**6
        score = broken(self.say(self.scenario.ruleset.summary(record, self.scenario)), self.width - 1)[:2] if self.height else []
        question = broken(self.say(f"seat_{int(record['decider'])}, you: {question_text(record, self.scenario)}"), self.width - 1)
        deeds = deeds_in(self.told[self._since :], self.width - 1, 2 if self.height > 30 else 1, self.say) if self.height else []
        cards = [name if seat == self.seat else f"{name} (seat_{seat})" for seat, name, _ in hand_of(record, self.scenario, self.seat)]
        hand = broken(self.say(f"cards that you know: {', '.join(cards)}"), self.width - 1) if cards else []
        below = [*score, *deeds, *hand, *question, *fitting(offer, self.width - 1, room, self.say)]
        self._draw(offer, below)
        while True:
            try:
                said = self.read(f"{self.say(in_words(self.scenario.ruleset.decisions(decision)))}> ").strip()
            except EOFError:
                return None
            word, _, rest = said.partition(" ")
            if said in ("quit", "exit"):
                if self._is_kept():
                    return None
                self.write(self.say("not saved: save FILE keeps this game, quit leaves it"))
            elif said == "?":
                for line in explained(offer, self.width, self.say):
                    self.write(line)
            elif said in ("lesson", "off") and self.teacher is not None:
                self._tell_lessons(self.teacher.shown)
                self.teacher = None if said == "off" else self.teacher
            elif word == "info":
                self._info(rest.strip().upper())
            elif said == "board" or (not said and self.height):
                self._draw(offer, below, whole=True)
            elif word == "look":
                self._look(rest, offer, below)
            elif said == "panel":
                for line in note_text(self._shown or Scene("", 0, 0, ()), self.color, self.width - 1):
                    self.write(line)
                for seat, name, does in hand_of(record, self.scenario, self.seat):
                    holds = f"{'your card' if seat == self.seat else f'seat_{seat} holds'} {name}: {does}"
                    for line in broken(self.say(holds), self.width - 1, " " * 8):
                        self.write(line)
            elif said == "help":
                for line in self._help():
                    self.write(line)
            elif said == "history":
                for line in self.told[-40:]:
                    self._write_told(line)
            elif said == "undo":
                if self._undo():
                    return -1
            elif word in ("save", "load") and rest:
                if self._file(word, rest.strip()):
                    return -1
            elif said:
                action, why = self._read_answer(said, offer, decision)
                if action is not None:
                    return action
                if self.height:
                    self._draw(offer, [*below, *broken(why, self.width - 1)[:2]])
                else:
                    self.write(why)

    def _read_answer(self, said: str, offer: Offer, decision: int) -> tuple[int | None, str]:
        """A legal action; None, and why, if it is none."""
        if re.fullmatch("[0-9]{1,6}", said) and 1 <= int(said) <= len(offer.numbered):
            return offer.numbered[int(said) - 1][0], ""
        texts = offer.texts
        plain = " ".join(said.lower().split())
        for text, action in texts.items():
            if plain == text.lower():
                return action, ""
        try:
            action = self.scenario.ruleset.layout.parse(said, decision)
        except IllegalAction:
            pass
        else:
            if self.batch.masks[0, action]:
                return action, ""
        close = difflib.get_close_matches(plain, texts, n=3, cutoff=0.5) or [*texts][:3]
        examples = f" {self.say('or')} ".join(map(repr, close))
        return None, self.say(f"{said!r} is no answer here; for example {examples}, ? lists all")

    def _info(self, unit: str) -> None:
        """Tell what a unit is and can do."""
        card = card_of(self.batch.games[0], self.scenario, unit)
        names = self.scenario.ruleset.layout.units
        there = [name for name in names if card_of(self.batch.games[0], self.scenario, name)][:40] if card is None else []
        missing = broken(self.say(f"info {unit or 'A1'}: no such unit here; there are {' '.join(there)}"), self.width)
        for line in missing if card is None else card_text(unit, said_card(card, self.say), self.width):
            self.write(line)

    def _look(self, place: str, offer: Offer, below: list[str]) -> None:
        """Draw the board around a cell."""
        cell = re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", place.strip())
        x, y = (int(cell[1]), int(cell[2])) if cell else (-1, -1)
        high, wide = (len(self._shown.glyphs), len(self._shown.glyphs[0])) if self._shown else (0, 0)
        if 0 <= x < wide and 0 <= y < high:
            self._draw(offer, below, whole=True, at=(x, y))
        else:
            self.write(
                self.say(
                    f"look {place}: give a column from 0 to {wide - 1} and a row from 0 to {high - 1}, for example look "
                    f"{wide // 2},{high // 2}"
                )
            )

    def _undo(self) -> bool:
        if not self.past:
            self.write(self.say("nothing to undo"))
            return False
        games, history, answers, told = self.past.pop()
        del self.told[told:], history.answers[answers:]
        self._since = len(self.told)
        self._put(games, history)
        self.write(self.say("back to your last decision; the same answer meets the same dice"))
        return True

    def _file(self, word: str, name: str) -> bool:
        """Save or load a game. True if the position is another one now."""
        shown = name if name.isprintable() else repr(name)
        try:
            if word == "save" and self.save is not None:
                self.save(name, self.batch.games, self.history)
                self._kept = len(self.history.answers)
                self.write(self.say(f"saved in {shown}"))
            elif word == "load" and self.load is not None:
                games, history = self.load(name)
                self._keep()
                self._put(games, history)
                self._kept = len(history.answers)
                return True
            else:
                self.write(self.say(f"{word} is not possible here"))
        except SkirmishError as error:
            self.write(f"{word} {shown}: {error}")
        return False

    def _is_kept(self) -> bool:
        """True if nothing is lost when the person leaves, or they have been told what is lost."""
        was, self._kept = self._kept, len(self.history.answers)
        return self.save is None or not self.past or was == self._kept

    def _keep(self) -> None:
        """Keep the position, for `undo`."""
        self.past.append((self.batch.games.copy(), self.history, len(self.history.answers), len(self.told)))

    def _put(self, games: np.ndarray, history: History) -> None:
        self.history = history
        self.batch.games[:] = games
        self.batch.games["listening"] = 1
        self.batch.refresh(0, check=False)
