// Between a website and the wallet: takes one request from the page that opened it, hands it to the broker under the origin that the
// browser names, and gives the answer to that page and origin alone. What the person sees and decides is in a window out of its reach.
"use strict";
const VERSION = 1;
const PROTOCOL = "org-iso-mdoc";
const PATIENCE = [500, 1000, 2000, 4000];
const REFUSED = [413, 422];
const BUSY = 409;
const part = (id) => document.getElementById(id);
let request = null;
let door = null;
let seen = 0;
let over = false;

function show(name) {
  for (const each of ["waiting", "asking", "elsewhere", "failed", "nobody"]) part(each).hidden = each !== name;
  part(name).querySelector("h1").focus();
}

function post(step, options = {}) {
  return fetch(`/relay/${document.body.dataset.secret}/${step}`, { method: "POST", ...options });
}

function tell(message) {
  over = true;
  window.opener?.postMessage(message, request.origin);
}

function finish(message) {
  tell(message);
  post(`close?seen=${seen}`, { keepalive: true }).catch(() => {});
  window.close();
}

// The website learns no more than that; the person sees the reason.
function fail(code) {
  if (over) return;
  tell({ type: "org-iso-mdoc.failed" });
  explain(code);
}

function explain(code) {
  part("code").textContent = code;
  show("failed");
}

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function begin() {
  const reply = await post("request", { headers: { "Wallet-Origin": request.origin }, body: request.data });
  if (over) return;
  // The website hears of a refusal what it hears of a person who declines, and no sooner than they close this page.
  if (REFUSED.includes(reply.status)) return explain(reply.headers.get("Wallet-Code") ?? "request.tooLarge");
  if (reply.status === BUSY) for (const each of document.querySelectorAll("[data-busy]")) each.textContent = each.dataset.busy;
  if (!reply.ok) return fail(reply.headers.get("Wallet-Code") ?? "relay.failed");
  door = reply.headers.get("Wallet-Window");
  part("reading").hidden = true;
  part("continue").disabled = false;
  part("continue").focus();
  await follow();
}

async function follow() {
  for (let misses = 0; !over;) {
    try {
      const reply = await post(`next?seen=${seen}`);
      misses = 0;
      if (reply.status === 204) continue;
      if (!reply.ok) return fail("relay.gone");
      await obey(reply);
    } catch {
      if (misses === PATIENCE.length) return fail("relay.unreachable");
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[misses]));
      misses += 1;
    }
  }
}

async function obey(reply) {
  const number = Number(reply.headers.get("Wallet-Stage"));
  switch (reply.headers.get("Wallet-Event")) {
    case "pull":
      await post("release", { body: request.data });
      seen = number;
      return;
    case "answer": {
      const response = base64url(new Uint8Array(await reply.arrayBuffer()));
      seen = number;
      return finish({ type: "org-iso-mdoc.response", protocol: PROTOCOL, data: { response } });
    }
    case "declined":
      return finish({ type: "org-iso-mdoc.declined" });
    default:
      return fail("relay.failed");
  }
}

function receive({ source, origin, data }) {
  // The first request binds the window: to who opened it, and to the origin the browser names for it.
  if (source === null || source !== window.opener || request || data?.type !== "org-iso-mdoc.request") return;
  // A page without an origin of its own can be neither named nor answered.
  if (!/^https?:\/\//.test(origin)) return;
  request = { origin, data: JSON.stringify(data.data) };
  // A host may have a "$", which means something in a text that replaces another.
  part("asks").textContent = part("asks").dataset.sentence.replace("%", () => new URL(origin).host);
  part("origin").textContent = origin;
  show("asking");
  if (data.version !== VERSION) return fail("bridge.version");
  if (data.protocol !== PROTOCOL || request.data === undefined) return fail("relay.protocol");
  begin().catch(() => fail("relay.unreachable"));
}

function proceed() {
  window.open(door, "_blank", "noopener,popup,width=480,height=760");
  show("elsewhere");
}

function decline() {
  if (request && !over) finish({ type: "org-iso-mdoc.declined" });
  else window.close();
}

// The second press of a double click is meant for what was there before. Keys press without a count.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest("button")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("DOMContentLoaded", () => {
  part("continue").addEventListener("click", proceed);
  part("decline").addEventListener("click", decline);
  part("withdraw").addEventListener("click", decline);
  part("close").addEventListener("click", decline);
  // A worker between the page and the broker is somebody else's, and reads along: the wallet has none. This is the last that it saw.
  if (navigator.serviceWorker?.controller) return explain("relay.failed");
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && request) decline();
  });
  addEventListener("pagehide", () => post(`close?seen=${seen}`, { keepalive: true }).catch(() => {}));

  if (window.opener) {
    addEventListener("message", receive);
    // Says nothing but that the page is there, so every origin may hear it.
    window.opener.postMessage({ type: "org-iso-mdoc.hello", version: VERSION }, "*");
  } else {
    show("nobody");
  }
});
