"""The extension in Chromium: a question from the page to the broker and back. The host, and so the broker, is a stand-in."""
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile

from extension import ANSWER, PONG, ExtendedChromium
from harness import REPOSITORY, check, law, rows, same, until
from processes import running
from stand_in import Answer

ABSENT = "delete window.DigitalCredential"
DATA = {"deviceRequest": "omd2ZXJz", "encryptionInfo": "gmVkY2Fw"}
GOOD = {"protocol": "org-iso-mdoc", "data": DATA}
REQUEST = f"{{ digital: {{ requests: [{json.dumps(GOOD)}] }} }}"
RESPONSE = {"type": "response", "response": ANSWER}


def opened(t, path="/page.html", **options):
    t.host = t.browsers.host
    t.host.reset()
    t.browsers.until_seen_by_pages(True)
    return t.open(path, **options)


def call(options=REQUEST, credentials="navigator.credentials"):
    """Script that asks the browser; how it ended lands in `settled`, the credential or exception in `ending`."""
    return f"""window.settled = undefined;
        {credentials}.get({options}).then(
            (credential) => {{ window.ending = credential; window.settled = JSON.parse(JSON.stringify(credential ?? null)); }},
            (error) => {{ window.ending = error; window.settled = {{ error: error?.name }}; }});"""


def press(t, options=REQUEST, **more):
    """Asks on a press."""
    t.js(f"document.getElementById('ask').onclick = () => {{ {call(options, **more)} }}")
    t.click()


def presented(t):
    """What the broker is told of a good request."""
    return {"type": "present", "origin": t.site.origin(), "topOrigin": t.site.origin(), "data": json.dumps(DATA, separators=(",", ":"))}


def settled(t):
    until(lambda: t.js("window.settled !== undefined"), "the call ends")
    return t.js("settled")


def refused(t, name):
    same(settled(t), {"error": name}, "exception")


ANSWERED = {"protocol": "org-iso-mdoc", "data": {"response": ANSWER}}


WAYS = (("the browser itself",), ("the extension",))


@contextlib.contextmanager
def opened_in(t, browsers, **options):
    """The test page in other browsers, in a context that ends with the block."""
    extended, t.browsers = t.browsers, browsers
    try:
        t.open(**options)
        t.wallet("respond", response={"response": ANSWER})
        yield
    except Exception:
        # Later nothing can be asked of its pages.
        t.is_void = t.stood_still()
        raise
    finally:
        t.close()
        t.context, t.browsers = None, extended


@contextlib.contextmanager
def opened_with(t, browser):
    """The same in a browser that ends with the block."""
    with contextlib.closing(browser), opened_in(t, browser):
        yield


@contextlib.contextmanager
def opened_by(t, way):
    """The same page with the extension, with Chromium's own virtual wallet, or in a browser without the API."""
    if way == "the extension":
        opened(t)
        yield
    else:
        options = {"init": ABSENT} if way == "the wallet's page" else {}
        with opened_in(t, t.browsers.plain, **options):
            yield


@rows("The kit's button gets its answer by {0}, and the page's code is the same", *WAYS, ("the wallet's page",))
def kit(t, way):
    t.site.pages["/seen"] = Answer(204)
    wallet = t.site.origin("wallet.localhost", second=True) + "/wallet.html"
    with opened_by(t, way):
        session = t.session()
        t.put(session=session, ways=f"native {wallet}")
        (t.page.get_by_role("button", name="Use the wallet at") if way == "the wallet's page" else t.main_button()).click()
        same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
        same(t.site.calls("response")[0].json, ANSWERED, "what was handed in")


@law("The broker is told the origin that the browser vouches for and the request as one text, and nothing else")
def present(t):
    opened(t)
    press(t)
    same(settled(t), ANSWERED, "credential")
    [message] = t.host.heard()
    same(message, presented(t), "message")


