"""What programs have in memory, as the kernel shows it to root."""
from __future__ import annotations

import contextlib
import os
import pathlib

from processes import parent, running
from traces import recognised

PAGE = os.sysconf("SC_PAGESIZE")
BLOCK = 1 << 20
# What the kernel says of a page is a number of eight bytes; the last of them is not below this one where there is a page.
IS_THERE = 0x40


def descent(process):
    """A process and all that it has started, as far as they run."""
    parents, found = {number: parent(number) for number, _ in running()}, [process]
    for each in found:
        found += [number for number, its in parents.items() if its == each]
    return found


def held(things, processes):
    """Which things stand somewhere in the memory of processes."""
    overlap = max(len(form) for forms in things.values() for form in forms)
    return {thing for process in processes for block in _blocks(process, overlap) for thing in recognised(things, block)}


def _blocks(process, overlap):
    """All that a process has in memory but the files that it only reads, in blocks that overlap."""
    folder = pathlib.Path(f"/proc/{process}")
    has_ended = contextlib.suppress(FileNotFoundError, ProcessLookupError)
    with has_ended, open(folder / "mem", "rb", 0) as memory, open(folder / "pagemap", "rb", 0) as pages:
        for line in (folder / "maps").read_text().splitlines():
            bounds, rights, _, _, _, *file = line.split(maxsplit=5)
            is_only_read = "w" not in rights and file and file[0].startswith("/") and not file[0].endswith(" (deleted)")
            if "r" not in rights or is_only_read:
                continue
            begin, end = (int(bound, 16) for bound in bounds.split("-"))
            for place in range(begin, end, BLOCK):
                count = min(BLOCK, end - place)
                if max(os.pread(pages.fileno(), count // PAGE * 8, place // PAGE * 8)[7::8], default=0) >= IS_THERE:
                    yield _read(memory.fileno(), count + overlap, place)


def _read(memory, count, place):
    # What the kernel keeps for itself there cannot be read.
    with contextlib.suppress(OSError):
        return os.pread(memory, count, place)
    return b""
