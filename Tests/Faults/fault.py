"""What is broken, and how."""
from __future__ import annotations

import dataclasses
import typing

# Why a fault is skipped that can be made only where networks and mounts are the run's own.
NOT_PRIVATE = "networks and disks of one's own need root"


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
    # What is done meanwhile, where it is not exchanges with those services.
    works: typing.Callable | None = None
    # What shows that it was there: of these replies somebody had one meanwhile, somebody waited for longer than these seconds, and a count of
    # what it did has grown. Each of these programs ended by its kill, or was still stopped when it was continued.
    shows: tuple = ()
    slows: float = 0
    strikes: typing.Callable | None = None
    victims: tuple = ()
    # These services have to say meanwhile, at /ready, that they may get no traffic.
    unready: tuple = ()
    skipped: str | None = None
