"""Every page and sheet of the broker, audited in light and dark colours, and its settings, history and questions by the keyboard alone."""
import contextlib

from accessibility import audit, audit_sheet, check_edges, focused, tab_to, violations
from harness import check, law, press_in_frame, rows, same, sheet_of, until
from playwright.sync_api import Error
from test_wallet import ABSENT, CODE, PIN, Visit, answering, authenticator, enrolled_passkey, explained
from test_wallet import tab_to as tab_to_button

# Parts of providers' sheets, as ProviderViews makes them.
UNVERIFIED = '<p class="headline">Unverified: nobody this app trusts vouches for who is asking.</p>'
ALTERNATIVES = '<p>One of these is enough:</p><p class="headline">Choice 1</p>'
OTHER = "Use instead: Licence, 2026-06-02 (3c4b)"


def choice(heading, answers, other):
    """Which of two answers, and the other to choose instead: then the double shows another sheet."""
    return (f'<section><h2>{heading}</h2><p class="row"><b>{answers}</b> <span>will answer</span></p>'
            f'<button type="submit" name="action" value="details">{other}</button></section>')


DOCUMENTS = choice("Your documents", "Licence, 2026-06-01 (0f1e)", OTHER)
OPTIONS = choice("Your choice", "Choice 1: Driving licence", "Use instead: Choice 2: Photo ID")
NOT_SENT = '<p class="headline">Nothing was sent. No document here can answer the request. (presentation.noMatchingDocument)</p>'


def made(information="", choices=""):
    """A provider's sheet with more on who asks or what is enough, and with more between what is asked and the buttons."""
    return ('<form method="post"><div class="vstack"><div class="vstack"><h1>shop.example asks for</h1>'
            f'<p class="row"><b>Website</b> <span>https://shop.example</span></p>{information}'
            '<section><h2>Driving licence</h2><p class="row"><b>Age over 21</b> <span>will not be kept</span></p>'
            '<p class="row"><b>Portrait</b> <span>will be kept</span></p></section>'
            f'<p class="headline">The website says that it will keep 1 of 2.</p></div>{choices}'
            '<div class="hstack"><button type="submit" name="action" value="accept">Accept</button>'
            '<button type="submit" name="action" value="cancel" class="cancel">Decline</button></div></div></form>')


def page_of(t, name):
    """A window of the wallet that no website asked for, opened as by another program: with no history."""
    t.open(init=ABSENT)
    context = t.devtools.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
    devtools = t.browsers.get().new_browser_cdp_session()
    with t.context.expect_page() as opened:
        devtools.send("Target.createTarget", {"url": t.site.tell(name), "browserContextId": context})
    opened.value.wait_for_selector("h1")
    return opened.value


# ----------------------------------------------------------------------------------------------------------------------------
# The audit

@law("No rule of WCAG 2 A and AA is broken by the page that a website opens: asking, elsewhere, and with nobody who asks")
def relay(t):
    visit = Visit(t)
    relay = visit.relay()
    audit(relay)
    visit.consent(relay)
    relay.wait_for_selector("#elsewhere:visible")
    audit(relay)
    page = t.context.new_page()
    page.goto(t.site.address)
    page.wait_for_selector("#nobody:visible")
    audit(page)


@law("No rule of WCAG 2 A and AA is broken by the page that a website opens whose request is refused")
def relay_failed(t):
    t.site.tell("refuse request.readerSignature")
    Visit(t)
    with t.context.expect_page() as relay:
        t.click()
    relay.value.wait_for_selector("#failed:visible")
    audit(relay.value)


@rows("No rule of WCAG 2 A and AA is broken by the selector for {0}",
      ("who nobody knows", "plain"), ("a verified brand", "brand"), ("an address of other letters", "shown https://xn--bcher-kva.example"),
      ("an address that looks like another", "shown https://xn--80ak6aa92e.com /usr/bin/agent"), ("who has another device", "devices"))
def selector(t, _, line):
    same(t.site.tell(line), "done", "the double")
    audit(Visit(t).consent())


@law("No rule of WCAG 2 A and AA is broken by the sheet, the window around it, and the question for the PIN, also after a wrong one")
def sheet(t):
    visit = Visit(t)
    window = visit.sheet()
    audit(window)
    audit_sheet(window)
    press_in_frame(window.frame_locator("iframe.sheet").get_by_role("button", name="Accept"))
    window.wait_for_selector("#pin")
    audit(window)
    window.fill("#pin", "274952")
    window.click("#confirm")
    window.wait_for_selector("[role=alert]:has-text('9')")
    audit(window)
    window.fill("#pin", PIN)
    window.click("#confirm")
    window.wait_for_selector(".sign.good")
    audit(window)


