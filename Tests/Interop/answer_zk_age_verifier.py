#!/usr/bin/env python3
"""Answers a request of ours with other people's code: the transcript and the sealing are zk-age-verifier's, the document pylongfellow's.

Reads the page's request JSON and answers each of its documents' requests as the wallet of the page's origin would; the elements' values and the
certificates come from interop_common. Writes response.json and root.pem, and the elements that were released as expected.json.
"""
import argparse
import json
import os
import sys

import interop_common as common

cbor2 = common.require("cbor2")
dc, presentations = common.require("zk_age_verifier.core.transport.dc", "pylongfellow.mdoc.testing")
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from zk_age_verifier.core.encoding import b64url_decode, b64url_encode  # noqa: E402


def released(device_request, at):
    """What the request asks for, of what the licence has."""
    items, = (cbor2.loads(request["itemsRequest"].value) for request in cbor2.loads(device_request)["docRequests"])
    licence = common.sample_elements(at, lambda day: cbor2.CBORTag(1004, day))
    return items["docType"], {
        space: {name: licence[space][name] for name in names} for space, names in items["nameSpaces"].items()}


def recipient(encryption_info):
    protocol, parameters = cbor2.loads(encryption_info)
    if protocol != "dcapi":
        sys.exit(common.REFUSED)
    key = parameters["recipientPublicKey"]
    return ec.EllipticCurvePublicNumbers(int.from_bytes(key[-2], "big"), int.from_bytes(key[-3], "big"), ec.SECP256R1()).public_key()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--request", required=True)
    parser.add_argument("--origin", required=True)
    parser.add_argument("--at", type=common.instant, required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    with open(args.request, encoding="utf-8") as file:
        data = json.load(file)["data"]
    doc_type, elements = released(b64url_decode(data["deviceRequest"]), args.at)
    transcript = dc.build_session_transcript(data["encryptionInfo"], args.origin)
    root, signer_key, signer = common.make_certificates(args.at)
    signed, until = common.mso_dates(args.at)
    presentation = presentations.create_presentation(
        doc_type, elements, transcript, signed, until, issuer_key=signer_key, issuer_certificate=signer)
    enc, ciphertext = dc.seal_response(presentation.mdoc, recipient(b64url_decode(data["encryptionInfo"])), transcript)
    answer = {"response": b64url_encode(cbor2.dumps(["dcapi", {"enc": enc, "cipherText": ciphertext}]))}
    assert dc.parse_response_wrapper(answer) == (enc, ciphertext)
    files = {
        "response.json": json.dumps(answer).encode(),
        "root.pem": root.public_bytes(serialization.Encoding.PEM),
        "expected.json": json.dumps({space: sorted(names) for space, names in elements.items()}).encode(),
    }
    for name, content in files.items():
        with open(os.path.join(args.out, name), "wb") as file:
            file.write(content)


if __name__ == "__main__":
    main()
