"""Chapter COL: the tokens on scenery, when they are resolved and what they do."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import arm, close, fire, gun, spare
from tests.dropzone_commander.table import Table

GONE = 2  # Stand


def garrisoned(table, tokens=0, kind="large_building", size=1, **figures):
    """A squad of B (Armour 7) in a piece with tokens that B placed; A1 shoots at 2+ with Energy 8."""
    t = spare(table(pieces={"C0": (kind, 10, 10, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (0, 12)), gun(energy=8))
    t.squad("B1", "A-INF", inside="C0", size=size, **figures)
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = tokens, 1
    return t


@pytest.mark.clause("DZ-COL-01", "DZ-COL-03", "DZ-COL-05", "DZ-RND-01")
def test_tokens_are_resolved_at_the_start_of_round_up(table):
    t = garrisoned(table, tokens=3)
    t.piece("C0")["dp"] = 20
    t.dice(3, 2, 1, 6, 5, 2, 3, 4)  # the squad at Energy 4 against 7: one damage; the piece against 10: the 6; then the initiative
    t.round_up(2)
    assert t.unit("B1")["dp"] == 4 and t.piece("C0")["dp"] == 19 and t.piece("C0")["damage_tokens"] == 1
    assert t.state["round"] == 3


@pytest.mark.clause("DZ-COL-02")
@pytest.mark.parametrize(("face", "resolved"), [(1, False), (2, True), (4, True)])
def test_tokens_are_resolved_at_once_when_an_action_damaged_the_garrison(table, face, resolved):
    """One old token; a 2 damages and puts none, a 4 puts another one."""
    t = garrisoned(table, tokens=1)
    n = 2 if face == 4 else 1
    fire(t, "A1", "#1", 2, face, *([1] * 2 * n if resolved else []))
    assert t.piece("C0")["damage_tokens"] == (0 if resolved else 1)


@pytest.mark.clause("DZ-COL-02")
def test_tokens_on_an_empty_garrison_wait(table):
    t = garrisoned(table, tokens=1)
    t.destroy("B1")
    fire(t, "A1", "#1", 2, 4)
    assert t.piece("C0")["damage_tokens"] == 2


@pytest.mark.clause("DZ-COL-03", "DZ-COL-04")
@pytest.mark.parametrize(("armour", "face", "harm"), [(7, 2, 0), (7, 3, 1), (7, 6, 1), (12, 5, 0), (12, 6, 1), (4, 1, 0), (2, 5, 1)])
def test_tokens_hit_with_energy_4_without_criticals_and_a_six_always_damages(table, armour, face, harm):
    t = garrisoned(table, armour=armour)
    fire(t, "A1", "#1", 2, 4, face, 1)  # one token: squad, then piece
    assert t.unit("B1")["dp"] == 5 - harm and t.piece("C0")["dp"] == 29


@pytest.mark.clause("DZ-COL-04", "DZ-COL-05")
@pytest.mark.parametrize(("kind", "face", "stays"), [
    ("large_building", 5, False), ("large_building", 6, True), ("large_bunker", 6, True), ("large_building", 1, False),
])  # fmt: skip
def test_tokens_that_damage_the_piece_stay(table, kind, face, stays):
    t = garrisoned(table, kind=kind)
    t.weapon("A1", energy=int(t.tables["piece_armour"][0]) - 2)
    fire(t, "A1", "#1", 2, 4, 1, face)
    assert t.piece("C0")["damage_tokens"] == stays and t.piece("C0")["dp"] == 29 - stays


@pytest.mark.clause("DZ-COL-04", "DZ-SHT-12")
def test_body_cover_is_ignored_by_tokens(table):
    t = garrisoned(table)
    fire(t, "A1", "#1", 2, 4, 3, 1)  # 4 + 3 against 7
    assert t.unit("B1")["dp"] == 4


@pytest.mark.clause("DZ-COL-04", "DZ-COL-09", "DZ-SPEC-20")
@pytest.mark.parametrize(("figures", "saves", "dp"), [
    ({"passive": 4}, [4], 5), ({"passive": 4}, [3], 4), ({"dodge": 3}, [3], 5), ({"dodge": 3}, [2], 4),
    ({"passive": 4, "dodge": 3}, [3, 3], 5),
])  # fmt: skip
def test_saves_against_tokens(table, figures, saves, dp):
    t = garrisoned(table, **figures)
    fire(t, "A1", "#1", 2, 4, 3, 1, *saves)
    assert t.unit("B1")["dp"] == dp


@pytest.mark.clause("DZ-SPEC-26")
@pytest.mark.parametrize(("again", "dp"), [(3, 4), (2, 5)])
def test_tough_units_make_tokens_roll_successes_again(table, again, dp):
    t = garrisoned(table, traits=1 << 1)
    fire(t, "A1", "#1", 2, 4, 3, 1, again)
    assert t.unit("B1")["dp"] == dp


@pytest.mark.clause("DZ-COL-03")
@pytest.mark.parametrize(("squads", "die", "hit"), [
    (2, 3, 0), (2, 4, 1), (3, 2, 0), (3, 3, 1), (3, 4, 1), (3, 5, 2), (6, 1, 0), (6, 2, 1), (6, 6, 5), (4, 1, 0), (4, 4, 3), (5, 5, 4),
])  # fmt: skip
def test_one_squad_is_picked_for_all_tokens(table, squads, die, hit):
    """Squads of two seats, in the order of initiative, B before A, then by id."""
    t = spare(table(pieces={"C0": ("large_building", 10, 10, 6, 6)}))
    names = []
    for seat, n in (("B", squads // 2), ("A", squads - squads // 2)):
        for k in range(n):
            names += t.squad(f"{seat}{k + 1}", "A-INF", inside="C0", group=1 + k % 5)
    t.state["order"][:2] = [1, 0]
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = 2, 0
    t.dice(die, 3, 3, 1, 1, 3, 4)  # the squad, its two hits, two on the piece; the initiative of the next round
    t.round_up(2)
    assert [5 - int(t.unit(name)["dp"]) for name in names] == [2 if k == hit else 0 for k in range(squads)]


@pytest.mark.clause("DZ-COL-06", "DZ-END-04")
def test_damage_of_tokens_falls_on_the_weakest_and_counts_for_who_placed_the_newest(table):
    t = garrisoned(table, size=3)
    t.change("B2", dp=1)
    t.change("B3", dp=4)
    fire(t, "A1", "#1", 2, 4, 3, 1)  # A's token joins none of B's
    assert t.where("B2") == "destroyed" and [int(t.unit(name)["dp"]) for name in ("B1", "B3")] == [5, 4]
    assert t.kills == (20, 0)


@pytest.mark.clause("DZ-COL-06", "DZ-MULTI-07")
def test_the_newest_token_is_to_blame_for_what_older_ones_do(table):
    t = spare(table(seats=3, pieces={"C0": ("large_building", 10, 10, 6, 6)}))
    arm(t, t.squad("A1", "A-MBT", (0, 12)), gun(energy=8))
    t.squad("B1", "A-INF", inside="C0", dp=1)
    t.piece("C0")["damage_tokens"], t.piece("C0")["blame"] = 3, 2
    fire(t, "A1", "#1", 2, 4, 3, 1, 1, 1, 1, 1, 1, 1)  # C's tokens and A's: the first die harms
    assert t.where("B1") == "destroyed" and t.kills == (20, 0, 0) and t.piece("C0")["blame"] == 0


@pytest.mark.clause("DZ-COL-07")
@pytest.mark.parametrize(("armour", "face", "harm"), [(7, 4, 0), (7, 5, 1), (9, 5, 0), (9, 6, 1)])
def test_flammable_pieces_resolve_tokens_with_energy_2(table, armour, face, harm):
    t = garrisoned(table, kind="medium_forest", armour=armour)  # Armour 7 itself
    t.weapon("A1", energy=5)
    fire(t, "A1", "#1", 2, 4, face, 4)  # 2 + 4 against 7: the token fails on the piece
    assert t.unit("B1")["dp"] == 5 - harm and t.piece("C0")["dp"] == 29 and t.piece("C0")["damage_tokens"] == 0
    t = garrisoned(table, kind="medium_forest", armour=armour)
    t.weapon("A1", energy=5)
    fire(t, "A1", "#1", 2, 4, 1, 5)
    assert t.piece("C0")["dp"] == 28 and t.piece("C0")["damage_tokens"] == 1


@pytest.mark.clause("DZ-COL-08")
def test_garrisons_that_are_not_destructible_receive_no_tokens(table):
    kinds = {"rock": {"height": 5, "armour": 9, "dp": 20, "properties": ["garrison", "impassable", "solid", "soft_cover"]}}
    t = spare(table(kinds=kinds, pieces={"C0": ("rock", 10, 10, 4, 4)}))
    arm(t, t.squad("A1", "A-MBT", (0, 12)), gun(aa=0))
    t.squad("A2", "A-MBT", (22, 22), group=2)
    t.squad("B1", "A-LTR", (9, 12), dp=1, armour=10, evasion=0)
    fire(t, "A1", "B1", 3, 2, 3)  # crashes beside it: two hits on all around, not on the rock
    assert t.piece("C0")["damage_tokens"] == 0 and t.piece("C0")["dp"] == 20


@pytest.mark.clause("DZ-COL-09", "DZ-COL-01")
def test_in_round_up_pieces_come_by_their_numbers(table):
    t = spare(table(pieces={"C0": ("large_building", 2, 2, 6, 6), "C1": ("large_building", 12, 12, 6, 6)}))
    for k in range(2):
        t.piece(f"C{k}")["damage_tokens"], t.piece(f"C{k}")["blame"] = 1, 0
    t.dice(6, 5, 3, 4)
    t.round_up(2)
    assert [int(t.piece(f"C{k}")["dp"]) for k in range(2)] == [29, 30]
    assert [int(t.piece(f"C{k}")["damage_tokens"]) for k in range(2)] == [1, 0]


@pytest.mark.clause("DZ-COL-04", "DZ-SCN-04", "DZ-COL-05")
def test_a_token_may_bring_the_piece_down(table):
    t = garrisoned(table, kind="tiny_building")
    t.piece("C0")["dp"] = 2
    fire(t, "A1", "#1", 2, 4, 1, 6, 1, 1, 2, 2)  # the shot, its token: 1 for the squad, 6 for the piece; 2 hits on who is inside
    assert t.piece("C0")["stand"] == GONE and t.unit("B1")["dp"] == 1 and t.at("B1") is not None


@pytest.mark.clause("DZ-CQ-07", "DZ-SCN-05", "DZ-COL-04")
def test_neither_a_collapse_nor_tokens_make_a_squad_test_its_fortitude(table):
    t = garrisoned(table)
    arm(t, ["B1"], close())
    t.change("B1", dp=2)
    fire(t, "A1", "#1", 2, 4, 3, 1)
    t.play("end")
    assert t.unit("B1")["dp"] == 1 and t.decision == "GROUP"


@pytest.mark.clause("DZ-SHT-21", "DZ-COL-03", "DZ-COL-05")
def test_more_than_62_tokens_are_resolved_in_portions():
    """The squad's dice come first; then each token that fails to damage the piece at Armour 10 (only a 6 does) is gone."""
    t = garrisoned(Table, tokens=70, armour=12, dp=40)
    t.piece("C0")["dp"] = 30
    before = int(t.state["drawn"][0])
    t.round_up(2)
    dice = int(t.state["drawn"][0]) - before
    assert t.state["fault"] == 0 and dice >= 140 and t.piece("C0")["damage_tokens"] == 30 - t.piece("C0")["dp"]
