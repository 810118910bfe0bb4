"""Descriptions of a set of recorded games: a card for people, after *Datasheets for Datasets*, and Croissant metadata for machines."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Sequence
from typing import Any

from skirmish_rl import __version__
from skirmish_rl.agents.datasets.published import SPACE, Game

NAME, VERSION, DATE = "skirmish-rl levels", "1.0.0", "2026-11-27"
_FORM = "http://mlcommons.org/croissant/1.0"
_SAME = (
    "citeAs column conformsTo equivalentProperty extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath "
    "key md5 "
    "parentField path recordSet references regex repeated replace samplingRate separator source subField transform"
)  # words that mean in Croissant's vocabulary what they say
_CONTEXT: dict[str, Any] = {
    "@language": "en", "@vocab": "https://schema.org/", "cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/", "sc": "https://schema.org/", "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    **{word: f"cr:{word}" for word in _SAME.split()}, "conformsTo": "dct:conformsTo",
}  # fmt: skip
_COLUMNS = (
    "A file for each episode, with a row for each decision and a last one for what is seen at the end. Its columns: `observations`, "
    "a structure of `observation` (float32, what the seat sees) and `action_mask` (int8, 1 for every answer that is allowed); `actions` "
    "(int64, the answer); `rewards` (float64, 0 until the game is over, then 1 won, -1 lost, 0 drawn); `terminations` (true for the last "
    "decision); `truncations` (always false)."
)
_ABOUT = (
    "Games of five tabletop wargames with alternating activation, played by ten levels of scripted and trained agents against each other, "
    "from both seats: observations, action masks, decisions and outcomes for offline reinforcement learning and imitation."
)
_CARD = """---
license: mit
pretty_name: {name}
task_categories: [reinforcement-learning]
tags: [offline-reinforcement-learning, imitation-learning, games, minari, croissant]
size_categories: [{category}]
---

# {name} {version}

{about}

| Game | Scenario | Games | Episodes | Decisions | Bytes | sha256 of the contents |
| --- | --- | --: | --: | --: | --: | --- |
{rows}

## How it is read

