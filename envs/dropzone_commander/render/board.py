"""What the city looks like: ground, roads, scenery with its damage, zones, objectives."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.dropzone_commander.state import WIDTH, Find, Prop, Scoring, Site, Stand

GROUND, ROAD, WOOD, GRASS, STONE, LOW, RUBBLE = "#f1ecdf", "#d9d4ca", "#8fb27a", "#c3d4a5", "#8d8378", "#b08b5e", "#c9bda9"
GOLD, DANGER, MOVE = "#f0c419", "#b3001b", "#3b2b6d"
# What scenery of a property does, as pages tell it. Clauses: DZ-MOV-04, DZ-SHT-07, DZ-SHT-11, DZ-SHT-12, DZ-SCN-01.
EFFECTS = {
    Prop.GARRISON: "Infantry may go inside", Prop.IMPASSABLE: "no way through", Prop.SOLID: "blocks sight",
    Prop.TOUGH: "each inch costs two", Prop.SOFT_COVER: "Infantry in or behind it is 2 harder to hit",
    Prop.BODY_COVER: "and 1 harder to damage",
}  # fmt: skip


def at(cell: int | np.integer) -> str:
    """A cell as x,y from the south-west corner."""
    return f"{int(cell) % WIDTH},{int(cell) // WIDTH}"


def centre(tables: np.void, cell: int | np.integer) -> tuple[float, float]:
    """Where the middle of a cell is drawn: north is up."""
    return int(cell) % WIDTH + 0.5, int(tables["size"]) - int(cell) // WIDTH - 0.5


def has(tables: np.void, piece: int, prop: Prop) -> bool:
    """True if a piece has a property."""
    return bool(int(tables["piece_props"][piece]) >> prop & 1)


def box_of(tables: np.void, piece: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of a piece as drawn."""
    x0, x1, y0, y1 = (int(n) for n in tables["piece_box"][piece])
    return x0, int(tables["size"]) - 1 - y1, x1 - x0 + 1, y1 - y0 + 1


def site_place(tables: np.void, piece: int, site: int) -> tuple[float, float]:
    """Where units in a Garrison are drawn: its middle, or just inside an edge."""
    x, y, w, h = box_of(tables, piece)
    across = {Site.EAST: w / 2 - 0.6, Site.WEST: 0.6 - w / 2}.get(Site(site), 0.0)
    down = {Site.NORTH: 0.6 - h / 2, Site.SOUTH: h / 2 - 0.6}.get(Site(site), 0.0)
    return x + w / 2 + across, y + h / 2 + down


def ground_shapes(tables: np.void) -> list[Shape]:
    """Ground, roads and the grid."""
    size = int(tables["size"])
    shapes: list[Shape] = [Rect(0, 0, size, size, GROUND, INK, 0.05)]
    for cell in np.flatnonzero(tables["road"]):
        x, y = centre(tables, cell)
        if x < size and y > 0:
            shapes.append(
                Rect(x - 0.5, y - 0.5, 1, 1, ROAD, None, 0.0, f"road: 2 inches more for a Tank or Walker that stays on it {at(cell)}")
            )
    for k in range(size + 1):
        ink, width = (blend(INK, GROUND, 0.75), 0.04) if k % 6 == 0 else (blend(INK, GROUND, 0.88), 0.02)
        shapes += [Line(k, 0, k, size, ink, width), Line(0, k, size, k, ink, width)]
        if k < size and k % 2 == 0:
            shapes += [Text(k + 0.5, -0.4, str(k), 0.45, FAINT), Text(-0.45, size - k - 0.5, str(k), 0.45, FAINT)]
    return shapes


def zone_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """The edges from which each seat comes on, in its colour."""
    shapes: list[Shape] = []
    for seat in range(int(tables["seats"])):
        zone = int(record["zone"][seat])
        if zone < 0:
            continue
        color = draw.SEAT_COLORS[seat]
        for cell in tables["edge_cells"][zone][: int(tables["n_edge"][zone])]:
            x, y = centre(tables, cell)
            shapes.append(Rect(x - 0.5, y - 0.5, 1, 1, blend(color, GROUND, 0.7), None, 0.0, f"edge from which seat_{seat} comes on"))
    return shapes


