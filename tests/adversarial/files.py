"""Generated scenarios: boards cut in two, zones and objectives walled in, single models, no room, extreme figures.

Each function makes the files of one ruleset from a source of luck, the same for the same number. Many are refused: what matters is that
those that are not play to their ends.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomli_w

from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import ruleset_of

SCENARIO = "scenario.toml"
Files = dict[str, dict[str, Any]]  # name of a file -> what stands in it
Luck = random.Random


def write(files: Files, folder: Path) -> Path:
    """Put the files into a folder; returns the path of the scenario."""
    for name, content in files.items():
        (folder / name).write_text(tomli_w.dumps(content), encoding="utf-8")
    return folder / SCENARIO


def generated(ruleset: str, number: int) -> tuple[Files, int | None, dict[str, Any]]:
    """Files, seats and options of the `number`-th scenario of a ruleset."""
    return MAKERS[ruleset](random.Random(f"{ruleset} {number}"))


def shipped(ruleset: str, name: str) -> dict[str, Any]:
    """A shipped file of a ruleset's data, to begin from."""
    return read_toml(Path(ruleset_of(ruleset).data) / f"{name}.toml")


def spots(luck: Luck, width: int, height: int, n: int) -> list[list[int]]:
    """Different cells, often all in one corner."""
    near = luck.random() < 0.3
    cells = [[x, y] for x in range(min(4, width) if near else width) for y in range(min(4, height) if near else height)]
    return luck.sample(cells, min(n, len(cells)))


def walls(luck: Luck, width: int, height: int) -> list[list[int]]:
    """Lines [x from, x to, y from, y to], one cell thick: across the board, around a place, or anywhere."""
    kind = luck.choice(["across", "down", "cross", "ring", "comb", "some", "none"])
    x, y = luck.randrange(2, width - 3), luck.randrange(2, height - 3)
    if kind == "across":
        return [[0, width - 1, y, y]]
    if kind == "down":
        return [[x, x, 0, height - 1]]
    if kind == "cross":
        return [[0, width - 1, y, y], [x, x, 0, y - 1], [x, x, y + 1, height - 1]]
    if kind == "ring":
        x, y, far = min(x, width - 6), min(y, height - 6), luck.randrange(2, 5)
        return [[x, x + far, y, y], [x, x + far, y + far, y + far], [x, x, y + 1, y + far - 1], [x + far, x + far, y + 1, y + far - 1]]
    if kind == "comb":
        return [[k, k, 0 if k % 4 else 1, height - (2 if k % 4 else 1)] for k in range(2, width - 1, 2)][:10]
    lines = []
    for _ in range(luck.randrange(6) if kind == "some" else 0):
        x, y, far = luck.randrange(width), luck.randrange(height), luck.randrange(8)
        lines.append([x, min(x + far, width - 1), y, y] if luck.random() < 0.5 else [x, x, y, min(y + far, height - 1)])
    return lines


