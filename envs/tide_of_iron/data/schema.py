"""What the TOML files may say, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skirmish_rl.envs.core.tables import build, read_toml

FOLDER = Path(__file__).parent
SIDE_NAMES = ("a", "b")
BY_DIE = "die"  # a die says who has the initiative first (TI-SET-01)


@dataclass(frozen=True)
class EntrySpec:
    """A terrain: points to enter it, 0 where it is barred, and its cover. Clauses: TI-MOV-09, TI-MOV-10, TI-TRN-03, TI-TRN-04."""

    squad: int
    vehicle: int
    cover: int


@dataclass(frozen=True)
class ConstantsSpec:
    """The figures of the rules; each one's clause stands beside it in constants.toml."""

    attack_close: int
    attack_normal: int
    attack_long: int
    defence_success: int
    assault_success: int
    mine_dice: int
    mine_success: int
    fire_success: int
    heal_success: int
    suppressed_none: dict[str, int]
    suppressed_pinned: dict[str, int]
    suppressed_disrupted: dict[str, int]
    damaged_none: dict[str, int]
    damaged_light: dict[str, int]
    damaged_heavy: dict[str, int]
    squad_move: int
    road: int
    climb: int
    trench_cover: int
    pillbox_cover: int
    traps_cover: int
    flame_cover: int
    flame_fp: int
    anti_tank_range: int
    anti_tank_fp: int
    concussive: int
    wire_hits: int
    veteran_range: int
    veteran_fp: int
    fog: int
    op_mode_free: bool
    anti_tank_halves: bool
    terrain: dict[str, EntrySpec]


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

    kind: str = "squad"
    figures: dict[str, int] = field(default_factory=dict)
    specialty: str = "none"
    due: int = 0


@dataclass(frozen=True)
class ForceSpec:
    """A side's units in the order of their slots, and its specialisation tokens. Clause: TI-SET-02.

    `nation` names the side whose figures it has wherever it fights; without it those of the side that it takes the place of.
    """

    title: str
    units: tuple[UnitSpec, ...]
    tokens: tuple[str, ...] = ()
    nation: str = ""


@dataclass(frozen=True)
class CardSpec:
    """A strategy card. Clauses: TI-CRD-07, TI-CRD-10..36."""

    deck: str
    copies: int
    cost: int
    phases: tuple[str, ...]
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

    width: int
    rows: int
    terrain: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    levels: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    roads: tuple[tuple[tuple[int, int], ...], ...] = ()


@dataclass(frozen=True)
class SideSpec:
    """One side: its units (those of `force` first), zones as lists of rows, cards.

    `markers` are placed by the side at set-up, entrenchments and pillboxes in `trench_rows`, the others in `wire_rows`;
    `op_fire` lets it begin with units in Op Fire mode (TI-SET-08). `nation` names the side whose figures it has, without it its own.
    """

    actions: int
    zone: tuple[int, ...]
    force: str = ""
    nation: str = ""
    title: str = ""
    units: tuple[UnitSpec, ...] = ()
    tokens: tuple[str, ...] = ()
    arrival: tuple[int, ...] = ()
    markers: tuple[str, ...] = ()
    trench_rows: tuple[int, ...] = ()
    wire_rows: tuple[int, ...] = ()
    op_fire: bool = False
    decks: tuple[str, ...] = ()
    start_cards: int = 0
    operations: tuple[str, ...] = ()


@dataclass(frozen=True)
class ObjectiveSpec:
    """An objective; `value` is VP per Command Phase or command, `holder` the side that controls it at the start, if any."""

    cell: tuple[int, int]
    kind: str
    value: int
    holder: str = ""


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: map, sides, objectives, length, victory. Clause: TI-GEN-01.

    `map` names a shipped map, `board` is one's own; `markers` lie on the map from the start. A control scenario is won by its
    `attacker` when he holds all victory objectives at the end of round `control_from` or a later one (TI-WIN-03). With `skirmish` its
    observations are those of generated worlds, so that agents trained on these can play it.
    """

    title: str
    rounds: int
    initiative: str
    a: SideSpec
    b: SideSpec
    objectives: tuple[ObjectiveSpec, ...] = ()
    map: str = ""
    board: MapSpec | None = None
    first_placer: str = ""
    stream: str = "shallow"
    markers: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    victory: str = "points"
    attacker: str = ""
    control_from: int = 0
    winning_lead: int = 0
    vehicle_points: int = 0
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
        DataError: unknown key or wrong type.
    """
    path = FOLDER / "constants.toml"
    data = read_toml(path)
    if own is not None:
        path = Path(own)
        data = _merged(data, read_toml(path))
    return build(ConstantsSpec, data, path), path


def _merged(data: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    result = dict(data)
    for key, value in own.items():
        result[key] = _merged(result[key], value) if isinstance(value, dict) and isinstance(result.get(key), dict) else value
    return result
