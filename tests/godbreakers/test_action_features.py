"""Features of positions and actions, column by column: read by name and compared with what plain Python finds in the record."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.action_columns import ActionColumn, GroupColumn, MarkerGroup, PositionColumn
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, SIDE, SLOTS, Act, Flaw, MarkerKind, Spot, Status, Trait
from tests.godbreakers.test_observation import VARIED, bent, controller_of, neighbours, order_of, ranks_of, scenario_of, seen_at
from tests.plays import Eyes, positions

pytestmark = pytest.mark.games

LAYOUT, STRONG = RULESET.layout, len(RULESET.bots) - 1
GROUPS = ("objective", "hoard", "own_shard", "rival_shard")
BLOCKS = ("pass", "slot", "cell", "order", "count", "special")


class Described:
    """A position with the columns of its decider's actions, and what plain Python needs to say what they should hold."""

    def __init__(self, eyes: Eyes):
        self.here, self.rows = eyes.actions()
        self.record, self.tables = eyes.record.copy(), eyes.tables
        self.answer, self.scratch = eyes.asked(STRONG)
        self.me, self.active, self.units = int(self.record["decider"]), int(self.record["active"]), self.record["units"]
        self.on_board = np.flatnonzero(self.units["status"] == Status.ON_BOARD).tolist()
        self.markers = list(self._markers())

    def worked_out(self, name: str, place: int) -> float:
        return float(self.scratch[name][place])

    @property
    def actor(self) -> int:
        return int(self.scratch["actor"])

    def range(self, a: int, b: int) -> int:
        if self.record["reshaped"]:
            return int(range_of(view(self.record), view(self.tables), a, b))
        return int(self.tables["range"][a, b])

    def _markers(self) -> Iterator[tuple[int, int, str]]:
        """(marker, cell, group) of those on the board."""
        for m, marker in enumerate(self.record["markers"]):
            if marker["cell"] >= 0:
                shard = "own_shard" if marker["seat"] == self.me else "rival_shard"
                name = {MarkerKind.SHARD: shard, MarkerKind.HOARD: "hoard"}.get(MarkerKind(int(marker["kind"])), "objective")
                yield m, int(marker["cell"]), name

    def by_marker(self, marker: int, cell: int) -> tuple[int, int]:
        """Own godbreakers and all other models beside a marker, the actor left out."""
        beside = [int(self.record["board"][near]) for near in neighbours(cell)]
        circles = [int(self.units["circle"][slot]) for slot in beside if 0 <= slot < SLOTS and slot != self.actor]
        return circles.count(self.me), len(circles) - circles.count(self.me)

    def coming(self, cell: int) -> tuple[int, int]:
        """Own and rivals' godbreakers still to be activated that two Moves bring beside a cell."""
        able = [
            slot for slot in self.on_board
            if slot < GODBREAKERS and not self.units["activated"][slot] and slot != self.actor
            and int(self.tables["range"][self.units["cell"][slot], cell]) <= 2 * movement(self.record, slot)
        ]  # fmt: skip
        own = sum(slot // CIRCLE_SIZE == self.me for slot in able)
        return own, len(able) - own

    def survival(self, slot: int) -> float:
        """Chance that the next recovery roll takes off all damage, or is a Triumph."""
        unit = self.units[slot]
        left, die = int(unit["damage"]) - int(ranks_of(self.record, slot)[Trait.RELENTLESS]), int(unit["die"])
        faces = [face for face in range(1, die + 1) if face >= left or (face == die and slot < GODBREAKERS)]
        return len(faces) / die


def movement(record: np.void, slot: int) -> int:
    return int(record["units"]["die"][slot]) + 2 * int(ranks_of(record, slot)[Trait.FLEET])


def attack_range(record: np.void, slot: int) -> int:
    return int(record["units"]["die"][slot]) * int(ranks_of(record, slot)[Trait.RANGED])


def close(one: float, other: float) -> bool:
    """Equal but for rounding; `pytest.approx` takes many times as long, and there are a hundred thousand actions."""
    return abs(one - other) <= 1e-6


def near(distance: int) -> float:
    """1 in contact, falling with the distance."""
    return 1 / (1 + 0.35 * distance)


@functools.cache
def described(name: str) -> list[Described]:
    scenario = scenario_of(name)
    return [Described(Eyes(scenario, record)) for record in positions(scenario) if not record["over"]]


def lead_of(one: Described, points: np.ndarray) -> int:
    rivals = [
        int(points[seat]) for seat in range(int(one.record["seats"])) if seat != one.me and not int(one.record["routed"]) >> seat & 1
    ]
    return int(points[one.me]) - max(rivals)


def test_columns_of_special_actions_stand_as_the_actions_do() -> None:
    assert [ActionColumn(ActionColumn.SUNDER + act).name for act in Act] == [act.name for act in Act]


def test_columns_of_groups_stand_alike_for_all_groups_of_markers() -> None:
    for group, column in itertools.product(MarkerGroup, GroupColumn):
        at = PositionColumn.OBJECTIVE_MINE + len(GroupColumn) * group + column
        assert PositionColumn(at).name == f"{group.name}_{column.name}"
    for group in MarkerGroup:
        assert PositionColumn(PositionColumn.ACTOR_BY_OBJECTIVE + group).name == f"ACTOR_BY_{group.name}"
        assert ActionColumn(ActionColumn.OBJECTIVE_NEAR + group).name == f"{group.name}_NEAR"
        assert ActionColumn(ActionColumn.UNIT_BY_OBJECTIVE + group).name == f"UNIT_BY_{group.name}"


@pytest.mark.parametrize("name", VARIED)
def test_a_position_says_who_leads_and_who_is_left(name: str) -> None:
    for one in described(name):
        here, record, units = one.here, one.record, one.units
        projected = record["points"].astype(int)
        for m, cell, _ in one.markers:
            if (holder := controller_of(record, cell)) >= 0:
                marker = record["markers"][m]
                worth = {MarkerKind.OBJECTIVE: 2, MarkerKind.SHARD: 1 if marker["seat"] == holder else 3}.get(
                    MarkerKind(int(marker["kind"])), 0
                )
                projected[holder] += worth
        gains = projected - record["points"]
        rival_gain = max(int(gains[seat]) for seat in range(int(record["seats"])) if seat != one.me)
        lead = lead_of(one, record["points"])
        ahead = lead + int(gains[one.me]) - rival_gain
        for column, value, most in (
            ("lead", lead, 12),
            ("lead_fine", lead, 3),
            ("projected_lead", ahead, 12),
            ("projected_lead_fine", ahead, 3),
        ):
            assert here[column] == pytest.approx(np.clip(value / most, -1, 1)), column
        assert here["ahead"] == np.sign(ahead)
        waiting = [slot for slot in one.on_board if not units["activated"][slot]]
        mine, wild = (sum(units["seat"][slot] == seat for slot in waiting) for seat in (one.me, -1))
        rivals = len(waiting) - mine - wild
        for column, value in (("my_activations", mine), ("rival_activations", rivals), ("wild_activations", wild)):
            assert here[column] == pytest.approx(min(1, value / 6)), column
        assert here["last_to_activate"] == (rivals == 0)
        assert here["rounds_left"] == pytest.approx((int(one.tables["rounds"]) - int(record["round"])) / 7)
        assert here["last_round"] == (record["round"] == one.tables["rounds"])
        assert here["first_in_priority"] == (order_of(record)[:1] == [one.me]) and here["director"] == (order_of(record)[-1:] == [one.me])
        for column, own in (("my_strength", True), ("rival_strength", False)):
            dice = sum(
                units["die"][slot] * one.survival(slot)
                for slot in one.on_board
                if slot < GODBREAKERS and (slot // CIRCLE_SIZE == one.me) == own
            )
            assert here[column] == pytest.approx(bent(dice, 25), abs=1e-5), column


@pytest.mark.parametrize("name", VARIED)
def test_a_position_says_who_stands_by_the_markers(name: str) -> None:
    for one in described(name):
        expected = dict.fromkeys([f"{group}_{column.name.lower()}" for group in GROUPS for column in GroupColumn], 0.0)
        touched = dict.fromkeys(GROUPS, False)
        there = int(one.units["cell"][one.actor]) if one.actor >= 0 else -1
        for m, cell, group in one.markers:
            numbers = (*one.by_marker(m, cell), *one.coming(cell))
            for column, value in zip(("mine", "others", "mine_coming", "rivals_coming"), numbers, strict=True):
                expected[f"{group}_{column}"] = max(expected[f"{group}_{column}"], min(1, value / 4))
            holder = controller_of(one.record, cell)
            expected[f"{group}_held"] = max(expected[f"{group}_held"], float(holder == one.me))
            expected[f"{group}_lost"] = max(expected[f"{group}_lost"], float(holder >= 0 and holder != one.me))
            touched[group] |= there >= 0 and one.range(there, cell) == 0
        expected |= {f"actor_by_{group}": float(found) for group, found in touched.items()}
        expected["actor_die"] = one.units["die"][one.actor] / 12 if there >= 0 else 0
        expected["actor_survival"] = one.survival(one.actor) if there >= 0 else 0
        for column, value in expected.items():
            assert one.here[column] == pytest.approx(value, abs=1e-6), column


def chance_to_pass(one: Described, slot: int) -> float:
    """Chance to pass a test: 4 or more (5 or more if unlucky), faces up to the rank of Inspired rolled again."""
    faces = [face for face in range(1, int(one.units["die"][slot]) + 1) if face > ranks_of(one.record, slot)[Trait.INSPIRED]]
    return sum(face > (4 if one.units["flaws"][slot][Flaw.UNLUCKY] else 3) for face in faces) / len(faces)


@pytest.mark.parametrize("name", VARIED)
def test_an_action_says_what_it_is_and_what_the_strong_bot_makes_of_it(name: str) -> None:
    for one in described(name):
        best = max(row["score"] for _, row in one.rows)
        for action, row in one.rows:
            block, argument = LAYOUT.action(action)
            assert [row[word] for word in BLOCKS[:-1]] == [block == word for word in BLOCKS[:-1]]
            done = {act.name.lower(): float(block == "special" and act.name.lower().replace("_", "-") == argument) for act in Act}
            assert {word: row[word] for word in done} == done
            assert row["amount"] == pytest.approx(argument / 7 if block == "count" else 0)
            if action == one.answer:
                assert row["score"] == pytest.approx(best, abs=1e-3)
            assert row["score_fine"] == pytest.approx(np.clip(row["score"] * 8 / 1.5, -1, 1), abs=1e-5)
            if block == "special":
                assert row["pass_chance"] == pytest.approx(chance_to_pass(one, one.active), abs=1e-6)
            else:
                assert row["pass_chance"] == 0
            if block == "order":
                seats = [seat for seat in range(int(one.record["seats"])) if not int(one.record["routed"]) >> seat & 1]
                order = list(itertools.permutations(seats))[argument]
                assert row["my_place"] == pytest.approx(order.index(one.me) / (int(one.record["seats"]) - 1))


def chosen_cell(one: Described, action: int) -> int:
    """The cell that an action names, or where the active model stays; -1."""
    block, argument = LAYOUT.action(action)
    if block == "cell":
        return argument[0] + SIDE * argument[1]
    if block in ("pass", "special") and one.active >= 0:
        return int(one.units["cell"][one.active])
    return -1


@pytest.mark.parametrize("name", VARIED)
def test_an_action_says_what_its_cell_is_like(name: str) -> None:
    for one in described(name):
        moving = one.record["decision"] == Decision.ACTION and one.actor == one.active >= 0
        for action, row in one.rows:
            cell = chosen_cell(one, action)
            if cell < 0:
                assert not any(
                    row[column.name.lower()] for column in ActionColumn if ActionColumn.X <= column <= ActionColumn.RIVALS_COMING
                )
                continue
            assert all(map(close, (row["x"], row["y"]), seen_at(one.tables, one.me, cell)))
            for column, unit in (("pull", 4), ("threat", 2), ("strike", 2)):
                assert close(row[column], min(1, max(-1, one.worked_out(column, cell) / unit))), column
            beside = [int(one.record["board"][spot]) for spot in [cell, *neighbours(cell)]]
            seats = [int(one.units["seat"][slot]) for slot in beside if 0 <= slot < SLOTS and slot != one.actor]
            mine = seats.count(one.me)
            assert row["mine_beside"] == min(1, mine / 4) and row["others_beside"] == min(1, (len(seats) - mine) / 4)
            assert row["by_barricade"] == any(one.record["board"][spot] == Spot.BARRICADE for spot in [cell, *neighbours(cell)])
            assert row["stays"] == (moving and one.units["cell"][one.actor] == cell)
            distance = one.range(int(one.units["cell"][one.actor]), cell) / SIDE if moving else 0
            assert close(row["distance"], distance)
            rivals = [slot for slot in one.on_board if slot < GODBREAKERS and one.units["seat"][slot] != one.me]
            ranges = {slot: one.range(int(one.units["cell"][slot]), cell) for slot in rivals}
            assert close(row["rival_near"], near(min(ranges.values(), default=60)))
            reaching = [
                slot for slot in rivals
                if not one.units["activated"][slot] and ranges[slot] <= movement(one.record, slot) + attack_range(one.record, slot)
            ]  # fmt: skip
            assert close(row["rivals_in_reach"], min(1, len(reaching) / 3))


@pytest.mark.parametrize("name", VARIED)
def test_an_action_says_what_its_cell_does_to_the_markers(name: str) -> None:
    columns = ("wins_marker", "keeps_marker", "denies_marker", "leaves_marker", "mine_coming", "rivals_coming")
    for one in described(name):
        fighter, there = 0 <= one.actor < GODBREAKERS, int(one.units["cell"][one.actor]) if one.actor >= 0 else -1
        for action, row in one.rows:
            cell = chosen_cell(one, action)
            if cell < 0:
                continue
            expected = dict.fromkeys((*columns, *(f"{group}_near" for group in GROUPS)), 0.0)

            def raise_to(column: str, value: float, expected: dict[str, float] = expected) -> None:
                expected[column] = max(expected[column], value)

            for m, at, group in one.markers:
                distance, worth = one.range(at, cell), {"rival_shard": 1.0, "own_shard": 1 / 3}.get(group, 2 / 3)
                raise_to(f"{group}_near", near(distance))
                mine, others = one.by_marker(m, at)
                decides = fighter and mine == others
                if distance > 0:
                    if decides and there >= 0 and one.range(there, at) == 0:
                        raise_to("leaves_marker", worth)
                    continue
                for column, number in zip(("mine_coming", "rivals_coming"), one.coming(at), strict=True):
                    raise_to(column, min(1, number / 3))
                if decides:
                    raise_to("wins_marker", worth)
                elif fighter and mine > others:
                    raise_to("keeps_marker", worth)
                elif mine <= others and controller_of(one.record, at) not in (-1, one.me):
                    raise_to("denies_marker", worth)
            for column, value in expected.items():
                assert row[column] == pytest.approx(value, abs=1e-6), column


@pytest.mark.parametrize("name", VARIED)
def test_an_action_says_what_its_model_is_like(name: str) -> None:
    for one in described(name):
        for action, row in one.rows:
            block, _ = LAYOUT.action(action)
            if block != "slot":
                assert not any(
                    row[column.name.lower()] for column in ActionColumn if ActionColumn.UNIT_MINE <= column <= ActionColumn.PLAN_THREAT
                )
                continue
            slot = action - LAYOUT.offset["slot"]
            unit, standing = one.units[slot], one.units["status"][slot] == Status.ON_BOARD
            numbers = [float(slot < GODBREAKERS and slot % CIRCLE_SIZE == k) for k in range(CIRCLE_SIZE)]
            assert [row[f"unit_number_{k + 1}"] for k in range(CIRCLE_SIZE)] == numbers
            sign = 1 if unit["seat"] == one.me else -1
            x, y = seen_at(one.tables, one.me, int(unit["cell"])) if standing else (0, 0)
            here = int(one.units["cell"][one.active]) if one.active >= 0 else -1
            groups = {group for _, cell, group in one.markers if standing and one.range(cell, int(unit["cell"])) == 0}
            expected = {
                "mine": sign > 0, "wild": unit["seat"] < 0, "godbreaker": slot < GODBREAKERS, "x": x, "y": y, "die": unit["die"] / 12,
                "damage": bent(int(unit["damage"]), 6), "survival": one.survival(slot) if standing else 0, "activated": unit["activated"],
                "movement": movement(one.record, slot) / 18, "attack_range": attack_range(one.record, slot) / 36,
                "worth": np.clip(sign * one.worked_out("worth", slot) / 6, -1, 1),
                "near": near(one.range(here, int(unit["cell"]))) if standing and here >= 0 else 0,
            } | {f"by_{group}": group in groups for group in GROUPS}  # fmt: skip
            for column, value in expected.items():
                assert row[f"unit_{column}"] == pytest.approx(float(value), abs=1e-6), column
            for column, unit_of in (("plan", 4), ("plan_strike", 2), ("plan_idle", 4), ("plan_threat", 2)):
                assert row[column] == pytest.approx(np.clip(one.worked_out(column, slot) / unit_of, -1, 1), abs=1e-6), column
            assert row["engage_value"] == pytest.approx(np.clip(one.worked_out("attack", slot) / 2, -1, 1), abs=1e-6)


def test_an_engage_says_who_wins_how_often(table) -> None:
    """Two models alone in the open: a D8 against a D6, one roll each, the higher wins."""
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=6, damage=3)
    t.activate("A1")
    rows = [dict(zip(RULESET.action_features, row, strict=True)) for row in t.batch.encode_actions(np.zeros(1, np.int64)).rows]
    engage = next(row for row in rows if row["slot"])
    pairs = list(itertools.product(range(1, 9), range(1, 7)))
    assert engage["engage_won"] == pytest.approx(sum(a > b for a, b in pairs) / 48)
    assert engage["engage_lost"] == pytest.approx(sum(a < b for a, b in pairs) / 48)
    lasts = [min(1, max(1 / 6, (6 - damage + 1) / 6)) for damage in range(3, 12)]
    lost = sum(lasts[0] - lasts[min(a - b, 8)] for a, b in pairs if a > b) / 48
    assert engage["engage_hurts"] == pytest.approx(lost, abs=1e-6)
    assert engage["engage_hurt"] == pytest.approx(sum((min(b - a, 8) - 1) / 8 for a, b in pairs if a < b) / 48, abs=1e-6)
    assert engage["unit_displaced"] == 0


def test_what_is_the_same_for_all_actions_stands_in_the_position_only() -> None:
    assert not set(RULESET.position_features) & set(RULESET.action_features)
