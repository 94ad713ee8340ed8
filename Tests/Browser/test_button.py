"""<verify-identity-button>: what starts it, what it says, and its words."""
from harness import check, law, rows, same, until
from stand_in import Answer

ABSENT = "delete window.DigitalCredential"
# Without its own question, which nobody can press in a headless browser, Chromium looks for a wallet at once.
NO_DIALOG = "--enable-features=WebIdentityDigitalCredentials:dialog/no_dialog"
MEANINGS = {
    "verify-with": "Verify with digital ID",
    "continue-with": "Continue with digital ID",
    "verify-age-with": "Verify age with digital ID",
    "verify-identity-with": "Verify identity with digital ID",
}


def show(t, wallet=None, init=None, **attributes):
    """A page with the button; `wallet` is what the browser's wallet does, if it has one, and `init` is script that runs before any of the page's."""
    t.open(init=init)
    if wallet:
        t.wallet(wallet)
    t.put(**attributes)


def open_early(t, **context):
    """The page whose button was there before the module was."""
    t.open("/early.html", **context)
    until(lambda: t.js("window.ready === true"), "the kit is loaded")


def give_sessions(t):
    """Two, one for each press."""
    t.js(f"window.given = ['{t.session()}', '{t.session()}']; button.session = async () => given.shift()")


def press_again(t):
    t.js("window.outcome = undefined")
    t.main_button().click()


def label(t):
    return t.js("button.shadowRoot.querySelector('.label').textContent")


def choices(t):
    return t.js("[...button.shadowRoot.querySelectorAll('.choice')].map((choice) => choice.textContent)")


def marks(t, selector):
    """The language and direction that each of these parts says it has."""
    return t.js(f"[...button.shadowRoot.querySelectorAll('{selector}')].map((part) => [part.getAttribute('lang'), part.getAttribute('dir')])")


