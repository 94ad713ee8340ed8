"""Spaceship Rentals as `scripts/demo` starts it: site, service, broker and two apps, for the tests to walk through."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from checks import REPOSITORY, Skip, until
from processes import Words

LICENCE = json.loads((REPOSITORY / "Examples/Wallet/licence.json").read_text())["nameSpaces"]["org.iso.18013.5.1"]
# Seconds: it builds what is not built yet, and prints nothing of that.
STARTING = 3_600


class Demonstration:
    """The running demonstration. `settings` are settings of the service, as its environment names them."""

    is_stand_in = False

    def __init__(self, **settings):
        # Whoever ends the tests ends what they started.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        self.home = tempfile.TemporaryDirectory(prefix="spaceship-rentals-", ignore_cleanup_errors=True)
        self.folder = pathlib.Path(self.home.name) / "demo"
        self.words = open(pathlib.Path(self.home.name) / "words.log", "w+")
        # Many visits from one address within a minute are what tests are.
        environment = {**os.environ, "VERIFIER_LIMITS_PER_MINUTE": "1000000", **settings, "DEMO_FOLDER": str(self.folder)}
        self.process = subprocess.Popen(
            [str(REPOSITORY / "scripts/demo")], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.words, text=True)
        lines = []
        for line in Words(self.process, "the demonstration", patience=STARTING):
            lines.append(line)
            if line.startswith("End"):
                break
        said = dict(re.findall(r"^(\w+): +(\S+)", "\n".join(lines), re.M))
        if list(said) != ["site", "service", "wallet", "pin", "settings", "history", "office", "app"]:
            words = self._said()
            self.close()
            raise RuntimeError(f"the demonstration does not start:\n{words}")
        self.address, self.service_address, self.wallet, self.pin = said["site"], said["service"], said["wallet"].rstrip("/"), said["pin"]
        self.programs = pathlib.Path(f"/proc/{self.process_of('mdoc-verifier')}/exe").resolve().parent
        self.office = said["office"]
        self.key = (self.folder / "service.key").read_text()

    def origin(self):
        return self.address

    def reset(self):
        """Nothing is kept between tests but the logs; without a demonstration there is nothing to test."""
        if self.process.poll() is not None:
            raise RuntimeError(f"the demonstration has ended:\n{self._said()}")

    def _said(self):
        self.words.seek(0)
        return self.words.read()[-2000:]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=300)
        self.words.close()
        self.home.cleanup()

    def backend(self, path, method="GET", body=None):
        """What the service tells the website's server: the status and the JSON."""
        request = urllib.request.Request(
            self.service_address + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.key, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:
                return reply.status, json.loads(reply.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def sealed_answer(self, request):
        """An answer to a request by a licence of its own, where no browser and no broker is needed."""
        folder = self.folder / "answer"
        if not folder.exists():
            folder.mkdir(mode=0o700)
            self._mdoc("issuer", "issue", "--issuer", self.folder / "issuer", "--content", REPOSITORY / "Examples/Wallet/licence.json", "--portrait",
                       self.folder / "story/portrait.jpg", "--new-device-key", folder / "key.pem", "--out", folder / "licence.mdoc")
        (folder / "request.json").write_text(json.dumps(request))
        (folder / "response.json").unlink(missing_ok=True)
        self._mdoc("respond", "--request", folder / "request.json", "--origin", self.address, "--document", folder / "licence.mdoc", "--device-key",
                   folder / "key.pem", "--reader-trust", self.folder / "reader/trust", "--out", folder / "response.json")
        return json.loads((folder / "response.json").read_text())

    def _mdoc(self, *words):
        subprocess.run([self.programs / "mdoc", *words], check=True, stdout=subprocess.DEVNULL, stderr=self.words)

    def history(self):
        """What the broker wrote down of requests, newest first."""
        command = [self.programs / "mdoc-broker", "history", "--state", self.folder / "state", "--export"]
        return [json.loads(line) for line in reversed(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())]

    @contextlib.contextmanager
    def app(self, *command):
        """An app at work, Docking Pass if none is named: gives what it prints."""
        command = command or self.docking_pass()
        environment = {**os.environ, "MDOC_APPS_SOCKET": str(self.folder / "run/apps.sock"), "LANG": "en_US.UTF-8"}
        with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.words, text=True, bufsize=1) as process:
            try:
                yield Words(process, "the app")
            finally:
                process.kill()

    def docking_pass(self, program=None, grant=None, office=None):
        """The command that starts Docking Pass: the program that was granted it all, unless another program, grant or office is named."""
        return [program or self.programs / "docking-pass", "--office", office or self.office, "--grant", grant or self.folder / "docking/grant.jwt",
                "--certificate", self.folder / "docking/merchant.pem"]

    def changed_copy(self):
        """Docking Pass with a byte more."""
        copy = self.folder / "copy/docking-pass"
        if not copy.exists():
            copy.parent.mkdir()
            shutil.copy(self.programs / "docking-pass", copy)
            with copy.open("ab") as file:
                file.write(b"\0")
        return copy

    def grant(self, *elements, document="org.iso.18013.5.1.mDL"):
        """Another grant for Docking Pass, by the same registrar: for these words of one type of document."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="grant-", dir=self.folder))
        self._mdoc("reader", "app", "--authority", self.folder / "reader", "--out", folder, "--program", self.programs / "docking-pass", "--client",
                   "example.docking", "--name", "Docking Pass", "--merchant", "merchant.example.docking", "--team", "DOCKING", "--doc-type", document,
                   *[word for element in elements for word in ("--element", element)])
        return folder / "grant.jwt"

    @contextlib.contextmanager
    def empty_broker(self):
        """One more broker for a while, which knows the same registrar and has no document: gives its socket for apps."""
        runtime = self.folder / "empty-run"
        command = [self.programs / "mdoc-broker", "serve", "--state", self.folder / "empty-state", "--runtime", runtime, "--providers",
                   self.folder / "providers", "--parser", self.programs / "mdoc-request-parser", "--decide-without-person", "decline"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.words, text=True) as process:
            try:
                Words(process, "one more broker").next(lambda line: line.startswith("serving at "))
                yield runtime / "apps.sock"
            finally:
                process.terminate()

    @contextlib.contextmanager
    def app_window(self, *environment, command=()):
        """Docking Pass in its window, on a desktop that opens nothing but writes down what it is told to open: gives what the app prints."""
        # One of its own: what the app before has told its desktop may be written down only now.
        desktop = self.desktop = pathlib.Path(tempfile.mkdtemp(prefix="desktop-", dir=self.folder))
        (desktop / "opened").touch()
        (desktop / "xdg-open").write_text(f'#!/bin/sh\necho "$1" >>"{desktop}/opened"\n')
        (desktop / "xdg-open").chmod(0o700)
        with self.app("env", f"PATH={desktop}:{os.environ['PATH']}", *environment, *(command or self.docking_pass()), "--window") as words:
            yield words

    def opened(self):
        """What the last app with a window told its desktop to open, in order."""
        return (self.desktop / "opened").read_text().split()

    def test_provider(self):
        """The tests' own app."""
        program = self.programs / "test-provider"
        if not program.exists():
            raise Skip("there is no test-provider beside the demonstration's programs")
        return program

    def providers(self):
        """The apps whose provider runs now, by the names of their folders."""
        found = set()
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
                found |= {pathlib.Path(word).name for word in words if word.startswith(str(self.folder / "apps") + "/")}
        return sorted(found)

    @contextlib.contextmanager
    def third_app(self, name, program, *arguments):
        """One more app for a while, which the person has yet to allow: gives the settings' address, which opens once."""
        place = self.folder / "providers" / name
        place.mkdir(mode=0o700)
        try:
            manifest = {"name": name, "displayName": name, "program": str(program), "arguments": arguments}
            (place / "provider.json").write_text(json.dumps({**manifest, "documentTypes": ["org.iso.18013.5.1.mDL"]}))
            (place / "provider.json").chmod(0o600)
            # Whoever is installed is known to a broker when it starts.
            yield self.settings()
        finally:
            shutil.rmtree(place)
            self.kill_broker()

    def questions(self, app):
        """Addresses at which the broker has asked whether an app may present documents."""
        return re.findall(rf"^{app} wants to present your documents to websites\. Decide at (\S+)\n", self.logs()["mdoc-broker"], re.M)

    def settings(self):
        """The settings' address of a broker that is started anew for it; it opens once."""
        self.kill_broker()
        return self._settings()[-1]

    def _settings(self):
        return re.findall(r"^settings: (\S+)\n", self.logs()["mdoc-broker"], re.M)

    def kill_broker(self):
        """Kills the broker at once, and waits until it was started again."""
        process, earlier = self.process_of("mdoc-broker"), len(self._settings())
        os.kill(process, signal.SIGKILL)
        # It says so once it can show windows; its port answers before.
        until(lambda: self.process_of("mdoc-broker") not in (process, None) and self._settings()[earlier:], "the broker is back")

    def logs(self):
        """What each program wrote, by the program's name."""
        files = [self.folder / f"{name}.log" for name in ("mdoc-verifier", "spaceship-rentals", "mdoc-broker", "docking-office")]
        return {file.stem: file.read_text() for file in [*files, *(self.folder / "state/providers").glob("*.log")]}

    def process_of(self, program):
        # Empty for a moment while it is written.
        return int((self.folder / f"{program}.pid").read_text() or 0) or None


def resident_kilobytes(process):
    """Resident memory of a process."""
    return int(re.search(r"^VmRSS:\s+(\d+) kB", pathlib.Path(f"/proc/{process}/status").read_text(), re.M).group(1))
