#!/usr/bin/env python3
"""Compares our verdicts with those of a verifier written apart from our code, over cbor2 and cryptography, and with pymdoccbor's.

    differential_verdicts.py PEER [--cases N] [--seed N]

PEER is differential-peer. Each response is made here: contents with zero to three flaws, validly signed by issuer and device where the flaw
is not in a signature, and then, for some, with bytes changed. What we verify, the other verifier has to verify, with the same elements, and
pymdoccbor, too, as far as it goes. What we refuse and it does not must be for one of the reasons in the table. Prints how often each came, each
verdict that is not explained, and a last line. Exit 0 if all are explained, and some verified by both: two that refuse everything agree, too.
"""
import argparse
import collections
import datetime as dt
import hashlib
import logging
import pathlib
import random
import subprocess
import sys
import tempfile

import interop_common as common

cbor2 = common.require("cbor2")
import differential_cbor as items  # noqa: E402
from cryptography import x509  # noqa: E402
from cryptography.exceptions import InvalidSignature  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature  # noqa: E402

AT = common.instant("2026-06-01T12:00:00Z")
SPACE = common.NAMESPACE
HASHES = {"SHA-256": hashlib.sha256, "SHA-384": hashlib.sha384, "SHA-512": hashlib.sha512}

# What we refuse beyond what the other verifier looks at, by our check. Signatures, digests, path, document type and validity are not among
# them: there both must agree.
STRICTER = {
    "response.structure": "a member of another type or range than the standard gives it, or one that is missing",
    "response.version": "a version other than 1.x",
    "response.status": "a status other than OK",
    "response.documents": "no documents",
    "mso.structure": "a member of another type or range than the standard gives it, or one that is missing",
    "mso.version": "a security object of a version other than 1.x",
    "mso.dateForm": "dates without their tag",
    "mso.signed": "signed outside the signer's validity",
    "device.authorization": "an element of the device's that the issuer did not allow it",
    "element.issuingCountry": "issued by another country than the signer's",
}


# The parties

class Parties:
    def __init__(self):
        self.root, self.signer_key, self.signer = common.make_certificates(AT)
        self.other_root, self.other_signer_key, self.other_signer = common.make_certificates(AT)
        self.device_key, self.other_device_key = common.make_device_key(), common.make_device_key()
        self.transcript, _ = common.annex_c_transcript()
        self.other_transcript, _ = common.annex_c_transcript()


def der(certificate):
    return certificate.public_bytes(serialization.Encoding.DER)


