"""The page's own signal: before, during every step, and after."""
from harness import law, rows, same, until

CONTROLLED = "signal: (window.stop = new AbortController()).signal"
# Counts how often the page asked the browser.
COUNT_GET = """
  const get = CredentialsContainer.prototype.get;
  window.asked = 0;
  CredentialsContainer.prototype.get = function (options) {
    asked += 1;
    return get.call(this, options);
  };
"""


@law("A signal aborted before the call cancels; nothing is sent, and the click is still good")
def before(t):
    t.open()
    t.wallet("respond")
    one, two = t.session(), t.session()
    t.js(f"""document.getElementById('ask').onclick = async () => {{
        window.first = await kit.verifyIdentity({{ session: '{one}', signal: AbortSignal.abort() }});
        ask({{ session: '{two}' }});
    }}""")
    t.click()
    same(t.outcome()["kind"], "verified-pending-server", "a second call on the same click")
    same((t.js("first.kind"), t.js("first.reason"), t.js("first.error")), ("cancelled", "aborted", "AbortError"), "the first")
    same({exchange.path.split("/")[3] for exchange in t.site.calls()}, {two}, "sessions asked for")


@law("Aborting while the session is fetched cancels, and no request is handed out")
def while_session(t):
    t.open()
    t.js(f"arm({{ session: () => new Promise((resolve) => (window.give = resolve)), {CONTROLLED} }})")
    t.click()
    until(lambda: t.js("'give' in window"), "the session function is called")
    t.js(f"stop.abort(); give('{t.session()}')")
    t.expect("cancelled", "aborted", "AbortError")
    same(t.site.calls(), [], "requests to the service")


@law("Aborting while the request is fetched cancels, and the browser is not asked", stand_in_only=True)
def while_request(t):
    t.open(init="window.asked = 0; CredentialsContainer.prototype.get = () => { asked += 1; return new Promise(() => {}) }")
    t.arm(extra=CONTROLLED)
    with t.held("request"):
        t.click()
        until(lambda: t.site.calls("request"), "the request is fetched")
        t.js("stop.abort()")
        t.expect("cancelled", "aborted", "AbortError")
    # A round trip later the request that was held is there, for a page that would still take it.
    t.js("fetch(location.href).then((page) => page.text())")
    same(t.js("asked"), 0, "calls of the browser's API")


@rows("Aborting while the wallet is open cancels, {0}", ("without a reason", ""), ("with an error of the page", "new RangeError('mine')"),
      ("with text", "'mine'"))
def while_wallet(t, _, reason):
    t.open(init=COUNT_GET)
    t.wallet("wait")
    t.arm(extra=CONTROLLED)
    t.click()
    until(lambda: t.js("asked") == 1, "the browser is asked")
    same(t.js("window.outcome === undefined"), True, "still waiting")
    t.js(f"stop.abort({reason})")
    t.expect("cancelled", "aborted", "AbortError")
    [note] = until(lambda: t.site.calls("outcome"), "the note to the service")
    same(note.json, {"outcome": "cancelled"}, "note")


@law("After an abort the next click asks anew")
def again(t):
    t.open()
    t.wallet("wait")
    session = t.arm(extra=CONTROLLED)
    for _ in range(3):
        t.arm(session, CONTROLLED)
        with t.handed_out():
            t.click()
        t.js("stop.abort()")
        t.expect("cancelled", "aborted")
    t.wallet("respond")
    same(t.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")


@law("A question that the browser dropped while the page was left is cancelled when the page is shown as it was, and the next click asks anew")
def while_left(t):
    t.open(init="CredentialsContainer.prototype.get = () => { window.asked = true; return new Promise(() => {}) }")
    session = t.arm()
    t.click()
    until(lambda: t.js("window.asked"), "the browser is asked")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    t.expect("cancelled", "browser.aborted", "AbortError")
    t.js("CredentialsContainer.prototype.get = async () => ({ protocol: 'org-iso-mdoc', data: { response: 'gmVkY2FwaQ' } })")
    same(t.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")


@law("A question that is open when the page is left is taken back from the browser, is told as cancelled when the page is shown as it was, and the "
     "next click asks anew")
def taken_back(t):
    t.open(init="""
      const get = CredentialsContainer.prototype.get;
      CredentialsContainer.prototype.get = function (options) {
        const question = get.call(this, options);
        window.asked = true;
        question.catch(({ name }) => (window.ended = name));
        return question;
      };
    """)
    t.wallet("wait")
    session = t.arm()
    t.click()
    until(lambda: t.js("window.asked"), "the browser is asked")
    t.js("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    until(lambda: t.js("window.ended === 'AbortError'"), "the browser's question has ended")
    same(t.js("window.outcome === undefined"), True, "nothing is told to a page that nobody sees")
    t.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    t.expect("cancelled", "browser.aborted", "AbortError")
    t.wallet("respond")
    same(t.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")


@law("Aborting between the wallet's answer and its sending cancels, and no answer is sent")
def before_response(t):
    t.open(init="""CredentialsContainer.prototype.get = async () => {
        stop.abort();
        return { protocol: 'org-iso-mdoc', data: { response: 'gmVkY2FwaQ' } };
    }""")
    t.arm(extra=CONTROLLED)
    t.click()
    t.expect("cancelled", "aborted", "AbortError")
    same(t.site.calls("response"), [], "answers")


@law("Aborting while the answer is handed in changes nothing: it is sent, and the outcome says so", stand_in_only=True)
def while_response(t):
    t.open()
    t.wallet("respond")
    session = t.arm(extra=CONTROLLED)
    with t.held("response"):
        t.click()
        until(lambda: t.site.calls("response"), "the answer is handed in")
        t.js("stop.abort()")
        # A round trip later an abort would have ended it.
        t.js("fetch(location.href).then((page) => page.text())")
        same(t.js("window.outcome === undefined"), True, "still waiting")
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    same(t.site.calls("outcome"), [], "notes to the service")


@law("Aborting after the end changes nothing")
def after(t):
    t.open()
    t.wallet("respond")
    session = t.arm(extra=CONTROLLED)
    t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    t.js("stop.abort()")
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    same(t.site.calls("outcome"), [], "notes to the service")
