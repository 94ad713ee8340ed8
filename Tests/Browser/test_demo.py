"""Spaceship Rentals in a browser without any extension: by the wallet's page to the launch, and every way around a digital ID."""
import json
import re
import subprocess

import pictures
from accessibility import audit, audit_sheet, check_edges
from demonstration import LICENCE
from harness import check, law, leave, rows, same, sheet_of, until
from visit import ABSENT, APPS, SECRETS, Visit


@law("bridge-chromium: From the catalogue to the launch in one go: the issued values and the portrait are shown, and the service verified them")
def whole_way(t):
    visit = Visit(t)
    visit.share()
    portrait = visit.page.evaluate("fetch('/result/portrait').then((r) => r.arrayBuffer()).then((b) => Array.from(new Uint8Array(b)))")
    same(bytes(portrait) == (t.site.folder / "story/portrait.jpg").read_bytes(), True, "the portrait is the issued one, byte for byte")
    until(lambda: visit.page.evaluate("document.getElementById('portrait').naturalWidth") > 0, "the portrait is seen")
    visit.check_verified()
    same(t.site.backend(f"/v1/sessions/{visit.session}")[1]["policy"], "spaceship-rental", "the policy")
    visit.launch()
    words = visit.page.inner_text("main")
    check(LICENCE["given_name"] in words, "the pilot is greeted")
    check(LICENCE["family_name"] not in words, "the family name is gone")


@law("bridge-chromium: One click opens one window, whose selector lists exactly the two apps; the one that was not chosen learns nothing")
def both_apps(t):
    until(lambda: not t.site.providers(), "no provider of an earlier request is left")
    before = len(t.site.history())
    visit = Visit(t)
    consent = visit.consent()
    same(consent.apps(), APPS, "the apps")
    words = consent.page.inner_text("body")
    check("Spaceship Rentals" in words and t.site.origin() in words, "who asks")
    consent.choose("Local Driving Authority")
    same(t.site.providers(), ["local-driving-authority"], "providers that run")
    consent.check_sheet().accept().confirm()
    visit.check_verified()
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = t.site.history()[:-before or None]
    same([(entry["outcome"], entry["provider"]) for entry in added], [("answered", "Local Driving Authority")], "the history")


@rows("bridge-chromium: No rule of WCAG 2 A and AA is broken by the sheet of the app {0}", *((app,) for app in APPS))
def sheet_audit(t, app):
    visit = Visit(t)
    consent = visit.consent().choose(app)
    audit_sheet(consent.page)
    # While it is open the next request would be refused.
    consent.press("Decline")
    visit.outcome()


@law("bridge-chromium: No rule of WCAG 2 A and AA is broken by any page of the site, from the catalogue to the launch and by the photo form")
def site_audit(t):
    visit = Visit(t, to_checkout=False)

    def arrive(selector):
        visit.page.wait_for_selector(selector)
        audit(visit.page)

    arrive("#choose-heron")
    visit.page.click("#choose-heron")
    arrive("#to-checkout")
    visit.page.click("#to-checkout")
    arrive("#verify[state=ready]")
    visit.page.click("#use-photo")
    arrive("#photo-form")
    visit.send_photo(pictures.blurred())
    arrive("#photo-fault")
    visit.send_photo(pictures.sharp())
    arrive("#photo-received")
    visit.page.goto(t.site.origin() + "/checkout")
    visit.share()
    arrive("#verified")
    visit.launch()
    arrive("#launched")


@law("bridge-chromium: No rule of WCAG 2 A and AA is broken by the site's pages for an answer awaited or refused, a lost address and an old form")
def unverified_audit(t):
    visit = Visit(t)
    alter_answer(visit)
    consent = visit.consent()
    waiting = await_result(t)
    audit(waiting)
    waiting.close()
    consent.choose().accept().confirm()
    visit.page.wait_for_selector("#unverified #try-again")
    audit(visit.page)
    visit.page.goto(t.site.origin() + "/nowhere")
    visit.page.wait_for_selector("#fault")
    audit(visit.page)
    visit.page.goto(t.site.origin() + "/checkout/photo")
    visit.page.evaluate("document.querySelector('#photo-form [name=token]').value = 'old'")
    visit.send_photo(pictures.sharp())
    visit.page.wait_for_selector("#fault")
    audit(visit.page)


