"""A server without a network, and a page that talks to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed: pip install 'skirmish-rl[web]'")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient  # noqa: E402

from skirmish_rl.agents.serving.host import Host, Limits  # noqa: E402
from skirmish_rl.agents.serving.lobby import Lobby  # noqa: E402
from skirmish_rl.agents.serving.server import app_of  # noqa: E402
from tests.talk import HOME, Talk, visit  # noqa: E402


@pytest.fixture
def host(tmp_path) -> Host:
    return Host(Lobby(), tmp_path / "games", Limits(rate=10_000))


@pytest.fixture
def client(host: Host) -> Iterator[TestClient]:
    with TestClient(app_of(host), base_url=HOME) as made:
        yield made


@pytest.fixture
def talk(client: TestClient) -> Iterator[Talk]:
    with visit(client) as socket:
        yield Talk(socket)
