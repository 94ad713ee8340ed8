#!/usr/bin/env python3
"""Verifies the deviceMac of a DeviceResponse of one document with openvc-core (issuer, path and all) or with cwt (the COSE_Mac0 alone).

Neither derives the key: EMacKey of ISO/IEC 18013-5, 9.1.3.5, is made here with cryptography. Exit 0 if it verifies, 1 if not.
"""
import argparse
import sys

import interop_common as common

cbor2 = common.cbor2
cwt, theirs = common.require("cwt", "openvc.mdoc")
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", choices=["cwt", "openvc"], required=True)
    parser.add_argument("--device-response", type=common.contents, required=True)
    parser.add_argument("--session-transcript", type=common.contents, required=True)
    parser.add_argument("--reader-key", type=common.contents, required=True)
    parser.add_argument("--root", type=common.certificates, required=True)
    parser.add_argument("--at", type=common.instant, required=True)
    args = parser.parse_args()
    document, = cbor2.loads(args.device_response)["documents"]
    security_object = cbor2.loads(cbor2.loads(document["issuerSigned"]["issuerAuth"][2]).value)
    point = security_object["deviceKeyInfo"]["deviceKey"]
    device_key = ec.EllipticCurvePublicNumbers(
        int.from_bytes(point[-2], "big"), int.from_bytes(point[-3], "big"), ec.SECP256R1()).public_key()
    key = common.mac_key(serialization.load_pem_private_key(args.reader_key, None), device_key, args.session_transcript)
    try:
        if args.package == "openvc":
            theirs.verify_device_response(
                args.device_response, trust_anchors=args.root, session_transcript=args.session_transcript, now=args.at, device_mac_key=key)
        else:
            names = document["deviceSigned"]["nameSpaces"]
            cwt.COSE.new(verify_kid=False).decode(
                cbor2.CBORTag(17, document["deviceSigned"]["deviceAuth"]["deviceMac"]),
                cwt.COSEKey.from_symmetric_key(key, alg="HS256", kid=b"interop"),
                detached_payload=common.device_authentication(args.session_transcript, document["docType"], names))
    except (cwt.VerifyError, theirs.MdocDeviceAuthError) as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(common.REFUSED)


if __name__ == "__main__":
    main()
