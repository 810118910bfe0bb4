"""A small JSON Schema validator, written apart from the package: the words of Draft 2020-12 that our schemas use, and no others."""

from __future__ import annotations

import re
from typing import Any

_TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int, "number": (int, float),
}  # fmt: skip
KNOWN = {
    "$schema", "title", "type", "properties", "required", "additionalProperties", "propertyNames", "items", "minItems", "maxItems", "enum",
    "const",
    "anyOf", "minimum", "maximum", "pattern",
}  # fmt: skip


def wrong(value: Any, schema: dict[str, Any], at: str = "") -> str:
    """What is wrong with a value, "" for nothing."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(_is(value, kind) for kind in types):
        return f"{at}: {value!r:.60} is no {' or '.join(types)}"
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        return f"{at}: {value!r:.60} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        return f"{at}: {value!r:.60} is not {schema['const']!r}"
    if "anyOf" in schema and all(wrong(value, one, at) for one in schema["anyOf"]):
        return f"{at}: {[wrong(value, one, at) for one in schema['anyOf']]}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return f"{at}: {value!r:.60} is not {schema['pattern']}"
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{at}: {value} lies outside"
    return next(filter(None, _inside(value, schema, at)), "")


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and not (isinstance(value, bool) and kind in ("integer", "number"))


def _inside(value: Any, schema: dict[str, Any], at: str):
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{at}: {len(value)} items"
        yield from (wrong(one, schema.get("items", {}), f"{at}[{k}]") for k, one in enumerate(value))
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        yield from (f"{at}.{name} is missing" for name in schema.get("required", []) if name not in value)
        for name, one in value.items():
            yield wrong(name, schema.get("propertyNames", {}), f"{at}: the name {name}")
            yield wrong(one, properties.get(name, schema.get("additionalProperties", {})), f"{at}.{name}")
