"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.sheet import Rows
from skirmish_rl.envs.core.sight import EAST, SOUTH
from skirmish_rl.envs.warcry.data.ground import TALL
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.sheet import (
    CARD,
    DEPLOYMENT,
    FIGHTER,
    OBJECTIVE,
    SEEN,
    SHEET,
    WORLD_HEIGHT,
    WORLD_WIDTH,
    WORTH,
    GroundChannel,
    figures_of,
)
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FORCE,
    ROUNDS,
    SIDES,
    SLOTS,
    TOKENS,
    WIDTH,
    Ability,
    Boost,
    Colour,
    Faction,
    Place,
    Reaction,
    Runemark,
    Twist,
    Victory,
    Way,
)

# What generated worlds can hold, beside the size of their board. Their observations have columns for all of it, so that they are alike in
# every world.
WORLD_UNITS = 8  # of a side
WORLD_OBJECTIVES = 5
WORLD_TREASURES = 6

# Abilities in the middle of which something is asked that tells of them, and those that ask whom they are for.
_TARGETS = (
    Ability.INSPIRING_PRESENCE, Ability.BOLAS, Ability.RAM, Ability.BEASTMASTER, Ability.POUNCE, Ability.DART, Ability.HARRY,
    Ability.HUNTING_PACK,
)  # fmt: skip
_STEPS = (
    Ability.RAMPAGE, Ability.RECKONING, Ability.PRESS_ON, Ability.ALL_OUT, Ability.SNAG, Ability.SWOOP, Ability.DEATH_FROM_ABOVE,
    Ability.REGROUP,
)  # fmt: skip
_BOOSTS = {
    Boost.MOVE: (Ability.RUSH,), Boost.ATTACKS: (Ability.ONSLAUGHT,), Boost.STRENGTH: (Ability.CRUSHING_BLOW,),
    Boost.DAMAGE: (Ability.HUNTERS_EYE,), Boost.KEEN: (Ability.KEEN,), Boost.SWIFT: (Ability.SWIFT_CLIMB,),
    Boost.NEXT_MOVE: (Ability.SAVAGE_FURY,), Boost.NEXT_ATTACKS: (Ability.SAVAGE_FURY,), Boost.RAM: (Ability.RAM, Ability.POUNCE),
    Boost.GRIP: (Ability.DEATH_GRIP,),
}  # fmt: skip
_TOWARDS = 0.3  # of a cell: how far from the middle one that climbs is seen


class Facts:
    """The facts about a scenario, or about all generated worlds, that say which columns its observations have.

    Attributes:
        t: its tables. world: it is one of the generated worlds. traits: factions that have a battle trait use it.
        abilities: bool (abilities,). reactions: bool (reactions,), to an attack. named: a twist names an objective.
    """

    def __init__(self, t: np.void, world: bool, traits: bool):
        used = t["unit_used"] > 0
        self.t, self.world, self.traits = t, world, traits
        self.abilities = (t["unit_abilities"][used].any(axis=0) | world) & (t["ability_cost"] > 0)
        self.reactions = t["unit_reactions"][used].any(axis=0) | world
        self.reactions[[Reaction.NONE, Reaction.STRIKE_THEM_DOWN]] = False  # that is no reaction to an attack
        self.named = t["twist"] in (Twist.TRAILING_PRIZE, Twist.MARKED_GROUND)

    def of_nodes(self, field: str) -> np.ndarray:
        """What the nodes of this board have in a field of the tables, or nodes of any board."""
        return np.arange(1, len(Place)) if self.world else self.t[field][: self.t["used"]]

    def asked_abilities(self) -> np.ndarray:
        """Abilities that something is asked of, bool (abilities,)."""
        asked = self.abilities & np.isin(np.arange(len(Ability)), (*_TARGETS, *_STEPS))
        asked[Ability.BEASTMASTER] &= self.world or _has_pack(self.t)
        return asked

    def boosts(self) -> np.ndarray:
        """Boosts that an ability gives, bool (boosts,)."""
        return np.array([self.abilities[list(_BOOSTS[boost])].any() for boost in Boost])

    def decisions(self) -> np.ndarray:
        """What can be asked, bool (decisions,)."""
        t, world, abilities, treasure = self.t, self.world, self.abilities, self.t["see_tokens"] > 0
        iron = (world and self.traits) or ((t["trait"] > 0) & (t["faction"] == Faction.IRON)).any()
        only_if = {
            Decision.NONE: False, Decision.TREASURE: world or t["n_tokens"], Decision.SET_TO_SIX: iron,
            Decision.NAME_OBJECTIVE: self.named, Decision.FOLLOW: abilities[Ability.INSPIRING_PRESENCE],
            Decision.TOKEN: t["see_tokens"] > 1, Decision.FALL: self.of_nodes("node_height").any(), Decision.DROP: treasure,
            Decision.LOOT: world or t["loots"], Decision.STEP_BACK: self.reactions[Reaction.STEP_BACK],
            Decision.TARGET: abilities[list(_TARGETS)].any(), Decision.ASSIGN: world or t["single_objective"],
            Decision.BONUS: abilities[[Ability.PRESS_ON, Ability.ALL_OUT, Ability.REGROUP]].any(),
        }  # fmt: skip
        return np.array([bool(only_if.get(decision, True)) for decision in Decision])


