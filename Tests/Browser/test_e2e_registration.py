"""Which apps the person lets answer: one that registers a document for the first time, refused in the broker's window and allowed in the settings; and none."""
from accessibility import audit
from harness import law, same
from visit import APPS, Visit


def register(t, program, decide=lambda: None):
    """What an app prints that registers a document, but for the enrolment that it learns of, while the person decides."""
    with t.site.app(program, "--as-app", "--register", "licence=org.iso.18013.5.1.mDL=any") as app:
        decide()
        return [line for line in app if not line.startswith("enrolment ")]


def refuse(t, page):
    [address] = t.until(lambda: t.site.questions("Newcomer"), "the broker asks")
    page.goto(address)
    same(page.text_content("#stage h1"), "Allow Newcomer to present documents?", "the question")
    page.click("#refuse")
    page.wait_for_selector("[data-ended]")


@law("bridge-chromium: An app's first registration asks in a window; refused, it fails and nobody is asked again; allowed in the settings, it works")
def first_registration(t):
    program = t.site.test_provider()
    with t.site.third_app("Newcomer", program) as settings:
        visit = Visit(t, to_checkout=False)
        page = visit.page
        same(register(t, program, lambda: refuse(t, page)), ["status notDetermined", "notAuthorized", "status notAuthorized", "kept "], "refused")
        same(register(t, program), ["status notAuthorized", "notAuthorized", "status notAuthorized", "kept "], "once more")
        same(len(t.site.questions("Newcomer")), 1, "questions")
        page.goto(settings)
        card = page.locator("[data-provider=Newcomer]")
        same(card.locator(".badge").text_content(), "Not allowed", "what the settings say")
        card.locator("button[value=authorized]").click()
        card.locator(".badge.good").wait_for()
        t.until(lambda: "updated" in t.site.logs().get("Newcomer", ""), "the app is asked for what it has")
        same(register(t, program), ["status authorized", "added licence", "status authorized", "kept licence"], "allowed")
        page.goto(t.site.origin() + "/")
        visit.to_checkout()
        consent = visit.consent()
        same(sorted(consent.apps()), sorted([*APPS, "Newcomer"]), "the apps")
        consent.choose("Newcomer").press("Decline")
        visit.check_unanswered("cancelled", "wallet.declined")


def decide(page, decision, badge):
    """The person decides so in the settings about every app."""
    for card in page.locator("[data-provider]").all():
        button = card.locator(f"button[value={decision}]")
        if button.count():
            button.click()
        # What is shown next takes the place of what is pressed before.
        card.locator(f".badge.{badge}").wait_for()


@law("bridge-chromium: Where the person lets no app answer, the selector says that none can, and Cancel leads to the photo form")
def nobody_allowed(t):
    visit = Visit(t)
    settings = t.context.new_page()
    settings.goto(t.site.settings())
    try:
        decide(settings, "refused", "bad")
        relay = visit.relay()
        with t.context.expect_page() as opened:
            relay.click("#continue")
        window = opened.value
        window.wait_for_selector("#stage p:has-text('None of your apps can answer')")
        same(window.locator(".app").count(), 0, "apps")
        audit(window)
        window.click("#cancel")
        visit.check_unanswered("cancelled", "wallet.declined")
    finally:
        decide(settings, "authorized", "good")
