"""Checks that need the game's own words: what the rules and the grid do not allow is refused, with file, key and clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.scenarios import known
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.warcry.data.fields import EDGES
from skirmish_rl.envs.warcry.data.ground import Node, Ways, beyond, cell_of, cells_of, is_on, sides_of
from skirmish_rl.envs.warcry.data.schema import (
    COLOUR_NAMES,
    GROUP_NAMES,
    WALL_SIDES,
    AbilitySpec,
    Cell,
    ColourSpec,
    ForceSpec,
    GroupSpec,
    MapSpec,
    ProfileSpec,
    ScenarioSpec,
    Setting,
)
from skirmish_rl.envs.warcry.data.seen import WORLD_OBJECTIVES, WORLD_TREASURES, WORLD_UNITS
from skirmish_rl.envs.warcry.sheet import WORLD_HEIGHT, WORLD_WIDTH
from skirmish_rl.envs.warcry.state import CELLS, CLIMBS, NODES, TOKENS, WIDTH, Place

HEROES, ALLIES, THRALLS = 3, 2, 3  # most of a warband, WC-SETUP-02
MAX_TRIES = 100_000  # rows of placed treasures looked at before a zone counts as too small
OF_OBJECTIVES = ("per_objective", "for_any", "for_two", "for_more")
VICTORY_POINTS = (*OF_OBJECTIVES, "for_wounds", "for_tally", "for_leader", "for_centre", "for_quarters", "per_treasure")


def is_half(inches: float) -> bool:
    """True for a length of whole half inches."""
    return 2 * inches == int(2 * inches)


def check_map(board: MapSpec, path: Path) -> None:
    """Refuse maps whose parts lie off the grid or are in each other's way. Clauses: WC-TERR-01..05, T7, DG-1."""
    filled: dict[Cell, str] = {}
    groups = [("platforms", f'a platform of {inches}"', cells) for inches, cells in board.platforms.items()]
    groups += [
        ("pillars", "a pillar", board.pillars),
        ("deadly", "deadly ground", board.deadly),
        ("low", "low terrain", board.low),
        ("underpass", "an underpass", board.underpass),
    ]
    for key, kind, cells in groups:
        for cell in cells_of(board, cells):
            if not is_on(board, cell):
                raise fail(path, key, f"{list(cell)} lies off the map of {board.width} x {board.height} cells (DG-1)")
            if filled.setdefault(cell, kind) != kind:
                raise fail(path, key, f"{list(cell)} is {filled[cell]} and {kind}; a cell is one thing (T7)")
    _check_sides(board, path)
    if not board.exempt:
        _check_terrain(board, path)


def _level(board: MapSpec, cell: Cell) -> int:
    return next((int(inches) for inches, cells in board.platforms.items() if cell in cells_of(board, cells)), 0)


def _check_sides(board: MapSpec, path: Path) -> None:
    """What stands on sides of cells: one thing each, stairs and ladders where they lead up. Clauses: WC-CLIMB-04, WC-CLIMB-05, T7."""
    pillars = cells_of(board, board.pillars)
    standing: dict[tuple[Cell, int], str] = {}
    for key in ("low_walls", "tall_walls", "stairs", "ladders", "archways", "doors"):
        for cell, side in sides_of(board, getattr(board, key)):
            other = beyond(cell, side)
            for one in (cell, other):
                if not is_on(board, one):
                    raise fail(path, key, f"{list(cell)} {WALL_SIDES[side]}: {list(one)} lies off the map; a side has two cells (T7)")
            for place in ((cell, side), (other, (side + 2) % 4)):
                if standing.setdefault(place, key) != key:
                    raise fail(
                        path,
                        key,
                        f"{list(cell)} {WALL_SIDES[side]} also has {standing[place].replace('_', ' ')}; a side has one thing (T7)",
                    )
            rise = abs(_level(board, cell) - _level(board, other))
            if not key.endswith("walls") and (cell in pillars or other in pillars):
                raise fail(path, key, f"{list(cell)} {WALL_SIDES[side]} leads to a pillar, on which nobody can stand (T7)")
            if key == "stairs" and rise != 3:
                raise fail(
                    path,
                    key,
                    f'{list(cell)} {WALL_SIDES[side]} leads {rise}" up; stairs lead to a platform 3" higher (WC-CLIMB-05)',
                )
            if key in ("archways", "doors") and rise:
                raise fail(path, key, f'{list(cell)} {WALL_SIDES[side]} leads {rise}" up; {key} lead from level to level (WC-TERR-04)')
            if key == "ladders" and not rise:
                raise fail(path, key, f"{list(cell)} {WALL_SIDES[side]} leads nowhere; ladders lead to a higher cell (WC-CLIMB-04)")


