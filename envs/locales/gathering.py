"""All sentences that there are: of the page and the terminal, and of each game, in order, for the templates of translators."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.events import OWN, Event, EventKind
from skirmish_rl.envs.core.files import read_text
from skirmish_rl.envs.core.layout import Block
from skirmish_rl.envs.core.questions import Question, Words, in_words
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.core.texts import parse_toml
from skirmish_rl.envs.locales.catalogue import PAGE, Entry
from skirmish_rl.envs.locales.scripts import said_in_page, said_in_script
from skirmish_rl.envs.locales.sources import plain_places, said_in
from skirmish_rl.envs.registry import available, entry_of, ruleset_of
from skirmish_rl.envs.words.lessons import GUIDE, TABLE, said_of

Found = tuple[str, str, str]  # a sentence for one, the same for more, and where it is said
_PACKAGE = Path(__file__).resolve().parents[2]
_SCRIPTS = (
    "asking", "dom", "forces", "guide", "help", "main", "paint", "places", "play", "players", "report", "standing", "start", "tabs",
    "thoughts", "zoom", "host", "talk",
)  # fmt: skip
_LOCAL = ("agents", "connect", "game", "host", "library", "session", "setting", "trace", "worker")
_SHARED = ("agents/serving/showing.py", "envs/core/console.py")
_LARGEST = 1_000_000
# What a page says in place of several where it is one, as `web/report.js` has it.
ONE = {"wild dice": "wild die", "cards": "card", "inches": "inch", "singles": "single", "collateral tokens": "collateral token"}
_SEVERAL = re.compile(rf"\{{value\}} ({'|'.join(ONE)})\b")
_WORD = re.compile(r"[A-Za-z]{2}")
_UNIT = re.compile(r"[A-Z]{1,2}\d+")
_RENDERED = ("__init__", "answers", "asking", "board", "cards", "odds", "places", "stakes", "units", "words")
# What `envs/core/events.py` puts together, and other short forms that every game has.
_JOINED = (
    "{owner} rolls for {what}: {dice}", "{owner} rolls for {what} at {unit}: {dice}", "{owner} rolls for {what}: {dice} -> {result}",
    "{owner} rolls for {what} at {unit}: {dice} -> {result}", "{line} ({modifiers})", "({word})", "{value} {reason}",
    "{owner} {what}: {dice}",
    "{card} ({cost}) x{count}", "no dice", "dice", "nobody", "off the board",
    "and {value} more of what came about, for which a record has no room", "{unit} moves to {cell} by {way}", "last move",
    "last move, its last {count} lines",
)  # fmt: skip
# What screens put together that no single text of theirs is: an answer with its cell or its target, a name with its strength.
_SHOWN = (
    "{said} → {unit}", "{said} → {unit}?", "{question} ({more})", "{seat} has no choice: {answer}", "{force} {count}",
    "{list} and {count} more", "or", "and", "report", "forces", "thoughts", "Language", "auto", "light", "dark",
)  # fmt: skip


def domains() -> tuple[str, ...]:
    """The catalogues that there are: the page's, and one for each game of the package."""
    own = __package__.rpartition(".")[0]
    return (PAGE, *(game for game in available() if entry_of(game).module.startswith(f"{own}.")))


@functools.cache
def entries_of(domain: str) -> tuple[Entry, ...]:
    """What is said of a domain, each sentence once, with all places of the code.

    Args:
        domain: "page", or a game's name.
    """
    found: dict[str, Entry] = {}
    for english, several, place in _page() if domain == PAGE else _game(ruleset_of(domain)):
        key = " ".join(english.split())
        before = found.get(key)
        places = () if before is None else before.places
        found[key] = Entry(key, several or ("" if before is None else before.several), (), tuple(dict.fromkeys([*places, place])))
    return tuple(
        entry for entry in found.values() if _WORD.search(re.sub(r"\{\w+\}", "", entry.english)) or entry.english in (*_SHOWN, *_JOINED)
    )


def _page() -> Iterator[Found]:
    """What no single game says."""
    for page in ("web/index.html", "web/local/games.html"):
        for text, _ in said_in_page(_PACKAGE / page):
            yield text, "", page
    for name in _SCRIPTS:
        place = f"web/{name}.js"
        if (_PACKAGE / place).is_file():
            for text, _ in said_in_script(_PACKAGE / place):
                yield text, "", place
    for name in _LOCAL:
        for text, _ in said_in_script(_PACKAGE / f"web/local/{name}.js"):
            if len(text.split()) > 3 and not text.startswith(("   ", "skirmish trace", "outcome ")):
                yield text, "", f"web/local/{name}.js"
    for place in _SHARED:
        for text, several, _ in said_in(_PACKAGE / place):
            yield text, several, place
    for text in _SHOWN:
        yield text, "", "web"
    for text in ("resigned", "{seat} gave up"):
        yield text, "", "agents/serving/session.py"


def _game(ruleset: Ruleset) -> Iterator[Found]:
    """What one game says."""
    folder = f"envs/{ruleset.name}"
    yield from _data(ruleset, f"{folder}/data")
    yield from _questions(ruleset, f"{folder}/questions.py")
    yield from _events(ruleset, f"{folder}/rules/telling.py")
    for name in _RENDERED:
        for text, several, _ in said_in(_PACKAGE / folder / "render" / f"{name}.py"):
            yield text, several, f"{folder}/render/{name}.py"
    for _, words in sorted(_words_of(ruleset).items()):
        for word in words:
            yield word, "", f"{folder}/state.py"


