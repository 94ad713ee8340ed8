"""The type declarations and the documentation say what the module does."""
import contextlib
import functools
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

from harness import NOTE_OUTCOME, REPOSITORY, Skip, Trial, check, law, rows, same, until
from stand_in import KIT, Answer, ForwardedService, Site

DECLARATIONS = (KIT / "verify-identity.d.ts").read_text()
GUIDE = (REPOSITORY / "docs/page-kit.md").read_text()
# The guide's result page, whichever question it is of.
RESULT = "**/result?*"


ALL_BRANCHES = """
async function run(): Promise<string> {
  const outcome = await verifyIdentity({ session: "s" });
  switch (outcome.kind) {
    case "verified-pending-server": return outcome.session;
    case "cancelled": return outcome.reason;
    case "unavailable": return outcome.reason;
    case "failed": return outcome.isAnswerSent ? "sent" : outcome.correlationId ?? outcome.reason;
  }
}
"""
EARLY_RETURNS = """
async function run() {
  const outcome = await verifyIdentity({ session: async ({ signal }) => "s", way: { kind: "bridge", url: "https://wallet.example/" } });
  if (outcome.kind === "cancelled") return;
  if (outcome.kind === "unavailable" || outcome.kind === "failed") { show(outcome.detail); return; }
  show(outcome.session);
}
"""
BUTTON = """
const button = document.createElement("verify-identity-button");
button.session = () => fetch("/session").then((reply) => reply.text());
button.ways = [{ kind: "native" }, { kind: "bridge", url: "https://wallet.example/", label: "The city's" }];
button.ways = "native https://wallet.example/";
button.meaning = "verify-age-with";
button.endpoint = button.variant = undefined;
show(button.endpoint.toUpperCase() + button.ways.map(({ kind }) => kind).join());
button.addEventListener("outcome", ({ detail }) => { if (detail.kind === "failed") show(String(detail.status)); });
button.addEventListener("focus", (event) => show(event.type));
const listen = ({ detail }: CustomEvent<Outcome>) => show(detail.kind);
button.addEventListener("outcome", listen, { once: true });
button.removeEventListener("outcome", listen);
button.removeEventListener("outcome", listen, { capture: true });
button.removeEventListener("focus", (event) => show(event.type));
addLanguage("fr", { direction: "ltr", cancel: "Annuler" });
show(isAvailable() ? button.state : "no");
"""


def guide_lines():
    """What the guide shows of the module beside its quick start, after the line that imports what every site here imports."""
    imported, lines = re.search(r"```js\n(import [^\n]*)\n(.*?)```", GUIDE.split("## `verifyIdentity(options)`")[1], re.S).groups()
    same(imported, 'import { verifyIdentity, isAvailable } from "/verification/kit/verify-identity.js";', "the guide's import")
    return "declare const session: string, signal: AbortSignal;\n" + lines


def quick_start_handler():
    """What the quick start's page does with an outcome."""
    listening, body = re.search(r"\n  button\.addEventListener\(\"outcome\", (.*?) => \{\n(.*?)\n  \}\);\n", GUIDE, re.S).groups()
    same(listening, "({ detail })", "what the handler takes")
    return ("declare const session: string, button: { querySelector(name: string): HTMLElement };\n"
            f"function handle({{ detail }}: CustomEvent<Outcome>) {{\n{body}\n}}")


