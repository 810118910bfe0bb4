"""Random boards and own forces, as files for the rules and as read here. Clauses: WC-SETUP, WC-TERR, WC-VC."""

from __future__ import annotations

import json
import random

from tests.lockstep.warcry.ground import Board

_IRON = ["iron_lord", "iron_standard", "iron_standard", "iron_drill", "iron_sergeant", "iron_bolas", "raven_fury", "iron_shield"]
_FANG = ["fang_alpha", "fang_cat", "fang_cat", "fang_speaker", "fang_harpoon", "fang_runner", "raven_fury"]
_RAVEN = ["raven_lord", *["raven_fury"] * 3, "raven_talon", "raven_stalker", "raven_stalker", "raven_keeper"]
_HOUNDS = ["hunt_hound"] * 4
_HUNT = ["hunt_warden", *_HOUNDS, "hunt_leather", "hunt_sabre", "hunt_pistols", "hunt_arbalest", "hunt_warden"]
_RIDERS = ["hunt_warden", *["own_rider"] * 3, *_HOUNDS[:2], "hunt_hatchet", "hunt_scout", "hunt_pistols"]
FORCES = {
    "own_iron": _IRON,
    "own_fang": _FANG,
    "own_raven": _RAVEN,
    "own_hunt": _HUNT,
    "own_riders": _RIDERS,
    "own_raven_small": ["raven_lord", "raven_stalker", "raven_fury", "raven_fury"],
    "own_fang_small": ["fang_alpha", "fang_cat", "raven_fury"],
    "own_iron_small": ["iron_lord", "iron_standard", "iron_drill"],
    "own_hunt_small": ["hunt_warden", "hunt_arbalest", *_HOUNDS[:3]],
}
_LANCE = {"name": "lance", "range": [1, 3], "attacks": 4, "strength": 4, "damage": [1, 4]}
_RIDER = {"faction": "hunt", "alliance": "order", "points": 60, "move": 6, "toughness": 3, "wounds": 9, "runemarks": ["mount"]}
RIDER = {"pts": 60, "M": 6, "T": 3, "W": 9, "marks": {"mount"}, "faction": "hunt", "name": "own_rider",
         "weapons": [{"name": "lance", "min": 1, "max": 3, "A": 4, "S": 4, "hit": 1, "crit": 4}]}  # fmt: skip


def toml(value):
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(x)}" for key, x in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(x) for x in value) + "]"
    return json.dumps(value)


def toml_file(keys):
    """A file of these keys."""
    return "".join(f"{key} = {toml(value)}\n" for key, value in keys.items())


def force_file(name):
    """The file of an own force."""
    keys = {"title": "Own", "faction": "hunt" if name == "own_riders" else name.split("_")[1], "fighters": FORCES[name]}
    if name == "own_riders":
        keys["profiles"] = {"own_rider": {**_RIDER, "weapons": [_LANCE]}}
    return toml_file(keys)


