"""What the TOML files may say, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from skirmish_rl.envs.core.scenarios import names
from skirmish_rl.envs.core.tables import Between, Many, Word, build, read_own, read_toml
from skirmish_rl.envs.tide_of_iron.data.fields import MAX_MARKERS
from skirmish_rl.envs.tide_of_iron.state import (
    COPIES,
    DECKS,
    FORCE,
    OBJECTIVES,
    ROUNDS,
    ROWS,
    SLOTS_OF_BASE,
    WIDTH,
    Deck,
    Figure,
    Goal,
    Kind,
    Operation,
    Specialty,
    Terrain,
    Victory,
)

FOLDER = Path(__file__).parent
SIDE_NAMES = ("a", "b")
BY_DIE = "die"  # a die says who has the initiative first (TI-SET-01)
STREAMS = {"shallow": Terrain.STREAM, "deep": Terrain.DEEP_STREAM, "flooded": Terrain.POND}  # TI-MOV-09
DRAWN = ("woods", "building", "rough", "bridge", "stream", "pond")  # what a map may list
TRENCHES = ("entrenchment", "pillbox")
MAX_VALUE = 20

Cell = tuple[int, int]
Value = Annotated[int, Between(0, MAX_VALUE)]
Face = Annotated[int, Between(2, 6, "a face that succeeds")]
Cost = Annotated[int, Between(0, MAX_VALUE, "TI-MOV-10, TI-TRN-03")]
Suppressed = dict[Annotated[str, Word("result", "pinned", "disrupted", "routed")], Annotated[int, Between(1, MAX_VALUE, "TI-SUP-01..03")]]
Damaged = dict[Annotated[str, Word("result", "light", "heavy", "destroyed")], Annotated[int, Between(1, MAX_VALUE, "TI-VEH-02..04")]]
Points = Annotated[int, Between(0, 99, "TI-WIN-02")]
Side = Annotated[str, Word("side", *SIDE_NAMES, "")]
Figures = dict[Annotated[str, Word("figure", *names(Figure))], Annotated[int, Between(1, SLOTS_OF_BASE, "TI-GEN-03")]]
Tokens = tuple[Annotated[str, Word("specialisation", *names(Specialty)[1:])], ...]
Marker = Annotated[str, Word("marker", "wire", "mines", "traps", *TRENCHES)]
DeckName = Annotated[str, Word("deck", *names(Deck))]


@dataclass(frozen=True)
class EntrySpec:
    """A terrain: points to enter it, 0 where it is barred, and its cover. Clauses: TI-MOV-09, TI-MOV-10, TI-TRN-03, TI-TRN-04."""

    squad: Cost
    vehicle: Cost
    cover: Cost


@dataclass(frozen=True)
class ConstantsSpec:
    """The figures of the rules; each one's clause stands beside it in constants.toml."""

    attack_close: Face
    attack_normal: Face
    attack_long: Face
    defence_success: Face
    mine_dice: Value
    mine_success: Face
    fire_success: Face
    assault_success: Face
    heal_success: Face
    suppressed_none: Suppressed
    suppressed_pinned: Suppressed
    suppressed_disrupted: Suppressed
    damaged_none: Damaged
    damaged_light: Damaged
    damaged_heavy: Damaged
    squad_move: Value
    road: Value
    climb: Value
    trench_cover: Value
    pillbox_cover: Value
    traps_cover: Value
    flame_cover: Value
    flame_fp: Value
    anti_tank_range: Value
    anti_tank_fp: Value
    concussive: Value
    wire_hits: Value
    veteran_range: Value
    veteran_fp: Value
    fog: Value
    op_mode_free: bool
    anti_tank_halves: bool
    terrain: dict[Annotated[str, Word("terrain", *names(Terrain))], EntrySpec]


@dataclass(frozen=True)
class FigureSpec:
    """A figure: (range, FP) against infantry and against vehicles. Clause: TI-GEN-04."""

    infantry: tuple[int, int]
    vehicles: tuple[int, int]
    points: int


@dataclass(frozen=True)
class VehicleSpec:
    """A vehicle; without weapons unless `infantry` and `vehicles` give (range, FP). Clauses: TI-GEN-04, TI-VEH-01, TI-TRP-01."""

    move: int
    armour: int
    points: int
    infantry: tuple[int, int] = (0, 0)
    vehicles: tuple[int, int] = (0, 0)
    capacity: int = 0
    traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProfilesSpec:
    """All stat lines: figures of each side, vehicles, and the prices of specialisation tokens."""

    mortar_suppressive: int
    figures: dict[str, dict[str, FigureSpec]]
    vehicles: dict[str, VehicleSpec]
    tokens: dict[str, int]


@dataclass(frozen=True)
class UnitSpec:
    """A squad with its figures, or a vehicle. `due` is the round in whose Status Phase it arrives, 0 for set-up."""

    kind: Annotated[str, Word("kind of unit", *names(Kind))] = "squad"
    figures: Figures = field(default_factory=dict)
    specialty: Annotated[str, Word("specialisation", *names(Specialty))] = "none"
    due: int = 0


@dataclass(frozen=True)
class ForceSpec:
    """A side's units in the order of their slots, and its specialisation tokens. Clause: TI-SET-02.

    `nation` names the side whose figures it has wherever it fights; without it those of the side that it takes the place of.
    """

    title: str
    units: Annotated[tuple[UnitSpec, ...], Many(1, FORCE, "units", "Digitising")]
    tokens: Tokens = ()
    nation: Side = ""


