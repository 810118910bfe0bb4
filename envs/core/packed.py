"""A scenario as a file for programs in other languages: its numbers, and what they, a record and an action mean, in words.

All numbers of the file are little-endian:

      0  SKIRMISH; u4 of the format; u4 CRC-32 of all that follows
     16  the ruleset's name (32 bytes) and the hash of its sources (16)
     64  u4: bytes of the tables, bytes of the words, variants, seats, numbers of an observation, of a position, of an action's row,
         actions, bots, three unused
    112  the tables, as the rules read them, then the words of `scenario_words` as JSON

`include/skirmish.c` reads it, natively and in a browser. It refuses a file that is damaged, or was made from other sources than the
library.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any, NotRequired, TypedDict

import numpy as np

from skirmish_rl.envs.core.draw import known_of
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.events import Event
from skirmish_rl.envs.core.questions import Words, member_word
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.saved import own_position
from skirmish_rl.envs.core.sources import sources_key

FORMAT = 1
_HEAD, _REST = struct.Struct("<8sII"), struct.Struct("<32s16s12I")

Value = str | int | float | bool | None
Options = dict[str, Value | list[Value]]  # of a scenario, by their names


class FieldWords(TypedDict):
    """The place of a field in a record.

    Its type is a letter (i whole, u not below 0, f with a fraction) and bytes, or the fields in it.
    """

    name: str
    offset: int
    bytes: int
    shape: tuple[int, ...]
    type: str | list[FieldWords]


class RecordWords(TypedDict):
    """The layout of a record."""

    bytes: int
    fields: list[FieldWords]


class BlockWords(TypedDict):
    """A block of actions."""

    name: str
    start: int
    size: int
    kind: str
    first: int
    width: int
    options: list[str] | tuple[str, ...]


class DecisionWords(TypedDict):
    """A question: who is asked, in which words, about what, and the verbs of its answers."""

    name: str
    who: str
    sentence: str
    subject: str
    answers: dict[str, str]


class EventWords(TypedDict):
    """A kind of event: its sentence, and the words for its numbers."""

    name: str
    sentence: str
    words: dict[int, str]


class SectionWords(TypedDict):
    """A section of an observation."""

    name: str
    start: int
    count: int
    columns: list[str] | tuple[str, ...]
    shape: NotRequired[tuple[int, ...]]
    places: NotRequired[Any]


class RulesetWords(TypedDict):
    """The facts about a ruleset that hold whatever is played."""

    ruleset: str
    title: str
    version: int
    layout: int
    sources: str
    record: RecordWords
    decisions: dict[int, DecisionWords]
    blocks: list[BlockWords]
    subjects: dict[str, dict[int, str]]
    reasons: list[str] | tuple[str, ...]
    bots: list[str] | tuple[str, ...]
    events: dict[int, EventWords]
    position_features: list[str] | tuple[str, ...]
    action_features: list[str] | tuple[str, ...]


class ScenarioWords(RulesetWords):
    """The facts about a scenario."""

    scenario: str
    seats: int
    options: Options
    players: list[str] | tuple[str, ...]
    max_decisions: int
    observation: list[SectionWords]
    known: dict[str, list[list[tuple[int, Any]]]]
    tables: RecordWords


def packed(scenario: Scenario) -> bytes:
    """Pack a scenario into a file.

    Raises:
        BadOption: too large a pool of worlds, or games that begin in a position, which only Python can begin.
    """
    if own_position(scenario) is not None:
        raise BadOption(f"{scenario.id}: its games begin in a [position], which a packed scenario does not hold; take that table out")
    ruleset, library, tables = scenario.ruleset, scenario.ruleset.engine.library, scenario.tables.tobytes()
    words = json.dumps(scenario_words(scenario), separators=(",", ":")).encode()
    if len(tables) >= 2**32:
        raise BadOption(f"{scenario.id}: {len(tables) / 2**30:.1f} GiB of tables; a file holds less than 4, so pack fewer worlds")
    rest = _REST.pack(
        library.name.encode(), sources_key(library.package).encode(), len(tables), len(words), len(scenario.tables), scenario.seats,
        scenario.features.size, scenario.n_position, len(ruleset.action_features), scenario.n_actions, len(ruleset.bots), 0, 0, 0,
    ) + tables + words  # fmt: skip
    return _HEAD.pack(b"SKIRMISH", FORMAT, zlib.crc32(rest)) + rest


def scenario_words(scenario: Scenario) -> ScenarioWords:
    """The facts about a scenario: options, players, columns of an observation, contents of its files, layout of its tables, ruleset."""
    sections: list[SectionWords] = [
        {
            "name": section.name, "start": section.start, "count": section.count, "columns": section.columns,
        }
        for section in scenario.features.sections.values()
    ]  # fmt: skip
    for words, section in zip(sections, scenario.features.sections.values(), strict=True):
        if section.places is not None and section.shape is not None:
            words |= {"shape": section.shape, "places": section.places.tolist()}
    return {
        "scenario": scenario.name, "seats": scenario.seats, "options": scenario.options, "players": scenario.players,
        "max_decisions": scenario.max_decisions, "observation": sections, "known": known_of(scenario),
        "tables": {"bytes": scenario.tables.dtype.itemsize, "fields": fields(scenario.tables.dtype)}, **ruleset_words(scenario.ruleset),
    }  # fmt: skip


def ruleset_words(ruleset: Ruleset) -> RulesetWords:
    """The facts about a ruleset: layout of records, questions and actions, events, and columns of positions and actions."""
    layout, questions, language = ruleset.layout, ruleset.questions, ruleset.language
    blocks: list[BlockWords] = [
        {
            "name": block.name, "start": layout.offset[block.name], "size": block.size, "kind": block.kind, "first": block.first,
            "width": block.width, "options": block.options,
        }
        for block in layout.blocks.values()
    ]  # fmt: skip
    asked: dict[int, DecisionWords] = {
        number: {"name": row.name, "who": row.who, "sentence": row.sentence, "subject": row.subject, "answers": row.answers}
        for number, row in sorted(questions.rows.items())
    }
    events: dict[int, EventWords] = {
        int(kind): {
            "name": kind.name, "sentence": language.sentences.get(kind) or kind.sentence,
            "words": _named(language.words.get(kind) or kind.words),
        }
        for kind in sorted({*Event, *language.kinds} - {Event.NONE})
    }  # fmt: skip
    return {
        "ruleset": ruleset.name, "title": ruleset.title, "version": ruleset.version, "layout": layout.version,
        "sources": sources_key(ruleset.engine.library.package),
        "record": {"bytes": ruleset.state.itemsize, "fields": fields(ruleset.state)},
        "decisions": asked, "blocks": blocks, "subjects": {name: _named(enum) for name, enum in questions.subjects.items()},
        "reasons": ruleset.reasons, "bots": ruleset.bots, "events": events,
        "position_features": ruleset.position_features, "action_features": ruleset.action_features,
    }  # fmt: skip


def fields(dtype: np.dtype) -> list[FieldWords]:
    """The places of a record's fields.

    A type is a letter (i whole, u not below 0, f with a fraction) and bytes, or the fields of a record in it.
    """
    found: list[FieldWords] = []
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        inner: Any = fields(kind.base) if kind.base.names else f"{kind.base.kind}{kind.base.itemsize}"
        found.append({"name": name, "offset": offset, "bytes": kind.base.itemsize, "shape": kind.shape, "type": inner})
    return found


def _named(words: Words | None) -> dict[int, str]:
    """Members by their numbers."""
    numbers = range(len(words)) if isinstance(words, tuple) else [int(member) for member in words or ()]
    return {number: member_word(words, number) for number in numbers}
