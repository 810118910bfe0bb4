"""A position as a seat sees it: as JSON with every fact that it may know, and as a short text of the same.

    {
      "format": "skirmish seen 1", "ruleset": "warcry", "version": 0, "scenario": "duel", "you": "seat_0", "round": 1, "phase": "combat",
      ... "question": {"seat": "seat_0", "decision": "STEP", "text": "what A2 does: ...", "about": "A2"},
      "seats": [{"seat": "seat_0", "force": "iron_small", "points": 0, ...}, ...],
      "units": {"A2": {"seat": "seat_0", "is": "breacher", "cell": [3, 4], "left": 15, "most": 15, "stands": "active", ...}, ...},
      "objectives": [{"number": 1, "at": [9.0, 6.0], "held_by": null}, ...],
      "hand": [{"seat": "seat_0", "name": "jam", "does": "..."}],
      "game": {...}, "map": {...}, "over": null
    }

What is hidden from a seat is not read at all; `schemas.schema` says what else there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

import numpy as np

from skirmish_rl.envs.core.console import asked, hand_of
from skirmish_rl.envs.core.draw import Scene, board_text
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.records import Record
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.words.fields import Fields, fields_of, said_rows

FORMAT = "skirmish seen 1"
_SHORT = 12  # letters of a profile that stands in a unit's line; longer ones stand in the rules


def seen(record: np.void, scenario: Scenario, seat: int, board: bool = True) -> dict[str, Any]:
    """A position as a seat sees it, as JSON.

    Args:
        record: one game.
        scenario: that is played.
        seat: whose eyes; -1 for somebody who looks on and sees nobody's hand.
        board: the map with what lies on it, too; it takes most of the time.

    Raises:
        BadOption: no such seat.
    """
    if not -1 <= seat < scenario.seats:
        raise BadOption(f"seat={seat}: scenario {scenario.name!r} is played by seats 0 to {scenario.seats - 1}")
    fields = fields_of(scenario.ruleset)
    position = {
        **_head(record, scenario, seat, fields), "question": question_of(record, scenario), "seats": _seats(record, scenario, fields),
        "units": _units(record, scenario, fields), "objectives": _call(fields, "objectives", record, scenario, []),
        "hand": [
            {"seat": f"seat_{holder}", "name": name, "does": does}
            for holder, name, does in (hand_of(record, scenario, seat) if seat >= 0 else [])
        ],
        "game": {name: told.read(record[name]) for name, told in fields.game.items()} | _call(fields, "more", record, scenario, {}),
        **{name: _rows(record, scenario, fields, name) for name in fields.rows},
        "over": over_of(record, scenario), "summary": scenario.ruleset.summary(record, scenario),
    }  # fmt: skip
    if board:
        scene = scenario.ruleset.scene(record, scenario)
        position |= {"aim": list(scene.aim), "map": map_of(scene)}
    return position


def _head(record: np.void, scenario: Scenario, seat: int, fields: Fields) -> dict[str, Any]:
    phase = fields.said.get("phase")
    return {
        "format": FORMAT, "ruleset": scenario.ruleset.name, "version": scenario.ruleset.version, "layout": scenario.ruleset.layout.version,
        "scenario": PurePath(scenario.name).stem, "you": f"seat_{seat}" if seat >= 0 else None, "round": int(record["round"]),
        **({"phase": member_word(phase, record["phase"])} if phase else {}), "decisions": int(record["decisions"]),
    }  # fmt: skip


def question_of(record: np.void, scenario: Scenario) -> dict[str, Any] | None:
    """The pending question, None when the game is over."""
    if record["over"]:
        return None
    questions, decision = scenario.ruleset.questions, int(record["decision"])
    return {
        "seat": f"seat_{int(record['decider'])}", "decision": scenario.ruleset.decisions(decision).name, "text": asked(record, scenario),
        "about": questions.subject_name(decision, int(record["subject"])) or None,
    }  # fmt: skip


def over_of(record: np.void, scenario: Scenario) -> dict[str, Any] | None:
    """How a game ended, None while it goes on."""
    outcome = outcome_of(record, scenario.ruleset.reasons)
    if outcome is None:
        return None
    return {
        "reason": outcome.reason.replace("_", " ").lower(), "winners": [f"seat_{seat}" for seat in outcome.winners],
        "rewards": {f"seat_{seat}": float(reward) for seat, reward in enumerate(outcome.rewards)},
    }  # fmt: skip


def _call(fields: Fields, name: str, *given: Any) -> Any:
    """What a ruleset's facts say of something; the last thing given where they say nothing."""
    function = getattr(fields.facts, name, None)
    return given[-1] if function is None else function(*given[:-1])


