from scene import Scene
from terminal import Broken


class Issuers(Scene):
    """Somebody has an authority's root, and its fingerprint from elsewhere."""

    page = "docs/issuers.md"

    def prepare(self):
        self.stage.run("mdoc", "issuer", "init", "--out", "issuer", "--country", "US", "--state", "US-CA")
        (self.stage.folder / "issuer/iaca.pem").rename(self.stage.folder / "iaca.pem")
        self.words = {"5f0c...": self.stage.fingerprint("iaca.pem")}

    def after(self, command, shown):
        listed = self.stage.run("mdoc", "trust", "list", "--store", "trust")
        if "US/US-CA" not in listed:
            raise Broken(f"the authority is not trusted for its state:\n{listed}")
