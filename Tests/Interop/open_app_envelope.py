#!/usr/bin/env python3
"""Opens the envelope of an answer to an app with pyhpke, under a transcript made here, and compares what is inside with what was sealed.

Exit 0 if it opens to the very bytes, 1 if it does not open.
"""
import argparse
import hashlib
import sys

import interop_common as common

cbor2 = common.cbor2
pyhpke = common.require("pyhpke")
from cryptography.hazmat.primitives import serialization  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--envelope", type=common.contents, required=True)
    parser.add_argument("--merchant-key", type=common.contents, required=True)
    parser.add_argument("--nonce", type=bytes.fromhex, required=True)
    parser.add_argument("--merchant-id", required=True)
    parser.add_argument("--team-id", required=True)
    parser.add_argument("--expected", type=common.contents, required=True)
    args = parser.parse_args()
    key = serialization.load_pem_private_key(args.merchant_key, None)
    transcript, key_hash = common.app_transcript(args.nonce, args.merchant_id, args.team_id, key.public_key())
    envelope = cbor2.loads(args.envelope)
    assert envelope["algorithm"] == "APPLE-HPKE-v1" and envelope["params"]["pkRHash"] == key_hash
    suite = pyhpke.CipherSuite.new(pyhpke.KEMId.DHKEM_P256_HKDF_SHA256, pyhpke.KDFId.HKDF_SHA256, pyhpke.AEADId.AES128_GCM)
    context = suite.create_recipient_context(
        envelope["params"]["pkEm"], pyhpke.KEMKey.from_pyca_cryptography_key(key), info=transcript)
    try:
        plaintext = context.open(envelope["data"], aad=b"")
    except pyhpke.OpenError as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(common.REFUSED)
    assert envelope["params"]["infoHash"] == hashlib.sha256(transcript).digest()
    assert plaintext == b"\xa1" + cbor2.dumps("identity") + args.expected


if __name__ == "__main__":
    main()
