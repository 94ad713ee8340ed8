"""What the service may answer, and what becomes of it."""
from harness import check, law, rows, same, until
from stand_in import Answer


@rows("The service's {1} {0} becomes failed with that code",
      ("session.unknown", 404, "request"), ("session.bound", 409, "request"), ("session.expired", 410, "request"),
      ("rate.limited", 429, "request"), ("session.notBound", 403, "response"), ("origin.mismatch", 403, "response"),
      ("session.used", 409, "request"), ("session.interrupted", 409, "request"), ("session.expired", 410, "response"), ("request.malformed", 400, "response"),
      ("body.tooLarge", 413, "response"), ("body.mediaType", 415, "response"), ("session.interrupted", 409, "response"),
      ("session.interrupted", 500, "response"), ("server.internal", 500, "response"), stand_in_only=True)
def problems(t, code, status, step):
    t.site.faults[step] = Answer.problem(status, code, title="A title", correlation="abc-1")
    t.open()
    t.wallet("respond")
    t.ask()
    outcome = t.expect("failed", code)
    same((outcome["status"], outcome["detail"], outcome["correlationId"]), (status, "A title", "abc-1"), "what else it says")
    is_sent = step == "response" or code in ("session.used", "session.interrupted")
    same(outcome.get("isAnswerSent"), True if is_sent else None, "whether an answer was sent")
    same(len(t.site.calls(step)), 1, "posts: what is refused is not sent again")
    t.js("new Promise((resolve) => setTimeout(resolve, 100))")
    same(t.site.calls("outcome"), [], "notes: the service knows what it refused")


@law("An answer that the service has already, since the browser sent it twice, is with the service", stand_in_only=True)
def sent_twice(t):
    t.site.faults["response"] = Answer.problem(409, "session.used")
    t.open()
    t.wallet("respond")
    t.ask()
    same(t.outcome()["kind"], "verified-pending-server", "the outcome")
    same(len(t.site.calls("response")), 1, "posts")


@law("A session bound to another browser is refused here: session.bound")
def bound_elsewhere(t):
    session = t.session()
    t.open()
    t.wallet("decline")
    t.ask(session)
    same(t.outcome()["kind"], "cancelled", "the first browser")
    t.context.close()
    t.open()
    t.wallet("respond")
    t.ask(session)
    same(t.expect("failed", "session.bound")["status"], 409, "status")


@law("A session function is called again when its session is bound to a cookie that was lost, and the new session is asked with",
     stand_in_only=True)
def another_session(t):
    lost, fresh = bound(t), t.session()
    t.open()
    t.wallet("respond")
    t.js(f"window.given = ['{lost}', '{fresh}']; arm({{ session: async () => given.shift() }})")
    t.click()
    same(t.outcome(), {"kind": "verified-pending-server", "session": fresh}, "outcome")
    same([exchange.path.split("/")[3] for exchange in t.site.calls("request")], [lost, fresh], "sessions asked for")


@rows("A session that stays bound to a lost cookie ends as session.bound: {0}",
      ("an id is asked with once", "'{}'", 1), ("a function that gives no other is called twice", "() => '{}'", 2), stand_in_only=True)
def still_bound(t, _, session, count):
    t.open()
    t.wallet("respond")
    t.js(f"arm({{ session: {session.format(bound(t))} }})")
    t.click()
    t.expect("failed", "session.bound")
    same(len(t.site.calls("request")), count, "requests")


def bound(t):
    """A session that was handed out, in a reply that never arrived."""
    session = t.session()
    t.site.service.sessions[session].cookie = "lost"
    return session


@law("A session that was answered is not answered again: session.used")
def used(t):
    t.open()
    t.wallet("respond")
    session = t.session()
    same(t.ask(session)["kind"], "verified-pending-server", "the first answer")
    t.ask(session)
    outcome = t.outcome()
    same(outcome["kind"], "failed", "the second")
    check(outcome["reason"] in ("session.used", "session.expired"), f"its reason: {outcome}")
    same(outcome["isAnswerSent"], True, "the answer was sent")


@rows("An answer that is {0} fails as service.unexpectedAnswer",
      ("a page", Answer.html("<p>hello"), 200),
      ("an error page", Answer(502, b"<h1>Bad gateway</h1>", {"Content-Type": "text/html"}), 502),
      ("a problem without a code", Answer.json({"title": "x", "status": 500}, 500), 500),
      ("a problem with an odd code", Answer.problem(400, "<b>code</b>"), 400),
      ("a problem whose code is an object", Answer.problem(400, {}), 400),
      ("text", Answer.json("hello"), 200),
      ("empty", Answer(200), 200), stand_in_only=True)
def unexpected(t, _, answer, status):
    t.site.faults["request"] = answer
    t.open()
    t.ask()
    same(t.expect("failed", "service.unexpectedAnswer")["status"], status, "status")


@rows("A service that {0} fails as service.unreachable",
      ("breaks the connection", Answer(0)),
      ("redirects to a login", Answer(302, b"", {"Location": "/page.html"})), stand_in_only=True)
def unreachable(t, _, answer):
    t.site.faults["request"] = answer
    t.open()
    t.ask()
    t.expect("failed", "service.unreachable", "TypeError")


@law("A service that does not answer in 30 seconds fails as service.timeout", stand_in_only=True)
def timeout(t):
    t.open()
    t.stop_clock()
    t.arm()
    with t.held("request"):
        t.click()
        until(lambda: t.site.calls("request"), "the request is sent")
        t.page.clock.run_for(20_000)
        same(t.js("window.outcome === undefined"), True, "still waiting after 20 s")
        t.page.clock.run_for(11_000)
        t.expect("failed", "service.timeout")


@law("An endpoint elsewhere on the page's origin is used as given, with or without a slash at its end", stand_in_only=True)
def endpoint(t):
    t.open()
    session = t.session()
    for given in ("/id/check", "/id/check/"):
        t.ask(session, f"endpoint: '{given}'")
        t.expect("failed", "service.unexpectedAnswer")
    same([exchange.path for exchange in t.site.log if exchange.method == "POST"], [f"/id/check/sessions/{session}/request"] * 2, "addresses")


@law("A page whose base address is elsewhere still speaks with its own origin")
def base_elsewhere(t):
    t.open()
    t.wallet("respond")
    t.js("document.head.append(Object.assign(document.createElement('base'), { href: 'https://elsewhere.example/deep/' }))")
    session = t.session()
    same(t.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")


@law("The outcome is frozen: a script of the page cannot rewrite it for the next one")
def frozen(t):
    t.open()
    t.wallet("decline")
    t.ask()
    t.outcome()
    same(t.js("Object.isFrozen(outcome) && Object.isFrozen(kit.reasons) && Object.isFrozen(kit.reasons['api.absent'])"), True, "frozen")
