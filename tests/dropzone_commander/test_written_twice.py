"""What is legal is written twice for speed: cell by cell, which rules, and for all cells at once. Both must say the same."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.questions import CELL, Decision
from skirmish_rl.envs.dropzone_commander.rules.going import can_go
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, fits, inside_of
from skirmish_rl.envs.dropzone_commander.rules.walking import is_pinned
from skirmish_rl.envs.dropzone_commander.state import WIDTH

EACH = 3 if INTERPRETED else 12  # positions of a kind


def allowed(record, tables, decision, slot):
    """Cells that may be named, asked one by one."""
    s, t = view(record), view(tables)
    size, squad, unit = int(tables["size"]), int(tables["unit_squad"][slot]), record["units"][slot]
    cells = [y * WIDTH + x for y in range(size) for x in range(size)]
    piece, carrier = int(unit["piece"]), int(unit["carrier"])
    if decision == Decision.OUT:
        who = int(aboard_of(s, t, squad, -1))
        return {c for c in cells if fits(s, t, squad, who, carrier, -1, c)}
    if piece >= 0:
        who = int(inside_of(s, t, squad, piece))
        return set() if is_pinned(s, t, squad) else {c for c in cells if fits(s, t, squad, who, -1, piece, c)}
    return {c for c in cells if can_go(s, t, slot, c)}


def kind_of(record, tables, decision, slot):
    """What is asked of whom: on the board, onto it, out of something; through the air or not."""
    unit = record["units"][slot]
    where = "inside" if unit["piece"] >= 0 else "aboard" if unit["carrier"] >= 0 else "off" if unit["cell"] < 0 else "on"
    return decision, where, int(tables["unit_kind"][slot]) >= 4


@pytest.mark.clause("DZ-MOV-01", "DZ-MOV-07", "DZ-AIR-01", "DZ-TRN-07", "DZ-GAR-06")
@pytest.mark.parametrize("name", ["drill", "skirmish"])
def test_both_ways_of_telling_where_a_unit_may_go_agree(name):
    batch, luck, asked = Batch(RULESET.scenario(name, 2, cards="off"), 1, observe=False), np.random.default_rng(3), {}
    tables = batch.scenario.tables[0]
    for seed in range(1 if INTERPRETED else 6):
        batch.reset(seed=seed)
        while not batch.over[0]:
            decision, slot = Decision(int(batch.games[0]["decision"])), int(batch.games[0]["subject"])
            if decision in (Decision.MOVE, Decision.OUT, Decision.GO_ON):
                kind = kind_of(batch.games[0], tables, decision, slot)
                asked[kind] = asked.get(kind, 0) + 1
                if asked[kind] <= EACH:
                    marked = set(np.flatnonzero(batch.masks[0][CELL : CELL + WIDTH * WIDTH]).tolist())
                    assert marked == allowed(batch.games[0].copy(), tables, decision, slot), kind
            batch.step(random_legal(batch.masks, luck))
    assert {"on", "off", "aboard"} <= {where for _, where, _ in asked}
