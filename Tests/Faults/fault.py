"""What is broken, and how."""
from __future__ import annotations

import dataclasses
import typing

import processes


def nothing():
    pass


@dataclasses.dataclass
class Fault:
    name: str
    begin: typing.Callable
    end: typing.Callable
    # The default is that of the run.
    seconds: float | None = None
    # Which services the load asks: those on PostgreSQL, or the one on SQLite.
    on_sqlite: bool = False
    # The clock went past what anything but records is kept for; a good document was not valid by it.
    may_age: bool = False
    may_refuse: bool = False
    loses_packets: bool = False
    # What is done meanwhile, where it is not exchanges with those services.
    works: typing.Callable | None = None
    # What catches processes that live shortly.
    hunt: processes.Hunt | None = None
    skipped: str | None = None
