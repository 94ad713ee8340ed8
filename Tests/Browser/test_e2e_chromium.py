"""Spaceship Rentals by the browser's own API: Chromium with the extension, its real host, the real broker and providers."""
import contextlib
import functools
import json
import os
import re
import signal

from extension import ExtendedChromium
from harness import check, law, rows, same, until
from visit import APPS, SECRETS, Visit


def extended(test):
    """Holds a law in the Chromium that has the extension."""
    @functools.wraps(test)
    def held(t, *case):
        t.browsers = t.browsers.extended
        test(t, *case)
    return held


def check_added(t, before, *outcomes):
    """The broker wrote down one request more, and that it ended in one of these ways."""
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = [entry["outcome"] for entry in t.site.history()[:-before or None]]
    check(len(added) == 1 and added[0] in outcomes, f"the history has one of {outcomes} more: {added}")


@law("extension-chromium: from the catalogue to the launch, by selector, sheet and PIN; the service verified it")
@extended
def whole(t):
    visit = Visit(t)
    consent = visit.native_consent()
    same(consent.page.evaluate("[opener, history.length]"), [None, 1], "the window's opener and history")
    same(consent.apps(), APPS, "the apps")
    consent.choose().accept().confirm()
    visit.check_verified()
    t.until(consent.page.is_closed, "the window is closed")
    visit.launch()


@law("extension-chromium: a person who declines, or closes the window, is a NotAllowedError, and nothing is shared")
@extended
def declined(t):
    # A window that is closed is told by its page and by the browser; whichever the broker hears of first ends the request.
    for act, said in ((lambda window: window.choose("Local Driving Authority").press("Decline"), ("declined",)),
                      (lambda window: window.page.close(), ("declined", "withdrawn"))):
        before = len(t.site.history())
        visit = Visit(t)
        act(visit.native_consent())
        visit.check_unanswered("cancelled", "browser.notAllowed", "NotAllowedError")
        check_added(t, before, *said)


@law("extension-chromium: a page that goes away takes its request back, and the window with it")
@extended
def left(t):
    before = len(t.site.history())
    visit = Visit(t)
    consent = visit.native_consent()
    visit.page.goto("about:blank")
    until(lambda: visit.page.title() is not None and consent.page.is_closed(), "the window is closed")
    check_added(t, before, "withdrawn")


@law("extension-chromium: a broker killed while the window is open is an OperationError; the next request is answered")
@extended
def killed(t):
    visit = Visit(t)
    visit.native_consent().choose().accept()
    t.site.kill_broker()
    visit.check_unanswered("failed", "browser.operation", "OperationError")
    visit.page.goto(t.site.origin() + "/checkout")
    visit.calls.clear()
    visit.native_consent().choose().accept().confirm()
    visit.check_verified()


@law("extension-chromium: a host killed at the sheet is an OperationError and the broker's window is closed; the next request is answered")
@extended
def host_killed(t):
    before = len(t.site.history())
    visit = Visit(t)
    consent = visit.native_consent().choose()
    # The one that only looked for a broker may still be ending.
    until(lambda: len(t.browsers.hosts()) == 1, "one host")
    os.kill(t.browsers.hosts()[0], signal.SIGKILL)
    visit.check_unanswered("failed", "browser.operation", "OperationError")
    check_added(t, before, "withdrawn")
    t.until(consent.page.is_closed, "the window is closed")
    visit.page.goto(t.site.origin() + "/checkout")
    visit.calls.clear()
    visit.native_consent().choose().accept().confirm()
    visit.check_verified()


