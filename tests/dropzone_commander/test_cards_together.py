"""Chapter CARD: cards upon cards, several players, and what a card does beyond its own moment."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import arm, gun
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_cards_in_play import NEAR


@pytest.mark.clause("DZ-CARD-C15", "DZ-CARD-C16", "DZ-CARD-C20", "DZ-ABIL-11")
def test_what_is_played_on_who_shoots_from_a_bus_is_over_with_its_activation(table):
    t = lay(table, [15, 16, 20], [], cv=NEAR)
    t.squad("A1", "D-BUS", (12, 8))
    arm(t, t.squad("A5", "D-INF", aboard="A1"), gun(shots=1))
    t.squad("B1", "A-MBT", (12, 16), armour=10, dp=9)
    t.mark("A1", declared=0)
    t.activate("A1")
    t.play("ports", "play air-tracking", "play piercing-rounds", "at B1")
    t.dice(1)
    t.play("play marksmen")
    t.finish("A1")
    assert [int(t.squad_of("A5")[flag]) for flag in ("tracking", "piercing", "marksmen")] == [0, 0, 0]
