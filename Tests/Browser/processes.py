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


def end_browsers():
    """Kills the browsers that this program has started, itself or by others; how many processes that were."""
    found = dict(running())
    above = {number: parent(number) for number in found}

    def is_ours(number):
        while number in above and number != os.getpid():
            number = above[number]
        return number == os.getpid()
    browsers = [number for number, words in found.items() if BROWSERS.search(os.path.basename(words[0])) and is_ours(number)]
    for number in browsers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return len(browsers)


def next_line(process, name, patience=PATIENCE):
    """The next line that a program prints. One that prints none in time is ended, which ends the wait; one that has ended prints no more."""
    def end():
        print(f"{name} says nothing in {patience} s, and is ended", flush=True)
        process.kill()
    late = threading.Timer(patience, end)
    late.daemon = True
    late.start()
    try:
        line = process.stdout.readline()
    finally:
        late.cancel()
    if not line:
        raise RuntimeError(f"{name} has ended with {process.wait(patience)}")
    return line.rstrip("\n")


def end_children():
    """Asks the programs that this one has started to end."""
    for number, _ in running():
        if parent(number) == os.getpid():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
