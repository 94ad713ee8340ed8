"""A visitor of Spaceship Rentals, and what the person does in the wallet's windows."""
import re

from demonstration import LICENCE
from harness import NOTE_OUTCOME, check, press_in_frame, same, sheet_of, until

ABSENT = "delete window.DigitalCredential"
SHARED = {"Family name": LICENCE["family_name"], "Given names": LICENCE["given_name"], "Age over 21": "Yes",
          "Driving privileges": LICENCE["driving_privileges"][0]["vehicle_category_code"]}
SECRETS = [LICENCE[name] for name in ("family_name", "given_name", "birth_date", "document_number", "resident_address", "resident_city")]
APPS = ["Local Driving Authority", "Wallet"]
# A slow machine opens windows late: the ten seconds in which one is to speak are never over by themselves here.
LATE_WINDOWS = """{
  const timer = window.setTimeout;
  window.setTimeout = (act, wait, ...more) => timer(act, wait === 10_000 ? 3_600_000 : wait, ...more);
}"""
KIT_CALL = re.compile(r"/verification/sessions/([\w-]{22})/(request|response|outcome)$")

ASKED = ["Family name", "Given names", "Age over 21", "Portrait", "Driving privileges"]


def check_sheet(words, icon_width):
    """A provider's sheet shows who asks by name and icon, each element by its name with what becomes of it, and what is kept in all."""
    lines = [line for line in words.splitlines() if line]
    same(lines[0], "Spaceship Rentals asks for", "the sheet's first line")
    kept = {name: what for name, what in zip(lines, lines[1:]) if name in ASKED}
    same(kept, {name: "will not be kept" for name in ASKED}, "elements")
    check("The website says that it will keep nothing of this." in lines, f"what is kept: {lines}")
    check(icon_width > 0, "the icon is seen")


class Consent:
    """The window in which the person decides."""

    def __init__(self, page, pin):
        self.page, self.pin = page, pin
        page.wait_for_selector(".app")

    def apps(self):
        return self.page.locator(".app b").all_inner_texts()

    def choose(self, app="Wallet", accept="Accept"):
        self.page.click(f'.app:has(b:text-is("{app}"))')
        self.button(accept).wait_for()
        return self

    def button(self, name):
        return self.page.frame_locator("iframe.sheet").get_by_role("button", name=name)

    def press(self, name):
        press_in_frame(self.button(name))

    def sheet(self):
        # Before its style is there the words stand in other lines.
        sheet_of(self.page)
        return self.page.frame_locator("iframe.sheet").locator("body").inner_text()

    def check_sheet(self):
        icon = self.page.frame_locator("iframe.sheet").locator("img").first
        check_sheet(self.sheet(), until(lambda: icon.evaluate("(image) => image.naturalWidth"), "the icon is loaded"))
        return self

    def accept(self):
        self.press("Accept")
        self.page.wait_for_selector("#pin")
        return self

    def confirm(self):
        self.page.fill("#pin", self.pin)
        self.page.click("#confirm")


class AppWindow:
    """The window of Docking Pass, opened as its desktop would."""

    def __init__(self, t, app, **opened):
        self.t, self.app, self.asked = t, app, []
        self.origin, self.path = self.address(app)
        self.page = t.open(self.path, origin=self.origin, **opened)
        self.page.on("request", lambda request: self.asked.append(request.url) if request.url.endswith("/ask") else None)
        self.button = self.page.locator("#verify").get_by_role("button").first

    @staticmethod
    def address(app):
        """Origin and path that the app says."""
        line = app.next()
        found = re.fullmatch(r"Docking Pass is at (http://127\.0\.0\.1:\d+)(/open/[0-9a-f-]+)", line)
        check(found, f"an address: {line}")
        return found.groups()

    def press(self):
        """Presses the button; the wallet's window, which the desktop was told to open."""
        self.page.wait_for_selector("#verify[state=ready]")
        self.button.click()
        self.wallet = self.app.next(lambda line: line.startswith("Decide at http://wallet.localhost:")).removeprefix("Decide at ")
        page = self.t.context.new_page()
        page.goto(self.wallet)
        return Consent(page, self.t.site.pin)

    def end(self):
        """How the page says it ended: the kind, and its words."""
        end = self.page.wait_for_selector("[data-end]:not([hidden])")
        return end.get_attribute("data-end"), end.query_selector("h2").inner_text(), end.query_selector("p").inner_text()


