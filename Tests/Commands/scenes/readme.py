import json
import re
import shutil
import urllib.request

from scene import Scene
from terminal import Broken


class Readme(Scene):
    """Somebody has a clone, what an exchange left behind, and the fingerprint of an authority from elsewhere."""

    page = "README.md"
    in_clone = True
    left = {"make test": "CI runs it by itself"}
    serving = {"make demo": "End with Ctrl-C."}
    # The first line only shows: nothing is trusted, which ends with an error.
    refused = {"mdoc trust add iaca.pem --store trust   ": "nothing is trusted yet"}

    def prepare(self):
        self.stage.run("mdoc", "demo", "--out", "story")
        shutil.copytree(self.stage.folder / "story", self.stage.folder, dirs_exist_ok=True)
        (self.stage.folder / "trust/iaca.pem").rename(self.stage.folder / "iaca.pem")
        shutil.copy(self.stage.folder / "iaca.pem", self.stage.folder / "trust")
        self.stage.environment["INFO"] = json.loads((self.stage.folder / "request.json").read_text())["data"]["encryptionInfo"]
        self.words = {"5f0c...": self.stage.fingerprint("iaca.pem")}

    def verdict(self):
        """The first line of what is said of the answer."""
        return self.stage.run("bash", "-c", "mdoc verify --session session.json --response response.json --trust trust | head -n 1")

    def after(self, command, shown):
        if command.startswith("make demo"):
            address = re.search(r"^site: (\S+)$", shown, re.MULTILINE)
            if not address or "spaceship" not in urllib.request.urlopen(address[1], timeout=30).read().decode().lower():
                raise Broken(f"make demo has no site that rents spaceships at the address that it prints\n{shown}")
        if command.startswith("mdoc verify") and "verified under profile iso" not in shown:
            raise Broken(f"the recorded exchange is not verified\n{shown}")
        if command.startswith("mdoc transcript find") and "fits: Annex C, https://rentals.example" not in shown:
            raise Broken(f"the recorded exchange fits no transcript\n{shown}")
        if "--fingerprint" in command and "trust add" in command and "iaca.pem" not in self.stage.run("mdoc", "trust", "list", "--store", "trust"):
            raise Broken("the authority whose fingerprint was confirmed is not trusted")
        if command.startswith("mdoc trust remove") and "refused" not in self.verdict():
            raise Broken("an answer of the authority that was removed is still verified")
