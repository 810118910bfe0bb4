"""What a server bears: pages that say too much, connections that say nothing, wrong tokens, and its end."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

from starlette.testclient import TestClient  # noqa: E402
from starlette.websockets import WebSocketDisconnect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from skirmish_rl.agents.serving import doors, lobby  # noqa: E402
from skirmish_rl.agents.serving.doors import Tokens, neighbourhood  # noqa: E402
from skirmish_rl.agents.serving.game import search_in  # noqa: E402
from skirmish_rl.agents.serving.host import Host, Limits  # noqa: E402
from skirmish_rl.agents.serving.lobby import Lobby  # noqa: E402
from skirmish_rl.agents.serving.messages import MESSAGE  # noqa: E402
from skirmish_rl.agents.serving.page import Allowance, Page, without_folders  # noqa: E402
from skirmish_rl.agents.serving.server import _Server, _settings, app_of, policy_of, serve  # noqa: E402
from skirmish_rl.envs.core.errors import BadOption, DataError, SkirmishError  # noqa: E402
from skirmish_rl.envs.core.trace import read_answers, record_hash, replay  # noqa: E402
from skirmish_rl.envs.registry import ruleset_of  # noqa: E402
from tests.talk import HOME, Talk, first_answer, visit  # noqa: E402


@contextlib.contextmanager
def running(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "skirmish_rl", "serve", "--port", "0", *(words or ("--no-records",))]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


@contextlib.contextmanager
def listening(limits: Limits) -> Iterator[int]:
    """A server in a thread, and its port."""
    host = Host(Lobby(), None, limits)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = _Server(_settings(app_of(host), limits), host)
        thread = threading.Thread(target=server.run, args=([taken],))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield taken.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


class Wire:
    """A page's connection over the network, as `Talk` takes it."""

    def __init__(self, address: str):
        self.line = websockets.connect(f"{address.replace('http', 'ws')}play", max_size=None).__enter__()
        self.send_text, self.receive_text = self.line.send, self.line.recv


