"""`python -m bench.ceilings godbreakers --games 40`: how much there is to win against a bot, and how much of the results luck decides.

Three players meet the strongest bot with seats turned: the network that comes with the package, a search if one is asked for, and a seer,
who looks ahead in the game's own future instead of in others. What the seer wins is no proof that nobody wins more, for it looks one
answer ahead and lets the bot play the rest; but nobody who does not know the dice is to be expected near it.

How much luck decides is the part of the results' variance that is taken out with luck (`agents/results/luck.py`): at least so much,
for a better value would find more. Of a seer it cannot be said, whose answers know the dice.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np

from skirmish_rl.agents.arena import Match, play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.results.luck import Adjusted, LuckPieces
from skirmish_rl.agents.results.worth import value_of
from skirmish_rl.agents.search import BotJudge, Budget, SearchAgent
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of

_WIDTH = 8  # answers tried
NETWORK, SEER = PLAYERS = ("network", "seer")  # besides a search


class SeerAgent(SearchAgent):
    """Tries each answer in the game as it will really go on: no copy gets new dice.

    It breaks the rule that nobody sees what is to come, to show what that is worth, and is no agent that anybody can name.

    Args:
        bot: number of who plays the copies on; in games against this bot they go on as the game itself will.
    """

    def __init__(self, scenario: Scenario, bot: int, width: int = _WIDTH):
        super().__init__(scenario, BotJudge(bot), Budget(width), "seer", width, threads=1)

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`: the answer with the highest reward, the bot's own among equals."""
        tried = self.judge.propose(batch, index, self.width)
        game, place = np.nonzero(tried >= 0)
        copies = Batch(self.scenario, len(game), observe=False)
        copies.games[:] = batch.games[index[game]]
        rewards = np.full(tried.shape, -np.inf)
        rewards[game, place] = self.judge.play_out(
            copies, np.arange(len(game)), tried[game, place], copies.games["decider"].astype(np.int64)
        )
        best: np.ndarray = tried[np.arange(len(index)), rewards.argmax(axis=1)]
        return best


def ceilings(
    scenario: Scenario, games: int, seed: int, budget: int, copies: int, players: Sequence[str] = PLAYERS
) -> Iterator[tuple[Match, Adjusted | None]]:
    """What each player wins against the strongest bot, and that without luck, where it can be said.

    Args:
        budget: simulated games of a decision of `mcts`; 0: without it. copies: see `luck.Ledger`. players: some of PLAYERS.
    """
    strong, value = agent_of("bot:strongest", scenario), value_of(scenario)
    for name in [*([value.name] if value.network and NETWORK in players else []), *([f"mcts:{budget}"] if budget else [])]:
        pieces = LuckPieces(value, copies)
        matches = play_pairs(scenario, [(agent_of(name, scenario, 1), strong)], games, seed, 1, play=pieces)
        yield matches[0], pieces.of_matches(matches)[0]
    if SEER in players:
        yield play_pairs(scenario, [(SeerAgent(scenario, strong.bot or 0), strong)], games, seed, 1)[0], None


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print a table in Markdown.

    Raises:
        UnknownName: no such ruleset or scenario. BadOption: fewer than two games.
    """
    parser = argparse.ArgumentParser(prog="python -m bench.ceilings", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", default=available(), metavar="ruleset", help="which; all by themselves")
    parser.add_argument("--scenarios", nargs="+", default=["duel", "mirror"], help="duel and mirror by themselves")
    parser.add_argument("--games", type=int, default=40, help="of each player, seats turned")
    parser.add_argument("--seed", type=int, default=20_000_001, help="of the first game")
    parser.add_argument("--search", type=int, default=0, help="simulated games of a decision of mcts; 0 leaves it out, for it takes hours")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=PLAYERS, help="who plays besides a search; both by themselves")
    parser.add_argument("--copies", type=int, default=16, help="positions with other dice for each real one")
    given = parser.parse_args(words)
    if given.games < 2:
        raise BadOption(f"--games {given.games}: at least 2, one from each seat")
    print("| Game | Scenario | Player | Against `bot:strong` | Luck decides at least |\n| --- | --- | --- | --- | --- |", flush=True)
    for name in given.rulesets:
        for scene in given.scenarios:
            scenario = ruleset_of(name).scenario(scene, 2)
            for match, one in ceilings(scenario, given.games, given.seed, given.search, given.copies, given.players):
                low, high = match.interval
                share = f"{max(0.0, 1 - 1 / one.gain):.0%}" if one else ""
                told = f"`{match.first}` | {match.score:.1%} ({100 * low:.0f}-{100 * high:.0f}) of {match.games}"
                print(f"| {scenario.ruleset.title} | `{scene}` | {told} | {share} |", flush=True)


if __name__ == "__main__":
    main()
