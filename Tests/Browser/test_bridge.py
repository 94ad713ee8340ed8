"""A wallet's page in a popup: the handshake, and everything that can go wrong with it."""
import contextlib
import json
import pathlib
import threading
import time

import playwright.sync_api

from harness import check, law, rows, same, until
from stand_in import STRICT_POLICY, Answer

PAGES = pathlib.Path(__file__).parent / "pages"
ABSENT = "delete window.DigitalCredential"


def seen(t):
    """What the wallet's page reported about its caller."""
    return [exchange.json for exchange in t.site.log if exchange.path == "/seen"]


def opened(t, behaviour, **options):
    """A page armed for the wallet's page. Its time stands still, so that what the window says counts however late it comes."""
    t.site.pages.setdefault("/seen", Answer(204))
    t.open(init=ABSENT, **options)
    t.stop_clock()
    return t.arm(extra=t.bridge(behaviour))


def run_out(t, milliseconds):
    """Lets time pass in every window; the popup closes in it, of which Playwright may complain."""
    with contextlib.suppress(playwright.sync_api.Error):
        t.page.clock.run_for(milliseconds)


def popups(t):
    return [page for page in t.context.pages if page is not t.page]


@law("The wallet's page gets the request and the page's origin, and its answer goes to the service")
def respond(t):
    session = opened(t, "respond")
    with t.context.expect_page() as popup:
        t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    [report] = seen(t)
    same(report["origin"], t.site.origin(), "the origin the wallet saw")
    message = report["message"]
    same({**message, "data": sorted(message["data"])}, {
        "type": "org-iso-mdoc.request", "version": 1, "protocol": "org-iso-mdoc", "data": ["deviceRequest", "encryptionInfo"]}, "message")
    same(t.site.calls("response")[0].json, {"protocol": "org-iso-mdoc", "data": {"response": "gmVkY2FwaQ"}}, "what was handed in")
    t.until(popup.value.is_closed, "the popup is closed")


@law("A wallet's page that says hello twice still answers once")
def twice(t):
    session = opened(t, "twice")
    t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    same(len(t.site.calls("response")), 1, "responses")


@rows("A wallet's page that {0} ends as {2}, {3}",
      ("declines", "decline", "cancelled", "wallet.declined"),
      ("gives up", "fail", "failed", "wallet.failed"),
      ("answers nonsense", "garbage", "failed", "response.malformed"),
      ("speaks another version", "other-version", "failed", "bridge.version"))
def ends(t, _, behaviour, kind, reason):
    opened(t, behaviour)
    t.click()
    t.expect(kind, reason)
    same(t.site.calls("response"), [], "responses")
    [note] = until(lambda: t.site.calls("outcome"), "the note to the service") if behaviour != "other-version" else [None]
    if note:
        same(note.json, {"outcome": kind}, "note")


@rows("A wallet's own reason {0}", ("is handed on as a code", "fail", "document.expired"), ("is dropped if it is no code", "fail-oddly", None))
def wallet_reason(t, _, behaviour, code):
    opened(t, behaviour)
    t.click()
    same(t.expect("failed", "wallet.failed").get("walletReason"), code, "reason")


@law("Answers that come before the request was sent do not count")
def early(t):
    session = opened(t, "early-answer")
    t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    same([exchange.json["data"] for exchange in t.site.calls("response")], [{"response": "gmVkY2FwaQ"}], "what was handed in")


@law("A wallet's page that stays silent for 10 seconds is unavailable: bridge.silent, and its window is closed")
def silent(t):
    opened(t, "silent")
    with t.context.expect_page() as popup:
        t.click()
    # The page closes it as soon as the time is over. A close that meets the window on its way to the wallet's process may be lost.
    t.until(lambda: "/wallet.html" in popup.value.url, "the wallet's page is there")
    t.page.clock.run_for(5_000)
    same(t.js("window.outcome === undefined"), True, "still waiting after 5 s")
    run_out(t, 6_000)
    t.expect("unavailable", "bridge.silent")
    t.until(popup.value.is_closed, "the popup is closed")


