"""What a person is asked: as a question, with the only target named, and with what came about since the last answer."""

from __future__ import annotations

import importlib
import re

import numpy as np
import pytest

from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.serving.session import Session
from skirmish_rl.agents.serving.showing import chances_of, question_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import question_text
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.registry import available, ruleset_of

ONE = np.zeros(1, np.int64)


@pytest.mark.parametrize("name", available())
def test_every_decision_is_asked_as_a_question(name):
    texts = importlib.import_module(f"skirmish_rl.envs.{name}.render.asking").QUESTIONS
    rows = ruleset_of(name).questions.rows
    assert texts.keys() == rows.keys()
    for number, text in texts.items():
        assert text[0].isupper() and text.endswith("?") and ("{subject}" in text) <= bool(rows[number].subject), text


def small(name):
    return ruleset_of(name).scenario(ruleset_of(name).default_scenario("small"))


def played(name, decisions=500, seed=5):
    """Positions of games between the strong bots."""
    batch = Batch(small(name), 1, observe=False, listen=True)
    batch.reset(seed=seed)
    for _ in range(decisions):
        if batch.over[0]:
            batch.reset(seed=seed + 1)
        yield batch
        batch.step(batch.ask(ONE, len(batch.scenario.ruleset.bots) - 1))


def test_numbers_that_an_answer_hangs_on_stand_behind_the_question():
    wanted = {
        "warcry": "action left|actions left|wild di",
        "godbreakers": "actions? left",
        "tide_of_iron": "movement points? left|left in this turn",
    }
    for name, words in wanted.items():
        said = {question_text(batch.games[0], batch.scenario) for batch in played(name)}
        assert all(any(word.replace("s?", "") in text for text in said) for word in words.split("|")), (name, words)


@pytest.mark.parametrize(("name", "least", "share"), [("warcry", 15, 1.0), ("trench_crusade", 5, 1.0)])
def test_an_attack_on_the_only_target_is_named_with_its_chances_before_any_die(name, least, share):
    found = with_chances = 0
    for batch in played(name, 700):
        before = batch.games.tobytes()
        leads = chances_of(batch.games, batch.scenario)["leads"]
        assert batch.games.tobytes() == before
        for number, lead in leads.items():
            other = Batch(batch.scenario, 1, observe=False, listen=True)
            other.games[:] = batch.games
            other.refresh(0, check=False)
            other.step(np.array([int(number)]))
            attacked = next(event for event in events_of(other.games[0]) if event.kind == Event.ATTACKED)
            assert batch.scenario.ruleset.layout.unit_name(attacked.other) == lead["unit"]
            found += 1
            with_chances += bool(lead["odds"])
    assert found >= least and with_chances >= share * found


@pytest.mark.parametrize("name", available())
def test_before_a_choice_of_targets_they_are_named_with_the_chances_against_the_best(name):
    found = 0
    for batch in played(name, 250):
        before = batch.games.tobytes()
        targets = chances_of(batch.games, batch.scenario)["targets"]
        assert batch.games.tobytes() == before
        for number, told in targets.items():
            other = Batch(batch.scenario, 1, observe=False, listen=True)
            other.games[:] = batch.games
            other.refresh(0, check=False)
            other.step(np.array([int(number)]))
            assert other.games["decider"] == batch.games["decider"] and other.games["decision"] != batch.games["decision"]
            odds, layout = chances_of(other.games, batch.scenario)["odds"], batch.scenario.ruleset.layout
            texts = {layout.text(int(one), int(other.games["decision"][0])): lines for one, lines in odds.items()}
            named = {unit: lines for text, lines in texts.items() for unit in text.split() if unit in told["units"]}
            assert set(told["units"]) == set(named) and named[told["best"]] == told["odds"]
            found += 1
    assert found >= 3


def test_what_was_done_already_is_not_called_out_of_reach():
    done = {"trench_crusade": ("shoot", "shoot"), "dropzone_commander": ("shoot", "shoot")}
    for name, (word, given) in done.items():
        steady, seen = importlib.import_module(f"skirmish_rl.envs.{name}.render.asking").steady, False
        for batch in played(name, 600):
            record, layout = batch.games[0], batch.scenario.ruleset.layout
            decision = int(record["decision"])
            rows = {row[0]: row[2] for row in steady(record, batch.scenario)}
            legal = {layout.text(one, decision): one for one in np.flatnonzero(batch.masks[0]).tolist()}
            if word not in rows or given not in legal or seen:
                continue
            assert rows[word] != "done already"
            other, subject = Batch(batch.scenario, 1, observe=False), int(record["subject"])
            other.games[:] = batch.games
            other.refresh(0, check=False)
            other.step(np.array([legal[given]]))
            for _ in range(12):  # weapon, target and what the dice ask for
                if other.games["decision"][0] == decision and other.games["subject"][0] == subject:
                    rows = {row[0]: row[2] for row in steady(other.games[0], batch.scenario)}
                    assert rows[word] == "done already"
                    seen = True
                    break
                other.step(other.ask(ONE, 0))
        assert seen, name


