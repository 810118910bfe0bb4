"""Features of positions and actions, column by column: read by name and compared with what plain Python finds in the record."""

from __future__ import annotations

import functools
import itertools
from math import comb, hypot
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision, Option
from skirmish_rl.envs.trench_crusade.render.board import holder_of
from skirmish_rl.envs.trench_crusade.state import FORCE, SLOTS, WIDTH, Frame, Status, Terrain, Verb
from tests.plays import Eyes, positions
from tests.trench_crusade.test_observation import EVERYTHING, seen_at

pytestmark = pytest.mark.games

LAYOUT = RULESET.layout
STRONG = len(RULESET.bots) - 1
GAMES = ["outpost", "relics", EVERYTHING]
BLOCKS = {
    "pass": "pass", "unit": "unit", "cell": "place", "verb": "verb", "weapon": "weapon", "direction": "direction", "spend": "spend",
    "bloodbath": "bloodbath", "option": "option",
}  # fmt: skip


@functools.cache
def described(name):
    """(record, tables, position columns, [(action, structured action, action columns)], the strong bot's answer) of every position."""
    scenario, out = RULESET.scenario(name), []
    for record in positions(scenario, 6, every=10):
        if record["decider"] < 0:
            continue
        eyes = Eyes(scenario, record)
        here, rows = eyes.actions()
        best = int(eyes.batch.ask(np.zeros(1, np.int64), np.array([STRONG]))[0])
        out.append((record, eyes.tables, here, [(action, LAYOUT.action(action), columns) for action, columns in rows], best))
    return out


def cut(value, unit):
    return float(np.clip(value / unit, -1, 1))


def wrong(columns, expected):
    return {name: (columns[name], float(v)) for name, v in expected.items() if abs(columns[name] - float(v)) > 1e-5}


def on_board(record, seat):
    return [slot for slot in range(FORCE * seat, FORCE * (seat + 1)) if record["units"]["status"][slot] == Status.ON_BOARD]