def accessible(t):
    """The tree a screen reader gets: (role, name, busy, disabled, live) of each node of the button."""
    nodes = t.devtools.send("Accessibility.getFullAXTree")["nodes"]
    found = []
    for node in nodes:
        if node.get("ignored"):
            continue
        properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
        found.append({"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""), **properties})
    return found


def button_node(t, name):
    [node] = [node for node in accessible(t) if node["role"] == "button" and node["name"] == name]
    return node


# What starts it

@law("A click on the button asks once, and the outcome comes as an event that leaves the shadow")
def click(t):
    show(t, "respond")
    t.js("window.heard = []; document.addEventListener('outcome', (event) => heard.push([event.target.localName, event.detail.kind]))")
    t.main_button().click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    same(t.js("heard"), [["verify-identity-button", "verified-pending-server"]], "events at the document")
    same(len(t.site.calls("request")), 1, "requests")


@rows("A script that {0} starts nothing",
      ("calls click() on the element", "button.click()"),
      ("calls click() on the inner button", "button.shadowRoot.querySelector('button').click()"),
      ("makes a click event", "button.shadowRoot.querySelector('button').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))"),
      ("makes a key event", "button.shadowRoot.querySelector('button').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))"))
def scripted(t, _, script):
    show(t, "respond")
    # Even with a user's gesture in the air: a click elsewhere is not a click on this button.
    t.js(script, gesture=True)
    t.js("new Promise((resolve) => setTimeout(resolve, 200))")
    same((t.button_state(), t.site.calls()), ("ready", []), "state and requests")


@rows("The key {0} starts it, with the focus on the element", ("Enter",), ("Space",))
def keyboard(t, key):
    show(t, "respond")
    t.js("button.focus()")
    t.page.keyboard.press(key)
    same(t.outcome()["kind"], "verified-pending-server", "outcome")


@law("The Tab key reaches the button and its choices in order")
def tab_order(t):
    show(t, ways="native https://wallet.example/")
    reached = []
    for _ in range(3):
        t.page.keyboard.press("Tab")
        reached.append(t.js("(document.activeElement.shadowRoot?.activeElement ?? document.activeElement).textContent.trim()"))
    same(reached, ["Ask", "Verify with digital ID", "Use the wallet at wallet.example"], "focus")


@law("A disabled button cannot be pressed or focused, and says so")
def disabled(t):
    show(t, disabled="")
    t.main_button().click(force=True)
    t.js("button.focus()")
    same(t.js("document.activeElement === button"), False, "focus")
    same((t.button_state(), t.js("button.getAttribute('state')"), t.site.calls()), ("disabled", "disabled", []), "state and requests")
    check(button_node(t, "Verify with digital ID").get("disabled"), "disabled in the accessibility tree")
    t.js("button.disabled = false")
    same((t.button_state(), t.js("button.hasAttribute('disabled')")), ("ready", False), "enabled again")


@law("A button that is disabled while it asks keeps its words and Cancel, and cannot be pressed again; one that is sent goes on saying so")
def disabled_while_busy(t):
    show(t, "wait")
    with t.handed_out():
        t.main_button().click()
    t.js("button.disabled = true")
    same(t.js("button.getAttribute('state')"), "busy", "attribute")
    same((t.button_state(), t.status(), choices(t)), ("busy", "Waiting for your wallet…", ["Cancel"]), "state, status, choices")
    same(t.js("button.shadowRoot.querySelector('.main').disabled"), True, "the button itself")
    t.page.get_by_role("button", name="Cancel").click()
    t.expect("cancelled", "aborted")
    same((t.button_state(), t.status(), choices(t)), ("disabled", "", []), "once it is over")
    t.main_button().click(force=True)
    t.js("new Promise((resolve) => setTimeout(resolve, 200))")
    same((t.button_state(), len(t.site.calls("request"))), ("disabled", 1), "after a press")
    t.js("button.disabled = false; window.outcome = undefined")
    t.wallet("respond")
    t.main_button().click()
    t.outcome()
    t.js("button.disabled = true")
    same((t.button_state(), t.status()), ("sent", "Sent. The site is checking it."), "sent")


@law("Where the browser cannot ask, the button says so, can be reached, and a press gives the outcome without a request")
def unavailable(t):
    show(t, init=ABSENT)
    same((t.button_state(), t.status()), ("unavailable", "This browser cannot ask for a digital ID."), "state and status")
    check(button_node(t, "Verify with digital ID").get("disabled"), "disabled in the accessibility tree")
    t.js("button.focus()")
    t.page.keyboard.press("Enter")
    t.expect("unavailable", "api.absent")
    same(t.site.calls(), [], "requests")


@law("While it waits the button is busy and keeps the focus, says what it waits for, and can be cancelled")
def busy(t):
    show(t, "wait")
    t.main_button().focus()
    t.page.keyboard.press("Enter")
    until(lambda: t.site.calls("request"), "the request is fetched")
    same((t.button_state(), t.status()), ("busy", "Waiting for your wallet…"), "state and status")
    node = button_node(t, "Verify with digital ID")
    check(node.get("busy") and node.get("disabled") and node.get("focused"), f"busy, disabled and focused for a screen reader: {node}")
    t.page.keyboard.press("Enter")
    same(len(t.site.calls("request")), 1, "requests after a second press")
    same(choices(t), ["Cancel"], "choices")
    t.page.get_by_role("button", name="Cancel").click()
    t.expect("cancelled", "aborted")
    same((t.button_state(), t.status(), choices(t)), ("ready", "Cancelled. You can try again.", []), "state, status, choices")
    same(t.js("button.shadowRoot.activeElement === button.shadowRoot.querySelector('.main')"), True, "the focus is back on the button")


@law("While the answer is sent the button says so, has no Cancel, and keeps the focus; nothing stops it", stand_in_only=True)
def sending(t):
    show(t, init="CredentialsContainer.prototype.get = () => new Promise((resolve) => (window.answer = resolve))")
    t.main_button().click()
    until(lambda: t.js("'answer' in window"), "the wallet is asked")
    same(choices(t), ["Cancel"], "choices while the person decides")
    t.page.get_by_role("button", name="Cancel").focus()
    with t.held("response"):
        t.js("answer({ protocol: 'org-iso-mdoc', data: { response: 'gmVkY2FwaQ' } })")
        until(lambda: t.site.calls("response"), "the answer is sent")
        same((t.button_state(), t.status(), choices(t)), ("busy", "Sending your answer…", []), "state, status, choices")
        same(t.js("button.shadowRoot.activeElement === button.shadowRoot.querySelector('.main')"), True, "the focus is on the button")
        t.js("button.cancel()")
        t.js("fetch(location.href).then((page) => page.text())")
        same(t.button_state(), "busy", "state after a cancel")
    same((t.outcome()["kind"], t.button_state()), ("verified-pending-server", "sent"), "outcome and state")


UNCONFIRMED = {
    "en": "Your answer was sent, but the site has not confirmed it.",
    "ja": "回答は送信されましたが、サイトからの確認はまだありません。",
    "ko": "응답을 전송했지만 사이트에서 아직 수신을 확인하지 않았습니다.",
    "pt": "A sua resposta foi enviada, mas o site ainda não confirmou.",
}


@rows("In {0} the button says that an answer was sent, where nothing confirms it, and can be pressed again", *[(language,) for language in UNCONFIRMED],
      stand_in_only=True)
def unconfirmed(t, language):
    t.site.faults["response"] = Answer(500)
    show(t, "respond", lang=language)
    t.main_button().click()
    t.expect("failed", "answer.unconfirmed")
    same((t.status(), t.button_state()), (UNCONFIRMED[language], "ready"), "status and state")


@law("The outcome is told in a polite live region that was there from the start, and once")
def live_region(t):
    show(t, "decline")
    [region] = [node for node in accessible(t) if node["role"] == "status"]
    same((region["name"], region.get("live")), ("", "polite"), "the region before")
    t.js("""window.changes = 0; window.region = button.shadowRoot.querySelector('[role=status]');
        new MutationObserver((records) => (changes += records.length)).observe(region, { childList: true, characterData: true, subtree: true })""")
    t.main_button().click()
    t.expect("cancelled", "browser.notAllowed")
    t.js("button.refresh()")
    same(t.js("region === button.shadowRoot.querySelector('[role=status]')"), True, "the same region")
    same((t.status(), t.js("changes")), ("Cancelled. You can try again.", 2), "words, and changes: waiting, cancelled")
    [region] = [node for node in accessible(t) if node["role"] == "status"]
    same(region.get("live"), "polite", "live")


@law("Once the answer is sent the button stays sent; a new session makes it ready again")
def sent(t):
    show(t, "respond")
    t.main_button().click()
    t.outcome()
    same((t.button_state(), t.status()), ("sent", "Sent. The site is checking it."), "state and status")
    t.main_button().click(force=True)
    same(len(t.site.calls("request")), 1, "requests")
    t.js(f"button.setAttribute('session', '{t.session()}')")
    same((t.button_state(), t.status()), ("ready", ""), "state and status")


@law("A button that is given its own session id again, as a page that is drawn anew gives it, stays sent; with `null` before that it is as new")
def sent_by_id(t):
    show(t, "respond")
    t.main_button().click()
    t.outcome()
    t.js("button.session = button.getAttribute('session'); button.setAttribute('session', button.session)")
    same((t.button_state(), t.status()), ("sent", "Sent. The site is checking it."), "state and status")
    t.js("button.session = null; button.session = button.getAttribute('session')")
    same((t.button_state(), t.status()), ("ready", ""), "state and status, as new")


@law("A button whose session is a function stays sent with another one, as a page that is drawn anew gives it; with `null` before that it is as new")
def sent_by_function(t):
    show(t, "respond")
    t.js(f"window.given = '{t.session()}'; button.session = async () => given")
    t.main_button().click()
    t.outcome()
    t.js("button.session = async () => given")
    same((t.button_state(), t.status()), ("sent", "Sent. The site is checking it."), "state and status")
    t.js("button.session = null; button.session = async () => given")
    same((t.button_state(), t.status()), ("ready", ""), "state and status, as new")


@rows("A visitor who comes back to the page as it was left, after an answer {0}, finds the button as new",
      ("was sent", "respond", "sent"), ("was declined", "decline", "ready"))
def back(t, _, action, state):
    show(t, action)
    give_sessions(t)
    t.main_button().click()
    t.outcome()
    same(t.button_state(), state, "state when the visitor leaves")
    # What a browser says once the page is shown: first anew, then out of its cache.
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))")
    check(t.status() != "", "a page that is shown for the first time keeps its words")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    same((t.button_state(), t.js("button.getAttribute('state')"), t.status()), ("ready", "ready", ""), "state and status")
    t.wallet("respond")
    press_again(t)
    same(t.outcome()["kind"], "verified-pending-server", "outcome of the next press")


