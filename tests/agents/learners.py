"""Classes that learn, as a benchmark trains them."""

from __future__ import annotations


class Learner:
    """Plays the first legal action, before it has learnt and after."""

    def __init__(self, scenario):
        self.actions = scenario.n_actions

    def act(self, observations, masks):
        return masks.argmax(axis=1)

    def learn(self, lessons, seed):
        games = lessons.games(8, "random")
        _, info = games.reset(seed=seed)
        while True:  # the budget ends it
            _, _, _, _, info = games.step(self.act(None, info["action_mask"]))
            if lessons.due:
                lessons.show(self)
