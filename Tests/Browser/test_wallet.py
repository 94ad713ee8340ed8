"""The broker's pages: the relay that websites open, the window in which a person decides, settings and history."""
import contextlib
import errno
import json
import pathlib
import socket
import subprocess
import sys

from harness import Skip, check, law, leave, press_in_frame, reach_in_frame, rows, same, sheet_of, until
from playwright.sync_api import Error
from processes import Words
from stand_in import Answer
from wallet import Wallet, icon

ABSENT = "delete window.DigitalCredential"
PIN = "274951"
# What the double answers, as the website's page has to get it.
RESPONSE = {"protocol": "org-iso-mdoc", "data": {"response": "gmVkY2Fwafv_Pg"}}


class Visit:
    """A website's page whose button opens the relay, and the windows that follow."""

    def __init__(self, t, query="", pin=True, **options):
        self.t = t
        if pin:
            same(t.site.tell(f"pin {PIN} blue heron"), "done", "the PIN")
        t.open(init=ABSENT, **options)
        self.session = t.arm(extra=f'way: {{ kind: "bridge", url: "{t.site.address}/{query}" }}')

    def relay(self):
        with self.t.context.expect_page() as relay:
            self.t.click()
        relay.value.wait_for_selector("#continue:enabled")
        return relay.value

    def consent(self, relay=None):
        relay = relay or self.relay()
        with self.t.context.expect_page() as window:
            relay.click("#continue")
        window.value.wait_for_selector(".app")
        return window.value

    def sheet(self):
        window = self.consent()
        window.click('.app:has(b:text-is("Wallet"))')
        window.wait_for_selector("iframe.sheet")
        window.frame_locator("iframe.sheet").get_by_role("button", name="Accept").wait_for()
        return window

    def verification(self):
        window = self.sheet()
        press_in_frame(window.frame_locator("iframe.sheet").get_by_role("button", name="Accept"))
        window.wait_for_selector("h2:has-text('Confirm that it is you'), h2:has-text('First choose')")
        return window

    def answered(self, window):
        window.wait_for_selector(".sign.good")
        same(self.t.outcome(), {"kind": "verified-pending-server", "session": self.session}, "outcome")
        same([call.json for call in self.t.site.calls("response")], [RESPONSE], "what the website got")


def authenticator(t, page, credential=None):
    """A virtual authenticator of a page; with a credential that was made on another one."""
    devtools = t.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    identifier = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True, "hasResidentKey": True}})["authenticatorId"]
    if credential:
        devtools.send("WebAuthn.addCredential", {"authenticatorId": identifier, "credential": credential})
    return devtools, identifier


def enrolled_passkey(t):
    """A passkey that was enrolled in the settings."""
    page = t.context.new_page()
    page.goto(t.site.tell("settings"))
    devtools, identifier = authenticator(t, page)
    page.click("#new-passkey")
    until(lambda: t.site.tell("enrolment").endswith("true"), "the passkey is enrolled")
    [credential] = devtools.send("WebAuthn.getCredentials", {"authenticatorId": identifier})["credentials"]
    page.close()
    return credential


@law("A request goes through relay, selection, sheet and PIN, and the page gets the answer byte by byte")
def walk(t):
    visit = Visit(t)
    window = visit.verification()
    same(window.text_content("#phrase"), "blue heron", "the owner's phrase")
    window.fill("#pin", "274952")
    window.click("#confirm")
    window.wait_for_selector("[role=alert]:has-text('9')")
    same(t.site.calls("response"), [], "what the website got before")
    window.fill("#pin", PIN)
    window.click("#confirm")
    visit.answered(window)
    [request] = t.site.calls("request")
    begun, *rest = t.site.events()
    same(begun.split(" ")[1], t.site.origin(), "the origin the broker got")
    same(sorted(json.loads(begun.split(" ", 2)[2])), ["deviceRequest", "encryptionInfo"], "the data the broker got")
    same([event.strip() for event in rest[:4]], ["select wallet", "act accept", "confirm pin", "released same"], "what happened")
    until(lambda: "delivered" in t.site.events(), "the answer counts as delivered")
    check(request is not None, "the request")


@law("A passkey made in the settings confirms; the same page cannot use it without the owner")
def passkey(t):
    visit = Visit(t, pin=False)
    credential = enrolled_passkey(t)
    window = visit.verification()
    devtools, identifier = authenticator(t, window, credential)
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": identifier, "isUserVerified": False})
    window.click("#use-passkey")
    window.wait_for_selector("#passkey-fault:visible")
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": identifier, "isUserVerified": True})
    window.click("#use-passkey")
    visit.answered(window)
    check("confirm passkey" in t.site.events(), "confirmed by the passkey")


