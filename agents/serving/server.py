"""The network around the host: the files of the page, a WebSocket for every page, and the command that starts both.

skirmish-rl serve
skirmish-rl serve runs/<id> look:runs/<id> --port 8000
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hmac
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from skirmish_rl.agents.serving.host import Host, Limits, Page
from skirmish_rl.agents.serving.lobby import Lobby
from skirmish_rl.agents.serving.messages import MESSAGE
from skirmish_rl.envs.core.errors import BadOption, StateError, needs

with needs("web"):
    import uvicorn
    import websockets  # noqa: F401  the server's protocol; without it every connection would be refused
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.types import Scope
    from starlette.websockets import WebSocket, WebSocketDisconnect

_AT_ONCE = 8  # messages of a page that are worked on together
_TIDY = 30.0  # seconds
_BACKLOG = 200  # connections that wait to be taken
_TURN = 0.001  # seconds that a drawing thread may keep the interpreter while messages wait
_HOME = ("127.0.0.1", "localhost", "::1")
_POLICY = (
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def web_folder() -> Path:
    """Where the files of the page are."""
    return Path(str(files("skirmish_rl"))) / "web"


class _Files(StaticFiles):
    """The page's files; a browser asks again each time, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """See the parent class."""
        response = await super().get_response(path, scope)
        response.headers.update({
            "Cache-Control": "no-cache", "Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
        })  # fmt: skip
        return response


def app_of(host: Host, token: str = "", hosts: Sequence[str] = _HOME) -> Starlette:
    """The application.

    Args:
        token: that a page must bring to be heard, "" for none.
        hosts: names by which the server may be called; a page of another origin is not heard.
    """

    async def play(socket: WebSocket) -> None:
        if why := _stranger(socket, hosts):
            await socket.close(1008, why)
            return
        await socket.accept()
        if token and not hmac.compare_digest(socket.query_params.get("token", "").encode(), token.encode()):
            await socket.close(1008, "a token is needed: open the address that the server printed")
            return
        try:
            page = host.open()
        except StateError as error:
            await socket.close(1013, str(error))
            return
        writing = asyncio.create_task(_write(socket, page))
        working: set[asyncio.Task[None]] = set()
        try:
            while not page.is_lost:
                message = await socket.receive()
                if message["type"] != "websocket.receive":
                    break
                task = asyncio.create_task(host.hear(page, message.get("text") or ""))
                working.add(task)
                task.add_done_callback(working.discard)
                if len(working) >= _AT_ONCE:
                    await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        finally:
            host.forget(page)
            writing.cancel()
            for task in list(working):
                task.cancel()

    async def health(_: object) -> Response:
        return Response("ok")

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(_tidy(host))
        yield
        tidying.cancel()
        host.close()

    routes = [
        Route("/health", health),
        WebSocketRoute("/play", play),
        Mount("/", _Files(directory=web_folder(), html=True, follow_symlink=True)),
    ]
    return Starlette(routes=routes, lifespan=life)


def _stranger(socket: WebSocket, hosts: Sequence[str]) -> str:
    """Why a connection is none of a page of this server, or ""."""
    called, origin = socket.headers.get("host", ""), socket.headers.get("origin")
    try:
        if hosts and urlsplit(f"//{called}").hostname not in hosts:
            return "not called by this name"
        return "" if origin is None or urlsplit(origin).netloc == called else "a page of another site"
    except ValueError:  # no address at all
        return "not an address"


async def _write(socket: WebSocket, page: Page) -> None:
    """Send what the host tells a page."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await page.outbox.get()) is not None and not page.is_lost:
            await socket.send_text(text)
        await socket.close(1001)


async def _tidy(host: Host) -> None:
    while True:
        await asyncio.sleep(_TIDY)
        host.tidy()


_EXAMPLES = """examples:
  skirmish-rl serve
  skirmish-rl serve runs/<id> look:runs/<id> --port 8000
  skirmish-rl serve --host 0.0.0.0 --token secret"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="skirmish-rl serve", description="a page to play on, to watch agents, and to see what they think", epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="to choose from: a run folder or checkpoint, look:<one>, python:<module>:<name>")
    parser.add_argument("--port", type=int, default=8000, help="default: 8000; 0 for a free one")
    parser.add_argument("--host", default=_HOME[0], help="address to listen on; default: 127.0.0.1, this machine alone")
    parser.add_argument("--token", help="that pages must bring; default: none on this machine, a new one on any other address")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--records", type=Path, default=Path("games"), metavar="FOLDER", help="where games of people are kept as traces; default: games")
    kept.add_argument("--no-records", action="store_true", help="keep none")
    parser.add_argument("--games", type=int, default=Limits.games, help=f"at a time; default: {Limits.games}")
    return parser


def serve(words: Sequence[str]) -> int:
    """Listen until ctrl-C."""
    args = _parser().parse_args(words)
    if not 0 <= args.port <= 65535:
        raise BadOption(f"--port {args.port}: from 0 to 65535")
    if args.games < 1:
        raise BadOption(f"--games {args.games}: at least 1")
    is_home = args.host in _HOME
    token = args.token if args.token is not None else "" if is_home else secrets.token_urlsafe(16)
    if not is_home and len(token) < 6:
        raise BadOption(f"--host {args.host} is not this machine alone: give --token with at least 6 letters, or none of your own")
    sys.setswitchinterval(_TURN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of torch, if an agent needs it: games share the cores
    lobby = Lobby(args.agents)
    host = Host(lobby, None if args.no_records else args.records, Limits(games=args.games))
    family = socket.AF_INET6 if ":" in args.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((args.host, args.port))
        listening.listen(_BACKLOG)  # who opens the address as soon as it is printed is not refused
    except OSError as error:
        raise BadOption(f"cannot listen on {args.host}:{args.port}: {error.strerror or error}") from error
    shown = "127.0.0.1" if args.host == "0.0.0.0" else f"[{args.host}]" if ":" in args.host else args.host
    print(f"play at http://{shown}:{listening.getsockname()[1]}/{f'?token={token}' if token else ''}", flush=True)
    if args.host == "0.0.0.0":
        print("on other machines, put this machine's own address in the place of 127.0.0.1", flush=True)
    print("ctrl-C ends", flush=True)
    app = app_of(host, token, _HOME if is_home else ())
    config = uvicorn.Config(
        app, log_level="warning", ws="websockets-sansio", ws_max_size=MESSAGE, ws_ping_interval=20, timeout_graceful_shutdown=2, server_header=False
    )
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    print("ended", flush=True)
    return 0
