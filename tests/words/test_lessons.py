"""Guided first games: what comes up for the first time is explained once, on the page, without a server and in the terminal."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.serving.session import Session
from skirmish_rl.agents.serving.showing import step_of
from skirmish_rl.envs.core.console import Table
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.events import told
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words import lessons
from skirmish_rl.envs.words.lessons import END, Teacher, first_game, kinds_of, lessons_message
from tests.conftest import INTERPRETED

WEB = Path(__file__).resolve().parents[2] / "web"
ONE = np.zeros(1, np.int64)
MOST = {"dropzone_commander": 130}  # own answers; the others at most 120
pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays whole games")


def guided(name):
    """A guided game in which the strong bot gives the hints and the answers of the person."""
    ruleset = ruleset_of(name)
    first = first_game(ruleset)
    scenario = ruleset.scenario(first.scenario, 2, **first.options)
    weak = agent_of(first.opponent, scenario, threads=1)
    session = Session(scenario, first.seed, ["person", first.opponent], [None, weak])
    hint = agent_of("bot:strong", scenario)
    while not session.over:
        batch = session.batch
        session.answer(int(batch.ask(ONE, hint.bot)[0] if session.agent is None else weak.act(batch, ONE)[0]))
    return session


@pytest.fixture(scope="module", params=available())
def game(request):
    return guided(request.param)


def taught(session):
    """The lessons of each question of the first seat, and of the end, with the question's name."""
    teacher, found = Teacher(session.scenario.ruleset, first_game(session.scenario.ruleset)), []
    for step in session.steps:
        if step.seat == 0:
            found.append((step.asked, teacher.ask(step.asked)))
        teacher.hear(step.kinds)
    return [*found, (END, teacher.ask(END))]


def test_each_kind_of_thing_that_comes_up_is_explained_once(game):
    ruleset, shown = game.scenario.ruleset, [lesson for _, new in taught(game) for lesson in new]
    asked = {step.asked for step in game.steps if step.seat == 0}
    happened = {kind for step in game.steps[:-20] for kind in step.kinds}
    kinds = kinds_of(ruleset)
    assert len({id(lesson) for lesson in shown}) == len(shown), "nothing is said twice"
    for lesson in first_game(ruleset).lessons:
        comes_up = asked & set(lesson.asked) or happened & {kinds[name] for name in lesson.after} or END in lesson.asked
        if comes_up or not (lesson.asked or lesson.after):
            assert lesson in shown, lesson.about
    assert asked <= {name for lesson in shown for name in lesson.asked}, "every question that was asked belongs to something explained"
    about = " ".join(lesson.about.lower() for lesson in shown)
    for thing in ("welcome", "moving" if "moving" in about else "actions", "odds", "dice", "reaction", "objective", "scoring", "the end"):
        assert thing in about or (thing == "objective" and ("markers" in about or "home" in about)), thing


def test_a_lesson_stands_beside_its_question_or_soon_after_its_event(game):
    shown = taught(game)
    assert [lesson.about for lesson in shown[0][1]][:1] == ["Welcome"] and len(shown[0][1]) == 2
    assert all(len(new) <= 1 for _, new in shown[1:]), "one at a time, so that the question stays in sight"
    for question, new in shown[1:]:
        assert all(question in lesson.asked or lesson.after for lesson in new)
    assert [lesson.about for lesson in shown[-1][1]] == ["The end"]


def test_a_guided_game_is_short_and_the_hinted_answers_win_it(game):
    own = sum(step.seat == 0 for step in game.steps)
    assert 40 <= own <= MOST.get(game.scenario.ruleset.name, 120)
    assert game.outcome.winners == (0,)


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs modules")
def test_the_page_explains_the_same(game, tmp_path):
    (tmp_path / "lessons.mjs").write_text((WEB / "lessons.js").read_text())
    table = lessons_message(game.scenario.ruleset)["lessons"]
    steps = [step_of(at, step) for at, step in enumerate(game.steps)]
    (tmp_path / "game.json").write_text(json.dumps([table, steps]))
    program = """import {lessonsAt} from './lessons.mjs'; import {readFileSync} from 'fs';
      const [table, steps] = JSON.parse(readFileSync('game.json'));
      const own = steps.flatMap(({seat, asked}, at) => seat === 0 ? [[at, asked]] : []);
      const all = [...own.map(([at, asked]) => lessonsAt(table, steps.slice(0, at), 0, asked)), lessonsAt(table, steps, 0, null)];
      console.log(JSON.stringify(all.map((shown) => shown.map(({about}) => about))));"""
    said = subprocess.run(["node", "--input-type=module", "-e", program], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == [[lesson.about for lesson in new] for _, new in taught(game)]


@pytest.mark.parametrize("name", available())
def test_every_question_and_every_text_of_a_first_game_is_in_its_table(name):
    ruleset = ruleset_of(name)
    first = first_game(ruleset)
    assert {decision.name for decision in ruleset.decisions} - {"NONE"} == {one for lesson in first.lessons for one in lesson.asked} - {
        END
    }
    for lesson in first.lessons:
        assert 0 < len(lesson.about) <= 24 and 40 <= len(lesson.text) <= 320 and lesson.text.endswith("."), lesson.about
        assert lesson.text.count("*") % 2 == 0 and (not lesson.tip or lesson.tip.endswith("."))
    assert first.opponent == "easy:1" and first.scenario in ruleset.scenarios


def test_a_table_that_names_what_there_is_not_is_refused_with_its_line(monkeypatch, tmp_path):
    ruleset = ruleset_of("godbreakers")
    monkeypatch.setattr(lessons, "TABLE", str(tmp_path / "first_game.toml"))
    assert first_game(ruleset) is None and lessons_message(ruleset) is None
    whole = 'scenario = "duel"\nopponent = "easy:1"\nseed = 1\n[[lessons]]\nabout = "x"\ntext = "y."\n'
    for more, why in (
        ('asked = ["MARCH"]\n', "'MARCH': 'x' names neither"),
        ('after = ["RAIN"]\n', "'RAIN'"),
        ('onec = "z"\n', "unknown key"),
    ):
        (tmp_path / "first_game.toml").write_text(whole + more)
        with pytest.raises(DataError, match=why):
            first_game(ruleset)


@pytest.mark.parametrize("height", [0, 24])
def test_the_terminal_explains_until_it_is_told_to_stop(height):
    ruleset = ruleset_of("warcry")
    first = first_game(ruleset)
    shown: list[str] = []
    answers = iter(["lesson"])
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        if prompt.startswith("Enter"):
            return "off" if len(prompts) > 12 else ""
        return next(answers, "quit" if len(prompts) > 30 else "1")

    scenario = ruleset.scenario(first.scenario, 2)
    Table(scenario, first.seed, 0, "simple", read, shown.append, False, width=80, height=height, teacher=Teacher(ruleset, first)).play()
    said = "\n".join(shown)
    assert said.index("** Welcome: ") < said.index("** Battle groups: ") < said.index("** Deployment: ")
    assert said.count("** Welcome: ") == 2, "once by itself, once because it was asked for"
    if height:
        assert all(len(line) <= 80 for line in shown)
        assert sum("ends the explanations" in prompt for prompt in prompts) < 12 < len(prompts)


def test_what_happens_is_told_by_the_kinds_of_its_lines():
    session = Session(ruleset_of("warcry").scenario("duel", 2), 4, ["bot:simple"] * 2, [None, None])
    session.answer(int(session.batch.ask(ONE, 1)[0]))
    assert [*session.steps[-1].kinds] == [kind for kind, _ in told(session.batch.games[0], session.scenario)]