@law("Who has chosen nothing yet chooses on the way, and then confirms")
def enrol_on_the_way(t):
    visit = Visit(t, pin=False)
    window = visit.verification()
    window.fill("#new-phrase", "green kettle")
    window.fill("#new-pin", PIN)
    window.fill("#repeat-pin", PIN)
    window.click("#save-pin")
    window.wait_for_selector("#phrase")
    same(window.text_content("#phrase"), "green kettle", "the phrase")
    window.fill("#pin", PIN)
    window.click("#confirm")
    visit.answered(window)


def on_the_way(t):
    return Visit(t, pin=False).verification()


def settings_page(t):
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.goto(t.site.tell("settings"))
    return page


@rows("A first PIN that is easy to guess, chosen {0}, leaves the phrase as it was written, and the reason has the focus",
      ("on the way", on_the_way), ("in the settings", settings_page))
def guessable(t, _, opened):
    window = opened(t)
    phrase = 'a "blue" heron & <kettle>'
    for field, text in (("#new-phrase", phrase), ("#new-pin", "123456"), ("#repeat-pin", "123456")):
        window.fill(field, text)
    window.click("#save-pin")
    window.wait_for_selector("[role=alert]:has-text('too easy to guess')")
    check(window.evaluate("document.activeElement.matches('[role=alert]')"), "the reason has the focus")
    same([window.input_value(field) for field in ("#new-phrase", "#new-pin", "#repeat-pin")], [phrase, "", ""], "what is still filled in")
    same(t.site.tell("enrolment"), "none", "the PIN")


def tab_to(window, frame, text):
    """Goes on with the Tab key until a button of the frame has the focus."""
    sheet_of(window)
    for _ in range(4):
        window.keyboard.press("Tab")
        if frame.locator(":focus").all_text_contents() == [text]:
            return
    check(False, f"{text} is not reached with the Tab key")


@rows("The whole way works with the keyboard alone, to the {0} of three apps", ("first", 1, "wallet"), ("third", 3, "utopia-university"))
def keyboard(t, _, number, provider):
    visit = Visit(t)
    relay = visit.relay()
    same(relay.evaluate("document.activeElement.id"), "continue", "what has the focus")
    with t.context.expect_page() as opened:
        relay.keyboard.press("Enter")
    window = opened.value
    window.wait_for_selector(".app")
    same(window.locator(".app b").all_inner_texts(), ["Wallet", "Local Driving Authority", "Utopia University"], "the apps")
    for _ in range(number):
        window.keyboard.press("Tab")
        same(window.evaluate("document.activeElement.className"), "app", "what has the focus")
    window.keyboard.press("Enter")
    frame = window.frame_locator("iframe.sheet")
    frame.get_by_role("button", name="Accept").wait_for()
    tab_to(window, frame, "Accept")
    window.keyboard.press("Enter")
    window.wait_for_selector("#pin")
    window.keyboard.press("Tab")
    same(window.evaluate("document.activeElement.id"), "pin", "what has the focus")
    window.keyboard.type(PIN)
    window.keyboard.press("Enter")
    visit.answered(window)
    check(f"select {provider}" in t.site.events(), f"the app that was selected: {t.site.events()}")


@law("Every control and picture has a name for screen readers, and each stage says where it stands")
def names(t):
    visit = Visit(t)
    window = visit.consent()
    check("Wallet" in window.get_by_role("button", name="Wallet").first.text_content(), "the app's name")
    same(window.evaluate("document.activeElement.tagName"), "H2", "what has the focus after a change")
    window.click('.app:has(b:text-is("Wallet"))')
    window.wait_for_selector("iframe.sheet")
    check("Wallet" in window.get_attribute("iframe.sheet", "title"), "the frame has a title")
    unnamed = "[...document.querySelectorAll('button, input:not([type=hidden]), img:not([alt]), iframe:not([title])')].filter((each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length || each.title)).length"
    same(window.evaluate(unnamed), 0, "controls without a name")
    page = t.context.new_page()
    for name in ("settings", "history", "authorize wallet"):
        page.goto(t.site.tell(name))
        same(page.evaluate(unnamed), 0, f"controls without a name in {name}")


def escape(window):
    """Presses Escape outside the sheet: its frame takes the focus once all of it is there, and what is pressed in it no window hears."""
    sheet_of(window)
    window.focus("#cancel")
    window.keyboard.press("Escape")


@rows("A person who {0} has declined: {1}",
      ("declines in the provider's sheet", "wallet.declined", lambda window: press_in_frame(window.frame_locator("iframe.sheet").get_by_role("button", name="Decline"))),
      ("cancels above the sheet", "wallet.declined", lambda window: window.click("#cancel")),
      ("presses Escape", "wallet.declined", escape),
      ("closes the window", "wallet.declined", lambda window: window.close(run_before_unload=True)))
def declined(t, _, reason, act):
    visit = Visit(t)
    act(visit.sheet())
    t.expect("cancelled", reason)
    same(t.site.calls("response"), [], "what the website got")


