"""Documents, answers and requests, with the packages that know mdocs."""
import json
import os
import subprocess
import sys

import cbor2
import interop_common as common
from cells import IN, OUT, cannot, cell, same, verified
from cryptography import x509
from ours import ORIGIN, Unusable, altered, decode

HERE = os.path.dirname(os.path.abspath(__file__))
CHANGED = (b"Mustermann", b"Musterfrau")


def script(mdoc, name, *arguments):
    """Whether one of the scripts beside this one says that its package verifies."""
    run = subprocess.run([sys.executable, os.path.join(HERE, name), *arguments], cwd=mdoc.folder, capture_output=True, timeout=120)
    if run.returncode not in (0, 1):
        raise Unusable(f"{name}: status {run.returncode}: {run.stderr.decode().strip()[:300]}")
    return run.returncode == 0


def document(mdoc, issuer_signed):
    return ("--issuer-signed", mdoc.write("document.cbor", issuer_signed), "--doc-type", common.DOC_TYPE)


def public(module):
    """Names that a module offers."""
    return {name for name in dir(module) if not name.startswith("_")}


def altered_device(opened):
    """An answer with its device signature changed."""
    response = cbor2.loads(opened)
    signature = response["documents"][0]["deviceSigned"]["deviceAuth"]["deviceSignature"]
    signature[3] = altered(signature[3])
    return cbor2.dumps(response)


# isomdoc


@cell("isomdoc", OUT, "a document as issued")
def isomdoc_document(mdoc):
    return verified(
        lambda bytes_: script(mdoc, "verify_isomdoc.py", *document(mdoc, bytes_)), mdoc.licence, mdoc.licence.replace(*CHANGED))


@cell("isomdoc", OUT, "a document on P-384")
def isomdoc_curve(mdoc):
    other = mdoc.read(mdoc.document(mdoc.authority("p384")))
    return cannot("it knows P-256 with SHA-256 only", not script(mdoc, "verify_isomdoc.py", *document(mdoc, other)))


@cell("isomdoc", IN, "a request")
def isomdoc_request(mdoc):
    import isomdoc
    return cannot("it makes no requests", not any("request" in name.lower() for name in public(isomdoc)))


# pymdoccbor


@cell("pymdoccbor", OUT, "a document as issued")
def pymdoccbor_document(mdoc):
    root = f"{mdoc.authority()}/iaca.pem"
    return verified(
        lambda bytes_: script(mdoc, "verify_pymdoccbor.py", *document(mdoc, bytes_), "--root", root), mdoc.licence, mdoc.licence.replace(*CHANGED))


@cell("pymdoccbor", OUT, "the device's proof")
def pymdoccbor_device(mdoc):
    forged = ("--device-response", mdoc.write("forged.cbor", altered_device(mdoc.answer.opened)), "--root", f"{mdoc.authority()}/iaca.pem")
    return cannot("it does not look at it: a forged one is taken", script(mdoc, "verify_pymdoccbor.py", *forged))


@cell("pymdoccbor", IN, "a request")
def pymdoccbor_request(mdoc):
    import pymdoccbor
    modules = os.listdir(os.path.dirname(pymdoccbor.__file__))
    return cannot("it makes no requests", not any("request" in name or "reader" in name for name in modules))


# openvc-core


@cell("openvc-core", OUT, "an answer: issuer, path, dates, digests and device signature")
def openvc_answer(mdoc):
    from openvc.mdoc import verify_device_response
    opened, transcript = mdoc.answer.opened, mdoc.request.transcript

    def check(exchange):
        opened, root, transcript = exchange
        found, = verify_device_response(opened, trust_anchors=[root], session_transcript=transcript)
        return found.device_signed and found.elements(common.NAMESPACE) == {"given_name": "Zoë", "age_over_21": True}
    stranger, _, _ = common.make_certificates(mdoc.at)
    verified(check, (opened, mdoc.root, transcript), (opened, stranger, transcript))
    verified(check, (opened, mdoc.root, transcript), (opened, mdoc.root, altered(transcript)))
    verified(check, (opened, mdoc.root, transcript), (altered_device(opened), mdoc.root, transcript))
    return verified(check, (opened, mdoc.root, transcript), (opened.replace("Zoë".encode(), "Zoé".encode()), mdoc.root, transcript))


@cell("openvc-core", OUT, "documents on P-256 and P-384, with SHA-256, SHA-384 and SHA-512")
def openvc_documents(mdoc):
    from openvc import cbor
    from openvc.mdoc import verify_issuer_signed
    for curve in ("p256", "p384"):
        root = x509.load_pem_x509_certificate(mdoc.read(f"{mdoc.authority(curve)}/iaca.pem"))

        def check(bytes_):
            verify_issuer_signed({"docType": common.DOC_TYPE, "issuerSigned": cbor.decode(bytes_)}, trust_anchors=[root])
        for digest in ("sha256", "sha384", "sha512"):
            issued = mdoc.read(mdoc.document(mdoc.authority(curve), digest))
            verdict = verified(check, issued, issued.replace(*CHANGED))
    return verdict


