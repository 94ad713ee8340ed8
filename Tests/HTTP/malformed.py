"""Malformed bodies for the page's and the backend's routes: made from a seed, and what the service may answer them with."""
from __future__ import annotations

import base64
import collections
import http.client
import json
import random
import time
import urllib.parse

from demonstration import resident_kilobytes

WARM_UP = 2_000
GROWTH = 1.2
# What a body may be answered with; 200 and 201 where chance made it well formed.
ALLOWED = {200, 201, 204, 400, 403, 404, 409, 410, 413, 415, 422}
PREFIX = "/verification/sessions/"
# The bytes that a body may have: where one is taken, and where none is.
TAKEN, UNWANTED = 2 << 20, 16 << 10


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def envelope():
    """An app's answer in its form, sealed to nobody."""
    def text(word):
        return bytes([0x60 | len(word)]) + word.encode()

    def data(content):
        return (b"\x58" + len(content).to_bytes(1, "big") if len(content) < 256 else b"\x59" + len(content).to_bytes(2, "big")) + content

    return (b"\xa3" + text("data") + data(bytes(40_000)) + text("params") + b"\xa4" + text("mode") + b"\0" + text("pkEm") + data(b"\x04" + bytes(64))
            + text("pkRHash") + data(bytes(32)) + text("infoHash") + data(bytes(32)) + text("algorithm") + text("APPLE-HPKE-v1"))


def with_answer(valid, change):
    """A valid body, of a page or of an app's server, with its answer changed."""
    body = json.loads(valid)
    place, name = (body, "encryptedData") if "encryptedData" in body else (body["data"], "response")
    place[name] = encoded(change(decoded(place[name])))
    return json.dumps(body).encode()


