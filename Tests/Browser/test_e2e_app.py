"""Docking Pass, an app that asks the wallet itself: its person decides in a real window, and its server has the answer verified."""
import contextlib
import http.client
import http.server
import json
import pathlib
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

from accessibility import audit, audit_sheet
from harness import check, law, rows, same, until
from processes import Words
from visit import SECRETS, AppWindow, Consent


def decide(t, app):
    """The window whose address the app was given, in the person's browser."""
    address = app.next()
    check(address.startswith("Decide at http://wallet.localhost:"), f"an address: {address}")
    page = t.open("/")
    page.goto(address.removeprefix("Decide at "))
    return Consent(page, t.site.pin)


@law("app: one call, one window, one confirmation; the app's server has the answer verified. No rule of WCAG 2 A and AA is broken on the way")
def whole(t):
    before = len(t.site.history())
    with t.site.app() as app:
        consent = decide(t, app)
        words = consent.page.inner_text("body")
        for word in ("Docking Pass", "example.docking", "docking-pass", "Privacy policy of Docking Pass"):
            check(word in words, f"the window says {word}")
        audit(consent.page)
        sheet = consent.choose().sheet()
        for word in ("Age over 21", "Portrait", "not stored", "To give your ship a berth."):
            check(word in sheet, f"the sheet says {word}: {sheet}")
        audit_sheet(consent.page)
        consent.accept().confirm()
        same(app.next(), "Welcome. Your berth is 7.", "what the app is told")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = t.site.history()[:-before or None]
    same([(entry["origin"], entry["outcome"]) for entry in added], [("app:example.docking", "answered")], "the history")
    same([(name, secret) for name, text in t.site.logs().items() for secret in SECRETS if secret.lower() in text.lower()], [], "values in logs")


ENDS = {
    "declined": ("Nothing was shared.", "You stopped, or closed the wallet. Ask again, or come to the harbour office."),
    "noDocument": (
        "There is no document here that can be used.", "See that your wallet runs and has a driving licence, then ask again, or come to the harbour office."),
    "notEntitled": (
        "Your wallet does not let this app ask.",
        "No registrar that your wallet trusts has allowed it to. Look for a newer Docking Pass, or come to the harbour office."),
    "otherProgram": (
        "This is not the program that is allowed to ask.",
        "The permission given to Docking Pass is for another build of it. Install it again, or come to the harbour office."),
    "busy": ("Your wallet is busy.", "Another request is open. Decide about it, then ask again."),
    "failed": ("That did not work.", "Nothing was shared with the harbour office. Ask again; your wallet’s history may say more."),
    "officeAway": ("The harbour office cannot serve you now.", "Your wallet was not asked, and nothing was shared. Try again in a while."),
    "unconfirmed": (
        "The harbour office has not confirmed your answer.",
        "Your wallet has given it, and it may have arrived. Come to the harbour office, or ask again."),
    "unusable": (
        "The harbour office cannot decide by your answer.",
        "Your wallet has given it, but no berth comes of it. Ask again, or come to the harbour office."),
    "unverified": (
        "No berth: the document was not verified.", "Choose another document, or come to the harbour office with the card."),
    "tooYoung": ("No berth: pilots have to be 21.", "Let somebody who is old enough land the ship, or wait in orbit."),
    "berth": ("Welcome. Your berth is 7.", "Follow the lights to the quay. The harbour master knows your face."),
}


def explained(code):
    """What Docking Pass prints for its developers."""
    return f"The wallet says: {code}"


@rows("app: a person who {0} has shared nothing, and the app is told no more than that",
      ("declines on the sheet", lambda consent: consent.press("Decline"), ["declined"]),
      ("closes the window", lambda consent: consent.page.close(), ["declined", "withdrawn"]))
def declined(t, _, act, outcomes):
    before = len(t.site.history())
    with t.site.app() as app:
        act(decide(t, app).choose())
        same([*app], [explained("inApp.cancelled"), *ENDS["declined"]], "what the app says")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = [entry["outcome"] for entry in t.site.history()[:-before or None]]
    check(len(added) == 1 and added[0] in outcomes, f"the history: {added}")


