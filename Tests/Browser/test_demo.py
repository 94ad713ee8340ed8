"""Spaceship Rentals from the catalogue to the launch, and every way around a digital ID."""
import json
import re

import pictures
from demonstration import LICENCE
from harness import check, law, rows, same, until

ABSENT = "delete window.DigitalCredential"
SHARED = {"Family name": LICENCE["family_name"], "Given names": LICENCE["given_name"], "Age over 21": "Yes"}
SECRETS = [LICENCE[name] for name in ("family_name", "given_name", "birth_date", "document_number", "resident_address", "resident_city")]
KIT_CALL = re.compile(r"/verification/sessions/([\w-]{22})/(request|response|outcome)$")


class Visit:
    """A visitor at the checkout, and what their page sends on the way."""

    def __init__(self, t, to_checkout=True, **opened):
        self.t, self.calls = t, []
        self.page = t.open("/", **opened)
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

    def await_button(self):
        """The page's module has given the button what it needs on a click."""
        self.t.until(lambda: self.page.evaluate("typeof document.getElementById('verify').session === 'function'"), "a button that works")

    def open_selector(self):
        self.await_button()
        with self.t.context.expect_page() as popup:
            self.page.locator("#verify").click()
        popup.value.wait_for_selector("#selector", state="visible")
        return popup.value

    def open_wallet(self, app="Wallet"):
        popup = self.open_selector()
        popup.click(f'#apps button:text-is("{app}")')
        popup.wait_for_selector("#share", state="visible")
        return popup

    def share(self, app="Wallet"):
        self.open_wallet(app).click("#share")
        self.page.wait_for_selector("#verified")

    def elements(self):
        return dict(zip(self.page.locator("#elements dt").all_inner_texts(), self.page.locator("#elements dd").all_inner_texts()))

    def launch(self):
        self.page.click("#launch")
        self.page.wait_for_selector("#launched")

    def take_photo_way(self):
        """From the words that follow a failed attempt to the form for everybody."""
        self.page.wait_for_selector("#another-way", state="visible")
        self.page.click("#another-way-photo")
        self.page.wait_for_selector("#photo-form")

    def send_photo(self, name, content):
        self.page.set_input_files("#photo", {"name": name, "mimeType": "image/png", "buffer": content})
        self.page.click("#send-photo")


def answer_natively(t, visit, change=lambda answer: answer):
    """Puts a real sealed answer into the browser's virtual wallet before the page learns the request."""
    def hand_out(route):
        reply = route.fetch()
        answer = t.site.sealed_answer(reply.json())
        t.wallet("respond", answer["protocol"], change(answer["data"]))
        route.fulfill(response=reply)
    visit.page.route("**/verification/sessions/*/request", hand_out)


def press_native(visit):
    visit.await_button()
    visit.page.locator("#verify").locator("button.choice").first.click()


@law("From the catalogue to the launch in one go: the issued values and the portrait are shown, and the service verified them")
def whole_way(t):
    visit = Visit(t)
    visit.share()
    elements = visit.elements()
    same(elements, SHARED, "what is shown")
    portrait = visit.page.evaluate("fetch('/result/portrait').then((r) => r.arrayBuffer()).then((b) => Array.from(new Uint8Array(b)))")
    same(bytes(portrait) == (t.site.folder / "story/portrait.jpg").read_bytes(), True, "the portrait is the issued one, byte for byte")
    check(visit.page.evaluate("document.getElementById('portrait').naturalWidth") > 0, "the portrait is seen")
    status, session = t.site.backend(f"/v1/sessions/{visit.session}")
    same((status, session["status"], session["policy"]), (200, "verified", "spaceship-rental"), "the session")
    status, report = t.site.backend(f"/v1/sessions/{visit.session}/report")
    same([(each["question"], each["isGood"]) for each in report["questions"]],
         [("who_is_asking", "yes"), ("is_it_protected", "yes"), ("is_it_authentic", "yes"), ("is_it_copied", "yes")], "the four questions")
    visit.launch()
    words = visit.page.inner_text("main")
    check(LICENCE["given_name"] in words, "the pilot is greeted")
    check(LICENCE["family_name"] not in words, "the family name is gone")


