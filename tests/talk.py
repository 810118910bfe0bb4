"""A page of the tests: what it says to the server, and what it reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

HOME = "http://127.0.0.1"
PLAY = "ws://127.0.0.1/play"


class Talk:
    """A page: says a message, and reads until what it waits for has come."""

    def __init__(self, socket: Any):
        self.socket = socket
        self.layers: dict[str, Any] = {}
        self.steps: list[dict[str, Any]] = []
        self.sizes: list[int] = []

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def read(self) -> dict[str, Any]:
        """The next message, with the layers that came before put in."""
        text = self.socket.receive_text()
        self.sizes.append(len(text))
        message = json.loads(text)
        self.layers.update(message.pop("layers", {}))
        if "scene" in message:
            message["scene"]["layers"] = [[name, self.layers[key]] for name, key in message["scene"]["layers"]]
        if message["is"] == "position" and message["at"] == message["live"]:
            del self.steps[message["from"] + 1 :]
            for step in message["steps"]:
                assert step["at"] in (len(self.steps), len(self.steps) - 1)
                del self.steps[step["at"] :]
                self.steps.append(step)
            assert len(self.steps) == message["at"] + 1
        return message

    def wait(self, *kinds: str, **fields: Any) -> dict[str, Any]:
        """The next message of some kind with these fields; an error that is not waited for is one."""
        while True:
            message = self.read()
            if message["is"] in kinds and all(message.get(name) == value for name, value in fields.items()):
                return message
            assert message["is"] != "error" or "error" in kinds, message

    def ask(self, *kinds: str, **message: Any) -> dict[str, Any]:
        self.say(**message)
        return self.wait(*kinds)

    def asked(self) -> dict[str, Any]:
        """The next position at which a person is asked, or the game is over."""
        while True:
            message = self.wait("position")
            if message["question"] or message["over"]:
                return message

    def start(
        self, game: str = "godbreakers", scenario: str = "drill", who: Sequence[str] = ("person", "bot:simple"), **more: Any
    ) -> dict[str, Any]:
        """Begin a game; what the server tells of it."""
        self.steps = []
        return self.ask("game", **{"do": "start", "game": game, "scenario": scenario, "who": who, "seed": 7, "pace": 0, **more})


def visit(client: Any) -> Any:
    """A connection as a page of this server opens it."""
    return client.websocket_connect(PLAY, headers={"origin": HOME})


def first_answer(position: dict[str, Any]) -> int:
    return position["question"]["answers"][0]["answers"][0][0]
