# mypy: ignore-errors
"""An engine of the starter game with one fault, as a program that needs no rulekit: `python program.py FAULT`.

A fault is a function of the right answer to a request, as bytes, and of the request; it returns what is written.
"""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

FIRST, LATER = 1, 7  # the request at which a fault shows: the handshake, or one in the middle of a game
HERE = os.path.dirname(os.path.abspath(__file__))


class Game:
    """Twelve stones."""

    def hello(self, **known):
        return {
            "rcp": 1,
            "engine": {"name": "zoo"},
            "games": [{"game": "twelve-stones", "seats": [2]}],
            "features": ["position", "views"],
        }

    def ping(self):
        return None

    bye = ping

    def start(self, config):
        self.lucky = config["options"]["last-stone"] == "lucky"
        self.left, self.turn = 12, 0

    def pending(self):
        return {"kind": "decision", "seats": [self.turn]} if self.left else {"kind": "end"}

    def legal(self, seat):
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.left and seat == self.turn]

    def move(self, seat, move):
        if move not in self.legal(seat):
            raise ValueError("not legal")
        self.left -= move["n"]
        self.turn = 1 - self.turn if self.left else self.turn

    def position(self):
        return {"states": {"stones": self.left, "active": self.turn}, "zones": {}}

    def view(self, seat):
        return self.position()

    def result(self):
        winners = [self.turn if self.lucky else 1 - self.turn]
        return {"winners": winners, "leaders": winners, "outcome": "win"}


def say(data):
    """Write bytes, all of them, to standard output."""
    left = memoryview(data)
    while left:
        left = left[os.write(1, left) :]


def line(value):
    return json.dumps(value).encode() + b"\n"


def forever(function):
    while True:
        function()


def instead(part):
    """The value of an answer, replaced by what stands here."""
    return lambda right, request: line({"id": request["id"], "ok": None})[:-6] + part + b"}\n"


def more(**parts):
    """The answer to the handshake with other parts."""
    return lambda right, request: line({"id": request["id"], "ok": {**json.loads(right)["ok"], **parts}})


def child(function, *, session=True, wait=False):
    """A process that does something; in a session of its own, and not ours any more, if so wanted."""
    number = os.fork()
    if number == 0:
        if session:
            os.setsid()
            if os.fork():
                os._exit(0)
        function()
        os._exit(0)
    if session or wait:
        os.waitpid(number, 0)


def sleeping():
    time.sleep(300)


def bare():
    """A process without an environment that holds nothing open."""
    os.closerange(0, 100)
    os.execve("/bin/sleep", ["sleep", "300"], {})


def unmarked():
    """The same, with other limits than it got."""
    resource.setrlimit(resource.RLIMIT_RSS, (1 << 40, 1 << 40))
    os.execv("/bin/sleep", ["sleep", "300"])


def hoard(right=b"", request=None):
    kept = []
    for _ in range(1024):
        kept.append(b"x" * (1 << 20))
    time.sleep(300)


def many(right, request):
    for _ in range(300):
        child(sleeping, session=False)
    return right


def burn(right=b"", request=None):
    forever(lambda: None)


def litter(right, request):
    for number in range(40):
        with open(os.path.join(os.environ["TMPDIR"], f"f{number}"), "wb") as file:
            file.write(b"x" * (4 << 20))
    time.sleep(300)


def one_file(right, request):
    with open(os.path.join(os.environ["TMPDIR"], "f"), "wb") as file:
        for _ in range(100):
            os.write(file.fileno(), b"x" * (4 << 20))
    return right


def network(right, request):
    """It tries to reach whoever listens at the port that it is told, and tells the world in its refusal to go on."""
    with socket.create_connection(("127.0.0.1", int(sys.argv[2])), 2) as found:
        found.sendall(b"here I am")
    return right


def phone(right, request):
    """It asks the world for something and makes do without an answer."""
    for address in (("192.0.2.1", 80), ("2001:db8::1", 80)):
        try:
            socket.create_connection(address, 0.1).close()
        except OSError:
            pass
    time.sleep(0.3)
    return right


def intrude(right, request):
    with open(sys.argv[2], "w") as file:
        file.write("I was here")
    return right


def spy(right, request):
    with open(sys.argv[2].removeprefix("at:")) as file:  # what a command names is shown to it
        return more(engine={"name": file.read()})(right, request)


def spy_on_environment(right, request):
    return more(engine={"name": os.environ["SECRET_OF_THE_USER"]})(right, request)


def drip(right, request):
    for number in range(len(right)):
        say(right[number : number + 1])
        time.sleep(0.1)
    return b""


def die(right, request):
    say(right[:5])
    os.kill(os.getpid(), signal.SIGKILL)