@rows("No rule of WCAG 2 A and AA is broken by a sheet with {0}",
      ("somebody for whom nobody vouches", UNVERIFIED, ""), ("a choice among documents", "", DOCUMENTS),
      ("a choice among alternatives", ALTERNATIVES, OPTIONS + DOCUMENTS), ("the reason why nothing was sent", UNVERIFIED, NOT_SENT))
def sheets(t, _, information, choices):
    same(t.site.tell("sheet " + made(information, choices)), "done", "the double")
    audit_sheet(Visit(t).sheet())


@rows("No rule of WCAG 2 A and AA is broken by the question for a passkey{0}", (" alone", False), (" or a PIN", True))
def passkey(t, _, pin):
    visit = Visit(t, pin=False)
    credential = enrolled_passkey(t)
    if pin:
        same(t.site.tell(f"pin {PIN} blue heron"), "done", "the PIN")
    window = visit.verification()
    devtools, identifier = authenticator(t, window, credential)
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": identifier, "isUserVerified": False})
    audit(window)
    window.click("#use-passkey")
    window.wait_for_selector("#passkey-fault:visible")
    audit(window)


@law("No rule of WCAG 2 A and AA is broken by the choice of a first PIN on the way, also after one that is refused")
def enrolling(t):
    window = Visit(t, pin=False).verification()
    audit(window)
    for field, text in (("#new-phrase", "green kettle"), ("#new-pin", PIN), ("#repeat-pin", "111111")):
        window.fill(field, text)
    window.click("#save-pin")
    window.wait_for_selector("[role=alert]:visible")
    audit(window)


@rows("No rule of WCAG 2 A and AA is broken by the end of a request that {0}",
      ("was declined", ".sign.warn", lambda t, window: window.click("#cancel")),
      ("has failed", ".sign.bad", lambda t, window: t.site.tell("fail provider.crashed")))
def ended(t, _, sign, end):
    window = Visit(t).sheet()
    end(t, window)
    window.wait_for_selector(sign)
    audit(window)


@law("No rule of WCAG 2 A and AA is broken by the code for another device, and by each step after it")
def other_device(t):
    t.site.tell("devices-only")
    relay = Visit(t).relay()
    with t.context.expect_page() as opened:
        relay.click("#continue")
    window = opened.value
    window.get_by_role("button", name="Use another device").wait_for()
    audit(window)
    window.get_by_role("button", name="Use another device").click()
    window.wait_for_selector("svg.qr")
    window.click("summary")
    audit(window)
    for step, words in (("joining", "Connecting"), ("deciding", "Continue on your device")):
        t.site.tell(f"reach {step}")
        window.wait_for_selector(f".busy h2:has-text('{words}')")
        audit(window)


@law("No rule of WCAG 2 A and AA is broken by the page on which another device is answered, also after a code that is none")
def answering_page(t):
    page = answering(t)
    audit(page)
    page.fill("#code", "FIDO:/1")
    page.click("#answer")
    page.wait_for_selector("[role=alert]")
    audit(page)
    page.fill("#code", CODE)
    page.click("#answer")
    page.wait_for_selector(".app")
    audit(page)


@law("No rule of WCAG 2 A and AA is broken by the settings, before a PIN is set and after, and with a PIN that is refused")
def settings(t):
    page = page_of(t, "settings")
    audit(page)
    for field, text in (("#new-phrase", "blue heron"), ("#new-pin", PIN), ("#repeat-pin", "111111")):
        page.fill(field, text)
    page.click("#save-pin")
    page.wait_for_selector("[role=alert]:visible")
    audit(page)
    for field, text in (("#new-phrase", "blue heron"), ("#new-pin", PIN), ("#repeat-pin", PIN)):
        page.fill(field, text)
    page.click("#save-pin")
    page.wait_for_selector("button[name=method]")
    audit(page)


@law("No rule of WCAG 2 A and AA is broken by the history, with all it knows unfolded, and by an address that was opened before")
def history(t):
    t.open(init=ABSENT)
    address = t.site.tell("history")
    page = t.context.new_page()
    page.goto(address)
    audit(page)
    for summary in page.locator("summary").all():
        summary.click()
    audit(page)
    again = t.context.new_page()
    same(again.goto(address).status, 410, "the second opening")
    audit(again)