@law("app: while the window of one request is open another one is told so, and the first goes on")
def busy(t):
    before = len(t.site.history())
    with t.site.app() as first:
        consent = decide(t, first).choose()
        with t.site.app() as second:
            same([*second], [explained("inApp.inProgress"), *ENDS["busy"]], "what the second app says")
        consent.accept().confirm()
        same([*first], [*ENDS["berth"]], "what the first app says")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")


def granted(*elements, **options):
    return lambda site: contextlib.nullcontext(site.docking_pass(grant=site.grant(*elements, **options)))


@contextlib.contextmanager
def without_document(site):
    with site.empty_broker() as socket:
        yield ["env", f"MDOC_APPS_SOCKET={socket}", *site.docking_pass()]


# How Docking Pass is started that may not ask, or asks in vain: the wallet's code, and what the app says.
REFUSED = [
    ("a changed copy of the program", "grant.executable", "otherProgram",
     lambda site: contextlib.nullcontext(site.docking_pass(program=site.changed_copy()))),
    ("an app that was granted one of two elements", "grant.element", "notEntitled", granted("portrait")),
    ("an app that was granted another document", "grant.docType", "notEntitled",
     granted("age-at-least", "portrait", document="org.iso.23220.photoid.1")),
    ("an app of a person without a document", "inApp.noDocument", "noDocument", without_document),
]


@rows("app: {0} is told so, by a code and in words of its own, and no window opens", *REFUSED)
def refused(t, _, code, kind, started):
    before = t.site.history()
    with started(t.site) as command, t.site.app(*command) as app:
        same([*app], [explained(code), *ENDS[kind]], "what the app says")
    same(t.site.history(), before, "the history")