GOOD = {
    "handles all four outcomes": ALL_BRANCHES, "returns early for three": EARLY_RETURNS, "uses the button": BUTTON, "is the guide's": guide_lines(),
    "handles outcomes as the guide's page does": quick_start_handler(),
}
BAD = {
    "omits the branch for unavailable": (ALL_BRANCHES.replace('    case "unavailable": return outcome.reason;\n', ""), "TS2366"),
    "omits the branch for failed": (re.sub('    case "failed": .*\n', "", ALL_BRANCHES), "TS2366"),
    "says of a cancel that an answer was sent": ('function f(o: Outcome) { if (o.kind === "cancelled") show(String(o.isAnswerSent)); }', "TS2339"),
    "uses the session though it may be unavailable": (EARLY_RETURNS.replace('outcome.kind === "unavailable" || ', ""), "TS2339"),
    "uses the session though it may have failed": (EARLY_RETURNS.replace(' || outcome.kind === "failed"', ""), "TS2339"),
    "uses the session at once": ('verifyIdentity({ session: "s" }).then((outcome) => show(outcome.session));', "TS2339"),
    "invents an outcome": ('function f(o: Outcome) { if (o.kind === "verified") show("yes"); }', "TS2367"),
    "gives a bridge no address": ('const way: Way = { kind: "bridge" };', "TS2322"),
    "forgets the session": ("verifyIdentity({});", "TS2345"),
}


@functools.cache
def compile_sites():
    """Compiles all the sites at once; the compiler's complaints by site."""
    compiler = shutil.which("tsc")
    if not compiler:
        raise Skip("there is no tsc (apt-get install node-typescript)")
    sites = {**GOOD, **{name: body for name, (body, _) in BAD.items()}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "verify-identity.d.ts").write_text(DECLARATIONS)
        for number, body in enumerate(sites.values()):
            (path / f"site{number}.ts").write_text(
                'import { verifyIdentity, isAvailable, addLanguage, type Outcome, type Way } from "./verify-identity.js";\n'
                "declare function show(text: string): void;\n" + body)
        done = subprocess.run(
            [compiler, "--noEmit", "--strict", "--noImplicitReturns", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node",
             "--lib", "es2022,dom", *sorted(file.name for file in path.glob("site*.ts"))], cwd=folder, capture_output=True, text=True, timeout=300)
    elsewhere = [line for line in done.stdout.splitlines() if "error" in line and not line.startswith("site")]
    same(elsewhere, [], "errors outside the sites")
    return {name: re.findall(rf"^site{number}\.ts\(\d+,\d+\): error (TS\d+)", done.stdout, re.M) for number, name in enumerate(sites)}


@rows("A site that {0} compiles", *[(name,) for name in GOOD])
def compiles(t, name):
    same(compile_sites()[name], [], "errors")


@rows("A site that {0} does not compile", *[(name,) for name in BAD])
def does_not_compile(t, name):
    same(compile_sites()[name], [BAD[name][1]], "errors")


@law("The declarations name exactly what the module exports")
def exports(t):
    t.open()
    declared = set(re.findall(r"^export declare (?:function|const|class) (\w+)", DECLARATIONS, re.M))
    same(set(t.js("Object.keys(kit)")), declared, "exports")


@law("Declarations, guide and module list the same reasons, of the same kinds")
def reasons(t):
    t.open()
    table = {code: entry["kind"] for code, entry in t.js("kit.reasons").items()}
    declared = {}
    for kind in ("Unavailable", "Cancelled", "Failed"):
        union = re.search(rf"type {kind}Reason =\n((?:  \| \"[\w.]+\";?\n)+)", DECLARATIONS).group(1)
        declared |= {code: kind.lower() for code in re.findall(r'"([\w.]+)"', union)}
    section = GUIDE.split("### Reasons")[1].split("\n## ")[0]
    written = dict(re.findall(r"^\| `([\w.]+)` \| (\w+) \|", section, re.M))
    same(declared, table, "declarations")
    same(written, table, "guide")


@law("The guide names every attribute, custom property, part, state and export of the button")
def guide(t):
    source = (KIT / "verify-identity.js").read_text()
    names = set(re.search(r"observedAttributes = \[(.*)\]", source).group(1).replace('"', "").split(", "))
    names |= set(re.findall(r"--verify-identity-[\w-]+", source)) | set(re.findall(r'part[=:] ?"(\w+)"', source))
    names |= set(re.findall(r"type ButtonState = (.*);", DECLARATIONS)[0].replace('"', "").split(" | "))
    names |= {"verifyIdentity", "isAvailable", "addLanguage", "languages"}
    check(len(names) > 25, f"names found in the source: {names}")
    same([name for name in sorted(names) if f"`{name}" not in GUIDE], [], "not in the guide")