@law("A website's page that closes the relay, or leads it elsewhere, takes its request back")
def relay_gone(t):
    visit = Visit(t)
    relay = visit.relay()
    window = visit.consent(relay)
    relay.close()
    window.wait_for_selector(".sign.warn")
    t.expect("cancelled", "popup.closed")
    check("withdraw" in t.site.events(), "the broker knows")


def explained(t, code, **options):
    """The relay of a request that is refused, and says so to the person."""
    Visit(t, **options)
    with t.context.expect_page() as relay:
        t.click()
    relay.value.wait_for_selector("#failed:visible")
    same(relay.value.text_content("#code"), code, "what the person sees")
    same(len(t.context.pages), 2, "windows")
    return relay.value


@rows("A request that {0} is refused before any window of consent; the person sees the reason, and the website hears that they declined",
      ("the broker may not take", "refuse", "request.readerSignature"), ("is none", "refuse-malformed", "request.data"))
def refused(t, _, refusal, code):
    t.site.tell(f"{refusal} {code}")
    relay = explained(t, code)
    check("cannot be answered" in relay.inner_text("#failed"), "the words")
    check(t.js("window.outcome === undefined"), "the website hears nothing while the person reads")
    leave(relay, "#close")
    outcome = t.expect("cancelled", "wallet.declined")
    check(code not in json.dumps(outcome), "the website learned the reason")


@rows("While another request is open a new one fails at once; the person reads that in {0}, and the website learns no reason",
      ("English", "en", "Another request is open", "Decide about the other request"), ("Japanese", "ja", "別の要求が開いています", "先にその要求について決めて"),
      ("Korean", "ko", "다른 요청이 열려 있습니다", "먼저 그 요청에 대해 결정한"), ("Portuguese", "pt", "Há outro pedido aberto", "Decida sobre o outro pedido"))
def busy(t, _, tag, title, remedy):
    t.site.tell("refuse-busy consent.inProgress")
    relay = explained(t, "consent.inProgress", locale=f"{tag}-XX")
    same(relay.inner_text("#failed h1"), title, "the words")
    check(remedy in relay.inner_text("#failed .quiet"), "what to do")
    outcome = t.expect("failed", "wallet.failed")
    check("inProgress" not in json.dumps(outcome), "the website learned the reason")


OPENER = """<!doctype html><title>Opener</title><button id="go">Go</button><script>
    window.heard = [];
    addEventListener("message", (event) => heard.push(JSON.stringify(event.data)));
    document.getElementById("go").onclick = () => { window.popup = open("WALLET", "_blank", "popup"); };
    window.request = (data) => popup.postMessage({ type: "org-iso-mdoc.request", version: 1, protocol: "org-iso-mdoc", data }, "*");
  </script>"""


def opener(t, path="/opener", **headers):
    t.site.pages["/opener"] = Answer.html(OPENER.replace("WALLET", t.site.address + "/"), **headers)
    return t.open(path)


def declined_elsewhere(t, relay):
    """The person uses another device, which gets the request; its owner declines."""
    with t.context.expect_page() as opened:
        relay.click("#continue")
    opened.value.get_by_role("button", name="Use another device").click()
    opened.value.wait_for_selector("svg.qr")
    t.site.tell("reach declined")
    check("handed on" in t.site.events(), "the other device got the request")


@law("A website cannot tell requests that are refused, fail, or are declined on another device from one that the person declines: "
     "it hears the same, and the window is gone")
def indistinguishable(t):
    seen = []
    for state, is_begun, end in (
            ("plain", True, lambda relay: leave(relay, "#decline")),
            ("plain", True, lambda relay: t.site.tell("fail provider.ended")),
            ("devices", True, lambda relay: declined_elsewhere(t, relay)),
            ("refuse request.readerSignature", False, lambda relay: leave(relay, "#close")),
            ("refuse-malformed request.data", False, lambda relay: leave(relay, "#close"))):
        if t.context:
            t.context.close()
        t.site.tell(state)
        page = opener(t)
        with t.context.expect_page() as popup:
            page.click("#go")
        until(lambda: page.evaluate("heard.length") == 1, "the hello")
        page.evaluate("request({ deviceRequest: 'first' })")
        popup.value.wait_for_selector("#continue:enabled" if is_begun else "#failed:visible")
        same(page.evaluate("[heard.length, popup.closed]"), [1, False], f"what the website knows before the person acts: {state}")
        end(popup.value)
        t.until(lambda: page.evaluate("popup.closed && heard.length > 1"), "the end")
        seen.append(page.evaluate("heard"))
    same(seen[0][1:], ['{"type":"org-iso-mdoc.declined"}'], "what the website hears of a person who declines")
    same(seen[1:], seen[:1] * 4, "what the website hears")


