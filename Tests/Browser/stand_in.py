"""A website and a stand-in of the verifier service's page API, on loopback, with a log of everything that arrived.

The stand-in keeps the rules of the API (bound to one browser by a cookie, one answer) and decrypts nothing. With `service` it
forwards the page API to a real service instead, as a site's server does; faults can then not be set.
"""
from __future__ import annotations

import base64
import dataclasses
import email.message
import http.client
import http.server
import json
import pathlib
import secrets
import threading
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
KIT = HERE.parent.parent / "Sources/PageKit/Kit"
PREFIX = "/verification"
MEDIA_TYPES = {".js": "text/javascript; charset=utf-8", ".ts": "text/plain; charset=utf-8", ".html": "text/html; charset=utf-8",
               ".css": "text/css; charset=utf-8"}

# What the kit must live with: no inline style, no inline script, no eval, no strings into the document.
STRICT_POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src *; "
                 "require-trusted-types-for 'script'; trusted-types 'none'")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclasses.dataclass
class Exchange:
    method: str
    host: str
    path: str
    headers: email.message.Message  # whose names have no case
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@dataclasses.dataclass
class Answer:
    status: int = 200
    body: bytes = b""
    headers: dict = dataclasses.field(default_factory=dict)

    @classmethod
    def json(cls, content, status=200, **headers):
        return cls(status, json.dumps(content).encode(), {"Content-Type": "application/json", **headers})

    @classmethod
    def problem(cls, status, code, title="Refused", correlation="c-1"):
        body = {"type": "about:blank", "title": title, "status": status, "detail": "", "code": code, "correlationId": correlation}
        return cls(status, json.dumps(body).encode(), {"Content-Type": "application/problem+json", "X-Correlation-Id": correlation})

    @classmethod
    def html(cls, text, **headers):
        return cls(200, text.encode(), {"Content-Type": "text/html; charset=utf-8", **headers})


@dataclasses.dataclass
class Session:
    request: dict
    cookie: str | None = None
    used: bool = False


class Service:
    """The page API's rules, in memory."""

    def __init__(self):
        self.sessions = {}

    def create(self):
        identifier = base64url(secrets.token_bytes(18))
        self.sessions[identifier] = Session({
            "deviceRequest": base64url(b"\xa2" + secrets.token_bytes(40)), "encryptionInfo": base64url(b"\x82" + secrets.token_bytes(70))})
        return identifier

    def answer(self, identifier, step, exchange):
        session = self.sessions.get(identifier)
        if session is None:
            return Answer.problem(404, "session.unknown")
        cookie = f"__Host-verification-{identifier[:12]}"
        bound = session.cookie is not None and f"{cookie}={session.cookie}" in exchange.headers.get("Cookie", "").split("; ")
        if session.cookie is not None and not bound:
            return Answer.problem(409, "session.bound") if step == "request" else Answer.problem(403, "session.notBound")
        if step == "request":
            if session.used:
                return Answer.problem(409, "session.used")
            session.cookie = session.cookie or secrets.token_hex(16)
            expiry = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 300))
            return Answer.json({"protocol": "org-iso-mdoc", "data": session.request, "expiresAt": expiry, "expiresIn": 300},
                               **{"Set-Cookie": f"{cookie}={session.cookie}; Path=/; Secure; HttpOnly; SameSite=Strict"})
        if not bound:
            return Answer.problem(403, "session.notBound")
        if step == "outcome":
            return Answer(204)
        if session.used:
            return Answer.problem(409, "session.used")
        session.used = True
        return Answer.json({"status": "received"})


