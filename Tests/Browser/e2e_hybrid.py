"""Stock Chromium shows its own QR code on the Spaceship Rentals page, and our wallet answers from another device.

    e2e_hybrid.py PROGRAMS

Nothing of the browser is changed: it reads adverts of a Bluetooth daemon (fake_bluez.py, on a private bus), connects to our tunnel service
under that service's name, and shows its dialog on a screen without a monitor, where the code is read from a picture.
The last line is "verified", or "skipped: why".
"""
import contextlib
import hashlib
import base64
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from harness import CHROMIUM, PATIENCE, check, same, until
from processes import Words
from skips import skipped

HERE = pathlib.Path(__file__).resolve().parent
NUMBER = 266
HOST = "cable.wufkweyy3uaxb.com"
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>custom</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


def absent():
    """Why it cannot run here; nothing where it can."""
    programs = {"Xvfb": "xvfb", "openbox": "openbox", "dbus-daemon": "dbus", "import": "imagemagick", "zbarimg": "zbar-tools", "openssl": "openssl"}
    missing = [package for program, package in programs.items() if shutil.which(program) is None]
    if CHROMIUM is None:
        missing.append("chromium")
    missing += [name for name in ("dbus_fast", "playwright") if importlib.util.find_spec(name) is None]
    return "not installed: " + " ".join(missing) if missing else None


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Stage:
    """Screen, bus, Bluetooth, tunnel and browser, for as long as it is entered."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.stack = programs, folder, contextlib.ExitStack()
        self.adverts = free_port(socket.SOCK_DGRAM)
        # Seconds from each end here to the end of the phone's sheet.
        self.ends = []
        self.environment = {**os.environ, "HOME": str(folder)}

    def __enter__(self):
        with self.stack:
            self._bus()
            self._screen()
            self._tunnel()
            self._browser()
            self.stack = self.stack.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def start(self, name, *command, **options):
        """A program whose words go to a log; it ends with the stage, and what it has started with it."""
        log = open(self.folder / f"{name}.log", "w")
        process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment, start_new_session=True, **options)

        def end():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            log.close()

        self.stack.callback(end)
        return process

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def _bus(self):
        place = self.folder / "bus"
        (self.folder / "bus.conf").write_text(BUS.format(socket=place))
        self.start("bus", "dbus-daemon", f"--config-file={self.folder / 'bus.conf'}", "--nofork", "--nopidfile")
        until(place.exists, "the bus's socket")
        address = f"unix:path={place}"
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self.start("bluetooth", sys.executable, HERE / "fake_bluez.py", "--bus", address, "--adverts", self.adverts)
        until(lambda: "ready" in self.log("bluetooth"), "the Bluetooth daemon")

    def _screen(self):
        display = next(number for number in range(90, 200) if not pathlib.Path(f"/tmp/.X11-unix/X{number}").exists())
        self.environment["DISPLAY"] = f":{display}"
        self.start("screen", "Xvfb", f":{display}", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
        until(pathlib.Path(f"/tmp/.X11-unix/X{display}").exists, "the screen")
        self.start("windows", "openbox")

    def _tunnel(self):
        self.certificate, key = self.folder / "tunnel.pem", self.folder / "tunnel-key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
             "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(self.certificate)], check=True, capture_output=True)
        public = subprocess.run(["openssl", "pkey", "-in", str(key), "-pubout", "-outform", "DER"], check=True, capture_output=True).stdout
        self.pin = base64.b64encode(hashlib.sha256(public).digest()).decode()
        self.tunnel = self.start(
            "tunnel", self.programs / "mdoc-tunnel", "--domain", NUMBER, "--certificate", self.certificate, "--key", key, "--port", 0)
        found = until(lambda: re.search(r"listening on wss://127\.0\.0\.1:(\d+)\n", self.log("tunnel")), "the tunnel service")
        self.port = int(found[1])

    def _browser(self):
        profile = self.folder / "profile"
        self.start(
            "browser", CHROMIUM, "--no-sandbox", f"--user-data-dir={profile}", "--remote-debugging-port=0", "--no-first-run",
            "--no-default-browser-check", "--window-size=1100,900", "--disable-gpu", "--password-store=basic",
            f"--host-resolver-rules=MAP cable.* 127.0.0.1:{self.port}", f"--ignore-certificate-errors-spki-list={self.pin}",
            "--enable-features=WebIdentityDigitalCredentials:dialog/no_dialog", "about:blank")
        active = profile / "DevToolsActivePort"
        until(lambda: active.exists() and active.read_text().count("\n"), "the browser")
        self.devtools = "http://127.0.0.1:" + active.read_text().split("\n")[0]

    @property
    def picture(self):
        """Of the screen, as it was when a code was last looked for."""
        return self.folder / "screen.png"

    def code(self, except_for, before_each_look):
        """The QR code on the screen, as another program reads it."""
        def look():
            before_each_look()
            subprocess.run(["import", "-silent", "-window", "root", str(self.picture)], env=self.environment, check=False, capture_output=True)
            words = subprocess.run(["zbarimg", "--quiet", "--raw", str(self.picture)], check=False, capture_output=True, text=True).stdout
            return next((word for word in words.split() if word.startswith("FIDO:/") and word not in except_for), None)
        try:
            return until(look, "a QR code on the screen")
        except AssertionError:
            shutil.copy(self.picture, HERE.parent.parent / ".build-browser/no-code.png")
            raise

    def phone(self, scanned, papers, *options, document="licence.mdoc", **more):
        command = [
            self.programs / "mdoc", "phone", "--picture" if scanned == self.picture else "--qr", scanned, "--document",
            papers / "issuer" / document, "--device-key", papers / "phone-key.pem", "--reader-trust", papers / "reader/trust", "--tunnel",
            NUMBER, "--tunnel-address", f"127.0.0.1:{self.port}", "--tunnel-root", self.certificate, "--adverts-port", self.adverts, *options]
        return subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=self.environment, **more)

    def memory_holds(self, words):
        """Which of these the tunnel service's memory or log holds."""
        found = {word for word in words if word in self.log("tunnel").encode()}
        with open(f"/proc/{self.tunnel.pid}/maps") as maps, open(f"/proc/{self.tunnel.pid}/mem", "rb", 0) as memory:
            for line in maps:
                begin, end = (int(number, 16) for number in line.split()[0].split("-"))
                if " r" not in line or "[v" in line:
                    continue
                with contextlib.suppress(OSError, ValueError, OverflowError):
                    memory.seek(begin)
                    content = memory.read(end - begin)
                    found |= {word for word in words if word in content}
        return found