def test_why_an_action_may_not_be_taken_now_is_said():
    said = {"trench_crusade": set(), "dropzone_commander": set()}
    for name, found in said.items():
        steady = importlib.import_module(f"skirmish_rl.envs.{name}.render.asking").steady
        for batch in played(name, 700):
            record, layout = batch.games[0], batch.scenario.ruleset.layout
            legal = {layout.text(one, int(record["decision"])) for one in np.flatnonzero(batch.masks[0]).tolist()}
            rows = {word: why for word, _, why in steady(record, batch.scenario) if word not in legal}
            found |= set(rows.items())
            if name == "trench_crusade" and rows and {"fight", "retreat"} <= legal:
                assert {rows[word] for word in ("move", "charge", "dash", "shoot")} == {"an enemy is beside it: only fight or retreat"}
    assert {("charge", "it has moved"), ("move", "done already"), ("move", "it has charged")} <= said["trench_crusade"]
    assert ("move", "its Search or Scan took both actions") in said["dropzone_commander"]


def test_the_weapon_of_a_shot_stands_behind_the_question():
    wanted = {"trench_crusade": ("TARGET", r"\(.*(rifle|pistol|grenade|shotgun|gun).*range \d+ inches\)"),
              "dropzone_commander": ("AIM", r"\(weapon \d.*: range (any|\d+ inches), \d+ shots?, energy \d+\)")}  # fmt: skip
    for name, (decision, words) in wanted.items():
        said = [question_text(batch.games[0], batch.scenario) for batch in played(name)
                if batch.scenario.ruleset.decisions(int(batch.games["decision"][0])).name == decision]  # fmt: skip
        assert any(re.search(words, text) for text in said), (name, said[:5])


def test_what_came_about_since_ones_last_answer_stays_in_the_picture():
    scenario = small("warcry")
    session = Session(scenario, 7, ["person", "bot:simple"], [None, agent_of("bot:simple", scenario)])
    several = 0
    for _ in range(400):
        if session.over:
            break
        if session.agent is None:
            first = session.deeds_from
            since = [event for at in range(max(first, 1), session.live + 1) for event in session.steps[at].events]
            shown = session.with_deeds()
            assert [tuple(event) for event in shown["events"][0][: int(shown["noted"][0])]] == [tuple(event) for event in since[-192:]]
            assert first == 0 or session.steps[first].seat == session.decider
            assert question_of(session)["since"] == first
            several += session.live - first > 3 and len(scenario.ruleset.scene(shown[0], scenario).layers) > 0
            session.answer(int(session.batch.ask(ONE, 2)[0]))
        else:
            session.answer(int(session.agent.act(session.batch, ONE)[0]))
    assert several > 3


def test_answers_that_are_not_allowed_now_keep_their_place():
    steady = {
        name: importlib.import_module(f"skirmish_rl.envs.{name}.render.asking")
        for name in ("warcry", "trench_crusade", "dropzone_commander")
    }
    for name, module in steady.items():
        layout = ruleset_of(name).layout
        for decision, rows in module.STEADY.items():
            texts = {layout.text(action, decision) for action in np.flatnonzero(ruleset_of(name).questions.allowed(decision)).tolist()}
            assert {text for text, _, _ in rows} <= texts


def test_where_a_squad_may_stand_face_and_whom_it_carries_is_said():
    ruleset = ruleset_of("dropzone_commander")
    scenario, told, asked = ruleset.scenario("duel"), {}, set()
    answer = importlib.import_module("skirmish_rl.envs.dropzone_commander.render.answers").answer
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=2)
    for _ in range(200):
        record = batch.games[0]
        told |= dict(answer(record, scenario, one) for one in np.flatnonzero(batch.masks[0]).tolist())
        asked.add(question_text(record, scenario))
        batch.step(batch.ask(ONE, 2))
    assert told["in the centre"] == "It is not shot at from outside, and does not shoot out."
    assert told["let the opponent go first"] == "For this round."
    assert any(re.fullmatch(r"It carries A\d+(, A\d+)*\.", does) for label, does in told.items() if label.endswith("'s squad"))
    assert any(re.search(r"face\? \(weapon \d fires to the front only", text) for text in asked), sorted(asked)


def test_who_is_meant_stands_behind_the_question():
    said = set()
    for name, scenario, decision in (("trench_crusade", "outpost", "JOINT"), ("dropzone_commander", "drill", "MOVE")):
        ruleset = ruleset_of(name)
        batch = Batch(ruleset.scenario(scenario), 1)
        batch.reset(seed=2)
        for _ in range(150):
            if ruleset.decisions(int(batch.games[0]["decision"])).name == decision:
                said.add(question_text(batch.games[0], batch.scenario))
            batch.step(batch.ask(np.zeros(1, np.int64), 1))
    assert "Does A3 act together with its fireteam? (that is with A2)" in said
    assert any(re.fullmatch(r"Where does A\d+ move\? \(carries A\d+(, A\d+)*\)", text) for text in said)
    assert any(re.fullmatch(r"Where does \w+ move\?", text) for text in said)
