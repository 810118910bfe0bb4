"""What the TOML files may say."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path

from skirmish_rl.envs.core.scenarios import names, read_all
from skirmish_rl.envs.dropzone_commander.state import Prop

FOLDER = Path(__file__).parent
PROPERTIES = tuple(names(Prop))
ARCS = ("F", "S", "L", "R", "B")
DEVASTATED = ("infantry", "tank", "skimmer", "walker", "aircraft", "scenery", "flammable_scenery", "all")
COVERS = ("soft", "body", "hull", "all")
ZONE_NAMES = ("south", "north", "west", "east", "south_west", "north_east", "south_east", "north_west")
EDGE_NAMES = ("north", "east", "south", "west")  # of a Garrison, in the order of Site


@dataclass(frozen=True)
class WeaponSpec:
    """A weapon: range [full, countered] in inches, 0 unlimited; without `acc` it hits by itself. Chapters SHT, SPEC.

    Without `move_fire` it may be fired whatever its unit moved (DZ-MOV-08). Arcs: F front, S both sides, L left, R right, B rear.
    """

    name: str
    shots: int
    energy: int
    range: tuple[int, int] = (0, 0)
    acc: int = 0
    arc: tuple[str, ...] = ()
    move_fire: int | None = None
    close: bool = False
    alt: int = 0
    aa: int | None = None
    area: bool = False
    articulated: bool = False
    flame: bool = False
    indirect: bool = False
    penetrative: bool = False
    cover: tuple[str, ...] = ()
    destroyer: int = 0
    devastator: int = 0
    devastates: tuple[str, ...] = ()
    focus: int = 0
    reduced: int = 0
    limited: int = 0
    strafe: int = 0
    tech_killer: bool = False


@dataclass(frozen=True)
class ProfileSpec:
    """A unit. `needs` is the room of class `load` that it takes aboard a Transport, `carries` the classes that share `capacity`.

    `fast` is the least that a Fast Aircraft moves, `infiltrate` and `rapid` are inches. Clauses: DZ-TRN-01, DZ-AIR-09, DZ-SPEC-24.
    """

    role: str
    category: str
    kind: str
    move: int
    armour: int
    dp: int
    points: int
    squad: tuple[int, int]
    weapons: tuple[WeaponSpec, ...] = ()
    active: bool = False
    evasion: int = 0
    passive: int = 0
    fortitude: int = 0
    dodge: int = 0
    rapid: int | None = None
    infiltrate: int = 0
    fast: int = 0
    needs: int = 0
    load: str = ""
    capacity: int = 0
    carries: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class SquadSpec:
    """A squad: `aboard` is the Transport it starts in (DZ-DEP-08), `commander` the CV of the Commander in it, `weapons` those it takes."""

    profile: str
    size: int
    aboard: str = ""
    commander: int = 0
    weapons: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupSpec:
    """A battlegroup: its type and its squads. Clause: DZ-ARMY-01."""

    type: str
    squads: tuple[str, ...]


@dataclass(frozen=True)
class ForceSpec:
    """An army; squads that no battlegroup names are Auxiliary. One's own profiles stand beside the shipped ones. Chapter ARMY."""

    title: str
    size: str
    points: int
    battlegroups: tuple[GroupSpec, ...]
    squads: dict[str, SquadSpec]
    profiles: dict[str, ProfileSpec] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenerySpec:
    """A kind of scenery; height in inches. Clauses: DZ-SCN-01, T6."""

    height: float
    properties: tuple[str, ...] = ()
    armour: int = 0
    dp: int = 0


@dataclass(frozen=True)
class PieceSpec:
    """A piece of scenery: [x, y, width, height] from its south-west cell, its linked Garrisons, the edges that are sealed.

    Clauses: DZ-GAR-03, DZ-GAR-11.
    """

    kind: str
    at: tuple[int, int, int, int]
    links: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapSpec:
    """A board of `size` cells a side; roads are [x from, x to, y from, y to]. `kinds` are one's own kinds of scenery."""

    size: int
    pieces: dict[str, PieceSpec] = field(default_factory=dict)
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
    rounds: int
    size: str
    points: int
    zones: tuple[str, ...]
    scoring: str
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
    deck: str = "full"
    cards: tuple[int, ...] = ()
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
