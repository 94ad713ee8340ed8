import re
import socket
import ssl
import urllib.request

import pictures
from parties import CONSENT, ORIGIN, enrol, fill_wallet, found, install_wallet, issue, register, verify
from scene import Scene
from terminal import Broken

HOST = "cable.pc4fnfcc7wy7c.com"
LINK = "0f1e2d3c4b5a6978"
CODE = "FIDO:/4600138…"
PHONE = ["--document", "licence.mdoc", "--device-key", "device-key.pem", "--reader-trust", "reader/trust"]


class Hybrid(Scene):
    """One machine asks other devices, another has a wallet, and phones have a licence; all meet at a tunnel service.

    Bluetooth is a port of this machine, and so is the name of the service, which nobody has registered.
    """

    page = "docs/hybrid.md"
    needs = ("openssl", "zbarimg")
    serving = {
        "mdoc-broker serve": "answer another device: ...", "mdoc phone --wait": "...",
        "mdoc-tunnel --domain 1000 --certificate": f"{HOST} listening on wss://0.0.0.0:...",
    }
    keys = {name: [("type yes to agree", "yes\n")] for name in ("mdoc phone --qr", "mdoc phone --picture")}

    def prepare(self):
        stage = self.stage
        found(stage)
        issue(stage, "licence.mdoc", "--new-device-key", "device-key.pem")
        register(stage)
        install_wallet(stage)
        stage.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
            "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", "tunnel-key.pem", "-out", "tunnel.pem")
        stage.begin("mdoc-tunnel", "--certificate", "tunnel.pem", "--key", "tunnel-key.pem", line="...listening on wss://127.0.0.1:8443")
        enrol(stage)
        self.programs = stage.clone / ".build/debug"
        self.service = f"--tunnel 1000 --tunnel-address 127.0.0.1:8443 --tunnel-root {stage.folder}/tunnel.pem"
        self.links = stage.home / ".local/state/mdoc/links"
        self.answers = 0
        self.port = 443 if self.may_listen(443) else 8444
        self.words = {
            "mdoc-broker serve": f"mdoc-broker serve --parser {self.programs}/mdoc-request-parser",
            "/usr/libexec/mdoc-hybrid": f"{self.programs}/mdoc-hybrid",
            "--adverts bluetooth --tunnel 1000": f"--adverts loopback:4711 {self.service}",
            "--adverts loopback:4711 --tunnel 1000": f"--adverts loopback:4711 {self.service}",
            "--port 443": f"--port {self.port}",
            "reader/trust --tunnel 1000": f"reader/trust --adverts-port 4711 {self.service}",
        }

    def before(self, command):
        stage = self.stage
        if command.startswith("mdoc-hybrid answer"):
            # The person's broker has shown where its windows are; from here on it only asks, and another one answers.
            stage.others.pop().close()
            enrol(stage, "--state", "answering")
            self.broker("answers", "--state", "answering", keys=[("serving at ", CONSENT)])
            fill_wallet(stage)
            self.asking = self.broker("asks", "--runtime", "asking")
            stage.write("photo.png", self.ask()[1])
        elif command.startswith("mdoc-hybrid links"):
            self.link("other-links")
            self.words[LINK] = self.first("mdoc-hybrid", "links", self.links)
        elif command.startswith("mdoc phone --qr"):
            self.words[CODE] = self.ask()[0]
        elif command.startswith("mdoc phone --picture"):
            # By its content it is a PNG, which --picture takes as well.
            stage.write("photo.jpg", self.ask()[1])
        elif command.startswith("mdoc phone --wait"):
            self.link("links")
        elif command.startswith("mdoc phone-links"):
            self.words[LINK] = self.first("mdoc", "phone-links", "links")

    def after(self, command, shown):
        if command.startswith(("mdoc-hybrid answer", "mdoc phone --qr", "mdoc phone --picture")):
            self.answered()
        elif command.startswith("mdoc-hybrid links"):
            if (left := self.stage.run("mdoc-hybrid", "links", self.links)) != "No device is linked.\n":
                raise Broken(f"a link is left:\n{left}")
        elif command.startswith("mdoc phone --wait"):
            phone = self.stage.others[-1]
            # It says nothing before somebody asks; the service counts who waits as a tunnel that nobody has joined.
            phone.until(lambda: self.counted("opened") > self.counted("joined"), "the phone does not wait", 0)
            self.ask(linked=True)
            phone.until(lambda: "type yes to agree" in phone.words(), "the phone does not ask", 0)
            phone.type("yes\n")
            self.answered()
        elif command.startswith("mdoc phone-links"):
            if (left := self.stage.run("mdoc", "phone-links", "links")) != "no device is linked\n":
                raise Broken(f"a link is left:\n{left}")
        elif command.endswith("--show-host\n") and shown != f"{HOST}\n":
            raise Broken(f"the service's name is {shown}")
        elif command.startswith("mdoc-tunnel") and "--certificate" in command:
            if self.counted("opened", self.port):
                raise Broken("a service that nobody has used counts tunnels")

    def may_listen(self, port):
        """Whether this user may have a port below 1024."""
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except PermissionError:
                return False
        return True

    def broker(self, role, *options, keys=()):
        return self.stage.begin(
            "mdoc-broker", "serve", "--parser", self.programs / "mdoc-request-parser", "--role", role, *options, "--hybrid",
            self.programs / "mdoc-hybrid", "--adverts", "loopback:4711", *self.service.split(), line="serving at ...", keys=keys)

    def first(self, *words):
        """The first link of a list."""
        return self.stage.run(*words).split()[0]

    def ask(self, linked=False):
        """A page asks, and the person takes another device: the code for it, as text and as a picture, unless it is linked."""
        self.answers += 1
        asking, begin = self.asking, self.asking.log.stat().st_size
        self.begun = begin
        self.page = self.stage.begin(
            "env", f"MDOC_AGENTS_SOCKET={self.stage.folder}/asking/agents.sock", "mdoc", "present", "--request", "request.json", "--origin", ORIGIN,
            "--out", f"response-{self.answers}.json")
        asking.until(lambda: "The number of another device" in asking.words(begin), "nobody is asked for a device", begin)
        devices = re.findall(r"^  (\d)  (.+)$", asking.words(begin), re.MULTILINE)
        asking.type(next(number for number, name in devices if name.endswith("which scans a code") != linked) + "\n")
        if linked:
            return None
        asking.until(lambda: re.search(r"^FIDO:/\d+\n", asking.words(begin), re.MULTILINE), "no code is shown", begin)
        lines = asking.words(begin).splitlines()
        text, = (line for line in lines if line.startswith("FIDO:/"))
        return text, pictures.code([line for line in lines if line and not line.strip(" █▀▄")])

    def answered(self):
        """The page has its answer, and the website finds it good."""
        self.page.until(lambda: "the wallet has answered" in self.page.words(), "the page has no answer", 0)
        verify(self.stage, f"response-{self.answers}.json")
        # Before the next one may ask.
        self.asking.until(lambda: "The request is over: the answer was sent" in self.asking.words(self.begun), "the request does not end", self.begun)

    def link(self, folder):
        """A phone scans a code, shares a licence, and is linked."""
        self.stage.run("mdoc", "phone", "--qr", self.ask()[0], "--links", folder, "--yes", *PHONE, "--adverts-port", 4711, *self.service.split())
        self.answered()

    def counted(self, what, port=8443):
        """How many tunnels the service has counted."""
        # The name that its certificate is for is not this machine's.
        context = ssl.create_default_context(cafile=str(self.stage.folder / "tunnel.pem"))
        context.check_hostname = False
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/metrics", timeout=60, context=context) as reply:
            return int(re.search(rf"^mdoc_tunnel_tunnels_{what}_total (\d+)$", reply.read().decode(), re.MULTILINE)[1])
