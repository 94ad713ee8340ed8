"""Certificates, signing requests and revocation lists, with openssl and with pyeudiw."""
import os

import interop_common as common
from cells import IN, OUT, cannot, cell, refused, same, unusable, verified
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from ours import ORIGIN, Unusable, altered, openssl

OTHER = "under another root"
DER, PEM = serialization.Encoding.DER, serialization.Encoding.PEM

CONFIGURATION = """
[root]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
issuerAltName = URI:https://authority.example
crlDistributionPoints = URI:https://authority.example/crl
[signer]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, 1.0.18013.5.1.2
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
issuerAltName = URI:https://authority.example
crlDistributionPoints = URI:https://authority.example/crl
[reader]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, 1.0.18013.5.1.6
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = DNS:rentals.example
[ca]
default_ca = authority
[authority]
database = index.txt
crlnumber = crlnumber
default_md = sha256
default_crl_days = 30
crl_extensions = list
[list]
authorityKeyIdentifier = keyid
"""


def run(folder, *arguments):
    if not openssl(folder, *arguments):
        raise Unusable(f"openssl {' '.join(arguments)}")


def der(mdoc, name):
    return x509.load_pem_x509_certificate(mdoc.read(name)).public_bytes(DER)


def issued_by(mdoc, authority, *leaves):
    """openssl finds each certificate issued by an authority, an altered one not, and none by another."""
    common_arguments = ("verify", "-x509_strict", "-CAfile")
    stranger, _, _ = common.make_certificates(mdoc.at)
    mdoc.write("stranger.pem", stranger.public_bytes(PEM))
    for leaf in leaves:
        def check(bytes_):
            return openssl(mdoc.folder, *common_arguments, authority, mdoc.write("leaf.der", bytes_))
        verdict = verified(check, der(mdoc, leaf), altered(der(mdoc, leaf)))
        if openssl(mdoc.folder, *common_arguments, "stranger.pem", leaf):
            raise AssertionError("another authority will do as well")
    return verdict


@cell("openssl", OUT, "certificates of issuer, signer and status signer, on P-256, P-384 and P-521")
def openssl_issuers(mdoc):
    for curve in ("p256", "p384", "p521"):
        place = mdoc.authority(curve)
        leaves = [f"{place}/signer.pem"]
        if curve == "p256":
            mdoc.token
            leaves.append(f"{place}/status.pem")
        verdict = issued_by(mdoc, f"{place}/iaca.pem", *leaves)
    return verdict


@cell("openssl", OUT, "certificates of a reader's authority and a reader")
def openssl_readers(mdoc):
    return issued_by(mdoc, f"{mdoc.reader}/reader-ca.pem", "reader/reader.pem")


@cell("openssl", OUT, "certificates of a registrar and a registered reader")
def openssl_registered(mdoc):
    return issued_by(mdoc, f"{mdoc.registrar}/registrar-ca.pem", "kept.pem")


@cell("openssl", OUT, "certificates of a provider of lists and a list signer")
def openssl_lists(mdoc):
    mdoc.make("vical", "init", "--out", "openssl-lists", "--organization", "Utopia Lists")
    return issued_by(mdoc, "openssl-lists/list-root.pem", "openssl-lists/list-signer.pem")


@cell("openssl", OUT, "a revocation list, its signature and what it revokes")
def openssl_list(mdoc):
    authority = f"{mdoc.registrar}/registrar-ca.pem"

    def check(bytes_):
        mdoc.write("checked.crl", bytes_)
        return openssl(mdoc.folder, "crl", "-inform", "DER", "-in", "checked.crl", "-CAfile", authority, "-noout") and openssl(
            mdoc.folder, "crl", "-inform", "DER", "-in", "checked.crl", "-out", "checked.pem") and openssl(
                mdoc.folder, "verify", "-crl_check", "-CRLfile", "checked.pem", "-CAfile", authority, "kept.pem")
    verified(check, mdoc.read("readers.crl"), altered(mdoc.read("readers.crl")))
    check(mdoc.read("readers.crl"))
    revoked = ("verify", "-crl_check", "-CRLfile", "checked.pem", "-CAfile", authority, "revoked.pem")
    return same([False, True], [openssl(mdoc.folder, *revoked), openssl(mdoc.folder, "verify", "-CAfile", authority, "revoked.pem")])


