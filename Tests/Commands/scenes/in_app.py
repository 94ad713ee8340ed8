import base64
import http.server
import json
import shutil
import threading

from pages import blocks
from scene import Scene
from terminal import Broken


class Office(http.server.ThreadingHTTPServer):
    """The server of Docking Pass, which keeps the answer that it cannot open, and gives a berth to anybody."""

    NONCE = "964c3e56"

    def __init__(self, envelope):
        class Calls(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                if sent := self.rfile.read(int(self.headers.get("Content-Length", 0))):
                    envelope.write_bytes(base64.b64decode(json.loads(sent)["encryptedData"]))
                    said = {"kind": "berth", "berth": 7, "session": "1"}
                else:
                    nonce = base64.urlsafe_b64encode(bytes.fromhex(Office.NONCE)).decode().rstrip("=")
                    said = {"session": "1", "nonce": nonce, "merchantIdentifier": "merchant.example"}
                body = json.dumps(said).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """The page's commands alone are shown."""

        super().__init__(("127.0.0.1", 0), Calls)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class InApp(Scene):
    """A developer has an app with its grant, copies of Wallet's programs, and a broker with a PIN."""

    page = "docs/in-app.md"
    needs = ("openssl",)

    def prepare(self):
        run, programs, simulator = self.stage.run, (self.stage.clone / ".build/debug").resolve(), self.stage.home / "simulator"
        run("mdoc", "issuer", "init", "--out", "issuer")
        run("mdoc", "reader", "init", "--out", "reader", "--domain", "rentals.example")
        run("mdoc", "reader", "app", "--authority", "reader", "--out", "app", "--program", programs / "docking-pass", "--client", "example.docking",
            "--name", "Docking Pass", "--merchant", "merchant.example", "--team", "TEAM", "--element", "age-at-least", "--element", "portrait")
        run("mdoc-broker", "enrol", "--phrase", "blue heron", keys="490213\n")
        self.stage.write("pin", "490213\n")
        simulator.mkdir()
        for program in ("wallet", "wallet-provider"):
            shutil.copy(programs / program, simulator)
        # A terminal ends with a command that fails, and the page says by which code this one does.
        self.words = {"--profile simulator\n": "--profile simulator && false || [ $? = 3 ]\n"}

    def before(self, command):
        if command.startswith("~/simulator/wallet simulate"):
            manifest = next(block.text for block in blocks(self.stage.clone / self.page) if block.language == "json")
            manifest = manifest.replace("/home/me/reader/", f"{self.stage.folder}/reader/").replace("/home/me/", f"{self.stage.home}/")
            self.stage.write(self.stage.home / ".local/share/mdoc/providers/wallet-simulator/provider.json", manifest)
            parser = (self.stage.clone / ".build/debug/mdoc-request-parser").resolve()
            self.stage.serve(
                "mdoc-broker", "serve", "--parser", parser, "--decide-without-person", "accept:wallet-simulator", "--pin-file", "pin",
                line="...serving at ...")
        elif command.startswith("mdoc open-envelope"):
            office = Office(self.stage.folder / "envelope.cbor")
            self.stage.run(
                "docking-pass", "--office", f"http://127.0.0.1:{office.server_port}", "--grant", "app/grant.jwt", "--certificate", "app/merchant.pem")
            office.shutdown()
            office.server_close()

    def after(self, command, shown):
        if command.startswith("wallet simulator-key"):
            self.stage.run("openssl", "pkey", "-noout", "-in", "simulator.key")
        elif command.startswith("~/simulator/wallet simulate") and shown != "registered with the system\n":
            raise Broken(f"the mock data is not registered:\n{shown}")
        elif command.startswith("mdoc open-envelope") and "mock data under profile simulator" not in shown:
            raise Broken(f"the verdict is not mock:\n{shown}")
