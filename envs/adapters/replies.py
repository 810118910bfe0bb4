"""Find a language model's answer in a reply that also contains reasoning; nothing is guessed from the reasoning."""

from __future__ import annotations

import re

from skirmish_rl.envs.core.texts import lines_of, parse_json

HOW = (
    "End your reply with your answer in a block of its own, one answer of the list a line, in the order in which they are to be carried "
    "out:\n"
    "```\nA2: wait\n```"
)
_READ = 2**16  # last letters of a reply that are read
_OBJECT = re.compile(r"\{[^{}]*\}")
_MARKED = re.compile(r"(?i:(?:final )?answers?)\s*:")
_KEYS = ("answers", "answer", "move")


def answers_in(reply: str) -> list[str]:
    """The answers that a reply ends with, if any.

    They are the `answers`, `answer` or `move` of the last object of JSON that has one; else the lines of the last block between rows of
    three backquotes; else what follows the last "Answer:"; else the last line.

    Args:
        reply: of a model, with its thoughts.
    """
    text = reply[-_READ:]
    for written in reversed(_OBJECT.findall(text)):
        if said := _of_object(written):
            return said
    blocks = text.split("```")
    if len(blocks) > 2:
        return _lines(blocks[-2] if len(blocks) % 2 else blocks[-1])
    *_, last = _MARKED.split(text)
    lines = _lines(last)
    return lines if last is not text else lines[-1:]


def _of_object(text: str) -> list[str]:
    try:
        said = parse_json(text)
    except ValueError:
        return []
    given = next((said[key] for key in _KEYS if key in said), None)
    given = given if isinstance(given, list) else [given]
    return [answer.strip() for answer in given if isinstance(answer, str) and answer.strip()]


def _lines(text: str) -> list[str]:
    """Lines that say something, without what lists and languages of blocks begin with."""
    lines = [line.strip().removeprefix("- ").strip("* ") for line in lines_of(text)]
    return [line for line in lines if line and line.lower() not in ("text", "json", "plaintext")]