def sign(key, protected, payload):
    r, s = decode_dss_signature(key.sign(cbor2.dumps(["Signature1", protected, b"", payload]), ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def tagged(content):
    return cbor2.dumps(cbor2.CBORTag(24, content))


class Draft:
    """A response whose parts can each be wrong before they are signed."""

    def __init__(self, parties, rng):
        x, y = common.coordinates(parties.device_key)
        self.rng = rng
        self.doc_type = self.signed_doc_type = common.DOC_TYPE
        self.items = {SPACE: [
            {"digestID": place, "random": rng.randbytes(32), "elementIdentifier": name, "elementValue": value}
            for place, (name, value) in enumerate((
                ("family_name", "Mustermann"), ("given_name", "Zo\u00eb"), ("age_over_21", True), ("issuing_country", common.COUNTRY),
                ("portrait", b"\xff\xd8\xff"), ("resident_city", "Utopia")))]}
        self.after_signing = {}
        self.undigested = set()
        self.algorithm = "SHA-256"
        self.hash_name = "SHA-256"
        signed, until = common.mso_dates(AT)
        self.validity = {"signed": self.date(signed), "validFrom": self.date(signed), "validUntil": self.date(until)}
        self.device_key_info = {"deviceKey": {1: 2, -1: 1, -2: x, -3: y}}
        self.mso = {"version": "1.0"}
        self.issuer_key, self.chain = parties.signer_key, der(parties.signer)
        self.protected, self.unprotected = {1: -7}, {}
        self.chain_header = "unprotected"
        self.device_key, self.transcript = parties.device_key, parties.transcript
        self.device_spaces = {}
        self.device_protected = {1: -7}
        self.response = {"version": "1.0", "status": 0}
        self.copies = 1
        self.wrap = tagged

    @staticmethod
    def date(value):
        return cbor2.CBORTag(0, common.time_text(value))

    def encode(self):
        digests, spaces = {}, {}
        for space, members in self.items.items():
            for place, item in enumerate(members):
                signed = self.wrap(cbor2.dumps(item))
                if (space, place) not in self.undigested:
                    digests.setdefault(space, {})[item["digestID"]] = HASHES[self.hash_name](signed).digest()
                shown = {**item, **self.after_signing.get((space, place), {})}
                spaces.setdefault(space, []).append(self.wrap(cbor2.dumps(shown)))
        mso = {
            **self.mso, "digestAlgorithm": self.algorithm, "valueDigests": digests, "deviceKeyInfo": self.device_key_info,
            "docType": self.signed_doc_type, "validityInfo": self.validity}
        payload = tagged(cbor2.dumps(mso))
        headers = {"protected": dict(self.protected), "unprotected": dict(self.unprotected)}
        if self.chain is not None:
            headers[self.chain_header][33] = self.chain
        protected = cbor2.dumps(headers["protected"])
        issuer_auth = cbor2.dumps([protected, headers["unprotected"], payload, sign(self.issuer_key, protected, payload)])
        names = tagged(cbor2.dumps(self.device_spaces))
        authentication = cbor2.dumps([
            "DeviceAuthentication", cbor2.loads(self.transcript), self.doc_type, cbor2.CBORTag(24, cbor2.dumps(self.device_spaces))])
        device_protected = cbor2.dumps(self.device_protected)
        device_auth = {"deviceSignature": [device_protected, {}, None, sign(self.device_key, device_protected, tagged(authentication))]}
        shown = b"" if not spaces else cbor2.dumps("nameSpaces") + bytes([0xA0 | len(spaces)]) + b"".join(
            cbor2.dumps(space) + bytes([0x80 | len(members)]) + b"".join(members) for space, members in spaces.items())
        document = (
            b"\xa3" + cbor2.dumps("docType") + cbor2.dumps(self.doc_type) + cbor2.dumps("issuerSigned") + (b"\xa2" if spaces else b"\xa1") + shown
            + cbor2.dumps("issuerAuth") + issuer_auth + cbor2.dumps("deviceSigned") + b"\xa2" + cbor2.dumps("nameSpaces") + names
            + cbor2.dumps("deviceAuth") + cbor2.dumps(device_auth))
        members = b"".join(cbor2.dumps(name) + cbor2.dumps(value) for name, value in self.response.items())
        return (bytes([0xA1 + len(self.response)]) + members + cbor2.dumps("documents") + bytes([0x80 | self.copies]) + document * self.copies)


def long_head(content):
    """Tag 24 over a byte string whose length takes eight bytes: not shortest, and good all the same."""
    return b"\xd8\x18\x5b" + len(content).to_bytes(8, "big") + content


def item(draft):
    return draft.rng.choice(draft.items[SPACE])


def later(**delta):
    return Draft.date(AT + dt.timedelta(**delta))


# Each flaw, or oddity that is none, changes one part of a draft.
FLAWS = {
    "nothing": lambda d, p: None,
    "value changed after signing": lambda d, p: d.after_signing.update({(SPACE, d.rng.randrange(6)): {"elementValue": "other"}}),
    "name changed after signing": lambda d, p: d.after_signing.update({(SPACE, d.rng.randrange(6)): {"elementIdentifier": "age_over_18"}}),
    "digest identifier changed after signing": lambda d, p: d.after_signing.update({(SPACE, 0): {"digestID": 1}}),
    "an item without a digest": lambda d, p: d.undigested.add((SPACE, d.rng.randrange(6))),
    "a namespace without digests": lambda d, p: (
        d.items.update({"org.example.more": [{"digestID": 0, "random": bytes(32), "elementIdentifier": "a", "elementValue": 1}]}),
        d.undigested.add(("org.example.more", 0))),
    "a second namespace": lambda d, p: d.items.update(
        {"org.example.more": [{"digestID": 0, "random": bytes(32), "elementIdentifier": "a", "elementValue": {"b": [1, None]}}]}),
    "an element twice": lambda d, p: d.items[SPACE].append({**d.items[SPACE][0], "digestID": 9, "elementValue": "Other"}),
    "a digest identifier twice": lambda d, p: d.items[SPACE][1].update(digestID=0),
    "a digest identifier of 2^31": lambda d, p: item(d).update(digestID=2**31),
    "a negative digest identifier": lambda d, p: item(d).update(digestID=-1),
    "a short salt": lambda d, p: item(d).update(random=b"1234"),
    "no salt": lambda d, p: item(d).pop("random", None),
    "a salt of text": lambda d, p: item(d).update(random="salt"),
    "another member in an item": lambda d, p: item(d).update(more=1),
    "no elements": lambda d, p: d.items.clear(),
    "another type outside": lambda d, p: setattr(d, "doc_type", "org.example.other"),
    "another type signed": lambda d, p: setattr(d, "signed_doc_type", "org.example.other"),
    "expired": lambda d, p: d.validity.update(validUntil=later(seconds=-d.rng.choice((1, 86400)))),
    "not yet valid": lambda d, p: d.validity.update(validFrom=later(seconds=d.rng.choice((1, 86400)))),
    "valid to this second": lambda d, p: d.validity.update(validUntil=later()),
    "signed later": lambda d, p: d.validity.update(signed=later(days=1)),
    "signed before the signer": lambda d, p: d.validity.update(signed=later(days=-100)),
    "outlives the signer": lambda d, p: d.validity.update(validUntil=later(days=2000)),
    "dates without tags": lambda d, p: d.validity.update(validUntil=d.validity["validUntil"].value),
    "fractions of a second": lambda d, p: d.validity.update(validFrom=cbor2.CBORTag(0, "2026-05-31T12:00:00.5Z")),
    "another zone": lambda d, p: d.validity.update(validFrom=cbor2.CBORTag(0, "2026-05-31T12:00:00+02:00")),
    "no date": lambda d, p: d.validity.pop("validUntil", None),
    "a number for a date": lambda d, p: d.validity.update(validUntil=cbor2.CBORTag(1, 1893456000)),
    "an update expected": lambda d, p: d.validity.update(expectedUpdate=later(days=10)),
    "SHA-384": lambda d, p: (setattr(d, "algorithm", "SHA-384"), setattr(d, "hash_name", "SHA-384")),
    "SHA-512": lambda d, p: (setattr(d, "algorithm", "SHA-512"), setattr(d, "hash_name", "SHA-512")),
    "another algorithm named": lambda d, p: setattr(d, "algorithm", d.rng.choice(("SHA-512", "SHA-1", "sha-256", "MD5"))),
    "a version of the object": lambda d, p: d.mso.update(version=d.rng.choice(("1.1", "2.0", "0.9", "x"))),
    "no version of the object": lambda d, p: d.mso.pop("version", None),
    "another member in the object": lambda d, p: d.mso.update(more={"a": [1]}),
    "another issuer's key": lambda d, p: setattr(d, "issuer_key", p.other_signer_key),
    "another root's signer": lambda d, p: (setattr(d, "issuer_key", p.other_signer_key), setattr(d, "chain", der(p.other_signer))),
    "the root itself": lambda d, p: setattr(d, "chain", der(p.root)),
    "the chain with the root": lambda d, p: setattr(d, "chain", [der(p.signer), der(p.root)]),
    "a chain of another root": lambda d, p: (
        setattr(d, "issuer_key", p.other_signer_key), setattr(d, "chain", [der(p.other_signer), der(p.other_root)])),
    "an array of one certificate": lambda d, p: setattr(d, "chain", [der(p.signer)]),
    "an empty chain": lambda d, p: setattr(d, "chain", []),
    "no chain": lambda d, p: setattr(d, "chain", None),
    "the chain in the protected header": lambda d, p: setattr(d, "chain_header", "protected"),
    "another algorithm": lambda d, p: d.protected.update({1: d.rng.choice((-8, -35, -36, 5))}),
    "the algorithm unprotected": lambda d, p: (d.protected.pop(1, None), d.unprotected.update({1: -7})),
    "the algorithm in both": lambda d, p: d.unprotected.update({1: -7}),
    "a critical header": lambda d, p: d.protected.update({2: [99], 99: 1}),
    "another header": lambda d, p: d.unprotected.update({4: b"kid"}),
    "another device's key": lambda d, p: setattr(d, "device_key", p.other_device_key),
    "another session": lambda d, p: setattr(d, "transcript", p.other_transcript),
    "a device algorithm": lambda d, p: d.device_protected.update({1: d.rng.choice((-8, -35, 5))}),
    "an element of the device's": lambda d, p: d.device_spaces.update({"org.example.device": {"a": 1}}),
    "an allowed element of the device's": lambda d, p: (
        d.device_spaces.update({"org.example.device": {"a": d.rng.choice((1, "b", [2]))}}),
        d.device_key_info.update(keyAuthorizations={"nameSpaces": ["org.example.device"]})),
    "one of two elements allowed": lambda d, p: (
        d.device_spaces.update({"org.example.device": {"a": 1, "b": 2}}),
        d.device_key_info.update(keyAuthorizations={"dataElements": {"org.example.device": ["a"]}})),
    "a version of the response": lambda d, p: d.response.update(version=d.rng.choice(("1.1", "2.0", "x", ""))),
    "a status": lambda d, p: d.response.update(status=d.rng.choice((10, 11, 12))),
    "another member of the response": lambda d, p: d.response.update(more=1),
    "no documents": lambda d, p: setattr(d, "copies", 0),
    "the document twice": lambda d, p: setattr(d, "copies", 2),
    "heads that are longer than need be": lambda d, p: setattr(d, "wrap", long_head),
    "another country": lambda d, p: d.items[SPACE][3].update(elementValue="XX") if len(d.items.get(SPACE, [])) > 3 else None,
    "a date of expiry in the past": lambda d, p: d.items.get(SPACE, []).append(
        {"digestID": 20, "random": bytes(32), "elementIdentifier": "expiry_date", "elementValue": cbor2.CBORTag(1004, "2020-01-01")}),
}


# The other verifier

class Refusal(Exception):
    pass


def require(holds, why):
    if not holds:
        raise Refusal(why)


def verified_signature(key, protected, unprotected, payload, signature):
    headers = items.theirs(protected, True)
    require(headers.get(1) == -7, "not ES256")
    require(2 not in headers and 2 not in unprotected, "a header that is critical and unknown")
    require(not set(headers) & set(unprotected), "a header in both places")
    require(len(signature) == 64, "the signature's length")
    encoded = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    try:
        key.verify(encoded, cbor2.dumps(["Signature1", protected, b"", payload]), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise Refusal("the signature") from error


def slices(data):
    """Where each item below a map or array begins and ends, to hash what was received: (value, begin, end) by the path to it."""
    found = {}

    def walk(place, path):
        begin, first = place, data[place]
        major, more = first >> 5, first & 31
        size = {24: 1, 25: 2, 26: 4, 27: 8}.get(more, 0)
        argument = int.from_bytes(data[place + 1:place + 1 + size], "big") if size else more
        place += 1 + size
        if major in (2, 3):
            place += argument
        elif major == 4:
            for index in range(argument):
                place = walk(place, path + (index,))
        elif major == 5:
            for _ in range(argument):
                key_end = walk(place, path + (None,))
                place = walk(key_end, path + (items.theirs(data[place:key_end], False),))
        elif major == 6:
            place = walk(place, path + ("tag",))
        found[path] = (begin, place)
        return place

    walk(0, ())
    return found


def moment(value):
    require(isinstance(value, cbor2.CBORTag) and value.tag == 0, "a date that is none") if not isinstance(value, str) else None
    return common.instant(value if isinstance(value, str) else value.value)


def verify(data, parties):
    """The elements of a response: signer, namespace, identifier and value; or why there are none."""
    response = items.theirs(data, False)
    where = slices(data)
    found = []
    for index, document in enumerate(response["documents"]):
        protected, unprotected, payload, signature = document["issuerSigned"]["issuerAuth"]
        headers = {**unprotected, **items.theirs(protected, True)}
        chain = headers[33] if isinstance(headers[33], (list, tuple)) else [headers[33]]
        leaf = x509.load_der_x509_certificate(chain[0])
        try:
            leaf.verify_directly_issued_by(parties.root)
        except (InvalidSignature, ValueError, TypeError) as error:
            raise Refusal("the path") from error
        require(leaf.not_valid_before_utc <= AT <= leaf.not_valid_after_utc, "the signer's validity")
        usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        require(x509.ObjectIdentifier("1.0.18013.5.1.2") in usage, "no signer of documents")
        verified_signature(leaf.public_key(), protected, unprotected, payload, signature)
        mso = items.theirs(items.theirs(payload, False).value, False)
        require(mso["docType"] == document["docType"], "the document's type")
        require(moment(mso["validityInfo"]["validFrom"]) <= AT <= moment(mso["validityInfo"]["validUntil"]), "the validity")
        hashed, mine = HASHES[mso["digestAlgorithm"]], []
        for space, members in document["issuerSigned"].get("nameSpaces", {}).items():
            for place, member in enumerate(members):
                begin, end = where[("documents", index, "issuerSigned", "nameSpaces", space, place)]
                content = items.theirs(member.value, False)
                require(mso["valueDigests"][space][content["digestID"]] == hashed(data[begin:end]).digest(), "a digest")
                element = ("issuer", space, content["elementIdentifier"], content["elementValue"])
                require(all(element[:3] != other[:3] for other in mine), "an element twice")
                mine.append(element)
        found += mine
        key = mso["deviceKeyInfo"]["deviceKey"]
        require(key[1] == 2 and key[-1] == 1, "the device's key")
        point = ec.EllipticCurvePublicNumbers(int.from_bytes(key[-2], "big"), int.from_bytes(key[-3], "big"), ec.SECP256R1()).public_key()
        begin, end = where[("documents", index, "deviceSigned", "nameSpaces")]
        content = (b"\x84" + cbor2.dumps("DeviceAuthentication") + parties.transcript + cbor2.dumps(document["docType"]) + data[begin:end])
        protected, unprotected, payload, signature = document["deviceSigned"]["deviceAuth"]["deviceSignature"]
        require(payload in (None, tagged(content)), "another payload")
        verified_signature(point, protected, unprotected, tagged(content), signature)
        for space, members in items.theirs(document["deviceSigned"]["nameSpaces"].value, False).items():
            found += [("device", space, name, value) for name, value in members.items()]
    return found


# pymdoccbor, as far as it goes

def pymdoccbor_verifies(data, parties, verifier):
    reader = verifier.MdocCbor()
    reader.loads(data)
    return reader.verify(trusted_root_certs=[parties.root])


def beyond_pymdoccbor(data, flaws):
    """Why pymdoccbor refuses what is good: what it is known not to read."""
    for flaw, why in (
            ("SHA-384", "it knows SHA-256 only"), ("SHA-512", "it knows SHA-256 only"),
            ("heads that are longer than need be", "it hashes what it encodes again, not what was received"),
            ("the chain with the root", "with this cbor2 an array of certificates is no list to it"),
            ("an array of one certificate", "with this cbor2 an array of certificates is no list to it"),
            ("the chain in the protected header", "with this cbor2 an array of certificates is no list to it"),
            ("another member of the response", "it takes members for arguments"), ("no elements", "it wants a namespace")):
        if flaw in flaws:
            return why
    return None


# The comparison

def cases(parties, count, seed):
    rng = random.Random(seed)
    names = list(FLAWS)
    damage = items.Maker(seed)
    for number in range(count):
        draft = Draft(parties, rng)
        # Each flaw by itself at first, then together.
        flaws = [names[number]] if number < len(names) else [rng.choice(names) for _ in range(rng.randrange(4))]
        for flaw in flaws:
            try:
                FLAWS[flaw](draft, parties)
            except (AttributeError, IndexError, KeyError):
                pass  # an earlier flaw took what this one changes
        data = draft.encode()
        if number >= len(names) and rng.random() < 0.4:
            data = damage.damaged(data)
            flaws = flaws + ["bytes changed"]
        yield data, flaws


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer")
    parser.add_argument("--cases", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    verifier, mso = common.require("pymdoccbor.mdoc.verifier", "pymdoccbor.mso.verifier")
    logging.getLogger("pymdoccbor").setLevel(logging.CRITICAL)

    class Clock(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return AT

    mso.datetime = Clock
    parties = Parties()
    made = list(cases(parties, args.cases, args.seed))
    with tempfile.TemporaryDirectory() as folder:
        root, transcript = pathlib.Path(folder, "root.pem"), pathlib.Path(folder, "transcript.cbor")
        root.write_bytes(parties.root.public_bytes(serialization.Encoding.PEM))
        transcript.write_bytes(parties.transcript)
        answer = subprocess.run(
            [args.peer, "verdicts", "--root", root, "--transcript", transcript, "--at", common.time_text(AT)],
            input="".join(data.hex() + "\n" for data, _ in made), capture_output=True, text=True, check=True).stdout
    lines = answer.splitlines()
    assert len(lines) == len(made), f"{len(lines)} verdicts on {len(made)} responses"
    stricter, beyond, unexplained, both = collections.Counter(), collections.Counter(), 0, 0
    for (data, flaws), line in zip(made, lines):
        word, _, rest = line.partition(" ")
        try:
            theirs, fault = verify(data, parties), None
        except Exception as error:  # whatever it is, nothing is verified
            theirs, fault = None, f"{type(error).__name__}: {error}"
        problem = None
        if word == "verified":
            ours = [part.split(":") for part in rest.split(",") if part]
            ours = [(signer, bytes.fromhex(space).decode(), bytes.fromhex(name).decode(), items.theirs(bytes.fromhex(value), False))
                    for signer, space, name, value in ours]
            if theirs is None:
                problem = f"verified here; the other verifier: {fault}"
            elif not items.same(sorted(ours, key=repr), sorted(theirs, key=repr)):
                problem = f"other elements: {ours} here, {theirs} there"
            else:
                both += 1
                try:
                    agrees = pymdoccbor_verifies(data, parties, verifier)
                except Exception as error:  # it lets some of its faults through
                    agrees, fault = False, repr(error)
                if not agrees:
                    why = beyond_pymdoccbor(data, flaws)
                    beyond[why] += 1
                    if why is None:
                        problem = f"verified here and there; pymdoccbor refuses ({fault})"
        elif theirs is not None:
            codes = rest.split(" ")[0].split(",")
            if all(code in STRICTER for code in codes):
                stricter[codes[0]] += 1
            else:
                problem = f"refused here ({rest}); the other verifier takes it"
        if problem:
            unexplained += 1
            if unexplained <= 20:
                print(f"    {', '.join(flaws) or 'no flaw'}: {problem}")
    print(f"    {both} of {len(made)} responses verified here and there; refused here alone:")
    for code, count in stricter.most_common():
        print(f"    {count:6} {code}: {STRICTER[code]}")
    for why, count in beyond.most_common():
        if why:
            print(f"    {count:6} not verified by pymdoccbor: {why}")
    if both == 0:
        sys.exit("nothing was compared: no response is verified by both")
    print(f"cases: {len(made)}, unexplained: {unexplained}")
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
