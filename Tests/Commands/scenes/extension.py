import json
import pathlib
import shutil
import struct
import subprocess

from scene import Scene
from terminal import Broken


class Extension(Scene):
    """Somebody has a clone, and folders of the machine where programs go."""

    page = "docs/extension.md"
    in_clone = True

    def prepare(self):
        self.words = {"/usr/libexec": self.stage.home / "libexec", "/opt/wallet-bridge": self.stage.home / "wallet-bridge"}

    def after(self, command, shown):
        if command.startswith("swift build"):
            (self.stage.home / "libexec").mkdir()
            shutil.copy(self.stage.folder / ".build/release/mdoc-native-host", self.stage.home / "libexec")
        elif "build chromium" in command:
            self.loads(self.stage.home / "wallet-bridge")
        else:
            written = [pathlib.Path(line) for line in shown.splitlines()]
            if sorted(path.relative_to(self.stage.home).parts[0] for path in written) != [".config", ".config", ".mozilla"]:
                raise Broken(f"not each of the three browsers is told of the host\n{shown}")
            for path in written:
                self.starts(json.loads(path.read_text()))

    def loads(self, folder):
        """What a browser is given has every file that it speaks of."""
        told = json.loads((folder / "manifest.json").read_text())
        worker = folder / told["background"]["service_worker"]
        for path in [worker, *(folder / icon for icon in told["icons"].values())]:
            if not path.is_file():
                raise Broken(f"the extension in {folder} has no {path.name}")

    def starts(self, told):
        """The host that a browser is told of ends when it is greeted, since there is no broker here."""
        ping = json.dumps({"type": "ping"}).encode()
        ended = subprocess.run(
            [told["path"], "a browser"], env=self.stage.environment, input=struct.pack("=I", len(ping)) + ping, capture_output=True, timeout=60)
        if told["name"] != "mdoc.native_host" or ended.stdout or "no broker answers" not in ended.stderr.decode():
            raise Broken(f"a host without a broker says {ended.stdout} {ended.stderr}")
