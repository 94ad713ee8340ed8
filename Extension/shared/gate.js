// In the extension's own world of a document, where the page's scripts do not reach: may this document ask, and may it ask now?
// It hands a question on to the background, and ends it when the document goes away.
"use strict";

(() => {
  if (!isSecureContext) return;

  const REQUEST_LIMIT = 1_048_576; // characters

  const channel = crypto.randomUUID();
  let open = null; // the port of the question that is open

  // -------------------------------------------------------------------------------------------------------------------------
  // The page's side: page.js, which may run before this file or after it

  function greet() {
    return dispatchEvent(new CustomEvent("org-iso-mdoc.gate", { detail: channel, cancelable: true }));
  }
  const isHeard = !greet();
  if (!isHeard) addEventListener("org-iso-mdoc.page", greet, { once: true });

  function tell(kind, content) {
    dispatchEvent(new CustomEvent(`${channel}.${kind}`, { detail: JSON.stringify(content) }));
  }

  addEventListener(channel, ({ detail }) => {
    // Without an answer the page asks the browser: the extension was removed or replaced.
    if (!chrome.runtime?.id) return;
    const refusal = refusalOf(detail);
    tell("answer", refusal ? { refusal } : {});
  });

  function refusalOf(detail) {
    if (typeof detail !== "string" || detail.length > REQUEST_LIMIT) return { name: "TypeError", message: "The request is too large." };
    const { step, data } = JSON.parse(detail);
    switch (step) {
      case "permission": return permission();
      case "readiness": return permission() ?? readiness();
      case "present": return permission() ?? readiness() ?? present(data);
      case "abort": return close(open);
      default: return notAllowed("There is no such step.");
    }
  }

  function notAllowed(message) {
    return { name: "NotAllowedError", message };
  }

  // -------------------------------------------------------------------------------------------------------------------------
  // What the document may do

  function permission() {
    if (window.origin === "null") return notAllowed("A document without an origin of its own cannot ask.");
    if (!isSameOriginWithAncestors()) return notAllowed("A frame of another origin cannot ask.");
    // Firefox shows nobody the policy.
    if (document.featurePolicy?.allowsFeature("digital-credentials-get") === false) {
      return notAllowed("The permissions policy digital-credentials-get forbids it.");
    }
  }

  function isSameOriginWithAncestors() {
    try {
      for (let frame = window; frame !== frame.parent; frame = frame.parent) {
        if (frame.parent.origin !== window.origin) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  function readiness() {
    if (document.visibilityState !== "visible" || !document.hasFocus()) return notAllowed("The document is not in front.");
    if (!navigator.userActivation.isActive) return notAllowed("Nobody pressed anything.");
    if (open) return notAllowed("Another request of this document is open.");
  }

  // An extension cannot consume the activation, which a press gives the whole page with its frames: the background remembers what it was used for.
  let pressedAt = 0;
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted) pressedAt = Date.now();
    }, { capture: true, passive: true });
  }

  // -------------------------------------------------------------------------------------------------------------------------
  // A question

  function present(data) {
    const port = chrome.runtime.connect({ name: "present" });
    const settle = (outcome) => {
      if (port !== open) return;
      close(port);
      tell("outcome", outcome);
    };
    open = port;
    port.onMessage.addListener(settle);
    port.onDisconnect.addListener(() => settle({ refusal: { name: "OperationError", message: "The wallet bridge broke off." } }));
    port.postMessage({ data, pressedAt });
  }

  function close(port) {
    open = null;
    port?.disconnect();
  }

  addEventListener("pagehide", () => close(open));
})();