class Walk:
    """A visitor at the checkout who has chosen to use another device."""

    def __init__(self, stage, context, site, used):
        self.stage, self.site, self.used = stage, site, used
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.goto(site.origin() + "/")
        self.page.click("#choose-heron")
        self.page.click("#to-checkout")
        self.page.wait_for_selector("#verify")
        # Looked at from outside: `wait_for_function` looks again within the page, whose policy forbids it to evaluate texts.
        until(lambda: self.page.evaluate("typeof document.getElementById('verify').session === 'function'"), "the button is ready")
        self.page.bring_to_front()
        self.ask()

    def ask(self):
        """Presses the button, and reads the code that Chromium shows."""
        button = self.page.locator("#verify").get_by_role("button").first
        with self.page.expect_response(lambda response: response.url.endswith("/request")) as asked:
            button.click()
        # The beginning of what the site asks.
        self.request = re.search(r'"deviceRequest" *: *"([\w-]{64})', asked.value.text())[1]
        self.session = asked.value.url.split("/")[-2]
        self.code = self.stage.code(self.used, lambda: self._press_again(button))
        self.used.add(self.code)

    def _press_again(self, button):
        """On a slow machine the request comes too late for its click: the page keeps it for the next one."""
        is_ready = self.page.get_attribute("#verify", "state") == "ready"
        if is_ready and self.page.get_attribute("#another-way", "data-reason") == "activation.expired":
            button.click()

    def check_unanswered(self):
        """The page offers the way for everybody, and the server has neither an answer nor a result."""
        self.page.wait_for_selector("#another-way", state="visible")
        same(self.site.backend(f"/v1/sessions/{self.session}")[1]["status"], "requested", "the session")
        status, problem = self.site.backend(f"/v1/sessions/{self.session}/result")
        same((status, problem["code"]), (409, "session.unsettled"), "the result")

    def asking(self):
        """A phone that has scanned the code and asks its owner."""
        phone = self.stage.phone(self.code, self.site.folder)
        Words(phone, "the phone").next(lambda line: "share this?" in line)
        return phone


def ended(phone, words=None):
    """What the phone printed, once it has ended."""
    output, _ = phone.communicate(words, timeout=PATIENCE)
    return phone.returncode, output


