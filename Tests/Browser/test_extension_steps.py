"""The steps of `navigator.credentials.get`, their order and their exceptions, with the extension; where Chromium agrees, also without it."""
import json

from extension import PONG
from harness import check, law, rows, same, until
from stand_in import Answer
from test_extension import ANSWERED, DATA, GOOD, REQUEST, RESPONSE, WAYS, call, opened, opened_by, press, refused, settled

# What the call is given, and the exception: the same as Chromium's own.
ARGUMENTS = [
    ("without requests", "{ digital: {} }", "TypeError"),
    ("with undefined requests", "{ digital: { requests: undefined } }", "TypeError"),
    ("with a text for requests", "{ digital: { requests: 'org-iso-mdoc' } }", "TypeError"),
    ("with no request", "{ digital: { requests: [] } }", "TypeError"),
    ("with null for a request", "{ digital: { requests: [null] } }", "TypeError"),
    ("with data that is null", "{ digital: { requests: [{ protocol: 'org-iso-mdoc', data: null }] } }", "TypeError"),
    ("with data that is text", "{ digital: { requests: [{ protocol: 'org-iso-mdoc', data: 'x' }] } }", "TypeError"),
    ("with data that is a number", "{ digital: { requests: [{ protocol: 'org-iso-mdoc', data: 5 }] } }", "TypeError"),
    ("with data that is a symbol", "{ digital: { requests: [{ protocol: 'org-iso-mdoc', data: Symbol() }] } }", "TypeError"),
    ("without data", "{ digital: { requests: [{ protocol: 'org-iso-mdoc' }] } }", "TypeError"),
    ("without a protocol", "{ digital: { requests: [{ data: {} }] } }", "TypeError"),
    ("with a BigInt in its data", "{ digital: { requests: [{ protocol: 'org-iso-mdoc', data: { deviceRequest: 1n } }] } }", "TypeError"),
    ("with a cycle in its data",
     "(() => { const data = {}; data.data = data; return { digital: { requests: [{ protocol: 'org-iso-mdoc', data }] } }; })()", "TypeError"),
    ("with a signal that is none", f"{{ ...{REQUEST}, signal: {{ aborted: false }} }}", "TypeError"),
    ("with a signal that was aborted", f"{{ ...{REQUEST}, signal: AbortSignal.abort() }}", "AbortError"),
    ("with a signal that was aborted for a reason", f"{{ ...{REQUEST}, signal: AbortSignal.abort(new RangeError('mine')) }}", "RangeError"),
]


def data(**changes):
    content = {name: value for name, value in {**DATA, **changes}.items() if value is not ...}
    return f"{{ digital: {{ requests: [{json.dumps({**GOOD, 'data': content})}] }} }}"


def protocol(name):
    return f"{{ digital: {{ requests: [{json.dumps({**GOOD, 'protocol': name})}] }} }}"


# What Chromium leaves to a wallet.
STRICTER = [
    ("without encryptionInfo", data(encryptionInfo=...), "TypeError"),
    ("without deviceRequest", data(deviceRequest=...), "TypeError"),
    ("with a number for deviceRequest", data(deviceRequest=5), "TypeError"),
    ("with null for encryptionInfo", data(encryptionInfo=None), "TypeError"),
    ("of an unknown protocol", protocol("foo"), "TypeError"),
    ("of the protocol in capitals", protocol("ORG-ISO-MDOC"), "TypeError"),
    ("of the protocol with a blank", protocol(" org-iso-mdoc"), "TypeError"),
    ("of no protocol", protocol(""), "TypeError"),
    ("of more than a MiB", data().replace('"omd2ZXJz"', "'A'.repeat(1_100_000)"), "TypeError"),
    ("of seventeen alternatives", f"{{ digital: {{ requests: Array(17).fill({json.dumps(GOOD)}) }} }}", "TypeError"),
]


def outcomes(t, cases):
    """How each call ended, by its name."""
    found = {}
    for name, options, _ in cases:
        press(t, options)
        found[name] = settled(t).get("error")
    return found


