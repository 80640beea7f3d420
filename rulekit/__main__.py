"""The way in: `rulekit ...` and `python -m rulekit ...` both start here."""

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    from rulekit.cli.front import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
