"""Games in words: phrases and back, positions as JSON and text, what stays hidden, reports, several answers at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import record_hash, replay
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.answers import phrases_of
from skirmish_rl.envs.words.games import WordGame
from skirmish_rl.envs.words.schemas import answer_schema, schema
from skirmish_rl.envs.words.seen import seen, told_text
from tests import toy
from tests.dealing import SEATINGS, tells_nothing
from tests.words.validating import wrong

ROOT = Path(__file__).resolve().parents[2]
ONE = np.zeros(1, np.int64)


def positions(scenario: Scenario, games: int = 2, every: int = 7, seed: int = 11):
    """Positions of games of bots, the weakest and the strongest in turn."""
    batch = Batch(scenario, games, observe=False, listen=True)
    batch.reset(seed=seed)
    bots = np.arange(games) % 2 * (len(scenario.ruleset.bots) - 1)
    at = 0
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        if at % every == 0:
            yield from ((batch.games[b], batch.masks[b]) for b in live)
        actions = np.zeros(games, np.int64)
        actions[live] = batch.ask(live, bots[live])
        batch.step(actions)
        at += 1
    yield from ((record, mask) for record, mask in zip(batch.games, batch.masks, strict=True))


def small_and_standard(name: str) -> list[Scenario]:
    ruleset = ruleset_of(name)
    return [ruleset.scenario(ruleset.default_scenario(tag)) for tag in ("small", "standard")]


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_every_legal_answer_has_a_phrase_of_its_own_that_is_read_back_in_any_case_and_spacing(name):
    for scenario in small_and_standard(name):
        layout = scenario.ruleset.layout
        for record, mask in positions(scenario, every=23):
            if record["over"]:
                continue
            phrases = phrases_of(record, scenario, mask)
            texts = list(phrases.texts.values())
            assert len({text.lower() for text in texts}) == len(texts) == int(mask.sum())
            for action, phrase in phrases:
                said = layout.text(action, int(record["decision"]))
                assert (
                    phrases.parse(phrase)
                    == phrases.parse(f"  {phrase.upper().replace(' ', '   ')}. ")
                    == phrases.parse(f'"{phrase}"')
                    == action
                )
                assert phrases.parse({"said": said}) == phrases.parse({"action": action}) == action
            for one in phrases.as_json():
                assert not wrong(one, answer_schema()), wrong(one, answer_schema())
                assert phrases.parse(json.dumps({"phrase": one["phrase"]})) == one["action"]


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_positions_as_json_validate_against_the_published_schema(name):
    ruleset, tried = ruleset_of(name), 0
    published = json.loads((ROOT / "docs" / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    assert published == schema(ruleset), "renew them: skirmish-rl schema --out docs/schemas"
    for scenario in small_and_standard(name):
        for record, _ in positions(scenario, every=97 if name == "dropzone_commander" else 43):
            for seat in range(-1, scenario.seats):
                found = seen(record, scenario, seat, board=tried % 30 == 0)
                assert not wrong(json.loads(json.dumps(found)), published), wrong(found, published)
                tried += 1
    assert tried > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_a_thousand_positions_as_json_validate_against_the_published_schema(name):
    published, tried = schema(ruleset_of(name)), 0
    for scenario in [ruleset_of(name).scenario(one) for one in ruleset_of(name).scenarios]:
        for record, _ in positions(scenario, every=2, seed=3):
            found = seen(record, scenario, tried % scenario.seats, board=tried % 50 == 0)
            assert not wrong(json.loads(json.dumps(found)), published), wrong(found, published)
            tried += 1
    assert tried >= 1000


def test_a_schema_notices_what_is_wrong():
    ruleset = ruleset_of("warcry")
    record, _ = next(positions(ruleset.scenario("duel"), games=1))
    good, form = seen(record, ruleset.scenario("duel"), 0), schema(ruleset)
    assert not wrong(good, form)
    for path, value in (
        ("round", -1),
        ("you", "seat_x"),
        ("phase", "lunch"),
        ("question", {"seat": "seat_0"}),
        ("units", {"Z9": {}}),
        ("seats", []),
    ):
        assert wrong({**good, path: value}, form), path
    assert wrong({key: value for key, value in good.items() if key != "units"}, form)


def in_words(batch: Batch, seat: int) -> str:
    """Everything that words say of a position to a seat."""
    record, scenario = batch.games[0], batch.scenario
    found = [seen(record, scenario, seat, False), told_text(record, scenario, seat)]
    if record["decider"] == seat:
        found.append(phrases_of(record, scenario, batch.masks[0]).as_json())
    return json.dumps(found)


@pytest.mark.games
@pytest.mark.parametrize(("name", "seats"), [pytest.param(*one, marks=[pytest.mark.slow] * (one[1] == 3)) for one in SEATINGS])
def test_what_words_say_to_a_seat_does_not_change_when_what_is_hidden_from_it_is_dealt_anew(name, seats):
    tells_nothing(name, seats, in_words, seed=5, every=20 * seats, cards=7, most=400)


def test_ones_own_hand_is_in_ones_position_and_in_nobody_elses():
    scenario = ruleset_of("dropzone_commander").scenario("skirmish")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    batch.games["hands"][0][:2] = 1 << 0 | 1 << 2, 1 << 1
    batch.games["shown"][0] = 0
    record = batch.games[0]
    assert [card["name"] for card in seen(record, scenario, 0, False)["hand"]] == ["look at hand", "jam"]
    assert [card["name"] for card in seen(record, scenario, 1, False)["hand"]] == ["nullify"] and seen(record, scenario, -1, False)[
        "hand"
    ] == []
    assert [seat["cards_in_hand"] for seat in seen(record, scenario, 1, False)["seats"]] == [2, 1]
    assert "jam" in told_text(record, scenario, 0) and "jam" not in told_text(record, scenario, 1)


def test_a_seat_is_told_the_edge_from_which_it_comes_once_it_has_one():
    game = WordGame(ruleset_of("dropzone_commander").scenario("duel"), 3)
    asked = game.seen(game.decider)["question"]
    assert asked["decision"] == "ZONE" and all("comes_from" not in seat for seat in game.seen(0)["seats"])
    seat = game.decider
    game.answer("the north edge")
    assert [one["comes_from"] for one in game.seen(0)["seats"]][seat] == "the north edge"
    assert "comes from the north edge" in game.text(0)


@pytest.mark.parametrize("name", available())
def test_every_public_fact_of_a_record_is_told_or_left_out_with_a_reason(name):
    from skirmish_rl.envs.words.fields import _PROCESS, fields_of

    ruleset, fields = ruleset_of(name), fields_of(ruleset_of(name))
    told = {
        *fields.seat,
        *fields.game,
        *(f"units.{one}" for one in fields.unit),
        *(f"{row}.{one}" for row, names in fields.rows.items() for one in names),
    }
    left_out = getattr(fields.facts, "LEFT_OUT", {})
    for path, *_ in ruleset.record.fields():
        top = path.split(".")[0]
        skipped = (
            path.endswith("_pad") or (top in _PROCESS and top != "units") or {path, top} & {*ruleset.hidden, *ruleset.derived, *left_out}
        )
        assert path in told or skipped, path
    known = {path for path, *_ in ruleset.record.fields()}
    assert {*fields.said, *left_out} <= known | {path.split(".")[0] for path in known}, "facts of fields that there are not"
    assert not {path.split(".")[0] for path in told} & set(ruleset.hidden) and all(left_out.values())


def duel(name: str, seed: int = 2) -> WordGame:
    return WordGame(ruleset_of(name).scenario("duel"), seed)


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_a_game_in_phrases_ends_in_the_same_hash_as_the_same_answers_through_a_batch(name):
    game, luck = duel(name), np.random.default_rng(4)
    while not game.over:
        game.answer(luck.choice(list(game.phrases.texts.values())))
    batch = Batch(game.scenario, 1, observe=False)
    batch.reset(seed=2)
    for action in game.answers:
        batch.step(np.array([action]))
    assert batch.over[0] and record_hash(batch.games[0]) == game.hash and game.outcome is not None
    assert replay(game.trace()) is None


def test_a_report_tells_what_happened_since_ones_last_answer_on_both_sides():
    game = duel("warcry")
    while game.decider != 0:
        game.answer(next(iter(game.phrases.texts)))
    mine = game.answer(next(iter(game.phrases.texts)))
    while game.decider == 0:
        game.answer(next(iter(game.phrases.texts)))
    phrase = next(iter(game.phrases.texts.values()))
    game.answer(phrase)
    report = game.report(0)
    assert report[0].startswith("seat_0, ") and f"seat_1, {phrase}" in report and mine in game.answers
    assert game.report(1)[0] == f"seat_1, {phrase}" and len(game.report(1)) < len(game.report(0, since=0))
    assert "Since your last answer:" in game.text(0) and "Your answers:" in game.text(game.decider)
    with pytest.raises(BadOption, match="seats 0 to 1"):
        game.report(7)


def test_a_card_that_is_kept_back_is_reported_to_its_owner_alone():
    scenario = ruleset_of("dropzone_commander").scenario("skirmish")
    game, kept = WordGame(scenario, 2), 0
    while kept < 3 and not game.over:
        seat, action = game.decider, int(game.batch.ask(ONE, 1)[0])
        game.answer(action)
        if game.steps[-1].silent:
            kept += 1
            since = len(game.steps) - 1
            assert game.report(seat, since)[0].startswith(f"seat_{seat}, ")
            assert not any(line.startswith("seat_") for line in game.report(1 - seat, since))
    assert kept == 3


def test_several_answers_are_carried_out_until_one_is_illegal_or_another_seat_is_asked():
    game = duel("tide_of_iron")
    while len({game.decider, *[0]}) > 1:
        game.answer(next(iter(game.phrases.texts)))
    seat, said = game.decider, []
    ahead = duel("tide_of_iron")
    for action in game.answers:
        ahead.answer(action)
    while ahead.decider == seat:
        said.append(next(iter(ahead.phrases.texts.values())))
        ahead.answer(said[-1])
    assert len(said) > 1
    done = game.answer_all([*said, "anything"])
    assert done == (len(said), f"seat_{1 - seat} is asked now", False) and game.hash == ahead.hash
    legal = next(iter(game.phrases.texts.values()))
    done = game.answer_all([legal, "fly to the moon"])
    assert done.given == 1 and done.illegal and "'fly to the moon': it is no legal answer" in done.why or done.why.endswith("is asked now")
    assert game.answer_all([]) == (0, "no answer was given", True)


def test_a_wrong_answer_is_refused_with_the_nearest_legal_ones():
    game = duel("warcry")
    while game.phrases.subject == "" or len(game.phrases) < 30:
        game.answer(int(game.batch.ask(ONE, 2)[0]))
    cells = [one for one in game.phrases.as_json() if "cell" in one]
    one = cells[len(cells) // 2]
    x, y = one["cell"]
    assert game.phrases.parse(f"{x}, {y}") == game.phrases.parse(f"({x},{y})") == one["action"]
    assert game.phrases.parse({"verb": one["verb"], "cell": [x, y]}) == one["action"]
    assert game.phrases.parse({"action": None, "phrase": one["phrase"], "cell": None}) == one["action"]
    assert game.phrases.parse({"verb": one["verb"], "cell": [x, y], "unit": None, "value": None}) == one["action"]
    with pytest.raises(IllegalAction, match=f"verbs are .*{one['verb']}"):
        game.phrases.parse({"verb": "fly", "cell": [x, y]})
    with pytest.raises(IllegalAction, match=re.escape(f"'{one['phrase']}9': it is no legal answer")) as refused:
        game.phrases.parse(one["phrase"] + "9")
    assert game.phrases.subject in str(refused.value) and " or " in str(refused.value)
    with pytest.raises(IllegalAction, match="it lists several cells: give one"):
        game.phrases.parse(f"{one['phrase']} | 1,1")
    with pytest.raises(IllegalAction, match="could be several"):
        game.phrases.parse({"verb": one["verb"]})
    for said, why in (
        (True, "expected a phrase"), (None, "expected a phrase"), ({}, "expected one of"), ({"action": "x"}, "'action' is a whole number"),
        ({"phrase": 3}, "'phrase' is a text"), ("{", "begins as JSON"), (10**30, "no legal answer has this number"),
        ("x" * 10**6, "no legal answer"),
    ):  # fmt: skip
        with pytest.raises(IllegalAction, match=why):
            game.phrases.parse(said)


def test_the_line_of_a_fighter_in_reserve_says_with_which_battle_group_it_comes():
    game = duel("warcry")
    assert "  A3: fang_runner 8/8; in reserve\n" in game.text(0)
    for _ in range(14):
        game.answer(next(iter(game.phrases.texts)))
    assert "  A3: fang_runner 8/8; in reserve, shield group\n" in game.text(
        0
    ) and "  B5: fang_runner 8/8; in reserve, hammer group\n" in game.text(0)


def test_an_inch_sign_in_a_phrase_does_not_spoil_an_answer_in_json():
    game = duel("warcry")
    while not any('"' in phrase for phrase in game.phrases.texts.values()):
        game.answer(int(game.batch.ask(ONE, 2)[0]))
    action, phrase = next((action, phrase) for action, phrase in game.phrases if '"' in phrase)
    for said in (f'{{"phrase": "{phrase}"}}', f' {{ "said" : "{phrase}" }} ', json.dumps({"phrase": phrase})):
        assert game.phrases.parse(said) == action
    for said in (f'{{"phrase": "{phrase}"', f'{{"phrase": "{phrase}", "why": "it is near"}}'):
        with pytest.raises(IllegalAction, match="begins as JSON"):
            game.phrases.parse(said)


MALFORMED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["action", "phrase", "said", "verb", "cell", "unit", "value", "x"]) | st.text(max_size=4), inner, max_size=4,
    ), max_leaves=6,
) | st.text(alphabet="{}[]\":,0123456789 -abAB", max_size=40)  # fmt: skip
PHRASES = duel("godbreakers").phrases


def legal_or_refused(said):
    try:
        assert PHRASES.parse(said) in PHRASES.texts
    except IllegalAction as error:
        assert len(str(error)) < 800


@settings(max_examples=300, deadline=None)
@given(MALFORMED)
def test_malformed_answers_are_legal_or_refused_and_nothing_else(said):
    legal_or_refused(said)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(MALFORMED)
def test_ten_thousand_malformed_answers_are_legal_or_refused_and_nothing_else(said):
    legal_or_refused(said)


def test_a_ruleset_without_words_of_its_own_is_told_all_the_same():
    with toy.registered():
        scenario = toy.RULESET.scenario()
        game = WordGame(scenario, 1)
        while not game.over:
            assert game.text(game.decider)
            game.answer(next(iter(game.phrases.texts.values())).upper())
        assert not wrong(seen(game.record, scenario, 0), schema(toy.RULESET))
        with pytest.raises(StateError, match="the game is over"):
            game.answer("hold")


def test_an_unknown_seat_is_refused():
    game = duel("warcry")
    with pytest.raises(BadOption, match="seat=2: scenario 'duel' is played by seats 0 to 1"):
        game.seen(2)
