"""A person's machines and a registrar: brokers with their programs, a website whose pages ask them, and what is acknowledged to whom."""
from __future__ import annotations

import collections
import functools
import hashlib
import itertools
import json
import os
import pathlib
import select
import shutil
import signal
import struct
import subprocess
import threading
import time

import pictures
import processes
from fault import NOT_PRIVATE, Fault, nothing
from load import PATIENCE, PAUSE, REQUEST_PATIENCE, Load, Settled, Work, ask

PROGRAMS = ["mdoc", "mdoc-verifier", "mdoc-broker", "mdoc-request-parser", "mdoc-native-host", "mdoc-hybrid", "mdoc-code-reader", "mdoc-tunnel",
            "mdoc-registrar", "wallet", "wallet-provider", "test-provider"]
ORIGIN, PIN, TUNNEL = "http://localhost:8080", "490213", "1000"
LICENCE, PHOTO_ID = "org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"
APPLICATION = {
    "name": "Spaceship Rentals", "location": "https://rentals.example/app", "category": "car-rental",
    "goods": "Spaceships for a day.", "currentMethod": "A clerk looks at the licence.", "equalProcess": True, "acceptedTerms": "2026-1",
    "privacyPolicy": "https://rentals.example/privacy", "thirdParties": [], "documents": [{"docType": LICENCE, "groups": ["age"], "words": []}],
}


def absent(programs):
    """What is not there, if anything is not."""
    missing = [name for name in PROGRAMS if not (programs / name).exists()]
    if missing:
        return f"{', '.join(missing)}: not built"
    return None if shutil.which("openssl") else "openssl is not installed"


