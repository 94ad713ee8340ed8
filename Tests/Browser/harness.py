"""A small test runner: laws, checks, and a browser to hold them in."""
from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import shutil
import threading
import time
import traceback
import typing

from playwright.sync_api import Error

from checks import PATIENCE, REPOSITORY, Skip, check, same, until
from skips import skipped
from watch import watched

# How often a law is held whose click ran out because the machine stood still, or whose browser did.
ATTEMPTS = 3
# Seconds that attempts which do not pass may cost altogether, those that are made again included: then the run has failed, and whoever waits for
# it is told. A browser that stands still costs most of them.
COST = 900

CRASH = re.compile("(target|page) crashed", re.I)

# Has a page remember its last outcome, for whoever asks later.
NOTE_OUTCOME = "addEventListener('outcome', ({ detail }) => sessionStorage.setItem('outcome', JSON.stringify(detail)))"
# Why a page's last question ended, on the test page or where it is remembered.
REASON = "window.outcome?.reason ?? JSON.parse(sessionStorage.getItem('outcome') ?? 'null')?.reason"

laws = []


@dataclasses.dataclass
class Law:
    text: str
    test: typing.Callable
    stand_in_only: bool


def law(text, stand_in_only=False):
    """A test and the law it holds. `stand_in_only` ones need faults, which a real service does not make on demand."""
    def register(test):
        laws.append(Law(text, test, stand_in_only))
        return test
    return register


def rows(template, *cases, stand_in_only=False):
    """One test per case; the case's name fills the law's text."""
    def register(test):
        for case in cases:
            laws.append(Law(template.format(*case), lambda t, case=case: test(t, *case), stand_in_only))
        return test
    return register


def leave(window, button):
    """Presses a button that closes its window, which may be gone before the press is over. What follows shows that it was pressed."""
    with contextlib.suppress(Error):
        window.click(button)


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def sheet_of(window):
    """The frame of the provider's sheet in a window, once all of its document has come: then it takes the focus again."""
    [sheet] = [frame for frame in window.frames if "/sheet/" in frame.url]
    sheet.wait_for_load_state()
    return sheet


def reach_in_frame(button):
    """Brings the mouse to a button of a frame that may have a process of its own. From its last picture a browser knows where such a frame takes the
    mouse: what is pressed before the next one is lost, and Playwright takes no notice."""
    def reached():
        button.hover()
        return button.evaluate("(button) => button.matches(':hover')")
    until(reached, "the mouse is on a button of the frame")


def press_in_frame(button):
    """Presses a button of a frame, once the press is not lost."""
    reach_in_frame(button)
    button.click()


class Browsers:
    """Started browsers by their extra arguments, so that each is started once."""

    def __init__(self, playwright):
        self.playwright, self.started = playwright, {}

    @staticmethod
    def require():
        if CHROMIUM is None:
            raise Skip("there is no Chromium (apt-get install chromium)")

    def get(self, *arguments):
        self.require()
        if arguments not in self.started or not self.started[arguments].is_connected():
            self.started[arguments] = self.playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=["--no-sandbox", "--host-resolver-rules=MAP shop.example 127.0.0.1", *arguments],
                # Playwright lets every popup through; people's browsers do not.
                ignore_default_args=["--disable-popup-blocking"])
        return self.started[arguments]

    def close(self):
        for browser in self.started.values():
            browser.close()

    def renew(self):
        """Gives up browsers that were killed."""
        with contextlib.suppress(Error):
            self.close()
        self.started = {}


