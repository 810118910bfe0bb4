"""Playing over the protocol of docs/web.md, without a browser."""

from __future__ import annotations

import re

import numpy as np
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from skirmish_rl.agents.judging import network_in, worth
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.serving import lobby
from skirmish_rl.agents.serving.host import Host, Limits
from skirmish_rl.agents.serving.lobby import Lobby
from skirmish_rl.agents.serving.server import app_of, web_folder
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.trace import read_answers, replay
from skirmish_rl.envs.registry import available, ruleset_of
from tests.talk import HOME, PLAY, Talk, first_answer, visit


def test_the_lobby_names_every_game_scenario_option_and_bot(talk):
    told = talk.ask("lobby", do="lobby")
    assert [game["name"] for game in told["games"]] == list(available())
    for game in told["games"]:
        ruleset = ruleset_of(game["name"])
        assert [one["name"] for one in game["scenarios"]] == list(ruleset.scenarios)
        assert [one["name"] for one in game["options"]] == list(ruleset.options) and game["bots"] == list(ruleset.bots)


@pytest.mark.parametrize("name", available())
def test_a_person_plays_a_whole_game(talk, host, name):
    scenario = ruleset_of(name).default_scenario("small")
    game = talk.start(name, scenario)
    assert [seat["who"] for seat in game["seats"]] == ["person", "bot:simple"] and game["roster"] and game["aim"]
    position = talk.asked()
    while not position["over"]:
        assert position["question"]["seat"] == 0 == position["turn"]
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    assert position["over"]["text"] and position["question"] is None
    assert {step["seat"] for step in talk.steps[1:]} == {0, 1} and all(step["said"] for step in talk.steps[1:])
    saved = talk.ask("saved", do="save")
    assert saved["text"].splitlines()[-1].startswith("outcome ") and replay(saved["text"]) is None
    winners = " ".join(f"seat_{seat}" for seat in position["over"]["winners"]) or "nobody"
    assert f"first: {winners};" in saved["text"].splitlines()[-1]
    assert sorted(talk.sizes)[len(talk.sizes) // 2] < 30_000


def test_games_of_people_are_kept_as_traces(client, host):
    with visit(client) as socket:
        talk = Talk(socket)
        talk.start(options={"rounds": 3})
        position = talk.asked()
        while not position["over"]:
            talk.say(do="answer", at=position["at"], action=first_answer(position))
            position = talk.asked()
        talk.ask("saved", do="save")  # the worker that keeps the game is the one that saves
    client.__exit__(None, None, None)
    kept = list(host.records.glob("*.txt"))
    assert len(kept) == 1 and replay(kept[0].read_text(encoding="utf-8")) is None
    assert "bots person bot:simple\n" in kept[0].read_text(encoding="utf-8")


def test_games_of_agents_alone_are_not_kept(client, host, talk):
    talk.start(who=["random", "random"])
    assert talk.asked()["over"]
    talk.ask("saved", do="save")
    assert not host.records.exists()


def test_an_answer_is_taken_back_where_no_die_fell(talk):
    talk.start(who=["person", "person"])
    position = talk.asked()
    before = position["question"]
    free = 0
    for _ in range(12):
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
        if position["can"]["undo"]:
            talk.say(do="undo")
            back = talk.asked()
            assert back["at"] == before["at"] and back["question"] == before
            free += 1
            talk.say(do="answer", at=back["at"], action=first_answer(back))
            position = talk.asked()
        before = position["question"]
    assert free > 0


def test_a_die_that_fell_stays(talk):
    talk.start(who=["person", "bot:simple"])
    position = talk.asked()
    while not any("rolls" in line for line in talk.steps[-1]["lines"]):
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    assert not position["can"]["undo"]
    assert "a die has fallen" in talk.ask("error", do="undo")["why"]


def test_in_practice_anything_is_taken_back_and_meets_the_same_dice(talk):
    talk.start(practice=True)
    position = talk.asked()
    first = position["question"]
    while position["at"] < 40 and not position["over"]:
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    told = list(talk.steps)
    while position["can"]["undo"]:
        talk.say(do="undo")
        position = talk.asked()
    assert position["question"] == first
    while position["at"] < 40 and not position["over"]:
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    assert talk.steps == told and any("rolls" in line for step in told for line in step["lines"])


def test_earlier_positions_can_be_looked_at(talk):
    talk.start(who=["random", "random"])
    end = talk.asked()
    then = talk.ask("position", do="look", at=3)
    assert (then["at"], then["live"], then["question"]) == (3, end["live"], None)
    assert then["scene"]["layers"] != end["scene"]["layers"] and then["scene"]["width"] == end["scene"]["width"]
    assert "this game has 0 to" in talk.ask("error", do="look", at=end["live"] + 1)["why"]


def test_a_layer_is_sent_once(talk):
    talk.start(who=["random", "random"])
    end = talk.asked()
    talk.ask("position", do="look", at=end["live"] // 2)
    before = len(talk.layers)
    talk.ask("position", do="look", at=end["live"] // 2)
    assert len(talk.layers) == before and talk.sizes[-1] < talk.sizes[-2]


def test_watching_runs_pauses_and_steps(talk):
    talk.start(who=["bot:simple", "random"], watch=True)
    position = talk.wait("position")
    assert position["at"] == 0 and not position["running"]
    for at in (1, 2, 3):
        talk.say(do="step")
        assert talk.wait("position", at=at)["at"] == at
    talk.say(do="run", pace=5)
    while talk.wait("position")["at"] < 6:
        pass
    talk.say(do="pause")
    paused = talk.wait("position", running=False)
    talk.say(do="run", pace=0)
    assert talk.asked()["at"] > paused["at"] >= 6


def test_whoever_resigns_has_lost(talk):
    talk.start()
    talk.asked()
    talk.say(do="resign")
    over = talk.asked()["over"]
    assert over["winners"] == [1] and over["rewards"] == [-1.0, 1.0] and over["text"] == "seat_1 wins: seat_0 gave up"
    assert "over" in talk.ask("error", do="answer", at=0, action=0)["why"]


def test_a_saved_game_goes_on_where_it_was_left(talk):
    talk.start()
    position = talk.asked()
    for _ in range(6):
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    saved = talk.ask("saved", do="save")
    steps = list(talk.steps)
    assert saved["text"].splitlines()[-1] == f"unfinished; {position['at']} decisions" and replay(saved["text"]) is None
    talk.steps = []
    game = talk.ask("game", do="load", text=saved["text"], pace=0)
    assert [seat["who"] for seat in game["seats"]] == ["person", "bot:simple"]
    again = talk.asked()
    assert talk.steps == steps and again["question"] == position["question"]


def refuses_what_is_damaged(talk, *more):
    """A saved game with something in it changed is refused with the reason, and the one that is open stays.

    Args:
        more: (what stands there, what instead, why it is refused), beside what every host says alike.
    """
    talk.start(who=["random", "random"])
    talk.asked()
    text = talk.ask("saved", do="save")["text"]
    last = read_answers(text)[-3]
    for old, new, why in [
        (f"{last.said:<18} {last.hash}", f"{last.said:<18} 00000000", "led to another position"),
        (f"legal  {last.said}", "legal  fly", "the saved game is damaged at answer"),
        ("seed 7", "seed 8", "the saved game is damaged at answer"),
        *more,
    ]:
        assert old in text
        assert why in talk.ask("error", do="load", text=text.replace(old, new))["why"]
    assert talk.ask("saved", do="save")["text"] == text


def test_a_damaged_saved_game_is_refused(talk):
    refuses_what_is_damaged(
        talk, ("version 0", "version 99", "the trace is of godbreakers version 99"),
        ("scenario drill", "scenario /etc/a.toml", "not among the files"),
        ("skirmish trace 2", "something else", "not a trace"),
    )  # fmt: skip


def test_a_lost_page_comes_back_to_its_game(client):
    with visit(client) as socket:
        first = Talk(socket)
        number = first.start()["id"]
        position = first.asked()
        first.say(do="answer", at=position["at"], action=first_answer(position))
        position = first.asked()
    with visit(client) as socket:
        again = Talk(socket)
        assert again.ask("game", do="resume", id=number)["id"] == number
        back = again.asked()
        assert back["question"] == position["question"] and again.steps == first.steps
        assert again.ask("gone", do="resume", id="none")["id"] == "none"


def test_a_page_comes_back_to_its_game_after_the_server_was_ended(tmp_path):
    game, position, steps = "", {}, []
    for _ in range(3):
        with TestClient(app_of(Host(Lobby(), tmp_path)), base_url=HOME) as client, visit(client) as socket:
            talk = Talk(socket)
            if game:
                told = talk.ask("game", do="resume", id=game)
                assert told["id"] == game and [seat["who"] for seat in told["seats"]] == ["person", "mcts:1"]
                assert talk.asked()["question"] == position["question"] and talk.steps == steps
            else:
                game = talk.start(who=["person", "mcts:1"])["id"]
                position = talk.asked()
            for _ in range(3):
                talk.say(do="answer", at=position["at"], action=first_answer(position))
                position = talk.asked()
            steps = list(talk.steps)
    (record,) = tmp_path.iterdir()
    assert replay(record.read_text(encoding="utf-8")) is None
    record.write_text(record.read_text(encoding="utf-8").replace("seed 7", "seed 8"), encoding="utf-8")
    with TestClient(app_of(Host(Lobby(), tmp_path)), base_url=HOME) as client, visit(client) as socket:
        assert "damaged" in Talk(socket).ask("error", do="resume", id=game)["why"]


def test_two_pages_see_the_same_game(client):
    with visit(client) as one, visit(client) as other:
        first, second = Talk(one), Talk(other)
        number = first.start()["id"]
        position = first.asked()
        second.ask("game", do="resume", id=number)
        second.asked()
        second.say(do="answer", at=position["at"], action=first_answer(position))
        for talk in (first, second):
            while talk.asked()["live"] == position["live"]:
                pass
        assert first.steps == second.steps
        assert (
            "is not the one that is asked now" in first.ask("error", do="answer", at=position["at"], action=first_answer(position))["why"]
        )


def test_hidden_hands_are_covered_until_the_next_person_is_ready(talk):
    game = talk.start("dropzone_commander", "drill", ("person", "person"))
    assert game["hidden"]
    position = talk.wait("position")
    covered = 0
    for _ in range(60):
        if position["cover"] is not None:
            covered += 1
            assert position["question"] is None
            assert "covered" in talk.ask("error", do="answer", at=position["at"], action=0)["why"]
            assert "covered" in talk.ask("error", do="think", at=position["at"], agent="random")["why"]
            talk.say(do="ready", at=position["at"])
            position = talk.asked()
            assert position["question"]["seat"] == position["turn"]
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.wait("position")
        if covered > 2:
            break
    assert covered > 2
    assert "when the game is over" in talk.ask("error", do="look", at=1)["why"]


def test_the_next_person_sees_at_once_what_hides_nothing(talk):
    assert not talk.start("godbreakers", "saboteurs", ("person", "person", "person"), seats=3)["hidden"]
    assert talk.asked()["cover"] is None


def test_an_agent_says_what_it_would_do(talk):
    talk.start()
    position = talk.asked()
    thoughts = talk.ask("thoughts", do="think", at=position["at"], agent="mcts:32")
    legal = {answer[0] for group in position["question"]["answers"] for answer in group["answers"]}
    assert thoughts["answers"] and {answer["action"] for answer in thoughts["answers"]} <= legal
    assert all(-1 <= answer["value"] <= 1 for answer in thoughts["answers"]) and thoughts["seat"] == 0
    alone = talk.ask("thoughts", do="think", at=position["at"], agent="bot:strong")
    assert len(alone["answers"]) == 1 and alone["value"] is None


def test_every_position_of_a_game_can_be_judged(talk):
    talk.start(who=["bot:strong", "random"])
    end = talk.asked()
    talk.say(do="judge")
    values = {}
    while True:
        message = talk.wait("values")
        values.update(dict(message["values"]))
        if message["done"]:
            break
    assert min(values) == 0 and max(values) == end["live"] and values[end["live"]] == end["over"]["rewards"]
    assert all(abs(sum(worth)) < 1e-3 for worth in values.values())


def test_a_game_that_is_over_is_tried_again_from_one_of_its_positions(talk):
    first = talk.start(who=["person", "bot:simple"])
    talk.asked()
    assert "the game goes on" in talk.ask("error", do="again", at=0)["why"]
    talk.ask("game", do="seat", seat=0, who="random")
    while not talk.wait("position")["over"]:
        pass
    steps = list(talk.steps)
    assert "this game has" in talk.ask("error", do="again", at=len(steps))["why"]
    at = next(k for k in range(20, len(steps)) if steps[k]["seat"] == 0) - 1
    talk.steps = []
    again = talk.ask("game", do="again", at=at, seat=0)
    assert again["id"] != first["id"] and again["seed"] == first["seed"] and again["seats"][0]["who"] == "person"
    position = talk.asked()
    assert position["live"] == at and talk.steps == steps[: at + 1] and position["question"]["seat"] == 0


def test_who_was_trained_for_a_scenario_judges_there_before_who_plays_all():
    scenario, lobby = ruleset_of("warcry").scenario("duel"), Lobby()
    seated = [agent_of("look:warcry/any", scenario), None]
    assert lobby.judges(scenario, [None, None])[0] == "look:warcry/duel"
    assert lobby.judges(scenario, seated)[0] == "look:warcry/any", "unless it sits there"
    assert lobby.judges(ruleset_of("warcry").scenario("relics"), [None, None])[0] == "look:warcry/any"


def test_a_network_judges_a_position_in_several_futures_by_both_seats():
    scenario = ruleset_of("warcry").scenario("duel")
    agent, batch = Lobby().agent("ppo:warcry/duel", scenario), Batch(scenario, 1, observe=False)
    batch.reset(seed=4)
    alone, many = [], []
    for _ in range(24):
        value = float(network_in(agent).judge(batch, np.zeros(1, np.int64)).values[0])
        alone.append(value if batch.deciders[0] == 0 else -value)
        before = batch.games.tobytes()
        many.append(worth(agent, batch.games.copy(), scenario))
        assert batch.games.tobytes() == before
        batch.step(batch.ask(np.zeros(1, np.int64), 2))
    assert all(a == -b for a, b in many)
    assert np.abs(np.diff([a for a, _ in many])).max() < 0.7 * np.abs(np.diff(alone)).max()


def test_the_blunders_of_a_finished_game_are_listed(talk):
    talk.start(who=("random", "bot:strong"), options={"rounds": 3})
    while not talk.wait("position")["over"]:
        pass
    told = []
    talk.say(do="analyse", re=4)
    while not told or not told[-1]["done"]:
        told.append(talk.wait("blunders", re=4))
    assert told[-1]["looked"] == told[-1]["of"] == len(talk.steps) - 1 and told[-1]["by"] == "look:godbreakers/any"
    assert told[-1]["blunders"] and told[0]["blunders"] == [] and not any(one["done"] for one in told[:-1])
    for one in told[-1]["blunders"]:
        step = talk.steps[one["at"] + 1]
        assert (step["seat"], step["said"]) == (one["seat"], one["said"]) and one["better"] != one["said"] and 0.1 < one["loss"] <= 2
        assert one["asked"].split(" (")[0].endswith("?")
    about = {one["asked"] for one in told[-1]["blunders"]}
    assert any(re.search(r"\b[AB]\d", asked) for asked in about), about


@pytest.mark.parametrize(
    "over, agent, why", [(False, None, "the game goes on"), (True, "bot:strong", "judges nothing"), (True, "x", "unknown agent")]
)
def test_what_cannot_be_analysed_is_refused(talk, over, agent, why):
    talk.start(options={"rounds": 3})
    talk.asked()
    if over:
        talk.say(do="resign")
        assert talk.asked()["over"]
    assert why in talk.ask("error", do="analyse", agent=agent)["why"]


def test_rules_that_are_not_compiled_yet_are_compiled_by_another_process(talk, monkeypatch):
    library, run = ruleset_of("warcry").engine.library, []
    talk.ask("preview", do="preview", game="warcry", scenario="crossing")
    monkeypatch.setattr(lobby.subprocess, "run", lambda words, **_: run.append(words[1:]))
    talk.ask("preview", do="preview", game="warcry", scenario="crossing")
    assert not run, "they are there"
    monkeypatch.setattr(library, "is_there", lambda: False)
    talk.ask("preview", do="preview", game="warcry", scenario="crossing")
    assert run == [["-P", "-m", "skirmish_rl", "compile", "warcry"]]


@pytest.mark.parametrize(
    ("name", "option", "some"),
    [
        ("dropzone_commander", "forces", "a_drill"), ("godbreakers", "circles", "random"), ("trench_crusade", "warbands", "a_300"),
        ("warcry", "force_a", "fang"), ("tide_of_iron", "constants", None), ("warcry", "constants", None),
    ],
)  # fmt: skip
def test_options_that_name_forces_offer_those_of_the_game(talk, name, option, some):
    game = next(one for one in talk.ask("lobby", do="lobby")["games"] if one["name"] == name)
    (shown,) = [one for one in game["options"] if one["name"] == option]
    assert (some in shown["choices"]) if some else shown["choices"] == []
    own = talk.ask("preview", do="preview", game=name, scenario=game["default"])
    for choice in shown["choices"]:
        given = [choice] * len(own["players"]) if shown["kind"] == "list" else choice
        told = talk.ask("preview", "error", do="preview", game=name, scenario=game["default"], options={option: given})
        assert told["is"] == "error" or told["options"][option] == given
    assert own["options"].keys() == {one["name"] for one in game["options"]}


def test_own_scenarios_come_as_files(talk):
    shipped = (ruleset_of("warcry").data / "scenarios.toml").read_text(encoding="utf-8")
    body = re.search(r"^\[crossing\][^\n]*\n(.*?)(?=^\[)", shipped, re.MULTILINE | re.DOTALL)[1]
    own = [{"name": "mine.toml", "text": re.sub(r"^\[crossing\.", "[", body, flags=re.MULTILINE)}]
    preview = talk.ask("preview", do="preview", game="warcry", scenario="mine.toml", files=own)
    assert preview["seats"] == [2] and preview["scene"]["width"] == 18
    game = talk.start("warcry", "mine.toml", ("random", "random"), files=own)
    assert game["scenario"] == "mine.toml" and talk.asked()["over"]
    saved = talk.ask("saved", do="save")["text"]
    assert "\nscenario own-1.toml\n" in saved and replay(saved) is None
    talk.steps = []
    assert talk.ask("game", do="load", text=saved, who=["random", "random"], pace=0)["scenario"] == "own-1.toml" and talk.asked()["over"]
    wrong = [{"name": "mine.toml", "text": own[0]["text"].replace("rounds = 4", "ruonds = 4")}]
    said = talk.ask("error", do="preview", game="warcry", scenario="mine.toml", files=wrong)
    assert said["file"] == "mine.toml" and "/" not in said["why"].partition(":")[0]


def test_a_scenario_of_another_game_is_called_so(talk):
    shipped = (ruleset_of("warcry").data / "scenarios.toml").read_text(encoding="utf-8")
    body = re.search(r"^\[crossing\][^\n]*\n(.*?)(?=^\[)", shipped, re.MULTILINE | re.DOTALL)[1]
    own = [{"name": "mine.toml", "text": re.sub(r"^\[crossing\.", "[", body, flags=re.MULTILINE)}]
    said = talk.ask("error", do="preview", game="godbreakers", scenario="mine.toml", files=own)
    assert said["file"] == "mine.toml" and "this is a scenario of Warcry" in said["why"]


def test_files_that_are_not_chosen_are_not_read(talk):
    shipped = (ruleset_of("warcry").data / "scenarios.toml").read_text(encoding="utf-8")
    body = re.search(r"^\[crossing\][^\n]*\n(.*?)(?=^\[)", shipped, re.MULTILINE | re.DOTALL)[1]
    good = {"name": "Mein Königreich (2) 漢字.toml", "text": re.sub(r"^\[crossing\.", "[", body, flags=re.MULTILINE)}
    files = [{"name": "wrong 2.toml", "text": "a = "}, good, {"name": "other.toml", "text": "a = '/etc/passwd.toml'"}]
    for scenario in ("crossing", good["name"]):
        assert talk.ask("preview", do="preview", game="warcry", scenario=scenario, files=files)["scene"]["width"] == 18
        assert talk.start("warcry", scenario, ("person", "person"), files=files)["scenario"] == scenario
        talk.asked()
    for name in ("wrong 2.toml", "other.toml"):
        said = talk.ask("error", do="preview", game="warcry", scenario=name, files=files)
        assert said["file"] == name and said["why"].startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"scenario": "/etc/passwd.toml"}, "not among the files"),
        ({"scenario": "../secret.toml"}, "not among the files"),
        ({"options": {"circles": ["../a.toml", "b"]}}, "not among the files"),
        ({"files": [{"name": "../a.toml", "text": ""}]}, "is no name for a file"),
        ({"files": [{"name": "a.toml", "text": "circles = ['/etc/b.toml']"}], "scenario": "a.toml"}, "not among the files"),
        (
            {"files": [{"name": "a.toml", "text": "circles = ['b.toml']"}, {"name": "b.toml", "text": "x = '/etc/c.toml'"}],
                "scenario": "a.toml"},
            "b.toml: 'c.toml' is not among",
        ),
        ({"files": [{"name": ".a.toml", "text": ""}]}, "is no name for a file"),
        ({"files": [{"name": ".toml", "text": ""}]}, "is no name for a file"),
        ({"files": [{"name": "a\\b.toml", "text": ""}]}, "is no name for a file"),
        ({"files": [{"name": "", "text": ""}]}, "is no name for a file"),
        ({"files": [{"name": "\u6f22" * 70 + ".toml", "text": ""}]}, "too long a name"),
        ({"files": [{"name": "a.toml", "text": "circles = "}], "scenario": "a.toml"}, "a.toml: "),
        ({"scenario": "dril"}, "did you mean 'drill'"),
        ({"options": {"rounds": 99}}, "3 to 7 rounds"),
        ({"who": ["person"]}, "is played by 2"),
        ({"who": ["person", "ppo:/elsewhere/run"]}, "unknown agent"),
        ({"who": ["person", "python:os:system"]}, "unknown agent"),
        ({"who": ["person", "mcts:100000"]}, "simulations"),
        ({"who": ["person", "mcts:60s"]}, "seconds"),
        ({"who": ["person", "mcts"]}, "simulations"),
        ({"seats": 9}, "number of seats"),
        ({"seed": -1}, "whole number"),
    ],
)  # fmt: skip
def test_what_cannot_be_started_is_refused_with_a_reason(talk, message, why):
    said = talk.ask(
        "error", **{"do": "start", "game": "godbreakers", "scenario": "drill", "who": ["person", "random"], "re": 5, **message}
    )
    assert why in said["why"] and said["re"] == 5 and "/tmp" not in said["why"]


