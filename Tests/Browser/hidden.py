"""What a demonstration keeps from everybody: keys, PIN, sessions, and where each may stand."""
from __future__ import annotations

import base64
import hashlib
import hmac
import re
import subprocess

from traces import forms, recognised

# Shorter ones are found by chance.
SHORTEST = 8
# A private key on P-256 in an encoded key: a version, and 32 bytes.
SCALAR = re.compile(rb"\x02\x01\x01\x04\x20(.{32})", re.S)
# The same key alone, as openssl reads it: the curve stands behind it.
ALONE = bytes.fromhex("30310201010420"), bytes.fromhex("a00a06082a8648ce3d030107")
# What software keys are sealed under is derived for this purpose.
PURPOSE = b"device keys"


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(file):
    """The number that is the secret of a key in PEM."""
    body = "".join(line for line in file.read_text().splitlines() if "-----" not in line)
    return SCALAR.search(base64.b64decode(body))[1]


def sealed_key(sealed, secret):
    """The number of a device key that a provider keeps in a file, opened as the provider does (HKDF-SHA256, AES-256-GCM) but for its tag."""
    extracted = hmac.digest(bytes(32), secret, hashlib.sha256)
    key = hmac.digest(extracted, PURPOSE + b"\1", hashlib.sha256)
    # The counter of what is sealed begins at two.
    counter = sealed[:12] + (2).to_bytes(4, "big")
    opened = subprocess.run(["openssl", "enc", "-d", "-aes-256-ctr", "-K", key.hex(), "-iv", counter.hex()], input=sealed[12:-16],
                            check=True, capture_output=True)
    return opened.stdout


def public_key(number):
    """The public key of a number, in PEM."""
    made = subprocess.run(["openssl", "ec", "-inform", "DER", "-pubout"], input=ALONE[0] + number + ALONE[1], check=True, capture_output=True)
    return made.stdout.decode().split()


class Hidden:
    """Things by name, each with its forms and with the beginnings of the names of files in which it may stand."""

    def __init__(self, folder):
        self.folder, self.forms, self.homes = folder, {}, {}

    def add(self, name, thing, *homes):
        self.forms[name], self.homes[name] = {form for form in forms(thing) if len(form) >= SHORTEST}, homes

    def add_key(self, name, number, *homes):
        """A number that is a private key; those who compute with it have its last byte first."""
        self.add(name, number, *homes)
        self.forms[name].add(number[::-1])

    def add_all_of(self, site):
        """PIN and keys; gives what is wrong with what was found of them."""
        self.add("the PIN", site.pin, "pin")
        self.add("the backend's key", site.key, "service.key")
        [key] = re.findall(r"^    key: (\S+)$", (self.folder / "verifier.yaml").read_text(), re.M)
        self.add("the sealing key", key, "verifier.yaml")
        self.add("the sealing key's bytes", decoded(key), "verifier.yaml")
        for file in sorted(self.folder.rglob("*-key.pem")):
            name = str(file.relative_to(self.folder))
            # That one is of a public key.
            if "PRIVATE" in file.read_text():
                self.add_key(f"the private key of {name}", private_key(file), name)
        opened = []
        for file in sorted(self.folder.glob("apps/*/keys/*.key")):
            name, secret = str(file.relative_to(self.folder)), (file.parent / "secret").read_bytes()
            self.add(f"what seals {name}", secret, str((file.parent / "secret").relative_to(self.folder)))
            opened.append(sealed_key(file.read_bytes(), secret))
            self.add_key(f"the device's private key of {name}", opened[-1])
        if (self.folder / "device-key.pem").read_text().split() not in map(public_key, opened):
            yield "no private key that was opened belongs to the licence's public one, so the search proves nothing"

    def lost(self):
        """What is not recognised where it stands."""
        for name, homes in self.homes.items():
            files = [file for home in homes for file in self.folder.glob(home + "*") if file.is_file()]
            if homes and not any(self.found(file.read_bytes(), {name}) for file in files):
                yield f"{name} is not recognised in {', '.join(homes)}, so the search proves nothing"

    def found(self, content, names):
        """Which of these stand in some bytes, over the ends of lines too, as in PEM."""
        things = {name: self.forms[name] for name in names}
        return recognised(things, content) | recognised(things, content.replace(b"\n", b""))

    def misplaced(self, file, content):
        """Which things stand in a file, by its name, in which they may not."""
        return self.found(content, {name for name, homes in self.homes.items() if not file.startswith(homes)})
