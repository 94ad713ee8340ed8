// Asks a person for a mobile document from a web page (ISO/IEC TS 18013-7, Annex C) and hands the sealed answer to the verifier
// service of the page's own origin. The verdict is made on the server: nothing in this file learns who the person is.
//
//   verifyIdentity({ session, endpoint, way, signal })   one question, one outcome
//   <verify-identity-button>                             a button around it
//
// No build step, no framework, no global, nothing logged but the names of skipped protocols and that a browser is too old for the button.

const PROTOCOL = "org-iso-mdoc";
const BRIDGE_VERSION = 1;
const HELLO_LIMIT = 10_000;
const SERVICE_LIMIT = 30_000;
// Before an answer is sent again. A service that asks for more time gets it, up to the longest.
const REPEAT_PAUSES = [1000, 2000, 4000, 8000, 8000];
const LONGEST_PAUSE = 8000;
const REPEATABLE = [429, 502, 503, 504];
// By these codes the service says that it has an answer already, whatever it is asked.
const ANSWERED = ["session.used", "session.interrupted"];
const CLOSED_CHECK = 250;

const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
const SERVICE_CODE = /^[a-z][A-Za-z0-9]{0,31}(\.[a-z][A-Za-z0-9]{0,31}){1,3}$/;

/** Every reason this module gives by itself: the outcome it belongs to, and a sentence for developers. */
export const reasons = Object.freeze({
  "context.insecure": { kind: "unavailable", detail: "The page is not a secure context: serve it over https, or from localhost." },
  "origin.opaque": { kind: "unavailable", detail: "The page has no origin of its own: a sandboxed frame needs allow-same-origin." },
  "api.absent": { kind: "unavailable", detail: "This browser has no Digital Credentials API." },
  "protocol.unsupported": { kind: "unavailable", detail: "This browser's Digital Credentials API does not take org-iso-mdoc requests." },
  "permission.missing": { kind: "unavailable", detail: 'The permissions policy forbids it: a frame needs allow="digital-credentials-get".' },
  "bridge.silent": { kind: "unavailable", detail: "The wallet page said nothing for 10 seconds: is it running, does it send an opener policy?" },
  "aborted": { kind: "cancelled", detail: "The page's own signal was aborted." },
  "browser.aborted": { kind: "cancelled", detail: "The browser or the other device broke off, or the document went away." },
  "browser.notAllowed": { kind: "cancelled", detail: "The person declined, or the browser refused; browsers do not tell which." },
  "wallet.declined": { kind: "cancelled", detail: "The person declined in the wallet, or it refused the request; wallets do not tell which." },
  "popup.closed": { kind: "cancelled", detail: "The wallet's window was closed before an answer." },
  "popup.closedEarly": {
    kind: "cancelled",
    detail: "The wallet's window was closed before it spoke. If always: Cross-Origin-Opener-Policy must be same-origin-allow-popups.",
  },
  "activation.missing": { kind: "failed", detail: "Nobody clicked: call verifyIdentity in the handler of a click or key press." },
  "activation.expired": {
    kind: "failed",
    detail: "Fetching the request took longer than the click is good for. It is kept for the next click, if `session` is the same function.",
  },
  "page.busy": { kind: "failed", detail: "Another request of this page is still open." },
  "page.misconfigured": { kind: "failed", detail: "The button's session or endpoint makes no sense; the browser's console has the error." },
  "session.notCreated": { kind: "failed", detail: "The page's session function failed, or gave something that is not a session id." },
  "service.unreachable": { kind: "failed", detail: "The verifier service could not be reached, or redirected." },
  "service.timeout": { kind: "failed", detail: "The verifier service did not answer within 30 seconds." },
  "answer.unconfirmed": { kind: "failed", detail: "The answer was sent, and nothing says what became of it: have the site's server ask." },
  "service.unexpectedAnswer": { kind: "failed", detail: "Something answered that is not the verifier service: check the endpoint." },
  "request.unusable": { kind: "failed", detail: "The service's request is not deviceRequest and encryptionInfo as base64url without padding." },
  "request.unsupported": { kind: "failed", detail: "The service offered no org-iso-mdoc request." },
  "browser.rejectedRequest": { kind: "failed", detail: "The browser found the request malformed; check it with a linter." },
  "browser.invalidState": { kind: "failed", detail: "The document is not active, or the platform is busy with another request." },
  "browser.security": { kind: "failed", detail: "The browser refused the request for a security reason." },
  "browser.operation": { kind: "failed", detail: "The browser could not reach a wallet: no Bluetooth, or the connection broke." },
  "browser.unexpected": { kind: "failed", detail: "The browser failed in a way the Digital Credentials API does not name." },
  "response.malformed": { kind: "failed", detail: "What came from the wallet is not an org-iso-mdoc response." },
  "popup.blocked": { kind: "failed", detail: "The browser blocked the wallet's window." },
  "bridge.version": { kind: "failed", detail: "The wallet page speaks another version of the bridge." },
  "wallet.failed": { kind: "failed", detail: "The wallet page gave up." },
});
Object.values(reasons).forEach(Object.freeze);

/** Leaves the flow early with an outcome; never reaches the caller. */
class Ending extends Error {
  // Milliseconds that the service asks to wait before trying again.
  retryAfter = 0;

  constructor(reason, more) {
    super(reason);
    this.outcome = ended(reason, more);
  }
}

function ended(reason, more) {
  const { kind, detail } = reasons[reason];
  return Object.freeze({ kind, reason, detail, ...more });
}

// ---------------------------------------------------------------------------------------------------------------------------
// One question

/** Whether this way can be tried at all. Sends nothing, and says nothing about a wallet being there: no browser tells. */
export function isAvailable(way = { kind: "native" }) {
  return whyUnavailable(readWay(way)) === null;
}

// One at a time in a document: browsers allow no second request, and a second popup would hide the first.
let running = false;

/** Asks once. Resolves with an outcome; rejects with a TypeError only if the arguments make no sense. */
export async function verifyIdentity(options) {
  return settle(readOptions(options));
}

async function settle(task) {
  const outcome = await outcomeOf(task);
  if (task.handedOut && outcome.kind !== "verified-pending-server") tellService(task, outcome);
  return outcome;
}