@law("A wallet that was greeted may take its time: no time-out while a person decides")
def patient(t):
    opened(t, "wait")
    t.click()
    until(lambda: seen(t), "the wallet has the request")
    t.page.clock.run_for(600_000)
    same(t.js("window.outcome === undefined"), True, "still waiting after ten minutes")


@law("A wallet's page that moves to another origin gets no request")
def moved(t):
    t.site.pages["/moves"] = Answer(302, b"", {"Location": t.site.origin("127.0.0.1", second=True) + "/wallet.html?do=respond"})
    t.site.pages["/seen"] = Answer(204)
    t.open(init=ABSENT)
    t.arm(extra=f'way: {{ kind: "bridge", url: "{t.site.origin("wallet.localhost", second=True)}/moves" }}')
    t.stop_clock()
    with t.context.expect_page() as popup:
        t.click()
    t.until(lambda: "127.0.0.1" in popup.value.url, "the popup moved")
    until(lambda: t.site.calls("request"), "the request is there")
    run_out(t, 11_000)
    t.expect("unavailable", "bridge.silent")
    same(seen(t), [], "requests the other origin got")


@law("Another window's messages do not count, whatever they say")
def other_window(t):
    t.site.pages["/liar"] = Answer.html("""<!doctype html><script>
        for (const message of [{ type: "org-iso-mdoc.hello", version: 1 },
            { type: "org-iso-mdoc.response", protocol: "org-iso-mdoc", data: { response: "AAAA" } }, { type: "org-iso-mdoc.declined" }])
          parent.postMessage(message, "*");
        parent.postMessage("lied", "*");
      </script>""")
    opened(t, "wait")
    t.click()
    until(lambda: seen(t), "the wallet has the request")
    liar = t.site.origin("wallet.localhost", second=True) + "/liar"
    t.js(f"""new Promise((resolve) => {{
        addEventListener('message', (event) => event.data === 'lied' && resolve());
        document.body.append(Object.assign(document.createElement('iframe'), {{ src: '{liar}' }}));
    }})""")
    same(t.js("window.outcome === undefined"), True, "still waiting")
    same(t.site.calls("response"), [], "responses")


@law("A person who closes the wallet's window cancels: popup.closed")
def closed(t):
    opened(t, "wait")
    with t.context.expect_page() as popup:
        t.click()
    until(lambda: seen(t), "the wallet has the request")
    popup.value.close()
    t.page.clock.resume()
    t.expect("cancelled", "popup.closed")


@law("A window closed before the wallet spoke cancels: popup.closedEarly")
def closed_early(t):
    opened(t, "silent")
    with t.context.expect_page() as popup:
        t.click()
    # A close that meets the window on its way to the wallet's process may be lost.
    t.until(lambda: "/wallet.html" in popup.value.url, "the wallet's page is there")
    popup.value.close()
    t.page.clock.resume()
    t.expect("cancelled", "popup.closedEarly")


@law("A window that the browser does not allow fails as popup.blocked, and nothing is sent")
def blocked(t):
    t.site.pages["/top"] = Answer.html('<!doctype html><iframe sandbox="allow-scripts allow-same-origin" src="/page.html"></iframe>')
    t.open("/top")
    inner = t.page.frames[1]
    until(lambda: inner.evaluate("window.ready === true"), "the kit is loaded in the frame")
    inner.evaluate(f"arm({{ session: '{t.session()}', {t.bridge('respond')} }})")
    inner.click("#ask")
    until(lambda: inner.evaluate("window.outcome !== undefined"), "an outcome")
    outcome = inner.evaluate("window.outcome")
    same((outcome["kind"], outcome["reason"]), ("failed", "popup.blocked"), "outcome")
    same(t.site.calls(), [], "requests to the service")


