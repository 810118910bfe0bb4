"""A player that knows nothing of skirmish-rl but what it is told in JSON: it attacks who is weakest, else goes where an objective is free.

    skirmish-rl evaluate --ruleset warcry --scenario duel --agents random 'exec:python3 examples/players/scripted.py' --games 20

It needs Python and nothing else, and plays all five games by the same few thoughts.
"""

import json
import sys

NO = ("do not", "nobody", "no more", "stay", "end the", "stop here", "hold battlegroup", "no second", "no card", "finished", "decline",
      "wait", "fatigue",
      "fail", "retreat", "disengage", "let the", "sunder", "be nothing", "none")  # fmt: skip
FIGHT = ("attack", "engage", "fire", "shoot", "fight", "charge", "strike", "assault", "react", "at ")
WAYS = {
    "east": (2, 0),
    "west": (-2, 0),
    "north-east": (1, -1),
    "north-west": (-1, -1),
    "south-east": (1, 1),
    "south-west": (-1, 1),
}  # half hexes


class Table:
    """What a question says, looked at from the seat that is asked."""

    def __init__(self, question):
        self.me, self.position = question["seat"], question["position"]
        self.units = self.position["units"]
        self.hexes = question["position"]["ruleset"] == "tide_of_iron"
        self.unit = self.units.get(self.position["question"]["about"] or "")
        self.here = self.unit.get("cell") if self.unit else None

    def spot(self, cell):
        """A cell in units in which neighbours are equally far apart."""
        return (2 * cell[0] + cell[1] % 2, cell[1]) if self.hexes else tuple(cell)

    def apart(self, a, b):
        x, y = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(y, (x + y) / 2) if self.hexes else max(x, y)

    def cells(self, mine):
        return [
            u["cell"]
            for u in self.units.values()
            if (u["seat"] == self.me) == mine and u.get("cell") and u["left"] > 0 and u is not self.unit
        ]

    def near(self, spot):
        """How far the nearest goal is: an objective that is not ours and where no friend stands, else an enemy."""
        friends = [self.spot(cell) for cell in self.cells(True)]
        goals = [self.spot(one["at"]) for one in self.position["objectives"] if one.get("at") and one["held_by"] != self.me]
        goals = [] if "squads" in self.position else goals  # in Dropzone Commander they have to be searched for: it hunts instead
        goals = [goal for goal in goals if all(self.apart(goal, friend) > 1 for friend in friends)]
        goals = goals or [self.spot(cell) for cell in self.cells(False)] or [spot]
        return min(self.apart(spot, goal) for goal in goals)

    def guards(self, unit):
        """Whether one of our units stands at an objective that it should not leave; in Warcry fighters hold from afar."""
        if self.position["ruleset"] == "warcry":
            return False
        held = [self.spot(one["at"]) for one in self.position["objectives"] if one.get("at") and one["held_by"] == self.me]
        return bool(unit and unit.get("cell") and any(self.apart(self.spot(unit["cell"]), spot) <= 1 for spot in held))

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
            x, y = self.spot(self.here)
            return self.going((x + WAYS[answer["verb"]][0], y + WAYS[answer["verb"]][1]))
        houses = [one.get("in_building") for one in self.position["objectives"]]
        if answer["verb"] == "search" or (answer["verb"] == "enter" and answer["value"] in houses):
            return 55
        if any(word in words for word in FIGHT):
            return 50 if "move" not in words else 45
        if unit:
            if self.guards(unit) or "prepare" in words:
                return 24 + self.guards(unit) if "prepare" in words else 10
            return 30 - self.near(self.spot(unit.get("cell") or [0, 0])) / 9
        return 30 if any(word in words for word in ("extract", "leave with", "counter", "move", "dash", "cover")) else 10

    def hitting(self, foe, words):
        """What it is worth to go at somebody: the weaker the better, but not in Godbreakers at who is stronger."""
        if "die" in foe and self.unit and self.unit.get("die", 0) < foe["die"]:
            return 5
        return 90 - foe["left"] if any(word in words for word in FIGHT) else 60 - foe["left"]


for line in sys.stdin:
    said = json.loads(line)
    if said["say"] == "choose":
        print(json.dumps({"number": said["number"], "action": max(said["answers"], key=Table(said).worth)["action"]}), flush=True)
    else:
        print(json.dumps({"say": "hello", "name": "scripted", "map": False}), flush=True)
