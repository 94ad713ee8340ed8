#!/usr/bin/env python3
"""Verifies the issuer part of a DeviceResponse or an IssuerSigned with the PyPI package pymdoccbor.

pymdoccbor checks the issuer signature, the digests (always SHA-256) and, with --root, that a root's key signed the
document signer and that the latter's dates fit the clock. It checks no device authentication (--session-transcript
is ignored), no docType, no validityInfo, no certificate extensions, and handles P-256 signers only. It also accepts a
name space of which the MSO has no digests at all; such a name space is refused here.
"""
import datetime
import logging

import interop_common as common

mdoc, mso = common.require("pymdoccbor.mdoc.verifier", "pymdoccbor.mso.verifier")


class Messages(logging.Handler):
    """pymdoccbor swallows exceptions and logs them."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


def main():
    args = common.verify_arguments(__doc__.splitlines()[0], needs_transcript=False)
    messages = Messages()
    logger = logging.getLogger("pymdoccbor")
    logger.addHandler(messages)
    logger.propagate = False

    if args.at is not None:
        class Clock(datetime.datetime):
            @classmethod
            def now(cls, tz=None):
                return args.at

        mso.datetime = Clock

    data = args.device_response
    if data is None:
        # The package reads whole responses only; the bytes to check go in unchanged.
        dumps = common.cbor2.dumps
        data = (b"\xa2" + dumps("version") + dumps("1.0") + dumps("documents") + b"\x81\xa2"
                + dumps("docType") + dumps(args.doc_type) + dumps("issuerSigned") + args.issuer_signed)

    def run():
        reader = mdoc.MdocCbor()
        reader.loads(data)
        if not reader.verify(trusted_root_certs=args.root):
            raise ValueError("; ".join(messages.texts) or "issuer signature does not verify")
        if not reader.documents:
            raise ValueError("no documents")
        for document in reader.documents:
            counted = sum(len(items) for items in document.issuersigned.namespaces.values())
            if document.hash_verification["verified"] != counted:
                raise ValueError("a name space has no digests in the MSO; pymdoccbor itself let it pass")
        return [document.doctype for document in reader.documents], reader.disclosure_map

    checks = ["issuerSignature", "digests"]
    if args.root is not None:
        checks += ["signerSignedByRoot", "signerDates"]
    common.report("pymdoccbor", checks, run)


if __name__ == "__main__":
    main()
