"""Weapons and duels for tests: plain guns that differ by the figures a test names, and squads that shoot once."""

from __future__ import annotations

from typing import Any

from skirmish_rl.envs.dropzone_commander.data.fields import TABLES, UNLIMITED
from tests.dropzone_commander.table import SEATS, Table

GUN = {"free": UNLIMITED, "arc": 15, "far": UNLIMITED, "near": UNLIMITED, "shots": 1, "acc": 3, "energy": 8, "aa": -1}
CLOSE = {"close": 1, "free": UNLIMITED, "shots": 1, "energy": 3, "aa": -1}  # hits by itself
FRONT, LEFT, RIGHT, REAR = 1, 2, 4, 8  # bits of `arc`
SOFT, BODY, HULL = 1, 2, 4  # bits of `cover`
TYPES = {"infantry": 1, "tank": 2, "skimmer": 4, "walker": 8, "aircraft": 16, "scenery": 32, "flammable_scenery": 64, "all": 128}
_FIGURES = [name for name in TABLES.names or () if name.startswith("weapon_")]


def gun(**figures: Any) -> dict[str, Any]:
    """A weapon of one shot at 3+ with Energy 8, all round, unlimited, full move and fire, unless figures say otherwise."""
    return {**GUN, **figures}


def close(**figures: Any) -> dict[str, Any]:
    """A weapon for close quarters, one shot with Energy 3."""
    return {**CLOSE, **figures}


def arm(t: Table, names: list[str], *weapons: dict[str, Any]) -> list[str]:
    """Units have these weapons and no others."""
    for name in names:
        slot = t.slot_of(name)
        t.tables["unit_weapons"][slot] = len(weapons)
        for k, weapon in enumerate(weapons):
            for field in _FIGURES:
                t.tables[field][slot, k] = 0
            t.weapon(name, k, **weapon)
    return names


def spare(t: Table) -> Table:
    """Every seat has a battlegroup off the table that has not acted: the round goes on."""
    for seat in SEATS[: t.seats]:
        t.squad(f"{seat}24", "D-HTK", group=6, status="readiness")
    return t


def fire(t: Table, name: str, target: str, *dice: int) -> None:
    """A squad is activated and shoots its first weapon at a unit, or at a piece by its number ("#1"), and holds the others."""
    t.activate(name)
    t.play("shoot")
    aim(t, target, *dice)


def aim(t: Table, target: str, *dice: int) -> None:
    """The weapon asked for is fired in the normal way; these dice fall; other weapons are held."""
    if t.decision == "MODE":
        t.play("normal")
    t.dice(*dice)
    t.play(f"at-piece {target[1:]}" if target.startswith("#") else f"at {target}")
    while t.decision in ("AIM", "MODE"):
        t.play("hold")


def dice_for(need: int) -> tuple[int, int]:
    """A die that just misses a needed number and one that just hits it; beyond 6 only a natural 6 hits, below 2 a natural 1 fails."""
    return (5, 6) if need > 6 else (1, 2) if need < 2 else (need - 1, need)


def can_shoot(t: Table, name: str) -> bool:
    """A squad is activated: may it shoot?"""
    t.activate(name)
    return t.decision == "ACTION" and t.can("shoot")


def targets(t: Table, name: str) -> set[str]:
    """What the first weapon of a squad may be fired at; pieces as "#1"."""
    if not can_shoot(t, name):
        return set()
    t.play("shoot")
    if t.decision == "MODE":
        t.play("normal")
    words = (text.split() for text in t.legal())
    return {("#" if word[0] == "at-piece" else "") + word[1] for word in words if word[0] in ("at", "at-piece")}


def rest(t: Table) -> None:
    """A Move ends where it is: nothing is boarded or entered, who flies stays aloft and faces north."""
    while t.decision in ("END_MOVE", "LAND", "FACING"):
        t.play({"END_MOVE": "stay", "LAND": "aloft", "FACING": "face N"}[t.decision])
