"""What pages say of a game to whoever does not know it: its minute is that of the docs, every scenario has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.card_pictures import SIZE, card_picture
from skirmish_rl.agents.serving.lobby import game_facts, picture_file
from skirmish_rl.agents.serving.strengths import STRENGTHS, strengths_of
from skirmish_rl.agents.sharing.site import picture_of
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.lessons import guide_of

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


@pytest.mark.parametrize("name", available())
def test_a_picture_of_the_game_stands_on_the_first_screen_of_the_page(name):
    assert game_facts(ruleset_of(name))["picture"] == f"pictures/{name}.png"
    assert picture_file(name).stat().st_size < 30_000
    with Image.open(picture_file(name)) as kept:
        assert kept.size == SIZE
        apart = np.abs(np.asarray(kept.convert("RGB"), np.float64) - np.asarray(card_picture(ruleset_of(name)), np.float64)).mean()
    assert apart < 5, "the game is drawn otherwise by now: python -m bench.card_pictures"


@pytest.mark.parametrize("name", available())
def test_the_strength_of_opponents_is_that_of_the_page_of_levels(name):
    text = (GAMES.parent / "levels.md").read_text(encoding="utf-8")
    title, (hard, weak) = ruleset_of(name).title, text.split("\n## Weak opponents\n")
    known, stronger = read_toml(STRENGTHS)[name], hard.split(f"## {title}\n")[1].split("\n## ")[0]
    weaker = weak.split(f"### {title},")[1].split("\n### ")[0]
    assert known["bots"] == {bot: int(rating) for bot, rating in re.findall(r"`bot:(\w+)` (\d+)", stronger)}
    told = re.findall(r"^\| (\d+) \| `[^`]*` \| (\d+) \|", weaker, re.M) + [("strong", re.findall(r"`bot:strong` (\d+)", weaker)[-1])]
    assert known["easy"] == {level: int(rating) for level, rating in told}


@pytest.mark.parametrize("name", available())
def test_opponents_are_as_strong_as_they_were_measured_between_random_play_and_the_strongest_bot(name):
    strengths = strengths_of(ruleset_of(name))
    assert strengths["random"] == 0 < strengths["bot:simple"] < strengths["bot:strong"] == 100
    for ladder, most in ("level", 10), ("easy", 5):
        rising = [strengths[f"{ladder}:{level}"] for level in range(1, most + 1)]
        assert rising == sorted(rising)
    assert 0 < strengths["bot:strong@0.8"] < strengths["bot:strong@0.5"] < strengths["bot:strong@0.2"] < 100
    assert strengths[f"ppo:{name}/duel"] == strengths["level:10"] > 100
    if name != "godbreakers":  # where no network is stronger than level 10
        assert strengths[f"ppo:{name}/duel-league"] == strengths["level:master"] > strengths["level:10"]


@pytest.mark.parametrize(("name", "lessons"), [
    ("trench_crusade", {"FREE_ATTACK": "strike at it for free", "HOLD_FIRE": "must activate that model next", "HARROW": "an ability"}),
    ("tide_of_iron", {"TRANSFER_FROM": "hand figures", "CARD_UNIT": "a card", "SMOKE_CELL": "a card", "OCCUPY": "the ground"}),
])  # fmt: skip
def test_a_lesson_is_about_what_is_asked(name, lessons):
    told = {asked: lesson["text"] for lesson in game_facts(ruleset_of(name))["first"]["lessons"] for asked in lesson["asked"]}
    for asked, words in lessons.items():
        assert words in told[asked]


def test_the_lesson_on_scoring_says_who_holds_a_ruin_as_the_rules_do():
    told = next(
        lesson["text"]
        for lesson in game_facts(ruleset_of("trench_crusade"))["first"]["lessons"]
        if "POINTS" in lesson["after"] or "ruins were counted" in lesson["text"]
    )
    assert "Who alone has a model on a ruin holds it" in told and "Models that are Down count, too." in told  # TC-SC-01, TC-SC-02
