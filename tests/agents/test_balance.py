"""The command `balance`: what it counts, what it works out, and what it refuses."""

from __future__ import annotations

import json
import re
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import shares
from skirmish_rl.agents.balance.choices import question_of, spans, word_of
from skirmish_rl.agents.balance.command import EXAMPLES, _parser
from skirmish_rl.agents.balance.deciding import decide, fit_line
from skirmish_rl.agents.balance.ledger import Ledger, watch_games, words_of
from skirmish_rl.agents.balance.meetings import Field, meet, pairs_of
from skirmish_rl.agents.balance.worth import Worth
from skirmish_rl.agents.playing import play_games
from skirmish_rl.agents.results.deeds import AMOUNTS, kinds_of, template_of, units_of
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.uniform import UniformAgent
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

GAMES = [name for name in available() if name != "toy"]


def run(capsys, *words):
    """Exit code, output and errors of a command."""
    code = main(["balance", *map(str, words)])
    return (code, *capsys.readouterr())


# --- words ---


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_options_go_by_their_names_and_units_by_their_verb(name):
    ruleset = ruleset_of(name)
    layout = ruleset.layout
    for number, question in ruleset.questions.rows.items():
        for block_name in question.answers:
            block, at = layout.blocks[block_name], layout.offset[block_name]
            for k, option in enumerate(block.options if block.kind == "option" or block_name == "card" else ()):
                assert word_of(layout, at + k, number).endswith(option)
            if block.kind in ("cell", "number"):
                words = {word_of(layout, at + k, number) for k in range(block.size)}
                assert words == {layout.verb(number, block_name).split()[0]}
    assert all(option for _, block, option in spans(layout) if block == "card")


def test_a_question_about_a_card_names_it():
    questions = ruleset_of("dropzone_commander").questions
    cards = list(questions.subjects["card"])
    about = [number for number, question in questions.rows.items() if question.subject == "card"]
    assert len(about) > 2
    for number in about:
        names = {question_of(questions, number, int(card)) for card in cards}
        assert len(names) == len(cards) and not any(any(letter.isdigit() for letter in name) for name in names)
    assert question_of(questions, int(questions.decisions.MOVE), 3) == "move"


# --- what is counted ---


def counted_one_by_one(scenario, agent, seed):
    """Events of one game by seat and kind, and units gone at its end, read in the plainest way."""
    batch = Batch(scenario, 1, listen=True)
    batch.reset(seeds=np.array([seed]))
    units = scenario.ruleset.layout.units
    letters = {units[slot].rstrip("0123456789"): seat for slot, seat, _ in units_of(batch.games[0], scenario)}
    kinds_named = {int(kind): kind for kind in kinds_of(scenario.ruleset)}
    kinds, gone = Counter(), set()
    while True:
        for event in events_of(batch.games[0]):
            owner = letters.get(units[event.unit].rstrip("0123456789"), -1) if event.unit >= 0 else -1
            template = template_of(scenario.ruleset, kinds_named.get(event.kind, Event.NONE))
            seat = event.seat if event.seat >= 0 and ("{seat}" in template or owner < 0) else owner
            if seat >= 0:
                kinds[seat, event.kind] += abs(event.value) if event.kind in AMOUNTS else 1
            if event.unit >= 0 and event.kind in (Event.GONE, Event.PLACED):
                (gone.add if event.kind == Event.GONE else gone.discard)(event.unit)
        if batch.over[0]:
            return kinds, gone
        batch.step(agent.act(batch, np.array([0])))


