"""The server of the Model Context Protocol: a client's whole game, and whatever else a client may send."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.adapters.mcp import TOOLS, VERSIONS, Server, run
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.trace import record_hash
from skirmish_rl.envs.registry import ruleset_of
from skirmish_rl.envs.words.rulebook import rules


def call(server: Server, tool: str, **arguments) -> tuple[str, bool]:
    """What a tool says, and whether it is an error."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    result = json.loads(server.reply(line))["result"]
    return result["content"][0]["text"], result["isError"]


def test_a_client_plays_a_whole_game_by_the_tools_and_it_ends_as_through_a_batch():
    server = Server()
    text, wrong = call(server, "new_game", game="godbreakers", seed=4, opponent="bot:simple", seat=1)
    assert not wrong and text.startswith("game-1, seed 4\n") and "You are seat_1." in text
    while "The game is over" not in text:
        phrases = [line.split(": Roll its")[0] for line in call(server, "legal")[0].splitlines()]
        legal = server.games["game-1"].game.phrases.texts.values()
        text, wrong = call(server, "act", answers=[next(phrase for phrase in legal if any(one.startswith(phrase) for one in phrases))])
        assert not wrong
    told = json.loads(call(server, "look", form="json")[0])
    batch = Batch(ruleset_of("godbreakers").scenario("duel"), 1, observe=False)
    batch.reset(seed=4)
    for action in server.games["game-1"].game.answers:
        batch.step(np.array([action]))
    assert (
        batch.over[0] and record_hash(batch.games[0]) == told["hash"] and told["position"]["you"] == "seat_1" and told["position"]["over"]
    )
    assert call(server, "act", answers=["pass"])[1] and call(server, "legal")[1]


def test_a_wrong_answer_is_said_and_the_game_stands_as_it_was():
    server = Server()
    call(server, "new_game", game="warcry", seed=1)
    before = json.loads(call(server, "look", form="json")[0])["hash"]
    text, wrong = call(server, "act", answers=["fly"])
    assert (
        not wrong and text.startswith("That was no answer: 'fly'") and json.loads(call(server, "look", form="json")[0])["hash"] == before
    )


def test_rules_and_errors_are_told_as_text():
    server = Server()
    assert call(server, "rules", game="warcry") == (rules(ruleset_of("warcry").scenario("duel")), False)
    for tool, arguments, why in (
        ("look", {}, "call new_game"), ("new_game", {}, "needs 'game'"), ("new_game", {"game": "chess"}, "expected one of"),
        ("new_game", {"game": "warcry", "seed": -1}, "a whole number"), ("act", {"answers": "pass"}, "a list of phrases"),
        ("rules", {"game": "warcry", "scenario": "x"}, "scenario of warcry"), ("look", {"x": 1}, "has no 'x'"),
        ("new_game", {"game": "warcry", "opponent": "bot:x"}, "bot:x"),
        ("new_game", {"game": "warcry", "opponent": "exec:./x"}, "expected random"),
        ("new_game", {"game": "warcry", "opponent": "python:os:system"}, "expected random"),
        ("new_game", {"game": "warcry", "scenario": "/etc/x.toml"}, "files are not read here"),
        ("new_game", {"game": "warcry", "scenario": "skirmish:0:2000"}, "at most 20 worlds here"),
    ):  # fmt: skip
        text, wrong = call(server, tool, **arguments)
        assert wrong and why in text, (tool, text)
    call(server, "new_game", game="warcry", seed=1)
    assert "open are game-1" in call(server, "look", game_id="game-7")[0]
    for _ in range(9):
        call(server, "new_game", game="godbreakers", seed=1, opponent="random")
    assert len(server.games) == 8 and "game-1" not in server.games


def test_the_protocol_is_kept_over_standard_input_and_output():
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": VERSIONS[1], "capabilities": {}, "clientInfo": {"name": "x"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "id": "two", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "ping"}, {"jsonrpc": "2.0", "id": 4, "method": "resources/list"},
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "rules", "arguments": {"game": "warcry"}}},
    ]  # fmt: skip
    sent = "\n".join(map(json.dumps, lines)) + "\nnonsense\n"
    done = subprocess.run(
        [sys.executable, "-m", "skirmish_rl", "mcp"], input=sent, capture_output=True, text=True, timeout=120, check=True
    )
    first, tools, pong, unknown, said, wrong = map(json.loads, done.stdout.splitlines())
    assert first["result"]["protocolVersion"] == VERSIONS[1] and first["result"]["serverInfo"]["name"] == "skirmish-rl"
    assert [tool["name"] for tool in tools["result"]["tools"]] == [*TOOLS] and tools["id"] == "two"
    assert pong["result"] == {} and unknown["error"]["code"] == -32601 and said["result"]["content"][0]["text"].startswith("# Warcry")
    assert wrong["error"]["code"] == -32700 and wrong["id"] is None


def test_a_message_without_end_is_refused_and_the_next_one_is_answered():
    written = io.BytesIO()
    run(io.BytesIO(b"x" * (2**20 + 50) + b'\n{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'), written)
    refused, pong = map(json.loads, written.getvalue().splitlines())
    assert refused["error"]["code"] == -32600 and pong == {"jsonrpc": "2.0", "id": 1, "result": {}}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["game", "scenario", "seed", "seat", "answers", "form", "game_id", "size", "name", "arguments"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=5,
)
SERVER = Server()


@settings(max_examples=200, deadline=None)
@given(VALUES, st.sampled_from(["tools/call", "initialize", "ping", "x"]) | VALUES, VALUES, st.sampled_from([*TOOLS]))
def test_whatever_a_client_sends_is_answered_or_needs_no_answer(number, method, params, tool):
    params = {"name": tool, "arguments": params} if method == "tools/call" and isinstance(params, dict) else params
    for message in ({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, params, {"id": number}):
        answer = SERVER.reply(json.dumps(message))
        assert answer is None or {"result", "error"} & set(json.loads(answer))
    assert isinstance(SERVER.reply(b"\xff\xfe{"), str)
