"""Positions set by hand: games that begin where somebody wants them to, as a table of TOML or of Python.

A position says who is where and in what state, between two activations. It is checked by the range of every field and by what must
always be true of a position of play. A game that begins from one is set up first, by its seed and the ruleset's simple bot; the
position is laid over that, so that what it does not say (terrain, markers, roles) is as some game of that scenario has it.
"""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core import batch as batches
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.errors import BadPosition, did_you_mean
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import own_position
from skirmish_rl.envs.core.tables import fail, read_toml
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.positions.form import NUMBER, Facts, Fields, Form, Place, check_keys, told

Position = Mapping[str, Any]
_HEAD = ("round", "turn", "units")
_SETTING_UP = 1  # the bot that sets games up
_MOST = 2_000  # of its decisions, more than any set-up takes


@functools.cache
def form_of(ruleset: str) -> Form:
    """What positions of a ruleset say.

    Raises:
        BadPosition: they have no written form.
    """
    try:
        form: Form = importlib.import_module(f"{__name__}.{ruleset}").FORM
    except ModuleNotFoundError as error:
        raise BadPosition(f"position: {ruleset} has no form for positions set by hand") from error
    return form


def position_of(record: np.void, scenario: Scenario) -> dict[str, Any]:
    """A game as it stands between two activations, as `reset(options={"position": ...})` takes it.

    Args:
        record: `env.record`, or one of `batch.games`.

    Raises:
        BadPosition: another question is pending than who is activated next, or the game is over.
    """
    ruleset = scenario.ruleset
    form, layout = form_of(ruleset.name), ruleset.layout
    pending = int(record["decision"])
    if pending != form.decision or record["depth"] != 1:
        raise BadPosition(
            f"the game waits for {ruleset.decisions(pending).name if pending else 'nobody'}; a position is written where it waits for "
            f"{ruleset.decisions(form.decision).name}: play on, or clone an earlier moment"
        )
    position: dict[str, Any] = {"round": int(record["round"]), "turn": int(record["decider"])}
    whole, unit = ruleset.record, ruleset.record.allowed["units"]
    position |= told(form, record, form.game, whole, layout, blank=True)
    for name, kinds in form.rows.items():
        inner = whole.allowed[name]
        position[name] = {str(k): told(form, row, kinds, inner, layout, blank=False) for k, row in enumerate(record[name])}
    position["units"] = []
    for slot, one in enumerate(record["units"]):
        if one["status"] != 0:
            status = form.status(int(one["status"]))
            said = {"unit": layout.unit_name(slot), **told(form, one, form.units, unit, layout, blank=False)}
            said |= told(form, one, form.roster, unit, layout, blank=True)
            said = {name: value for name, value in said.items() if name not in form.spare(said)}
            if not (int(status) == form.here and any(name in said for name in form.places)):
                said["status"] = status.name.lower()
            position["units"].append(said)
    return position


def broken(ruleset: str, record: np.void, tables: np.void) -> list[str]:
    """What no play leads to and is in a position: the invariants of a ruleset by name."""
    frames = record["frames"]
    everywhere: Facts = {
        "something in the frame that stays blank": frames[-1] != np.zeros(1, frames.dtype)[0],
        "a game within the game": frames["kind"][1 : int(record["depth"])] == 0,
        "winners of a game that goes on": record["winners"] and not record["over"],
        "dictated dice": record["tape_next"] != record["tape_end"],
    }
    return [said for said, found in {**everywhere, **form_of(ruleset).broken(record, tables)}.items() if np.any(found)]


