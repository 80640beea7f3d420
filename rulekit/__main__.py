"""The way in: `rulekit ...` and `python -m rulekit ...` both start here."""

import gc
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    from rulekit.cli.main import run

    if sys.argv[1:2] == ["check"]:  # almost all it makes lives until it ends, so collections would only cost time
        gc.disable()
    leave(run(sys.argv[1:]))


def leave(code: int) -> None:
    """Go at once: taking a thousand modules apart piece by piece would cost a short command a tenth of its time."""
    import atexit
    import os

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except (OSError, ValueError):
                continue
    os._exit(code)


if __name__ == "__main__":
    main()
