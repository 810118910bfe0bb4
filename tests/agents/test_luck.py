"""Luck taken out of results: unbiased whatever the value says, and the better the more it knows."""

from __future__ import annotations

import json

import numpy as np
import pytest

from skirmish_rl.agents.arena import play_pairs, play_round_robin
from skirmish_rl.agents.evaluate import evaluate
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.playing import play_games
from skirmish_rl.agents.results.luck import Adjusted, Lessons, LuckPieces, _settle, adjust, terms_of
from skirmish_rl.agents.results.worth import Value, value_of
from skirmish_rl.envs.adapters.chances import outcomes, same_but_for_luck
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.registry import ruleset_of

TINY = 'goal = 8\nrounds = 1\ntags = ["small"]\n'


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """The toy for one turn of each seat, small enough to look at every fall of the dice."""
    from tests import toy

    path = tmp_path_factory.mktemp("toy") / "tiny.toml"
    path.write_text(TINY)
    return toy.RULESET.scenario(str(path), 2, tokens=0)


class Pots(Value):
    """A value that knows a little of the toy: points and pot."""

    def judge(self, batch, index):
        found, games = super().judge(batch, index), batch.games[index]
        found[:, 0, 0] = (games["points"][:, 0] - games["points"][:, 1] + np.where(games["turn"] == 0, 0.7, -0.7) * games["pot"]) / 20
        found[:, 1, 0] = -found[:, 0, 0]
        return found


def gaps(pieces) -> np.ndarray:
    """What the real positions' opinions are above those of the copies, but for the results, float (m, opinions)."""
    return pieces.opinions[:, 0, :-1] - pieces.opinions[:, 1:, :-1].mean(axis=1)


class Every:
    """Plays a bot's game through every fall of its dice."""

    def __init__(self, scenario, value) -> None:
        self.scenario, self.value, self.known = scenario, value, {}
        self.one = Batch(scenario, 1, observe=False)

    def followed(self, record):
        """How the dice may fall after the bot's answer."""
        self.one.games[0] = record
        self.one.refresh(0, check=False)
        action = int(self.one.ask(np.zeros(1, np.int64), 2)[0])
        return outcomes(self.scenario, record, action, most=100_000, samples=0)

    def expected(self, record) -> float:
        """What seat 0 may expect of a position."""
        if record["over"]:
            return outcome_of(record, self.scenario.ruleset.reasons).rewards[0]
        name = same_but_for_luck(np.array([record]))[0].tobytes()
        if name not in self.known:
            self.known[name] = sum(chance.probability * self.expected(chance.record) for chance in self.followed(record))
        return self.known[name]

    def moments(self, record, luck: float = 0.0) -> tuple[float, float]:
        """Mean of the result less its luck, and of its square, over all ways the game may go on."""
        if record["over"]:
            less = self.expected(record) - luck
            return less, less**2
        chances = self.followed(record)
        mean = sum(chance.probability * self.value(self, chance.record) for chance in chances)
        found = [(one.probability, self.moments(one.record, luck + self.value(self, one.record) - mean)) for one in chances]
        return sum(p * first for p, (first, _) in found), sum(p * second for p, (_, second) in found)


def learnt(scenario):
    """What some lessons teach of the positions at which dice are about to fall."""
    value, bot, who = Value(scenario), agent_of("bot:strong", scenario), np.zeros((40, 2), np.int64)
    expect = Lessons(value, game_seeds(9, 40), np.zeros(40, np.int64)).play([bot], who, 1).expectation()

    def worth(_, record) -> float:
        batch = Batch(scenario, 1, observe=False)
        batch.games[0] = record
        batch.refresh(0, check=False)
        _settle(batch, [bot], who)
        return 2 * float(expect(value.judge(batch, np.zeros(1, np.int64))[0, 0])) - 1

    return worth