def test_there_are_only_so_many_games_and_pages():
    host = Host(Lobby(), None, Limits(games=2, pages=3))
    with TestClient(app_of(host), base_url=HOME) as client:
        with visit(client) as a, visit(client) as b, visit(client) as c:
            for socket in (a, b):
                Talk(socket).start()
            refused = Talk(c).ask("error", do="start", game="godbreakers", scenario="drill", who=["person", "random"])
            assert "games are being played here" in refused["why"]
            with visit(client) as d, pytest.raises(WebSocketDisconnect) as shut:
                d.receive_text()
            assert shut.value.code == 1013
        with visit(client) as again:
            assert Talk(again).start()["is"] == "game"  # a game that nobody looks at makes room


def test_a_game_that_nobody_looks_at_is_forgotten(client, host):
    with visit(client) as socket:
        number = Talk(socket).start()["id"]
        host.tidy()
        assert number in host.games
    host.games[number].left -= host.limits.idle + 1
    client.portal.call(host.tidy)
    assert number not in host.games


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:99", "null", "http://[", ""])
def test_pages_of_other_sites_are_not_heard(client, origin):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(PLAY, headers={"origin": origin}):
        pass


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example"])
def test_a_server_of_this_machine_is_called_by_its_own_name(client, name):
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(PLAY, headers={"host": name, "origin": f"http://{name}"}):
        pass


