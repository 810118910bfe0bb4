"""The rules as text for people and language models, made from the dossier: short, for one scenario, or whole.

With the numbers of the clauses.

`short` is the game in one minute, how it is won, and how one answers (about 1,000 tokens); `scenario` adds what is asked in it, what every
answer does and who plays, and the clauses that these name (about 3,000 to 6,000); `full` is the dossier without its sources and notes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import saying_of, words_for
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.files import read_text
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.texts import lines_of
from skirmish_rl.envs.words.answers import answer_words
from skirmish_rl.envs.words.fields import facts_of
from skirmish_rl.envs.words.seen import seen

SIZES = ("short", "scenario", "full")
_LARGEST = 2**20  # bytes of a dossier or a page
_GAMES, _SEED = 24, 20_260_101  # that show what a scenario asks
_DEEDS = ("ABILITIES", "CARDS")  # tables of a `render/answers.py` beside SAYINGS
_KEPT = ("Clauses", "Tables", "Unit profiles", "Scenarios", "Digitising")  # chapters of a dossier that are rules
_SENTENCE = 220  # letters of a clause in the middle size
_MIDDLE = 12_000  # letters that the middle size is filled up to with the clauses of the public game's own rules
_CLAUSE = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* (.*)$")
_TAGS = re.compile(r" ?\[(?:seed|ext\??|house)[^\]]*\](?:\{[^}]*\})?|\{[A-Z](?:,[A-Z])*\}| ?\*\*\(decision[^)]*\)\*\*| ?\(decision\)")
_ANSWERING = (
    "One small question comes after another, each with all its legal answers; what has one answer only is done by itself. Answer with "
    "one of the phrases as it is written. Where a line lists several cells with |, give one of them, as in B3: place 6,11. A cell is x,y. "
    "Units are called by a letter for their seat (A for seat_0, B for seat_1) and a number."
)


def rules(scenario: Scenario, size: str = "short") -> str:
    """The rules of a scenario as text.

    Args:
        size: "short", "scenario" or "full".

    Raises:
        BadOption: another size.
    """
    if size not in SIZES:
        raise BadOption(f"size={size!r}: expected one of {', '.join(SIZES)}")
    ruleset = scenario.ruleset
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=_SEED)
    scene = ruleset.scene(batch.games[0], scenario)
    head = [
        f"# {ruleset.title}",
        "",
        *_minute(ruleset),
        "",
        "How it is won",
        *(f"- {line}" for line in scene.aim),
        "",
        "How to answer",
        _ANSWERING,
    ]
    if size == "full":
        return "\n".join([*head, "", *_dossier(ruleset)]) + "\n"
    board = ["", "How to read the board", *(f"- {line}" for line in scene.text_key or scene.footer)]
    if size == "short":
        return "\n".join([*head, *board, "", "What is asked", *_questions(ruleset)]) + "\n"
    asked = asked_in(scenario)
    who = ruleset.language.roster(batch.games[0], scenario)
    said = [line for question in asked for line in question.lines()]
    terms = list(_terms(ruleset, seen(batch.games[0], scenario, -1, False)["units"]))
    named = {clause for one in asked for clause in one.clauses}
    lines = [
        *head, *board, "", f"The scenario {scenario.name}", *_options(scenario), "", "Who plays", *(f"- {line}" for line in who),
        *filter(None, [getattr(facts_of(ruleset.name), "PROFILE", "")]), *(["", "What their words mean", *terms] if terms else []),
        "", "What is asked, and what each answer does", *said, "", "Seldom asked", *_questions(ruleset, {one.decision for one in asked}),
        "", "The clauses named above", *_clauses(ruleset, named),
    ]  # fmt: skip
    return "\n".join([*lines, *_further(ruleset, named, _MIDDLE - sum(map(len, lines)))]) + "\n"


def _page(kind: str, ruleset: Ruleset) -> str:
    """A page of the documentation that comes with the package, "" for a ruleset from elsewhere."""
    path = Path(str(files("skirmish_rl") / kind / f"{ruleset.name}.md"))
    return read_text(path, _LARGEST) if path.is_file() else ""


def _minute(ruleset: Ruleset) -> list[str]:
    """The game in one minute, from its page."""
    _, _, rest = _page("games", ruleset).partition("## The game in one minute\n")
    return _joined(lines_of(_plain(rest.partition("\n## ")[0].strip())))


def _plain(text: str) -> str:
    """Markdown without its marks for strong words and links."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*?([^*\n]+)\*\*?", r"\1", text)


