"""A seat is shown nothing hidden from it, in any game, for any number of seats; only it is shown its own hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.serving.screens import Screen
from skirmish_rl.agents.serving.session import Session, Step
from skirmish_rl.agents.serving.showing import cards_of, chances_of, drawn, question_of, step_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Table
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.registry import ruleset_of
from tests.dealing import SEATINGS, tells_nothing

ONE = np.zeros(1, np.int64)


def shown_to(batch: Batch, seat: int) -> str:
    """Everything that a page or a terminal shows of a position to a seat."""
    record, scenario = batch.games[0], batch.scenario
    picture = drawn(batch.games, scenario)
    found: dict[str, Any] = {
        "scene": picture.scene, "layers": picture.layers, "summary": picture.summary, "lines": tell(record, scenario),
        "cards": cards_of(record, scenario, seat),
    }  # fmt: skip
    if record["decider"] == seat:
        session = Session(scenario, 1, ["person"] * scenario.seats, [None] * scenario.seats)
        session.batch.games[:] = batch.games
        session.batch.refresh(0)
        found |= {"question": question_of(session), "odds": chances_of(batch.games, scenario)}
        lines: list[str] = []
        table = Table(scenario, 1, seat, "random", lambda prompt: "quit", lines.append, False, 100, 30)
        table.batch.games[:] = batch.games
        table.batch.refresh(0)
        table._answer()
        found["terminal"] = lines
    return json.dumps(found)


@pytest.mark.games
@pytest.mark.parametrize(("name", "seats"), [pytest.param(*one, marks=[pytest.mark.slow] * (one[1] == 3)) for one in SEATINGS])
def test_what_a_seat_is_shown_does_not_change_when_what_is_hidden_from_it_is_dealt_anew(name, seats):
    tells_nothing(name, seats, shown_to, seed=3, every=12)


def test_a_walk_notices_a_hand_that_is_told():
    with pytest.raises(AssertionError):
        tells_nothing("dropzone_commander", 2, lambda batch, seat: str(batch.games["hands"].tolist()), seed=3, every=12)


def played(people: tuple[int, ...]) -> Session:
    """A game of cards by bots, in which people are said to sit at some seats, with both sides' cards kept back."""
    scenario = ruleset_of("dropzone_commander").scenario("skirmish")
    bot = agent_of("bot:simple", scenario, threads=1)
    session = Session(scenario, 2, ["x", "y"], [None if seat in people else bot for seat in range(2)])
    while not {(0, True), (1, True)} <= {(step.seat, step.silent) for step in session.steps}:
        session.answer(int(session.batch.ask(ONE, 1)[0]))
    return session


def screen_of(session: Session) -> Screen:
    """One screen for all people of a game."""
    return Screen(session, tuple(session.people))


@pytest.mark.parametrize(("people", "untold"), [((0,), {1}), ((1,), {0}), ((0, 1), {0, 1}), ((), set())])
def test_a_card_that_is_kept_back_is_reported_to_its_owner_alone(people, untold):
    session = played(people)
    silent = [step for step in session.steps if step.silent]
    assert {step.seat for step in silent if not screen_of(session).is_told(step)} == untold
    step = next(step for step in silent if step.seat in (untold or {0}))
    told = step_of(4, step, screen_of(session).is_told(step))
    assert told["at"] == 4 and told["lines"] == list(step.lines)
    assert (told["seat"], told["asked"], told["said"], told["words"]) == (
        (-1, "", "", "") if untold else (step.seat, step.asked, step.said, step.words)
    )
    assert all(screen_of(session).is_told(step) for step in session.steps if not step.silent)


def test_ones_own_hand_is_shown_by_name_and_text_and_nobody_elses():
    session = played((0,))
    record, scenario = session.batch.games[0], session.scenario
    record["hands"][:2] = 1 << 0 | 1 << 2, 1 << 1 | 1 << 3
    record["shown"][0, 1] = 1 << 3
    assert [(card["seat"], card["name"]) for card in cards_of(record, scenario, 0)] == [
        (0, "look at hand"),
        (0, "jam"),
        (1, "command boost"),
    ]
    assert [(card["seat"], card["name"]) for card in cards_of(record, scenario, 1)] == [(1, "nullify"), (1, "command boost")]
    assert (
        cards_of(record, scenario, 0)[1]["does"] == "An opponent discards one to three cards by chance."
        and cards_of(record, scenario, -1) == []
    )


def test_hidden_cards_are_shown_to_the_only_person_or_to_the_one_who_is_asked():
    assert [screen_of(played(people)).viewer for people in ((0,), (1,), ())] == [0, 1, -1]
    session = played((0, 1))
    assert screen_of(session).viewer == session.decider >= 0


def test_a_page_is_told_the_hand_of_its_person_and_nothing_while_it_is_covered(talk):
    session = played((0, 1))
    talk.ask("game", do="load", text=session.short_trace(), who=["person", "person"], pace=0)
    covered = talk.wait("position")
    seat = session.decider
    assert covered["cover"] == seat and covered["cards"] == [] and not covered["question"]
    shown = talk.ask("position", do="ready", at=covered["at"])
    assert shown["question"]["seat"] == seat and shown["cards"] == cards_of(session.batch.games[0], session.scenario, seat)
    assert shown["cards"] and {card["seat"] for card in shown["cards"]} == {seat} and all(card["does"] for card in shown["cards"])


def test_at_the_end_all_is_told_anew(talk):
    talk.start("dropzone_commander", ruleset_of("dropzone_commander").default_scenario("small"))
    position = talk.asked()
    while not position["over"]:
        untold = [step["at"] for step in talk.steps[1:] if step["seat"] < 0]
        talk.say(do="answer", at=position["at"], action=position["question"]["answers"][0]["answers"][0][0])
        position = talk.asked()
    assert untold and all(talk.steps[at]["words"] for at in untold) and all(step["said"] for step in talk.steps[1:])


def test_a_step_is_told_unless_it_is_silent():
    assert not Step().silent and step_of(0, Step(1, "CARD", "pass", "play no card now"))["words"] == "play no card now"
