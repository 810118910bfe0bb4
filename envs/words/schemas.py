"""JSON Schemas of what is published: a position as `words.seen` gives it, and an answer."""

from __future__ import annotations

from typing import Any

from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.words.fields import SEAT, Told, fields_of
from skirmish_rl.envs.words.seen import FORMAT

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT, _COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}
_TEXTS = {"type": "array", "items": _TEXT}


def schema(ruleset: Ruleset) -> dict[str, Any]:
    """The JSON Schema of a position of a ruleset.

    It is of one version of the format and one of the ruleset; further properties may come within a version.
    """
    fields = fields_of(ruleset)
    seat = {"seat": SEAT, "force": _TEXT, **_schemas(fields.seat)}
    unit = {
        "seat": SEAT, "is": _TEXT, "profile": _TEXT, "stands": _TEXT, "left": _COUNT, "most": _COUNT, **_schemas(fields.unit),
    }  # fmt: skip
    rows = {
        name: {"type": "array", "items": _object({"number": {"type": "integer", "minimum": 1}, **_schemas(told)}, [*told, "number"])}
        for name, told in fields.rows.items()
    }
    phase = (
        {"phase": {"enum": [member.name.lower().replace("_", " ") for member in fields.said["phase"]]}} if "phase" in fields.said else {}
    )
    properties = {
        "format": {"const": FORMAT}, "ruleset": {"const": ruleset.name}, "version": {"const": ruleset.version},
        "layout": {"const": ruleset.layout.version}, "scenario": _TEXT, "you": SEAT, "round": _COUNT, **phase, "decisions": _COUNT,
        "question": {"anyOf": [{"type": "null"}, _object({
            "seat": SEAT, "decision": {"enum": [member.name for member in ruleset.decisions if member]}, "text": _TEXT,
            "about": {"type": ["string", "null"]},
        })]},
        "seats": {"type": "array", "items": _object(seat), "minItems": ruleset.seats[0], "maxItems": ruleset.seats[1]},
        "units": {
            "type": "object", "propertyNames": {"enum": list(ruleset.layout.units)} if ruleset.layout.units else {},
            "additionalProperties": _object(unit, [*fields.unit, "seat"]),
        },
        "objectives": {"type": "array", "items": _object(
            {"number": {"type": "integer", "minimum": 1}, "held_by": SEAT, "is": _TEXT, "at": {
                "type": ["array", "null"], "items": {"type": "number"}, "minItems": 2, "maxItems": 2,
            }}, ["number", "held_by"],
        )},
        "hand": {"type": "array", "items": _object({"seat": SEAT, "name": _TEXT, "does": _TEXT})},
        "game": _object(_schemas(fields.game)), **rows,
        "over": {"anyOf": [{"type": "null"}, _object({
            "reason": _TEXT, "winners": {"type": "array", "items": SEAT},
            "rewards": {"type": "object", "additionalProperties": {"type": "number"}},
        })]},
        "summary": _TEXT, "aim": _TEXTS,
        "map": _object({
            "columns": _COUNT, "rows": _COUNT, "hexes": {"type": "boolean"}, "y_runs": {"enum": ["up", "down"]},
            "cells": {"type": "array", "items": _TEXTS}, "key": _TEXTS,
        }),
    }  # fmt: skip
    needed = [name for name in properties if name not in ("aim", "map")]
    return {"$schema": _DRAFT, "title": f"{ruleset.title}: a position as a seat sees it", **_object(properties, needed)}


def answer_schema() -> dict[str, Any]:
    """The JSON Schema of a legal answer."""
    properties = {
        "action": _COUNT, "phrase": _TEXT, "said": _TEXT, "verb": _TEXT, "unit": _TEXT, "does": _TEXT,
        "value": {"type": ["integer", "string"]},
        "cell": {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
    }  # fmt: skip
    return {"$schema": _DRAFT, "title": "A legal answer", **_object(properties, ["action", "phrase", "said", "verb"])}


def _object(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def _schemas(told: dict[str, Told]) -> dict[str, Any]:
    return {name: field.schema for name, field in told.items()}