def last(right, request):
    say(right)
    os._exit(0)


def half(right, request):
    say(right[:5])
    os._exit(0)


def late(right, request):
    time.sleep(0.8)
    return right


def stay(right, request):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=sleeping).start()
    return right


def grumble(right, request):
    while request is not None:
        os.write(2, b"x" * 65536)


def mutter(right, request):
    threading.Thread(target=grumble, args=(b"", 1), daemon=True).start()
    return right


def closing(stream):
    def close(right, request):
        os.close(stream)
        if stream == 0:
            say(right)
        time.sleep(300)

    return close


def holding(right, request):
    child(sleeping)
    return right


EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31m\u202eevil\nno difference\r<script>alert(1)</script>"
AT_START = {  # what is done before the first request is read
    "ends at once": lambda: os._exit(0),
    "ends with three at once": lambda: os._exit(3),
    "never answers": sleeping,
    "never reads and is noisy": lambda: forever(lambda: os.write(2, b"x" * 65536)),
    "floods at once": lambda: forever(lambda: say(b"y" * 65536)),
    "floods with lines at once": lambda: forever(lambda: say(b"y\n" * 4096)),
    "greets": lambda: say(b"Welcome!\n"),
    "writes an empty line first": lambda: say(b"\n"),
    "is killed at once": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "takes memory at once": hoard,
    "never answers and has a child": lambda: (child(bare), sleeping()),
}
IN_HANDSHAKE = {
    "ends in the handshake": lambda right, request: os._exit(3),
    "speaks version 99": more(rcp=99),
    "speaks version 0": more(rcp=0),
    "speaks a version in words": more(rcp="1"),
    "plays another game": more(games=[{"game": "nothing", "seats": [2]}]),
    "plays no game": more(games=[]),
    "plays with nobody": more(games=[{"game": "twelve-stones", "seats": []}]),
    "plays with seventeen": more(games=[{"game": "twelve-stones", "seats": [17]}]),
    "has a feature nobody knows": more(features=["telepathy"]),
    "leaves unknown names unsaid": more(unsaid=["*", "asked"]),
    "has no name": more(engine={}),
    "has a name that is a number": more(engine={"name": 5}),
    "tells no games": lambda right, request: line({"id": request["id"], "ok": {"rcp": 1, "engine": {"name": "x"}}}),
    "refuses the handshake": lambda right, request: line({"id": request["id"], "refused": "no"}),
    "fails in the handshake": lambda right, request: line({"id": request["id"], "error": EVIL}),
    "has an evil name": more(engine={"name": EVIL, "version": EVIL, "source": EVIL}),
    "answers what it was asked": lambda right, request: line(request),
}
LATER_ON = {
    "ends after some answers": lambda right, request: os._exit(3),
    "ends well after some answers": lambda right, request: os._exit(0),
    "answers and ends": last,
    "half an answer and ends": half,
    "is killed in the middle of an answer": die,
    "is stopped": lambda right, request: os.kill(os.getpid(), signal.SIGSTOP),
    "hangs": lambda right, request: sleeping(),
    "half an answer and hangs": lambda right, request: (say(right[:5]), sleeping()),
    "answers without an end of the line": lambda right, request: right[:-1],
    "ends lines as nobody does": lambda right, request: right[:-1] + b"\r",
    "drips": drip,
    "is late once": late,
    "answers twice": lambda right, request: right + right,
    "says a line more": lambda right, request: right + b"debug: fine\n",
    "says a line before": lambda right, request: b"debug: fine\n" + right,
    "answers to another request": lambda right, request: line({**json.loads(right), "id": request["id"] + 1}),
    "answers to the request before": lambda right, request: line({**json.loads(right), "id": request["id"] - 1}),
    "answers to a text": lambda right, request: line({**json.loads(right), "id": str(request["id"])}),
    "answers to a fraction": lambda right, request: right.replace(b'"id": 7', b'"id": 7.0'),
    "answers to nobody": lambda right, request: line({"ok": json.loads(right)["ok"]}),
    "a line of a hundred megabytes": lambda right, request: [say(b"x" * (1 << 20)) for _ in range(100)],
    "a line of two megabytes": lambda right, request: b'{"id":7,"ok":"' + b"x" * (2 << 20) + b'"}\n',
    "a line without end": lambda right, request: forever(lambda: say(b"y" * 65536)),
    "lines without end": lambda right, request: (say(right), forever(lambda: say(b"y\n" * 4096))),
    "grumbles without end": grumble,
    "grumbles and answers": mutter,
    "binary": lambda right, request: bytes(range(256)) + b"\n",
    "UTF-16": lambda right, request: right.decode().encode("utf-16"),
    "a mark of byte order": lambda right, request: b"\xef\xbb\xbf" + right,
    "a byte that is no UTF-8": lambda right, request: right.replace(b'"ok"', b'"o\xff"'),
    "NUL": lambda right, request: b"\0" + right,
    "NUL in a text": instead(b'"\0"'),
    "half of a pair": instead(b'["\\ud800"]'),
    "not a number": instead(b"NaN"),
    "endless": instead(b"-Infinity"),
    "a huge fraction": instead(b'[{"do":"grab","n":1e400}]'),
    "a fraction": instead(b'[{"do":"grab","n":1.0}]'),
    "a number of ten thousand digits": instead(b'[{"do":"grab","n":' + b"9" * 10000 + b"}]"),
    "a number beyond two to the 53": instead(b'[{"do":"grab","n":9007199254740993}]'),
    "a key twice": instead(b'[{"do":"grab","n":1,"n":1}]'),
    "nested very deeply": instead(b"[" * 100000 + b"]" * 100000),
    "nested deeply": instead(b"[" * 100 + b"]" * 100),
    "over two lines": lambda right, request: json.dumps(json.loads(right), indent=1).encode() + b"\n",
    "two answers in a line": lambda right, request: right[:-1] + right,
    "single quotes": lambda right, request: right.replace(b'"', b"'"),
    "a list": lambda right, request: b"[]\n",
    "a number": lambda right, request: b"5\n",
    "nothing at all": lambda right, request: line({"id": request["id"]}),
    "ok and error in one": lambda right, request: line({**json.loads(right), "error": "and wrong"}),
    "an error that is no text": lambda right, request: line({"id": request["id"], "error": {"code": 7}}),
    "null for a list": instead(b"null"),
    "a move that is a text": instead(b'["grab"]'),
    "a move without do": instead(b'[{"n":1}]'),
    "an error": lambda right, request: line({"id": request["id"], "error": EVIL}),
    "refuses a question": lambda right, request: line({"id": request["id"], "refused": "no"}),
    "closes its output": closing(1),
    "closes its input": closing(0),
    "runs into an exception": lambda right, request: sys.stdout.nothing,
    "says evil and ends": lambda right, request: (os.write(2, EVIL.encode()), os._exit(1)),
    "takes memory": hoard,
    "takes memory in a child": lambda right, request: (child(hoard), sleeping()),
    "burns": burn,
    "burns in a child": lambda right, request: (child(burn), sleeping()),
    "many processes": many,
    "many files": litter,
    "one large file": one_file,
    "ends who watches it": lambda right, request: (os.kill(os.getppid(), 9), time.sleep(0.2), right)[2],
    "ends its group": lambda right, request: os.killpg(0, 9),
    "opens files without end": lambda right, request: [os.open("/", os.O_RDONLY) for _ in range(100000)],
    "tries the network": network,
    "asks the world": phone,
    "writes where it must not": intrude,
}
RIGHT = {  # oddities that are no fault
    "as it should be": lambda right, request: right,
    "ends lines as elsewhere": lambda right, request: right[:-1] + b"\r\n",
    "a key more beside the answer": lambda right, request: line({**json.loads(right), "debug": EVIL}),
    "spaces around it": lambda right, request: b"  " + right[:-1] + b"  \n",
    "stays when it is told to go": stay,
    "leaves a child that holds its pipes": holding,
    "leaves a child": lambda right, request: (child(bare), right)[1],
    "leaves a child without a mark": lambda right, request: (child(unmarked), right)[1],
    "leaves a child in its group": lambda right, request: (child(bare, session=False), right)[1],
    "has a shell leave a child": lambda right, request: (
        subprocess.call("env -i setsid sleep 300 >/dev/null 2>&1 &", shell=True),
        right,
    )[1],
}
SPIES = {"reads what lies in the way": spy, "reads the environment": spy_on_environment}


def main(fault):
    AT_START.get(fault, lambda: None)()
    game, asked = Game(), 0
    for text in sys.stdin.buffer:
        asked += 1
        request = json.loads(text)
        arguments = {key: value for key, value in request.items() if key not in ("id", "op")}
        try:
            answer = line({"id": request["id"], "ok": getattr(game, request["op"])(**arguments)})
        except ValueError as refusal:
            answer = line({"id": request["id"], "refused": str(refusal)})
        if asked == FIRST:
            answer = {**IN_HANDSHAKE, **SPIES}.get(fault, lambda right, request: right)(answer, request)
        if asked == LATER:
            answer = {**LATER_ON, **RIGHT}.get(fault, lambda right, request: right)(answer, request)
        say(answer)


if __name__ == "__main__":
    main(sys.argv[1])
