"""What the module says before anything is asked."""
import urllib.parse

from harness import check, law, rows, same

NATIVE_FREE = "--disable-features=WebIdentityDigitalCredentials"
ABSENT = "delete window.DigitalCredential"


def unavailable(t, reason, error, **opened):
    t.open(**opened)
    same(t.js("kit.isAvailable()"), False, "isAvailable")
    t.ask()
    t.expect("unavailable", reason, error)
    same(t.site.calls(), [], "requests to the service")


@law("A browser with the API is available, and asking so sends nothing")
def available(t):
    t.open()
    # What the page itself still loads, such as its icon, does not count.
    asked = []
    t.page.on("request", lambda request: asked.append(request.url))
    same(t.js("kit.isAvailable()"), True, "isAvailable")
    t.page.evaluate("fetch('/marker').then(() => 0)")
    same([urllib.parse.urlsplit(url).path for url in asked], ["/marker"], "requests")


@law("A browser whose API is switched off is unavailable, and would give a NotSupportedError")
def switched_off(t):
    unavailable(t, "api.absent", "NotSupportedError", arguments=(NATIVE_FREE,))
    same(t.js("navigator.credentials.get({ digital: { requests: [] } }).catch((error) => error.name)", gesture=True), "NotSupportedError",
         "the browser's own exception")


@law("A page without DigitalCredential is unavailable: api.absent, and no session is used for it")
def absent(t):
    unavailable(t, "api.absent", "NotSupportedError", init=ABSENT)


@rows("An API that {0} is unavailable: protocol.unsupported",
      ("cannot be asked about protocols", "delete DigitalCredential.userAgentAllowsProtocol"),
      ("does not take org-iso-mdoc", "DigitalCredential.userAgentAllowsProtocol = (name) => name !== 'org-iso-mdoc'"),
      ("answers with something other than true", "DigitalCredential.userAgentAllowsProtocol = () => 'yes'"),
      ("throws when asked about protocols", "DigitalCredential.userAgentAllowsProtocol = () => { throw new Error() }"))
def unsupported(t, _, script):
    unavailable(t, "protocol.unsupported", "TypeError", init=script)


@law("A page over plain http is unavailable: context.insecure")
def insecure(t):
    unavailable(t, "context.insecure", "NotSupportedError", origin=t.site.origin("shop.example"))


@law("A bridge is available wherever the page is secure, with or without the API")
def bridge(t):
    t.open(init=ABSENT)
    same(t.js('kit.isAvailable({ kind: "bridge", url: "https://wallet.example/" })'), True, "isAvailable")


@law("A bridge is unavailable on a page over plain http")
def insecure_bridge(t):
    t.open(origin=t.site.origin("shop.example"))
    same(t.js('kit.isAvailable({ kind: "bridge", url: "https://wallet.example/" })'), False, "isAvailable")


@rows("A mistake in the arguments is a TypeError: {0}",
      ("no options", "undefined"),
      ("no session", "{}"),
      ("an empty session", '{ session: "" }'),
      ("a session that changes the path", '{ session: "../other" }'),
      ("a session that is a number", "{ session: 7 }"),
      ("an endpoint of another origin", '{ session: "s", endpoint: "https://service.example/" }'),
      ("an endpoint with a query", '{ session: "s", endpoint: "/verification?x=1" }'),
      ("an unknown way", '{ session: "s", way: { kind: "nearby" } }'),
      ("a way that is text", '{ session: "s", way: "native" }'),
      ("a bridge without address", '{ session: "s", way: { kind: "bridge" } }'),
      ("a bridge over plain http", '{ session: "s", way: { kind: "bridge", url: "http://wallet.example/" } }'),
      ("a bridge that looks like this machine", '{ session: "s", way: { kind: "bridge", url: "http://localhost.example/" } }'),
      ("a bridge that is a script", '{ session: "s", way: { kind: "bridge", url: "javascript:alert(1)" } }'),
      ("a bridge with a password", '{ session: "s", way: { kind: "bridge", url: "https://a:b@wallet.example/" } }'),
      ("a signal that is none", '{ session: "s", signal: {} }'))
def mistakes(t, _, options):
    t.open()
    t.js(f"arm({options})")
    t.click()
    outcome = t.outcome()
    same(outcome.get("thrown"), "TypeError", "exception")
    check(outcome["message"].startswith("verifyIdentity: "), f"the message says where: {outcome['message']}")
    same(t.site.calls(), [], "requests to the service")