def seen_from(tables, here, there):
    """1 if one cell sees another, and 2 if that one is in cover from it, be it in a trench of its own: four cells in a byte."""
    trench = tables["trench"]
    dug_in = trench[there] != 0 and trench[here] != trench[there]
    return int(tables["sight"][here, there // 4]) >> 2 * (there % 4) & 3 | 2 * int(dug_in)


def apart(here, there):
    return hypot(here % WIDTH - there % WIDTH, here // WIDTH - there // WIDTH)


def is_close(tables, here, there):
    """Within 1": bases of 1", heights counted."""
    rise = abs(int(tables["height"][here]) - int(tables["height"][there]))
    return hypot(max(0.0, apart(here, there) - 1), rise) <= 1 + 1e-9


@functools.cache
def sums(net, dice=2):
    """Chances of each sum of the best (net > 0) or worst dice of a pool."""
    found = np.zeros(6 * dice + 1)
    for faces in itertools.combinations_with_replacement(range(1, 7), dice + abs(net)):
        kept = sorted(faces, reverse=net > 0)[:dice]
        ways, left = 1, len(faces)
        for face in set(faces):
            ways *= comb(left, faces.count(face))
            left -= faces.count(face)
        found[sum(kept)] += ways / 6 ** len(faces)
    return found


def passes(net):
    return sums(int(max(-8, min(8, net))))[7:].sum()


def wounds(net, modifier, extra, least):
    """Chance that an Injury Roll comes to so much."""
    chances = sums(int(max(-8, min(8, net))), 2 + extra)
    return sum(chance for total, chance in enumerate(chances) if total + modifier >= least)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_what_both_sides_have(name):
    for record, tables, here, _, _ in described(name):
        me, units = int(record["decider"]), record["units"]
        lead = int(record["points"][me]) - int(record["points"][1 - me])
        assert here["lead"] == pytest.approx(cut(lead, 12)) and here["lead_fine"] == pytest.approx(cut(lead, 3))
        assert here["last_turn"] == (record["round"] >= tables["turns"])
        goals = {}
        for prefix, seat in (("my", me), ("rival", 1 - me)):
            mine, units_of = on_board(record, seat), units[FORCE * seat : FORCE * (seat + 1)]
            assert here[f"{prefix}_activations"] == pytest.approx(sum(not units["activated"][s] for s in mine) / 12)
            assert here[f"{prefix}_blood"] == pytest.approx(cut(int(units_of["blood"].sum()), 20))
            held = sum(holder_of(record, tables, k) == seat for k in range(int(tables["objectives"])))
            goals[prefix] = held + int((record["claimed"] == seat).sum())
            assert here[f"{prefix}_objectives"] == pytest.approx(goals[prefix] / 8)
            lost = int((units_of["status"] == Status.OUT).sum() + units_of["down"].sum())
            nerve = (int(record["strength"][seat]) + 1) // 2 - lost
            assert here[f"{prefix}_nerve"] == pytest.approx(cut(nerve, 6) if tables["morale"] else 1)
            alive = [s for s in range(FORCE * seat, FORCE * (seat + 1)) if units["status"][s] in (Status.ON_BOARD, Status.RESERVE)]
            assert (here[f"{prefix}_worth"] > 0) == bool(alive)  # how much each is worth, the bots say
        gain = int(tables["piece_points"] if tables["objectives"] else tables["relic_points"])
        left = max(int(tables["turns"]) + 1 - int(record["round"]), 0)
        assert here["projected_lead"] == pytest.approx(cut(lead + left * gain * (goals["my"] - goals["rival"]), 12))


@pytest.mark.parametrize("name", GAMES)
def test_a_window_shows_the_odds_before_and_after_spending(name):
    tried = set()
    for record, _, here, rows, _ in described(name):
        top, decision = record["frames"][int(record["depth"]) - 1], int(record["decision"])
        if decision not in (Decision.BLOOD, Decision.BLESSING, Decision.WOUND, Decision.GRACE):
            assert not here["passes"] and not here["downs"] and not here["outs"]
            continue
        dice, modifier, extra = int(top["dice"]), int(top["modifier"]), int(top["deadly"]) + int(top["bath"])
        if top["kind"] == Frame.ROLL:
            assert here["passes"] == pytest.approx(passes(dice))
        else:
            assert here["outs"] == pytest.approx(wounds(dice, modifier, extra, 9), abs=1e-6)
            assert here["downs"] == pytest.approx(wounds(dice, modifier, extra, 7), abs=1e-6)
        victim = record["units"][int(record["subject"])]
        for _, structured, columns in rows:
            bath = structured.block == "bloodbath"
            n = int(structured.argument)
            cost = (3 if top["cheap"] or victim["down"] else 6) if bath else 0
            net = dice + n if decision in (Decision.BLESSING, Decision.WOUND) else dice - n
            assert columns["count"] == pytest.approx((n + cost) / 6)
            if top["kind"] == Frame.ROLL:
                assert columns["after"] == pytest.approx(passes(net), abs=1e-6)
            else:
                assert columns["after"] == pytest.approx(wounds(net, modifier, extra + bath, 9), abs=1e-6)
                assert columns["after_down"] == pytest.approx(wounds(net, modifier, extra + bath, 7), abs=1e-6)
            tried.add((decision, bath))
    assert {(Decision.BLOOD, False), (Decision.WOUND, False)} <= tried


@pytest.mark.parametrize("name", GAMES)
def test_an_action_says_what_kind_it_is_and_what_the_strong_bot_thinks_of_it(name):
    seen = set()
    for _, _, _, rows, best in described(name):
        scores = {action: columns["score"] for action, _, columns in rows}
        assert scores[best] == pytest.approx(max(scores.values()), abs=2e-4)
        for _, structured, columns in rows:
            kinds = [column for column in dict.fromkeys(BLOCKS.values()) if columns[column]]
            assert kinds == [BLOCKS[structured.block]]
            seen |= set(kinds)
            assert abs(columns["score_fine"]) >= abs(columns["score"]) - 1e-6
            named = [column for column, value in columns.items() if value and column.startswith(("option_", "verb_", "weapon_"))]
            if structured.block in ("option", "verb", "weapon"):
                assert named == [f"{structured.block}_{structured.argument.replace('-', '_')}"]
            else:
                assert not named
    assert {"pass", "unit", "place", "verb", "weapon", "spend", "option"} <= seen


@pytest.mark.parametrize("name", GAMES)
def test_a_place_is_described_for_who_would_stand_there(name):
    tried = 0
    for record, tables, _, rows, _ in described(name):
        me, actor = int(record["decider"]), int(record["subject"])
        for action, structured, columns in rows[:: max(1, len(rows) // 12)]:
            if structured.block != "cell":
                continue
            cell = action - LAYOUT.offset["cell"]
            x, y = seen_at(record, tables, me, cell)
            cells = {seat: [int(record["units"]["cell"][s]) for s in on_board(record, seat) if s != actor] for seat in (me, 1 - me)}
            in_sight = [foe for foe in cells[1 - me] if seen_from(tables, foe, cell) & 1]
            near = [k for k in range(int(tables["objectives"])) if tables["near_piece"][k][cell]]
            holders = {holder_of(record, tables, k) for k in near}
            relics = [int(tables["relic_cell"][k]) for k in range(int(tables["relics"])) if record["round"] <= tables["relic_last"][k]]
            expected = {
                "x": x, "y": y, "height": tables["height"][cell] / 4, "trench": tables["terrain"][cell] == Terrain.TRENCH,
                "wire": tables["terrain"][cell] == Terrain.WIRE, "difficult": tables["terrain"][cell] == Terrain.CRATER,
                "objective": any(tables["near_piece"][k][cell] == 2 for k in near), "beside": bool(near), "mine": me in holders,
                "theirs": 1 - me in holders, "relic": any(is_close(tables, cell, relic) for relic in relics),
                "engaged": any(is_close(tables, cell, foe) for foe in cells[1 - me]),
                "friends_near": min(4, sum(is_close(tables, cell, friend) for friend in cells[me])) / 4,
                "enemies_seen": len(in_sight) / 12, "exposed": sum(not seen_from(tables, foe, cell) & 2 for foe in in_sight) / 12,
                "enemy_nearness": max(0, 1 - min((apart(cell, foe) for foe in cells[1 - me]), default=999) / 24),
            }  # fmt: skip
            if actor >= 0 and record["units"]["cell"][actor] >= 0:
                expected["distance"] = min(1, apart(cell, int(record["units"]["cell"][actor])) / 24)
            assert not wrong(columns, expected), (Decision(int(record["decision"])).name, structured, wrong(columns, expected))
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_model_that_is_named_is_described(name):
    tried = 0
    for record, tables, _, rows, _ in described(name):
        me, actor = int(record["decider"]), int(record["subject"])
        for action, structured, columns in rows:
            if structured.block != "unit":
                continue
            slot = action - LAYOUT.offset["unit"]
            unit, cell = record["units"][slot], int(record["units"]["cell"][slot])
            expected = {
                "is_mine": slot // FORCE == me, "worth": cut(int(tables["points"][slot]), 150), "blood": unit["blood"] / 6,
                "blessing": unit["blessing"] / 6, "down": unit["down"], "activated": unit["activated"],
                "armour": min(4, int(tables["armour"][slot])) / 4, "elite": tables["traits"][slot, Trait.ELITE],
                "tough": tables["traits"][slot, Trait.TOUGH] and not unit["tough_used"],
            }  # fmt: skip
            if cell >= 0:
                expected["x"], expected["y"] = seen_at(record, tables, me, cell)
                expected["height"] = tables["height"][cell] / 4
                expected["beside"] = any(tables["near_piece"][k][cell] for k in range(int(tables["objectives"])))
                if 0 <= actor < SLOTS and record["units"]["cell"][actor] >= 0:
                    expected["distance"] = min(1, apart(cell, int(record["units"]["cell"][actor])) / 24)
            assert not wrong(columns, expected), (Decision(int(record["decision"])).name, structured, wrong(columns, expected))
            assert record["decision"] == Decision.ACTIVATE or not columns["urge"]
            tried += 1
    assert tried > 20


def shot_dice(record, tables, slot, weapon, target):
    """Net dice of a shot, markers left out, and what they come from. Table T4."""
    units, keyword = record["units"], tables["keyword"][weapon]
    here, there = int(units["cell"][slot]), int(units["cell"][target])
    act = next((act for act in record["acts"] if act["slot"] == slot), None)
    rise = int(tables["height"][here]) - int(tables["height"][there])
    gap = hypot(max(0.0, apart(here, there) - 1), rise)
    sheltered = bool(seen_from(tables, here, there) & 2 or units["covered"][target] or tables["traits"][target, Trait.COVER])
    cover = sheltered and not keyword[Keyword.IGNORE_COVER]
    far = gap > tables["range"][weapon] / 2 + 1e-9
    singers = [s for s in on_board(record, 1 - slot // FORCE) if tables["traits"][s, Trait.HYMN]]
    hymn = any(
        hypot(max(0.0, apart(here, int(units["cell"][s])) - 1), int(tables["height"][here]) - int(tables["height"][units["cell"][s]]))
        <= 8 + 1e-9
        for s in singers
    )
    dice = int(tables["ranged"][slot]) + int(tables["weapon_dice"][weapon]) - cover - int(units["down"][slot]) - hymn
    dice -= far and not keyword[Keyword.IGNORE_LONG_RANGE] and not keyword[Keyword.SHOTGUN]
    dice += rise >= 3 and not keyword[Keyword.IGNORE_ELEVATED]
    dice += 2 * int(act["aim"]) if act is not None else 0
    dice -= int(tables["traits"][target, Trait.STALKER])
    return dice, far, cover


@pytest.mark.parametrize("name", ["contested", *GAMES])
def test_a_shot_is_described_by_its_dice_and_odds(name):
    tried = 0
    for record, tables, _, rows, _ in described(name):
        top = record["frames"][int(record["depth"]) - 1]
        if record["decision"] != Decision.TARGET or top["kind"] != Frame.SHOOT:
            continue
        slot, weapon = int(top["slot"]), int(top["weapon"])
        keyword = tables["keyword"][weapon]
        for action, structured, columns in rows:
            if structured.block != "unit" or keyword[Keyword.SILENCED] or keyword[Keyword.FLAMETHROWER]:
                continue
            target = action - LAYOUT.offset["unit"]
            net, far, cover = shot_dice(record, tables, slot, weapon, target)
            expected = {"dice": cut(net, 4), "long": far, "cover": cover, "hits": passes(net)}
            plain = not keyword.any() or weapon in (Weapon.BOLT_RIFLE, Weapon.SEMI_AUTO_RIFLE)
            if plain:
                critical = sums(int(max(-8, min(8, net))))[12]
                armour, dice = -min(3, int(tables["armour"][target])), int(tables["injury_dice"][weapon])
                for column, least in (("outs", 9), ("downs", 7)):
                    chance = (passes(net) - critical) * wounds(dice, armour, 0, least) + critical * wounds(dice + 1, armour, 0, least)
                    expected[column] = chance
            assert not wrong(columns, expected), (Weapon(weapon).name, structured, wrong(columns, expected))
            tried += 1
    assert tried > (0 if name == EVERYTHING else 3)


def test_looking_at_actions_changes_nothing_and_tells_nothing():
    scenario = RULESET.scenario("outpost")
    for record in positions(scenario, 6, every=10)[::5]:
        if record["decider"] < 0:
            continue
        eyes = Eyes(scenario, record)
        eyes.record["listening"] = 1
        eyes.actions()
        before = eyes.batch.games.tobytes()
        eyes.actions()
        assert eyes.batch.games.tobytes() == before and eyes.record["noted"] == record["noted"]


def test_every_option_action_and_weapon_has_a_column():
    columns = set(RULESET.action_features)
    for block, members in (("option", Option), ("verb", Verb), ("weapon", Weapon)):
        assert {f"{block}_{member.name.lower()}" for member in members} <= columns
    assert Path(EVERYTHING).exists()