def test_elsewhere_a_token_is_needed():
    with TestClient(app_of(Host(Lobby()), "secret", ()), base_url="http://10.0.0.9") as client:
        for query in ("", "?token=", "?token=secre", "?token=%C3%A9"):
            with client.websocket_connect(f"ws://10.0.0.9/play{query}") as socket, pytest.raises(WebSocketDisconnect) as refused:
                socket.receive_text()
            assert refused.value.code == 1008 and "token" in refused.value.reason
        with client.websocket_connect("ws://127.0.0.1/play?token=secret") as socket:
            assert Talk(socket).ask("lobby", do="lobby")


def test_the_files_of_the_page_are_served_and_no_others(client):
    page = client.get("/")
    assert page.status_code == 200 and "main.js" in page.text and "default-src 'self'" in page.headers["content-security-policy"]
    for file in web_folder().iterdir():
        if file.is_file():
            assert client.get(f"/{file.name}").status_code == 200
            assert "http://" not in file.read_text(encoding="utf-8").replace("http://www.w3.org/", ""), f"{file.name} names another place"
    for path in ("/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/setup.py", "/none.js", "/..%5csetup.py"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("answers", "why"),
    [(lambda: 1 / 0, "division by zero"), (lambda: [10**6], "action 1000000; this game has 0 to"), (lambda: [1], "legal verbs")],
)
def test_an_agent_without_a_legal_answer_is_said_and_asked_again(talk, host, monkeypatch, answers, why):
    found = host.lobby.agent

    class Lost:
        name, act = "lost", staticmethod(lambda batch, index: answers())

    monkeypatch.setattr(host.lobby, "agent", lambda name, scenario: Lost() if name == "lost" else found(name, scenario))
    talk.start(who=["lost", "random"])
    assert why in talk.wait("error")["why"] and not talk.wait("position", running=False)["over"]
    talk.say(do="run")
    assert why in talk.wait("error")["why"] and not talk.wait("position", running=False)["over"]
    (game,) = host.games.values()
    game.session.agents[0] = found("random", game.session.scenario)
    talk.say(do="run")
    assert talk.asked()["over"]


