#!/usr/bin/env python3
"""Compares our CBOR decoder with cbor2 on generated and damaged items: what each accepts, and the value it reads.

    differential_cbor.py PEER [--cases N] [--seed N]

PEER is differential-peer. cbor2 is told to refuse repeated keys and, for the dialect of mdoc structures, indefinite lengths; bytes after the
item are a refusal here, since cbor2 leaves them to its caller. What it would make of tags (dates, large numbers, references) is left out: a
decoder below structures gives the tag and its content. Prints how often each explained disagreement came, each unexplained one, and a last
line. Exit 0 if all are explained, and in both dialects some items were read alike: two that refuse everything agree, too.
"""
import argparse
import collections
import io
import random
import struct
import subprocess
import sys
from collections.abc import Mapping

import interop_common as common

cbor2 = common.require("cbor2")

# Tags for which cbor2 has a meaning.
KNOWN_TAGS = (0, 1, 2, 3, 4, 5, 24, 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799)
PLAIN_TAGS = {number: (lambda value, _=None, number=number: cbor2.CBORTag(number, value)) for number in KNOWN_TAGS}
DEEPEST = 32
BATCH = 20_000


# The two readings

class Refused(Exception):
    pass


def theirs(data, indefinite):
    stream = io.BytesIO(data)
    try:
        value = cbor2.CBORDecoder(
            stream, semantic_decoders=PLAIN_TAGS, allow_duplicate_keys=False, allow_indefinite=indefinite, max_depth=400).decode()
    except Exception as error:  # whatever it is, it is no value
        raise Refused(f"{type(error).__name__}: {error}") from error
    if stream.tell() != len(data):
        raise Refused("bytes follow the item")
    return value


def same(one, other):
    """Equal in type, too: Python takes 1, 1.0 and True for one value, and NaN for none."""
    if isinstance(one, float) and isinstance(other, float):
        return struct.pack(">d", one) == struct.pack(">d", other) or (one != one and other != other)
    if type(one) is not type(other):
        return False
    if isinstance(one, cbor2.CBORTag):
        return one.tag == other.tag and same(one.value, other.value)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping):
        return len(one) == len(other) and all(
            same(key, second) and same(one[key], other[second]) for key, second in zip(one, other))
    return one == other


# Why we refuse what cbor2 takes: the rule, and what must be found in the value (or the bytes) for it to be the reason.

def has_other_key(value):
    if isinstance(value, cbor2.CBORTag):
        return has_other_key(value.value)
    if isinstance(value, (list, tuple)):
        return any(map(has_other_key, value))
    if isinstance(value, Mapping):
        return any(type(key) not in (int, str, bytes) or has_other_key(item) for key, item in value.items())
    return False


def depth(value):
    if isinstance(value, cbor2.CBORTag):
        return 1 + depth(value.value)
    if isinstance(value, (list, tuple)):
        return 1 + max(map(depth, value), default=0)
    if isinstance(value, Mapping):
        return 1 + max((max(depth(key), depth(item)) for key, item in value.items()), default=0)
    return 0


def has_indefinite(data):
    try:
        theirs(data, False)
    except Refused:
        return True
    return False


EXPLAINED = {
    "cbor.unsupported-key": (
        "keys of mdoc structures are numbers and strings of definite length; cbor2 takes whatever Python can hash",
        lambda value, data: has_other_key(value) or has_indefinite(data)),
    "cbor.too-deep": (
        f"nesting ends at {DEEPEST} levels, tags included; cbor2's limit is set to 400", lambda value, data: depth(value) > DEEPEST),
}


def disagreement(data, ours, indefinite):
    """None where both agree; else the code that explains it, or a sentence where nothing does."""
    try:
        value = theirs(data, indefinite)
    except Refused as refusal:
        return f"accepted here; cbor2: {refusal}" if ours.startswith("=") else None
    if not ours.startswith("="):
        explained = EXPLAINED.get(ours)
        return ours if explained and explained[1](value, data) else f"refused here as {ours}; cbor2 reads it"
    try:
        again = theirs(bytes.fromhex(ours[1:]), False)
    except Refused as refusal:
        return f"what we write is refused by cbor2: {refusal}"
    return None if same(value, again) else "the two read different values"


# Items