def terrain_features(board: MapSpec) -> list[set[tuple[float, float]]]:
    """Obstacles and platforms, each as points of its cells' or sides' middles: what touches belongs together."""
    parts: list[tuple[set[Cell], set[tuple[float, float]]]] = []  # corners, points
    solid = cells_of(board, sum(board.platforms.values(), ())) + cells_of(board, board.pillars)
    for x, y in set(solid):
        parts.append(({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}, {(x + 0.5, y + 0.5)}))
    walls = (board.low_walls, board.tall_walls, board.archways, board.doors)
    for (x, y), side in {wall for listed in walls for wall in sides_of(board, listed)}:
        if side in (0, 2):
            ends = {(x, y + side // 2), (x + 1, y + side // 2)}
            parts.append((ends, {(x + 0.5, y + side / 2)}))
        else:
            ends = {(x + (side == 1), y), (x + (side == 1), y + 1)}
            parts.append((ends, {(x + float(side == 1), y + 0.5)}))
    found: list[tuple[set[Cell], set[tuple[float, float]]]] = []
    for corners, points in parts:
        for other in [other for other in found if other[0] & corners]:
            found.remove(other)
            corners, points = corners | other[0], points | other[1]
        found.append((corners, points))
    return [points for _, points in found]


def _check_terrain(board: MapSpec, path: Path) -> None:
    """Two features in each quarter, none within 4" of an edge. Clause: WC-SETUP-06."""
    features = terrain_features(board)
    for quarter, (east, south) in {
        "north-west": (0, 0),
        "north-east": (1, 0),
        "south-west": (0, 1),
        "south-east": (1, 1),
    }.items():
        there = sum(any(east in _halves(x, board.width) and south in _halves(y, board.height) for x, y in feature) for feature in features)
        if there < 2:
            raise fail(path, "exempt", f"the {quarter} quarter has {there} terrain features; expected 2, or exempt = true (WC-SETUP-06)")
    for x, y in {point for feature in features for point in feature}:
        if min(x, y, board.width - x, board.height - y) < 4:
            raise fail(
                path,
                "exempt",
                f'terrain at {int(x), int(y)} stands within 4" of an edge; move it, or exempt = true (WC-SETUP-06)',
            )


def _halves(middle: float, length: int) -> set[bool]:
    """The halves of a board in which a cell or a wall lies, True for the eastern or southern; on the middle line itself is there."""
    reach = 0.5 if middle % 1 else 0  # of a cell, or a wall along this side of the board
    return {middle - reach >= length / 2, middle + reach > length / 2 if reach else middle >= length / 2}


def check_ways(ways: Ways, path: Path) -> None:
    """Refuse a board whose places do not fit the tables, or that has cells nobody can reach or leave. DG-1."""
    if len(ways.nodes) > NODES - CELLS:
        raise fail(path, "platforms", f"{len(ways.nodes)} places on faces, stairs and ladders; at most {CLIMBS} are possible (DG-1)")
    if len(ways.edges) > EDGES:
        raise fail(path, "platforms", f"{len(ways.edges)} ways between places; at most {EDGES} are possible (DG-1)")
    onward: dict[Node, list[Node]] = {}
    back: dict[Node, list[Node]] = {}
    for edge in ways.edges:
        onward.setdefault(edge.start, []).append(edge.end)
        back.setdefault(edge.end, []).append(edge.start)
    cells = [node for node, stands in zip(ways.ground, ways.stand, strict=True) if stands]
    both: set[Node] = set()
    for start in cells:
        both = _reached(start, onward) & _reached(start, back)
        if 2 * len([node for node in both if node.place == Place.GROUND]) > len(cells):
            break
    for node in cells:
        if node not in both:
            what = f'platform {node.height // 2}" high' if node.height else "ground"
            where = list(cell_of(node.cell))
            raise fail(
                path,
                "platforms" if node.height else "pillars",
                f"{where}: {what} that nobody on foot can reach and leave (WC-TERR-02, DG-1)",
            )


def _reached(start: Node, ways: dict[Node, list[Node]]) -> set[Node]:
    found, todo = {start}, [start]
    while todo:
        for node in ways.get(todo.pop(), ()):
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def check_scenario(spec: ScenarioSpec, board: MapSpec, path: Path) -> None:
    """Refuse scenarios without sensible objectives and victory. Clauses: WC-VC-01..06."""
    pillars = cells_of(board, board.pillars)
    for point in spec.objectives:
        x, y = point
        if not (0 <= x <= board.width and 0 <= y <= board.height and is_half(x) and is_half(y)):
            raise fail(
                path,
                "objectives",
                f"{list(point)} is no point of the {board.width} x {board.height} battlefield in half inches (WC-VC-01)",
            )
        around = [(i, j) for i in range(int(x) - 1, int(x) + 1) for j in range(int(y) - 1, int(y) + 1)]
        around = [(i, j) for i, j in around if i <= x <= i + 1 and j <= y <= j + 1 and is_on(board, (i, j))]
        if all(cell in pillars for cell in around):
            raise fail(path, "objectives", f"{list(point)} lies in a pillar, where nobody can stand (WC-OBJ-01)")
        if spec.objectives.count(point) > 1:
            raise fail(path, "objectives", f"{list(point)} is listed twice (WC-VC-01)")
    for key in (*OF_OBJECTIVES, "single_objective", "loots"):
        if getattr(spec, key) and not spec.objectives:
            raise fail(path, key, "needs objectives (WC-VC-01, WC-VC-05)")
    if spec.for_centre and not spec.centre_inches:
        raise fail(path, "for_centre", "needs centre_inches, how near the centre counts (S4)")
    _check_treasure(spec, path)
    _check_victory(spec, path)


def _check_treasure(spec: ScenarioSpec, path: Path) -> None:
    """Refuse more treasures than there are tokens. Clauses: WC-VC-02, WC-VC-03, WC-VC-05."""
    if spec.tokens + spec.loots * len(spec.objectives) > TOKENS:
        total = f"{spec.tokens} on the board and {spec.loots} in each of {len(spec.objectives)} objectives"
        raise fail(path, "loots", f"{total}: there are at most {TOKENS} treasures (WC-VC-05)")
    if spec.per_treasure and not spec.tokens and not spec.loots:
        raise fail(path, "per_treasure", "there is no treasure; give tokens or loots (WC-VC-05)")


def check_room(t: np.void, path: Path) -> None:
    """Refuse a battlefield that cannot hold all fighters, or zones in which a treasure may find no place, wherever the others were laid.

    Clauses: WC-RES-08, WC-VC-02.
    """
    cells, fighters = int(t["stand"].sum()), int(t["n_units"].sum())
    if cells < 2 * fighters:
        raise fail(path, "pillars", f"{cells} cells to stand on are too few for {fighters} fighters (WC-RES-08)")
    tokens, first = int(t["n_tokens"]), np.flatnonzero(t["token_first"])
    if tokens and not len(first):
        raise fail(path, "token_first", "no place near the centre of the board for the first treasure (WC-VC-02)")
    zone = np.flatnonzero(t["token_zone"])

    def others(cell: int) -> int:
        """Places that a treasure leaves to others, a bit each."""
        away = (2 * (zone % WIDTH - cell % WIDTH)) ** 2 + (2 * (zone // WIDTH - cell // WIDTH)) ** 2
        away = away + (t["level"][zone].astype(int) - int(t["level"][cell])) ** 2
        return sum(1 << int(k) for k in np.flatnonzero(away > t["token_gap"]))

    left = [others(int(cell)) for cell in zone]
    most = max((len(zone) - places.bit_count() for places in left), default=0)  # places that one treasure takes away
    tries = MAX_TRIES

    def can_fail(free: int, begin: int, more: int) -> bool:
        """True if a row of placements, in the order of the zone, leaves one of `more` treasures without a place."""
        nonlocal tries
        if more == 0 or free.bit_count() > (more - 1) * most:
            return False
        tries -= 1
        if free == 0 or tries < 0:
            return True
        return any(free >> k & 1 and can_fail(free & left[k], k, more - 1) for k in range(begin, len(zone)))

    if any(can_fail(others(int(cell)), 0, tokens - 1) for cell in first):
        reason = "a treasure might find no place, or it cannot be shown that it will"
        raise fail(path, "token_zone", f"{len(zone)} places for {tokens} treasures: {reason}; enlarge token_zone (WC-VC-02)")


def _check_victory(spec: ScenarioSpec, path: Path) -> None:
    """Each kind of victory has what it is decided by. Clauses: WC-VC-01..06."""
    needed = {
        "tally": ("for_tally", "WC-VC-04"), "uncover": ("per_treasure", "WC-VC-05"), "quarters": ("for_quarters", "WC-VC-06"),
        "hoard": ("tokens", "WC-VC-02"), "relic": ("tokens", "WC-VC-03"),
    }  # fmt: skip
    if spec.victory == "marks" and not any(getattr(spec, key) for key in OF_OBJECTIVES):
        raise fail(path, "victory", f"marks need one of {', '.join(OF_OBJECTIVES)} (WC-VC-01)")
    if spec.victory in needed and not getattr(spec, needed[spec.victory][0]):
        raise fail(path, "victory", f"{spec.victory} needs {needed[spec.victory][0]} ({needed[spec.victory][1]})")
    if spec.victory == "uncover" and not spec.loots:
        raise fail(path, "victory", "uncover needs loots, the treasures in each objective (WC-VC-05)")
    if spec.victory == "relic" and spec.tokens != 1:
        raise fail(path, "tokens", f"there is one relic, got {spec.tokens} (WC-VC-03)")
    if spec.victory in ("hoard", "relic"):
        for key in VICTORY_POINTS:
            if getattr(spec, key):
                raise fail(path, key, f"{spec.victory} is won by who carries treasure, without victory points (WC-VC-02, WC-VC-03)")


def check_deployment(spec: ScenarioSpec, board: MapSpec, deployment: tuple[ColourSpec, ColourSpec], path: Path) -> None:
    """Refuse battle groups that would never come or have no place to come to. Clauses: WC-DEP-02, WC-RES-04, WC-RES-11."""
    for colour, groups in zip(COLOUR_NAMES, deployment, strict=True):
        for name, group in zip(GROUP_NAMES, groups.groups(), strict=True):
            where = f"{colour} {name}"
            if group.round > spec.rounds:
                raise fail(path, name, f"{where}: RND{group.round} in a battle of {spec.rounds} rounds would never come (WC-RES-11)")
            if (group.point is None) == (group.line is None):
                raise fail(path, name, f"{where}: give a point or a line, one of the two (WC-DEP-04, WC-RES-05)")
            _check_place(board, group, where, name, path)


def _check_place(board: MapSpec, group: GroupSpec, where: str, name: str, path: Path) -> None:
    """Refuse a point off the board, and a line that is no whole or half edge. Clause: WC-RES-04."""
    width, height = board.width, board.height
    given = group.point if group.line is None else group.line
    assert given is not None
    on_board = all(0 <= value <= (width, height)[k % 2] and is_half(value) for k, value in enumerate(given))
    if group.line is None:
        if not on_board:
            reason = f"is no point of the {width} x {height} battlefield in half inches; off the map a group needs a line"
            raise fail(path, name, f"{where}: {list(given)} {reason} (WC-RES-04)")
        return
    x0, y0, x1, y1 = group.line
    along_x, along_y = y0 == y1 and y0 in (0, height), x0 == x1 and x0 in (0, width)
    ends, length = (sorted((x0, x1)), width) if along_x else (sorted((y0, y1)), height)
    if not on_board or not (along_x or along_y) or tuple(ends) not in ((0, length), (0, length / 2), (length / 2, length)):
        raise fail(path, name, f"{where}: {list(group.line)} is no whole or half edge of the {width} x {height} battlefield (WC-RES-04)")


def check_profile(name: str, profile: ProfileSpec, abilities: dict[str, AbilitySpec], path: Path) -> None:
    """Refuse profiles that are at odds with themselves, or with abilities of others. Clauses: WC-GEN-10, WC-ABIL-02."""
    if ("thrall" in profile.runemarks) != (profile.faction == "none"):
        raise fail(path, "faction", f'{name}: thralls, and only they, are of faction "none", got {profile.faction!r} (WC-SETUP-01)')
    for weapon in profile.weapons:
        if weapon.range[0] >= weapon.range[1]:
            raise fail(path, "range", f"{name}, {weapon.name}: {list(weapon.range)}; expected minimum < maximum (WC-ATK-04)")
    for ability in profile.abilities or ():
        spec = abilities[ability]
        if spec.faction not in ("", profile.faction):
            raise fail(path, "abilities", f"{name}: {ability} belongs to {spec.faction}, not to {profile.faction} (WC-ABIL-02)")
        if missing := [mark for mark in spec.runemarks if mark not in profile.runemarks]:
            raise fail(path, "abilities", f"{name}: {ability} needs the runemark {' and '.join(missing)} (WC-ABIL-02)")


def check_force(
    force: ForceSpec, shipped: dict[str, ProfileSpec], abilities: dict[str, AbilitySpec], limit: int, path: Path, name: str = ""
) -> None:
    """Refuse warbands that break WC-SETUP-01 and WC-SETUP-02.

    Args:
        limit: points allowed. path: of the roster, to blame; name: its name in that file.
    """
    key = name or "fighters"
    for own, profile in force.profiles.items():
        if own in shipped:
            raise fail(path, own, f"{own} is a shipped profile; choose another name (Unit profiles)")
        check_profile(own, profile, abilities, path)
    profiles = shipped | force.profiles
    for fighter in force.fighters:
        known(path, key, fighter, profiles, "profile")
    members = [profiles[fighter] for fighter in force.fighters]
    points = sum(profile.points for profile in members)
    if points > limit:
        raise fail(path, key, f"{points} points; the battle's limit is {limit} (WC-SETUP-01)")
    leader = members[0]
    if "hero" not in leader.runemarks or leader.faction != force.faction:
        raise fail(path, key, f"{force.fighters[0]} cannot lead: the first fighter is a hero of {force.faction} (WC-SETUP-02)")
    counts: Counter[str] = Counter()
    for fighter, profile in zip(force.fighters, members, strict=True):
        counts["hero"] += "hero" in profile.runemarks
        if profile.faction == force.faction:
            continue
        kind = "thrall" if "thrall" in profile.runemarks else "ally"
        counts[kind] += 1
        if profile.alliance != leader.alliance:
            raise fail(
                path,
                key,
                f"{fighter} is of the alliance {profile.alliance}; {kind} of another than {leader.alliance} (WC-SETUP-02)",
            )
        if kind == "ally" and not {"hero", "ally"} & set(profile.runemarks):
            raise fail(path, key, f"{fighter} of {profile.faction} is no hero and has not the runemark ally (WC-SETUP-02)")
    for kind, most, plural in (("hero", HEROES, "heroes"), ("ally", ALLIES, "allies"), ("thrall", THRALLS, "thralls")):
        if counts[kind] > most:
            raise fail(path, key, f"{counts[kind]} {plural}; a warband has at most {most} (WC-SETUP-02)")


def check_world(setting: Setting, path: Path) -> None:
    """Refuse what no generated world holds in a scenario whose observations are theirs."""
    spec, board = setting.spec, setting.board
    if (board.width, board.height) != (WORLD_WIDTH, WORLD_HEIGHT):
        raise fail(path, "skirmish", f"generated worlds are {WORLD_WIDTH} x {WORLD_HEIGHT} cells, not {board.width} x {board.height}")
    if not board.mirror or spec.blue is not None:
        raise fail(path, "skirmish", "generated worlds are the same after half a turn: give mirror = true to the board, and no [blue]")
    if len(spec.objectives) > WORLD_OBJECTIVES:
        raise fail(path, "objectives", f"generated worlds have at most {WORLD_OBJECTIVES}, got {len(spec.objectives)}")
    treasures = spec.tokens + spec.loots * len(spec.objectives)
    if treasures > WORLD_TREASURES:
        raise fail(
            path, "tokens", f"generated worlds have at most {WORLD_TREASURES} treasures, those in objectives among them, got {treasures}"
        )
    for force in setting.forces:
        if len(force.fighters) > WORLD_UNITS:
            raise fail(
                path, "skirmish", f"generated worlds have at most {WORLD_UNITS} fighters a side, {force.title} has {len(force.fighters)}"
            )