def half(port: int) -> socket.socket:
    """A connection that does not say what it wants."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=5)
    opened.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    return opened


def is_closed(connection: socket.socket, seconds: float) -> bool:
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_what_is_taken_too_much_has_to_be_waited_for(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    allowance = Allowance(10, 2)
    assert [allowance.take(5) for _ in range(4)] == [0, 0, 2.5, 5]
    now[0] = 100.0
    assert [allowance.take(10), allowance.take(1)] == [0, 0.5]


def test_a_page_that_says_too_much_is_held_back_and_then_closed_and_others_are_not():
    host = Host(Lobby(), None, Limits(rate=20, patience=1.0))
    with TestClient(app_of(host), base_url=HOME) as client, visit(client) as loud, visit(client) as other:
        began = time.monotonic()
        for _ in range(200):
            loud.send_text('{"do": "undo"}')
        answers = 0
        with pytest.raises(WebSocketDisconnect) as shut:
            while True:
                answers += json.loads(loud.receive_text())["is"] == "error"
        assert shut.value.code == 1008 and "too much" in shut.value.reason
        assert 20 <= answers < 60 and time.monotonic() - began < 10
        assert Talk(other).ask("error", do="undo")


def test_large_messages_are_counted_by_their_letters():
    host = Host(Lobby(), None, Limits(burst=MESSAGE, flow=1000))
    with TestClient(app_of(host), base_url=HOME) as client, visit(client) as loud, pytest.raises(WebSocketDisconnect):
        for _ in range(2):
            loud.send_text(json.dumps({"do": "load", "text": "x" * (MESSAGE - 100)}))
        while True:
            assert "not a trace" in json.loads(loud.receive_text())["why"]


def test_a_page_that_takes_nothing_is_let_go_by_letters_too():
    page = Page(Limits(unsent=1000))
    page.tell({"is": "error", "why": "x" * 900})
    assert not page.is_lost
    page.tell({"is": "error", "why": "x" * 900})
    assert page.is_lost


def test_work_of_all_pages_is_bounded(monkeypatch):
    host, go_on = Host(Lobby(), None, Limits(work=2)), threading.Event()
    monkeypatch.setattr(host.lobby, "message", lambda: go_on.wait(20) and {"is": "lobby"})
    with TestClient(app_of(host), base_url=HOME) as client, visit(client) as one, visit(client) as other:
        first, second = Talk(one), Talk(other)
        first.say(do="lobby", re=1), first.say(do="lobby", re=2)
        while host.under_way < 2:
            time.sleep(0.01)
        assert "too much is being done here" in second.ask("error", do="lobby")["why"]
        go_on.set()
        first.wait("done", re=1)
        assert second.ask("lobby", do="lobby")


def saved_with(talk: Talk, *lines: str) -> str:
    """A saved game with lines put in behind its header."""
    talk.start(who=["random", "random"])
    talk.asked()
    text = talk.ask("saved", do="save")["text"].split("\n")
    return "\n".join([*text[:9], *lines, *text[9:]])


def test_a_saved_game_holds_so_many_files(talk):
    files = [line for number in range(1, 10) for line in (f"own-{number}.toml", "| a = 1")]
    assert "holds 9 files; at most 8" in talk.ask("error", do="load", text=saved_with(talk, *files))["why"]
    large = ["own-1.toml", f"| a = '{'x' * 200_000}'"]
    assert "of 200000 letters" in talk.ask("error", do="load", text=saved_with(talk, *large))["why"]


def test_a_saved_game_is_replayed_for_so_long(tmp_path):
    host = Host(Lobby(), tmp_path, Limits(replayed=0.0))
    with TestClient(app_of(host), base_url=HOME) as client, visit(client) as socket:
        talk = Talk(socket)
        assert "took 0 seconds" in talk.ask("error", do="load", text=saved_with(talk))["why"]


@pytest.mark.parametrize(
    "cut",
    [lambda text: text.rpartition("outcome")[0], lambda text: text[: len(text) // 2], lambda text: text.replace(" legal ", " lawful ")],
)
def test_a_saved_game_that_is_not_whole_is_refused(talk, cut):
    assert "is not whole" in talk.ask("error", do="load", text=cut(saved_with(talk)))["why"]


@pytest.mark.parametrize(
    "saved", [lambda text: text.replace("\n", "\r\n"), lambda text: f"\ufeff{text}", lambda text: text.replace("\n", "\r")]
)
def test_a_saved_game_is_read_whatever_ends_its_lines(talk, saved):
    text = saved_with(talk)
    talk.steps = []
    talk.ask("game", do="load", text=saved(text), pace=0)
    assert talk.asked()["at"] == len(read_answers(text)) > 0


def test_a_file_of_keys_without_end_is_refused_at_once(talk):
    began = time.monotonic()
    said = talk.ask("error", do="preview", game="warcry", scenario="a.toml", files=[{"name": "a.toml", "text": "a." * 90_000 + "a = 1"}])
    assert "a key of more than 100 parts" in said["why"] and said["file"] == "a.toml" and time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("[Errno 2] No such file or directory: '/root/my games/a.txt'", "[Errno 2] No such file or directory: 'a.txt'"),
        ("/tmp/skirmish-x1/mine.toml, line 3: key 'a'", "mine.toml, line 3: key 'a'"),
        ("ppo:/home/me/runs/7 cannot answer", "ppo:7 cannot answer"),
        (r"cannot read C:\Users\Max M\runs\7.zip: none", "cannot read 7.zip: none"),
        ("look:0.5s:tide_of_iron/farm", "look:0.5s:tide_of_iron/farm"),
        ("3/4 of a/b, and http://a.org/b", "3/4 of a/b, and http://a.org/b"),
    ],
)  # fmt: skip
def test_pages_are_not_told_where_files_lie(said, shown):
    assert without_folders(said) == shown


def test_an_agent_that_fails_tells_no_paths(talk, host, monkeypatch):
    class Lost:
        name, agent = "ppo:/home/me/runs/7", None

        def act(self, batch, index):
            raise FileNotFoundError(2, "No such file or directory", "/home/me/secret/net.zip")

    found = host.lobby.agent
    monkeypatch.setattr(host.lobby, "agent", lambda name, scenario: Lost() if name == "lost" else found(name, scenario))
    talk.start(who=["lost", "random"])
    why = talk.wait("error")["why"]
    assert "net.zip" in why and "/home" not in why and "secret" not in why


def test_previews_of_own_files_do_not_fill_the_memory(talk, monkeypatch):
    monkeypatch.setattr(lobby, "_OWN", 3)
    sizes = []
    for number in range(8):
        talk.ask(
            "preview", do="preview", game="warcry", scenario="a.toml", files=[{"name": "a.toml", "text": f"{own_scenario()}\n# {number}"}]
        )
        sizes.append(lobby.scenarios_in_memory._load.cache_info().currsize)
    assert sum(after < before for before, after in itertools.pairwise(sizes)) >= 2


def own_scenario() -> str:
    """A scenario that comes with a game, as a file of one's own."""
    shipped = (ruleset_of("warcry").data / "scenarios.toml").read_text(encoding="utf-8")
    found = re.search(r"^\[crossing\][^\n]*\n(.*?)(?=^\[)", shipped, re.MULTILINE | re.DOTALL)
    assert found
    return re.sub(r"^\[crossing\.", "[", found[1], flags=re.MULTILINE)


