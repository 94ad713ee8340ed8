"""Shared parts of the interoperability scripts: arguments, test data, certificates, JSON output."""
from __future__ import annotations

import argparse
import base64
import datetime as dt
import hashlib
import importlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Mapping, Sequence

OK, REFUSED, USAGE, SKIPPED = 0, 1, 2, 3


def require(*modules):
    """Imports modules, or ends the script with the "skipped" exit code."""
    try:
        found = [importlib.import_module(name) for name in modules]
    except ImportError as error:
        print(f"skipped: package not installed ({error})", file=sys.stderr)
        sys.exit(SKIPPED)
    return found if len(found) > 1 else found[0]


cbor2 = require("cbor2")
require("cryptography")
from cryptography import x509  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature  # noqa: E402
from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: E402
from cryptography.x509.oid import NameOID  # noqa: E402

DOC_TYPE = "org.iso.18013.5.1.mDL"
NAMESPACE = "org.iso.18013.5.1"
COUNTRY = "UT"
ORIGIN = "https://verifier.example"


# Arguments and output

def instant(text):
    try:
        value = dt.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"not an RFC 3339 time: {text}")
    value = value.replace(microsecond=0)
    return (value if value.tzinfo else value.replace(tzinfo=dt.timezone.utc)).astimezone(dt.timezone.utc)


def contents(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {path}: {error.strerror}")


def transcript(path):
    try:
        value = cbor2.loads(contents(path))
    except cbor2.CBORDecodeError as error:
        raise argparse.ArgumentTypeError(f"{path} is not CBOR: {error}")
    if not isinstance(value, (list, tuple)):
        raise argparse.ArgumentTypeError(f"{path} is not a plain array")
    return value


def certificates(path):
    try:
        return x509.load_pem_x509_certificates(contents(path))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"no PEM certificate in {path}: {error}")


def verify_arguments(description, needs_transcript):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--device-response", type=contents, metavar="FILE")
    parser.add_argument("--session-transcript", type=transcript, metavar="FILE", help="plain array, not tag 24")
    parser.add_argument("--issuer-signed", type=contents, metavar="FILE")
    parser.add_argument("--doc-type", metavar="T", help="needed with --issuer-signed")
    parser.add_argument("--root", type=certificates, metavar="PEM", help="without it no path is checked")
    parser.add_argument("--at", type=instant, metavar="TIME", help="clock for packages that look at dates")
    args = parser.parse_args()
    if (args.device_response is None) == (args.issuer_signed is None):
        parser.error("give exactly one of --device-response and --issuer-signed")
    if args.issuer_signed is not None and not args.doc_type:
        parser.error("--issuer-signed needs --doc-type")
    if needs_transcript and args.device_response is not None and args.session_transcript is None:
        parser.error("--device-response needs --session-transcript")
    return args


def issue_arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", required=True, metavar="DIR")
    parser.add_argument("--at", type=instant, metavar="TIME", default=instant("2026-06-01T00:00:00Z"),
                        help="a moment at which everything issued is valid (default %(default)s)")
    parser.add_argument("--present", action="store_true",
                        help="also write device_response.cbor; the device signature is made here, not by the package")
    return parser.parse_args()


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def time_text(value):
    return value.astimezone(dt.timezone.utc).isoformat().replace("+00:00", "Z")