def test_over_every_fall_of_the_dice_the_mean_stays_the_same_whatever_the_value(tiny) -> None:
    start = Batch(tiny, 1, observe=False)
    start.reset(seed=3)
    record, spread = start.games[0].copy(), {}
    values = {
        "nothing": lambda every, one: 0.0,
        "nonsense": lambda every, one: float(one["points"][1]) - 3.0 * float(one["pot"]),
        "points": lambda every, one: (float(one["points"][0]) - float(one["points"][1])) / 8,
        "learnt": learnt(tiny),
        "truth": lambda every, one: every.expected(one),
    }
    for name, value in values.items():
        every = Every(tiny, value)
        mean, square = every.moments(record)
        assert mean == pytest.approx(every.expected(record)), name
        spread[name] = square - mean**2
    assert spread["truth"] == pytest.approx(0, abs=1e-9) and spread["points"] < spread["nothing"] < spread["nonsense"]
    assert spread["learnt"] < spread["points"]


def asked(batch) -> np.ndarray:
    """The strong bot's answers in all games that are not over."""
    actions, live = np.full(batch.n, -1), np.flatnonzero(batch.over == 0)
    actions[live] = batch.ask(live, 2)
    return actions


def test_positions_are_judged_where_the_next_dice_are_about_to_fall(duel) -> None:
    bots = [agent_of("bot:strong", duel), agent_of("random", duel)]
    batch = Batch(duel, 60, observe=False)
    batch.reset(seed=3)
    for _ in range(3):
        batch.step(asked(batch))
    before = batch.games.copy()
    _settle(batch, bots, np.full((60, 2), 1))
    assert batch.games.tobytes() == before.tobytes(), "who answers by chance is not played on"
    _settle(batch, bots, np.zeros((60, 2), np.int64))
    live = np.flatnonzero(batch.over == 0)
    drawn = batch.games["drawn"][live].copy()
    assert len(live) and (batch.games["drawn"] == before["drawn"]).all() and (batch.deciders == batch.games["decider"])[live].all()
    batch.step(asked(batch))
    assert (batch.games["drawn"][live] != drawn).any(axis=1).all()


def test_each_set_up_and_each_throw_is_judged_once(duel) -> None:
    agents = [agent_of("bot:strong", duel), agent_of("bot:simple", duel)]
    pieces, games = LuckPieces(Value(duel), 2, 30), game_seeds(4, 70)
    pieces(duel, agents, np.tile([[0, 1], [1, 0]], (70, 1)), np.repeat(games, 2))
    assert (np.bincount(pieces.places, minlength=140) == 1 + pieces.thrown).all() and pieces.thrown.min() > 0
    assert list(pieces.lessons) == [0] and len(pieces.lessons[0].scores) == 30, "of one pairing"
    assert not set(pieces.lessons[0].seeds.tolist()) & set(games.tolist()), "games are never their own lessons"


def test_a_game_has_no_say_in_its_own_correction(duel) -> None:
    agents = [agent_of("bot:strong", duel), agent_of("bot:simple", duel)]
    pieces = LuckPieces(Value(duel), 3, 0)
    (match,) = play_pairs(duel, [(agents[0], agents[1])], games=60, seed=5, play=pieces)
    known = match.scores, pieces.places, pieces.opinions, pieces.value.names
    terms = terms_of(*known).reshape(match.scores.shape)
    for seed in (0, 7):
        other = match.scores.copy()
        other[seed] = 1 - other[seed]
        again = terms_of(other, *known[1:]).reshape(match.scores.shape)
        assert (again[seed] == terms[seed]).all() and (again != terms).any(), seed
    assert not pieces.lessons


def test_terms_are_zero_on_average_with_few_copies_and_with_many(duel) -> None:
    agents = [agent_of("bot:strong", duel), agent_of("bot:simple", duel)]
    means = {}
    for copies in (1, 12):
        pieces = LuckPieces(Pots(duel), copies, 400)
        (match,) = play_pairs(duel, [(agents[0], agents[1])], games=400, seed=5, play=pieces)
        gap = gaps(pieces)
        assert gap.any() and (np.abs(gap.mean(axis=0)) <= 4 * gap.std(axis=0) / len(gap) ** 0.5).all(), copies
        means[copies] = pieces.of_matches([match])[0], match.score
    for one, plain in means.values():
        assert one.low < one.score < one.high and one.plain_low < one.score < one.plain_high and one.plain_low < plain < one.plain_high
    assert means[12][0].gain > 1.3 and means[12][0].gain > means[1][0].gain, "the mean of more copies varies less"


