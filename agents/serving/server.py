"""The network around the host: serves the page's files, opens a WebSocket for every page, and holds the command that starts both.

skirmish-rl serve
skirmish-rl serve runs/<id> look:runs/<id> --port 8000
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hmac
import math
import os
import re
import secrets
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from skirmish_rl.agents.serving.doors import Doors, Line, Tokens, Visit
from skirmish_rl.agents.serving.host import Host, Limits, Page
from skirmish_rl.agents.serving.lobby import Lobby, check_agents
from skirmish_rl.agents.serving.messages import MESSAGE
from skirmish_rl.agents.settings.parsers import LineParser
from skirmish_rl.envs.adapters.origins import HOME, stranger
from skirmish_rl.envs.core.errors import BadOption, StateError, needs
from skirmish_rl.envs.core.files import check_folder
from skirmish_rl.envs.locales.pages import words_for_pages

with needs("web"):
    import uvicorn
    import websockets  # noqa: F401  the server's protocol; without it every connection would be refused
    from starlette.applications import Starlette
    from starlette.datastructures import Headers
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.types import Scope
    from starlette.websockets import WebSocket, WebSocketDisconnect

_AT_ONCE = 8  # messages of a page that are worked on together
_TIDY = 30.0  # seconds
_BACKLOG = 100  # connections that wait to be taken
_GRACE = 1  # seconds that connections have to end
_TOKEN = 16  # letters of a token, at least
_TURN = 0.001  # seconds that a drawing thread may keep the interpreter while messages wait
_PLAIN = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)  # name or address of a host, and its port


def web_folder() -> Path:
    """The folder with the page's files."""
    return Path(str(files("skirmish_rl"))) / "web"


def policy_of(called: str) -> str:
    """The content security policy: the page may load from and connect to this server alone.

    Some browsers do not count a WebSocket as "self", so the policy names its address.

    Args:
        called: host and port by which the page was requested.
    """
    line = f" ws://{called} wss://{called}" if _PLAIN.fullmatch(called) else ""
    return (
        f"default-src 'self'; connect-src 'self'{line}; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )


class _Files(StaticFiles):
    """Serves the page's files; a browser checks for a newer version at each visit."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """See the parent class."""
        response = await super().get_response(path, scope)
        policy = policy_of(Headers(scope=scope).get("host", ""))
        response.headers.update({
            "Cache-Control": "no-cache", "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        })  # fmt: skip
        return response


def app_of(host: Host, token: str = "", hosts: Sequence[str] = HOME) -> Starlette:
    """Build the web application around a host.

    Args:
        host: all games and pages.
        token: the secret that a page must send before its messages are read, "" for none.
        hosts: names by which the server may be reached; pages from other origins are refused.
    """
    tokens = Tokens()

    async def play(socket: WebSocket) -> None:
        if why := stranger(socket.headers.get("host", ""), socket.headers.get("origin"), hosts):
            await socket.close(1008, why)
            return
        await socket.accept()
        if token:
            address = socket.client.host if socket.client else ""
            if wait := tokens.wait(address):
                await socket.close(
                    1013, f"too many wrong tokens came from this address; the next one is looked at in {math.ceil(wait)} seconds"
                )
                return
            is_right = hmac.compare_digest(socket.query_params.get("token", "").encode(), token.encode())
            tokens.note(address, is_right)
            if not is_right:
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
                text = message.get("text") or ""
                if not await page.is_borne(len(text)):
                    await socket.close(1008, "this page said too much for too long; reload it to go on")
                    break
                task = asyncio.create_task(host.hear(page, text))
                working.add(task)
                task.add_done_callback(working.discard)
                while len(working) >= _AT_ONCE:
                    await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        finally:
            host.forget(page)
            writing.cancel()
            for task in list(working):
                task.cancel()

    async def words(request: Request) -> Response:
        """Serve the page's texts in other languages."""
        found = words_for_pages().get(request.path_params["name"])
        headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
        return Response(found or "{}", 200 if found else 404, headers, "application/json")

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
        Route("/words/{name}", words),
        Mount("/", _Files(directory=web_folder(), html=True, follow_symlink=True)),
    ]
    return Starlette(routes=routes, lifespan=life)


async def _write(socket: WebSocket, page: Page) -> None:
    """Send a page what the host tells it."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await page.next_text()) is not None:
            await socket.send_text(text)
        await socket.close(1001)


async def _tidy(host: Host) -> None:
    while True:
        await asyncio.sleep(_TIDY)
        host.tidy()


class _Server(uvicorn.Server):
    """Ends all games before it waits for connections to close, so that a slow agent does not delay the end."""

    def __init__(self, config: uvicorn.Config, host: Host):
        super().__init__(config)
        self.host = host

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See the parent class."""
        self.host.close()
        await super().shutdown(sockets)


