import base64
import shutil

from pages import blocks
from parties import enrol_app, envelope, serve_broker
from scene import Scene
from terminal import Broken

NONCE = "964c3e56"


class InApp(Scene):
    """A developer has an app with its grant, copies of Wallet's programs, and a person with a broker."""

    page = "docs/in-app.md"
    needs = ("openssl",)

    def prepare(self):
        run, programs, simulator = self.stage.run, (self.stage.clone / ".build/debug").resolve(), self.stage.home / "simulator"
        run("mdoc", "issuer", "init", "--out", "issuer")
        run("mdoc", "reader", "init", "--out", "reader", "--domain", "rentals.example")
        enrol_app(self.stage, "app", "merchant.example", "TEAM")
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
            serve_broker(self.stage, "wallet-simulator")
        elif command.startswith("mdoc open-envelope"):
            nonce = base64.urlsafe_b64encode(bytes.fromhex(NONCE)).decode().rstrip("=")
            session = {"session": "1", "nonce": nonce, "merchantIdentifier": "merchant.example"}
            self.stage.write("envelope.cbor", base64.b64decode(envelope(self.stage, "app", session)))

    def after(self, command, shown):
        if command.startswith("wallet simulator-key"):
            self.stage.run("openssl", "pkey", "-noout", "-in", "simulator.key")
        elif command.startswith("~/simulator/wallet simulate") and shown != "registered with the system\n":
            raise Broken(f"the mock data is not registered:\n{shown}")
        elif command.startswith("mdoc open-envelope") and "mock data under profile simulator" not in shown:
            raise Broken(f"the verdict is not mock:\n{shown}")
