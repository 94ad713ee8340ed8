// In the page's own world: makes the wallet bridge look like the browser's Digital Credentials API. A page can change anything here,
// so nothing is decided here: what counts is checked in gate.js and again in the background.
"use strict";

(() => {
  if (typeof CredentialsContainer === "undefined") return;

  const PROTOCOL = "org-iso-mdoc";
  // Of the standard's protocols those that only the browser itself can answer.
  const BROWSERS_OWN = ["openid4vp-v1-unsigned", "openid4vp-v1-signed", "openid4vp-v1-multisigned"];

  const native = { get: CredentialsContainer.prototype.get, api: globalThis.DigitalCredential };
  native.allows = native.api?.userAgentAllowsProtocol;
  const { DOMException } = globalThis; // a document that went away has it no more
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted").get;

  // -------------------------------------------------------------------------------------------------------------------------
  // The gate: gate.js, in a world of the extension's own

  let channel;
  addEventListener("org-iso-mdoc.gate", (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    channel = event.detail;
  }, { once: true });
  dispatchEvent(new Event("org-iso-mdoc.page"));

  // The gate answers while the event is dispatched. False: there is no gate (any more), the browser is to be asked instead.
  function passes(step, data) {
    let answer;
    const hear = ({ detail }) => (answer = JSON.parse(detail));
    addEventListener(`${channel}.answer`, hear);
    dispatchEvent(new CustomEvent(channel, { detail: JSON.stringify({ step, data }) }));
    removeEventListener(`${channel}.answer`, hear);
    if (answer?.refusal) throw exception(answer.refusal);
    return answer !== undefined;
  }

  function exception({ name, message }) {
    return name === "TypeError" ? new TypeError(message) : new DOMException(message, name);
  }

  function settled(signal) {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const once = (target, type, act) => target?.addEventListener(type, (event) => {
        over.abort();
        act(event);
      }, { signal: over.signal });
      once(window, `${channel}.outcome`, ({ detail }) => resolve(JSON.parse(detail)));
      once(signal, "abort", () => {
        reject(signal.reason);
        passes("abort");
      });
    });
  }

  // -------------------------------------------------------------------------------------------------------------------------
  // navigator.credentials.get: the steps of the standard, in its order

  const replacement = {
    get(...given) {
      return new Promise((resolve, reject) => {
        const options = given[0];
        if (this !== navigator.credentials || options?.digital === undefined) return resolve(native.get.apply(this, given));
        const question = converted(options);
        if (document.defaultView === null) throw new DOMException("The document is not active.", "InvalidStateError");
        const over = new AbortController();
        // Here and not further in: what awaits does not go on in a document that went away.
        addEventListener("pagehide", () => reject(new DOMException("The document went away.", "AbortError")), { signal: over.signal });
        ask(question).then((credential) => credential ?? native.get.apply(this, given)).finally(() => over.abort()).then(resolve, reject);
      });
    },
  };

  /** The credential; undefined if the browser is to be asked instead. */
  async function ask({ requests, signal }) {
    signal?.throwIfAborted();
    if (!passes("permission")) return undefined;
    const ours = requests.filter(({ protocol }) => protocol === PROTOCOL);
    if (ours.length === 0 && requests.some(({ protocol }) => BROWSERS_OWN.includes(protocol) && nativeAllows(protocol))) return undefined;
    for (const { protocol } of requests) {
      if (protocol !== PROTOCOL) console.warn("navigator.credentials.get: skipped a request of the protocol", protocol.slice(0, 64));
    }
    if (ours.length === 0) throw new TypeError("There is no request of a protocol that is supported here.");
    if (!passes("readiness")) return undefined;
    const { texts, fault } = requestTexts(ours);
    // Without texts, too: what no wallet could read uses the press all the same, and is refused in the background.
    if (!passes("present", texts)) return undefined;
    const outcome = await settled(signal);
    for (const code of outcome.codes ?? []) console.warn("navigator.credentials.get: the wallet refused a request:", code);
    if (outcome.refusal) throw fault && outcome.refusal.name === fault.name ? fault : exception(outcome.refusal);
    return outcome.response === undefined ? undefined : credentialOf(outcome.response);
  }

  // What WebIDL does with the argument before the first step.
  function converted({ digital, signal }) {
    // Throws for what is no signal; one of another frame is one.
    if (signal !== undefined) isAborted.call(signal);
    const requests = digital?.requests;
    if (typeof requests?.[Symbol.iterator] !== "function" || typeof requests !== "object") throw new TypeError("digital.requests must be a list.");
    return { signal, requests: Array.from(requests, convertedRequest) };
  }

  function convertedRequest(request) {
    const { protocol, data } = request ?? {};
    if (protocol === undefined) throw new TypeError("A request must have a protocol.");
    if (data === null || (typeof data !== "object" && typeof data !== "function")) throw new TypeError("A request's data must be an object.");
    return { protocol: `${protocol}`, data };
  }

  function requestTexts(requests) {
    try {
      return { texts: requests.map(({ data }) => requestText(data)) };
    } catch (fault) {
      return { fault };
    }
  }

  // The one text that the wallet will read, sign against and compare.
  function requestText(data) {
    const { deviceRequest, encryptionInfo } = plain(data) ?? {};
    if (typeof deviceRequest !== "string" || typeof encryptionInfo !== "string") {
      throw new TypeError("A request's data must have deviceRequest and encryptionInfo, both strings.");
    }
    return JSON.stringify({ deviceRequest, encryptionInfo });
  }

  function plain(data) {
    try {
      return JSON.parse(JSON.stringify(data));
    } catch {
      throw new TypeError("A request's data must be what JSON can hold.");
    }
  }

  // -------------------------------------------------------------------------------------------------------------------------
  // DigitalCredential

  function credentialOf(response) {
    const data = { response };
    const members = { id: crypto.randomUUID(), type: "digital", protocol: PROTOCOL, data, toJSON: () => ({ protocol: PROTOCOL, data }) };
    const own = Object.entries(members).map(([name, value]) => [name, { value }]);
    return Object.create(DigitalCredential.prototype, Object.fromEntries(own));
  }

  function nativeAllows(protocol) {
    return typeof native.allows === "function" && native.allows.call(native.api, protocol) === true;
  }

  function userAgentAllowsProtocol(protocol) {
    if (arguments.length === 0) throw new TypeError("1 argument required.");
    return `${protocol}` === PROTOCOL || nativeAllows(`${protocol}`);
  }

  function interfaceObject() {
    class DigitalCredential extends Credential {
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    Object.defineProperty(DigitalCredential.prototype, Symbol.toStringTag, { value: "DigitalCredential", configurable: true });
    return DigitalCredential;
  }

  function define(target, name, value, enumerable) {
    Object.defineProperty(target, name, { value, enumerable, writable: true, configurable: true });
  }

  if (!native.api) define(globalThis, "DigitalCredential", interfaceObject(), false);
  if (!nativeAllows(PROTOCOL)) define(DigitalCredential, "userAgentAllowsProtocol", userAgentAllowsProtocol, true);
  define(CredentialsContainer.prototype, "get", replacement.get, true);
})();