@cell("openvc-core", OUT, "a document on P-521")
def openvc_curve(mdoc):
    from openvc import cose
    return cannot("it has no ES512", -36 not in cose.COSE_ALG_TO_JOSE)


@cell("openvc-core", IN, "a document")
def openvc_issues(mdoc):
    from openvc import cose, mdoc as theirs
    return cannot("it verifies and signs nothing", not any("sign_" in name or "issue_" in name for name in public(cose) | public(theirs)))


@cell("openvc-core", OUT, "a reader's certificate")
def openvc_reader(mdoc):
    from openvc.rp_cert import verify_rp_access_certificate
    authority = x509.load_pem_x509_certificate(mdoc.read(f"{mdoc.reader}/reader-ca.pem"))

    def check(certificate):
        verify_rp_access_certificate(certificate, trust_anchors=[authority], required_eku="1.0.18013.5.1.6")
    der = x509.load_pem_x509_certificate(mdoc.read("reader/reader.pem")).public_bytes(common.serialization.Encoding.DER)
    return verified(check, der, altered(der))


@cell("openvc-core", OUT, "CBOR of a request, read and written again")
def openvc_cbor(mdoc):
    from openvc import cbor
    request = decode(mdoc.request.data["deviceRequest"])
    return same(request, cbor.encode(cbor.decode(request)))


# pyeudiw


def pyeudiw_parser():
    """Its parser of presentations, without the SAML proxy that the packages around it import."""
    import types
    import pyeudiw
    base = os.path.dirname(pyeudiw.__file__)

    def stand_in(name, **members):
        module = types.ModuleType(name)
        module.__dict__.update(members)
        sys.modules[name] = module
    for name in ("satosa", "satosa.backends", "satosa.backends.openid4vp"):
        stand_in(f"pyeudiw.{name}", __path__=[os.path.join(base, *name.split("."))])
    stand_in("pyeudiw.trust.dynamic", CombinedTrustEvaluator=object)
    from pyeudiw.satosa.backends.openid4vp import vp_mdoc_cbor
    return vp_mdoc_cbor.VpMDocCbor


@cell("pyeudiw", OUT, "an answer, read")
def pyeudiw_answer(mdoc):
    return same({"given_name": "Zoë", "age_over_21": True}, pyeudiw_parser()(None).parse(mdoc.answer.opened.hex())[common.NAMESPACE])


@cell("pyeudiw", OUT, "an answer, validated")
def pyeudiw_validates(mdoc):
    class Trust:
        def get_public_keys(self, issuer, parameters):
            return []

    try:
        pyeudiw_parser()(Trust()).validate(mdoc.answer.opened.hex(), "", "")
        reason = ""
    except Exception as error:
        reason = str(error)
    return cannot("it wants a subject alternative name of the signer, which the signer's profile does not have", "SubjectAlternativeName" in reason)


@cell("pyeudiw", IN, "a document")
def pyeudiw_issues(mdoc):
    import pyeudiw
    place = os.path.join(os.path.dirname(pyeudiw.__file__), "satosa", "frontends", "openid4vci")
    files = [os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names if name.endswith(".py")]
    text = "".join(open(name, encoding="utf-8").read() for name in files)
    return cannot("it issues by pymdoccbor, whose documents are above", "from pymdoccbor.mdoc.issuer import MdocCborIssuer" in text)


# zk-age-verifier and pylongfellow


@cell("zk-age-verifier", OUT, "an envelope: transcript and HPKE")
def zk_envelope(mdoc):
    from zk_age_verifier.core.transport import dc
    enc, ciphertext = dc.parse_response_wrapper(mdoc.answer.json["data"])
    transcript = dc.build_session_transcript(mdoc.request.data["encryptionInfo"], ORIGIN)
    same(mdoc.answer.opened, dc.open_response(enc, ciphertext, mdoc.request.key, transcript))
    return verified(lambda text: dc.open_response(enc, text, mdoc.request.key, transcript), ciphertext, altered(ciphertext))


@cell("zk-age-verifier", OUT, "an answer")
def zk_answer(mdoc):
    from zk_age_verifier.core.engine import mdoc_zk
    try:
        mdoc_zk.parse_device_response(mdoc.answer.opened)
        standard = True
    except mdoc_zk.StandardMdocNotAccepted:
        standard = False
    return cannot("it takes zero-knowledge proofs and no documents", not standard)