@law("The relay is bound to the first request of its opener: later ones, and those of other windows, do not count")
def bound(t):
    page = opener(t)
    t.site.pages["/other"] = Answer.html("""<!doctype html><script>
        addEventListener("message", () => parent.popup?.postMessage({ type: "org-iso-mdoc.request", version: 1, protocol: "org-iso-mdoc", data: { deviceRequest: "frame" } }, "*"));
      </script>""")
    with t.context.expect_page() as popup:
        page.click("#go")
    relay = popup.value
    until(lambda: page.evaluate("heard.length") == 1, "the hello")
    # A frame of the opener's own page is another window, whoever wrote it.
    page.evaluate("""new Promise((resolve) => {
        const frame = Object.assign(document.createElement("iframe"), { src: "/other", onload: () => { frame.contentWindow.postMessage("go", "*"); setTimeout(resolve, 300); } });
        document.body.append(frame);
    })""")
    same(t.site.events(), [], "what the broker got")
    page.evaluate("request({ deviceRequest: 'first' })")
    relay.wait_for_selector("#continue:enabled")
    page.evaluate("request({ deviceRequest: 'second' })")
    relay.wait_for_timeout(300)
    same(t.site.events(), [f"begin {t.site.origin()} " + '{"deviceRequest":"first"}'], "what the broker got")


@law("A page without an origin of its own is neither heard nor answered")
def no_origin(t):
    page = opener(t, **{"Content-Security-Policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"})
    with t.context.expect_page() as popup:
        page.click("#go")
    until(lambda: page.evaluate("heard.length") == 1, "the hello")
    page.evaluate("request({ deviceRequest: 'first' })")
    popup.value.wait_for_timeout(300)
    same(t.site.events(), [], "what the broker got")
    check(popup.value.is_visible("#waiting"), "the relay still waits")


@law("The answer goes to the origin that asked: a page that has moved on gets none")
def moved_on(t):
    t.site.tell(f"pin {PIN} blue heron")
    page = opener(t)
    with t.context.expect_page() as popup:
        page.click("#go")
    relay = popup.value
    until(lambda: page.evaluate("heard.length") == 1, "the hello")
    page.evaluate("request({ deviceRequest: 'first' })")
    relay.wait_for_selector("#continue:enabled")
    t.site.pages["/thief"] = Answer.html("<!doctype html><script>window.heard = []; addEventListener('message', (event) => heard.push(event.data));</script>")
    page.goto(t.site.origin("127.0.0.1") + "/thief")
    with t.context.expect_page() as opened:
        relay.click("#continue")
    window = opened.value
    window.click('.app:has(b:text-is("Wallet"))')
    press_in_frame(window.frame_locator("iframe.sheet").get_by_role("button", name="Decline"))
    window.wait_for_selector(".sign.warn")
    t.until(relay.is_closed, "the relay is closed")
    same(page.evaluate("heard"), [], "what the other page heard")


@law("No website reaches the window of consent: it has no opener, its address opens once, and nobody can frame it")
def out_of_reach(t):
    visit = Visit(t)
    relay = visit.relay()
    doors = []
    t.context.on("request", lambda request: doors.append(request.url) if "/consent/" in request.url else None)
    window = visit.consent(relay)
    same(window.evaluate("window.opener"), None, "its opener")
    again = t.context.new_page()
    reply = again.goto(doors[0])
    same(reply.status, 410, "the second opening")
    framer = t.context.new_page()
    framer.goto(t.site.origin("127.0.0.1") + "/page.html")
    t.site.pages["/framer"] = Answer.html(f'<!doctype html><iframe src="{t.site.address}/"></iframe><iframe src="{t.site.tell("settings")}"></iframe>')
    framer.goto(t.site.origin() + "/framer")
    for frame in framer.frames[1:]:
        check("localhost" not in frame.url or frame.locator("main").count() == 0, f"framed {frame.url}")


ADDRESSES = [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]


def refusal(family, address, port):
    """Why another program cannot listen at an address of this machine."""
    try:
        with socket.socket(family) as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind((address, port))
            other.listen()
            return None
    except OSError as error:
        return error.errno


@law("Whichever address a browser takes for the wallet's name, the wallet is there, and no other program can be")
def both_addresses(t):
    port = int(t.site.address.rsplit(":", 1)[1])
    # Where this machine has no such address, nobody can be there at any port.
    present = [(family, address) for family, address in ADDRESSES if refusal(family, address, 0) is None]
    for family, address in present:
        same(refusal(family, address, port), errno.EADDRINUSE, f"why another program cannot be at {address}")
        if t.context:
            t.context.close()
        rule = f"MAP wallet.localhost {f'[{address}]' if family == socket.AF_INET6 else address}"
        t.open(init=ABSENT, arguments=(f"--host-resolver-rules={rule}",))
        page = t.context.new_page()
        same(page.goto(t.site.address + "/").status, 200, f"the wallet's page at {address}")
        page.wait_for_selector("#nobody:visible")