@contextlib.contextmanager
def office_behind(site, begin, finish):
    """The harbour office behind a proxy. Each function is given one that passes a post on, and gives the status and the body of the reply, or None
    for no reply: `begin` for the app's question, `finish` for the wallet's answer. Gives the command that starts Docking Pass."""
    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = (begin if self.path == "/passes" else finish)(lambda: self.pass_on(body))
            if reply:
                self.send_response(reply[0])
                self.send_header("Content-Length", str(len(reply[1])))
                self.end_headers()
                self.wfile.write(reply[1])

        def pass_on(self, body):
            request = urllib.request.Request(site.office + self.path, method="POST", data=body, headers={"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, reply.read()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield site.docking_pass(office=f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()


def pass_on(post):
    return post()


def refuse(_):
    return 502, b"{}"


def lose(post):
    post()


UNCONFIRMED = [("whose reply is lost when the office has decided", lose), ("that does not get to the office", refuse)]


@law("app: where the office begins nothing the wallet is not asked, and the person reads so")
def office_away(t):
    before = t.site.history()
    with office_behind(t.site, refuse, pass_on) as command, t.site.app(*command) as app:
        same([*app], [*ENDS["officeAway"]], "what the app says")
    same(t.site.history(), before, "the history")


@rows("app: of an answer {0} nobody reads that nothing was shared, but that it may have arrived", *UNCONFIRMED)
def unconfirmed(t, _, fault):
    before = len(t.site.history())
    posts = []

    def finish(post):
        posts.append(post)
        return fault(post)

    with office_behind(t.site, pass_on, finish) as command, t.site.app(*command) as app:
        decide(t, app).choose().accept().confirm()
        same([*app], [*ENDS["unconfirmed"]], "what the app says")
    check(1 < len(posts) <= 4, f"it was sent again, and not for ever: {len(posts)} posts")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    same([entry["outcome"] for entry in t.site.history()[:-before or None]], ["answered"], "the history")


@rows("app: an answer {0} is sent again, and who has agreed once reads the berth", *UNCONFIRMED)
def repeated(t, _, fault):
    before = len(t.site.history())
    posts = []

    def finish(post):
        posts.append(post)
        return fault(post) if len(posts) == 1 else post()

    with office_behind(t.site, pass_on, finish) as command, t.site.app(*command) as app:
        decide(t, app).choose().accept().confirm()
        same([*app], [*ENDS["berth"]], "what the app says")
    same(len(posts), 2, "posts of the answer")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    same([entry["outcome"] for entry in t.site.history()[:-before or None]], ["answered"], "the history: nobody is asked again")


@contextlib.contextmanager
def office_of(site, goals, earlier=None, refusal=None, code=None):
    """The harbour office of a service that has verified an answer of which these goals came out so: its address. Where the service had an answer
    to the session before, `earlier` is how that stands; where it refuses the answer itself, `refusal` is the status; where it takes the answer and
    refuses what is in it, `code` says why."""
    satisfied = all(outcome == "met" for outcome in goals.values())
    result = {"satisfied": satisfied, "goals": [{"goal": goal, "outcome": outcome, "required": True} for goal, outcome in goals.items()]}

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if refusal:
                self.reply({"status": refusal, "code": "session.refused"}, refusal)
            elif earlier:
                self.reply({"status": 409, "code": "session.used"}, 409)
            elif code:
                self.reply({"id": "s-1", "status": "refused", "refusal": {"code": code}})
            else:
                self.reply({"id": "s-1", "status": "verified"})

        def do_GET(self):
            self.reply(result if self.path.endswith("/result") else {"id": "s-1", "status": earlier})

        def reply(self, answer, status=200):
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        command = [site.programs / "docking-office", "--port", "0", "--service", f"http://127.0.0.1:{service.server_port}", "--key-file",
                   site.folder / "service.key"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=site.words, text=True) as office:
            try:
                line = Words(office, "the harbour office").next()
                check(line.startswith("The harbour office is open at "), f"an address: {line}")
                yield line.removeprefix("The harbour office is open at ")
            finally:
                office.kill()
                service.shutdown()


@rows("app: of a pilot {0} the office decides: {2}",
      ("whose document says that they are of age", {"age_over_21": "met", "portrait": "met"}, "berth"),
      ("whose document says that they are not", {"age_over_21": "not_met", "portrait": "met"}, "tooYoung"),
      ("whose document does not say whether they are", {"age_over_21": "open", "portrait": "met"}, "unverified"),
      ("whose portrait did not come", {"age_over_21": "met", "portrait": "open"}, "unverified"))
def decided(t, _, goals, kind):
    with office_of(t.site, goals) as office:
        same(post_answer(office), kind, "the decision")


@rows("app: of a session that has had its answer, which is {0}, the office decides by that one: {1}",
      ("verified", "berth"), ("refused", "unverified"))
def decided_before(t, status, kind):
    with office_of(t.site, {"age_over_21": "met", "portrait": "met"}, earlier=status) as office:
        same(post_answer(office), kind, "the decision")


@rows("app: of an answer refused as {0} the office decides: {1}",
      ("signer.path", "unverified"), ("response.decryption", 422), ("session.interrupted", 422))
def decided_by_refusal(t, code, kind):
    with office_of(t.site, {}, code=code) as office:
        same(post_answer(office), kind, "the decision")


@law("app: whoever runs the office reads by which status and code the service refuses, and what to check")
def refusal_told(t):
    with office_of(t.site, {}, refusal=403) as office:
        same(post_answer(office), 422, "the status")
        words = "answers 403 (session.refused); check --key-file and --policy\n"
        until(lambda: words in pathlib.Path(t.site.words.name).read_text(), "the office says so")


@law("app: while the first post of an answer is judged the office decides nothing by the next, and says so by a 502")
def undecided(t):
    with office_of(t.site, {"age_over_21": "met", "portrait": "met"}, earlier="claimed") as office:
        same(post_answer(office), 502, "the status")


@rows("app: an answer that the service refuses by a {0} is posted {1}, and the person reads that it is {2}",
      (410, "once", "unusable", 1), (401, "once", "unusable", 1), (429, "four times", "unconfirmed", 4))
def refused_by_service(t, status, _, kind, times):
    before = len(t.site.history())
    posts = []
    with office_of(t.site, {}, refusal=status) as refusing:
        def finish(_):
            posts.append(post_answer(refusing))
            return posts[-1], b"{}"

        with office_behind(t.site, pass_on, finish) as command, t.site.app(*command) as app:
            decide(t, app).choose().accept().confirm()
            same([*app], [*ENDS[kind]], "what the app says")
    same(len(posts), times, "posts of the answer")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")


def post_answer(office):
    """What an office decides by an answer; the status where it decides nothing."""
    body = json.dumps({"encryptedData": "AA=="}).encode()
    request = urllib.request.Request(f"{office}/passes/s-1", method="POST", data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.loads(reply.read())["kind"]
    except urllib.error.HTTPError as error:
        return error.code


# ----------------------------------------------------------------------------------------------------------------------------
# The app's window

LABELS = {
    "en-GB": "Verify age with digital ID", "ja-JP": "デジタルIDで年齢を確認", "ko-KR": "디지털 신분증으로 나이 확인",
    "pt-BR": "Verificar idade com documento digital",
}


def answering(window, reply):
    """Answers the page in the app's place, by what `reply` holds at the time."""
    window.page.route("**/ask", lambda route: route.fulfill(json=reply))


@law("app window: from the click to the result it is one question, one window of the wallet and one confirmation; the page says the berth")
def window_whole(t):
    before = len(t.site.history())
    with t.site.app_window() as app:
        window = AppWindow(t, app)
        # Two programs write down what is opened, each in its own time.
        until(t.site.opened, "the desktop was told of the app's window")
        consent = window.press()
        same(window.page.locator("#waiting").is_visible(), True, "the page says where to decide")
        sheet = consent.choose().sheet()
        for word in ("Age over 21", "Portrait", "not stored", "To give your ship a berth."):
            check(word in sheet, f"the sheet says {word}: {sheet}")
        consent.accept().confirm()
        same(window.end(), ("berth", *ENDS["berth"]), "what the page says")
        until(lambda: len(t.site.opened()) == 2, "the desktop was told")
        same(t.site.opened(), [window.origin + window.path, window.wallet], "windows")
        same(len(window.asked), 1, "questions")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = t.site.history()[:-before or None]
    same([(entry["origin"], entry["outcome"]) for entry in added], [("app:example.docking", "answered")], "the history")


@law("app window: to a browser in Japanese the wallet's window speaks Japanese and so does the sheet in it, whatever the app's own environment")
def window_language(t):
    before = len(t.site.history())
    with t.site.app_window() as app:
        window = AppWindow(t, app, locale="ja-JP")
        consent = window.press()
        same(consent.page.evaluate("document.documentElement.lang"), "ja", "the window's language")
        sheet = consent.choose(accept="同意する").sheet()
        for word in ("21歳以上か", "顔写真", "保存しない", "船の係留場所を割り当てるため。"):
            check(word in sheet, f"the sheet says {word}: {sheet}")
        consent.press("拒否する")
        same(window.end()[0], "declined", "the end")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")


@rows("app window: a person who {0} has shared nothing, reads so, and can ask again",
      ("declines", lambda window, consent: consent.choose().press("Decline")),
      ("closes the wallet's window", lambda window, consent: consent.page.close()),
      ("presses Cancel", lambda window, consent: window.page.locator("#verify").get_by_role("button", name="Cancel").click()))
def window_declined(t, _, act):
    before = len(t.site.history())
    with t.site.app_window() as app:
        window = AppWindow(t, app)
        act(window, window.press())
        same(window.end(), ("declined", *ENDS["declined"]), "what the page says")
        same(app.next(), explained("inApp.cancelled"), "the code")
        window.page.wait_for_selector("#verify[state=ready]")
    until(lambda: len(t.site.history()) > before, "one more entry in the history")
    added = [entry["outcome"] for entry in t.site.history()[:-before or None]]
    check(len(added) == 1 and added[0] in ("declined", "withdrawn"), f"the history: {added}")


@rows("app window: of an answer {0} nobody reads that nothing was shared, but that it may have arrived; they can ask again", *UNCONFIRMED)
def window_unconfirmed(t, _, finish):
    with office_behind(t.site, pass_on, finish) as command, t.site.app_window(command=command) as app:
        window = AppWindow(t, app)
        window.press().choose().accept().confirm()
        same(window.end(), ("unconfirmed", *ENDS["unconfirmed"]), "what the page says")
        window.page.wait_for_selector("#verify[state=ready]")


@law("app window: a page that goes away takes its question back")
def window_left(t):
    before = len(t.site.history())
    with t.site.app_window() as app:
        window = AppWindow(t, app)
        window.press()
        window.page.goto("about:blank")
        until(lambda: len(t.site.history()) > before, "the request is over")
        same(t.site.history()[0]["outcome"], "withdrawn", "the history")


@law("app window: while the wallet has another request open, the page says so and opens no window")
def window_busy(t):
    before = len(t.site.history())
    with t.site.app() as other:
        check(other.next().startswith("Decide at "), "another request is open")
        with t.site.app_window() as app:
            window = AppWindow(t, app)
            window.page.wait_for_selector("#verify[state=ready]")
            window.button.click()
            same(window.end(), ("busy", *ENDS["busy"]), "what the page says")
            same(app.next(), explained("inApp.inProgress"), "the code")
            until(t.site.opened, "the desktop was told")
            same(t.site.opened(), [window.origin + window.path], "windows")
    until(lambda: len(t.site.history()) > before, "the other request is over")


def check_disabled(t, app, kind):
    """The button is disabled, the page says why, and a press asks nothing."""
    window = AppWindow(t, app)
    window.page.wait_for_selector("#unavailable", state="visible")
    same(window.page.inner_text("#unavailable"), " ".join(ENDS[kind]), "what the page says")
    same(window.page.get_attribute("#verify", "state"), "disabled", "the button")
    window.button.click(force=True)
    same(window.asked, [], "questions")
    audit(window.page)
    until(t.site.opened, "the desktop was told")
    same(t.site.opened(), [window.origin + window.path], "windows")


@law("app window: where there is no wallet the button is disabled, the page says why, and a press asks nothing")
def window_unavailable(t):
    with t.site.app_window("MDOC_APPS_SOCKET=/nowhere/apps.sock") as app:
        check_disabled(t, app, "noDocument")


@rows("app window: of {0} the button is disabled, the page says why, a press asks nothing, and the wallet's code is printed", *REFUSED)
def window_refused(t, _, code, kind, started):
    before = t.site.history()
    with started(t.site) as command, t.site.app_window(command=command) as app:
        check_disabled(t, app, kind)
        same(app.next(), explained(code), "the code")
    same(t.site.history(), before, "the history")


@rows("app window: to a browser in {0} it has words of its own for every end, and for what to do next", *[(locale,) for locale in LABELS])
def window_words(t, locale):
    with t.site.app_window() as app:
        window = AppWindow(t, app, locale=locale)
        same(window.page.evaluate("document.documentElement.lang"), locale[:2], "the language")
        same(window.page.locator("#verify .label").inner_text(), LABELS[locale], "the button")
        reply, said = {}, {}
        answering(window, reply)
        for kind in ENDS:
            reply.clear()
            has_session = kind in ("unverified", "tooYoung", "berth", "unconfirmed", "unusable")
            reply.update(kind=kind, **({"session": "s-1", "berth": 7} if has_session else {}))
            window.page.wait_for_selector("#verify[state=ready]")
            window.button.click()
            window.page.wait_for_selector(f"[data-end={kind}]:not([hidden])")
            _, *said[kind] = window.end()
        same(len({tuple(words) for words in said.values()}), len(ENDS), "ends with words of their own")
        check("7" in said["berth"][0] and all(next for _, next in said.values()), f"what is said: {said}")
        for kind, (title, _) in said.items():
            same(title == ENDS[kind][0], locale == "en-GB", f"{kind} is English")


@law("app window: an app that has ended is said to have")
def window_gone(t):
    with t.site.app_window() as app:
        window = AppWindow(t, app)
        window.page.wait_for_selector("#verify[state=ready]")
    # As when the person comes back to it.
    window.page.evaluate("dispatchEvent(new Event('focus'))")
    same(window.end()[:2], ("gone", "Docking Pass has ended."), "what the page says")


def send(origin, method, path, **headers):
    """What a program gets that sends these headers: the status, the headers and the body."""
    place = urllib.parse.urlsplit(origin)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()
    finally:
        connection.close()


@law("app window: another host, another page, or nobody with the secret gets anything; the address opens once, and nothing frames it")
def window_strangers(t):
    with t.site.app_window() as app:
        origin, path = AppWindow.address(app)
        port = urllib.parse.urlsplit(origin).port
        for host in (f"shop.example:{port}", f"localhost:{port}", "127.0.0.1", f"wallet.localhost:{port}"):
            for way in (path, "/assets/window.js"):
                status, _, body = send(origin, "GET", way, Host=host)
                same((status, body), (421, b""), f"{host} {way}")
        for site in ("cross-site", "same-site"):
            same(send(origin, "GET", path, Sec_Fetch_Site=site)[::2], (403, b""), site)
        for way in ("/", "/open", "/open/1-2-3-4", "/window"):
            same(send(origin, "GET", way)[::2], (404, b""), way)
        # None of that has used the address up.
        page = t.open(path, origin=origin)
        page.wait_for_selector("#verify[state=ready]")
        secret = page.evaluate("document.body.dataset.secret")
        same(send(origin, "GET", path)[0], 410, "the second opening")
        check(secret.encode() not in send(origin, "GET", path)[2], "the second opening has no secret")
        for step in ("may", "ask", "cancel"):
            same(send(origin, "POST", f"/window/1-2-3-4/{step}", Origin=origin)[::2], (404, b""), step)
            for headers in ({}, {"Origin": "null"}, {"Origin": t.site.origin()}, {"Origin": f"http://localhost:{port}"}):
                same(send(origin, "POST", f"/window/{secret}/{step}", **headers)[::2], (403, b""), f"{step} {headers}")
            same(send(origin, "OPTIONS", f"/window/{secret}/{step}", Origin=t.site.origin())[::2], (405, b""), step)
        for way in (path, "/assets/window.js", "/nowhere"):
            headers = send(origin, "GET", way)[1]
            for word in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
                check(word in headers["Content-Security-Policy"], f"{way}: {word}")
            same([name for name in headers if name.lower().startswith("access-control-")], [], way)
        page.goto("about:blank")
        same(page.evaluate(f"fetch('{origin}/assets/window.js').then(() => 'read', () => 'refused')"), "refused", "another origin")
        until(t.site.opened, "the desktop was told")
        same(t.site.opened(), [origin + path], "windows")


@law("app window: no rule of WCAG 2 A and AA is broken before and after, and the keyboard alone asks and is led to the answer")
def window_accessible(t):
    with t.site.app_window() as app:
        window = AppWindow(t, app)
        reply = {"kind": "declined"}
        answering(window, reply)
        window.page.wait_for_selector("#verify[state=ready]")
        audit(window.page)
        window.page.keyboard.press("Tab")
        same(window.page.evaluate("document.activeElement.id"), "verify", "the focus")
        window.page.keyboard.press("Enter")
        same(window.end()[0], "declined", "the end")
        same(window.page.evaluate("document.activeElement.id"), "end-declined", "the focus")
        audit(window.page)
        reply.update(kind="berth", session="s-1", berth=7)
        window.page.wait_for_selector("#verify[state=ready]")
        window.page.locator("#verify").focus()
        window.page.keyboard.press("Space")
        window.page.wait_for_selector("[data-end=berth]:not([hidden])")
        audit(window.page)
