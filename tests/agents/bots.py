"""Agents of a user's own, as `python:<module>:<name>` finds them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from skirmish_rl.envs import make_vec
from skirmish_rl.envs.core.batch import Batch


def first(observations, masks):
    """A function of observations and masks."""
    return masks.argmax(axis=1)


class Last:
    """Made with a scenario, asked with observations and masks."""

    def __init__(self, scenario):
        self.actions, self.size = scenario.n_actions, scenario.features.size

    def act(self, observations, masks):
        assert observations.shape == (len(masks), self.size) and observations.dtype == np.float32 and abs(observations).max() > 0
        return self.actions - 1 - masks[:, ::-1].argmax(axis=1)


class Learner(Last):
    """Would learn, if it were asked."""

    def learn(self, lessons, seed):
        raise NotImplementedError


class Strong:
    """Asked with the batch."""

    bot = None

    def __init__(self, scenario):
        self.number = scenario.ruleset.bots.index("strong")

    def act(self, batch, index):
        return batch.ask(index, self.number)


class Leaving(Last):
    """Ends its process in the middle of a game."""

    def act(self, observations, masks):
        if ((observations != 0).sum(axis=1) % 5 == 0).any():
            sys.exit("had enough")
        return super().act(observations, masks)


class Cheating(Last):
    """Gives an action that was never offered, and blots out what it was shown."""

    def act(self, observations, masks):
        actions = super().act(observations, masks)
        masks[:] = 1
        return np.where(observations[:, -1] != 0, 0, actions)


class Copying(Last):
    """Learns what the strongest bot answers in games that nobody counts."""

    way = ""

    def __init__(self, scenario):
        self.scenario = scenario
        if self.way == "while it is made":
            Batch(scenario, 4)

    def learn(self, lessons, seed):
        if self.way == "own environment":
            make_vec(self.scenario.ruleset.name, self.scenario.name, n_games=4)
        games = lessons.games(4, Strong(self.scenario) if self.way == "an opponent that asks" else "bot:strong")
        games.reset(seed=seed)
        if self.way == "steps of the lessons' batch":
            games.batch.step(games.batch.masks.argmax(axis=1))
        if self.way == "features of actions":
            games.batch.encode_actions(np.arange(4))
        if self.way == "answers in a raw track":
            games.ask(np.arange(4), "bot:strong")
        batch = Batch(self.scenario, 4) if self.way == "own batch" else games.batch
        batch.ask(np.arange(4), len(self.scenario.ruleset.bots) - 1)


class Planning(Last):
    """Pays for everything that a class may pay for, and keeps itself."""

    cut = False

    def __init__(self, scenario):
        super().__init__(scenario)
        self.scenario, self.rounds = scenario, 0

    def learn(self, lessons, seed):
        games = lessons.games(4, "bot:simple")
        games.reset(seed=seed)
        while True:
            copies = games.copies(np.repeat(np.arange(4), 2), seed=self.rounds, control=[0, 0])
            copies.step(np.where(copies.over, -1, copies.masks.argmax(axis=1)))  # to their ends, by random play
            games.step(games.ask(np.arange(4), "bot:simple"))
            lessons.show(self, games=2)
            self.rounds += 1
            lessons.keep(self)
            if self.cut:
                raise KeyboardInterrupt

    def save(self, folder):
        (folder / "rounds.txt").write_text(str(self.rounds))

    def load(self, folder):
        self.rounds = int((folder / "rounds.txt").read_text())


class Seeing:
    """Notes what it is shown."""

    bot = None
    seen: list = []

    def __init__(self, scenario):
        pass

    def act(self, batch, index):
        self.seen.extend((row.shape, bool(row.any())) for row in batch.observations[index])
        return batch.masks[index].argmax(axis=1)


class Unmade(Last):
    """Cannot be made."""

    def __init__(self, scenario):
        raise ValueError("no opening book")


def alone(observations):
    """Takes too little."""


number = 7


class Asking(Last):
    """Asks a bot about every position in a batch of its own, though it is shown observations and masks only."""

    def __init__(self, scenario):
        super().__init__(scenario)
        self.scenario = scenario

    def act(self, observations, masks):
        Batch(self.scenario, len(masks))
        return super().act(observations, masks)


class Skipping(Last):
    """Answers with the legal action whose place a file in its folder names."""

    def __init__(self, scenario, folder):
        super().__init__(scenario)
        self.place = int((Path(folder) / "skip.txt").read_text())

    def act(self, observations, masks):
        super().act(observations, masks)
        return np.array([np.flatnonzero(mask)[min(self.place, mask.sum() - 1)] for mask in masks])