@law("extension-chromium: a browser killed at the sheet takes its request back: nothing is answered, and no provider is left")
def browser_killed(t):
    t.browsers.require()
    browser = ExtendedChromium(t.browsers.playwright, host=t.browsers.host)
    t.browsers, before = browser, len(t.site.history())
    until(lambda: not t.site.providers(), "no provider of an earlier request is left")
    try:
        visit = Visit(t)
        visit.native_consent().choose()
        same(t.site.providers(), ["wallet"], "providers that run")
        os.kill(browser.process(), signal.SIGKILL)
        check_added(t, before, "withdrawn")
        until(lambda: not t.site.providers(), "no provider is left")
        same([name for name, _, _ in visit.calls if name == "response"], [], "answers")
    except Exception:
        # Later nothing can be asked of its pages.
        t.is_void = t.stood_still()
        raise
    finally:
        # There may be nothing left to close.
        with contextlib.suppress(Exception):
            browser.close()


@law("extension-chromium: the sheet names who asks and what for, the window which program reported the page, and no log holds a value")
@extended
def said(t):
    visit = Visit(t)
    consent = visit.native_consent().choose().check_sheet()
    words = consent.page.inner_text("body")
    for word in ("Spaceship Rentals", t.site.origin(), "mdoc-native-host"):
        same(word in words, True, f"the window says {word}")
    consent.accept().confirm()
    visit.check_verified()
    same([(name, secret) for name, text in t.site.logs().items() for secret in SECRETS if secret.lower() in text.lower()], [], "values in logs")


# Notes the SHA-256 of the request that the page hands over, and of the answer it gets, read from its end.
NOTE_DIGESTS = """() => {
  const get = navigator.credentials.get.bind(navigator.credentials);
  const digest = async (bytes) => Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))).join(" ");
  navigator.credentials.get = async (options) => {
    const [{ data: { deviceRequest, encryptionInfo } }] = options.digital.requests;
    const given = new TextEncoder().encode(JSON.stringify({ deviceRequest, encryptionInfo }));
    const credential = await get(options);
    const text = atob(credential.data.response.replaceAll("-", "+").replaceAll("_", "/"));
    const got = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const digests = [await digest(given), await digest(got.reverse())];
    sessionStorage.setItem("noted", JSON.stringify({ digests, count: given.length }));
    return credential;
  };
}"""


@law("extension-chromium: the app gets the bytes that the page handed over, and the page gets the app's answer, byte for byte")
@extended
def whole_bytes(t):
    # It answers with the request that it gets, read from its end.
    before = len(t.site.history())
    with t.site.third_app("Mirror", t.site.test_provider(), "--register", "licence=org.iso.18013.5.1.mDL=any") as settings:
        visit = Visit(t, to_checkout=False)
        visit.page.goto(settings)
        visit.page.click("[data-provider=Mirror] button[value=authorized]")
        t.until(lambda: "updated" in t.site.logs().get("Mirror", ""), "the app has registered its document")
        visit.page.goto(t.site.origin() + "/")
        visit.to_checkout()
        visit.await_button()
        visit.page.evaluate(NOTE_DIGESTS)
        consent = visit.native_consent()
        same(sorted(consent.apps()), sorted([*APPS, "Mirror"]), "the apps")
        consent.choose("Mirror").accept().confirm()
        # The service cannot open that.
        visit.page.wait_for_selector("#unverified, #another-way:visible")
        noted = visit.page.evaluate("JSON.parse(sessionStorage.getItem('noted'))")
        given, got = noted["digests"]
        same(got, given, "the SHA-256 of the answer's bytes from their end, and of the request's")
        check(f"released {noted['count']} " in t.site.logs()["Mirror"], "the app got as many bytes as the page gave")
        check_added(t, before, "answered")


# Notes the page's part of the way: what it got of the site and the service, and what it asked of the browser and sent.
NOTE_STEPS = """() => {
  const steps = [];
  const note = (step) => {
    steps.push(step);
    sessionStorage.setItem("steps", JSON.stringify(steps));
  };
  const send = window.fetch;
  const get = navigator.credentials.get.bind(navigator.credentials);
  window.fetch = async (address, options) => {
    const step = String(address).split("/").at(-1);
    if (step === "response") note("sends the answer");
    const reply = await send(address, options);
    if (step === "session") note("has a session");
    if (step === "request") note("has the request");
    return reply;
  };
  navigator.credentials.get = async (options) => {
    note("asks the browser");
    const credential = await get(options);
    note("has the answer");
    return credential;
  };
}"""


