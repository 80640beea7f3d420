"""In a clone the pytest plugin is at hand without being installed."""

import sys

if "rulekit.laws.plugin" not in sys.modules:
    from rulekit.laws.plugin import *  # noqa: F403
