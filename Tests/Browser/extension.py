"""Browsers with the extension, and the stand-in of the host it talks to."""
from __future__ import annotations

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile

from firefox import Firefox
from harness import CHROMIUM, PATIENCE, REPOSITORY, Browsers, until
from playwright.sync_api import Error
from processes import parent, running
from watch import watched

PONG = {"type": "pong", "version": 1}
ANSWER = "gmVkY2FwaQ"
# Milliseconds in which a host is to greet here: a slow machine starts it later than people would wait for it.
GREETING = 60_000


def put_together(browser, folder, greeting):
    """The extension for a browser, whose host has so many milliseconds to greet."""
    subprocess.run([REPOSITORY / "scripts/extension", "build", browser, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    script, limit = folder / "background/host.js", "GREETING_LIMIT = 3_000;"
    text = script.read_text()
    assert text.count(limit) == 1, f"{script.name} says once: {limit}"
    script.write_text(text.replace(limit, f"GREETING_LIMIT = {greeting};"))
    return folder


class InstalledHost:
    """A native messaging host, of which browsers are told."""

    def __init__(self, program):
        self.program = program

    def install(self, *options, **environment):
        subprocess.run([REPOSITORY / "scripts/extension", "install", "--program", self.program, *options], check=True,
                       stdout=subprocess.DEVNULL, **environment)


class Host(InstalledHost):
    """What the stand-in host is to do, and what it has heard."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        super().__init__(folder / "host")
        script = pathlib.Path(__file__).with_name("native_host.py")
        self.program.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S {script} {folder}\n")
        self.program.chmod(0o755)
        self.reset()

    def reset(self):
        """Answers every request."""
        for name in ("heard.jsonl", "go"):
            (self.folder / name).unlink(missing_ok=True)
        self.play([{"type": "response", "response": ANSWER}])

    def play(self, *steps, pong=(PONG,)):
        self.play_parts({"pong": pong, "steps": steps})

    def play_parts(self, *parts):
        # In one step: a host that was started for another look may be reading it.
        (self.folder / "parts.new").write_text(json.dumps(parts))
        (self.folder / "parts.new").replace(self.folder / "parts.json")

    def go(self):
        (self.folder / "go").touch()

    def heard(self, *kinds):
        """What it was told, without greetings; only some kinds of message, if named."""
        with contextlib.suppress(FileNotFoundError):
            # The last line may still be on its way.
            messages = map(json.loads, (self.folder / "heard.jsonl").read_text().split("\n")[:-1])
            return [m for m in messages if (m["type"] in kinds if kinds else m["type"] not in ("ping", "end of input"))]
        return []


class Tabs:
    """Pages of the one context that has the extension, in place of a context of their own."""

    def __init__(self, context):
        self.context, self.pages, self.scripts = context, [], []

    def __getattr__(self, name):
        return getattr(self.context, name)

    def add_init_script(self, script):
        self.scripts.append(script)

    def new_page(self):
        page = self.context.new_page()
        for script in self.scripts:
            page.add_init_script(script)
        self.pages.append(page)
        return page

    def close(self):
        for page in self.pages:
            page.close()


class ExtendedChromium:
    """Chromium with the extension, in place of `harness.Browsers`. One profile, because contexts beside it have no extensions."""

    def __init__(self, playwright, has_host=True, host=None, greeting=GREETING):
        self.playwright = playwright
        # Without the extension, for laws that hold with it and without it. Started when one is asked for, and once.
        self.plain = Browsers(playwright)
        self.home = tempfile.TemporaryDirectory(prefix="wallet-bridge-", ignore_cleanup_errors=True)
        folder = pathlib.Path(self.home.name)
        self.host, self.has_host = host or Host(folder / "host"), has_host
        self.extension = put_together("chromium", folder / "extension", greeting)
        self.start()

    def start(self):
        """A browser with a fresh profile."""
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="profile-", dir=self.home.name))
        if self.has_host:
            self.host.install("--user-data-dir", self.profile)
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=CHROMIUM, ignore_default_args=["--disable-popup-blocking"],
            args=["--no-sandbox", "--host-resolver-rules=MAP shop.example 127.0.0.1",
                  f"--load-extension={self.extension}", f"--disable-extensions-except={self.extension}"])
        self.has_ended = False
        self.context.on("close", self.note_end)
        self.context.set_default_timeout(PATIENCE * 1000)
        until(self.workers, "the extension starts")
        self.identifier = self.context.service_workers[0].url.split("/")[2]
        self.until_seen_by_pages(self.has_host)

    def note_end(self, context):
        # The end of one in whose place this browser was started may be told late.
        self.has_ended |= context is self.context

    def get(self, *arguments):
        assert not arguments, "this browser was started already"
        return self.living()

    def living(self):
        """Itself, with a browser that has not ended."""
        if self.has_ended:
            self.start()
        return self

    def new_context(self, **options):
        assert not options, "this context was made already"
        return Tabs(self.context)

    def workers(self):
        context = self.living().context
        context.pages[0].title()  # Playwright takes notice of workers only while it is asked for something
        return context.service_workers

    def worker(self, expression):
        worker = self.workers()[0]
        # One that has died answers nobody, and this wait has no limit of its own.
        with watched(f"the extension's worker, asked for {expression}", limit=PATIENCE):
            return worker.evaluate(expression)

    def look(self):
        """Has the extension look for a broker, as a press of its button does."""
        self.worker("chrome.action.setTitle({ title: '-' }).then(() => chrome.action.onClicked.dispatch())")

    def process(self):
        """The browser's own process; what it starts for itself says of which type it is."""
        option = f"--user-data-dir={self.profile}"
        [found] = [number for number, words in running() if option in words and not any("--type=" in word for word in words)]
        return found

    def hosts(self):
        """The processes of the host that this browser has started and not ended."""
        browser = self.process()
        return [number for number, words in running() if words[0] == str(self.host.program) and parent(number) == browser]

    def until_seen_by_pages(self, is_seen):
        """Until the extension's button says so. On a busy machine a host may have greeted too late: then it looks again. That there is none it
        has seen by itself, and a second look would still be under way afterwards."""
        words = {True: "Websites can ask your wallet for a digital ID.", False: "No wallet answers on this computer. Press to look again."}

        def says_so():
            found = self.worker("chrome.action.getTitle({})")
            if is_seen and found == words[False]:
                self.look()
            return found == words[is_seen]
        until(says_so, f"the extension's button says: {words[is_seen]}")

    def close(self):
        self.plain.close()
        self.context.close()
        self.home.cleanup()

    def renew(self):
        """Starts in place of a browser that was killed."""
        self.plain.renew()
        with contextlib.suppress(Error):
            self.context.close()
        self.start()


class ExtendedFirefox(Firefox):
    """Firefox with the extension, in a home of its own, where it finds the host."""

    def __init__(self, has_host=True, preferences=None, host=None, greeting=GREETING):
        self.home = tempfile.TemporaryDirectory(prefix="wallet-bridge-", ignore_cleanup_errors=True)
        folder = pathlib.Path(self.home.name)
        self.host = host or Host(folder / "host")
        environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
        if has_host:
            self.host.install(env=environment)
        super().__init__(preferences, home=folder)
        self.extension = put_together("firefox", folder / "extension", greeting)
        self.look()
        # The first tab of a Firefox without a window never has the focus.
        self.page = self.send("browsingContext.create", type="tab")["context"]

    def look(self):
        """Has the extension look for a broker, by installing it, again if it is there."""
        self.send("webExtension.install", extensionData={"type": "path", "path": str(self.extension)})

    def close(self):
        super().close()
        self.home.cleanup()
