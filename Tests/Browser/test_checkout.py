"""The script of the example site's checkout: where it leads after each outcome, and what it says."""
import re

from harness import NOTE_OUTCOME, REPOSITORY, check, law, rows, same, until
from stand_in import STRICT_POLICY, Answer

SITE = REPOSITORY / "Examples/SpaceshipRentals/Site/Resources"
PAGE = """<!doctype html><html lang="en"><title>Checkout</title>
<verify-identity-button id="verify" ways="native" data-token="token"></verify-identity-button>
<div id="another-way" hidden><p id="another-way-reason"></p></div>
<script type="module" src="/assets/checkout.js"></script>"""


def opened(t, action):
    """The checkout, at which the button was pressed and the wallet did this."""
    t.site.pages |= {
        "/checkout": Answer.html(PAGE, **{"Content-Security-Policy": STRICT_POLICY}),
        "/assets/checkout.js": Answer(200, (SITE / "assets/checkout.js").read_bytes(), {"Content-Type": "text/javascript"}),
        "/checkout/session": lambda _: Answer.json({"id": t.site.service.create()}, 201),
        "/result": Answer.html("<!doctype html><title>Result</title>"),
    }
    t.open("/checkout", init=NOTE_OUTCOME)
    t.wallet(action)
    until(lambda: t.js("typeof document.getElementById('verify').session === 'function'"), "a button that works")
    t.main_button().click()


@rows("checkout: An answer that {0} leads to the result page, where the site's server asks for it",
      ("was taken", None), ("nothing confirms", Answer(500)), ("was taken and then cut off", Answer.problem(500, "session.interrupted")),
      stand_in_only=True)
def sent(t, _, fault):
    t.site.faults["response"] = fault
    opened(t, "respond")
    t.page.wait_for_url("**/result*")
    same(t.page.url.rpartition("/")[2], "result?session=" + list(t.site.service.sessions)[-1], "address")


@law("checkout: Who declines stays at the checkout, is told that nothing was shared, and offered another way", stand_in_only=True)
def declined(t):
    opened(t, "decline")
    t.page.wait_for_selector("#another-way", state="visible")
    check("nothing was shared" in t.page.inner_text("#another-way-reason"), t.page.inner_text("#another-way-reason"))
    check(t.page.url.endswith("/checkout"), t.page.url)


@law("checkout: Who comes back to the page as it was left is told nothing of an earlier try", stand_in_only=True)
def back(t):
    opened(t, "decline")
    t.page.wait_for_selector("#another-way", state="visible")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    same((t.page.is_visible("#another-way"), t.main_button().is_visible()), (False, True), "the words, and the button")


@law("checkout: A failure before the answer is told, and no page of it waits for a result", stand_in_only=True)
def failed(t):
    t.site.faults["request"] = Answer.problem(410, "session.expired")
    opened(t, "respond")
    t.page.wait_for_selector("#another-way", state="visible")
    same(t.page.get_attribute("#another-way", "data-reason"), "session.expired", "reason")
    check(t.page.url.endswith("/checkout"), t.page.url)


@law("checkout: The page of the test has what the script needs of the site's own")
def like_the_site(t):
    template = (SITE / "templates/checkout.mustache").read_text()
    script = (SITE / "assets/checkout.js").read_text()
    needed = set(re.findall(r'getElementById\("([\w-]+)"\)', script))
    check({"verify", "another-way"} <= needed, f"parts found in the script: {needed}")
    for page, text in (("the site's", template), ("the test's", PAGE)):
        same([identifier for identifier in sorted(needed) if f'id="{identifier}"' not in text], [], f"not in {page} page")
