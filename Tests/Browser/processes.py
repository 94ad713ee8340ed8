"""The processes of this machine, as it names them."""
import contextlib
import os
import pathlib
import re
import signal
import threading

from checks import PATIENCE

BROWSERS = re.compile(r"chrom(e|ium)|firefox")


def running():
    """The processes there are now, and the words each was started with."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(process.name), (process / "cmdline").read_bytes().decode(errors="replace").split("\0")


def parent(process):
    with contextlib.suppress(OSError):
        return int(re.search(r"^PPid:\s+(\d+)$", pathlib.Path(f"/proc/{process}/status").read_text(errors="replace"), re.M).group(1))


def started_by(process):
    """The processes that one has started, itself or by others, and the words each was started with."""
    found = dict(running())
    above = {number: parent(number) for number in found}

    def is_below(number):
        while number in above and (number := above[number]) != process:
            pass
        return number == process
    return {number: words for number, words in found.items() if number != process and is_below(number)}


def kill(processes):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def end_browsers():
    """Kills the browsers that this program has started, itself or by others; how many processes that were."""
    browsers = [number for number, words in started_by(os.getpid()).items() if BROWSERS.search(os.path.basename(words[0]))]
    kill(browsers)
    return len(browsers)


class Words:
    """The lines that a program prints from here on, until it ends. One that prints none in time is ended with all that it has started, which ends
    the wait."""

    def __init__(self, process, name, patience=PATIENCE):
        self.process, self.name, self.patience = process, name, patience

    def __iter__(self):
        while line := self._read():
            yield line.rstrip("\n")

    def next(self, is_meant=lambda line: True):
        """The next line, or the next that is meant. One that has ended prints no more, and what it said in its place is told."""
        said = []
        for line in self:
            if is_meant(line):
                return line
            said.append(line)
        raise RuntimeError("\n".join([f"{self.name} has ended with {self.process.wait(self.patience)}", *said]))

    def _read(self):
        late = threading.Timer(self.patience, self._end)
        late.daemon = True
        late.start()
        try:
            return self.process.stdout.readline()
        finally:
            late.cancel()

    def _end(self):
        print(f"{self.name} says nothing in {self.patience} s, and is ended", flush=True)
        # What it has started may hold its output open.
        others = started_by(self.process.pid)
        self.process.kill()
        kill(others)


def end_children():
    """Asks the programs that this one has started to end."""
    for number, _ in running():
        if parent(number) == os.getpid():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
