import http.client
import re

from parties import CONSENT, ORIGIN, PIN, fill_wallet, found, install_wallet, register, verify
from scene import Scene
from terminal import Broken


class Wallet(Scene):
    """A person has installed broker and wallet, and a website asks both by one signed request."""

    page = "docs/wallet.md"
    keys = {
        "mdoc-broker enrol": [("Words of your own", "blue heron\n"), ("PIN: ", f"{PIN}\n")],
        "mdoc-broker serve": [("serving at ", CONSENT)], "mdoc-broker serve --port": []}
    serving = {"mdoc-broker serve": "serving at ...", "mdoc-broker serve --port": "history: ..."}

    def prepare(self):
        found(self.stage)
        register(self.stage)
        install_wallet(self.stage)
        # As the page says of a parser that is not where an installation has it.
        self.words = {"mdoc-broker serve": 'mdoc-broker serve --parser "$(command -v mdoc-request-parser)"'}

    def before(self, command):
        if command.startswith("mdoc-broker serve --port"):
            # The two are one broker, shown in two ways.
            self.stage.others.pop().close()

    def after(self, command, shown):
        if command.startswith("mdoc-broker serve --port"):
            self.look(shown)
        elif command.startswith("mdoc-broker serve"):
            fill_wallet(self.stage)
            self.stage.run("mdoc", "present", "--request", "request.json", "--origin", ORIGIN, "--out", "response.json")
            verify(self.stage, "response.json")
        elif command.startswith("mdoc-broker history") and f"({ORIGIN})  answered  Wallet" not in shown:
            raise Broken(f"the history does not have the answer:\n{shown}")

    def look(self, shown):
        """Each address opens once; Return prints new ones."""
        terminal = self.stage.others[-1]
        for _ in range(2):
            for name in ("settings", "history"):
                address = re.search(rf"^{name}: +(\S+)$", shown, re.MULTILINE)[1]
                opened = [self.open(address) for _ in range(2)]
                if opened[0] >= 400 or opened[1] < 400:
                    raise Broken(f"{address} does not open once, but with {opened}")
            begin = terminal.log.stat().st_size
            terminal.type("\n")
            terminal.until(lambda: "history: " in terminal.words(begin), "Return prints no new addresses", begin)
            shown = terminal.words(begin)

    def open(self, address):
        """The status of a page, by a browser that knows that the name is this machine's."""
        host, path = address.removeprefix("http://").split("/", 1)
        connection = http.client.HTTPConnection("127.0.0.1", 8790, timeout=60)
        connection.request("GET", f"/{path}", headers={"Host": host})
        return connection.getresponse().status