@law("A visitor who comes back to the page as it was left, while the wallet was asked, reads that it was cancelled and can press again, even if the "
     "browser says no more of the question")
def back_while_asked(t):
    show(t, "respond", init="""{
      const { get } = CredentialsContainer.prototype;
      CredentialsContainer.prototype.get = function (options) {
        if ("dropped" in window) return get.call(this, options);
        window.dropped = true;
        return new Promise(() => {});
      };
    }""")
    give_sessions(t)
    t.main_button().click()
    until(lambda: t.js("'dropped' in window"), "the wallet is asked")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))")
    same((t.button_state(), t.status()), ("busy", "Waiting for your wallet…"), "state and status of a page that is shown for the first time")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    t.expect("cancelled", "aborted", "AbortError")
    same((t.button_state(), t.js("button.getAttribute('state')"), t.status()), ("ready", "ready", "Cancelled. You can try again."), "state and status")
    press_again(t)
    same(t.outcome()["kind"], "verified-pending-server", "outcome of the next press")


@law("A visitor who comes back to the page as it was left, while the answer is sent, reads so until it is known what became of it", stand_in_only=True)
def back_while_sending(t):
    show(t, "respond")
    with t.held("response"):
        t.main_button().click()
        until(lambda: t.site.calls("response"), "the answer is sent")
        t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        t.js("fetch(location.href).then((page) => page.text())")
        same((t.button_state(), t.status(), choices(t)), ("busy", "Sending your answer…", []), "state, status, choices")
    same((t.outcome()["kind"], t.button_state()), ("verified-pending-server", "sent"), "outcome and state")