@law("No rule of WCAG 2 A and AA is broken by the question about a provider, and by what follows it")
def authorization(t):
    page = page_of(t, "authorize wallet")
    audit(page)
    page.click("#allow")
    page.wait_for_selector(".sign")
    audit(page)


@law("The audit finds a control that has lost its name, and words that have lost their contrast")
def audited(t):
    page = page_of(t, "settings")
    same(violations(page), [], "violations")
    page.evaluate("document.querySelector('label[for=new-pin]').remove()")
    same([rule for rule, *_ in violations(page)], ["label"], "rules broken")
    page.evaluate("document.querySelector('h1').style.color = '#ccc'")
    same(sorted(rule for rule, *_ in violations(page)), ["color-contrast", "label"], "rules broken")


@law("A person who hears the question for the PIN hears the phrase that is their own, and what it is for")
def phrase(t):
    window = Visit(t).verification()
    devtools = t.context.new_cdp_session(window)
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    field = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "#pin"})["nodeId"]
    [node] = devtools.send("Accessibility.getPartialAXTree", {"nodeId": field, "fetchRelatives": False})["nodes"]
    same(node["description"]["value"], "blue heron Type your PIN only where you see this phrase.", "the description")


# Of each field: its edge, what is within, and what is around it.
@rows("The edge of every field stands out by 3:1 from what is within and around it, in {0} colours", ("light",), ("dark",))
def edges(t, scheme):
    t.site.tell('sheet <form method="post"><label>Name <input name="name"></label><label>Berth <select name="berth"><option>A</option></select></label></form>')
    window = Visit(t).consent()
    window.click('.app:has(b:text-is("Wallet"))')
    window.frame_locator("iframe.sheet").get_by_role("textbox").wait_for()
    pages = [t.context.new_page() for _ in range(3)]
    pages[0].set_content(sheet_of(window).content())
    pages[1].goto(t.site.tell("settings"))
    pages[2].goto(t.site.tell("answering"))
    for page, count in zip(pages, (2, 3, 1)):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_load_state()
        check_edges(page, count)


# ----------------------------------------------------------------------------------------------------------------------------
# The keyboard

@law("The settings are worked with the keyboard alone: a provider is allowed, a PIN set and taken away")
def settings_keys(t):
    page = page_of(t, "settings")
    tab_to(page, "[data-provider=local-driving-authority] button[value=authorized]")
    page.keyboard.press("Enter")
    until(lambda: t.site.tell("authorization local-driving-authority") == "authorized", "it is allowed")
    page.wait_for_selector("[data-provider=local-driving-authority] .badge.good")
    for field, text in (("#new-phrase", "blue heron"), ("#new-pin", PIN), ("#repeat-pin", PIN)):
        tab_to(page, field)
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_selector("button[name=method]")
    same(t.site.tell("enrolment"), "true false", "the PIN is set")
    tab_to(page, "button[name=method][value=pin]")
    page.keyboard.press("Enter")
    page.wait_for_selector("button[name=method]", state="detached")
    same(t.site.tell("enrolment"), "none", "the PIN is gone")


@law("The history is worked with the keyboard alone: unfolded, saved, one entry deleted, then all")
def history_keys(t):
    page = page_of(t, "history")
    count = int(t.site.tell("entries"))
    tab_to(page, "#export")
    with page.expect_download():
        page.keyboard.press("Enter")
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    page.wait_for_selector("details[open] .elements")
    tab_to(page, "[data-entry] form button")
    page.keyboard.press("Enter")
    until(lambda: t.site.tell("entries") == str(count - 1), "one is deleted")
    until(lambda: page.locator("[data-entry]").count() == count - 1, "the entry has left the page")
    tab_to(page, "#delete-all")
    page.keyboard.press("Enter")
    page.wait_for_selector(".empty")
    same(t.site.tell("entries"), "0", "entries left")


@rows("The question about a provider is answered with the keyboard alone: {0}",
      ("allowed", "#allow", "authorized", "good"), ("refused", "#refuse", "refused", "warn"))