def to_json(value):
    if isinstance(value, cbor2.CBORTag):
        return to_json(value.value)
    if isinstance(value, (bytes, bytearray)):
        return b64url(bytes(value))
    if isinstance(value, dt.datetime):
        return time_text(value) if value.tzinfo else value.isoformat()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_json(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def report(package, checks, run):
    """Calls run() -> (docTypes, elements), prints the JSON line, ends the script.

    Anything run() raises is a refusal. Both packages stop at the first fault, so `checks` is empty then.
    """
    verified, error, doc_types, elements = False, None, [], {}
    try:
        doc_types, elements = run()
        verified = True
    except Exception as failure:
        error = f"{type(failure).__name__}: {failure}".rstrip(": ")
    print(json.dumps({
        "package": package,
        "version": importlib.metadata.version(package),
        "verified": verified,
        "checks": checks if verified else [],
        "docTypes": doc_types,
        "elements": to_json(elements),
        "error": error,
    }))
    sys.exit(OK if verified else REFUSED)


# Test data

def sample_elements(at, full_date):
    """An mDL; full_date turns YYYY-MM-DD into what the package wants for tag 1004."""
    def day(days):
        return (at + dt.timedelta(days=days)).date().isoformat()

    return {
        NAMESPACE: {
            "family_name": "Mustermann",
            "given_name": "Zoë",
            "birth_date": full_date("1990-02-28"),
            "issue_date": full_date(day(-30)),
            "expiry_date": full_date(day(5 * 365)),
            "issuing_country": COUNTRY,
            "issuing_authority": "Utopia Department of Transportation",
            "document_number": "UT-0123456",
            "portrait": bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9"),
            "driving_privileges": [{
                "vehicle_category_code": "B",
                "issue_date": full_date("2010-03-01"),
                "expiry_date": full_date(day(5 * 365)),
            }],
            "un_distinguishing_sign": "UTO",
            "age_over_21": True,
        },
        # A second name space, because digest identifiers count per name space.
        f"{NAMESPACE}.{COUNTRY}": {"licence_points": 3},
    }


def mso_dates(at):
    """signed (= validFrom) and validUntil"""
    return at - dt.timedelta(days=1), at + dt.timedelta(days=90)


def make_certificates(at, signer_key=None):
    """An IACA root and a document signer in the ISO/IEC 18013-5 profile: root, signer key, signer certificate."""
    site = x509.UniformResourceIdentifier("https://iaca.example")

    def name(common):
        return x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, COUNTRY),
                          x509.NameAttribute(NameOID.COMMON_NAME, common)])

    def usage(**set_bits):
        bits = dict.fromkeys(("digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
                              "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"), False)
        return x509.KeyUsage(**{**bits, **set_bits})

    def certificate(subject, key, before, after):
        return (x509.CertificateBuilder()
                .issuer_name(name("Interop Test IACA")).subject_name(name(subject))
                .public_key(key.public_key()).serial_number(x509.random_serial_number())
                .not_valid_before(before).not_valid_after(after)
                .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
                .add_extension(x509.IssuerAlternativeName([site]), critical=False))

    root_key = ec.generate_private_key(ec.SECP256R1())
    signer_key = signer_key or ec.generate_private_key(ec.SECP256R1())
    root = (certificate("Interop Test IACA", root_key, at - dt.timedelta(days=365), at + dt.timedelta(days=9 * 365))
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage(key_cert_sign=True, crl_sign=True), critical=True)
            .sign(root_key, hashes.SHA256()))
    identifier = root.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    point = x509.DistributionPoint([x509.UniformResourceIdentifier("https://iaca.example/crl")], None, None, None)
    signer = (certificate("Interop Test DS", signer_key, at - dt.timedelta(days=30), at + dt.timedelta(days=400))
              .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
              .add_extension(usage(digital_signature=True), critical=True)
              .add_extension(x509.ExtendedKeyUsage([x509.ObjectIdentifier("1.0.18013.5.1.2")]), critical=True)
              .add_extension(x509.CRLDistributionPoints([point]), critical=False)
              .sign(root_key, hashes.SHA256()))
    return root, signer_key, signer


def make_device_key():
    return ec.generate_private_key(ec.SECP256R1())


def coordinates(key):
    numbers = key.public_key().public_numbers()
    return numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")


def device_authentication(transcript, doc_type, names):
    """DeviceAuthenticationBytes: what a device signs, or authenticates."""
    return cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(["DeviceAuthentication", cbor2.loads(transcript), doc_type, names])))