@pytest.mark.games
@pytest.mark.parametrize("name", GAMES)
def test_what_happens_is_counted_by_seat_kind_and_unit(name):
    ruleset = ruleset_of(name)
    scenario = ruleset.scenario(ruleset.default_scenario("small"))
    agent, seeds = ScriptedAgent(scenario, "simple"), game_seeds(5, 3)
    ledger = watch_games(scenario, agent, seeds)
    kinds = kinds_of(ruleset)
    lost = 0
    for game, seed in enumerate(seeds):
        one, gone = counted_one_by_one(scenario, agent, seed)
        expected = {(seat, int(kind)): one[seat, int(kind)] for seat in range(scenario.seats) for kind in kinds}
        found = {(seat, int(kind)): ledger.kinds[game, seat, k] for seat in range(scenario.seats) for k, kind in enumerate(kinds)}
        assert found == expected
        began = Batch(scenario, 1)
        began.reset(seeds=np.array([seed]))
        lost += sum(slot in gone for slot, _, _ in units_of(began.games[0], scenario))
    assert sum(count.lost for count in ledger.units.values()) == lost
    assert ledger.kinds[:, :, [kinds.index(Event.MOVED)]].all() and not ledger.overrun
    finals = play_games(scenario, [agent], np.zeros((3, scenario.seats), np.int64), seeds)
    assert (ledger.shares == shares(finals, scenario.seats)).all(), "the same games as without anybody who listens"


@pytest.mark.parametrize("name", GAMES)
def test_rosters_say_whose_each_unit_is(name):
    ruleset = ruleset_of(name)
    for scenario in ruleset.seatings(ruleset.default_scenario("standard")):
        batch = Batch(scenario, 1)
        batch.reset(seed=1)
        found = units_of(batch.games[0], scenario)
        assert len({slot for slot, _, _ in found}) == len(found) >= 4 * scenario.seats
        assert {seat for _, seat, _ in found} == set(range(scenario.seats))
        assert all(what and what == what.strip() for _, _, what in found)
    assert all(word.name for word in words_of(ruleset))


# --- forces ---

POINTS = {"warcry": ("marks", "fang", 1000), "trench_crusade": ("duel", "b_300", 293),
    "dropzone_commander": ("skirmish", "a_skirmish", 790),
          "tide_of_iron": ("farm", "small_b", 128)}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_how_forces_are_chosen_and_what_they_cost(name):
    ruleset = ruleset_of(name)
    assert ruleset.forces is not None and set(ruleset.forces.options) <= set(ruleset.options) and len(ruleset.force_names) >= 4
    scenario, force, points = POINTS.get(name, ("duel", "council", None))
    own = ruleset.scenario(scenario)
    other = ruleset.scenario(scenario, **ruleset.forces.given([force] * own.seats))
    assert len(set(other.players)) == 1 and other.players != own.players
    price = ruleset.forces.points
    assert (price and [price(other.tables[0], seat) for seat in range(own.seats)]) == (points and [points] * own.seats)


