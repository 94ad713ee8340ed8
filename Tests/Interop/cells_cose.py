"""CBOR, COSE and HPKE, with packages that know nothing of mdocs."""
import hashlib
import json
import os
import random

import cbor2
import interop_common as common
from cells import IN, OUT, cannot, cell, same, verified
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from ours import LIST, ORIGIN, altered, decode

SIGN1 = 18
CHAIN = 33
DER = serialization.Encoding.DER


# cwt


def cwt_key(key):
    """A key of cryptography, or the one of a certificate, as cwt has it."""
    from cwt import COSEKey
    if isinstance(key, x509.Certificate):
        key = key.public_key()
    if hasattr(key, "private_bytes"):
        return COSEKey.from_pem(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()), kid=b"interop")
    return COSEKey.from_pem(
        key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo), kid=b"interop")


def cwt_verifies(structure, key, detached=None):
    from cwt import COSE
    return COSE.new(verify_kid=False).decode(cbor2.CBORTag(SIGN1, structure), key, detached_payload=detached)


def cwt_signs(payload, key, unprotected, protected=None, is_detached=False):
    """The array of a COSE_Sign1."""
    from cwt import COSE
    key = cwt_key(key)
    signed = COSE.new().encode_and_sign(payload, key, {1: key.alg, **(protected or {})}, unprotected, out="cbor2/CBORTag").value
    return [signed[0], signed[1], None if is_detached else signed[2], signed[3]]


def forged(structure):
    return [*structure[:3], altered(structure[3])]


def certificate(structure, header=1):
    """The first certificate of a structure's chain, from its unprotected or, 0, its protected header."""
    chain = (cbor2.loads(structure[0]) if header == 0 else structure[1])[CHAIN]
    return x509.load_der_x509_certificate(chain if isinstance(chain, bytes) else chain[0])


def private(mdoc, name):
    return serialization.load_pem_private_key(mdoc.read(name), None)


def embedded(value):
    return cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(value)))


def issuer_auth_of(mdoc, curve):
    structure = cbor2.loads(mdoc.read(mdoc.document(mdoc.authority(curve))))["issuerAuth"]
    key = cwt_key(certificate(structure))
    return verified(lambda signed: cwt_verifies(signed, key), structure, forged(structure))


@cell("cwt", OUT, "issuerAuth with ES256")
def cwt_issuer_auth(mdoc):
    return issuer_auth_of(mdoc, "p256")


@cell("cwt", OUT, "issuerAuth with ES384")
def cwt_issuer_auth_384(mdoc):
    return issuer_auth_of(mdoc, "p384")


@cell("cwt", OUT, "issuerAuth with ES512")
def cwt_issuer_auth_512(mdoc):
    return issuer_auth_of(mdoc, "p521")


def issued_by_cwt(mdoc, key):
    """A document of isomdoc, whose mobile security object cwt signs once more."""
    import datetime
    import isomdoc
    root, signer_key, signer = common.make_certificates(mdoc.at, key)
    draft = isomdoc.create_mdoc(common.DOC_TYPE, [common.make_certificates(mdoc.at)[2]], ec.generate_private_key(ec.SECP256R1()))
    for space, items in common.sample_elements(mdoc.at, datetime.date.fromisoformat).items():
        for identifier, value in items.items():
            draft.add_data_item(space, identifier, value)
    device_key = common.make_device_key()
    signed, until = common.mso_dates(mdoc.at)
    document = cbor2.loads(draft.generate_credential(device_key.public_key(), signed, signed, until))
    document["issuerAuth"] = cwt_signs(document["issuerAuth"][2], signer_key, {CHAIN: signer.public_bytes(DER)})
    mdoc.write("cwt-root.pem", root.public_bytes(serialization.Encoding.PEM))
    return document, device_key


def verified_as_issued(mdoc, key):
    document, _ = issued_by_cwt(mdoc, key)

    def check(structure):
        name = mdoc.write("cwt.mdoc", cbor2.dumps({**document, "issuerAuth": structure}))
        return mdoc.verifies("verify-issued", "--issuer-signed", name, "--doc-type", common.DOC_TYPE, "--trust", "cwt-root.pem")
    return verified(check, document["issuerAuth"], forged(document["issuerAuth"]))


@cell("cwt", IN, "issuerAuth with ES256")
def cwt_issues(mdoc):
    return verified_as_issued(mdoc, ec.generate_private_key(ec.SECP256R1()))


@cell("cwt", IN, "issuerAuth with ES384")
def cwt_issues_384(mdoc):
    return verified_as_issued(mdoc, ec.generate_private_key(ec.SECP384R1()))


@cell("cwt", IN, "issuerAuth with ES512")
def cwt_issues_512(mdoc):
    return verified_as_issued(mdoc, ec.generate_private_key(ec.SECP521R1()))


