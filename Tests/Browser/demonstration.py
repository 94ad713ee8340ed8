"""Spaceship Rentals as `scripts/demo` starts it: the site, the service behind it and the developer wallet, for the tests to walk through."""
from __future__ import annotations

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from harness import REPOSITORY

LICENCE = json.loads((REPOSITORY / "Examples/DeveloperWallet/licence.json").read_text())["nameSpaces"]["org.iso.18013.5.1"]


class Demonstration:
    """The running demonstration. `settings` are settings of the service, as its environment names them."""

    is_stand_in = False

    def __init__(self, **settings):
        # Whoever ends the tests ends what they started.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        self.home = tempfile.TemporaryDirectory(prefix="spaceship-rentals-")
        self.folder = pathlib.Path(self.home.name) / "demo"
        self.words = open(pathlib.Path(self.home.name) / "words.log", "w+")
        # Many visits from one address within a minute are what tests are.
        environment = {**os.environ, "VERIFIER_LIMITS_PER_MINUTE": "1000000", **settings, "DEMO_FOLDER": str(self.folder)}
        self.process = subprocess.Popen(
            [str(REPOSITORY / "scripts/demo")], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.words, text=True)
        lines = []
        while len(lines) < 3 and (line := self.process.stdout.readline()):
            lines.append(line)
        addresses = dict(re.findall(r"^(\w+): (\S+)$", "".join(lines), re.M))
        if addresses.keys() != {"site", "service", "wallet"}:
            self.words.seek(0)
            words = self.words.read()
            self.close()
            raise RuntimeError(f"the demonstration does not start:\n{words[-2000:]}")
        self.address, self.service_address, self.wallet = addresses["site"], addresses["service"], addresses["wallet"].rstrip("/")
        self.key = (self.folder / "service.key").read_text()

    def origin(self):
        return self.address

    def reset(self):
        """Nothing is kept between tests but the logs."""

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)
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

    def sealed_answer(self, request, origin=None):
        """The developer wallet's answer to a request, as its own page gets it when the owner shares."""
        body = {"app": 0, "origin": origin or self.address, "protocol": request["protocol"], "data": request["data"]}
        question = urllib.request.Request(
            self.wallet + "/answer", data=json.dumps(body).encode(), headers={"Content-Type": "application/json", "Origin": self.wallet})
        with urllib.request.urlopen(question, timeout=30) as reply:
            return json.loads(reply.read())

    def logs(self):
        """What each program wrote, by the program's name."""
        return {name: (self.folder / f"{name}.log").read_text() for name in ("mdoc-verifier", "spaceship-rentals", "developer-wallet")}

    def process_of(self, program):
        return int((self.folder / f"{program}.pid").read_text())


def resident_kilobytes(process):
    """Resident memory of a process."""
    return int(re.search(r"^VmRSS:\s+(\d+) kB", pathlib.Path(f"/proc/{process}/status").read_text(), re.M).group(1))
