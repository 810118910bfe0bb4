"""What the TOML files may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from skirmish_rl.envs.core.scenarios import names
from skirmish_rl.envs.core.tables import Between, Many, Word
from skirmish_rl.envs.trench_crusade.data.fields import OBJECTIVES
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.state import FORCE, MARKERS, REACH, RELICS, ROWS, TURNS, WIDTH, Deed

FOLDER = Path(__file__).parent
FACTIONS = ("garrison", "legion")
RUINS = {
    "ruin6": ("WW..WW", "WfffSW", ".ffff.", ".ffff.", "WSfffW", "WW..WW"),
    "ruin4": (".fWW", "fffW", "Wfff", "WWf."),
}  # top row first; '.' is a doorway  # fmt: skip

Box = tuple[int, int, int, int]
Faction = Annotated[str, Word("faction", *FACTIONS)]
Traits = tuple[Annotated[str, Word("keyword or ability", *names(Trait))], ...]
Modifier = Annotated[int, Between(-3, 3, "TC-KW-01")]
Skill = Annotated[int, Between(-4, 4, "TC-RNG-08, TC-MEL-02")]
Points = Annotated[int, Between(0, 9, "TC-END-01")]


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

    kind: Annotated[str, Word("kind of weapon", "ranged", "melee", "grenade", "natural")]
    hands: int = 0
    range: Annotated[int, Between(1, 48)] = 1
    dice: Modifier = 0
    injury_dice: Modifier = 0
    injury_modifier: Modifier = 0
    automatic: Annotated[int, Between(1, 3, "TC-KW-04")] = 1
    cleave: Annotated[int, Between(1, 3, "TC-KW-09")] = 1
    blast: Annotated[int, Between(0, 6, "TC-KW-06")] = 0
    keywords: tuple[Annotated[str, Word("keyword", *names(Keyword))], ...] = ()
    lug: bool = False
    needs_lug: bool = False
    cost: dict[str, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    elite: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class KitSpec:
    """An item that is no weapon: armour, shield, something held in a hand, or other kit. TC-ABL-12."""

    place: Annotated[str, Word("place of an item", "", "armour", "shield", "hand")] = ""
    armour: int = 0
    traits: Traits = ()
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

    faction: Faction
    cost: int
    limit: tuple[int, int]
    group: str = ""
    move: Annotated[int, Between(1, REACH, "TC-MOV-01")] = 6
    ranged: Skill = 0
    melee: Skill = 0
    armour: Annotated[int, Between(0, 3, "TC-INJ-04")] = 0
    traits: Traits = ()
    weapons: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    charge: Annotated[str, Word("charge die", "d6", "d3", "best")] = "d6"
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
    traits: Traits = ()
    regenerate: Annotated[int, Between(0, MARKERS, "TC-KW-23")] = 0
    blessed: Annotated[int, Between(0, MARKERS, "TC-BLS-01, TC-BLS-02")] = 0


@dataclass(frozen=True)
class WarbandSpec:
    """A warband within its points. TC-FORCE-02."""

    title: str
    faction: Faction
    points: int
    models: Annotated[tuple[ModelSpec, ...], Many(1, FORCE, "models", "TC-FORCE-02")]


@dataclass(frozen=True)
class MapSpec:
    """A layout: boxes [x from, x to, y from, y to] of each terrain, ruins by template and lower-left corner."""

    size: tuple[Annotated[int, Between(12, WIDTH, "Digitising")], Annotated[int, Between(12, ROWS, "Digitising")]]
    zones: tuple[Box, Box]
    transposed: bool = False
    objectives: Annotated[tuple[Box, ...], Many(0, OBJECTIVES, "objectives", "Digitising")] = ()
    ruins: dict[Annotated[str, Word("ruin", *RUINS)], tuple[tuple[int, int], ...]] = field(default_factory=dict)
    walls: tuple[Box, ...] = ()
    low_walls: tuple[Box, ...] = ()
    craters: tuple[Box, ...] = ()
    wire: tuple[Box, ...] = ()
    wire_keywords: tuple[Annotated[str, Word("keyword of dangerous terrain", "fire", "gas", "shrapnel")], ...] = ()
    trenches: tuple[Box, ...] = ()
    landmarks: tuple[Box, ...] = ()


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: a map, warbands, scoring, length. Section Scenarios.

    Warbands are named, or stand in it as `forces`. With `skirmish` its observations are those of generated worlds, so that agents trained
    on these can play it. `deployed` models of a warband begin on the board, the others are reinforcements (0: all begin); relic k counts
    up to the end of Turn `relics_last[k]`.
    """

    title: str
    turns: Annotated[int, Between(1, TURNS, "TC-TURN-01")]
    warbands: tuple[str, str] = ("", "")
    forces: tuple[WarbandSpec, ...] = ()
    map: str = ""
    board: MapSpec | None = None
    piece_points: Points = 0
    deed_points: Points = 1
    deeds: tuple[Annotated[str, Word("deed", *names(Deed))], ...] = ()
    relics: Annotated[tuple[tuple[int, int], ...], Many(0, RELICS, "relics", "S3")] = ()
    relics_last: tuple[Annotated[int, Between(1, TURNS, "S3")], ...] = ()
    relic_points: Points = 1
    relic_most: Points = 4
    relic_last_points: Points = 2
    morale: bool = True
    deployed: Annotated[int, Between(0, FORCE, "S3")] = 0
    infiltration: bool = False
    skirmish: bool = False
    tags: tuple[str, ...] = ()
