"""The facts about a run of self-play that go on an agent's card."""

from __future__ import annotations

import csv
import dataclasses
from pathlib import Path
from typing import Any

from skirmish_rl.agents.folders import Training
from skirmish_rl.agents.ppo.run_folder import HISTORY
from skirmish_rl.agents.selfplay.config import settings_in
from skirmish_rl.agents.settings.options import last_name, without_folders
from skirmish_rl.agents.settings.seals import CONFIG, FACTS
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.texts import decode, lines_of, parse_json

_LARGEST = 2**28  # bytes of a run's progress


def settings_of(run: Path) -> dict[str, Any]:
    """Read the settings of a run, without the folders of the user who trained it.

    Raises:
        DataError: the settings are damaged or incomplete.
    """
    config = settings_in(run / CONFIG)
    bare = dataclasses.replace(
        config, scenario=str(last_name(config.scenario)), options=without_folders(config.options), runs="runs", name=""
    )
    return dataclasses.asdict(bare)


def training_of(run: Path) -> Training:
    """Collect how the network of a run was trained.

    Raises:
        CheckpointError: the run's files do not say.
    """
    try:
        facts = parse_json(read_bytes(run / FACTS, 2**24))
        last = list(csv.DictReader(lines_of(decode(read_bytes(run / HISTORY, _LARGEST)))))[-1]
        return Training(
            seed=facts["seed"], decisions=int(last["decisions"]), minutes=round(float(last["seconds"]) / 60, 1), started=facts["started"],
            ranks=1,
            machine=", ".join([facts["card"]] * bool(facts["card"]) + [facts["processor"], f"{facts['cores']} cores", facts["platform"]]),
            revision=facts["git"], changed=facts["git_changes"], packages=facts["packages"],
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        said = f"{run / FACTS} and {HISTORY} do not say how the agent was trained ({error})"
        raise CheckpointError(f"{said}; publish a run folder as `train` left it") from error