class Maker:
    """Bodies, all from one seed."""

    def __init__(self, seed):
        self.source = random.Random(seed)
        self.kinds = [self.altered, self.altered_answer, self.random_bytes, self.nested, self.nested_answer, self.number, self.not_text, self.wrong_type,
                      self.cut, self.long]

    def body(self, valid):
        kind = self.source.choice(self.kinds)
        return kind.__name__, kind(valid)

    def _alter(self, data):
        data = bytearray(data)
        for _ in range(self.source.randint(1, 6)):
            place = self.source.randrange(len(data))
            match self.source.randrange(4):
                case 0: data[place] ^= 1 << self.source.randrange(8)
                case 1: data[place:place] = self.source.randbytes(self.source.randint(1, 16))
                case 2: del data[place:place + self.source.randint(1, 32)]
                case 3: data[place:place] = data[place:place + self.source.randint(1, 64)]
            data = data or bytearray(b"{")
        return bytes(data)

    def altered(self, valid):
        return self._alter(valid)

    def altered_answer(self, valid):
        """JSON as it must be, around an answer that is not."""
        return with_answer(valid, self._alter)

    def random_bytes(self, valid):
        return self.source.randbytes(self.source.randint(0, 4096))

    def nested(self, valid):
        depth = self.source.choice([100, 511, 513, 10_000, 200_000])
        opening, closing = self.source.choice([("[", "]"), ('{"data":', "}")])
        return (opening * depth + self.source.choice(["", "1"]) + closing * (depth if self.source.random() < 0.5 else 0)).encode()

    def nested_answer(self, valid):
        head = self.source.choice([b"\x81", b"\xa1\x00", b"\xd8\x18", b"\x9f", b"\x82\x65dcapi\x81"])
        count = self.source.choice([20, 1000, 50_000])
        return with_answer(valid, lambda _: head * count)

    def number(self, valid):
        number = self.source.choice(["1e999999999", "-1e-999999999", "9" * 5000, "0." + "1" * 5000, "-0", "18446744073709551616", "1e309", "NaN"])
        field = self.source.choice(['{"protocol":%s,"data":{"response":"AA"}}', '{"protocol":"org-iso-mdoc","data":{"response":%s}}', "%s",
                                    '{"policy":%s}', '{"outcome":%s}', '{"encryptedData":%s}', '{"inApp":%s}'])
        return (field % number).encode()

    def not_text(self, valid):
        place = self.source.randrange(len(valid))
        broken = self.source.choice([b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\\ud800", b"\0"])
        return valid[:place] + broken + valid[place:]

    def wrong_type(self, valid):
        value = lambda: self.source.choice([None, True, 0, -1.5, "", "x", [], [[]], {}, {"response": None}])
        names = ["protocol", "data", "policy", "goals", "reference", "outcome", "response", "encryptedData", "inApp"]
        return json.dumps({self.source.choice(names): value() for _ in range(self.source.randint(0, 4))}).encode()

    def cut(self, valid):
        return valid[:self.source.randrange(len(valid))]

    def long(self, valid):
        length = self.source.choice([70_000, 500_000, TAKEN + 1]) if self.source.random() < 0.1 else 5000
        return with_answer(valid, lambda _: bytes(length * 3 // 4))


class Caller:
    """Sends bodies over one connection, and has a session of a page and one of an app that were not answered yet."""

    def __init__(self, demonstration):
        self.demonstration = demonstration
        self.address = urllib.parse.urlsplit(demonstration.service_address).netloc
        self.connection = None
        self.envelope = json.dumps({"encryptedData": encoded(envelope())}).encode()
        self.begin_session()
        self.begin_app_session()

    def begin_session(self):
        """A new session, bound to this caller, and a valid answer to it."""
        self.session = self._start({"policy": "spaceship-rental"})
        status, headers, body = self._exchange(PREFIX + self.session + "/request", b"{}", {"Content-Type": "application/json"})
        assert status == 200, f"no request: {status} {body[:200]!r}"
        self.cookie = headers["set-cookie"].split(";")[0]
        if not hasattr(self, "valid"):
            self.valid = json.dumps(self.demonstration.sealed_answer(json.loads(body))).encode()

    def begin_app_session(self):
        """A new session that an app is to answer."""
        self.app_session = self._start({"policy": "docking", "inApp": True})

    def _start(self, body):
        status, session = self.demonstration.backend("/v1/sessions", "POST", body)
        assert status == 201, f"no session: {status} {session}"
        return session["id"]

    def place(self, source):
        """Where the next body goes, and a valid one that it is made of."""
        page = PREFIX + self.session
        route = source.choice([page + "/response"] * 6 + [page + "/outcome", page + "/request"]
                              + ["/v1/sessions", f"/v1/sessions/{self.app_session}/envelope"] * 2)
        return route, self.envelope if route.endswith("/envelope") else self.valid

    def send(self, source, route, body):
        headers = {"Content-Type": source.choice(["application/json"] * 12 + ["application/json; charset=utf-8", "text/plain", "application/cbor"]),
                   "Authorization": "Bearer " + self.demonstration.key}
        if source.random() < 0.95:
            headers["Cookie"] = self.cookie
        status, _, answer = self._exchange(route, body, headers)
        # A body that could be read uses the session up; the next ones deserve a fresh one.
        if status == 200 and route.endswith("/response"):
            self.begin_session()
        elif status == 200 and route.endswith("/envelope"):
            self.begin_app_session()
        return status, answer

    def _exchange(self, path, body, headers):
        for attempt in (1, 2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(self.address, timeout=30)
                self.connection.request("POST", path, body, headers)
                reply = self.connection.getresponse()
                content = reply.read()
                if reply.will_close:
                    self.connection = None
                return reply.status, {name.lower(): value for name, value in reply.getheaders()}, content
            except (OSError, http.client.HTTPException):
                # The service may hang up on a body it does not want to the end; it must take the next connection.
                self.connection = None
                if attempt == 2:
                    return 413 if len(body) > (UNWANTED if path.endswith("/request") else TAKEN) else 0, {}, b""


def batch(caller, maker, count, seen, faults):
    for number in range(count):
        route, valid = caller.place(maker.source)
        kind, body = maker.body(valid)
        status, answer = caller.send(maker.source, route, body)
        step = route.rsplit("/", 1)[1]
        seen[status] += 1
        if status == 0:
            faults.append(f"{kind} to {step}: no answer; body of {len(body)} bytes: {body[:200]!r}")
            raise ConnectionError("it hangs up")
        if status not in ALLOWED or (status >= 400 and "code" not in json.loads(answer or b'{"code":0}')):
            faults.append(f"{kind} to {step}: {status} {answer[:120]!r}; body {body[:80]!r}")


def last_words(demonstration):
    return "\n".join(demonstration.logs()["mdoc-verifier"].splitlines()[-40:])


def run(demonstration, count, seed=4):
    """Sends `count` bodies after a warm-up, prints the figures, returns how many laws were broken."""
    process = demonstration.process_of("mdoc-verifier")
    caller, maker = Caller(demonstration), Maker(seed)
    seen, faults = collections.Counter(), []
    try:
        batch(caller, maker, WARM_UP, collections.Counter(), faults)
        before = resident_kilobytes(process)
        begin = time.monotonic()
        batch(caller, maker, count, seen, faults)
        seconds = time.monotonic() - begin
        after = resident_kilobytes(process)
        status, _ = demonstration.backend("/health")
    except OSError as error:
        print("\n".join(["failed   the service ended: " + str(error), *faults[:5], last_words(demonstration)]))
        return 1
    print(f"malformed bodies: {count} after {WARM_UP} to warm up, seed {seed}, {seconds:.0f} s; answers: "
          + ", ".join(f"{code}: {number}" for code, number in sorted(seen.items())))
    print(f"resident memory: {before / 1024:.1f} MB before, {after / 1024:.1f} MB after, {after / before:.3f} times (bound {GROWTH})")
    for fault in faults[:20]:
        print("failed  ", fault)
    if status != 200:
        print(f"failed   the service is not well afterwards: {status}")
    if after > GROWTH * before:
        print("failed   the memory grew")
    return len(faults) + (status != 200) + (after > GROWTH * before)
