"""Random games of the crowded scenario: dice and modifiers of every attack are those of tables T3 and T4, added up anew."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.state import FORCE, Frame, Task, Verb
from tests.trench_crusade.plainly import Ground
from tests.trench_crusade.table import Table, place_of

RIVAL = {"BLOOD", "WOUND", "FALL_SIDE", "SCATTER"}  # asked of the opponent of the model they are about
LEADER = {"PUPPET_DIRECTION", "PUPPET_CELL"}  # asked of who moves it
NOBODY = {"ZONE", "DEPLOY_UNIT", "ARRIVE_UNIT", "FIRST", "ACTIVATE", "MEMBER", "MORALE"}  # about no model
EVERYTHING = str(Path(__file__).with_name("everything.toml"))
GAMES = 2 if INTERPRETED else 12


class Watcher:
    """Follows a game and works out each attack when its first window opens."""

    def __init__(self, seed: int) -> None:
        self.t = Table.new_game(EVERYTHING, seed=seed)
        wide, high = 24, 24
        self.ground = Ground({(x, y): self.t.terrain((x, y)) for x in range(wide) for y in range(high)})
        self.dives = self.blessed = False
        self.seen = {"ranged": 0, "melee": 0, "injury": 0}
        self.asked: set[str] = set()

    def has(self, slot: int, trait: str) -> bool:
        return bool(self.t.tables["traits"][slot][Trait[trait.upper()]])

    def word(self, weapon: int, keyword: str) -> bool:
        return bool(self.t.tables["keyword"][weapon][Keyword[keyword.upper()]])

    def at(self, slot: int):
        return place_of(self.t.state["units"][slot]["cell"])

    def near(self, seat: int, at, trait: str, inches: float) -> bool:
        """A model of a seat with this trait within so many inches."""
        slots = range(FORCE * seat, FORCE * (seat + 1))
        return any(self.at(s) and self.has(s, trait) and self.ground.within(at, self.at(s), inches) for s in slots)

    def act(self, slot: int) -> SimpleNamespace | None:
        return self.t.act(self.t.name_of(slot))

    def condition(self, slot: int) -> int:
        down = int(self.t.state["units"][slot]["down"])
        return -down - self.near(1 - slot // FORCE, self.at(slot), "hymn", 8)

    def covered(self, attacker: int, target: int) -> bool:
        flag = self.t.state["units"][target]["covered"] or self.has(target, "cover")
        return bool(flag) or self.ground.covered(self.at(attacker), self.at(target))

    def ranged(self, a: np.void) -> int:
        tables, slot, weapon, target = self.t.tables, int(a["attacker"]), int(a["weapon"]), int(a["target"])
        here, there = self.at(slot), place_of(a["cell"])
        act = self.act(slot)
        dice = int(tables["ranged"][slot]) + int(tables["weapon_dice"][weapon]) + 2 * bool(act and act.aim) + self.condition(slot)
        dice += self.word(weapon, "silenced") and self.ground.ducks(there, here)
        long = not self.ground.within(here, there, int(tables["range"][weapon]) / 2)
        dice -= long and not self.word(weapon, "ignore_long_range") and not self.word(weapon, "shotgun")
        dice += self.ground.height(here) >= self.ground.height(there) + 3 and not self.word(weapon, "ignore_elevated")
        if target >= 0:
            dice -= self.covered(slot, target) and not self.word(weapon, "ignore_cover")
            dice -= self.has(target, "stalker")
        return dice

    def melee(self, a: np.void) -> int:
        tables, slot, weapon, target = self.t.tables, int(a["attacker"]), int(a["weapon"]), int(a["target"])
        skill = int(tables["melee"][slot])
        if self.word(weapon, "pistol"):
            skill = max(skill, int(tables["ranged"][slot]))
        act = self.act(slot)
        dice = skill + int(tables["weapon_dice"][weapon]) + self.condition(slot)
        dice -= self.covered(slot, target) and not self.word(weapon, "ignore_cover")
        brave = self.has(slot, "fear") or self.has(slot, "negate_fear") or self.near(slot // FORCE, self.at(slot), "steadfast", 8)
        dice -= self.has(target, "fear") and not brave
        dice -= self.has(target, "block") and bool(act and act.done >> Verb.CHARGE & 1)
        dice -= bool(a["off_hand"]) and not self.word(weapon, "ignore_off_hand")
        return dice + self.dives

    def injury(self, a: np.void, victim: int) -> tuple[int, int]:
        tables, weapon = self.t.tables, int(a["weapon"])
        down = bool(self.t.state["units"][victim]["down"])
        here = self.at(int(a["attacker"]))  # whom the own bomb has taken out of action is nowhere; no bomb counts half its range
        short = here is not None and self.ground.within(here, place_of(a["cell"]), int(tables["range"][weapon]) / 2)
        critical = bool(a["critical"]) and victim == int(a["target"])
        dice = int(tables["injury_dice"][weapon]) + critical * (2 if self.word(weapon, "critical") else 1)
        if a["melee"]:
            dice += down * (1 + self.has(int(a["attacker"]), "finish"))
        else:
            dice -= self.word(weapon, "shotgun") and not short
            dice += self.word(weapon, "point_blank") and short
        dice -= self.word(weapon, "gas") and self.has(victim, "gas_proof")
        dice -= self.word(weapon, "shrapnel") and self.has(victim, "shrapnel_proof")
        where = place_of(a["cell"])
        dice -= self.word(weapon, "bomb") and where != self.at(victim) and self.ground.ducks(where, self.at(victim))
        pierced = (
            self.word(weapon, "ignore_armour") or (self.word(weapon, "bulls_eye") and critical) or (self.word(weapon, "assassin") and down)
        )
        armour = 0 if pierced else int(tables["armour"][victim])
        return dice, int(tables["injury_modifier"][weapon]) - min(3, armour)

    def ask(self) -> None:
        """Whom the dossier's table of decision points asks, and that models stand apart between Actions."""
        s, decision, subject = self.t.state, self.t.decision, int(self.t.state["subject"])
        if decision not in NOBODY:
            owner = (int(s["active"]) if decision in LEADER else subject) // FORCE
            assert self.t.decider == (1 - owner if decision in RIVAL else owner), decision
        if decision in ("ACTION", "ACTIVATE", "MEMBER"):
            cells = [int(unit["cell"]) for unit in s["units"] if unit["cell"] >= 0]
            assert len(cells) == len(set(cells))
        self.asked.add(decision)

    def look(self) -> None:
        """Compare the running roll with what it must be."""
        s = self.t.state
        frame, a = s["frames"][int(s["depth"]) - 1], s["attack"][0]
        unit = s["units"][int(s["subject"])]
        if unit["blessing"] or self.blessed:
            return  # blessings change the dice in a window before
        if self.t.decision == "BLOOD" and int(frame["task"]) in (Task.RANGED, Task.MELEE):
            kind = "melee" if a["melee"] else "ranged"
            assert int(frame["dice"]) == (self.melee(a) if a["melee"] else self.ranged(a)), (kind, a, self.t.subject)
            self.seen[kind] += 1
        elif self.t.decision == "WOUND" and frame["kind"] == Frame.INJURY and frame["of_attack"]:
            assert (int(frame["dice"]), int(frame["modifier"])) == self.injury(a, int(frame["slot"])), (a, self.t.subject)
            self.seen["injury"] += 1

    def step(self, rng: np.random.Generator) -> None:
        """Everybody bleeds, so that all windows open; then a random answer, Actions that attack before others."""
        t = self.t
        if t.decision in ("ACTION", "ACTIVATE"):
            for unit in t.state["units"]:
                if unit["status"] == 2:
                    unit["blood"] = rng.integers(1, 5)
        acts = [self.act(slot) for slot in range(2 * FORCE) if self.act(slot)]
        self.dives = any(act.dive for act in acts)
        self.blessed = t.decision in ("BLESSING", "GRACE")
        legal = np.flatnonzero(t.batch.masks[0])
        words = [t.text(int(action)) for action in legal] if t.decision == "ACTION" else []
        wanted = [action for action, word in zip(legal, words, strict=False) if word in ("shoot", "fight", "charge")]
        pick = wanted if wanted and rng.random() < 0.7 else legal
        t.batch.step(np.array([rng.choice(pick)]))
        assert not t.state["fault"]


