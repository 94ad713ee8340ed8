"""After consent: the answer is on its way, nothing takes it back, and a reply that is lost costs nobody a second consent."""
import dataclasses
import json

from harness import law, rows, same, until
from stand_in import Answer

# Lets each pause between two posts pass while the site is told of it, in the kit's eyes too, and notes it.
NO_PAUSES = """(() => {
  const timer = window.setTimeout, now = performance.now.bind(performance);
  let ahead = 0;
  window.pauses = [];
  performance.now = () => now() + ahead;
  window.setTimeout = (act, wait, ...more) => {
    if (![1000, 2000, 3000, 4000, 8000].includes(wait)) return timer(act, wait, ...more);
    pauses.push(wait);
    fetch("/paused").finally(() => { ahead += wait; act(); });
  };
})()"""
FAST_CLOCK = "const date = Date.now.bind(Date); Date.now = () => date() + 3_600_000"
BAD_GATEWAY = Answer(502, b"<h1>Bad gateway</h1>", {"Content-Type": "text/html"})
BUSY = Answer.problem(503, "server.busy")


def opened(t, fault, init=None):
    """A page whose wallet has answered, and whose answer meets this fault; the session."""
    t.site.faults["response"] = fault
    t.open(init=init)
    t.wallet("respond")
    t.js(NO_PAUSES)
    identifier = t.arm()
    t.click()
    return identifier


def check_unconfirmed(t, **more):
    outcome = t.expect("failed", "answer.unconfirmed")
    same({name: outcome.get(name) for name in ("isAnswerSent", *more)}, {"isAnswerSent": True, **more}, "what else it says")
    t.js("fetch(location.href).then((page) => page.text())")
    same(t.site.calls("outcome"), [], "notes to the service")


@rows("An answer that meets {0} is sent again until the service takes it",
      ("a broken connection", Answer(0)), ("a service with too much work", BUSY), ("a store that is away", Answer.problem(503, "store.unavailable")),
      ("a store that lost its word", Answer.problem(503, "store.undetermined")), ("a proxy without a service", BAD_GATEWAY),
      ("a proxy that lost patience", Answer(504)), ("a rate limit", Answer.problem(429, "client.tooManyRequests")), stand_in_only=True)
def repeated(t, _, answer):
    # Until the kit pauses: a browser sends again by itself what met a closed connection.
    session = opened(t, lambda _: None if any(exchange.path == "/paused" for exchange in t.site.log) else answer)
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    first, *more = [exchange.body for exchange in t.site.calls("response")]
    same((json.loads(first), {*more}), ({"protocol": "org-iso-mdoc", "data": {"response": "gmVkY2FwaQ"}}, {first}), "what was sent")
    same(t.js("pauses"), [1000], "pauses")
    same(len(t.site.calls("request")), 1, "requests: nobody is asked again")


@rows("A service that took the answer, and {0}, says session.used to the next post: the answer is there",
      ("whose proxy lost the reply", BAD_GATEWAY), ("whose store lost its word", Answer.problem(503, "store.undetermined")), stand_in_only=True)
def taken(t, _, answer):
    def lose(exchange):
        del t.site.faults["response"]
        identifier = exchange.path.split("/")[3]
        same(t.site.service.answer(identifier, "response", exchange).status, 200, "the first post")
        return answer
    session = opened(t, lose)
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")
    same(len(t.site.calls("response")), 2, "posts")


@rows("With Retry-After {0} the pauses between posts are {1} ms, and it ends as answer.unconfirmed",
      (None, [1000, 2000, 4000, 8000, 8000]), ("3", [3000, 3000, 4000, 8000, 8000]), ("60", [8000, 8000, 8000]),
      ("-1", [1000, 2000, 4000, 8000, 8000]), ("Fri, 31 Dec 2100 23:59:59 GMT", [1000, 2000, 4000, 8000, 8000]), stand_in_only=True)
def pauses(t, wanted, expected):
    opened(t, dataclasses.replace(BUSY, headers={**BUSY.headers, **({"Retry-After": wanted} if wanted else {})}))
    check_unconfirmed(t, status=503, correlationId="c-1")
    same(t.js("pauses"), expected, "pauses")
    same(len(t.site.calls("response")), len(expected) + 1, "posts")


@rows("No answer is sent again after its session has expired, as {0} said",
      ("the service", {"expiresIn": 1}), ("an older service", {"expiresIn": None, "expiresAt": "2020-01-01T00:00:00Z"}), stand_in_only=True)
def expired(t, _, members):
    def over(exchange):
        answer = t.site.service.answer(exchange.path.split("/")[3], "request", exchange)
        return dataclasses.replace(answer, body=json.dumps({**json.loads(answer.body), **members}).encode())
    t.site.faults["request"] = over
    opened(t, BUSY)
    check_unconfirmed(t, status=503)
    same(len(t.site.calls("response")), 1, "posts")


@law("An answer is sent again where the visitor's clock is an hour fast", stand_in_only=True)
def fast_clock(t):
    session = opened(t, lambda _: None if any(exchange.path == "/paused" for exchange in t.site.log) else BUSY, init=FAST_CLOCK)
    same(t.outcome(), {"kind": "verified-pending-server", "session": session}, "outcome")


@rows("An answer whose reply is {0} is answer.unconfirmed: sent, and nothing says what became of it",
      ("a page", Answer.html("<p>hello"), {"status": 200}), ("a server's error page", Answer(500), {"status": 500}),
      ("a proxy's refusal", Answer(403), {"status": 403}), stand_in_only=True)
def unexpected(t, _, answer, more):
    opened(t, answer)
    check_unconfirmed(t, **more)
    same(len(t.site.calls("response")), 1, "posts")


@law("An answer whose connection breaks each time is answer.unconfirmed", stand_in_only=True)
def broken(t):
    opened(t, Answer(0))
    check_unconfirmed(t, error="TypeError", status=None)


@law("An answer that has no reply in 30 seconds is answer.unconfirmed, not service.timeout", stand_in_only=True)
def silent(t):
    t.open()
    t.wallet("respond")
    t.stop_clock()
    t.arm()
    with t.held("response"):
        t.click()
        until(lambda: t.site.calls("response"), "the answer is sent")
        t.page.clock.run_for(29_000)
        same(t.js("window.outcome === undefined"), True, "still waiting after 29 s")
        t.page.clock.run_for(2_000)
        same(t.expect("failed", "answer.unconfirmed", "AbortError")["isAnswerSent"], True, "the answer was sent")


@rows("An outcome from before an answer was sent says nothing of one: {1}",
      ("decline", "browser.notAllowed", None), ("respond", "response.malformed", {"response": 5}))
def nothing_sent(t, action, reason, response):
    t.open()
    t.wallet(action, response=response)
    t.ask()
    outcome = t.outcome()
    same((outcome["reason"], "isAnswerSent" in outcome, t.site.calls("response")), (reason, False, []), "outcome, and answers")
