"""A server of OpenEnv: games in words over WebSocket, with typed actions, observations and states, and their client.

    python -m skirmish_rl.envs.adapters.openenv --game warcry --opponent level:3

The server's command chooses the game and the players of the other seats; a client chooses the seed and its seat. Every client has its own
game.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Collection, Sequence
from typing import Any
from uuid import uuid4

from skirmish_rl.envs.adapters.origins import HOME, stranger
from skirmish_rl.envs.adapters.seating import checked_seat
from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.errors import BadOption, needs
from skirmish_rl.envs.registry import available

with needs("openenv"):
    from openenv.core import EnvClient
    from openenv.core.client_types import StepResult
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
    from pydantic import Field

SESSIONS = 8  # clients at a time
_IDLE = 3600.0  # seconds after which a client that says nothing has left
_MESSAGE = 2**16  # bytes: hundreds of answers
_PATHS = frozenset({"/ws", "/health", "/schema"})  # games are played over /ws; most other paths make games that nobody ends


class SkirmishAction(Action):
    """Actions for the pending decision."""

    answers: list[str] = Field(description="Phrases of the observation, carried out in order until another seat is asked.")


class SkirmishObservation(Observation):
    """What the client's seat is told; `reward` is 0 until the game is over, then 1 for a victory and -1 for a defeat."""

    text: str = Field(description="What happened since the last answer, the position, and the legal answers.")
    seat: int = Field(description="The seat that is asked, -1 when the game is over.")
    phrases: list[str] = Field(default_factory=list, description="Every legal answer.")
    wrong: str = Field(default="", description="What was wrong with the answer, empty for nothing.")
    given: int = Field(default=0, description="How many answers were carried out.")


class SkirmishState(State):
    """The game so far, as the client's seat may know it."""

    ruleset: str = ""
    scenario: str = ""
    seat: int = -1
    over: bool = True
    rewards: list[float] = Field(default_factory=list)
    illegal: int = 0
    replaced: int = 0
    position: dict[str, Any] = Field(default_factory=dict, description="The position as JSON, see docs/guides/words.md.")
    hash: str = Field(
        default="", description="Of the last position, to compare games with; empty before the end, for it holds what is hidden."
    )


