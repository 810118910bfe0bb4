"""Games of the rules and of the second reading, side by side: at every decision both must say the same."""

from __future__ import annotations

import collections
import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import ABILITY, CELL, OPTION, TAKE, Decision, Option
from skirmish_rl.envs.warcry.state import CELLS, Place, Reason, Status
from tests.lockstep.warcry.battle import Battle
from tests.lockstep.warcry.boards import MAPS, SCENARIOS
from tests.lockstep.warcry.dossier import read_dossier
from tests.lockstep.warcry.ground import Board
from tests.lockstep.warcry.lines import cell_of, cid
from tests.lockstep.warcry.own import FORCES, RIDER, force_file, random_board, toml_file

PROFILES, ROSTERS = read_dossier(Path(__file__).resolve().parents[3] / "docs" / "rules" / "warcry.md")
PROFILES["own_rider"] = RIDER
_STATUS = {"R": Status.RESERVE, "B": Status.ON_BOARD, "D": Status.DOWN}
_NUMBERS = ("damage", "activated", "waiting", "lost", "defiant", "trophy", "unleashed", "cowering", "harried", "treasure")
_SCORES = {"points": "points", "kills": "kills", "tally": "tally", "wounds_down": "wounds_down", "leader_down": "leader_down",
    "wild": "wild",
           "as_singles": "as_singles", "extra": "extra"}  # fmt: skip


@dataclass(frozen=True)
class Match:
    """What is played: `scenario` is one of the dossier, or the seed of a random board."""

    scenario: str | int
    forces: tuple[str, str]
    seed: int
    games: int
    player: str = "random"
    shaken: bool = False
    options: dict = field(default_factory=dict)


def play(match, folder):
    """Play a match to its end, and say how many decisions were compared.

    Raises:
        AssertionError: the rules and the second reading differ; says where and in what.
    """
    return Lockstep(match, folder).play()


class Lockstep:
    """The games of a match, each as a record of the rules and as a `Battle`."""

    def __init__(self, match, folder):
        self.match, self.random = match, random.Random(match.seed)
        source = match.scenario
        if isinstance(source, int):
            keys, spec, self.board = random_board(source)
            source = folder / f"own{match.scenario}.toml"
            source.write_text(toml_file({**keys, "force_a": "iron", "force_b": "fang"}), encoding="utf-8")
        else:
            spec = SCENARIOS[source]
            self.board = Board(**MAPS[spec["map"]])
        names = [_force(name, folder) for name in match.forces]
        rosters = [FORCES.get(name) or ROSTERS[name] for name in match.forces]
        scenario = RULESET.scenario(str(source), force_a=names[0], force_b=names[1], **match.options)
        self.numbers = node_numbers(scenario.tables[0], self.board)
        self.batch = Batch(scenario, match.games, observe=False)
        self.batch.reset(seed=match.seed)
        self.battles = [
            Battle([int(x) for x in game["key"]], spec, rosters, PROFILES, self.board, self.numbers, match.options)
            for game in self.batch.games
        ]
        self.plays = [battle.play() for battle in self.battles]
        self.questions = [next(play) for play in self.plays]
        self.answers = [[] for _ in self.plays]

    def play(self):
        """Play to the end; see `play` above."""
        compared = 0
        alive = list(range(self.match.games))
        while alive:
            for b in alive:
                self.check(b)
            compared += len(alive)
            alive = [b for b in alive if self.questions[b] is not None]
            self.answer(alive)
        return compared

    def check(self, b):
        """Fail if a game and its battle differ."""
        found = differences(self.batch.games[b], self.battles[b], self.questions[b], self.batch.masks[b])
        if found:
            last = " | ".join(self.answers[b][-6:])
            where = f"{self.match}: game {b}, decision {len(self.answers[b])} (after {last})"
            raise AssertionError("\n  ".join([where, *found[:8]]))

    def answer(self, alive):
        """Answer the questions of all games that go on."""
        games = self.batch.games
        for b in alive:
            if self.match.shaken and (
                games[b]["decision"] == Decision.FIRST or (games[b]["decision"] == Decision.ACTIVATE and self.random.random() < 0.2)
            ):
                shake(games[b], self.battles[b], self.random, self.numbers)
                self.batch.refresh(b)
                self.answers[b].append("shaken")
        actions = np.full(self.match.games, -1, np.int64)
        if self.match.player != "random" and alive:
            actions[alive] = self.batch.ask(np.array(alive), RULESET.bot(self.match.player))
        for b in alive:
            if self.match.player == "random" or self.random.random() < 0.1:
                actions[b] = self.choose(b)
            decision = int(games[b]["decision"])
            self.answers[b].append(f"{Decision(decision).name} {RULESET.layout.text(int(actions[b]), decision)}")
        self.batch.step(actions)
        for b in alive:
            self.questions[b] = self.send(b, int(actions[b]))

    def send(self, b, action):
        """The next question of a battle, None when it is over."""
        try:
            return self.plays[b].send(action)
        except StopIteration:
            return None

    def choose(self, b):
        """A legal answer by chance; fighters attack and use abilities more often than chance would have it."""
        mask = self.batch.masks[b]
        legal = np.flatnonzero(mask).tolist()
        if self.batch.games[b]["decision"] == Decision.STEP and self.random.random() < 0.6:
            abilities = [action for action in legal if ABILITY <= action < CELL]
            if abilities and self.random.random() < 0.6:
                return self.random.choice(abilities)
            if mask[OPTION + Option.ATTACK] and self.random.random() < 0.7:
                return OPTION + Option.ATTACK
        return self.random.choice(legal)


