import http.server
import json
import threading

from parties import found, install_wallet, issue, register, serve_wallet, visit
from scene import Scene
from terminal import Broken

SERVICE = "http://127.0.0.1:8080"
IN_APP = "in-app: {merchant: merchant.example.docking, team: DOCKING, keys: [one], one: {key-file: ../docking/merchant-key.pem}}\n"


class Office(http.server.BaseHTTPRequestHandler):
    """The app's server, whose session has begun already."""

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
        pass


class VerifierService(Scene):
    """Somebody has an authority's root, a website with a visitor, and an app on a machine with a wallet."""

    page = "docs/verifier-service.md"
    in_clone = True
    serving = {"mdoc-verifier serve": "service: http://127.0.0.1:8080"}

    def prepare(self):
        found(self.stage)
        issue(self.stage, "licence.mdoc", "--new-device-key", "device-key.pem")
        self.stage.write("iaca.pem", (self.stage.folder / "issuer/iaca.pem").read_bytes())
        register(self.stage)
        self.stage.run(
            "mdoc", "reader", "app", "--authority", "reader", "--out", "docking", "--program", self.stage.clone / ".build/debug/docking-pass",
            "--client", "example.docking", "--name", "Docking Pass", "--merchant", "merchant.example.docking", "--team", "DOCKING",
            "--element", "age-at-least", "--element", "portrait")
        install_wallet(self.stage)
        serve_wallet(self.stage)
        self.words = {"--fingerprint ...": f"--fingerprint {self.stage.fingerprint('iaca.pem')}"}

    def after(self, command, shown):
        if command.startswith("mdoc-verifier init"):
            # Nothing of the page's configuration but this, for its last two commands.
            with open(self.stage.folder / "verifier/verifier.yaml", "a", encoding="utf-8") as file:
                file.write(IN_APP)
        elif command.startswith("mdoc-verifier check-config") and "The configuration is good." not in shown:
            raise Broken(f"the configuration is not good:\n{shown}")
        elif command.startswith("curl"):
            told = json.loads(shown.splitlines()[-1])
            if '"inApp":true' in command:
                self.words |= {"$ID": told["id"], "$ENVELOPE": self.envelope(told)}
            elif '"policy":"over-21"' in command:
                self.words["$ID"] = told["id"]
                visit(self.stage, SERVICE, told["id"])
            elif told.get("satisfied") is not True if "/result" in command else told["status"] != "verified":
                raise Broken(f"the answer is not verified:\n{shown}")

    def envelope(self, session):
        """What the app gets of the wallet for a session."""
        with http.server.HTTPServer(("127.0.0.1", 0), Office) as office:
            office.session = {"session": session["id"], **session["inApp"]}
            threading.Thread(target=office.serve_forever, daemon=True).start()
            told = self.stage.run(
                "docking-pass", "--office", f"http://127.0.0.1:{office.server_port}", "--grant", "docking/grant.jwt",
                "--certificate", "docking/merchant.pem")
            office.shutdown()
            if not hasattr(office, "envelope"):
                raise Broken(f"the wallet gives the app nothing:\n{told}")
            return office.envelope