@rows("A call that makes no sense ends with the same exception by {0}", *WAYS)
def arguments(t, way):
    with opened_by(t, way):
        same(outcomes(t, ARGUMENTS), {name: error for name, _, error in ARGUMENTS}, "exceptions")
        press(t)
        same(settled(t), ANSWERED, "a call that makes sense")


@law("A request that this wallet could not read is a TypeError, and reaches no broker")
def stricter(t):
    opened(t)
    same(outcomes(t, STRICTER), {name: error for name, _, error in STRICTER}, "exceptions")
    same(t.host.heard(), [], "what the host heard")


@law("Unknown protocols beside a good request are skipped with a warning each, whatever their data")
def skipped(t):
    opened(t)
    press(t, f"{{ digital: {{ requests: [{{ protocol: 'foo', data: {{ big: 1n }} }}, {json.dumps(GOOD)}, {{ protocol: 'bar', data: {{}} }}] }} }}")
    same(settled(t), ANSWERED, "credential")
    warnings = [text for kind, text in t.console if kind == "warning"]
    same([text.rsplit(" ", 1)[1] for text in warnings], ["foo", "bar"], "protocols in the warnings")
    same(len(t.host.heard("present")), 1, "requests")


@law("Requests that the wallet refuses are named to the console by the code of their rule, whatever becomes of the others, and so is nothing else")
def refused_codes(t):
    opened(t)

    def ends(**words):
        return {"pong": [PONG], "steps": [[{"type": "ended", **words}]]}
    t.host.play_parts(ends(reason="invalid", code="request.cbor"), ends(reason="invalid"), ends(reason="invalid", code="<b> " + DATA["deviceRequest"]),
                      {"pong": [PONG], "steps": [[RESPONSE]]})
    press(t, f"{{ digital: {{ requests: Array(5).fill({json.dumps(GOOD)}) }} }}")
    same(settled(t), ANSWERED, "credential")
    t.host.reset()
    t.host.play([{"type": "ended", "reason": "invalid", "code": "request.bounds"}])
    press(t)
    refused(t, "TypeError")
    t.host.reset()
    t.host.play([{"type": "ended", "reason": "declined", "code": "request.cbor"}])
    press(t)
    refused(t, "NotAllowedError")
    warnings = [text.rsplit(" ", 1)[1] for kind, text in t.console if kind == "warning"]
    same(warnings, ["request.cbor", "invalid", "invalid", "request.bounds"], "codes in the warnings")


@rows("A digital request beside one for a passkey or a password is what is asked, by {0}", *WAYS)
def beside_others(t, way):
    with opened_by(t, way):
        for other in ("publicKey: { challenge: new Uint8Array(1) }", "password: true"):
            press(t, f"{{ ...{REQUEST}, {other} }}")
            same(settled(t), ANSWERED, other)


@rows("Every mediation is taken by {0}", *WAYS)
def mediation(t, way):
    with opened_by(t, way):
        for name in ("silent", "optional", "conditional", "required"):
            press(t, f"{{ ...{REQUEST}, mediation: '{name}' }}")
            same(settled(t), ANSWERED, name)


# The press


@rows("Nobody pressed: NotAllowedError by {0}, but a call that makes no sense is a TypeError still", *WAYS)
def no_press(t, way):
    with opened_by(t, way):
        t.js(f"void (() => {{ {call()} }})()")
        refused(t, "NotAllowedError")
        for nonsense in ("[]", "[{ protocol: 'org-iso-mdoc', data: null }]"):
            t.js(f"void (() => {{ {call(f'{{ digital: {{ requests: {nonsense} }} }}')} }})()")
            refused(t, "TypeError")


@law("A page that lies to itself about a press is refused: NotAllowedError")
def forged_press(t):
    opened(t)
    t.js(f"""void (() => {{
        Object.defineProperty(Navigator.prototype, 'userActivation', {{ value: {{ isActive: true, hasBeenActive: true }} }});
        dispatchEvent(new PointerEvent('pointerdown'));
        {call()}
    }})()""")
    refused(t, "NotAllowedError")
    same(t.host.heard(), [], "what the host heard")