def apart(boxes: list[list[int]], taken: set[tuple[int, int]] | None = None) -> list[list[int]]:
    """Those of the boxes that overlap no earlier one, and none of the cells."""
    kept, seen = [], set(taken or ())
    for x0, x1, y0, y1 in boxes:
        cells = {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
        if cells and not cells & seen:
            kept.append([x0, x1, y0, y1])
            seen |= cells
    return kept


def godbreakers(luck: Luck) -> tuple[Files, int | None, dict[str, Any]]:
    """Impassable barricades, one model a side, markers side by side, terrain that is made and ruined in play."""
    size = luck.choice([20, 20, 21, 25])
    centre, *others = spots(luck, size, size, 24)
    keep = [tuple(cell) for cell in (centre, *others)]
    barricades = apart(walls(luck, size, size), {tuple(cell) for cell in keep} if luck.random() < 0.7 else set())[:12]
    area = apart([[0, size - 1, 0, luck.randrange(size)]] if luck.random() < 0.3 else [], {
        (x, y) for x0, x1, y0, y1 in barricades for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)
    })[: 12 - len(barricades)]  # fmt: skip
    seats = luck.choice([2, 2, 3, 4])
    rule = luck.choice(["plain", "saboteurs", "treasure", "nest", "infiltrators", "cure", "hunt"])
    kinds = [
        "brute",
        "runner",
        "great_beast",
        "lesser_beast",
        "bystander",
        "stalker",
        "scavenger",
        "saboteur",
        "afflicted",
        "turned",
        "companion",
    ]
    wild = [{"kind": luck.choice(kinds), "cell": list(cell)} for cell in others[12 : 12 + luck.choice([0, 0, 1, 4, 12])]]
    board = {
        "size": size, "centre": centre, "barricades": barricades, "area": area,
        "impassable": [k for k in range(len(barricades)) if luck.random() < 0.8],
        "shards": {str(seats): others[:seats]}, "objectives": {str(seats): others[4 : 4 + seats]},
        "hoards": {str(seats): others[8 : 8 + seats]},
    }  # fmt: skip
    spec = {
        "title": "generated", "rule": rule, "seats": [seats, seats], "rounds": luck.choice([3, 4, 7]), "board": board,
        "fielded": luck.choice([[1], [1], [1, 2], [1, 2, 3, 4, 5]]), "wild": wild,
    }  # fmt: skip
    options = {"circles": luck.choice(["ritualists", "random", "bulwark", "skirmishers"]), "ready": luck.random() < 0.3,
               "setup": luck.choice(["fixed", "full"])}  # fmt: skip
    return {SCENARIO: spec}, seats, options


