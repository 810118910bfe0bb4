"""A position that was told as JSON, made into one that a game begins in: told, placed and told again it is the same.

What it leaves as the set-up of the new game has it, for no position holds it: the dice to come, how many decisions there were, and what is
left over from an activation that has ended. Which hidden cards others hold is not told; any that may be theirs are dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadPosition, SkirmishError
from skirmish_rl.envs.core.records import Record
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.positions import form_of
from skirmish_rl.envs.positions import position_of as written_of
from skirmish_rl.envs.positions.form import Form
from skirmish_rl.envs.registry import ruleset_of
from skirmish_rl.envs.words.fields import Fields, Told, fields_of
from skirmish_rl.envs.words.seen import FORMAT


def position_of(found: Mapping[str, Any], scenario: Scenario | None = None) -> dict[str, Any]:
    """A told position as `reset(options={"position": ...})` takes it.

    Args:
        found: what `words.seen.seen` told, of a game that waits for who is activated next.
        scenario: that is played; None: the one that is named there, with the ruleset's own options.

    Raises:
        BadPosition: it is none, of another version, or another question is pending.
    """
    try:
        if found["format"] != FORMAT:
            raise BadPosition(f"position: format = {found['format']!r:.40}; expected {FORMAT!r}")
        scenario = scenario or ruleset_of(found["ruleset"]).scenario(found["scenario"], len(found["seats"]))
        _check(found, scenario)
        record = _record(found, scenario)
    except SkirmishError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
        raise BadPosition(f"position: it is not as `seen` tells one: {type(error).__name__}: {error!s:.200}") from error
    return written_of(record, scenario)


def _check(found: Mapping[str, Any], scenario: Scenario) -> None:
    ruleset = scenario.ruleset
    for name, value in (("ruleset", ruleset.name), ("version", ruleset.version), ("layout", ruleset.layout.version)):
        if found[name] != value:
            raise BadPosition(f"position: {name} = {found[name]!r:.40}; expected {value!r}")
    asked = ruleset.decisions(form_of(ruleset.name).decision).name
    if found["question"] is None or found["question"]["decision"] != asked:
        pending = "nobody" if found["question"] is None else found["question"]["decision"]
        raise BadPosition(
            f"the game waits for {pending!s:.40}; a position is told where it waits for {asked}: play on, or take an earlier moment"
        )


def _record(found: Mapping[str, Any], scenario: Scenario) -> np.void:
    """A record that holds what was told and what a position writes; all else in it is blank."""
    form, ruleset, fields = form_of(scenario.ruleset.name), scenario.ruleset, fields_of(scenario.ruleset)
    record, allowed = np.zeros(1, ruleset.state)[0], ruleset.record.allowed
    _blank(record, form.game, form, ruleset.record)
    for name, kinds in form.rows.items():
        _blank(record[name], kinds, form, allowed[name])
    _blank(record["units"], {**form.units, **form.roster}, form, allowed["units"])
    record["round"], record["decision"], record["depth"] = found["round"], form.decision, 1
    record["decider"] = int(found["question"]["seat"].removeprefix("seat_"))
    _put(record, found["game"], fields.game)
    for name, told in fields.seat.items():
        for seat, said in enumerate(found["seats"]):
            record[name][seat] = told.write(said[name])
    for name, rows in fields.rows.items():
        for row in found[name]:
            _put(record[name][int(row["number"]) - 1], row, rows)
    for name, unit in found["units"].items():
        _put(record["units"][ruleset.layout.units.index(name)], unit, fields.unit)
    _put_untold(record, found, scenario, fields)
    return record


def _blank(record: Any, kinds: Mapping[str, Any], form: Form, whole: Record) -> None:
    for name in kinds:
        record[name] = form.empty(whole, name)


def _put(record: Any, said: Mapping[str, Any], told: Mapping[str, Told]) -> None:
    for name, one in told.items():
        record[name] = one.write(said[name])


def _put_untold(record: np.void, found: Mapping[str, Any], scenario: Scenario, fields: Fields) -> None:
    """What a ruleset tells in ways of its own: whole fields, a field of rows ("tokens.squad"), or of units by their names."""
    untold = getattr(fields.facts, "untold", None)
    for path, values in (untold(found, scenario) if untold else {}).items():
        name, _, inside = path.partition(".")
        if isinstance(values, dict):
            for unit, value in values.items():
                record[name][inside][fields.ruleset.layout.units.index(unit)] = value
        elif inside:
            record[name][inside] = values
        elif record[name].ndim:
            values = np.asarray(values)
            record[name][tuple(slice(size) for size in values.shape)] = values
        else:
            record[name] = values
