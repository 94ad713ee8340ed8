"""In which forms a thing may stand in what is written, and whether it does."""
from __future__ import annotations

import base64


def forms(thing):
    """A text, or a piece of something binary, in every form in which it may stand: as it is, a text in UTF-16 too, in hexadecimal digits, and in
    base64 wherever in that it begins."""
    plain = thing if isinstance(thing, bytes) else thing.encode()
    found = {plain, plain.hex().encode(), plain.hex().upper().encode()}
    if isinstance(thing, str):
        found.add(thing.encode("utf-16-le"))
    for skipped in range(3):
        rest = plain[skipped:]
        # What stands after the last three whole bytes changes the characters there.
        whole = rest[:len(rest) // 3 * 3]
        found |= {base64.b64encode(whole), base64.urlsafe_b64encode(whole)}
    return found


def recognised(things, content):
    """Which things, each of which has its forms, stand somewhere in some bytes."""
    return {thing for thing, forms in things.items() if any(form in content for form in forms)}
