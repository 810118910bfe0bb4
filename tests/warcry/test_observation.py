"""Observations, column by column: each read by its name and compared with what plain Python finds in the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.questions import QUESTIONS, Decision
from skirmish_rl.envs.warcry.state import CELLS, FORCE, WIDTH, Ability, Boost, Group, Phase, Place, Reaction, Runemark, Status
from tests.plays import Eyes, compare, positions
from tests.warcry.fights import duel

EVERYTHING = str(Path(__file__).parent / "everything.toml")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("crossing", {}), ("marks", {"force_a": "raven", "twist": "trailing_dice"}), ("relics", {"force_a": "iron", "force_b": "hunt"}),
    ("hunters", {"force_a": "raven", "force_b": "hunt", "traits": True}), (EVERYTHING, {"twist": "marked_ground", "traits": True}),
]  # fmt: skip
FIGURES = {"points": 100, "move": 5, "toughness": 4, "wounds": 12}
WEAPON = {
    "range": ("max", 4), "min_range": ("min", 4), "attacks": ("attacks", 4), "strength": ("strength", 4), "hit": ("hit", 2),
    "critical": ("critical", 4),
}  # fmt: skip


def bent(value, half):
    return float(value) / (half + float(value))


def turned(record, seat):
    """The seat whose edge is at the top sees the board turned by half: red."""
    return -1 if record["red"] == seat else 1


def seen_at(record, tables, seat, x, y):
    """A point, in cells from the middle of the top left one, as a seat sees it: -1 to 1, own edge at the bottom."""
    turn = turned(record, seat)
    return turn * (2 * x / (int(tables["width"]) - 1) - 1), turn * (2 * y / (int(tables["height"]) - 1) - 1)


def leans_to(tables, node):
    """The direction in which a fighter at a node climbs, (0, 0) on a cell: towards the cell beside the foot that it reaches."""
    if node < CELLS:
        return 0, 0
    foot, ways, seen = int(tables["node_cell"][node]), [node], {node}
    for here in ways:
        for edge in range(int(tables["edge_at"][here]), int(tables["edge_at"][here + 1])):
            there = int(tables["edges"]["to"][edge])
            cell = int(tables["node_cell"][there])
            if cell != foot:
                return cell % WIDTH - foot % WIDTH, cell // WIDTH - foot // WIDTH
            if there >= CELLS and there not in seen:
                seen.add(there)
                ways.append(there)
    raise AssertionError(f"node {node} leads nowhere")


def gap2(tables, one, other):
    """Squared distance of two fighters in inches, heights included."""
    a, b = (int(unit["node"]) for unit in (one, other))
    p, q = (int(tables["node_cell"][node]) for node in (a, b))
    across, down = (max(0, abs(u - v) - 1) for u, v in ((p % WIDTH, q % WIDTH), (p // WIDTH, q // WIDTH)))
    rise = (int(tables["node_height"][a]) - int(tables["node_height"][b])) / 2
    return across**2 + down**2 + rise**2


def fighters(record, seat, status=Status.ON_BOARD):
    """The fighters of a seat that are in a status."""
    return [unit for unit in record["units"][FORCE * seat : FORCE * (seat + 1)] if unit["status"] == status]


def varies(tables, values):
    """True if a figure is not the same for all fighters."""
    return len(set(np.asarray(values)[tables["unit_used"] > 0].tolist())) > 1


def profile(tables, slot):
    """The figures of a fighter, as far as fighters differ in them."""
    row = {name: bent(tables[f"unit_{name}"][slot], half) for name, half in FIGURES.items() if varies(tables, tables[f"unit_{name}"])}
    for k, before in enumerate(("", "second_")):
        for name, (key, half) in WEAPON.items():
            if varies(tables, tables[f"weapon_{key}"][:, k]):
                row[before + name] = bent(tables[f"weapon_{key}"][slot, k], half)
    return row | {
        mark.name.lower(): tables["unit_marks"][slot, mark] for mark in Runemark if varies(tables, tables["unit_marks"][:, mark])
    }


def roles(record, slot):
    decision, attack = int(record["decision"]), record["attack"][0]
    about = QUESTIONS.rows[decision].subject == "unit" if decision else False
    return {
        "active": record["active"] == slot, "subject": about and record["subject"] == slot, "makes_attack": attack["attacker"] == slot,
        "target": attack["target"] == slot, "near": attack["near"] == slot, "inspired": record["inspired"] == slot,
    }  # fmt: skip


def unit_row(record, tables, seat, slot):
    unit, who = record["units"][slot], slot // FORCE
    if unit["status"] == Status.ABSENT:
        return {}
    row = profile(tables, slot) | roles(record, slot) | {Status(unit["status"]).name.lower(): 1}
    if unit["status"] == Status.DOWN:
        return row
    if unit["group"] != Group.NONE:
        row[Group(unit["group"]).name.lower()] = 1
    if unit["status"] == Status.RESERVE:
        if record["red"] >= 0:
            row["due"] = tables["arrival"][int(record["red"] != who), unit["group"]] / 12
        return row
    node = int(unit["node"])
    cell, (across, down) = int(tables["node_cell"][node]), leans_to(tables, node)
    row["x"], row["y"] = seen_at(record, tables, seat, cell % WIDTH + 0.3 * across, cell // WIDTH + 0.3 * down)
    return row | {
        "height": tables["node_height"][node] / 24, "on_face": tables["node_place"][node] == Place.FACE,
        "on_steps": tables["node_place"][node] == Place.STEPS, "damage": bent(unit["damage"], 8),
        "left": min(1, (int(tables["unit_wounds"][slot]) - int(unit["damage"])) / 40), "activated": unit["activated"],
        "waiting": unit["waiting"],
        "lost": unit["lost"] / 2, "engaged": any(gap2(tables, unit, foe) <= 1 for foe in fighters(record, 1 - who)),
        "treasure": (unit["treasure"] + 1) / 8, "objective": (unit["objective"] + 1) / 6, "defiant": unit["defiant"] / 2,
        "trophy": unit["trophy"] / 2, "unleashed": unit["unleashed"] / (6.0 + unit["unleashed"]), "cowering": unit["cowering"],
        "harried": unit["harried"],
    }  # fmt: skip


def singles(record, seat):
    return sum(1 for n in record["dice"][seat] if n == 1) + int(record["as_singles"][seat])


def side_row(record, tables, who):
    points, out = record["points"], fighters(record, who)
    row = {
        "points": bent(points[who], 6), "lead": np.clip((int(points[who]) - int(points[1 - who])) / 6, -1, 1),
        "kills": bent(record["kills"][who], 300),
        "tally": bent(record["tally"][who], 150), "wounds_down": bent(record["wounds_down"][who], 40),
        "leader_down": record["leader_down"][who],
        "first_singles": record["singles"][who] / 6, "singles": bent(singles(record, who), 3),
        "as_singles": bent(record["as_singles"][who], 2),
        "wild": bent(record["wild"][who], 2), "fleeting": bent(record["extra"][who], 2), "on_board": len(out) / 15,
        "reserves": len(fighters(record, who, Status.RESERVE)) / 15, "trait_used": record["trait_used"][who],
        "to_activate": sum(1 for unit in out if unit["waiting"] or not unit["activated"]) / 15,
    }  # fmt: skip
    if tables["centre_near"].any():
        row["near_centre"] = sum(int(tables["centre_near"][unit["node"]]) for unit in out) / 15
    whose = {
        "initiative": "initiative",
        "opener": "opener",
        "turn": "turn",
        "decides": "decider",
        "attacker": "attacker",
        "red": "red",
    }
    return row | {column: record[field] == who for column, field in whose.items()}


def dice_rows(record, seat):
    sizes = ("", "single", "double", "triple", "quad")
    for who in (seat, 1 - seat):
        for face in range(6):
            n = int(record["dice"][who][face])
            yield {"count": n / 7, "paired": record["paired"][who][face]} | ({sizes[min(n, 4)]: 1} if n else {})


def objective_row(record, tables, seat, k):
    x, y = seen_at(record, tables, seat, tables["objective_x"][k] / 2 - 0.5, tables["objective_y"][k] / 2 - 0.5)
    near = [sum(int(tables["objective_near"][k, unit["node"]]) for unit in fighters(record, who)) / 15 for who in (seat, 1 - seat)]
    return {
        "x": np.clip(x, -1, 1), "y": np.clip(y, -1, 1), "held_by_me": record["control"][k] == seat,
        "held_by_rival": record["control"][k] == 1 - seat,
        "my_fighters": near[0], "rival_fighters": near[1], "loots": bent(record["loots"][k], 2), "named": record["named"] == k,
    }  # fmt: skip


def token_row(record, tables, seat, k):
    cell, carrier = int(record["tokens"]["cell"][k]), int(record["tokens"]["carrier"][k])
    row = {
        "mine": carrier >= 0 and carrier // FORCE == seat,
        "theirs": carrier >= 0 and carrier // FORCE != seat,
        "lies": cell >= 0,
    }
    if cell >= 0:
        row["x"], row["y"] = seen_at(record, tables, seat, cell % WIDTH, cell // WIDTH)
    return row | ({"carrier": (carrier % FORCE + 1) / 15} if carrier >= 0 else {})


def game_row(record, tables):
    phase = {Phase(record["phase"]).name.lower(): 1} if record["phase"] != Phase.END else {}
    return phase | {
        "round": record["round"] / 12, "rounds_left": max(0, int(tables["rounds"]) - int(record["round"])) / 12,
        "value": record["value"] / 6,
        "actions_left": record["actions_left"] / 2, "actions_made": record["actions_made"] / 2, "second": record["second"],
        "ability_used": record["ability_used"], "downed": record["downed"],
    }  # fmt: skip


def attack_row(record):
    attack = record["attack"][0]
    return {
        "optional": attack["optional"], "hits": bent(attack["hits"], 3), "criticals": bent(attack["criticals"], 3),
        "second_weapon": attack["weapon"], "strength": attack["strength"], "snag": attack["snag"] / 6,
    }  # fmt: skip


def boost_row(record):
    return {boost.name.lower(): bent(record["boosts"][boost], 3) for boost in Boost}


def named(members, number, none):
    """One column for the member of that number."""
    return {members(number).name.lower(): 1} if number != none else {}


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.games
def test_every_column_says_what_the_record_says(name, options):
    scenario, checked = RULESET.scenario(name, **options), set()
    for record in positions(scenario, 8, every=12):
        eyes = Eyes(scenario, record)
        features, tables = eyes.features, eyes.tables
        for seat in range(2):
            vector, order = eyes.sees(seat), (seat, 1 - seat)
            for section in features.sections:
                columns, rows = features.section(section).columns, features.rows(vector, section)
                expected = {
                    "unit_mine": lambda n: [unit_row(record, tables, seat, FORCE * seat + k) for k in range(n)],
                    "unit_theirs": lambda n: [unit_row(record, tables, seat, FORCE * (1 - seat) + k) for k in range(n)],
                    "side": lambda n: [side_row(record, tables, who) for who in order], "dice": lambda n: list(dice_rows(record, seat)),
                    "objective": lambda n: [objective_row(record, tables, seat, k) for k in range(n)],
                    "token": lambda n: [token_row(record, tables, seat, k) for k in range(n)],
                    "asked": lambda n: [named(Decision, int(record["decision"]), 0)], "game": lambda n: [game_row(record, tables)],
                    "ability": lambda n: [named(Ability, int(record["ability"]), -1)], "boost": lambda n: [boost_row(record)],
                    "attack": lambda n: [attack_row(record)],
                    "reaction": lambda n: [named(Reaction, int(record["attack"][0]["reaction"]), 0)],
                }[section](len(rows))  # fmt: skip
                compare(rows, columns, expected, f"{section} of seat {seat}, {Decision(int(record['decision'])).name},")
                checked.add(section)
    assert checked == set(scenario.features.sections)


@pytest.mark.clause("WC-MOVE-03")
@pytest.mark.parametrize(("x", "engaged"), [(7, 1.0), (8, 0.0)])
def test_fighters_an_inch_apart_are_seen_to_be_engaged(table, x: int, engaged: float) -> None:
    t = duel(table, at=(x, 5))  # 1" away, or 2"
    eyes = Eyes(t.scenario, t.state)
    assert [eyes.rows(section)[0]["engaged"] for section in ("unit_mine", "unit_theirs")] == [engaged] * 2


def test_everybody_sees_own_fighters_first_and_red_the_board_turned() -> None:
    eyes = Eyes(RULESET.scenario("marks"))
    units = eyes.record["units"]
    units["status"][[0, FORCE]] = Status.ON_BOARD
    units["node"][[0, FORCE]] = units["cell"][[0, FORCE]] = (2, WIDTH * 21 + 5)
    places = {}
    for red in (-1, 0, 1):
        eyes.record["red"] = red
        places[red] = [
            [(row["x"], row["y"]) for row in (eyes.rows(section, seat)[0] for section in ("unit_mine", "unit_theirs"))] for seat in (0, 1)
        ]
    top, bottom = (pytest.approx((2 * 2 / 29 - 1, -1.0)), pytest.approx((2 * 5 / 29 - 1, 1.0)))
    below, above = (pytest.approx((1 - 2 * 2 / 29, 1.0)), pytest.approx((1 - 2 * 5 / 29, -1.0)))
    assert places[-1] == [[top, bottom], [bottom, top]]
    assert places[0] == [[below, above], [bottom, top]]
    assert places[1] == [[top, bottom], [above, below]]


def test_what_a_scenario_cannot_have_has_no_column() -> None:
    plain = RULESET.scenario("crossing").features
    assert "token" not in plain.sections
    assert not {"treasure", "objective", "cowering", "harried"} & set(plain.section("unit_mine").columns)
    assert not {"treasure", "drop", "loot", "assign", "set_to_six", "name_objective"} & set(plain.section("asked").columns)
    assert not {"min_range", "second_min_range"} & set(plain.section("unit_mine").columns)  # no weapon of Iron or Fang has one
    hunt = RULESET.scenario("relics", force_b="hunt").features
    assert {"treasure", "near", "second_min_range"} <= set(hunt.section("unit_mine").columns)
    assert {"treasure", "drop", "token", "step_back"} <= set(hunt.section("asked").columns)
    assert hunt.section("token").count == 5
    twisted = RULESET.scenario("marks", twist="trailing_dice", traits=True).features
    assert {"fleeting", "trait_used"} <= set(twisted.section("side").columns)
    assert "named" in RULESET.scenario("marks", twist="marked_ground").features.section("objective").columns


def test_an_observation_of_the_standard_scenario_is_small() -> None:
    assert RULESET.scenario("marks").features.size < 1500
