"""Pictures made in code, for the photo form and for who scans a code: PNG files without a library for them."""
import random
import struct
import zlib


def png(width, height, rows, level=6):
    """A grey PNG of `rows`, each as long as it is wide."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), level)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def sharp(width=1200, height=800):
    """Hard edges all over, as print in focus has."""
    lines = [bytes(30 if (column // 12 + shift) % 2 else 220 for column in range(width)) for shift in (0, 1)]
    return png(width, height, (lines[row // 16 % 2] for row in range(height)))


def blurred():
    """A soft gradient: nothing in it has an edge."""
    line = bytes(column // 6 + 20 for column in range(1200))
    return png(1200, 800, (line for _ in range(800)))


def heavy():
    """A little more than 8 MB."""
    source = random.Random(4)
    return png(3000, 2900, (source.randbytes(3000) for _ in range(2900)), level=0)


def wide():
    """More than 10,000 pixels on a side, in a small file that is just high enough."""
    line = bytes(10_001)
    return png(10_001, 600, (line for _ in range(600)))


def code(rows, side=6):
    """A code that is drawn with characters, two rows of it on a line; what is drawn is light."""
    halves = [bytes(255 if point in drawn else 0 for point in row for _ in range(side)) for row in rows for drawn in ("█▀", "█▄")]
    return png(len(halves[0]), len(halves) * side, (half for half in halves for _ in range(side)))
