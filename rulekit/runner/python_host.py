"""Host for an adapter written in Python: makes one `Adapter()` of its file and passes requests to its methods.

It is started by its place, not as a part of rulekit, so that the file finds what lies beside it, not this room.
"""

import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

CLASS = "Adapter"
MODULE = "rulekit_engine"


def main(file: Path) -> None:
    """Make the engine and answer for it until there are no more requests."""
    write = alone_with_output()
    sys.path[0] = str(file.parent)
    sys.path.append(str(Path(__file__).resolve().parents[2]))
    from rulekit.protocol.host import serve

    adapter = make_engine(file)
    missing = [name for name in NEEDED if not callable(getattr(adapter, name, None))]
    if missing:
        leave(f"{CLASS} in {file.name} does not answer: {', '.join(missing)}")
    serve(adapter, sys.stdin.buffer, write)


NEEDED = ("hello", "start", "pending", "legal", "move", "result")  # without which nothing can be compared


def alone_with_output() -> "Callable[[bytes], object]":
    """Whatever the file prints, and whatever it starts prints, is no answer: it goes to standard error."""
    answers = os.dup(1)
    os.dup2(2, 1)

    def write(data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(answers, left) :]

    return write


def make_engine(file: Path) -> Any:
    """What the class in a file makes; told in a line, with the place, if it cannot be made."""
    spec = spec_from_file_location(MODULE, file)
    if spec is None or spec.loader is None:
        leave(f"{file.name} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[MODULE] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as wrong:
        leave(f"{file.name} cannot be read: {in_short(wrong)}")
    if not hasattr(module, CLASS):
        leave(f"{file.name} has no class called {CLASS}; a program that talks JSON is named by --impl 'python {file}'")
    try:
        return getattr(module, CLASS)()
    except BaseException as wrong:
        leave(f"{CLASS} in {file.name} cannot be made: {in_short(wrong)}")


def in_short(wrong: BaseException) -> str:
    """An exception as one line."""
    from rulekit.protocol.in_process import in_short as told

    return told(wrong)


def leave(said: str) -> NoReturn:
    """End with a last line; it stands in the verdict."""
    print(said, file=sys.stderr, flush=True)
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
