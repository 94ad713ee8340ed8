"""The browser's own Digital Credentials API, with its virtual wallet in place of a phone."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from harness import REPOSITORY, Skip, check, law, rows, same, until
from stand_in import Answer

# Keeps what the page gave to the browser.
WATCH_GET = """
  const get = CredentialsContainer.prototype.get;
  window.asked = [];
  CredentialsContainer.prototype.get = function (options) {
    asked.push(JSON.parse(JSON.stringify({ ...options, signal: options.signal ? "signal" : undefined })));
    return get.call(this, options);
  };
"""
NO_DIALOG = "--enable-features=WebIdentityDigitalCredentials:dialog/no_dialog"


@law("One click asks once; the answer goes to the service as it came, and the verdict stays there")
def respond(t):
    t.open(init=WATCH_GET)
    t.wallet("respond", response={"response": "gmVkY2FwaQ"})
    session = t.session()
    same(t.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")
    request, response = t.site.calls()
    same(request.path, f"/verification/sessions/{session}/request", "first call")
    same(response.path, f"/verification/sessions/{session}/response", "second call")
    same(response.json, {"protocol": "org-iso-mdoc", "data": {"response": "gmVkY2FwaQ"}}, "body")
    [asked] = t.js("asked")
    same(asked["mediation"], "required", "mediation")
    [offered] = asked["digital"]["requests"]
    same(offered["protocol"], "org-iso-mdoc", "protocol")
    same(sorted(offered["data"]), ["deviceRequest", "encryptionInfo"], "members of the request")
    if t.site.is_stand_in:
        same(offered["data"], t.site.service.sessions[session].request, "request")


@law("No request leaves the page before the click")
def nothing_before(t):
    t.open()
    t.wallet("respond")
    t.arm()
    t.put()
    t.js("new Promise((resolve) => setTimeout(resolve, 300))")
    fetched = {exchange.path for exchange in t.site.log} - {"/favicon.ico"}
    same(fetched, {"/page.html", "/page.css", "/page.js", "/verification/kit/verify-identity.js"}, "what was fetched")
    t.click()
    t.outcome()
    same([exchange.path.rsplit("/", 1)[1] for exchange in t.site.calls()], ["request", "response"], "what was sent on the click")


@law("A credential without toJSON is handed on just the same")
def without_to_json(t):
    t.open(init="delete DigitalCredential.prototype.toJSON")
    t.wallet("respond")
    same(t.js("'toJSON' in DigitalCredential.prototype"), False, "toJSON")
    t.ask()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    same(t.site.calls("response")[0].json["data"], {"response": "gmVkY2FwaQ"}, "data")


@law("A credential's toJSON is used where there is one")
def with_to_json(t):
    t.open(init="DigitalCredential.prototype.toJSON = () => ({ protocol: 'org-iso-mdoc', data: { response: 'AAAA', more: 1 } })")
    t.wallet("respond")
    t.ask()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    same(t.site.calls("response")[0].json, {"protocol": "org-iso-mdoc", "data": {"response": "AAAA"}}, "body")


@rows("The service sees the page's origin and the session's cookie where the page's referrer policy is {0}", ("no-referrer",), ("unsafe-url",))
def origin_header(t, policy):
    t.site.pages["/page.html"] = Answer.html(t.site.get("/page.html").body.decode(), **{"Referrer-Policy": policy})
    t.open()
    t.wallet("respond")
    t.ask()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    for exchange in t.site.calls():
        same(exchange.headers.get("Origin"), t.site.origin(), "Origin")
        same(exchange.headers.get("Content-Type"), "application/json", "Content-Type")
        same(exchange.headers.get("Referer"), t.site.origin() + "/", "Referer: what the page's address holds stays out of it")
    check("__Host-verification-" in t.site.calls("response")[0].headers["Cookie"], "the cookie came back")
    same(t.js("document.cookie"), "", "what scripts see of it")


@law("A session function is called on the click, once, and not before")
def session_function(t):
    t.open()
    t.wallet("respond")
    t.js("""window.fetched = 0;
        arm({ session: async () => { fetched += 1; return (await (await fetch('/new-session', { method: 'POST' })).json()).session; } })""")
    same(t.js("fetched"), 0, "calls before the click")
    t.click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
    same(t.js("fetched"), 1, "calls")


@rows("A session function that {0} fails as session.notCreated",
      ("throws", "() => { throw new Error('no') }"),
      ("rejects", "async () => { throw new Error('no') }"),
      ("gives nothing", "async () => undefined"),
      ("gives something else than an id", "() => ({ id: 's' })"),
      ("gives a path", "() => 'a/../b'"))
def bad_session_function(t, _, function):
    t.open()
    t.js(f"arm({{ session: {function} }})")
    t.click()
    t.expect("failed", "session.notCreated")
    same(t.site.calls(), [], "requests to the service")


@law("Without a user's gesture nothing is sent: activation.missing, where the browser has a NotAllowedError")
def no_gesture(t):
    t.open()
    t.wallet("respond")
    session = t.session()
    t.js(f"ask({{ session: '{session}' }})")
    t.expect("failed", "activation.missing", "NotAllowedError")
    same(t.site.calls(), [], "requests to the service")
    raw = """navigator.credentials.get({ digital: { requests: [{ protocol: 'org-iso-mdoc', data: { deviceRequest: 'AA', encryptionInfo: 'AA' } }] } })
        .catch((error) => error.name)"""
    same(t.js(raw), "NotAllowedError", "the browser's own exception")


@law("A second call on one click is refused while the first is open: page.busy")
def second_call(t):
    t.open()
    t.wallet("wait")
    one, two = t.session(), t.session()
    t.js(f"""document.getElementById('ask').onclick = () => {{
        kit.verifyIdentity({{ session: '{one}' }});
        ask({{ session: '{two}' }});
    }}""")
    t.click()
    t.expect("failed", "page.busy", "NotAllowedError")
    until(lambda: t.site.calls("request"), "the first goes on")
    same({exchange.path.split("/")[3] for exchange in t.site.calls()}, {one}, "sessions asked for")


@law("A second call on one click is refused after the first has ended: its gesture is used up")
def second_call_later(t):
    t.open()
    t.wallet("respond")
    one, two = t.session(), t.session()
    t.js(f"""document.getElementById('ask').onclick = async () => {{
        window.first = await kit.verifyIdentity({{ session: '{one}' }});
        ask({{ session: '{two}' }});
    }}""")
    t.click()
    t.expect("failed", "activation.missing", "NotAllowedError")
    same(t.js("first.kind"), "verified-pending-server", "the first")


@law("A request that came too late for its click is kept for the next one", stand_in_only=True)
def late_request(t):
    t.open()
    t.wallet("respond")
    # Chromium's clicks are good for five seconds.
    t.site.faults["request"] = lambda _: time.sleep(6)
    t.ask()
    t.expect("failed", "activation.expired", "NotAllowedError")
    same(len(t.site.calls("request")), 1, "requests")
    t.site.faults.clear()
    t.js("window.outcome = undefined")
    t.click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome of the second click")
    same(len(t.site.calls("request")), 1, "requests after the second click")


# A click that runs out while the first request is fetched, and two clocks: `set` is how many milliseconds the visitor's date is ahead,
# `passed` how many the other clock is.
LATE = '''(() => {
  const good = [true, false], date = Date.now.bind(Date), now = performance.now.bind(performance);
  Object.defineProperty(Navigator.prototype, "userActivation", { get: () => ({ isActive: good.shift() ?? true }) });
  window.set = window.passed = 0;
  Date.now = () => date() + set;
  performance.now = () => now() + passed;
})();'''
HOUR = 3_600_000


@rows("A request that came too late for its click is {0} where {1}",
      ("kept", "the visitor's clock is an hour fast", {}, f"window.set = {HOUR}", ""),
      ("kept", "the visitor's clock is an hour slow", {}, f"window.set = -{HOUR}", ""),
      ("kept", "the visitor's clock is then set back", {}, "", f"window.set = -{HOUR}"),
      ("kept", "an older service says only when it ends", {"expiresIn": ...}, "", ""),
      ("kept", "nothing says when it ends", {"expiresIn": ..., "expiresAt": ...}, "", ""),
      ("fetched anew", "its time is over", {}, "", f"window.passed = {HOUR}"),
      ("fetched anew", "its time is over, some of it in a machine that slept", {}, "", f"window.set = {HOUR}"),
      ("fetched anew", "its time is over though the visitor's clock was set back", {}, "", f"window.passed = {HOUR}; window.set = -{HOUR}"),
      ("fetched anew", "its last second had begun", {"expiresIn": 0}, "", ""),
      ("fetched anew", "an older service said when it ends, and that is over", {"expiresIn": ..., "expiresAt": "2020-01-01T00:00:00Z"}, "", ""),
      stand_in_only=True)
def late_request_kept(t, end, _, changes, before, between):
    t.site.faults["request"] = lambda exchange: changed(t, exchange, changes)
    t.open(init=LATE + before)
    t.wallet("respond")
    t.ask()
    t.expect("failed", "activation.expired", "NotAllowedError")
    t.js(f"window.outcome = undefined; {between}")
    t.click()
    same(t.outcome()["kind"], "verified-pending-server", "outcome of the second click")
    same(len(t.site.calls("request")), {"kept": 1, "fetched anew": 2}[end], "requests")


@rows("A button keeps a request that came too late for its click, and what it says of it, {0}",
      ("where a function takes the place of its session function", "button.session = async () => 'never-asked'", "kept"),
      ("where another button is pressed meanwhile", "", "kept"),
      ("not where an id does", "button.session = given[1]", "fetched anew"),
      ("not where `null` does, and another function after it", "button.session = null; button.session = async () => given[1]", "fetched anew"),
      stand_in_only=True)
def late_request_of_button(t, _, change, end):
    t.open(init=LATE)
    t.wallet("respond")
    t.js(f"window.given = ['{t.session()}', '{t.session()}', '{t.session()}']")
    t.put(session="")
    t.js(f"button.session = async () => given[0]; button.addEventListener('outcome', () => {{ {change} }}, {{ once: true }})")
    t.main_button().click()
    t.expect("failed", "activation.expired", "NotAllowedError")
    same(t.status() != "", end == "kept", "whether the button still says that it was too late")
    if not change:
        t.js("ask({ session: given[2] })")
        until(lambda: len(t.site.calls("response")) == 1, "the other question is answered")
    t.js("window.outcome = undefined")
    t.main_button().click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": t.js(f"given[{0 if end == 'kept' else 1}]")}, "outcome of the second click")
    same(len(t.site.calls("request")), 1 if end == "kept" and change else 2, "requests")


@law("A request that verifyIdentity kept is not for another session function", stand_in_only=True)
def late_request_of_another(t):
    t.open(init=LATE)
    t.wallet("respond")
    t.js(f"window.given = ['{t.session()}', '{t.session()}']; arm({{ session: async () => given[0] }})")
    t.click()
    t.expect("failed", "activation.expired", "NotAllowedError")
    t.js("window.outcome = undefined; arm({ session: async () => given[1] })")
    t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": t.js("given[1]")}, "outcome")


def changed(t, exchange, changes):
    """The stand-in's request with other members, or without those that are `...`."""
    answer = t.site.service.answer(exchange.path.split("/")[3], "request", exchange)
    members = {name: value for name, value in {**json.loads(answer.body), **changes}.items() if value is not ...}
    return dataclasses.replace(answer, body=json.dumps(members).encode())