@law("The credential is one as the browser's own: its type, members, text and JSON")
def credential(t):
    opened(t)
    press(t)
    settled(t)
    same(t.js("[ending instanceof DigitalCredential, ending instanceof Credential, String(ending), ending.type, ending.protocol, ending.data, "
              "ending.data === ending.data, JSON.stringify(ending), Object.keys(ending)]"),
         [True, True, "[object DigitalCredential]", "digital", "org-iso-mdoc", {"response": ANSWER}, True,
          json.dumps(ANSWERED, separators=(",", ":")), []], "credential")
    check(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", t.js("ending.id")), "the id is a random UUID")


@law("The raw request is released when the broker asks for it, as it was presented")
def pull(t):
    opened(t)
    t.host.play([{"type": "pull"}], [RESPONSE])
    press(t)
    same(settled(t), ANSWERED, "credential")
    presented, raw = t.host.heard()
    same(raw, {"type": "raw", "origin": presented["origin"], "data": presented["data"]}, "raw request")


@law("A broker that asks for the raw request again, since its first answer could not be made, gets the same")
def pull_again(t):
    opened(t)
    t.host.play([{"type": "pull"}], [{"type": "pull"}], [RESPONSE])
    press(t)
    same(settled(t), ANSWERED, "credential")
    first, second = t.host.heard("raw")
    same(first, second, "raw requests")
    [message] = t.host.heard("present")
    same(second, {"type": "raw", "origin": message["origin"], "data": message["data"]}, "the second one")


@law("A broker that asks for the raw request after the end gets none")
def pull_late(t):
    opened(t)
    t.host.play([RESPONSE, {"type": "pull"}])
    press(t)
    same(settled(t), ANSWERED, "credential")
    # Until it ends it would hear what it is given.
    until(lambda: not any(str(t.host.folder) in words for _, words in running()), "the host ends")
    same(t.host.heard("raw"), [], "raw requests")


@rows("A request that ended as {0} ends the call with {1}",
      ("cancelled", "NotAllowedError"), ("declined", "NotAllowedError"), ("noProvider", "NotAllowedError"), ("invalid", "TypeError"),
      ("busy", "InvalidStateError"), ("failed", "OperationError"), ("unheard-of", "OperationError"), (None, "OperationError"),
      ("constructor", "OperationError"))
def ended(t, reason, name):
    opened(t)
    t.host.play([{"type": "ended", "reason": reason}])
    press(t)
    refused(t, name)


@law("Who declined and who has nothing to answer with look the same to a page")
def indistinguishable(t):
    opened(t)
    seen = set()
    for reason in ("cancelled", "declined", "noProvider"):
        t.host.play([{"type": "ended", "reason": reason}])
        press(t)
        refused(t, "NotAllowedError")
        seen.add(t.js("`${ending} ${ending.code} ${Object.keys(ending)}`"))
    same(len(seen), 1, f"appearances {seen}")


@law("Alternatives are presented in their order until one is valid")
def alternatives(t):
    opened(t)
    invalid = {"pong": [PONG], "steps": [[{"type": "ended", "reason": "invalid"}]]}
    t.host.play_parts(invalid, {"pong": [PONG], "steps": [[RESPONSE]]})
    second = {**GOOD, "data": {**DATA, "deviceRequest": "omd3ZXJz"}}
    press(t, f"{{ digital: {{ requests: {json.dumps([GOOD, second, GOOD])} }} }}")
    same(settled(t), ANSWERED, "credential")
    same([json.loads(message["data"])["deviceRequest"] for message in t.host.heard()], ["omd2ZXJz", "omd3ZXJz"], "what was presented")


@rows("A host that {0} is an OperationError",
      ("dies while it is asked", ["exit"]),
      ("sends more than a browser takes", [{"type": "response", "response": "A" * 1_200_000}]),
      ("pads its response", [{"type": "response", "response": "gmVkY2FwaQ=="}]),
      ("sends an empty response", [{"type": "response", "response": ""}]),
      ("sends a response of an impossible length", [{"type": "response", "response": "gmVkY"}]),
      ("sends a response that is no text", [{"type": "response", "response": 5}]),
      ("sends what is no message", [[]]),
      ("sends an unknown message", [{"type": "hello"}]),
      ("greets again", [PONG]))
def bad_host(t, _, step):
    opened(t)
    t.host.play(step)
    press(t)
    refused(t, "OperationError")


@law("An answer of 900 kB comes through whole")
def large_answer(t):
    opened(t)
    t.host.play([{"type": "response", "response": "A" * 900_000}])
    press(t)
    same(settled(t)["data"]["response"], "A" * 900_000, "response")


# The consent window


def consent_address(t):
    return t.site.origin("wallet.localhost", second=True) + "/consent/1"


def windows(t, address):
    t.js("0")  # Playwright takes notice of windows only while it is asked for something
    return [page for page in t.context.context.pages if page.url == address]


@law("The broker's page opens in a window of its own, without the page as its opener, and is closed when the request ends")
def window(t):
    opened(t)
    address = consent_address(t)
    t.site.pages["/consent/1"] = t.site.get("/page.css")
    t.host.play([{"type": "window", "url": address}, "wait for go", RESPONSE])
    press(t)
    [consent] = until(lambda: windows(t, address), "the window opens")
    same(consent.evaluate("[opener, history.length, CredentialsContainer.prototype.get.toString().includes('[native code]')]"), [None, 1, True],
         "its opener, its history, its API")
    t.host.go()
    same(settled(t), ANSWERED, "credential")
    until(lambda: not windows(t, address), "the window is closed")


@law("A person who closes the window cancels: NotAllowedError, and the broker is told")
def window_closed(t):
    opened(t)
    address = consent_address(t)
    t.site.pages["/consent/1"] = t.site.get("/page.css")
    t.host.play([{"type": "window", "url": address}])
    press(t)
    [consent] = until(lambda: windows(t, address), "the window opens")
    consent.close()
    refused(t, "NotAllowedError")
    until(lambda: t.host.heard("cancel"), "the broker is told")


@law("The window goes away with the page that asked")
def window_left(t):
    opened(t)
    address = consent_address(t)
    t.site.pages["/consent/1"] = t.site.get("/page.css")
    t.host.play([{"type": "window", "url": address}])
    press(t)
    until(lambda: windows(t, address), "the window opens")
    t.page.goto(t.site.origin() + "/page.css")
    until(lambda: not windows(t, address), "the window is closed")


@law("A second window breaks the request off: OperationError")
def second_window(t):
    opened(t)
    address = consent_address(t)
    t.host.play([{"type": "window", "url": address}, {"type": "window", "url": address + "2"}])
    press(t)
    refused(t, "OperationError")
    until(lambda: not windows(t, address), "the window is closed")


@law("Another address than the broker's page opens no window: OperationError")
def foreign_window(t):
    opened(t)
    # A window of an earlier request may still come and go.
    address = t.site.origin() + "/page.html?window"
    t.host.play([{"type": "window", "url": address}])
    press(t)
    refused(t, "OperationError")
    same(windows(t, address), [], "windows")


def inside(t, module, expression):
    """Evaluates in a page of the extension's own, with a module of its background."""
    page = t.context.new_page()
    page.goto(f"chrome-extension://{t.browsers.identifier}/icon-32.png")
    return page.evaluate(f"import('/background/{module}').then((module) => {expression})")


@law("Only a page of http://wallet.localhost, with a port, is the broker's")
def consent_addresses(t):
    opened(t)
    good = ["http://wallet.localhost:1/", "http://wallet.localhost:49152/consent/abc?x=1#y"]
    bad = ["http://wallet.localhost/", "http://wallet.localhost:/", "https://wallet.localhost:8443/", "http://wallet.localhost.example:80/",
           "http://wallet.localhost:80@example.com/", "http://wallet.localhost:8080", "http://localhost:8080/", "http://wallet.localhost:0/",
           "http://wallet.localhost:123456/", "HTTP://wallet.localhost:80/", " http://wallet.localhost:80/", "http://wallet.localhost:80/ a",
           "http://wallet.localhost:80/é", "http://wallet.localhost:80\\@example.com/", "javascript:alert(1)", "", None, 5,
           "http://wallet.localhost:80/" + "a" * 2001]
    found = inside(t, "consent-window.js", f"{json.dumps(good + bad)}.filter(module.isConsentAddress)")
    same(found, good, "addresses")


# Where there is no broker


@law("Where no host is installed, pages have what the browser itself has")
def no_host(t):
    with opened_with(t, ExtendedChromium(t.browsers.playwright, has_host=False)):
        check(t.js("CredentialsContainer.prototype.get.toString().includes('[native code]')"), "the browser's own function")
        press(t)
        same(settled(t), ANSWERED, "credential of the browser's virtual wallet")


def left_to_browser(t, pong):
    """A host that answers greetings so leaves the call to the browser, and pages opened later without the bridge."""
    t.wallet("respond", response={"response": "QnJvd3Nlcg"})
    t.host.play(pong=pong)

    def is_left():
        press(t)
        return settled(t) == {"protocol": "org-iso-mdoc", "data": {"response": "QnJvd3Nlcg"}}
    # On a busy machine a press may be good no longer once the host was waited for.
    until(is_left, "the credential of the browser's virtual wallet")
    same(t.host.heard("present", "raw"), [], "requests")
    t.browsers.until_seen_by_pages(False)
    t.page.reload()
    check(t.js("CredentialsContainer.prototype.get.toString().includes('[native code]')"), "the browser's own function")


@rows("A host that {0} leaves the call to the browser, and pages opened later without the bridge",
      ("speaks another version", [{**PONG, "version": 2}]), ("ends at once", ["exit"]),
      ("asks for a request in place of a greeting", [{"type": "pull"}]))
def no_broker(t, _, pong):
    opened(t)
    try:
        left_to_browser(t, pong)
    finally:
        t.host.reset()
        t.browsers.until_seen_by_pages(True)


@law("A host that does not greet leaves the call to the browser, and pages opened later without the bridge")
def no_greeting(t):
    # As long as people wait: the press must still be good then.
    with opened_with(t, ExtendedChromium(t.browsers.playwright, greeting=3_000)):
        t.host = t.browsers.host
        left_to_browser(t, [])


@law("An extension that goes away under an open page ends its request with OperationError, and leaves the next one to the browser")
def removed(t):
    with opened_with(t, ExtendedChromium(t.browsers.playwright)):
        host = t.browsers.host
        host.play([])
        press(t)
        until(lambda: host.heard("present"), "the request is with the broker")
        t.browsers.worker("void setTimeout(() => chrome.runtime.reload())")
        refused(t, "OperationError")
        press(t)
        same(settled(t), ANSWERED, "credential of the browser's virtual wallet")
        same(len(host.heard("present")), 1, "requests")


@law("A call for what only the browser can answer goes to the browser")
def browsers_own(t):
    opened(t)
    t.wallet("respond", protocol="openid4vp-v1-unsigned", response={"vp_token": "x"})
    press(t, "{ digital: { requests: [{ protocol: 'openid4vp-v1-unsigned', data: { nonce: 'n' } }] } }")
    same(settled(t), {"protocol": "openid4vp-v1-unsigned", "data": {"vp_token": "x"}}, "credential of the browser's virtual wallet")
    same(t.host.heard(), [], "what the host heard")


@rows("A call {0} passes untouched", ("for a password", "{ password: true }", None), ("for nothing", "", "NotSupportedError"),
      ("without digital requests", "{ digital: undefined, password: true }", None),
      ("for a passkey", "{ publicKey: { challenge: new Uint8Array(1), rpId: 'elsewhere.example' } }", "SecurityError"))
def other_calls(t, _, options, error):
    opened(t)
    press(t, options)
    found = settled(t)
    check(found is None or found.get("error") == error, f"ended as {found}")
    same(t.host.heard(), [], "what the host heard")


# What it may, and what it keeps


@law("The extension has two permissions, neither of which lets it keep anything, and no script of it asks for a place to keep something")
def permissions(t):
    folder = REPOSITORY / "Extension"
    for manifest in sorted(folder.glob("*/manifest.json")):
        found = json.loads(manifest.read_text())
        same(found["permissions"], ["nativeMessaging", "scripting"], f"permissions in {manifest.parent.name}")
        check(not {"optional_permissions", "content_security_policy", "externally_connectable"} & set(found), "no more than that")
    for script in sorted(folder.rglob("*.js")):
        places = re.findall(r"localStorage|sessionStorage|indexedDB|caches\b|\.cookie|\bstorage\b", script.read_text())
        same(places, [], f"places to keep something in {script.name}")


# What browsers are told of the host


@law("The host is installed for each browser of the person, for this extension alone; what is no program is refused")
def install(t):
    host = t.browsers.host
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": "/usr/bin:/bin"}
        host.install(env=environment)
        found = {file.relative_to(home).parts[-3]: json.loads(file.read_text()) for file in pathlib.Path(home).rglob("*.json")}
        common = {"name": "mdoc.native_host", "description": "Relays between the browser and the wallet broker", "path": str(host.program),
                  "type": "stdio"}
        chromium = {"allowed_origins": [f"chrome-extension://{t.browsers.identifier}/"]}
        firefox = {"allowed_extensions": ["wallet-bridge@swift-mdoc"]}
        same(found, {"chromium": common | chromium, "google-chrome": common | chromium, ".mozilla": common | firefox}, "manifests")
        command = [REPOSITORY / "scripts/extension", "install", "--program", "/nowhere"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        check(done.returncode == 1 and "/nowhere is no program" in done.stderr, f"a program that is not there: {done}")
