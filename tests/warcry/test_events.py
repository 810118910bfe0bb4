"""Events tell everything: from them alone whole games are rebuilt, and the modifiers that are told come to what the dice do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.events import EVENTS, Event, Noted, events_of, told
from skirmish_rl.envs.warcry import RULESET, phases
from skirmish_rl.envs.warcry.rules.telling import Departure, Modifier, Own, Prize, Roll, Yield
from skirmish_rl.envs.warcry.state import Status
from tests.plays import check_listening, listened, most_noted
from tests.warcry.test_observation import EVERYTHING

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("crossing", {"traits": True}), ("marks", {"twist": "hardy"}), ("relics", {"force_a": "raven", "force_b": "hunt"}),
    ("hunters", {"force_a": "hunt", "force_b": "iron", "twist": "trailing_dice"}), (EVERYTHING, {"last_stand": True}),
]  # fmt: skip
DICE = (Modifier.ONSLAUGHT, Modifier.SAVAGE_FURY, Modifier.UNLEASHED, Modifier.TROPHY)
STRENGTH = (Modifier.CRUSHING_BLOW, Modifier.DEATH_FROM_ABOVE, Modifier.UNLEASHED_STRENGTH)
TOUGHNESS = (Modifier.COVER, Modifier.DEFIANT, Modifier.HARDY)
SOFTENED = (Modifier.CLASHING_IRON, Modifier.COWERING, Modifier.TOOK_COVER)
ARRIVES = (Event.PLACED, Event.MOVED, Own.CLIMBS, Own.DISENGAGES, Own.FALLS, Own.PULLED)


class Ledger:
    """A game rebuilt from its events: places, damage and loads of fighters, who waits, wild dice, points and control."""

    def __init__(self, record: np.void):
        units = record["units"]
        self.status = np.where(units["status"] == Status.ABSENT, Status.ABSENT, Status.RESERVE)
        self.cell, self.treasure = np.full(len(units), -1), np.full(len(units), -1)
        self.damage, self.waiting = np.zeros(len(units), int), np.zeros(len(units), int)
        self.lies, self.control = np.full(len(record["tokens"]), -1), np.full(len(record["control"]), -1)
        self.points, self.wild = np.zeros(2, int), np.zeros(2, int)

    def hear(self, e: Noted) -> None:
        """Keep the books."""
        if e.kind == Event.HURT:
            self.damage[e.unit] += e.value
        elif e.kind == Event.HEALED:
            self.damage[e.unit] -= e.value
        elif e.kind in ARRIVES:
            assert e.kind != Event.MOVED or self.cell[e.unit] == e.value
            self.cell[e.unit], self.status[e.unit] = e.cell, Status.ON_BOARD
        elif e.kind == Event.GONE:
            assert self.cell[e.unit] == e.cell
            self.cell[e.unit], self.status[e.unit], self.waiting[e.unit] = -1, Status.DOWN, 0
        elif e.kind in (Own.WAITS, Own.STOPS_WAITING, Event.ACTIVATED):
            assert e.kind == Event.ACTIVATED or self.waiting[e.unit] == (e.kind == Own.STOPS_WAITING)
            self.waiting[e.unit] = e.kind == Own.WAITS
        elif e.kind in (Own.TREASURE, Own.TAKES, Own.DROPS):
            self.lies[e.value - 1] = e.cell
            if e.unit >= 0:
                self.treasure[e.unit] = e.value - 1 if e.kind == Own.TAKES else -1
        elif e.kind in (Own.WILD, Own.DISCARDS):
            self.wild[e.seat] += e.value if e.kind == Own.WILD else -e.value
        elif e.kind in (Own.AS_SINGLE, Own.PAIRED):
            self.wild[e.seat] -= 1
        elif e.kind == Event.POINTS:
            self.points[e.seat] += e.value
        elif e.kind == Event.CONTROL:
            self.control[e.other] = e.seat

    def check(self, s: np.void) -> None:
        """Compare with the record."""
        units = s["units"]
        for name in ("status", "cell", "damage", "treasure", "waiting"):
            assert (getattr(self, name) == units[name]).all(), name
        assert (self.lies == s["tokens"]["cell"]).all() and (self.control == s["control"]).all()
        assert (self.points == s["points"]).all() and (self.wild == s["wild"]).all()


class Account:
    """Events of attacks in order: dice, their targets, hits, damage and Counter follow from the weapon and the modifiers told."""

    def __init__(self, tables: np.void):
        self.tables, self.attack = tables, Noted(0, 0, 0, 0, 0, 0)
        self.told: set[int] = set()  # modifiers

    def hear(self, events: list[Noted]) -> None:
        """Follow every attack among the events since an answer."""
        self.events = events
        self.told |= {e.other for e in events if e.kind == Event.MODIFIER}
        for at, event in enumerate(events):
            if event.kind == Event.ATTACKED:
                self.attack = event
            elif event.kind == Event.ROLLS and event.value == Roll.ATTACK:
                self.at = at + 1
                self._check(event)

    def _check(self, rolls: Noted) -> None:
        tables, slot, target, weapon = self.tables, self.attack.unit, self.attack.other, self.attack.value
        assert (rolls.unit, rolls.other) == (slot, target)
        added = self._modifiers()
        assert added.keys() <= {*DICE, *STRENGTH, *TOUGHNESS, Modifier.KEEN}
        faces = [e.value for e in self._run(Event.DIE)]
        assert len(faces) == tables["weapon_attacks"][slot, weapon] + sum(added.get(why, 0) for why in DICE)
        strength = int(tables["weapon_strength"][slot, weapon]) + sum(added.get(why, 0) for why in STRENGTH)
        toughness = int(tables["unit_toughness"][target]) + sum(added.get(why, 0) for why in TOUGHNESS)
        needed = 3 if strength > toughness else 4 if strength == toughness else 5
        critical = 5 if Modifier.KEEN in added else 6
        criticals = sum(face >= critical for face in faces)
        hits = sum(face >= needed for face in faces if face < critical)
        assert self._next(Event.RESULT) == (hits + criticals, Yield.HITS)
        if criticals:
            assert self._next(Own.CRITICALS)[0] == criticals
        covers = self._now(Event.ROLLS) and self.events[self.at].value == Roll.COVER
        if covers:
            self.at += 1
            assert len(list(self._run(Event.DIE))) == criticals
        more = self._modifiers()
        assert more.keys() <= {*SOFTENED, Modifier.HUNTERS_EYE, Modifier.BRUTE_RESILIENCE} and covers == (Modifier.TOOK_COVER in more)
        turned = sum(more.get(why, 0) for why in SOFTENED)
        each = more.get(Modifier.HUNTERS_EYE, 0)
        hit = int(tables["weapon_hit"][slot, weapon]) + each + more.get(Modifier.BRUTE_RESILIENCE, 0)
        self._hurt(target, (hits + turned) * hit + (criticals - turned) * (int(tables["weapon_critical"][slot, weapon]) + each))
        if self._now(Own.COUNTERS):
            total = self._next(Own.COUNTERS)[0]
            back = self._modifiers()
            assert back.keys() <= {Modifier.ONES, Modifier.MISSES} and sum(back.values()) == total
            self._hurt(slot, total)

    def _now(self, kind: int) -> bool:
        return self.at < len(self.events) and self.events[self.at].kind == kind

    def _next(self, kind: int) -> tuple[int, int]:
        assert self._now(kind), self.events[self.at :]
        self.at += 1
        return self.events[self.at - 1].value, self.events[self.at - 1].other

    def _run(self, kind: int) -> Iterator[Noted]:
        while self._now(kind):
            self.at += 1
            yield self.events[self.at - 1]

    def _modifiers(self) -> dict[int, int]:
        told = list(self._run(Event.MODIFIER))
        assert len({e.other for e in told}) == len(told), "a modifier told twice"
        return {e.other: e.value for e in told}

    def _hurt(self, unit: int, damage: int) -> None:
        if damage > 0:
            assert self.events[self.at].unit == unit and self._next(Event.HURT)[0] == damage
        list(self._run(Event.GONE))


def check_dice(events: list[Noted]) -> None:
    """Every die follows a roll that says whose it is."""
    rolling = False
    for e in events:
        if e.kind == Event.ROLLS:
            assert e.unit >= 0 or e.seat >= 0
            rolling = True
        elif e.kind == Event.DIE:
            assert rolling, "a die of nobody"
        elif e.kind != Event.MODIFIER:
            rolling = False


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.games
def test_places_damage_treasure_points_and_every_attack_follow_from_the_events(name: str, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, **options)
    ledgers: list[Ledger] = []
    accounts: list[Account] = []
    for batch in listened(scenario, 4, 17):
        ledgers = ledgers or [Ledger(record) for record in batch.games]
        accounts = accounts or [Account(scenario.tables[int(record["variant"])]) for record in batch.games]
        for record, ledger, account in zip(batch.games, ledgers, accounts, strict=True):
            events = events_of(record)
            check_dice(events)
            account.hear(events)
            for event in events:
                ledger.hear(event)
            ledger.check(record)
            assert all(line for _, line in told(record, scenario))
    assert set.union(*(account.told for account in accounts)), "no modifier was told"


@pytest.mark.parametrize("kinds", [Own, Modifier, Roll, Yield, Departure, Prize])
def test_rules_tell_every_kind_that_is_declared(kinds: type[IntEnum]) -> None:
    folder = Path(phases.__file__).parent
    rules = "".join(path.read_text() for path in (*sorted(folder.glob("rules/*.py")), folder / "phases.py"))
    assert [kind.name for kind in kinds if kind.name != "NONE" and not re.search(rf"\b{kinds.__name__}\.{kind.name}\b", rules)] == []


@pytest.mark.parametrize("name", RULESET.scenarios)
@pytest.mark.games
def test_a_record_holds_all_events_between_two_answers(name: str) -> None:
    assert most_noted(RULESET.scenario(name), 12) <= EVENTS


@pytest.mark.games
def test_listening_changes_nothing_of_play() -> None:
    check_listening(RULESET.scenario("crossing"))
