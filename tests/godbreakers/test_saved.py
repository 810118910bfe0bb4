"""Saved games that were tampered with: each is either refused or can be played to its end."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.questions import Decision
from tests.godbreakers.test_events import GAMES
from tests.godbreakers.test_events import often_rare as answers
from tests.saved import check_contradiction, in_another_process, positions, refused

pytestmark = pytest.mark.games

EVERY = [*GAMES, ("treasure", 4, {"orientation": "random", "setup": "full"}), ("nest", 4, {}), ("infiltrators", 2, {"impassable": True, "ready": True}),
         ("saboteurs", 4, {"setup": "full"}), ("hunt", 2, {}), ("saboteurs", 3, {"readings": "letter"})]  # fmt: skip


def test_tampered_games_are_refused_or_play_on() -> None:
    accepted = in_another_process(__name__, *GAMES[2], 500, seed=31)
    assert 40 < accepted < 400


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_many_tampered_games_are_refused_or_play_on(name: str, seats: int, options: dict[str, Any]) -> None:
    for seed in (1, 2):
        in_another_process(__name__, name, seats, options, 8000, seed)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_position_of_play_is_accepted(name: str, seats: int, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, seats, **options)
    scenario.check_games(positions(scenario, answers, seed=3))


def changes() -> list[tuple[str, str, Any, str]]:
    """Decision, field, value, and a word of the complaint."""
    return [
        ("ACTION", "units.die", 7, "a die"), ("ACTION", "units.cell", 0, "cell"), ("ACTION", "active", -1, "activation"),
        ("ACTION", "depth", 1, "in the middle"), ("ACTION", "order", 0, "priority"), ("ACTION", "subject", 54, "about something else"),
        ("ACTION", "decider", 1, "another seat"), ("ACTION", "actions_left", 0, "actions"), ("ACTION", "board", -1, "board"),
        ("ACTION", "surviving", 1, "priority"), ("ACTION", "used", 1, "slots"), ("ACTION", "n_engaged", 2, "engaged"),
        ("ACTION", "markers.cell", 3, "marker"), ("ACTION", "pieces.cell", 3, "terrain"), ("ACTIVATE", "frames.kind", 1, "in the middle"),
        ("ACTIVATE", "turn", 1, "another seat"), ("PRIORITY", "initiative", 1, "another seat"), ("ACTIVATE", "token", 1, "token"),
        ("ACTIVATE", "variant", 3, "variant"), ("ACTIVATE", "ground", 255, "ground"),
    ]  # fmt: skip


@pytest.mark.parametrize(("decision", "path", "value", "why"), changes())
def test_contradictions_are_named(decision: str, path: str, value: int, why: str) -> None:
    scenario = RULESET.scenario("drill", shuffle=False)
    found = positions(scenario, answers, seed=8)
    like = found[(found["decision"] == Decision[decision]) & (found["decider"] == 0)]
    check_contradiction(scenario, like, path, value, why)


@pytest.mark.clause("GB-MRK-06")
def test_a_game_is_accepted_while_tokens_are_claimed_and_after_that(table: Any) -> None:
    t = table.new_game("treasure")
    t.random_until("ACTION")
    x, y = t.unit(t.active).cell
    t.pile("treasure", (x, y), 1)
    t.play(f"move {x},{y}")
    assert (t.decision, refused(t.scenario, t.batch.games)) == ("CLAIM", "")
    t.play("take 1")
    assert (t.decision, refused(t.scenario, t.batch.games)) == ("ACTION", "")
