"""What pages say of a game to whoever does not know it: its minute is that of the docs, every scenario has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.agents.serving.lobby import game_facts, guide_of
from skirmish_rl.agents.sharing.site import picture_of
from skirmish_rl.envs.registry import available, ruleset_of

GAMES = Path(__file__).resolve().parents[2] / "docs" / "games"


@pytest.mark.parametrize("name", available())
def test_the_game_in_one_minute_is_that_of_its_page(name):
    page = (GAMES / f"{name}.md").read_text(encoding="utf-8").split("## The game in one minute")[1].split("\n## ")[0]
    assert guide_of(ruleset_of(name))["minute"] == [" ".join(item.split()) for item in re.split("^- ", page, flags=re.M) if item.strip()]


@pytest.mark.parametrize("name", available())
def test_every_game_and_every_scenario_has_a_sentence(name):
    facts = game_facts(ruleset_of(name))
    for sentence in [facts["sentence"], *(one["says"] for one in facts["scenarios"])]:
        assert sentence[0].isupper() and sentence.endswith(".") and len(sentence) < 140
    assert guide_of(ruleset_of(name))["scenarios"].keys() == ruleset_of(name).scenarios.keys()


@pytest.mark.parametrize("name", available())
def test_a_picture_of_the_game_stands_on_the_first_page_of_a_site(name):
    drawn = picture_of(ruleset_of(name))
    assert drawn.startswith("<svg") and len(drawn) < 400_000 and "seat_0" not in re.sub("<title>[^<]*</title>", "", drawn)
    assert drawn == picture_of(ruleset_of(name))