def piece_words(record: np.void, tables: np.void, piece: int) -> str:
    """A piece in words: what it is, what is left of it, and what it does to who is there or behind it."""
    here = record["pieces"][piece]
    if here["stand"] != Stand.WHOLE:
        return f"ruins {piece + 1}: each inch costs two" if here["stand"] == Stand.RUBBLE else f"scenery {piece + 1}: gone"
    kind = "building" if has(tables, piece, Prop.GARRISON) else "scenery"
    words = [said for member, said in EFFECTS.items() if has(tables, piece, member)]
    if has(tables, piece, Prop.DESTRUCTIBLE):
        left = f"{int(here['dp'])} of {int(tables['piece_dp'][piece])} damage points left"
        words.insert(0, f"Armour {int(tables['piece_armour'][piece])}, {left}")
    tokens = [f"{int(here['damage_tokens'])} dice of collateral damage to come"] if here["damage_tokens"] else []
    return f"{kind} {piece + 1}: {', '.join([*words, *tokens])}"


def piece_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Buildings, forests and barricades: the higher, the darker; a bar of the DP that are left, red dots for collateral tokens."""
    shapes: list[Shape] = []
    for piece in range(int(tables["n_pieces"])):
        x, y, w, h = box_of(tables, piece)
        here, words = record["pieces"][piece], piece_words(record, tables, piece)
        if here["stand"] == Stand.GONE:
            shapes.append(Rect(x + 0.1, y + 0.1, w - 0.2, h - 0.2, None, blend(INK, GROUND, 0.7), 0.04, words))
            continue
        if here["stand"] == Stand.RUBBLE:
            shapes.append(Rect(x, y, w, h, RUBBLE, INK, 0.04, words))
            shapes += [Line(x + k, y + 0.15, x + k - 0.0, y + h - 0.15, blend(INK, RUBBLE, 0.5), 0.05) for k in range(1, int(w))]
            shapes += [Line(x + 0.15, y + k, x + w - 0.15, y + k, blend(INK, RUBBLE, 0.5), 0.05) for k in range(1, int(h))]
        else:
            garrison = has(tables, piece, Prop.GARRISON)
            low = LOW if has(tables, piece, Prop.BODY_COVER) else GRASS
            base = WOOD if has(tables, piece, Prop.FLAMMABLE) else STONE if garrison else low
            dark = min(0.45, int(tables["piece_height"][piece]) / 90) if garrison else 0.0
            shapes.append(Rect(x, y, w, h, blend(base, INK, dark), INK, 0.07, words))
            if garrison:
                shapes.append(Rect(x + 0.95, y + 0.95, w - 1.9, h - 1.9, blend(base, PAPER, 0.25), None, 0.0))
        worn = int(here["dp"]) < int(tables["piece_dp"][piece])
        if here["stand"] == Stand.WHOLE and has(tables, piece, Prop.DESTRUCTIBLE) and worn:
            share = int(here["dp"]) / max(int(tables["piece_dp"][piece]), 1)
            shapes += [
                Rect(x + 0.15, y + h - 0.4, w - 0.3, 0.28, PAPER, INK, 0.03),
                Rect(x + 0.15, y + h - 0.4, (w - 0.3) * share, 0.28, DANGER, None, 0.0, words),
            ]
        shapes.append(Text(x + 0.12, y + 0.34, str(piece + 1), 0.5, INK, "start", bold=True))
        for k in range(min(int(here["damage_tokens"]), 8)):
            shapes.append(Disc(x + w - 0.3 - 0.45 * k, y + 0.3, 0.18, DANGER, "#ffffff", 0.03, "a die of collateral damage to come"))
    return shapes


def token_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Objectives that nobody carries: gold diamonds, with a question mark while they are hidden; focal points with a ring."""
    shapes: list[Shape] = []
    for k in range(int(tables["n_tokens"])):
        token = record["tokens"][k]
        find = Find(int(token["find"]))
        if find in (Find.CARRIED, Find.EXTRACTED, Find.LOST):
            continue
        piece = int(token["piece"])
        x, y = site_place(tables, piece, Site.CENTRE) if piece >= 0 else centre(tables, token["cell"])
        owner = int(token["seat"])
        edge = draw.SEAT_COLORS[owner] if owner >= 0 else INK
        if find == Find.FOCAL or (tables["scoring"] == Scoring.BUNKERS and piece >= 0):
            shapes.append(Disc(x, y, 1.15, None, GOLD, 0.12, "focal point: held for points"))
        shapes.append(Polygon(draw.diamond(x, y, 0.75), GOLD, edge, 0.14, f"objective {k + 1}, {find.name.lower()}"))
        shapes.append(Text(x, y, f"{k + 1}{'?' if find == Find.HIDDEN else ''}", 0.55, INK, bold=True))
    return shapes


def choice_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Where the unit that is asked for may walk."""
    far = 255
    return [Disc(*centre(tables, cell), 0.12, MOVE, None, 0.0, f"{int(record['halves'][cell]) // 2} inches to {at(cell)}")
            for cell in np.flatnonzero(record["halves"] != far)]  # fmt: skip
