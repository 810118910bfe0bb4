"""Guns for rulings that are about something else than shooting."""

from __future__ import annotations

from tests.dropzone_commander.table import At, Table


def gun(t: Table, name: str, at: At, *, shots: int = 1, energy: int = 20, acc: int = 2, group: int = 1, **squad: int) -> str:
    """A light tank of one weapon, all round and of unlimited range, which hits at `acc` with `energy`; no Evasion, no Aircraft."""
    t.squad(name, "A-LTK", at, group=group, **squad)
    t.weapon(name, shots=shots, energy=energy, acc=acc, far=250, near=250)
    return name


def shoot(t: Table, name: str, target: str, *dice: int, order: str = "") -> None:
    """A squad of a single weapon is activated and fires at a unit ("B1") or a piece ("C0"); the dice fall."""
    if t.decision != "ACTION" or int(t.state["squad"]) != int(t.tables["unit_squad"][t.slot_of(name)]):
        t.activate(name, order=order)
    t.play("shoot")
    t.dice(*dice)
    t.play(f"at-piece {t.piece_of(target) + 1}" if target in t._pieces else f"at {target}")
