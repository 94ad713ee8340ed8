"""The load: websites, pages and wallets that play whole exchanges and never give in, and what they remember of them."""
from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import http.client
import itertools
import json
import subprocess
import threading
import time
import typing
import urllib.parse

KEY = "backend-key-of-a-fault-run"
PATIENCE, PAUSE, REQUEST_PATIENCE = 25, 0.2, 30
# How an answer that was taken may come out: its document is good, but a clock that was moved may say otherwise.
ENDS = {"verified", "refused"}


@dataclasses.dataclass
class Reply:
    """What came of one request: `kind` is the status and its problem's code, or how the connection ended."""
    status: int
    kind: str
    body: dict = dataclasses.field(default_factory=dict)
    cookie: str = ""
    is_foul: bool = False

    @property
    def is_done(self):
        return 200 <= self.status < 300

    @property
    def invites(self):
        """Whether the same may be sent again."""
        return self.status in (0, 502, 503, 504) and not self.is_foul


def ask(url, method, path, body=None, **headers):
    """One request over a connection of its own."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=REQUEST_PATIENCE)
    try:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {**headers, **({"Content-Type": "application/json"} if body is not None else {})})
        response = connection.getresponse()
        return sorted_reply(response, response.read())
    except ConnectionRefusedError:
        return Reply(0, "refused")
    except TimeoutError:
        return Reply(0, "timed out")
    except (OSError, http.client.HTTPException):
        return Reply(0, "broken")
    finally:
        connection.close()


def sorted_reply(response, content):
    try:
        body = json.loads(content or b"{}")
    except ValueError:
        body = {}
    status = response.status
    is_proxys = (response.getheader("Server") or "").startswith("nginx") and response.getheader("Content-Type") == "text/html"
    if 200 <= status < 300:
        return Reply(status, "2xx", body, (response.getheader("Set-Cookie") or "").split(";")[0])
    if is_proxys:
        return Reply(status, f"{status} of nginx", is_foul=status not in (502, 504))
    code = body.get("code")
    # Whoever is told to wait is told how long; of the others with 5xx only one has a meaning, that the session is over.
    invites = status == 503 and response.getheader("Retry-After")
    is_foul = not code or (status >= 500 and not invites and code != "session.interrupted")
    return Reply(status, f"{status} {code or 'without a problem'}", body, is_foul=is_foul)


class Seen(typing.NamedTuple):
    """What came of something that was asked, and when that was."""
    kind: str
    begun: float
    ended: float

    @property
    def seconds(self):
        return self.ended - self.begun


@dataclasses.dataclass
class Session:
    """A session whose answer was posted."""
    id: str
    cookie: str
    answer: str
    # How often its answer was acknowledged, and whether its result was handed over.
    acknowledged: int = 0
    is_delivered: bool = False


class Wallet:
    """Somebody with a licence, whose answers are those of `mdoc respond`."""

    def __init__(self, mdoc, folder, world, origin):
        self.folder, self.command = folder, [
            mdoc, "respond", "--request", folder / "request.json", "--origin", origin, "--document", world / "licence.mdoc", "--device-key",
            world / "device-key.pem", "--reader-trust", world / "reader/trust", "--out", folder / "response.json"]
        folder.mkdir()

    def answer(self, request, _):
        (self.folder / "request.json").write_text(json.dumps(request))
        (self.folder / "response.json").unlink(missing_ok=True)
        subprocess.run(self.command, check=True, stdout=subprocess.DEVNULL)
        return (self.folder / "response.json").read_text()


class Work:
    """What is done again and again by each of several, while a fault comes and goes: what they saw, and when each beginning came to a good end."""

    def __init__(self, workers):
        self.seen, self.fouls = [], collections.Counter()
        self.lock, self.is_over, self.numbers = threading.Lock(), threading.Event(), itertools.count()
        self.completed = []
        self.pool = concurrent.futures.ThreadPoolExecutor(len(workers))
        self.work = [self.pool.submit(self._walk, worker) for worker in workers]

    def stop(self):
        self.is_over.set()
        for work in self.work:
            work.result()
        self.pool.shutdown()

    def goes_on(self):
        return not any(work.done() for work in self.work)

    def completed_since(self, moment):
        """How many exchanges began after a moment and came to their end, acknowledged."""
        with self.lock:
            return sum(begun > moment for begun in self.completed)

    def seen_between(self, begin, end):
        """What came of all that was under way at some time between two moments."""
        with self.lock:
            return [each for each in self.seen if each.begun < end and each.ended > begin]

    def complete(self, begun):
        with self.lock:
            self.completed.append(begun)

    def note(self, kind, begun, is_foul=False):
        """What somebody saw who asked at a moment."""
        with self.lock:
            self.seen.append(Seen(kind, begun, time.monotonic()))
            if is_foul:
                self.fouls[kind] += 1

    def ask(self, *request, **headers):
        begun = time.monotonic()
        reply = ask(*request, **headers)
        self.note(reply.kind, begun, reply.is_foul)
        return reply

    def _walk(self, worker):
        while not self.is_over.is_set():
            if not self.exchange(worker):
                time.sleep(PAUSE)


class Load(Work):
    """Exchanges one after the other by each of several wallets.

    `front` is where a website sends everything; `services` are behind it, and get every answer a second time. `decisions` gives those of the
    audit records, by session. With `may_age` the clock goes past the time for which anything is kept but these; with `may_refuse` it makes a
    good document one that is not valid.
    """

    def __init__(self, wallets, front, services, decisions, may_age=False, may_refuse=False):
        self.front, self.services, self.decisions, self.may_age, self.may_refuse = front, services, decisions, may_age, may_refuse
        self.sessions = []
        super().__init__(wallets)

    @property
    def acknowledged(self):
        """How much was."""
        return sum(session.acknowledged > 0 for session in self.sessions)

    def _persist(self, *request, **headers):
        """Sends the same until it is done or refused, or patience or the run is over."""
        end = time.monotonic() + PATIENCE
        while True:
            reply = self.ask(*request, **headers)
            if not reply.invites or time.monotonic() > end:
                return reply
            time.sleep(PAUSE)

    def exchange(self, wallet):
        number, begun = next(self.numbers), time.monotonic()
        body = json.dumps({"policy": "load", "reference": f"order-{number}"})
        started = self.ask(self.front, "POST", "/v1/sessions", body, Authorization=f"Bearer {KEY}")
        if not started.is_done:
            return False
        page = f"/verification/sessions/{started.body['id']}"
        # A repeated request may find the session bound by a reply that was lost; then a page begins again.
        handed = self._persist(self.front, "POST", page + "/request")
        if not handed.is_done:
            return False
        answer = wallet.answer(handed.body, self)
        if not answer:
            return False
        session = Session(started.body["id"], handed.cookie, answer)
        with self.lock:
            self.sessions.append(session)
        with concurrent.futures.ThreadPoolExecutor(2) as both:
            for acknowledged in both.map(lambda url: self._post(url, session), (self.front, self.services[number % len(self.services)])):
                session.acknowledged += acknowledged
        if session.acknowledged and number % 2 == 0:
            session.is_delivered = self.ask(self.front, "GET", f"/v1/sessions/{session.id}/result", Authorization=f"Bearer {KEY}").is_done
        if session.acknowledged:
            self.complete(begun)
        return True

    def _post(self, url, session):
        return self._persist(url, "POST", f"/verification/sessions/{session.id}/response", session.answer, Cookie=session.cookie).is_done

    # What is there afterwards

    def read_back(self):
        """What became of every acknowledged answer, asked at each service in turn: sentences on what was lost, and on what was taken twice."""
        lost, twice, settled, decisions = [], [], Settled(time.monotonic() + PATIENCE), self.decisions()
        for number, session in enumerate(self.sessions):
            found = decisions.get(session.id, [])
            if session.acknowledged > 1 or len(found) > 1:
                twice.append(f"{session.id}: acknowledged {session.acknowledged} times, decided {len(found)} times")
            if not session.acknowledged:
                continue
            here, there = (self.services[(number + turn) % len(self.services)] for turn in (0, 1))
            again = settled(here, "POST", f"/verification/sessions/{session.id}/response", session.answer, Cookie=session.cookie)
            if again.is_done:
                twice.append(f"{session.id}: its answer was taken again")
            wrong = self._loss(session, found, settled, here, there)
            if wrong:
                lost.append(f"{session.id}: {wrong}")
        return lost, twice

    def _loss(self, session, found, settled, here, there):
        if len(found) == 0:
            return "no audit record"
        if found[0] not in ENDS or (found[0] == "refused" and not self.may_refuse):
            return f"a good answer was {found[0]}"
        credential = {"Authorization": f"Bearer {KEY}"}
        view = settled(here, "GET", f"/v1/sessions/{session.id}", **credential)
        if self.may_age and view.kind == "404 session.unknown":
            return None
        if view.body.get("status") != found[0]:
            return f"{found[0]} on record, {view.body.get('status') or view.kind} in the store"
        result = settled(there, "GET", f"/v1/sessions/{session.id}/result", **credential)
        if found[0] == "refused":
            return None if result.body.get("code") == "result.none" else f"refused, and its result is {result.kind}"
        if result.is_done:
            elements = result.body["documents"][0]["issuerSigned"]["org.iso.18013.5.1"]
            return None if result.body["session"] == session.id and elements.get("family_name") == "Appleseed" else "another result than its own"
        is_over = result.body.get("code") == "result.erased" and (self.may_age or session.is_delivered)
        return None if is_over else f"its result is {result.kind}"


class Settled:
    """Asks until nothing invites to ask again, or an end that all who ask share."""

    def __init__(self, end):
        self.end = end

    def __call__(self, *request, **headers):
        while (reply := ask(*request, **headers)).invites and time.monotonic() < self.end:
            time.sleep(PAUSE)
        return reply