def authorization_keys(t, _, button, decision, tone):
    page = page_of(t, "authorize local-driving-authority")
    tab_to(page, button)
    page.keyboard.press("Enter")
    page.wait_for_selector(f".sign.{tone}")
    same(t.site.tell("authorization local-driving-authority"), decision, "the decision")
    check(focused(page, "h2"), "the words of what was decided have the focus")
    # The window may be gone before the key is let go.
    with contextlib.suppress(Error):
        page.keyboard.press("Escape")
    t.until(page.is_closed, "the window is closed")


@law("A first PIN is chosen on the way with the keyboard alone, and Tab leads backwards, too")
def enrolling_keys(t):
    visit = Visit(t, pin=False)
    window = visit.verification()
    tab_to(window, "#new-passkey")
    for field, text in (("#new-phrase", "green kettle"), ("#new-pin", PIN), ("#repeat-pin", PIN)):
        tab_to(window, field)
        window.keyboard.type(text)
    tab_to(window, "#new-phrase", key="Shift+Tab")
    tab_to(window, "#save-pin")
    window.keyboard.press("Enter")
    window.wait_for_selector("#phrase")
    tab_to(window, "#pin")
    window.keyboard.type(PIN)
    window.keyboard.press("Enter")
    visit.answered(window)


@law("Escape at the choice of a first PIN declines, and nothing is chosen")
def enrolling_escape(t):
    window = Visit(t, pin=False).verification()
    tab_to(window, "#new-pin")
    window.keyboard.type(PIN)
    window.keyboard.press("Escape")
    t.expect("cancelled", "wallet.declined")
    same(t.site.tell("enrolment"), "none", "the PIN")


@law("Another document is chosen on a sheet with the keyboard alone, and what the sheet shows then is agreed to")
def choice_keys(t):
    same(t.site.tell("sheet " + made(choices=DOCUMENTS)), "done", "the double")
    visit = Visit(t)
    window = visit.sheet()
    frame = window.frame_locator("iframe.sheet")
    tab_to_button(window, frame, OTHER)
    window.keyboard.press("Enter")
    frame.get_by_role("heading", name="Details").wait_for()
    tab_to_button(window, frame, "Accept")
    window.keyboard.press("Enter")
    tab_to(window, "#pin")
    window.keyboard.type(PIN)
    window.keyboard.press("Enter")
    visit.answered(window)
    same([event.strip() for event in t.site.events() if event.startswith("act")], ["act details", "act accept"], "what was pressed")


@law("A passkey confirms with the keyboard alone")
def passkey_keys(t):
    visit = Visit(t, pin=False)
    credential = enrolled_passkey(t)
    window = visit.verification()
    authenticator(t, window, credential)
    tab_to(window, "#use-passkey")
    window.keyboard.press("Enter")
    visit.answered(window)
    check("confirm passkey" in t.site.events(), "confirmed by the passkey")


@law("A refused request's reason is read and closed with the keyboard alone")
def relay_failed_keys(t):
    t.site.tell("refuse request.readerSignature")
    relay = explained(t, "request.readerSignature")
    tab_to(relay, "#close")
    # The window may be gone before the key is let go.
    with contextlib.suppress(Error):
        relay.keyboard.press("Enter")
    t.expect("cancelled", "wallet.declined")
    t.until(relay.is_closed, "the window is closed")


@law("Another device is used with the keyboard alone: its code is shown, unfolded as text, and taken back")
def other_device_keys(t):
    t.site.tell("devices")
    relay = Visit(t).relay()
    with t.context.expect_page() as opened:
        relay.keyboard.press("Enter")
    window = opened.value
    tab_to(window, ".app.device")
    window.keyboard.press("Enter")
    window.wait_for_selector("svg.qr")
    tab_to(window, "summary")
    window.keyboard.press("Enter")
    window.wait_for_selector("details[open] #code")
    window.keyboard.press("Escape")
    t.expect("cancelled", "wallet.declined")


@law("Another device is answered with the keyboard alone, to be remembered, and again after a code that is none")
def answering_keys(t):
    page = answering(t)
    tab_to(page, "#remember")
    page.keyboard.press("Space")
    tab_to(page, "#code")
    page.keyboard.type("FIDO:/1")
    tab_to(page, "#answer")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    check(focused(page, "[role=alert]"), "the words of what was wrong have the focus")
    same([event for event in t.site.events() if event == "linking"], ["linking"], "the device is to be remembered")
    tab_to(page, "#code")
    page.keyboard.type(CODE)
    tab_to(page, "#answer")
    page.keyboard.press("Enter")
    page.wait_for_selector(".app")
