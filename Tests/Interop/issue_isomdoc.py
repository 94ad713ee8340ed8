#!/usr/bin/env python3
"""Issues an mDL with the PyPI package isomdoc.

The package issues only: it has no wallet part, and it makes no certificates (they come from interop_common).
What it emits: definite lengths, shortest heads; item keys digestID, random, elementIdentifier, elementValue;
digestIDs count up from 0 in each name space (not shuffled), `random` of 16 bytes; MSO keys version, digestAlgorithm,
docType, valueDigests, deviceKeyInfo, validityInfo; dates as tag 0 with Z and no fraction; x5chain as one bstr, longer
chains are refused. `datetime.date` becomes tag 1004, a plain string stays untagged. Only P-256 keys come out right.
"""
import datetime

import interop_common as common

isomdoc = common.require("isomdoc")


def main():
    args = common.issue_arguments(__doc__.splitlines()[0])
    root, signer_key, signer = common.make_certificates(args.at)
    device_key = common.make_device_key()
    elements = common.sample_elements(args.at, datetime.date.fromisoformat)
    signed, until = common.mso_dates(args.at)

    mdoc = isomdoc.create_mdoc(common.DOC_TYPE, [signer], signer_key)
    for namespace, items in elements.items():
        for identifier, value in items.items():
            mdoc.add_data_item(namespace, identifier, value)
    issuer_signed = mdoc.generate_credential(device_key.public_key(), signed, signed, until)

    common.write_issued(args, "isomdoc", issuer_signed, root, signer, device_key, elements, signed, until)


if __name__ == "__main__":
    main()