async function outcomeOf(task) {
  if (task.signal?.aborted) return ended("aborted", { error: "AbortError" });
  if (running) return ended("page.busy", { error: "NotAllowedError" });
  const obstacle = whyUnavailable(task.way);
  if (obstacle) return ended(obstacle.reason, { error: obstacle.error });
  // The browser would refuse as well, but only after a session was used for it.
  if (!hasActivation()) return ended("activation.missing", { error: "NotAllowedError" });
  running = true;
  try {
    return await ASKING[task.way.kind](task);
  } catch (error) {
    const outcome = error instanceof Ending ? error.outcome : ended("browser.unexpected", { error: nameOf(error) });
    return task.isAnswerSent || ANSWERED.includes(outcome.reason) ? Object.freeze({ ...outcome, isAnswerSent: true }) : outcome;
  } finally {
    running = false;
  }
}

function readOptions(options) {
  if (typeof options !== "object" || options === null) throw new TypeError("verifyIdentity: give an object with a session");
  const { session, endpoint = "/verification", way = { kind: "native" }, signal } = options;
  if (typeof session !== "function" && !isSession(session)) {
    throw new TypeError("verifyIdentity: session must be a session id, or a function that returns one (or a promise of one)");
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("verifyIdentity: signal must be an AbortSignal");
  return { session, endpoint: readEndpoint(endpoint), way: readWay(way), signal, id: null, handedOut: false, isAnswerSent: false, onSending() {} };
}

function isSession(value) {
  return typeof value === "string" && SESSION.test(value);
}

// Only the page's own origin: the cookie that binds the session to this browser goes nowhere else.
function readEndpoint(endpoint) {
  const url = typeof endpoint === "string" ? parsedURL(endpoint) : null;
  if (url === null || url.search || url.hash || url.origin !== pageOrigin()) {
    throw new TypeError("verifyIdentity: endpoint must be a path of the page's own origin, such as /verification");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function readWay(way) {
  if (way?.kind === "native" || way?.kind === "app") return { kind: way.kind };
  if (way?.kind !== "bridge") throw new TypeError('verifyIdentity: way must be {kind: "native"}, {kind: "app"} or {kind: "bridge", url}');
  const url = typeof way.url === "string" ? parsedURL(way.url) : null;
  if (url === null || url.username || url.password || !isTrustworthy(url)) {
    throw new TypeError("verifyIdentity: the url of a bridge must be https, or http on this machine (localhost)");
  }
  return { kind: "bridge", url };
}

function parsedURL(text) {
  try {
    return new URL(text, pageOrigin());
  } catch {
    return null;
  }
}

// Not the document's base address, which a <base> element can turn elsewhere. An opaque origin is refused later.
function pageOrigin() {
  return globalThis.origin === "null" ? "https://opaque.invalid" : globalThis.origin;
}

function isTrustworthy(url) {
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

// What can be known before anything is sent. `error` is the name of the exception a browser gives in this case.
function whyUnavailable(way) {
  if (globalThis.origin === "null") return { reason: "origin.opaque", error: "SecurityError" };
  if (!globalThis.isSecureContext) return { reason: "context.insecure", error: "NotSupportedError" };
  if (way.kind !== "native") return null;
  const api = globalThis.DigitalCredential;
  if (typeof api !== "function" || !navigator.credentials) return { reason: "api.absent", error: "NotSupportedError" };
  if (!allowsProtocol(api)) return { reason: "protocol.unsupported", error: "TypeError" };
  // Only Chromium lets a page look; elsewhere the refusal comes from the call.
  if (document.featurePolicy?.allowsFeature("digital-credentials-get") === false) {
    return { reason: "permission.missing", error: "NotAllowedError" };
  }
  return null;
}

function allowsProtocol(api) {
  try {
    return api.userAgentAllowsProtocol(PROTOCOL) === true;
  } catch {
    return false;
  }
}

// Browsers that do not show the activation decide by themselves.
function hasActivation() {
  return navigator.userActivation?.isActive ?? true;
}

function nameOf(error) {
  return typeof error?.name === "string" ? error.name.slice(0, 64) : undefined;
}

// ---------------------------------------------------------------------------------------------------------------------------
// The verifier service

async function obtainRequests(task) {
  const kept = takeKept(task);
  if (kept) return kept;
  const answer = await handOut(task);
  task.handedOut = true;
  task.lifetime = lifetimeOf(answer);
  return readRequests(answer);
}

async function handOut(task) {
  task.id = await obtainSession(task);
  try {
    return await post(task, "request", {});
  } catch (error) {
    if (typeof task.session !== "function" || error.outcome.reason !== "session.bound") throw error;
  }
  // An earlier reply was lost, and with it the cookie to which the session is bound now: only another session helps.
  task.id = await obtainSession(task);
  return post(task, "request", {});
}

async function obtainSession(task) {
  if (typeof task.session === "string") return task.session;
  let id;
  try {
    id = await unlessAborted(Promise.resolve(task.session({ signal: task.signal })), task.signal);
  } catch (error) {
    throw error instanceof Ending ? error : new Ending("session.notCreated", { error: nameOf(error) });
  }
  if (!isSession(id)) throw new Ending("session.notCreated");
  return id;
}

function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Ending("aborted", { error: "AbortError" }));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

// How long the session lasts, counted from here: a visitor's clock may be set to any time, so the date of its end, all that older services say,
// may mislead. Counted by both clocks, since one can be set and the other may stand still while the machine sleeps. What has no known end is
// never over here: the service refuses what is.
function lifetimeOf(answer) {
  const left = Number.isFinite(answer?.expiresIn) ? 1000 * answer.expiresIn : Date.parse(answer?.expiresAt) - Date.now();
  const [start, date] = [performance.now(), Date.now()];
  return { isOver: (wait = 0) => Math.max(performance.now() - start, Date.now() - date) + wait >= left };
}

// A request that came too late for its click, so that a slow network does not make the person wait for ever. It is kept with its question: that of
// a button, or else the latest, which is the same if the session is.
let latestQuestion = {};

function takeKept(task) {
  if (!task.question) {
    if (latestQuestion.session !== task.session) latestQuestion = { session: task.session };
    task.question = latestQuestion;
  }
  const { kept } = task.question;
  task.question.kept = null;
  if (!kept || kept.endpoint !== task.endpoint || kept.lifetime.isOver()) return null;
  task.id = kept.id;
  task.lifetime = kept.lifetime;
  task.handedOut = true;
  return kept.requests;
}

async function post(task, step, body, patience = SERVICE_LIMIT) {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, patience);
  task.signal?.addEventListener("abort", stop, { once: true });
  if (task.signal?.aborted) stop();
  let answer, text;
  try {
    answer = await fetch(addressOf(task, step), messageOf(body, { signal: limit.signal }));
    text = await answer.text();
  } catch (error) {
    if (task.signal?.aborted) throw new Ending("aborted", { error: "AbortError" });
    throw new Ending(limit.signal.aborted ? "service.timeout" : "service.unreachable", { error: nameOf(error) });
  } finally {
    clearTimeout(timer);
    task.signal?.removeEventListener("abort", stop);
  }
  const content = parsedJSON(text);
  if (!answer.ok) throw problemOf(answer, content);
  if (content === null) throw new Ending("service.unexpectedAnswer", { status: answer.status });
  return content;
}

function addressOf(task, step) {
  return `${task.endpoint}/sessions/${task.id}/${step}`;
}

function messageOf(body, more) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, application/problem+json" },
    body: JSON.stringify(body),
    mode: "same-origin",
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
    // A page with the policy no-referrer would send "Origin: null", which the service refuses.
    referrerPolicy: "strict-origin",
    ...more,
  };
}

