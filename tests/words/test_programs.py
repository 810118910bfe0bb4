"""Agents in any language: programs that answer, that fail in every way, and the example players."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.kinds.programs import Asked, ProgramAgent, ProgramError
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.settings.trust import is_plain
from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.trace import record_hash
from skirmish_rl.envs.registry import available, ruleset_of

PLAYERS = Path(__file__).resolve().parents[2] / "examples" / "players"
HEAD = """
import json, sys, time
def hear():
    return json.loads(sys.stdin.readline() or "null")
def say(**said):
    print(json.dumps(said), flush=True)
hear()
say(say="hello")
"""


@pytest.fixture
def program(tmp_path):
    """An agent that is a program of some lines of Python, on a scenario."""

    def made(body: str, game: str = "godbreakers", seconds: str = "5s:", head: str = HEAD) -> ProgramAgent:
        file = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        file.write_text(head + textwrap.dedent(body))
        return agent_of(f"exec:{seconds}{sys.executable} {file}", ruleset_of(game).scenario("duel"))

    return made


def begun(agent: ProgramAgent, games: int = 1) -> Batch:
    batch = Batch(agent.scenario, games, observe=False)
    batch.reset(seed=3)
    return batch


FIRST = """
while (asked := hear()):
    say(number=asked["number"], action=asked["answers"][0]["action"], tokens=7)
