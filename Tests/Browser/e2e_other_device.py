"""A website is open in one network, the licence is in another, and nothing but a tunnel service is between them.

    e2e_other_device.py PROGRAMS --network NAME --here ADDRESS --there ADDRESS --root CERTIFICATE --desktop LOG

Runs in the website's network: Spaceship Rentals with its verifier service, Chromium, and a broker that has no apps once a visit has been
answered by them, for comparison. In the network NAME: a broker with Wallet, and a Chromium as wide as a phone. ADDRESS is where each finds the
tunnel service. Adverts and notifications go over the bus that the environment names; LOG is what its daemon (fake_bluez.py) prints.
The last line is "verified", or "skipped: why". `scripts/hybrid-namespaces --walk` makes the networks.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import urllib.request

from demonstration import Demonstration
from harness import CHROMIUM, PATIENCE, REPOSITORY, Browsers, Trial, check, same, until
from skips import skipped
from visit import Consent, Visit

NUMBER = "1000"
NAME = "Kelly's phone"
NOTICE = "notification|A linked device asks for a document|See the request in your wallet, and decide there."


class Phone:
    """A broker with Wallet and its owner's licence, by the issuer that the site trusts."""

    pin = "271828"

    def __init__(self, site, programs):
        self.site, self.programs, self.folder = site, programs, site.folder / "phone"
        self.log, self.wallet = self.folder / "mdoc-broker.log", self.folder / "apps/wallet"
        place = self.folder / "providers/wallet"
        place.mkdir(parents=True)
        self.wallet.parent.mkdir()
        (place / "icon.png").write_bytes((REPOSITORY / "Examples/Wallet/icon.png").read_bytes())
        (place / "provider.json").write_text(json.dumps({
            "name": "wallet", "displayName": "Wallet", "icon": "icon.png", "program": str(programs / "wallet-provider"),
            "arguments": [str(self.wallet)], "apps": [str(programs / "wallet")], "documentTypes": ["org.iso.18013.5.1.mDL"],
            "readerRoots": [str(site.folder / "readers.pem")]}))
        (self.folder / "pin").write_text(self.pin + "\n")
        with open(self.folder / "pin") as pin:
            self._run("mdoc-broker", "enrol", "--phrase", "green kettle", "--state", self.folder / "state", stdin=pin)
        with self._broker("--decide-without-person", "accept:wallet", "--pin-file", self.folder / "pin"):
            until((self.folder / "run/apps.sock").exists, "the phone's broker")
            self._fill()

    def _run(self, program, *words, **options):
        """Runs one of the programs; what it prints."""
        environment = {**os.environ, "MDOC_APPS_SOCKET": str(self.folder / "run/apps.sock")}
        done = subprocess.run(
            [str(word) for word in (self.programs / program, *words)], env=environment, capture_output=True, text=True, check=False, **options)
        check(done.returncode == 0, f"{program} {words[0]}: {done.stdout}{done.stderr}")
        return done.stdout

    def _fill(self):
        papers, key, licence = self.site.folder, self.folder / "device-key.pem", self.folder / "licence.mdoc"
        self._run("wallet", "trust", "--folder", self.wallet, "--issuer", papers / "issuer/iaca.pem", "--reader", papers / "readers.pem")
        key.write_text(self._run("wallet", "key", "licence", "--folder", self.wallet))
        self._run("mdoc", "issuer", "issue", "--issuer", papers / "issuer", "--content", REPOSITORY / "Examples/Wallet/licence.json", "--portrait",
                  papers / "story/portrait.jpg", "--device-key", key, "--out", licence)
        words = self._run("wallet", "add", licence, "--key", "licence", "--title", "Driving licence", "--reviewer", "Utopia Department of Mobility",
                          "--folder", self.wallet)
        check("not registered" not in words, f"the licence is registered: {words}")

    @contextlib.contextmanager
    def _broker(self, *options, before=()):
        command = [*before, self.programs / "mdoc-broker", "serve", "--state", self.folder / "state", "--runtime", self.folder / "run", "--providers",
                   self.folder / "providers", "--parser", self.programs / "mdoc-request-parser", *options]
        with open(self.log, "w") as log, subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
            try:
                yield
            finally:
                process.terminate()

    @contextlib.contextmanager
    def serving(self, network, tunnel, root):
        """In its network, with windows in a browser, for a while."""
        options = ["--port", "0", "--hybrid", self.programs / "mdoc-hybrid", "--adverts", "bluetooth", "--tunnel", NUMBER, "--tunnel-address", tunnel,
                   "--tunnel-root", root, "--name", NAME]
        with self._broker(*options, before=("ip", "netns", "exec", network)):
            yield

    def answering(self):
        """The address of its page for answering, which opens once."""
        return until(lambda: self._said(r"^answer another device: (\S+)\n"), "the page for answering")[0]

    def called(self):
        """Where requests of linked devices are decided, in their order."""
        return self._said(r"^A linked device asks for a document\. Decide at (\S+)\n")

    def _said(self, line):
        return re.findall(line, self.log.read_text(), re.M)


