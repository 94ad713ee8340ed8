"""Who else has a part in a page's commands: an issuer, websites that ask, a visitor with a licence, and a person with a wallet."""
import http.server
import json
import threading
import urllib.error
import urllib.request

from terminal import Broken

ORIGIN = "https://rentals.example"
PIN = "490213"
# What is typed at a broker's terminal: that the wallet may show documents, that it answers, its first button (Accept), and the PIN.
CONSENT = f"y\n1\n1\n{PIN}\n"


def found(stage):
    """An issuer, and a portrait for its licences."""
    stage.run("mdoc", "issuer", "init", "--out", "issuer")
    stage.run("mdoc", "demo", "--out", "story")


def issue(stage, out, *key):
    """A licence, to a device key that these options name."""
    stage.run(
        "mdoc", "issuer", "issue", "--issuer", "issuer", "--content", stage.clone / "Examples/Wallet/licence.json",
        "--portrait", "story/portrait.jpg", *key, "--out", out)


def register(stage):
    """A website's reader certificate, as the wallet wants it, and a request that it signs."""
    stage.run(
        "mdoc", "reader", "init", "--out", "reader", "--domain", "rentals.example", "--organization", "Spaceship Rentals",
        "--icon", stage.clone / "Examples/SpaceshipRentals/brand.png", "--element", "age_over_21", "--element", "portrait")
    stage.run(
        "mdoc", "request", "create", "--origin", ORIGIN, "--reader", "reader", "--element", "age_over_21", "--expires", 3600,
        "--session", "session.json", "--request", "request.json")


def verify(stage, response):
    """The website looks at an answer to its request."""
    stage.run("mdoc", "verify", "--session", "session.json", "--response", response, "--trust", "issuer/trust")


def ask(address, content=None, **headers):
    """Sends a request, which is a POST where it has content: the reply."""
    request = urllib.request.Request(address, content, {"Content-Type": "application/json", **headers})
    try:
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        raise Broken(f"{address} is answered with {error.code}\n{error.read().decode()}") from error


def visit(stage, service, session):
    """A visitor's browser and wallet answer a session of the service at this address."""
    page = f"{service}/verification/sessions/{session}"
    with ask(f"{page}/request", b"") as reply:
        cookie = reply.headers["Set-Cookie"].split(";")[0]
        stage.write("request.json", reply.read())
    stage.run(
        "mdoc", "respond", "--request", "request.json", "--origin", ORIGIN, "--document", "licence.mdoc", "--device-key", "device-key.pem",
        "--any-reader", "--out", "response.json")
    ask(f"{page}/response", (stage.folder / "response.json").read_bytes(), Cookie=cookie).close()


class Office(http.server.BaseHTTPRequestHandler):
    """The server of Docking Pass, whose session has begun already: it keeps the answer, and gives a berth to anybody."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/passes":
            answer = self.server.session
        else:
            self.server.envelope, answer = json.loads(body)["encryptedData"], {"kind": "berth"}
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """The page's commands alone are shown."""


def enrol_app(stage, folder, merchant, team):
    """Docking Pass has its grant for this build, and its certificate, in a folder."""
    stage.run(
        "mdoc", "reader", "app", "--authority", "reader", "--out", folder, "--program", (stage.clone / ".build/debug/docking-pass").resolve(),
        "--client", "example.docking", "--name", "Docking Pass", "--merchant", merchant, "--team", team, "--element", "age-at-least",
        "--element", "portrait")


def envelope(stage, folder, session):
    """What the app of a folder gets of a wallet for a session of its server: base64."""
    with http.server.HTTPServer(("127.0.0.1", 0), Office) as office:
        office.session, office.envelope = session, None
        threading.Thread(target=office.serve_forever, daemon=True).start()
        told = stage.run(
            "docking-pass", "--office", f"http://127.0.0.1:{office.server_port}", "--grant", f"{folder}/grant.jwt",
            "--certificate", f"{folder}/merchant.pem")
        office.shutdown()
        if not office.envelope:
            raise Broken(f"the wallet gives the app nothing:\n{told}")
        return office.envelope


def install_wallet(stage):
    """A wallet that believes the issuer and the website's registrar, and a key for its licence."""
    programs = (stage.clone / ".build/debug").resolve()
    folder = stage.home / "wallet"
    stage.write(stage.home / ".local/share/mdoc/providers/wallet/provider.json", json.dumps({
        "name": "wallet", "displayName": "Wallet", "program": f"{programs}/wallet-provider", "arguments": [str(folder)],
        "apps": [f"{programs}/wallet"], "documentTypes": ["org.iso.18013.5.1.mDL"], "readerRoots": [f"{stage.folder}/reader/reader-ca.pem"]}))
    stage.run("wallet", "trust", "--issuer", "issuer/iaca.pem", "--reader", "reader/reader-ca.pem", "--folder", folder)
    stage.write("wallet-key.pem", stage.run("wallet", "key", "licence", "--folder", folder))
    issue(stage, "wallet.mdoc", "--device-key", "wallet-key.pem")


def fill_wallet(stage):
    """The wallet takes its licence in, with the broker that serves."""
    told = stage.run(
        "wallet", "add", "wallet.mdoc", "--key", "licence", "--title", "Driving licence", "--reviewer", "Utopia Department of Mobility",
        "--folder", stage.home / "wallet")
    if "not registered" in told:
        raise Broken(f"the wallet's document is not registered:\n{told}")


def enrol(stage, *options):
    """A person's PIN."""
    stage.run("mdoc-broker", "enrol", "--phrase", "blue heron", *options, keys=f"{PIN}\n")


def serve_broker(stage, provider, *options):
    """A broker with a PIN, of which a provider answers whatever it can answer."""
    enrol(stage)
    stage.write("pin", PIN)
    stage.begin(
        "mdoc-broker", "serve", "--parser", stage.clone / ".build/debug/mdoc-request-parser", "--decide-without-person", f"accept:{provider}",
        "--pin-file", "pin", *options, line="serving at ...")
