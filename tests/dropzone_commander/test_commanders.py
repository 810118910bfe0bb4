"""Chapter CMDR: Commanders, their Command Value, their influence, and what is lost with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.dropzone_commander.data.checks import check_force
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ForceSpec, ProfileSpec
from tests.dropzone_commander.fights import gun, shoot

SHIPPED: dict[str, ForceSpec] = read_all(FOLDER / "forces.toml", ForceSpec)
PROFILES: dict[str, ProfileSpec] = read_all(FOLDER / "profiles.toml", ProfileSpec)
HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


@pytest.mark.clause("DZ-CMDR-01")
@pytest.mark.parametrize(("squad", "traits", "cv", "said"), [
    ("clv1", (), 6, ""), ("clv1", (), 7, r"'squads.clv1.commander': got 7; expected 0 to 6"),
    ("mbt1", (), 2, "A-MBT cannot carry a Commander"),
    ("mbt1", ("command_centre",), 2, ""),
])  # fmt: skip
def test_who_may_carry_a_commander(squad, traits, cv, said):
    force = SHIPPED["a_drill"]
    squads = {name: replace(spec, commander=cv if name == squad else 0) for name, spec in force.squads.items()}
    own = replace(force, points=900, squads=squads)
    profiles = PROFILES | {"A-MBT": replace(PROFILES["A-MBT"], traits=traits)}
    if said:
        with pytest.raises(DataError, match=said + r".*DZ-CMDR-01"):
            check_force(build(ForceSpec, own, Path("own.toml")), profiles, Path("own.toml"), "", 0)
    else:
        check_force(own, profiles, Path("own.toml"), "", 0)


@pytest.mark.clause("DZ-CMDR-01", "DZ-CMDR-08")
@pytest.mark.parametrize(("cv", "points"), [(1, 0), (2, 35), (3, 65), (4, 95), (5, 125), (6, 155)])
def test_a_destroyed_commander_is_worth_what_he_cost(table, cv, points):
    t = table()
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-CLV", (5, 5), dp=1, commander=cv)  # 60 points
    t.squad("B2", "A-MBT", (20, 20))
    shoot(t, "A1", "B1", 6, 6)
    assert t.kills == (60 + points, 0)


@pytest.mark.clause("DZ-CMDR-01", "DZ-CMDR-07")
@pytest.mark.parametrize("cv", [1, 2, 3, 4, 5])
def test_influence_reaches_4_inches_for_each_point_of_cv(table, cv):
    t = table(hands=((17,), ()))  # Screen: on a squad within influence
    t.squad("A1", "A-CLV", (1, 1), commander=cv)
    t.squad("A2", "A-MBT", (1 + 4 * cv, 2), group=2)  # 4 x CV inches
    t.squad("A3", "A-MBT", (0, 2 + 4 * cv), group=2)  # one more
    t.squad("A4", "A-MBT", (23, 23), group=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(5, 2)
    t.initiation()
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2"}
    t.dice(*[1] * (cv + 1))
    t.play("on A2")
    assert t.squad_of("A2")["screen"]


@pytest.mark.clause("DZ-CMDR-02")
def test_the_best_of_several_commanders_counts_and_any_may_be_the_source_of_influence(table):
    t = table(hands=((17,), ()))
    t.squad("A1", "A-CLV", (1, 1), commander=1)
    t.squad("A2", "A-CMD", (20, 1), commander=3)
    t.squad("A3", "A-MBT", (1, 5), group=2)  # 4" from the lesser one
    t.squad("A4", "A-MBT", (8, 8), group=2)  # beyond 4" and 12"
    t.squad("A5", "A-MBT", (20, 13), group=2)  # 12" from the better one
    t.squad("B1", "A-CLV", (22, 22), commander=2)
    t.dice(3, 3)
    t.initiation()
    assert t.order == "AB"  # 6 against 5
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2", "A3", "A5"}
    t.dice(1, 1, 1, 1, 1)  # three cards, two cards
    t.play("on A3")
    assert len(t.cards_of("A")) == 3 and len(t.cards_of("B")) == 2


@pytest.mark.clause("DZ-CMDR-03")
def test_a_commander_aboard_is_measured_at_his_transport(table):
    t = table(hands=((17,), ()))
    t.squad("A1", "A-LDR", (5, 5))
    t.squad("A2", "A-CLV", aboard="A1", commander=1)
    t.squad("A3", "A-MBT", (5, 9), group=2)
    t.squad("A4", "A-MBT", (6, 10), group=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(5, 2)
    t.initiation()
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2", "A3"}
    t.dice(1, 1)
    t.play("on A3")


@pytest.mark.clause("DZ-CMDR-03")
def test_one_in_a_garrison_is_measured_from_its_edges(table):
    t = table(pieces=HOUSE, hands=((17,), ()))
    t.squad("A1", "A-INF", inside="C0", commander=1)
    t.squad("A2", "A-MBT", (17, 11), group=2)  # 4" from the east edge, x = 13
    t.squad("A3", "A-MBT", (18, 11), group=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(5, 2)
    t.initiation()
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2"}
    t.dice(1, 1)
    t.play("on A2")


@pytest.mark.clause("DZ-CMDR-04", "DZ-CARD-04", "DZ-CMDR-07")
@pytest.mark.parametrize("status", ["readiness", "reserve"])
def test_a_commander_off_the_table_gives_no_influence_and_no_cv(table, status):
    t = table(hands=((17,), ()))
    t.squad("A1", "A-CLV", commander=4, status=status)
    t.squad("A2", "A-MBT", (5, 5), group=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(3, 2)
    t.initiation(3)
    assert t.order == "AB"
    t.dice(7)  # B draws a card; A holds one already
    t.play("keep", "stop")
    assert t.cards_of("A") == {17} and len(t.cards_of("B")) == 1


@pytest.mark.clause("DZ-CMDR-07", "DZ-SPEC-25", "DZ-CARD-04")
def test_scouts_pass_influence_on_for_8_inches(table):
    t = table(pieces=HOUSE, hands=((17,), ()))
    t.squad("A1", "A-LDR", (5, 5))
    t.squad("A2", "A-SCB", aboard="A1", size=2)
    t.squad("A4", "A-MBT", (5, 13), group=2)  # 8"
    t.squad("A5", "A-MBT", (8, 13), group=2)  # 9"
    t.squad("A6", "A-INF", inside="C0", group=2)  # x = 10, y = 10 from (5, 5): 7"
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(5, 2)
    t.initiation()
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2", "A4", "A6"}
    t.dice(1, 1)
    t.play("on A4")


@pytest.mark.clause("DZ-CMDR-07")
def test_one_unit_of_the_squad_within_influence_is_enough(table):
    t = table(hands=((17,), ()))
    t.squad("A1", "A-CLV", (1, 1), commander=1)
    t.squad("A2", "A-MBT", (1, 11), (1, 8), (1, 5), group=2)
    t.squad("B1", "A-MBT", (23, 0))
    t.dice(5, 2)
    t.initiation()
    t.play("keep", "stop", "play screen")
    assert t.named("on") == {"A1", "A2"}
    t.dice(1, 1)
    t.play("on A2")


@pytest.mark.clause("DZ-CMDR-07")
def test_a_global_card_has_no_distance_condition(table):
    t = table(hands=((29,), ()))  # Repairs
    t.squad("A1", "A-MBT", (1, 1))
    t.squad("A2", "A-HVT", (22, 22), (22, 21), group=2)
    t.change("A2", dp=1)
    t.squad("B1", "A-MBT", (23, 0))
    t.move("A1", (1, 2), "face N", "end")
    assert t.ask() == ("CARD", "A")
    t.dice(2)  # D3: one point
    t.play("play repairs")  # A2's squad is the only one that lacks any
    assert t.unit("A2")["dp"] == 2


@pytest.mark.clause("DZ-CMDR-05")
def test_shots_at_a_commander_may_be_moved_to_others_of_his_squad(table):
    t = table()
    t.squad("A1", "A-LTK", (5, 2), (6, 2))
    for name in ("A1", "A2"):
        t.weapon(name, shots=1, energy=20, far=20, near=20)
    t.squad("B1", "A-CLV", (5, 12), (6, 12), (5, 23), commander=2)  # the third is out of range
    t.squad("B4", "A-CLV", (8, 12))  # of another squad
    t.activate("A1")
    t.play("shoot", "at B1")
    assert t.ask() == ("SHIELD", "B") and t.named("instead") == {"B2"} and t.can("keep")
    t.play("instead B2")
    assert t.ask() == ("SHIELD", "B")  # shot by shot
    t.dice(6, 6, 6, 6)
    t.play("keep")
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2", "B3")] == [1, 1, 3]


@pytest.mark.clause("DZ-CMDR-05")
def test_shots_at_others_are_not_moved(table):
    t = table()
    gun(t, "A1", (5, 2))
    t.squad("B1", "A-CLV", (5, 12), (6, 12), commander=2)
    shoot(t, "A1", "B2", 6, 6)
    assert t.unit("B2")["dp"] == 1


@pytest.mark.clause("DZ-CMDR-05", "DZ-SHT-08")
@pytest.mark.parametrize("commander_too", [False, True])
def test_shots_are_moved_to_a_hull_down_unit_only_if_the_commander_is_hull_down_too(table, commander_too):
    t = table()
    gun(t, "A1", (5, 2))
    t.squad("B1", "A-CLV", (5, 12), (8, 12), commander=2)
    t.squad("B3", "A-MBT", (8, 11), group=2)  # hides B2
    if commander_too:
        t.squad("B4", "A-MBT", (5, 11), group=2)
    assert t.need("A1", "B2") == 4 and t.need("A1", "B1") == (4 if commander_too else 2)
    t.activate("A1")
    t.play("shoot")
    t.dice(6, 6)
    t.play("at B1")
    if commander_too:
        assert t.ask() == ("SHIELD", "B") and t.named("instead") == {"B2"}
        t.play("instead B2")
    assert t.unit("B2" if commander_too else "B1")["dp"] == 1


@pytest.mark.clause("DZ-CMDR-06", "DZ-INIT-10")
@pytest.mark.parametrize(("other", "left"), [(1, 1), (2, 2), (0, 1)])
def test_with_a_commander_cards_are_lost_down_to_the_best_who_is_left(table, other, left):
    t = table(hands=((), (1, 3, 4)))
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-CLV", (5, 5), dp=1, commander=3)
    t.squad("B2", "A-CLV", (20, 20), group=2, commander=other)
    shoot(t, "A1", "B1", 6, 6)
    assert t.ask() == ("CUT", "B") and t.legal() == {"discard look-at-hand", "discard jam", "discard command-boost"}
    t.play("discard jam")
    if left == 1:
        t.play("discard look-at-hand")
    assert t.decision != "CUT" and t.cards_of("B") == ({4} if left == 1 else {1, 4})
    assert int(t.state["discards"][1]) == (1 << 2 | (1 << 0 if left == 1 else 0))


@pytest.mark.clause("DZ-CMDR-06")
def test_a_lesser_commander_takes_no_cards_with_him(table):
    t = table(hands=((), (1, 3, 4)))
    gun(t, "A1", (2, 2))
    t.squad("B1", "A-CLV", (5, 5), dp=1, commander=2)
    t.squad("B2", "A-CLV", (20, 20), group=2, commander=3)
    shoot(t, "A1", "B1", 6, 6)
    assert t.decision != "CUT" and t.cards_of("B") == {1, 3, 4}
