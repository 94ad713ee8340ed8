import json
import re

from parties import serve_broker
from scene import Scene, holds


class Providers(Scene):
    """Somebody has the package of an app, another provider that is built, and a portrait."""

    page = "docs/providers.md"
    needs = ("openssl",)

    def prepare(self):
        run, write = self.stage.run, self.stage.write
        (self.stage.folder / "swift-mdoc").symlink_to(self.stage.clone)
        write("library-app/Package.swift", """// swift-tools-version: 6.2
import PackageDescription

let package = Package(name: "library-app", targets: [.executableTarget(name: "LibraryApp")])
""")
        write("library-app/Sources/LibraryApp/main.swift", "")
        run("mdoc", "reader", "init", "--out", "others", "--domain", "rentals.example")
        root = (self.stage.folder / "others/reader-ca.pem").read_bytes()
        write("library-app/reader-ca.pem", root)
        # One that is built already, called like its app's folder.
        other = write("local-driving-authority/provider.json", json.dumps({
            "name": "local-driving-authority", "displayName": "Local Driving Authority", "arguments": [],
            "program": str((self.stage.clone / ".build/debug/local-driving-authority-provider").resolve()),
            "documentTypes": ["org.iso.18013.5.1.mDL"]})).parent
        # The licence is bound to the PIN that a broker knows.
        programs = (self.stage.clone / ".build/debug").resolve()
        write("installed/local-driving-authority/provider.json", json.dumps({
            "name": "local-driving-authority", "displayName": "Local Driving Authority", "arguments": [],
            "program": f"{programs}/local-driving-authority-provider", "apps": [f"{programs}/local-driving-authority"],
            "documentTypes": ["org.iso.18013.5.1.mDL"]}))
        serve_broker(self.stage, "local-driving-authority", "--providers", "installed")
        # The terminal is in the app's package by then.
        write("library-app/other-registrar.pem", root)
        run("mdoc", "demo", "--out", "story")
        (self.stage.folder / "story/portrait.jpg").rename(self.stage.folder / "library-app/face.jpg")
        self.words = {"provider check ~/.local/share/mdoc/providers/city-library": f"provider check {other}"}

    def after(self, command, shown):
        package, installed = self.stage.folder / "library-app", self.stage.home / ".local/share/mdoc/providers/city-library"
        match re.match(r"(\S+) (\S+)(?: (\S+))?", command).groups():
            case ["mdoc", "provider", "add"]:
                lines = (package / "Sources/CityLibraryProvider/CityLibraryProvider.swift").read_text().splitlines()
                holds(len(lines) == 30, f"the provider has 30 lines, but {len(lines)}")
                holds("CityLibraryProvider" in shown and "swift-mdoc" in shown, f"target and dependency are shown, but\n{shown}")
            case ["install", _, _] if "reader-ca.pem" in command:
                manifest = json.loads((installed / "provider.json").read_text())
                holds(all((installed / root).exists() for root in manifest["readerRoots"]), f"the roots are there that {manifest} names")
            case ["mdoc", "provider", "check"]:
                holds(shown.splitlines()[-1] == "10 passed, 0 failed", f"all points are met, but\n{shown}")
            case ["local-driving-authority", "apply", _]:
                self.words["1a2b3c4d"] = re.match(r"Application (\w+) ", shown)[1]
            case ["local-driving-authority", "list", _]:
                self.words["0f9c2c6e-0000-4000-8000-000000000000"] = re.search(r"^Driving licence +(\S+)$", shown, re.MULTILINE)[1]
            case ["local-driving-authority", "certify", _]:
                names = self.stage.run("openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", package / "reader.pem")
                holds("DNS:rentals.example" in names, f"the certificate is for the domain, but\n{names}")
            case ["local-driving-authority", "remove", _]:
                left = self.stage.run("local-driving-authority", "list")
                holds("no documents" in left, f"the licence is gone, but\n{left}")
