"""Spaceship Rentals by the browser's own API: Chromium with the extension, its real host, the real broker and providers."""
import functools

from harness import check, law, same, until
from visit import APPS, SECRETS, Visit


def extended(test):
    """Holds a law in the Chromium that has the extension."""
    @functools.wraps(test)
    def held(t):
        t.browsers = t.browsers.extended
        test(t)
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
    until(lambda: consent.page.is_closed(), "the window is closed")
    visit.launch()


@law("extension-chromium: a person who declines, or closes the window, is a NotAllowedError, and nothing is shared")
@extended
def declined(t):
    # A window that is closed is told by its page and by the browser; whichever the broker hears of first ends the request.
    for act, said in ((lambda window: window.choose("Local Driving Authority").button("Decline").click(), ("declined",)),
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


@law("extension-chromium: the sheet names who asks and what for, the window which program reported the page, and no log holds a value")
@extended
def said(t):
    visit = Visit(t)
    consent = visit.native_consent().choose()
    words = consent.page.inner_text("body")
    for word in ("Spaceship Rentals", t.site.origin(), "mdoc-native-host"):
        same(word in words, True, f"the window says {word}")
    for word in ("Family name", "Given names", "Age over 21", "Portrait"):
        same(word.lower() in consent.sheet().lower(), True, f"the sheet says {word}")
    consent.accept().confirm()
    visit.check_verified()
    same([(name, secret) for name, text in t.site.logs().items() for secret in SECRETS if secret.lower() in text.lower()], [], "values in logs")