@law("After an outcome the button can be pressed again")
def again(t):
    show(t, "decline")
    t.main_button().click()
    t.expect("cancelled", "browser.notAllowed")
    t.wallet("respond")
    press_again(t)
    same(t.outcome()["kind"], "verified-pending-server", "outcome")


@law("The outcome `failed` is told in words, and the code stays out of them", stand_in_only=True)
def failed(t):
    t.site.faults["request"] = Answer.problem(410, "session.expired")
    show(t)
    t.main_button().click()
    t.expect("failed", "session.expired")
    same((t.button_state(), t.status()), ("ready", "That did not work. Please try again."), "state and status")


@rows("A button with {0} fails as page.misconfigured, and the console says why",
      ("no session", {"session": ""}), ("an endpoint elsewhere", {"endpoint": "https://service.example/"}))
def misconfigured(t, _, attributes):
    show(t, **attributes)
    t.main_button().click()
    t.expect("failed", "page.misconfigured", "TypeError")
    errors = [text for kind, text in t.console if kind == "pageerror"]
    check(len(errors) == 1 and "verifyIdentity" in errors[0], f"console: {t.console}")
    same(t.button_state(), "ready", "state")
    t.console.clear()


# Ways

@law("The first way starts on the click, the others are choices, and none starts because another failed")
def ways(t):
    t.site.pages["/seen"] = Answer(204)
    t.open()
    t.wallet("decline")
    wallet = t.site.origin("wallet.localhost", second=True) + "/wallet.html?do=respond"
    t.put(ways=f"native {wallet}")
    same(choices(t), [f"Use the wallet at wallet.localhost:{t.site.ports[1]}"], "choices")
    t.main_button().click()
    t.expect("cancelled", "browser.notAllowed")
    t.js("new Promise((resolve) => setTimeout(resolve, 300))")
    same([exchange.path for exchange in t.site.log if "wallet.html" in exchange.path], [], "the wallet's page")
    t.js("window.outcome = undefined")
    t.page.get_by_role("button", name="Use the wallet at").click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome of the choice")
    same([exchange.path for exchange in t.site.log if "wallet.html" in exchange.path], ["/wallet.html?do=respond"], "the wallet's page")


@law("With a bridge first, the button works in a browser without the API, which is then no choice")
def bridge_first(t):
    t.site.pages["/seen"] = Answer(204)
    show(t, init=ABSENT, ways=t.site.origin("wallet.localhost", second=True) + "/wallet.html native")
    same((t.button_state(), choices(t)), ("ready", []), "state and choices")
    t.main_button().click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")


@law("With the browser's way first and missing, the bridge stays a choice")
def native_missing(t):
    show(t, init=ABSENT, ways="native https://wallet.example/")
    same((t.button_state(), choices(t)), ("unavailable", ["Use the wallet at wallet.example"]), "state and choices")


@law("A bridge first, the browser's way is a choice with words of its own, or the site's")
def choice_words(t):
    show(t, ways="https://wallet.example/ native")
    same(choices(t), ["Use a wallet on this or another device"], "choices")
    t.js('button.ways = [{ kind: "native" }, { kind: "bridge", url: "https://wallet.example/", label: "Use the city wallet" }]')
    same(choices(t), ["Use the city wallet"], "choices")


@law("The property `ways` takes a text as the attribute does, for pages that set properties only, and nothing is the browser's own way")
def ways_as_text(t):
    show(t)
    t.js("button.ways = 'native https://wallet.example/'")
    same((t.js("button.ways"), choices(t)),
         ([{"kind": "native"}, {"kind": "bridge", "url": "https://wallet.example/"}], ["Use the wallet at wallet.example"]), "ways and choices")
    for nothing in ("''", "null", "undefined", "[]"):
        t.js(f"button.ways = {nothing}")
        same((t.js("button.ways"), choices(t)), ([{"kind": "native"}], []), f"ways and choices after {nothing}")
    raised = t.js("(() => { try { button.ways = 'http://wallet.example/' } catch (error) { return error.name } })()")
    same((raised, t.js("button.ways")), ("TypeError", [{"kind": "native"}]), "exception and ways after an address that is no bridge")


@law("An address that is no bridge is reported as an error and does not become a way")
def bad_way(t):
    show(t, ways="native http://wallet.example/")
    same((t.button_state(), choices(t)), ("ready", []), "state and choices")
    errors = [text for kind, text in t.console if kind == "pageerror"]
    check(len(errors) == 1 and "bridge" in errors[0], f"console: {t.console}")
    t.console.clear()


