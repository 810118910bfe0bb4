"""A told position begins a game again: told, placed and told once more it is the same, and what no position holds is named."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.adapters.text import TextEnv
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, BadPosition, StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.positions import form_of
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.games import WordGame
from skirmish_rl.envs.words.placing import position_of
from skirmish_rl.envs.words.seen import seen
from tests.properties.test_positions import STALE

ONE = np.zeros(1, np.int64)
UNHELD = {*STALE} - {
    "mined"
}  # no position holds how many decisions there were, and what the last activation has left and nobody reads any more


def held(told: Any) -> Any:
    """What a position holds of what was told."""
    if isinstance(told, dict):
        return {name: held(value) for name, value in told.items() if name not in UNHELD}
    return [held(value) for value in told] if isinstance(told, list) else told


def told_of(record: np.void, scenario: Scenario, seat: int) -> dict[str, Any]:
    return json.loads(json.dumps(seen(record, scenario, seat, False)))


@pytest.mark.games
@pytest.mark.parametrize("name", available())
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_told_placed_and_told_again_a_position_is_the_same_from_every_seat(name: str, data: st.DataObject) -> None:
    rules, form = ruleset_of(name), form_of(name)
    scenario = rules.scenario(data.draw(st.sampled_from([*rules.scenarios])))
    batch, twin, seed = Batch(scenario, 1, observe=False), Batch(scenario, 1, observe=False), data.draw(st.integers(0, 2**32))
    batch.reset(seed=seed)
    luck, tried = np.random.default_rng(seed), 0
    while not batch.over.all() and tried < 4:
        record = batch.games[0]
        if record["decision"] == form.decision and luck.random() < 0.15:
            tried += 1
            assert record["depth"] == 1, "a told position is one between two activations"
            for seat in range(-1, scenario.seats):
                told = told_of(record, scenario, seat)
                twin.reset(seeds=batch.seeds, positions=[position_of(told, scenario)])
                assert held(told_of(twin.games[0], scenario, seat)) == held(told), f"{scenario.name}, seed {seed}, seat {seat}"
                assert seat != record["decider"] or np.array_equal(twin.masks, batch.masks)
        bold = np.array([batch.ask(ONE, len(rules.bots) - 1)[0]]) if luck.random() < 0.7 else random_legal(batch.masks, luck)
        batch.step(bold)


def waiting(name: str, round_: int = 2) -> Batch:
    """A game of bots that waits for an activation in a later round."""
    batch = Batch(ruleset_of(name).scenario("duel"), 1, observe=False)
    batch.reset(seed=5)
    while batch.games["round"][0] < round_ or batch.games["decision"][0] != form_of(name).decision:
        batch.step(batch.ask(ONE, 1))
    return batch


def test_a_game_in_words_begins_where_another_was_told() -> None:
    batch = waiting("warcry")
    told = told_of(batch.games[0], batch.scenario, int(batch.deciders[0]))
    env = TextEnv("warcry", "duel", rules="")
    text, info = env.reset(seed=1, options={"position": position_of(told)})
    assert info["seat"] == batch.deciders[0] and told["summary"] in text and env.game.record["round"] == 2
    assert info["phrases"] == list(env.game.phrases.texts.values())
    again = WordGame(env.scenario, 1, position=position_of(told, env.scenario))
    assert again.hash == env.game.hash
    env.step(info["phrases"][0])
    assert again.answer(info["phrases"][0]) and again.hash == env.game.hash
    with pytest.raises(StateError, match="began in a position"):
        again.trace()
    with pytest.raises(BadOption, match="options"):
        env.reset(options={"scenario": "duel"})


def test_deeds_of_the_first_seat_are_told_too() -> None:
    scenario = ruleset_of("trench_crusade").scenario("duel")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    batch.games["deeds"][0] = -1
    assert seen(batch.games[0], scenario, 0, False)["game"]["deeds"] == {}
    batch.games["deeds"][0][:2] = 0, 1
    assert list(seen(batch.games[0], scenario, 0, False)["game"]["deeds"].values()) == ["seat_0", "seat_1"]


def test_cards_that_are_known_stay_with_their_holder_and_others_are_dealt_from_the_deck() -> None:
    batch = waiting("dropzone_commander")
    record, scenario = batch.games[0], batch.scenario
    deck = int(scenario.tables[0]["deck"])
    for seat in range(2):
        position = position_of(told_of(record, scenario, seat), scenario)
        twin = Batch(scenario, 1, observe=False)
        twin.reset(seeds=batch.seeds, positions=[position])
        assert twin.games["hands"][0][seat] == record["hands"][seat]
        for other in range(2):
            cards = [int(twin.games[name][0][other]) for name in ("hands", "deck", "discards")]
            assert sum(cards) == cards[0] | cards[1] | cards[2] == deck
            assert [bin(card).count("1") for card in cards[:2]] == [bin(int(record[name][other])).count("1") for name in ("hands", "deck")]


def test_what_is_no_told_position_of_this_game_is_refused_by_name() -> None:
    batch = waiting("godbreakers")
    told = told_of(batch.games[0], batch.scenario, 0)
    for wrong, why in (
        ({"format": "skirmish seen 9"}, "format = 'skirmish seen 9'"), ({"version": 99}, "version = 99"),
        ({"question": None}, "waits for nobody"),
        ({"question": {**told["question"], "decision": "STEP"}}, "waits for STEP"), ({"units": {"Z9": {}}}, "not as `seen` tells"),
        ({"round": "two"}, "not as `seen` tells"), ({"seats": 3}, "not as `seen` tells"), ({"game": {}}, "KeyError"),
        ({"ruleset": "warcry"}, "ruleset = 'warcry'"),
    ):  # fmt: skip
        with pytest.raises(BadPosition, match=why):
            position_of({**told, **wrong}, batch.scenario)
    early = Batch(batch.scenario, 1, observe=False)
    early.reset(seed=1)
    with pytest.raises(BadPosition, match="play on"):
        position_of(told_of(early.games[0], early.scenario, 0))


TOLD = told_of(waiting("godbreakers").games[0], ruleset_of("godbreakers").scenario("duel"), 0)


def paths_of(value: Any, path: tuple[Any, ...] = ()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from paths_of(one, (*path, key))


PATHS = [path for path in paths_of(TOLD) if path]
JUNK = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.lists(st.integers(-9, 9), max_size=3) | st.just({})
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PATHS), JUNK)
def test_a_damaged_telling_is_a_position_or_refused_and_nothing_else(path: tuple[Any, ...], junk: Any) -> None:
    damaged = copy.deepcopy(TOLD)
    inside: Any = damaged
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = junk
    scenario = ruleset_of("godbreakers").scenario("duel")
    try:
        Batch(scenario, 1, observe=False).reset(seed=1, positions=[position_of(damaged, scenario)])
    except BadPosition as error:
        assert str(error).startswith(("position:", "the game waits"))
