"""Dispatch: one table a game says which rules answer and go on; the chains of comparisons are written from it."""

from __future__ import annotations

import bdb
import inspect
import traceback
from enum import IntEnum
from types import SimpleNamespace

import pytest

from skirmish_rl.envs.core.dispatch import answering, running
from skirmish_rl.envs.core.layout import Block
from skirmish_rl.envs.core.questions import Question, Questions
from skirmish_rl.envs.core.sources import rules_below
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy


class Group(IntEnum):
    MOVE = 0
    FIGHT = 1


class Decision(Question):
    NONE = 0
    WHERE = 1, Group.MOVE, "who moves", {"pass": "stay"}, "where to"
    HOW = 2, Group.MOVE, "who moves", {"pass": "walk"}, "how"
    WHOM = 3, Group.FIGHT, "who fights", {"pass": "nobody"}, "whom"
    AGAIN = 4, Group.FIGHT, "who fights", {"pass": "no"}, "once more"


class Frame(IntEnum):
    GAME = 0
    MOVE = 1


QUESTIONS = Questions([Block("pass", 1, "single")], Decision)


def legal_where(state, tables, mask):
    mask.append(("where", tables))


def legal_how(mask):
    mask.append("how")


def legal_fight(state, frame, mask):
    mask.append(("fight", state.decision, frame))


def apply_move(state, decision, action):
    state.said.append((Decision(decision).name, action))


def apply_fight(state, tables, frame, action):
    state.said.append((tables, frame, action))


def run_game(state):
    state.said.append("game")


def run_move(state, tables, frame):
    raise ArithmeticError("a broken leg")


BY_GROUPS = {
    Group.FIGHT: (legal_fight, apply_fight),
    Group.MOVE: {Decision.WHERE: (legal_where, apply_move), Decision.HOW: (legal_how, apply_move)},
}
BY_DECISIONS = {**BY_GROUPS[Group.MOVE], Decision.WHOM: (legal_fight, apply_fight), Decision.AGAIN: (legal_fight, apply_fight)}


def a_state(decision, kind=Frame.GAME):
    return SimpleNamespace(decision=decision, said=[], depth=1, frames=[SimpleNamespace(kind=kind)])


def source_of(rule):
    return inspect.getsource(rule).rstrip()


@pytest.mark.parametrize("table", [BY_GROUPS, BY_DECISIONS], ids=["groups", "decisions"])
def test_every_decision_is_answered_by_its_rules_with_what_they_take(table):
    legal, apply = answering(table, QUESTIONS, "a.game")
    marked = {}
    for decision in QUESTIONS.rows.values():
        state, mask = a_state(decision), []
        legal(state, "tables", mask)
        apply(state, "tables", decision, 7)
        marked[decision.name] = mask, state.said, state.frames[0]
    assert marked["WHERE"][:2] == ([("where", "tables")], [("WHERE", 7)]) and marked["HOW"][:2] == (["how"], [("HOW", 7)])
    for name in ("WHOM", "AGAIN"):
        mask, said, frame = marked[name]
        assert mask == [("fight", Decision[name], frame)] and said == [("tables", frame, 7)]


def test_chains_are_in_the_order_of_the_table_and_ask_no_more_than_needed():
    legal, apply = answering(BY_GROUPS, QUESTIONS, "a.game")
    assert source_of(legal).splitlines()[2:] == [
        "    decision = state.decision",
        "    group = GROUP_OF[decision]",
        "    if group == Group.FIGHT:",
        "        legal_fight(state, top_frame(state), mask)",
        "    else:",
        "        if decision == Decision.WHERE:",
        "            legal_where(state, tables, mask)",
        "        else:",
        "            legal_how(mask)",
    ]
    assert source_of(apply).splitlines()[-2:] == ["    else:", "        apply_move(state, decision, action)"], "both do the same"
    _, by_decisions = answering(dict(reversed(BY_DECISIONS.items())), QUESTIONS, "a.game")
    assert source_of(by_decisions).splitlines()[2] == "    if decision == Decision.AGAIN or decision == Decision.WHOM:"


