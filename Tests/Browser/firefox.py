"""Stock Firefox, driven over WebDriver BiDi: Playwright's own Firefox is another browser."""
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from harness import PATIENCE, Skip, check

# A preference: a press counts for ten minutes, and not for five seconds.
LONG_PRESS = {"dom.user_activation.transient.timeout": 600_000}
COMMAND = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    """One headless Firefox with a fresh profile and one page; `home` is the folder it takes for the person's."""

    def __init__(self, preferences=None, home=None):
        if COMMAND is None:
            raise Skip("there is no Firefox (apt-get install firefox-esr)")
        from websockets.sync.client import connect
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in (preferences or {}).items()]
        (pathlib.Path(self.profile.name) / "user.js").write_text("".join(lines))
        self.log = tempfile.TemporaryFile(mode="w+")
        environment = {**os.environ, "HOME": str(home)} if home else None
        self.process = subprocess.Popen(
            [COMMAND, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0", "about:blank"],
            env=environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            self.socket = connect(self._address() + "/session", max_size=None, open_timeout=PATIENCE, ping_interval=None)
            self.numbers = itertools.count(1)
            self.send("session.new", capabilities={})
            self.page = self.send("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.process.kill()
            raise

    def _address(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            self.log.seek(0)
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)\s", self.log.read())
            if found:
                return found.group(1)
            time.sleep(0.1)
        check(self.process.poll() is not None, "Firefox says where it listens")
        raise Skip("Firefox does not start here")

    def send(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            reply = json.loads(self.socket.recv(timeout=PATIENCE * 2))
            if reply.get("id") == number:
                check(reply["type"] == "success", f"{method}: {reply.get('error')} {reply.get('message')}")
                return reply["result"]

    def open(self, address):
        self.send("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def evaluate(self, expression):
        """The value as the protocol has it; the gesture of a user is not among what it gives."""
        result = self.send("script.evaluate", expression=expression, target={"context": self.page}, awaitPromise=True, userActivation=False)
        check(result["type"] == "success", f"{expression}: {result.get('exceptionDetails', {}).get('text')}")
        return result["result"]

    def js(self, expression):
        """Evaluates to what JSON can hold."""
        text = self.evaluate(f"(async () => JSON.stringify(await ({expression})) ?? 'null')()")
        return json.loads(text["value"])

    def holds(self, expression):
        """Whether it holds of the page; it does not while the page gives way to the next one, of which nothing can be asked."""
        try:
            return self.js(expression)
        except AssertionError:
            return False

    def click(self, expression):
        """A real press of the pointer on the element."""
        node = self.evaluate(expression)
        check("sharedId" in node, f"{expression} is no element: {node}")
        self.js(f"void ({expression}).scrollIntoView({{ block: 'center', behavior: 'instant' }})")
        self.press(self.page, node["sharedId"])

    def press(self, context, element):
        """A real press of the pointer on a node of a page or frame."""
        place = {"type": "element", "element": {"sharedId": element}}
        self.send("input.performActions", context=context, actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": place}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def type(self, text):
        """Real presses of keys, for what has the focus."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.send("input.performActions", context=self.page, actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def windows(self):
        return [tree["context"] for tree in self.send("browsingContext.getTree")["contexts"]]

    def close(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()
