"""How much there is to win against a bot, and how much of the results the dice decide.

python -m skirmish_rl.agents.ceilings godbreakers --games 40

Three players meet the strongest bot with seats turned: that bot itself, the same bot looking ahead (`mcts`), and one who looks ahead in the game's own
future instead of others, its dice to come and what lies hidden among it. What the last one wins is no proof that nobody wins more, for it looks
one answer ahead and lets the bot play the rest; but nobody who does not know the dice is to be expected near it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.luck import Adjusted, LuckPieces, value_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.search import BotJudge, Budget, SearchAgent
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import available, ruleset_of

_WIDTH = 8  # answers tried


class SeerAgent(SearchAgent):
    """Tries each answer in the game as it will really go on: no copy gets new dice. It breaks the rule that nobody sees what is to come, to show what that is worth.

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
        rewards[game, place] = self.judge.play_out(copies, np.arange(len(game)), tried[game, place], copies.games["decider"].astype(np.int64))
        best: np.ndarray = tried[np.arange(len(index)), rewards.argmax(axis=1)]
        return best


def ceilings(scenario: Scenario, games: int, seed: int, budget: int, copies: int) -> list[tuple[str, float, Adjusted]]:
    """Each player's name, plain score and score without luck against the strongest bot.

    Args:
        budget: simulated games of a decision of `mcts`; 0: without it. copies: see `luck.Ledger`.
    """
    strong = agent_of("bot:strong", scenario)
    twin = agent_of("bot:strong", scenario)
    twin.name = "bot:strong itself"
    players = [twin, *([agent_of(f"mcts:{budget}", scenario, 1)] if budget else []), SeerAgent(scenario, strong.bot or 0)]
    found = []
    for player in players:
        pieces = LuckPieces(value_of(scenario), copies)
        matches = play_pairs(scenario, [(player, strong)], games, seed, threads=1, play=pieces)
        found.append((player.name, matches[0].score, pieces.of_matches(matches)[0]))
    return found


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print a table in Markdown.

    Raises:
        UnknownName: no such ruleset or scenario. BadOption: fewer than two games.
    """
    parser = argparse.ArgumentParser(prog="python -m skirmish_rl.agents.ceilings", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", default=available(), metavar="ruleset", help="which; all by themselves")
    parser.add_argument("--scenarios", nargs="+", default=["duel", "mirror"], help="duel and mirror by themselves")
    parser.add_argument("--games", type=int, default=40, help="of each player, seats turned")
    parser.add_argument("--seed", type=int, default=20_000_001, help="of the first game")
    parser.add_argument("--search", type=int, default=0, help="simulated games of a decision of mcts; 0 leaves it out, for it takes hours")
    parser.add_argument("--copies", type=int, default=16, help="positions with other dice for each real one")
    given = parser.parse_args(words)
    if given.games < 2:
        raise BadOption(f"--games {given.games}: at least 2, one from each seat")
    print("| game, scenario | player | games | score | 95 % | explained by luck |\n| --- | --- | ---: | ---: | ---: | ---: |", flush=True)
    for name in given.rulesets:
        for scene in given.scenarios:
            scenario = ruleset_of(name).scenario(scene, 2)
            for player, score, one in ceilings(scenario, given.games, given.seed, given.search, given.copies):
                within, share = f"{100 * one.plain_low:.0f}-{100 * one.plain_high:.0f}", max(0.0, 1 - 1 / one.gain)
                print(f"| {name} `{scene}` | {player} | {given.games} | {score:.1%} | {within} | {share:.0%} |", flush=True)


if __name__ == "__main__":
    main()