@law("One click opens one selector, which lists both apps; either answers, and the other learns nothing")
def both_apps(t):
    def selectors():
        return [line for line in t.site.logs()["developer-wallet"].splitlines() if "selector opened" in line]
    before = len(selectors())
    visit = Visit(t)
    popup = visit.open_selector()
    same(popup.locator("#apps button").all_inner_texts(), ["Wallet", "Local Driving Authority"], "the apps")
    popup.click('#apps button:text-is("Local Driving Authority")')
    popup.wait_for_selector("#share", state="visible")
    popup.click("#share")
    visit.page.wait_for_selector("#verified")
    same(visit.elements(), SHARED, "what is shown")
    same(len(selectors()) - before, 1, "selectors for one click")


@law("Cancel in the selector leads to the photo form")
def cancelled_selector(t):
    visit = Visit(t)
    visit.open_selector().click("#cancel")
    visit.take_photo_way()


@law("Whoever shares nothing stays at the checkout, whatever address they type")
def nothing_shared(t):
    visit = Visit(t)
    for path in ("/launch", "/result"):
        visit.page.goto(t.site.origin() + path)
        check(visit.page.url.endswith("/checkout"), f"{path} leads to {visit.page.url}")


@law("Decline in the wallet leads to the photo form")
def declined(t):
    visit = Visit(t)
    visit.open_wallet().click("#decline")
    visit.take_photo_way()
    note = visit.call("outcome")[1]
    same(note.status, 204, "the note to the service")
    same(t.site.backend(f"/v1/sessions/{visit.session}")[1]["status"], "requested", "the session")


@law("A wallet's window that is closed leads to the photo form")
def closed(t):
    visit = Visit(t)
    visit.open_wallet().close()
    visit.take_photo_way()


@law("A browser without the API, on a site that has no other way, leads to the photo form")
def absent(t):
    visit = Visit(t, init=ABSENT)

    def native_only(route):
        reply = route.fetch()
        route.fulfill(response=reply, body=re.sub(r'ways="[^"]*"', 'ways="native"', reply.text()))
    visit.page.route("**/checkout", native_only)
    visit.page.reload()
    visit.take_photo_way()
    same(visit.calls, [], "calls of the service")


@law("A browser without the API still has the wallet's page")
def bridge_without_api(t):
    visit = Visit(t, init=ABSENT)
    visit.share()


@law("Without JavaScript the photo form is reached, and takes a photo")
def no_script(t):
    visit = Visit(t, java_script_enabled=False)
    same(visit.page.locator("noscript").inner_text() != "", True, "a word about JavaScript")
    visit.page.click("#use-photo")
    visit.send_photo("licence.png", pictures.sharp())
    visit.page.wait_for_selector("#photo-received")


@law("A sealed answer through the browser's own API leads to the launch")
def native(t):
    visit = Visit(t)
    answer_natively(t, visit)
    press_native(visit)
    visit.page.wait_for_selector("#verified")
    same(visit.elements(), SHARED, "what is shown")
    same(t.site.backend(f"/v1/sessions/{visit.session}")[1]["status"], "verified", "the session")
    visit.launch()


@law("Decline in the browser's own API leads to the photo form")
def native_declined(t):
    visit = Visit(t)
    t.wallet("decline")
    press_native(visit)
    visit.take_photo_way()


