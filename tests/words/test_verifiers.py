"""The environment of `verifiers`: its tasks and a game on a stand-in, and a whole episode where the package is installed."""

from __future__ import annotations

import asyncio
import json
import random
import runpy
import sys
import textwrap
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from skirmish_rl.envs.core.errors import MissingExtra
from skirmish_rl.envs.core.trace import record_hash
from tests.words.standins import VERIFIERS, with_standins
from tests.words.test_text import any_line

PLUGIN = Path(__file__).resolve().parents[2] / "examples" / "harnesses" / "skirmish_games.py"


class Interaction:
    """A model's side of a game on the stand-in.

    Args:
        reply: text -> reply. turns: after which its limit ends the game.
    """

    def __init__(self, task, reply, turns: int = 10**6):
        self.task, self.reply, self.turns = task, reply, turns
        self.trace = SimpleNamespace(info={}, rewards={}, metrics={})
        self.trace.record_reward = self.trace.rewards.__setitem__
        self.trace.record_metric = self.trace.metrics.__setitem__

    async def __aenter__(self):
        return self

    async def __aexit__(self, *why):
        return None

    async def turn(self, text=None):
        self.turns -= 1
        said = self.task.data.prompt if text is None else text
        return SimpleNamespace(terminated=self.turns < 0, last_reply=self.reply(said))


def taskset(adapter, **given):
    return adapter.SkirmishTaskset(adapter.SkirmishConfig(**given))


def play(adapter, task, reply, turns: int = 10**6):
    interaction = Interaction(task, reply, turns)
    env = adapter.SkirmishEnv.__new__(adapter.SkirmishEnv)
    asyncio.run(env.run(task, SimpleNamespace(player=SimpleNamespace(interaction=lambda task: interaction))))
    return interaction.trace


def same_through_a_batch(given, seed: int, actions) -> str:
    import numpy as np

    from skirmish_rl.envs.core.batch import Batch
    from skirmish_rl.envs.registry import ruleset_of

    batch = Batch(ruleset_of(given["ruleset"]).scenario(given["scenario"]), 1, observe=False)
    batch.reset(seed=seed)
    for action in actions:
        batch.step(np.array([action]))
    return record_hash(batch.games[0])


@pytest.fixture
def adapter():
    with with_standins(VERIFIERS, "verifiers") as found:
        yield found


def test_the_tasks_are_every_opponent_seed_and_seat_with_the_first_question(adapter):
    tasks = list(taskset(adapter, game="godbreakers", opponents=["random", "level:1"], seeds=2, first=7).load())
    assert len(tasks) == 8 and len({task.data.name for task in tasks}) == 8
    assert {(task.data.given["opponent"], task.data.seed, task.data.given["seat"]) for task in tasks} == {
        (opponent, seed, seat) for opponent in ("random", "level:1") for seed in (7, 8) for seat in (0, 1)
    }
    for task in tasks:
        assert f"You are seat_{task.data.given['seat']}." in task.data.prompt and "Your answers:" in task.data.prompt
        assert "# Godbreakers" in task.data.prompt and "End your reply" in task.data.system_prompt and json.dumps(task.data.given)


def test_a_game_in_turns_ends_as_through_a_batch_and_is_scored(adapter):
    luck = random.Random(2)
    task = list(taskset(adapter, game="godbreakers", opponents=["random"], seeds=1).load())[1]
    trace = play(adapter, task, lambda said: f"I think.\n```\n{any_line(said, luck)}\n```")
    assert trace.info["hash"] == same_through_a_batch(task.data.given, 1, trace.info["actions"])
    assert trace.rewards["score"] in (0, 0.5, 1) and trace.metrics["finished"] == 1 and trace.metrics["illegal"] == 0
    assert 0 < trace.metrics["decisions"] <= len(trace.info["actions"])


