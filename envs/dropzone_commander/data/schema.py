"""What the TOML files may say."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from skirmish_rl.envs.core.scenarios import names, read_all
from skirmish_rl.envs.core.tables import Between, Many, Word
from skirmish_rl.envs.dropzone_commander.kit import Category, GroupType, Kind, Load, Trait
from skirmish_rl.envs.dropzone_commander.state import CARDS, GROUPS, PIECES, ROUNDS, WEAPONS, WIDTH, Prop, Scoring

FOLDER = Path(__file__).parent
PROPERTIES = tuple(names(Prop))
ARCS = ("F", "S", "L", "R", "B")
DEVASTATED = ("infantry", "tank", "skimmer", "walker", "aircraft", "scenery", "flammable_scenery", "all")
COVERS = ("soft", "body", "hull", "all")
ZONE_NAMES = ("south", "north", "west", "east", "south_west", "north_east", "south_east", "north_west")
EDGE_NAMES = ("north", "east", "south", "west")  # of a Garrison, in the order of Site

Inches = Annotated[int, Between(0, 100, "DZ-SHT-06")]
Digit = Annotated[int, Between(0, 9)]
Figure = Annotated[int, Between(0, 20)]
Size = Annotated[int, Between(1, 9)]
Save = Annotated[int, Between(0, 6, "DZ-SHT-16, DZ-SPEC-20")]
LoadName = Annotated[str, Word("class of transport", *names(Load)[1:])]


@dataclass(frozen=True)
class WeaponSpec:
    """A weapon: range [full, countered] in inches, 0 unlimited; without `acc` it hits by itself. Chapters SHT, SPEC.

    Without `move_fire` it may be fired whatever its unit moved (DZ-MOV-08). Arcs: F front, S both sides, L left, R right, B rear.
    """

    name: str
    shots: Annotated[int, Between(1, 20)]
    energy: Figure
    range: tuple[Inches, Inches] = (0, 0)
    acc: Annotated[int, Between(0, 6, "DZ-SHT-09")] = 0
    arc: tuple[Annotated[str, Word("arc", *ARCS)], ...] = ()
    move_fire: Annotated[int, Between(0, 60)] | None = None
    close: bool = False
    alt: Digit = 0
    aa: Annotated[int, Between(0, 6)] | None = None
    area: bool = False
    articulated: bool = False
    flame: bool = False
    indirect: bool = False
    penetrative: bool = False
    cover: tuple[Annotated[str, Word("cover", *COVERS)], ...] = ()
    destroyer: Annotated[int, Between(0, 6, "DZ-SPEC-07")] = 0
    devastator: Digit = 0
    devastates: tuple[Annotated[str, Word("type", *DEVASTATED)], ...] = ()
    focus: Digit = 0
    reduced: Figure = 0
    limited: Digit = 0
    strafe: Annotated[int, Between(0, 4)] = 0
    tech_killer: bool = False


@dataclass(frozen=True)
class ProfileSpec:
    """A unit. `needs` is the room of class `load` that it takes aboard a Transport, `carries` the classes that share `capacity`.

    `fast` is the least that a Fast Aircraft moves, `infiltrate` and `rapid` are inches. Clauses: DZ-TRN-01, DZ-AIR-09, DZ-SPEC-24.
    """

    role: str
    category: Annotated[str, Word("category", *names(Category))]
    kind: Annotated[str, Word("kind", *names(Kind))]
    move: Annotated[int, Between(0, 30)]
    armour: Annotated[int, Between(1, 20)]
    dp: Annotated[int, Between(1, 40)]
    points: Annotated[int, Between(0, 500)]
    squad: tuple[Size, Size]
    weapons: Annotated[tuple[WeaponSpec, ...], Many(0, WEAPONS, "weapons")] = ()
    active: bool = False
    evasion: Annotated[int, Between(0, 6)] = 0
    passive: Save = 0
    fortitude: Annotated[int, Between(0, 6, "DZ-CQ-07")] = 0
    dodge: Save = 0
    rapid: Annotated[int, Between(0, 30)] | None = None
    infiltrate: Annotated[int, Between(0, 24)] = 0
    fast: Annotated[int, Between(0, 30)] = 0
    needs: Figure = 0
    load: LoadName = ""
    capacity: Figure = 0
    carries: tuple[LoadName, ...] = ()
    traits: tuple[Annotated[str, Word("special rule", *(one for one in names(Trait) if one != "rapid"))], ...] = ()


@dataclass(frozen=True)
class SquadSpec:
    """A squad: `aboard` is the Transport it starts in (DZ-DEP-08), `commander` the CV of the Commander in it, `weapons` those it takes."""

    profile: str
    size: int
    aboard: str = ""
    commander: Annotated[int, Between(0, 6, "DZ-CMDR-01")] = 0
    weapons: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupSpec:
    """A battlegroup: its type and its squads. Clause: DZ-ARMY-01."""

    type: Annotated[str, Word("type of battlegroup", *names(GroupType))]
    squads: tuple[str, ...]


@dataclass(frozen=True)
class ForceSpec:
    """An army; squads that no battlegroup names are Auxiliary. One's own profiles stand beside the shipped ones. Chapter ARMY."""

    title: str
    size: str
    points: int
    battlegroups: Annotated[tuple[GroupSpec, ...], Many(1, GROUPS, "battlegroups", "DZ-ARMY-01")]
    squads: dict[str, SquadSpec]
    profiles: dict[str, ProfileSpec] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenerySpec:
    """A kind of scenery; height in inches. Clauses: DZ-SCN-01, T6."""

    height: Annotated[float, Between(0, 30, "T6", step=0.25)]
    properties: tuple[Annotated[str, Word("property", *PROPERTIES)], ...] = ()
    armour: Annotated[int, Between(0, 20, "DZ-SCN-01")] = 0
    dp: Annotated[int, Between(0, 60, "DZ-SCN-01")] = 0


