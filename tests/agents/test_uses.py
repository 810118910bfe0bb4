"""Wherever a network stands, it is told whether it uses a bot when it plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.agents.benchmark.protocol import Place, read_protocol
from skirmish_rl.agents.benchmark.uses import bot_used, used_by, weights_of
from skirmish_rl.agents.folders import read_card
from skirmish_rl.agents.identity import own_scenario, plays_anywhere
from skirmish_rl.agents.names import saved_network
from skirmish_rl.agents.ppo.config import read_config
from skirmish_rl.agents.shipped import levels_of, shipped_agents
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import ruleset_of

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", shipped_agents())
def test_a_card_says_what_its_network_uses_of_a_bot(name):
    file, identity = saved_network(name)
    scenario = ruleset_of(identity["ruleset"]).scenario("skirmish:5") if plays_anywhere(identity) else own_scenario(file, identity)
    assert read_card(shipped_agents()[name]).bot == used_by(*weights_of(name, scenario), scenario)


@pytest.mark.parametrize("game", ["dropzone_commander", "godbreakers", "tide_of_iron", "trench_crusade", "warcry"])
def test_the_page_of_levels_says_who_uses_a_bot(game):
    page = (DOCS / "levels.md").read_text(encoding="utf-8").split(f"## {ruleset_of(game).title}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| (\w+) \| `(.*)` \| \d+ \| [^|]* \| (.*) \|$", page, re.MULTILINE)
    assert {level: agent for level, agent, _ in found} == levels_of(game)
    assert all(bot_used(agent, Place(game, "duel"), read_protocol()) == told for _, agent, told in found)


@pytest.mark.parametrize("game", ["dropzone_commander", "godbreakers", "tide_of_iron", "trench_crusade", "warcry"])
def test_the_page_of_levels_says_who_the_weak_opponents_are(game):
    page = (
        (DOCS / "levels.md")
        .read_text(encoding="utf-8")
        .split("## Weak opponents\n")[1]
        .split(f"### {ruleset_of(game).title}, ")[1]
        .split("\n### ")[0]
    )
    found = re.findall(r"^\| (\d) \| `(.*)` \| (\d+) \| (\d+) to (\d+) \| (.*) \|$", page, re.MULTILINE)
    assert {level: agent for level, agent, *_ in found} == levels_of(game, "easy")
    ratings = [int(rating) for _, _, rating, *_ in found]
    steps = [after - before for before, after in zip(ratings, ratings[1:], strict=False)]
    assert min(steps) > 20 and max(steps) < 125, "no two alike, none far apart"
    assert all(bot_used(agent, Place(game, "duel"), read_protocol()) == told for _, agent, _, _, _, told in found)


def test_the_table_of_trained_agents_says_what_their_configurations_let_them_use():
    for row in read_toml(DOCS / "results.toml")["tables"]["training"]:
        config = read_config(row["configuration"])
        assert config.network.consider == 12 and not config.blind and row["bot"] == "its favourites, its scores", row
