#!/usr/bin/env python3
"""Whether messages of the hybrid transport have the standards' form, by validators that are not ours: pycddl and jsonschema.

    hybrid_messages.py KIND=HEX...

A kind is a rule of hybrid.cddl or a definition of hybrid.schema.json. Says of each message, in its order, whether it fits, and whether
it does with a key or a member more in any of its maps, which none may. Exit 0 if everything holds, 1 if not.
"""
import json
import pathlib
import sys

import cbor2
import jsonschema
import pycddl

FOLDER = pathlib.Path(__file__).parent
RULES = (FOLDER / "hybrid.cddl").read_text(encoding="utf-8")
SCHEMA = json.loads((FOLDER / "hybrid.schema.json").read_text(encoding="utf-8"))


def once(pairs):
    assert len(dict(pairs)) == len(pairs), "a member comes twice"
    return dict(pairs)


def is_json(kind):
    return kind in SCHEMA["$defs"]


def read(kind, data):
    return json.loads(data, object_pairs_hook=once) if is_json(kind) else cbor2.loads(data)


def check(kind, data):
    """Raises an AssertionError that says what is wrong with a message, if anything is."""
    try:
        if is_json(kind):
            jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{kind}"}).validate(read(kind, data))
        else:
            # The schema does not see keys out of order, one that comes twice, or bytes after the map.
            assert cbor2.dumps(read(kind, data), canonical=True) == data, "not canonical"
            # The first rule of a text is the one that is asked.
            pycddl.Schema(f"message = {kind}\n{RULES}").validate_cbor(data)
    except (jsonschema.ValidationError, pycddl.ValidationError, cbor2.CBORDecodeError, ValueError, AssertionError) as error:
        raise AssertionError(f"{kind}: {str(error).splitlines()[0]}") from error


def extended(value, extra):
    """The value with an entry more in one of its maps, for each of them."""
    if isinstance(value, dict):
        yield {**value, **extra}
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, inner in list(entries):
        for altered in extended(inner, extra):
            copy = value.copy()
            copy[place] = altered
            yield copy


def verdict(kind, data):
    try:
        check(kind, data)
    except AssertionError as error:
        return str(error)
    more = 0
    for extra in [{"private": 1}] if is_json(kind) else [{7: 1}, {999: b""}, {-1: b""}, {"private": 1}]:
        for value in extended(read(kind, data), extra):
            more += 1
            try:
                check(kind, json.dumps(value).encode() if is_json(kind) else cbor2.dumps(value, canonical=True))
            except AssertionError:
                continue
            return f"{kind}: {value} fits, too"
    return f"{kind}: fits, with nothing more" if more else f"{kind}: has no map"


def main():
    verdicts = [(kind, verdict(kind, bytes.fromhex(text))) for kind, _, text in (argument.partition("=") for argument in sys.argv[1:])]
    print("\n".join(text for _, text in verdicts))
    sys.exit(0 if all(text == f"{kind}: fits, with nothing more" for kind, text in verdicts) else 1)


if __name__ == "__main__":
    main()