def shared(stage, context, site, used):
    walk = Walk(stage, context, site, used)
    stage.canaries = {site.origin().encode(), walk.request.encode()}
    begin = time.monotonic()
    status, output = ended(stage.phone(stage.picture, site.folder), "yes\n")
    check(status == 0 and site.origin() in output, f"the phone shared with {site.origin()}: {output}")
    check("requested on the device whose code you scanned" in output, f"the phone says where it was requested: {output}")
    walk.page.wait_for_selector("#verified")
    print(f"    verified {time.monotonic() - begin:.1f} s after the code was scanned")
    walk.page.click("#launch")
    walk.page.wait_for_selector("#launched")
    walk.page.close()


def declined(stage, context, site, used):
    walk = Walk(stage, context, site, used)
    status, output = ended(stage.phone(walk.code, site.folder), "no\n")
    check(status == 1 and "declined" in output, f"the phone declined: {output}")
    walk.check_unanswered()
    walk.page.close()


def no_document(stage, context, site, used):
    walk = Walk(stage, context, site, used)
    status, output = ended(stage.phone(walk.code, site.folder, "--yes", document="card.mdoc"))
    check(status == 1 and "no document here can answer" in output, f"the phone has no document: {output}")
    walk.check_unanswered()
    walk.page.close()


def ended_by(stage, phone, act):
    """What is done here ends the phone's sheet."""
    begin = time.monotonic()
    act()
    # Its question stays open: an end of what is typed would be an answer, too.
    phone.wait(timeout=PATIENCE)
    stage.ends.append(time.monotonic() - begin)
    print(f"    the phone's sheet ended {stage.ends[-1]:.1f} s later")
    words = phone.stdout.read()
    phone.stdin.close()
    check("hybrid.closed" in words, f"the phone says that the other device gave up: {words}")


def left(stage, context, site, used):
    for _ in range(2):
        walk = Walk(stage, context, site, used)
        ended_by(stage, walk.asking(), walk.page.close)


def aborted(stage, context, site, used):
    walk = Walk(stage, context, site, used)
    # Aborts the signal that the browser was given.
    ended_by(stage, walk.asking(), lambda: walk.page.evaluate("document.getElementById('verify').cancel()"))
    walk.check_unanswered()
    same(walk.page.get_attribute("#another-way", "data-reason"), "aborted", "the outcome")
    same(walk.page.locator("#verify").get_by_role("status").text_content(), "Cancelled. You can try again.", "the button's words")
    # The page is where it was, and asks again.
    walk.ask()
    status, output = ended(stage.phone(walk.code, site.folder), "yes\n")
    check(status == 0, f"the phone shared after all: {output}")
    walk.page.wait_for_selector("#verified")
    walk.page.close()


def make_documents(programs, papers):
    """The phone's own licence, by the issuer that the site trusts, and a document of another type than the site asks for."""
    licence = HERE.parent.parent / "Examples/Wallet/licence.json"
    card = papers / "card.json"
    card.write_text(json.dumps(
        {**json.loads(licence.read_text()), "docType": "org.example.library.card", "nameSpaces": {"org.example.library": {"card_number": "12345"}}}))
    issue = [str(programs / "mdoc"), "issuer", "issue", "--issuer", str(papers / "issuer")]
    key = str(papers / "phone-key.pem")
    for options in (
        ["--content", str(licence), "--portrait", str(papers / "story/portrait.jpg"), "--new-device-key", key, "--out", str(papers / "issuer/licence.mdoc")],
        ["--content", str(card), "--device-key", key, "--out", str(papers / "issuer/card.mdoc")],
    ):
        subprocess.run(issue + options, check=True, capture_output=True, text=True)


def main():
    reason = absent()
    if reason:
        skipped(reason)
        return 0
    from demonstration import LICENCE, Demonstration
    from playwright.sync_api import sync_playwright

    programs = pathlib.Path(sys.argv[1]).resolve()
    os.environ |= {"DEMO_PROGRAMS": str(programs), "DEMO_WAY": "native"}
    with tempfile.TemporaryDirectory(prefix="hybrid-", ignore_cleanup_errors=True) as folder, contextlib.closing(Demonstration()) as site:
        make_documents(programs, site.folder)
        with Stage(programs, pathlib.Path(folder)) as stage, sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(stage.devtools, timeout=PATIENCE * 1000)
            used = set()
            for step in (shared, declined, no_document, left, aborted):
                print(f"==> {step.__name__.replace('_', ' ')}")
                step(stage, browser.contexts[0], site, used)
            # The best counts: a busy machine is late for reasons of its own.
            check(min(stage.ends) < 5, f"within five seconds: {stage.ends}")
            same(stage.memory_holds({*stage.canaries, LICENCE["family_name"].encode()}), set(), "what the tunnel service has learnt")
            check(stage.memory_holds([HOST.encode()]), "the look into the tunnel's memory finds what is there")
    print("verified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
