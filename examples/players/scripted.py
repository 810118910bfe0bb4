"""A player that knows nothing of skirmish-rl but what it is told in JSON: it attacks who is weakest, else goes where an objective is free.

skirmish-rl evaluate --ruleset warcry --scenario duel --agents random 'exec:python3 examples/players/scripted.py' --games 20
"""

import json
import sys

NO = ("do not", "nobody", "no more", "stay", "end the", "stop here", "hold battlegroup", "no second", "no card", "finished", "decline",
      "wait", "fatigue",
      "fail", "retreat", "disengage", "let the", "sunder", "be nothing", "none")  # fmt: skip
FIGHT = ("attack", "engage", "fire", "shoot", "fight", "charge", "strike", "assault", "react", "at ")
WAYS = {"east": (2, 0), "west": (-2, 0), "north-east": (1, -1), "north-west": (-1, -1), "south-east": (1, 1), "south-west": (-1, 1)}


class Table:
    """What a question says, looked at from the seat that is asked."""

    def __init__(self, question):
        self.me, self.position, self.units = question["seat"], question["position"], question["position"]["units"]
        self.hexes = self.position["ruleset"] == "tide_of_iron"
        self.unit = self.units.get(self.position["question"]["about"] or "")
        self.here = self.unit.get("cell") if self.unit else None

    def spot(self, cell):
        """A cell in units in which neighbours are equally far apart: halves of hexes."""
        return (2 * cell[0] + cell[1] % 2, cell[1]) if self.hexes else tuple(cell)

    def apart(self, a, b):
        x, y = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(y, (x + y) / 2) if self.hexes else max(x, y)

    def cells(self, mine):
        others = [u for u in self.units.values() if (u["seat"] == self.me) == mine and u is not self.unit and u["left"]]
        return [u["cell"] for u in others if u.get("cell")]

    def near(self, spot):
        """How far the nearest goal is: an objective that is not ours and where no friend stands, else an enemy."""
        friends, foes = ([self.spot(cell) for cell in self.cells(mine)] for mine in (True, False))
        goals = [self.spot(one["at"]) for one in self.position["objectives"] if one.get("at") and one["held_by"] != self.me]
        goals = [goal for goal in goals if all(self.apart(goal, friend) > 1 for friend in friends)] or foes or [spot]
        return min(self.apart(spot, goal) for goal in goals)

    def guards(self, unit):
        """Whether one of our units stands at an objective that it should not leave; in Warcry fighters hold from afar."""
        held = [self.spot(one["at"]) for one in self.position["objectives"] if one.get("at") and one["held_by"] == self.me]
        is_there = unit and unit.get("cell") and any(self.apart(self.spot(unit["cell"]), spot) <= 1 for spot in held)
        return bool(is_there and self.position["ruleset"] != "warcry")

    def going(self, spot):
        """What it is worth to be somewhere."""
        if self.here and self.guards(self.unit):
            return -5 - self.apart(spot, self.spot(self.here))
        return 40 - self.near(spot) if not self.here or self.near(spot) < self.near(self.spot(self.here)) else -1 - self.near(spot)

    def worth(self, answer):
        """How good an answer looks."""
        words, unit = answer["phrase"].lower(), self.units.get(answer.get("unit"))
        if any(no in words for no in NO):
            return 0
        if unit and unit["seat"] != self.me:
            return self.hitting(unit, words)
        if "cell" in answer:
            return self.going(self.spot(answer["cell"]))
        if answer["verb"] in WAYS and self.here:
            return self.going(tuple(a + b for a, b in zip(self.spot(self.here), WAYS[answer["verb"]], strict=True)))
        if any(word in words for word in FIGHT):
            return 50 if "move" not in words else 45
        if unit:
            way = self.near(self.spot(unit.get("cell") or [0, 0]))
            return 24 + self.guards(unit) if "prepare" in words else 10 if self.guards(unit) else 30 - way / 9
        return 30 if any(word in words for word in ("extract", "leave with", "counter", "move", "dash", "cover")) else 10

    def hitting(self, foe, words):
        """What it is worth to go at somebody: the weaker the better, but not in Godbreakers at who is stronger."""
        is_stronger = "die" in foe and self.unit and self.unit.get("die", 0) < foe["die"]
        return 5 if is_stronger else (90 if any(word in words for word in FIGHT) else 60) - foe["left"]


class Dropzone(Table):
    """Dropzone Commander: infantry is flown to hidden objectives, searches for them, and is flown home with them; all others hunt."""

    def __init__(self, question):
        super().__init__(question)
        mine, name = [u for u in self.units.values() if u["seat"] == self.me and u["left"]], self.position["question"]["about"]
        self.laden = {squad["name"] for squad in self.position["squads"] if squad["token"]}
        self.riders = [u for u in mine if name and u["carrier"] == name]
        party = [*self.riders, self.unit] if self.unit else []
        self.home, self.troops = any(u["squad"] in self.laden for u in party), any("troops" in u["profile"] for u in party)
        taken = {u["piece"] for u in mine if u["piece"] and u["squad"] not in {one["squad"] for one in party}}
        self.hidden = {one["in_building"]: one["at"] for one in self.position["objectives"] if one["in_building"] not in {None, *taken}}
        waiting = [u["cell"] for u in mine if u["squad"] in self.laden and u["cell"]]
        self.lifts = bool(self.unit and "lifter" in self.unit["is"] and not self.riders and waiting)
        self.goals = (self.troops and [*self.hidden.values()]) or (self.lifts and waiting) or self.cells(False)

    def near(self, spot):
        if self.home:
            ways = {"the south edge": spot[1], "the north edge": 60 - spot[1], "the west edge": spot[0], "the east edge": 60 - spot[0]}
            return ways.get(self.position["seats"][int(self.me[-1])]["comes_from"], 0)
        far = min((self.apart(spot, goal) for goal in self.goals), default=0)
        return 9 if self.riders and far < 2 else far  # nobody lands on a roof

    def worth(self, answer):
        verb, words, unit = answer["verb"], answer["phrase"].lower(), self.units.get(answer.get("unit"))
        close, loads = self.here is None or self.near(self.here) <= 3, self.home or (unit and unit["squad"] in self.laden)
        enters = 70 if self.troops and not self.home and answer.get("value") in self.hidden else -1
        known = {
            "search": 80, "yes": 80, "move": 60, "site": -1, "out-into": enters, "enter": enters, "take-on": 60 if loads else -1,
            "put-off": 30 if not loads and (close or not self.troops) else -1,
            "land": 30 if close and (self.lifts or (self.riders and not self.home)) else -1,
        }  # fmt: skip
        is_idle = any(idle in words for idle in ("snap unload", "the objective", "at building", "at piece"))
        return 45 - self.near(answer["cell"]) if "cell" in answer else known.get(verb, -1 if is_idle else super().worth(answer))


for line in sys.stdin:
    said, answer = json.loads(line), {"say": "hello", "name": "scripted", "map": False}
    if said["say"] == "choose":
        table = (Dropzone if "squads" in said["position"] else Table)(said)
        answer = {"number": said["number"], "action": max(said["answers"], key=table.worth)["action"]}
    print(json.dumps(answer), flush=True)