@law("A person who declines cancels, and the service is told so")
def decline(t):
    t.open()
    t.wallet("decline")
    t.ask()
    t.expect("cancelled", "browser.notAllowed", "NotAllowedError")
    [note] = until(lambda: t.site.calls("outcome"), "the note to the service")
    same(note.json, {"outcome": "cancelled"}, "note")
    same(t.site.calls("response"), [], "responses")


@law("After a person declined, the same session can be asked again")
def decline_then_respond(t):
    t.open()
    t.wallet("decline")
    session = t.session()
    t.ask(session)
    t.expect("cancelled", "browser.notAllowed")
    t.wallet("respond")
    t.ask(session)
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")


def offer(t, answer):
    t.site.faults["request"] = Answer.json(answer)


GOOD = {"protocol": "org-iso-mdoc", "data": {"deviceRequest": "omd2ZXJz", "encryptionInfo": "gmVkY2Fw"}}


@law("Unknown protocols beside a good request are skipped with a warning", stand_in_only=True)
def unknown_protocols(t):
    offer(t, {"requests": [{"protocol": "openid9", "data": {"x": 1}}, GOOD, {}, None]})
    t.open(init=WATCH_GET)
    t.wallet("respond")
    t.ask()
    until(lambda: t.site.calls("response"), "the response")
    same(t.js("asked[0].digital.requests"), [GOOD], "what the browser was given")
    warnings = [text for kind, text in t.console if kind == "warning" and "skipped" in text]
    same(len(warnings), 3, "warnings")
    check("openid9" in warnings[0], "the warning names the protocol")