@contextlib.contextmanager
def predecessor(kind):
    """Somebody else's program at an address that will be the wallet's, by its port."""
    program = pathlib.Path(__file__).with_name("predecessor.py")
    with subprocess.Popen([sys.executable, str(program), kind], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(Words(process, "somebody else's program").next())
        finally:
            process.kill()


@rows("Who had the wallet's address before, and left {0} in the browser, runs nothing in the wallet's windows",
      ("scripts in its cache", "cache"), ("a worker that writes into the pages' scripts", "scripts"),
      ("a worker that writes into the pages", "pages"), ("a worker that writes into pages loaded ahead for it", "preload"),
      ("a worker that answers with pages of its own", "own"))
def left_behind(t, _, kind):
    with predecessor(kind) as port:
        page = t.open("/before", origin=f"http://wallet.localhost:{port}")
        page.wait_for_function("document.title === 'left'")
        page.close()
    site = Wallet(t.site.program, port)
    try:
        page = t.context.new_page()
        # A worker that asks in the page's place gets nothing, and is gone then.
        with contextlib.suppress(Error):
            page.goto(site.tell("settings"))
        if kind in ("cache", "scripts"):
            same(page.evaluate("window.evil"), None, "what runs at the first visit")
        if kind != "own":
            # What a worker made of a refusal may be loaded anew meanwhile.
            def is_shown():
                with contextlib.suppress(Error):
                    page.goto(site.tell("settings"))
                    return page.locator("#new-pin").count() == 1
            until(is_shown, "the wallet's page")
        # A page that a worker has made up is loaded anew, and then it is the wallet's.
        page.wait_for_selector("#new-pin")
        for address in (site.tell("settings"), site.tell("history"), site.address + "/"):
            same(page.evaluate("window.evil"), None, "what runs")
            page.goto(address)
        same(page.evaluate("window.evil"), None, "what runs")
        same(page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0, "workers")
    finally:
        site.close()


@law("A window between which and the broker somebody's worker stands shows nothing and sends nothing")
def overheard(t):
    t.open(init="globalThis.ServiceWorkerContainer && Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) })")
    page = t.context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.method))
    for name in ("settings", "history", "authorize wallet"):
        page.goto(t.site.tell(name))
        page.wait_for_selector("h2:has-text('The wallet does not answer')")
        same(page.locator("main button, main input").count(), 0, f"what can be used in {name}")
    page.goto(t.site.address + "/")
    page.wait_for_selector("#failed:visible")
    page.goto("about:blank")
    same(set(asked), {"GET"}, "how the pages asked")


@law("A page of another website that asks for the wallet's page again and again ends nobody's request")
def places(t):
    visit = Visit(t)
    relay = visit.relay()
    window = visit.consent(relay)
    t.site.pages["/other"] = Answer.html("<!doctype html><title>Other</title>")
    other = t.context.new_page()
    other.goto(t.site.origin("127.0.0.1") + "/other")
    other.evaluate(f"Promise.allSettled(Array.from({{ length: 100 }}, () => fetch('{t.site.address}/', {{ mode: 'no-cors' }})))")
    other.close()
    # Longer than the relay waits for news before it asks again.
    relay.wait_for_timeout(5000)
    check(relay.is_visible("#elsewhere"), "the relay goes on")
    window.click("#cancel")
    t.expect("cancelled", "wallet.declined")


EVIL = """<form method="post" action="SITE/stolen"><h1>Look</h1><button id="out" name="action" value="accept">Send away</button></form>
  <a id="top" target="_top" href="SITE/stolen">Leave</a> <a id="link" href="SITE/stolen">Link</a> <a id="blank" target="_blank" href="SITE/stolen">New</a>
  <img src="SITE/stolen" alt=""><link rel="stylesheet" href="SITE/stolen"><style>body { background: red }</style>
  <iframe src="SITE/stolen"></iframe><meta http-equiv="refresh" content="0; url=SITE/stolen">
  <script>top.document.title = "stolen"; fetch("SITE/stolen")</script>"""


@law("A provider's sheet runs nothing, loads nothing, and leads neither its frame nor the window anywhere")
def evil_sheet(t):
    visit = Visit(t)
    t.site.tell("sheet " + EVIL.replace("SITE", t.site.origin()).replace("\n", " "))
    window = visit.consent()
    window.click('.app:has(b:text-is("Wallet"))')
    frame = window.frame_locator("iframe.sheet")
    # Presses that are lost would lead nowhere, whatever the sheet could do.
    reach_in_frame(frame.locator("#out"))
    address = window.url
    for each in ("#top", "#blank", "#link", "#out"):
        if frame.locator(each).count():
            try:
                frame.locator(each).click(timeout=30_000, no_wait_after=True)
            except Error:
                # The press before may have taken it away only now.
                same(frame.locator(each).count(), 0, f"{each} that cannot be pressed")
            window.wait_for_timeout(200)
    same([exchange.path for exchange in t.site.log if exchange.path == "/stolen"], [], "what reached the website")
    same((window.url, len(t.context.pages)), (address, 3), "the window, and how many there are")
    check(window.is_visible(".asker h1"), "who asks is still shown")


