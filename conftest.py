"""In a clone the pytest plugin is at hand without being installed."""

from importlib.metadata import entry_points

if "rulekit" not in entry_points(group="pytest11").names:
    pytest_plugins = ["rulekit.laws.plugin"]
