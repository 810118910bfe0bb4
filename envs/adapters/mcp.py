"""A server of the Model Context Protocol: a language model's own client starts it, and plays by its tools. `skirmish-rl mcp`.

It speaks JSON-RPC, a message a line, on standard input and output, and needs no network and no other package. Tools: `new_game`, `look`,
`legal`, `act` and `rules`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, BinaryIO

from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, StateError
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.core.worlds import is_generated, worlds_of
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.rulebook import SIZES, rules

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")  # of the protocol, the newest first
_LONGEST = 2**20  # bytes of a message
_OPPONENTS = ("random", "bot", "level", "easy")  # what a client may name: neither code nor files nor long searches
_OPEN = 8  # games at a time; the oldest is forgotten for a new one
_POOL = 20  # generated worlds that a game may be drawn from: making them takes the user's time
_PATIENCE = 10**6  # wrong answers before something is done about them
_PARSE, _REQUEST, _METHOD, _PARAMS = -32700, -32600, -32601, -32602  # errors of JSON-RPC


class _Wrong(Exception):
    """A message that is refused: its code and why."""

    def __init__(self, code: int, why: str):
        super().__init__(why)
        self.code = code


_TEXT, _NUMBER = {"type": "string"}, {"type": "integer", "minimum": 0}
_GAME_ID = {"game_id": {"type": "string", "description": "as new_game gave it; default: the newest game"}}
TOOLS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "new_game": (
        "Begin a game. You play one seat, a bot or an agent plays the others. Returns the position and the first question.",
        {
            "game": {"enum": list(available())}, "scenario": {**_TEXT, "description": "default: duel"}, "seats": _NUMBER, "seed": _NUMBER,
            "seat": {**_NUMBER, "description": "yours; default: 0"},
            "opponent": {**_TEXT, "description": "bot:simple, level:3, ...; default: level:1"},
        },
        ["game"],
    ),
    "look": (
        "What happened since your last answer, the position as you see it, and the question, as text or as JSON.",
        {**_GAME_ID, "form": {"enum": ["text", "json"]}}, [],
    ),
    "legal": ("All legal answers to the question, with what they do.", _GAME_ID, []),
    "act": (
        "Answer by phrases of `legal`: one, or several that are carried out in order until another seat is asked.",
        {**_GAME_ID, "answers": {"type": "array", "items": _TEXT, "minItems": 1}}, ["answers"],
    ),
    "rules": (
        "The rules of a game: short, those of a scenario, or full.",
        {"game": {"enum": list(available())}, "scenario": _TEXT, "size": {"enum": list(SIZES)}}, ["game"],
    ),
}  # fmt: skip


class Server:
    """The server that a client talks to; it holds the games.

    Attributes:
        games: by their ids, the newest last.
    """

    def __init__(self) -> None:
        self.games: dict[str, TextEnv] = {}
        self._made = 0

    def reply(self, line: bytes | str) -> str | None:
        """The answer to a message, None if it needs none."""
        number: Any = None
        try:
            message = _read(line)
            number = message.get("id")
            if "method" not in message and ("result" in message or "error" in message):
                return None  # the answer to something that was never asked
            method, params = message.get("method"), message.get("params", {})
            if not isinstance(method, str) or not isinstance(params, dict):
                raise _Wrong(_REQUEST, "expected a method and an object of parameters")
            if "id" not in message:
                return None  # a notification
            result = self._result(method, params)
        except _Wrong as wrong:
            return _said({"id": number if isinstance(number, str | int) else None, "error": {"code": wrong.code, "message": str(wrong)}})
        return _said({"id": number, "result": result})

    def _result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "initialize":
            asked = params.get("protocolVersion")
            return {
                "protocolVersion": asked if asked in VERSIONS else VERSIONS[0], "capabilities": {"tools": {}},
                "serverInfo": {"name": "skirmish-rl", "version": _version()},
                "instructions": "Tabletop wargames. Call rules, then new_game, then act with one of the legal phrases "
                "until the game is over.",
            }  # fmt: skip
        if method == "ping":
            return {}
        if method == "tools/list":
            return {"tools": [_tool(name) for name in TOOLS]}
        if method == "tools/call":
            return self._call(params)
        raise _Wrong(_METHOD, f"no method {method!r:.80}; known: initialize, ping, tools/list, tools/call")

    def _call(self, params: dict[str, Any]) -> dict[str, Any]:
        name, given = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or name not in TOOLS or not isinstance(given, dict):
            raise _Wrong(_PARAMS, f"no tool {name!r:.80}; known: {', '.join(TOOLS)}")
        tools: dict[str, Callable[[dict[str, Any]], str]] = {
            "new_game": self._new_game, "look": self._look, "legal": self._legal, "act": self._act, "rules": self._rules,
        }  # fmt: skip
        try:
            _check(name, given)
            return {"content": [{"type": "text", "text": tools[name](given)}], "isError": False}
        except SkirmishError as error:
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}

    def _new_game(self, given: dict[str, Any]) -> str:
        opponent = given.get("opponent", "level:1")
        if opponent.partition(":")[0] not in _OPPONENTS:
            raise BadOption(f"opponent={opponent!r:.40}: expected random, bot:<name>, level:<n> or easy:<n>")
        seats = given.get("seats")
        env = TextEnv(given["game"], _scenario(given), seats, opponent, given.get("seat", 0), tries=_PATIENCE, rules="")
        text, _ = env.reset(given.get("seed"))
        self._made += 1
        number = f"game-{self._made}"
        if len(self.games) >= _OPEN:
            self.games.pop(next(iter(self.games)))
        self.games[number] = env
        return f"{number}, seed {env.game.seed}\n{text}"

    def _env(self, given: dict[str, Any]) -> TextEnv:
        """The game that is meant."""
        if not self.games:
            raise StateError("no game has begun; call new_game")
        number = given.get("game_id", next(reversed(self.games)))
        if number not in self.games:
            raise BadOption(f"game_id={number!r:.40}: open are {', '.join(self.games)}")
        return self.games[number]

    def _look(self, given: dict[str, Any]) -> str:
        env = self._env(given)
        if given.get("form") == "json":
            return json.dumps({"position": env.game.seen(env.shown), "report": env.game.report(env.shown), "hash": env.game.hash})
        return env.game.text(env.shown)

    def _legal(self, given: dict[str, Any]) -> str:
        answers = self._env(given).game.phrases.as_json()
        return "\n".join(f"{answer['phrase']}{' -- ' + answer['does'] if 'does' in answer else ''}" for answer in answers)

    def _act(self, given: dict[str, Any]) -> str:
        text, *_ = self._env(given).step(given["answers"])
        return text

    def _rules(self, given: dict[str, Any]) -> str:
        return rules(ruleset_of(given["game"]).scenario(_scenario(given)), given.get("size", "short"))


def _scenario(given: dict[str, Any]) -> str:
    """The scenario that is meant; a client names no files, and no large pools of worlds.

    Raises:
        BadOption: it does.
    """
    name = str(given.get("scenario", "duel"))
    if name.endswith(".toml"):
        raise BadOption(f"scenario={name!r:.60}: files are not read here; known: {', '.join(ruleset_of(given['game']).scenarios)}")
    if is_generated(name) and len(worlds_of(name)) > _POOL:
        raise BadOption(f"scenario={name!r:.60}: at most {_POOL} worlds here, or one, as in skirmish:7")
    return name


def _version() -> str:
    """Of the installed package; of a checkout that is not installed it is not known here."""
    try:
        return version("skirmish-rl")
    except PackageNotFoundError:
        return "unknown"


def _read(line: bytes | str) -> dict[str, Any]:
    try:
        message = parse_json(line)
    except ValueError as error:
        raise _Wrong(_PARSE, f"no JSON: {error}") from error
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise _Wrong(_REQUEST, "expected an object of JSON-RPC 2.0")
    return message


def _said(message: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"))


def _tool(name: str) -> dict[str, Any]:
    about, properties, required = TOOLS[name]
    return {"name": name, "description": about, "inputSchema": {"type": "object", "properties": properties, "required": required}}


def _check(name: str, given: dict[str, Any]) -> None:
    """Refuse arguments that are none of a tool's.

    Raises:
        BadOption: one is missing, unknown or of another kind.
    """
    _, properties, required = TOOLS[name]
    for key in required:
        if key not in given:
            raise BadOption(f"{name} needs {key!r}; it takes {', '.join(properties)}")
    for key, value in given.items():
        if key not in properties:
            raise BadOption(f"{name} has no {key!r:.40}; it takes {', '.join(properties) or 'nothing'}")
        if "enum" in properties[key]:
            is_fit, what = value in properties[key]["enum"], f"one of {', '.join(properties[key]['enum'])}"
        elif properties[key]["type"] == "integer":
            is_fit, what = isinstance(value, int) and not isinstance(value, bool) and value >= 0, "a whole number from 0 on"
        elif properties[key]["type"] == "array":
            is_fit = isinstance(value, list) and bool(value) and all(isinstance(phrase, str) for phrase in value)
            what = "a list of phrases"
        else:
            is_fit, what = isinstance(value, str), "a text"
        if not is_fit:
            raise BadOption(f"{name}: {key}={value!r:.40}: expected {what}")


def run(read: BinaryIO | None = None, write: BinaryIO | None = None) -> None:
    """Serve until the input ends.

    Args:
        read, write: standard input and output.
    """
    server, given, taken = Server(), read or sys.stdin.buffer, write or sys.stdout.buffer
    while line := given.readline(_LONGEST + 1):
        if len(line) > _LONGEST:
            while line and not line.endswith(b"\n"):
                line = given.readline(_LONGEST)
            answer: str | None = _said({"id": None, "error": {"code": _REQUEST, "message": f"a message of more than {_LONGEST} bytes"}})
        else:
            answer = server.reply(line) if line.strip() else None
        if answer is not None:
            taken.write(answer.encode() + b"\n")
            taken.flush()