def test_a_game_without_own_files_has_no_folder_and_one_with_them_takes_it_along(talk, host):
    talk.start()
    (game,) = host.games.values()
    assert game.folder is None
    talk.start("warcry", "a.toml", ("random", "random"), files=[{"name": "a.toml", "text": own_scenario()}])
    (game,) = (game for game in host.games.values() if game.folder is not None)
    folder = Path(game.folder.name)
    assert [file.name for file in folder.iterdir()] == ["a.toml"]
    talk.ask("saved", do="save")
    talk.say(do="leave", re=1)
    talk.wait("done", re=1)
    game.left = -1e9
    host.tidy()
    assert not folder.exists()


# Connections


def test_a_connection_says_what_it_wants_in_time_and_is_done_in_time():
    with listening(Limits(head=0.3, visit=0.6)) as port:
        silent, slow = half(port), socket.create_connection(("127.0.0.1", port), timeout=5)
        slow.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n")
        assert is_closed(silent, 3)
        ends = time.monotonic() + 10
        with contextlib.suppress(OSError):
            while time.monotonic() < ends:
                slow.sendall(b"x")
                time.sleep(0.1)
        assert time.monotonic() < ends


def test_connections_that_say_nothing_make_room_for_newcomers():
    with listening(Limits(connections=6)) as port:
        silent = [half(port) for _ in range(20)]
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).status == 200
        page = Talk(Wire(f"http://127.0.0.1:{port}/"))
        assert page.ask("lobby", do="lobby")
        assert sum(is_closed(one, 0.05) for one in silent) >= 14
        silent += [half(port) for _ in range(20)]
        assert page.ask("lobby", do="lobby"), "a page is not in the way"
        page.socket.line.close()


def test_one_address_has_so_many_connections(monkeypatch):
    monkeypatch.setattr(doors, "_is_home", lambda address: False)
    with listening(Limits(neighbours=2)) as port:
        first, second, third = half(port), half(port), half(port)
        assert is_closed(first, 3) and not is_closed(second, 0.1) and not is_closed(third, 0.1)


def test_a_message_in_endless_parts_ends_the_connection():
    with listening(Limits(parts=50)) as port:
        line = Wire(f"http://127.0.0.1:{port}/").line
        with pytest.raises(ConnectionClosed):
            line.send("" for _ in range(100_000))
            line.recv(5)


def test_an_address_of_the_new_kind_counts_with_its_neighbours():
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:10.0.0.9") == neighbourhood("10.0.0.9") == "10.0.0.9" and neighbourhood("::1") == "::1"


# Tokens


def test_wrong_tokens_are_slowed_ever_more_and_few_addresses_are_remembered(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    tokens, waits = Tokens(), []
    for _ in range(15):
        tokens.note("10.0.0.9", False)
        waits.append(tokens.wait("10.0.0.9"))
        now[0] += waits[-1]
    assert waits == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 64, 64, 64] and tokens.wait("10.0.0.8") == 0
    tokens.note("10.0.0.9", True)
    for _ in range(15):
        tokens.note("10.0.0.9", False)
    assert tokens.wait("10.0.0.9") == 0, "whoever had the right one once is not kept out by a neighbour"
    for number in range(5000):
        tokens.note(f"10.1.{number // 250}.{number % 250}", False)
        tokens.note(f"10.2.{number // 250}.{number % 250}", True)
    assert len(tokens._wrong) <= 1000 and len(tokens._right) <= 1000


def test_no_token_is_looked_at_while_an_address_waits():
    with TestClient(app_of(Host(Lobby()), "a token of many letters", ()), base_url="http://10.0.0.9") as client:
        for number in range(8):
            with client.websocket_connect("ws://10.0.0.9/play?token=x") as socket, pytest.raises(WebSocketDisconnect) as refused:
                socket.receive_text()
            assert refused.value.code == (1008 if number < 6 else 1013)
        with (
            client.websocket_connect("ws://10.0.0.9/play?token=a token of many letters") as socket,
            pytest.raises(WebSocketDisconnect) as refused,
        ):
            socket.receive_text()
        assert refused.value.code == 1013 and "seconds" in refused.value.reason


@pytest.mark.parametrize(
    "words", [["--host", "0.0.0.0", "--token", "secret"], ["--token", "fifteen letters"], ["--host", "0.0.0.0", "--token", ""]]
)
def test_a_token_that_can_be_guessed_is_refused(words):
    with pytest.raises(BadOption, match="at least 16"):
        serve(words)


@pytest.mark.parametrize("called", ["127.0.0.1:8000", "localhost", "[::1]:80", "games.example:443"])
def test_the_page_speaks_to_its_own_server_alone(called):
    assert f"connect-src 'self' ws://{called} wss://{called};" in policy_of(called)


