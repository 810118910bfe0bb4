"""What answers are called on pages, and what is said of what they do."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.agents.serving.answers import words_of
from skirmish_rl.agents.serving.showing import asked_of
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander.kit import Card as Command
from skirmish_rl.envs.godbreakers.state import Act
from skirmish_rl.envs.registry import RULESETS, ruleset_of
from skirmish_rl.envs.tide_of_iron.state import Card as Strategy
from skirmish_rl.envs.tide_of_iron.state import Order
from skirmish_rl.envs.trench_crusade.state import Verb
from skirmish_rl.envs.warcry.state import Ability
from skirmish_rl.envs.words.answers import called
from tests.toy import RULESET as TOY
from tests.toy import registered

GAMES = [name for name in RULESETS if name != "toy"]
SHORT = 150  # letters of a sentence, at most
RAW = re.compile(r"_|[a-z]-\d|\{|\}|\b(option|None|slot|nan)\b")  # of names of the code; seats are written over by the page


def rows_of(name):
    """Every text of a game: its key, the label, the sentence, its clauses."""
    module = importlib.import_module(f"skirmish_rl.envs.{name}.render.answers")
    rows = [(key, *row) for key, row in module.SAYINGS.items()]
    return rows + [(key, "", *row) for more in ("ABILITIES", "CARDS") for key, row in getattr(module, more, {}).items()]


def positions(name, decisions=150):
    """Positions of games of chance and of the strongest bot, in every scenario, with their legal answers."""
    for scenario_name in ruleset_of(name).scenarios:
        scenario = ruleset_of(name).scenario(scenario_name)
        batch, luck = Batch(scenario, 2, observe=False), np.random.default_rng(2)
        batch.reset(seed=3)
        for k in range(decisions):
            if batch.over.any():
                break
            yield scenario, batch.games[k % 2].copy(), np.flatnonzero(batch.masks[k % 2]).tolist()
            actions = random_legal(batch.masks, luck)
            actions[:1] = batch.ask(np.zeros(1, np.int64), len(scenario.ruleset.bots) - 1)
            batch.step(actions)


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_a_game_reads_as_a_text_of_its_own(name):
    questions, explained = set(), 0
    for scenario, record, legal in positions(name):
        groups = asked_of(record, scenario, legal)["answers"]
        words = words_of(record, scenario, groups)
        questions.add(int(record["decision"]))
        assert words.keys() >= {str(action) for group in groups if group["kind"] != "cell" for action, *_ in group["answers"]}
        for label, does in words.values():
            plain = re.sub(r"\bseat_\d\b", "they", f"{label} {does}")
            assert re.search("[a-z]{2}", label) and not RAW.search(plain), (label, does)
            assert not does or (does[0].isupper() or does[0] in "+-123456789") and does.endswith(".") and len(does) <= SHORT + 100, does
            explained += bool(does)
        assert len({*map(tuple, words.values())}) == len(words), sorted(map(tuple, words.values()))
    assert len(questions) > 8 and explained > 20


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_names_clauses_of_the_dossier(name):
    dossier = (Path(__file__).parents[2] / "docs/rules" / f"{name}.md").read_text(encoding="utf-8")
    known = {*re.findall(r"^- \*\*([A-Z]+-[A-Z0-9-]+)\*\*", dossier, re.M), *re.findall(r"^### (?:Scenario )?(S\d)\b", dossier, re.M)}
    for key, label, does, clauses in rows_of(name):
        assert bool(does) == bool(clauses) and {*clauses.split()} <= known, key
        assert len(does) <= SHORT and not RAW.search(re.sub(r"\{\w+\}", "", f"{label} {does}").replace("seat_", "")), key


@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_idle(name):
    layout, questions = ruleset_of(name).layout, ruleset_of(name).questions.rows
    for key, *_ in rows_of(name):
        if not isinstance(key, tuple):
            continue
        decision, what = key
        blocks = questions[int(decision)].answers if decision else layout.blocks
        options = {str(option).lower() for block in blocks for option in layout.blocks[block].options}
        numbers = {f"{block} {layout.blocks[block].first}" for block in blocks if layout.blocks[block].kind == "number"}
        assert what in {*blocks} | options | numbers, key


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("warcry", Ability),
        ("godbreakers", Act),
        ("tide_of_iron", Strategy),
        ("tide_of_iron", Order),
        ("trench_crusade", Verb),
        ("dropzone_commander", Command),
    ],  # fmt: skip
)
def test_what_has_a_name_of_its_own_is_explained(name, members):
    plain = {"end", "shoot"}  # say it themselves
    explained = {key[1] if isinstance(key, tuple) else key for key, _, does, _ in rows_of(name) if does}
    assert {member.name.lower().replace("_", "-") for member in members} - explained - plain == set()


def asked(name, question, seed=3, **options):
    """The first position of a game of chance in which a question is asked."""
    ruleset = ruleset_of(name)
    scenario = ruleset.scenario(ruleset.default_scenario("small"), **options)
    batch, luck = Batch(scenario, 1, observe=False), np.random.default_rng(seed)
    batch.reset(seed=seed)
    while ruleset.decisions(int(batch.games[0]["decision"])).name != question:
        batch.step(random_legal(batch.masks, luck))
        assert not batch.over[0]
    return scenario, batch


def test_an_order_is_called_by_who_comes_first_and_is_what_the_rules_make_of_it():
    scenario, batch = asked("godbreakers", "PRIORITY")
    legal = np.flatnonzero(batch.masks[0])
    assert {called(batch.games[0], scenario, int(action)) for action in legal} == {
        "seat_0 first, then seat_1",
        "seat_1 first, then seat_0",
    }
    for action in legal:
        once = Batch(scenario, 1, observe=False)
        once.games[:] = batch.games
        once.refresh(0)
        label = called(once.games[0], scenario, int(action))
        once.step(np.array([action]))
        assert label.startswith(f"seat_{int(once.games[0]['order'][0])} first")


def test_an_ability_is_called_by_the_dice_that_pay_for_it():
    scenario, batch = asked("warcry", "STEP")
    record, rush = batch.games[0].copy(), scenario.ruleset.layout.offset["ability"] + 2
    record["dice"][int(record["decider"])][2] = 3
    assert words_of(record, scenario, [{"kind": "plain", "answers": [[rush]]}]) == {
        str(rush): ["rush, for three 3s", '+1" of Move until this activation ends.']
    }


def test_an_answer_that_is_a_cell_is_told_with_it_and_explained_once():
    scenario, batch = asked("warcry", "DEPLOY")
    legal = np.flatnonzero(batch.masks[0]).tolist()
    (group,) = asked_of(batch.games[0], scenario, legal)["answers"]
    (first, x, y), *_ = group["answers"]
    assert words_of(batch.games[0], scenario, [group]) == {str(first): ["set up at", ""]}
    assert called(batch.games[0], scenario, first) == f"set up at {x},{y}"


def test_a_ruleset_without_words_of_its_own_says_what_actions_are_written_as():
    scenario = TOY.scenario(next(iter(TOY.scenarios)))
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    record, legal = batch.games[0], np.flatnonzero(batch.masks[0]).tolist()
    decision = int(record["decision"])
    with registered():
        said = [called(record, scenario, action) for action in legal]
    assert said == [TOY.layout.text(action, decision).replace("-", " ") for action in legal]