def checked(scenario: Scenario, position: Any) -> dict[str, Any]:
    """A position in plain Python, a copy, with its keys looked at; values are looked at when a game begins from it.

    Args:
        position: a table, or the path of a TOML file with one, perhaps under `[position]`.

    Raises:
        BadPosition: no table, or keys that nobody reads. DataError: a file that cannot be read.
    """
    if isinstance(position, str | Path):
        given = read_toml(Path(position))
        position = given.get("position", given)
    try:
        plain = parse_json(json.dumps(position, default=_plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPosition(f"position: {error}; expected a table of numbers, words, lists and tables") from error
    form = form_of(scenario.ruleset.name)
    check_keys(plain, (*_HEAD, *form.game, *form.rows), "the table")
    return dict(plain)


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r:.80} is a {type(value).__name__}")


def placed(scenario: Scenario, seeds: Sequence[int] | np.ndarray, positions: Sequence[Position]) -> np.ndarray:
    """Games that stand in positions.

    Args:
        seeds: one for each game: its dice, and what the position does not say. positions: one for each.

    Returns:
        Records (n,) in which somebody must decide.

    Raises:
        BadPosition: one that no play leads to. DataError: so is that of the scenario's own file.
    """
    try:
        return _placed(scenario, np.asarray(seeds, np.int64), positions)
    except BadPosition as error:
        if positions[0] is not own_position(scenario):
            raise
        raise fail(Path(scenario.name), "position", str(error).removeprefix("position: ")) from error


def _placed(scenario: Scenario, seeds: np.ndarray, positions: Sequence[Position]) -> np.ndarray:
    form = form_of(scenario.ruleset.name)
    batch = Batch(scenario, len(seeds), observe=False)
    batch.reset(seeds=seeds, positions=[None] * batch.n)
    _set_up(batch, form)
    texts: dict[int, str] = {}  # games often share one
    for record, position in zip(batch.games, positions, strict=True):
        if id(position) not in texts:
            texts[id(position)] = json.dumps(checked(scenario, position))
        _reading(scenario, texts[id(position)], int(record["variant"]), record["units"]["status"].tobytes()).lay(record)
    if outside := scenario.ruleset.record.violation(batch.games):
        raise BadPosition(f"position: {outside}")
    batch.step(np.full(batch.n, GO_ON))
    for b in np.flatnonzero((batch.over != 0) | (batch.games["fault"] != 0)):
        why = scenario.ruleset.reasons[int(batch.games["reason"][b])]
        raise BadPosition(f"position: nobody has anything to decide in it, the game ends at once ({why}); a game begins where it goes on")
    return batch.games


def _set_up(batch: Batch, form: Form) -> None:
    """Let the bot answer until every game waits for its first activation."""
    for _ in range(_MOST):
        waiting = np.flatnonzero((batch.games["decision"] != form.decision) & (batch.over == 0))
        if not waiting.size:
            break
        actions = np.full(batch.n, GO_ON)
        actions[waiting] = batch.ask(waiting, _SETTING_UP)
        batch.step(actions)
    if (batch.games["decision"] != form.decision).any():
        raise BadPosition(f"position: {batch.scenario.id} never comes to a first activation")


@functools.lru_cache(maxsize=32)
def _reading(scenario: Scenario, position: str, variant: int, statuses: bytes) -> Reading:
    return Reading(scenario, parse_json(position), variant, np.frombuffer(statuses, np.uint8))


class Reading:
    """What a position writes over a game that was set up.

    Args:
        position: with known keys. variant: which of the scenario's tables the game uses. statuses: of all units once it was set up.

    Raises:
        BadPosition: a value that its field cannot hold, or units that do not play.
    """

    def __init__(self, scenario: Scenario, position: Position, variant: int, statuses: np.ndarray):
        form, ruleset, tables = form_of(scenario.ruleset.name), scenario.ruleset, scenario.tables[variant]
        self.scenario, self.form = scenario, form
        self._record, self._layout = ruleset.record, ruleset.layout
        at = Place("round", 1, int(tables[form.rounds]), (), self._layout, form.width)
        self._round = NUMBER.one(position["round"], at) if "round" in position else None
        at = at._replace(name="turn", low=0, high=scenario.seats - 1)
        self._turn = NUMBER.one(position["turn"], at) if "turn" in position else None
        self._game = {
            name: kind.read(position[name], form.place(self._record, self._layout, name, name))
            for name, kind in form.game.items()
            if name in position
        }
        self._rows = [row for name, kinds in form.rows.items() for row in self._read_rows(name, kinds, position.get(name, {}))]
        self._read_units(position.get("units", []), statuses)

    def _read_rows(self, name: str, kinds: Fields, given: Any) -> list[tuple[str, int, str, Any]]:
        """Records beside the units: which, its number, a field and its value."""
        inner, found = self._record.allowed[name], []
        check_keys(given, [str(k) for k in range(self._record.dtype[name].shape[0])], name)
        for number, said in given.items():
            check_keys(said, list(kinds), f"{name}.{number}")
            for key, kind in kinds.items():
                at = self.form.place(inner, self._layout, key, f"{name}.{number}.{key}")
                found.append((name, int(number), key, kind.read(said[key], at) if key in said else self.form.empty(inner, key)))
        return found

    def _read_units(self, given: Any, statuses: np.ndarray) -> None:
        """Units that are named."""
        form = self.form
        if not isinstance(given, list):
            raise BadPosition(f"position: units = {given!r:.80}; expected a list of tables")
        self._extra = [k for k, status in enumerate(statuses.tolist()) if form.is_extra(k, status)]
        self._there = sorted({*np.flatnonzero(statuses).tolist(), *self._extra})
        playing = {self._layout.unit_name(k): k for k in self._there}
        self._units: dict[int, dict[str, Any]] = {}
        for k, said in enumerate(given):
            check_keys(said, ("unit", "status", *form.units, *form.roster), f"units[{k}]")
            name = said.get("unit")
            if not isinstance(name, str) or name not in playing:
                raise BadPosition(
                    f"position: units[{k}].unit = {name!r:.40} does not play in {self.scenario.name}; {did_you_mean(str(name), playing)}"
                )
            if playing[name] in self._units:
                raise BadPosition(f"position: unit {name} is named twice")
            self._units[playing[name]] = self._read_unit(name, said)

    def _read_unit(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        form, inner = self.form, self._record.allowed["units"]
        words = {status.name.lower(): int(status) for status in form.status if int(status) != 0}
        status = said.get("status")
        if status is None and not any(key in said for key in form.places):
            raise BadPosition(f"position: unit {name}: give it a place ({' or '.join(form.places)}) or a status ({', '.join(words)})")
        if status is not None and status not in words:
            raise BadPosition(f"position: unit {name}: status = {status!r:.40}; {did_you_mean(str(status), words)}")
        found = {"status": form.here if status is None else words[status]}
        for key, kind in {**form.units, **form.roster}.items():
            if key in said:
                found[key] = kind.read(said[key], form.place(inner, self._layout, key, f"unit {name}: {key}"))
        return found

    def lay(self, record: np.void) -> None:
        """Write it over a game that was set up.

        Raises:
            BadPosition: no play leads to it.
        """
        form, units, turn = self.form, record["units"], int(record["decider"]) if self._turn is None else self._turn
        if self._round is not None:
            record["round"] = self._round
        for name, value in self._game.items():
            record[name] = value
        for name, k, key, value in self._rows:
            record[name][key][k] = value
        inner = self._record.allowed["units"]
        units["status"][self._there] = form.gone
        units["status"][self._extra] = 0
        for names, slots in ((form.units, self._there), (form.roster, self._extra)):
            for name in names:
                units[name][slots] = form.empty(inner, name)
        for slot, values in self._units.items():
            for name, value in values.items():
                units[name][slot] = value
        record["decision"], record["decider"], record["subject"], record["noted"] = 0, 0, -1, 0
        record["frames"][:] = record["frames"][-1]
        record["depth"] = 1
        tables = self.scenario.tables[int(record["variant"])]
        form.begin(record, tables, turn)
        form.derive(record, tables)
        if wrong := broken(self.scenario.ruleset.name, record, tables):
            raise BadPosition(f"position: it has {'; '.join(wrong)}")


def written(position: Position) -> str:
    """A position as a table `[position]` of TOML, to be put at the end of a scenario's file."""
    lines = ["[position]"]
    lines += [f"{name} = {_value(value)}" for name, value in position.items() if name != "units" and not _is_table(value)]
    for name, value in position.items():
        if _is_table(value):
            lines += ["", f"[position.{name}]", *(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())]
    for one in position.get("units", []):
        lines += ["", "[[position.units]]", *(f"{name} = {_value(value)}" for name, value in one.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {_value(inner)}" for name, inner in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)


batches.PLACING.append(placed)