def _joined(lines: Iterable[str]) -> list[str]:
    """Each point of a list in a line of its own."""
    sections: list[str] = []
    for line in lines:
        if line.startswith("  ") and sections:
            sections[-1] += " " + line.strip()
        elif line.strip():
            sections.append(line)
    return sections


def _options(scenario: Scenario) -> list[str]:
    """What is settled of a scenario."""
    said = ", ".join(f"{name} {value}" for name, value in scenario.options.items() if value is not None)
    forces = ", ".join(f"seat_{seat} plays {Path(player).stem}" for seat, player in enumerate(scenario.players))
    return [f"- {scenario.seats} seats: {forces}", *([f"- options: {said}"] if said else [])]


def _questions(ruleset: Ruleset, without: Iterable[int] = ()) -> list[str]:
    """Every question of a ruleset with the verbs of its answers, in one line each."""
    rows, left_out = ruleset.questions.rows, set(without)
    return [
        f"- {row.name}: {_asked(row)}: {', '.join(row.answers.values())}" for number, row in sorted(rows.items()) if number not in left_out
    ]


def _asked(row: Any) -> str:
    return str(row.sentence.format(subject=f"the {row.subject}" if row.subject else "it"))


class Answer(NamedTuple):
    """An answer, or all of one kind, as it is called and what it does."""

    label: str
    does: str
    clauses: tuple[str, ...]


class Asked(NamedTuple):
    """A question that a scenario asks, with the kinds of answers that were legal."""

    decision: int
    name: str
    sentence: str
    who: str
    answers: list[Answer]

    @property
    def clauses(self) -> list[str]:
        return [clause for answer in self.answers for clause in answer.clauses]

    def lines(self) -> Iterator[str]:
        """The question, and below it the answers: plain ones in one line, each other one with what it does."""
        yield f"- {self.name} ({self.who}): {self.sentence}"
        plain = [answer.label for answer in self.answers if not answer.does]
        if plain:
            yield f"    {' | '.join(plain)}"
        for answer in self.answers:
            if answer.does:
                cited = f" [{' '.join(answer.clauses)}]" if answer.clauses else ""
                yield f"    {answer.label}: {answer.does}{cited}"


def asked_in(scenario: Scenario) -> list[Asked]:
    """What a scenario asks, found by playing it: a few games at random and by its strongest bot, always the same ones."""
    key = scenario.id
    if key not in _FOUND:
        if len(_FOUND) >= _MOST:
            _FOUND.clear()
        _FOUND[key] = list(_asked_in(scenario))
    return _FOUND[key]


_FOUND: dict[str, list[Asked]] = {}
_MOST = 32  # scenarios of which it is kept


def _asked_in(scenario: Scenario) -> Iterator[Asked]:
    ruleset = scenario.ruleset
    found: dict[int, dict[tuple[str, str], Answer]] = {}
    for record, action in _legal(scenario):
        decision = int(record["decision"])
        kind = _kind(ruleset, action)
        answers = found.setdefault(decision, {})
        if kind not in answers:
            answers[kind] = _answer(record, scenario, action)
    for decision, answers in sorted(found.items()):
        row: Any = ruleset.questions.rows[decision]
        unique = {answer.label: answer for answer in answers.values()}
        yield Asked(decision, row.name, _asked(row), row.who, list(unique.values()))


def _legal(scenario: Scenario) -> Iterator[tuple[np.void, int]]:
    """Every answer that was legal in some games, each with the first position in which it was."""
    batch = Batch(scenario, _GAMES, observe=False)
    batch.reset(seed=_SEED)
    known: dict[int, np.ndarray] = {}
    luck, strongest = np.random.default_rng(_SEED), len(scenario.ruleset.bots) - 1
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        for b in live:
            decision = int(batch.games[b]["decision"])
            seen = known.setdefault(decision, np.zeros(scenario.n_actions, np.uint8))
            new = np.flatnonzero(batch.masks[b] > seen)
            if len(new):
                seen |= batch.masks[b]
                record = batch.games[b].copy()
                yield from ((record, int(action)) for action in new)
        actions = np.zeros(batch.n, np.int64)
        actions[live] = batch.ask(live, np.where(live % 2, strongest, 0))
        wild = live[luck.random(len(live)) < 0.1]
        if len(wild):
            actions[wild] = batch.ask(wild, 0)
        batch.step(actions)


def _kind(ruleset: Ruleset, action: int) -> tuple[str, str]:
    """What answers have in common that are told together: all cells, all units, all numbers; what has a name of its own stands alone."""
    block, argument = ruleset.layout.action(action)
    kind = ruleset.layout.blocks[block].kind
    if kind in ("cell", "number", "single") or argument in ruleset.layout.units:
        return block, ""
    return block, re.sub(r"-\d$", "", str(argument))


