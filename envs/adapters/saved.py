"""Saved games: one line of JSON with their ruleset, scenario and beginnings, then all actions, two bytes each.

A checksum finds damage; to load a game is to play it again, and it must lead to the record that was saved.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.adapters.seating import LEARNER
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, BadPosition, IllegalAction, StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.saved import History, play_again
from skirmish_rl.envs.core.seeds import checked_seed
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.core.trace import OWN_FILE, Trace, facts_of, last_hash, record_hash, scenario_of, write_game

_MAGIC = b"skirmish-state "
_ELSEWHERE = (
    "the saved game leads to another position when it is played again: its record had been changed by hand, or it was saved by a release "
    "with other rules or bots"
)
_FUTURES = 10_000  # new ones that a game may be given, each of which takes time to load


class Saved(NamedTuple):
    """Saved games after they were played again.

    Attributes:
        histories: of the games.
        records: (n,) where they have led.
        last: the last answer from outside of every seat in each game, -1 for none.
        extra: what an adapter has kept beside them; its values are the adapter's to check.
    """

    histories: list[History]
    records: np.ndarray
    last: list[list[int]]
    extra: dict[str, Any]


def pack(scenario: Scenario, histories: Sequence[History], records: np.ndarray, extra: dict[str, Any]) -> bytes:
    """Saved games as bytes.

    Args:
        scenario: what the games are played on.
        records: (n,) where the histories have led.
        extra: what an adapter keeps beside them; must fit JSON.
    """
    games = [
        {"seeds": history.seeds, "control": history.control, "answers": len(history.answers), "record": record_hash(record)}
        | ({} if history.position is None else {"position": history.position})
        for history, record in zip(histories, records, strict=True)
    ]
    body = np.array([answer for history in histories for answer in history.answers], "<u2").tobytes()
    header: dict[str, Any] = {"scenario": facts_of(scenario), "games": games, "extra": extra}
    header["checksum"] = _checksum(header, body)
    return _MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + body


def _checksum(header: dict[str, Any], body: bytes) -> str:
    plain = {key: value for key, value in header.items() if key != "checksum"}
    return hashlib.blake2b(json.dumps(plain, sort_keys=True).encode() + body, digest_size=16).hexdigest()


def is_saved(path: Path) -> bool:
    """True if bytes begin like those of `pack`.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def unpack(scenario: Scenario, data: bytes, games: int = 1, listen: bool = False, agents: int = 0) -> Saved:
    """The games in the bytes of `pack`, played again.

    Args:
        games: how many they must be. listen: events are noted. agents: how many answer outside the kernels beside the learner.

    Raises:
        StateError: no saved game, a damaged one, another number of games, one of another ruleset, version, scenario or set of options, or
            one whose answers are not legal or lead elsewhere.
    """
    header, body = _parts(data)
    _check_scenario(scenario, header["scenario"])
    if len(header["games"]) != games:
        raise StateError(f"{len(header['games'])} games were saved, here goes {games}; load them into an environment of that size")
    histories = _histories(scenario, header["games"], body, agents)
    batch = Batch(scenario, 1, observe=False, listen=listen)
    records, last = np.zeros(len(histories), scenario.ruleset.state), []
    for k, (history, one) in enumerate(zip(histories, header["games"], strict=True)):
        last.append(_played(batch, history))
        if record_hash(batch.games[0]) != one["record"]:
            raise StateError(_ELSEWHERE)
        records[k] = batch.games[0]
    return Saved(histories, records, last, header["extra"])


def trace_of(data: bytes) -> Trace:
    """A saved game of one environment, or of the terminal, as a trace: played again, with everything that happened in words.

    Raises:
        StateError: as `unpack`; several games; one that began from a position of its own, or was given new dice on its way.
        UnknownName, BadOption, DataError: its scenario or its options cannot be used any more.
    """
    header, body = _parts(data)
    if len(header["games"]) != 1:
        raise StateError(f"{len(header['games'])} games were saved together; a trace holds one")
    scenario = _scenario_of(header["scenario"])
    (history,) = _histories(scenario, header["games"], body, scenario.seats)
    if history.position is not None:
        raise StateError("the saved game began from a position of its own; a trace begins where its scenario begins")
    if len(history.seeds) > 1:
        raise StateError("the saved game was given new dice on its way, and a trace knows one seed; load it with set_state instead")
    ruleset, left = scenario.ruleset, iter(history.answers)

    def choose(batch: Batch) -> int | None:
        who = history.control[int(batch.deciders[0])]
        return int(batch.ask(np.zeros(1, np.int64), who)[0]) if ruleset.is_bot(who) else next(left, None)

    names = [ruleset.bot_name(who) if ruleset.is_bot(who) else "outside" for who in history.control]
    try:
        trace = write_game(scenario, history.seed, names, choose)
    except IllegalAction as error:
        raise StateError(f"the saved game does not play again: {error}") from error
    if next(left, None) is not None or last_hash(trace) != header["games"][0]["record"]:
        raise StateError(_ELSEWHERE)
    return trace