def test_wrong_answers_are_counted_and_a_game_that_is_cut_short_is_worth_nothing(adapter):
    task = next(iter(taskset(adapter, game="godbreakers", opponents=["random"], seeds=1).load()))
    trace = play(adapter, task, lambda said: "I have no idea.", turns=5)
    assert trace.rewards == {"score": 0.0} and trace.metrics["finished"] == 0 and trace.metrics["illegal"] == 1
    lost = next(iter(taskset(adapter, game="godbreakers", opponents=["random"], seeds=1, tries=1, afterwards="loss").load()))
    trace = play(adapter, lost, lambda said: "I have no idea.")
    assert trace.rewards == {"score": 0.0} and trace.metrics["finished"] == 1


def test_the_plugin_exports_the_set_and_the_environment(adapter):
    exported = runpy.run_path(str(PLUGIN))
    assert exported["__all__"] == ["SkirmishEnv", "SkirmishTaskset"] and exported["SkirmishEnv"] is adapter.SkirmishEnv


def test_without_the_package_it_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "verifiers", None)
    monkeypatch.delitem(sys.modules, "skirmish_rl.envs.adapters.verifiers", raising=False)
    with pytest.raises(MissingExtra, match=r"pip install 'skirmish-rl\[verifiers\]'"):
        import skirmish_rl.envs.adapters.verifiers  # noqa: F401


CHAT = '''
"""A chat loop in the process itself, which needs no `uv`."""
import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire
from verifiers.v1.runtimes import ProgramResult

class ChatConfig(vf.HarnessConfig):
    pass

class Chat(vf.Harness[ChatConfig]):
    APPENDS_SYSTEM_PROMPT = SUPPORTS_RESUME = True
    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        system, prompt = self.resolve_prompt(data)
        said = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [message_to_wire(one) for one in prompt or []]
        messages = ([{"role": "system", "content": system}] if system else []) + said
        async with httpx.AsyncClient(timeout=60) as client:
            url, key = f"{endpoint}/chat/completions", {"Authorization": f"Bearer {secret}"}
            answer = await client.post(url, json={"model": ctx.model, "messages": messages}, headers=key)
        return ProgramResult(int(answer.status_code != 200), "", answer.text)

__all__ = ["Chat"]
'''


def test_a_whole_episode_is_played_by_a_model_on_the_loopback_where_the_package_is_installed(tmp_path, monkeypatch):
    vf = pytest.importorskip("verifiers.v1")
    luck, asked = random.Random(7), []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body["messages"])
            content = f"I attack.\n```\n{any_line(body['messages'][-1]['content'], luck)}\n```"
            choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
            said = json.dumps(
                {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
            ).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()
    (tmp_path / "chat_in_process.py").write_text(textwrap.dedent(CHAT))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(PLUGIN.parent))
    monkeypatch.setenv("MODEL_KEY", "none")
    from verifiers.v1.clients import EvalClientConfig, ModelContext
    from verifiers.v1.utils.loaders import load_environment

    from skirmish_rl.envs.adapters.verifiers import SkirmishEnvConfig

    games = {"id": "skirmish-games", "game": "godbreakers", "opponents": ["random"], "seeds": 1, "board": False, "rules": ""}
    env = load_environment(SkirmishEnvConfig(taskset=games, player={"harness": {"id": "chat-in-process"}}))
    client = EvalClientConfig(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key_var="MODEL_KEY")

    async def episode():
        async with env.serving():
            return await env.run_episode(next(iter(env.taskset)), ModelContext(model="m", client=client))

    played = asyncio.run(episode())
    server.shutdown()
    assert played.ok and not played.errors and vf, played.errors
    (trace,) = played.traces
    assert trace.info["hash"] == same_through_a_batch({"ruleset": "godbreakers", "scenario": "duel"}, 1, trace.info["actions"])
    assert trace.metrics["finished"] == 1 and trace.metrics["illegal"] == 0 and trace.reward in (0, 0.5, 1)
    assert len(asked) > 5 and asked[0][0]["role"] == "system" and len(asked[-1]) == 2 * len(asked)