class ForwardedService:
    """A real service: sessions by its backend API, the page API forwarded with its headers."""

    def __init__(self, address, key, policy):
        self.address, self.key, self.policy = urllib.parse.urlsplit(address), key, policy
        self.sessions = set()

    def _send(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            kept = ("content-type", "set-cookie", "x-correlation-id", "etag", "cache-control")
            return Answer(reply.status, reply.read(), {name: value for name, value in reply.getheaders() if name.lower() in kept})
        finally:
            connection.close()

    def create(self):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        answer = self._send("POST", "/v1/sessions", json.dumps({"policy": self.policy}), headers)
        if answer.status != 201:
            raise RuntimeError(f"the service made no session: {answer.status} {answer.body[:200]!r}")
        identifier = json.loads(answer.body)["id"]
        self.sessions.add(identifier)
        return identifier

    def answer(self, identifier, step, exchange):
        passed = ("content-type", "accept", "cookie", "origin")
        headers = {name: value for name, value in exchange.headers.items() if name.lower() in passed}
        return self._send(exchange.method, f"{PREFIX}/sessions/{identifier}/{step}", exchange.body, headers)


class Site:
    """Two ports, so that pages can have several origins. `pages` are what a test puts up, by path."""

    KEY = "key-of-the-stand-in"

    def __init__(self, service=None, port=0):
        self.service = service or Service()
        self.is_stand_in = isinstance(self.service, Service)
        self.reset()
        self.servers = [self._listen(port), self._listen(0)]
        self.ports = [server.server_address[1] for server in self.servers]

    def reset(self):
        self.log, self.pages, self.faults = [], {}, {}
        self.earlier = set(self.service.sessions)
        self.is_satisfied = True  # what a result says of the required goals
        self.is_erased = False  # whether results were delivered too long ago
        self.is_removed = False  # whether sessions were over so long ago that nothing is known of them
        self.status = None  # of every session, in place of its own

    def origin(self, host="localhost", second=False):
        return f"http://{host}:{self.ports[1 if second else 0]}"

    def calls(self, step=None):
        """What reached the page API, in order; of one step only, if named. The last words of a page of an earlier test do not count."""
        api = [exchange for exchange in self.log if exchange.path.startswith(f"{PREFIX}/sessions/")]
        api = [exchange for exchange in api if exchange.path.split("/")[3] not in self.earlier]
        return [exchange for exchange in api if step is None or exchange.path.endswith("/" + step)]

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def get(self, path):
        """What a browser would be given, for tests that change it a little."""
        return self.answer(Exchange("GET", "", path, email.message.Message(), b""))

    def answer(self, exchange):
        path = urllib.parse.urlsplit(exchange.path).path
        if path in self.pages:
            page = self.pages[path]
            return page(exchange) if callable(page) else page
        if path.startswith(f"{PREFIX}/kit/"):
            return self._file(KIT, path.rsplit("/", 1)[1])
        if path.startswith(f"{PREFIX}/sessions/"):
            return self._api(path.removeprefix(f"{PREFIX}/sessions/").split("/"), exchange)
        if path == "/new-session" and exchange.method == "POST":
            return Answer.json({"session": self.service.create()})
        if path.startswith("/v1/sessions") and self.is_stand_in:
            return self._backend(path.removeprefix("/v1/sessions").lstrip("/"), exchange)
        if path == "/favicon.ico":
            return Answer(204)
        return self._file(HERE / "pages", path.lstrip("/"))

    def _api(self, parts, exchange):
        if len(parts) != 2 or parts[1] not in ("request", "response", "outcome") or exchange.method != "POST":
            return Answer.problem(404, "route.unknown")
        fault = self.faults.get(parts[1])
        if fault is not None:
            answer = fault(exchange) if callable(fault) else fault
            if answer is not None:
                return answer
        return self.service.answer(*parts, exchange)

    def _backend(self, identifier, exchange):
        """As much of the backend API as a site's server needs."""
        if exchange.headers.get("Authorization") != "Bearer " + self.KEY:
            return Answer.problem(401, "credential.missing")
        if exchange.method == "POST":
            return Answer.json({"id": self.service.create(), "status": "created"}, 201)
        identifier, _, part = identifier.partition("/")
        session = self.service.sessions.get(identifier)
        if session is None or self.is_removed:
            return Answer.problem(404, "session.unknown")
        if part == "result" and self.is_erased:
            return Answer.problem(410, "result.erased")
        if part == "result":
            return Answer.json({"session": identifier, "satisfied": self.is_satisfied}) if session.used else Answer.problem(409, "session.unsettled")
        return Answer.json({"id": identifier, "status": self.status or ("verified" if session.used else "requested")})

    def _file(self, folder, name):
        file = folder / name
        if "/" in name or not file.is_file():
            return Answer(404)
        headers = {"Content-Type": MEDIA_TYPES.get(file.suffix, "application/octet-stream"), "X-Content-Type-Options": "nosniff"}
        if file.suffix == ".html" and name != "wallet.html":
            headers["Content-Security-Policy"] = STRICT_POLICY
        return Answer(200, file.read_bytes(), headers)

    def _listen(self, port):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                exchange = Exchange(self.command, self.headers.get("Host", ""), self.path, self.headers, body)
                site.log.append(exchange)
                answer = site.answer(exchange)
                if answer.status == 0:  # a broken connection
                    self.close_connection = True
                    return
                self.send_response(answer.status)
                for name, value in {"Cache-Control": "no-store", **answer.headers}.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            do_GET = do_POST = handle_any

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            # A browser opens many connections at once; what the queue has no room for comes again after seconds.
            request_queue_size = 128

            def handle_error(self, request, client_address):
                pass  # a browser that went away

        server = Server(("127.0.0.1", port), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server