@rows("A service that offers {0} fails as request.unsupported, a TypeError",
      ("only unknown protocols", {"requests": [{"protocol": "openid9", "data": {}}]}),
      ("nothing", {"requests": []}),
      ("a protocol in capitals", {"protocol": "ORG-ISO-MDOC", "data": {}}),
      ("no protocol", {"data": GOOD["data"]}), stand_in_only=True)
def unsupported(t, _, answer):
    offer(t, answer)
    t.open(init=WATCH_GET)
    t.ask()
    t.expect("failed", "request.unsupported", "TypeError")
    same(t.js("asked"), [], "what the browser was given")


def data(**changes):
    return {key: value for key, value in {**GOOD["data"], **changes}.items() if value is not ...}


@rows("A request with {0} fails as request.unusable, a TypeError",
      ("no data", None),
      ("data as text", "text"),
      ("no encryptionInfo", data(encryptionInfo=...)),
      ("no deviceRequest", data(deviceRequest=...)),
      ("a number", data(deviceRequest=5)),
      ("null", data(encryptionInfo=None)),
      ("an empty string", data(deviceRequest="")),
      ("padding", data(deviceRequest="omd2ZXI=")),
      ("white space", data(deviceRequest="omd2 ZXJz")),
      ("the alphabet of base64", data(deviceRequest="om+/ZXJz")),
      ("a length that cannot be", data(deviceRequest="omd2Z")), stand_in_only=True)
