"""What pages without a server show: the code that draws and tells a game, as JavaScript, gives what it gives in Python."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from skirmish_rl.agents.serving import answers, javascript, showing
from skirmish_rl.agents.serving.drawing import drawing_module
from skirmish_rl.agents.serving.javascript import Untranslatable, module
from skirmish_rl.agents.serving.leads import lead_in, tried
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import card_of, is_silent, place_of, question_text, words_for
from skirmish_rl.envs.core.draw import Disc
from skirmish_rl.envs.core.events import told
from skirmish_rl.envs.core.packed import packed, scenario_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenes import scene_json
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.answers import called
from tests.toy import RULESET as TOY
from tests.toy import Roll

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node runs what a page runs")

WEB = Path(javascript.__file__).resolve().parents[2] / "web"
SCRIPTS = ("python.js", "records.js", "drawer.js")
GAMES = [name for name in available() if name != "toy"]
SCENARIOS = [(game, name) for game in GAMES for name in ruleset_of(game).scenarios]


def node(folder: Path, *arguments: str, given: str = "") -> str:
    """What a script says."""
    (folder / "package.json").write_text('{"type": "module"}')
    for name in SCRIPTS:
        (folder / name).write_bytes((WEB / name).read_bytes())
    done = subprocess.run(["node", *arguments], input=given, capture_output=True, text=True, cwd=folder, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def positions(scenario: Scenario, most: int = 10) -> list[tuple[np.ndarray, list[int]]]:
    """Games with their legal answers, spread over a game of chance and one of the best bot, ends included."""
    found = []
    for seed, bot in ((1, 0), (2, len(scenario.ruleset.bots) - 1)):
        batch = Batch(scenario, 1, observe=False, listen=True)
        batch.reset(seed=seed)
        passed = [(batch.games.copy(), np.flatnonzero(batch.masks[0]).tolist())]
        while not batch.over[0]:
            batch.step(batch.ask(np.zeros(1, np.int64), bot))
            passed.append((batch.games.copy(), np.flatnonzero(batch.masks[0]).tolist() if not batch.over[0] else []))
        found += [passed[k] for k in sorted({round(n * (len(passed) - 1) / (most - 1)) for n in range(most)})]
    return found


def shown(record: np.void, scenario: Scenario, actions: list[int]) -> dict:
    """What tests/drawn.mjs says, by Python."""
    ruleset, decision = scenario.ruleset, int(record["decision"])
    scene = ruleset.scene(record, scenario)
    asked = showing.asked_of(record, scenario, actions) if actions else None
    return {
        "scene": scene_json(scene), "summary": ruleset.summary(record, scenario), "told": told(record, scenario),
        "roster": showing.roster_of(record, scenario), "seats": showing.seats_of(scenario), "end": showing.end_of(record, scenario, -1),
        "resigned": showing.end_of(record, scenario, 1), "aim": scene.aim, "decision": ruleset.decisions(decision).name,
        "events": int(record["noted"]),
        "question": asked, "asks": question_text(record, scenario), "lead": lead_in(record, scenario, 0),
        "places": places_of(record, scenario, asked) if asked else [],
        "card": card_of(record, scenario, "A1"), "none": card_of(record, scenario, "A9"),
        "steady": words_for(scenario.ruleset.name, "steady", showing.nothing_steady, "asking")(record, scenario),
        "words": answers.words_of(record, scenario, asked["answers"]) if asked else {},
        "called": [called(record, scenario, action) for action in actions],
        "cards": [showing.cards_of(record, scenario, seat) for seat in range(scenario.seats)],
        "silent": [is_silent(record, scenario, action) for action in actions],
        "texts": [ruleset.layout.text(action, decision) for action in actions],
        "parsed": [ruleset.layout.parse(ruleset.layout.text(action, decision), decision) for action in actions],
    }  # fmt: skip


def places_of(record: np.void, scenario: Scenario, asked: dict) -> list[dict | None]:
    """What the first cells among the answers are to the unit that is asked about, or else to A1."""
    cells = [(x, y) for group in asked["answers"] if group["kind"] == "cell" for _, x, y in group["answers"]]
    unit = asked["subject"] if re.fullmatch(r"[AB]\d+", asked["subject"]) else "A1"
    return [place_of(record, scenario, unit, cell) for cell in [*cells[:6], (0, 0), (999, 0)]]


def check_shown(scenario: Scenario, folder: Path) -> None:
    """The same pictures and words in Python and in JavaScript."""
    game = scenario.ruleset.name
    (folder / f"{game}.js").write_text(drawing_module(scenario.ruleset))
    (folder / "a.tables").write_bytes(packed(scenario))
    taken = positions(scenario)
    assert len(taken) >= 20
    lines = [json.dumps({"record": base64.b64encode(games.tobytes()).decode(), "actions": actions}) for games, actions in taken]
    said = node(folder, str(Path(__file__).with_name("drawn.mjs")), str(folder), game, "a.tables", given="\n".join(lines)).splitlines()
    for line, (games, actions) in zip(said, taken, strict=True):
        for name, value in json.loads(json.dumps(shown(games[0], scenario, actions))).items():
            assert json.loads(line)[name] == value, name


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_a_page_without_a_server_shows_what_python_shows(game, tmp_path):
    ruleset = ruleset_of(game)
    seats = ruleset.seats[1] if game == "dropzone_commander" else None
    check_shown(ruleset.scenario(ruleset.default_scenario("small", seats), seats), tmp_path)


LED = """
import {readFileSync} from "node:fs";
const [folder, tables] = process.argv.slice(2);
const {Drawer} = await import(`${folder}/drawer.js`);
const drawer = new Drawer(await import(`${folder}/trench_crusade.js`), new Uint8Array(readFileSync(tables)));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
for (const {before, action, after} of JSON.parse(readFileSync(0, "utf-8"))) {
  console.log(JSON.stringify(drawer.led(bytes(before), action, bytes(after))));
}
"""


@pytest.mark.games
def test_an_attack_that_an_answer_leads_to_has_its_chances_without_a_server_too(tmp_path):
    scenario = ruleset_of("trench_crusade").scenario("outpost")
    (tmp_path / "trench_crusade.js").write_text(drawing_module(scenario.ruleset))
    (tmp_path / "a.tables").write_bytes(packed(scenario))
    (tmp_path / "led.mjs").write_text(LED)
    batch, given, told = Batch(scenario, 1, observe=False, listen=True), [], []
    batch.reset(seed=5)
    while len(told) < 12 and not batch.over[0]:
        for number, lead in showing.chances_of(batch.games, scenario)["leads"].items():
            for action, after in tried(batch.games, scenario, [int(number)]):
                before, then = (base64.b64encode(games.tobytes()).decode() for games in (batch.games, after.games))
                given.append({"before": before, "action": action, "after": then})
                told.append(lead["odds"])
        batch.step(batch.ask(np.zeros(1, np.int64), 2))
    said = node(tmp_path, "led.mjs", str(tmp_path), "a.tables", given=json.dumps(given)).splitlines()
    assert [json.loads(line) for line in said] == told and all(told) and len(told) >= 8


@pytest.mark.slow
@pytest.mark.games
@pytest.mark.parametrize(("game", "name"), SCENARIOS)
def test_every_scenario_is_shown_alike_for_any_number_of_seats(game, name, tmp_path):
    for scenario in ruleset_of(game).seatings(name):
        check_shown(scenario, tmp_path)


def test_what_files_say_of_a_scenario_is_packed_with_its_tables():
    scenario = ruleset_of("warcry").scenario("crossing")
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=1)
    fighters = [line.split(":")[0].split(" ", 1)[1] for line in scenario.ruleset.language.roster(batch.games[0], scenario) if ":" in line]
    assert [name for _, name in scenario_words(scenario)["known"]["fighters_of"][0]] == fighters
    assert scenario_words(TOY.scenario())["known"] == {}


# Functions that are translated in the tests below: what plain Python means, where JavaScript means something else.


class Pair(NamedTuple):
    first: int
    second: str = "two"


SENTENCE = "{a}/{b:+d}"
LETTERS = {Roll(0): "first", (1, 2): "tuple", 3: "three"}


def numbers():
    divided = [7 // 2, -7 // 2, -7 % 3, 7 % -3, 2**5, 1 / 4]
    rounded = [
        round(0.5),
        round(1.5),
        round(2.5),
        round(-0.5) + 0,
        round(0.0625, 3),
        round(0.1875, 3),
        round(2.675, 2),
        round(-1.23456, 3),
    ]
    return [divided, rounded, int("1f", 16), 5 >> 1, 1 << 33, (1 << 40) >> 38 & 3, bin(6).count("1")]


def texts():
    value, name = 3, "unit"
    written = (
        f"{value:+d} {name!r} {value:>4}|{name:<6}|{0.5:g} {10 / 2:g} {value:02x} {-value:+d} "
        f"{True} {None} {12.5:.0f} {13.5:.0f} {2.675:.2f}"
    )
    changed = ["a_b".replace("_", " ").title(), name[::-1], name[-2:], "ni" in name, name.rpartition("n"), name.removeprefix("un")]
    parts = [f" {name} b  c".split(maxsplit=1), "-".join(str(k) for k in range(3)), textwrap.wrap("one two  three", 7)]
    return [written, changed, parts, SENTENCE.format(a=1, b=2)]


def truths():
    full = [one for one in ([], (), "", 0, None, {}, set(), Roll(0), Roll(1), [0]) if one]
    nothing: list[int] = []
    orders = [0 < 1 < 2, 3 > 2 > 2, (1, "a") == (1, "a"), [1, 2] != [1, 3], True + 1, (1, 2) < (1, 3)]
    return [full, nothing or "other", full and "other", not nothing, orders]


def containers():
    table = {"a": 1, **{"b": 2}}
    table.setdefault("c", []).append(5)
    numbers = [5, 3, 8]
    numbers += [1]
    numbers.sort(key=lambda one: -one)
    first, *rest = numbers
    looked = [LETTERS[Roll(0)], LETTERS.get((1, 2)), LETTERS.get(4, "none"), {(1, 2): "x"}[1, 2]]
    most = [max([1, 4, 2]), min("ab", "c", key=len), max([], default=-1), sum([1, 2]), next((k for k in rest if k > 9), "none")]
    pairs = [
        list(zip("ab", [1, 2, 3], strict=False)),
        [k for row in [[1, 2], [3]] for k in row if k != 2],
        [*reversed(rest)],
        list(enumerate("ab", 1)),
    ]
    return [list(table.items()), sorted({1, 2, 3} - {2} | {9}), looked, first, rest, sorted([(2, "b"), (1, "c"), (2, "a")]), most, pairs]


def members():
    return [
        [member.name.lower() for member in Roll],
        Roll(1) == 1,
        len(Roll),
        f"{Roll(1)}",
        Roll(1) + 1,
        int(Roll(1)),
        [0, 10, 20][Roll(1)],
    ]


def records():
    pair, disc = Pair(4), Disc(1, 2, 3, name="disc")
    number, word = pair._replace(first=9)
    return [
        list(pair),
        number,
        word,
        disc.r,
        disc.name,
        isinstance(disc, Disc),
        isinstance(pair, Disc),
        Disc(*[1, 2, 3], stroke="red").stroke,
    ]


def loops():
    def counted(first, step=2):
        at = first
        while True:
            at += step
            if at > 9:
                break
            if at % 3 == 0:
                continue
            yield at

    found = []
    for k, (one, _) in enumerate([("a", 0), ("b", 1)]):
        found.append((k, one))
    if (count := len(found)) > 1:
        found = [*found, count]
    return [list(counted(1)), list(counted(0, 5)), found, [(lambda x: x * 2)(4)], [new for new in found if new == 2]]


def reads_a_file():
    with open("x") as file:
        return file.read()


def calls_numpy():
    return np.cumsum([1, 2])


def names_what_a_function_takes(draw):
    return draw(color="red")


@pytest.mark.parametrize("function", [numbers, texts, truths, containers, members, records, loops], ids=lambda one: one.__name__)
def test_plain_python_means_the_same_in_javascript(function, tmp_path):
    (tmp_path / "said.js").write_text(module([function], {}))
    run = (
        'import * as said from "./said.js"; import {plain} from "./python.js"; '
        "console.log(JSON.stringify(plain(Object.values(said)[0]())));"
    )
    (tmp_path / "run.js").write_text(run)
    assert json.loads(node(tmp_path, "run.js")) == json.loads(json.dumps(function()))


@pytest.mark.parametrize(
    ("function", "line"), [(reads_a_file, "with open"), (calls_numpy, "np.cumsum"), (names_what_a_function_takes, "draw(color")]
)
def test_what_has_no_javascript_is_refused_with_its_place(function, line):
    with pytest.raises(Untranslatable, match=r"test_drawing\.py, line \d+: .*" + re.escape(line)):
        module([function], {})


def test_an_answer_that_there_is_not_is_refused_in_a_sentence(tmp_path):
    ruleset = ruleset_of("warcry")
    (tmp_path / "warcry.js").write_text(drawing_module(ruleset))
    run = 'import {parse} from "./warcry.js"; try { parse(1, "dance 9"); } catch (error) { console.log(error.name, error.message); }'
    (tmp_path / "run.js").write_text(run)
    assert node(tmp_path, "run.js").startswith("IllegalAction cannot read action 'dance 9' for decision ")
