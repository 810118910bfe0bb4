"""Rule clauses: those that the dossiers define, and those that a text cites."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

BINDING = ("seed", "ext")  # the public game's own rules; a clause is tagged by its first tag
_DEFINED = re.compile(r"^- \*\*([A-Z]+-[A-Z0-9]+-(?:[A-Z]?\d+-)?[A-Z]?\d+)\*\* \[([\w?]+)\]", re.MULTILINE)
_CITED = re.compile(r"\b([A-Z]+-[A-Z0-9]+-(?:[A-Z]?\d+-)?[A-Z]?)(\d+)(?:\.\.[A-Z]?(\d+))?")


@dataclass(frozen=True)
class Clause:
    """One numbered rule of a dossier; `tag` is seed, ext, ext? (read from memory of the rules, to be compared with the book) or house.

    A binding clause must be proved by a test.
    """

    id: str
    ruleset: str
    tag: str
    binding: bool


def is_being_built(dossier: str) -> bool:
    """True if the heading of a dossier says so: its ruleset is not registered yet."""
    return "(being built)" in dossier.lstrip().partition("\n")[0]


@functools.lru_cache
def read_clauses(folder: Path) -> dict[str, Clause]:
    """Every clause of every dossier, by id, in dossier order.

    Raises:
        ValueError: two clauses share an id.
    """
    clauses: dict[str, Clause] = {}
    for dossier in sorted(folder.glob("*.md")):
        text = dossier.read_text(encoding="utf-8")
        being_built = is_being_built(text)
        for clause_id, tag in _DEFINED.findall(text):
            if clause_id in clauses:
                raise ValueError(f"{dossier.name} defines {clause_id}, as {clauses[clause_id].ruleset}.md does")
            clauses[clause_id] = Clause(clause_id, dossier.stem, tag, tag in BINDING and not being_built)
    return clauses


def clauses_in(text: str | None) -> tuple[str, ...]:
    """Ids of the clauses that a text cites, ranges such as XX-MOV-06..08 written out."""
    found = []
    for chapter, first, last in _CITED.findall(text or ""):
        found += [f"{chapter}{number:0{len(first)}d}" for number in range(int(first), int(last or first) + 1)]
    return tuple(dict.fromkeys(found))