_EXAMPLES = """examples:
  skirmish-rl serve
  skirmish-rl serve runs/<id> look:runs/<id> --port 8000
  skirmish-rl serve --host 0.0.0.0"""


def _parser() -> argparse.ArgumentParser:
    parser = LineParser(
        prog="skirmish-rl serve", description="serve a web page on which to play and to watch agents think", epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    chosen = "to choose from: a run folder or checkpoint, look:<one>, python:<module>:<name>, exec:<command>"
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=chosen)
    parser.add_argument("--port", type=int, default=8000, help="default: 8000; 0 for a free one")
    parser.add_argument("--host", default=HOME[0], help="address to listen on; default: 127.0.0.1, for this machine only")
    parser.add_argument(
        "--token",
        help=f"secret that pages must bring, {_TOKEN} letters or more; default: none on this machine, a new one on any other address",
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--records", type=Path, default=Path("games"), metavar="FOLDER", help="folder for people's games, kept as traces; default: games"
    )
    kept.add_argument("--no-records", action="store_true", help="keep none")
    parser.add_argument("--games", type=int, default=Limits.games, help=f"most games at a time; default: {Limits.games}")
    return parser


def serve(words: Sequence[str]) -> int:
    """Run the server until ctrl-C, or until the terminal is closed.

    Args:
        words: the arguments of `skirmish-rl serve`.

    Returns:
        The exit code.

    Raises:
        BadOption: an option has an invalid value.
        UnknownName, CheckpointError, MissingExtra: see `check_agents`.
        DataError: the folder for saved games cannot be written.
    """
    args = _parser().parse_args(words)
    if not 0 <= args.port <= 65535:
        raise BadOption(f"--port {args.port}: from 0 to 65535")
    if args.games < 1:
        raise BadOption(f"--games {args.games}: at least 1")
    is_home = args.host in HOME
    token = args.token if args.token is not None else "" if is_home else secrets.token_urlsafe(_TOKEN)
    if len(token) < _TOKEN and (token or not is_home):
        raise BadOption(
            f"--token of {len(token)} letters: give one of at least {_TOKEN} that nobody guesses, or none, and the server makes one"
        )
    if not args.no_records:
        check_folder(args.records, "--records")
    check_agents(args.agents)
    sys.setswitchinterval(_TURN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of torch, if an agent needs it: games share the cores
    lobby = Lobby(args.agents)
    host = Host(lobby, None if args.no_records else args.records, Limits(games=args.games))
    listening = _listening(args.host, args.port)
    shown = "127.0.0.1" if args.host == "0.0.0.0" else f"[{args.host}]" if ":" in args.host else args.host
    query = f"?token={quote(token, safe='')}" if token else ""
    print(f"play at http://{shown}:{listening.getsockname()[1]}/{query}", flush=True)
    if args.host == "0.0.0.0":
        print("on other machines, put this machine's own address in the place of 127.0.0.1", flush=True)
    print("ctrl-C ends", flush=True)
    server = _Server(_settings(app_of(host, token, HOME if is_home else ()), host.limits), host)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:  # of a terminal that is closed
        signal.signal(signal.SIGHUP, server.handle_exit)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    with contextlib.suppress(OSError):  # the terminal is gone
        print("ended", flush=True)
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        os._exit(0)  # games are kept by now; rules at work, or an agent of the user's own, would hold the process up
    return 0


def _listening(address: str, port: int) -> socket.socket:
    """Open a listening socket, so that a browser which opens the address as soon as it is printed is not refused.

    Raises:
        BadOption: the address is in use or not available.
    """
    listening = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(_BACKLOG)
    except OSError as error:
        raise BadOption(f"cannot listen on {address}:{port}: {error.strerror or error}") from error
    return listening


def _settings(app: Starlette, limits: Limits) -> uvicorn.Config:
    """The settings of the network server."""
    doors = Doors(limits, _room())
    kinds: dict[str, Any] = {"http": partial(Visit, doors), "ws": partial(Line, doors)}
    return uvicorn.Config(
        app, log_level="warning", ws_max_size=MESSAGE, ws_ping_interval=20, timeout_graceful_shutdown=_GRACE, server_header=False,
        backlog=_BACKLOG,
        **kinds,
    )  # fmt: skip


def _room() -> int | None:
    """The number of connections that this process can hold beside its files; None if the system does not say."""
    try:
        import resource
    except ImportError:  # not on this system
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(8, (soft - _BACKLOG) * 3 // 4)