@law("On an app's page a click has the app ask once; nothing is fetched, no window opens, and the browser needs no API of its own")
def app(t):
    show(t, init=ABSENT, ways="app")
    same((t.button_state(), t.js("kit.isAvailable({ kind: 'app' })")), ("ready", True), "state")
    t.js("window.asked = 0; button.session = async () => { asked += 1; return 's-7'; }")
    t.main_button().click()
    outcome = t.outcome()
    same((outcome["kind"], outcome["session"], t.js("asked"), t.button_state()), ("verified-pending-server", "s-7", 1, "sent"), "outcome")
    same((t.site.calls(), len(t.context.pages)), ([], 1), "requests and windows")


@rows("On an app's page {0} is {1}, {2}",
      ("a person who declined", "cancelled", "browser.notAllowed", "throw new DOMException('', 'NotAllowedError')"),
      ("an open request", "failed", "browser.invalidState", "throw new DOMException('', 'InvalidStateError')"),
      ("an app that breaks", "failed", "browser.unexpected", "throw new Error('private')"),
      ("an app that names no session", "failed", "session.notCreated", "return undefined"))
def app_without_answer(t, _, kind, reason, end):
    show(t, ways="app")
    t.js(f"button.session = async () => {{ {end}; }}")
    t.main_button().click()
    t.expect(kind, reason)
    same((t.site.calls(), t.button_state()), ([], "ready"), "requests and state")


@law("On an app's page Cancel tells the app, and the button can be pressed again")
def app_cancelled(t):
    show(t, ways="app")
    t.js("button.session = ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (window.told = true)))")
    t.main_button().click()
    t.page.locator("verify-identity-button").get_by_role("button", name="Cancel").click()
    t.expect("cancelled", "aborted")
    same((t.js("window.told"), t.button_state()), (True, "ready"), "the app, and the state")


# Life in a page

@law("Properties set before the module was loaded count, more than the attributes")
def upgraded(t):
    open_early(t)
    same(t.js("[early.label, early.session, early.state]"), ["Early bird", "s-1", "ready"], "properties")
    same(t.js("early.ways.map(({ kind }) => kind)"), ["native", "bridge"], "ways")
    same(t.js("early.shadowRoot.querySelector('.label').textContent"), "Early bird", "label")
    t.js("early.setAttribute('session', 's-2')")
    same(t.js("early.session"), "s-2", "an attribute set later")


@law("A text as `ways`, set before the module was loaded, counts as the attribute would")
def upgraded_text(t):
    t.site.pages["/early.js"] = Answer(200, b"""window.early = document.querySelector("verify-identity-button");
        early.ways = "native https://other.example/";""", {"Content-Type": "text/javascript"})
    open_early(t)
    same(t.js("early.ways"), [{"kind": "native"}, {"kind": "bridge", "url": "https://other.example/"}], "ways")


@rows("{0} as a property is as good as none, whatever it was before", ("null",), ("undefined",))
def unset(t, nothing):
    show(t, "respond", endpoint="/elsewhere", meaning="verify-age-with", variant="outline", wallet_name="Utopia", label="Prove it")
    t.js(f"for (const name of ['endpoint', 'meaning', 'variant', 'walletName', 'label']) button[name] = {nothing}")
    same(t.js("[button.endpoint, button.meaning, button.variant, button.walletName, button.label]"),
         ["/verification", "verify-with", "dark", None, None], "properties")
    same(t.js("button.getAttributeNames().sort()"), ["session", "state"], "attributes")
    t.main_button().click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")


@law("A property set before the module was loaded that makes no sense is reported as an error, and the button works without it")
def upgraded_badly(t):
    t.site.pages["/early.js"] = Answer(200, b"""window.early = document.querySelector("verify-identity-button");
        early.ways = [{ kind: "bridge", url: "http://wallet.example/" }];
        early.label = "Early bird";""", {"Content-Type": "text/javascript"})
    open_early(t)
    errors = [text for kind, text in t.console if kind == "pageerror"]
    check(len(errors) == 1 and "bridge" in errors[0], f"console: {t.console}")
    same(t.js("[early.label, early.state, early.getAttribute('state'), early.ways.length]"), ["Early bird", "ready", "ready", 1], "properties")
    t.js("early.remove()")
    same([text for kind, text in t.console if kind == "pageerror"], errors, "errors once it is taken away")
    t.console.clear()


@law("Without the module, or without JavaScript, what is inside the element shows; with it, only the slots do")
def without_script(t):
    t.open("/early.html", java_script_enabled=False)
    check(t.page.get_by_text("Upload an image instead").is_visible(), "the other way is visible without JavaScript")
    check(t.page.get_by_text("You need JavaScript").is_visible(), "the inner text is visible without JavaScript")
    t.context.close()
    open_early(t)
    check(t.page.get_by_text("Upload an image instead").is_visible(), "the slot `fallback` is visible")
    same(t.js("(() => { const range = new Range(); range.selectNode(early.firstChild); return range.getClientRects().length; })()"), 0,
         "boxes of the inner text")


