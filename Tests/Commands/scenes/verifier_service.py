import json

from parties import enrol_app, envelope, fill_wallet, found, install_wallet, issue, register, serve_broker, visit
from scene import Scene
from terminal import Broken

SERVICE = "http://127.0.0.1:8080"
IN_APP = "in-app: {merchant: merchant.example.docking, team: DOCKING, keys: [one], one: {key-file: ../docking/merchant-key.pem}}\n"


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
        enrol_app(self.stage, "docking", "merchant.example.docking", "DOCKING")
        install_wallet(self.stage)
        serve_broker(self.stage, "wallet")
        fill_wallet(self.stage)
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
                self.words |= {"$ID": told["id"], "$ENVELOPE": envelope(self.stage, "docking", {"session": told["id"], **told["inApp"]})}
            elif '"policy":"over-21"' in command:
                self.words["$ID"] = told["id"]
                visit(self.stage, SERVICE, told["id"])
            elif told.get("satisfied") is not True if "/result" in command else told["status"] != "verified":
                raise Broken(f"the answer is not verified:\n{shown}")