class Maker:
    """Makes items, mostly well-formed, in every encoding they can have."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def head(self, major, argument):
        sizes = [size for size, most in ((0, 23), (1, 0xFF), (2, 0xFFFF), (4, 0xFFFFFFFF), (8, 2**64 - 1)) if argument <= most]
        size = sizes[0] if self.random.random() < 0.9 else self.random.choice(sizes)
        if size == 0:
            return bytes([major << 5 | argument])
        return bytes([major << 5 | {1: 24, 2: 25, 4: 26, 8: 27}[size]]) + argument.to_bytes(size, "big")

    def number(self):
        return self.random.choice((self.random.randrange(24), self.random.randrange(300), self.random.getrandbits(self.random.randrange(1, 65))))

    def string(self, major):
        if major == 2:
            content = self.random.randbytes(self.random.randrange(12))
        else:
            content = "".join(self.random.choice("ab0\u00e9e\u0301\u6c34\U0001f680\x00") for _ in range(self.random.randrange(6))).encode()
        return self.head(major, len(content)) + content

    def item(self, levels=5):
        random = self.random
        if random.random() < 0.02:
            return bytes([random.choice((0x81, 0xC1))]) * random.randrange(1, 40) + self.item(0)
        kind = random.randrange(12) if levels > 0 else random.randrange(7)
        if kind < 2:
            return self.head(kind, self.number())
        if kind < 4:
            return self.string(kind)
        if kind == 4:
            return bytes([0xE0 | random.randrange(24)]) if random.random() < 0.7 else bytes([0xF8, random.randrange(256)])
        if kind == 5:
            size = random.choice((2, 4, 8))
            special = {2: (b"\x7e\x00", b"\x7c\x00", b"\x80\x00"), 4: (b"\x7f\x80\x00\x00",), 8: (b"\x7f\xf8" + bytes(6),)}[size]
            return bytes([{2: 0xF9, 4: 0xFA, 8: 0xFB}[size]]) + (random.choice(special) if random.random() < 0.3 else random.randbytes(size))
        if kind == 6:
            major = random.choice((2, 3))
            return bytes([major << 5 | 31]) + b"".join(self.string(major) for _ in range(random.randrange(4))) + b"\xff"
        if kind < 9:
            items = [self.item(levels - 1) for _ in range(random.randrange(5))]
            return b"\x9f" + b"".join(items) + b"\xff" if random.random() < 0.1 else self.head(4, len(items)) + b"".join(items)
        if kind < 11:
            entries = [self.key() + self.item(levels - 1) for _ in range(random.randrange(5))]
            if entries and random.random() < 0.05:
                entries.append(random.choice(entries))
            return b"\xbf" + b"".join(entries) + b"\xff" if random.random() < 0.1 else self.head(5, len(entries)) + b"".join(entries)
        return self.head(6, random.choice((*KNOWN_TAGS, self.number()))) + self.item(levels - 1)

    def key(self):
        choice = self.random.random()
        if choice < 0.5:
            return self.head(self.random.choice((0, 1)), self.random.randrange(40))
        return self.string(self.random.choice((2, 3))) if choice < 0.97 else self.item(1)

    def damaged(self, data):
        random = self.random
        data = bytearray(data)
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(data) + 1)
            match random.randrange(5):
                case 0 if place < len(data):
                    data[place] = random.randrange(256)
                case 1 if place < len(data):
                    data[place] ^= 1 << random.randrange(8)
                case 2:
                    data[place:place] = random.randbytes(random.randrange(1, 4))
                case 3:
                    del data[place:place + random.randrange(1, 4)]
                case _:
                    data = data[:place] if random.random() < 0.5 else data + data[place:]
        return bytes(data)

    def case(self):
        data = self.item()
        return self.damaged(data) if self.random.random() < 0.5 else data


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer")
    parser.add_argument("--cases", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    maker = Maker(args.seed)
    counts, alike, unexplained, accepted = collections.Counter(), collections.Counter(complete=0, mdoc=0), 0, 0
    for begin in range(0, args.cases, BATCH):
        cases = [maker.case() for _ in range(min(BATCH, args.cases - begin))]
        answer = subprocess.run(
            [args.peer, "cbor"], input="".join(case.hex() + "\n" for case in cases), capture_output=True, text=True, check=True).stdout
        lines = answer.splitlines()
        assert len(lines) == len(cases), f"{len(lines)} answers to {len(cases)} items"
        for data, line in zip(cases, lines):
            accepted += line.startswith("=")
            for name, ours, indefinite in zip(alike, line.split(" "), (True, False)):
                why = disagreement(data, ours, indefinite)
                if why is None:
                    alike[name] += ours.startswith("=")
                elif why in EXPLAINED:
                    counts[why] += 1
                else:
                    unexplained += 1
                    if unexplained <= 20:
                        print(f"    {name}: {data.hex()}: {why}")
    print(f"    {accepted} of {args.cases} items accepted; disagreements that are explained:")
    for code, (reason, _) in EXPLAINED.items():
        print(f"    {counts[code]:8} {code}: {reason}")
    for name, count in alike.items():
        if count == 0:
            sys.exit(f"nothing was compared: no item is read alike by both in the {name} dialect")
    print(f"cases: {args.cases}, unexplained: {unexplained}")
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
