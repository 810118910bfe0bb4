"""Whether a fighter can do a thing at all is asked in short, and where and whom in full: both say the same in positions of real games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import ABILITY, OPTION, Decision, Option
from skirmish_rl.envs.warcry.rules.abilities import has_ability
from skirmish_rl.envs.warcry.rules.attacking import can_attack, has_target
from skirmish_rl.envs.warcry.rules.disengaging import can_disengage, write_escapes
from skirmish_rl.envs.warcry.rules.measuring import is_engaged, nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import can_move, write_ways
from skirmish_rl.envs.warcry.state import FAR, FORCE, WEAPONS, Phase, Status
from tests.plays import Eyes, ask, positions

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("crossing", {}), ("relics", {"force_a": "raven", "force_b": "fang"}),
    ("hunters", {"force_a": "hunt", "force_b": "iron", "traits": True}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), [pytest.param(*one, marks=[pytest.mark.slow] * (one[0] == "relics")) for one in GAMES])
@pytest.mark.clause("WC-ACT-07", "WC-MOVE-01", "WC-ATK-02", "WC-DIS-01")
@pytest.mark.games
def test_what_can_be_done_at_all_is_what_can_be_done_somewhere(name: str, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, **options)
    said = np.zeros(6, int)
    for s in positions(scenario, games=6):
        t = scenario.tables[int(s["variant"])]
        if s["phase"] != Phase.COMBAT or (s["cost"] != FAR).any():
            continue
        for slot in np.flatnonzero(s["units"]["status"] == Status.ON_BOARD):
            near2 = int(ask(nearest_enemy2, s, t, slot, int(s["units"]["node"][slot])))
            engaged = bool(ask(is_engaged, s, t, slot))
            foes = range(FORCE * (1 - slot // FORCE), FORCE * (2 - slot // FORCE))
            moves = bool(ask(can_move, s.copy(), t, slot, 0, near2))
            assert moves == (ask(write_ways, s.copy(), t, slot, 0) > 0)
            strikes = bool(ask(has_target, s, t, slot, -1, near2))
            assert strikes == any(ask(can_attack, s, t, slot, weapon, foe, -1, engaged) for foe in foes for weapon in range(WEAPONS))
            leaves = bool(ask(can_disengage, s.copy(), t, slot, near2))
            unit = s["units"][slot]
            held = unit["treasure"] >= 0 or unit["harried"]
            assert leaves == (engaged and not held and ask(write_escapes, s.copy(), t, slot) > 0)
            said += [moves, not moves, strikes, not strikes, leaves, not leaves]
    assert said.all()


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.clause("WC-ACT-07", "WC-ABIL-01")
@pytest.mark.games
def test_the_menu_offers_an_ability_where_there_is_one(name: str, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, **options)
    said = set()
    for s in positions(scenario, games=6):
        if s["decision"] != Decision.STEP:
            continue
        eyes = Eyes(scenario, s)
        eyes.batch.refresh(0)
        mask = eyes.batch.masks[0]
        offered = bool(mask[ABILITY : ABILITY + scenario.ruleset.layout.blocks["ability"].size].any())
        assert offered == bool(ask(has_ability, s, eyes.tables, int(s["active"])))
        assert mask[OPTION + Option.WAIT] == (s["actions_left"] > 0)
        said.add(offered)
    assert said == {True, False}
