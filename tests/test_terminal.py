"""Playing on terminals of several sizes: the board and the question are always in sight."""

from __future__ import annotations

import re

import numpy as np
import pytest

from skirmish_rl.envs.core.console import Table, deeds_in, fitting, offered, question_text, screen, window
from skirmish_rl.envs.core.draw import board_text, broken, key_text
from skirmish_rl.envs.registry import available, ruleset_of

SIZES = [(80, 24), (100, 40), (130, 50)]
PLAIN = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """A terminal of a size, and a person who answers what comes first."""

    def __init__(self, name: str, scenario: str | None, width: int, height: int, answers: int, color: bool = False):
        self.width, self.height, self.left = width, height, answers
        self.lines: list[str] = []
        self.table = Table(
            ruleset_of(name).scenario(scenario), 4, 0, "random", self.read, self.write, color, width=width, height=height
        )  # fmt: skip

    def write(self, text: str) -> None:
        self.lines += PLAIN.sub("", text).split("\n")

    def read(self, prompt: str) -> str:
        assert all(len(line) <= self.width for line in self.lines), max(self.lines, key=len)
        if prompt.startswith("Enter"):
            return ""
        self.check(self.lines[1 - self.height :])
        self.lines.append(prompt)
        if not self.left:
            return "quit"
        self.left -= 1
        return next(iter(offered(self.table.batch).texts))

    def check(self, seen: list[str]) -> None:
        """The edge with the columns' numbers, the rows, the question and some answer are among the lines in sight."""
        record, scenario = self.table.batch.games[0], self.table.scenario
        head = max(k for k, line in enumerate(seen) if re.match(r"^   +\d+ +\d+ +\d+ +\d+", line))
        numbers = re.findall(r"\d+", re.match(r"^[ \d]+", seen[head])[0])
        assert len(numbers) >= 9 and numbers == [str(x) for x in range(int(numbers[0]), int(numbers[0]) + len(numbers))]
        rows = []
        for line in seen[head + 1 :]:
            number = re.match(r"^ {0,2}(\d+) ", line)
            if not number:
                break
            rows.append(int(number[1]))
        assert len(rows) >= 9 and rows in (list(range(rows[0], rows[0] + len(rows))), list(range(rows[0], rows[0] - len(rows), -1)))
        below = "\n".join(seen[head + 1 :])
        question = broken(f"seat_0, you: {question_text(record, scenario)}", self.width - 1)
        assert "\n".join(question) in below
        offer = offered(self.table.batch)
        assert any(text.split(",")[0] in below for text in offer.texts)
        cells = [place for places in offer.cells.values() for place in places]
        if cells:
            shown = {(x, str(y)) for x in numbers for y in rows}
            assert any(tuple(place.split(",")) in shown for place in cells)
        high, wide = len(self.table._shown.glyphs), len(self.table._shown.glyphs[0])
        assert ("look x,y" in below) == (len(numbers) < wide or len(rows) < high)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", available())
def test_board_and_question_are_in_sight_on_every_terminal(name, width, height):
    for tag in ("small", "standard"):
        terminal = Terminal(name, ruleset_of(name).default_scenario(tag), width, height, 12)
        assert terminal.table.play() is None and terminal.left == 0


def test_colours_take_no_room():
    terminal = Terminal("godbreakers", "drill", 80, 24, 12, color=True)
    assert terminal.table.play() is None


@pytest.mark.parametrize("name", available())
def test_the_aim_is_said_in_two_lines_at_the_start_and_in_help(name):
    for scenario in ruleset_of(name).scenarios:
        shown: list[str] = []
        said = iter(["", "help"])
        table = Table(
            ruleset_of(name).scenario(scenario), 4, 0, "random", lambda _, said=said: next(said, "quit"), shown.append, width=80, height=24
        )
        table.play()
        aim = table._shown.aim
        assert len(aim) == 2 and all(0 < len(line) <= 78 for line in aim)
        assert all(shown.count(line) == 2 for line in aim)
        lines = key_text(table._shown, 80)
        words = " ".join(table._shown.text_key).split()
        assert " ".join(lines).split() == words and all(len(line) <= 80 for line in lines)  # no line breaks within a word