def _force(name, folder):
    """The name of a force as an option of a scenario; an own one is written into the folder."""
    if name not in FORCES:
        return name
    path = folder / f"{name}.toml"
    path.write_text(force_file(name), encoding="utf-8")
    return str(path)


def node_numbers(tables, board):
    """Node -> its number in the packed tables: a climb node is known by its foot, the cell that it leads to, and its height."""
    first, used = CELLS, int(tables["used"])
    ends = tables["edges"]["to"]
    to = {n: {int(x) for x in ends[int(tables["edge_at"][n]) : int(tables["edge_at"][n + 1])]} for n in range(first, used)}
    cell = [int(x) for x in tables["node_cell"][:used]]
    by_foot = collections.defaultdict(set)
    for n in range(first, used):
        if tables["node_place"][n] in (Place.FACE, Place.STEPS):
            by_foot[cell[n]].add(n)
    numbers = {("c", c): cid(*c) for c in board.cells if board.stand[c]}
    for foot, left in by_foot.items():
        while left:
            column = _column(left, to)
            left -= column
            beyond = {k if k < first else cell[k] for n in column for k in to[n]} - {foot}
            (toward,) = beyond
            for n in column:
                kind = "f" if tables["node_place"][n] == Place.FACE else "s"
                numbers[kind, cell_of(foot), cell_of(toward), int(tables["node_height"][n])] = n
    assert board.nodes == set(numbers), sorted(board.nodes ^ set(numbers))[:5]
    return numbers


def _column(nodes, to):
    """The climb nodes of one face: those joined to one of them."""
    column, reached = set(), {min(nodes)}
    while reached:
        column |= reached
        reached = {k for k in nodes - column if any(k in to[n] or n in to[k] for n in reached)}
    return column


def differences(game, battle, question, mask):
    """What a game of the rules and a battle say differently, as texts."""
    found = []

    def same(name, rules, reading):
        if rules != reading:
            found.append(f"{name}: the rules say {rules}, the dossier {reading}")

    same("dice drawn", int(game["drawn"][0]), battle.drawn)
    if question is not None:
        found += asked_otherwise(game, battle, question, mask)
    else:
        same("over", int(game["over"]), 1)
        same("winners", int(game["winners"]), 3 if battle.winner is None else 1 << battle.winner)
        same("reason", Reason(int(game["reason"])).name.lower(), battle.reason)
    for unit in battle.units.values():
        row = game["units"][unit.slot]
        same(f"{unit} status", int(row["status"]), _STATUS[unit.status])
        same(f"{unit} group", int(row["group"]), unit.group)
        if unit.status == "B":
            same(f"{unit} node", int(row["node"]), battle.numbers[unit.node])
            for name in _NUMBERS:
                same(f"{unit} {name}", int(row[name]), int(getattr(unit, name)))
    for name, attribute in _SCORES.items():
        same(name, [int(x) for x in game[name]], [int(x) for x in getattr(battle, attribute)])
    same("dice", game["dice"].tolist(), battle.dice)
    same("control", [int(x) for x in game["control"]][: len(battle.control)], battle.control)
    same("round", int(game["round"]), battle.round)
    if question is not None:
        for k, (cell, _) in enumerate(battle.tokens):
            same(f"treasure {k}", int(game["tokens"][k]["cell"]), -1 if cell is None else cid(*cell))
    return found