def test_games_whose_luck_is_judged_are_the_same_games(duel) -> None:
    agents = [agent_of(name, duel) for name in ("bot:strong", "bot:simple@0.3", "random")]
    who, seeds = np.array([[0, 1], [1, 2], [2, 0]] * 20), game_seeds(4, 60)
    plain = play_games(duel, agents, who, seeds)
    judged = LuckPieces(Value(duel), 2, 0)(duel, agents, who, seeds)
    assert plain.tobytes() == judged.tobytes()


def test_three_seats_share_what_the_dice_give(trio) -> None:
    pieces = LuckPieces(value_of(trio), 16, 200)
    tournament = play_round_robin(trio, [agent_of("bot:strong", trio), agent_of("random", trio)], 120, 5, play=pieces)
    assert len(pieces.opinions) and gaps(pieces).any()
    for one, match in zip(pieces.of_matches(tournament.matches), tournament.matches, strict=True):
        assert abs(one.score - match.score) < 0.1 and one.low < one.score < one.high


@pytest.mark.parametrize("name", ["godbreakers", "tide_of_iron"])
def test_terms_of_real_games_are_zero_on_average(name) -> None:
    scenario = ruleset_of(name).scenario("duel")
    pieces, bot = LuckPieces(Value(scenario), 6, 24), agent_of("bot:simple", scenario)
    (match,) = play_pairs(scenario, [(bot, agent_of("bot:strong", scenario))], games=24, seed=5, play=pieces)
    gap = gaps(pieces)
    assert pieces.thrown.min() > 3 and (np.abs(gap.mean(axis=0)) <= 4.5 * gap.std(axis=0) / len(gap) ** 0.5).all()
    terms = terms_of(match.scores, pieces.places, pieces.opinions, pieces.value.names, pieces.lessons[0].expectation())
    assert terms.any() and abs(terms.mean()) <= 4 * terms.std() / len(terms) ** 0.5


NAMES = ("points", "decides", "round", "result")


def coins(luck, seeds: int, throws: int = 8, copies: int = 3):
    """Games of fair coins, more of them won than lost; what could have fallen as well, and whether the games are won."""
    real, could = luck.choice([-1, 1], (2 * seeds, throws)), luck.choice([-1, 1], (2 * seeds, throws, copies))
    before = np.cumsum(real, axis=1) - real
    ahead = np.concatenate([(before + real)[:, :, None], before[:, :, None] + could], axis=2)
    opinions = np.zeros((2 * seeds, throws, 1 + copies, 4))
    opinions[..., 0], opinions[..., 2] = ahead / throws, np.arange(throws)[None, :, None]
    opinions[..., 3] = np.nan
    opinions[:, -1, :, 3] = np.where(ahead[:, -1] == 0, 0.5, ahead[:, -1] > 0)
    return opinions[:, -1, 0, 3].reshape(seeds, 2), np.repeat(np.arange(2 * seeds), throws), opinions.reshape(-1, 1 + copies, 4)


def test_what_luck_decides_is_taken_out() -> None:
    scores, places, opinions = coins(np.random.default_rng(1), 150, copies=12)
    one = adjust(scores, places, opinions, NAMES)
    assert one.gain > 4 and one.low < 0.5 < one.high and one.high - one.low < 0.06 < one.plain_high - one.plain_low
    opinions[..., 0] = np.random.default_rng(2).normal(size=opinions.shape[:2])
    opinions[..., 3] = np.nan
    useless = adjust(scores, places, opinions, NAMES)
    assert 0.8 < useless.gain < 1.1, "opinions that know nothing do little harm"


def test_few_games_are_not_biased_by_what_is_learnt_from_them() -> None:
    luck = np.random.default_rng(2)
    found = [adjust(*coins(luck, 6), NAMES).score for _ in range(300)]
    assert abs(np.mean(found) - 0.5) < 4 * np.std(found) / 300**0.5


def test_games_that_all_end_alike_leave_an_interval() -> None:
    nothing = np.zeros(0, np.int64), np.zeros((0, 3, 4)), NAMES
    one = adjust(np.ones((6, 2)), *nothing)
    assert one.score == 1 and one.high == 1 and 0.5 < one.low < 0.99 and one.gain == 1
    assert isinstance(adjust(np.ones((1, 2)), *nothing), Adjusted)


