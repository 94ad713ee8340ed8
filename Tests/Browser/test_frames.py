"""The kit inside a frame: which frames may ask, and as whom."""
from harness import law, press_in_frame, rows, same, until
from stand_in import Answer


def frame(t, allow, second=False, sandbox=None, headers=None, init=None):
    """A page with one frame that holds the kit's test page."""
    extra = f' sandbox="{sandbox}"' if sandbox else ""
    permission = f' allow="{allow}"' if allow else ""
    t.site.pages["/top"] = Answer.html(
        f'<!doctype html><title>Top</title><iframe width="600" height="200"{permission}{extra} '
        f'src="{t.site.origin(second=second)}/page.html"></iframe>', **(headers or {}))
    t.open("/top", init=init)
    t.wallet("respond")
    inner = t.page.frames[1]
    until(lambda: inner.evaluate("window.ready === true"), "the kit is loaded in the frame")
    return inner


def ask(t, inner):
    inner.evaluate(f"arm({{ session: '{t.session()}' }})")
    press_in_frame(inner.locator("#ask"))
    until(lambda: inner.evaluate("window.outcome !== undefined"), "an outcome")
    return inner.evaluate("window.outcome")


@rows("A frame of {0} may ask", ("the same origin", None, False), ("another origin with permission", "digital-credentials-get", True))
def allowed(t, _, allow, second):
    outcome = ask(t, frame(t, allow, second))
    if second and not t.site.is_stand_in:
        same((outcome["kind"], outcome["reason"]), ("failed", "origin.mismatch"), "outcome at a service that expects another origin")
    else:
        same(outcome["kind"], "verified-pending-server", "outcome")
    same(t.site.calls("request")[0].headers["Origin"], t.site.origin(second=second), "the origin that asks is the frame's")


@rows("A frame {0} is unavailable: permission.missing, and nothing is sent",
      ("of another origin without permission", None, True, None),
      ("with another permission", "camera", True, None),
      ("below a page whose header forbids it, permission or not", "digital-credentials-get", True,
       {"Permissions-Policy": "digital-credentials-get=()"}))
def forbidden(t, _, allow, second, headers):
    outcome = ask(t, frame(t, allow, second, headers=headers))
    same((outcome["kind"], outcome["reason"], outcome["error"]), ("unavailable", "permission.missing", "NotAllowedError"), "outcome")
    same(t.site.calls(), [], "requests to the service")


@law("Where a page cannot look at the policy, the browser's own refusal cancels: browser.notAllowed", stand_in_only=True)
def forbidden_unseen(t):
    outcome = ask(t, frame(t, None, second=True, init="Object.defineProperty(Document.prototype, 'featurePolicy', { value: undefined })"))
    same((outcome["kind"], outcome["reason"], outcome["error"]), ("cancelled", "browser.notAllowed", "NotAllowedError"), "outcome")


@law("A page whose own header forbids it is unavailable: permission.missing")
def forbidden_top(t):
    page = t.site.get("/page.html")
    t.site.pages["/page.html"] = Answer.html(page.body.decode(), **{"Permissions-Policy": "digital-credentials-get=()"})
    t.open()
    t.ask()
    t.expect("unavailable", "permission.missing", "NotAllowedError")


@law("A sandboxed frame without an origin is unavailable: origin.opaque")
def sandboxed(t):
    for path in ("/verification/kit/verify-identity.js", "/page.js", "/page.css"):
        answer = t.site.get(path)
        answer.headers["Access-Control-Allow-Origin"] = "*"
        t.site.pages[path] = answer
    t.site.pages["/page.html"] = Answer.html(t.site.get("/page.html").body.decode())
    outcome = ask(t, frame(t, "digital-credentials-get", sandbox="allow-scripts"))
    same((outcome["kind"], outcome["reason"], outcome["error"]), ("unavailable", "origin.opaque", "SecurityError"), "outcome")
    same(t.site.calls(), [], "requests to the service")


@law("A frame that is taken away while the wallet is open leaves nothing open: the page can ask again")
def removed(t):
    inner = frame(t, None)
    t.wallet("wait")
    inner.evaluate(f"arm({{ session: '{t.session()}' }})")
    inner.click("#ask")
    until(lambda: t.site.calls("request"), "the request is fetched")
    t.js("document.querySelector('iframe').remove()")
    t.wallet("respond")
    t.page.goto(t.site.origin() + "/page.html")
    until(lambda: t.js("window.ready === true"), "the kit is loaded")
    t.ask()
    same(t.outcome()["kind"], "verified-pending-server", "outcome")
