"""What the TOML files may say, and how they are read."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from skirmish_rl.envs.core.scenarios import names, read_all
from skirmish_rl.envs.core.tables import Between, Many, Word, build, read_own, read_toml
from skirmish_rl.envs.warcry.state import FORCE, HEIGHT, OBJECTIVES, ROUNDS, TOKENS, WEAPONS, WIDTH, Ability, Faction, Runemark, Victory

FOLDER = Path(__file__).parent
SIDE_NAMES = ("a", "b")
COLOUR_NAMES = ("red", "blue")
GROUP_NAMES = ("dagger", "shield", "hammer")
WALL_SIDES = ("north", "east", "south", "west")  # of a cell, in the order of core/sight.py
ALLIANCES = ("chaos", "order", "death", "destruction")

Cell = tuple[int, int]
Cells = tuple[Cell, ...]
Walls = dict[Annotated[str, Word("side of a cell", *WALL_SIDES)], Cells]
Face = Annotated[int, Between(2, 6)]
Reach = Annotated[int, Between(0, 40, "WC-ATK-04")]
Damage = Annotated[int, Between(0, 12, "WC-FALL-06, WC-DMG-01")]
Bonus = Annotated[int, Between(0, 20)]
Inches = Annotated[float, Between(0, 15, "WC-VC-02", step=0.5)]
Points = Annotated[int, Between(0, 20, "WC-VIC-02")]
Treasures = Annotated[int, Between(0, TOKENS, "WC-VC-02, WC-VC-05")]


@dataclass(frozen=True)
class ConstantsSpec:
    """The figures of the rules; each one's clause stands beside it in constants.toml."""

    impact: Annotated[tuple[Damage, ...], Many(6, 6, "numbers, one for each face", "WC-FALL-06")]
    low_wall: Annotated[float, Between(1.5, 2.5, "T7", step=0.5)]
    fall_height: Annotated[float, Between(0.5, 12, "WC-JUMP-02", step=0.5)]
    strike_success: Face
    cover_success: Face
    counter_damage: Bonus
    counter_more: Bonus
    edge_face: Annotated[int, Between(1, 5)]
    treasure_penalty: Annotated[int, Between(0, 8)]
    treasure_floor: Annotated[int, Between(1, 8)]
    disengage_inches: Annotated[int, Between(1, 8)]
    grip_damage: Bonus


@dataclass(frozen=True)
class WeaponSpec:
    """A weapon: range [minimum, maximum] in inches, damage [of a hit, of a critical hit]. Clauses: WC-GEN-12, WC-ATK-04."""

    name: str
    range: tuple[Reach, Reach]
    attacks: Annotated[int, Between(1, 8, "WC-GEN-12")]
    strength: Annotated[int, Between(1, 10, "WC-GEN-12")]
    damage: tuple[Damage, Damage]


@dataclass(frozen=True)
class ProfileSpec:
    """A fighter. `abilities`, where given, are the only ones it may use of those its runemarks and faction allow. Clause: WC-GEN-10."""

    faction: Annotated[str, Word("faction", *names(Faction))]
    alliance: Annotated[str, Word("alliance", *ALLIANCES)]
    points: Annotated[int, Between(1, 1000, "Unit profiles")]
    move: Annotated[int, Between(1, 8, "Unit profiles")]
    toughness: Annotated[int, Between(1, 10, "Unit profiles")]
    wounds: Annotated[int, Between(1, 60, "Unit profiles")]
    weapons: Annotated[tuple[WeaponSpec, ...], Many(1, WEAPONS, "weapons", "WC-GEN-12")]
    runemarks: tuple[Annotated[str, Word("runemark", *names(Runemark))], ...] = ()
    abilities: tuple[Annotated[str, Word("ability", *names(Ability))], ...] | None = None