def random_board(seed):
    """Keys of a random scenario file, and what they say: (keys, scenario, board)."""
    luck = random.Random(seed)
    w, h = luck.choice([(12, 9), (14, 10), (15, 11)])
    platforms = {}
    for _ in range(luck.randint(1, 4)):
        x, y, a, b, z = (
            luck.randrange(w - 2),
            luck.randrange(h - 2),
            luck.randint(1, 3),
            luck.randint(1, 3),
            luck.choice([3, 3, 3, 6]),
        )
        for i in range(x, min(w, x + a)):
            for j in range(y, min(h, y + b)):
                platforms.setdefault((i, j), z)
    level = lambda c: platforms.get(c, 0)
    pillars = [c for c in {(luck.randrange(w), luck.randrange(h)) for _ in range(luck.randint(0, 3))} if c not in platforms]
    deadly = [
        c for c in {(luck.randrange(w), luck.randrange(h)) for _ in range(luck.randint(0, 5))} if c not in platforms and c not in pillars
    ]
    sides = [((x, y), (x + dx, y + dy)) for x in range(w) for y in range(h) for dx, dy in ((1, 0), (0, 1)) if x + dx < w and y + dy < h]
    sides = [p for p in sides if p[0] not in pillars and p[1] not in pillars]
    luck.shuffle(sides)
    kinds = {k: [] for k in ("low", "tall", "stairs", "ladders", "arch", "doors")}
    steps = [p for p in sides if level(p[0]) != level(p[1])]
    for p in steps[: luck.randint(0, 5)]:
        lo, hi = sorted(p, key=level)
        k = luck.choice(["stairs", "ladders", "low", "tall"])
        if k == "stairs" and (level(lo), level(hi)) != (0, 3):
            k = "ladders"
        if k == "ladders" and level(lo):
            k = "low"
        kinds[k].append((lo, hi))
    flat = [p for p in sides if level(p[0]) == level(p[1])]
    for p in flat[: luck.randint(2, 12)]:
        kinds[luck.choice(["low", "low", "low", "tall", "tall", "arch", "doors"])].append(p)

    def by(ps):
        out = {}
        for a, b in ps:  # named at b, the second (the platform)
            side = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}[a[0] - b[0], a[1] - b[1]]
            out.setdefault(side, []).append(list(b))
        return out

    board = {
        "width": w,
        "height": h,
        "exempt": True,
        "platforms": {str(z): [list(c) for c in platforms if platforms[c] == z] for z in set(platforms.values())},
        "pillars": [list(c) for c in pillars],
        "deadly": [list(c) for c in deadly],
        "low_walls": by(kinds["low"]),
        "tall_walls": by(kinds["tall"]),
        "stairs": by(kinds["stairs"]),
        "ladders": by(kinds["ladders"]),
        "archways": by(kinds["arch"]),
        "doors": by(kinds["doors"]),
    }
    kind = luck.choice(["marks", "hoard", "relic", "tally", "uncover", "quarters"])
    objectives = [(luck.randrange(0, 2 * w + 1) / 2, luck.randrange(0, 2 * h + 1) / 2) for _ in range(luck.randint(1, 4))]
    objectives = list(dict.fromkeys(objectives))
    pts = {}
    if kind == "marks":
        pts = luck.choice([{"per_objective": 1}, {"for_any": 1, "for_two": 1, "for_more": 1, "for_wounds": 2}])
    if kind == "tally":
        pts = {"for_tally": 2, "for_leader": 1, "for_centre": 1}
    if kind == "quarters":
        pts = {"for_quarters": 2}
    if kind == "uncover":
        pts = {"per_treasure": 2}
    keys = dict(title="Own", rounds=4, victory=kind, board=board, **pts)
    sc = {"kind": kind, "points": pts}
    if kind in ("marks", "uncover"):
        keys["objectives"] = [list(p) for p in objectives]
    sc["objectives"] = objectives if "objectives" in keys else []
    if kind == "marks" and luck.random() < 0.5:
        keys["single_objective"] = True
        sc["single"] = True
    if kind in ("hoard", "relic"):
        keys["tokens"] = sc["tokens"] = 5 if kind == "hoard" else 1
    if kind == "hoard":
        keys["centre_inches"] = sc["centre_inches"] = 3
    if kind == "tally":
        keys["centre_inches"] = sc["centre_inches"] = 4
    if kind == "uncover":
        keys["loots"] = sc["loots"] = luck.randint(1, 2)
    red = {}
    sc["red"], sc["blue"] = [], []
    for g in ("dagger", "shield", "hammer"):
        arrives = luck.choice([1, 1, 2, 3])
        if luck.random() < 0.25:
            line = luck.choice([(0, 0, w, 0), (0, 0, 0, h), (0, 0, w / 2, 0)])
            red[g] = {"line": list(line), "round": arrives}
            sc["red"].append((line, arrives))
            sc["blue"].append(((w - line[0], h - line[1], w - line[2], h - line[3]), arrives))
        else:
            p = (luck.randint(1, w - 1), luck.randint(1, h - 1))
            red[g] = {"point": list(p), "round": arrives}
            sc["red"].append((p, arrives))
            sc["blue"].append(((w - p[0], h - p[1]), arrives))
    keys["red"] = red
    mp = Board(
        w,
        h,
        {z: [c for c in platforms if platforms[c] == z] for z in set(platforms.values())},
        kinds["low"],
        kinds["tall"],
        kinds["stairs"],
        kinds["ladders"],
        pillars,
        deadly,
        kinds["arch"],
        kinds["doors"],
        mirror=False,
    )
    return keys, sc, mp