@dataclass(frozen=True)
class PieceSpec:
    """A piece of scenery: [x, y, width, height] from its south-west cell, its linked Garrisons, the edges that are sealed.

    Clauses: DZ-GAR-03, DZ-GAR-11.
    """

    kind: str
    at: tuple[int, int, int, int]
    links: tuple[str, ...] = ()
    sealed: tuple[Annotated[str, Word("edge", *EDGE_NAMES)], ...] = ()


@dataclass(frozen=True)
class MapSpec:
    """A board of `size` cells a side; roads are [x from, x to, y from, y to]. `kinds` are one's own kinds of scenery."""

    size: Annotated[int, Between(12, WIDTH, "DZ-GRID-01")]
    pieces: Annotated[dict[str, PieceSpec], Many(0, PIECES, "pieces of scenery")] = field(default_factory=dict)
    roads: tuple[tuple[int, int, int, int], ...] = ()
    kinds: dict[str, ScenerySpec] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: map, armies, zones, objectives and what they are worth. What ends in `_more` holds for three and four seats.

    Objectives lie in the Garrisons named in `objectives`, those of `open` in the open. `direct`: battlegroups may be Directly Deployed.
    Infantry shoots twice as far out of the Garrisons of `double_range`. `cards` are the numbers of a deck of one's own, instead of
    `deck`. `armies`, one for each seat, stand here whole instead of names in `forces`. With `skirmish` its observations are those of
    generated worlds, so that agents trained on these can play it. Chapters DEP, OBJ, SCEN, CARD.
    """

    title: str
    seats: tuple[int, int]
    rounds: Annotated[int, Between(1, ROUNDS, "DZ-INIT-01")]
    size: str
    points: int
    zones: tuple[Annotated[str, Word("zone", *ZONE_NAMES)], ...]
    scoring: Annotated[str, Word("way of scoring", *names(Scoring))]
    forces: tuple[str, ...] = ()
    armies: tuple[ForceSpec, ...] = ()
    map: str = ""
    map_more: str = ""
    board: MapSpec | None = None
    objectives: tuple[str, ...] = ()
    objectives_more: tuple[str, ...] = ()
    objectives_published: tuple[str, ...] = ()
    open: tuple[tuple[int, int], ...] = ()
    hidden: bool = False
    mobile: bool = False
    direct: bool = False
    double_range: tuple[str, ...] = ()
    double_range_more: tuple[str, ...] = ()
    deck: Annotated[str, Word("deck", "full", "reduced", "none")] = "full"
    cards: Annotated[tuple[Annotated[int, Between(1, CARDS, "DZ-CARD-05")], ...], Many(0, CARDS, "cards", "DZ-CARD-05", differ=True)] = ()
    skirmish: bool = False
    tags: tuple[str, ...] = ()


@functools.cache
def read_profiles() -> dict[str, ProfileSpec]:
    """The shipped profiles, which nobody may change in the dictionary."""
    return read_all(FOLDER / "profiles.toml", ProfileSpec)


@functools.cache
def read_scenery() -> dict[str, ScenerySpec]:
    """The shipped kinds of scenery, likewise."""
    return read_all(FOLDER / "scenery.toml", ScenerySpec)
