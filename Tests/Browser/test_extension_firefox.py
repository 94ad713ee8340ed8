"""The extension in stock Firefox, which has no API of its own: the extension brings the interface along."""
import contextlib

from extension import ANSWER, ExtendedFirefox
from firefox import LONG_PRESS
from harness import check, law, same, until
from stand_in import Answer
from test_extension import ANSWERED, REQUEST, RESPONSE, call, presented

STUB = {"dom.security.credentialmanagement.digital.enabled": True}
# The background of the extension is stopped when it has been idle for so long (milliseconds).
IDLE = {"extensions.background.idle.timeout": 1000}


@contextlib.contextmanager
def opened(t, path="/page.html", is_seen=True, **options):
    firefox = ExtendedFirefox(**options)
    try:
        def is_there():
            firefox.open(t.site.origin() + path)
            return firefox.js("!CredentialsContainer.prototype.get.toString().includes('[native code]')")

        def comes():
            with contextlib.suppress(AssertionError):
                return until(is_there, "pages have the bridge", patience=20)
            firefox.look()  # on a busy machine the host may have greeted too late

        if is_seen:
            until(comes, "pages have the bridge")
        else:
            is_there()
        yield firefox
    finally:
        firefox.close()


def press(firefox, options=REQUEST):
    # What ended before does not count, however late the press arrives.
    firefox.js(f"void (window.settled = undefined, document.getElementById('ask').onclick = () => {{ {call(options)} }})")
    firefox.click("document.getElementById('ask')")


def settled(firefox):
    until(lambda: firefox.js("window.settled !== undefined"), "the call ends")
    return firefox.js("settled")


@law("In Firefox the extension brings the API, and a request is answered, refused and withdrawn as in Chromium")
def whole(t):
    with opened(t, preferences=IDLE) as firefox:
        host = firefox.host
        same(firefox.js("[typeof DigitalCredential, DigitalCredential.prototype instanceof Credential, kit.isAvailable()]"),
             ["function", True, True], "API")
        names = "['org-iso-mdoc', 'ORG-ISO-MDOC', 'openid4vp-v1-signed', '']"
        same(firefox.js(f"{names}.map((name) => DigitalCredential.userAgentAllowsProtocol(name))"),
             [True, False, False, False], "protocols")
        for bad in ("new DigitalCredential()", "DigitalCredential.userAgentAllowsProtocol()"):
            same(firefox.js(f"(() => {{ try {{ {bad} }} catch (error) {{ return error.name }} }})()"), "TypeError", bad)

        press(firefox)
        same(settled(firefox), ANSWERED, "credential")
        same(firefox.js("[ending instanceof DigitalCredential, String(ending), ending.type]"),
             [True, "[object DigitalCredential]", "digital"], "credential")
        [message] = host.heard()
        same(message, presented(t), "message")

        for reason, name in (("declined", "NotAllowedError"), ("invalid", "TypeError"), ("busy", "InvalidStateError"), ("failed", "OperationError")):
            host.play([{"type": "ended", "reason": reason}])
            press(firefox)
            same(settled(firefox), {"error": name}, reason)

        firefox.js(f"void (() => {{ {call()} }})()")
        same(settled(firefox), {"error": "NotAllowedError"}, "without a press")
        press(firefox, "{ digital: { requests: [{ protocol: 'foo', data: {} }] } }")
        same(settled(firefox), {"error": "TypeError"}, "an unknown protocol")
        press(firefox, "{ password: true }")
        check(settled(firefox) in (None, {"error": "NotSupportedError"}), "a call for a password is Firefox's own")

        host.reset()
        host.play([])
        firefox.js("void (window.stop = new AbortController())")
        press(firefox, f"{{ ...{REQUEST}, signal: stop.signal }}")
        until(lambda: host.heard("present"), "the request is with the broker")
        firefox.js("void stop.abort(new RangeError('mine'))")
        same(settled(firefox), {"error": "RangeError"}, "aborted")
        until(lambda: host.heard("cancel", "end of input"), "the broker is told")


@law("In Firefox the broker's page opens in a window that stays while the person decides, and is closed at the end")
def window(t):
    with opened(t, preferences=IDLE) as firefox:
        t.site.pages["/consent/1"] = Answer.html("<!doctype html><title>Consent</title>")
        address = t.site.origin("wallet.localhost", second=True) + "/consent/1"
        firefox.host.play([{"type": "window", "url": address}, {"type": "pull"}], ["wait for go", RESPONSE])
        press(firefox)

        def windows():
            return [tree for tree in firefox.send("browsingContext.getTree")["contexts"] if tree["url"] == address]
        [consent] = until(windows, "the window opens")
        found = firefox.send("script.evaluate", expression="String(window.opener)", target={"context": consent["context"]}, awaitPromise=False)
        same(found["result"]["value"], "null", "its opener")
        # Longer than the background may be idle.
        firefox.js("new Promise((resolve) => setTimeout(resolve, 3000))")
        same(firefox.js("window.settled === undefined"), True, "the call is open")
        firefox.host.go()
        same(settled(firefox), ANSWERED, "credential")
        until(lambda: not windows(), "the window is closed")


@law("In Firefox a frame of the same origin may ask; one of another origin, also further up, and one without an origin may not")
def frames(t):
    other = t.site.origin(second=True)
    t.site.pages["/between"] = Answer.html(f'<!doctype html><iframe src="{t.site.origin()}/page.html"></iframe>')
    places = {"same": 'src="/page.html"', "other": f'src="{other}/page.html"', "between": f'src="{other}/between"',
              "sandbox": 'srcdoc="<button id=ask>Ask</button>" sandbox="allow-scripts"'}
    with opened(t) as firefox:
        for place, attributes in places.items():
            t.site.pages["/top"] = Answer.html(f'<!doctype html><title>Top</title><iframe width="600" height="300" {attributes}></iframe>')
            firefox.open(t.site.origin() + "/top")
            [tree] = firefox.send("browsingContext.getTree", root=firefox.page)["contexts"]
            inner = tree["children"][0]
            inner = inner["children"][0] if place == "between" else inner
            top, firefox.page = firefox.page, inner["context"]
            until(lambda: firefox.js("document.getElementById('ask') !== null"), "the frame's page is there")
            press(firefox)
            same(settled(firefox), ANSWERED if place == "same" else {"error": "NotAllowedError"}, place)
            firefox.page = top
        same([message["origin"] for message in firefox.host.heard("present")], [t.site.origin()], "who asked")


@law("In Firefox without a host pages have nothing new: no interface, and NotSupportedError")
def no_host(t):
    with opened(t, is_seen=False, has_host=False) as firefox:
        same(firefox.js("typeof DigitalCredential"), "undefined", "interface")
        press(firefox)
        same(settled(firefox), {"error": "NotSupportedError"}, "outcome")


@law("In Firefox with its own stub of the API the kit's button gets its answer by the extension")
def stub(t):
    with opened(t, preferences=STUB | LONG_PRESS) as firefox:
        session = t.session()
        firefox.js(f"void put({{ session: '{session}' }})")
        same(firefox.js("button.state"), "ready", "state")
        firefox.click("button.shadowRoot.querySelector('button')")
        until(lambda: firefox.js("window.outcome !== undefined"), "an outcome")
        same(firefox.js("outcome"), {"kind": "verified-pending-server", "session": session}, "outcome")
        same(t.site.calls("response")[0].json["data"], {"response": ANSWER}, "what was handed in")
        same(firefox.js("violations"), [], "violations of the content security policy")