def mac_key(private_key, public_key, transcript):
    """EMacKey of ISO/IEC 18013-5, 9.1.3.5, from either side."""
    salt = hashlib.sha256(cbor2.dumps(cbor2.CBORTag(24, transcript))).digest()
    return HKDF(hashes.SHA256(), 32, salt, b"EMacKey").derive(private_key.exchange(ec.ECDH(), public_key))


def app_transcript(nonce, merchant, team, merchant_key):
    """SessionTranscript of an app's request, and the hash that names the merchant's key."""
    point = merchant_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    key_hash = hashlib.sha256(point).digest()
    return cbor2.dumps([None, None, ["AppleIdentityPresentment_1.0", nonce, merchant, team, key_hash]]), key_hash


def annex_c_transcript():
    """SessionTranscript of ISO/IEC 18013-7 Annex C (44 bytes) with the two texts it is made from."""
    x, y = coordinates(make_device_key())
    parameters = {"nonce": os.urandom(16), "recipientPublicKey": {1: 2, -1: 1, -2: x, -3: y}}
    encryption_info = b64url(cbor2.dumps(["dcapi", parameters]))
    info_hash = hashlib.sha256(cbor2.dumps([encryption_info, ORIGIN])).digest()
    return cbor2.dumps([None, None, ["dcapi", info_hash]]), encryption_info


def present(issuer_signed, session_transcript, device_key):
    """A DeviceResponse around issuer_signed (kept byte for byte) with a deviceSignature."""
    names = cbor2.CBORTag(24, cbor2.dumps({}))
    protected = cbor2.dumps({1: -7})
    to_sign = cbor2.dumps(["Signature1", protected, b"", device_authentication(session_transcript, DOC_TYPE, names)])
    r, s = decode_dss_signature(device_key.sign(to_sign, ec.ECDSA(hashes.SHA256())))
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    device_signed = {"nameSpaces": names, "deviceAuth": {"deviceSignature": [protected, {}, None, signature]}}
    document = (b"\xa3" + cbor2.dumps("docType") + cbor2.dumps(DOC_TYPE)
                + cbor2.dumps("issuerSigned") + issuer_signed
                + cbor2.dumps("deviceSigned") + cbor2.dumps(device_signed))
    return (b"\xa3" + cbor2.dumps("version") + cbor2.dumps("1.0")
            + cbor2.dumps("documents") + b"\x81" + document
            + cbor2.dumps("status") + cbor2.dumps(0))


def write_issued(args, package, issuer_signed, root, signer, device_key, elements, signed, until, notes=()):
    """Writes everything the Swift side reads."""
    session_transcript, encryption_info = annex_c_transcript()
    expected = {
        "package": package,
        "version": importlib.metadata.version(package),
        "at": time_text(args.at),
        "docType": DOC_TYPE,
        "elements": to_json(elements),
        "signed": time_text(signed),
        "validUntil": time_text(until),
        "transcript": {"encryptionInfo": encryption_info, "origin": ORIGIN},
        "notes": list(notes),
    }
    files = {
        "issuer_signed.cbor": issuer_signed,
        "session_transcript.cbor": session_transcript,
        "root.pem": root.public_bytes(serialization.Encoding.PEM),
        "ds.pem": signer.public_bytes(serialization.Encoding.PEM),
        "device_key.pem": device_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        "expected.json": (json.dumps(expected, indent=2, sort_keys=True) + "\n").encode(),
    }
    if args.present:
        files["device_response.cbor"] = present(issuer_signed, session_transcript, device_key)
    try:
        os.makedirs(args.out, exist_ok=True)
        for name, data in files.items():
            with open(os.path.join(args.out, name), "wb") as file:
                file.write(data)
    except OSError as error:
        print(f"cannot write {args.out}: {error.strerror}", file=sys.stderr)
        sys.exit(USAGE)
