"""The broker's pages over doubles (`broker-double`), beside the stand-in's website, for the tests to walk through."""
from __future__ import annotations

import contextlib
import pathlib
import struct
import subprocess
import tempfile
import zlib

from processes import Words
from stand_in import Site


class Wallet(Site):
    """The website of the other tests, and a broker whose pages it opens. `tell` asks the broker's doubles. `port` is that of the pages; 0 for any."""

    def __init__(self, program, port=0):
        self.program = program
        self.home = tempfile.TemporaryDirectory(prefix="wallet-pages-")
        folder = pathlib.Path(self.home.name)
        (folder / "icon.png").write_bytes(icon())
        self.process = subprocess.Popen(
            [program, str(folder), str(folder / "icon.png"), str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.reply()
        super().__init__()

    def tell(self, line):
        self.send(line)
        return self.reply()

    def send(self, line):
        """What the doubles are told; each line has a reply."""
        # Who has ended hears nothing, and the reply says so.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def reply(self):
        return Words(self.process, "the broker with its doubles").next().strip()

    def events(self):
        return [event for event in self.tell("events").split("\t") if event]

    def reset(self):
        super().reset()
        self.tell("forget")

    def close(self):
        super().close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(timeout=300)
        self.process.stdout.close()
        self.home.cleanup()


def icon(side=96):
    """A brand's picture, made in code: a planet on a dark sky, in colour."""
    def pixel(x, y):
        dx, dy = x - side * 0.46, y - side * 0.54
        if abs(dx * 0.35 + dy + 4) < 4 and abs(dx) < side * 0.44 and not (dx * dx + dy * dy < (side * 0.3) ** 2 and dy < dx * -0.35):
            return 250, 200, 90
        return (122, 134, 255) if dx * dx + dy * dy < (side * 0.28) ** 2 else (24, 28, 66)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(value for x in range(side) for value in pixel(x, y)) for y in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
