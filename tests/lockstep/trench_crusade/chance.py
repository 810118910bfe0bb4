"""What chance makes: boards, profiles and positions."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.state import FORCE, PIECES, SLOTS, Deed, Status, Terrain
from tests.lockstep.trench_crusade.board import place_of

RUINS = {"ruin6": 6, "ruin4": 4}
AREAS = ["walls"] * 5 + ["low_walls"] + ["craters"] * 2 + ["wire"] * 3 + ["trenches", "landmarks"]
DEPTH = 3  # of the zones
ROUTES = (Trait.LARGE, Trait.INFILTRATOR, Trait.LEVITATE, Trait.NEGATE_DIFFICULT)  # packed tables depend on these
SHARED = (Keyword.ARMOUR_PIERCING, Keyword.DEADLY, Keyword.RISKY, Keyword.FIRE, Keyword.GAS, Keyword.SHRAPNEL, Keyword.CRITICAL)
SHARED += (Keyword.IGNORE_ARMOUR, Keyword.IGNORE_OFF_HAND)
OF_MELEE = (*SHARED, Keyword.HARROWING)
OF_SHOTS = (*SHARED, Keyword.RELOAD, Keyword.IGNORE_COVER, Keyword.ONCE)


class Ground:
    """A board that fills up."""

    def __init__(self, rng, width, height):
        self.rng, self.width, self.height = rng, width, height
        self.taken = {}

    def claim(self, kind, wide, high, lowest=0, highest=0):
        """The corners [x0, x1, y0, y1] of a free place for a piece, or None where chance finds none."""
        if self.height - highest - high < lowest:
            return None
        x, y = self.rng.randint(0, self.width - wide), self.rng.randint(lowest, self.height - highest - high)
        cells = [(i, j) for i in range(x, x + wide) for j in range(y, y + high)]
        if any(cell in self.taken for cell in cells):
            return None
        self.taken |= dict.fromkeys(cells, kind)
        return [x, x + wide - 1, y, y + high - 1]


def random_scenario(rng: random.Random, warbands: list[str]) -> str:
    """The text of a scenario file with its own board: ruins, terrain of all kinds, relics, objectives and every deed."""
    width, height = rng.randint(14, 24), rng.randint(14, 24)
    ground = Ground(rng, width, height)
    lines = [f"size = [{width}, {height}]"]
    lines.append(f"zones = {[[0, width - 1, 0, DEPTH - 1], [0, width - 1, height - DEPTH, height - 1]]}")
    lines.append(f"wire_keywords = {json.dumps(rng.sample(['fire', 'gas', 'shrapnel'], rng.randint(0, 2)))}")
    lines.append(f"objectives = {[objective(rng, width, height) for _ in range(rng.randint(0, 3))]}")
    for ruin, side in RUINS.items():
        if rng.random() < 0.5 and (corners := ground.claim(ruin, side, side, DEPTH, DEPTH)):
            lines.append(f"ruins.{ruin} = {[[corners[0], corners[2]]]}")
    areas = {}
    for _ in range(rng.randint(10, 26)):
        kind = rng.choice(AREAS)
        wide, high = rng.choice([(1, 1), (1, rng.randint(1, 6)), (rng.randint(1, 6), 1), (2, 2), (2, 3)])
        if corners := ground.claim(kind, *((1, 1) if kind == "landmarks" else (wide, high))):
            areas.setdefault(kind, []).append(corners)
    lines += [f"{kind} = {boxes}" for kind, boxes in areas.items()]
    no_place = {"walls", "landmarks", *RUINS}
    places = [[x, y] for x in range(width) for y in range(DEPTH, height - DEPTH) if ground.taken.get((x, y)) not in no_place]
    relics = rng.sample(places, rng.randint(0, 6))
    head = {
        "title": "Made by chance",
        "warbands": [rng.choice(warbands) for _ in range(2)],
        "turns": rng.randint(2, 5),
        "piece_points": rng.randint(0, 2),
        "infiltration": rng.random() < 0.5,
        "deployed": rng.choice([0, 0, 4, 6, 12]),
        "morale": rng.random() < 0.7,
        "deeds": [deed.name.lower() for deed in Deed],
        "relics": relics,
        "relics_last": [rng.randint(1, 5) for _ in relics],
    }
    return "\n".join([*(f"{key} = {json.dumps(value)}" for key, value in head.items()), "[board]", *lines, ""])


def objective(rng, width, height):
    x, y = rng.randint(0, width - 4), rng.randint(4, height - 7)
    return [x, x + rng.randint(0, 3), y, y + 2]


def random_profiles(scenario, rng: random.Random):
    """The scenario with other characteristics, traits, weapons and keywords; how models move stays as it was packed."""
    scenario = replace(scenario, tables=scenario.tables.copy())
    t = scenario.tables[0]
    for slot in np.flatnonzero(t["used"]):
        t["ranged"][slot], t["melee"][slot] = rng.randint(-2, 2), rng.randint(-2, 2)
        t["armour"][slot] = rng.choice([0, 0, 1, 2, 3, 4])
        t["regenerate"][slot] = rng.choice([0, 0, 0, 1, 2])
        t["charge"][slot] = rng.randint(0, 3)
        free = [trait for trait in Trait if trait not in ROUTES]
        t["traits"][slot][free] = 0
        t["traits"][slot][rng.sample(free, rng.randint(0, 5))] = 1
        arm(t, slot, rng)
    for weapon in range(len(Weapon)):
        if rng.random() < 0.3:
            shoots, fights = t["ranged_weapon"][weapon], t["melee_weapon"][weapon]
            t["keyword"][weapon][rng.choice(SHARED if shoots and fights else OF_MELEE if fights else OF_SHOTS)] = 1
    return scenario


def arm(t, slot, rng):
    weapons = rng.sample(range(len(Weapon)), rng.randint(1, 4))
    t["arm"][slot] = -1
    t["arm"][slot][: len(weapons)] = weapons
    t["can_shoot"][slot] = any(t["ranged_weapon"][w] for w in weapons)
    t["can_fight"][slot] = any(t["melee_weapon"][w] for w in weapons)
    t["pair"][slot] = 0
    for i, first in enumerate(weapons):
        for j, second in enumerate(weapons):
            if i != j and t["melee_weapon"][first] and t["melee_weapon"][second] and rng.random() < 0.6:
                t["pair"][slot][i][j] = 1


def lay_out(game, board, t, rng: random.Random) -> None:
    """Crowds the models into a part of the board, with markers, Down, hidden and covered ones, mines and shaken sides."""
    units = game["units"]
    slots = [slot for slot in range(SLOTS) if units[slot]["status"] == Status.ON_BOARD]
    side, x0, y0 = rng.choice([7, 10, 14]), rng.randrange(board.size[0]), rng.randrange(board.size[1])
    area = [c for c in board.cells if c not in board.impassable and max(abs(place_of(c)[0] - x0), abs(place_of(c)[1] - y0)) <= side]
    if rng.random() < 0.8 and len(area) > 30:
        rough = [c for c in area if board.terrain[c] != Terrain.OPEN]
        free = set(area)
        for slot in slots:
            cell = rng.choice(sorted(free.intersection(rough) if rng.random() < 0.4 and free.intersection(rough) else free))
            free.discard(cell)
            units[slot]["cell"] = cell
    for slot in slots:
        unit = units[slot]
        unit["blood"], unit["blessing"] = rng.choice([0, 0, 1, 2, 3, 4, 5, 6]), rng.choice([0, 0, 0, 1, 2])
        unit["down"], unit["covered"] = rng.random() < 0.25, rng.random() < 0.1
        foes = [e for e in slots if e // FORCE != slot // FORCE]
        apart = not any(board.within(int(unit["cell"]), int(units[e]["cell"]), 1.5) for e in foes)
        unit["hidden"] = t["traits"][slot][Trait.HIDE] and not unit["down"] and apart and rng.random() < 0.7
    game["mines"] = 0
    for piece in range(min(PIECES, len(board.pieces))):
        if rng.random() < 0.3:
            game["mines"][rng.randrange(2)] |= np.uint32(1 << piece)
    if t["morale"]:
        game["shaken"] = [rng.random() < 0.15 for _ in range(2)]