def browser_of(playwright, network, folder):
    """A Chromium in another network."""
    starter = folder / "chromium-there"
    starter.write_text(f'#!/bin/sh\nexec ip netns exec {network} {CHROMIUM} "$@"\n')
    starter.chmod(0o700)
    return playwright.chromium.launch(executable_path=starter, args=["--no-sandbox"])


# What the website's server has of a visit

# Counted when time has passed, and so of visits before.
SWEPT = {f"verification_{name}_total" for name in ("sessions_expired", "sessions_interrupted", "results_erased", "retained_erased")}


def measures(site):
    """What the service counts, and where it stands; without what its sweeps count. A gauge says how things are, whoever asks."""
    request = urllib.request.Request(site.service_address + "/metrics", headers={"Authorization": "Bearer " + site.key})
    with urllib.request.urlopen(request, timeout=30) as reply:
        lines = reply.read().decode().splitlines()
    gauges = {line.split()[2] for line in lines if line.startswith("# TYPE ") and line.endswith(" gauge")}
    series = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in series if "_bucket" not in name and name.split("{")[0] not in SWEPT | gauges}


def shape(value):
    """The members of what was sent, without what they say."""
    return {name: shape(inner) for name, inner in value.items()} if isinstance(value, dict) else type(value).__name__


def recorded(t, visit, before):
    """All that the server has of it, as text; session and times are left out."""
    site, session = t.site, visit.session
    after = measures(site)
    with contextlib.closing(sqlite3.connect(f"file:{site.folder / 'sessions.sqlite'}?mode=ro", uri=True)) as store:
        audited = [json.loads(content) for content, in store.execute("SELECT content FROM audit ORDER BY sequence")]
    text = json.dumps({
        "session": site.backend(f"/v1/sessions/{session}"),
        "report": site.backend(f"/v1/sessions/{session}/report"),
        "audit": [record for record in audited if record["session"] == session],
        "counted": sorted(name for name, value in after.items() if value != before.get(name, 0)),
        "received": [[name, sorted(response.request.headers), shape(json.loads(response.request.post_data or "null"))]
                     for name, _, response in visit.calls],
    }, indent=1, sort_keys=True).replace(session, "SESSION")
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", re.sub(r'"correlationId": "[^"]*"', '"correlationId": ""', text))


# The ways to a sheet: the visit, the metrics before it, and the window with the sheet


def here(t):
    before, visit = measures(t.site), Visit(t)
    return visit, before, visit.consent().choose()


def opened(t, phone, page, source):
    """The phone's window of a request: the same selector and sheet as here, with the site's own address, and a line that says where it comes from."""
    consent = Consent(page, phone.pin)
    same(consent.apps(), ["Wallet"], "what the phone offers")
    same(page.inner_text("#origin"), t.site.origin(), "the origin")
    check(source in page.inner_text(".reporter"), f"the line that says so: {page.inner_text('.reporter')}")
    check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the window fits the phone")
    consent.choose()
    same(t.site.providers(), [], "apps at work beside the website")
    return consent


def by_code(t, phone, page):
    before, visit = measures(t.site), Visit(t)
    window = visit.consent()
    same(window.apps(), ["Use another device"], "what is offered")
    window.page.click('.app:has(b:text-is("Use another device"))')
    window.page.wait_for_selector("svg.qr")
    page.goto(phone.answering())
    page.fill("#code", window.page.locator("#code").text_content())
    page.check("#remember")
    page.click("#answer")
    consent = opened(t, phone, page, "Requested on another device")
    window.page.wait_for_selector("h2:text-is('Continue on your device')")
    return visit, before, consent


def link_offered(t):
    """A visit, the metrics before it, and the window that offers the linked phone."""
    for is_last in (False, False, True):
        before, visit = measures(t.site), Visit(t)
        window = visit.consent()
        apps = window.apps()
        if NAME in apps or is_last:
            same(apps, [NAME, "Use another device"], "what is offered")
            return visit, before, window
        # On a slow machine listing what is linked takes longer than the broker waits for it.
        window.page.click("#cancel")
        visit.call("outcome")
        t.close()


def by_link(t, phone, page):
    # Until the phone waits at the tunnel service, it cannot be reached.
    for _ in range(30):
        earlier = len(phone.called())
        visit, before, window = link_offered(t)
        window.page.click(f'.app:has(b:text-is("{NAME}"))')
        t.until(lambda: len(phone.called()) > earlier or window.page.locator(".sign").count(), "the phone is reached, or is not")
        if len(phone.called()) > earlier:
            break
        visit.call("outcome")
        t.close()
    check(len(phone.called()) > earlier, "the phone is reached")
    page.goto(phone.called()[-1])
    # Nobody here has scanned anything.
    consent = opened(t, phone, page, "Requested without a code by a device that you had remembered")
    window.page.wait_for_selector(f'h2:text-is("Continue on {NAME}")')
    return visit, before, consent


# The ends of a visit: the sheet's words, and what the server has


def shared(t, visit, before, consent):
    words = consent.check_sheet().sheet()
    consent.accept().confirm()
    visit.page.wait_for_selector("#verified")
    found = recorded(t, visit, before)
    visit.check_verified()
    visit.launch()
    return words, found


def declined(t, visit, before, consent):
    words = consent.sheet()
    consent.press("Decline")
    visit.page.wait_for_selector("#another-way", state="visible")
    visit.call("outcome")[1].finished()
    found = recorded(t, visit, before)
    visit.check_unanswered("cancelled", "wallet.declined")
    return words, found


def walk(t, phone, context, desktop):
    compared = {}
    for end in (shared, declined):
        print(f"==> {end.__name__} here", flush=True)
        compared[end] = end(t, *here(t))
        t.close()
    # From here on the licence is on the other device only.
    for app in (t.site.folder / "providers").iterdir():
        shutil.rmtree(app)
    t.site.kill_broker()
    until(lambda: not t.site.providers(), "no provider of an earlier request is left")
    for way, end in ((by_code, shared), (by_link, shared), (by_link, declined)):
        print(f"==> {end.__name__} there, {way.__name__.replace('_', ' ')}", flush=True)
        page = context.new_page()
        words, found = end(t, *way(t, phone, page))
        same(words, compared[end][0], "the sheet's words, there and here")
        same(found, compared[end][1], "what the server has, there and here")
        page.close()
        t.close()
    notices = {line for line in desktop.read_text().splitlines() if line.startswith("notification|")}
    same(notices, {NOTICE}, "what the phone's owner is told")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    for name in ("--network", "--here", "--there", "--root"):
        parser.add_argument(name, required=True)
    parser.add_argument("--desktop", required=True, type=pathlib.Path)
    return parser.parse_args()


def main():
    options = arguments()
    if CHROMIUM is None:
        skipped("there is no Chromium (apt-get install chromium)")
        return 0
    from playwright.sync_api import sync_playwright

    os.umask(0o077)
    programs = options.programs.resolve()
    os.environ |= {
        "LANG": "en_US.UTF-8", "DEMO_PROGRAMS": str(programs),
        "DEMO_HYBRID": f"--adverts bluetooth --tunnel {NUMBER} --tunnel-address {options.here} --tunnel-root {options.root}"}
    with contextlib.ExitStack() as stack:
        site = stack.enter_context(contextlib.closing(Demonstration()))
        phone = Phone(site, programs)
        stack.enter_context(phone.serving(options.network, options.there, options.root))
        playwright = stack.enter_context(sync_playwright())
        browsers = stack.enter_context(contextlib.closing(Browsers(playwright)))
        there = stack.enter_context(contextlib.closing(browser_of(playwright, options.network, site.folder)))
        context = there.new_context(viewport={"width": 390, "height": 844})
        context.set_default_timeout(PATIENCE * 1000)
        walk(Trial(browsers, site, options), phone, context, options.desktop)
    print("verified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