def test_a_part_of_a_board_holds_what_counts_most():
    weights = np.zeros((48, 48))
    weights[40, 5] = weights[44, 12] = 1
    columns, rows = window(weights, 20, 10)
    assert 5 in columns and 12 in columns and 40 in rows and 44 in rows and len(columns) == 20 and len(rows) == 10
    weights[2, 47] = 100
    columns, rows = window(weights, 20, 10)
    assert 47 in columns and 2 in rows
    assert window(weights, 60, 60) == (range(48), range(48))


def test_a_part_of_the_board_says_which_and_another_can_be_looked_at():
    shown: list[str] = []
    said = iter(["", "look 47,47", "look 0,0", "look 48,0", "look there", "panel", "", "quit"])
    table = Table(
        ruleset_of("dropzone_commander").scenario("skirmish"),
        4,
        0,
        "random",
        lambda _: next(said),
        shown.append,
        False,
        width=80,
        height=24,
    )
    table.play()
    parts = [line for line in shown if line.startswith("(a part: ")]
    assert len(parts) == 4 and parts[0] == parts[3]
    assert parts[1].startswith("(a part: columns 23 to 47 of 48, rows ") and " to 47 of 48; " in parts[1]
    assert parts[2].startswith("(a part: columns 0 to 24 of 48, rows 0 to ")
    assert sum("give a column from 0 to 47 and a row from 0 to 47" in line for line in shown) == 2
    assert any(line.startswith("# seat_0 ") for line in shown)


def test_the_panel_beside_the_board_is_cut_where_it_is_too_long():
    scenario = ruleset_of("tide_of_iron").scenario("farm")
    table = Table(scenario, 4, 0, "random", lambda _: "quit", [].append, False, width=100, height=24)
    scene = scenario.ruleset.scene(table.batch.games[0], scenario)
    lines = screen(scene, np.zeros((9, 9)), ["the question"], False, 100, 24)
    assert len(lines) == 23 and lines[-1] == "the question" and lines[-2].endswith("... (panel: the rest)")
    wide = screen(scene, np.zeros((9, 9)), ["the question"], False, 60, 24)
    assert len(wide) == 11 and not any("panel" in line for line in wide)


def test_a_wrong_answer_is_said_below_the_board():
    shown: list[str] = []
    said = iter(["", "dance", "quit"])
    table = Table(
        ruleset_of("godbreakers").scenario("drill"), 4, 0, "random", lambda _: next(said), shown.append, False, width=80, height=24
    )
    table.play()
    head = max(k for k, line in enumerate(shown) if re.match(r"^   +\d+ +\d+ +\d+ ", line))
    assert len(shown) - head <= 23 and "'dance' is no answer here" in " ".join(shown[-2:])


def test_many_kinds_of_answers_fit_into_few_lines():
    table = Table(ruleset_of("godbreakers").scenario("drill"), 4, 0, "random", lambda _: "quit", [].append)
    offer = offered(table.batch)._replace(cells={f"verb{k}": {f"{x},{k}": 1 for x in range(30)} for k in range(9)})
    lines = fitting(offer, 80, 5)
    assert len(lines) == 5 and lines[-1].endswith("? lists them") and "more kinds of answers" in lines[-1]


