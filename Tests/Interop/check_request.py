#!/usr/bin/env python3
"""Checks a request with tools that are not ours: cbor2 for the encoding, pycose for the reader signatures.

Reads the page's request JSON, rebuilds the session transcript from the given origin, and verifies every entry of
readerAuthAll and every readerAuth. Prints one JSON line; exit 0 if everything holds, 1 if not.
"""
import argparse
import base64
import hashlib
import json
import sys

import interop_common as common

cbor2 = common.require("cbor2")
common.require("pycose")
from cryptography import x509  # noqa: E402
from pycose.keys import EC2Key  # noqa: E402
from pycose.keys.curves import P256  # noqa: E402
from pycose.messages import Sign1Message  # noqa: E402


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def embedded(value):
    return cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(value)))


def verifies(signature, content):
    if signature[2] is not None:
        return False  # What is signed is detached.
    chain = signature[1][33]
    leaf = x509.load_der_x509_certificate(chain if isinstance(chain, bytes) else chain[0])
    numbers = leaf.public_key().public_numbers()
    # Not `decode`: with a new cbor2 it does not recognise the tagged array, which changes nothing about the signature.
    message = Sign1Message.from_cose_obj([signature[0], dict(signature[1]), None, signature[3]], True)
    message.key = EC2Key(crv=P256, x=numbers.x.to_bytes(32, "big"), y=numbers.y.to_bytes(32, "big"))
    return message.verify_signature(detached_payload=content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--request", required=True)
    parser.add_argument("--origin", required=True)
    args = parser.parse_args()
    with open(args.request, encoding="utf-8") as file:
        data = json.load(file)["data"]
    request, info = decode(data["deviceRequest"]), decode(data["encryptionInfo"])
    device = cbor2.loads(request)
    handover = ["dcapi", hashlib.sha256(cbor2.dumps([data["encryptionInfo"], args.origin])).digest()]
    transcript = [None, None, handover]
    everything = embedded([
        "ReaderAuthenticationAll", transcript, [r["itemsRequest"] for r in device["docRequests"]], device.get("deviceRequestInfo")])
    result = {
        "canonical": all(cbor2.dumps(cbor2.loads(b), canonical=True) == b for b in (request, info)),
        "encryptionInfo": [cbor2.loads(info)[0], sorted(cbor2.loads(info)[1])],
        "deviceRequest": sorted(device),
        "readerAuthAll": [verifies(s, everything) for s in device.get("readerAuthAll", [])],
        "readerAuth": [
            verifies(r["readerAuth"], embedded(["ReaderAuthentication", transcript, r["itemsRequest"]]))
            for r in device["docRequests"] if "readerAuth" in r],
    }
    print(json.dumps(result))
    sys.exit(0 if result["canonical"] and all(result["readerAuthAll"] + result["readerAuth"]) else 1)


if __name__ == "__main__":
    main()