def asked_otherwise(game, battle, question, mask):
    """What differs between two questions: who is asked what, and which answers are legal at which risk and cost."""
    found = []
    decision, seat, subject, legal = question
    asked = Decision(int(game["decision"]))
    rules, reading = (asked.name, int(game["decider"])), (Decision(decision).name, seat)
    if subject is not None:
        rules, reading = (*rules, int(game["subject"])), (*reading, int(subject))
    if rules != reading:
        found.append(f"question: the rules say {rules}, the dossier {reading}")

    def words(actions):
        return [RULESET.layout.text(action, int(asked)) for action in sorted(actions)][:12]

    allowed = set(np.flatnonzero(mask).tolist())
    if allowed != legal:
        found.append(f"legal answers: only the rules {words(allowed - legal)}, only the dossier {words(legal - allowed)}")
    elif decision == Decision.MOVE:
        for action in allowed:
            if CELL <= action < TAKE:
                figures = int(game["risk"][0][action - CELL]), int(game["cost"][0][action - CELL])
                if figures != tuple(battle.last_options[action]):
                    found.append(f"risk and cost of {words([action])}: the rules say {figures}, the dossier {battle.last_options[action]}")
    return found


def shake(game, battle, luck, numbers):
    """Put fighters and treasures elsewhere, with other wounds and dice, in a game and its battle."""
    units = [unit for unit in battle.units.values() if unit.status == "B"]
    ground = [node for node in numbers if node[0] in "cs"]
    x, y = luck.choice(ground)[1]
    far = luck.choice([2, 3, 5, 30])
    near = [node for node in ground if max(abs(node[1][0] - x), abs(node[1][1] - y)) <= far]
    for unit in units:
        if luck.random() < 0.6:
            free = [node for node in near if node[1] not in battle.standing]
            high = [node for node in free if node[0] == "s" or battle.board.level[node[1]]]
            free = high if high and luck.random() < 0.4 else free
            if free:
                battle.put(unit, luck.choice(free))
        if luck.random() < 0.5:
            unit.damage = luck.choice([0, luck.randrange(unit.profile["W"])])
    for k, token in enumerate(battle.tokens):
        if token[0] is not None and luck.random() < 0.5:
            token[0] = luck.choice([node for node in near if node[0] == "c"] or [("c", token[0])])[1]
            free = [unit for unit in units if unit.treasure < 0 and "beast" not in unit.profile["marks"]]
            if free and luck.random() < 0.4:
                unit = luck.choice(free)
                token[:] = None, unit.slot
                unit.treasure = k
    for seat in (0, 1):
        if luck.random() < 0.8:
            battle.dice[seat] = [luck.choice([0, 0, 1, 2, 2, 3, 3, 4, 5]) for _ in range(6)]
    write(game, battle, units, numbers)


def write(game, battle, units, numbers):
    """Write places, wounds, treasures and dice of a battle into a game."""
    game["board"] = -1
    for unit in units:
        row = game["units"][unit.slot]
        row["node"], row["cell"], row["damage"], row["treasure"] = numbers[unit.node], cid(*unit.cell), unit.damage, unit.treasure
        game["board"][cid(*unit.cell)] = unit.slot
    for k, (cell, carrier) in enumerate(battle.tokens):
        game["tokens"][k]["cell"] = -1 if cell is None else cid(*cell)
        game["tokens"][k]["carrier"] = -1 if carrier is None else carrier
    game["dice"] = battle.dice