@pytest.mark.parametrize("name", available())
def test_the_numbers_on_the_edge_are_those_of_the_cells(name):
    scenario = ruleset_of(name).scenario(ruleset_of(name).default_scenario("small"))
    table = Table(scenario, 4, 0, "random", lambda _: "quit", [].append)
    batch, layout, found = table.batch, scenario.ruleset.layout, 0
    for _ in range(80 if name != "godbreakers" else 40):
        batch.step(batch.ask(np.zeros(1, np.int64), len(scenario.ruleset.bots) - 1))
    edge, *rows = board_text(scenario.ruleset.scene(batch.games[0], scenario))
    for row in rows:
        number, *cells = row.split()
        for word in re.findall(r"\b[A-Za-z]\d+\b", row):
            if word.upper() in layout.units:
                cell = int(batch.games[0]["units"]["cell"][layout.units.index(word.upper())])
                x, y = layout.cell_text(cell).split(",")
                assert y == number and (int(x) < len(cells) and cells[int(x)].startswith(word) or "+" in row)
                found += 1
    assert found > 2 and edge.split() == [str(x) for x in range(len(edge.split()))]


def told_by(answers: list[str], name: str = "warcry", height: int = 24) -> list[str]:
    """What the terminal shows of a game whose person answers so, by the simple bot's answers where nothing is left."""
    lines: list[str] = []
    given = iter(answers)

    def read(prompt: str) -> str:
        lines.append(f"> {prompt}")
        if prompt.startswith("Enter"):
            return ""
        return next(given, "quit")

    def write(text: str) -> None:
        lines.extend(PLAIN.sub("", text).split("\n"))

    Table(ruleset_of(name).scenario("duel"), 4, 0, "simple", read, write, False, width=80, height=height).play()
    return lines


def test_a_units_card_is_told_and_where_there_is_none_who_there_is():
    lines = told_by(["info a1", "info Z9"])
    at = lines.index(next(line for line in lines if line.startswith("A1: ")))
    assert lines[at + 1].startswith("Wounds 20 of 20, Move 5") and lines[at + 2].split()[:2] == ["weapon", "range"]
    assert any(line.startswith("rush (double): ") for line in lines) and max(map(len, lines)) <= 80
    assert any(line.startswith("info Z9: no such unit here; there are A1 A2") for line in lines)


def test_answers_are_told_in_words_with_what_they_do_and_may_be_typed_so():
    lines = told_by(["?", "dagger"])
    assert "1 Dagger group (dagger): The first group to be set up." in lines
    assert "* 1 Dagger group  2 Shield group  3 Hammer group" in lines
    table = Table(ruleset_of("warcry").scenario("duel"), 4, 0, "simple", input, print, False)
    offer, decision = offered(table.batch), int(table.batch.games[0]["decision"])
    both = [table._read_answer(said, offer, decision)[0] for said in ("attacker", "be the attacker", "defender", "Be the defender")]
    assert both[0] == both[1] != both[2] == both[3] and None not in both


@pytest.mark.parametrize("height", [24, 50])
def test_what_others_did_since_ones_answer_stands_above_the_question(height):
    table = Table(ruleset_of("warcry").scenario("duel"), 4, 0, "simple", lambda prompt: "quit", print, False, width=80, height=height)
    seen: list[str] = []
    table.write = seen.append
    answers = iter(range(60))

    def read(prompt: str) -> str:
        if prompt.startswith("Enter"):
            return ""
        return "quit" if next(answers, None) is None else str(1)

    table.read = read
    table.play()
    since = [k for k, line in enumerate(seen) if line.startswith("since your answer: ")]
    assert since and all(any("you: " in line for line in seen[k : k + 5]) for k in since)
    assert all("has one answer" not in seen[k] for k in since)


def test_what_is_plain_from_the_question_is_left_out_of_what_others_did():
    told = [
        "seat_1 step: attack",
        "    B1 attacks A2",
        "    B1 rolls for attack at A2: 5 3 1",
        "    seat_1 has one answer: end (what)",
        "    round 2",
    ]
    assert deeds_in(told, 80, 2) == ["since your answer: B1 attacks A2; B1 rolls for attack at A2: 5 3 1"]
    assert deeds_in(told, 60, 1) == ["since your answer: ... B1 rolls for attack at A2: 5 3 1"] and deeds_in([], 80, 2) == []
