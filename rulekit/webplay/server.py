"""The page and its session served on this machine alone: 127.0.0.1, behind a token that is new in every run."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import attrs

from rulekit.play.position.strict_json import LONGEST_FILE, dumps, loads
from rulekit.play.refusals import Refused
from rulekit.webplay.page_files import KINDS, STATIC, play_page, static_file
from rulekit.webplay.page_session import PageSession
from rulekit.webplay.scene_tables import FOLDER as SCENES
from rulekit.webplay.scene_tables import scene_of
from rulekit.webplay.table_state import title

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")  # what the one who asks may call us
PATIENCE = 30.0  # seconds without a word, after which a connection is closed
POLICY = (  # scripts from here alone; pictures bring their colours with them
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@attrs.frozen
class ServedPage:
    """What there is to serve: the session, its page, and the token without which nobody is let in."""

    session: PageSession
    token: str = attrs.field(factory=lambda: secrets.token_urlsafe(24))
    one_by_one: threading.Lock = attrs.field(factory=threading.Lock)

    def file(self, name: str) -> tuple[bytes, str] | None:
        """A file of the page and its kind."""
        if name == "":
            begin = {"people": sorted(self.session.people)}
            page = play_page(title(self.session.game), {"ask": "ask", "begin": begin, "scenes": SCENES})
            return page.encode(), KINDS[".html"]
        folder, slash, rest = name.partition("/")
        if slash and folder == SCENES:
            found = scene_of(self.session.game, rest)
            return (found, "application/json") if found is not None else None
        return (static_file(name), KINDS[PurePosixPath(name).suffix]) if name in STATIC else None

    def answer(self, body: bytes) -> str:
        """The answer to a request; what is no request is told as a problem."""
        try:
            request = loads(body, LONGEST_FILE)
        except Refused as wrong:
            return dumps({"problem": "; ".join(wrong.reasons)})
        with self.one_by_one:
            return dumps(self.session.ask(request))


class Server(ThreadingHTTPServer):
    """Listens on 127.0.0.1 and nowhere else."""

    daemon_threads = True

    def __init__(self, served: ServedPage, port: int = 0) -> None:
        self.served = served
        super().__init__((HOST, port), Handler)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.server_port}/{self.served.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody hung up; nobody need read of it."""


class Handler(BaseHTTPRequestHandler):
    """One connection. Whoever does not know the token learns nothing, not even which game is played."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE

    def do_GET(self) -> None:
        """Serve the page and its files."""
        name = self._requested_name()
        found = self.server.served.file(name) if name is not None else None
        if found is None:
            self._refuse(404, "not found")
        else:
            self._send(200, *found)

    def do_POST(self) -> None:
        """Answer a question of the page."""
        if self._requested_name() != "ask":
            return self._refuse(404, "not found")
        if self.headers.get_content_type() != "application/json":
            return self._refuse(415, "requests are application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 10):
            return self._refuse(411, "say how long the request is")
        if int(length) > LONGEST_FILE:
            return self._refuse(413, "a request of this length is not read")
        body = self.rfile.read(int(length))
        self._send(200, self.server.served.answer(body).encode(), "application/json")

    def _requested_name(self) -> str | None:
        """The name behind the token; nothing for whoever came by another name, from another page, or without it."""
        names = {f"{name}:{self.server.server_port}" for name in NAMES}
        origin = self.headers.get("Origin")
        if self.headers.get("Host") not in names or (origin and urlsplit(origin).netloc not in names):
            return None
        _, _, rest = urlsplit(self.path).path.partition("/")
        token, slash, name = rest.partition("/")
        known = secrets.compare_digest(token.encode(), self.server.served.token.encode())
        return name if known and slash else None

    def _send(self, code: int, body: bytes, kind: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, code: int, words: str) -> None:
        """What was sent besides is not read, so the connection ends."""
        self.close_connection = True
        self._send(code, words.encode(), "text/plain")

    def log_message(self, format: str, *args: Any) -> None:
        """Addresses hold the token; nobody writes them down."""

    def version_string(self) -> str:
        """Nothing about this machine."""
        return "rulekit"


def serve(server: Server, ready: Callable[[], None]) -> None:
    """Until Ctrl-C; `ready` is called when somebody may come."""
    try:
        ready()
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