class Trial:
    """What one test gets: a fresh browser context, a page with the kit, and the site."""

    def __init__(self, browsers, site, options):
        self.browsers, self.site, self.options = browsers, site, options
        self.context = None
        self.console = []
        # Whether a click ran out in pages that are gone before this ends, or counted longer than it does in a browser.
        self.is_void = False
        self.has_crashed = False
        # Of the run's own browsers, whichever a law takes in their place.
        self.renew = browsers.renew

    # The browser

    def open(self, path="/page.html", origin=None, arguments=(), init=None, **context):
        """Opens a page in a new context. `init` is script that runs before any of the page's."""
        self.context = self.browsers.get(*arguments).new_context(**context)
        self.context.set_default_timeout(PATIENCE * 1000)
        if init:
            self.context.add_init_script(init)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.console.append((message.type, message.text)))
        self.page.on("pageerror", lambda error: self.console.append(("pageerror", str(error))))
        self.page.on("crash", self.give_up)
        self.devtools = self.context.new_cdp_session(self.page)
        self.page.goto((origin or self.site.origin()) + path)
        if path == "/page.html":
            until(lambda: self.js("window.ready === true"), "the kit is loaded")
        return self.page

    def give_up(self, page):
        """Ends all that waits for a page that crashed, of which the session of the developer tools is told nothing."""
        self.has_crashed = True
        page.context.close()

    def js(self, expression, gesture=False):
        """Evaluates without counting as a user's gesture, which Playwright's `evaluate` does."""
        reply = self.devtools.send("Runtime.evaluate", {
            "expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": gesture})
        if "exceptionDetails" in reply:
            raise AssertionError(f"{expression}: {reply['exceptionDetails'].get('exception', {}).get('description')}")
        return reply["result"].get("value")

    def wallet(self, action, protocol=None, response=None):
        """The browser's virtual wallet: respond, decline, wait or clear."""
        parameters = {"action": action}
        if action == "respond":
            parameters |= {"protocol": protocol or "org-iso-mdoc", "response": {"response": "gmVkY2FwaQ"} if response is None else response}
        self.devtools.send("DigitalCredentials.setVirtualWalletBehavior", parameters)

    # The kit

    def session(self):
        return self.site.service.create()

    def arm(self, session=None, extra=""):
        """Prepares the page's button; `extra` is more options, as JavaScript."""
        identifier = session or self.session()
        self.js(f"window.outcome = undefined; arm({{ session: {json.dumps(identifier)}, {extra} }})")
        return identifier

    def click(self):
        """Presses the page's button by the mouse alone: what Playwright looks at after a click of its own counts as another press."""
        place = self.page.locator("#ask").bounding_box()
        self.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)

    def until(self, condition, what):
        """Waits, and lets the browser's events in meanwhile: a window's end and address come as events."""
        def look():
            self.page.wait_for_timeout(20)
            return condition()
        return until(look, what)

    @contextlib.contextmanager
    def handed_out(self):
        """Around what makes the page ask: until the request, and the cookie with it, has reached the browser."""
        with self.page.expect_response(lambda response: response.url.endswith("/request")) as reply:
            yield
        reply.value.finished()

    @contextlib.contextmanager
    def held(self, step):
        """Around what happens before the service answers a step."""
        over = threading.Event()
        self.site.faults[step] = lambda _: over.wait() and None
        try:
            yield
        finally:
            over.set()

    def stop_clock(self):
        """From here on the windows' time passes where a test lets it, however slow the machine."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(3600)

    def outcome(self):
        until(lambda: self.js("window.outcome !== undefined"), "an outcome")
        return self.js("window.outcome")

    def ask(self, session=None, extra=""):
        self.arm(session, extra)
        self.click()
        return self.outcome()

    def expect(self, kind, reason, error=None):
        outcome = self.outcome()
        same((outcome.get("kind"), outcome.get("reason")), (kind, reason), f"outcome {outcome}")
        if error:
            same(outcome.get("error"), error, "name of the exception")
        return outcome

    def bridge(self, behaviour):
        """The option `way` for the wallet page of the second port."""
        return f'way: {{ kind: "bridge", url: "{self.site.origin("wallet.localhost", second=True)}/wallet.html?do={behaviour}" }}'

    # The button

    def put(self, **attributes):
        """Puts a button on the page; a `session` is made if none is given."""
        attributes.setdefault("session", self.session())
        self.js(f"put({json.dumps({name.replace('_', '-'): value for name, value in attributes.items()})})")

    def main_button(self):
        return self.page.locator("verify-identity-button").get_by_role("button").first

    def button_state(self):
        return self.js("button.state")

    def status(self):
        return self.page.locator("verify-identity-button").get_by_role("status").text_content()

    # The end

    def finish(self):
        """What holds in every test: nothing went against the page's policy, and no exception was left alone."""
        for page in self.context.pages if self.context else []:
            try:
                violations = page.evaluate("window.violations ?? []")
            except Error:
                # A window that closes itself may be gone by now.
                continue
            same(violations, [], "violations of the content security policy")
        errors = [text for kind, text in self.console if kind == "pageerror"]
        same(errors, [], "uncaught errors")

    def stood_still(self):
        """Whether a click ran out, as on a machine that stands still for longer than browsers let one count. A fault of ours does the same
        in every attempt."""
        for frame in [frame for page in (self.context.pages if self.context else []) for frame in page.frames]:
            with contextlib.suppress(Exception):
                if frame.evaluate(REASON) in ("activation.expired", "activation.missing"):
                    return True
        return self.is_void

    def close(self):
        if self.context:
            self.context.close()