@dataclass(frozen=True)
class CardSpec:
    """A strategy card. Clauses: TI-CRD-07, TI-CRD-10..36."""

    deck: DeckName
    copies: Annotated[int, Between(0, COPIES, "TI-CRD-07")]
    cost: int
    phases: tuple[Annotated[str, Word("phase", "action", "command")], ...]
    plus: bool = False
    amount: int = 0
    dice: int = 0
    contact: int = 0
    accuracy: int = 0
    from_round: int = 0
    units: tuple[UnitSpec, ...] = ()
    units_b: tuple[UnitSpec, ...] = ()


@dataclass(frozen=True)
class MapSpec:
    """A map: hexes [column, row] by terrain and by level, and roads as chains of neighbours. Clause: TI-TRN-01."""

    width: Annotated[int, Between(3, WIDTH, "Digitising")]
    rows: Annotated[int, Between(3, ROWS, "Digitising")]
    terrain: dict[Annotated[str, Word("terrain", *DRAWN)], tuple[Cell, ...]] = field(default_factory=dict)
    levels: dict[Annotated[str, Word("level of a hill", "1", "2", why="TI-TRN-01")], tuple[Cell, ...]] = field(default_factory=dict)
    roads: tuple[tuple[Cell, ...], ...] = ()


@dataclass(frozen=True)
class SideSpec:
    """One side: its units (those of `force` first), zones as lists of rows, cards.

    `markers` are placed by the side at set-up, entrenchments and pillboxes in `trench_rows`, the others in `wire_rows`;
    `op_fire` lets it begin with units in Op Fire mode (TI-SET-08). `nation` names the side whose figures it has, without it its own.
    """

    actions: Annotated[int, Between(1, FORCE, "TI-ACT-01")]
    zone: tuple[int, ...]
    force: str = ""
    nation: Side = ""
    title: str = ""
    units: tuple[UnitSpec, ...] = ()
    tokens: Tokens = ()
    arrival: tuple[int, ...] = ()
    markers: Annotated[tuple[Marker, ...], Many(0, MAX_MARKERS, "markers", "TI-SET-01")] = ()
    trench_rows: tuple[int, ...] = ()
    wire_rows: tuple[int, ...] = ()
    op_fire: bool = False
    decks: Annotated[tuple[DeckName, ...], Many(0, DECKS, "decks", "TI-SET-04", differ=True)] = ()
    start_cards: int = 0
    operations: tuple[Annotated[str, Word("operations card", *names(Operation))], ...] = ()


@dataclass(frozen=True)
class ObjectiveSpec:
    """An objective; `value` is VP per Command Phase or command, `holder` the side that controls it at the start, if any."""

    cell: Cell
    kind: Annotated[str, Word("kind of objective", *names(Goal))]
    value: Annotated[int, Between(0, MAX_VALUE, "TI-CMD-10")]
    holder: Side = ""


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: map, sides, objectives, length, victory. Clause: TI-GEN-01.

    `map` names a shipped map, `board` is one's own; `markers` lie on the map from the start. A control scenario is won by its
    `attacker` when he holds all victory objectives at the end of round `control_from` or a later one (TI-WIN-03). With `skirmish` its
    observations are those of generated worlds, so that agents trained on these can play it.
    """

    title: str
    rounds: Annotated[int, Between(1, ROUNDS, "TI-RND-03")]
    initiative: Annotated[str, Word("side", *SIDE_NAMES, BY_DIE)]
    a: SideSpec
    b: SideSpec
    objectives: Annotated[tuple[ObjectiveSpec, ...], Many(0, OBJECTIVES, "objectives", "Digitising")] = ()
    map: str = ""
    board: MapSpec | None = None
    first_placer: Side = ""
    stream: Annotated[str, Word("depth of streams", *STREAMS)] = "shallow"
    markers: dict[Marker, tuple[Cell, ...]] = field(default_factory=dict)
    victory: Annotated[str, Word("kind of victory", *names(Victory))] = "points"
    attacker: Side = ""
    control_from: int = 0
    winning_lead: Points = 0
    vehicle_points: Points = 0
    skirmish: bool = False
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setting:
    """Everything a scenario is packed from; `sides` and `forces` by seat."""

    spec: ScenarioSpec
    board: MapSpec
    sides: tuple[SideSpec, SideSpec]
    forces: tuple[ForceSpec, ForceSpec]
    constants: ConstantsSpec
    profiles: ProfilesSpec
    cards: dict[str, CardSpec]


def read_profiles() -> ProfilesSpec:
    """The shipped stat lines."""
    path = FOLDER / "profiles.toml"
    return build(ProfilesSpec, read_toml(path), path)


def read_constants(own: str | None) -> tuple[ConstantsSpec, Path]:
    """The figures of the rules, those of one's own file replacing the shipped ones, and the file to blame for them.

    Raises:
        DataError: see `tables.build`.
    """
    path = FOLDER / "constants.toml"
    data = read_toml(path)
    if own is not None:
        data = _merged(data, read_own(own))
        path = Path(own)
    return build(ConstantsSpec, data, path), path


def _merged(data: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    result = dict(data)
    for key, value in own.items():
        result[key] = _merged(result[key], value) if isinstance(value, dict) and isinstance(result.get(key), dict) else value
    return result
