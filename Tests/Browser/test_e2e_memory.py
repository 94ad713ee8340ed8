"""While a document is shared: what of it browser and broker have in memory."""
import json
import os

from demonstration import LICENCE
from extension import ExtendedChromium
from harness import Browsers, Skip, rows, same
from memory import descent, held
from traces import forms, recognised
from visit import Visit

VALUE = "the family name"
# What stands before an element's value in a document and in an answer, and on no page.
NAMES = {name: forms("".join(chr(0x60 + len(text)) + text for text in (name, "elementValue")))
         for name in ("family_name", "given_name", "portrait", "age_over_21")}
DOCUMENT = NAMES | {VALUE: forms(LICENCE["family_name"])}

# The page has the answer, and it never reaches the website.
KEEP_ANSWER = """{
  const send = window.fetch;
  window.fetch = (address, options) => {
    if (!String(address).endsWith("/response")) return send(address, options);
    window.keptAnswer = options.body;
    return new Promise(() => {});
  };
}"""


def bridge(t):
    """A browser that has seen nothing yet, its process, and how it asks."""
    browsers = Browsers(t.browsers.playwright)
    running = browsers.get().new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return browsers, next(each["id"] for each in running if each["type"] == "browser"), Visit.consent


def extended(t):
    """The same with the extension."""
    t.browsers.require()
    browser = ExtendedChromium(t.browsers.playwright, host=t.browsers.host)
    return browser, browser.process(), Visit.native_consent


@rows("{0}: a browser with an answer has nothing of the document in memory, nor has the broker; once the website shows a value, the browser has that",
      ("bridge-chromium", bridge), ("extension-chromium", extended))
def memory(t, _, start):
    if os.geteuid() != 0:
        raise Skip("it takes root to read the memory of other programs")
    same(recognised(DOCUMENT, (t.site.folder / "licence.mdoc").read_bytes()), set(DOCUMENT), "what is recognised in the document")
    origin, broker = t.site.origin(), t.site.process_of("mdoc-broker")
    # The page's name is there, or the search would prove nothing.
    things = DOCUMENT | {origin: {origin.encode()}}
    t.browsers, browser, ask = start(t)
    try:
        visit = Visit(t, init=KEEP_ANSWER)
        ask(visit).choose().accept().confirm()
        answer = json.loads(t.until(lambda: visit.page.evaluate("window.keptAnswer"), "an answer"))["data"]["response"]
        sealed = {"the answer": {answer[:64].encode()}}
        same(held(things | sealed, descent(browser)), {origin, "the answer"}, "what the browser has")
        same(held(things, [broker]), {origin}, "what the broker has")
        t.context.close()
        visit = Visit(t)
        ask(visit).choose().accept().confirm()
        visit.check_verified()
        same(held(things, descent(browser)), {origin, VALUE}, "what the browser has of what the website shows")
        same(held(things, [broker]), {origin}, "what the broker has afterwards")
    except Exception:
        # Later nothing can be asked of its pages.
        t.is_void = t.stood_still()
        raise
    finally:
        t.browsers.close()
