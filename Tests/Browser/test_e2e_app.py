"""Docking Pass, an app that asks the wallet itself: its person decides in a real window, and its server has the answer verified."""
import re

from harness import check, law, same, until
from visit import SECRETS, Consent


def decide(t, app):
    """The window whose address the app was given, in the person's browser."""
    address = app.readline()
    check(address.startswith("Decide at http://wallet.localhost:"), f"an address: {address}")
    page = t.open("/")
    page.goto(address.removeprefix("Decide at ").strip())
    return Consent(page, t.site.pin)


@law("app: one call, one window, one confirmation; the app's server has the answer verified")
def whole(t):
    before = len(t.site.history())
    with t.site.app() as app:
        consent = decide(t, app)
        words = consent.page.inner_text("body")
        for word in ("Docking Pass", "example.docking", "docking-pass", "Privacy policy of Docking Pass"):
            check(word in words, f"the window says {word}")
        sheet = consent.choose().sheet()
        for word in ("Age over 21", "Portrait", "not stored", "To give your ship a berth."):
            check(word in sheet, f"the sheet says {word}: {sheet}")
        consent.accept().confirm()
        same(app.readline().strip(), "Welcome. Your berth is 7.", "what the app is told")
    added = t.site.history()[:-before or None]
    same([(entry["origin"], entry["outcome"]) for entry in added], [("app:example.docking", "answered")], "the history")
    same([(name, secret) for name, text in t.site.logs().items() for secret in SECRETS if secret.lower() in text.lower()], [], "values in logs")


@law("app: a person who closes the window is an app that was told no, and nothing is shared")
def closed(t):
    with t.site.app() as app:
        consent = decide(t, app)
        consent.choose()
        consent.page.close()
        check(re.search("code|cancelled|did not agree", app.readline() + app.readline()), "the app is told no")
    until(lambda: t.site.history()[0]["outcome"] in ("declined", "withdrawn"), "the request is over")