def _data(ruleset: Ruleset, place: str) -> Iterator[Found]:
    """The texts of a game's tables: what it is in one minute, the guided game, names of scenarios, forces and options."""
    for file in (GUIDE, TABLE):
        if (ruleset.data / file).is_file():
            for text in _texts(
                parse_toml(read_text(ruleset.data / file, _LARGEST)), ("sentence", "minute", "scenarios", "about", "text", "tip")
            ):
                yield text, "", f"{place}/{file}"
    yield ruleset.title, "", f"{place}/scenarios.toml"
    for name in ruleset.scenarios:
        yield name.replace("_", " "), "", f"{place}/scenarios.toml"
    for table in sorted(ruleset.data.glob("*.toml")):
        if table.stem in ("forces", "rosters", "scenarios", "warbands", "circles"):
            for text in _texts(read_toml(table), ("title",)):
                yield text, "", f"{place}/{table.name}"
    for text in _profiles(ruleset.data / "profiles.toml"):
        yield text, "", f"{place}/profiles.toml"
    for name in ruleset.force_names if ruleset.forces else ():
        yield name.replace("_", " "), "", f"{place}/forces.toml"
    for name, option in ruleset.options.items():
        yield name.replace("_", " "), "", f"{place}/pack.py"
        yield said_of(option), "", f"{place}/pack.py"
    for reason in ruleset.reasons:
        yield reason.replace("_", " "), "", f"envs/{ruleset.name}/state.py"


def _profiles(file: Path) -> Iterator[str]:
    """What the profiles of units are called, or what they are where their names are signs such as A-INF."""
    for name, profile in (read_toml(file) if file.is_file() else {}).items():
        if isinstance(profile, dict) and not any(isinstance(value, dict) for value in profile.values()):
            yield name.replace("_", " ") if name.islower() else profile["role"]
            if "category" in profile:
                yield f"{profile['category']} {profile['kind']}"


def _texts(table: Any, keys: tuple[str, ...], under: str = "") -> Iterator[str]:
    """The texts of a table that stand under some keys, at any depth."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from _texts(value, keys, under if under == "scenarios" else key)
    elif isinstance(table, list):
        for value in table:
            yield from _texts(value, keys, under)
    elif isinstance(table, str) and under in keys:
        yield table


def _questions(ruleset: Ruleset, place: str) -> Iterator[Found]:
    """Questions as the rules declare them, and their answers as they are written."""
    layout = ruleset.layout
    for row in ruleset.questions.rows.values():
        yield row.sentence, "", place
        yield in_words(row), "", place
        for name, verb in row.answers.items():
            yield from ((text, "", place) for text in _answers(layout.blocks[name], verb))


def _answers(block: Block, verb: str) -> Iterator[str]:
    """How answers of a block are written; hyphens stand for spaces, but in directions."""
    word = verb.replace("-", " ")
    if block.kind == "unit":
        yield f"{word} {{unit}}" if _UNIT.fullmatch(block.options[0]) else f"{word} {{name}}"  # a card's, for example
    elif block.kind == "number":
        yield f"{word} {{value}}"
    elif block.kind == "option":
        for option in block.options:
            yield option if option.startswith(("north-", "south-")) else option.replace("-", " ")
    else:
        yield word


def _events(ruleset: Ruleset, place: str) -> Iterator[Found]:
    """The sentences of the battle report."""
    language = ruleset.language
    for kind in [*Event, *(kind for kind in language.kinds if kind >= OWN)]:
        sentence = language.sentences.get(kind) or kind.sentence
        if sentence:
            plain = plain_places(sentence)
            one = _SEVERAL.sub(lambda found: f"{{value}} {ONE[found[1]]}", plain)
            yield one, plain if one != plain else "", place
    for text in _JOINED:
        yield text, "", "envs/core/events.py"


def _words_of(ruleset: Ruleset) -> dict[str, list[str]]:
    """The words that stand in places of sentences, by the name of their list."""
    language = ruleset.language
    lists: list[Words] = [*language.words.values(), *ruleset.questions.subjects.values()]
    lists += [kind.words for kind in language.kinds if kind >= OWN and kind.words is not None]
    lists += [enum for enum in _enums_of(ruleset) if enum not in lists]
    found: dict[str, list[str]] = {}
    for k, words in enumerate(lists):
        if isinstance(words, tuple):
            found[f"words {k}"] = list(words)
        else:
            named = [in_words(member) for member in words if member.name not in ("NONE", "NOTHING")]
            found[words.__name__] = [
                one for word in named for one in dict.fromkeys([word, re.sub(" [ab]$", "", word)])
            ]  # of a side, of either
    return found


def _enums_of(ruleset: Ruleset) -> Iterable[type[IntEnum]]:
    """The enums that the modules which draw and tell a game name."""
    for name in _RENDERED:
        for one in vars(importlib.import_module(f"{entry_of(ruleset.name).module}.render.{name}")).values():
            if isinstance(one, type) and issubclass(one, IntEnum) and not issubclass(one, (Question, EventKind)) and one is not IntEnum:
                yield one