def attempt(item, trial, site):
    """Holds a law once: how it ended, what is to be said of it, and what the machine or a browser did that says nothing of the law."""
    with watched(item.text) as step:
        try:
            if item.stand_in_only and not site.is_stand_in:
                raise Skip("a real service does not fail on demand")
            item.test(trial)
            trial.finish()
            result, word = "passed", ""
        except Skip as skip:
            result, word = "skipped", f" ({skip})"
        except AssertionError as failure:
            result, word = "failed", f"\n         {failure}"
        except Exception as failure:
            result, word = "failed", "\n" + traceback.format_exc(limit=-4)
            # As the driver says it, also of windows that a page has opened.
            trial.has_crashed |= isinstance(failure, Error) and bool(CRASH.search(failure.message))
        is_void = result == "failed" and not step.stood_still and trial.stood_still()
        with contextlib.suppress(Exception):
            trial.close()
    if step.stood_still or trial.has_crashed:
        with watched("new browsers"):
            trial.renew()
        fault = "its browser stood still, and was ended" if step.stood_still else "a page of its browser crashed"
        return "failed", f"\n         {fault}; {result}{word}", fault
    return result, word, "the machine under load changed what a click counts" if is_void else None


def run(browsers, site, options):
    """Runs the laws, prints a line for each and those that failed once more at the end, returns how many failed."""
    counts, broken, cost = {"passed": 0, "failed": 0, "skipped": 0}, [], 0
    chosen = [item for item in laws if options.filter.lower() in item.text.lower()]
    for number, item in enumerate(chosen):
        for _ in range(ATTEMPTS):
            begin = time.monotonic()
            with watched("before: " + item.text):
                site.reset()
            result, word, excuse = attempt(item, Trial(browsers, site, options), site)
            if result != "passed":
                cost += time.monotonic() - begin
            if excuse is None or cost > COST:
                break
            print(f"again    {item.text}: {excuse}", flush=True)
        counts[result] += 1
        if result == "skipped":
            skipped(item.text + word)
        else:
            line = f"{result:7}  {item.text}{word}"
            print(line, flush=True)
            if result == "failed":
                broken.append(line)
        if cost > COST:
            broken.append(f"What did not pass took {cost:.0f} s: {len(chosen) - number - 1} laws were not held")
            counts["failed"] += 1
            break
    if broken:
        print("\nWhat failed:\n" + "\n".join(broken))
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    if counts["passed"] + counts["failed"] == 0:
        print("no law was tested")
        return 1
    return counts["failed"]
