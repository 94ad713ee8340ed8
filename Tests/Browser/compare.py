"""Showing a document beside filling in a form: what a person presses, types and picks, and how long it takes.

Counted is what the walk does, one hand's work after the other. Waiting is measured: the time of the same walk without a person in it, the middle one
of several. The time of the hands is the keystroke-level model's (Card, Moran and Newell, 1980). Pictures of a document and of a face are there
already; taking them would come to the forms' time.
"""
import statistics
import time

from demonstration import LICENCE
from harness import Trial, reach_in_frame
from pictures import sharp
from upload_form import UploadForm
from visit import Consent, Visit

# Seconds: to make up one's mind, to point at something, to press it, for a key, between mouse and keyboard.
THINK, POINT, PRESS, KEY, HOME = 1.35, 1.1, 0.2, 0.28, 0.4
ROUNDS = 5


class Hand:
    """A person's hands, at work in a browser."""

    def __init__(self):
        self.clicks = self.keys = self.files = 0
        self.seconds = 0.0

    def press(self, place):
        place.click()
        self._pressed(1)

    def type(self, place, *texts):
        """Into a field, which is pressed first, and those behind it by the Tab key."""
        self.press(place)
        keyboard = place.page.keyboard
        for number, text in enumerate(texts):
            if number:
                keyboard.press("Tab")
            keyboard.type(text)
        keys = sum(map(len, texts)) + len(texts) - 1
        self.keys += keys
        self.seconds += 2 * HOME + keys * KEY

    def pick(self, place):
        """A picture: the field, and in the system's window, which is out of a script's reach, the file and its button."""
        place.set_input_files({"name": "picture.png", "mimeType": "image/png", "buffer": sharp()})
        self.files += 1
        self._pressed(3)

    def _pressed(self, count):
        self.clicks += count
        self.seconds += count * (THINK + POINT + PRESS)


def checkout(t):
    visit = Visit(t)
    visit.await_button()
    return visit


def native_checkout(t):
    """Once the window of the walk before is closed."""
    visit = checkout(t)
    t.until(lambda: not any("/consent/" in page.url for page in t.context.context.pages), "no window of the wallet")
    return visit


def decide(visit, consent, hand):
    hand.press(consent.page.locator('.app:has(b:text-is("Wallet"))'))
    reach_in_frame(consent.button("Accept"))
    hand.press(consent.button("Accept"))
    hand.type(consent.page.locator("#pin"), consent.pin)
    hand.press(consent.page.locator("#confirm"))
    visit.page.wait_for_selector("#verified")


def native(visit, hand):
    hand.press(visit.page.locator("#verify").locator("button.choice").first)
    decide(visit, visit.native_window(), hand)


def bridge(visit, hand):
    with visit.t.context.expect_page() as opened:
        hand.press(visit.page.locator("#verify"))
    relay = opened.value
    with visit.t.context.expect_page() as opened:
        hand.press(relay.locator("#continue:enabled"))
    decide(visit, Consent(opened.value, visit.t.site.pin), hand)


def photo(visit, hand):
    hand.press(visit.page.locator("#use-photo"))
    hand.pick(visit.page.locator("#photo"))
    hand.press(visit.page.locator("#send-photo"))
    visit.page.wait_for_selector("#photo-received")


def form(page, hand):
    year, month, day = LICENCE["birth_date"].split("-")
    hand.type(page.locator("#family"), LICENCE["family_name"], LICENCE["given_name"], day, month, year, LICENCE["document_number"])
    for name in ("front", "back", "face"):
        hand.pick(page.locator(f"#{name}"))
    hand.press(page.locator("#agreed"))
    hand.press(page.locator("#send"))
    page.wait_for_selector("#received")


def compare(browsers, site):
    upload = UploadForm()
    walks = [
        ("document, by the browser's own API", browsers.extended, native_checkout, native, "verified"),
        ("document, by the wallet's page", browsers, checkout, bridge, "verified"),
        ("photo of a document (Spaceship Rentals)", browsers, checkout, photo, "a person has to look"),
        ("form: data, two sides, face", browsers, lambda t: t.open("/", origin=upload.origin), form, "a person has to look"),
    ]
    print(f"{'':40} clicks  keys  files  waiting  by hand  together  and then")
    try:
        for name, browser, begin, walk, end in walks:
            waits = []
            for _ in range(ROUNDS):
                trial, hand = Trial(browser, site, None), Hand()
                try:
                    place = begin(trial)
                    started = time.monotonic()
                    walk(place, hand)
                    waits.append(time.monotonic() - started)
                finally:
                    trial.close()
            waiting = statistics.median(waits)
            seconds = f"{waiting:6.1f} s {hand.seconds:6.1f} s {waiting + hand.seconds:7.1f} s"
            print(f"{name:40} {hand.clicks:6} {hand.keys:5} {hand.files:6} {seconds}  {end}", flush=True)
    finally:
        upload.close()
    return 0
