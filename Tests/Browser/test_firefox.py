"""A browser without a usable Digital Credentials API: Debian's Firefox. The bridge is its way."""
import contextlib

from firefox import LONG_PRESS, Firefox
from harness import law, rows, same, until
from stand_in import Answer

STUB = {"dom.security.credentialmanagement.digital.enabled": True}


@contextlib.contextmanager
def opened(t, preferences=None):
    t.site.pages["/seen"] = Answer(204)
    firefox = Firefox(LONG_PRESS | (preferences or {}))
    try:
        firefox.open(t.site.origin() + "/page.html")
        until(lambda: firefox.js("window.ready === true"), "the kit is loaded")
        yield firefox
        same(firefox.js("violations"), [], "violations of the content security policy")
    finally:
        firefox.close()


def outcome(firefox):
    until(lambda: firefox.js("window.outcome !== undefined"), "an outcome")
    return firefox.js("window.outcome")


@rows("Firefox {0} is unavailable: {1}, and nothing is sent",
      ("as it comes", "api.absent", "NotSupportedError", None), ("with its stub of the API", "protocol.unsupported", "TypeError", STUB))
def unavailable(t, _, reason, error, preferences):
    with opened(t, preferences) as firefox:
        same(firefox.js("kit.isAvailable()"), False, "isAvailable")
        firefox.js(f"void put({{ session: '{t.session()}' }})")
        same(firefox.js("[button.state, button.shadowRoot.querySelector('[role=status]').textContent]"),
             ["unavailable", "This browser cannot ask for a digital ID."], "state and status")
        firefox.click("button.shadowRoot.querySelector('button')")
        found = outcome(firefox)
        same((found["kind"], found["reason"], found["error"]), ("unavailable", reason, error), "outcome")
        same(t.site.calls(), [], "requests to the service")


@law("In Firefox the bridge works: a click opens the wallet's page, and its answer goes to the service")
def bridge(t):
    with opened(t) as firefox:
        session = t.session()
        firefox.js(f"void put({{ session: '{session}', ways: '{t.site.origin('wallet.localhost', second=True)}/wallet.html native' }})")
        same(firefox.js("button.state"), "ready", "state")
        firefox.click("button.shadowRoot.querySelector('button')")
        same(outcome(firefox), {"kind": "verified-pending-server", "session": session}, "outcome")
        [seen] = [exchange.json for exchange in t.site.log if exchange.path == "/seen"]
        same(seen["origin"], t.site.origin(), "the origin the wallet saw")
        until(lambda: len(firefox.windows()) == 1, "the wallet's window is closed")


@law("In Firefox the service sees the page's origin where the page's referrer policy is no-referrer")
def origin_header(t):
    t.site.pages["/page.html"] = Answer.html(t.site.get("/page.html").body.decode(), **{"Referrer-Policy": "no-referrer"})
    with opened(t) as firefox:
        firefox.js(f"void put({{ session: '{t.session()}', ways: '{t.site.origin('wallet.localhost', second=True)}/wallet.html' }})")
        firefox.click("button.shadowRoot.querySelector('button')")
        same(outcome(firefox)["kind"], "verified-pending-server", "outcome")
        same({exchange.headers.get("Origin") for exchange in t.site.calls()}, {t.site.origin()}, "Origin")


@law("In Firefox neither a scripted click nor a call without a click starts anything")
def no_gesture(t):
    with opened(t) as firefox:
        wallet = t.site.origin("wallet.localhost", second=True) + "/wallet.html"
        firefox.js(f"void put({{ session: '{t.session()}', ways: '{wallet}' }})")
        firefox.js("button.shadowRoot.querySelector('button').click()")
        same(firefox.js("button.state"), "ready", "state after a scripted click")
        firefox.js(f"ask({{ session: '{t.session()}', way: {{ kind: 'bridge', url: '{wallet}' }} }})")
        same(outcome(firefox)["reason"], "activation.missing", "reason")
        same((t.site.calls(), len(firefox.windows())), ([], 1), "requests and windows")
