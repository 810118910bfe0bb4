"""What the rulings on fighting share: two fighters side by side, attacks and abilities in one line."""

from __future__ import annotations

from typing import Any

from tests.warcry.table import PLAIN, At, Table


def duel(
    table: Any, attacker: str = PLAIN, target: str = PLAIN, at: At = (6, 5), *, first: dict[str, Any] | None = None,
    board: dict[str, Any] | None = None, **facts: Any,
) -> Table:  # fmt: skip
    """A1 at (5, 5), B1 at `at`, 60 Wounds each; `facts` are those of B1, which has activated unless they say otherwise."""
    t: Table = table(**(board or {}))
    t.add("A1", (5, 5), attacker, **{"wounds": 60, **(first or {})})
    t.add("B1", at, target, **{"wounds": 60, "activated": True, **facts})
    return t


def spare(t: Table, *names: str) -> None:
    """Fighters in two far corners who keep the combat phase going."""
    for k, name in enumerate(names):
        t.add(name, (2 * k, 11) if name[0] == "A" else (17 - 2 * k, 0))


def attack(t: Table, *dice: int, target: str = "B1", weapon: int = 1, react: str = "pass") -> None:
    """The active fighter attacks; the dice fall in order, also those of reactions and of the edge test."""
    t.dice(*dice)
    t.play("attack")
    if t.decision == "ATTACK":
        t.play(f"{'attack' if weapon == 1 else 'attack-second'} {target}")
    if t.decision == "REACT":
        t.play(react)
    else:
        assert react == "pass", f"nobody is asked for {react}: {t.ask()}"


def use(t: Table, ability: str, *dice: int, target: str = "") -> None:
    """The active fighter uses an ability ("bolas-4"), on a target if there are several to choose from."""
    t.dice(*dice)
    t.play(ability)
    if t.decision == "TARGET":
        t.play(f"choose {target}")


def damage(t: Table, *names: str) -> tuple[int, ...]:
    """Damage points of fighters."""
    return tuple(t.unit(name).damage for name in names)


def strength(t: Table, name: str, value: int, weapon: int = 1) -> None:
    """A weapon of a fighter has another Strength."""
    t.tables["weapon_strength"][t.slot_of(name), weapon - 1] = value


def attacks(t: Table, name: str, value: int, weapon: int = 1) -> None:
    """A weapon of a fighter has another number of Attacks."""
    t.tables["weapon_attacks"][t.slot_of(name), weapon - 1] = value
