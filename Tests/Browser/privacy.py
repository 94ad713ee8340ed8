"""A presentment to a website and one to an app with every packet captured, then a search for what they showed in all that was written;
`scripts/privacy` calls this.

It runs in a network of its own from which nothing gets out, and in which everything that tries is seen.
"""
from __future__ import annotations

import collections
import os
import pathlib
import resource
import secrets
import socket
import sys
import time
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

import crashes
from capture import Capture, WayOut, streams
from demonstration import LICENCE, Demonstration
from harness import Browsers, Trial, same
from hidden import SHORTEST, Hidden
from skips import skipped
from traces import forms, recognised
from visit import SECRETS, Consent, Visit

# Whoever issues a document, or holds it, has what it says.
OWNERS = ("apps/", "licence.mdoc", "story/", "papers.log")
# Longer than a name server is waited for.
QUIET = 8
# What Chromium asks of its maker by itself, whatever page it shows. What its pages ask for is looked at besides.
BROWSERS_OWN = (".google.com", ".googleapis.com", ".gstatic.com")


def searched(folder):
    """What to look for, and in which forms each may stand."""
    portrait = (folder / "story/portrait.jpg").read_bytes()
    # The website flies to the city of the licence.
    things = {text: text for text in SECRETS if text != LICENCE["resident_city"]} | {"the portrait": portrait[len(portrait) // 2:][:48]}
    return {name: {form for form in forms(thing) if len(form) >= SHORTEST or form == name.encode()} for name, thing in things.items()}


def port(address):
    return urllib.parse.urlsplit(address).port


class Findings:
    def __init__(self):
        self.faults = 0

    def table(self, title, *rows):
        print(title)
        for row in rows:
            print("    " + " | ".join(str(cell) for cell in row), flush=True)

    def wrong(self, text):
        self.faults += 1
        print(f"    WRONG: {text}", flush=True)


def probe():
    """What a program does that calls home: the capture must see it, or it proves nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.sendto(b"home", ("198.51.100.7", 53))
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as caller:
        caller.sendto(b"home", ("2001:db8:1::7", 53))


def quiet(findings):
    """Waits until nobody calls anybody: a service asks for the revocation lists of all it trusts when it starts, long before any document."""
    names, end = set(), time.monotonic() + 90
    while time.monotonic() < end:
        capture = Capture()
        time.sleep(QUIET)
        packets, _ = capture.end()
        called = {f"{packet.sender}: {packet.name}" for packet in packets if packet.wire != "lo"}
        if not called:
            break
        names |= called
    else:
        findings.wrong(f"no {QUIET} s without a call in 90 s")
    findings.table("called before anything is asked:", *((name,) for name in sorted(names)))


def present(playwright, site):
    """From the catalogue to the launch, by selector, sheet and PIN; what the pages asked for on the way, the session, and the browser's cookies."""
    asked, browsers = set(), Browsers(playwright)
    trial = Trial(browsers, site, None)
    try:
        visit = Visit(trial, to_checkout=False)
        trial.context.on("request", lambda request: asked.add(request.url))
        visit.to_checkout()
        visit.share()
        visit.check_verified()
        visit.launch()
        trial.finish()
        return asked, visit.session, {cookie["name"]: cookie["value"] for cookie in trial.context.cookies()}
    finally:
        trial.close()
        browsers.close()


def present_to_app(playwright, site):
    """An app asks by itself, and its server decides; what the wallet's pages asked for on the way."""
    asked, browsers = set(), Browsers(playwright)
    trial = Trial(browsers, site, None)
    try:
        with site.app() as app:
            address = app.next().removeprefix("Decide at ")
            page = trial.open("/")
            trial.context.on("request", lambda request: asked.add(request.url))
            page.goto(address)
            Consent(page, site.pin).choose().accept().confirm()
            same(app.next(), "Welcome. Your berth is 7.", "what the app is told")
        trial.finish()
        return asked
    finally:
        trial.close()
        browsers.close()


def judge_packets(findings, site, things, packets, dropped):
    servers = {port(site.address): "site", port(site.service_address): "service", port(site.wallet): "wallet's pages", port(site.office): "office"}
    if dropped or not packets:
        findings.wrong(f"{len(packets)} packets captured, {dropped} missed: nothing is shown")
    counts, own = collections.Counter(), set()
    for packet in packets:
        server = servers.get(packet.target[1]) or servers.get(packet.source[1])
        is_here = packet.wire == "lo" and {packet.source[0], packet.target[0]} <= {"127.0.0.1", "::1"}
        if is_here and server and packet.protocol == 6:
            counts[server] += 1
        elif packet.sender.startswith("chrom") and packet.name.endswith(BROWSERS_OWN):
            own.add(packet.name)
        else:
            findings.wrong(f"a packet that belongs to nobody: {packet}")
    findings.table("packets between programs of this machine:", *counts.most_common())
    for server in set(servers.values()) - set(counts):
        findings.wrong(f"no packet of the {server} was seen, so nothing is shown of who takes part there")
    findings.table("questions of the browser about its maker:", *((name,) for name in sorted(own)))
    # The service gives the website what was shared, and the website shows it to its visitor. Nobody else is told, the service's own caller included.
    carriers = collections.defaultdict(set)
    for (source, target), content in streams(packets).items():
        found = recognised(things, content)
        if found:
            way = f"from the {servers[source[1]]}" if source[1] in servers else f"to the {servers.get(target[1])}"
            carriers[way] |= found
    findings.table("readable on the way:", *((way, ", ".join(sorted(found))) for way, found in carriers.items()))
    for way in carriers:
        if way not in ("from the site", "from the service"):
            findings.wrong(f"{', '.join(sorted(carriers[way]))} can be read {way}")
    if set(carriers) != {"from the site", "from the service"}:
        findings.wrong("what is shared was not recognised where it is handed over, so the search proves nothing")


def judge_pages(findings, site, asked):
    own = {site.address, site.wallet}
    places = {f"{place.scheme}://{place.netloc}" for place in map(urllib.parse.urlsplit, asked) if place.scheme not in ("data", "blob", "about")}
    findings.table("asked for by pages:", *((place,) for place in sorted(places)))
    if places != own:
        findings.wrong(f"pages asked {', '.join(sorted(places ^ own))}: not site and wallet alone")


def metrics(site):
    request = urllib.request.Request(site.service_address + "/metrics", headers={"Authorization": "Bearer " + site.key})
    with urllib.request.urlopen(request, timeout=30) as reply:
        return reply.read()


def judge_dumps(findings, left):
    """Nobody leaves a core dump: `left` has for each program that was made to crash what it left."""
    can = crashes.probe()
    if can is None:
        skipped(f"whether programs leave core dumps, which cannot be had here (core_pattern: {crashes.PATTERN})")
    elif not can:
        findings.wrong("what a program held is not recognised in its own core dump, so the search proves nothing")
    findings.table("made to crash, and core dumps left:", *((name, len(dumps)) for name, dumps in left.items()))
    for name, dumps in left.items():
        if dumps:
            findings.wrong(f"{name} left a core dump")


def judge_files(findings, site, hidden, written):
    """Searches everything that was written: logs, databases, state, and what is given beside it, by name."""
    for lost in hidden.lost():
        findings.wrong(lost)
    kinds = collections.Counter()
    files = [file for file in sorted(site.folder.rglob("*")) if file.is_file() and not file.is_symlink()]
    for name, content in [*((str(file.relative_to(site.folder)), file.read_bytes()) for file in files), *written]:
        kinds[name.rsplit(".", 1)[-1] if "." in name else "other"] += 1
        for thing in sorted(hidden.misplaced(name, content)):
            findings.wrong(f"{thing} stands in {name}")
    findings.table("looked for:", *((name,) for name in hidden.forms))
    findings.table("written and searched, by the end of the name:", *kinds.most_common())


def main():
    # Whoever may leave a core dump does so here.
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    # Long enough to stand nowhere by chance.
    way_out, findings, site = WayOut(), Findings(), Demonstration(DEMO_PIN=str(secrets.randbelow(9 * 10**15) + 10**15))
    try:
        things, hidden = searched(site.folder), Hidden(site.folder)
        hidden.forms |= things
        hidden.homes |= dict.fromkeys(things, OWNERS)
        token = crashes.registrar_papers(site)
        hidden.add("the reviewer's token", token)
        for wrong in hidden.add_all_of(site):
            findings.wrong(wrong)
        capture = Capture()
        probe()
        seen, _ = capture.end()
        if sum(packet.wire == WayOut.NAME and packet.payload == b"home" for packet in seen) != 2:
            findings.wrong("a call home was not seen, so the capture proves nothing")
        quiet(findings)
        capture, left = Capture(), {}
        with sync_playwright() as playwright:
            asked, session, cookies = present(playwright, site)
            asked |= present_to_app(playwright, site)
            judge_packets(findings, site, things, *capture.end())
            judge_pages(findings, site, asked)
            left.update(crashes.providers(playwright, site))
        # The store knows sessions by their ids.
        hidden.add("the session's id", session, "sessions.sqlite")
        for name, value in cookies.items():
            hidden.add(f"the cookie {name}", value)
        written = [("the service's metrics", metrics(site))]
        held = "\n".join([*SECRETS, site.pin, site.key, session]).encode()
        left.update(crashes.alone(site, token, held, lambda name, content: written.append((name, content))))
        left.update(crashes.services(site))
        judge_dumps(findings, left)
        written += [(f"the core dump of {name}", dump) for name, dumps in left.items() for dump in dumps]
        written.append(("the demonstration's words", pathlib.Path(site.words.name).read_bytes()))
        judge_files(findings, site, hidden, written)
    finally:
        site.close()
        os.close(way_out.device)
    print(f"privacy: {findings.faults} wrong")
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
