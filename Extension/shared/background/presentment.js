// One question of a page, put to the broker. docs/extension.md has the messages.
import { isConsentAddress, openConsentWindow } from "./consent-window.js";
import { connected } from "./host.js";
import { refusalOf, refusals } from "./refusals.js";

const REQUEST_LIMIT = 1_048_576; // characters, of all alternatives together
const ALTERNATIVES = 16;
const RESPONSE = /^[A-Za-z0-9_-]+$/;
const CODE = /^[A-Za-z0-9.-]{1,64}$/;
// What the broker did not end it is to hear of first, and the person to read; a window that closes before is a person who declines.
const LAST_WORDS = 2_000; // milliseconds

/**
 * `{ response }`, `{ refusal }`, or `{ absent: true }` if there is no broker. Alternatives are tried in order until one is valid; `codes` has the
 * reasons why those before are not.
 */
export async function present(asker, message, gone) {
  if (!isRequest(message)) return { refusal: refusals.invalid };
  const codes = [];
  for (const data of message.data) {
    const port = await connected(gone);
    if (port === null) return { absent: !gone.aborted, codes };
    const { code, ...outcome } = await new Conversation(port, asker, data, gone).outcome;
    if (outcome.refusal !== refusals.invalid) return { ...outcome, codes };
    codes.push(code);
  }
  return { refusal: refusals.invalid, codes };
}

function isRequest({ data }) {
  if (!Array.isArray(data) || data.length === 0 || data.length > ALTERNATIVES) return false;
  return data.every((text) => typeof text === "string") && data.reduce((sum, { length }) => sum + length, 0) <= REQUEST_LIMIT;
}

class Conversation {
  #port;
  #raw;
  #closeWindow;
  #end;
  #isOver = false;
  #isEndedThere = false;

  constructor(port, { origin, topOrigin }, data, gone) {
    this.outcome = new Promise((resolve) => (this.#end = resolve)).finally(() => this.#close());
    this.#port = port;
    this.#raw = { type: "raw", origin, data };
    port.onMessage.addListener((message) => this.#receive(message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      this.#end({ refusal: refusals.failed });
    });
    gone.addEventListener("abort", () => this.#cancel());
    port.postMessage({ type: "present", origin, topOrigin, data });
  }

  #receive(message) {
    this.#isEndedThere = ["response", "ended"].includes(message?.type);
    switch (message?.type) {
      case "window": return this.#open(message.url);
      case "pull": return this.#release();
      case "response": return this.#end(isResponse(message.response) ? { response: message.response } : { refusal: refusals.failed });
      case "ended": return this.#end({ refusal: refusalOf(message.reason), code: codeOf(message.code) });
      default: return this.#breakOff();
    }
  }

  #open(url) {
    if (this.#closeWindow || !isConsentAddress(url)) return this.#breakOff();
    this.#closeWindow = openConsentWindow(url, () => this.#cancel());
  }

  // As often as it is asked for: after an answer that could not be made the person can agree again.
  #release() {
    if (!this.#isOver) this.#port.postMessage(this.#raw);
  }

  #cancel() {
    if (this.#isOver) return;
    this.#port.postMessage({ type: "cancel" });
    this.#end({ refusal: refusals.declined });
  }

  #breakOff() {
    this.#end({ refusal: refusals.failed });
  }

  #close() {
    this.#isOver = true;
    this.#raw = null;
    this.#port.disconnect();
    if (this.#closeWindow) setTimeout(this.#closeWindow, this.#isEndedThere ? 0 : LAST_WORDS);
  }
}

function codeOf(text) {
  return typeof text === "string" && CODE.test(text) ? text : "invalid";
}

function isResponse(text) {
  return typeof text === "string" && RESPONSE.test(text) && text.length % 4 !== 1;
}
