"""Training configurations that come with the package, by their names: `<ruleset>/<configuration>`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from skirmish_rl.envs.core.errors import unknown


def shipped_configs() -> dict[str, Path]:
    """Every configuration that comes with the package, by name."""
    folder = Path(str(files("skirmish_rl"))) / "configs"
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.glob("*/*.toml"))}


def find_config(name: str | Path) -> Path:
    """The file of a configuration.

    Args:
        name: a path, or else a shipped configuration, with or without `.toml`.

    Raises:
        UnknownName: neither.
    """
    known = shipped_configs()
    given = str(name)
    if Path(given).is_file():
        return Path(given)
    if given.removesuffix(".toml") in known:
        return known[given.removesuffix(".toml")]
    raise unknown("configuration", given, known)
