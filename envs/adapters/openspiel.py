"""The OpenSpiel view: games and states by the names that OpenSpiel's algorithms in Python call, MCTS among them.

By itself a game has no chance nodes: dice fall inside a step, from the game's own seed. A clone of a state goes into another future, its
hidden things dealt anew, so a search never sees the dice to come. A search tree then holds actions that some futures do not allow; in a
clone such an action stands for a legal one.

With `chance_nodes=True` every answer that throws dice leads to a chance node, whose outcomes are those of `chances.outcomes`: the dice are
chosen by whoever plays the game, as OpenSpiel has it, and a clone is an exact copy. Hidden things are dealt anew by
`resample_from_infostate` only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from skirmish_rl.envs.adapters.aec import SkirmishEnv
from skirmish_rl.envs.adapters.chances import MOST, SAMPLES, Chances
from skirmish_rl.envs.core.errors import IllegalAction, needs
from skirmish_rl.envs.core.seeds import fresh_seed
from skirmish_rl.envs.registry import ruleset_of

with needs("openspiel"):
    import pyspiel


class SkirmishGame:
    """A scenario as OpenSpiel's algorithms see a game.

    Args:
        ruleset, scenario, seats, **options: see `skirmish_rl.envs.make`.
        chance_nodes: dice fall in nodes of their own.
    """

    def __init__(self, ruleset: str, scenario: str | None = None, seats: int | None = None, chance_nodes: bool = False, **options: Any):
        self.chance_nodes = chance_nodes
        self.scenario = ruleset_of(ruleset).scenario(scenario, seats, **options)

    def new_initial_state(self, seed: int | None = None) -> SkirmishState:
        """A game at its first decision; None: from the operating system's entropy."""
        env = SkirmishEnv(self.scenario)
        env.reset(seed=fresh_seed() if seed is None else seed)
        return SkirmishState(self, env)

    def get_type(self) -> Any:
        """Facts about the game, a `pyspiel.GameType`."""
        ruleset, kind = self.scenario.ruleset, pyspiel.GameType
        modes = kind.ChanceMode
        return kind(
            short_name=f"skirmish_{ruleset.name}", long_name=ruleset.title, dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if self.chance_nodes else modes.SAMPLED_STOCHASTIC,
            information=kind.Information.IMPERFECT_INFORMATION, utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL, max_num_players=self.scenario.seats, min_num_players=self.scenario.seats,
            provides_information_state_string=True, provides_information_state_tensor=False, provides_observation_string=True,
            provides_observation_tensor=True, parameter_specification={},
        )  # fmt: skip

    def num_players(self) -> int:
        """Seats."""
        return self.scenario.seats

    def num_distinct_actions(self) -> int:
        """Of the ruleset's action layout."""
        return self.scenario.n_actions

    def max_game_length(self) -> int:
        """The proved bound on decisions."""
        return self.scenario.max_decisions

    def max_chance_outcomes(self) -> int:
        """Most outcomes of one chance node; 0 without chance nodes."""
        return max(MOST, SAMPLES) if self.chance_nodes else 0

    def min_utility(self) -> float:
        """Reward of a seat that is the only loser."""
        return -1.0

    def max_utility(self) -> float:
        """Reward of a seat that is the only winner."""
        return 1.0

    def utility_sum(self) -> float:
        """Sum of all seats' rewards."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Shape of a seat's observation."""
        return [self.scenario.features.size]