class Visit:
    """A visitor at the checkout, and what their page sends on the way."""

    def __init__(self, t, to_checkout=True, init="", **opened):
        self.t, self.calls = t, []
        self.page = t.open("/", init=f"{NOTE_OUTCOME};{LATE_WINDOWS};{init}", **opened)
        self.page.on("response", self._note)
        if to_checkout:
            self.to_checkout()

    def _note(self, response):
        found = KIT_CALL.search(response.url)
        if found:
            self.calls.append((found.group(2), found.group(1), response))

    def to_checkout(self):
        self.page.click("#choose-heron")
        self.page.click("#to-checkout")
        self.page.wait_for_selector("#verify")

    def call(self, step):
        """The page's one call of that step."""
        [found] = self.t.until(lambda: [(session, response) for name, session, response in self.calls if name == step], f"a call of {step}")
        return found

    @property
    def session(self):
        return self.call("request")[0]

    def status(self):
        """Where the service says the session stands."""
        return self.t.site.backend(f"/v1/sessions/{self.session}")[1]["status"]

    def await_button(self):
        """The page's module has given the button what it needs on a click."""
        self.t.until(lambda: self.page.evaluate("typeof document.getElementById('verify').session === 'function'"), "a button that works")

    def outcome(self):
        """What the kit told the page."""
        return self.t.until(lambda: self.page.evaluate("JSON.parse(sessionStorage.getItem('outcome'))"), "an outcome")

    # The wallet

    def relay(self):
        self.await_button()
        with self.t.context.expect_page() as opened:
            self.page.locator("#verify").click()
        opened.value.wait_for_selector("#continue:enabled")
        return opened.value

    def consent(self, relay=None):
        relay = relay or self.relay()
        with self.t.context.expect_page() as opened:
            relay.click("#continue")
        return Consent(opened.value, self.t.site.pin)

    def ask_natively(self):
        """Presses the choice that asks by the browser's own API."""
        self.await_button()
        self.page.locator("#verify").locator("button.choice").first.click()

    def native_consent(self, ask=None):
        """The window that the extension opens when the page asks, by the button's choice if in no other way."""
        # The window of a request before may still be there for a moment.
        earlier = self._native_windows()
        (ask or self.ask_natively)()
        return self.native_window(earlier)

    def native_window(self, earlier=()):
        """The window that the extension opens."""
        windows = self.t.until(lambda: [page for page in self._native_windows() if page not in earlier], "the wallet's window")
        return Consent(windows[0], self.t.site.pin)

    def _native_windows(self):
        self.page.title()  # Playwright takes notice of windows only while it is asked for something
        return [page for page in self.t.context.context.pages if page.url.startswith(self.t.site.wallet + "/consent/")]

    def share(self):
        self.consent().choose().accept().confirm()
        self.arrive("#verified")

    # The site

    def arrive(self, selector):
        """Waits for a page that holds it, and for all of that page: what stands further down comes later."""
        self.page.wait_for_selector(selector)
        self.page.wait_for_load_state()

    def elements(self):
        return dict(zip(self.page.locator("#elements dt").all_inner_texts(), self.page.locator("#elements dd").all_inner_texts()))

    def launch(self):
        self.page.click("#launch")
        self.arrive("#launched")

    def check_verified(self):
        """The issued values are shown, and the service verified them."""
        self.arrive("#verified")
        same(self.elements(), SHARED, "what is shown")
        same(self.status(), "verified", "the session")
        status, report = self.t.site.backend(f"/v1/sessions/{self.session}/report")
        same([(each["question"], each["isGood"]) for each in report["questions"]],
             [("who_is_asking", "yes"), ("is_it_protected", "yes"), ("is_it_authentic", "yes"), ("is_it_copied", "yes")], "the four questions")

    def check_unanswered(self, kind, reason, error=None):
        """Nothing was shared: the page's outcome, the session, and the form for everybody."""
        outcome = self.outcome()
        same((outcome["kind"], outcome["reason"], outcome.get("error")), (kind, reason, error), f"outcome {outcome}")
        same(self.status(), "requested", "the session")
        same([call for call in self.calls if call[0] == "response"], [], "answers")
        self.take_photo_way()

    def take_photo_way(self):
        """From the words that follow a failed attempt to the form for everybody."""
        self.page.wait_for_selector("#another-way", state="visible")
        self.page.click("#another-way-photo")
        self.page.wait_for_selector("#photo-form")

    def send_photo(self, content):
        self.page.set_input_files("#photo", {"name": "licence.png", "mimeType": "image/png", "buffer": content})
        self.page.click("#send-photo")