@cell("cwt", IN, "issuerAuth with EdDSA on Ed25519")
def cwt_issues_ed25519(mdoc):
    return verified_as_issued(mdoc, ed25519.Ed25519PrivateKey.generate())


def reader_authentication(mdoc, request, is_whole):
    """What a reader signs of a request with one document."""
    transcript = cbor2.loads(mdoc.request.transcript)
    items = request["docRequests"][0]["itemsRequest"]
    return embedded(["ReaderAuthenticationAll", transcript, [items], None] if is_whole else ["ReaderAuthentication", transcript, items])


@cell("cwt", OUT, "reader authentication, detached, of a document's request and of the whole")
def cwt_reads_request(mdoc):
    device = mdoc.request.device
    for structure, is_whole in ((device["docRequests"][0]["readerAuth"], False), (device["readerAuthAll"][0], True)):
        content, key = reader_authentication(mdoc, device, is_whole), cwt_key(certificate(structure))
        verdict = verified(lambda bytes_: cwt_verifies(structure, key, bytes_), content, altered(content))
    return verdict


@cell("cwt", IN, "reader authentication, detached, of a document's request")
def cwt_signs_request(mdoc):
    plain = {"itemsRequest": mdoc.request.device["docRequests"][0]["itemsRequest"]}
    request = {"version": "1.0", "docRequests": [plain]}
    reader = certificate(mdoc.request.device["readerAuthAll"][0])
    content = reader_authentication(mdoc, request, False)
    signature = cwt_signs(content, private(mdoc, f"{mdoc.reader}/reader-key.pem"), {CHAIN: reader.public_bytes(DER)}, is_detached=True)

    def check(structure):
        name = mdoc.write("cwt-request.cbor", cbor2.dumps({**request, "docRequests": [{**plain, "readerAuth": structure}]}))
        return mdoc.verifies(
            "verify-request", "--request", name, "--encryption-info", mdoc.request.data["encryptionInfo"], "--origin", ORIGIN,
            "--reader-trust", f"{mdoc.reader}/trust")
    return verified(check, signature, forged(signature))


@cell("cwt", OUT, "a device's signature")
def cwt_reads_answer(mdoc):
    device = cbor2.loads(mdoc.answer.opened)["documents"][0]["deviceSigned"]
    content = common.device_authentication(mdoc.request.transcript, common.DOC_TYPE, device["nameSpaces"])
    key = cwt_key(private(mdoc, "device.pem").public_key())
    structure = device["deviceAuth"]["deviceSignature"]
    return verified(lambda signed: cwt_verifies(signed, key, content), structure, forged(structure))


def presented(mdoc, kind, transcript, prove, *arguments):
    """Whether we verify an answer with a proof that cwt makes, and refuse it altered."""
    document, device_key = issued_by_cwt(mdoc, None)
    response = cbor2.loads(common.present(cbor2.dumps(document), transcript, device_key))
    device = response["documents"][0]["deviceSigned"]
    proof = prove(device_key, common.device_authentication(transcript, common.DOC_TYPE, device["nameSpaces"]))
    mdoc.write("transcript.cbor", transcript)

    def check(structure):
        device["deviceAuth"] = {kind: structure}
        return mdoc.verifies(
            "verify-response", "--device-response", mdoc.write("cwt-response.cbor", cbor2.dumps(response)), "--session-transcript",
            "transcript.cbor", "--trust", "cwt-root.pem", *arguments)
    return verified(check, proof, forged(proof))


@cell("cwt", IN, "a device's signature")
def cwt_signs_answer(mdoc):
    return presented(
        mdoc, "deviceSignature", mdoc.request.transcript, lambda key, content: cwt_signs(content, key, {}, is_detached=True))