def authority(mdoc, curve="prime256v1", kind="signer"):
    """Folder of an authority that openssl has made, with the names that mdoc has for its files."""
    names = {"signer": ("iaca", "signer"), "reader": ("reader-ca", "reader")}[kind]
    place = mdoc.path(f"openssl-{kind}-{curve}")
    if os.path.exists(place):
        return os.path.basename(place)
    os.makedirs(place)
    with open(os.path.join(place, "openssl.cnf"), "w", encoding="utf-8") as file:
        file.write(CONFIGURATION)
    open(os.path.join(place, "index.txt"), "w", encoding="utf-8").close()
    with open(os.path.join(place, "crlnumber"), "w", encoding="utf-8") as file:
        file.write("01\n")
    for name in names:
        run(place, "genpkey", "-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{curve}", "-out", f"{name}-key.pem")
    digest = {"secp384r1": "-sha384", "secp521r1": "-sha512"}.get(curve, "-sha256")
    run(place, "req", "-new", "-key", f"{names[0]}-key.pem", "-subj", "/C=UT/CN=Interop openssl root", "-out", "root.csr")
    run(place, "x509", "-req", "-in", "root.csr", "-signkey", f"{names[0]}-key.pem", "-days", "3000", digest, "-extfile", "openssl.cnf",
        "-extensions", "root", "-out", f"{names[0]}.pem")
    run(place, "req", "-new", "-key", f"{names[1]}-key.pem", "-subj", f"/C=UT/CN=Interop openssl {kind}", "-out", "leaf.csr")
    run(place, "x509", "-req", "-in", "leaf.csr", "-CA", f"{names[0]}.pem", "-CAkey", f"{names[0]}-key.pem", "-CAcreateserial", "-days", "400",
        digest, "-extfile", "openssl.cnf", "-extensions", kind, "-out", f"{names[1]}.pem")
    return os.path.basename(place)


def as_issued(issued, place, *arguments):
    return ("verify-issued", "--issuer-signed", issued, "--doc-type", common.DOC_TYPE, "--trust", f"{place}/iaca.pem", *arguments)


def document_under(mdoc, curve):
    """Whether a document under certificates of openssl verifies to its own root, and to no other."""
    place = authority(mdoc, curve)
    issued = mdoc.document(place)
    return verified(lambda root: mdoc.verifies(*as_issued(issued, root)), place, mdoc.authority(), OTHER)


@cell("openssl", IN, "certificates of issuer and signer on P-256")
def openssl_p256(mdoc):
    return document_under(mdoc, "prime256v1")


@cell("openssl", IN, "certificates of issuer and signer on P-384")
def openssl_p384(mdoc):
    return document_under(mdoc, "secp384r1")


@cell("openssl", IN, "certificates of issuer and signer on P-521")
def openssl_p521(mdoc):
    return document_under(mdoc, "secp521r1")


@cell("openssl", IN, "certificates of issuer and signer on brainpoolP256r1")
def openssl_brainpool(mdoc):
    place = authority(mdoc, "brainpoolP256r1")
    return cannot(
        "no brainpool curves here; the curve is named", unusable(lambda: mdoc.make("trust", "check", f"{place}/signer.pem"), "brainpoolP256r1"))


@cell("openssl", IN, "certificates of a reader's authority and a reader")
def openssl_reader(mdoc):
    place = authority(mdoc, kind="reader")
    mdoc.make("request", "create", "--origin", ORIGIN, "--element", "given_name", "--reader", place, "--session", "openssl-session.json",
              "--request", "openssl-request.json")
    return verified(
        lambda root: mdoc.verifies(
            "verify-request", "--request", "openssl-request.json", "--origin", ORIGIN, "--reader-trust", root),
        f"{place}/reader-ca.pem", f"{mdoc.reader}/reader-ca.pem", OTHER)


@cell("openssl", IN, "a signing request")
def openssl_request(mdoc):
    place = ("--brand", "rentals", "--form", "1", "--registrar", mdoc.registrar)
    key = serialization.load_pem_private_key(mdoc.read("reader-key.pem"), None)
    same(key.public_key(), x509.load_pem_x509_certificate(mdoc.read("kept.pem")).public_key())
    request = x509.load_pem_x509_csr(mdoc.read("csr.pem")).public_bytes(DER)
    broken = mdoc.write("broken.pem", x509.load_der_x509_csr(altered(request)).public_bytes(PEM))
    if unusable(lambda: mdoc.make("registrar", "issue", *place, "--csr", broken, "--name", "broken", "--out", "broken-reader.pem"), "signature"):
        return "certified; altered, refused"
    raise AssertionError("altered, it is certified as well")


