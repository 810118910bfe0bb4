"""Rulings of the abilities of the legion, and of kit (chapter ABL)."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import tell


def puppet(table, *models, board: dict | None = None):
    """A1 moves puppets and has just passed its roll; B9 is far away."""
    t = table(**(board or {}))
    t.add("A1", (5, 5), traits=["puppet"])
    t.add("B9", (34, 34))
    for name, at, facts in models:
        t.add(name, at, **facts)
    t.activate("A1")
    t.dice(3, 4)
    t.play("puppet")
    return t


@pytest.mark.clause("TC-ABL-09", "TC-DOWN-04")
def test_whom_a_puppet_move_may_move(table):
    t = puppet(table, ("A2", (5, 7), {}), ("A3", (9, 5), {"down": 1}), ("B1", (5, 18), {}), ("B2", (5, 20), {}), ("B3", (20, 5), {}))
    assert (t.decision, t.decider) == ("PUPPET", 0) and t.names() == {"A2", "B1"}, "within 12 inches, and not Down"


@pytest.mark.clause("TC-ABL-09")
@pytest.mark.parametrize("die", [2, 5])
def test_a_puppet_moves_up_to_a_die_in_a_straight_line(table, die):
    t = puppet(table, ("B1", (15, 10), {}), ("A2", (15, 12), {}))
    t.play("puppet B1")
    assert t.decision == "PUPPET_DIRECTION"
    t.dice(die)
    t.play("east")
    assert (t.decision, t.decider) == ("PUPPET_CELL", 0)
    assert t.cells() == {(15 + n, 10) for n in range(1, die + 1)} and t.can("stay"), "the distance is chosen after the die"
    t.play("stay")
    assert t.unit("B1").at == (15, 10) and t.decision == "ACTION" and "puppet" not in t.verbs()


@pytest.mark.clause("TC-ABL-09")
def test_a_puppet_may_be_moved_into_the_corner_of_the_board(table):
    t = puppet(table, ("B1", (3, 0), {}))
    t.dice(3)
    t.play("west", "to 0,0")
    assert t.unit("B1").at == (0, 0)


@pytest.mark.clause("TC-ABL-09")
def test_a_puppet_may_end_beside_enemies_and_has_not_charged(table):
    t = puppet(table, ("A2", (10, 10), {"weapons": ["trench_club"]}), ("B1", (10, 14), {"traits": ["block"]}))
    t.play("puppet A2")
    t.dice(6)
    t.play("north", "to 10,13")
    assert t.unit("A2").at == (10, 13)
    t.play("end", "activate B1", "end")
    assert t.active == "A2"
    t.dice(6, 1, 1, 1)
    t.play("fight")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-ABL-09", "TC-MOV-05", "TC-CLB-01")
@pytest.mark.parametrize(
    ("puppet_at", "friend_at", "free"), [((12, 5), (12, 6), False), ((12, 7), (12, 8), False), ((12, 5), (11, 7), True)]
)
def test_a_puppet_passes_a_friend_on_level_ground_only(table, puppet_at, friend_at, free):
    t = puppet(table, ("B1", puppet_at, {}), ("B2", friend_at, {}), board={"walls": [(12, 12, 6, 8)], "size": (36, 36)})
    t.play("puppet B1")
    assert t.can("north") == free, "neither up to a friend nor down from where one stands"


@pytest.mark.clause("TC-ABL-09", "TC-MOV-05")
def test_a_puppet_may_pass_a_friend_without_a_test(table):
    t = puppet(table, ("B1", (12, 5), {}), ("B2", (12, 6), {}))
    t.play("puppet B1")
    t.dice(3)
    t.play("north")
    assert t.cells() == {(12, 7), (12, 8)}
    t.play("stay")


@pytest.mark.clause("TC-ABL-09", "TC-FALL-01", "TC-SC-03")
def test_a_puppet_that_falls_is_made_to_fall(table):
    t = puppet(table, ("B1", (12, 5), {}), board={"walls": [(12, 12, 5, 5)], "deeds": ["fall"], "size": (36, 36)})
    t.dice(3, 1, 1, 2)
    t.play("north", "to 12,6")
    assert t.unit("B1").at == (12, 6) and t.unit("B1").blood == 1
    assert t.deeds() == {"fall": 0}


@pytest.mark.clause("TC-ABL-09", "TC-ROLL-06")
def test_a_puppet_move_that_fails(table):
    t = table()
    t.add("A1", (5, 5), traits=["puppet"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(3, 3)
    t.play("puppet")
    assert t.act("A1") is None


@pytest.mark.clause("TC-ABL-10")
@pytest.mark.parametrize(("at", "dice"), [((5, 14), (6, 4, 2)), ((5, 15), (6, 1))])
def test_the_dread_hymn(table, at, dice):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", at, traits=["hymn"])
    t.add("B2", (13, 10) if at == (5, 14) else (30, 30), traits=["hymn"])  # several do not add up
    t.activate("A1")
    t.dice(*dice)
    t.play("dash")
    assert (t.act("A1") is None) == (at == (5, 14))


@pytest.mark.clause("TC-ABL-10")
def test_the_hymn_does_not_trouble_friends(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (5, 7), traits=["hymn"])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(6, 1)
    t.play("dash", "to 5,5")
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-ABL-11", "TC-CLB-01", "TC-FALL-01")
def test_levitate(table):
    t = table(walls=[(5, 5, 7, 7)], size=(16, 16))
    t.add("A1", (5, 5), mover="levitating", traits=["levitate"])
    t.add("B1", (14, 14))
    t.activate("A1", "move")
    assert (5, 7) in t.cells(), "a climb of 3 inches without a roll"
    t.play("to 5,7")
    assert t.unit("A1").at == (5, 7)
    t.dice(3, 4)
    t.play("dash", "to 5,9")
    assert t.unit("A1").at == (5, 9) and t.unit("A1").blood == 0, "no falling injury"


@pytest.mark.clause("TC-ABL-11", "TC-MOV-05")
@pytest.mark.parametrize(
    ("walls", "at", "friend", "move", "end"),
    [
        ([(6, 7, 5, 5)], (5, 5), (6, 5), 5, (7, 5)),  # a climb of 4" and a step; round the friend it is 5.8"
        ([(5, 5, 5, 5), (7, 8, 5, 5)], (5, 5), (7, 5), 3, (8, 5)),  # a gap of 1"
    ],
)
def test_who_levitates_passes_friends_climbing_and_jumping(table, walls, at, friend, move, end):
    """Without a test these are steps like others. Digitising, Movement."""
    t = table(walls=walls)
    t.add("A1", at, mover="levitating", traits=["levitate"], move=move)
    t.add("A2", friend)
    t.add("B1", (30, 30))
    t.activate("A1", "move")
    assert end in t.cells() and friend not in t.cells()
    t.play(f"to {end[0]},{end[1]}")
    assert t.unit("A1").at == end


@pytest.mark.clause("TC-ABL-11", "TC-FALL-01")
def test_who_levitates_and_is_thrown_is_not_hurt(table):
    t = table(walls=[(15, 15, 20, 20)])
    t.add("A1", (15, 5), weapons=["infernal_bomb"])
    t.add("B1", (15, 20), mover="levitating", traits=["levitate"])
    t.activate("A1", "shoot")
    t.dice(3, 4, 1, 1, 1, 6)
    t.play("at B1")
    assert t.unit("B1").at == (15, 21) and t.unit("B1").blood == 2


@pytest.mark.clause("TC-ABL-12")
def test_shovels_dig_in_on_open_ground(table, tmp_path):
    band = tmp_path / "diggers.toml"
    band.write_text(
        'title = "Diggers"\nfaction = "garrison"\npoints = 700\n'
        'models = [{ profile = "officer", kit = ["shovel"] }, { profile = "rifleman" }]'
    )  # fmt: skip
    t = table.new_game("outpost", zones="fixed", warbands=str(band))
    t.random_until("ACTIVATE", seed=4)
    for name in ("A1", "A2", "B1", "B2"):
        u = t.unit(name)
        ground = t.terrain(u.at)
        assert u.covered == (name[1] == "1" and ground not in ("crater", "wire")), ground


@pytest.mark.clause("TC-ABL-12", "TC-OOA-01")
def test_a_soul_contract(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (4, 13))
    t.add("A3", (6, 13), traits=["negate_fire"])
    t.add("A4", (5, 10))
    t.add("B1", (5, 12), traits=["soul_contract"])
    t.add("B2", (5, 13))
    t.activate("A1", "shoot")
    t.dice(6, 3, 4, 4, 5)
    t.play("at B1")
    assert t.unit("B1").status == "OUT"
    assert [t.unit(name).blood for name in ("A1", "A2", "A3", "A4", "B2")] == [0, 1, 0, 1, 0]


@pytest.mark.clause("TC-ABL-12", "TC-GEN-06")
@pytest.mark.parametrize(("at", "dice"), [((5, 10), (6, 1, 1)), ((5, 11), (6, 1))])
def test_an_instrument(table, at, dice):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", at, traits=["instrument"])
    t.add("B1", (30, 30), traits=["instrument"])
    t.activate("A1")
    t.dice(*dice)
    t.play("dash", "to 5,5")
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-ABL-12", "TC-CLB-01")
def test_a_climbing_kit(table):
    t = table(walls=[(5, 5, 6, 6)], size=(16, 16))
    t.add("A1", (5, 5), traits=["climbing_kit"])
    t.add("B1", (14, 14))
    t.activate("A1", "move-risk")
    t.dice(6, 1, 1)
    t.play("to 5,6")
    assert t.unit("A1").at == (5, 6)


def beast(table, target=(5, 6), **facts):
    t = table()
    t.add("A1", (5, 5), weapons=["beast_jaws", "beast_claws"], **facts)
    t.add("B1", target, armour=3)
    t.add("B2", (30, 30))
    t.activate("A1")
    return t


@pytest.mark.clause("TC-ABL-13", "TC-MEL-05")
def test_the_beast_strikes_with_jaws_then_claws(table):
    t = beast(table)
    t.play("fight")
    assert t.legal() == {"beast-jaws", "beast-claws"}
    t.dice(1, 3, 4, 1, 2, 3)  # +1 DICE, +1 INJURY DICE, IGNORE ARMOUR
    t.play("beast-jaws")
    assert t.unit("B1").blood == 1
    assert t.legal() == {"beast-claws", "stop"}
    t.dice(6, 5, 1)
    t.play("beast-claws")
    assert t.act("A1") is None, "RISKY: the miss ends the activation"


@pytest.mark.clause("TC-ABL-13")
def test_no_jaws_after_the_claws(table):
    t = beast(table)
    t.play("fight")
    t.dice(3, 4, 1, 1, 1)
    t.play("beast-claws")
    assert t.unit("B1").blood == 0
    assert t.verbs() == {"retreat", "end"}


@pytest.mark.clause("TC-ABL-13")
def test_jaws_that_miss_leave_no_claws(table):
    t = beast(table)
    t.play("fight")
    t.dice(1, 1, 2)
    t.play("beast-jaws")
    assert t.act("A1") is None


@pytest.mark.clause("TC-ABL-13", "TC-DSH-02")
def test_loping(table):
    t = beast(table, target=(5, 20), traits=["loping"])
    t.dice(6, 1, 1)
    t.play("dash", "to 5,5")
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-ABL-13", "TC-TER-02")
def test_the_beast_ignores_difficult_ground(table):
    t = table(craters=[(0, 15, 6, 15)], size=(16, 16))
    t.add("A1", (5, 5), move=8, mover="sure_footed", traits=["negate_difficult"])
    t.add("B1", (15, 0))
    t.activate("A1", "move")
    assert (5, 13) in t.cells() and (5, 14) not in t.cells()


@pytest.mark.clause("TC-ABL-14", "TC-OOA-01")
def test_a_dark_blessing_goes_to_the_nearest_elite(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["dark_blessing"])
    t.add("B2", (5, 14))
    t.add("B3", (5, 20), traits=["elite"])
    t.add("B4", (5, 21), traits=["elite"])
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert [t.unit(f"B{n}").blessing for n in (2, 3, 4)] == [0, 1, 0]


@pytest.mark.clause("TC-ABL-14")
def test_heights_count_for_which_elite_is_nearest(table):
    t = table(walls=[(5, 5, 17, 17)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["dark_blessing"])
    t.add("B2", (5, 17), traits=["elite"])  # 25 and 9
    t.add("B3", (10, 13), traits=["elite"])  # 26
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert (t.unit("B2").blessing, t.unit("B3").blessing) == (0, 1)


@pytest.mark.clause("TC-ABL-14")
def test_a_dark_blessing_with_a_choice(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["dark_blessing"])
    t.add("B3", (5, 20), traits=["elite"])
    t.add("B4", (13, 12), traits=["elite"])
    t.add("B5", (20, 20), traits=["elite"])
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert (t.decision, t.decider, t.subject) == ("DARK_BLESSING", 1, "B1") and t.legal() == {"bless B3", "bless B4"}
    t.play("bless B4")
    assert t.unit("B4").blessing == 1 and t.unit("B3").blessing == 0
    assert t.decision == "ACTION", "A1 goes on"


@pytest.mark.clause("TC-ABL-14", "TC-BLS-01")
def test_a_dark_blessing_without_an_elite_is_lost(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (6, 5), traits=["elite"])
    t.add("B1", (5, 12), traits=["dark_blessing"])
    t.add("B2", (5, 20))
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert t.unit("A2").blessing == t.unit("B2").blessing == 0 and t.decision == "ACTION"


@pytest.mark.clause("TC-ABL-14")
def test_who_is_no_thrall_leaves_no_blessing(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    t.add("B2", (5, 20), traits=["elite"])
    t.activate("A1", "shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert t.unit("B1").status == "OUT" and t.unit("B2").blessing == 0


@pytest.mark.clause("TC-ABL-15", "TC-MOR-06")
@pytest.mark.parametrize(("traits", "status"), [(("elite",), "FREED"), ((), "ON_BOARD")])
def test_the_law_of_freedom(table, traits, status):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"], traits=["freedom"])
    t.add("A2", (30, 5))
    t.add("B1", (5, 6), traits=traits)
    t.add("B2", (30, 30))
    t.activate("A1")
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.unit("B1").status == "OUT" and t.unit("A1").status == status
    assert (t.unit("A1").at is None) == (status == "FREED")
    assert int(t.state["strength"][0]) == (1 if status == "FREED" else 2), "not a loss for morale"


@pytest.mark.clause("TC-ABL-15")
@pytest.mark.parametrize(("killer", "victim"), [("A1", "B1"), ("B1", "A1")])
def test_it_is_told_how_a_thrall_leaves(table, killer, victim):
    t = table()
    t.add(killer, (5, 5), weapons=["trench_club"], traits=["freedom"])
    t.add(victim, (5, 6), traits=["elite"])
    t.add(f"{killer[0]}2", (30, 5))
    t.add(f"{victim[0]}2", (30, 30))
    t.activate(killer)
    t.dice(3, 4, 4, 5)
    t.play("fight")
    lines = tell(t.state, t.scenario)
    assert f"{victim} is out of action at 5,6" in lines and f"{killer} is freed at 5,5" in lines


@pytest.mark.clause("TC-ABL-16")
def test_a_stalker_is_hard_to_hit_when_it_is_the_target(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["stalker"])
    t.activate("A1")
    t.dice(6, 5, 1)
    t.play("shoot")
    assert t.unit("B1").blood == 0
    t = table()
    t.add("A1", (5, 5), weapons=["frag_grenade"])
    t.add("B1", (5, 12), traits=["stalker"])
    t.add("B2", (5, 13))
    t.activate("A1", "shoot")
    t.dice(6, 1, 1, 1, 1, 1)
    t.play("at B2")
    assert t.unit("B1").blood == 2, "not targeted directly"


@pytest.mark.clause("TC-ABL-16")
def test_a_stalker_has_no_more_cover_in_melee(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 6), traits=["stalker"])
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.play("fight")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-ABL-16")
def test_hide(table):
    t = table(low_walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 5), traits=["hide"], weapons=["semi_auto_rifle"])
    t.add("B1", (5, 14), weapons=["bolt_rifle"])
    t.activate("A1")
    t.dice(1, 3, 4)
    t.play("hide")
    assert t.unit("A1").hidden
    t.play("end")
    assert t.active == "B1" and t.verbs() == {"move", "dash", "end"}, "neither a shot nor a charge"


@pytest.mark.clause("TC-ABL-16", "TC-ROLL-06")
@pytest.mark.parametrize(("dice", "hidden"), [((1, 3, 3), False), ((1, 3, 4), True)])
def test_hiding_is_risky(table, dice, hidden):
    t = table(low_walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 5), traits=["hide"])
    t.add("B1", (5, 14))
    t.activate("A1")
    t.dice(*dice)
    t.play("hide")
    assert t.unit("A1").hidden == hidden and (t.active == "A1") == hidden


@pytest.mark.clause("TC-ABL-16")
@pytest.mark.parametrize(("wall", "at"), [((5, 5, 8, 8), (30, 30)), ((5, 5, 6, 6), (7, 6))])
def test_hide_needs_terrain_and_no_enemy_near(table, wall, at):
    t = table(low_walls=[wall])
    t.add("A1", (5, 5), traits=["hide"])
    t.add("B1", at)
    t.activate("A1")
    assert "hide" not in t.verbs()


@pytest.mark.clause("TC-ABL-16")
@pytest.mark.parametrize("does", ["move", "charge", "shoot"])
def test_what_ends_hiding(table, does):
    t = table(low_walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 5), hidden=1, weapons=["bolt_rifle"])
    t.add("B1", (12, 5))
    t.activate("A1")
    if does == "move":
        t.play("move", "to 4,5")
    else:
        t.dice(*((1,) if does == "charge" else (1, 2)))
        t.play(does)
    assert not t.unit("A1").hidden


@pytest.mark.clause("TC-ABL-16")
def test_an_enemy_that_comes_near_finds_it(table):
    t = table(low_walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 5), hidden=1)
    t.add("B1", (10, 5))
    t.activate("B1", "move", "to 8,5")
    assert t.unit("A1").hidden, '2"'
    t.dice(3, 4)
    t.play("dash", "to 7,6")
    assert not t.unit("A1").hidden, '1.2"'