def unusable(t, _, content):
    offer(t, {"protocol": "org-iso-mdoc", "data": content})
    t.open(init=WATCH_GET)
    t.ask()
    t.expect("failed", "request.unusable", "TypeError")
    same(t.js("asked"), [], "what the browser was given")


@rows("A wallet's answer with {0} is not handed in: response.malformed",
      ("no response", "org-iso-mdoc", {}),
      ("a number", "org-iso-mdoc", {"response": 5}),
      ("padding", "org-iso-mdoc", {"response": "gmVkY2FwaQ=="}),
      ("another protocol", "openid4vp-v1-unsigned", {"response": "gmVkY2FwaQ"}))
def malformed_answer(t, _, protocol, response):
    t.open()
    t.wallet("respond", protocol, response)
    t.ask()
    t.expect("failed", "response.malformed")
    same(t.site.calls("response"), [], "responses")


@law("Nothing is logged, and no part of an answer stays in the page's address, storage or text")
def nothing_logged(t):
    canary = "Q2FuYXJ5LWNhbmFyeS1jYW5hcnk"
    t.open()
    t.wallet("respond", response={"response": canary})
    t.put()
    t.main_button().click()
    t.outcome()
    same(t.console, [], "console")
    seen = t.js("""JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML,
        button.shadowRoot.textContent, outcome])""")
    check(canary not in seen, "an answer is left in the page")
    same([exchange.path for exchange in t.site.log if canary in exchange.path], [], "addresses with the answer")