class SkirmishState:
    """A position as OpenSpiel's algorithms see a state.

    `env` is the game in the PettingZoo view, for everything else; before the dice in a chance node.

    Args:
        thrown: in a chance node the answer whose dice are to fall, and how they may.
    """

    def __init__(self, game: SkirmishGame, env: SkirmishEnv, thrown: tuple[int, Chances] | None = None):
        self._game, self.env, self._thrown = game, env, thrown

    def get_game(self) -> SkirmishGame:
        """The game it belongs to."""
        return self._game

    def num_players(self) -> int:
        """Seats."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Of the ruleset's action layout."""
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        """The seat that must decide; `pyspiel.PlayerId.TERMINAL` when the game is over, `CHANCE` where dice are to fall."""
        if self.is_chance_node():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.env.possible_agents.index(self.env.agent_selection)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.env.record["over"])

    def is_chance_node(self) -> bool:
        """Whether dice are to fall; never without `chance_nodes`."""
        return self._thrown is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """In a chance node the number of each position that may follow, and its probability; else none."""
        return [(k, chance.probability) for k, chance in enumerate(self._thrown[1])] if self._thrown else []

    def is_simultaneous_node(self) -> bool:
        """Never."""
        return False

    def is_player_node(self) -> bool:
        """Whether a seat must decide."""
        return not self.is_terminal() and not self.is_chance_node()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """0 or 1 for every action, in a chance node for every outcome; all 0 for a seat that need not decide."""
        if self._thrown and (player is None or player < 0):
            return [1] * len(self._thrown[1])
        if self._thrown:
            return [0] * self.num_distinct_actions()
        seat = self.env.agent_selection if player is None else self.env.possible_agents[player]
        return self.env.infos[seat]["action_mask"].tolist()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; none for a seat that need not decide."""
        return np.flatnonzero(self.legal_actions_mask(player)).tolist()

    def apply_action(self, action: int) -> None:
        """Take an action; in a chance node, choose this outcome of the dice.

        Raises:
            IllegalAction: an action outside the mask, but in a clone; an outcome that there is not.
        """
        if self._thrown:
            answer, chances = self._thrown
            if not 0 <= int(action) < len(chances):
                raise IllegalAction(f"outcome {action} of a chance node with {len(chances)}; take one of chance_outcomes()")
            self.env, self._thrown = self.env.after(answer, chances[int(action)]), None
            return
        falls = self.env.outcomes(int(action)) if self._game.chance_nodes and not self.is_terminal() else None
        if falls is not None and len(falls) > 1:
            self._thrown = int(action), falls
        else:
            self.env.step(int(action))

    def clone(self) -> SkirmishState:
        """The same position with new dice; with `chance_nodes` an exact copy."""
        if self._game.chance_nodes:
            return SkirmishState(self._game, self.env.clone(), self._thrown)
        return self._dealt_anew()

    def _dealt_anew(self) -> SkirmishState:
        twin = self.env.clone(reseed=True)
        twin.replace_illegal()
        return SkirmishState(self._game, twin)

    def child(self, action: int) -> SkirmishState:
        """A clone after an action."""
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def resample_from_infostate(self, player: int, luck: Callable[[], float]) -> SkirmishState:
        """A clone in which everything hidden from the deciding seat is dealt anew."""
        return self.clone() if self._thrown else self._dealt_anew()

    def rewards(self) -> list[float]:
        """Rewards of all seats since the last decision: 0 before the game is over."""
        return self.returns()

    def returns(self) -> list[float]:
        """Returns of all seats: 0 before the game is over."""
        return [self.env.rewards[seat] for seat in self.env.possible_agents]

    def player_return(self, player: int) -> float:
        """Return of one seat."""
        return self.returns()[player]

    def observation_tensor(self, player: int) -> list[float]:
        """What a seat sees."""
        seen = self.env.observe(self.env.possible_agents[player])
        return (seen["observation"] if isinstance(seen, dict) else seen).tolist()

    def observation_string(self, player: int | None = None) -> str:
        """A text for a seat's observation and legal actions: equal in two positions that the seat cannot tell apart.

        `None` stands for the seat that must decide.
        """
        seat = max(self.current_player(), 0) if player is None else player
        seen, asked = np.array(self.observation_tensor(seat), np.float32), self.current_player() == seat
        digest = hashlib.blake2b(seen.tobytes() + bytes(self.legal_actions_mask(seat)), digest_size=16)
        return f"{self.move_number()} seat_{seat} {'asked' if asked else 'waits'} {digest.hexdigest()}"

    def information_state_string(self, player: int | None = None) -> str:
        """As `observation_string`: the past counts only as far as it can still be seen."""
        return self.observation_string(player)

    def move_number(self) -> int:
        """Decisions so far."""
        return int(self.env.record["decisions"])

    def action_to_string(self, *player_and_action: int) -> str:
        """An action in the game's words; in a chance node the results of the dice."""
        if self._thrown:
            dice = self._thrown[1][player_and_action[-1]].dice
            return "dice " + " ".join(f"{face}/{faces}" for faces, face in dice) if dice else "cards are dealt"
        return self.env.scenario.ruleset.layout.text(player_and_action[-1], int(self.env.record["decision"]))

    def string_to_action(self, *player_and_text: Any) -> int:
        """The action for a text."""
        return self.env.scenario.ruleset.layout.parse(player_and_text[-1], int(self.env.record["decision"]))

    def __str__(self) -> str:
        """Round, score and what else the game's summary says."""
        return self.env.scenario.ruleset.summary(self.env.record, self.env.scenario)
