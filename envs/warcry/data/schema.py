"""What the TOML files may say, and how they are read."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.tables import build, read_toml

FOLDER = Path(__file__).parent
SIDE_NAMES = ("a", "b")
COLOUR_NAMES = ("red", "blue")
GROUP_NAMES = ("dagger", "shield", "hammer")
WALL_SIDES = ("north", "east", "south", "west")  # of a cell, in the order of core/sight.py
ALLIANCES = ("chaos", "order", "death", "destruction")

Cell = tuple[int, int]
Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class ConstantsSpec:
    """The figures of the rules; each one's clause stands beside it in constants.toml."""

    impact: tuple[int, ...]
    low_wall: float
    fall_height: float
    strike_success: int
    cover_success: int
    counter_damage: int
    counter_more: int
    edge_face: int
    treasure_penalty: int
    treasure_floor: int
    disengage_inches: int
    grip_damage: int


@dataclass(frozen=True)
class WeaponSpec:
    """A weapon: range [minimum, maximum] in inches, damage [of a hit, of a critical hit]. Clauses: WC-GEN-12, WC-ATK-04."""

    name: str
    range: tuple[int, int]
    attacks: int
    strength: int
    damage: tuple[int, int]


@dataclass(frozen=True)
class ProfileSpec:
    """A fighter. `abilities`, where given, are the only ones it may use of those its runemarks and faction allow. Clause: WC-GEN-10."""

    faction: str
    alliance: str
    points: int
    move: int
    toughness: int
    wounds: int
    weapons: tuple[WeaponSpec, ...]
    runemarks: tuple[str, ...] = ()
    abilities: tuple[str, ...] | None = None


@dataclass(frozen=True)
class ForceSpec:
    """A warband: fighters by their profiles, leader first, in roster order; one's own profiles beside the shipped ones. Clause: WC-SETUP-01."""

    title: str
    faction: str
    fighters: tuple[str, ...]
    profiles: dict[str, ProfileSpec] = field(default_factory=dict)


@dataclass(frozen=True)
class AbilitySpec:
    """An ability or a reaction: what pays for it and who may use it. Clauses: WC-DICE-05, WC-ABIL-02, WC-REACT-08."""

    cost: str
    cost_2025: str = ""
    faction: str = ""
    runemarks: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapSpec:
    """A map: cells [x, y] by what stands in them, and by side of the cell the walls, stairs and ladders. Clauses: WC-TERR-01..05, T7.

    `platforms` by height in inches; `low` is ground under 1" high, `underpass` ground beneath raised terrain: both are floor (WC-MOVE-06,
    WC-MOVE-08). An archway or a door is a tall wall with a passage (WC-TERR-04). With `mirror` everything stands there
    again after half a turn of the board; `exempt` frees it of the limits for terrain (WC-SETUP-06).
    """

    width: int
    height: int
    mirror: bool = False
    exempt: bool = False
    platforms: dict[str, Cells] = field(default_factory=dict)
    pillars: Cells = ()
    deadly: Cells = ()
    low: Cells = ()
    underpass: Cells = ()
    low_walls: dict[str, Cells] = field(default_factory=dict)
    tall_walls: dict[str, Cells] = field(default_factory=dict)
    stairs: dict[str, Cells] = field(default_factory=dict)
    ladders: dict[str, Cells] = field(default_factory=dict)
    archways: dict[str, Cells] = field(default_factory=dict)
    doors: dict[str, Cells] = field(default_factory=dict)


@dataclass(frozen=True)
class GroupSpec:
    """Where and when a battle group is set up: a point [x, y] or a line [x, y, x, y] along an edge, in inches; RND `round`.

    Clauses: WC-DEP-02, WC-RES-03..05.
    """

    point: tuple[float, float] | None = None
    line: tuple[float, float, float, float] | None = None
    round: int = 1


@dataclass(frozen=True)
class ColourSpec:
    """The deployment of one colour. Clause: WC-DEP-01."""

    dagger: GroupSpec
    shield: GroupSpec
    hammer: GroupSpec

    def groups(self) -> tuple[GroupSpec, GroupSpec, GroupSpec]:
        """By battle group."""
        return self.dagger, self.shield, self.hammer


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: map, forces, deployment, victory. Clauses: WC-SETUP-05, WC-RND-02, WC-VC-01..06.

    `map` names a shipped map, `board` is one's own; forces are shipped ones or paths of roster files, beside this file, or stand in it as
    `warband_a` and `warband_b`. With `skirmish` its observations are those of generated worlds, so that agents trained on these can play
    it. Without `blue` its points are red's after half a turn of the board. Victory points a round are given for each objective held (`per_objective`),
    for any (`for_any`), for two or more (`for_two`), for more than the opponent (`for_more`), for more Wounds (`for_wounds`) or, in the
    round, more points (`for_tally`) of enemies taken down, for the enemy leader (`for_leader`), for more fighters within
    `centre_inches` of the centre (`for_centre`), for more table quarters (`for_quarters`); at the end for each treasure carried
    (`per_treasure`). `tokens` treasures are placed before the battle: the first within `token_first` of the centre, the others within
    `token_zone` and more than `token_gap` from each other. Each objective can be looted `loots` times.
    """

    title: str
    rounds: int
    red: ColourSpec
    victory: str
    force_a: str = ""
    force_b: str = ""
    warband_a: ForceSpec | None = None
    warband_b: ForceSpec | None = None
    blue: ColourSpec | None = None
    map: str = ""
    board: MapSpec | None = None
    points_limit: int = 1000
    objectives: tuple[tuple[float, float], ...] = ()
    single_objective: bool = False
    per_objective: int = 0
    for_any: int = 0
    for_two: int = 0
    for_more: int = 0
    for_wounds: int = 0
    for_tally: int = 0
    for_leader: int = 0
    for_centre: int = 0
    for_quarters: int = 0
    per_treasure: int = 0
    centre_inches: float = 0
    tokens: int = 0
    token_first: float = 1
    token_zone: float = 5
    token_gap: float = 3
    loots: int = 0
    skirmish: bool = False
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setting:
    """Everything a scenario is packed from; forces by seat, deployment by colour, profiles by their number."""

    spec: ScenarioSpec
    board: MapSpec
    deployment: tuple[ColourSpec, ColourSpec]
    forces: tuple[ForceSpec, ForceSpec]
    profiles: tuple[dict[str, ProfileSpec], dict[str, ProfileSpec]]  # by seat: shipped ones, then the roster's own
    abilities: dict[str, AbilitySpec]
    constants: ConstantsSpec


@functools.cache
def shipped(file: str, kind: type) -> dict[str, Any]:
    """What a file of the package holds, by name; read once, since a thousand worlds ask for it. Nobody changes it."""
    return read_all(FOLDER / file, kind)


def read_constants(own: str | None) -> tuple[ConstantsSpec, Path]:
    """The figures of the rules, those of one's own file replacing the shipped ones, and the file to blame for them.

    Raises:
        DataError: unknown key or wrong type.
    """
    path = FOLDER / "constants.toml"
    data = read_toml(path)
    if own is not None:
        path = Path(own)
        data |= read_toml(path)
    return build(ConstantsSpec, data, path), path
