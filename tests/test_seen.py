"""What agents see in known games stays the same, number by number, column by column."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.sources import levels
from skirmish_rl.envs.registry import available, ruleset_of
from tests import seen

REMEDY = "if what agents see has changed on purpose, raise the ruleset's version, then: python -m tests.seen"


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_what_is_seen_in_known_games_is_the_same(name):
    made_on, expected = seen.read(name)
    if made_on not in levels():
        pytest.skip(f"hashes of floats are those of {made_on}")
    found = seen.hashes_of(ruleset_of(name))
    assert list(found) == list(expected)
    for game, hashes in found.items():
        assert hashes[0] == expected[game][0], f"{game}: other columns; {REMEDY}"
        for number, (now, before) in enumerate(zip(hashes[1:], expected[game][1:], strict=True)):
            assert now == before, f"{game}: decision {number} looks otherwise; {REMEDY}"


@pytest.mark.games
@pytest.mark.parametrize("name", available())
def test_one_game_is_the_same_in_whole_numbers(name):
    with np.load(seen.FOLDER / f"{name}.npz") as file:
        expected = dict(file)
    found, columns = seen.whole_of(ruleset_of(name)), expected["columns"].tolist()
    assert found["columns"].tolist() == columns, f"other columns: {sorted(set(found['columns'].tolist()) ^ set(columns))[:8]}; {REMEDY}"
    assert (found["numbers"] == expected["numbers"]).all() and (found["counts"] == expected["counts"]).all(), "other actions are legal"
    n_rows = found["rows"].shape[1]
    names = {"observations": columns, "positions": columns[: len(columns) - n_rows], "rows": columns[-n_rows:]}
    for kind, named in names.items():
        now, before = found[kind], expected[kind]
        for place in np.argwhere(~np.isclose(now, before, rtol=0, atol=1e-6))[:1]:
            where = tuple(map(int, place))
            said = f"decision {where[0] * seen.EVERY}" if kind != "rows" else f"row {where[0]}"
            pytest.fail(f"{kind}, {said}, column {named[where[-1]]}: {now[where]}, it was {before[where]}; {REMEDY}")


def test_hashes_tell_every_number_apart():
    one = seen.Seen(np.zeros((2, 3), np.float32), np.zeros(4, np.float32), np.zeros((2, 2), np.float32), np.arange(2))
    assert one.hash() == one._replace(positions=-np.zeros(4, np.float32)).hash()
    for field in ("observations", "positions", "rows", "numbers"):
        other = getattr(one, field).copy()
        other[..., -1] += 1
        assert one._replace(**{field: other}).hash() != one.hash()
