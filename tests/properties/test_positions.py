"""Play at random and by bots keeps what must always be true between the fields of a position, in every ruleset and every scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander import state as dz
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.godbreakers import state as gb
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.tide_of_iron import state as ti
from skirmish_rl.envs.trench_crusade import state as tc
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.warcry import state as wc

pytestmark = pytest.mark.games
Facts = dict[str, Any]  # what must not be, and where it is


def everywhere(s: np.void, t: np.void) -> Facts:
    """What no position of any ruleset shows."""
    frames = s["frames"]
    return {
        "something in the frame that stays blank": frames[-1] != np.zeros(1, frames.dtype)[0],
        "a game within the game": frames["kind"][1 : int(s["depth"])] == 0,
        "winners of a game that goes on": s["winners"] and not s["over"],
        "dictated dice": s["tape_next"] != s["tape_end"],
    }


def godbreakers(s: np.void, t: np.void) -> Facts:
    """Models by themselves; see also `test_invariants.py`."""
    units, seats = s["units"], int(s["seats"])
    on_board, there = units["status"] == gb.Status.ON_BOARD, units["status"] != gb.Status.ABSENT
    return {
        "a model that this scenario does not have": on_board & (np.arange(gb.SLOTS) >= gb.GODBREAKERS) & (t["kind_column"][units["kind"]] < 0),
        "a model of a seat that does not play": on_board & (units["seat"] >= seats),
        "models beyond the slots in use": there & (np.arange(gb.SLOTS) >= s["used"]),
        "a trait or a token that this scenario does not have": (there[:, None] & (units["traits"] > 0) & (t["trait_column"] < 0)).any()
            or (there[:, None] & (units["tokens"] > 0) & (t["token_column"] < 0)).any(),
        "a summoned model without a summoner, or the reverse": on_board & ((units["kind"] == gb.Kind.SUMMONED) != (units["summoner"] >= 0)),
        "Triumphs that will never be applied": ((units["triumphs"] > 0) | (units["ascending"] > 0)) & (s["pending"] == 0),
        "a model that dies where none can": (units["dying"] > 0) & (~on_board | (s["phase"] != gb.Phase.RECOVERY)),
        "a provoked model that was not ready": (units["provoked"] >= 0) & (units["ready"] == 0),
    }  # fmt: skip


def warcry(s: np.void, t: np.void) -> Facts:
    """Fighters, what they carry and where they stand."""
    units, tokens = s["units"], s["tokens"]
    on_board = units["status"] == wc.Status.ON_BOARD
    waits = (units["status"] == wc.Status.ABSENT) | (units["status"] == wc.Status.RESERVE)
    node, carried = np.maximum(units["node"], 0), np.full(wc.SLOTS, -1)
    carried[tokens["carrier"][tokens["carrier"] >= 0]] = np.flatnonzero(tokens["carrier"] >= 0)
    return {
        "fighters that the scenario does not have": (units["status"] == wc.Status.ABSENT) != (t["unit_used"] == 0),
        "a fighter on the board in no place, or elsewhere in one": on_board != (units["node"] >= 0),
        "a fighter in another cell than its place": on_board & (units["cell"] != t["node_cell"][node]),
        "a fighter with more damage than it can take": on_board & (units["damage"] >= t["unit_wounds"]),
        "a fighter that was active before it came": waits & ((units["activated"] > 0) | (units["waiting"] > 0) | (units["damage"] > 0)),
        "a fighter that waits without an activation, or off the board": (units["waiting"] > 0) & (~on_board | (units["activated"] == 0)),
        "effects on a fighter that is not there": [(units[name] > 0) & ~on_board for name in ("defiant", "unleashed", "cowering", "harried")],
        "a fighter that carries another treasure than is carried": units["treasure"] != carried,
    }


def trench_crusade(s: np.void, t: np.void) -> Facts:
    """Models by themselves, and where they stand."""
    units = s["units"]
    status, traits = units["status"], t["traits"] > 0
    on, reserve = status == tc.Status.ON_BOARD, status == tc.Status.RESERVE
    stand = units["cell"][on]
    once = np.array([any(w >= 0 and t["keyword"][w, Keyword.ONCE] for w in arm) for arm in t["arm"]])
    out = [(status[tc.FORCE * (1 - seat) : tc.FORCE * (2 - seat)] == tc.Status.OUT).sum() for seat in range(tc.SIDES)]
    return {
        "a model that the warbands do not have": (status == tc.Status.ABSENT) != (t["used"] == 0),
        "a model on the board without a cell, or one elsewhere with a cell": on != (units["cell"] >= 0),
        "a model where nobody can stand": (t["on_board"][stand] == 0) | (t["impassable"][stand] > 0),
        "two models in one cell": len({*stand.tolist()}) < len(stand),
        "markers of a model that is not there": [(units[name] > 0) & ~on for name in ("down", "blood", "covered", "hidden")],
        "the deeds of a model that was never there": [(units[name] > 0) & reserve for name in ("activated", "tough_used", "spent", "kills", "claims")],
        "a hidden model that is Down": (units["hidden"] > 0) & (units["down"] > 0),
        "an ability that a model does not have": ((units["hidden"] > 0) & ~traits[:, Trait.HIDE])
            | ((units["tough_used"] > 0) & ~traits[:, Trait.TOUGH]) | ((units["spent"] > 0) & ~once),
        "more models out of action than there are": units["kills"].reshape(tc.SIDES, tc.FORCE).sum(axis=1) > out,
    }  # fmt: skip


def dropzone_commander(s: np.void, t: np.void) -> Facts:
    """Units by themselves, and whom they ride."""
    units = s["units"]
    status, carrier, inside = units["status"], units["carrier"].astype(int), units["piece"] >= 0
    rides, on = carrier >= 0, status == dz.Status.ON_TABLE
    mount = np.where(rides, carrier, np.arange(dz.SLOTS))
    props = t["piece_props"][np.maximum(units["piece"].astype(int), 0)]
    lost = units["dp"] == 0  # thrown out of a wreck, not yet taken away
    return {
        "a unit that the armies do not have": (status == dz.Status.ABSENT) != (t["unit_used"] == 0),
        "a rider of an enemy, or of none that carries anybody": rides & ((dz.SEAT_OF[mount] != dz.SEAT_OF) | (t["unit_room"][mount] == 0)),
        "a unit off the table with a place on it": ~on & ((units["cell"] >= 0) | inside),
        "a unit on the table that is nowhere": on & (units["cell"] < 0) & ~inside & ~rides & ~lost,
        "a unit with more DP than its profile": units["dp"] > t["unit_dp"],
        "a destroyed unit with some DP": (status == dz.Status.DESTROYED) & (units["dp"] > 0),
        "a rider that is not where its Transport is": rides & (status != status[mount]),
        "a Transport that rides itself": rides & (mount[mount[mount[mount]]] != mount[mount[mount]]),
        "something but an Aircraft in the air": (units["flying"] > 0) & (t["unit_kind"] < Kind.AIRCRAFT) & ~lost,
        "something but Infantry in a Garrison": inside & ((t["unit_kind"] != Kind.INFANTRY) | (props >> dz.Prop.GARRISON & 1 == 0)),
        "a weapon that a unit does not have": units["fired"] >> t["unit_weapons"],
    }


def tide_of_iron(s: np.void, t: np.void) -> Facts:
    """Units by themselves, and whom they carry."""
    units = s["units"]
    status, carrier, kind = units["status"], units["carrier"], units["kind"]
    on_map, absent, squad = status == ti.Status.ON_MAP, status == ti.Status.ABSENT, kind == ti.Kind.SQUAD
    strength, rides, ride = units["figures"].sum(axis=1), carrier >= 0, np.maximum(carrier, 0)
    aboard = np.bincount(carrier[on_map & rides], minlength=ti.SLOTS)
    return {
        "a unit of another type than the scenario's": ~absent & (t["unit_used"] > 0) & (kind != t["unit_kind"]),
        "a unit off the map, or in the wrong place": on_map & (t["on_map"][np.maximum(units["cell"], 0)] == 0),
        "a unit on the map in no hex, or elsewhere in one": on_map != (units["cell"] >= 0),
        "an empty slot with something in it": absent & ((strength > 0) | (units["damage"] > 0) | (kind > 0)),
        "a lost unit with figures": (status == ti.Status.LOST) & (strength > 0),
        "a vehicle with figures or conditions": ~squad & ((strength > 0) | (units["condition"] > 0)),
        "a condition off the map": ~on_map & (units["condition"] > 0),
        "units in no transport, or in one that is elsewhere": rides & ((status[ride] != status) | (units["cell"][ride] != units["cell"]) | ~squad),
        "another number of squads aboard than are there": units["aboard"] != aboard,
        "too many squads aboard": aboard > t["vehicle_capacity"][kind],
    }


ALWAYS: dict[str, Callable[[np.void, np.void], Facts]] = {
    "godbreakers": godbreakers, "warcry": warcry, "trench_crusade": trench_crusade, "dropzone_commander": dropzone_commander, "tide_of_iron": tide_of_iron,
}  # fmt: skip


def broken(ruleset: str, s: np.void, t: np.void) -> list[str]:
    """What must not be in a position and is."""
    return [said for said, found in {**everywhere(s, t), **ALWAYS[ruleset](s, t)}.items() if np.any(found)]


@pytest.mark.parametrize("ruleset", available())
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_position_of_play_keeps_what_must_always_be_true(ruleset: str, data: st.DataObject) -> None:
    rules = ruleset_of(ruleset)
    scenario = rules.scenario(data.draw(st.sampled_from([*rules.scenarios])))
    batch, seed = Batch(scenario, 3, observe=False), data.draw(st.integers(0, 2**32))
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    while not batch.over.all():
        for record in batch.games:
            found = broken(ruleset, record, scenario.tables[int(record["variant"])])
            assert not found, f"{scenario.name}, seed {seed}, {rules.decisions(int(record['decision'])).name}: {found}"
        actions, live = random_legal(batch.masks, luck), np.flatnonzero(batch.over == 0)
        by_bot = live[live > 0]  # they fight more
        actions[by_bot] = batch.ask(by_bot, len(rules.bots) - 1)
        batch.step(actions)


@pytest.mark.parametrize(("ruleset", "field"), [("godbreakers", "provoked"), ("warcry", "treasure"), ("trench_crusade", "hidden"),
                                                ("dropzone_commander", "carrier"), ("tide_of_iron", "aboard")])  # fmt: skip
def test_a_position_that_no_play_leads_to_is_noticed(ruleset: str, field: str) -> None:
    scenario = ruleset_of(ruleset).scenario()
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=2)
    assert not broken(ruleset, batch.games[0], scenario.tables[0])
    batch.games["units"][field] = 3
    assert broken(ruleset, batch.games[0], scenario.tables[0])
