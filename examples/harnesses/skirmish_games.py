"""The games as a plug-in of `verifiers`: put this file where Python finds it, then `vf-eval skirmish-games` plays it.

pip install 'skirmish-rl[verifiers]'
PYTHONPATH=examples/harnesses vf-eval skirmish-games --env.taskset.game warcry --env.taskset.seeds 2 --env.player.max-turns 400
"""

from skirmish_rl.envs.adapters.verifiers import SkirmishEnv, SkirmishTaskset

__all__ = ["SkirmishEnv", "SkirmishTaskset"]
