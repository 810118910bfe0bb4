"""The `table` fixture: laid-out games with dictated dice that must all be used up when the test ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.godbreakers.table import Table


class Tables:
    """Makes tables and checks each one's dice at the end of the test."""

    def __init__(self) -> None:
        self.made: list[Table] = []

    def _keep(self, table: Table) -> Table:
        self.made.append(table)
        return table

    def __call__(self, **options: Any) -> Table:
        """An empty board in round 1; see `Table`."""
        table = self._keep(Table(**options))
        table.dice()  # from here on nothing is rolled that the test does not dictate
        return table

    def last_round(self, **options: Any) -> Table:
        """An empty board in the last of three rounds: after its Resolution Phase the game is over and nothing more is rolled."""
        table = self(rounds=3, **options)
        table.state["round"] = 3
        return table

    def new_game(self, **options: Any) -> Table:
        """A real game of a public scenario at its first decision."""
        return self._keep(Table.new_game(**options))


@pytest.fixture
def table() -> Iterator[Tables]:
    tables = Tables()
    yield tables
    for made in tables.made:
        made.done()