def test_a_generated_world_is_played_by_its_number(talk):
    for game in talk.ask("lobby", do="lobby")["games"]:
        if game["worlds"]:
            preview = talk.ask("preview", do="preview", game=game["name"], scenario="skirmish:7")
            assert preview["seats"] == [2] and len(preview["players"]) == 2
            told = talk.start(game["name"], "skirmish:7", ("bot:simple", "random"))
            assert told["scenario"] == "skirmish:7" and talk.asked()["over"]
            assert replay(talk.ask("saved", do="save")["text"]) is None
            assert "a page at most" in talk.ask("error", do="preview", game=game["name"], scenario="skirmish:0:2000")["why"]
        else:
            assert "no generated worlds" in talk.ask("error", do="preview", game=game["name"], scenario="skirmish:7")["why"]


def test_a_slow_agent_holds_up_nobody_else(client, host):
    with visit(client) as one, visit(client) as other:
        slow, quick = Talk(one), Talk(other)
        slow.start(who=["mcts:2s", "mcts:2s"])
        quick.start()
        position = quick.asked()
        for _ in range(5):
            quick.say(do="answer", at=position["at"], action=first_answer(position))
            position = quick.asked()
        (game,) = (game for game in host.games.values() if game.session.who[0] == "mcts:2s")
        assert game.session.live <= 2


