"""Workers on a Ray cluster. The only file about tournaments that knows Ray."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import numpy as np

from skirmish_rl.agents.playing import Forfeit, Piece
from skirmish_rl.agents.workers.local import WorkerError, play_packed
from skirmish_rl.envs.core.errors import BadOption, needs
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.sources import sources_key

with needs("ray"):
    import ray
    from ray import exceptions


def _key(ruleset: Ruleset) -> str:
    """What the rules and the tables of scenarios are made of: equal where the sources are the same to the last letter."""
    return sources_key(Path(ruleset.data).parent.name, every=True)


def _play(packed: bytes, ruleset: str, key: str, piece: Piece) -> tuple[np.ndarray, list[Forfeit]]:
    """What a worker does."""
    from skirmish_rl.envs.registry import ruleset_of

    if _key(ruleset_of(ruleset)) != key:
        raise WorkerError(
            f"the machine {ray.util.get_node_ip_address()} has other rules of {ruleset}, or other versions of numba and numpy; "
            "install the same ones on all machines of the cluster"
        )
    return play_packed(packed, piece, 1)


class Cluster:
    """Workers on the Ray cluster that this machine belongs to, one a core.

    Raises:
        BadOption: no cluster is running.
    """

    deaths: tuple[type[BaseException], ...] = (
        exceptions.WorkerCrashedError, exceptions.NodeDiedError, exceptions.LocalRayletDiedError, exceptions.OutOfMemoryError,
        exceptions.ObjectLostError,
    )  # fmt: skip

    def __init__(self, ruleset: Ruleset):
        if not ray.is_initialized():
            try:
                ray.init(address="auto", log_to_driver=False, logging_level="ERROR")
            except ConnectionError as error:
                raise BadOption(
                    "--workers ray: no Ray cluster is running; start one with `ray start --head`, join it from other machines with "
                    "`ray start --address=<head>:6379`, or play with --workers <number> on this machine alone"
                ) from error
        self.ruleset, self.key = ruleset.name, _key(ruleset)
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.machines = sum(node["Alive"] for node in ray.nodes())
        self._task = ray.remote(num_cpus=1, max_retries=0)(_play)
        self._packed: tuple[bytes, ray.ObjectRef] | None = None

    def send(self, place: int, packed: bytes, piece: Piece) -> Future[tuple[np.ndarray, list[Forfeit]]]:
        """See `Crew.send`; agents are sent once, pieces find their workers by themselves."""
        if self._packed is None or self._packed[0] is not packed:
            self._packed = packed, ray.put(packed)
        return self._task.remote(self._packed[1], self.ruleset, self.key, piece).future()

    def replace(self, place: int, error: BaseException) -> str:
        """See `Crew.replace`; Ray starts workers by itself."""
        first = str(error).strip().splitlines()[0] if str(error).strip() else ""
        return f"a worker of the cluster has died ({type(error).__name__}: {first[:200]})"