@law("In a browser that cannot make a style sheet, what is inside the element shows, and the button is unavailable")
def without_sheets(t):
    open_early(t, init="window.CSSStyleSheet = function () { throw new TypeError('Illegal constructor') }")
    check(t.page.get_by_text("Upload an image instead").is_visible(), "the other way is visible")
    check(t.page.get_by_text("You need JavaScript").is_visible(), "the inner text is visible")
    t.js("document.body.append(early, early.cloneNode(true)); early.label = 'Late bird'; early.refresh()")
    same(t.js("[early.state, early.getAttribute('state')]"), ["unavailable", "unavailable"], "state")
    same([kind for kind, text in t.console if "too old" in text], ["warning"], "words in the console")


@rows("The site's other way is reached when {0}",
      ("the browser has no API", ABSENT, (), "decline", "api.absent"),
      ("the person declines", None, (), "decline", "browser.notAllowed"),
      ("no wallet can be reached", None, (NO_DIALOG,), "clear", "browser.operation"))
def other_way(t, _, init, arguments, wallet, reason):
    t.site.pages["/upload"] = Answer.html("<!doctype html><title>Upload</title>")
    t.open(init=init, arguments=arguments)
    t.wallet(wallet)
    t.put()
    t.js("button.append(Object.assign(document.createElement('a'), { slot: 'fallback', href: '/upload', textContent: 'Upload an image' }))")
    t.main_button().click(force=True)
    same(t.outcome()["reason"], reason, "reason")
    t.page.get_by_role("link", name="Upload an image").click()
    t.page.wait_for_url("**/upload")


@law("Moving the element keeps it waiting; taking it away cancels")
def moved(t):
    show(t, "wait")
    t.main_button().click()
    until(lambda: t.site.calls("request"), "the request is fetched")
    t.js("document.body.append(button)")
    t.js("new Promise((resolve) => setTimeout(resolve, 100))")
    same((t.button_state(), t.js("window.outcome === undefined")), ("busy", True), "after the move")
    t.js("button.remove()")
    t.expect("cancelled", "aborted")


@law("A button keeps its looks in every document that it comes to, and the other way inside of it shows", stand_in_only=True)
def documents(t):
    show(t)
    t.js("""window.frame = document.body.appendChild(document.createElement('iframe'));
        button.append(Object.assign(document.createElement('a'), { slot: 'fallback', href: '/upload', textContent: 'Another way' }));
        // One that has been nowhere else before.
        window.foreign = document.importNode(button, true);
        window.inert = document.implementation.createHTMLDocument('');
        window.looks = (element) => [element.shadowRoot.querySelector('.main').getBoundingClientRect().height,
            element.shadowRoot.adoptedStyleSheets.length, element.querySelector('a').getClientRects().length > 0]""")
    same(t.js("frame.contentDocument === frame.contentWindow.document && frame.contentDocument !== document"), True, "another document")
    drawn = [52, 1, True]
    same(t.js("looks(button)"), drawn, "height, sheets and other way, in the page")
    t.js("frame.contentDocument.body.append(button, foreign)")
    same(t.js("[looks(button), looks(foreign)]"), [drawn, drawn], "in a frame")
    t.js("inert.body.append(button); document.body.append(button)")
    same(t.js("looks(button)"), drawn, "back in the page, by way of a document that nobody sees")
    t.js("""window.late = document.createElement('verify-identity-button');
        late.append(foreign.querySelector('a').cloneNode(true));
        inert.body.append(late)""")
    same(t.js("late.shadowRoot"), None, "a button of a document that nobody sees has no shadow yet")
    t.js("document.body.append(late)")
    same(t.js("looks(late)"), drawn, "once it is in the page")


@law("Two buttons on a page do not disturb each other; the second says the page is busy")
def two(t):
    show(t, "wait")
    t.js("""window.other = button.cloneNode();
        document.body.append(other);
        other.addEventListener('outcome', (event) => (window.second = event.detail))""")
    t.main_button().click()
    until(lambda: t.site.calls("request"), "the request is fetched")
    t.page.locator("verify-identity-button").nth(1).get_by_role("button").first.click()
    until(lambda: t.js("window.second !== undefined"), "the second outcome")
    same((t.js("second.reason"), t.button_state()), ("page.busy", "busy"), "second outcome, first state")


@law("An own mark takes the place of the neutral one, and stays out of the button's name")
def own_mark(t):
    show(t)
    t.js("""button.append(Object.assign(document.createElement('b'), { slot: 'mark', textContent: 'ACME' }))""")
    same(t.page.locator("verify-identity-button svg").first.is_visible(), False, "the neutral mark")
    check(t.page.get_by_text("ACME").is_visible(), "the own mark is visible")
    button_node(t, "Verify with digital ID")


# Words

