"""In a clone the pytest plugin is at hand without being installed."""

import sys

if "rulekit.testing.plugin" not in sys.modules:
    from rulekit.testing.plugin import *  # noqa: F403
