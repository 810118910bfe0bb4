"""The rules as text: sizes, clauses, and that everything which a scenario asks and everybody who plays in it is explained."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.answers import answer_words
from skirmish_rl.envs.words.rulebook import rules
from skirmish_rl.envs.words.seen import seen
from tests.clauses import read_clauses

DOSSIERS = Path(__file__).resolve().parents[2] / "docs" / "rules"


def legal_answers(scenario: Scenario, games: int = 6):
    """Every kind of answer that was legal in some games of random play."""
    batch, luck, known = Batch(scenario, games, observe=False), np.random.default_rng(8), set()
    batch.reset(seed=77)
    layout = scenario.ruleset.layout
    while not batch.over.all():
        for b in np.flatnonzero(batch.over == 0):
            record = batch.games[b]
            for action in np.flatnonzero(batch.masks[b]):
                block, argument = layout.action(int(action))
                named = layout.blocks[block].kind in ("option", "unit") and argument not in layout.units
                key = int(record["decision"]), block, re.sub(r"-\d$", "", str(argument)) if named else ""
                if key not in known:
                    known.add(key)
                    yield record, int(action)
        batch.step(random_legal(batch.masks, luck))


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_every_verb_and_every_unit_of_a_scenario_is_explained_in_its_rules(name):
    ruleset = ruleset_of(name)
    for scenario in (ruleset.scenario("duel"), ruleset.scenario(ruleset.default_scenario("standard"))):
        text = rules(scenario, "scenario")
        said, words = text.lower(), set(re.findall(r"[a-z]+", text.lower()))
        batch = Batch(scenario, 1, observe=False)
        batch.reset(seed=3)
        for unit, facts in seen(batch.games[0], scenario, -1, False)["units"].items():
            assert re.search(rf"\b{unit}\b|\b{unit}-\d|\b{unit[0]}\d+-\d+\b", text), unit
            assert set(re.findall(r"[a-z]+", facts["is"].lower())) <= words, (unit, facts["is"])
        for record, action in legal_answers(scenario):
            decision, (block, argument) = int(record["decision"]), ruleset.layout.action(action)
            row = ruleset.questions.rows[decision]
            label, does = answer_words(name)(record, scenario, action)
            plain = re.split(r"[,:;]", label.lower())[0]
            plain = re.sub(rf"\b{re.escape(str(argument).lower())}\b", "", plain)
            tells = set(re.findall(r"[a-z]{2,}", re.sub(r"\b[a-z]+\d+\b", "", plain)))
            assert row.name in text and (tells <= words or f"- {row.name}: " in text), (row.name, label)
            sentence = re.sub(r"\d+|\b[A-Z]+\d+\b", "", does).lower().split(".")[0][:25].strip()
            has_example = f"- {row.name}: " in text or block in ("group", "hold", "order", "pair")  # these differ from one to the next
            is_cargo = does.startswith("It carries ")  # and these, from one unit to the next
            assert not does or has_example or is_cargo or sentence in re.sub(r"\d+", "", said), (label, does)


@pytest.mark.parametrize("name", available())
def test_the_three_sizes_grow_and_cite_clauses_of_the_dossier_only(name):
    scenario = ruleset_of(name).scenario("duel")
    short, middle, full = (rules(scenario, size) for size in ("short", "scenario", "full"))
    assert 2_500 < len(short) < 6_000 and 8_000 < len(middle) < 20_000 and len(full) > 45_000
    clauses = {clause for clause, one in read_clauses(DOSSIERS).items() if one.ruleset == name}
    prefix = next(iter(clauses)).partition("-")[0]
    cited = set(re.findall(rf"\b{prefix}-[A-Z0-9]+-(?:[A-Z]\d+-)?[A-Z]?\d+\b", middle))
    assert len(cited) > 15 and cited <= clauses
    assert clauses <= set(re.findall(r"\*?\*?([A-Z]+-[A-Z0-9]+-(?:[A-Z]?\d+-)?[A-Z]?\d+)", full)), "the whole rules have every clause"
    assert "[seed]" not in full and "[house]" not in full and "## Sources" not in full and "{A}" not in full


def test_the_middle_size_explains_what_its_forces_have_and_not_what_others_have():
    ruleset = ruleset_of("warcry")
    fang, iron = (rules(ruleset.scenario("duel", force_a=force, force_b=force), "scenario") for force in ("fang_small", "iron_small"))
    assert "savage fury" in fang and "savage fury" not in iron and "whirlwind" not in fang


def test_another_size_is_refused():
    with pytest.raises(BadOption, match="size='long': expected one of short, scenario, full"):
        rules(ruleset_of("warcry").scenario("duel"), "long")


def test_rules_and_schemas_are_printed_and_written(tmp_path, capsys):
    assert main(["rules", "warcry", "--scenario", "duel", "--size", "short"]) == 0
    assert capsys.readouterr().out == rules(ruleset_of("warcry").scenario("duel"))
    assert main(["rules", "warcry", "--size", "full", "--out", str(tmp_path / "rules.txt")]) == 0
    assert (tmp_path / "rules.txt").read_text().startswith("# Warcry")
    assert main(["schema", "warcry", "--out", str(tmp_path)]) == 0 and '"const": "warcry"' in (tmp_path / "warcry.json").read_text()
    assert main(["schema"]) == 2 and "name a ruleset" in capsys.readouterr().err