@rows("meaning={0} says what it means", *[(meaning,) for meaning in MEANINGS])
def meanings(t, meaning):
    show(t, meaning=meaning)
    same(label(t), MEANINGS[meaning], "label")
    button_node(t, MEANINGS[meaning])


@law("An unknown meaning is Verify with")
def unknown_meaning(t):
    show(t, meaning="sell-with")
    same((label(t), t.js("button.meaning")), ("Verify with digital ID", "verify-with"), "label and meaning")


@law("Own wording and the wallet's name appear as text, never as markup")
def own_words(t):
    show(t, label="<b>Prove</b> it")
    same((label(t), t.js("button.shadowRoot.querySelector('b')")), ("<b>Prove</b> it", None), "label")
    t.put(wallet_name="<i>Utopia</i> Wallet {wallet}")
    same(label(t), "Verify with <i>Utopia</i> Wallet {wallet}", "label")


@law("Empty words are as good as none: the button and its choices always say something")
def empty_words(t):
    t.open()
    for words in ({"label": ""}, {"wallet_name": ""}):
        t.put(**words)
        same(label(t), MEANINGS["verify-with"], str(words))
        button_node(t, MEANINGS["verify-with"])
    t.js('button.ways = [{ kind: "bridge", url: "https://wallet.example/" }, { kind: "native", label: "" }]')
    same(choices(t), ["Use a wallet on this or another device"], "choices")


LANGUAGES = {
    "en": ("Verify identity with digital ID", "This browser cannot ask for a digital ID."),
    "ja": ("デジタルIDで本人確認", "このブラウザーではデジタルIDを提示できません。"),
    "ko": ("디지털 신분증으로 신원 확인", "이 브라우저에서는 디지털 신분증을 제시할 수 없습니다."),
    "pt": ("Verificar identidade com documento digital", "Este navegador não permite apresentar um documento digital."),
}


@rows("In {0} the label, the status and the accessible name are in that language, and say so", *[(language,) for language in LANGUAGES])
def languages(t, language):
    show(t, init=ABSENT, meaning="verify-identity-with", lang=language)
    same((label(t), t.status()), LANGUAGES[language], "words")
    same(t.js("button.shadowRoot.querySelector('.root').lang"), language, "lang")
    button_node(t, LANGUAGES[language][0])


@law("Own words are in the page's language, also where the page does not say it, and the kit's beside them say that they are in another")
def own_language(t):
    show(t, init=ABSENT, lang="fr", label="Prouver", ways="native https://wallet.example/")
    same(marks(t, ".root"), [[None, None]], "the button with own words")
    same((marks(t, ".status"), choices(t), marks(t, ".choice")), ([["en", "ltr"]], ["Use the wallet at wallet.example"], [["en", "ltr"]]), "the kit's words")
    t.js('button.ways = [{ kind: "native" }, { kind: "bridge", url: "https://wallet.example/", label: "Par la ville" }]')
    same((choices(t), marks(t, ".choice")), (["Par la ville"], [["fr", "auto"]]), "a way's own words")
    t.js("button.label = null")
    same((marks(t, ".root"), marks(t, ".choice")), ([["en", "ltr"]], [["fr", "auto"]]), "the kit's words on the button, and a way's own")
    t.js("button.removeAttribute('lang'); document.documentElement.removeAttribute('lang')")
    until(lambda: marks(t, ".choice") == [["", "auto"]], "a way's own words where nothing says their language")


@law("Every language has every text, none the same as in English, and every placeholder of it")
def complete(t):
    t.open()
    table = t.js("kit.languages")
    same(sorted(table), ["en", "ja", "ko", "pt"], "languages")
    for language, texts in table.items():
        same(sorted(texts), sorted(table["en"]), f"texts of {language}")
        for key, text in texts.items():
            same("{wallet}" in text, "{wallet}" in table["en"][key], f"{{wallet}} in {language} {key}")
            same("{host}" in text, "{host}" in table["en"][key], f"{{host}} in {language} {key}")
            check(key == "direction" or language == "en" or text != table["en"][key], f"{language} {key} is English")


@rows("lang={0} is answered in {1}",
      ("pt-BR", "pt"), ("PT-pt", "pt"), ("ja-JP-u-ca-japanese", "ja"), ("ko-Kore-KR", "ko"), ("en-GB", "en"), ("xx", "en"), ("enx", "en"))
def resolution(t, given, answered):
    show(t, lang=given)
    same(t.js("button.shadowRoot.querySelector('.root').lang"), answered, "language")


