"""The page served on this machine: whoever lacks the token, comes from elsewhere or sends too much gets nothing."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.play.position.strict_json import LONGEST_FILE
from rulekit.tests.bundled import bundled
from rulekit.webplay.page_files import STATIC
from rulekit.webplay.page_session import PageSession
from rulekit.webplay.server import ServedPage, Server

pytestmark = pytest.mark.long

GAME = bundled_games()[-1].name
JSON = {"Content-Type": "application/json"}
ABOUT = b'{"ask":"about"}'


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(ServedPage(PageSession(bundled(GAME))))
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def asked(
    server: Server, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes, Any]:
    """Status, body and headers of an answer."""
    talk = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    talk.request("POST" if body is not None else "GET", path, body, headers or {})
    answer = talk.getresponse()
    found = answer.status, answer.read(), answer.headers
    talk.close()
    return found


def inside(server: Server, name: str = "") -> str:
    return f"/{server.served.token}/{name}"


def test_with_the_token_the_page_its_files_and_answers_are_there(server: Server) -> None:
    status, page, _ = asked(server, inside(server))
    assert status == 200 and b"<main" in page
    assert all(asked(server, inside(server, name))[0] == 200 for name in STATIC)
    status, answer, _ = asked(server, inside(server, "ask"), ABOUT, JSON)
    assert status == 200 and json.loads(answer)["about"]["name"] == GAME


def test_an_example_of_the_rules_is_there_by_its_number(server: Server) -> None:
    """Its position can be put on the table; a number that no example has leads nowhere."""
    game = bundled(GAME)
    status, found, headers = asked(server, inside(server, "scenes/1.json"))
    table = json.loads(found)
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert (table["title"], table["names"][0]) == (game.checked.scenes[0].node.title, "Anna")
    put = json.dumps({"ask": "put", "text": json.dumps(table["position"])}).encode()
    assert "picture" in json.loads(asked(server, inside(server, "ask"), put, JSON)[1])
    for name in ("scenes/0.json", f"scenes/{len(game.checked.scenes) + 1}.json", "scenes/x", "scenes/", "scenes"):
        assert asked(server, inside(server, name))[0] == 404, name


@pytest.mark.parametrize("path", ["/", "/ask", "/play.js", "/x/", "//", "/%2e%2e/", "*", "/?token="])
def test_without_the_token_nothing_is_told_not_even_the_game(server: Server, path: str) -> None:
    for body in (None, ABOUT):
        status, answer, _ = asked(server, path, body, JSON)
        assert (status, answer) == (404, b"not found")


@pytest.mark.parametrize("name", ["../server.py", "..%2fserver.py", "play.html", "/etc/passwd", "page/play.js"])
def test_only_the_files_of_the_page_are_served(server: Server, name: str) -> None:
    assert asked(server, inside(server, name))[0] == 404


def test_a_token_that_is_nearly_right_is_wrong(server: Server) -> None:
    token = server.served.token
    assert {asked(server, f"/{one}/")[0] for one in (token[:-1], token + "x", token.swapcase(), "%C5%BC")} == {404}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:80", ""])
def test_a_page_that_comes_by_another_name_is_refused(server: Server, host: str) -> None:
    """A name of somebody else that leads to this machine would be his origin."""
    assert asked(server, inside(server), None, {"Host": host})[0] == 404


def test_a_page_of_another_origin_gets_no_answer_and_no_leave_to_read(server: Server) -> None:
    status, _, headers = asked(server, inside(server, "ask"), ABOUT, {**JSON, "Origin": "https://evil.example"})
    assert status == 404 and "Access-Control-Allow-Origin" not in headers
    own = {**JSON, "Origin": f"http://127.0.0.1:{server.server_port}"}
    assert asked(server, inside(server, "ask"), ABOUT, own)[0] == 200
    assert asked(server, inside(server, "ask"), ABOUT, {**JSON, "Origin": "null"})[0] == 404


def test_a_form_of_another_page_cannot_play(server: Server) -> None:
    """Forms send without being asked, but never as application/json."""
    assert asked(server, inside(server, "ask"), ABOUT, {"Content-Type": "text/plain"})[0] == 415


@pytest.mark.parametrize(("length", "status"), [(str(LONGEST_FILE + 1), 413), ("9" * 40, 411), ("-1", 411), ("", 411)])
def test_a_request_that_is_too_long_is_not_read(server: Server, length: str, status: int) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as talk:
        head = f"POST {inside(server, 'ask')} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n"
        talk.sendall(f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode())
        assert talk.makefile("rb").readline().split()[1] == str(status).encode()


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[1]", b'{"ask":"about","ask":"begin"}', b"[" * 5000])
def test_what_is_no_request_is_told_as_a_problem(server: Server, body: bytes) -> None:
    status, answer, _ = asked(server, inside(server, "ask"), body, JSON)
    assert status == 200 and json.loads(answer)["problem"]


def test_nothing_is_kept_framed_or_told_to_others(server: Server) -> None:
    """The address holds the token: no cache, no referrer; no frame of another page, no script from elsewhere."""
    headers = asked(server, inside(server))[2]
    assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "no-referrer"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "script-src" not in policy


def test_the_server_listens_on_this_machine_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_every_run_has_another_token() -> None:
    assert len({ServedPage(PageSession(bundled(GAME))).token for _ in range(5)}) == 5


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "rulekit", "play", GAME, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no Ctrl-C can be sent here")
def test_the_command_tells_the_address_and_ctrl_c_ends_it_cleanly() -> None:
    run = started("--web", "--seed", "1")
    assert run.stdout is not None
    told = run.stdout.readline()
    assert re.search(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", told)
    run.send_signal(signal.SIGINT)
    rest, errors = run.communicate(timeout=60)
    assert (run.returncode, rest, errors) == (0, "ended\n", "")


@pytest.mark.parametrize("arguments", [("--port", "1"), ("--browser",), ("--web", "--no-picture"), ("--web", "--open")])
def test_what_does_not_go_together_is_refused(arguments: tuple[str, ...]) -> None:
    run = started(*arguments)
    _, errors = run.communicate("", timeout=60)
    assert run.returncode == 2 and "--web" in errors
