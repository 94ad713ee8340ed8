"""Our side of the matrix: the `mdoc` command, and what it has made for the cells."""
import base64
import datetime as dt
import functools
import hashlib
import json
import os
import subprocess
import types

import interop_common as common

cbor2 = common.cbor2
ORIGIN = "https://rentals.example"
LIST = "https://authority.example/list"


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def altered(data):
    """The same with its last byte changed: that of a signature, of a tag or of a ciphertext."""
    return data[:-1] + bytes([data[-1] ^ 1])


class Unusable(Exception):
    """A program that was asked could not do its part: neither a yes nor a no."""


class Ours:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.at = dt.datetime.now(dt.timezone.utc).replace(microsecond=0)

    # Files

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, content):
        """Keeps bytes, or anything else as JSON, and gives the name back."""
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        return name

    # The command

    def verdict(self, *arguments):
        """Whether mdoc verifies, and what it prints."""
        run = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
        output = run.stdout.decode()
        if run.returncode not in (0, 1):
            raise Unusable(f"mdoc {arguments[0]}: status {run.returncode}: {run.stderr.decode().strip()[:300]}")
        return run.returncode == 0, output

    def verifies(self, *arguments):
        return self.verdict(*arguments)[0]

    def make(self, *arguments):
        done, output = self.verdict(*arguments)
        if not done:
            raise Unusable(f"mdoc {arguments[0]} refuses: {output.strip()[:300]}")
        return output

    def failures(self, *arguments):
        """The checks that failed of what mdoc refuses."""
        done, output = self.verdict(*arguments, "--json")
        return [] if done else sorted({check["id"] for check in json.loads(output)["checks"] if check["outcome"] == "failed"})

    # What it has made

    def authority(self, curve="p256"):
        """Folder of an issuing authority on a curve."""
        name = f"issuer-{curve}"
        if not os.path.exists(self.path(name)):
            self.make("issuer", "init", "--out", name, "--curve", curve)
        return name

    def document(self, issuer=None, digest="sha256"):
        """File of a document; its device key is in device.pem."""
        issuer = issuer or self.authority()
        name = f"{issuer}-{digest}.mdoc"
        if os.path.exists(self.path(name)):
            return name
        elements = common.to_json(common.sample_elements(self.at, str))
        self.write("content.json", {"docType": common.DOC_TYPE, "nameSpaces": elements})
        key = ("--device-key" if os.path.exists(self.path("device.pem")) else "--new-device-key", "device.pem")
        self.make("issuer", "issue", "--issuer", issuer, "--content", "content.json", *key, "--digest", digest, "--out", name)
        return name

    @functools.cached_property
    def licence(self):
        """IssuerSigned of our own authority."""
        return self.read(self.document())

    @functools.cached_property
    def root(self):
        """Certificate of our own authority."""
        return common.x509.load_pem_x509_certificate(self.read(f"{self.authority()}/iaca.pem"))

    @functools.cached_property
    def reader(self):
        self.make("reader", "init", "--out", "reader", "--domain", "rentals.example")
        return "reader"

    @functools.cached_property
    def request(self):
        """Session and request for the page, signed over the whole and for each document."""
        self.make(
            "request", "create", "--origin", ORIGIN, "--element", "given_name", "--element", "age_over_21", "--reader", self.reader,
            "--per-document-auth", "--session", "session.json", "--request", "request.json")
        data = json.loads(self.read("request.json"))["data"]
        session = json.loads(self.read("session.json"))
        digest = hashlib.sha256(cbor2.dumps([data["encryptionInfo"], ORIGIN])).digest()
        return types.SimpleNamespace(
            data=data, device=cbor2.loads(decode(data["deviceRequest"])), info=cbor2.loads(decode(data["encryptionInfo"])),
            key=common.serialization.load_pem_private_key(session["recipientPrivateKey"].encode(), None),
            transcript=cbor2.dumps([None, None, ["dcapi", digest]]))

    @functools.cached_property
    def answer(self):
        """What our wallet answers to it: enc and ciphertext, and the DeviceResponse inside."""
        self.request
        self.make(
            "respond", "--request", "request.json", "--origin", ORIGIN, "--document", self.document(), "--device-key", "device.pem",
            "--reader-trust", "reader/trust", "--out", "response.json")
        self.make("open", "--session", "session.json", "--response", "response.json", "--out", "response.cbor")
        answer = json.loads(self.read("response.json"))
        _, sealed = cbor2.loads(decode(answer["response"] if "response" in answer else answer["data"]["response"]))
        return types.SimpleNamespace(json=answer, enc=sealed["enc"], ciphertext=sealed["cipherText"], opened=self.read("response.cbor"))

    @functools.cached_property
    def token(self):
        """A status list of two bits, in which 3 is revoked."""
        self.make(
            "status", "publish", "--issuer", self.authority(), "--uri", LIST, "--count", 64, "--bits", 2, "--revoke", 3, "--out", "status.cwt")
        return self.read("status.cwt")

    @functools.cached_property
    def registrar(self):
        """A registrar with the certificate of a reader that it has revoked: the certificate, and the list."""
        here = ("--registrar", "registrar", "--json")

        def run(*arguments):
            return json.loads(self.make("registrar", *arguments, *here))

        self.write("icon.png", ICON)
        run("init", "--name", "Utopia Registrar")
        run("brand", "submit", "rentals", "--name", "Spaceship Rentals", "--country", "UT", "--icon", "icon.png")
        challenge = run("domain", "challenge", "rentals.example", "--brand", "rentals")["value"]
        run("domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", challenge)
        run("brand", "review", "rentals", "--icon", "icon.png")
        run("request", "file", "--brand", "rentals", "--subject", "identity", "--region", "UT", "--element", "given_name", "--purpose",
            "To hand over a spaceship.", "--privacy-policy", "https://rentals.example/privacy", "--screenshot", "icon.png")
        run("request", "review", "1")
        openssl(self.folder, "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "reader-key.pem",
                "-out", "csr.pem", "-subj", "/C=UT/L=Port City/O=Spaceship Rentals/CN=rentals.example/emailAddress=admin@rentals.example")
        for name in ("kept", "revoked"):
            serial = run("issue", "--brand", "rentals", "--form", "1", "--csr", "csr.pem", "--name", name, "--out", f"{name}.pem")["serial"]
        run("revoke", serial, "--reason", "superseded")
        run("crl", "--out", "readers.crl")
        return "registrar"


def openssl(folder, *arguments, data=None):
    """Runs openssl; whether it says yes."""
    run = subprocess.run(["openssl", *map(str, arguments)], cwd=folder, capture_output=True, input=data, timeout=60)
    return run.returncode == 0


# A square PNG of 64 pixels.
ICON = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR4nO3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAFGOA0dAAAAAElFTkSuQmCC")