@rows("An address that {0}", ("looks like another is shown with both", "https://xn--80ak6aa92e.com", "apple.com", True),
      ("has other letters is shown in both forms", "https://xn--bcher-kva.example", "bücher.example", False))
def homograph(t, _, origin, name, is_severe):
    t.site.tell(f"shown {origin} /usr/bin/agent")
    window = Visit(t).consent()
    same(window.text_content("#origin"), origin, "the origin in full")
    warning = window.text_content("#warning")
    check(name in warning and origin.split("//")[1] in warning, f"the warning: {warning}")
    same("bad" in window.get_attribute("#warning", "class"), is_severe, "how it warns")
    check("/usr/bin/agent" in window.text_content(".reporter"), "who reported the origin")


@rows("The pages speak {0}", ("Japanese", "ja", "どのアプリ"), ("Korean", "ko", "어떤 앱"), ("Portuguese", "pt", "Qual app"), ("English", "en", "Which app"))
def language(t, _, tag, words):
    window = Visit(t, locale=f"{tag}-XX").consent()
    same(window.get_attribute("html", "lang"), tag, "language")
    check(words in window.text_content("h2"), window.text_content("h2"))


# Words that an element begins with and that are broken over lines.
BROKEN = """([selector, pattern]) => [...document.querySelectorAll(selector)].flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(new RegExp(pattern, "gu"))].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(([word]) => word))"""


@rows("In {0} no line of the question who asks ends within a word", ("Japanese", "ja", "証明書|提示|求めて"), ("Korean", "ko", r"\S+"))
def whole_words(t, _, tag, words):
    t.site.tell("brand")
    window = Visit(t, locale=f"{tag}-XX").consent()
    if not window.evaluate("CSS.supports('word-break', 'auto-phrase')"):
        raise Skip("this browser does not know where Japanese words end")
    for width in range(320, 520, 20):
        window.set_viewport_size({"width": width, "height": 760})
        same(window.evaluate(BROKEN, [".asker h1", words]), [], f"what is broken at {width} pixels")


@rows("The mark after the word for “unverified” is that of the language: {0}",
      ("en", "Unverified."), ("ja", "未確認。"), ("ko", "확인되지 않음."), ("pt", "Não verificado."))
def mark(t, tag, words):
    same(Visit(t, locale=f"{tag}-XX").consent().inner_text(".standing.warn b"), words, "the word and its mark")


LONG_ORIGIN = "https://" + ".".join(["a" * 54] * 4) + ".example"


@rows("A window of {0} by {1} pixels leaves 200 pixels and more to decide in, whoever asks: {2}",
      *[(240, 380, f"a short address ({tag})", "plain", tag) for tag in ("en", "ja", "ko", "pt")], (320, 256, "a brand", "brand"),
      (740, 360, "a short address", "plain"), (360, 640, "an address of 230 characters", f"shown {LONG_ORIGIN}"))
