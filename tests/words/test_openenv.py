"""The server of OpenEnv: our side of the protocol on a stand-in, and server and client over WebSocket where the package is installed."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shlex
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from skirmish_rl.envs.core.errors import BadOption, MissingExtra, StateError, UnknownName
from tests.words.standins import OPENENV, with_standins
from tests.words.test_kaggle import same_through_a_batch

IMAGE = Path(__file__).resolve().parents[2] / "examples" / "harnesses" / "openenv.Dockerfile"


@pytest.fixture
def openenv():
    with with_standins(OPENENV, "openenv") as adapter:
        yield adapter


def test_a_game_by_actions_and_observations_ends_as_through_a_batch(openenv):
    env, luck = openenv.SkirmishEnvironment("godbreakers", "duel", "bot:simple"), random.Random(1)
    assert env.state.episode_id is None and env.SUPPORTS_CONCURRENT_SESSIONS
    told = env.reset(seed=4, episode_id="mine", seat=1)
    assert told.seat == 1 and "You are seat_1." in told.text and told.reward == 0 and not told.done and told.phrases
    wrong = env.step(openenv.SkirmishAction(answers=["fly"]))
    assert wrong.wrong.startswith("'fly'") and wrong.given == 0 and env.state.illegal == 1
    steps = 1
    while not told.done:
        assert env.state.position["you"] == "seat_1" and json.dumps(env.state.position) and env.state.hash == ""
        told, steps = env.step(openenv.SkirmishAction(answers=[luck.choice(told.phrases)])), steps + 1
    state = env.state
    assert state.over and state.hash == env.env.game.hash == same_through_a_batch(env.env.game) and state.rewards[1] == told.reward != 0
    assert state.step_count == steps and state.episode_id == "mine" and told.seat == -1
    with pytest.raises(StateError):
        env.step(openenv.SkirmishAction(answers=["x"]))


def test_what_no_game_has_is_refused_when_the_server_begins_and_when_a_client_asks(openenv):
    with pytest.raises(UnknownName, match="bot:none"):
        openenv.app("warcry", "duel", "bot:none")
    env = openenv.SkirmishEnvironment("warcry", "duel")
    for given, why in (({"seat": 7}, "seat=7"), ({"seed": -1}, "seed"), ({"scenario": "x"}, "reset has no 'scenario'")):
        with pytest.raises(BadOption, match=why):
            env.reset(**given)


def test_the_client_packs_actions_and_unpacks_results_and_states(openenv):
    client = openenv.SkirmishClient.__new__(openenv.SkirmishClient)
    assert client._step_payload(openenv.SkirmishAction(answers=["a", "b"])) == {"answers": ["a", "b"]}
    seen = {"text": "t", "seat": 0, "phrases": ["a"], "wrong": "", "given": 1, "metadata": {}}
    result = client._parse_result({"observation": seen, "reward": 0.0, "done": False})
    assert result.observation.phrases == ["a"] and result.reward == 0.0 and not result.done
    assert client._parse_state({"episode_id": "x", "step_count": 2, "hash": "h"}).hash == "h"


def test_the_image_starts_the_server_with_words_that_it_knows_and_by_itself_it_stays_on_this_machine(openenv, monkeypatch):
    import uvicorn

    started = []
    monkeypatch.setattr(uvicorn, "run", lambda application, **where: started.append((application, where)))
    text = IMAGE.read_text(encoding="utf-8")
    words = shlex.split(json.loads(re.search(r"^CMD (.*)$", text, re.MULTILINE)[1])[2].removeprefix("exec "))
    values = dict(re.findall(r"(GAME|SCENARIO|OPPONENT)=(\S+)", re.search(r"^ENV (.*)$", text, re.MULTILINE)[1]))
    assert words[:3] == ["python", "-m", "skirmish_rl.envs.adapters.openenv"]
    openenv.main([values.get(word.removeprefix("$"), word) for word in words[3:]])
    openenv.main(["--game", "warcry", "--opponent", "bot:simple", "--rules", "", "--sessions", "3"])
    assert [(where["host"], where["port"]) for _, where in started] == [("0.0.0.0", 8000), ("127.0.0.1", 8000)]
    assert [one.before for one, _ in started] == [[(openenv.Gate, {"hosts": hosts})] for hosts in ((), openenv.HOME)]
    one, where = started[0]
    assert where["ws_max_size"] == 65536 and one.more["state_cls"] is openenv.SkirmishState
    assert one.made().reset(seed=1).text and one.kinds == (openenv.SkirmishAction, openenv.SkirmishObservation)
    assert [one.more["max_concurrent_envs"] for one, _ in started] == [openenv.SESSIONS, 3]


@pytest.mark.parametrize(
    ("kind", "method", "path", "origin", "host", "answer"),
    [
        ("websocket", "", "/ws", None, "127.0.0.1:8000", "in"),
        ("websocket", "", "/ws", "http://localhost:8000", "localhost:8000", "in"),
        ("websocket", "", "/ws", "https://elsewhere.example", "localhost:8000", 1008),
        ("websocket", "", "/ws", "http://rebound.example", "rebound.example", 1008),
        ("websocket", "", "/mcp", None, "127.0.0.1:8000", 1008),
        ("http", "GET", "/health", None, "[::1]:8000", "in"),
        ("http", "GET", "/health", "https://elsewhere.example", "127.0.0.1:8000", 403),
        ("http", "GET", "/health", None, "[", 403),
        ("http", "GET", "/state", None, "127.0.0.1:8000", 404),
        ("http", "POST", "/mcp", None, "127.0.0.1:8000", 404),
        ("http", "POST", "/health", None, "127.0.0.1:8000", 404),
        ("lifespan", "", "", None, "", "in"),
    ],
)
def test_programs_play_and_pages_of_other_sites_do_not(openenv, kind, method, path, origin, host, answer):
    told = []

    async def behind(scope, receive, send):
        told.append("in")

    async def send(message):
        told.append(message.get("status", message.get("code", "")))

    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    scope = {"type": kind, "method": method, "path": path, "headers": headers}
    asyncio.run(openenv.Gate(behind)(scope, None, send))
    assert told[0] == answer


def test_a_client_that_says_nothing_has_left(openenv, monkeypatch):
    monkeypatch.setattr(openenv, "_IDLE", 0.05)
    heard, told, said = [], [], []

    async def behind(scope, receive, send):
        heard.extend([await receive(), await receive()])

    async def receive():
        await asyncio.sleep(60 if said else 0)
        said.append("x")
        return {"type": "websocket.receive", "text": "x"}

    async def send(message):
        told.append(message)

    asyncio.run(openenv.Gate(behind)({"type": "websocket", "path": "/ws", "headers": [(b"host", b"localhost")]}, receive, send))
    assert [one["type"] for one in heard] == ["websocket.receive", "websocket.disconnect"]
    assert [(one["type"], one["code"]) for one in told] == [("websocket.close", 1001)]


def test_without_the_package_it_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "openenv.core", None)
    monkeypatch.delitem(sys.modules, "skirmish_rl.envs.adapters.openenv", raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'skirmish-rl\[openenv\]'"):
        import skirmish_rl.envs.adapters.openenv  # noqa: F401


def served(application) -> str:
    """The address of a server in a thread that ends with the tests."""
    import uvicorn

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(application, host="127.0.0.1", port=port, log_level="error"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.02)
    return f"http://127.0.0.1:{port}"


def test_two_clients_play_over_a_websocket_where_the_package_is_installed():
    pytest.importorskip("openenv")
    from skirmish_rl.envs.adapters import openenv

    luck, address = random.Random(3), served(openenv.app("godbreakers", "duel", "bot:simple", rules=""))
    with openenv.SkirmishClient(base_url=address).sync() as one, openenv.SkirmishClient(base_url=address).sync() as other:
        result, beside = one.reset(seed=4, seat=0), other.reset(seed=4, seat=0)
        assert result.observation.text == beside.observation.text and isinstance(result.observation, openenv.SkirmishObservation)
        said = []
        while not result.done:
            said.append(luck.choice(result.observation.phrases))
            result = one.step(openenv.SkirmishAction(answers=[said[-1]]))
        state = one.state()
        assert state.over and state.rewards[0] == result.reward and not other.state().over
        for phrase in said:
            beside = other.step(openenv.SkirmishAction(answers=[phrase]))
        assert beside.done and other.state().hash == state.hash
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    with pytest.raises(InvalidStatus, match="403"):
        connect(address.replace("http", "ws") + "/ws", origin="https://elsewhere.example")
    env = openenv.SkirmishEnvironment("godbreakers", "duel", "bot:simple", rules="")
    env.reset(seed=4, seat=0)
    for phrase in said:
        env.step(openenv.SkirmishAction(answers=[phrase]))
    assert state.hash == env.state.hash == same_through_a_batch(env.env.game)
