"""An engine that is opened when it is needed, and again when it has failed."""

from __future__ import annotations

from rulekit.verify.impl import Factory, Impl, closed


class Opened:
    """One engine at a time."""

    def __init__(self, factory: Factory) -> None:
        self.factory = factory
        self.impl: Impl | None = None

    def open(self) -> Impl:
        """The engine; `Fails` if it does not start."""
        if self.impl is None:
            self.impl = self.factory()
        return self.impl

    def close(self) -> None:
        """It ends; who asks again gets a new one."""
        impl, self.impl = self.impl, None
        if impl is not None:
            closed(impl)


__all__ = ["Opened"]
