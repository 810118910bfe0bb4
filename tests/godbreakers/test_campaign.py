"""Between games: making circles, the crucible, and the roster for the next game. Chapters CIR (creation) and CAM."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError, StateError
from skirmish_rl.envs.godbreakers.data.campaign import (
    CRUCIBLE,
    Gain,
    Growth,
    Recruit,
    gain_trait,
    new_circle,
    next_circle,
    open_picks,
    shipped_circle,
    write_circle,
)  # fmt: skip
from skirmish_rl.envs.godbreakers.data.checks import check_circle
from skirmish_rl.envs.godbreakers.data.pack import read_circle
from skirmish_rl.envs.godbreakers.data.schema import GodbreakerSpec
from skirmish_rl.envs.godbreakers.state import STATE, Reason, Status, Trait

IRON = GodbreakerSpec(die=6, metals=("iron",), traits={"brutal": 1}, role="guard")
SPARE = Recruit("gold", (Gain("shaping"), Gain("shaping")))


def picks(*traits: str) -> tuple[Gain, ...]:
    return tuple(Gain(trait) for trait in traits)


def finished(circle, seat=0, seats=2, winners=0b01, **changes) -> np.void:
    """The record of a finished game: everybody on the board, except for `changes` such as unit3={"status": Status.ASCENDED}."""
    record = np.zeros((), STATE.dtype)[()]
    record["seats"], record["over"], record["winners"], record["reason"] = seats, 1, winners, Reason.VICTORY_POINTS
    for k, model in enumerate(circle.godbreakers):
        unit = record["units"][5 * seat + k]
        unit["die"], unit["status"] = model.die, Status.ON_BOARD
        for trait, rank in model.traits.items():
            unit["traits"][Trait[trait.upper()]] = rank
        for field, value in changes.get(f"unit{k + 1}", {}).items():
            unit[field] = value
    return record


# Creation


@pytest.mark.clause("GB-CIR-02")
def test_a_gain_is_a_new_trait_of_its_metal_or_a_rank_of_an_owned_one():
    assert set(open_picks(IRON)) == {"brutal", "juggernaut", "pinning", "relentless", "tough"}
    assert gain_trait(IRON, Gain("tough")).traits == {"brutal": 1, "tough": 1}
    assert gain_trait(IRON, Gain("brutal")).traits == {"brutal": 2}
    with pytest.raises(BadOption, match="cannot gain 'deadly'"):
        gain_trait(IRON, Gain("deadly"))


@pytest.mark.clause("GB-CIR-02")
def test_a_new_godbreaker_has_one_metal_and_two_gains_the_leader_three():
    recruits = [Recruit("iron", picks("brutal", "tough"), f"r{k}") for k in range(5)]
    with pytest.raises(BadOption, match="2 trait gains, a new one has 3"):
        new_circle("fleet", recruits)
    leader = Recruit("iron", picks("brutal", "tough", "tough"), "leader")
    circle = new_circle("fleet", [leader, *recruits[1:]])
    assert [len(m.metals) for m in circle.godbreakers] == [1] * 5
    assert [sum(m.traits.values()) for m in circle.godbreakers] == [3, 2, 2, 2, 2]


@pytest.mark.clause("GB-GEN-01", "GB-CIR-01", "GB-CIR-08")
def test_a_new_circle_is_two_d8_and_three_d6_led_by_its_first():
    leader = Recruit("gold", picks("summoning", "summoning", "thunderous"), "summoner")
    others = [Recruit("copper", picks("healer", "inspired"), f"r{k}") for k in range(4)]
    circle = new_circle("tough", [leader, *others], second=4)
    assert [m.die for m in circle.godbreakers] == [8, 6, 6, 8, 6]
    assert circle.godbreakers[0].role == "summoner"
    check_circle(circle, Path("circle.toml"))
    with pytest.raises(BadOption, match="is 5 godbreakers"):
        new_circle("tough", [leader, *others[1:]])


@pytest.mark.clause("GB-CIR-03")
def test_no_fifth_trait_and_no_fourth_rank():
    full = replace(IRON, traits={"brutal": 3, "juggernaut": 1, "pinning": 1, "tough": 1})
    assert open_picks(full) == ["juggernaut", "pinning", "tough"]
    for trait in ("relentless", "brutal"):
        with pytest.raises(BadOption):
            gain_trait(full, Gain(trait))
    with pytest.raises(BadOption, match="GB-CIR-03"):
        gain_trait(full, Gain("deadly", metal="mercury", face=2))


# The crucible


@pytest.mark.clause("GB-CIR-04")
def test_the_crucible_lists_are_those_of_table_t8():
    assert CRUCIBLE == {
        "copper": ("defensive", "healer", "inspired", "mysterious", "vengeful", "alloy"),
        "iron": ("brutal", "juggernaut", "pinning", "relentless", "tough", "alloy"),
        "mercury": ("cunning", "deadly", "fleet", "merciless", "ranged", "alloy"),
        "gold": ("despoiling", "ruinous", "shaping", "summoning", "thunderous", "alloy"),
    }


@pytest.mark.clause("GB-CIR-04")
def test_a_crucible_result_is_kept_or_discarded_for_a_rank():
    kept = gain_trait(IRON, Gain("fleet", metal="mercury", face=3))
    assert kept.traits == {"brutal": 1, "fleet": 1} and kept.metals == ("iron",) and kept.flaws == ()
    discarded = gain_trait(IRON, Gain("brutal", metal="mercury", face=3))
    assert discarded.traits == {"brutal": 2}
    with pytest.raises(BadOption, match="the crucible gave 'fleet'"):
        gain_trait(IRON, Gain("tough", metal="mercury", face=3))
    with pytest.raises(BadOption, match="d6"):
        gain_trait(IRON, Gain("fleet", metal="mercury", face=7))


@pytest.mark.clause("GB-CIR-05", "GB-FLW-06")
def test_an_alloy_kept_adds_the_metal_a_trait_of_it_and_a_new_flaw():
    alloyed = gain_trait(IRON, Gain("ranged", metal="mercury", face=6, flaw="slow"))
    assert alloyed.metals == ("iron", "mercury")
    assert alloyed.traits == {"brutal": 1, "ranged": 1}
    assert alloyed.flaws == ("slow",)
    assert "cunning" in open_picks(alloyed)  # the metal is the model's own from now on
    for wrong in (
        Gain("healer", metal="mercury", face=6, flaw="prey"),  # not a trait of that metal
        Gain("fleet", metal="mercury", face=6, flaw="slow"),  # a flaw it has
        Gain("fleet", metal="mercury", face=6),  # no flaw
    ):
        with pytest.raises(BadOption):
            gain_trait(alloyed, wrong)
    with pytest.raises(BadOption, match="only with an Alloy"):
        gain_trait(alloyed, Gain("brutal", metal="mercury", face=6, flaw="prey"))


@pytest.mark.clause("GB-CIR-04", "GB-CIR-05")
def test_an_alloy_may_be_discarded_for_a_rank_too():
    assert gain_trait(IRON, Gain("brutal", metal="gold", face=6)).traits == {"brutal": 2}


# The next game


@pytest.mark.clause("GB-CAM-01")
def test_die_values_carry_to_the_next_game():
    circle = shipped_circle("bulwark")
    record = finished(circle, unit1={"die": 12}, unit2={"die": 6}, unit5={"die": 8, "status": Status.CASUALTY})
    grown = next_circle(circle, record, 0, Growth())
    assert [m.die for m in grown.godbreakers] == [12, 6, 6, 6, 8]
    assert grown.campaign and grown.shard_trait == "relentless"


@pytest.mark.clause("GB-REC-06")
def test_casualties_return_in_the_next_game_without_penalty():
    circle = shipped_circle("bulwark")
    record = finished(circle, unit1={"status": Status.CASUALTY, "damage": 9}, unit3={"status": Status.CASUALTY})
    grown = next_circle(circle, record, 0, Growth())
    assert grown.godbreakers == circle.godbreakers


@pytest.mark.clause("GB-CAM-01")
def test_an_ascended_godbreaker_comes_back_as_a_d6_with_a_trait_gain():
    circle = shipped_circle("bulwark")
    record = finished(circle, unit2={"status": Status.ASCENDED, "die": 12})
    grown = next_circle(circle, record, 0, Growth(returns={2: Gain("tough")}))
    back = grown.godbreakers[1]
    assert (back.role, back.die, back.traits) == ("breaker", 6, {"brutal": 1, "juggernaut": 1, "tough": 1})
    with pytest.raises(BadOption, match="cannot gain"):
        next_circle(circle, record, 0, Growth(returns={2: Gain("healer")}))
    with pytest.raises(BadOption, match="has not ascended"):
        next_circle(circle, record, 0, Growth(returns={2: Gain("tough"), 3: Gain("tough")}))


@pytest.mark.clause("GB-CAM-01")
def test_who_does_not_come_back_is_replaced_by_a_new_d6_with_two_gains():
    circle = shipped_circle("bulwark")
    record = finished(circle, unit1={"status": Status.ASCENDED, "die": 12})
    with pytest.raises(BadOption, match="1 places are empty"):
        next_circle(circle, record, 0, Growth())
    grown = next_circle(circle, record, 0, Growth(recruits=(SPARE,)))
    assert [m.role for m in grown.godbreakers] == ["breaker", "holder", "medic", "wall", "recruit"]
    assert grown.godbreakers[4] == GodbreakerSpec(die=6, metals=("gold",), traits={"shaping": 2}, role="recruit")
    with pytest.raises(BadOption, match="3 trait gains, a new one has 2"):
        next_circle(circle, record, 0, Growth(recruits=(replace(SPARE, gains=picks("shaping", "shaping", "ruinous")),)))


@pytest.mark.clause("GB-CAM-02")
def test_the_winner_may_grow_one_godbreaker_below_d10_on_the_battlefield():
    circle = shipped_circle("bulwark")
    record = finished(circle, unit2={"die": 10}, unit3={"status": Status.CASUALTY})
    grown = next_circle(circle, record, 0, Growth(triumph=1))
    assert [m.die for m in grown.godbreakers] == [10, 10, 6, 6, 6]
    for number, why in ((2, "below D10"), (3, "on the battlefield"), (6, "no godbreaker 6")):
        with pytest.raises(BadOption, match=why):
            next_circle(circle, record, 0, Growth(triumph=number))


@pytest.mark.clause("GB-CAM-02")
@pytest.mark.parametrize("winners", [0b10, 0b11, 0])
def test_no_triumph_for_losers_or_a_draw(winners):
    circle = shipped_circle("bulwark")
    with pytest.raises(BadOption, match="has not won"):
        next_circle(circle, finished(circle, winners=winners), 0, Growth(triumph=1))


def test_a_running_game_or_another_circle_is_refused():
    circle = shipped_circle("bulwark")
    record = finished(circle)
    record["over"] = 0
    with pytest.raises(StateError, match="not over"):
        next_circle(circle, record, 0, Growth())
    with pytest.raises(StateError, match="another circle"):
        next_circle(circle, finished(shipped_circle("council")), 0, Growth())
    with pytest.raises(BadOption, match="seat=2"):
        next_circle(circle, finished(circle), 2, Growth())


def test_godbreakers_left_at_home_keep_their_die():
    circle = shipped_circle("council")
    record = finished(circle, seat=1, unit2={"status": Status.ABSENT, "die": 0, "traits": 0}, unit3={"die": 8})
    assert [m.die for m in next_circle(circle, record, 1, Growth()).godbreakers] == [8, 8, 8, 6, 6]


# Files


@pytest.mark.clause("GB-CAM-01", "GB-CIR-04", "GB-CIR-05")
def test_a_written_roster_is_read_back_the_same(tmp_path):
    circle = shipped_circle("bulwark")
    ascended = {"status": Status.ASCENDED, "die": 12}
    record = finished(circle, unit1={"die": 10}, unit2=ascended, unit3=ascended)
    growth = Growth(
        returns={2: Gain("deadly", metal="mercury", face=2), 3: Gain("summoning", metal="gold", face=6, flaw="brittle")},
    )
    grown = replace(next_circle(circle, record, 0, growth), name='The "Ögre" circle')
    path = write_circle(grown, tmp_path / "circle.toml")
    assert read_circle(str(path)) == grown
    with pytest.raises(BadOption, match=r"\.toml"):
        write_circle(grown, tmp_path / "circle.txt")
    with pytest.raises(DataError, match="two D8"):
        write_circle(replace(grown, campaign=False), tmp_path / "new.toml")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"shard_trait": "flet"}, "key 'shard_trait': unknown trait 'flet'; did you mean 'fleet'"),
        ({"godbreakers": ()}, "key 'godbreakers': 0 godbreakers; expected 5 godbreakers"),
    ],
)
def test_a_roster_outside_the_limits_is_not_written(change, said, tmp_path):
    with pytest.raises(DataError, match=said):
        write_circle(replace(shipped_circle("bulwark"), **change), tmp_path / "own.toml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a\nb", "a\0", "a\x7f", "a\x85", "a\u2028b", "\ud800"])
def test_a_roster_that_no_file_can_hold_is_not_written(name, tmp_path):
    with pytest.raises(DataError, match=r"no file can hold this roster|cannot write"):
        write_circle(replace(shipped_circle("bulwark"), name=name), tmp_path / "own.toml")
    assert not list(tmp_path.iterdir())
    with pytest.raises(DataError, match="cannot write"):
        write_circle(shipped_circle("bulwark"), tmp_path / "own.toml" / "\0.toml")


@pytest.mark.clause("GB-CAM-01", "GB-REC-06")
def test_a_chain_of_games_is_played_with_the_rosters_that_grew(table, tmp_path):
    circle = shipped_circle("bulwark")
    for seed in range(3):
        path = write_circle(circle, tmp_path / f"game{seed}.toml")
        t = table.new_game(scenario="drill", seed=seed, circles=[str(path), "council"])
        assert [t.unit(f"A{k}").die for k in (1, 3, 5)] == [circle.godbreakers[k - 1].die for k in (1, 3, 5)]
        t.random_to_end(seed)
        gone = sum(t.unit(f"A{k}").status == "ASCENDED" for k in range(1, 6))
        before, circle = circle, next_circle(circle, t.state, 0, Growth(recruits=(SPARE,) * gone))
        stayed = [t.unit(f"A{k}") if k in (1, 3, 5) else before.godbreakers[k - 1] for k in range(1, 6)]
        dice = [m.die for m in stayed if getattr(m, "status", "") != "ASCENDED"]
        assert [m.die for m in circle.godbreakers] == dice + [6] * gone