class Machines:
    """A machine with documents, one that has none and asks other devices, the tunnel service between them, a website's service, and a registrar."""

    def __init__(self, programs, world, is_private):
        # Programs find each other by where they really are.
        programs = programs.resolve()
        self.programs, self.world, self.folder, self.is_private = programs, world, world / "machines", is_private
        self.folder.mkdir(mode=0o700)
        self.clock, self.registrar_clock = (processes.Clock(self.folder / name) for name in ("clock", "registrar-clock"))
        # What the broker keeps, and what the registrar does; a row leaves some 100 kB.
        self.disk, self.registrar_disk = (processes.Disk(self.folder / name, "16m", is_private, 0o700) for name in ("here", "registrar"))
        self._install("wallet", "wallet-provider", LICENCE, [self.folder / "apps/wallet"], apps=[programs / "wallet"],
                      readerRoots=[world / "reader/reader-ca.pem"])
        # Who only registers: started as a provider, it ends.
        self._install("newcomer", "test-provider", PHOTO_ID, ["--as-app"])
        (self.folder / "pin").write_text(PIN)
        self._run("mdoc-broker", "enrol", "--phrase", "blue heron", "--state", self.folder / "here", words=PIN + "\n")
        self.broker = self._broker(Broker, "here", "--providers", self.folder / "providers", "--decide-without-person", "accept:wallet",
                                   "--pin-file", self.folder / "pin", environment=self.clock.environment)
        self._fill()
        self.devices = self._tunnel()
        self.asking = self._broker(AskingBroker, "there", "--providers", self.folder / "none", "--role", "asks", "--hybrid", programs / "mdoc-hybrid",
                                   *self.devices)
        self._registrar()
        self.settings = {"VERIFIER_STORE_KIND": "sqlite", "VERIFIER_STORE_SQLITE_PATH": str(self.folder / "sessions.sqlite")}
        self.service = processes.Service(programs / "mdoc-verifier", world, "service-wallet", "127.0.0.1", self.settings)
        # What is done in the moment in which a page has its answer.
        self.at_answer = nothing
        self.kept = [self.broker, self.asking, self.tunnel, self.registrar, self.service]

    def close(self):
        for kept in self.kept:
            kept.stop()
        for disk in (self.disk, self.registrar_disk):
            disk.close()

    def _run(self, program, *arguments, words="", **environment):
        """What a program prints."""
        done = subprocess.run([self.programs / program, *arguments], cwd=self.world, env={**os.environ, **environment}, input=words,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{program} {arguments[0]} fails:\n{done.stdout}{done.stderr}")
        return done.stdout

    def _install(self, name, program, document, arguments, **more):
        place = self.folder / "providers" / name
        place.mkdir(mode=0o700, parents=True)
        manifest = {"name": name, "displayName": name, "program": self.programs / program, "arguments": arguments, "documentTypes": [document]}
        (place / "provider.json").write_text(json.dumps({**manifest, **more}, default=str))
        (place / "provider.json").chmod(0o600)

    def _broker(self, kind, name, *options, environment=None):
        return kind(
            [self.programs / "mdoc-broker", "serve", "--state", self.folder / name, "--runtime", self.folder / f"{name}-run", "--parser",
             self.programs / "mdoc-request-parser", *options], self.world / f"broker-{name}.log", self.folder / f"{name}-run/agents.sock",
            environment)

    def _fill(self):
        """A licence for the wallet."""
        app, licence = ("--folder", self.folder / "apps/wallet"), self.folder / "licence.mdoc"
        self._run("wallet", "trust", *app, "--issuer", "issuer/iaca.pem", "--reader", "reader/reader-ca.pem")
        (self.folder / "key.pem").write_text(self._run("wallet", "key", "licence", *app))
        self._run("mdoc", "issuer", "issue", "--issuer", "issuer", "--content", processes.REPOSITORY / "Examples/Wallet/licence.json", "--portrait",
                  "story/portrait.jpg", "--device-key", self.folder / "key.pem", "--out", licence)
        self._run("wallet", "add", licence, "--key", "licence", "--title", "Driving licence", "--reviewer", "Utopia Department of Mobility", *app,
                  MDOC_APPS_SOCKET=str(self.folder / "here-run/apps.sock"))

    def _tunnel(self):
        """Starts the tunnel service: the options by which others meet there."""
        certificate, key, port = self.folder / "tunnel.pem", self.folder / "tunnel-key.pem", processes.free_port()
        host = self._run("mdoc-tunnel", "--domain", TUNNEL, "--show-host").strip()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={host}",
             "-addext", f"subjectAltName=DNS:{host}", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        self.tunnel = processes.Kept(
            [self.programs / "mdoc-tunnel", "--domain", TUNNEL, "--certificate", certificate, "--key", key, "--port", str(port)],
            self.world / "tunnel.log", ("127.0.0.1", port))
        self.adverts = str(processes.free_port())
        self.meeting = ["--tunnel", TUNNEL, "--tunnel-address", f"127.0.0.1:{port}", "--tunnel-root", certificate]
        return ["--adverts", f"loopback:{self.adverts}", *self.meeting]

    def _registrar(self):
        """Starts a registrar."""
        self.applications, port, folder = itertools.count(1), processes.free_port(), self.registrar_disk.folder
        # Of before the moments that its clock is made to show.
        self._run("mdoc", "registrar", "init", "--registrar", folder, "--at", time.strftime("%Y-%m-%d", time.gmtime(time.time() - 2 * processes.DAY)))
        self.registrar = processes.Kept(
            [self.programs / "mdoc-registrar", "--registrar", folder, "--port", str(port)], self.world / "registrar.log", ("127.0.0.1", port),
            self.registrar_clock.environment)

    def granted(self):
        """A developer with an approved app, of a brand of its own: each may have 200 grants."""
        number = next(self.applications)
        brand, paper, icon = f"rentals-{number}", self.folder / "application.json", processes.REPOSITORY / "Examples/SpaceshipRentals/brand.png"
        paper.write_text(json.dumps(APPLICATION | {"client": f"example.rentals.app{number}", "merchants": [f"example.rentals{number}"]}))

        def run(*words):
            return self._run("mdoc", "registrar", *words, "--registrar", self.registrar_disk.folder)

        run("brand", "submit", brand, "--name", "Spaceship Rentals", "--country", "UT", "--icon", icon)
        challenge = json.loads(run("domain", "challenge", "rentals.example", "--brand", brand, "--json"))["value"]
        run("domain", "confirm", "rentals.example", "--brand", brand, "--txt", challenge)
        run("brand", "review", brand, "--icon", icon)
        run("app", "apply", paper, "--brand", brand, "--without-document", icon, "--proposed-with", icon, "--proposed-without", icon)
        run("app", "review", str(number))
        return [Grants(self.registrar.address, brand, number, json.loads(run("token", "--brand", brand, "--json"))["token"])]

    # What is broken, and what is done meanwhile

    def faults(self):
        def kept(name, program, works):
            return [Fault(f"{name} killed", program.kill, nothing, works=works, victims=(program,)),
                    Fault(f"{name} stopped, then continued", program.pause, program.resume, works=works, victims=(program,))]

        def hunted(name, program, works):
            hunts = [("killed, each", signal.SIGKILL), ("stopped, each, then continued", signal.SIGSTOP)]
            return [Fault(f"{name} {what}", hunt.begin, hunt.end, works=works, strikes=lambda hunt=hunt: len(hunt.caught))
                    for what, number in hunts for hunt in [processes.Hunt(self.programs / program, number)]]

        def filled(name, disk, works, *shows):
            return Fault(f"{name}'s disk full", disk.fill, disk.empty, works=works, shows=shows, skipped=None if self.is_private else NOT_PRIVATE)

        def moved(name, clock, works, moves=None, **effect):
            return [Fault(f"{name}'s clock {moment}", move, clock.set_right, works=works, **effect) for moment, move in moves or clock.moves()]

        def at_answer(act):
            self.at_answer = act

        return [
            *kept("wallet: broker", self.broker, self.here),
            Fault("wallet: broker killed by each answer that arrives", lambda: at_answer(self.broker.kill), lambda: at_answer(nothing),
                  works=self.here, victims=(self.broker,)),
            filled("wallet: broker", self.disk, self.here, "not added"),
            *moved("wallet: broker", self.clock, self.here, strikes=self.broker.noted_of_another_day),
            *hunted("wallet: request parsers", "mdoc-request-parser", self.here),
            *hunted("wallet: providers", "wallet-provider", self.here),
            *hunted("wallet: native hosts", "mdoc-native-host", self.here),
            *kept("other device: asking broker", self.asking, self.there),
            *kept("other device: answering broker", self.broker, self.there),
            *hunted("other device: hybrid programs", "mdoc-hybrid", self.there),
            *kept("other device: tunnel service", self.tunnel, self.there),
            *hunted("other device: code readers", "mdoc-code-reader", self.photographed),
            *kept("registrar", self.registrar, self.granted),
            filled("registrar", self.registrar_disk, self.granted, "503 registrar.storage"),
            # By 2100 its root has ended, and it grants nothing.
            *moved("registrar", self.registrar_clock, self.granted, self.registrar_clock.moves()[:2], shows=(Grants.OF_ANOTHER_DAY,)),
        ]

    def here(self):
        """Documents of this machine, and an app that registers others."""
        return [self._presentments(self.broker), Registrations(self.programs / "test-provider", self.folder / "here-run/apps.sock")]

    def there(self):
        """Documents of the other machine, to which somebody types the code."""
        self.asking.device = self._answer
        return [self._presentments(self.asking, self.broker)]

    def photographed(self):
        """A document of a phone that sees the code."""
        self.asking.device = self._phone
        return [self._presentments(self.asking)]

    def _presentments(self, asked, *others):
        agent = Agent(self.programs / "mdoc-native-host", asked.address, lambda: self.at_answer())
        decisions = functools.partial(processes.decisions, self.programs / "mdoc-verifier", self.world, self.settings)
        return Presentments(agent, self.service.url, decisions, [asked, *others])

    def _answer(self, code, _):
        return [self.programs / "mdoc-hybrid", "answer", code, *self.devices], {"MDOC_AGENTS_SOCKET": str(self.broker.address)}

    def _phone(self, _, rows):
        (self.folder / "code.png").write_bytes(pictures.code(rows))
        return [self.programs / "mdoc", "phone", "--picture", self.folder / "code.png", "--document", self.world / "licence.mdoc", "--device-key",
                self.world / "device-key.pem", "--reader-trust", self.world / "reader/trust", "--yes", "--adverts-port", self.adverts,
                *self.meeting], {}


class Broker(processes.Kept):
    """A broker, which is broken without what it started."""

    def signal(self, number):
        os.kill(self.process.pid, number)

    def answered(self):
        """How many requests were, by its history."""
        return sum(record["outcome"] == "answered" for record in self._history())

    def noted_of_another_day(self):
        """How many records of its history have the time of a clock that was moved."""
        return sum(processes.is_of_another_day(record["time"]) for record in self._history())

    def _history(self):
        command = [self.command[0], "history", "--state", self.command[self.command.index("--state") + 1], "--export"]
        return [json.loads(line) for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]


class AskingBroker(Broker):
    """A broker at a terminal, where a person has each request answered by another device. `device` gives that device's command."""

    def __init__(self, *arguments):
        self.device, self.code, self.scanning, self.lock = None, None, None, threading.Lock()
        super().__init__(*arguments)

    def begin(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8")
        threading.Thread(target=self._attend, args=(self.process,), daemon=True).start()

    def _attend(self, process):
        rows = []
        for line in process.stdout:
            line = line.rstrip("\n")
            if "The number of another device" in line:
                rows = []
                try:
                    process.stdin.write("1\n")
                    process.stdin.flush()
                except OSError:
                    return
            elif line and not line.strip(" █▀▄"):
                rows.append(line)
            elif line.startswith("FIDO:/"):
                self._leave(line)
                threading.Thread(target=self._scan, args=(line, rows), daemon=True).start()

    def _scan(self, code, rows):
        """A person whose device cannot answer scans the code again."""
        command, environment = self.device(code, rows)
        while True:
            with self.lock:
                if self.code != code:
                    return
                scanning = self.scanning = subprocess.Popen(
                    command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if scanning.wait() == 0:
                return
            time.sleep(PAUSE)

    def _leave(self, code):
        """What is scanned from now on."""
        with self.lock:
            self.code = code
            if self.scanning:
                self.scanning.kill()

    def stop(self):
        super().stop()
        self._leave(None)


class Agent:
    """A browser with the extension: each time it asks, it starts a host of its own. `at_answer` is called as soon as there is an answer."""

    def __init__(self, program, socket, at_answer):
        self.at_answer = at_answer
        self.command, self.environment = [program], {**os.environ, "MDOC_AGENTS_SOCKET": str(socket)}
        # How often it asked, and got an answer.
        self.asked = self.answered = 0

    def answer(self, request, work):
        """Asks until there is an answer; none when patience or the run is over."""
        end, data = time.monotonic() + PATIENCE, json.dumps(request["data"])
        while time.monotonic() < end and not work.is_over.is_set():
            begun = time.monotonic()
            self.asked += 1
            kind, response = self._ask(data)
            work.note(kind, begun)
            if response:
                self.answered += 1
                return json.dumps({"protocol": request["protocol"], "data": {"response": response}})
            time.sleep(PAUSE)
        return None

    def _ask(self, data):
        host = subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        page, deadline = {"origin": ORIGIN, "data": data}, time.monotonic() + REQUEST_PATIENCE
        try:
            self._say(host, type="ping")
            while True:
                message = self._hear(host, deadline)
                match message["type"]:
                    case "pong": self._say(host, type="present", topOrigin=ORIGIN, **page)
                    case "pull": self._say(host, type="raw", **page)
                    case "response":
                        self.at_answer()
                        return "answered", message["response"]
                    case "ended": return f"wallet: {message['reason']}", None
        except TimeoutError:
            return "wallet: silent", None
        except (OSError, EOFError):
            return "wallet: gone", None
        finally:
            host.kill()
            host.wait()
            host.stdin.close()
            host.stdout.close()

    @staticmethod
    def _say(host, **message):
        content = json.dumps(message).encode()
        host.stdin.write(struct.pack("=I", len(content)) + content)

    @classmethod
    def _hear(cls, host, deadline):
        return json.loads(cls._read(host, struct.unpack("=I", cls._read(host, 4, deadline))[0], deadline))

    @staticmethod
    def _read(host, count, deadline):
        content = b""
        while len(content) < count:
            if not select.select([host.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            if not (piece := os.read(host.stdout.fileno(), count - len(content))):
                raise EOFError
            content += piece
        return content


class Presentments(Load):
    """Exchanges that a wallet's brokers answer. What an agent was handed is in the history of each of them."""

    def __init__(self, agent, url, decisions, brokers):
        self.agent, self.brokers = agent, [(broker, broker.answered()) for broker in brokers]
        super().__init__([agent], url, [url], decisions)

    def read_back(self):
        lost, twice = super().read_back()
        end = time.monotonic() + PATIENCE
        for broker, before in self.brokers:
            name = pathlib.Path(broker.log).stem
            # It is written down once it was handed over.
            while (found := broker.answered() - before) < self.agent.answered and time.monotonic() < end:
                time.sleep(PAUSE)
            if found < self.agent.answered:
                lost.append(f"{name}: {self.agent.answered} answers were handed over, {found} are in the history")
            if found > self.agent.asked:
                twice.append(f"{name}: {self.agent.asked} times it was asked, {found} times it answered")
        return lost, twice


class Registrations(Work):
    """An app that registers documents, and takes every second one back."""

    def __init__(self, program, socket):
        self.program, self.environment = program, {**os.environ, "MDOC_APPS_SOCKET": str(socket)}
        # Whether a document is there, where that was acknowledged last.
        self.known = {}
        super().__init__([None])

    @property
    def acknowledged(self):
        return len(self.known)

    def exchange(self, _):
        number, begun = next(self.numbers), time.monotonic()
        name = f"document-{number}"
        if not self._tell("added", name, "--register", f"{name}={PHOTO_ID}=any"):
            return False
        self.known[name] = True
        if number % 2:
            del self.known[name]
            if self._tell("removed", name, "--remove", name):
                self.known[name] = False
        self.complete(begun)
        time.sleep(PAUSE)
        return True

    def _tell(self, word, name, *arguments):
        """Whether the broker has acknowledged it."""
        begun = time.monotonic()
        lines = self._run(*arguments)
        is_done = f"{word} {name}" in lines
        self.note(word if is_done else f"not {word}", begun)
        return is_done

    def _run(self, *arguments):
        try:
            done = subprocess.run([self.program, "--as-app", *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, timeout=REQUEST_PATIENCE, check=False)
            return done.stdout.splitlines()
        except subprocess.TimeoutExpired:
            return []

    def read_back(self):
        end = time.monotonic() + PATIENCE
        while (lines := self._run()).count("status authorized") < 2 and time.monotonic() < end:
            time.sleep(PAUSE)
        kept = collections.Counter(name for line in lines if line.startswith("kept ") for name in line.removeprefix("kept ").split(",") if name)
        lost = [f"{name}: {'registered' if is_there else 'taken back'}, and is {'not ' if is_there else ''}there"
                for name, is_there in self.known.items() if (name in kept) != is_there]
        # The next fault begins without any.
        self._run(*[word for name in kept for word in ("--remove", name)])
        return lost, [f"{name}: {count} times in the registry" for name, count in kept.items() if count > 1]


class Grants(Work):
    """A developer who has builds of an app granted, and every second grant withdrawn."""

    # How a reply is said whose grant or withdrawal is dated as by a clock that was moved.
    OF_ANOTHER_DAY = "2xx of another day"

    def __init__(self, address, brand, application, token):
        self.url, self.credential, self.brand, self.application = "http://%s:%s" % address, {"Authorization": f"Bearer {token}"}, brand, application
        # Serial numbers by what was granted, and those that were withdrawn.
        self.granted, self.withdrawn, self.salt = {}, set(), os.urandom(8)
        super().__init__([None])

    @property
    def acknowledged(self):
        return len(self.granted)

    def exchange(self, _):
        number, begun = next(self.numbers), time.monotonic()
        executable = hashlib.sha256(self.salt + str(number).encode()).hexdigest()
        grant = self._post(f"applications/{self.application}/grants", executable=executable)
        if not grant.is_done:
            return False
        serial = self.granted[executable] = grant.body["serial"]
        if number % 2 and self._post(f"grants/{serial}/revocation", reason="superseded").is_done:
            self.withdrawn.add(serial)
        self.complete(begun)
        time.sleep(PAUSE)
        return True

    def _post(self, path, **body):
        begun, reply = time.monotonic(), ask(self.url, "POST", f"/v1/brands/{self.brand}/{path}", json.dumps(body), **self.credential)
        dated = reply.is_done and (reply.body.get("revokedAt") or reply.body["notBefore"])
        self.note(self.OF_ANOTHER_DAY if dated and processes.is_of_another_day(dated) else reply.kind, begun, reply.is_foul)
        return reply

    def read_back(self):
        listed = Settled(time.monotonic() + PATIENCE)(self.url, "GET", f"/v1/brands/{self.brand}/grants", **self.credential).body.get("grants", [])
        found = {grant["serial"]: grant for grant in listed}
        lost = [f"{serial}: granted, and not in the ledger" for executable, serial in self.granted.items()
                if found.get(serial, {}).get("executable") != executable]
        lost += [f"{serial}: withdrawn, and in force in the ledger" for serial in self.withdrawn if not found.get(serial, {}).get("revokedAt")]
        builds = collections.Counter(grant["executable"] for grant in listed)
        twice = [f"{build}: granted {count} times" for build, count in builds.items() if count > 1]
        return lost, twice + (["a serial number was given twice"] if len(found) < len(listed) else [])