def test_frames_go_on_by_their_rules_and_a_debugger_stops_in_the_chain():
    run = running({Frame.GAME: run_game, Frame.MOVE: run_move}, "a.game", "run_process")
    assert run.__name__ == "run_process" and run.__module__ == "a.game"
    state = a_state(0)
    run(state, None)
    assert state.said == ["game"]
    with pytest.raises(ArithmeticError) as failed:
        run(a_state(0, Frame.MOVE), None)
    assert "run_move(state, tables, frame)" in "".join(traceback.format_tb(failed.tb))
    seen = []

    class Stepping(bdb.Bdb):
        def user_line(self, frame):
            seen.append((frame.f_code.co_name, frame.f_lineno))
            self.set_step()

    Stepping().runcall(run, a_state(0), None)
    lines = source_of(run).splitlines()
    assert [lines[number - 1].strip() for name, number in seen if name == "run_process"] == [
        "frame = top_frame(state)", "kind = frame.kind", "if kind == Frame.GAME:", "run_game(state)",
    ]  # fmt: skip


def apply_wrongly(state, action, decision):
    """Parameters in another order."""


def apply_cell(state, cell):
    """A parameter that nobody gives."""


def named_alike():
    def apply_fight(state):
        """Another rule of that name."""

    return apply_fight


def without(table, key):
    return {one: row for one, row in table.items() if one is not key}


MOVES = BY_GROUPS[Group.MOVE]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "lack Decision.WHERE, Decision.HOW, Decision.WHOM, Decision.AGAIN; give each a line with its legal and its apply rule"),
        (without(BY_GROUPS, Group.FIGHT), "the answers of a.game lack Group.FIGHT; give each a line"),
        (without(BY_DECISIONS, Decision.HOW), "the answers of a.game lack Decision.HOW; give each a line"),
        ({**BY_GROUPS, Group.MOVE: without(MOVES, Decision.HOW)}, "the answers of a.game below Group.MOVE lack Decision.HOW"),
        ({**BY_GROUPS, Group.MOVE: {**MOVES, Decision.WHOM: MOVES[Decision.HOW]}},
            "below Group.MOVE have Decision.WHOM; what belongs there"),
        ({**BY_DECISIONS, Group.MOVE: MOVES}, "have Group.MOVE"),
        ({**BY_GROUPS, Group.FIGHT: (legal_fight, apply_wrongly)}, r"apply_wrongly\(state, action, decision\).*in this order"),
        ({**BY_GROUPS, Group.FIGHT: (legal_fight, apply_cell)},
            r"apply_cell\(state, cell\).*takes state, tables, frame, decision, action, or"),
        ({**BY_GROUPS, Group.FIGHT: (apply_fight, legal_fight)}, r"takes state, tables, frame, mask, or some of them"),
        ({**BY_GROUPS, Group.FIGHT: (legal_fight, "apply_fight")}, "holds 'apply_fight', which is no rule"),
        ({**BY_DECISIONS, Decision.WHOM: (legal_fight, named_alike())}, "are called apply_fight; give one another name"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_said_on_import(table, said):
    with pytest.raises(ValueError, match=said):
        answering(table, QUESTIONS, "a.game")


def test_a_frame_that_nothing_goes_on_with_is_named():
    with pytest.raises(ValueError, match="the frames of a.game lack Frame.MOVE; give each a line with its rule"):
        running({Frame.GAME: run_game}, "a.game")


@pytest.mark.parametrize("name", [*available(), "toy"])
def test_every_game_has_its_rules_from_a_table_and_compiles_all_of_them(name):
    ruleset = toy.RULESET if name == "toy" else ruleset_of(name)
    compiled = rules_below(entry.function for entry in ruleset.engine.library.entries.values())
    made = {rule.__name__: rule for rule in compiled if rule.__code__.co_filename.startswith(("<answers of", "<frames of"))}
    assert {"legal", "apply"} <= {*made} and (name == "toy" or {"run", "run_process"} & {*made})