"""


def test_a_program_is_told_the_position_and_all_legal_answers_and_its_answer_is_played(program):
    agent = program("""
        asked = hear()
        assert asked["say"] == "choose" and asked["position"]["format"] == "skirmish seen 1" and asked["position"]["map"]["cells"]
        assert asked["position"]["you"] == asked["seat"] == asked["position"]["question"]["seat"]
        say(phrase=asked["answers"][-1]["phrase"].upper(), tokens=12)
        asked = hear()
        say(number=asked["number"], said=asked["answers"][0]["said"])
    """)
    batch = begun(agent)
    legal = np.flatnonzero(batch.masks[0])
    assert agent.act(batch, np.zeros(1, np.int64)).tolist() == [legal[-1]] and agent.act(batch, np.zeros(1, np.int64)).tolist() == [
        legal[0]
    ]
    assert agent.asked.questions == 2 and agent.asked.tokens == 12 and agent.asked.seconds > 0 and agent.asked.illegal == 0
    agent.close()


def test_one_program_plays_many_games_and_ends_with_its_agent(program):
    agent = program(FIRST)
    batch = begun(agent, 5)
    for _ in range(12):
        live = np.flatnonzero(batch.over == 0)
        actions = np.zeros(5, np.int64)
        actions[live] = agent.act(batch, live)
        batch.step(actions)
    process = agent._line.process
    assert process.poll() is None and agent.asked.tokens == 7 * agent.asked.questions
    del agent
    assert process.wait(5) != 0, "it is ended, not left"


def test_a_wrong_answer_is_told_and_asked_again(program):
    agent = program("""
        hear()
        say(phrase="fly away")
        assert "'fly away': it is no legal answer" in hear()["wrong"]
        say(action=-1)
        asked = hear()
        say(action=asked["answers"][0]["action"])
    """)
    batch = begun(agent)
    assert batch.masks[0, agent.act(batch, np.zeros(1, np.int64))[0]] and agent.asked.illegal == 2 and agent.asked.questions == 1


FAILURES = {
    "ends": ("sys.exit(3)", r"ended \(exit code 3\)"),
    "raises": ("hear(); raise ValueError('no idea')", r"ended \(exit code 1\); it said: Traceback.* \\| ValueError: no idea"),
    "is late": ("hear(); time.sleep(30)", "gave no answer within 0.5 seconds"),
    "says too much": ("hear(); sys.stdout.write('x' * 10**6); sys.stdout.flush(); time.sleep(9)", "more than a line of 65536 bytes"),
    "says a line that is too long": ("hear(); print('x' * 70_000, flush=True); time.sleep(9)", "more than a line of 65536 bytes"),
    "says no JSON": ("hear(); print('attack!', flush=True); time.sleep(9)", "which is no JSON"),
    "says a list": ("hear(); print('[1]', flush=True); time.sleep(9)", "expected an object of JSON"),
    "answers another question": ("hear(); say(number=99, action=0); time.sleep(9)", "answered question 99 when it was asked question 2"),
    "is wrong thrice": ("while hear(): say(action=-1)", "3 answers in a row were illegal"),
    "speaks unasked": ("hear(); print('{}\\n{}\\n{}', flush=True); time.sleep(9)", "more than a line|without being asked"),
    "does not read": ("time.sleep(9)", "gave no answer within 0.5 seconds"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_whatever_a_program_does_wrong_is_one_line_and_the_program_is_ended(failure, program):
    body, why = FAILURES[failure]
    agent = program(body, seconds="0.5s:" if "0.5" in why else "5s:")
    batch, began = begun(agent), time.monotonic()
    with pytest.raises(ProgramError, match=why) as raised:
        agent.act(batch, np.zeros(1, np.int64))
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 900 and time.monotonic() - began < 9
    assert failure == "is wrong thrice" or agent._line is None


def test_a_program_that_does_not_greet_is_told_apart(program):
    agent = program("sys.exit('no key')", head="import sys\n")
    with pytest.raises(ProgramError, match=r"ended \(exit code 1\); it said: no key"):
        agent.act(begun(agent), np.zeros(1, np.int64))


def test_a_program_that_fails_loses_that_game_and_plays_the_others(program, tmp_path):
    agent = program(f"""
        from pathlib import Path
        while (asked := hear()):
            if asked["position"]["decisions"] > 20 and not Path({str(tmp_path / "failed")!r}).exists():
                Path({str(tmp_path / "failed")!r}).write_text("")
                sys.exit("my fault")
            say(action=asked["answers"][0]["action"])
    """)
    play = Pieces()
    match = play_pairs(agent.scenario, [(agent, agent_of("random", agent.scenario))], 4, 5, 1, play=play)[0]
    assert match.games == 4 and len(play.forfeits) == 1 and "my fault" in play.forfeits[0].why and play.forfeits[0].agent == agent.name


def test_what_is_no_program_is_refused_before_anything_is_played():
    scenario = ruleset_of("warcry").scenario("duel")
    for spec, why in (
        ("exec:", "write exec:<command>"), ("exec:./nowhere", "no program './nowhere'"), ("exec:'", "is no command"),
        ("exec:5s:", "write exec:"), ("exec:0s:./mybot", "more than 0 seconds"),
    ):  # fmt: skip
        with pytest.raises(BadOption, match=why):
            agent_of(spec, scenario)
    assert not is_plain("exec:./mybot"), "what others send names no programs"


def test_an_answer_through_a_program_plays_the_same_game_as_through_a_batch(program):
    agent = program(FIRST)
    env = TextEnv("godbreakers", "duel", opponent=agent, seat=0, board=False)
    env.reset(seed=8)
    while not env.done:
        env.step(next(iter(env.game.phrases.texts.values())))
    batch = Batch(agent.scenario, 1, observe=False)
    batch.reset(seed=8)
    for action in env.game.answers:
        assert action == np.flatnonzero(batch.masks[0])[0]
        batch.step(np.array([action]))
    assert record_hash(batch.games[0]) == env.game.hash


def score_of(command: str, game: str, games: int, scenario: str = "duel") -> tuple[float, Asked, list]:
    agent = agent_of(f"exec:{command}", ruleset_of(game).scenario(scenario))
    play = Pieces()
    match = play_pairs(agent.scenario, [(agent, agent_of("random", agent.scenario))], games, 5, 1, play=play)[0]
    return match.score, agent.asked, play.forfeits


def test_the_example_player_in_python_knows_nothing_of_the_package_and_is_short():
    text = (PLAYERS / "scripted.py").read_text(encoding="utf-8")
    assert "import skirmish" not in text and "numpy" not in text and len(text.splitlines()) <= 120
    score, asked, forfeits = score_of(f"{sys.executable} -I {PLAYERS / 'scripted.py'}", "godbreakers", 4)
    assert score >= 0.75 and asked.illegal == 0 and forfeits == []


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_the_example_player_beats_random_in_nine_of_ten_games_on_each_duel(name):
    score, asked, forfeits = score_of(f"{sys.executable} -I {PLAYERS / 'scripted.py'}", name, 40)
    assert score >= 0.9 and asked.illegal == 0 and forfeits == []


@pytest.mark.skipif(not shutil.which("node"), reason="node runs it")
def test_the_example_player_in_javascript_plays_to_the_end():
    score, asked, forfeits = score_of(f"node {PLAYERS / 'player.mjs'}", "tide_of_iron", 2)
    assert asked.questions > 50 and asked.illegal == 0 and forfeits == [] and 0 <= score <= 1


@pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler builds it")
def test_the_example_player_in_c_plays_to_the_end(tmp_path):
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", str(tmp_path / "player"), str(PLAYERS / "player.c")], check=True
    )
    score, asked, forfeits = score_of(str(tmp_path / "player"), "warcry", 2)
    assert asked.questions > 50 and asked.illegal == 0 and forfeits == [] and 0 <= score <= 1


def test_the_example_player_by_a_language_model_asks_an_endpoint_and_counts_tokens(tmp_path, monkeypatch):
    from http.server import BaseHTTPRequestHandler, HTTPServer
    from threading import Thread

    asked_for: list[dict] = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked_for.append({**body, "path": self.path, "key": self.headers["Authorization"]})
            if len(asked_for) == 1:
                return self.send_error(503)  # busy: it is asked once more
            first = body["messages"][-1]["content"].rsplit("Your answers:\n", 1)[1].splitlines()[0].removeprefix("- ").split(" | ")[0]
            said = json.dumps(
                {"choices": [{"message": {"content": f"Thinking...\n- `{first}`\nGood luck!"}}], "usage": {"total_tokens": 11}}
            ).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *words):
            pass

    server = HTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()
    command = f"{sys.executable} -I {PLAYERS / 'llm.py'}"
    agent = agent_of(f"exec:{command}", ruleset_of("godbreakers").scenario("duel"))
    try:
        monkeypatch.delenv("LLM_ADDRESS", raising=False)
        with pytest.raises(ProgramError, match="LLM_ADDRESS"):
            agent.act(begun(agent), np.zeros(1, np.int64))
        monkeypatch.setenv("LLM_ADDRESS", f"http://127.0.0.1:{server.server_port}/v1")
        monkeypatch.setenv("LLM_KEY", "secret")
        monkeypatch.setenv("LLM_MODEL", "tiny")
        batch = begun(agent)
        for _ in range(4):
            batch.step(agent.act(batch, np.zeros(1, np.int64)))
    finally:
        server.shutdown()
        agent.close()
    assert len(asked_for) == 5 == agent.asked.questions and agent.asked.tokens == 44 and agent.asked.illegal == 0
    assert asked_for[0]["path"] == "/v1/chat/completions" and asked_for[0]["key"] == "Bearer secret" and asked_for[0]["model"] == "tiny"


def test_the_page_offers_a_program_and_the_benchmark_takes_it_where_bots_may_be_asked():
    from skirmish_rl.agents.benchmark.entrants import Entry, learns
    from skirmish_rl.agents.benchmark.uses import copies_used
    from skirmish_rl.agents.serving.lobby import Lobby

    spec, scenario = f"exec:{sys.executable} {PLAYERS / 'scripted.py'}", ruleset_of("warcry").scenario("duel")
    lobby = Lobby([spec])
    (name, kept), *_ = lobby.agents.items()
    assert name == "exec:scripted-py" and kept == spec and not learns(Entry(spec)) and copies_used(spec, "warcry") == "unknown"
    agent = lobby.agent(name, scenario)
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    assert batch.masks[0, agent.act(batch, np.zeros(1, np.int64))[0]]
    with pytest.raises(Exception, match="unknown agent"):
        lobby.agent(f"exec:{sys.executable}", scenario)  # a page names no program of its own
