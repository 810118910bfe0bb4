"""Features of positions and actions, column by column: read by name and compared with what plain Python finds in the record."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.warcry import RULESET
from skirmish_rl.envs.warcry.data.distances import sight_of
from skirmish_rl.envs.warcry.questions import Decision, Option
from skirmish_rl.envs.warcry.state import CELLS, FORCE, SLOTS, WIDTH, Ability, Boost, Place, Status, Twist
from tests.plays import Eyes, positions
from tests.warcry.test_observation import fighters, gap2, leans_to, seen_at, singles

pytestmark = pytest.mark.games

LAYOUT = RULESET.layout
STRONG = len(RULESET.bots) - 1
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("crossing", {}),
    ("relics", {"force_b": "fang"}),
    ("hunters", {"force_b": "raven", "twist": "hardy"}),
]
BLOCKS = {
    "pass": "pass", "option": "option", "unit": "unit", "first": "attack", "second": "attack", "pair": "pair", "face": "face",
    "objective": "objective", "token": "token", "ability": "ability", "cell": "place", "climb": "place", "take_cell": "take",
    "take_climb": "take",
}  # fmt: skip


@functools.cache
def described(name, options):
    """(record, tables, position columns, [(action, structured action, action columns)], the strong bot's answer) of every position."""
    scenario, out = RULESET.scenario(name, **dict(options)), []
    for record in positions(scenario, 6, every=10):
        if record["decider"] < 0:
            continue
        eyes = Eyes(scenario, record)
        here, rows = eyes.actions()
        best = int(eyes.batch.ask(np.zeros(1, np.int64), np.array([STRONG]))[0])
        out.append((record, eyes.tables, here, [(action, LAYOUT.action(action), columns) for action, columns in rows], best))
    return out


def every(name, options):
    return described(name, tuple(sorted(options.items())))


def held(record, tables, seat):
    return sum(int(record["control"][k] == seat) for k in range(int(tables["n_objectives"])))


def heads(record, tables, k, seat):
    return sum(int(tables["objective_near"][k, unit["node"]]) for unit in fighters(record, seat))


def would_hold(record, tables, seat):
    """Objectives that a seat would control if the round ended now."""
    n = 0
    for k in range(int(tables["n_objectives"])):
        mine, theirs = heads(record, tables, k, seat), heads(record, tables, k, 1 - seat)
        n += mine > theirs or (mine == theirs and record["control"][k] == seat)
    return n


def cut(value, unit):
    return np.clip(value / unit, -1, 1)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_position_is_what_both_sides_have(name, options):
    planned = set()
    for record, tables, here, _, _ in every(name, options):
        me = int(record["decider"])
        lead = int(record["points"][me]) - int(record["points"][1 - me])
        for prefix, seat in (("my", me), ("rival", 1 - me)):
            ready = [unit for unit in fighters(record, seat) if unit["waiting"] or not unit["activated"]]
            assert here[f"{prefix}_activations"] == pytest.approx(len(ready) / 15)
            assert here[f"{prefix}_objectives"] == pytest.approx(held(record, tables, seat) / 6)
            assert here[f"{prefix}_next"] == pytest.approx(would_hold(record, tables, seat) / 6)
            carriers = [int(slot) for slot in record["tokens"]["carrier"] if slot >= 0 and slot // FORCE == seat]
            assert here[f"{prefix}_carriers"] == pytest.approx(len(carriers) / 8)
            best = max(int(n) for n in record["dice"][seat])
            assert here[f"{prefix}_best_set"] == pytest.approx(min(best, 4) / 4 if best > 1 else 0)
            assert 0 < here[f"{prefix}_worth"] <= 1 or not fighters(record, seat)
        assert here["lead"] == pytest.approx(cut(lead, 12)) and here["lead_fine"] == pytest.approx(cut(lead, 3))
        left = max(0, int(tables["rounds"]) - int(record["round"]) + 1)
        gain = would_hold(record, tables, me) - would_hold(record, tables, 1 - me)
        assert here["projected_lead"] == pytest.approx(cut(lead + left * gain, 12))
        assert here["last_round"] == (record["round"] >= tables["rounds"])
        assert here["singles_lead"] == pytest.approx(cut(singles(record, me) - singles(record, 1 - me), 4))
        plans = record["decision"] in (Decision.STEP, Decision.BONUS)
        assert here["planned"] == plans
        if not plans:
            assert not any(here[column] for column in ("here", "hit_now", "hit_far", "moved", "charged", "away"))
        planned.add(plans)
    assert planned == {True, False}


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_an_action_says_what_kind_it_is_and_what_the_strong_bot_thinks_of_it(name, options):
    seen = set()
    for record, _, _, rows, best in every(name, options):
        scores = {action: (columns["score"], columns["score_fine"]) for action, _, columns in rows}
        assert scores[best] == pytest.approx(max(scores.values()), abs=2e-4)
        for _, structured, columns in rows:
            kinds = [column for column in dict.fromkeys(BLOCKS.values()) if columns[column]]
            assert kinds == [BLOCKS[structured.block]]
            seen |= set(kinds)
            named = [column for column, value in columns.items() if value and column.startswith(("option_", "ability_"))]
            expected = []
            if structured.block == "option":
                expected = [f"option_{structured.argument.replace('-', '_')}"]
            elif structured.block == "ability":
                ability, _, face = structured.argument.rpartition("-")
                expected = [f"ability_{ability.replace('-', '_')}"]
                assert columns["value"] == pytest.approx(int(face) / 6)
                assert columns["set"] == pytest.approx(min(4, record["dice"][record["decider"]][int(face) - 1]) / 4)
            assert named == expected
    assert {"pass", "option", "unit", "attack", "pair", "ability", "place"} <= seen


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_place_is_described_for_who_would_stand_there(name, options):
    tried, climbed = 0, 0
    for record, tables, _, rows, _ in every(name, options):
        me, decision = int(record["decider"]), int(record["decision"])
        moves = decision in (Decision.STEP, Decision.MOVE, Decision.DISENGAGE, Decision.DEPLOY, Decision.BONUS)
        actor = int(record["subject"]) if moves else -1
        for action, structured, columns in rows[:: max(1, len(rows) // 12)]:
            if BLOCKS[structured.block] not in ("place", "take"):
                continue
            stage = int(structured.block.startswith("take"))
            node = action - LAYOUT.offset["take_cell" if stage else "cell"]
            foot, (across, down) = int(tables["node_cell"][node]), leans_to(tables, node)
            x, y = seen_at(record, tables, me, foot % WIDTH + 0.3 * across, foot // WIDTH + 0.3 * down)
            there = {"node": node}
            near = [[gap2(tables, there, record["units"][s]) for s in range(FORCE * w, FORCE * (w + 1))
                     if s != actor and record["units"]["status"][s] == Status.ON_BOARD] for w in (me, 1 - me)]  # fmt: skip
            expected = {
                "x": x, "y": y, "height": tables["node_height"][node] / 24, "on_face": tables["node_place"][node] == Place.FACE,
                "on_steps": tables["node_place"][node] == Place.STEPS, "open_side": node < CELLS and tables["open_side"][node] > 0,
                "deadly": node < CELLS and tables["deadly"][node] > 0, "friends_near": min(4, sum(g <= 1 for g in near[0])) / 4,
                "enemies_near": min(4, sum(g <= 1 for g in near[1])) / 4, "engaged": any(g <= 1 for g in near[1]),
                "enemy_nearness": 1 - min(12, min(near[1], default=144) ** 0.5) / 12, "at_centre": tables["centre_near"][node],
                "treasure_near": any(
                    c >= 0 and max(abs(c % WIDTH - foot % WIDTH), abs(c // WIDTH - foot // WIDTH)) <= 1 for c in map(int,
                        record["tokens"]["cell"])),
            }  # fmt: skip
            if decision in (Decision.MOVE, Decision.DISENGAGE):
                expected |= {"cost": record["cost"][stage][node] / 120, "risk": min(3, int(record["risk"][stage][node])) / 3}
            wrong = {
                column: (columns[column], float(value)) for column, value in expected.items() if abs(columns[column] - float(value)) > 1e-5
            }
            assert not wrong, (Decision(decision).name, structured, wrong)
            tried, climbed = tried + 1, climbed + (node >= CELLS)
    assert tried > 100 and climbed


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_fighter_that_is_named_is_described(name, options):
    tried = 0
    for record, tables, _, rows, _ in every(name, options):
        for action, structured, columns in rows:
            if BLOCKS[structured.block] not in ("unit", "attack"):
                continue
            first = LAYOUT.offset["unit" if structured.block == "unit" else "first"]
            slot = (action - first) % SLOTS
            unit, left = record["units"][slot], int(tables["unit_wounds"][slot]) - int(record["units"]["damage"][slot])
            expected = {
                "is_mine": slot // FORCE == record["decider"], "worth": cut(int(tables["unit_points"][slot]), 220), "left": cut(left, 30),
                "health": left / int(tables["unit_wounds"][slot]), "move": cut(int(tables["unit_move"][slot]), 10),
                "activated": unit["activated"],
                "waiting": unit["waiting"], "lost": unit["lost"] / 2, "carries": unit["treasure"] >= 0, "leader": slot % FORCE == 0,
            }  # fmt: skip
            if unit["status"] == Status.ON_BOARD:
                expected["on_objective"] = any(tables["objective_near"][k, unit["node"]] for k in range(int(tables["n_objectives"])))
                active = int(record["active"])
                if active >= 0 and record["units"]["status"][active] == Status.ON_BOARD:
                    expected["distance"] = min(1, 2 * gap2(tables, unit, record["units"][active]) ** 0.5 / 40)
            wrong = {
                column: (columns[column], float(value)) for column, value in expected.items() if abs(columns[column] - float(value)) > 1e-5
            }
            assert not wrong, (Decision(int(record["decision"])).name, structured, wrong)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_an_attack_is_described_by_its_dice_and_odds(name, options):
    tried = 0
    for record, tables, _, rows, _ in every(name, options):
        for action, structured, columns in rows:
            if BLOCKS[structured.block] != "attack":
                continue
            weapon, target = divmod(action - LAYOUT.offset["first"], SLOTS)
            slot, units = int(record["subject"]), record["units"]
            own = slot == record["active"]
            missile = tables["weapon_max"][slot, weapon] > 3
            boosts = {boost: int(record["boosts"][boost]) if own else 0 for boost in Boost}
            dice = int(tables["weapon_attacks"][slot, weapon]) + boosts[Boost.NEXT_ATTACKS]
            power = int(tables["weapon_strength"][slot, weapon]) + int(record["attack"]["strength"][0])
            if not missile:
                dice += boosts[Boost.ATTACKS] + int(units["unleashed"][slot])
                power += boosts[Boost.STRENGTH] + int(units["unleashed"][slot])
            cover = bool(sight_of(view(tables), int(units["node"][slot]), int(units["node"][target])) & 32)
            tough = int(tables["unit_toughness"][target]) + cover + (tables["twist"] == Twist.HARDY)
            if units["trophy"].any() or units["defiant"].any():
                continue  # friends in sight add to it
            needed = 3 if power > tough else 4 if power == tough else 5
            left = int(tables["unit_wounds"][target]) - int(units["damage"][target])
            mean = dice * (int(tables["weapon_hit"][slot, weapon]) * (6 - needed) + int(tables["weapon_critical"][slot, weapon])) / 6
            expected = {
                "missile": missile,
                "dice": min(dice, 10) / 10,
                "needed": needed / 6,
                "cover": cover,
                "damage": min(1, mean / left),
            }
            wrong = {
                column: (columns[column], float(value)) for column, value in expected.items() if abs(columns[column] - float(value)) > 1e-5
            }
            assert not wrong, (structured, wrong)
            assert 0 < columns["share"] <= 1
            tried += 1
    assert tried > 5


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_wild_die_says_what_it_makes(name, options):
    tried = set()
    for record, _, _, rows, _ in every(name, options):
        if record["decision"] != Decision.WILD:
            continue
        me = int(record["decider"])
        lead = singles(record, me) - singles(record, 1 - me)
        for _, structured, columns in rows:
            if structured.block == "option":
                assert columns["singles_lead"] == pytest.approx(cut(lead + 1, 4))
            elif structured.block == "pair":
                face = int(structured.argument.removeprefix("pair-"))
                n = int(record["dice"][me][face - 1])
                assert columns["value"] == pytest.approx(face / 6) and columns["set"] == pytest.approx(min(4, n + 1) / 4)
                assert columns["singles_lead"] == pytest.approx(cut(lead - (n == 1), 4))
            tried.add(structured.block)
    assert tried == {"pass", "option", "pair"}


def test_a_reaction_shows_the_attack_that_it_is_made_against() -> None:
    tried = 0
    for name, options in GAMES:
        for record, tables, _, rows, _ in every(name, options):
            if record["decision"] != Decision.REACT:
                continue
            attack = record["attack"][0]
            for _, structured, columns in rows:
                if structured.block == "option":
                    weapon, attacker = int(attack["weapon"]), int(attack["attacker"])
                    assert columns["missile"] == (tables["weapon_max"][attacker, weapon] > 3) and columns["needed"] in (
                        0.5,
                        pytest.approx(4 / 6),
                        pytest.approx(5 / 6),
                    )
                    assert columns["health"] == pytest.approx(1 - record["units"]["damage"][attacker] / tables["unit_wounds"][attacker])
                    assert not columns["is_mine"] and columns["dice"] > 0
                    tried += 1
    assert tried


def test_looking_at_actions_changes_nothing_and_tells_nothing() -> None:
    scenario = RULESET.scenario("crossing")
    for record in positions(scenario, 6, every=10)[::5]:
        if record["decider"] < 0:
            continue
        eyes = Eyes(scenario, record)
        eyes.record["listening"] = 1
        eyes.actions()
        before = eyes.batch.games.tobytes()
        eyes.actions()
        assert eyes.batch.games.tobytes() == before and eyes.record["noted"] == record["noted"]


def test_every_option_and_ability_has_a_column() -> None:
    columns = set(RULESET.action_features)
    assert {f"option_{option.name.lower()}" for option in Option} <= columns
    assert {f"ability_{ability.name.lower()}" for ability in Ability} <= columns