def room(t, width, height, _, line, tag="en"):
    same(t.site.tell(line), "done", "the double")
    window = Visit(t, locale=f"{tag}-XX").consent()
    window.set_viewport_size({"width": width, "height": height})

    def measured(selector):
        found = window.evaluate("(selector) => document.querySelector(selector).getBoundingClientRect().height", selector)
        check(found >= 200, f"{selector} is {found} pixels high")
        check(window.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no wider than the window")
    measured("#stage")
    window.click('.app:has(b:text-is("Wallet"))')
    button = window.frame_locator("iframe.sheet").get_by_role("button", name="Decline")
    button.wait_for()
    measured("iframe.sheet")
    same(sheet_of(window).evaluate(BROKEN, [".row b", r"\S+"]), [], "what is broken in the sheet")
    press_in_frame(button)
    t.expect("cancelled", "wallet.declined")


@law("A verified brand is shown with its name and picture, anybody else with the address and a warning")
def brand(t):
    t.site.tell("brand")
    window = Visit(t).consent()
    check("Spaceship Rentals" in window.text_content(".asker h1"), "the name")
    until(lambda: window.evaluate("document.querySelector('.icon').naturalWidth") == 96, "the picture")
    check("Utopia Registrar" in window.text_content(".standing.good"), "who vouches")
    t.context.close()
    t.site.tell("plain")
    window = Visit(t).consent()
    check("Unverified" in window.inner_text(".standing.warn"), "the warning")
    same(window.locator(".icon, .standing.good").count(), 0, "pictures, and anybody who vouches")
    same(window.inner_text("#origin"), t.site.origin(), "the origin")
    check("Spaceship Rentals" not in window.inner_text("body"), "the name is gone")


@law("Settings and history work: a provider is allowed, a PIN is set, entries are saved and deleted")
def settings(t):
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.goto(t.site.tell("settings"))
    card = page.locator("[data-provider=local-driving-authority]")
    card.get_by_role("button", name="Allow", exact=False).first.click()
    until(lambda: t.site.tell("authorization local-driving-authority") == "authorized", "it is allowed")
    # What is shown next takes the place of what is filled in before.
    card.locator(".badge.good").wait_for()
    page.fill("#new-phrase", "blue heron")
    page.fill("#new-pin", PIN)
    page.fill("#repeat-pin", PIN)
    page.click("#save-pin")
    until(lambda: t.site.tell("enrolment") == "true false", "the PIN is set")
    page.goto(t.site.tell("history"))
    with page.expect_download() as download:
        page.click("#export")
    same(len(json.loads(download.value.path().read_text())), 3, "entries in the file")
    page.locator("[data-entry='2'] button").click()
    until(lambda: t.site.tell("entries") == "2", "one is deleted")
    page.wait_for_selector("[data-entry='2']", state="detached")
    page.click("#delete-all")
    page.wait_for_selector(".empty")
    same(t.site.tell("entries"), "0", "entries left")


@rows("At 240 pixels no word of a name in the {0} is broken, and the page is no wider than the window",
      ("settings", r"\S+"), ("history", "Spaceship|Rentals"))
def narrow(t, name, words):
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.set_viewport_size({"width": 240, "height": 600})
    page.goto(t.site.tell(name))
    same(page.evaluate(BROKEN, [".card .head b", words]), [], "what is broken")
    check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no wider than the window")


def press(page, button, count=1):
    """A press of the mouse, and where it was: the second one at a place within a moment has a count of two."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    press_at(page, place, count)
    return place


def press_at(page, place, count=1):
    page.mouse.move(*place)
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


@rows("A double click {0}, and presses none of the buttons that have come to that place since",
      ("forbids an app", "settings", "[data-provider=wallet] button[value=refused]", "[data-provider=wallet] button[value=authorized]",
       "authorization wallet", "refused"),
      ("allows an app", "settings", "[data-provider=utopia-university] button[value=authorized]",
       "[data-provider=utopia-university] button[value=refused]", "authorization utopia-university", "authorized"),
      ("deletes one entry", "history", "[data-entry='2'] form button", "[data-entry='1'] form button", "entries", "2"))
def twice(t, _, name, button, other, asked, answer):
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.goto(t.site.tell(name))
    press(page, page.locator(button))
    page.wait_for_selector(button, state="detached")
    press(page, page.locator(other), count=2)
    page.wait_for_timeout(500)
    same(t.site.tell(asked), answer, "what became of it")
    page.locator(other).focus()
    page.keyboard.press("Enter")
    until(lambda: t.site.tell(asked) != answer, "a key presses it")


@law("A double click on Continue opens one window, and takes no request back by the button that has come to that place since")
def continued_twice(t):
    relay = Visit(t).relay()
    with t.context.expect_page() as opened:
        press(relay, relay.locator("#continue"))
    opened.value.wait_for_selector(".app")
    press(relay, relay.locator("#withdraw"), count=2)
    relay.wait_for_timeout(500)
    same((relay.is_closed(), len(t.context.pages)), (False, 3), "whether the relay is closed, and the windows")
    check("withdraw" not in t.site.events(), "the request stands")


@law("A double click on an app presses nothing of its sheet, which takes presses a moment after it has come")
def twice_into_sheet(t):
    t.site.tell('sheet <form method="post">' + '<button name="action" value="accept">Accept</button>' * 12 + "</form>")
    window = Visit(t).consent()
    # The moment lasts until it is ended below, however slow the machine.
    window.evaluate("""void new MutationObserver(() => document.querySelector("iframe.sheet")?.getAnimations().forEach((each) => each.pause()))
        .observe(document.getElementById("stage"), { childList: true })""")
    place = press(window, window.locator(".app").first)
    window.frame_locator("iframe.sheet").get_by_role("button").first.wait_for()
    press_at(window, place, count=2)
    window.wait_for_timeout(500)
    same([event for event in t.site.events() if event.startswith("act")], [], "what was pressed in the sheet")
    window.evaluate("document.querySelector('iframe.sheet').getAnimations().forEach((each) => each.finish())")
    reach_in_frame(window.frame_locator("iframe.sheet").get_by_role("button").first)
    press_at(window, place)
    until(lambda: "act accept" in [event.strip() for event in t.site.events()], "a press in the sheet")


@law("The window that asks about a provider says what was decided")
def authorization(t):
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.goto(t.site.tell("authorize local-driving-authority"))
    page.click("#refuse")
    page.wait_for_selector(".sign.warn")
    same(t.site.tell("authorization local-driving-authority"), "refused", "the decision")


@law("Nothing can be pressed in a window before its script is there to hear it")
def script_first(t):
    held = []
    t.open(init=ABSENT)
    page = t.context.new_page()
    page.route("**/window.js", lambda route: held.append(route))
    page.goto(t.site.tell("authorize local-driving-authority"), wait_until="commit")
    t.until(lambda: held, "the script is asked for")
    page.wait_for_timeout(500)
    same(page.locator("button").count(), 0, "buttons without a script")
    held[0].continue_()
    page.click("#refuse")
    page.wait_for_selector(".sign.warn")
    same(t.site.tell("authorization local-driving-authority"), "refused", "the decision")


# ----------------------------------------------------------------------------------------------------------------------------
# Other devices

CODE = "FIDO:/" + "0123456789" * 17


@law("Another device can be selected: its QR code is shown and says the text beneath it, and the page gets the answer as ever")
def other_device(t):
    t.site.tell("devices")
    visit = Visit(t)
    window = visit.consent()
    window.get_by_role("button", name="Use another device").click()
    picture = window.wait_for_selector("svg.qr")
    same(window.text_content("#code"), CODE, "the text of the code")
    check(picture.bounding_box()["width"] >= 240, "the code is large enough to scan")
    same(window.locator("svg.qr").get_attribute("aria-label"), "QR code for your other device", "its name for screen readers")
    same(window.evaluate("getComputedStyle(document.querySelector('svg.qr')).backgroundColor"), "rgb(255, 255, 255)", "its light squares")
    t.site.tell("reach joining")
    window.wait_for_selector("h2:has-text('Connecting')")
    t.site.tell("reach deciding")
    window.wait_for_selector("h2:has-text('Continue on your device')")
    t.site.send("reach answered")
    try:
        visit.answered(window)
    finally:
        # Or the next law would take it for the answer to what it tells.
        t.site.reply()


@law("Cancel takes a request back whose code is shown, and the page learns no more than of any refusal")
def other_device_cancelled(t):
    t.site.tell("devices-only")
    relay = Visit(t).relay()
    with t.context.expect_page() as opened:
        relay.click("#continue")
    window = opened.value
    window.get_by_role("button", name="Use another device").click()
    window.wait_for_selector("svg.qr")
    window.keyboard.press("Escape")
    t.expect("cancelled", "wallet.declined")


def answering(t, arguments=()):
    """The page on which another device is answered, at a phone's width."""
    t.open(arguments=arguments)
    page = t.context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(t.site.tell("answering"))
    return page


@law("At phone width another device is answered by its code's text: the same selector and sheet follow, and a line says where it was requested")
def answer_by_text(t):
    page = answering(t)
    page.fill("#code", "FIDO:/1")
    page.click("#answer")
    page.wait_for_selector("[role=alert]:has-text('too old')")
    same(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True, "fits the phone")
    page.fill("#code", CODE)
    page.click("#answer")
    page.wait_for_selector(".app")
    check("Requested on another device" in page.text_content(".reporter"), "the line")
    same(page.text_content("#origin"), "https://shop.example", "the origin")
    page.click('.app:has(b:text-is("Wallet"))')
    press_in_frame(page.frame_locator("iframe.sheet").get_by_role("button", name="Decline"))
    page.wait_for_selector(".sign.warn")


@law("A photograph of a code is made small in the page and handed over as grey values; a file that is no picture is not")
def answer_by_picture(t):
    page = answering(t)
    page.set_input_files("#picture", {"name": "notes.png", "mimeType": "image/png", "buffer": b"no picture"})
    until(lambda: page.evaluate("document.getElementById('picture').value === ''"), "the file is put away")
    same(t.site.events(), [], "what a broken file leads to")
    page.set_input_files("#picture", {"name": "code.png", "mimeType": "image/png", "buffer": icon(1600)})
    page.wait_for_selector(".app")
    check(any(event.startswith("picture 1280x1280 ") for event in t.site.events()), f"the picture arrived: {t.site.events()}")


@law("Where there is a camera a still of it goes the way of a picture; no other window may use one")
def answer_by_camera(t):
    page = answering(t, ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"))
    t.context.grant_permissions(["camera"])
    page.click("[data-camera=open]")
    page.click("[data-camera=take]")
    page.wait_for_selector(".app")
    check(any(event.startswith("picture ") for event in t.site.events()), f"the still arrived: {t.site.events()}")
    settings = t.context.new_page()
    settings.goto(t.site.tell("settings"))
    seen = settings.evaluate("navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'a picture', ({ name }) => name)")
    same(seen, "NotAllowedError", "what the settings see")