@law("An answer that was altered on its way is refused: the page has a code, the photo form, and no value")
def altered(t):
    def alter(data):
        text = data["response"]
        middle = len(text) // 2
        return {"response": text[:middle] + ("B" if text[middle] == "A" else "A") + text[middle + 1:]}
    visit = Visit(t)
    answer_natively(t, visit, alter)
    press_native(visit)
    visit.page.wait_for_selector("#unverified #try-again")
    words = visit.page.inner_text("body")
    same([secret for secret in SECRETS if secret in words], [], "values on the page")
    session = t.site.backend(f"/v1/sessions/{visit.session}")[1]
    same((session["status"], session["refusal"]["code"]), ("refused", visit.page.inner_text("#code")), "the session")
    visit.page.goto(t.site.origin() + "/launch")
    check(visit.page.url.endswith("/checkout"), "no launch")
    visit.page.click("#use-photo")
    visit.page.wait_for_selector("#photo-form")


@rows("A photo that is {0} is refused with {1}",
      ("blurred", "photo.blurred", pictures.blurred), ("heavier than 8 MB", "photo.tooManyBytes", pictures.heavy),
      ("wider than 10,000 pixels", "photo.tooLarge", pictures.wide), ("no picture", "photo.format", lambda: b"%PDF-1.7 none"))
def bad_photo(t, _, code, make):
    visit = Visit(t)
    visit.page.click("#use-photo")
    visit.send_photo("licence.png", make())
    visit.page.wait_for_selector("#photo-fault")
    same(visit.page.get_attribute("#photo-fault", "data-code"), code, "code")
    check(len(visit.page.inner_text("#photo-fault")) > 40, "a reason in words")
    check(visit.page.is_visible("#photo-form"), "another photo can be chosen")


@law("A photo that was taken is labelled as not cryptographically verified and never launches")
def photo_never_verified(t):
    visit = Visit(t)
    visit.page.click("#use-photo")
    token = visit.page.get_attribute("input[name=token]", "value")
    visit.send_photo("licence.png", pictures.sharp())
    visit.page.wait_for_selector("#photo-received")
    check("not cryptographically verified" in visit.page.inner_text("#evidence").lower(), visit.page.inner_text("#evidence"))
    same(visit.page.locator("#verified, #launch, #portrait").count(), 0, "parts of a verified page")
    reply = visit.page.request.post(t.site.origin() + "/launch", form={"token": token}, headers={"Origin": t.site.origin()})
    check(reply.url.endswith("/checkout"), f"a launch by hand leads to {reply.status} {reply.url}")
    visit.page.goto(t.site.origin() + "/result")
    same(visit.page.locator("#photo-received").count(), 1, "still a photo")


@law("Before the click nothing but the site's own pages is asked for, and no session is made")
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


@law("One correlation id ties the page's calls, the service's log, the session and its report together")
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


@law("The same answer posted again is refused as session.used; without the browser's cookie as session.notBound")
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


@law("An answer to one session is refused by another")
def other_session(t):
    first = Visit(t)
    held = []
    first.page.route("**/verification/sessions/*/response", lambda route: (held.append(route.request.post_data), route.abort()))
    first.open_wallet().click("#share")
    first.t.until(lambda: held, "an answer")
    t.context.close()
    second = Visit(t)
    second.page.route("**/verification/sessions/*/response", lambda route: route.continue_(post_data=held[0]))
    second.open_wallet().click("#share")
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


@law("The whole way is walked with the keyboard alone")
def keyboard(t):
    visit = Visit(t, to_checkout=False)
    page = visit.page
    tab_to(page, "choose-heron")
    page.keyboard.press("Enter")
    page.wait_for_selector("#to-checkout")
    tab_to(page, "to-checkout")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verify")
    tab_to(page, "verify")
    with t.context.expect_page() as popup:
        page.keyboard.press("Enter")
    wallet = popup.value
    wallet.wait_for_selector("#selector", state="visible")
    tab_to(wallet, "app-1")
    wallet.keyboard.press("Enter")
    wallet.wait_for_selector("#share", state="visible")
    tab_to(wallet, "share")
    wallet.keyboard.press("Enter")
    page.wait_for_selector("#verified")
    tab_to(page, "launch")
    page.keyboard.press("Enter")
    page.wait_for_selector("#launched")


@law("What was shared stands in no log of the site, of the service or of the wallet")
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
