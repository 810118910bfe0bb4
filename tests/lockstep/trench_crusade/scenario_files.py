"""Boards as scenario files describe them, read for the second simulator (Digitising, Table T6)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

from skirmish_rl.envs.trench_crusade.state import WIDTH, Terrain
from tests.lockstep.trench_crusade.routes import Routes

DATA = files("skirmish_rl.envs.trench_crusade.data")
RUINS = {"ruin6": ["WW..WW", "WfffSW", ".ffff.", ".ffff.", "WSfffW", "WW..WW"], "ruin4": [".fWW", "fffW", "Wfff", "WWf."]}
SIGNS = {"W": Terrain.WALL, "f": Terrain.FLOOR, ".": Terrain.FLOOR, "S": Terrain.STAIRS}
AREAS = {
    "walls": Terrain.WALL,
    "low_walls": Terrain.LOW_WALL,
    "craters": Terrain.CRATER,
    "wire": Terrain.WIRE,
    "trenches": Terrain.TRENCH,
    "landmarks": Terrain.LANDMARK,
}


def read_board(name: str, turns: int | None = None) -> Routes:
    """The board of a scenario by name or of a scenario file; relics of the last turn last to `turns`, where that is given."""
    if name.endswith(".toml"):
        spec = tomllib.loads(Path(name).read_text())
    else:
        spec = tomllib.loads((DATA / "scenarios.toml").read_text())[name]
    ground = spec["board"] if "board" in spec else tomllib.loads((DATA / "maps.toml").read_text())[spec["map"]]
    transposed = ground.get("transposed", False)
    terrain = {y * WIDTH + x: Terrain.OPEN for y in range(ground["size"][1]) for x in range(ground["size"][0])}

    def box(corners):
        x0, x1, y0, y1 = corners
        return (y0, y1, x0, x1) if transposed else (x0, x1, y0, y1)

    pieces = []
    for ruin, corners in ground.get("ruins", {}).items():
        for x0, y0 in corners:
            cells = {}
            for j, row in enumerate(reversed(RUINS[ruin])):
                for i, sign in enumerate(row):
                    x, y = (y0 + j, x0 + i) if transposed else (x0 + i, y0 + j)
                    cells[y * WIDTH + x] = SIGNS[sign]
            terrain |= cells
            pieces.append(sorted(cells))
    for area, kind in AREAS.items():
        for corners in ground.get(area, []):
            x0, x1, y0, y1 = box(corners)
            cells = [y * WIDTH + x for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
            terrain |= dict.fromkeys(cells, kind)
            pieces.append(cells)
    return Routes(
        terrain,
        tuple(ground["size"]),
        pieces,
        objectives=[box(corners) for corners in ground.get("objectives", [])],
        zones=[box(corners) for corners in ground["zones"]],
        relics=[y * WIDTH + x for x, y in spec.get("relics", [])],
        relics_last=[turns if turns and last >= spec["turns"] else last for last in spec.get("relics_last", [])],
        wire_keywords=ground.get("wire_keywords", []),
    )