@cell("zk-age-verifier", OUT, "certificates of issuer and signer")
def zk_trust(mdoc):
    from zk_age_verifier.core.trustlist import AnchorSet
    chain = cbor2.loads(mdoc.licence)["issuerAuth"][1][33]
    stranger, _, _ = common.make_certificates(mdoc.at)
    return verified(
        lambda root: AnchorSet((root,)).resolve(x509.load_der_x509_certificate(chain)) is not None, mdoc.root, stranger,
        "under another root")


def zk_request(mdoc, is_required=True):
    """File of its request for a proof of one claim, and what it keeps for the answer."""
    from zk_age_verifier.core.encoding import b64url_encode
    from zk_age_verifier.core.engine.circuits import load_held_circuit
    from zk_age_verifier.core.transport.dc import DcTransport
    state, offer = DcTransport(load_held_circuit(backend="google-cpp")).build_offer(["age_over_18"])
    request, = offer["digital"]["requests"]
    if not is_required:
        device = cbor2.loads(decode(request["data"]["deviceRequest"]))
        items = cbor2.loads(device["docRequests"][0]["itemsRequest"].value)
        items["requestInfo"]["zkRequest"]["zkRequired"] = False
        device["docRequests"][0]["itemsRequest"] = cbor2.CBORTag(24, cbor2.dumps(items))
        request["data"]["deviceRequest"] = b64url_encode(cbor2.dumps(device))
    return mdoc.write("zk.json", request), state


def zk_respond(mdoc, request):
    """Has our wallet answer it from a document of its type."""
    if not os.path.exists(mdoc.path("age.mdoc")):
        mdoc.write("age.json", {"docType": "eu.europa.ec.av.1", "nameSpaces": {"eu.europa.ec.av.1": {"age_over_18": True}}})
        mdoc.make(
            "issuer", "issue", "--issuer", mdoc.authority(), "--content", "age.json", "--new-device-key", "age.pem", "--out", "age.mdoc")
    return mdoc.verifies(
        "respond", "--request", request, "--origin", ORIGIN, "--document", "age.mdoc", "--device-key", "age.pem", "--any-reader",
        "--out", "age-answer.json")


@cell("zk-age-verifier", IN, "a request that requires a zero-knowledge proof")
def zk_asks(mdoc):
    request, _ = zk_request(mdoc)
    done, output = mdoc.verdict("verify-request", "--request", request, "--origin", ORIGIN, "--reader-trust", f"{mdoc.reader}/trust", "--json")
    if done or json.loads(output)["readers"]:
        raise AssertionError("taken for signed")
    return cannot("our wallet makes no such proofs, and answers with nothing", not zk_respond(mdoc, request))


@cell("zk-age-verifier", IN, "a request that a document may answer, and our wallet's answer")
def zk_asks_document(mdoc):
    from zk_age_verifier.core.transport import dc
    request, state = zk_request(mdoc, is_required=False)
    if not zk_respond(mdoc, request):
        raise AssertionError("not answered")
    enc, ciphertext = dc.parse_response_wrapper(json.loads(mdoc.read("age-answer.json"))["data"])
    transcript = dc.build_session_transcript(state.encryption_info_b64, ORIGIN)
    opened = cbor2.loads(dc.open_response(enc, ciphertext, state.private_key, transcript))
    same("eu.europa.ec.av.1", opened["documents"][0]["docType"])
    return verified(
        lambda context: dc.open_response(enc, ciphertext, state.private_key, context), transcript, altered(transcript), "in another session")


@cell("pylongfellow", OUT, "the device's signature")
def longfellow_device(mdoc):
    from pylongfellow.mdoc.testing import verify_device_authentication
    opened = mdoc.answer.opened
    return verified(lambda bytes_: verify_device_authentication(bytes_, mdoc.request.transcript), opened, altered_device(opened))


@cell("pylongfellow", OUT, "a document, proven in zero knowledge by its device's answer")
def longfellow_proof(mdoc):
    from pylongfellow import mdoc as theirs
    from zk_age_verifier.core.engine.circuits import load_held_circuit
    held = load_held_circuit(backend="google-cpp")
    signer = x509.load_der_x509_certificate(cbor2.loads(mdoc.licence)["issuerAuth"][1][33]).public_key().public_numbers()
    key, transcript = theirs.PublicKey(signer.x, signer.y), mdoc.request.transcript
    claims = [theirs.RequestedAttribute(common.NAMESPACE, "age_over_21", cbor2.dumps(True))]
    proof = held.longfellow.prove(mdoc.answer.opened, key, transcript, claims, mdoc.at)

    def check(context):
        held.longfellow.verify(key, context, claims, mdoc.at, proof, common.DOC_TYPE, device_namespaces=cbor2.dumps({}))
    return verified(check, transcript, altered(transcript), "in another session")