def tide_of_iron(luck: Luck) -> tuple[Files, int | None, dict[str, Any]]:
    """Ponds that cut the map, zones without room, single units, values and figures at their limits."""
    width, rows = luck.choice([(3, 3), (4, 5), (7, 7), (15, 13)])
    hexes = [[x, y] for y in range(rows) for x in range(width - y % 2)]
    luck.shuffle(hexes)
    middle = rows // 2
    pond = luck.choice(
        [[], [cell for cell in hexes if cell[1] == middle], hexes[: len(hexes) // 2], [cell for cell in hexes if cell[0] == 1]]
    )
    rest = [cell for cell in hexes if cell not in pond]
    cut = luck.randrange(len(rest) + 1)
    terrain = {"pond": pond, "woods": rest[:cut], luck.choice(["building", "rough", "stream"]): rest[cut:]}
    levels = (
        {"1": hexes[: len(hexes) // 3], "2": hexes[len(hexes) // 3 : luck.choice([len(hexes) // 2, len(hexes)])]}
        if luck.random() < 0.4
        else {}
    )
    units = [
        {"figures": {"officer": 1, "regular": 3}}, {"figures": {"regular": 1}}, {"figures": {"machine_gun": 1}},
        {"figures": {"mortar": 1, "elite": 2}},
        {"figures": {"elite": 4}, "specialty": "engineer"}, {"kind": "truck"}, {"kind": "gun"}, {"kind": "heavy_tank"},
        {"kind": "half_track"},
        {"figures": {"regular": 4}, "specialty": "medic"}, {"figures": {"regular": 2}, "specialty": "flamethrower"},
        {"kind": "tank_destroyer"},
    ]  # fmt: skip

    def side(zone: list[int]) -> dict[str, Any]:
        decks = luck.sample(["command", "artillery", "ground_support", "morale", "supply"], luck.randrange(4))
        return {
            "actions": luck.choice([1, 2, 3, 9]), "zone": zone,
            "units": luck.sample(units, luck.choice([1, 1, 2, 6, 12] if width > 6 else [1, 1, 2])),
            "arrival": zone, "decks": decks, "start_cards": luck.randrange(3) if decks else 0, "op_fire": luck.random() < 0.5,
            "operations": luck.sample(["supply_depot", "lay_smoke", "double_time", "clear_tank_traps", "veteran_tank_crew"],
                luck.randrange(4)),
            "markers": luck.sample(["mines", "wire", "traps"], luck.randrange(3)), "wire_rows": list(range(rows)),
        }  # fmt: skip

    kinds = ["victory", "neutral", "command_a", "command_b"]
    objectives = [
        {"cell": cell, "kind": luck.choice(kinds), "value": luck.choice([0, 1, 20]), **luck.choice([{}, {"holder": "a"}, {"holder": "b"}])}
        for cell in luck.sample(rest, min(len(rest), luck.choice([0, 1, 8])))
    ]
    spec: dict[str, Any] = {
        "title": "generated", "rounds": luck.choice([1, 3, 12]), "initiative": luck.choice("ab"), "vehicle_points": luck.choice([0, 99]),
        "winning_lead": luck.choice([0, 99]), "stream": luck.choice(["shallow", "deep", "flooded"]), "objectives": objectives,
        "board": {"width": width, "rows": rows, "terrain": terrain, "levels": levels},
        "a": side(list(range(rows - 1, middle, -1))), "b": side(list(range(luck.choice([1, middle])))),
        "markers": {name: luck.sample(rest[:cut], min(cut, luck.choice([0, 2, 12]))) for name in ("wire", "mines", "traps",
            "entrenchment")},
    }  # fmt: skip
    if luck.random() < 0.3 and any(objective["kind"] == "victory" for objective in objectives):
        spec |= {"victory": "control", "attacker": "a", "control_from": 1}
    files: Files = {SCENARIO: spec}
    options: dict[str, Any] = {}
    if luck.random() < 0.5:
        figures = {name: value for name, value in shipped("tide_of_iron", "constants").items() if type(value) is int}
        chosen = luck.sample(sorted(figures), 6)
        files["constants.toml"] = {
            name: luck.choice([2, 6] if "success" in name or name.startswith("attack_") else [0, 1, 7, 20]) for name in chosen
        }
        options["constants"] = "constants.toml"
    return files, None, options


def trench_crusade(luck: Luck) -> tuple[Files, int | None, dict[str, Any]]:
    """Walls, landmarks and wire across the board, zones of one cell, single models."""
    wide, high = luck.choice([(12, 12), (13, 12), (24, 24), (36, 36)])
    bottom, top = luck.choice([(0, 0), (1, 1), (3, 3)])
    narrow = luck.random() < 0.4
    zones = [[0, 1 if narrow else wide - 1, 0, bottom], [wide - 2 if narrow else 0, wide - 1, high - 1 - top, high - 1]]
    lines = apart(walls(luck, wide, high))
    board: dict[str, Any] = {"size": [wide, high], "zones": zones, "objectives": []}
    for line in lines:
        board.setdefault(luck.choice(["walls", "walls", "landmarks", "low_walls", "craters", "wire", "trenches"]), []).append(line)
    if board.get("wire") and luck.random() < 0.5:
        board["wire_keywords"] = luck.sample(["fire", "gas", "shrapnel"], luck.randrange(4))
    for _ in range(luck.randrange(4)):
        x, y, far = luck.randrange(wide - 2), luck.randrange(high - 2), luck.randrange(4)
        board["objectives"].append([x, min(x + far, wide - 1), y, min(y + far, high - 1)])
    relics = spots(luck, wide, high, luck.choice([0, 0, 1, 6]))
    spec = {
        "title": "generated", "turns": luck.choice([1, 3, 8]),
        "warbands": [luck.choice(["a_300", "a_700", "b_300", "b_700", "small.toml"]) for _ in "ab"],
        "piece_points": luck.choice([0, 9]), "deed_points": luck.choice([0, 9]),
        "deeds": luck.sample(["fall", "two_kills", "long_shot", "double_charge"], 2),
        "relics": relics, "relics_last": [luck.choice([1, 8]) for _ in relics], "deployed": luck.choice([0, 1, 3]),
        "infiltration": luck.random() < 0.3,
        "morale": luck.random() < 0.7, "board": board,
    }  # fmt: skip
    small = {"title": "small", "faction": "legion", "points": 9999, "models": [{"profile": "cult_leader", "weapons": ["pistol", "sword"]}]}
    small["models"] += [{"profile": "thrall", "weapons": ["trench_club"]}] * luck.choice([0, 0, 6])
    return {SCENARIO: spec, "small.toml": small}, None, {"initiative_choice": luck.random() < 0.3}


def warcry(luck: Luck) -> tuple[Files, int | None, dict[str, Any]]:
    """Walls around points of arrival, pillars, platforms without room, deadly ground everywhere, treasure in heaps."""
    width, height = luck.choice([(8, 8), (9, 8), (18, 12), (30, 22)])
    sides: dict[str, dict[str, list[list[int]]]] = {}
    for x0, x1, y0, y1 in walls(luck, width, height):
        kind, flat = luck.choice(["tall_walls", "tall_walls", "low_walls"]), y0 == y1
        cells = [[x, y] for x in range(x0, x1 + 1) for y in range(y0, y1 + 1) if (y > 0 if flat else x > 0)]
        sides.setdefault(kind, {}).setdefault("north" if flat else "west", []).extend(cells)
    cells = [[x, y] for x in range(width) for y in range(height)]
    luck.shuffle(cells)
    n = luck.choice([0, 0, 3, len(cells) // 6])
    board: dict[str, Any] = {
        "width": width,
        "height": height,
        "exempt": True,
        "mirror": luck.random() < 0.3,
        "pillars": cells[:n],
        **sides,
    }
    board["deadly"] = cells[n : n + luck.choice([0, 5, len(cells) // 2])]
    if luck.random() < 0.4:
        x, y = luck.randrange(1, width - 3), luck.randrange(1, height - 3)
        block = [[x + i, y + j] for i in range(2) for j in range(2)]
        board["platforms"] = {luck.choice(["3", "6"]): block}
        board["pillars"] = [cell for cell in board["pillars"] if cell not in block]
        board["deadly"] = [cell for cell in board["deadly"] if cell not in block]

    rounds = luck.choice([1, 4, 8])

    def group() -> dict[str, Any]:
        x, y = luck.choice([0, width / 2, width]), luck.choice([0, height / 2, height])
        return luck.choice([{"point": [x, y]}, {"line": [0, 0, width, 0]}, {"point": [x, y], "round": min(2, rounds)}])

    spec: dict[str, Any] = {
        "title": "generated", "rounds": rounds, "points_limit": 5000, "board": board,
        "force_a": luck.choice(["iron", "iron_small", "raven"]), "force_b": luck.choice(["fang", "fang_small", "hunt", "beasts.toml"]),
        "red": {"dagger": {"point": [0, 0]}, "shield": group(), "hammer": group()},
        "victory": luck.choice(["marks", "hoard", "relic", "tally", "uncover", "quarters"]),
    }  # fmt: skip
    if luck.random() < 0.7:
        spec |= {
            "objectives": [[float(x), float(y)] for x, y in spots(luck, width, height, 3)],
            "per_objective": luck.choice([1, 20]),
            "for_two": 1,
        }
        spec |= luck.choice([{}, {"loots": 1, "per_treasure": 20}])
    if luck.random() < 0.5:
        spec |= {
            "tokens": luck.choice([1, 3, 5]),
            "token_zone": luck.choice([2, 5, 15]),
            "token_gap": luck.choice([0, 3]),
            "per_treasure": 1,
        }
    spec |= {key: luck.choice([0, 20]) for key in ("for_wounds", "for_tally", "for_leader", "for_quarters")}
    needed = {"hoard": {"tokens": 5}, "relic": {"tokens": 1}, "tally": {"for_tally": 20}, "quarters": {"for_quarters": 20}}
    spec |= needed.get(spec["victory"], {})
    if spec["victory"] in ("hoard", "relic"):  # won by who carries treasure, without victory points
        spec = {key: value for key, value in spec.items() if not key.startswith(("for_", "per_")) and key != "loots"}
    beasts = {
        "title": "beasts",
        "faction": "fang",
        "fighters": ["fang_alpha", "fang_cat", "fang_cat", "fang_runner"][: luck.choice([3, 4])],
    }
    return {SCENARIO: spec, "beasts.toml": beasts}, None, {"traits": luck.random() < 0.5}


def dropzone_commander(luck: Luck) -> tuple[Files, int | None, dict[str, Any]]:
    """Blocks of buildings around zones and objectives, tiny armies, many cards."""
    size = luck.choice([24, 24, 30, 48])
    seats = luck.choice([2, 2, 2, 4])
    pieces: dict[str, Any] = {}
    boxes = [[x0, x1, y0, y1] for x0, x1, y0, y1 in walls(luck, size, size)]
    for _ in range(luck.randrange(6)):
        x, y, far = luck.randrange(size - 6), luck.randrange(size - 6), luck.choice([2, 4, 6])
        boxes.insert(0, [x, x + far - 1, y, y + far - 1])
    for k, (x0, x1, y0, y1) in enumerate(apart(boxes)):
        thick = min(x1 - x0, y1 - y0) > 0
        kind = (
            luck.choice(["small_building", "medium_building", "large_building", "medium_bunker", "small_forest"]) if thick else "barricade"
        )
        piece: dict[str, Any] = {"kind": kind, "at": [x0, y0, x1 - x0 + 1, y1 - y0 + 1]}
        if "building" in kind and luck.random() < 0.4:
            piece["sealed"] = luck.sample(["north", "east", "south", "west"], luck.choice([1, 3, 4]))
        pieces[f"P{k}"] = piece
    inside = [name for name, piece in pieces.items() if "build" in piece["kind"] or "bunker" in piece["kind"]]
    army = {
        "title": "few", "size": "drill", "points": 9999,
        "battlegroups": [{"type": "hq", "squads": ["command"]}, {"type": "frontline", "squads": ["rifles"]},
            {"type": "armour", "squads": ["tanks"]}],
        "squads": {
            "truck": {"profile": "A-APC", "size": 1}, "command": {"profile": "A-CLV", "size": 1, "commander": luck.choice([1, 6])},
            "rifles": {"profile": "A-INF", "size": 3, "aboard": "truck"}, "tanks": {"profile": "A-MBT", "size": 3},
        },
    }  # fmt: skip
    army["points"] = 420
    spec = {
        "title": "generated", "seats": [seats, seats], "rounds": luck.choice([1, 3]), "size": "drill", "points": 450,
        "forces": [luck.choice(["a_drill", "b_drill", "c_drill", "d_drill", "few.toml"]) for _ in range(4)],
        "zones": luck.choice([["south", "north", "west", "east"], ["south_west", "north_east", "south_east", "north_west"]]),
        "scoring": luck.choice(["extraction", "bunkers", "kills", "survey"]), "hidden": luck.random() < 0.5, "mobile": luck.random() < 0.5,
        "direct": luck.random() < 0.3, "objectives": inside[:3], "objectives_more": inside[:3],
        "open": [[x + 6, y + 6] for x, y in spots(luck, size - 12, size - 12, luck.randrange(3))],
        "deck": luck.choice(["full", "reduced", "none"]),
        "board": {"size": size, "pieces": pieces, "roads": [[0, size - 1, 9, 9]] if luck.random() < 0.3 else []},
    }  # fmt: skip
    return {SCENARIO: spec, "few.toml": army}, seats, {}


MAKERS: dict[str, Callable[[Luck], tuple[Files, int | None, dict[str, Any]]]] = {
    "dropzone_commander": dropzone_commander, "godbreakers": godbreakers, "tide_of_iron": tide_of_iron,
    "trench_crusade": trench_crusade, "warcry": warcry,
}  # fmt: skip