@rows("A press is good for one request by {0}: a second one after the first is a NotAllowedError", *WAYS)
def press_used(t, way):
    with opened_by(t, way):
        t.js(f"""document.getElementById('ask').onclick = async () => {{
            window.first = await navigator.credentials.get({REQUEST});
            dispatchEvent(new PointerEvent('pointerdown'));
            {call()}
        }}""")
        t.click()
        refused(t, "NotAllowedError")
        same(t.js("first.toJSON()"), ANSWERED, "the first")
        press(t)
        same(settled(t), ANSWERED, "after the next press")


@rows("A press is used by a request whose data no wallet could read, by {0}: the next one is a NotAllowedError", *WAYS)
def press_wasted(t, way):
    with opened_by(t, way):
        t.js(f"""document.getElementById('ask').onclick = async () => {{
            const requests = [{{ protocol: 'org-iso-mdoc', data: {{ deviceRequest: 1n }} }}];
            window.first = await navigator.credentials.get({{ digital: {{ requests }} }}).catch((error) => error.name);
            {call()}
        }}""")
        t.click()
        refused(t, "NotAllowedError")
        same(t.js("first"), "TypeError", "the first")


@rows("A call that was aborted before it began leaves the press to the next one, by {0}", *WAYS)
def press_kept(t, way):
    with opened_by(t, way):
        t.js(f"""document.getElementById('ask').onclick = async () => {{
            window.first = await navigator.credentials.get({{ ...{REQUEST}, signal: AbortSignal.abort() }}).catch((error) => error.name);
            {call()}
        }}""")
        t.click()
        same(settled(t), ANSWERED, "credential")
        same(t.js("first"), "AbortError", "the first")


@law("A document that is not in front is refused: NotAllowedError, though somebody pressed in it")
def behind(t):
    opened(t)
    t.js(f"""document.getElementById('ask').onclick = async () => {{
        while (document.hasFocus()) await new Promise((resolve) => setTimeout(resolve, 20));
        {call()}
    }}""")
    t.click()
    t.devtools.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    t.context.new_page().bring_to_front()
    refused(t, "NotAllowedError")
    same(t.host.heard(), [], "what the host heard")


# One at a time


@rows("A second call while the first is open is a NotAllowedError by {0}, and the first goes on", *WAYS)
def second_call(t, way):
    with opened_by(t, way):
        wait(t, way)
        t.js("window.stop = new AbortController()")
        t.js(f"""document.getElementById('ask').onclick = () => {{
            window.first = navigator.credentials.get({{ ...{REQUEST}, signal: stop.signal }});
            first.catch(() => {{}}).then(() => (window.isFirstOver = true));
        }}""")
        t.click()
        until(lambda: way != "the extension" or t.host.heard("present"), "the first is with the broker")
        press(t)
        refused(t, "NotAllowedError")
        same(t.js("window.isFirstOver === undefined"), True, "the first is open")
        t.js("stop.abort()")
        same(t.js("first.then(() => 'answered', (error) => error.name)"), "AbortError", "the first")
        if way == "the extension":
            withdrawn(t)


def wait(t, way):
    """Leaves the next request open."""
    if way == "the extension":
        t.host.play([])
    else:
        t.wallet("wait")


def withdrawn(t):
    """The broker learns it from a message, or from the end of its input."""
    until(lambda: t.host.heard("cancel", "end of input"), "the broker is told")


def with_frame(t):
    """Puts a frame of the same origin on the page, with a button of its own."""
    # Nothing can be asked of a frame while its page takes the place of the empty one.
    t.js("""new Promise((resolve) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/page.html', onload: () => resolve() }));
    })""")
    inner = t.until(lambda: t.page.frames[1:], "the frame")[0]
    # Not asked of the frame itself, which Playwright would make a gesture of.
    until(lambda: t.js("frames[0].ready === true"), "the frame's page is there")
    return inner