def _seats(record: np.void, scenario: Scenario, fields: Fields) -> list[dict[str, Any]]:
    return [
        {
            "seat": f"seat_{seat}", "force": PurePath(member_word(scenario.players, seat)).stem,
            **{name: told.read(record[name][seat]) for name, told in fields.seat.items()},
            **_call(fields, "seat_more", record, scenario, seat, {}),
        }
        for seat in range(scenario.seats)
    ]  # fmt: skip


def _units(record: np.void, scenario: Scenario, fields: Fields) -> dict[str, dict[str, Any]]:
    """Every unit that is or was in the game."""
    if "status" not in fields.unit:
        return {}
    layout, units = scenario.ruleset.layout, {}
    for slot in np.flatnonzero(record["units"]["status"]):
        unit = record["units"][slot]
        told = {name: field.read(unit[name]) for name, field in fields.unit.items()}
        whose = {} if "seat" in told else {"seat": _seat_of(int(slot), scenario)}
        units[layout.unit_name(int(slot))] = {**whose, **_call(fields, "unit", record, scenario, int(slot), {}), **told}
    return units


def _seat_of(slot: int, scenario: Scenario) -> str:
    """Whose unit it is, by the letter of its name."""
    return f"seat_{ord(scenario.ruleset.layout.unit_name(slot)[0]) - ord('A')}"


def _rows(record: np.void, scenario: Scenario, fields: Fields, name: str) -> list[dict[str, Any]]:
    """What there are several of, those left out of which nothing is true."""
    inside: Record = scenario.ruleset.record.allowed[name]
    counted = getattr(fields.facts, "ROWS", {}).get(name)
    rows = record[name] if counted is None else record[name][: int(record[counted])]
    found, said = [], said_rows(rows, inside)
    for k, row in enumerate(rows):
        called = _call(fields, "row_name", record, scenario, name, k, "")
        if called or counted is not None or said[k]:
            named = {"name": called} if called else {}
            found.append({"number": k + 1, **named, **{key: told.read(row[key]) for key, told in fields.rows[name].items()}})
    return found


def map_of(scene: Scene) -> dict[str, Any]:
    """The text board cell by cell: `cells[y][x]`, and how to read them."""
    rows = [[glyph.text.strip() for glyph in row] for row in scene.glyphs]
    return {
        "columns": len(rows[0]) if rows else 0, "rows": len(rows), "hexes": scene.staggered, "y_runs": "up" if scene.upward else "down",
        "cells": rows[::-1] if scene.upward else rows, "key": list(scene.text_key or scene.footer),
    }  # fmt: skip