@law("bridge-chromium: The keyboard alone leads on from an answer awaited, from one that is refused, and from an address that leads nowhere")
def unverified_keyboard(t):
    visit = Visit(t)
    alter_answer(visit)
    consent = visit.consent()
    waiting = await_result(t)
    tab_to(waiting, "look-again")
    with waiting.expect_navigation():
        waiting.keyboard.press("Enter")
    waiting.wait_for_selector("#look-again")
    waiting.close()
    consent.choose().accept().confirm()
    page = visit.page
    page.wait_for_selector("#try-again")
    tab_to(page, "use-photo")
    tab_to(page, "try-again", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verify")
    page.goto(t.site.origin() + "/nowhere")
    tab_to(page, "to-ships")
    page.keyboard.press("Enter")
    page.wait_for_selector("#choose-heron")


def await_result(t):
    """Another page of the same visitor, who looks for the result before there is one."""
    page = t.context.new_page()
    page.goto(t.site.origin() + "/result")
    page.wait_for_selector("#unverified #look-again")
    return page


@law("bridge-chromium: The keyboard alone leads from the catalogue to the wallet's selector, and past a closed window through the photo form")
def site_keyboard(t):
    visit = Visit(t, to_checkout=False)
    page = visit.page

    def enter(identifier):
        page.wait_for_selector(f"#{identifier}")
        tab_to(page, identifier)
        page.keyboard.press("Enter")

    enter("choose-heron")
    enter("to-checkout")
    page.wait_for_selector("#verify[state=ready]")
    visit.await_button()
    with t.context.expect_page() as opened:
        enter("verify")
    relay = opened.value
    relay.wait_for_selector("#continue:enabled")
    t.until(lambda: focused(relay) == "continue", "the focus is on the way on")
    with t.context.expect_page() as window:
        relay.keyboard.press("Enter")
    window.value.wait_for_selector(".app")
    window.value.close(run_before_unload=True)
    page.wait_for_selector("#another-way", state="visible")
    enter("another-way-photo")
    page.wait_for_selector("#photo")
    tab_to(page, "photo")
    # The system's own window for files is out of a page's reach.
    page.set_input_files("#photo", {"name": "licence.png", "mimeType": "image/png", "buffer": pictures.sharp()})
    enter("send-photo")
    page.wait_for_selector("#photo-received")


@law("bridge-chromium: A broker killed while the window is open is a failure the page learns of, and nothing is shared; the next request is answered")
def killed(t):
    visit = Visit(t)
    visit.consent().choose().accept()
    t.site.kill_broker()
    visit.check_unanswered("failed", "wallet.failed")
    visit.page.goto(t.site.origin() + "/checkout")
    visit.calls.clear()
    visit.share()
    visit.check_verified()


@law("bridge-chromium: Cancel in the page that the site opens leads to the photo form")
def cancelled_selector(t):
    visit = Visit(t)
    leave(visit.relay(), "#decline")
    visit.check_unanswered("cancelled", "wallet.declined")


CUT = """[...document.querySelectorAll(".card *")].filter((element) =>
    element.getBoundingClientRect().right > element.closest(".card").getBoundingClientRect().right + 1).map((element) => element.outerHTML)"""


@law("bridge-chromium: On a narrow screen, and with text twice as large, nothing of a trip and of its price is cut off")
def narrow(t):
    page = Visit(t).page
    for width, size in ((320, "100%"), (360, "200%")):
        page.set_viewport_size({"width": width, "height": 800})
        for path, what in (("/itinerary?ship=bison", ".choice"), ("/checkout", ".bill")):
            page.goto(t.site.origin() + path)
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            check(page.locator(what).count(), f"{path} has no {what}")
            same(page.evaluate(CUT), [], f"cut off at {width} pixels with text of {size} at {path}")


@rows("bridge-chromium: The edge of every field of a trip stands out by 3:1 from what is within and around it, in {0} colours", ("light",), ("dark",))
def edges(t, scheme):
    page = Visit(t).page
    page.emulate_media(color_scheme=scheme)
    page.goto(t.site.origin() + "/itinerary?ship=bison")
    check_edges(page, 1)


@law("bridge-chromium: Whoever shares nothing stays at the checkout, whatever address they type")
def nothing_shared(t):
    visit = Visit(t)
    for path in ("/launch", "/result"):
        visit.page.goto(t.site.origin() + path)
        check(visit.page.url.endswith("/checkout"), f"{path} leads to {visit.page.url}")


@law("bridge-chromium: Decline in the sheet leads to the photo form")
def declined(t):
    visit = Visit(t)
    visit.consent().choose().press("Decline")
    visit.check_unanswered("cancelled", "wallet.declined")
    note = visit.call("outcome")[1]
    same(note.status, 204, "the note to the service")
    same(t.site.history()[0]["outcome"], "declined", "the history")


@law("bridge-chromium: A wallet's window that is closed leads to the photo form")
def closed(t):
    visit = Visit(t)
    visit.consent().choose().page.close(run_before_unload=True)
    visit.check_unanswered("cancelled", "wallet.declined")


@law("bridge-chromium: A browser without the API, on a site that has no other way, leads to the photo form")
def absent(t):
    visit = Visit(t, init=ABSENT)

    def native_only(route):
        reply = route.fetch()
        route.fulfill(response=reply, body=re.sub(r'ways="[^"]*"', 'ways="native"', reply.text()))
    visit.page.route("**/checkout", native_only)
    visit.page.reload()
    visit.take_photo_way()
    same(visit.calls, [], "calls of the service")


@law("bridge-chromium: A browser without the API still has the wallet's page")
def bridge_without_api(t):
    visit = Visit(t, init=ABSENT)
    consent = visit.consent()
    # While it is open the next request would be refused.
    consent.page.click("#cancel")
    visit.outcome()


@law("bridge-chromium: Without JavaScript the photo form is reached, and takes a photo")
def no_script(t):
    visit = Visit(t, java_script_enabled=False)
    same(visit.page.locator("noscript").inner_text() != "", True, "a word about JavaScript")
    visit.page.click("#use-photo")
    visit.send_photo(pictures.sharp())
    visit.page.wait_for_selector("#photo-received")


@law("bridge-chromium: Decline in the browser's own API leads to the photo form")
def native_declined(t):
    visit = Visit(t)
    t.wallet("decline")
    visit.ask_natively()
    visit.check_unanswered("cancelled", "browser.notAllowed", "NotAllowedError")


def alter_answer(visit):
    """What the visitor's page sends to the service is another answer than the wallet's."""
    def alter(route):
        body = json.loads(route.request.post_data)
        text = body["data"]["response"]
        middle = len(text) // 2
        body["data"]["response"] = text[:middle] + ("B" if text[middle] == "A" else "A") + text[middle + 1:]
        route.continue_(post_data=json.dumps(body))
    visit.page.route("**/verification/sessions/*/response", alter)


@law("bridge-chromium: An answer that was altered on its way is refused: the page has a code, the photo form, and no value")
def altered(t):
    visit = Visit(t)
    alter_answer(visit)
    visit.consent().choose().accept().confirm()
    visit.arrive("#unverified #try-again")
    words = visit.page.inner_text("body")
    same([secret for secret in SECRETS if secret in words], [], "values on the page")
    session = t.site.backend(f"/v1/sessions/{visit.session}")[1]
    same((session["status"], session["refusal"]["code"]), ("refused", visit.page.inner_text("#code")), "the session")
    visit.page.goto(t.site.origin() + "/launch")
    check(visit.page.url.endswith("/checkout"), "no launch")
    visit.page.click("#use-photo")
    visit.page.wait_for_selector("#photo-form")


@rows("bridge-chromium: A photo that is {0} is refused with {1}",
      ("blurred", "photo.blurred", pictures.blurred), ("heavier than 8 MB", "photo.tooManyBytes", pictures.heavy),
      ("wider than 10,000 pixels", "photo.tooLarge", pictures.wide), ("no picture", "photo.format", lambda: b"%PDF-1.7 none"))
def bad_photo(t, _, code, make):
    visit = Visit(t)
    visit.page.click("#use-photo")
    visit.send_photo(make())
    visit.arrive("#photo-fault")
    same(visit.page.get_attribute("#photo-fault", "data-code"), code, "code")
    check(len(visit.page.inner_text("#photo-fault")) > 40, "a reason in words")
    check(visit.page.is_visible("#photo-form"), "another photo can be chosen")


@law("bridge-chromium: A photo that was taken is labelled as not cryptographically verified and never launches")
def photo_never_verified(t):
    visit = Visit(t)
    visit.page.click("#use-photo")
    token = visit.page.get_attribute("input[name=token]", "value")
    visit.send_photo(pictures.sharp())
    visit.arrive("#photo-received")
    check("not cryptographically verified" in visit.page.inner_text("#evidence").lower(), visit.page.inner_text("#evidence"))
    same(visit.page.locator("#verified, #launch, #portrait").count(), 0, "parts of a verified page")
    reply = visit.page.request.post(t.site.origin() + "/launch", form={"token": token}, headers={"Origin": t.site.origin()})
    check(reply.url.endswith("/checkout"), f"a launch by hand leads to {reply.status} {reply.url}")
    visit.page.goto(t.site.origin() + "/result")
    same(visit.page.locator("#photo-received").count(), 1, "still a photo")


@law("bridge-chromium: Before the click nothing but the site's own pages is asked for, and no session is made")
def before_the_click(t):
    asked = []
    visit = Visit(t, to_checkout=False)
    t.context.on("request", lambda request: asked.append((request.method, request.url)))
    visit.to_checkout()
    visit.page.wait_for_load_state("networkidle")
    visit.page.locator("#verify").hover()
    visit.page.locator("#verify").focus()
    visit.page.wait_for_timeout(500)
    elsewhere = [url for _, url in asked if not url.startswith(t.site.origin() + "/")]
    same(elsewhere, [], "requests to elsewhere")
    same([url for method, url in asked if method != "GET"], [t.site.origin() + "/itinerary"], "what was sent: the form before it alone")
    same([url for _, url in asked if "session" in url], [], "sessions")


@law("bridge-chromium: The site asks for names, age over 21, portrait and driving privileges of a driving licence, for nothing else, and keeps none")
def asked(t):
    visit = Visit(t)
    relay = visit.relay()
    asked = visit.call("request")[1].json()
    leave(relay, "#decline")
    visit.outcome()
    path = t.site.folder / "asked.json"
    path.write_text(json.dumps({"protocol": asked["protocol"], "data": asked["data"]}))
    command = [t.site.programs / "mdoc", "verify-request", "--request", path, "--origin", t.site.origin(),
               "--reader-trust", t.site.folder / "reader/trust", "--json"]
    read = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    [document] = read["documents"]
    same(document["docType"], "org.iso.18013.5.1.mDL", "the document")
    names = ("given_name", "family_name", "age_over_21", "portrait", "driving_privileges")
    same({element["element"]: element["intentToRetain"] for element in document["elements"]},
         {f"org.iso.18013.5.1/{name}": False for name in names}, "elements, and whether they are kept")


@law("bridge-chromium: One correlation id ties the page's calls, the service's log, the session and its report together")
def correlation(t):
    visit = Visit(t)
    visit.share()
    identifiers = {step: visit.call(step)[1].headers.get("x-correlation-id") for step in ("request", "response")}
    same(identifiers["request"], identifiers["response"], "X-Correlation-Id of request and response")
    identifier = identifiers["request"]
    same(t.site.backend(f"/v1/sessions/{visit.session}")[1]["correlationId"], identifier, "of the session")
    same(t.site.backend(f"/v1/sessions/{visit.session}/report")[1]["correlationId"], identifier, "of the report")
    lines = [line for line in t.site.logs()["mdoc-verifier"].splitlines() if f"correlation={identifier}" in line]
    routes = {found.group(1) for line in lines if (found := re.search(r"route=\S*/(\w+) ", line))}
    check({"sessions", "request", "response", "result"} <= routes, f"routes in the log: {routes}")


AGAIN = """async ([address, body]) => {
    const reply = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return [reply.status, (await reply.json()).code];
}"""


@law("bridge-chromium: The same answer posted again is refused as session.used; without the browser's cookie as session.notBound")
def again(t):
    visit = Visit(t)
    visit.share()
    session, response = visit.call("response")
    body = response.request.post_data
    address = f"/verification/sessions/{session}/response"
    same(visit.page.evaluate(AGAIN, [address, body]), [409, "session.used"], "posted again")
    same(t.site.backend(f"/v1/sessions/{session}")[1]["status"], "verified", "the session stays as it was")
    stranger = t.browsers.get().new_context()
    try:
        page = stranger.new_page()
        page.goto(t.site.origin())
        same(page.evaluate(AGAIN, [address, body]), [403, "session.notBound"], "posted from another browser")
    finally:
        stranger.close()


@law("bridge-chromium: An answer to one session is refused by another")
def other_session(t):
    first = Visit(t)
    held = []
    first.page.route("**/verification/sessions/*/response", lambda route: (held.append(route.request.post_data), route.abort()))
    consent = first.consent().choose().accept()
    consent.confirm()
    first.t.until(lambda: held, "an answer")
    # Until the broker knows that it has arrived the next request would be refused.
    consent.page.wait_for_selector(".sign.good")
    t.context.close()
    second = Visit(t)
    second.page.route("**/verification/sessions/*/response", lambda route: route.continue_(post_data=held[0]))
    second.consent().choose().accept().confirm()
    second.page.wait_for_selector("#unverified #code")
    same(t.site.backend(f"/v1/sessions/{second.session}")[1]["status"], "refused", "the session")


def focused(page):
    """Selector of what has the focus, as deep as it lies."""
    return page.evaluate("document.activeElement?.id || document.activeElement?.tagName")


def tab_to(page, identifier, key="Tab"):
    for _ in range(60):
        if focused(page) == identifier:
            outline = page.evaluate("""() => {
                const element = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
                const style = getComputedStyle(element);
                return style.outlineStyle !== 'none' || style.boxShadow !== 'none';
            }""")
            check(outline, f"the focus on {identifier} is seen")
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard never reaches {identifier}")


@law("bridge-chromium: The whole way is walked with the keyboard alone")
def keyboard(t):
    visit = Visit(t, to_checkout=False)
    page = visit.page
    tab_to(page, "choose-heron")
    page.keyboard.press("Enter")
    page.wait_for_selector("#to-checkout")
    tab_to(page, "to-checkout")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verify")
    visit.await_button()
    tab_to(page, "verify")
    with t.context.expect_page() as popup:
        page.keyboard.press("Enter")
    relay = popup.value
    relay.wait_for_selector("#continue:enabled")
    with t.context.expect_page() as popup:
        relay.keyboard.press("Enter")
    window = popup.value
    window.wait_for_selector(".app")
    window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    sheet = window.frame_locator("iframe.sheet")
    sheet.get_by_role("button", name="Accept").wait_for()
    sheet_of(window)
    for _ in range(4):  # a sheet that scrolls can have the focus, too
        if sheet.locator(":focus").all_text_contents() != ["Accept"]:
            window.keyboard.press("Tab")
    same(sheet.locator(":focus").all_text_contents(), ["Accept"], "what has the focus")
    window.keyboard.press("Enter")
    window.wait_for_selector("#pin")
    window.keyboard.press("Tab")
    window.keyboard.type(t.site.pin)
    window.keyboard.press("Enter")
    page.wait_for_selector("#verified")
    tab_to(page, "launch")
    page.keyboard.press("Enter")
    page.wait_for_selector("#launched")
    tab_to(page, "another-trip")
    page.keyboard.press("Enter")
    page.wait_for_selector("#choose-heron")


@law("bridge-chromium: What was shared stands in no log of the site, the service, the broker or a provider")
def canary(t):
    visit = Visit(t)
    visit.share()
    visit.launch()
    logs = t.site.logs()
    correlation = visit.call("response")[1].headers["x-correlation-id"]
    check(correlation in logs["mdoc-verifier"], "the service wrote of this visit")
    found = [(name, secret) for name, text in logs.items() for secret in SECRETS if secret.lower() in text.lower()]
    same(found, [], "values in logs")
    answer = json.loads(visit.call("response")[1].request.post_data)["data"]["response"]
    same([name for name, text in logs.items() if answer[:64] in text], [], "the answer in logs")