def test_a_rematch_has_other_dice_and_seats_may_be_swapped(talk):
    first = talk.start("godbreakers", "drill", who=["bot:simple", "random"], seed=5)
    assert talk.asked()["over"]
    talk.steps = []
    again = talk.ask("game", do="again")
    assert (
        again["id"] != first["id"]
        and [seat["who"] for seat in again["seats"]] == ["bot:simple", "random"]
        and again["options"] == first["options"]
    )
    assert talk.asked()["over"]
    talk.steps = []
    swapped = talk.ask("game", do="again", swap=True)
    assert [seat["who"] for seat in swapped["seats"]] == ["random", "bot:simple"] and swapped["scenario"] == first["scenario"]
    assert talk.asked()["over"] and replay(talk.ask("saved", do="save")["text"]) is None


def test_a_seat_is_handed_over_in_mid_game(talk):
    talk.start("godbreakers", "drill", who=["person", "bot:simple"], seed=5)
    position = talk.asked()
    assert position["question"]["seat"] == 0
    refused = talk.ask("error", do="seat", seat=3, who="random")
    assert "seat 3" in refused["why"]
    assert "nobody" in talk.ask("error", do="seat", seat=0, who="bot:nobody")["why"]
    talk.steps = []
    told = talk.ask("game", do="seat", seat=0, who="random")
    assert [seat["who"] for seat in told["seats"]] == ["random", "bot:simple"]
    over = talk.asked()
    assert over["over"] and over["at"] > position["at"]
    assert "over" in talk.ask("error", do="seat", seat=0, who="person")["why"]
    assert replay(talk.ask("saved", do="save")["text"]) is None