@cell("cwt", IN, "a device's MAC (COSE_Mac0), in proximity")
def cwt_authenticates_answer(mdoc):
    from cwt import COSE, COSEKey
    reader_key = ec.generate_private_key(ec.SECP256R1())
    mdoc.write("ephemeral.pem", reader_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    x, y = common.coordinates(reader_key)
    engagement, encoded_key = (cbor2.CBORTag(24, cbor2.dumps(value)) for value in ({}, {1: 2, -1: 1, -2: x, -3: y}))
    transcript = cbor2.dumps([engagement, encoded_key, None])

    def prove(key, content):
        key = COSEKey.from_symmetric_key(common.mac_key(key, reader_key.public_key(), transcript), alg="HS256")
        mac = COSE.new().encode_and_mac(content, key, {1: 5}, {}, out="cbor2/CBORTag").value
        return [mac[0], mac[1], None, mac[3]]
    return presented(mdoc, "deviceMac", transcript, prove, "--reader-key", "ephemeral.pem")


@cell("cwt", OUT, "a status token")
def cwt_reads_token(mdoc):
    structure = cbor2.loads(mdoc.token)
    key = cwt_key(certificate(structure, 0))
    claims = cbor2.loads(cwt_verifies(structure, key))
    same([LIST, 2], [claims[2], claims[65533]["bits"]])
    return verified(lambda signed: cwt_verifies(signed, key), structure, forged(structure))


def reads_token(mdoc, name, index):
    """What we read of a token at an index: 0, 1 or 2, or no."""
    done, output = mdoc.verdict(
        "status", "read", mdoc.write("foreign.cwt", name), "--issuer", f"{mdoc.authority()}/iaca.pem", "--uri", LIST, "--index", index, "--json")
    found = json.loads(output)
    return found["value"] if found.get("verified") else None


@cell("cwt", IN, "a status token, the list in it packed by openvc-core")
def cwt_signs_token(mdoc):
    from openvc.status import token_status_list as lists
    packed = lists.new_status_list(64, bits=2)
    lists.set_status(packed, 5, 2, bits=2)
    now = int(mdoc.at.timestamp())
    claims = {2: LIST, 6: now, 4: now + 3600, 65533: {"bits": 2, "lst": decode(lists.encode_status_list(bytes(packed)))}}
    signer = certificate(cbor2.loads(mdoc.token), 0)
    token = cwt_signs(
        cbor2.dumps(claims), private(mdoc, f"{mdoc.authority()}/status-key.pem"), {},
        {16: "application/statuslist+cwt", CHAIN: signer.public_bytes(DER)})
    same([2, 0], [reads_token(mdoc, cbor2.dumps(token), index) for index in (5, 6)])
    return verified(lambda signed: reads_token(mdoc, cbor2.dumps(signed), 5) == 2, token, forged(token))


@cell("cwt", OUT, "a list of authorities (VICAL)")
def cwt_reads_list(mdoc):
    structure = cbor2.loads(own_list(mdoc))
    key = cwt_key(certificate(structure))
    return verified(lambda signed: cwt_verifies(signed, key), structure, forged(structure))


def own_list(mdoc):
    if not os.path.exists(mdoc.path("lists")):
        mdoc.make("vical", "init", "--out", "lists", "--organization", "Utopia Lists")
        mdoc.make(
            "vical", "write", f"{mdoc.authority()}/iaca.pem", "--signer", "lists", "--provider", "Utopia", "--issue", 1,
            "--doc-type", common.DOC_TYPE, "--out", "vical.cbor")
    return mdoc.read("vical.cbor")


@cell("cwt", IN, "a list of authorities (VICAL)")
def cwt_signs_list(mdoc):
    structure = cbor2.loads(own_list(mdoc))
    content = {**cbor2.loads(structure[2]), "vicalProvider": "A provider of others", "vicalIssueID": 2}
    token = cwt_signs(cbor2.dumps(content), private(mdoc, "lists/list-signer-key.pem"), {CHAIN: certificate(structure).public_bytes(DER)})
    return verified(
        lambda signed: mdoc.verifies("vical", "read", mdoc.write("foreign.cbor", cbor2.dumps(signed)), "--root", "lists/list-root.pem"),
        token, forged(token))


# The same tokens with pyeudiw, whose COSE is pycose's; and openvc-core, which has no tokens in CBOR


@cell("pyeudiw", OUT, "a status token, read")
def pyeudiw_reads_token(mdoc):
    from pyeudiw.status_list.helper import StatusListTokenHelper
    found = StatusListTokenHelper.from_token(mdoc.token.hex().encode())
    same([LIST, False], [found.sub, found.is_expired()])
    return same([0, 1, 0], [found.get_status(index) for index in (2, 3, 4)])


@cell("pyeudiw", IN, "a status token")
def pyeudiw_signs_token(mdoc):
    from pyeudiw.status_list import encode_cwt_status_list_token
    now = int(mdoc.at.timestamp())
    key = private(mdoc, f"{mdoc.authority()}/status-key.pem")
    signer = certificate(cbor2.loads(mdoc.token), 0)
    token = bytes.fromhex(encode_cwt_status_list_token(
        ({CHAIN: signer.public_bytes(DER)}, {}, {2: LIST, 6: now, 4: now + 3600}), 1, bytes([0b10_0000]), private_key={
            "KTY": "EC2", "CURVE": "P_256", "KID": b"00", "D": key.private_numbers().private_value.to_bytes(32, "big")}).decode())
    same([1, 0], [reads_token(mdoc, token, index) for index in (5, 6)])
    return verified(lambda bytes_: reads_token(mdoc, bytes_, 5) == 1, token, altered(token))


@cell("openvc-core", OUT, "a status token")
def openvc_reads_token(mdoc):
    from openvc.status import issue
    try:
        issue.verify_status_list_token(mdoc.token, None)
        read = True
    except Exception:
        read = False
    return cannot("it reads the tokens of JWT, not those of CWT", not read)


@cell("openvc-core", OUT, "the list in a status token")
def openvc_reads_list(mdoc):
    from openvc.status import token_status_list as lists
    claim = cbor2.loads(cbor2.loads(mdoc.token)[2])[65533]
    packed = lists.decode_status_list(common.b64url(claim["lst"]))
    return same([0, 1, 0], [lists.get_status(packed, index, bits=claim["bits"]) for index in (2, 3, 4)])


# pyhpke


def suite():
    from pyhpke import AEADId, CipherSuite, KDFId, KEMId
    return CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES128_GCM)