@law("A second call of another frame of the tab is a NotAllowedError")
def second_frame(t):
    opened(t)
    t.host.play(["wait for go", RESPONSE])
    inner = with_frame(t)
    press(t)
    until(lambda: t.host.heard("present"), "the first is with the broker")
    inner.evaluate(f"document.getElementById('ask').onclick = () => {{ {call()} }}")
    inner.click("#ask")
    until(lambda: inner.evaluate("window.settled !== undefined"), "the second ends")
    same(inner.evaluate("settled"), {"error": "NotAllowedError"}, "the second")
    t.host.go()
    same(settled(t), ANSWERED, "the first")
    same(len(t.host.heard("present")), 1, "requests")


# The end from the page's side


@rows("An open call that is aborted ends with exactly the page's reason by {0}", *WAYS)
def aborted(t, way):
    with opened_by(t, way):
        wait(t, way)
        t.js("window.stop = new AbortController(); window.reason = { mine: true };")
        press(t, f"{{ ...{REQUEST}, signal: stop.signal }}")
        if way == "the extension":
            until(lambda: t.host.heard("present"), "the request is with the broker")
        t.js("stop.abort(reason)")
        settled(t)
        check(t.js("ending === reason"), "the very reason")


@law("A call that is aborted is withdrawn at the broker, and the next one is answered")
def abort_then_ask(t):
    opened(t)
    for _ in range(3):
        t.host.reset()
        t.host.play([])
        t.js("window.stop = new AbortController()")
        press(t, f"{{ ...{REQUEST}, signal: stop.signal }}")
        until(lambda: t.host.heard("present"), "the request is with the broker")
        t.js("stop.abort()")
        refused(t, "AbortError")
        withdrawn(t)
    t.host.reset()
    press(t)
    same(settled(t), ANSWERED, "the next call")


@rows("A page that {0} withdraws its request at the broker",
      ("goes elsewhere", lambda t: t.page.goto(t.site.origin() + "/page.css")),
      ("is loaded again", lambda t: t.page.reload()),
      ("is closed", lambda t: t.page.close()))
def gone(t, _, leave):
    opened(t)
    t.host.play([])
    press(t)
    until(lambda: t.host.heard("present"), "the request is with the broker")
    leave(t)
    withdrawn(t)


@law("A frame that is taken away while it asks: AbortError, and the request is withdrawn")
def removed(t):
    opened(t)
    t.host.play([])
    inner = with_frame(t)
    # Handlers of the frame's own would go away with it.
    t.js("window.watch = (promise) => promise.catch((error) => (window.settled = { error: error.name }))")
    inner.evaluate(f"document.getElementById('ask').onclick = () => parent.watch(navigator.credentials.get({REQUEST}))")
    inner.click("#ask")
    until(lambda: t.host.heard("present"), "the request is with the broker")
    t.js("document.querySelector('iframe').remove()")
    refused(t, "AbortError")
    withdrawn(t)


@law("A document that is not active cannot ask: InvalidStateError, even with a signal that was aborted")
def inactive(t):
    opened(t)
    with_frame(t)
    t.js("window.kept = frames[0].navigator.credentials; document.querySelector('iframe').remove()")
    press(t, f"{{ ...{REQUEST}, signal: AbortSignal.abort() }}", credentials="kept")
    refused(t, "InvalidStateError")


@law("A page that starts its document anew is left to the browser")
def document_open(t):
    t.site.pages["/bare"] = Answer.html("<!doctype html><title>Bare</title>")
    opened(t, "/bare")
    t.wallet("respond", response={"response": "QnJvd3Nlcg"})
    t.js("document.open(); document.write('<button id=ask>Ask</button>'); document.close()")
    press(t)
    same(settled(t), {"protocol": "org-iso-mdoc", "data": {"response": "QnJvd3Nlcg"}}, "credential of the browser's virtual wallet")