def fill_layout(tables: np.ndarray, world: bool, traits: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world.

    Args:
        traits: factions that have a battle trait use it.
    """
    t = tables[0]
    t["see_map"] = world
    t["see_tokens"] = WORLD_TREASURES if world else treasures_of(t)
    t["see_units"] = WORLD_UNITS if world else max(t["n_units"])
    t["see_objectives"] = WORLD_OBJECTIVES if world else t["n_objectives"]
    for objective in range(int(t["n_objectives"])):
        t["objectives_near"] |= (t["objective_near"][objective] > 0).astype(np.uint8) << objective
    t["view_x"], t["view_y"] = _view(t)
    for axis, length in (("x", t["width"]), ("y", t["height"])):
        seen = np.clip((t[f"objective_{axis}"] / 2 - 0.5) * 2 / max(int(length) - 1, 1) - 1, -1, 1)
        t[f"objective_view_{axis}"] = seen, -seen
    SHEET.lay_out(tables, Facts(t, world, traits))
    _lay_out(t)
    if world:
        _show_world(t)


def treasures_of(t: np.void) -> int:
    """Treasures that a scenario has, those in objectives among them."""
    return min(TOKENS, int(t["n_tokens"]) + int(t["loots"]) * int(t["n_objectives"]))


def _has_pack(t: np.void) -> bool:
    """True if a fighter may choose between two friendly beasts. Clause: WC-FANG-03."""
    beasts = (t["unit_marks"][:, Runemark.BEAST] > 0).reshape(SIDES, FORCE).sum(axis=1)
    masters = (t["unit_abilities"][:, Ability.BEASTMASTER] > 0).reshape(SIDES, FORCE).any(axis=1)
    return bool((masters & (beasts > 1)).any())


def _lay_out(t: np.void) -> None:
    """What each side sees from the first decision to the last: the figures of the profiles."""
    figures = np.stack([*figures_of(t).values()], axis=1) if figures_of(t) else np.zeros((SLOTS, 0))
    start, width = int(t["at"][SHEET.number(FIGHTER)]), int(t["row_width"][SHEET.number(FIGHTER)])
    units, first = int(t["see_units"]), width - figures.shape[1]
    t["still"] = 0
    assert t["at"].max() + len(Reaction) <= SEEN
    for seat in range(SIDES):
        rows = t["still"][seat, start : start + SIDES * units * width].reshape(SIDES, units, width)
        for side in range(SIDES):
            rows[side, :, first:] = figures[FORCE * abs(seat - side) :][:units]


def _show_world(t: np.void) -> None:
    """What each side sees of a world from the first decision to the last: board, deployment, what wins. Boards are their own images."""

    def seen(half: np.ndarray, length: int) -> np.ndarray:
        return np.clip((half / 2 - 0.5) * 2 / (length - 1) - 1, -1, 1)

    def write(rows: Rows, column: str, values: Any) -> None:
        first, width = int(t["at"][SHEET.number(rows)]) + rows.column(column), int(t["row_width"][SHEET.number(rows)])
        t["still"][:, first : first + width * np.size(values) : width] = values

    lines = t["group_line"][Colour.BLUE]
    for x, y, end in (("x", "y", 0), ("end_x", "end_y", 2)):
        write(DEPLOYMENT, x, seen(lines[:, end], WORLD_WIDTH))
        write(DEPLOYMENT, y, seen(lines[:, end + 1], WORLD_HEIGHT))
    write(DEPLOYMENT, "line", (lines[:, :2] != lines[:, 2:]).any(axis=1))
    write(DEPLOYMENT, "due", t["arrival"][Colour.BLUE] / ROUNDS)
    write(CARD, Victory(t["victory"]).name.lower(), 1)
    write(CARD, "single_objective", t["single_objective"])
    for name in WORTH:
        write(CARD, name, float(t[name]) / (float(t[name]) + 2))
    write(CARD, "centre", t["centre_reach"] / (2 * WORLD_WIDTH))
    there = int(t["at"][SHEET.number(OBJECTIVE)]) + int(t["more"][SHEET.more("there", OBJECTIVE)])
    width = int(t["row_width"][SHEET.number(OBJECTIVE)])
    t["still"][:, there : there + width * int(t["n_objectives"]) : width] = 1
    t["ground"] = _ground(t).reshape(-1)


def _ground(t: np.void) -> np.ndarray:
    """The planes of a world's board, float32 (channels, cells)."""
    found = np.zeros((len(GroundChannel), WORLD_HEIGHT, WORLD_WIDTH), np.float32)

    def cells(name: str) -> np.ndarray:
        return t[name].reshape(-1, WIDTH)[:WORLD_HEIGHT, :WORLD_WIDTH]

    found[GroundChannel.HEIGHT] = cells("level") / 24
    found[GroundChannel.PILLAR], found[GroundChannel.DEADLY] = 1 - cells("stand"), cells("deadly")
    walls = t["wall"].reshape(-1, WIDTH, 4)[:WORLD_HEIGHT, :WORLD_WIDTH]
    for k, side in enumerate((EAST, SOUTH)):
        found[GroundChannel.TALL_WALL_RIGHT + k] = walls[..., side] == TALL
        found[GroundChannel.LOW_WALL_RIGHT + k] = (walls[..., side] > 0) & (walls[..., side] < TALL)
    start = np.repeat(np.arange(int(t["used"])), np.diff(t["edge_at"][: int(t["used"]) + 1]))
    edges = t["edges"][: len(start)]
    here, there = t["node_cell"][start].astype(int), t["node_cell"][edges["to"]].astype(int)
    up = (edges["way"] == Way.CLIMB) & (t["node_place"][start] == Place.STEPS)
    for chosen, channel in (
        (np.isin(edges["way"], (Way.ARCH, Way.DOOR)), GroundChannel.PASSAGE_RIGHT), (edges["way"] == Way.STAIR, GroundChannel.STAIR_RIGHT),
        (up, GroundChannel.LADDER_RIGHT),
    ):  # fmt: skip
        for first, second in {(min(pair), max(pair)) for pair in zip(here[chosen], there[chosen], strict=True) if pair[0] != pair[1]}:
            found[channel + (second - first != 1), first // WIDTH, first % WIDTH] = 1
    return found


def _view(t: np.void) -> tuple[np.ndarray, np.ndarray]:
    """Where each node is seen, left to right and top to bottom, -1 to 1, by half-turns of the board: float32 (SIDES, NODES)."""
    cell = np.maximum(t["node_cell"], 0)
    x, y = (cell % WIDTH).astype(float), (cell // WIDTH).astype(float)
    for node in range(CELLS, int(t["used"])):
        if t["node_place"][node] == Place.LANDING:
            continue
        far = _behind(t, node)
        x[node] += _TOWARDS * np.sign(far % WIDTH - cell[node] % WIDTH)
        y[node] += _TOWARDS * np.sign(far // WIDTH - cell[node] // WIDTH)
    x, y = 2 * x / max(int(t["width"]) - 1, 1) - 1, 2 * y / max(int(t["height"]) - 1, 1) - 1
    on = np.zeros(len(x), bool)
    on[: int(t["used"])] = True
    on &= (np.arange(len(x)) >= CELLS) | ((cell % WIDTH < t["width"]) & (cell // WIDTH < t["height"]))
    x, y = np.where(on, x, 0), np.where(on, y, 0)
    return np.stack([x, -x]).astype(np.float32), np.stack([y, -y]).astype(np.float32)


def _behind(t: np.void, node: int) -> int:
    """The cell beyond a place on a face: that at the far end of its way up, or the foot of the way down behind it."""
    foot, seen, front = int(t["node_cell"][node]), {node}, [node]
    while front:
        here = front.pop()
        for edge in range(int(t["edge_at"][here]), int(t["edge_at"][here + 1])):
            there = int(t["edges"]["to"][edge])
            if int(t["node_cell"][there]) != foot:
                return int(t["node_cell"][there])
            if there >= CELLS and there not in seen and t["edges"]["way"][edge] in (Way.CLIMB, Way.STAIR):
                seen.add(there)
                front.append(there)
    raise AssertionError(f"node {node} leads nowhere")