def listed(mdoc, place, encoded):
    """What a revocation list makes of the document of an authority: the checks that fail."""
    return mdoc.failures(*as_issued(mdoc.document(place), place, "--crl", mdoc.write("foreign.crl", encoded)))


def openssl_crl(mdoc, place, name):
    run(mdoc.path(place), "ca", "-config", "openssl.cnf", "-gencrl", "-name", "authority", "-keyfile", "iaca-key.pem", "-cert", "iaca.pem", "-out",
        f"{name}.pem")
    run(mdoc.path(place), "crl", "-in", f"{name}.pem", "-outform", "DER", "-out", f"{name}.crl")
    return mdoc.read(f"{place}/{name}.crl")


@cell("openssl", IN, "a revocation list, before and after it revokes the signer")
def openssl_revokes(mdoc):
    place = authority(mdoc)
    same([], listed(mdoc, place, openssl_crl(mdoc, place, "before")))
    run(mdoc.path(place), "ca", "-config", "openssl.cnf", "-name", "authority", "-keyfile", "iaca-key.pem", "-cert", "iaca.pem", "-revoke",
        "signer.pem")
    after = openssl_crl(mdoc, place, "after")
    return refused(listed(mdoc, place, after), "signer.revocation")


NOT_TRUSTED = "no revocation list that a trusted authority signed"


@cell("openssl", IN, "a revocation list, altered")
def openssl_forges(mdoc):
    place = authority(mdoc)
    forged = altered(openssl_crl(mdoc, place, "forged"))
    same(True, unusable(lambda: listed(mdoc, place, forged), NOT_TRUSTED))
    return "refused: no trusted authority signed it"


@cell("pyeudiw", OUT, "certificates of issuer and signer")
def pyeudiw_chain(mdoc):
    from pyeudiw.x509.verify import verify_x509_attestation_chain
    place = mdoc.authority()
    root = der(mdoc, f"{place}/iaca.pem")
    signer = der(mdoc, f"{place}/signer.pem")
    return verified(lambda leaf: verify_x509_attestation_chain([leaf, root]), signer, altered(signer))


@cell("pyeudiw", OUT, "a revocation list")
def pyeudiw_list(mdoc):
    from pyeudiw.x509.crl_helper import CRLHelper
    mdoc.registrar
    found = CRLHelper.from_crl(mdoc.read("readers.crl"), "https://registrar.example/readers.crl")
    serials = [x509.load_pem_x509_certificate(mdoc.read(name)).serial_number for name in ("kept.pem", "revoked.pem")]
    return same([False, True], [found.is_revoked(serial) for serial in serials])


def pyeudiw_builds(mdoc, place):
    """Its list, which revokes the signer of an authority that openssl has made."""
    from pyeudiw.x509.crl_builder import CRLBuilder
    builder = CRLBuilder("Interop openssl root", serialization.load_pem_private_key(mdoc.read(f"{place}/iaca-key.pem"), None))
    builder.add_revoked_certificate(x509.load_pem_x509_certificate(mdoc.read(f"{place}/signer.pem")).serial_number, mdoc.at)
    return builder


@cell("pyeudiw", IN, "a revocation list")
def pyeudiw_revokes(mdoc):
    place = authority(mdoc)
    encoded = pyeudiw_builds(mdoc, place).to_der()
    return cannot(
        "it names the issuer by a common name alone, and an authority's name has its country",
        unusable(lambda: listed(mdoc, place, encoded), NOT_TRUSTED))


@cell("pyeudiw", IN, "a revocation list, given the authority's whole name")
def pyeudiw_revokes_named(mdoc):
    place = authority(mdoc)
    builder = pyeudiw_builds(mdoc, place)
    builder.crl_builder._issuer_name = x509.load_pem_x509_certificate(mdoc.read(f"{place}/iaca.pem")).subject
    return refused(listed(mdoc, place, builder.to_der()), "signer.revocation")
