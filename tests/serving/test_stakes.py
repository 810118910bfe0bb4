"""What a page is told of dice that are no attacks, of whom an answer strikes, and of what a spent resource changes: as dice fall."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from skirmish_rl.agents.serving.showing import chances_of, odds_at, odds_of
from skirmish_rl.agents.serving.stakes import stakes_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event, Noted, events_of
from skirmish_rl.envs.dropzone_commander.render.stakes import stakes
from skirmish_rl.envs.dropzone_commander.rules.telling import Own as DropzoneOwn
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.trench_crusade.rules.telling import Own as TrenchOwn
from skirmish_rl.envs.trench_crusade.rules.telling import Roll as TrenchRoll

ONE = np.zeros(1, np.int64)
FUTURES = 300
SLACK = 4 * 0.5 / FUTURES**0.5  # four standard deviations of a share of so many futures


def played(name: str, scenario: str | None = None, decisions: int = 500, seed: int = 5) -> Iterator[Batch]:
    """Positions of games between the strong bots."""
    ruleset = ruleset_of(name)
    batch = Batch(ruleset.scenario(scenario or ruleset.default_scenario("small")), 1, observe=False, listen=True)
    batch.reset(seed=seed)
    for _ in range(decisions):
        if batch.over[0]:
            seed += 1
            batch.reset(seed=seed)
        yield batch
        batch.step(batch.ask(ONE, len(batch.scenario.ruleset.bots) - 1))


def futures(batch: Batch, action: int) -> Iterator[tuple[np.void, list[Noted]]]:
    """Games after an answer, each with dice of its own, and what happened in them."""
    many = Batch(batch.scenario, FUTURES, observe=False, listen=True)
    many.games[:] = batch.games
    for b in range(FUTURES):
        many.refresh(b, check=False)
    many.reseed(np.arange(FUTURES))
    many.step(np.full(FUTURES, action))
    for record in many.games:
        yield record, events_of(record)


def share(lines: list[str], words: str) -> float | None:
    """The share that a line tells with some words, None where no line does."""
    found = re.search(rf"{words}\D* (\d+) %", ", ".join(lines))
    return int(found[1]) / 100 if found else None


def charged(record: np.void, events: list[Noted]) -> bool:
    decision = ruleset_of("trench_crusade").decisions["CHARGE_CELL"]
    return record["decision"] == decision or any(event.kind == Event.FORCED and event.other == decision for event in events)


def succeeded(record: np.void, events: list[Noted]) -> bool:
    """No Success Roll that is no attack has failed."""
    tasks = range(TrenchRoll.A_DASH, TrenchRoll.A_RELIC + 1)
    counts = False
    for event in events:
        if event.kind == Event.ROLLS:
            counts = event.value in tasks
        elif event.kind == Event.RESULT and counts and event.value < 7:
            return False
    return True


def unhurt(record: np.void, events: list[Noted]) -> bool:
    return not any(event.kind == Event.HURT for event in events)


def found(record: np.void, events: list[Noted]) -> bool:
    return any(event.kind == DropzoneOwn.FOUND for event in events)


@pytest.mark.parametrize(
    ("name", "scenario", "words", "holds"),
    [
        ("trench_crusade", "outpost", "gets there", charged),
        ("trench_crusade", "relics", "succeeds", succeeded),
        ("godbreakers", "duel", "gets there unhurt", unhurt),
        ("dropzone_commander", "duel", "finds it", found),
    ],
)
def test_a_chance_that_is_told_before_an_answer_is_that_of_its_dice(name, scenario, words, holds: Callable[..., bool]):
    checked = 0
    for batch in played(name, scenario):
        before = batch.games.tobytes()
        told = stakes_of(batch.games, batch.scenario, np.flatnonzero(batch.masks[0]).tolist()[:40])
        assert batch.games.tobytes() == before
        for number, lines in told.items():
            if (chance := share(lines, words)) is None or "before markers are spent" in lines or checked > 8:
                continue
            happened = sum(holds(record, events) for record, events in futures(batch, int(number))) / FUTURES
            assert abs(happened - chance) < SLACK, (lines, happened)
            checked += 1
    assert checked > 4


def test_a_charge_that_names_no_target_tells_whom_it_reaches_with_which_chance():
    said = set()
    for batch in played("trench_crusade", "outpost"):
        record, layout = batch.games[0], batch.scenario.ruleset.layout
        if batch.scenario.ruleset.decisions(int(record["decision"])).name == "ACTION":
            charge = next((one for one in np.flatnonzero(batch.masks[0]).tolist() if layout.action(one)[1] == "charge"), None)
            chances = chances_of(batch.games, batch.scenario)
            if charge is not None:
                lines = chances["odds"].get(str(charge)) or chances["targets"][str(charge)]["odds"]
                assert re.search(r"gets there \d+ %|may slip away", lines[0])
                said.add(bool(re.match(r"B\d+: |A\d+: ", lines[0])))
    assert said


def test_whom_a_blast_strikes_is_told_before_it_is_aimed():
    checked = own = 0
    for batch in played("trench_crusade", "relics", 500):
        record, scenario = batch.games[0], batch.scenario
        if scenario.ruleset.decisions(int(record["decision"])).name not in ("TARGET", "SCATTER") or checked > 10:
            continue
        for action in np.flatnonzero(batch.masks[0]).tolist()[::7]:
            block, argument = scenario.ruleset.layout.action(action)
            lines = odds_at(batch.games, scenario, argument) if block == "cell" else odds_of(batch.games, scenario).get(str(action), [])
            told = next((line for line in lines if line.startswith("strikes ")), None)
            if told is None:
                continue
            named = set(re.findall(r"[AB]\d+", told))
            for _, events in futures(batch, action):
                hit = {scenario.ruleset.layout.unit_name(event.unit) for event in events if event.kind == TrenchOwn.HIT}
                scattered = any(event.kind == TrenchOwn.SCATTERS for event in events)
                assert scattered or hit <= named, (told, hit)
            checked += bool(named)
            own += "your own" in told
    assert checked > 5 and own > 0


@pytest.mark.parametrize(
    ("name", "scenario", "decisions", "words"),
    [
        ("trench_crusade", "relics", {"BLOOD", "BLESSING"}, r"it succeeds \d+ %; with none spent \d+ %"),
        ("trench_crusade", "relics", {"WOUND", "GRACE"}, r"out of action \d+ %, Down or worse \d+ %; with none spent: out of action"),
        ("warcry", "duel", {"WILD"}, r"singles for the initiative: \d against \d, without the die \d"),
        ("warcry", "duel", {"REACT"}, r"a die shows 1 \d+ %; the attacker rolls \d+ dice"),
        ("tide_of_iron", "duel", {"ASSAULT_HEX"}, r"a hit or more \d+ %; \d+ dice against \d"),
        ("tide_of_iron", "duel", {"ASSAULT_SUPPORT"}, r"a hit or more \d+ %; without it a hit or more \d+ %"),
        ("godbreakers", "duel", {"ACTION"}, r"succeeds \d+ %"),
    ],
)
def test_what_is_spent_on_a_roll_shows_it_with_and_without(name, scenario, decisions, words):
    told = set()
    for batch in played(name, scenario):
        if batch.scenario.ruleset.decisions(int(batch.games[0]["decision"])).name in decisions:
            told |= {"; ".join(lines) for lines in odds_of(batch.games, batch.scenario).values()}
    assert any(re.search(words, lines) for lines in told), told


def test_a_card_tells_the_roll_with_it_and_without():
    """Missed dice and damage dice that did nothing, in a game of cards that is dealt the right ones."""
    ruleset = ruleset_of("dropzone_commander")
    record, scenario = np.zeros(1, ruleset.state)[0], ruleset.scenario("skirmish")
    record["decision"], record["n_shots"] = ruleset.decisions["CARD"], 2
    record["shots"]["hits"][:2], record["shots"]["missed"][:2], record["shots"]["need"][:2] = (1, 0), (2, 1), (4, 5)
    card = next(one for one in range(ruleset.layout.size) if ruleset.layout.action(one) == ("card", "guided-fire"))
    assert stakes(record, scenario, card, []) == ["3 dice are rolled again, 1.3 hits more on average", "without the card 1 hit"]
    card = next(one for one in range(ruleset.layout.size) if ruleset.layout.action(one) == ("card", "overcharge"))
    assert stakes(record, scenario, card, []) == ["+1 Energy 33 %", "+2 Energy 33 %", "nothing 33 %"]


@pytest.mark.parametrize("name", available())
def test_chances_are_known_within_a_tenth_of_a_second(name):
    """In the mean, of a standard game; one position may wait for the processor."""
    spent: list[float] = []
    for batch in played(name, ruleset_of(name).default_scenario("standard"), 120):
        begun = perf_counter()
        chances_of(batch.games, batch.scenario)
        spent.append(perf_counter() - begun)
    assert sorted(spent)[len(spent) * 9 // 10] < 0.1


def test_a_page_is_told_of_the_dice_of_a_cell(talk):
    talk.start("godbreakers", "duel", who=["person", "person"])
    for _ in range(60):
        position = talk.asked()
        question = position["question"]
        cells = [place for group in question["answers"] if group["kind"] == "cell" for _, *place in group["answers"]]
        if question["name"] == "ACTION" and cells:
            told: list[Any] = [talk.ask("place", do="place", at=position["live"], unit=question["subject"], cell=cell) for cell in cells]
            assert all(isinstance(one["odds"], list) for one in told)
            if any(one["odds"] and one["odds"][0].startswith("gets there unhurt") for one in told):
                earlier = talk.ask("place", do="place", at=position["live"] - 1, unit=question["subject"], cell=cells[0])
                assert earlier["odds"] == []
                return
        talk.say(do="answer", at=position["at"], action=question["answers"][0]["answers"][0][0])
    pytest.fail("no move over an obstacle")


def test_an_attack_that_an_answer_leads_to_hits_as_often_as_is_told():
    checked = 0
    for scenario in ("relics", "outpost"):
        for batch in played("trench_crusade", scenario):
            for number, lead in chances_of(batch.games, batch.scenario)["leads"].items():
                ends = [
                    [event for event in events if event.kind in (TrenchOwn.HIT, TrenchOwn.MISSED)]
                    for _, events in futures(batch, int(number))
                ]
                judged = [one[0].kind == TrenchOwn.HIT for one in ends if one]
                if len(judged) < FUTURES or checked > 15:
                    continue  # markers are to be spent first, or the shot may be lost in a melee
                assert abs(sum(judged) / FUTURES - share(lead["odds"], "hits")) < SLACK, lead
                checked += 1
    assert checked > 8
