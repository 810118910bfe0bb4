"""The generated parts of a ruleset's page: facts and index tables in Markdown, kept between marker comments."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.tables import Word, fields_of, read_toml
from skirmish_rl.envs.registry import gymnasium_id


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int | None = None) -> str:
    """A table in Markdown.

    Args:
        words: the first columns, this many, hold words; the others hold numbers, which are aligned right. None: all hold words.
    """
    left = len(head) if words is None else words
    lines = [head, ["---"] * left + ["--:"] * (len(head) - left), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def seats_text(ruleset: Ruleset) -> str:
    """The number of players as text: "2", or "2 to 4"."""
    low, high = ruleset.seats
    return str(low) if low == high else f"{low} to {high}"


def facts(ruleset: Ruleset) -> str:
    """The facts about a ruleset, in figures."""
    standard = ruleset.scenario(ruleset.default_scenario("standard"))
    rows = [
        ("Gymnasium id", f"`{gymnasium_id(ruleset.name)}`"),
        ("version", f"{ruleset.version} (action layout {ruleset.layout.version})"),
        ("seats", f"{seats_text(ruleset)}, named `seat_0`, `seat_1`{', ...' if ruleset.seats[1] > 2 else ''}"),
        ("actions", f"`Discrete({ruleset.layout.size})` with a mask"),
        ("observation", f"float32 ({standard.features.size},) on `{standard.name}` with {standard.seats} seats"),
        ("one game", f"{ruleset.state.itemsize} bytes"),
        ("ends by", ", ".join(reason.replace("_", " ") for reason in ruleset.reasons[1:] if reason != "fault")),
        ("bots, weakest first", ", ".join(f"`{bot}`" for bot in ruleset.bots)),
    ]
    return table(("Fact", "Value"), rows)


def scenarios(ruleset: Ruleset) -> str:
    """The scenarios, with their sizes."""
    every = [one for name in ruleset.scenarios for one in ruleset.seatings(name)]
    rows = [(f"`{s.name}`", ", ".join(s.tags), str(s.seats), str(s.features.size), str(s.max_decisions)) for s in every]
    return table(("Scenario", "Tags", "Seats", "Observation", "Decisions at most"), rows)


def decisions(ruleset: Ruleset) -> str:
    """The questions that can be asked, who answers them, and the words of the answers."""
    return table(("Number", "Decision", "Who answers", "What is asked", "Answers (block)"), ruleset.questions.table())


def actions(ruleset: Ruleset) -> str:
    """The action layout."""
    return table(("Index", "Block", "Meaning"), [(a, f"`{b}`", c) for a, b, c in ruleset.layout.table()])


def observation(ruleset: Ruleset) -> str:
    """The observation layout of the standard scenario."""
    scenario = ruleset.scenario(ruleset.default_scenario("standard"))
    rows = [(a, f"`{b}`", c) for a, b, c in scenario.features.table()]
    return f"On `{scenario.name}` with {scenario.seats} seats:\n\n" + table(("Index", "Section", "Columns"), rows)


def action_features(ruleset: Ruleset) -> str:
    """The columns `Batch.encode_actions` writes for a position and for a legal action."""
    parts = (("position", ruleset.position_features), ("action", ruleset.action_features))
    return "\n\n".join(f"Once per {what}: " + ", ".join(f"{k} `{name}`" for k, name in enumerate(names)) for what, names in parts)


def options(ruleset: Ruleset) -> str:
    """The options of every scenario."""
    rows = [(f"`{name}`", f"`{option.default}`", option.says) for name, option in ruleset.options.items()]
    return table(("Option", "Default", "Meaning"), rows)


def keys(ruleset: Ruleset) -> str:
    """The keys that a scenario's file may have, their limits, and what holds without them."""
    rows = []
    for spec, names in _tables_of(ruleset.spec).items():
        types, fields = fields_of(spec)
        for name, field in fields.items():
            needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            default = "needed" if needed else f"`{field.default}`" if field.default not in ("", None, (), dataclasses.MISSING) else ""
            rows.append((", ".join(f"`{one}`" for one in names) or "scenario", f"`{name}`", _may_be(types[name]), default))
    return table(("Table", "Key", "What it may be", "Without it"), rows)


def _tables_of(spec: type) -> dict[type, list[str]]:
    """The dataclasses of a scenario's file, each with the keys that hold one; the scenario itself with none."""
    found: dict[type, list[str]] = {spec: []}
    waiting = [spec]
    while waiting:
        for name, hint in fields_of(waiting.pop(0))[0].items():
            for kind in _dataclasses_in(hint):
                if kind not in found:
                    waiting.append(kind)
                if name not in found.setdefault(kind, []):
                    found[kind].append(name)
    return found


def _dataclasses_in(hint: Any) -> list[type]:
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return [hint]
    return [kind for part in typing.get_args(hint) for kind in _dataclasses_in(part)]