def sealed(plaintext, key, info):
    from pyhpke import KEMKey
    enc, context = suite().create_sender_context(KEMKey.from_pyca_cryptography_key(key), info=info)
    return enc, context.seal(plaintext, aad=b"")


@cell("pyhpke", OUT, "the envelope of an answer")
def pyhpke_opens(mdoc):
    from pyhpke import KEMKey
    key = KEMKey.from_pyca_cryptography_key(mdoc.request.key)

    def check(ciphertext):
        context = suite().create_recipient_context(mdoc.answer.enc, key, info=mdoc.request.transcript)
        return context.open(ciphertext, aad=b"") == mdoc.answer.opened
    return verified(check, mdoc.answer.ciphertext, altered(mdoc.answer.ciphertext))


@cell("pyhpke", IN, "the envelope of an answer")
def pyhpke_seals(mdoc):
    enc, ciphertext = sealed(mdoc.answer.opened, mdoc.request.key.public_key(), mdoc.request.transcript)

    def check(text):
        answer = {"response": common.b64url(cbor2.dumps(["dcapi", {"enc": enc, "cipherText": text}]))}
        return mdoc.verifies("verify", "--session", "session.json", "--response", mdoc.write("foreign.json", answer),
                             "--trust", f"{mdoc.authority()}/trust")
    return verified(check, ciphertext, altered(ciphertext))


@cell("pyhpke", IN, "the envelope of an app's answer")
def pyhpke_seals_for_app(mdoc):
    nonce, merchant, team = os.urandom(32), "example.rentals", "TEAM"
    key = ec.generate_private_key(ec.SECP256R1())
    mdoc.write("merchant.pem", key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    transcript, key_hash = common.app_transcript(nonce, merchant, team, key.public_key())
    enc, ciphertext = sealed(cbor2.dumps({"identity": cbor2.loads(mdoc.answer.opened)}), key.public_key(), transcript)

    def check(text):
        envelope = {
            "algorithm": "APPLE-HPKE-v1", "data": text,
            "params": {"mode": 0, "pkEm": enc, "pkRHash": key_hash, "infoHash": hashlib.sha256(transcript).digest()}}
        return mdoc.verifies(
            "open-envelope", "--envelope", mdoc.write("envelope.cbor", cbor2.dumps(envelope)), "--merchant-key", "merchant.pem",
            "--nonce", nonce.hex(), "--merchant-id", merchant, "--team-id", team, "--out", "plaintext.cbor")
    return verified(check, ciphertext, altered(ciphertext))


# cbor2


@cell("cbor2", OUT, "documents, answers, tokens and lists, read and written again")
def cbor2_writes(mdoc):
    for bytes_ in (mdoc.licence, mdoc.answer.opened, mdoc.token, own_list(mdoc)):
        verdict = same(bytes_, cbor2.dumps(cbor2.loads(bytes_)))
    return verdict


def any_value(source):
    """A value, and how it is written."""
    kind = source.randrange(4)
    if kind == 0:
        size = source.choice((4, 8, 16, 32, 64))
        value = source.randrange(-2 ** size, 2 ** size)
        return value, str(value)
    if kind == 1:
        value = source.randbytes(source.randrange(1, 33))
        return value, f"h'{value.hex()}'"
    if kind == 2:
        value = "".join(source.choice("abcxyzéß√東") for _ in range(source.randrange(30)))
        return value, f'"{value}"'
    value = source.choice((True, False, None))
    return value, json.dumps(value)


@cell("cbor2", IN, "a thousand values, read; cut by a byte, refused")
def cbor2_reads(mdoc):
    source = random.Random(9)
    values, texts = zip(*(any_value(source) for _ in range(1000)))
    encoded = cbor2.dumps(list(values))

    def inspect(bytes_):
        report, = json.loads(mdoc.make("inspect", mdoc.write("values.cbor", bytes_), "--encoding", "binary", "--json"))["reports"]
        return report
    whole, cut = inspect(encoded), inspect(encoded[:-1])
    same([["array of 1000", *texts], []], [[line["text"] for line in whole["lines"]], whole["findings"]])
    return same(["cbor.truncated"], [finding["code"] for finding in cut["findings"]])
