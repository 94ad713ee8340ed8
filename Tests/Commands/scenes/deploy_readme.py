import json
import pathlib
import re
import urllib.error
import urllib.request

from parties import ask, found, issue, visit
from scene import Scene, holds
from terminal import Broken


def status(address, content=None):
    """With what a request is answered, which is a POST where it has content."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, content, {"Content-Type": "application/json"}), timeout=60) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


class DeployReadme(Scene):
    """Somebody has a machine with nginx and PostgreSQL, and an authority's root."""

    page = "deploy/README.md"
    in_clone = True
    serving = {"deploy/run": "page: http://127.0.0.1:8080"}
    needs = ("nginx", "scripts/postgres available")

    def prepare(self):
        found(self.stage)
        issue(self.stage, "licence.mdoc", "--new-device-key", "device-key.pem")
        self.stage.environment["LOAD_PROGRAMS"] = str(self.stage.clone / ".build/release")

    def after(self, command, shown):
        if command.startswith("mdoc-verifier init"):
            # What its comment says.
            self.stage.run(
                "mdoc", "trust", "add", "issuer/iaca.pem", "--store", "try/trust", "--fingerprint", self.stage.fingerprint("issuer/iaca.pem"))
            file = self.stage.folder / "try/verifier.yaml"
            changed, count = re.subn(r"^store:\n(?: .*\n)+", "", file.read_text(), flags=re.MULTILINE)
            if count != 1:
                raise Broken(f"there is no `store` to take out:\n{file.read_text()}")
            file.write_text(changed)
        else:
            backend, page = re.search(r"^backend: (\S+)\npage: (\S+)$", shown, re.MULTILINE).groups()
            key = {"Authorization": f"Bearer {(self.stage.folder / 'try/backend.key').read_text().strip()}"}
            with ask(f"{backend}/v1/sessions", b'{"policy":"over-21"}', **key) as reply:
                session = json.load(reply)["id"]
            visit(self.stage, page, session)
            # The answer is for all instances, of which nginx asks one after the other.
            for _ in range(4):
                with ask(f"{backend}/v1/sessions/{session}", **key) as reply:
                    if (told := json.load(reply))["status"] != "verified":
                        raise Broken(f"the answer is not verified: {told}")
            for path in ("/ready", "/ready/", "/metrics", "/metrics/", "//metrics//"):
                holds(status(backend + path) == 404, f"nobody gets {path} through nginx")
            # What nginx refuses, it has something to say of.
            holds(status(f"{page}/verification/sessions/{session}/response", bytes(3 << 20)) == 413, "nginx bounds the body of an answer")
            logs = list(pathlib.Path(self.stage.environment.get("TMPDIR", "/tmp")).glob("verifier-deployment.*/nginx/error.log"))
            holds(logs and not any(session in log.read_text() for log in logs), "nginx writes nothing down that names a session", str(logs))