def told_text(record: np.void, scenario: Scenario, seat: int, board: bool = True) -> str:
    """A position as a seat sees it, as a text.

    Args:
        board: how the game is won, the map and how to read it, too; it takes most of the time.

    Raises:
        BadOption: no such seat.
    """
    position = seen(record, scenario, seat, False)
    you = f" You are seat_{seat}." if seat >= 0 else ""
    lines = [f"{scenario.ruleset.title}, {position['scenario']}.{you} {position['summary']}"]
    if board:
        scene = scenario.ruleset.scene(record, scenario)
        lines += [*scene.aim, "", *(line.rstrip() for line in board_text(scene)), *(scene.text_key or scene.footer)]
    for k, whose in enumerate(position["seats"]):
        units = [line for name, unit in position["units"].items() if unit["seat"] == whose["seat"] for line in [_unit_line(name, unit)]]
        mark = " (you)" if k == seat else ""
        lines += ["", f"{whose['seat']} {whose['force']}{mark}: {_facts_line(whose)}", *units]
    wild = [_unit_line(name, unit) for name, unit in position["units"].items() if unit["seat"] is None]
    if wild:
        lines += ["", "nobody's", *wild]
    if position["objectives"]:
        lines += ["", "objectives: " + "; ".join(map(_objective_text, position["objectives"]))]
    if position["hand"]:
        lines += [
            "",
            "cards that you know: " + "; ".join(f"{card['name']}{_holder(card, seat)}: {card['does']}" for card in position["hand"]),
        ]
    lines += ["", *_question_lines(position)]
    return "\n".join(lines)


def _unit_line(name: str, unit: dict[str, Any]) -> str:
    """A unit in one line: where it is, what it is, what is left of it and how it stands."""
    place = f" at {unit['cell'][0]},{unit['cell'][1]}" if unit.get("cell") else ""
    left = f" {unit['left']}/{unit['most']}" if "left" in unit else ""
    profile = unit.get("profile", "")
    what = f"{unit.get('is', '')} {profile if len(profile) <= _SHORT else ''}".strip()
    group = unit.get("group")
    due = f", {group} group" if isinstance(group, str) and group != "none" and unit.get("status") == "reserve" else ""  # when it comes
    return f"  {name}{place}: {what}{left}; {unit.get('stands', unit.get('status', ''))}{due}"


def _facts_line(facts: dict[str, Any]) -> str:
    """The facts of a seat that say something."""
    plain = {
        name: value for name, value in facts.items() if name not in ("seat", "force") and (name == "points" or _says_something(value))
    }
    return ", ".join(f"{name.replace('_', ' ')} {_value_text(value)}" for name, value in plain.items())


def _says_something(value: Any) -> bool:
    return any(map(_says_something, value)) if isinstance(value, list) else value not in (0, None, "", {})


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}:{_value_text(one)}" for key, one in value.items())
    if isinstance(value, list) and value and all(isinstance(one, bool) for one in value):
        return " ".join(str(k) for k, one in enumerate(value, 1) if one) or "none"
    if isinstance(value, list):
        return " / ".join(filter(None, map(_value_text, value)))
    return "yes" if value is True else str(value)


def _objective_text(objective: dict[str, Any]) -> str:
    words = [str(objective["number"]), *([objective["is"]] if "is" in objective else [])]
    if objective.get("at"):
        words.append("at " + ",".join(f"{value:g}" for value in objective["at"]))
    more = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in objective.items()
        if key not in ("number", "is", "at", "held_by") and value is not None
    ]
    return " ".join([*words, *more, f"held by {objective['held_by'] or 'nobody'}"])


def _holder(card: dict[str, Any], seat: int) -> str:
    return "" if card["seat"] == f"seat_{seat}" else f" ({card['seat']})"


def _question_lines(found: dict[str, Any]) -> Iterator[str]:
    if found["over"] is not None:
        yield f"The game is over: {found['over']['reason']}; first: {', '.join(found['over']['winners']) or 'nobody'}."
    else:
        yield f"{found['question']['seat']} is asked {found['question']['decision']}: {found['question']['text']}."


def listed(phrases: Iterable[tuple[int, str]]) -> list[str]:
    """All legal phrases as lines; cells of one verb stand together in one line."""
    groups: dict[str, list[str]] = {}
    for _, phrase in phrases:
        head, _, place = phrase.rpartition(" ")
        is_cell = place.replace(",", "").isdigit() and "," in place
        groups.setdefault(head if is_cell else phrase, []).extend([place] if is_cell else [])
    return [f"- {head} {' | '.join(places)}" if places else f"- {head}" for head, places in groups.items()]