def quick_start(folder):
    """The two files of the guide, as written there."""
    section = GUIDE.split("## Quick start")[1].split("\n## ")[0]
    page = re.search(r"```html\n(.*?)```", section, re.S).group(1)
    server = re.search(r"```js\n(.*?)```", section, re.S).group(1)
    (folder / "index.html").write_text(page)
    (folder / "server.mjs").write_text(server)
    return page + server


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def quick_start_site(service):
    """The guide's server as written, before the service at this address; its port."""
    node = shutil.which("node")
    if not node:
        raise Skip("there is no node (apt-get install nodejs)")
    with tempfile.TemporaryDirectory() as folder:
        lines = quick_start(pathlib.Path(folder)).strip().splitlines()
        check(len(lines) < 60, f"{len(lines)} lines")
        port = free_port()
        environment = {**os.environ, "SERVICE": service, "SERVICE_KEY": Site.KEY, "PORT": str(port)}
        server = subprocess.Popen([node, "server.mjs"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until(lambda: server.poll() is not None or listens(port), "the site's server listens")
            check(server.poll() is None, f"the site's server has ended with {server.returncode}")
            yield port
        finally:
            server.terminate()
            server.wait()


def call(port, method, path, **headers):
    """Status, body and Set-Cookie of a call whose path goes out as it is written, as no browser would send it."""
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        reply = connection.getresponse()
        return reply.status, reply.read().decode(), reply.getheader("Set-Cookie")
    finally:
        connection.close()


def begin(port, **headers):
    """A question begun at the guide's server: the address of its result, and the visitor's cookie for it."""
    status, session, cookie = call(port, "POST", "/session", **headers)
    same(status, 200, "a start")
    return f"/result?session={session}", cookie.split("; ")[0]


def press_quick_start(t, port, action):
    if not t.context:
        t.open("/", origin=f"http://localhost:{port}", init=NOTE_OUTCOME)
    until(lambda: t.js("document.querySelector('verify-identity-button').state === 'ready'"), "the button is ready")
    t.wallet(action)
    t.page.get_by_role("button").first.click()


@law("The quick start of the guide works as written, in fewer than 60 lines", stand_in_only=True)
def quick_start_works(t):
    with quick_start_site(t.site.origin()) as port:
        press_quick_start(t, port, "decline")
        until(lambda: t.page.locator("verify-identity-button").get_by_role("status").text_content().startswith("Cancelled"), "a cancel")
        press_quick_start(t, port, "respond")
        t.page.wait_for_url(RESULT)
        same(t.page.text_content("body"), "Welcome aboard.", "the result page")
        t.site.is_erased = True
        t.page.reload()
        same(t.page.text_content("body"), "Welcome aboard.", "the result page, loaded once the service has erased the result")
        # A genuine document that does not show what was asked for lets nobody in.
        t.site.is_erased = t.site.is_satisfied = False
        t.page.goto(f"http://localhost:{port}/")
        press_quick_start(t, port, "respond")
        t.page.wait_for_url(RESULT)
        same(t.page.text_content("body"), "That was not accepted.", "the result page of a verified, unsatisfying answer")
        t.site.is_erased = True
        t.page.reload()
        same(t.page.text_content("body"), "That was not accepted.", "the same page, loaded once the service has erased the result")


@rows("The quick start's server says of a session that is {0}: {1}",
      ("requested", "No answer has come yet. Reload to look again."), ("claimed", "No answer has come yet. Reload to look again."),
      ("refused", "That was not accepted."), ("expired", "Too late. Go back and ask again."), stand_in_only=True)
def quick_start_statuses(t, status, sentence):
    t.site.status = status
    with quick_start_site(t.site.origin()) as port:
        result, own = begin(port)
        same(call(port, "GET", result, Cookie=own)[:2], (200, sentence), "the result page")


@law("The quick start's server says of a result that was erased before it was fetched, and goes on saying, that the visitor has to be asked again",
     stand_in_only=True)
def quick_start_erased(t):
    t.site.status, t.site.is_erased = "verified", True
    with quick_start_site(t.site.origin()) as port:
        result, own = begin(port)
        for what in ("the result page", "the same page, loaded again"):
            same(call(port, "GET", result, Cookie=own)[:2], (200, "Too late. Go back and ask again."), what)


@law("The quick start's server says of a session that the service has removed, and goes on saying, that the visitor has to be asked again; without a "
     "service at its address, to a start too, it says to try later", stand_in_only=True)
def quick_start_removed(t):
    with quick_start_site(t.site.origin()) as port:
        result, own = begin(port)
        t.site.is_removed = True
        for what in ("the result page", "the same page, loaded again"):
            same(call(port, "GET", result, Cookie=own)[:2], (200, "Too late. Go back and ask again."), what)
    t.site.pages["/elsewhere/v1/sessions"] = Answer.problem(404, "route.unknown")
    with quick_start_site(f"{t.site.origin()}/elsewhere") as port:
        same(call(port, "POST", "/session")[:2], (502, "Try again later"), "a start, where there is no service")


@law("The quick start's page leads to the result after an answer that nothing confirms: the server asks what became of it", stand_in_only=True)
def quick_start_unconfirmed(t):
    def lose(exchange):
        t.site.service.answer(exchange.path.split("/")[3], "response", exchange)
        return Answer(500)
    t.site.faults["response"] = lose
    with quick_start_site(t.site.origin()) as port:
        press_quick_start(t, port, "respond")
        t.page.wait_for_url(RESULT)
        same(t.page.text_content("body"), "Welcome aboard.", "the result page")


@law("The quick start's server gives each question a cookie of its own making; a value that a browser brought along becomes nobody's",
     stand_in_only=True)
def quick_start_visitors(t):
    with quick_start_site(t.site.origin()) as port:
        status, session, cookie = call(port, "POST", "/session")
        own, *attributes = cookie.split("; ")
        same(status, 200, "status")
        same(sorted(attributes), ["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax", "Secure"], "attributes of the cookie")
        result, name = f"/result?session={session}", f"__Host-visitor-{session}"
        check(re.fullmatch(name + "=[0-9a-f-]{36}", own), f"name and value: {own}")
        for what, cookies in (("no cookie", {}), ("a value that somebody chose", {"Cookie": f"{name}=0b5c6f0e-chosen-by-somebody-else"}),
                              ("no value", {"Cookie": f"{name}="}), ("a cookie whose name only ends so", {"Cookie": f"x{own}"}),
                              ("a cookie that begins so", {"Cookie": f"{own}0"}), ("undefined", {"Cookie": "undefined"})):
            same(call(port, "GET", result, **cookies)[0], 404, f"with {what}")
        for address in ("/result", "/result?session=", "/result?session=another", f"{result}&x", f"{result}/", "/result?session=__proto__"):
            same(call(port, "GET", address, Cookie=own)[0], 404, address)
        same(call(port, "GET", result, Cookie=f"a=b; {own}")[:2], (200, "No answer has come yet. Reload to look again."), "with the one it gave")
        other, next_own = begin(port, Cookie=own)
        check(next_own.partition("=")[2] != own.partition("=")[2], "another question, another value")
        for address, cookie in ((other, own), (result, next_own)):
            same(call(port, "GET", address, Cookie=cookie)[0], 404, "with the cookie of the other question")


@law("The quick start's server loses no answer to another window: each question that a visitor began has its own result", stand_in_only=True)
def quick_start_windows(t):
    with quick_start_site(t.site.origin()) as port:
        one, first = begin(port)
        two, second = begin(port, Cookie=first)
        both = f"{first}; {second}"
        t.site.service.sessions[one.partition("=")[2]].used = True
        same(call(port, "GET", one, Cookie=both)[:2], (200, "Welcome aboard."), "the first window's")
        same(call(port, "GET", two, Cookie=both)[:2], (200, "No answer has come yet. Reload to look again."), "the second window's")
        t.site.is_satisfied = False
        t.site.service.sessions[two.partition("=")[2]].used = True
        same(call(port, "GET", two, Cookie=both)[:2], (200, "That was not accepted."), "the second window's, once it is answered")
        same(call(port, "GET", one, Cookie=both)[:2], (200, "Welcome aboard."), "the first window's, still")


@law("The quick start's page goes on to the result of its own question, whatever another window asks meanwhile", stand_in_only=True)
def quick_start_page_windows(t):
    with quick_start_site(t.site.origin()) as port:
        with t.held("request"):
            press_quick_start(t, port, "respond")
            until(lambda: t.site.calls("request"), "the request is fetched")
            # As another window of the same browser does.
            t.js("fetch('/session', { method: 'POST' }).then((reply) => reply.text())")
        t.page.wait_for_url(RESULT)
        same(t.page.text_content("body"), "Welcome aboard.", "the result page")


@law("The quick start's server forwards the page's routes, and nothing outside of them", stand_in_only=True)
def quick_start_paths(t):
    t.site.pages["/metrics"] = Answer.html("secret")
    climbing = ["/verification/../metrics", "/verification/%2e%2e/metrics", "/verification/.%2E/metrics", "/verification/..\\metrics",
                "/verification/kit/../../metrics", "/verification//metrics", "/verification/", "/verification/kit/verify-identity.js?x",
                "/verification/%2Fmetrics", "/verificationx/kit", f"{t.site.origin()}/metrics"]
    with quick_start_site(t.site.origin()) as port:
        same([path for path in climbing if call(port, "GET", path)[0] != 404], [], "paths that lead somewhere")
        same([exchange.path for exchange in t.site.log], [], "what the service was asked for")
        same(call(port, "GET", "/verification/kit/verify-identity.js")[0], 200, "the kit")
        same(call(port, "POST", "/verification/sessions/-_aZ09/request")[0], 404, "the service's word about a session that it does not know")
        same([exchange.path for exchange in t.site.log], ["/verification/kit/verify-identity.js", "/verification/sessions/-_aZ09/request"], "forwarded")


@law("The quick start's server tells the service who calls, whoever the caller claims to be", stand_in_only=True)
def quick_start_address(t):
    with quick_start_site(t.site.origin()) as port:
        call(port, "GET", "/verification/kit/verify-identity.js", X_Client_Address="192.0.2.1")
        [exchange] = t.site.log
        check(exchange.headers.get_all("X-Client-Address") in (["127.0.0.1"], ["::1"]), f"address: {exchange.headers.get_all('X-Client-Address')}")


@law("The quick start's server outlives a service that is away, and passes on when to try again", stand_in_only=True)
def quick_start_away(t):
    with quick_start_site(f"http://localhost:{free_port()}") as port:
        for method, path in (("GET", "/verification/kit/verify-identity.js"), ("POST", "/session")):
            same(call(port, method, path)[0], 502, path)
        same(call(port, "GET", "/")[0], 200, "the page, after that")
    t.site.faults["request"] = Answer(503, b"", {"Retry-After": "7"})
    with quick_start_site(t.site.origin()) as port:
        connection = http.client.HTTPConnection("localhost", port, timeout=60)
        connection.request("POST", "/verification/sessions/s/request")
        same(connection.getresponse().getheader("Retry-After"), "7", "Retry-After")
        connection.close()


def listens(port):
    try:
        socket.create_connection(("localhost", port), timeout=1).close()
        return True
    except OSError:
        return False


@law("The same tests can be pointed at a running service: its sessions, its page API", stand_in_only=True)
def forwarded(t):
    front = Site(ForwardedService(t.site.origin(), Site.KEY, "over-21"))
    trial = Trial(t.browsers, front, t.options)
    try:
        trial.open()
        trial.wallet("respond")
        session = trial.session()
        same(trial.ask(session), {"kind": "verified-pending-server", "session": session}, "outcome")
        check(t.site.service.sessions[session].used, "the service got the answer")
    except Exception:
        t.is_void = trial.stood_still()
        raise
    finally:
        trial.close()
        front.close()