@law("A click that has opened another window is used up: activation.missing, and nothing is sent")
def second_window(t):
    t.site.pages["/other"] = Answer.html("<!doctype html><title>Other</title>")
    t.open(init=ABSENT)
    t.js(f"""document.getElementById('ask').onclick = () => {{
        window.open('/other');
        window.left = navigator.userActivation.isActive;
        ask({{ session: '{t.session()}', {t.bridge('respond')} }});
    }}""")
    t.click()
    t.outcome()
    # On a machine under load Chromium, rarely, does not use the click up; the law is about those that are.
    t.is_void = t.js("left")
    t.expect("failed", "activation.missing", "NotAllowedError")
    same(t.site.calls(), [], "requests to the service")


@law("Without a user's gesture no window opens and nothing is sent: activation.missing")
def no_gesture(t):
    t.open(init=ABSENT)
    t.js(f"ask({{ session: '{t.session()}', {t.bridge('respond')} }})")
    t.expect("failed", "activation.missing", "NotAllowedError")
    same((popups(t), t.site.calls()), ([], []), "windows and requests")


@law("Aborting closes the wallet's window and cancels")
def abort(t):
    t.site.pages["/seen"] = Answer(204)
    t.open(init=ABSENT)
    t.stop_clock()
    t.arm(extra=t.bridge("wait") + ", signal: (window.stop = new AbortController()).signal")
    with t.context.expect_page() as popup:
        t.click()
    until(lambda: seen(t), "the wallet has the request")
    t.js("stop.abort()")
    t.expect("cancelled", "aborted", "AbortError")
    t.until(popup.value.is_closed, "the popup is closed")


@law("A refusal of the service closes the wallet's window", stand_in_only=True)
def refused(t):
    t.site.faults["request"] = Answer.problem(410, "session.expired")
    opened(t, "respond")
    with t.context.expect_page() as popup:
        t.click()
    t.expect("failed", "session.expired")
    t.until(popup.value.is_closed, "the popup is closed")
    same(seen(t), [], "requests the wallet got")


@law("A wallet's page that comes when nobody waits for it any more is closed as soon as it speaks", stand_in_only=True)
def late(t):
    asked, comes = threading.Event(), threading.Event()
    text = (PAGES / "wallet.html").read_text()

    def page(_):
        asked.set()
        comes.wait()
        return Answer.html(text)
    t.site.pages["/wallet.html"] = page
    t.open(init=ABSENT)
    t.arm(extra=t.bridge("wait") + ", signal: (window.stop = new AbortController()).signal")
    t.stop_clock()
    with t.context.expect_page() as popup:
        t.click()
        until(asked.is_set, "the wallet's page is asked for")
        t.js("stop.abort()")
        t.expect("cancelled", "aborted", "AbortError")
        comes.set()
    t.until(popup.value.is_closed, "the popup is closed")
    same(seen(t), [], "requests the wallet got")


@law("A slow service does not cost the click: the window opens at once, the request follows", stand_in_only=True)
def slow(t):
    t.site.faults["request"] = lambda _: time.sleep(6)
    session = opened(t, "respond")
    with t.context.expect_page():
        t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")


@rows("A site that sends Cross-Origin-Opener-Policy: {0}, {1}",
      ("same-origin-allow-popups", "works", None), ("unsafe-none", "works", None),
      ("same-origin", "cuts the window off: popup.closedEarly", "popup.closedEarly"))
def opener_policy(t, policy, _, reason):
    text = (PAGES / "page.html").read_text()
    t.site.pages["/page.html"] = Answer.html(text, **{"Cross-Origin-Opener-Policy": policy, "Content-Security-Policy": STRICT_POLICY})
    session = opened(t, "respond")
    t.click()
    if reason:
        # From here on its ten seconds pass.
        until(lambda: any(exchange.path.startswith("/wallet.html") for exchange in t.site.log), "the wallet's page is asked for")
        t.page.clock.resume()
        t.expect("cancelled", reason)
    else:
        same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")


@law("The address of the wallet's page is opened as given: nothing of the session is in it")
def address(t):
    session = opened(t, "respond")
    t.click()
    t.outcome()
    gets = [exchange.path for exchange in t.site.log if exchange.path.startswith("/wallet.html")]
    same(gets, ["/wallet.html?do=respond"], "addresses")
    check(session not in json.dumps(seen(t)), "the session id went to the wallet")