class SkirmishEnvironment(Environment):  # type: ignore[misc]
    """One client's games.

    Args:
        ruleset, scenario, opponent, **given: as for `TextEnv`.

    Raises:
        UnknownName, BadOption, DataError: as for `make`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, ruleset: str, scenario: str | None = None, opponent: Any = "level:1", **given: Any):
        super().__init__()
        self.env = TextEnv(ruleset, scenario, opponent=opponent, **given)
        self._state = SkirmishState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, seat: int | str = "random", **more: Any
    ) -> SkirmishObservation:
        """Begin a game.

        Args:
            seed: of the game; None draws one. seat: the client's, a number or "random".

        Raises:
            BadOption: no seed, no seat, or anything else that is not known.
        """
        if more:
            raise BadOption(f"reset has no {', '.join(map(repr, sorted(more)))}; it takes seed, episode_id and seat")
        self.env.seat = checked_seat(self.env.scenario, seat)
        text, info = self.env.reset(seed)
        self._state = SkirmishState(episode_id=episode_id or str(uuid4()), step_count=0)
        return self._observed(text, info)

    def step(self, action: SkirmishAction, timeout_s: float | None = None, **more: Any) -> SkirmishObservation:
        """Take actions.

        Raises:
            StateError: before `reset`, or the game is over.
        """
        text, _, _, _, info = self.env.step(action.answers)
        self._state.step_count += 1
        return self._observed(text, info)

    @property
    def state(self) -> SkirmishState:
        """The game so far."""
        if self._state.episode_id is None:
            return self._state
        env, own = self.env, self.env.shown
        return SkirmishState(
            episode_id=self._state.episode_id,
            step_count=self._state.step_count,
            ruleset=env.scenario.ruleset.name,
            scenario=env.scenario.name,
            seat=own,
            over=env.done,
            rewards=env.rewards,
            illegal=env.illegal[own],
            replaced=env.replaced[own],
            position=env.game.seen(own, False),
            hash=env.game.hash if env.done else "",
        )

    def _observed(self, text: str, info: dict[str, Any]) -> SkirmishObservation:
        return SkirmishObservation(
            text=text, seat=info["seat"], phrases=info["phrases"], wrong=info["wrong"], given=info.get("given", 0), done=self.env.done,
            reward=self.env.rewards[self.env.shown],
        )  # fmt: skip


class SkirmishClient(EnvClient):  # type: ignore[misc]
    """The client: `with SkirmishClient(base_url="http://127.0.0.1:8000").sync() as client: client.reset(seed=7)`."""

    def _step_payload(self, action: SkirmishAction) -> dict[str, Any]:
        return {"answers": list(action.answers)}

    def _parse_result(self, payload: dict[str, Any]) -> Any:
        done, reward = payload.get("done", False), payload.get("reward")
        told = SkirmishObservation(**{**payload["observation"], "done": done, "reward": reward})
        return StepResult(observation=told, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> SkirmishState:
        return SkirmishState(**payload)


class Gate:
    """ASGI middleware that lets programs play and nobody else: no pages of other sites, no paths that make games without an end, and
    nobody who says nothing for an hour.

    Args:
        application: what is behind it. hosts: names by which the server may be called, () for all.
    """

    def __init__(self, application: Any, hosts: Collection[str] = HOME):
        self.application, self.hosts = application, hosts

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it: with status 403 or 404."""
        if scope["type"] not in ("http", "websocket"):
            await self.application(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        why = stranger(headers.get(b"host", ""), headers.get(b"origin"), self.hosts)

        async def heard() -> Any:
            try:
                return await asyncio.wait_for(receive(), _IDLE)
            except TimeoutError:
                await send({"type": "websocket.close", "code": 1001, "reason": "nothing was said for too long"})
                return {"type": "websocket.disconnect", "code": 1001}

        if not why and scope["path"] in _PATHS and (scope["type"] == "websocket" or scope["method"] == "GET"):
            await self.application(scope, heard if scope["type"] == "websocket" else receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await send({"type": "http.response.start", "status": 403 if why else 404, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": why.encode() or b"games are played over /ws"})


def app(
    ruleset: str,
    scenario: str | None = None,
    opponent: Any = "level:1",
    sessions: int = SESSIONS,
    hosts: Collection[str] = HOME,
    **given: Any,
) -> Any:
    """The server as an application of FastAPI, behind a `Gate`. A client that says nothing for an hour has left.

    Args:
        ruleset, scenario, opponent, **given: as for `TextEnv`. sessions: clients at a time.
        hosts: names by which the server may be called, () for all; by default those that this machine has for itself.

    Raises:
        UnknownName, BadOption, DataError: as for `make`, before anybody asks.
    """
    TextEnv(ruleset, scenario, opponent=opponent, **given)

    def made() -> SkirmishEnvironment:
        return SkirmishEnvironment(ruleset, scenario, opponent, **given)

    made_app = create_app(
        made, SkirmishAction, SkirmishObservation, env_name=f"skirmish_{ruleset}", max_concurrent_envs=sessions, state_cls=SkirmishState
    )
    made_app.add_middleware(Gate, hosts=hosts)
    return made_app


def main(words: Sequence[str] | None = None) -> None:
    """Serve until it is ended."""
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m skirmish_rl.envs.adapters.openenv", description="a server of OpenEnv")
    parser.add_argument("--game", choices=list(available()), required=True)
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--opponent", default="level:1", help="bot:simple, level:3, ...; default: level:1")
    parser.add_argument("--rules", default="short", help="short, scenario or full: before the first question; an empty text for none")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=SESSIONS, help=f"clients at a time; default: {SESSIONS}")
    given = parser.parse_args(words)
    hosts = HOME if given.host in HOME else ()
    application = app(given.game, given.scenario, given.opponent, given.sessions, hosts, rules=given.rules)
    uvicorn.run(application, host=given.host, port=given.port, ws_max_size=_MESSAGE)


if __name__ == "__main__":
    main()
