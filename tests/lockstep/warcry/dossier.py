"""Profiles and rosters as the tables of the dossier give them."""

from __future__ import annotations

import re


def read_dossier(path):
    """Profiles and rosters by name."""
    text = path.read_text(encoding="utf-8")
    sec = text[text.index("## Unit profiles") : text.index("## Scenarios")]
    profiles, rosters = {}, {}
    for line in sec.splitlines():
        c = [x.strip() for x in line.strip().strip("|").split("|")]
        if len(c) == 7 and re.match(r"^(iron|fang|raven|hunt)_", c[0]):
            ws = []
            for w in c[6].split(";"):
                g = re.match(r"\s*(.+?) (\d+)-(\d+) A(\d+) S(\d+) (\d+)/(\d+)\s*$", w)
                ws.append(
                    {
                        "name": g[1],
                        "min": int(g[2]),
                        "max": int(g[3]),
                        "A": int(g[4]),
                        "S": int(g[5]),
                        "hit": int(g[6]),
                        "crit": int(g[7]),
                    }
                )
            marks = set() if c[5] == "-" else {x.strip() for x in c[5].split(",")}
            profiles[c[0]] = {
                "pts": int(c[1]),
                "M": int(c[2]),
                "T": int(c[3]),
                "W": int(c[4]),
                "marks": marks,
                "weapons": ws,
                "faction": "" if "thrall" in marks else c[0].split("_")[0],
                "name": c[0],
            }
        elif len(c) == 4 and c[0] in ("Iron", "Fang", "Raven", "Hunt") and "lord" in c[1] + "lord" and "_" in c[1]:
            key = c[0].lower()
            if key in rosters:
                key += "_small"
            r = []
            for f in c[1].split(","):
                g = re.match(r"\s*(\w+)(?: x(\d+))?\s*$", f)
                r += [g[1]] * int(g[2] or 1)
            assert len(r) == int(c[2]), (key, r)
            assert sum(profiles[f]["pts"] for f in r) == int(c[3]), key
            rosters[key] = r
    return profiles, rosters
