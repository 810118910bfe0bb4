"""Generated worlds: a small board, equal on both sides, ground or relics to fight for, and two warbands of the same points.

Dossier, section Generated worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.trench_crusade.data.checks import BOXES, Rules, cells_of, check_warband, points_of
from skirmish_rl.envs.trench_crusade.data.pack import read_rules
from skirmish_rl.envs.trench_crusade.data.schema import FACTIONS, RUINS, Box, MapSpec, ModelSpec, ScenarioSpec, WarbandSpec
from skirmish_rl.envs.trench_crusade.data.seen import WORLD_PIECES, WORLD_SIZE, WORLD_UNITS

Cell = tuple[int, int]

WIDE, HIGH = WORLD_SIZE
BUDGETS = (300, 340, 380, 420)  # points of a warband
TOLERANCE = 6  # points that a warband may stay below
FEWEST = 4  # models of a warband
CORNER = 7  # inches of a zone in a corner
APART = 6  # cells between two relics at least, along and across the board together
GROUND_DEEDS = ("sixth_marker", "fall", "morale", "two_kills", "from_the_ground", "long_shot", "double_charge")  # of S2
RELIC_DEEDS = ("fall", "from_the_ground", "long_shot", "three_kills", "relic_guard", "two_relics")  # of S3
MIDDLES = {4: (10, 10), 6: (9, 9)}  # corner of a square in the middle of the board, by its side
_PLACES = 40  # that are tried for a piece
_LOW = frozenset({"low_walls", "craters", "wire", "trenches"})  # may lie in a zone: models are deployed there as elsewhere


def generate(luck: Luck) -> ScenarioSpec:
    """A world."""
    land = luck.choice(tuple(LANDS))
    ground = _ground(luck, land)
    turns, budget = luck.choice((3, 4, 4, 4)), luck.choice(BUDGETS)
    rules = read_rules()
    forces = _warband(luck, rules, budget), _warband(luck, rules, budget)
    relics = luck.chance(2, 5) or not (ground.middle or ground.pairs)
    spec = ScenarioSpec(
        title=f"A skirmish for {'relics' if relics else 'ground'}, {land}", turns=turns, forces=forces, infiltration=luck.chance(1, 3),
        skirmish=True, tags=("small", "skirmish"),
    )  # fmt: skip
    if not relics:
        return replace(spec, board=ground.board(_pieces(luck, ground)), piece_points=2, deeds=_deeds(luck, GROUND_DEEDS))
    cells, last = _relics(luck, ground, turns)
    return replace(spec, board=ground.board(()), relics=cells, relics_last=last, deeds=_deeds(luck, RELIC_DEEDS), morale=False)


def _ground(luck: Luck, land: str) -> Ground:
    """The board of a land; drawn until it has no more pieces than a world may have."""
    while True:
        ground = Ground(luck, _zones(luck))
        LANDS[land](luck, ground)
        if ground.n_pieces() <= WORLD_PIECES:
            return ground


def turned(box: Box) -> Box:
    """Where a box lies after half a turn of the board."""
    x0, x1, y0, y1 = box
    return WIDE - 1 - x1, WIDE - 1 - x0, HIGH - 1 - y1, HIGH - 1 - y0


def _zones(luck: Luck) -> tuple[Box, Box]:
    """Along the edges, or in one world of four in opposite corners."""
    if luck.chance(1, 4):
        west = luck.choice((0, WIDE - CORNER))
        south = west, west + CORNER - 1, 0, CORNER - 1
    else:
        south = 0, WIDE - 1, 0, luck.between(3, 5) - 1
    return south, turned(south)


def _deeds(luck: Luck, among: tuple[str, ...]) -> tuple[str, ...]:
    """None in one world of three, else three or four."""
    chosen = [] if luck.chance(1, 3) else luck.sample(among, luck.between(3, 4))
    return tuple(deed for deed in among if deed in chosen)


class Ground:
    """A board that is being laid out: one half is drawn, half a turn gives the other.

    Attributes:
        middle, pairs: places worth holding: in the middle, and one of each two that lie opposite each other.
    """

    def __init__(self, luck: Luck, zones: tuple[Box, Box]):
        self._luck = luck
        self._zones = zones
        self._in_zone = {cell for zone in zones for cell in cells_of(zone)}
        self._boxes: dict[str, list[Box]] = {}
        self._taken: set[Cell] = set()
        self.middle: Box | None = None
        self.pairs: list[Box] = []

    def hold(self, box: Box) -> None:
        """Note a place that is worth holding, unless it lies in a zone."""
        if box == turned(box):
            self.middle = box
        elif not self._in_zone & {*cells_of(box)}:
            self.pairs.append(box)

    def add(self, kind: str, box: Box, worth: bool = False, apart: int = 1) -> bool:
        """Lay a piece and its opposite, if both fit: on the board, so many cells apart from all others, high ones outside the zones."""
        x0, x1, y0, y1 = box
        around, opposite = {*cells_of((x0 - apart, x1 + apart, y0 - apart, y1 + apart))}, turned(box)
        if not (0 <= x0 <= x1 < WIDE and 0 <= y0 <= y1 < HIGH) or around & self._taken:
            return False
        if (kind not in _LOW and around & self._in_zone) or (box != opposite and around & {*cells_of(opposite)}):
            return False
        both = sorted({box, opposite})
        self._boxes.setdefault(kind, []).extend(both)
        self._taken |= {cell for one in both for cell in cells_of(one)}
        if worth:
            self.hold(box)
        return True

    def put(self, kind: str, wide: int, high: int, worth: bool = False, rows: tuple[int, int] = (0, HIGH // 2)) -> None:
        """Lay a piece of a size wherever it fits with its lowest cell in these rows, and its opposite."""
        for _ in range(_PLACES):
            x, y = self._luck.between(0, WIDE - wide), self._luck.between(*rows)
            if self.add(kind, (x, x + wide - 1, y, y + high - 1), worth):
                return

    def scatter(self, kind: str, n: int, long: tuple[int, int], broad: tuple[int, int] = (1, 1), worth: bool = False) -> None:
        """Lay some pairs of pieces of sizes between bounds, along or across the board."""
        for _ in range(n):
            one, other = self._luck.between(*long), self._luck.between(*broad)
            if self._luck.chance(1, 2):
                one, other = other, one
            self.put(kind, one, other, worth)

    def centre(self, kind: str, side: int) -> None:
        """Lay a square piece in the middle, a place worth holding."""
        x, y = MIDDLES[side]
        self.add(kind, (x, x + side - 1, y, y + side - 1), worth=True)

    def n_pieces(self) -> int:
        """How many pieces have been laid."""
        return sum(map(len, self._boxes.values()))

    def free_cells(self) -> list[Cell]:
        """Cells of one half, outside the zones and away from the edges, that no piece covers."""
        return [cell for cell in cells_of((2, WIDE - 3, 2, HIGH // 2 - 1)) if cell not in self._taken | self._in_zone]

    def board(self, objectives: tuple[Box, ...]) -> MapSpec:
        """The board with what has been laid."""
        laid = {kind: tuple(self._boxes.get(kind, ())) for kind in BOXES}
        return MapSpec(
            WORLD_SIZE, self._zones, objectives=objectives, walls=laid["walls"], low_walls=laid["low_walls"], craters=laid["craters"],
            wire=laid["wire"], trenches=laid["trenches"], landmarks=laid["landmarks"],
            ruins={kind: tuple((x, y) for x, _, y, _ in self._boxes[kind]) for kind in RUINS if kind in self._boxes},
        )  # fmt: skip


def _pieces(luck: Luck, ground: Ground) -> tuple[Box, ...]:
    """The ground to hold: the middle, one pair or two of the places around it, or both."""
    pairs = luck.sample(ground.pairs, min(len(ground.pairs), luck.between(1, 2)))
    has_middle = ground.middle is not None and (not pairs or luck.chance(3, 4))
    return (*([ground.middle] if ground.middle and has_middle else []), *(box for pair in pairs for box in (pair, turned(pair))))


def _relics(luck: Luck, ground: Ground, turns: int) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """Two pairs or three of relics outside the zones, and the Turns after which they are removed; the first pair stays to the end."""
    cells: list[Cell] = []
    most = 2 * luck.between(2, 3)
    for x, y in luck.shuffled(ground.free_cells()):
        i, _, j, _ = turned((x, x, y, y))
        if len(cells) < most and all(abs(x - a) + abs(y - b) >= APART for a, b in (*cells, (i, j))):
            cells += [(x, y), (i, j)]
    last = [turns, *(luck.between(1, turns - 1) for _ in cells[2::2])]
    return tuple(cells), tuple(turn for turn in last for _ in range(2))


def town(luck: Luck, ground: Ground) -> None:
    """Ruined houses with garden walls between them, rubble and barricades."""
    side = luck.choice((4, 4, 6))
    ground.centre(f"ruin{side}", side)
    for _ in range(luck.between(2, 3)):
        ground.put("ruin4", 4, 4, worth=True)
    ground.scatter("low_walls", luck.between(2, 4), (3, 5))
    ground.scatter("craters", luck.between(1, 2), (2, 3), (2, 2))
    ground.scatter("wire", luck.between(0, 1), (3, 4))


def trenches(luck: Luck, ground: Ground) -> None:
    """A front trench on either side, a sap towards the enemy, wire before them and shell holes between."""
    length, y = luck.between(11, 16), luck.between(4, 6)
    x = luck.between(0, WIDE - length)
    ground.add("trenches", (x, x + length - 1, y, y + 1))
    sap = luck.between(x + 1, x + length - 3)
    ground.add("trenches", (sap, sap + 1, y + 2, y + luck.between(3, 4)), apart=0)
    ground.hold((sap - 1, sap + 2, y, y + 1))
    if luck.chance(2, 3):
        ground.centre(luck.choice(("craters", "ruin4")), 4)
    for _ in range(2):
        ground.put("wire", luck.between(4, 7), 1, rows=(y + 3, 10))
    ground.put("ruin4", 4, 4, worth=True, rows=(y + 2, 11))
    ground.scatter("craters", luck.between(3, 5), (2, 3), (2, 2))
    ground.scatter("low_walls", luck.between(0, 1), (3, 4))


def waste(luck: Luck, ground: Ground) -> None:
    """Shelled ground: craters large and small, old wire, dead trees, what is left of a wall."""
    if luck.chance(2, 3):
        ground.centre("craters", 4)
    ground.scatter("craters", 2, (3, 4), (3, 4), worth=True)
    ground.scatter("craters", luck.between(2, 4), (2, 3), (1, 2))
    ground.scatter("wire", luck.between(2, 3), (3, 6))
    ground.scatter("landmarks", luck.between(2, 3), (1, 1))
    ground.scatter("low_walls", luck.between(1, 3), (2, 4))


def graveyard(luck: Luck, ground: Ground) -> None:
    """A chapel, rows of tombs on two sides of it, and the wall of the yard."""
    side = luck.choice((4, 6, 6))
    ground.centre(f"ruin{side}", side)
    x, y, step = luck.between(1, 3), luck.between(7, 9), luck.between(2, 3)
    for row in range(3):
        for column in range(luck.between(1, 3)):
            ground.add("landmarks", (x + step * column, x + step * column, y + 3 * row, y + 3 * row + 1))
    ground.put("low_walls", luck.between(6, 9), 1, rows=(4, 7))
    ground.scatter("low_walls", luck.between(1, 2), (3, 6))
    ground.put("ruin4", 4, 4, worth=True)
    ground.scatter("craters", luck.between(1, 2), (2, 3), (2, 3), worth=True)


def farm(luck: Luck, ground: Ground) -> None:
    """Farmhouses and a barn, long hedges with gaps between, a fence of wire, ponds that have run dry."""
    if luck.chance(1, 2):
        ground.centre("ruin4", 4)
    ground.put("ruin4", 4, 4, worth=True)
    for _ in range(luck.between(2, 3)):
        ground.put("low_walls", luck.between(6, 9), 1, rows=(3, 11))
    for _ in range(luck.between(1, 2)):
        ground.put("low_walls", 1, luck.between(4, 7), rows=(1, 9))
    ground.scatter("craters", 2, (3, 4), (3, 3), worth=True)
    ground.scatter("wire", luck.between(1, 2), (4, 6))
    ground.scatter("landmarks", luck.between(0, 2), (1, 1))


def rampart(luck: Luck, ground: Ground) -> None:
    """An old rampart across the board that has been breached; it can be climbed and walked upon. The gatehouse lies in the middle."""
    ground.centre("ruin4", 4)
    x, y = luck.between(0, 2), luck.between(8, 13)
    ground.add("walls", (x, x + luck.between(5, 6), y, y + 1))
    ground.put("ruin4", 4, 4, worth=True, rows=(3, 7))
    ground.put("walls", 2, luck.between(3, 4), rows=(4, 8))
    ground.scatter("craters", luck.between(1, 2), (2, 3), (2, 3), worth=True)
    ground.scatter("low_walls", luck.between(2, 3), (3, 5))
    ground.scatter("wire", luck.between(1, 2), (3, 5))


LANDS: dict[str, Callable[[Luck, Ground], None]] = {
    "town": town, "trenches": trenches, "waste": waste, "graveyard": graveyard, "farm": farm, "rampart": rampart,
}  # fmt: skip


def _model(text: str) -> ModelSpec:
    """A model from words: its profile, weapons, then after a stroke its kit; `better` of a veteran after a colon."""
    arms, _, kit = text.partition(" / ")
    profile, *weapons = arms.split()
    profile, _, better = profile.partition(":")
    return ModelSpec(profile, tuple(weapons), tuple(kit.split()), better=better)


def _models(*texts: str) -> tuple[ModelSpec, ...]:
    return tuple(map(_model, texts))


LEADERS = {
    "garrison": _models(
        "officer semi_auto_rifle sword", "officer pistol sword / standard_armour", "officer automatic_pistol sword",
        "officer automatic_shotgun polearm / standard_armour", "officer pistol sword / trench_shield",
    ),
    "legion": _models(
        "cult_leader pistol sword", "cult_leader semi_auto_rifle sword / standard_armour", "cult_leader silenced_pistol sacrificial_blade",
        "cult_leader shotgun great_hammer", "cult_leader pistol sword / trench_shield",
    ),
}  # fmt: skip
# What a warband is made of, by its style. Two models of three are of its own style.
STYLES: dict[str, dict[str, tuple[ModelSpec, ...]]] = {
    "garrison": {
        "guns": _models(
            "rifleman bolt_rifle bayonet", "rifleman bolt_rifle bayonet", "rifleman semi_auto_rifle bayonet / combat_helmet",
            "rifleman machine_gun trench_club", "rifleman grenade_launcher trench_club", "rifleman automatic_rifle bayonet",
            "marksman sniper_rifle trench_knife", "heavy_suit_trooper machine_gun trench_club",
        ),
        "assault": _models(
            "assault_trooper great_sword frag_grenade", "assault_trooper great_sword frag_grenade / standard_armour",
            "assault_trooper automatic_shotgun great_hammer", "assault_trooper pistol sword / trench_shield",
            "assault_trooper submachine_gun polearm", "rifleman flamethrower trench_club / gas_mask", "heavy_trooper great_sword",
            "heavy_suit_trooper heavy_flamethrower trench_club", "rifleman shotgun bayonet",
        ),
        "specialists": _models(
            "chaplain shotgun sword", "chaplain pistol sword / standard_armour", "medic pistol", "medic shotgun",
            "sapper automatic_shotgun", "sapper satchel_charge", "marksman sniper_rifle trench_knife", "rifleman bolt_rifle bayonet",
            "heavy_trooper heavy_shotgun trench_club", "rifleman incendiary_grenade trench_club / shovel",
        ),
    },
    "legion": {
        "guns": _models(
            "trooper bolt_rifle bayonet", "trooper bolt_rifle bayonet", "trooper semi_auto_rifle bayonet",
            "trooper machine_gun trench_club", "trooper grenade_launcher trench_club", "veteran:ranged bolt_rifle bayonet",
            "heavy_brute heavy_flamethrower trench_club", "bombardier trench_knife", "thrall bolt_rifle bayonet",
        ),
        "horde": _models(
            "thrall trench_club", "thrall trench_club", "thrall pistol trench_knife", "thrall polearm", "thrall bolt_rifle bayonet",
            "trooper sword / trench_shield", "trooper polearm gas_grenade", "trooper shotgun bayonet",
            "veteran:melee great_hammer frag_grenade", "trooper sword sword / soul_contract",
        ),
        "terror": _models(
            "war_beast", "dread_singer sword sword", "dread_singer sword sword / standard_armour", "stalker stalker_claws",
            "stalker silenced_pistol sword", "heavy_brute great_hammer", "heavy_brute shotgun great_sword",
            "trooper polearm / unholy_relic", "trooper flamethrower trench_club / brand", "thrall trench_club",
        ),
    },
}  # fmt: skip
EXTRAS = ("standard_armour", "combat_helmet", "gas_mask", "shovel", "climbing_kit")  # for what points are left


def _warband(luck: Luck, rules: Rules, budget: int) -> WarbandSpec:
    """A leader and whatever makes up the points; drawn until the lists allow it."""
    faction = luck.choice(FACTIONS)
    style = luck.choice(tuple(STYLES[faction]))
    every = [model for models in STYLES[faction].values() for model in models]
    while True:
        models = [luck.choice(LEADERS[faction])]
        for _ in range(30):
            left = budget - cost_of(models, rules)
            model = luck.choice(STYLES[faction][style] if luck.chance(2, 3) else every)
            if points_of(model, rules) <= left and len(models) < WORLD_UNITS:
                models.append(model)
        for _ in range(8):
            k, item = luck.below(len(models)), luck.choice(EXTRAS)
            better = replace(models[k], kit=(*models[k].kit, item))
            if points_of(better, rules) - points_of(models[k], rules) <= budget - cost_of(models, rules) and item not in models[k].kit:
                models[k] = better
        band = WarbandSpec(style.capitalize(), faction, budget, _in_teams(luck, faction, models))
        if len(models) >= FEWEST and budget - cost_of(models, rules) <= TOLERANCE and _is_legal(band, rules):
            return band


def cost_of(models: Iterable[ModelSpec], rules: Rules) -> int:
    """Points of some models. Dossier, section Unit profiles."""
    return sum(points_of(model, rules) for model in models)


def _in_teams(luck: Luck, faction: str, models: Sequence[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The roster: the leader, then the others by profile; in the garrison two who stand together may be a fireteam."""
    roster = [models[0], *sorted(models[1:], key=lambda model: (model.profile, model.weapons))]
    team, k = 1, 1
    while faction == "garrison" and team <= 2 and k + 1 < len(roster):
        if roster[k].profile == roster[k + 1].profile and luck.chance(2, 3):
            roster[k], roster[k + 1] = replace(roster[k], fireteam=team), replace(roster[k + 1], fireteam=team)
            team, k = team + 1, k + 1
        k += 1
    return tuple(roster)


def _is_legal(band: WarbandSpec, rules: Rules) -> bool:
    try:
        check_warband(band, rules, Path("a drawn warband"))
    except DataError:
        return False
    return True
