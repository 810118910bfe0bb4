"""Rules reference cards from the dossiers: `python docs/cards.py`, which `make docs` calls. `cards.toml` says what stands on each."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
CARDS = DOCS / "cards"
# Tags of sources, marks of decisions, codes of documents and numbers of clauses in brackets: what a dossier needs and a player does not.
_TAGS = re.compile(r"\[(?:seed|ext\??|house)\](?:\{[A-Z,]+\})? ?(?:\(implied[^)]*\) ?)?|/(?=\[)|\{[A-Z,]+\} ?")
_QUESTIONS = re.compile(
    r"(?<=\.) \*\*\(decision[^*]*\)\*\*.*| ?\*\*\(decision[^*]*\)\*\*"
)  # what is asked after a sentence is no part of the rule
_CODES = re.compile(r" \([A-Z]{2,3}(?:-[A-Z0-9]+)?(?:[,:;] [^)]*)?\)| \((?:[A-Z]{2}-)?[A-Z]{2,5}-\d+(?:[/,] ?[A-Z0-9-]+)*\)")
_ENDS = re.compile(r"(?<=\.)\s+(?=[A-Z\"(])|(?<=\.\))\s+")


def clauses_of(dossier: str) -> dict[str, str]:
    """The text of every clause, by its number."""
    return dict(re.findall(r"^- \*\*([A-Z]+(?:-[A-Z0-9]+)+)\*\* (.+?)(?=\n(?:- |\n|#|\Z))", dossier, re.MULTILINE | re.DOTALL))


def said(text: str, more: int = 0) -> str:
    """The first sentence of a clause, or some more, as a player reads it."""
    plain = " ".join(text.split())
    for what in (_TAGS, _QUESTIONS, _CODES):
        plain = what.sub("", plain).strip()
    return " ".join(_ENDS.split(plain.replace(" )", ")"))[: 1 + more]).rstrip(" :;,.")


def table_of(dossier: str, head: str) -> str:
    """A table of the dossier, by the beginning of its first line."""
    lines = dossier.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith(head))
    last = next(k for k in range(first, len(lines)) if not lines[k].startswith("|"))
    return "\n".join(lines[first:last])


def card(name: str, what: dict[str, Any]) -> str:
    """The card of a game as a page."""
    dossier = (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
    title, clauses = dossier.split("\n", 1)[0].removeprefix("# ").partition(":")[0], clauses_of(dossier)
    about = f"One page to print. What counts is [the dossier](../rules/{name}.md), by the numbers behind the sentences"
    first = f"first comes [the game in one minute](../games/{name}.md)"
    parts = [f"# {title}: reference card", f"{about}; {first}. <!-- made by docs/cards.py -->"]
    for heading, numbers in what["parts"].items():
        lines = []
        for number in numbers:
            clause, _, more = number.partition("+")
            lines.append(f"- {said(clauses[clause], int(more or 0))}. `{clause}`")
        parts += [f"## {heading}", "\n".join(lines)]
    for heading, head in what.get("tables", {}).items():
        parts += [f"## {heading}", table_of(dossier, head)]
    return "\n\n".join(parts) + "\n"


def cards() -> dict[Path, str]:
    """Every card and its text."""
    games = tomllib.loads((DOCS / "cards.toml").read_text(encoding="utf-8"))
    return {CARDS / f"{name}.md": card(name, what) for name, what in games.items()}


if __name__ == "__main__":
    CARDS.mkdir(exist_ok=True)
    for path, text in cards().items():
        path.write_text(text, encoding="utf-8")
        print(path)