_PLAIN = {int: "whole number", float: "number", bool: "true or false", str: "text"}


def _may_be(hint: Any) -> str:
    """A type with its limits, as a page tells it."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        inner, limit = parts
        return str(limit) if isinstance(limit, Word) else f"{_may_be(inner)}, {limit}" if inner in _PLAIN else f"{limit}; {_may_be(inner)}"
    if origin in (typing.Union, types.UnionType):
        return _may_be(parts[0])
    if origin is dict:
        return f"table: {_may_be(parts[0])} = {_may_be(parts[1])}"
    if origin is tuple:
        return f"list: {_may_be(parts[0])}" if parts[-1] is Ellipsis else f"[{', '.join(map(_may_be, parts))}]"
    return _PLAIN.get(hint, "table")


SECTIONS = {
    "facts": facts, "scenarios": scenarios, "keys": keys, "options": options, "decisions": decisions, "actions": actions,
    "observation": observation, "action features": action_features,
}  # fmt: skip


_USES = "Uses the bot at play time"


def overview(rulesets: list[Ruleset], docs: Path) -> str:
    """README's table: facts about the rulesets from the code, what was measured from `results.toml`, and the scores of shipped agents.

    Raises:
        DataError: no figures for a ruleset.
    """
    path = docs / "results.toml"
    results, lines = read_toml(path), []
    for ruleset in rulesets:
        try:
            about, tables = results["about"][ruleset.name], results["tables"]
            speed = next(row["decisions"] for row in tables["speed"] if row["game"] == ruleset.title)
            cards = {scenario: _card(docs, ruleset.name, scenario) for scenario in map(ruleset.default_scenario, ("small", "standard"))}
        except (KeyError, StopIteration) as error:
            raise DataError(f"{path} does not tell of {ruleset.name}; add it to [about], and what was measured to the tables") from error
        lines.append((
            f"[{ruleset.title}](docs/games/{ruleset.name}.md): {about}",
            f"`{gymnasium_id(ruleset.name)}`",
            seats_text(ruleset),
            f"{ruleset.layout.size:,}",
            speed,
            ", ".join(f"{_score(card, 'bot:strong')} on `{scenario}`" for scenario, card in cards.items()),
            "; ".join(dict.fromkeys(card.get("bot", "") for card in cards.values())),
        ))  # fmt: skip
    heads = ("Game", "Gymnasium id", "Seats", "Actions", "Decisions a second", "Its network scores against `bot:strong`", _USES)
    return table(heads, lines)


def _card(docs: Path, ruleset: str, agent: str) -> dict[str, Any]:
    return read_toml(docs.parent / "agents" / "shipped" / ruleset / agent / "card.toml")


def _result(card: dict[str, Any], against: str) -> dict[str, Any]:
    return next(result for result in card["results"] if result["against"] == against)


def _score(card: dict[str, Any], against: str) -> str:
    result = _result(card, against)
    low, high = result["interval"]
    return f"{100 * result['score']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def shipped(rulesets: list[Ruleset], docs: Path) -> str:
    """The agents that come with the package, from their cards.

    Raises:
        DataError: a card that cannot be read.
    """
    rows = []
    for ruleset in rulesets:
        for agent in sorted(path.parent.name for path in docs.parent.glob(f"agents/shipped/{ruleset.name}/*/card.toml")):
            card = _card(docs, ruleset.name, agent)
            minutes = max(1, round(card["training"]["minutes"]))
            rows.append((
                f"`ppo:{ruleset.name}/{agent}`",
                f"{card['training']['decisions'] / 1e6:.1f} million in {f'{minutes} minutes' if minutes > 1 else 'a minute'}",
                _score(card, "bot:strong"),
                _score(card, "bot:simple"),
                f"{_result(card, 'bot:strong')['games']:,}",
                card.get("bot", ""),
            ))  # fmt: skip
    return table(("Agent", "Trained", "Against `bot:strong`", "Against `bot:simple`", "Games each", _USES), rows)


def league(rulesets: list[Ruleset], docs: Path) -> str:
    """Agents that learnt against many opponents, against the others for the same scenario, from their cards; games each.

    Raises:
        DataError: a card that cannot be read.
    """
    rows = []
    for ruleset in rulesets:
        for folder in sorted(docs.parent.glob(f"agents/shipped/{ruleset.name}/*-league")):
            card, plain = _card(docs, ruleset.name, folder.name), f"ppo:{ruleset.name}/{folder.name.removesuffix('-league')}"
            played = {result["against"] for result in card["results"]}
            others = [_score(card, name) if name in played else "" for name in (plain, f"{plain}-rules")]
            rows.append((f"`ppo:{ruleset.name}/{folder.name}`", *others, f"{_result(card, plain)['games']:,}", card.get("bot", "")))
    heads = ("Agent", "Against `ppo:<game>/<scenario>`", "Against `ppo:<game>/duel-rules`", "Games each", _USES)
    return table(heads, rows)


def describe(ruleset: Ruleset) -> str:
    """All generated parts, one after another, as Markdown."""
    return "\n\n".join(f"## {ruleset.title}: {name}\n\n{write(ruleset)}" for name, write in SECTIONS.items()) + "\n"


def filled(page: str, ruleset: Ruleset, path: Path) -> str:
    """A page with its generated parts written anew.

    Args:
        page: Markdown with `<!-- generated: NAME -->` ... `<!-- end: NAME -->` around every generated part.
        ruleset: whose tables to write.
        path: of the page, for messages.

    Raises:
        DataError: a part is missing from the page.
    """
    for name, write in SECTIONS.items():
        page = replaced(page, name, write(ruleset), path)
    return page


def replaced(page: str, name: str, part: str, path: Path) -> str:
    """A page with one generated part written anew.

    Raises:
        DataError: the part is missing from the page.
    """
    begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise DataError(f"{path}: expected one part between {begin!r} and {end!r}; add the two lines where it belongs")
    before, after = pattern.split(page)
    return f"{before}{begin}\n\n{part}\n\n{end}{after}"


MEASURED = {
    "speed": {
        "game": "Game", "scenario": "Scenario", "decisions": "Decisions/s", "times": "Times `connect_four_v3`",
        "miniature": "Times the miniature", "aec": "PettingZoo loop, times `connect_four_v3`'s", "start": "To the first step",
    },
    "bots": {
        "game": "Game", "scenario": "Scenario", "strong": "`bot:strong` against `bot:simple`",
        "simple": "`bot:simple` against `bot:random`",
    },
    "seeds": {
        "game": "Game", "scenario": "Scenario", "each": "Each seed, against `bot:strong`", "mean": "Mean over seeds",
        "minutes": "A run takes",
    },
    "ratings": {
        "game": "Game", "scenario": "Scenario", "random": "`random`", "half": "`bot:strong@0.5`", "simple": "`bot:simple`",
        "fifth": "`bot:strong@0.2`", "network": "The network",
    },
    "cross": {
        "game": "Game", "agent": "Agent", "simple": "`bot:simple`", "near": "`near:2`", "erring": "`bot:strong@0.15`",
        "strong": "`bot:strong`", "rules": "`duel-rules`", "other": "Each other", "rating": "Rating",
    },
    "anywhere": {
        "game": "Game", "scenario": "Scenario", "strong": "Against `bot:strong`", "games": "Games", "simple": "Against `bot:simple`",
    },
    "looking": {"game": "Game", "scenario": "Scenario", "alone": "The network alone", "looking": "Looking ahead"},
    "training": {
        "game": "Game", "scenario": "Scenario", "configuration": "Configuration", "decisions": "Decisions",
        "strong": "Against `bot:strong`", "simple": "Against `bot:simple`", "looking": "Looking ahead, against `bot:strong`", "bot": _USES,
    },
    "search": {"game": "Game", "scenario": "Scenario", "agent": "Agent", "score": "Against `bot:strong`", "time": "Processor time a game"},
    "modules": {
        "game": "Game", "scenario": "Scenario", "bytes": "Module", "zipped": "Zipped", "strong": "Time of strong bots' games",
        "random": "Of random games",
    },
}  # fmt: skip
"""Tables of the page of results: name -> key of a row in `results.toml` -> head of its column."""


def memory(rulesets: list[Ruleset]) -> str:
    """The memory that a game takes up, from the code: its record, a mask and an observation."""
    standard = [(ruleset, ruleset.scenario(ruleset.default_scenario("standard"))) for ruleset in rulesets]
    rows = [(r.title, f"`{s.name}`", f"{r.state.itemsize:,}", f"{s.n_actions:,}", f"{4 * s.features.size:,}") for r, s in standard]
    return table(("Game", "Scenario", "Game, bytes", "Mask, bytes", "Observation, bytes"), rows)


def results(page: str, rulesets: list[Ruleset], path: Path) -> str:
    """The page of results with its tables written anew, from `results.toml` beside it, the cards of shipped agents and the code.

    Raises:
        DataError: a table or a value is missing.
    """
    tables = read_toml(path.with_suffix(".toml")).get("tables", {})
    for name, columns in MEASURED.items():
        try:
            rows = [
                tuple(f"`{row[key]}`" if key in ("scenario", "agent", "configuration") else row[key] for key in columns)
                for row in tables[name]
            ]
        except KeyError as error:
            raise DataError(f"{path.with_suffix('.toml')}, table {name!r}: {error} is missing; a row has {', '.join(columns)}") from error
        page = replaced(page, name, table(tuple(columns.values()), rows), path)
    page = replaced(page, "shipped", shipped(rulesets, path.parent), path)
    page = replaced(page, "league", league(rulesets, path.parent), path)
    return replaced(page, "memory", memory(rulesets), path)
