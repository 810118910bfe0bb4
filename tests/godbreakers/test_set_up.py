"""Set-up: markers, seniority, deployment, oriented boards. Chapter SET."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.godbreakers.data.campaign import Gain, Recruit, new_circle, write_circle
from skirmish_rl.envs.godbreakers.state import MarkerKind
from skirmish_rl.envs.registry import ruleset_of
from tests.godbreakers.reading import board, cells, outside, units

RULESET = ruleset_of("godbreakers")
STANDARD = [name for name, tags in RULESET.scenarios.items() if "standard" in tags and "fair" not in tags]


def xy(cell) -> tuple[int, int]:
    return int(cell) % 25, int(cell) // 25


@pytest.mark.clause("GB-SET-01")
@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
def test_an_objective_stands_at_the_centre_in_every_public_scenario(table, scenario):
    t = table.new_game(scenario=scenario)
    side = int(RULESET.scenario(scenario).tables["size"][0])
    centre = t.state["markers"][0]
    assert centre["kind"] == MarkerKind.OBJECTIVE
    assert xy(centre["cell"]) == (side // 2, side // 2)


@pytest.mark.clause("GB-SET-02")
def test_seniority_is_a_uniform_random_permutation():
    batch = Batch(RULESET.scenario("drill_nowild"), 400, observe=False)
    batch.reset(seed=3)
    first = batch.games["seniority"][:, 0]
    assert set(first) == {0, 1}
    assert 160 < first.sum() < 240
    assert (np.sort(batch.games["seniority"][:, :2], axis=1) == [0, 1]).all()


@pytest.mark.clause("GB-SET-02", "GB-SET-04")
@pytest.mark.parametrize("seed", range(4))
def test_godbreakers_are_deployed_in_reverse_seniority_order(table, seed):
    t = table.new_game(scenario="saboteurs", seats=3, seed=seed)
    youngest_first = [int(seat) for seat in t.state["seniority"][:3][::-1]]
    deciders = []
    while t.decision.startswith("DEPLOY"):
        if t.decision == "DEPLOY_UNIT" or len(in_reserve(t, t.decider)) == 1:
            deciders.append(t.decider)
        t.play(sorted(t.legal())[0])
    assert deciders == youngest_first * 5


def in_reserve(t, seat) -> list[str]:
    """Godbreakers of a seat still in reserve, the one being placed included."""
    names = [f"{'ABCD'[seat]}{k}" for k in range(1, 6)]
    return [name for name in names if t.unit(name).status == "RESERVE"]


@pytest.mark.clause("GB-SET-02")
def test_without_shuffle_seniority_is_seat_order(table):
    for seed in range(5):
        t = table.new_game(scenario="drill_nowild", seed=seed, shuffle=False)
        assert [int(seat) for seat in t.state["seniority"][:2]] == [0, 1]
        assert t.decider == 1


@pytest.mark.clause("GB-SET-03", "GB-DIG-05", "GB-S2-01")
def test_in_seniority_order_each_player_places_the_shard_and_then_the_scenario_marker(table):
    t = table.new_game(scenario="saboteurs", setup="full", shuffle=False)
    walls = {xy(c) for c in np.flatnonzero(RULESET.scenario("saboteurs").tables[0]["board"] != -1)}
    taken = {(12, 12)}
    shards = []
    for seat, shard, marker in ((0, (12, 2), (20, 2)), (1, (12, 22), (2, 21))):
        assert (t.decision, t.decider) == ("PLACE_SHARD", seat)
        free = board() - walls - taken
        assert cells(t, "place") == {c for c in free if t.range((12, 12), c) > 6}
        t.play(f"place {shard[0]},{shard[1]}")
        shards.append(shard)
        taken.add(shard)
        assert (t.decision, t.decider) == ("PLACE_MARKER", seat)
        free = board() - walls - taken
        assert cells(t, "place") == {c for c in free if all(t.range(s, c) > 6 for s in shards)}
        t.play(f"place {marker[0]},{marker[1]}")
        taken.add(marker)
    assert [t.marker("shard", seat) for seat in (0, 1)] == shards
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 1)


@pytest.mark.clause("GB-SET-04")
def test_a_godbreaker_is_placed_within_its_movement_range_of_its_shard(table):
    t = table.new_game(scenario="drill_nowild", shuffle=False, circles=["bulwark", "skirmishers"])
    assert units(t, "deploy") == {"B1", "B3", "B5"}
    for name, movement in (("B3", 6 + 2), ("B5", 6)):  # the scout is Fleet 1
        t.play(f"deploy {name}")
        walls = {xy(c) for c in np.flatnonzero(t.state["board"] != -1)}
        assert cells(t, "place") == {c for c in board(21) - walls if t.reach((10, 19), c) <= movement}
        t.play("place 10,18" if name == "B3" else "place 11,18")
        while t.decider == 0:
            t.play(sorted(t.legal())[0])


@pytest.mark.clause("GB-SET-04", "GB-CIR-06")
def test_a_fleet_shard_counts_at_deployment(table, tmp_path):
    plain = (Gain("brutal"), Gain("tough"))
    recruits = [Recruit("iron", (*plain, Gain("tough"))), *[Recruit("iron", plain)] * 4]
    path = write_circle(new_circle("fleet", recruits), tmp_path / "fleet.toml")
    t = table.new_game(scenario="drill_nowild", shuffle=False, circles=["bulwark", str(path)])
    t.play("deploy B5")
    walls = {xy(c) for c in np.flatnonzero(t.state["board"] != -1)}
    assert cells(t, "place") == {c for c in board(21) - walls if t.reach((10, 19), c) <= 6 + 2}


@pytest.mark.clause("GB-SET-04")
def test_deployment_ends_when_everybody_stands(table):
    t = table.new_game(scenario="drill", seed=2)
    t.random_until("PRIORITY", seed=2)
    assert [t.unit(name).status for name in ("A1", "A3", "A5", "B1", "B3", "B5")] == ["ON_BOARD"] * 6
    assert t.round == 1


@pytest.mark.clause("GB-SET-05")
@pytest.mark.parametrize("scenario", STANDARD)
def test_the_fixed_setup_puts_markers_on_the_listed_cells(table, scenario):
    t = table.new_game(scenario=scenario, seats=4)
    assert t.decision not in ("PLACE_SHARD", "PLACE_MARKER") or scenario == "hunt"
    t.random_until("DEPLOY_UNIT")
    assert [t.marker("shard", seat) for seat in range(4)] == [(12, 2), (22, 12), (12, 22), (2, 12)]
    full = table.new_game(scenario=scenario, seats=4, setup="full")
    assert full.decision == "PLACE_SHARD"


@pytest.mark.clause("GB-SET-05", "GB-GEN-08", "GB-S7-01")
@pytest.mark.parametrize("seed", range(12))
def test_nothing_in_the_hunt_takes_the_listed_cell_of_a_shard_still_to_come(table, seed):
    t = table.new_game(scenario="hunt", seats=4, seed=seed)
    listed = {(12, 2), (22, 12), (12, 22), (2, 12)}
    while t.decision != "DEPLOY_UNIT":
        standing = {t.marker("shard", seat) for seat in range(4)}
        assert not cells(t, "place") & (listed - standing)
        t.play(max(t.legal()))
    assert {t.marker("shard", seat) for seat in range(4)} == listed


@pytest.mark.clause("GB-SET-06")
@pytest.mark.parametrize("orientation", range(8))
def test_a_board_may_be_turned_and_mirrored(orientation):
    def grid(tables, field):
        return tables[field].reshape(25, 25)

    plain, turned = RULESET.scenario("treasure").tables[0], RULESET.scenario("treasure", orientation=orientation).tables[0]
    for field in ("board", "area_piece"):
        seen = grid(plain, field) != grid(plain, field)[0, 0]
        if orientation >= 4:
            seen = np.fliplr(seen)
        assert (np.rot90(seen, -(orientation % 4)) == (grid(turned, field) != grid(turned, field)[0, 0])).all()
    for field in ("shard_cell", "hoard_cell"):
        for a, b in zip(plain[field][:2], turned[field][:2], strict=True):
            x, y = xy(a)
            x = 24 - x if orientation >= 4 else x
            for _ in range(orientation % 4):
                x, y = 24 - y, x
            assert xy(b) == (x, y)


@pytest.mark.clause("GB-SET-06")
def test_random_orientation_varies_from_game_to_game():
    batch = Batch(RULESET.scenario("drill", orientation="random"), 100, observe=False)
    batch.reset(seed=1)
    assert set(batch.games["variant"]) == set(range(8))


@pytest.mark.clause("GB-SET-05", "GB-S7-01", "GB-GEN-08")
def test_of_the_cells_of_the_hunt_only_those_of_shards_to_come_are_kept_free(table):
    t = next(t for t in (table.new_game("hunt", shuffle=False, seed=seed) for seed in range(40)) if t.decision == "PLACE_MARKER")
    assert (t.marker("shard", 0), t.marker("shard", 1)) == ((12, 2), None)
    assert cells(t, "place") == outside(t, 6, (12, 2), (12, 12)) - {(12, 22)}


@pytest.mark.clause("GB-DIG-05", "GB-S2-01")
def test_a_shard_in_the_corner_keeps_markers_away_like_any_other(table):
    t = table.new_game("saboteurs", setup="full", shuffle=False)
    t.play("place 0,0")
    assert cells(t, "place") == outside(t, 6, (0, 0))


@pytest.mark.clause("GB-CIR-02", "GB-CIR-03")
def test_a_random_circle_spends_every_gain_on_one_metal_half_of_the_later_ones_on_new_traits():
    batch = Batch(RULESET.scenario("saboteurs", 4, circles="random"), 60, observe=False)
    batch.reset(seed=5)
    traits = batch.games["units"]["traits"][:, :20].astype(int)
    assert (traits.sum(axis=2) == [3, 2, 2, 2, 2] * 4).all()
    metals = traits.reshape(60, 20, 4, 5).sum(axis=3) > 0
    assert (metals.sum(axis=2) == 1).all()
    assert (metals.mean(axis=(0, 1)) > 0.2).all()
    assert (traits.reshape(-1, 20).sum(axis=0) > 60).all()  # 132 of each
    owned = (traits > 0).sum(axis=2).reshape(60, 4, 5)
    assert 0.45 < (owned[:, :, 1:] == 2).mean() < 0.55
    assert [round((owned[:, :, 0] == n).mean(), 1) for n in (1, 2, 3)] == pytest.approx([0.25, 0.5, 0.25], abs=0.1)


@pytest.mark.clause("GB-CIR-06", "GB-SET-03")
def test_the_shard_of_a_random_circle_gives_any_trait():
    batch = Batch(RULESET.scenario("saboteurs", 4, circles="random"), 200, observe=False)
    batch.reset(seed=5)
    shards = batch.games["shard_trait"][:, :4]
    assert (np.bincount(shards.ravel(), minlength=20) > 15).all() and shards.min() == 0 and shards.max() == 19  # 40 of each