function parsedJSON(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

// Problem details (RFC 9457): the service's stable code becomes the reason.
function problemOf(answer, problem) {
  const known = typeof problem?.code === "string" && SERVICE_CODE.test(problem.code);
  const ending = new Ending("service.unexpectedAnswer", { status: answer.status });
  const correlationId = answer.headers.get("X-Correlation-Id") ?? undefined;
  const title = typeof problem?.title === "string" ? problem.title.slice(0, 200) : "The verifier service refused.";
  const named = known ? { reason: problem.code, detail: title } : {};
  ending.outcome = Object.freeze({ ...ending.outcome, ...named, ...(correlationId && { correlationId }) });
  ending.retryAfter = Math.min(1000 * Number(answer.headers.get("Retry-After")) || 0, LONGEST_PAUSE);
  return ending;
}

// One request, or several alternatives under `requests`. Unknown protocols are skipped, as browsers do.
function readRequests(answer) {
  const offered = Array.isArray(answer.requests) ? answer.requests : [answer];
  const known = offered.filter((request) => request?.protocol === PROTOCOL);
  for (const request of offered) {
    if (!known.includes(request)) console.warn("verifyIdentity: skipped a request of the protocol", String(request?.protocol).slice(0, 64));
  }
  if (known.length === 0) throw new Ending("request.unsupported", { error: "TypeError" });
  return known.map(({ data }) => {
    if (!isBase64URL(data?.deviceRequest) || !isBase64URL(data?.encryptionInfo)) throw new Ending("request.unusable", { error: "TypeError" });
    return { protocol: PROTOCOL, data: { deviceRequest: data.deviceRequest, encryptionInfo: data.encryptionInfo } };
  });
}

function isBase64URL(value) {
  return typeof value === "string" && /^[A-Za-z0-9_-]+$/.test(value) && value.length % 4 !== 1;
}

async function handIn(task, credential) {
  const response = credential?.data?.response;
  if (credential?.protocol !== PROTOCOL || !isBase64URL(response)) throw new Ending("response.malformed");
  if (task.signal?.aborted) throw new Ending("aborted", { error: "AbortError" });
  // From here on nobody can take it back.
  task.signal = undefined;
  task.isAnswerSent = true;
  try {
    task.onSending();
  } catch (error) {
    // A button that cannot say so keeps no answer back.
    reportError(error);
  }
  await send(task, { protocol: PROTOCOL, data: { response } });
  return Object.freeze({ kind: "verified-pending-server", session: task.id });
}

// Again, while nothing says what became of it: nobody should have to consent twice because a reply was lost. A session answers once, so
// `session.used` says that the answer is there: browsers, too, send a post again whose connection broke.
async function send(task, answer) {
  const end = performance.now() + SERVICE_LIMIT;
  for (const pause of [...REPEAT_PAUSES, Infinity]) {
    try {
      return await post(task, "response", answer, end - performance.now());
    } catch (error) {
      const { reason, status, error: name, correlationId } = error.outcome;
      if (reason === "session.used") return;
      const isRepeatable = status === undefined || REPEATABLE.includes(status);
      if (!isRepeatable && !reason.startsWith("service.")) throw error;
      const wait = Math.max(pause, error.retryAfter);
      const isOver = performance.now() + wait >= end || task.lifetime.isOver(wait);
      if (!isRepeatable || isOver) throw new Ending("answer.unconfirmed", { error: name, status, correlationId });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

// For the site's backend to know; nobody waits for it. What the service itself refused it knows already, and of an answer it knows more.
function tellService(task, outcome) {
  if (task.isAnswerSent || outcome.status !== undefined || outcome.reason.startsWith("service.")) return;
  fetch(addressOf(task, "outcome"), messageOf({ outcome: outcome.kind }, { keepalive: true })).catch(() => {});
}

// ---------------------------------------------------------------------------------------------------------------------------
// The browser's own way

async function askThroughBrowser(task) {
  const requests = await obtainRequests(task);
  if (!hasActivation()) {
    task.question.kept = { endpoint: task.endpoint, id: task.id, requests, lifetime: task.lifetime };
    throw new Ending("activation.expired", { error: "NotAllowedError" });
  }
  return handIn(task, await credentialFromBrowser(requests, task.signal));
}

async function credentialFromBrowser(requests, signal) {
  try {
    // Drafts before 2026 insist on this mediation, later ones ignore it.
    const ask = (signal) => navigator.credentials.get({ mediation: "required", digital: { requests }, signal });
    const credential = await unlessLeft(ask, signal);
    return typeof credential?.toJSON === "function" ? credential.toJSON() : credential;
  } catch (error) {
    if (signal?.aborted) throw new Ending("aborted", { error: "AbortError" });
    throw error instanceof Ending ? error : new Ending(reasonOfException(error), { error: nameOf(error) });
  }
}

// A page that is left takes its question back, since the answer would find no page, and hears of that once Back brings it as it was. A browser
// may drop the question by itself, and settle nothing.
function unlessLeft(ask, signal) {
  const [question, end] = [new AbortController(), new AbortController()];
  const stop = () => question.abort(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = ({ persisted }) => persisted && question.abort();
    const comeBack = ({ persisted }) => {
      if (!persisted) return;
      question.abort();
      reject(new Ending("browser.aborted", { error: "AbortError" }));
    };
    window.addEventListener("pagehide", leave, { signal: end.signal });
    window.addEventListener("pageshow", comeBack, { signal: end.signal });
    signal?.addEventListener("abort", stop, { signal: end.signal });
    if (signal?.aborted) stop();
    const isTakenBack = () => question.signal.aborted && !signal?.aborted;
    ask(question.signal).then(resolve, (error) => isTakenBack() || reject(error));
  }).finally(() => end.abort());
}

function reasonOfException(error) {
  switch (error?.name) {
    case "NotSupportedError": return "api.absent";
    case "TypeError": return "browser.rejectedRequest";
    case "NotAllowedError": return "browser.notAllowed";
    case "AbortError": return "browser.aborted";
    case "InvalidStateError": return "browser.invalidState";
    case "SecurityError": return "browser.security";
    // Chromium gives a NetworkError where the draft has an OperationError.
    case "NetworkError": case "OperationError": return "browser.operation";
    // The wallet's answer was not JSON.
    case "SyntaxError": return "response.malformed";
    default: return "browser.unexpected";
  }
}

// ---------------------------------------------------------------------------------------------------------------------------
// The bridge: a wallet's page in a popup

async function askThroughBridge(task) {
  // Opened before anything is awaited: a popup needs the click itself.
  const popup = openPopup(task.way.url);
  if (!popup) return ended("popup.blocked");
  try {
    return await handIn(task, await converse(popup, task));
  } finally {
    window.focus();
  }
}

function openPopup(url) {
  const [width, height] = [480, 760];
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  return window.open(url.href, "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
}

// The wallet's page says hello, is given the request, and answers once. Only messages of that window and that origin count.
function converse(popup, task) {
  const origin = task.way.url.origin;
  const requests = obtainRequests(task);
  const arrived = arrival(popup);
  const conversation = new AbortController();
  const { signal } = conversation;
  return new Promise((resolve, reject) => {
    let greeted = false;
    let asked = false;
    const giveUp = (ending) => {
      arrived.then(() => popup.close());
      window.addEventListener("pagehide", () => popup.close(), { once: true });
      reject(ending);
    };
    const stop = (reason, more) => giveUp(new Ending(reason, more));

    const hello = async (version) => {
      if (version !== BRIDGE_VERSION) return stop("bridge.version");
      greeted = true;
      const [request] = await requests;
      if (signal.aborted) return;
      asked = true;
      popup.postMessage({ type: "org-iso-mdoc.request", version: BRIDGE_VERSION, ...request }, origin);
    };
    const receive = ({ source, origin: sender, data }) => {
      if (source !== popup || sender !== origin) return;
      if (data?.type === "org-iso-mdoc.hello") hello(data.version).catch(giveUp);
      else if (asked && data?.type === "org-iso-mdoc.response") resolve({ protocol: data.protocol, data: data.data });
      else if (asked && data?.type === "org-iso-mdoc.declined") reject(new Ending("wallet.declined"));
      else if (asked && data?.type === "org-iso-mdoc.failed") reject(new Ending("wallet.failed", walletReason(data.reason)));
    };

    window.addEventListener("message", receive, { signal });
    task.signal?.addEventListener("abort", () => stop("aborted", { error: "AbortError" }), { signal });
    requests.catch(giveUp);
    const silence = setTimeout(() => greeted || stop("bridge.silent"), HELLO_LIMIT);
    // A last message may still be on its way when the window has gone, so it must be gone twice.
    let gone = false;
    const watch = setInterval(() => {
      if (gone) stop(greeted ? "popup.closed" : "popup.closedEarly");
      gone = popup.closed;
    }, CLOSED_CHECK);
    signal.addEventListener("abort", () => {
      clearTimeout(silence);
      clearInterval(watch);
    });
  }).finally(() => conversation.abort());
}

// Until the wallet's page has spoken, or long enough. Chromium loses a close() that meets the window on its way to the wallet's process,
// and takes no second one.
function arrival(popup) {
  const end = new AbortController();
  return new Promise((resolve) => {
    window.addEventListener("message", ({ source }) => source === popup && resolve(), { signal: end.signal });
    const patience = setTimeout(resolve, HELLO_LIMIT);
    end.signal.addEventListener("abort", () => clearTimeout(patience));
  }).finally(() => end.abort());
}

function walletReason(reason) {
  return typeof reason === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(reason) ? { walletReason: reason } : {};
}

// ---------------------------------------------------------------------------------------------------------------------------
// The page of an app

// The session function has the app ask the wallet, and gives the session once the answer is with the app's server. It fails with the
// exceptions that a browser has for the same ends.
async function askThroughApp({ session, signal }) {
  let id;
  try {
    id = await unlessAborted(Promise.resolve(session({ signal })), signal);
  } catch (error) {
    throw error instanceof Ending ? error : new Ending(reasonOfException(error), { error: nameOf(error) });
  }
  if (!isSession(id)) throw new Ending("session.notCreated");
  return Object.freeze({ kind: "verified-pending-server", session: id });
}

const ASKING = { native: askThroughBrowser, bridge: askThroughBridge, app: askThroughApp };

// ---------------------------------------------------------------------------------------------------------------------------
// The words

/** The button's languages. `{wallet}` stands for the wallet's name, `{host}` for the address of a wallet's page. */
export const languages = {
  en: {
    direction: "ltr",
    wallet: "digital ID",
    "verify-with": "Verify with {wallet}",
    "continue-with": "Continue with {wallet}",
    "verify-age-with": "Verify age with {wallet}",
    "verify-identity-with": "Verify identity with {wallet}",
    busy: "Waiting for your wallet…",
    sending: "Sending your answer…",
    cancel: "Cancel",
    sent: "Sent. The site is checking it.",
    unconfirmed: "Your answer was sent, but the site has not confirmed it.",
    cancelled: "Cancelled. You can try again.",
    unavailable: "This browser cannot ask for a digital ID.",
    silent: "The wallet did not answer.",
    blocked: "Your browser blocked the wallet’s window. Allow pop-ups for this site and try again.",
    again: "That took too long. Please press the button again.",
    failed: "That did not work. Please try again.",
    native: "Use a wallet on this or another device",
    bridge: "Use the wallet at {host}",
  },
  ja: {
    direction: "ltr",
    wallet: "デジタルID",
    "verify-with": "{wallet}で確認",
    "continue-with": "{wallet}で続ける",
    "verify-age-with": "{wallet}で年齢を確認",
    "verify-identity-with": "{wallet}で本人確認",
    busy: "ウォレットの応答を待っています…",
    sending: "回答を送信しています…",
    cancel: "キャンセル",
    sent: "送信しました。サイトが確認しています。",
    unconfirmed: "回答は送信されましたが、サイトからの確認はまだありません。",
    cancelled: "キャンセルされました。もう一度お試しいただけます。",
    unavailable: "このブラウザーではデジタルIDを提示できません。",
    silent: "ウォレットから応答がありませんでした。",
    blocked: "ブラウザーがウォレットのウィンドウをブロックしました。このサイトのポップアップを許可して、もう一度お試しください。",
    again: "時間がかかりすぎました。もう一度ボタンを押してください。",
    failed: "うまくいきませんでした。もう一度お試しください。",
    native: "このデバイスまたは別のデバイスのウォレットを使う",
    bridge: "{host} のウォレットを使う",
  },
  ko: {
    direction: "ltr",
    wallet: "디지털 신분증",
    "verify-with": "{wallet}(으)로 확인",
    "continue-with": "{wallet}(으)로 계속",
    "verify-age-with": "{wallet}(으)로 나이 확인",
    "verify-identity-with": "{wallet}(으)로 신원 확인",
    busy: "지갑의 응답을 기다리는 중…",
    sending: "응답을 전송하는 중…",
    cancel: "취소",
    sent: "전송했습니다. 사이트에서 확인하고 있습니다.",
    unconfirmed: "응답을 전송했지만 사이트에서 아직 수신을 확인하지 않았습니다.",
    cancelled: "취소되었습니다. 다시 시도할 수 있습니다.",
    unavailable: "이 브라우저에서는 디지털 신분증을 제시할 수 없습니다.",
    silent: "지갑이 응답하지 않았습니다.",
    blocked: "브라우저가 지갑 창을 차단했습니다. 이 사이트의 팝업을 허용한 뒤 다시 시도해 주세요.",
    again: "시간이 너무 오래 걸렸습니다. 버튼을 다시 눌러 주세요.",
    failed: "문제가 발생했습니다. 다시 시도해 주세요.",
    native: "이 기기 또는 다른 기기의 지갑 사용",
    bridge: "{host}의 지갑 사용",
  },
  pt: {
    direction: "ltr",
    wallet: "documento digital",
    "verify-with": "Verificar com {wallet}",
    "continue-with": "Continuar com {wallet}",
    "verify-age-with": "Verificar idade com {wallet}",
    "verify-identity-with": "Verificar identidade com {wallet}",
    busy: "Aguardando a sua carteira…",
    sending: "Enviando a sua resposta…",
    cancel: "Cancelar",
    sent: "Enviado. O site fará a verificação.",
    unconfirmed: "A sua resposta foi enviada, mas o site ainda não confirmou.",
    cancelled: "Cancelado. Você pode tentar de novo.",
    unavailable: "Este navegador não permite apresentar um documento digital.",
    silent: "A carteira não respondeu.",
    blocked: "O navegador bloqueou a janela da carteira. Permita pop-ups neste site e tente de novo.",
    again: "Demorou demais. Pressione o botão de novo.",
    failed: "Não foi possível concluir. Tente de novo.",
    native: "Usar uma carteira neste ou em outro dispositivo",
    bridge: "Usar a carteira em {host}",
  },
};

/** Adds a language, or other words for one; what is left out is taken from English. Buttons that are shown take it up. */
export function addLanguage(tag, texts) {
  const isTag = typeof tag === "string" && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag);
  if (!isTag) throw new TypeError("addLanguage: give a language tag such as fr or fr-CA");
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  for (const [key, text] of given) {
    if (!Object.hasOwn(languages.en, key)) throw new TypeError(`addLanguage: there is no text named ${key}`);
    if (typeof text !== "string") throw new TypeError(`addLanguage: the text named ${key} must be a string`);
  }
  languages[tag] = { ...languages.en, ...Object.fromEntries(given) };
  for (const button of shownButtons) button.refresh();
}

// "pt-BR" finds pt; a language that is not here finds English.
function matchingLanguage(wanted) {
  const known = new Map(Object.keys(languages).map((tag) => [tag.toLowerCase(), tag]));
  let tag = wanted.toLowerCase();
  while (tag && !known.has(tag)) tag = tag.includes("-") ? tag.slice(0, tag.lastIndexOf("-")) : "";
  return known.get(tag) ?? "en";
}

// Empty where neither the element nor anything around it says its language.
function saidLanguageOf(element) {
  for (let node = element; node; node = node.parentNode ?? node.host) {
    if (node.lang) return node.lang;
  }
  return "";
}

function languageOf(element) {
  return saidLanguageOf(element) || navigator.language || "en";
}

// Korean: 으로 after a final consonant other than ㄹ, else 로.
function withParticle(text) {
  return text.replace(/(.)\(으\)로/gu, (_, last) => {
    const code = last.codePointAt(0) - 0xac00;
    const final = code >= 0 && code < 11172 ? code % 28 : 0;
    return last + (final === 0 || final === 8 ? "로" : "으로");
  });
}

function phrase(texts, key, values = {}) {
  return withParticle(texts[key].replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder));
}

// ---------------------------------------------------------------------------------------------------------------------------
// The button

const MEANINGS = ["verify-with", "continue-with", "verify-age-with", "verify-identity-with"];

const STYLES = `
  :host {
    display: inline-block;
    max-inline-size: 100%;
    vertical-align: top;
    --ink: #15181e;
    --paper: #fff;
    --fill: var(--ink);
    --fill-hover: #2c323d;
    --fill-active: #3d4553;
    --on-fill: #fff;
    --line: #6b7280;
    --tint-hover: #f1f3f6;
    --tint-active: #e3e7ec;
    --off-fill: #e8eaee;
    --off-ink: #59606c;
    --ring: #1b61d1;
  }
  :host([hidden]) { display: none; }
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --ink: light-dark(#15181e, #f3f5f8);
      --paper: light-dark(#fff, #15181e);
      --fill-hover: light-dark(#2c323d, #fff);
      --fill-active: light-dark(#3d4553, #d5dae2);
      --on-fill: light-dark(#fff, #15181e);
      --line: light-dark(#6b7280, #8d96a5);
      --tint-hover: light-dark(#f1f3f6, #242a33);
      --tint-active: light-dark(#e3e7ec, #323a46);
      --off-fill: light-dark(#e8eaee, #2a2f38);
      --off-ink: light-dark(#59606c, #a9b1be);
      --ring: light-dark(#1b61d1, #8ab4ff);
    }
  }
  .root { display: grid; font-family: var(--verify-identity-font, inherit); }
  .root:lang(ja) { word-break: auto-phrase; }
  .root:lang(ko) { word-break: keep-all; overflow-wrap: break-word; }
  .main {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--verify-identity-height, 52px);
    padding-block: 10px;
    padding-inline: 18px 22px;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    border: 1.5px solid var(--verify-identity-border, transparent);
    border-radius: var(--verify-identity-radius, 14px);
    background: var(--verify-identity-background, var(--fill));
    color: var(--verify-identity-color, var(--on-fill));
    font: inherit;
    font-size: 1rem;
    font-weight: 600;
    line-height: 1.3;
    text-align: start;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
    transition: background-color 0.15s, box-shadow 0.15s, transform 0.1s;
    box-shadow: 0 1px 2px rgb(15 20 30 / 0.16), 0 2px 6px rgb(15 20 30 / 0.08);
  }
  .main:hover { background: var(--verify-identity-background-hover, var(--verify-identity-background, var(--fill-hover))); }
  .main:active {
    background: var(--verify-identity-background-hover, var(--verify-identity-background, var(--fill-active)));
    transform: scale(0.985);
  }
  .outline .main {
    border-color: var(--verify-identity-border, var(--line));
    background: var(--verify-identity-background, var(--paper));
    color: var(--verify-identity-color, var(--ink));
    box-shadow: none;
  }
  .outline .main:hover { background: var(--verify-identity-background-hover, var(--verify-identity-background, var(--tint-hover))); }
  .outline .main:active { background: var(--verify-identity-background-hover, var(--verify-identity-background, var(--tint-active))); }
  .main:focus-visible, .choice:focus-visible { outline: 3px solid var(--verify-identity-focus, var(--ring)); outline-offset: 2px; }
  .busy .main, .sent .main { cursor: default; transform: none; }
  .disabled .main, .unavailable .main,
  .disabled .main:hover, .unavailable .main:hover {
    background: var(--off-fill);
    border-color: transparent;
    color: var(--off-ink);
    box-shadow: none;
    cursor: not-allowed;
    transform: none;
  }
  .label { min-inline-size: 0; overflow-wrap: anywhere; text-wrap: balance; }
  .mark { flex: none; display: inline-flex; inline-size: 26px; justify-content: center; }
  .mark svg { display: block; inline-size: 26px; block-size: 26px; }
  .mark:has(slot.own) { inline-size: auto; }
  ::slotted([slot="mark"]) { display: block; block-size: 26px; max-inline-size: 120px; }
  .spinner {
    display: none;
    box-sizing: border-box;
    inline-size: 22px;
    block-size: 22px;
    border: 2.5px solid rgb(128 128 128 / 0.4);
    border-block-start-color: currentColor;
    border-radius: 50%;
  }
  .busy .spinner { display: block; }
  .busy .mark slot { display: none; }
  .tick { display: none; }
  .sent .tick { display: block; }
  .sent .mark slot { display: none; }
  @media (prefers-reduced-motion: no-preference) {
    .busy .spinner { animation: turn 0.9s linear infinite; }
  }
  @media (prefers-reduced-motion: reduce) {
    .main { transition: none; }
    .main:active { transform: none; }
  }
  @keyframes turn { to { transform: rotate(1turn); } }
  /* As wide as the button, never wider: a long sentence must not stretch it. */
  .status, .choices { inline-size: 0; min-inline-size: 100%; margin: 0; text-align: center; line-height: 1.4; }
  .status { font-size: 0.875rem; color: inherit; }
  /* Empty, it must stay rendered: a live region that appears with its words is often not read. */
  .status:not(:empty), .choices:not(:empty) { margin-block-start: 8px; }
  .status:not(:empty) + .choices:not(:empty) { margin-block-start: 2px; }
  .choices { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 16px; }
  .choice {
    border: 0;
    border-radius: 6px;
    padding: 6px 4px;
    min-block-size: 32px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    line-height: 1.35;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .choice:hover { text-decoration-thickness: 2px; }
  ::slotted([slot="fallback"]) { display: block; margin-block-start: 8px; text-align: center; font-size: 0.875rem; line-height: 1.4; }
  @media (forced-colors: active) {
    .main, .outline .main { border-color: ButtonText; background: ButtonFace; color: ButtonText; }
    .disabled .main, .unavailable .main,
    .disabled .main:hover, .unavailable .main:hover { border-color: GrayText; background: ButtonFace; color: GrayText; }
    .main:focus-visible, .choice:focus-visible { outline-color: Highlight; }
    .spinner { border-color: ButtonText; border-block-start-color: ButtonFace; }
    .choice { color: LinkText; }
  }
`;

// A constructed sheet: a content security policy without inline styles does not stop it. Only the document whose window made it takes it.
// Null where the browser cannot make one.
const sheets = new WeakMap();

function styleSheet(document) {
  if (sheets.has(document)) return sheets.get(document);
  let sheet;
  try {
    sheet = new document.defaultView.CSSStyleSheet();
    sheet.replaceSync(STYLES);
  } catch {
    sheet = null;
    console.warn("verify-identity-button: this browser is too old to draw it; what is inside it shows instead");
  }
  sheets.set(document, sheet);
  return sheet;
}

const shownButtons = new Set();

// Built node by node: `innerHTML` is closed under trusted types.
function make(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function drawing(...shapes) {
  const space = "http://www.w3.org/2000/svg";
  const draw = (name, attributes) => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const stroke = { fill: "none", stroke: "currentColor", "stroke-width": "1.7", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const picture = draw("svg", { viewBox: "0 0 26 26", "aria-hidden": "true", focusable: "false", ...stroke });
  picture.append(...shapes.map(([name, attributes]) => draw(name, attributes)));
  return picture;
}

// A card with a person and a tick: no organisation's mark.
function cardMark() {
  return drawing(
    ["rect", { x: "2.5", y: "5", width: "21", height: "16", rx: "3.5" }],
    ["circle", { cx: "9", cy: "11", r: "2.1" }],
    ["path", { d: "M5.6 17.2c.5-2 1.7-3 3.4-3s2.9 1 3.4 3" }],
    ["path", { d: "M15.3 13.3l1.9 1.9 3.5-4" }],
  );
}

function tickMark() {
  return drawing(["circle", { cx: "13", cy: "13", r: "9.5" }], ["path", { d: "M8.6 13.4l3 3 5.8-6.4" }]);
}

// A server that renders pages may load this module too.
const Base = globalThis.HTMLElement ?? class {};

/** The button. Fires `outcome`, whose `detail` is what `verifyIdentity` gave. */
export class VerifyIdentityButton extends Base {
  static observedAttributes = ["meaning", "wallet-name", "label", "variant", "lang", "disabled", "session", "endpoint", "ways"];

  // Undefined before the button is in a page, null where the browser cannot draw it.
  #parts;
  #session = null;
  #question = {};
  #ways = null;
  #attempt = null;
  #asked = null;
  #isSending = false;
  #result = null;
  #languageWatch = null;

  connectedCallback() {
    for (const name of ["session", "ways", "meaning", "walletName", "label", "variant", "disabled", "endpoint"]) this.#adopt(name);
    this.#dress();
    shownButtons.add(this);
    window.addEventListener("pageshow", this.#takeUp);
    this.#languageWatch = new MutationObserver(() => this.refresh());
    // What changes inside of a shadow root is told to nobody outside.
    for (let root = this.getRootNode(); root; root = root.host?.getRootNode()) {
      this.#languageWatch.observe(root, { subtree: true, attributes: true, attributeFilter: ["lang"] });
    }
    this.refresh();
  }

  disconnectedCallback() {
    shownButtons.delete(this);
    window.removeEventListener("pageshow", this.#takeUp);
    this.#languageWatch?.disconnect();
    // Moving an element disconnects it for a moment; only one that stays away stops waiting.
    queueMicrotask(() => this.isConnected || this.cancel());
  }

  attributeChangedCallback(name, _, value) {
    // A property that a script set before the element was defined is adopted later, and wins.
    if (Object.hasOwn(this, name)) return;
    if (name === "session") this.session = value;
    else if (name === "ways") this.ways = value;
    else this.refresh();
  }

  /** A session id, or a function that fetches one on the click. */
  get session() { return this.#session; }
  set session(value) {
    // A page that is drawn anew may set all of it again.
    if (value === this.#session) return;
    // A function in place of a function asks the same: a page that is drawn anew makes new ones.
    if (typeof value !== "function" || typeof this.#session !== "function") {
      this.#question = {};
      this.#result = null;
    }
    this.#session = value;
    this.refresh();
  }

  /** The ways in order; the first starts on the click, the others are choices below the button. A text is read as the attribute is. */
  get ways() { return this.#ways ?? [{ kind: "native" }]; }
  set ways(value) {
    const ways = typeof value === "string" ? waysFrom(value) : value;
    ways?.forEach(readWay);
    this.#ways = ways?.length > 0 ? [...ways] : null;
    this.refresh();
  }

  get endpoint() { return this.getAttribute("endpoint") ?? "/verification"; }
  set endpoint(value) { this.#reflect("endpoint", value); }
  get meaning() { return MEANINGS.find((meaning) => meaning === this.getAttribute("meaning")) ?? "verify-with"; }
  set meaning(value) { this.#reflect("meaning", value); }
  get walletName() { return this.getAttribute("wallet-name"); }
  set walletName(value) { this.#reflect("wallet-name", value); }
  get label() { return this.getAttribute("label"); }
  set label(value) { this.#reflect("label", value); }
  get variant() { return this.getAttribute("variant") === "outline" ? "outline" : "dark"; }
  set variant(value) { this.#reflect("variant", value); }
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(value) { this.toggleAttribute("disabled", Boolean(value)); }

  /** `ready`, `busy`, `sent`, `unavailable` or `disabled`; also the attribute `state`, for the site's styles. */
  get state() {
    if (this.#attempt) return "busy";
    if (this.#result?.kind === "verified-pending-server") return "sent";
    if (this.disabled) return "disabled";
    return this.#parts === null || whyUnavailable(readWay(this.ways[0])) ? "unavailable" : "ready";
  }

  /** Stops waiting; the outcome is `cancelled`. Once the answer is on its way nothing stops it. */
  cancel() { this.#attempt?.abort(); }

  /** Draws the button anew. */
  refresh() {
    if (this.#parts === undefined || !this.isConnected) return;
    const state = this.state;
    if (this.#parts) this.#draw(state);
    if (this.getAttribute("state") !== state) this.setAttribute("state", state);
  }

  #draw(state) {
    const { root, main, label, status } = this.#parts;
    const language = matchingLanguage(languageOf(this));
    const texts = languages[language];
    root.className = `root ${this.variant} ${state}`;
    // Own words are in the page's language, so the page's direction and language stay.
    if (this.label) ["lang", "dir"].forEach((name) => root.removeAttribute(name));
    else Object.assign(root, { lang: language, dir: texts.direction });
    label.textContent = this.label || phrase(texts, this.meaning, { wallet: this.walletName || texts.wallet });
    main.disabled = this.disabled;
    // Not the attribute `disabled`: the focus stays where it is, and the button can still say why.
    main.setAttribute("aria-disabled", String(state !== "ready"));
    main.setAttribute("aria-busy", String(state === "busy"));
    const sentence = statusKey(state, this.#isSending, this.#result);
    // Own words are in the page's language, and what is said below them may be in another.
    Object.assign(status, { lang: language, dir: texts.direction });
    setText(status, sentence ? phrase(texts, sentence) : "");
    this.#drawChoices(state, language);
  }

  // At every connection: on the way to another document the sheet is lost. A document without a window shows nothing, and has no sheets.
  #dress() {
    if (this.#parts === null || !this.ownerDocument.defaultView) return;
    const sheet = styleSheet(this.ownerDocument);
    // A shadow, once attached, hides what is inside the element.
    if (this.#parts === undefined) this.#parts = sheet && this.#build();
    if (sheet) this.shadowRoot.adoptedStyleSheets = [sheet];
  }

  #build() {
    const shadow = this.attachShadow({ mode: "open", delegatesFocus: true });
    const slot = make("slot", { name: "mark" }, [cardMark()]);
    slot.addEventListener("slotchange", () => slot.classList.toggle("own", slot.assignedElements().length > 0));
    const tick = make("span", { class: "tick" }, [tickMark()]);
    const mark = make("span", { class: "mark", part: "mark", "aria-hidden": "true" }, [slot, make("span", { class: "spinner" }), tick]);
    const label = make("span", { class: "label", part: "label" });
    const main = make("button", { class: "main", part: "button", type: "button", "aria-describedby": "status" }, [mark, label]);
    const status = make("p", { class: "status", part: "status", id: "status", role: "status" });
    const choices = make("div", { class: "choices", part: "choices" });
    const root = make("div", { class: "root" }, [main, status, choices, make("slot", { name: "fallback" })]);
    main.addEventListener("click", (event) => this.#press(event, this.ways[0]));
    shadow.append(root);
    return { root, main, label, status, choices };
  }

  #drawChoices(state, language) {
    const { choices } = this.#parts;
    const texts = languages[language];
    const [ours, own] = [{ lang: language, dir: texts.direction }, { lang: saidLanguageOf(this), dir: "auto" }];
    const entries = state === "busy" && !this.#isSending ? [["cancel", phrase(texts, "cancel"), ours, () => this.cancel()]] : [];
    if (state === "ready" || state === "unavailable") {
      for (const way of this.ways.slice(1)) {
        if (whyUnavailable(readWay(way))) continue;
        entries.push([way.url ?? way.kind, way.label || wayText(texts, way), way.label ? own : ours, (event) => this.#press(event, way)]);
      }
    }
    const signature = JSON.stringify(entries.map(([key, text, tongue]) => [key, text, tongue]));
    if (choices.signature === signature) return;
    choices.signature = signature;
    const hadFocus = choices.contains(this.shadowRoot.activeElement);
    choices.replaceChildren(...entries.map(([, text, tongue, act]) => {
      const choice = make("button", { class: "choice", part: "choice", type: "button", ...tongue }, [text]);
      choice.addEventListener("click", act);
      return choice;
    }));
    if (hadFocus) this.#parts.main.focus();
  }

  // Back brings the page as it was left, however its question ended meanwhile. One that was still open is over: the wallet's answer would have
  // found no page. An answer that was on its way stays so until it is known what became of it, and an app keeps its question whatever the page does.
  #takeUp = ({ persisted }) => {
    if (!persisted) return;
    if (this.#asked?.kind !== "app") this.cancel();
    this.#result = null;
    this.refresh();
  };

  // Only what a person did: a click made by a script starts nothing.
  async #press(event, way) {
    if (!event.isTrusted || this.#attempt || this.disabled || this.state === "sent") return;
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#asked = way;
    this.#result = null;
    const running = this.#ask(way, attempt.signal);
    this.refresh();
    const outcome = await running;
    this.#attempt = null;
    this.#isSending = false;
    this.#result = outcome;
    this.refresh();
    this.dispatchEvent(new CustomEvent("outcome", { detail: outcome, bubbles: true, composed: true }));
  }

  async #ask(way, signal) {
    try {
      const task = readOptions({ session: this.session, endpoint: this.endpoint, way, signal });
      task.question = this.#question;
      task.onSending = () => {
        this.#isSending = true;
        this.refresh();
      };
      return await settle(task);
    } catch (error) {
      reportError(error);
      return ended("page.misconfigured", { error: nameOf(error) });
    }
  }

  // A property set before the element was defined hides the accessor. One that makes no sense must not take the button away.
  #adopt(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    try {
      this[name] = value;
    } catch (error) {
      reportError(error);
    }
  }

  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}

// "native https://wallet.example/": in order, `native`, `app`, or the address of a wallet's page.
function waysFrom(text) {
  const words = text.split(/\s+/).filter(Boolean);
  return words.map((word) => (word === "native" || word === "app" ? { kind: word } : { kind: "bridge", url: word }));
}

function wayText(texts, way) {
  return way.kind === "bridge" ? phrase(texts, "bridge", { host: readWay(way).url.host }) : phrase(texts, "native");
}

function statusKey(state, isSending, result) {
  if (state === "busy") return isSending ? "sending" : "busy";
  if (state === "sent") return "sent";
  if (state === "disabled") return null;
  if (state === "unavailable" && (!result || result.kind === "unavailable")) return "unavailable";
  switch (result?.reason) {
    case undefined: return null;
    case "bridge.silent": return "silent";
    case "popup.blocked": return "blocked";
    case "activation.expired": return "again";
    default: return result.isAnswerSent ? "unconfirmed" : result.kind;
  }
}

// Setting the same words again would make screen readers say them again.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

if (globalThis.customElements && !customElements.get("verify-identity-button")) {
  customElements.define("verify-identity-button", VerifyIdentityButton);
}