@pytest.mark.parametrize("called", ["", "a b", "a; script-src *", "127.0.0.1:8000 *", "a\nb", "*"])
def test_a_name_that_is_none_opens_nothing(called):
    assert "connect-src 'self';" in policy_of(called)


# Records and the end


def test_records_that_cannot_be_kept_are_refused_at_the_start(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="--records"):
        serve(["--records", str(tmp_path / "file" / "games")])


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("runs/none", "no checkpoint at runs/none, and no agent of that name; give a run folder"),
        ("look:ppo:warcri", "no checkpoint at warcri"),
        ("python:no_such_module:Bot", "cannot import no_such_module"),
        ("python:os:Bot", "has no 'Bot'"),
        ("exec:/no/such/program", "there is no program '/no/such/program' that can be started"),
        ("bots:strong", "unknown agent 'bots:strong'; known: <any of these three>@0.2, bot:<name>"),
    ],
)
def test_an_agent_that_there_is_not_is_refused_at_the_start(spec, why, tmp_path):
    """And not only when somebody chooses it on the page."""
    with pytest.raises(SkirmishError, match=re.escape(why)):
        serve([spec, "--port", "0", "--records", str(tmp_path)])


def test_a_page_is_told_once_that_its_game_cannot_be_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("skirmish_rl.agents.serving.game.KEPT", 0.0)
    (tmp_path / "games").write_text("in the way")
    host = Host(Lobby(), tmp_path / "games")
    with TestClient(app_of(host), base_url=HOME) as client, visit(client) as socket:
        talk = Talk(socket)
        number, position = talk.start()["id"], talk.asked()
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        why, position = "", {}
        while not (why and position):  # whichever comes first
            message = talk.wait("error", "position")
            if message["is"] == "error":
                why = message["why"]
            elif message["question"]:
                position = message
        assert "this game is not kept" in why and "--records" in why and str(tmp_path) not in why
        (tmp_path / "games").unlink()
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        while not list(tmp_path.glob(f"games/*{number}.txt")):
            time.sleep(0.02)


def test_a_game_goes_on_after_the_server_was_killed(tmp_path):
    with running("--records", str(tmp_path)) as (process, address):
        talk = Talk(Wire(address))
        number, position = talk.start(who=["person", "bot:simple"])["id"], talk.asked()
        for _ in range(5):
            talk.say(do="answer", at=position["at"], action=first_answer(position))
            position = talk.asked()
        ends = time.monotonic() + 20
        while not any(len(read_answers(file.read_text())) >= position["at"] for file in tmp_path.glob("*.txt")):
            assert time.monotonic() < ends
            time.sleep(0.05)
        process.kill()
    (record,) = tmp_path.iterdir()
    assert replay(record.read_text()) is None
    with running("--records", str(tmp_path)) as (process, address):
        again = Talk(Wire(address))
        assert again.ask("game", do="resume", id=number)["id"] == number
        assert again.asked()["question"] == position["question"] and again.steps == talk.steps
        process.kill()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
def test_searches_under_way_do_not_hold_up_the_end(name, tmp_path):
    if not hasattr(signal, name):
        pytest.skip("no such signal here")
    if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        pytest.skip("the tests were started by nohup, and a server that is started so goes on")
    with running("--records", str(tmp_path)) as (process, address):
        pages = [Talk(Wire(address)) for _ in range(4)]
        for talk in pages:
            talk.start("warcry", "crossing", ("mcts:10s", "mcts:10s"))
            talk.wait("position")
        person = Talk(Wire(address))
        person.start(who=["person", "bot:simple"])
        position = person.asked()
        person.say(do="answer", at=position["at"], action=first_answer(position))
        person.asked()
        began = time.monotonic()
        process.send_signal(getattr(signal, name))
        process.wait(10)
        assert time.monotonic() - began < 2
    (record,) = tmp_path.iterdir()
    assert replay(record.read_text()) is None and read_answers(record.read_text())


def test_a_search_lets_go_of_its_copies(talk, host):
    talk.start(who=["mcts:8", "mcts:8@0.5"], options={"rounds": 3})
    while not talk.wait("position")["over"]:
        pass
    (game,) = host.games.values()
    assert all(search_in(agent)._copies is None for agent in game.session.agents)


def test_an_answer_is_played_again_from_the_record_before_it(talk, host):
    talk.start(who=["bot:simple", "random"], options={"rounds": 3})
    talk.asked()
    (game,) = host.games.values()
    session = game.session
    assert len(session._records) <= session.live // 16 + 1
    hashes = [step.hash for step in session.steps]
    assert [record_hash(session.record(at)[0]) for at in range(session.live + 1)] == hashes
    assert replay(session.short_trace()) is None
