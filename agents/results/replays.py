"""Pages with the most interesting games of an evaluation: the closest and the most lopsided game of each pairing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import Match, Tournament
from skirmish_rl.agents.playing import tell_game
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import film_of


def telling(match: Match) -> dict[str, tuple[int, int]]:
    """Find the closest and the most lopsided game of a pairing, by points: name -> (index of the seed, the first agent's seat)."""
    assert match.leads is not None
    apart = np.abs(match.leads)
    places = {"closest": apart.argmin(), "lopsided": apart.argmax()}
    return {name: (int(at) // match.seats, int(at) % match.seats) for name, at in places.items()}


def keep_replays(tournament: Tournament, scenario: Scenario, agents: Sequence[Agent], folder: Path) -> Iterator[str]:
    """Replay the closest and most lopsided games of a tournament and write each as a page; yields a line for each.

    Agents that sample their actions may play differently the second time; the line then says so.
    """
    by_name = {agent.name: agent for agent in agents}
    for match in tournament.matches:
        assert match.leads is not None
        seeds = game_seeds(tournament.seed, len(match.leads))
        for name, (which, seat) in telling(match).items():
            seated = [by_name[match.second]] * scenario.seats
            seated[seat] = by_name[match.first]
            film = film_of(tell_game(scenario, seated, int(seeds[which])))
            points = [int(n) for n in film.records[-1]["points"][: scenario.seats]]
            lead = points.pop(seat) - max(points)
            path = folder / (re.sub(r"[^\w.-]+", "-", f"{match.first}-{match.second}-{name}") + ".html")
            write_whole(path, film.html(), "--replays")
            otherwise = "" if lead == match.leads[which, seat] else f", played again by {lead:+d}"
            yield f"{path}: {match.first} in seat_{seat}, {match.leads[which, seat]:+d} points{otherwise}"