def test_ratings_without_luck_are_surer_and_stand_beside_the_plain_ones(tmp_path, capsys) -> None:
    words = [
        "--ruleset",
        "toy",
        "--scenario",
        "short",
        "--agents",
        "bot:simple",
        "bot:strong",
        "random",
        "--games",
        "120",
        "--out",
        str(tmp_path),
    ]
    assert evaluate([*words, "--luck-adjusted", "--luck-copies", "8", "--luck-lessons", "300"]) == 0
    facts = json.loads((tmp_path / "results.json").read_text())
    assert "ratings without luck" in capsys.readouterr().out
    plain, without = ({one["agent"]: one["interval"] for one in ratings} for ratings in (facts["ratings"], facts["luck"]["ratings"]))
    width = {name: (plain[name][1] - plain[name][0], without[name][1] - without[name][0]) for name in plain}
    assert sum(less < more for more, less in width.values()) == 3, width
    assert all(plain[name][0] < sum(without[name]) / 2 < plain[name][1] for name in plain)


def test_evaluate_prints_and_keeps_scores_without_luck(tmp_path, capsys) -> None:
    words = ["--ruleset", "toy", "--scenario", "short", "--agents", "bot:simple", "bot:strong", "--games", "60", "--out", str(tmp_path)]
    assert evaluate([*words, "--luck-adjusted", "--luck-copies", "4", "--luck-lessons", "40"]) == 0
    told, facts = capsys.readouterr().out, json.loads((tmp_path / "results.json").read_text())["luck"]
    assert "luck taken out, as points judges" in told and "games worth" in told
    assert facts["copies"] == 4 and facts["lessons"] == 40 and facts["matches"][0]["games_worth"] > 0
    assert facts["matches"][0]["interval"][0] <= facts["matches"][0]["score"] <= facts["matches"][0]["interval"][1]
    with pytest.raises(BadOption, match="leave --workers out"):
        evaluate([*words, "--luck-adjusted", "--workers", "2"])
    with pytest.raises(BadOption, match="from 1 to"):
        evaluate([*words, "--luck-adjusted", "--luck-copies", "0"])
    with pytest.raises(BadOption, match="luck lessons -1: expected a number from 0"):
        evaluate([*words, "--luck-adjusted", "--luck-lessons", "-1"])
    with pytest.raises(CheckpointError):
        evaluate([*words, "--luck-adjusted", "--luck-value", "nowhere"])


def test_the_network_that_comes_with_a_game_judges_its_luck() -> None:
    scenario = ruleset_of("godbreakers").scenario("duel")
    value = value_of(scenario)
    assert value.name == "ppo:godbreakers" and value.names[0] == "network" and value_of(scenario, "points").names[0] != "network"
    batch = Batch(scenario, 2, observe=False)
    batch.reset(seed=3)
    batch.games["winners"][1], batch.games["over"][1] = 2, 1
    found = value.judge(batch, np.arange(2))
    mine = [k for k, name in enumerate(value.names[:-2]) if not name.startswith("thought_")]
    assert found.shape == (2, 2, len(value.names)) and found[0, 0, mine] == pytest.approx(-found[0, 1, mine])
    values, thoughts = value.network.thoughts(batch.encode_actions(np.zeros(1, np.int64), most=value.network.config.consider))
    assert thoughts.shape == (1, value.network.units) and (found[0, 0, -3 - value.network.units : -3] == thoughts[0]).all()
    assert value.network._value(thoughts) == pytest.approx(values)
    assert found[1, :, -1].tolist() == [0, 1] and 0 < abs(found[0, 0, 0]) < 1 and np.isnan(found[0, :, -1]).all()


def test_a_seer_wins_more_than_the_bot_that_plays_its_copies_on(capsys) -> None:
    from bench.ceilings import SeerAgent, main
    from tests import toy

    scenario = toy.RULESET.scenario("short", 2)
    strong = agent_of("bot:strong", scenario)
    assert play_pairs(scenario, [(SeerAgent(scenario, strong.bot), strong)], games=60, seed=5)[0].score > 0.65
    main(["toy", "--scenarios", "short", "--games", "4", "--search", "2", "--copies", "2"])
    told = capsys.readouterr().out.splitlines()
    assert [line.split("|")[3].strip().split("`")[1] for line in told[2:]] == ["mcts:2:strong", "seer"] and told[-1].endswith("of 4 |  |")
    with pytest.raises(BadOption, match="at least 2"):
        main(["toy", "--games", "1"])