def test_pairs_of_forces():
    assert pairs_of(["a", "b", "c"], ()) == [("a", "a"), ("b", "b"), ("c", "c"), ("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs_of(["a"], ["b", "a", "c"]) == [("a", "b"), ("a", "c")]


@pytest.mark.games
def test_the_first_force_sits_on_every_seat_equally_often():
    ruleset = ruleset_of("godbreakers")
    field = Field(ruleset, lambda **forces: ruleset.scenario("saboteurs", 3, **forces), UniformAgent)
    meeting = meet(field, "council", "bulwark", game_seeds(1, 6))
    assert [ledger.forces.index("council") for ledger in meeting.ledgers] == [0, 1, 2]
    assert all(ledger.forces.count("bulwark") == 2 and len(ledger.shares) == 2 for ledger in meeting.ledgers)
    assert meeting.score == np.mean([ledger.shares[:, seat].mean() for seat, ledger in enumerate(meeting.ledgers)])
    itself = meet(field, "council", "council", game_seeds(1, 6))
    assert len(itself.ledgers) == 1 and len(itself.by_seat) == 3 and itself.score == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("score", "games", "points", "costs", "says"),
    [
        (0.6, 400, 500, (500,), "it is worth more than its points."),
        (0.6, 40, 500, (495,
            505), "(44.6 to 73.7) in 40 games against 2 forces (b, c) of 495 to 505 points, bot:strong on all seats, seats swapped: "),
        (0.4, 400, 550, (500,), "it is worth less than its points; it costs 10% more than they do."),
        (0.6, 400, None, (), "it is worth more than what the others are worth."),
    ],
)  # fmt: skip
def test_the_answer_follows_from_the_interval(score, games, points, costs, says):
    worth = Worth("folder/own.toml", ("b", "c")[: max(len(costs), 1)], points, costs, score, games, 2)
    sentence = worth.sentence("bot:strong")
    assert sentence.startswith("own ") and says in sentence


# --- what goes with winning ---


def test_a_line_is_fitted_with_errors_clustered_by_game():
    luck = np.random.default_rng(1)
    x = luck.normal(size=(400, 2))
    y = x @ [0.3, -0.2] + luck.normal(size=400)
    fit, error, explained = fit_line(x, y, np.arange(400))
    left = y - x @ fit
    bread = np.linalg.inv(x.T @ x)
    plain = np.sqrt(np.diag(bread @ (x * left[:, None] ** 2).T @ x @ bread) * 400 / 398)
    assert fit == pytest.approx(np.linalg.lstsq(x, y, rcond=None)[0]) and error == pytest.approx(plain)
    assert explained == pytest.approx(1 - left.var() / y.var(), abs=0.02)
    twice = fit_line(np.repeat(x, 2, axis=0), np.repeat(y, 2), np.repeat(np.arange(400), 2))
    assert twice[0] == pytest.approx(fit) and twice[1] == pytest.approx(error), "a game seen from both seats is one game"


def made_up(n, effect, seed=3):
    """A ledger in which moves decide, attacks repeat them, hits are noise, and points are the result."""
    ruleset = ruleset_of("warcry")
    luck, kinds = np.random.default_rng(seed), kinds_of(ruleset)
    table = np.zeros((n, 2, len(kinds)))
    move, attack, hurt, points = (kinds.index(kind) for kind in (Event.MOVED, Event.ATTACKED, Event.HURT, Event.POINTS))
    table[:, :, [move, hurt]] = luck.poisson(5, size=(n, 2, 2))
    table[:, :, attack] = 2 * table[:, :, move]
    lead = table[:, 0, move] - table[:, 1, move]
    won = luck.random(n) < np.clip(0.5 + effect * lead, 0, 1)
    table[:, 0, points], table[:, 1, points] = won, ~won
    shares = np.stack([won, ~won], axis=1).astype(float)
    return Ledger(SimpleNamespace(ruleset=ruleset), ("a", "b"), shares, table, np.zeros((n, 2, 0)), {}, 0)


def test_what_decides_is_found_with_what_repeats_it_and_without_the_points():
    found = decide([made_up(1000, 0.05), made_up(1000, 0.05, seed=4)])
    moved, hurt = found.effects
    assert (moved.kind, moved.alike, hurt.kind) == (Event.MOVED, (Event.ATTACKED,), Event.HURT)
    assert moved.low < 0.05 * moved.step < moved.high and moved.step == pytest.approx(np.sqrt(10), rel=0.05)
    assert hurt.low < 0 < hurt.high and 0.05 < found.explained < 0.2 and found.games == 2000


def test_forces_and_seats_alone_explain_nothing():
    strong, weak = made_up(500, 0), made_up(500, 0, seed=5)
    strong.kinds[:, 0] += 3  # the stronger force moves more, too, whatever comes of it
    strong.shares[:] = np.where(np.random.default_rng(0).random((500, 1)) < 0.9, [[1.0, 0.0]], [[0.0, 1.0]])
    assert all(effect.low < 0.02 and effect.high > -0.02 for effect in decide([strong, weak]).effects)


def test_where_nothing_differs_nothing_decides():
    same = made_up(50, 0)
    same.kinds[:, 1] = same.kinds[:, 0]
    assert decide([same]) is None
    drawn = made_up(50, 0)
    drawn.shares[:] = 0.5
    assert decide([drawn]) is None


# --- the command ---

ROSTER = """
title = "The pilgrims"
faction = "legion"
points = 300
models = [
    { profile = "cult_leader", weapons = ["pistol", "sword"], kit = ["standard_armour"] },
    { profile = "trooper", weapons = ["bolt_rifle", "bayonet"] },
    { profile = "thrall", weapons = ["trench_club"] },
]
"""


def test_the_examples_are_read():
    for example in EXAMPLES:
        named = example.replace("GAME", "warcry").replace("FORCE OTHER", "iron fang").replace("NAME", "marks")
        given = _parser().parse_args(named.split())
        ruleset = ruleset_of(given.ruleset)
        assert {*(given.scenario or ())} <= {*ruleset.scenarios} and {*(given.pairs or ())} <= {*ruleset.force_names}


@pytest.mark.games
def test_a_question_about_a_roster_is_one_command(capsys, tmp_path):
    path = tmp_path / "pilgrims.toml"
    path.write_text(ROSTER)
    code, out, _ = run(
        capsys,
        "trench_crusade",
        "--force",
        path,
        "--against",
        "a_300",
        "--games",
        3,
        "--agents",
        "random",
        "--out",
        tmp_path / "out",
    )
    assert code == 0
    page = (tmp_path / "out/report.md").read_text()
    answer = re.search(
        r"^pilgrims \((\d+) points\) scores .* in 4 games against a_300 of 291 points, random on all seats, seats swapped: .*$",
        page,
        re.MULTILINE,
    )
    assert answer and int(answer[1]) < 291 and answer[0] in re.sub(r"\s+", " ", out)
    for picture in re.findall(r"!\[.*\]\((.*)\)", page):
        assert (tmp_path / "out" / picture).read_bytes().startswith(b"\x89PNG")
    (report,) = json.loads((tmp_path / "out/results.json").read_text())["reports"]
    assert report["answers"] == [answer[0]] and report["Force against force"][0]["games"] == 4
    assert {row["force"] for row in report["Units"]} == {"pilgrims", "a_300"}


@pytest.mark.games
def test_all_forces_of_a_scenarios_points_meet_and_choices_are_told(capsys, tmp_path):
    code, _, _ = run(capsys, "tide_of_iron", "--games", 2, "--agents", "random", "bot:simple", "--kinds", "--out", tmp_path)
    assert code == 0
    first, second = json.loads((tmp_path / "results.json").read_text())["reports"]
    assert (first["agent"], second["agent"]) == ("random", "bot:simple")
    assert [(row["first"], row["second"]) for row in first["Force against force"]] == [("small_a", "small_b")]
    assert [row["games of"] for row in first["Seat against seat"]] == [
        "small_a against itself",
        "small_b against itself",
        "all games",
    ]
    assert "standard_a: 302 points" in first["notes"][0] and "small" not in first["notes"][0]
    assert all(0 <= row["chosen"] <= row["legal"] for row in second["What is chosen"]) and "What is chosen" not in first


@pytest.mark.games
def test_luck_is_taken_out_of_force_against_force_and_the_games_stay_the_same(capsys, tmp_path):
    facts = []
    for more in ((), ("--luck-adjusted",)):
        words = ("tide_of_iron", "--scenario", "duel", "--pairs", "small_a", "small_b", "--games", 8, "--out", tmp_path / f"{len(more)}")
        code, out, _ = run(capsys, *words, *more)
        (report,) = json.loads((tmp_path / f"{len(more)}" / "results.json").read_text())["reports"]
        facts.append(report)
        assert code == 0 and ("games worth" in (tmp_path / f"{len(more)}" / "report.md").read_text()) == bool(more)
    luck = [row.pop("luck") for row in facts[1]["Force against force"]]
    assert facts[0] == facts[1] and len(luck) == 1
    assert luck[0]["interval"][0] <= luck[0]["score"] <= luck[0]["interval"][1] and luck[0]["games_worth"] > 0


def test_where_an_agent_differs_from_the_strongest_bot(capsys, tmp_path):
    code, out, _ = run(capsys, "godbreakers", "--differs", "bot:simple", "--games", 2, "--out", tmp_path)
    assert code == 0 and "Where it answers otherwise" in out and not list(tmp_path.glob("*.png"))
    (report,) = json.loads((tmp_path / "results.json").read_text())["reports"]
    assert all(0 < row["times"] <= row["asked"] for row in report["Where it answers otherwise"])


@pytest.mark.games
def test_a_game_without_forces_is_told_as_it_is(capsys, tmp_path):
    code, _, _ = run(capsys, "toy", "--games", 4, "--seats", 3, "--agents", "bot:simple", "--out", tmp_path)
    (report,) = json.loads((tmp_path / "results.json").read_text())["reports"]
    assert code == 0 and "Force against force" not in report and report["Seat against seat"][0]["games"] == 6
    assert toy.RULESET.forces is None and toy.RULESET.force_names == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("chess",), "unknown game 'chess'"),
        (("warcry", "--scenario", "crosing"), "did you mean 'crossing'"),
        (("warcry", "--pairs", "fang_smal"), "unknown force of warcry 'fang_smal'; did you mean 'fang_small'"),
        (("warcry", "--force", "fang_small", "--against", "wolves"), "unknown force of warcry 'wolves'; known: "),
        (("warcry", "--pairs", "fang"), "--pairs fang: "),
        (("warcry", "--pairs", "fang_small", "fang_small"), "name each force once"),
        (("warcry", "--luck-adjusted", "--own"), "does not go with --own"),
        (("warcry", "--against", "fang_small"), "give --force"),
        (("warcry", "--force", "fang_small", "--against"), "expected at least one argument"),
        (("warcry", "--force", "fang_small", "--against", "all", "iron_small"), "give all, or the names of forces"),
        (("warcry", "--force", "fang_small", "--against", "fang_small"), "name another, or all"),
        (("tide_of_iron", "--scenario", "farm", "--force", "defenders"),
            "no other shipped force for about 199 points; left out: small_a: 131 points; "),
        (("warcry", "--force", "none.toml"), "--force none.toml: cannot read none.toml"),
        (("warcry", "--agents", "bot:stong"), "did you mean 'strong'"),
        (("warcry", "--agents", "robot"), "unknown agent 'robot'"),
        (("warcry", "--agents", "random", "random"), "name each agent once"),
        (("warcry", "--scenario", "duel", "--agents", "ppo:warcry"), "does not play iron_small and iron_small; name others with --pairs"),
        (("warcry", "--games", "0"), "give at least one game"),
        (("warcry", "--option", "rounds=99", "--own"), "rounds=99"),
        (("warcry", "--differs", "ppo:nobody"), "nobody"),
        (("warcry", "--own", "--agents", "random", "--out", "/proc/none"), "cannot write /proc/none"),
        (("warcry", "--own", "--pairs", "fang_small"), "not allowed with argument"),
    ],
)  # fmt: skip
def test_bad_input_is_told_before_any_game(capsys, words, message):
    try:
        code, out, err = run(capsys, *words)
    except SystemExit as error:
        code, (out, err) = error.code, capsys.readouterr()
    assert code == 2 and message in err and not out


def test_a_damaged_roster_is_told_with_its_line(capsys, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(ROSTER.replace("weapons", "wepons", 1))
    code, _, err = run(capsys, "trench_crusade", "--force", path)
    assert code == 2 and "own.toml, line 6" in err and "'wepons'" in err and "did you mean 'weapons'" in err and err.count("\n") == 1
    path.write_text("title = [")
    with pytest.raises(SkirmishError, match="own.toml"):
        ruleset_of("trench_crusade").scenario("duel", **ruleset_of("trench_crusade").forces.given([str(path)] * 2))
    assert run(capsys, "trench_crusade", "--force", path)[0] == 2