@dataclass(frozen=True)
class ForceSpec:
    """A warband: fighters by their profiles, leader first, in roster order; own profiles beside the shipped ones. Clause: WC-SETUP-01."""

    title: str
    faction: Annotated[str, Word("faction", *names(Faction)[:-1])]
    fighters: Annotated[tuple[str, ...], Many(3, FORCE, "fighters", "WC-SETUP-01")]
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

    width: Annotated[int, Between(8, WIDTH, "DG-1")]
    height: Annotated[int, Between(8, HEIGHT, "DG-1")]
    mirror: bool = False
    exempt: bool = False
    platforms: dict[Annotated[str, Word("height of platforms", "3", "6", why="T7")], Cells] = field(default_factory=dict)
    pillars: Cells = ()
    deadly: Cells = ()
    low: Cells = ()
    underpass: Cells = ()
    low_walls: Walls = field(default_factory=dict)
    tall_walls: Walls = field(default_factory=dict)
    stairs: Walls = field(default_factory=dict)
    ladders: Walls = field(default_factory=dict)
    archways: Walls = field(default_factory=dict)
    doors: Walls = field(default_factory=dict)


@dataclass(frozen=True)
class GroupSpec:
    """Where and when a battle group is set up: a point [x, y] or a line [x, y, x, y] along an edge, in inches; RND `round`.

    Clauses: WC-DEP-02, WC-RES-03..05.
    """

    point: tuple[float, float] | None = None
    line: tuple[float, float, float, float] | None = None
    round: Annotated[int, Between(1, 3, "WC-DEP-02")] = 1


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
    it. Without `blue` its points are red's after half a turn of the board. Victory points a round are given for each objective held
    (`per_objective`), for any (`for_any`), for two or more (`for_two`), for more than the opponent (`for_more`), for more Wounds
    (`for_wounds`) or, in the round, more points (`for_tally`) of enemies taken down, for the enemy leader (`for_leader`), for more
    fighters within `centre_inches` of the centre (`for_centre`), for more table quarters (`for_quarters`); at the end for each treasure
    carried (`per_treasure`). `tokens` treasures are placed before the battle: the first within `token_first` of the centre, the others
    within `token_zone` and more than `token_gap` from each other. Each objective can be looted `loots` times.
    """

    title: str
    rounds: Annotated[int, Between(1, ROUNDS, "WC-RND-02")]
    red: ColourSpec
    victory: Annotated[str, Word("kind of victory", *names(Victory))]
    force_a: str = ""
    force_b: str = ""
    warband_a: ForceSpec | None = None
    warband_b: ForceSpec | None = None
    blue: ColourSpec | None = None
    map: str = ""
    board: MapSpec | None = None
    points_limit: Annotated[int, Between(1, 5000, "WC-SETUP-01")] = 1000
    objectives: Annotated[tuple[tuple[float, float], ...], Many(0, OBJECTIVES, "objectives", "WC-VC-01")] = ()
    single_objective: bool = False
    per_objective: Points = 0
    for_any: Points = 0
    for_two: Points = 0
    for_more: Points = 0
    for_wounds: Points = 0
    for_tally: Points = 0
    for_leader: Points = 0
    for_centre: Points = 0
    for_quarters: Points = 0
    per_treasure: Points = 0
    centre_inches: Inches = 0
    tokens: Treasures = 0
    token_first: Inches = 1
    token_zone: Inches = 5
    token_gap: Inches = 3
    loots: Treasures = 0
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
    """The contents of a file of the package, by name; read once, since a thousand worlds ask for them. Nobody changes them."""
    return read_all(FOLDER / file, kind)


def read_constants(own: str | None) -> ConstantsSpec:
    """The figures of the rules, those of one's own file replacing the shipped ones.

    Raises:
        DataError: see `tables.build`.
    """
    path = FOLDER / "constants.toml"
    data = read_toml(path)
    if own is not None:
        data |= read_own(own)
        path = Path(own)
    return build(ConstantsSpec, data, path)
