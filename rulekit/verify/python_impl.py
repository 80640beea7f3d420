"""An engine in a file of Python: `Adapter()` in it is called once and must answer as `Impl` says."""

from __future__ import annotations

import hashlib
import sys
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, cast

from rulekit.verify.impl import CALLS, Fails, Impl, in_short

CLASS = "Adapter"


def opened(file: Path) -> Impl:
    """A new engine from a file."""
    made = getattr(module(file), CLASS, None)
    if made is None:
        raise Fails(
            f"{file} has no class called {CLASS}; a program that talks JSON is started by --impl 'python {file}'"
        )
    try:
        with redirect_stdout(sys.stderr):
            impl = made()
    except KeyboardInterrupt:
        raise
    except BaseException as wrong:
        raise Fails(f"{CLASS} in {file} cannot be made: {in_short(wrong)}") from wrong
    missing = [name for name in CALLS if not callable(getattr(impl, name, None))]
    if missing:
        raise Fails(f"{CLASS} in {file} does not answer: {', '.join(missing)}")
    return cast(Impl, impl)


def module(file: Path) -> Any:
    """A file as a module. Files beside it can be imported, unless something that is installed has the same name."""
    name = f"rulekit_impl_{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Fails(f"{file} cannot be read as Python")
    made = module_from_spec(spec)
    sys.modules[name] = made
    if str(file.resolve().parent) not in sys.path:
        sys.path.append(str(file.resolve().parent))
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(made)
    except BaseException as wrong:
        del sys.modules[name]
        if isinstance(wrong, KeyboardInterrupt):
            raise
        raise Fails(f"{file} cannot be read: {in_short(wrong)}") from wrong
    return made