An archive of `minari/` holds one level of one game, a dataset of [Minari](https://minari.farama.org). Unpack it into Minari's folder:

```sh
pip install "minari[arrow]"
mkdir -p ~/.minari/datasets && tar -xf {example_file} -C ~/.minari/datasets
```

```python
import minari

for episode in minari.load_dataset("{example}").iterate_episodes():
    episode.observations["observation"]  # float32, what the seat sees
    episode.observations["action_mask"]  # int8, 1 for every answer that is allowed
    episode.actions, episode.rewards
```

An archive of `recordings/` holds the same games as seeds and decisions, one or two bytes a decision. The package plays them again and
checks that each ends as it did:
`skirmish-rl dataset {example_recording}`; `skirmish_rl.agents.datasets.recording.load(...).play()` goes through them position by position.

## Why it was made

To compare what learns from recorded games on one set that anybody can make again, with players of ten known strengths, with imperfect play
among them, and with chance: in these games dice decide much.
Nobody paid for it, and it has no connection with the publishers of the games.

## What it holds

- An episode is one seat's way through a game. Its options name the game, the seat, the agent and the two levels that played; its seed is
  the game's.
- In each game every level plays every other and itself, about equally many decisions, seats swapped from game to game; both seats have the
  same force. `minari/<game>-level-03.tar` has what level 3 did, against all ten.
- Levels are scripted bots and trained networks, some of them with a share of random answers:
{levels}
- A seat's observation holds nothing that is hidden from it. Rewards are the outcome alone, on the last decision. There are no splits: hold
  out games by their seed.
- Nothing in it is about people, and nothing in it is text of a rulebook.

## How it was made

`skirmish-rl dataset build`, version {package}, on one machine, from seed {seed}: no step is done by hand, nothing is left out or cleaned.
The same command on the same kind of processor makes the same recordings; `contents` above
is the sha256 of their seeds, seats and decisions. Networks and bots add floating-point numbers, so that another kind of processor may
decide a close choice otherwise.
What a recording holds plays the same everywhere.

## What it is for, and what it is not

Offline reinforcement learning, imitation, models of opponents, evaluation of positions. An agent that learns from it has seen only these
players, one scenario a game and equal forces; that it plays well against people does not follow.
A game's own rules, its figures and its balance are not what is measured here.

## Who keeps it

The project at <{url}>, under the MIT licence; questions and errors as issues there. Another version of a game's rules gets a new version
of this set, and the old one stays. Please cite the project as its `CITATION.cff` says.

## How to upload it

The folder is complete as it is. To the Hugging Face hub, in this folder and under your own name:

```sh
pip install huggingface_hub
hf auth login
hf upload YOU/skirmish-rl-levels . --repo-type dataset
```

The hub reads the head of this file, and `croissant.json`. To Zenodo: upload all files, choose *Dataset* and the MIT licence, and put the
DOI that you get into `CITATION.cff`. With `--url` and the address of the set the same command writes a card and a `croissant.json` that
name it.
"""


def home() -> str:
    """The project's address, from the metadata of the installed package."""
    try:
        told = importlib.metadata.metadata("skirmish-rl").get_all("Project-URL") or []
    except importlib.metadata.PackageNotFoundError:
        told = []
    return dict(line.split(", ", 1) for line in told).get("Homepage", "https://pypi.org/project/skirmish-rl/")


def card(games: Sequence[Game], url: str, seed: int) -> str:
    """Write the card in Markdown, with a header that dataset hubs read."""
    rows = [
        f"| {game.title} | `{game.scenario.partition(' ')[0]}` | {game.games:,} | {game.episodes:,} | {game.decisions:,} "
        f"| {sum(part.size for part in game.parts):,} | `{game.contents}` |"
        for game in games
    ]
    levels = [f"  {game.title}: " + ", ".join(f"{level} `{agent}`" for level, agent in game.agents.items()) + "." for game in games]
    first = games[0]
    low, high = min(first.agents), max(first.agents)
    decisions = sum(game.decisions for game in games)
    return _CARD.format(
        name=NAME, version=VERSION, about=_ABOUT, rows="\n".join(rows), levels="\n".join(levels), package=__version__, url=url, seed=seed,
        category="1M<n<10M" if decisions >= 1_000_000 else "n<1M",
        example=f"{SPACE}/{first.name}/level-{low:02}-v0", example_file=f"minari/{first.name}-level-{low:02}.tar",
        example_recording=f"{first.name}/level-{low:02}-level-{high:02}.npz",
    )  # fmt: skip


def croissant(games: Sequence[Game], url: str) -> str:
    """Write the metadata in Croissant: every file with its size and hash, and one set of records for each game, an episode each."""
    told = {
        "@context": _CONTEXT, "@type": "sc:Dataset", "conformsTo": _FORM, "name": NAME, "version": VERSION, "description": _ABOUT,
        "url": url,
        "license": "https://spdx.org/licenses/MIT", "datePublished": DATE,
        "citeAs": f"The skirmish-rl developers: skirmish-rl, {__version__}. {url}",
        "creator": {"@type": "sc:Organization", "name": "The skirmish-rl developers", "url": url},
        "distribution": [file for game in games for file in _files(game)], "recordSet": [_records(game) for game in games],
    }  # fmt: skip
    return json.dumps(told, indent=1) + "\n"


def _files(game: Game) -> list[dict[str, Any]]:
    files = [
        {
            "@type": "cr:FileObject", "@id": part.path, "name": part.path, "contentUrl": part.path, "contentSize": f"{part.size} B",
            "encodingFormat": "application/x-tar", "sha256": part.sha256,
            "description": f"{game.title}: " + (f"what level {part.level} did" if part.level else "all games as seeds and decisions"),
        }
        for part in game.parts
    ]  # fmt: skip
    episodes = {
        "@type": "cr:FileSet", "@id": f"{game.name}-episodes", "name": f"{game.name}-episodes",
        "description": f"{game.title}: a file for each episode",
        "containedIn": [{"@id": part.path} for part in game.parts if part.level], "encodingFormat": "application/x-parquet",
        "includes": "**/part-0.parquet",
    }  # fmt: skip
    return [*files, episodes]


def _records(game: Game) -> dict[str, Any]:
    """List the episodes of a game by their place in the archives; readers of Croissant cannot open files inside them, but Minari can."""
    place = {
        "@type": "cr:Field", "@id": f"{game.name}/episode", "name": "episode", "dataType": "sc:Text",
        "description": "its file within the archives",
        "source": {"fileSet": {"@id": f"{game.name}-episodes"}, "extract": {"fileProperty": "fullpath"}},
    }  # fmt: skip
    return {"@type": "cr:RecordSet", "@id": game.name, "name": game.name, "description": f"{game.title}. {_COLUMNS}", "field": [place]}
