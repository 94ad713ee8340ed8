#!/usr/bin/env python3
"""Verifies a DeviceResponse or an IssuerSigned with the PyPI package isomdoc.

isomdoc checks the issuer signature with the key of the certificate it finds in x5chain, the MSO's docType, every
digest and the deviceSignature. It knows no path validation (--root is ignored), no dates (--at is ignored), no
deviceMac, no keyAuthorizations, and only P-256 with SHA-256 whatever `alg` says.
"""
import interop_common as common

module = common.require("isomdoc.verify.verify_mdoc")


def values(issuer_signed):
    return {namespace: {item.element_identifier: item.element_value for item in items}
            for namespace, items in issuer_signed.namespaces.items()}


def main():
    args = common.verify_arguments(__doc__.splitlines()[0], needs_transcript=True)
    checks = ["issuerSignature", "msoVersion", "docType", "digests"]

    def device_response():
        response = module.verify_device_response(args.device_response, args.session_transcript)
        if not response.documents:
            raise ValueError("no documents")
        elements = {}
        for document in response.documents:
            for namespace, found in values(document.issuer_signed).items():
                elements.setdefault(namespace, {}).update(found)
        return [document.doctype for document in response.documents], elements

    def issuer_signed():
        return [args.doc_type], values(
            module.IssuerSigned(common.cbor2.loads(args.issuer_signed), args.doc_type))

    if args.issuer_signed is not None:
        common.report("isomdoc", checks, issuer_signed)
    common.report("isomdoc", ["responseVersion", "responseStatus", *checks, "deviceSignature"], device_response)


if __name__ == "__main__":
    main()
