import json
import re
import socket
import threading

from pages import blocks
from pictures import sharp
from scene import Scene, holds
from skips import skipped
from terminal import Broken

SERVICE = "http://127.0.0.1:8080"
CHECK = "curl -s $R/v1/brands/rentals/domains/rentals.example/check"


def label(text):
    """A text with its length before it, as in names and TXT records."""
    return bytes([len(text)]) + text.encode()


class NameServer(threading.Thread):
    """Knows one TXT record, and that there is no other; at the port where a system asks."""

    ADDRESS = "127.0.0.1"

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((self.ADDRESS, 53))
        self.record, self.value = "", ""

    def run(self):
        while True:
            query, place = self.socket.recvfrom(512)
            end = query.index(0, 12) + 5
            known = query[12:end] == b"".join(map(label, self.record.split("."))) + b"\0\0\x10\0\1"
            text = label(self.value)
            # The question's name, TXT, a minute; or that there is no such name.
            answer = b"\xc0\x0c\0\x10\0\1\0\0\0\x3c" + len(text).to_bytes(2, "big") + text if known else b""
            head = query[:2] + (b"\x85\x80" if known else b"\x85\x83") + bytes([0, 1, 0, known, 0, 0, 0, 0])
            self.socket.sendto(head + query[12:end] + answer, place)


