"""Whole games with random answers, through PettingZoo: every seat is an agent. `python examples/random_play.py [GAME] [GAMES]`."""

from __future__ import annotations

import sys

import skirmish_rl


def play(game: str, seed: int) -> tuple[dict[str, float], int]:
    """Rewards of all seats, and how many decisions the game took."""
    env = skirmish_rl.make(game, scenario="duel")
    env.reset(seed=seed)
    rewards, decisions = dict.fromkeys(env.possible_agents, 0.0), 0
    for seat in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        rewards[seat] += reward
        if terminated:
            env.step(None)
        else:
            env.step(env.action_space(seat).sample())  # one of the actions that are legal now
            decisions += 1
    return rewards, decisions


def main(game: str = "", games: str = "3") -> None:
    """Print how some games of every ruleset, or of one, end."""
    for name in [game] if game else skirmish_rl.available():
        for seed in range(int(games)):
            rewards, decisions = play(name, seed)
            print(f"{name}, seed {seed}: {rewards} after {decisions} decisions")


if __name__ == "__main__":
    main(*sys.argv[1:])
