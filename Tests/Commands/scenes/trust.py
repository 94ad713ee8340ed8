from scene import Scene
from terminal import Broken

LISTS = "https://localhost:8444"
# What has to be said of a server on this machine, and of no other.
REACH = "--network loopback-tests --tls-root web.pem"


class Trust(Scene):
    """A provider publishes signed lists, and the authority that one names its revocation list."""

    page = "docs/trust.md"
    serving = {"mdoc trust refresh": "  outcome      ✔ unchanged"}
    needs = ("openssl",)

    def prepare(self):
        run = self.stage.run
        run("mdoc", "issuer", "init", "--out", "issuer", "--crl", f"{LISTS}/iaca.crl")
        run("mdoc", "reader", "init", "--out", "reader", "--domain", "rentals.example")
        run("mdoc", "vical", "init", "--out", "lists", "--organization", "Utopia Lists")
        (self.stage.folder / "lists/list-root.pem").rename(self.stage.folder / "list-root.pem")
        signed = ("--signer", "lists", "--provider", "Utopia", "--out")
        run("mdoc", "vical", "write", "issuer/iaca.pem", "--doc-type", "org.iso.18013.5.1.mDL", *signed, "vical")
        run("mdoc", "rical", "write", "reader/reader-ca.pem", *signed, "rical.cbor")
        self.stage.write("index.txt", "")
        self.stage.write("number", "01\n")
        self.stage.write(
            "ca.cnf",
            "[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\ncrlnumber=number\ndefault_md=sha256\ncrl_extensions=e\n"
            "[e]\nauthorityKeyIdentifier=keyid:always\n")
        run("openssl", "ca", "-gencrl", "-config", "ca.cnf", "-cert", "issuer/iaca.pem", "-keyfile", "issuer/iaca-key.pem", "-crldays", "7",
            "-out", "crl.pem")
        run("openssl", "crl", "-in", "crl.pem", "-outform", "DER", "-out", "iaca.crl")
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "web-key.pem", "-out", "web.pem")
        self.stage.begin(
            "openssl", "s_server", "-WWW", "-accept", LISTS.replace("https://localhost", "127.0.0.1"), "-cert", "web.pem", "-key", "web-key.pem",
            line="ACCEPT")
        self.words = {
            "5f0c...": self.stage.fingerprint("list-root.pem"),
            "https://lists.example/vical": f"{LISTS}/vical {REACH}",
            "--every 3600": f"--every 3600 {REACH}",
        }

    def after(self, command, shown):
        listed = self.stage.run("mdoc", "trust", "list", "--store", "trust")
        for begin, words in {
            "mdoc trust add": "vouches for  lists of authorities",
            "mdoc trust import --url": f"from {LISTS}/vical",
            "mdoc trust import rical": "List of readers' authorities of Utopia",
        }.items():
            if command.startswith(begin) and words not in listed:
                raise Broken(f'the store does not say "{words}" after {command}{listed}')
        if command.startswith("mdoc trust refresh") and "✔ updated" not in shown:
            raise Broken(f"the revocation list that the listed authority names was not fetched\n{shown}")