def _answer(record: np.void, scenario: Scenario, action: int) -> Answer:
    """An answer by an example."""
    layout, decision = scenario.ruleset.layout, int(record["decision"])
    block, argument = layout.action(action)
    label, does = answer_words(scenario.ruleset.name)(record, scenario, action)
    if isinstance(argument, tuple):
        label = f"{label} x,y"
    elif argument in layout.units:
        label = re.sub(rf"\b{re.escape(str(argument))}\b", "UNIT", label)
    subject = scenario.ruleset.questions.subject_name(decision, int(record["subject"]))
    if subject in layout.units:
        label, does = (re.sub(rf"\b{re.escape(subject)}\b", "it", text) for text in (label, does))
    return Answer(label, does, _cited(scenario.ruleset, decision, block, argument))


def _cited(ruleset: Ruleset, decision: int, block: str, argument: Any) -> tuple[str, ...]:
    """The clauses that say what an answer does."""
    named = "" if argument is None or isinstance(argument, tuple) else str(argument).lower()
    key = f"{block} {named}" if ruleset.layout.blocks[block].kind == "number" else named
    saying = saying_of(words_for(ruleset.name, "SAYINGS", None) or {}, decision, block, key)
    clauses = saying[2].split() if saying else []
    for table in _DEEDS:
        deeds = words_for(ruleset.name, table, None) or {}
        deed = deeds.get(named) or deeds.get(re.sub(r"-\d$", "", named))
        clauses += deed[1].split() if deed else []
    return tuple(dict.fromkeys(clauses))


@functools.cache
def _all_clauses(name: str, page: str) -> dict[str, str]:
    """Every clause of a dossier by its number, in plain text."""
    clauses: dict[str, str] = {}
    last = ""
    for line in lines_of(page):
        if match := _CLAUSE.match(line):
            last = match[1]
            clauses[last] = _plain(_TAGS.sub("", match[2])).strip()
        elif last and line.startswith("  ") and line.strip():
            clauses[last] += " " + _plain(_TAGS.sub("", line)).strip()
        else:
            last = ""
    return clauses


def _clauses(ruleset: Ruleset, named: Iterable[str]) -> list[str]:
    """Some clauses by their numbers, each in short."""
    known = _all_clauses(ruleset.name, _page("rules", ruleset))
    return [f"- {clause}: {_short(known[clause])}" for clause in sorted(set(named)) if clause in known]


def _short(text: str) -> str:
    """The first sentences of a text."""
    if len(text) <= _SENTENCE:
        return text
    end = max(text.rfind(". ", 0, _SENTENCE), text.rfind("; ", 0, _SENTENCE), text.rfind(": ", 0, _SENTENCE))
    return text[: end + 1] if end > _SENTENCE // 3 else text[:_SENTENCE].rpartition(" ")[0] + " ..."


def _further(ruleset: Ruleset, named: Iterable[str], room: int) -> list[str]:
    """Clauses of the text that the game was built from which are not named yet, each in short, as many as there is room for."""
    page = _page("rules", ruleset)
    known, seeds = _all_clauses(ruleset.name, page), re.findall(r"^- \*\*([A-Z0-9-]+)\*\* \[seed", page, re.MULTILINE)
    lines: list[str] = []
    for clause in seeds:
        line = f"- {clause}: {_short(known[clause])}"
        if clause not in set(named) and (room := room - len(line) - 1) > 0:
            lines.append(line)
    return ["", "More of the rules", *lines] if lines else []


def _terms(ruleset: Ruleset, units: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What the words of units mean: the clause that has each as its name."""
    known = _all_clauses(ruleset.name, _page("rules", ruleset))
    words = {part for unit in units.values() for part in re.split(r"[,/]", f"{unit.get('is', '')},{unit.get('profile', '')}".lower())}
    for word in sorted({re.sub(r"[^a-z ]", " ", word).strip() for word in words}):
        heading = re.compile(rf"\W{{0,3}}{re.escape(word)}(?: r)?(?: \([^)]*\))?\s*[:,(]")
        clause = next((number for number, text in known.items() if heading.match(text.lower())), "")
        if clause and len(word) > 2:
            yield f"- {word}: {_short(known[clause])} [{clause}]"


def _dossier(ruleset: Ruleset) -> list[str]:
    """The chapters of the dossier that are rules, without sources and tags."""
    parts = re.split(r"^## ", _page("rules", ruleset), flags=re.MULTILINE)
    kept = [part for part in parts[1:] if part.split("\n", 1)[0].strip() in _KEPT]
    return [line for part in kept for line in lines_of("## " + _plain(_TAGS.sub("", part)))]