@law("Without its own lang the button takes the nearest, through shadow roots, and follows when it changes")
def inherited(t):
    show(t)
    same(label(t), MEANINGS["verify-with"], "the page's language")
    t.js("document.getElementById('place').lang = 'ja'")
    until(lambda: label(t) == "デジタルIDで確認", "the nearest language")
    t.js("document.getElementById('place').removeAttribute('lang'); document.documentElement.lang = 'pt-BR'")
    until(lambda: label(t) == "Verificar com documento digital", "the page's new language")
    t.js("""window.host = document.createElement('div'); host.lang = 'ko'; document.body.append(host);
        host.attachShadow({ mode: 'open' }).append(button)""")
    same(label(t), "디지털 신분증으로 확인", "the language of the shadow's host")
    t.js("host.lang = 'ja'")
    until(lambda: label(t) == "デジタルIDで確認", "the host's new language")


@law("The button follows a language that changes inside of a shadow root around it, however deep")
def inherited_in_shadows(t):
    show(t)
    t.js("""window.within = (root) => {
            const part = document.createElement('div');
            root.append(part);
            return part;
        };
        window.outer = within(within(document.body).attachShadow({ mode: 'closed' }));
        window.inner = within(within(outer).attachShadow({ mode: 'open' }));
        inner.append(button)""")
    same(label(t), MEANINGS["verify-with"], "the page's language")
    t.js("outer.lang = 'ja'")
    until(lambda: label(t) == "デジタルIDで確認", "the language of the outer shadow")
    t.js("inner.lang = 'pt'")
    until(lambda: label(t) == "Verificar com documento digital", "the language of the inner shadow")
    t.js("inner.lang = outer.lang = ''; document.documentElement.lang = 'ko'")
    until(lambda: label(t) == "디지털 신분증으로 확인", "the page's new language")


@law("Without any lang the browser's language decides")
def browser_language(t):
    t.open(locale="ja-JP")
    t.js("document.documentElement.removeAttribute('lang')")
    t.put()
    same(label(t), "デジタルIDで確認", "label")


@rows("Korean takes the right particle: {1}", ("지갑", "지갑으로 확인"), ("모바일 신분증 서울", "모바일 신분증 서울로 확인"), ("모바일 카드", "모바일 카드로 확인"),
      ("Wallet", "Wallet로 확인"))
def particles(t, name, expected):
    show(t, lang="ko", wallet_name=name)
    same(label(t), expected, "label")


@law("A site can add a language; buttons that are shown take it up, and what is left out is English")
def added(t):
    show(t, lang="fr-CA")
    same(label(t), MEANINGS["verify-with"], "before")
    t.js("kit.addLanguage('fr', { wallet: 'identité numérique', 'verify-with': 'Vérifier avec {wallet}' })")
    same(label(t), "Vérifier avec identité numérique", "after")
    same(t.js("kit.languages.fr.cancel"), "Cancel", "left out")


@law("A text of an added language that is undefined is English, and a whole question goes through")
def added_undefined(t):
    t.open()
    t.wallet("respond")
    t.js("kit.addLanguage('fr', { busy: undefined, sending: undefined, sent: undefined, wallet: 'identité numérique' })")
    t.put(lang="fr")
    same(t.js("[kit.languages.fr.sending, kit.languages.fr.wallet]"), ["Sending your answer…", "identité numérique"], "texts")
    t.main_button().click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    same((t.button_state(), t.status()), ("sent", "Sent. The site is checking it."), "state and status")


@law("A button that cannot say that the answer is sent reports an error, and the answer is sent all the same")
def missing_words(t):
    show(t, "respond")
    t.js("delete kit.languages.en.sending")
    t.main_button().click()
    same((t.outcome()["kind"], t.button_state()), ("verified-pending-server", "sent"), "outcome and state")
    same(len(t.site.calls("response")), 1, "answers")
    same(len([text for kind, text in t.console if kind == "pageerror"]), 1, "errors")
    t.console.clear()


@rows("Adding a language with {0} is a TypeError",
      ("a bad tag", "'f r', {}"), ("an unknown text", "'fr', { verify: 'x' }"), ("a text every object has", "'fr', { toString: 'x' }"),
      ("markup as a tag", "'<b>', {}"), ("a text that is none", "'fr', { cancel: null }"), ("a number as a text", "'fr', { cancel: 7 }"))
def bad_language(t, _, arguments):
    t.open()
    raised = t.js(f"(() => {{ try {{ kit.addLanguage({arguments}) }} catch (error) {{ return error.name }} }})()")
    same(raised, "TypeError", "exception")


@law("The module can be loaded where there is no document, and defines the element once")
def loaded_twice(t):
    t.open()
    same(t.js("import('/verification/kit/verify-identity.js?again').then((again) => typeof again.verifyIdentity)"), "function", "a second copy")
    t.site.pages["/plain"] = Answer.html("<!doctype html><title>No policy</title>")
    t.page.goto(t.site.origin() + "/plain")
    same(t.js("""new Promise((resolve) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => resolve(event.message);
    })"""), "function", "in a worker")