def mdoc_command():
    named = os.environ.get("MDOC_COMMAND") or str(REPOSITORY / ".build/debug/mdoc")
    found = shutil.which(named)
    if not found:
        raise Skip("the command mdoc is not built: swift build --product mdoc")
    return found


@law("A real encrypted answer, made for this page's origin, reaches the service unchanged and verifies", stand_in_only=True)
def real_answer(t):
    command = mdoc_command()
    with tempfile.TemporaryDirectory() as folder:
        def mdoc(*arguments):
            done = subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
            check(done.returncode == 0, f"mdoc {arguments[0]}: {done.stdout}{done.stderr}")

        path = pathlib.Path(folder)
        mdoc("demo", "--out", "world")
        mdoc("request", "create", "--origin", t.site.origin(), "--element", "family_name", "--element", "age_over_21",
             "--session", "session.json", "--request", "request.json")
        request = json.loads((path / "request.json").read_text())
        offer(t, request if "protocol" in request else {"protocol": "org-iso-mdoc", "data": request})
        mdoc("respond", "--request", "request.json", "--origin", t.site.origin(), "--document", "world/licence.cbor",
             "--device-key", "world/device-key.pem", "--any-reader", "--out", "answer.json")
        answer = json.loads((path / "answer.json").read_text())
        t.site.faults["response"] = Answer.json({"status": "received"})
        t.open()
        t.wallet("respond", response=answer.get("data", answer))
        t.ask()
        same(t.outcome()["kind"], "verified-pending-server", "outcome")
        [handed] = t.site.calls("response")
        (path / "received.json").write_bytes(handed.body)
        mdoc("verify", "--session", "session.json", "--response", "received.json", "--trust", "world/trust")


@law("A browser that cannot reach a wallet fails as browser.operation: Chromium's NetworkError")
def network_error(t):
    t.open(arguments=(NO_DIALOG,))
    t.ask()
    t.expect("failed", "browser.operation", "NetworkError")


@rows("The browser's {0} becomes {1}, {2}",
      ("NotSupportedError", "unavailable", "api.absent"),
      ("TypeError", "failed", "browser.rejectedRequest"),
      ("NotAllowedError", "cancelled", "browser.notAllowed"),
      ("AbortError", "cancelled", "browser.aborted"),
      ("NetworkError", "failed", "browser.operation"),
      ("OperationError", "failed", "browser.operation"),
      ("InvalidStateError", "failed", "browser.invalidState"),
      ("SecurityError", "failed", "browser.security"),
      ("SyntaxError", "failed", "response.malformed"),
      ("DataCloneError", "failed", "browser.unexpected"))
def exceptions(t, name, kind, reason):
    make = f"new {name}('x')" if name in ("TypeError", "SyntaxError") else f"new DOMException('x', '{name}')"
    t.open(init=f"CredentialsContainer.prototype.get = () => Promise.reject({make})")
    t.ask()
    t.expect(kind, reason, name)
    [note] = until(lambda: t.site.calls("outcome"), "the note to the service")
    same(note.json, {"outcome": kind}, "note")


@rows("A browser that {0} still ends in an outcome: {2}",
      ("rejects with text", "() => Promise.reject('no')", "browser.unexpected"),
      ("rejects with nothing", "() => Promise.reject()", "browser.unexpected"),
      ("throws at once", "() => { throw new DOMException('x', 'SecurityError') }", "browser.security"),
      ("gives null", "() => Promise.resolve(null)", "response.malformed"))
def odd_browsers(t, _, function, reason):
    t.open(init=f"CredentialsContainer.prototype.get = {function}")
    t.ask()
    t.expect("failed", reason)