def _scenario_of(facts: dict[str, Any]) -> Scenario:
    """The scenario of a saved game, from its facts alone."""
    files, seats = facts.get("files"), facts.get("seats")
    if not isinstance(files, dict) or not all(OWN_FILE.fullmatch(name) and isinstance(text, str) for name, text in files.items()):
        raise StateError("the saved game is damaged: its files are not texts named own-1.toml and so on; save the game again")
    if type(seats) is not int or not 0 < seats < 10:
        raise StateError(f"the saved game is damaged: seats {str(seats)[:20]}; save the game again")
    told = {key: str(facts.get(key)) for key in ("ruleset", "version", "layout", "scenario", "seats")}
    return scenario_of({**told, "options": json.dumps(facts.get("options")), "seed": "0", "bots": " ".join("-" * seats)}, files)


def _played(batch: Batch, history: History) -> list[int]:
    """Play a game again, as `play_again`; what it begins from may be damaged, too."""
    try:
        return play_again(batch, history)
    except BadPosition as error:
        raise StateError(f"the saved game is damaged: {error}; save the game again") from error


def _parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and body, undamaged."""
    if not isinstance(data, bytes | bytearray) or not data.startswith(_MAGIC):
        given = "these bytes are" if isinstance(data, bytes | bytearray) else f"{type(data).__name__} is"
        raise StateError(f"{given} no saved game; expected the bytes that get_state() returned")
    line, end, body = bytes(data).partition(b"\n")
    try:
        header = parse_json(line[len(_MAGIC) :])
        kinds = {"scenario": dict, "games": list, "extra": dict, "checksum": str}
        if not end or not isinstance(header, dict) or not all(isinstance(header.get(key), kind) for key, kind in kinds.items()):
            raise ValueError("it is of another form")
    except ValueError as error:
        raise StateError(f"the saved game is damaged: its header cannot be read ({error}); save the game again") from error
    if header["checksum"] != _checksum(header, body):
        raise StateError("the saved game is damaged: its checksum is wrong; save the game again")
    return header, body


def _check_scenario(scenario: Scenario, given: dict[str, Any]) -> None:
    facts = facts_of(scenario)
    if json.dumps(given, sort_keys=True) == json.dumps(facts, sort_keys=True):
        return
    head = {key: str(given.get(key))[:60] for key in ("ruleset", "version", "scenario", "seats")}
    said = "{ruleset}-v{version}/{scenario}/{seats} ".format(**head) + json.dumps(given.get("options"), sort_keys=True)[:200]
    if all(given.get(key) == value for key, value in facts.items() if key != "files"):
        said += ", own files in which something else stands"
    raise StateError(f"the saved game belongs to {said}; this environment plays {scenario.id}: make one like it")


def _histories(scenario: Scenario, games: list[Any], body: bytes, agents: int) -> list[History]:
    """The histories of all games; their answers are checked when they are played."""
    answers = np.frombuffer(body, "<u2", len(body) // 2).tolist()
    histories, at = [], 0
    for game in games:
        try:
            count, control = game["answers"], game["control"]
            seeds = [(after, checked_seed(seed)) for after, seed in game["seeds"]]
            if type(count) is not int or not 0 <= count <= scenario.max_decisions:
                raise ValueError(f"{str(count)[:20]} answers, in a game of at most {scenario.max_decisions} decisions")
            order = [after for after, _ in seeds]
            if (
                len(order) > _FUTURES
                or order[:1] != [0]
                or order != sorted(order)
                or order[-1] > count
                or not all(type(after) is int for after in order)
            ):
                raise ValueError(f"seeds {str(game['seeds'])[:60]}")
            if (
                not isinstance(control, list)
                or len(control) != scenario.seats
                or not all(_decides(scenario, who, agents) for who in control)
            ):
                raise ValueError(f"control {str(control)[:60]}; expected a bot or somebody outside for each of {scenario.seats} seats")
            if not isinstance(game["record"], str):
                raise ValueError(f"record {str(game['record'])[:20]}")
            if not isinstance(game.get("position", {}), dict):  # the path of a file, say
                raise ValueError(f"position {str(game['position'])[:60]}")
        except (ValueError, TypeError, KeyError, BadOption) as error:
            raise StateError(f"the saved game is damaged: {error}; save the game again") from error
        histories.append(History(seeds, control, answers[at : at + count], game.get("position")))
        at += count
    if 2 * at != len(body):
        raise StateError(f"the saved game is damaged: {len(body)} bytes for {at} answers; save the game again")
    return histories


def _decides(scenario: Scenario, who: Any, agents: int) -> bool:
    """True for a bot's number, and for the learner and so many agents beside it, who stand below."""
    return type(who) is int and (LEARNER - agents <= who <= LEARNER or scenario.ruleset.is_bot(who))