@law("extension-chromium: Each step waits for the one before it, from the signed request to the verified answer, under one correlation id")
@extended
def steps(t):
    until(lambda: not t.site.providers(), "no provider of an earlier request is left")
    visit = Visit(t)
    visit.await_button()
    visit.page.evaluate(NOTE_STEPS)

    done = []

    def check_done(*steps, providers):
        done.extend(steps)
        same(json.loads(visit.page.evaluate("sessionStorage.getItem('steps')") or "[]"), done, "what the page did")
        same(t.site.providers(), providers, "providers that run")

    check_done(providers=[])
    consent = visit.native_consent()
    check_done("has a session", "has the request", "asks the browser", providers=[])
    same(consent.apps(), APPS, "the apps")
    consent.choose()
    check_done(providers=["wallet"])
    consent.accept()
    check_done(providers=["wallet"])
    same(visit.status(), "requested", "the session before the person has confirmed")
    consent.confirm()
    visit.check_verified()
    until(lambda: not t.site.providers(), "the provider has ended")
    check_done("has the answer", "sends the answer", providers=[])
    identifiers = {visit.call(step)[1].headers.get("x-correlation-id") for step in ("request", "response")}
    same(len(identifiers), 1, "correlation ids")
    lines = [line for line in t.site.logs()["mdoc-verifier"].splitlines() if f"correlation={min(identifiers)}" in line]
    routes = [found.group(1) for line in lines if (found := re.search(r"route=\S*/(\w+) ", line))]
    same(routes[:4], ["sessions", "request", "response", "result"], "what the service did")


# Asks on a click with nothing of the kit, and sends the browser's credential, first without the session's cookie.
BY_HAND = """(way) => {
  const json = { "Content-Type": "application/json" };
  const send = {
    fetch: async (address, body) => (await fetch(address, { method: "POST", headers: json, body })).status,
    XMLHttpRequest: (address, body) => new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("POST", address);
      request.setRequestHeader("Content-Type", json["Content-Type"]);
      request.onloadend = () => resolve(request.status);
      request.send(body);
    }),
  };
  const button = document.createElement("button");
  button.id = "by-hand";
  button.onclick = async () => {
    const token = document.getElementById("verify").dataset.token;
    const { id } = await (await fetch("/checkout/session", { method: "POST", headers: { "X-Form-Token": token } })).json();
    const address = `/verification/sessions/${id}`;
    const { protocol, data } = await (await fetch(`${address}/request`, { method: "POST" })).json();
    const body = JSON.stringify(await navigator.credentials.get({ digital: { requests: [{ protocol, data }] } }));
    const bare = await fetch(`${address}/response`, { method: "POST", headers: json, body, credentials: "omit" });
    const refused = (await bare.json()).code;
    window.sent = { id, keys: Object.keys(JSON.parse(body)), refused, status: await send[way](`${address}/response`, body) };
  };
  button.textContent = "Ask by hand";
  document.querySelector("main").prepend(button);
}"""


@rows("extension-chromium: A page without the kit sends the credential as JSON by {0}: verified, and refused where its cookie does not come along",
      ("fetch",), ("XMLHttpRequest",))
@extended
def by_hand(t, way):
    visit = Visit(t)
    visit.await_button()
    visit.page.evaluate(BY_HAND, way)
    visit.native_consent(lambda: visit.page.click("#by-hand")).choose().accept().confirm()
    sent = t.until(lambda: visit.page.evaluate("window.sent"), "it is sent")
    same((sent["keys"], sent["refused"], sent["status"]), (["protocol", "data"], "session.notBound", 200), "what was sent, and the replies")
    same(t.site.backend(f"/v1/sessions/{sent['id']}")[1]["status"], "verified", "the session")
