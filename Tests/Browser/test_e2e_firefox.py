"""Spaceship Rentals in Firefox with the extension, its real host, the real broker and providers."""
import contextlib
import json

from extension import ExtendedFirefox
from firefox import LONG_PRESS
from harness import law, same, until
from visit import APPS, SHARED, check_sheet

PRESS = "document.getElementById('verify').shadowRoot.querySelector('button.choice')"


class FirefoxVisit:
    """A visitor at the checkout, and the window in which the person decides."""

    def __init__(self, t, firefox):
        self.t, self.firefox, self.tab = t, firefox, firefox.page
        self.start()

    def start(self):
        """From the catalogue, once pages have the bridge."""
        def at_the_checkout():
            self.firefox.open(self.t.site.origin() + "/")
            for step in ("choose-heron", "to-checkout"):
                self._to(f"document.getElementById('{step}')")
            is_there = self.firefox.js("typeof DigitalCredential === 'function'")
            if not is_there:
                self.firefox.look()  # on a busy machine the host may have greeted too late
            return is_there
        until(at_the_checkout, "pages have the bridge")
        self.firefox.js("void addEventListener('outcome', ({ detail }) => { window.seen = detail })")

    def _to(self, element):
        """Presses what leads to the next page, and waits for it."""
        before = self.firefox.js("location.href")
        self.firefox.click(element)
        until(lambda: self.firefox.holds(f"location.href !== {json.dumps(before)} && document.readyState === 'complete'"), "the next page")

    def consent(self):
        """Asks by the browser's own API; the window then is what the browser is told to look at."""
        until(lambda: self.firefox.js("typeof document.getElementById('verify').session === 'function'"), "a button that works")
        self.firefox.click(PRESS)
        [self.window] = until(self.windows, "the wallet's window")
        self.firefox.page = self.window
        until(lambda: self.firefox.holds("document.querySelector('.app') !== null"), "the apps")

    def windows(self):
        trees = self.firefox.send("browsingContext.getTree")["contexts"]
        return [tree["context"] for tree in trees if tree["url"].startswith(self.t.site.wallet + "/consent/")]

    def choose(self, app):
        self.firefox.click(f"[...document.querySelectorAll('.app')].find((each) => each.textContent.includes('{app}'))")
        until(lambda: self.firefox.js("document.activeElement.className") == "sheet", "the sheet")

    def _in_sheet(self, selector):
        """The frame of the sheet and an element in it, once all of the sheet is there: before its style, things stand elsewhere."""
        def found():
            # Of a frame that gives way to its document nothing can be asked.
            with contextlib.suppress(AssertionError):
                [tree] = self.firefox.send("browsingContext.getTree", root=self.window)["contexts"]
                for frame in tree["children"]:
                    locator = {"type": "css", "value": selector}
                    nodes = self.firefox.send("browsingContext.locateNodes", context=frame["context"], locator=locator)["nodes"]
                    places = [(frame["context"], node["sharedId"]) for node in nodes]
                    if places and self._of(places[0], "(element) => element.ownerDocument.readyState === 'complete'"):
                        return places[0]
        return until(found, f"{selector} in the sheet")

    def _of(self, place, function):
        """What a function says of an element of the sheet, whose frame runs no script of a page."""
        frame, element = place
        reply = self.firefox.send("script.callFunction", functionDeclaration=function, target={"context": frame, "sandbox": "test"},
                                  arguments=[{"sharedId": element}], awaitPromise=False)
        return reply["result"].get("value")

    def press(self, selector):
        """A button of the sheet."""
        button = self._in_sheet(selector)
        self._of(button, "(button) => { button.scrollIntoView(); }")
        # A sheet takes presses a moment after it has come.
        until(lambda: self.firefox.js("getComputedStyle(document.querySelector('iframe.sheet')).pointerEvents") == "auto", "the sheet takes presses")
        self.firefox.press(*button)

    def check_sheet(self):
        icon = until(lambda: self._of(self._in_sheet("img"), "(image) => image.naturalWidth"), "the icon is loaded")
        check_sheet(self._of(self._in_sheet("body"), "(body) => body.innerText"), icon)

    def confirm(self):
        until(lambda: self.firefox.js("document.getElementById('pin') !== null"), "the question for the PIN")
        self.firefox.click("document.getElementById('pin')")
        self.firefox.type(self.t.site.pin)
        self.firefox.click("document.getElementById('confirm')")
        self.firefox.page = self.tab

    def outcome(self):
        self.firefox.page = self.tab
        seen = until(lambda: self.firefox.js("window.seen ?? null"), "an outcome")
        return seen["kind"], seen["reason"], seen.get("error")


@contextlib.contextmanager
def visited(t):
    firefox = ExtendedFirefox(host=t.browsers.host, preferences=LONG_PRESS)
    try:
        yield FirefoxVisit(t, firefox)
    finally:
        firefox.close()


@law("extension-firefox: from the catalogue to the launch, by selector, sheet and PIN")
def whole(t):
    with visited(t) as visit:
        visit.consent()
        same(visit.firefox.js("[...document.querySelectorAll('.app b')].map((each) => each.textContent)"), APPS, "the apps")
        visit.choose("Wallet")
        visit.check_sheet()
        visit.press("button:not(.cancel)")
        visit.confirm()
        firefox = visit.firefox
        until(lambda: firefox.holds("document.getElementById('verified') !== null && document.readyState === 'complete'"), "the result")
        elements = "Object.fromEntries([...document.querySelectorAll('#elements dt')].map((each) => [each.innerText, each.nextElementSibling.innerText]))"
        same(firefox.js(elements), SHARED, "what is shown")
        until(lambda: not visit.windows(), "the window is closed")
        firefox.click("document.getElementById('launch')")
        until(lambda: firefox.holds("document.getElementById('launched') !== null"), "the launch")


@law("extension-firefox: declined is a NotAllowedError, a broker killed while the window is open an OperationError")
def unanswered(t):
    with visited(t) as visit:
        visit.consent()
        visit.choose("Local Driving Authority")
        visit.press("button.cancel")
        same(visit.outcome(), ("cancelled", "browser.notAllowed", "NotAllowedError"), "the outcome")
        until(lambda: not visit.windows(), "the window is closed")
        visit.start()
        visit.consent()
        t.site.kill_broker()
        same(visit.outcome(), ("failed", "browser.operation", "OperationError"), "the outcome")
        until(lambda: not visit.windows(), "the window is closed")
