#!/usr/bin/env python3
"""Issues an mDL with the PyPI package pymdoccbor.

The package has no wallet part; what it calls an mdoc is a DeviceResponse without deviceSigned, from which only
issuerSigned is taken here. What it emits: canonical CBOR (RFC 7049: shorter keys first), so items come as random,
digestID, elementValue, elementIdentifier and IssuerSigned as issuerAuth, nameSpaces; digestIDs unique over all name
spaces, `random` of 32 bytes; tag 1004 by element name only (birth_date, issue_date, expiry_date, issuance_date; other
dates stay as given); validUntil always 23:59:59 of a day; x5chain as one bstr for one certificate, else an array.
It always uses the real time for `signed`, therefore its clock is replaced.
"""
import copy
import datetime
import types

import interop_common as common

mdoc, mso = common.require("pymdoccbor.mdoc.issuer", "pymdoccbor.mso.issuer")


def main():
    args = common.issue_arguments(__doc__.splitlines()[0])
    root, signer_key, signer = common.make_certificates(args.at)
    device_key = common.make_device_key()
    elements = common.sample_elements(args.at, str)
    signed, until = common.mso_dates(args.at)
    until = until.replace(hour=23, minute=59, second=59)

    class Clock(datetime.datetime):
        @classmethod
        def utcnow(cls):
            return signed.replace(tzinfo=None)

    mso.datetime = types.SimpleNamespace(datetime=Clock, timedelta=datetime.timedelta)

    x, y = common.coordinates(device_key)
    issuer = mdoc.MdocCborIssuer(alg="ES256", private_key={
        "KTY": "EC2", "CURVE": "P_256", "ALG": "ES256", "KID": b"interop",
        "D": signer_key.private_numbers().private_value.to_bytes(32, "big")})
    issued = issuer.new(
        doctype=common.DOC_TYPE,
        data=copy.deepcopy(elements),  # the package writes its tags into the given lists
        # Given as PEM text instead, coordinates lose leading zeros and brainpool or Ed25519 get wrong identifiers.
        devicekeyinfo={"KTY": "EC2", "CURVE": "P_256", "X": x, "Y": y},
        x509_chain=[signer],
        validity={"issuance_date": signed.date().isoformat(), "expiry_date": until.date().isoformat()})
    # canonical=True is what the package's own dump() uses for the whole response
    issuer_signed = common.cbor2.dumps(issued["documents"][0]["issuerSigned"], canonical=True)

    common.write_issued(args, "pymdoccbor", issuer_signed, root, signer, device_key, elements, signed, until,
                        ["the clock of the package was replaced"])


if __name__ == "__main__":
    main()