@pytest.mark.clause("TC-ACT-05", "TC-BLD-02", "TC-BLS-01", "TC-FALL-03", "TC-GEN-09", "TC-KW-26", "TC-RET-03")
@pytest.mark.games
def test_every_question_is_asked_of_whom_it_concerns():
    asked = set()
    for seed in range(100, 100 + GAMES):
        watcher, rng = Watcher(seed), np.random.default_rng(seed)
        for _ in range(1500):
            if watcher.t.over:
                break
            watcher.ask()
            watcher.step(rng)
        asked |= watcher.asked
    assert len(asked) > 15, asked


@pytest.mark.clause("TC-RNG-08", "TC-MEL-02", "TC-INJ-06", "TC-INJ-04", "TC-KW-20", "TC-KW-28", "TC-ABL-10", "TC-DOWN-03")
@pytest.mark.games
def test_every_attack_adds_up():
    seen = {"ranged": 0, "melee": 0, "injury": 0}
    for seed in range(GAMES):
        watcher, rng = Watcher(seed), np.random.default_rng(seed)
        for _ in range(1500):
            if watcher.t.over:
                break
            watcher.look()
            watcher.step(rng)
        for kind, n in watcher.seen.items():
            seen[kind] += n
    assert min(seen.values()) > GAMES, seen
