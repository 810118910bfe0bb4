"""What the TOML files may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class TerrainSpec:
    """A kind of terrain: heights in inches, movement cost as a factor. Table T6."""

    height: int = 0
    top: int = 0
    cost: int = 1
    cover: bool = False
    dangerous: bool = False
    impassable: bool = False


@dataclass(frozen=True)
class WeaponSpec:
    """A weapon: ranged, melee, grenade, or natural. Section Weapons; TC-KW-01..36, TC-ABL-11, 17, 18."""

    kind: str
    hands: int = 0
    range: int = 1
    dice: int = 0
    injury_dice: int = 0
    injury_modifier: int = 0
    automatic: int = 1
    cleave: int = 1
    blast: int = 0
    keywords: tuple[str, ...] = ()
    lug: bool = False
    needs_lug: bool = False
    cost: dict[str, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    elite: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class KitSpec:
    """An item that is no weapon: armour, shield, something held in a hand, or other kit. TC-ABL-12."""

    place: str = ""
    armour: int = 0
    traits: tuple[str, ...] = ()
    weapon: str = ""
    cost: dict[str, int] = field(default_factory=dict)
    elite: bool = False
    only: tuple[str, ...] = ()
    most: int = 12


@dataclass(frozen=True)
class ProfileSpec:
    """A stat line with what belongs to it. Sections Force A and Force B.

    `charge` is d6, d3 or best (of two dice); `drill` ignores HEAVY for one melee weapon; `better` takes +1 Ranged or Melee;
    `dearest` is the most that an item may cost; `natural` weapons are all it ever has.
    """

    faction: str
    cost: int
    limit: tuple[int, int]
    group: str = ""
    move: int = 6
    ranged: int = 0
    melee: int = 0
    armour: int = 0
    traits: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    charge: str = "d6"
    drill: bool = False
    shield: bool = True
    better: bool = False
    dearest: int = 0
    natural: bool = False


@dataclass(frozen=True)
class ModelSpec:
    """A model of a warband: its profile and what is bought for it; `better` is "ranged" or "melee" for a veteran.

    `traits`, `regenerate` and `blessed` are gifts of a scenario that no points buy (TC-KW-23, TC-BLS-02).
    """

    profile: str
    weapons: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    fireteam: int = 0
    infiltrator: bool = False
    better: str = ""
    traits: tuple[str, ...] = ()
    regenerate: int = 0
    blessed: int = 0


@dataclass(frozen=True)
class WarbandSpec:
    """A warband within its points. TC-FORCE-02."""

    title: str
    faction: str
    points: int
    models: tuple[ModelSpec, ...]


@dataclass(frozen=True)
class MapSpec:
    """A layout: boxes [x from, x to, y from, y to] of each terrain, ruins by template and lower-left corner."""

    size: tuple[int, int]
    zones: tuple[Box, Box]
    transposed: bool = False
    objectives: tuple[Box, ...] = ()
    ruins: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    walls: tuple[Box, ...] = ()
    low_walls: tuple[Box, ...] = ()
    craters: tuple[Box, ...] = ()
    wire: tuple[Box, ...] = ()
    wire_keywords: tuple[str, ...] = ()
    trenches: tuple[Box, ...] = ()
    landmarks: tuple[Box, ...] = ()


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: a map, warbands, scoring, length. Section Scenarios.

    Warbands are named, or stand in it as `forces`. With `skirmish` its observations are those of generated worlds, so that agents trained
    on these can play it. `deployed` models of a warband begin on the board, the others are reinforcements (0: all begin); relic k counts up to the end of
    Turn `relics_last[k]`.
    """

    title: str
    turns: int
    warbands: tuple[str, str] = ("", "")
    forces: tuple[WarbandSpec, ...] = ()
    map: str = ""
    board: MapSpec | None = None
    piece_points: int = 0
    deed_points: int = 1
    deeds: tuple[str, ...] = ()
    relics: tuple[tuple[int, int], ...] = ()
    relics_last: tuple[int, ...] = ()
    relic_points: int = 1
    relic_most: int = 4
    relic_last_points: int = 2
    morale: bool = True
    deployed: int = 0
    infiltration: bool = False
    skirmish: bool = False
    tags: tuple[str, ...] = ()
