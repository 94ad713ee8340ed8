// The native messaging host: a program that the browser starts, one for each port, which relays to the wallet broker.

const NAME = "mdoc.native_host";
const VERSION = 1;
// A press is good for 5 seconds in Chromium, and the browser's own way must be able to follow.
const GREETING_LIMIT = 3_000; // milliseconds

/** A port on whose other side a broker is; null if there is none, or nobody waits for it any more. */
export function connected(gone) {
  return new Promise((resolve) => {
    const port = chrome.runtime.connectNative(NAME);
    const over = new AbortController();
    const settle = (isThere) => {
      if (over.signal.aborted) return;
      over.abort();
      clearTimeout(timer);
      port.onMessage.removeListener(hear);
      if (!isThere) port.disconnect();
      resolve(isThere ? port : null);
    };
    const hear = (message) => settle(message?.type === "pong" && message.version === VERSION);
    const timer = setTimeout(settle, GREETING_LIMIT, false);
    gone?.addEventListener("abort", () => settle(false), { signal: over.signal });
    port.onMessage.addListener(hear);
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // read, so that the browser does not report a missing host as our fault
      settle(false);
    });
    port.postMessage({ type: "ping" });
  });
}
