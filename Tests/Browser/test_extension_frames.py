"""Which documents may ask with the extension, and as whom."""
import json

from harness import check, law, press_in_frame, rows, same, until
from stand_in import Answer
from test_extension import ANSWERED, REQUEST, WAYS, call, inside, opened, opened_by, press, refused, settled
from test_extension_steps import with_frame

PERMISSION = ' allow="digital-credentials-get *"'


def frame(t, attributes, headers=None, depth=1):
    """A page with a frame in a frame ..., of which the innermost has the button."""
    top = f'<!doctype html><title>Top</title><iframe width="600" height="300"{attributes}></iframe>'
    t.site.pages["/top"] = Answer.html(top, **(headers or {}))
    opened(t, "/top")
    inner = t.until(lambda: t.page.frames[depth:], "the frame")[0]
    until(lambda: inner.evaluate("document.getElementById('ask') !== null"), "the frame's page is there")
    return inner


def ask(inner):
    inner.evaluate(f"document.getElementById('ask').onclick = () => {{ {call()} }}")
    press_in_frame(inner.locator("#ask"))
    until(lambda: inner.evaluate("window.settled !== undefined"), "the call ends")
    return inner.evaluate("settled")


@rows("A frame {0} may ask", ("of the same origin", ' src="/page.html"'), ("with its text in the page", ' srcdoc="<button id=ask>Ask</button>"'))
def allowed(t, _, attributes):
    same(ask(frame(t, attributes)), ANSWERED, "credential")
    same(t.host.heard("present")[0]["origin"], t.site.origin(), "origin")


@rows("A frame {0} is refused: NotAllowedError",
      ("of another origin", ' src="{other}/page.html"' + PERMISSION, None, 1),
      ("of the page's origin within one of another origin", ' src="{other}/between"' + PERMISSION, None, 2),
      ("in a sandbox without an origin", ' srcdoc="<button id=ask>Ask</button>" sandbox="allow-scripts"' + PERMISSION, None, 1),
      ("whose permission was taken away", ' src="/page.html" allow="digital-credentials-get \'none\'"', None, 1),
      ("below a page whose header forbids it", ' src="/page.html"' + PERMISSION, {"Permissions-Policy": "digital-credentials-get=()"}, 1))
def forbidden(t, _, attributes, headers, depth):
    t.site.pages["/between"] = Answer.html(f'<!doctype html><iframe src="{t.site.origin()}/page.html"{PERMISSION}></iframe>')
    inner = frame(t, attributes.format(other=t.site.origin(second=True)), headers, depth)
    same(ask(inner), {"error": "NotAllowedError"}, "outcome")
    same(t.host.heard(), [], "what the host heard")


@law("A page whose own header forbids it is refused: NotAllowedError, whatever it makes of the policy's interface")
def forbidden_top(t):
    t.site.pages["/page.html"] = Answer.html(t.site.get("/page.html").body.decode(), **{"Permissions-Policy": "digital-credentials-get=()"})
    opened(t)
    t.js("void Object.defineProperty(Document.prototype, 'featurePolicy', { value: { allowsFeature: () => true } })")
    press(t)
    refused(t, "NotAllowedError")
    same(t.host.heard(), [], "what the host heard")


@rows("A press that the page has used is used for its frames, too, by {0}: NotAllowedError, until somebody presses in them", *WAYS)
def press_shared(t, way):
    with opened_by(t, way):
        inner = with_frame(t)
        t.js(f"""document.getElementById('ask').onclick = async () => {{
            window.first = await navigator.credentials.get({REQUEST});
            frames[0].focus();
            {call(credentials="frames[0].navigator.credentials")}
        }}""")
        t.click()
        refused(t, "NotAllowedError")
        same(t.js("first.toJSON()"), ANSWERED, "the first")
        same(ask(inner), ANSWERED, "after a press in the frame")


@rows("A press that nothing has used is good for {0}, by {1}",
      *((name, way, *places) for name, *places in (("a frame of the page", "window", "frames[0]"), ("the page of a frame", "frames[0]", "window"))
        for (way,) in WAYS))
def press_given(t, _, way, pressed, asking):
    with opened_by(t, way):
        inner = with_frame(t)
        until(lambda: not t.js("navigator.userActivation.isActive"), "what Playwright has looked at counts no more")
        t.js(f"""{pressed}.document.getElementById('ask').onclick = () => {{
            {asking}.focus();
            {call(credentials=f"{asking}.navigator.credentials")}
        }}""")
        if pressed == "window":
            t.click()
        else:
            inner.click("#ask")
        same(settled(t), ANSWERED, "credential")


@law("A page that is no secure context has no bridge, as it has no API")
def insecure(t):
    opened(t, "/page.css", origin=t.site.origin("shop.example"))
    same(t.js("[typeof navigator.credentials, typeof DigitalCredential]"), ["undefined", "undefined"], "API")


@law("The broker's own pages have no bridge")
def wallet_pages(t):
    opened(t, "/page.css", origin=t.site.origin("wallet.localhost"))
    check(t.js("CredentialsContainer.prototype.get.toString().includes('[native code]')"), "the browser's own function")


SENDER = {"id": "ID", "origin": "https://shop.example", "frameId": 0, "tab": {"id": 7, "url": "https://shop.example/x"}, "documentLifecycle": "active"}


@law("The background takes who asks from the browser: a secure origin, an active document, the tab's own")
def askers(t):
    opened(t)
    own = {**SENDER, "id": t.browsers.identifier}
    good = [own] + [
        {**own, "origin": origin, "tab": {"id": 7, "url": origin + "/"}} for origin in (
            "http://localhost:8080", "http://shop.localhost", "http://127.0.0.1:1", "http://[::1]:8080", "https://shop.example:8443")
    ] + [{**own, "frameId": 3}, {name: value for name, value in own.items() if name != "documentLifecycle"}]
    bad = [{**own, **change} for change in (
        {"id": "another"}, {"origin": "null"}, {"origin": None}, {"origin": "http://shop.example"}, {"origin": "https://shop.example/"},
        {"origin": "HTTPS://shop.example"}, {"origin": "http://localhost.example"}, {"origin": "http://127.0.0.1.example"}, {"origin": "file://"},
        {"origin": "ftp://localhost"}, {"tab": None}, {"documentLifecycle": "prerender"}, {"documentLifecycle": "cached"},
        {"frameId": 3, "tab": {"id": 7, "url": "https://other.example/"}}, {"frameId": 3, "tab": {"id": 7}})]
    senders = json.dumps(good + bad)
    found = inside(t, "asker.js", f"{senders}.map(({{ tab, ...sender }}) => module.askerOf({{ ...sender, tab: tab ?? undefined }}))")
    same(found[:len(good)], [{"origin": s["origin"], "topOrigin": s["origin"], "tab": 7} for s in good], "who may ask")
    same(found[len(good):], [None] * len(bad), "who may not")


@law("A script cannot overhear the bridge under the names that are known")
def overhear(t):
    opened(t)
    t.js("""window.heard = [];
        for (const name of ["org-iso-mdoc.gate", "org-iso-mdoc.page"]) addEventListener(name, ({ detail }) => heard.push(detail));
        dispatchEvent(new Event("org-iso-mdoc.page"))""")
    press(t, REQUEST)
    same(settled(t), ANSWERED, "credential")
    same(t.js("heard.filter((detail) => detail !== null && detail !== undefined)"), [], "names of channels")