class Registrar(Scene):
    """A website and its app go before a registrar: to a grant by the command, and all the way over HTTP, with another registrar."""

    page = "docs/registrar.md"
    needs = ("curl", "jq", "openssl")
    serving = {"mdoc-registrar ": "listening on http://127.0.0.1:8080"}

    def prepare(self):
        self.icon = sharp(128, 128)
        for name in ("icon.png", "ask.png", "desk.png"):
            self.stage.write(name, self.icon)
        self.stage.write("app", "one build")
        self.form = next(block.text for block in blocks(self.stage.clone / self.page) if block.language == "json")
        self.stage.write("application.json", self.form)
        self.registrar("init")
        self.registrar("brand", "submit", "rentals", "--name", "Spaceship Rentals", "--country", "UT", "--icon", "icon.png")
        challenge = json.loads(self.registrar("domain", "challenge", "rentals.example", "--brand", "rentals", "--json"))["value"]
        self.registrar("domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", challenge)
        self.registrar("brand", "review", "rentals", "--icon", "icon.png")
        system = self.stage.write("resolv.conf", f"nameserver {NameServer.ADDRESS}\n")
        # The service asks the name servers of its system, so this file stands there where the system has its own.
        apart = ("unshare", "--user", "--map-root-user", "--mount", "--", self.stage.write(
            "apart", f'#!/bin/bash\nmount --bind {system} /etc/resolv.conf && exec "$@"\n'))
        apart[-1].chmod(0o700)
        try:
            self.stage.run(*apart, "true")
            self.names = NameServer()
            self.names.start()
            self.words["mdoc-registrar --registrar"] = " ".join(map(str, apart)) + " mdoc-registrar --registrar"
        except (Broken, OSError):
            self.names = None
            self.left = {CHECK: "this machine gives nobody name servers of their own; `domain confirm --txt` proves the domain beside the service"}
            skipped(f"the proof of a domain over HTTP of {self.page}: this machine gives nobody name servers of their own")

    def registrar(self, *words):
        return self.stage.run("mdoc", "registrar", *words, "--registrar", "registrar")

    def before(self, command):
        if command.startswith("mdoc registrar init"):
            (self.stage.folder / "registrar").rename(self.stage.folder / "first-registrar")
        elif command.startswith(CHECK) and not self.names:
            self.registrar("domain", "confirm", "rentals.example", "--brand", "rentals", "--txt", self.value)
        elif "-o icon.png" in command:
            (self.stage.folder / "icon.png").unlink()
        elif "/grants/SERIAL" in command:
            self.words["SERIAL"] = self.grant
        if "TOKEN=..." in self.words:
            # What the page says of every call that names no token.
            headers = """ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'"""
            self.words["curl -s"] = "curl -s" + ("" if "Bearer" in command else headers)

    def after(self, command, shown):
        if command.startswith("mdoc registrar token"):
            self.words["REVIEWER=..."] = "REVIEWER=" + re.search(r"token +(\S+)", shown)[1]
        elif command.startswith("mdoc registrar app check"):
            holds("this build may use it" in shown, "the grant is for the program", shown)
        elif command.startswith("mdoc registrar issue"):
            self.certified("registrar/registrar-ca.pem", "sealing.pem", "sealing.csr")
        elif "-o icon.png" in command:
            holds((self.stage.folder / "icon.png").read_bytes() == self.icon, "the icon is the one that was submitted")
        elif command.startswith(("curl", "base64")):
            try:
                answer = json.loads(shown)
            except ValueError:
                answer = None
            holds(answer and "code" not in answer, "the service does as it is asked", shown)
            self.take(re.search(r"/v1/(\S+)", command)[1].removeprefix("brands/"), "-d " in command, answer, shown)

    def take(self, path, sends, answer, shown):
        """Looks whether an answer says what the page says, and keeps what later commands need."""
        match path.split("/"):
            case ["brands"]:
                self.words["TOKEN=..."] = "TOKEN=" + answer["token"]
            case ["review"]:
                holds([brand["id"] for brand in answer["brands"]] == ["rentals"], "the brand waits", shown)
                holds([domain["proven"] for domain in answer["domains"]["rentals"]] == [True], "its domain is proven", shown)
            case ["review", "applications", _]:
                holds({review["state"] for review in answer["reviews"].values()} == {"approved"}, "every part is approved", shown)
            case ["review", _, _]:
                holds(answer["review"]["state"] == "approved", "it is approved", shown)
            case [_, "domains"]:
                challenge = answer["challenges"][0]
                self.value = challenge["value"]
                if self.names:
                    self.names.record, self.names.value = challenge["record"], challenge["value"]
            case [_, "domains", _, "check"]:
                holds(answer["proven"], "the domain is proven", shown)
            case [_, "certificates"] if not sends:
                holds([each["serial"] for each in answer["certificates"]] == [self.words["SERIAL"]], "the list has the certificate", shown)
            case [_, *_, "certificates" | "renewal"]:
                self.stage.write("answer.pem", answer["certificate"])
                self.stage.run("curl", "-s", "-o", "root.pem", f"{SERVICE}/root")
                self.certified("root.pem", "answer.pem", "sealing.csr" if "merchants" in path else "request.pem")
                root = (self.stage.folder / "root.pem").read_text()
                holds(answer["chain"] == answer["certificate"] + root, "the chain has the root after it", shown)
                self.words["SERIAL"] = answer["serial"]
            case [_, "screenshots"]:
                kinds = ("withoutDocument", "proposedWith", "proposedWithout")
                self.stage.write("application.json", json.dumps({**json.loads(self.form), "screenshots": dict.fromkeys(kinds, [answer["digest"]])}))
            case [_, "developers"]:
                self.words["DEVELOPER=..."] = "DEVELOPER=" + answer["token"]
            case [_, "applications", _, "grants"]:
                self.stage.run("curl", "-s", "-o", "root.pem", f"{SERVICE}/root")
                self.stage.write("answer.grant", answer["token"])
                self.stage.run("mdoc", "registrar", "app", "check", "answer.grant", "--root", "root.pem", "--executable", "app")
                self.grant = answer["serial"]
            case [_, *_, "revocation"]:
                self.stage.run("curl", "-s", "-o", "list.crl", f"{SERVICE}/crl")
                listed = self.stage.run("openssl", "crl", "-inform", "DER", "-in", "list.crl", "-noout", "-text")
                holds(self.words["SERIAL"].upper() in listed, "the next list has the withdrawal", listed)

    def certified(self, root, certificate, request):
        """A certificate is a root's, and for the key of a request."""
        self.stage.run("openssl", "verify", "-CAfile", root, certificate)
        keys = [self.stage.run("openssl", kind, "-noout", "-pubkey", "-in", file) for kind, file in (("x509", certificate), ("req", request))]
        holds(keys[0] == keys[1], f"{certificate} is for the key of {request}")
