// A window of the wallet: sends its forms, shows what comes back, and calls the authenticator. Everything it shows was made by the
// broker; it decides nothing.
const PATIENCE = [500, 1000, 2000, 4000];
const { secret } = document.body.dataset;
const stage = document.getElementById("stage");
let over = false;

function post(step, body, options) {
  return fetch(`/window/${secret}/${step}`, { method: "POST", body, ...options });
}

function show(html) {
  stage.innerHTML = html;
  stage.scrollTop = 0;
  over ||= stage.querySelector("[data-ended]") !== null;
  const cancel = document.getElementById("cancel");
  if (over && cancel) cancel.hidden = true;
  const first = stage.querySelector("[data-focus]");
  first?.focus();
  // A frame loses the focus when its document arrives.
  first?.addEventListener("load", () => first.focus());
}

function lose() {
  show(document.getElementById("unreachable").innerHTML);
}

// ---------------------------------------------------------------------------------------------------------------------------
// Forms

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((button) => { button.disabled = true; });
  try {
    if (form.dataset.passkey) await addPasskey(form, body);
    const reply = await post(form.dataset.step, body);
    if (reply.status === 200) show(await reply.text());
    else if (!reply.ok) lose();
  } catch (error) {
    if (error instanceof DOMException) explain();
    else lose();
  } finally {
    buttons.forEach((button) => { button.disabled = false; });
  }
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-close]")) window.close();
});

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") [...document.querySelectorAll("[data-escape]")].find((each) => each.checkVisibility())?.click();
});

// ---------------------------------------------------------------------------------------------------------------------------
// Passkeys

function explain() {
  const fault = document.getElementById("passkey-fault");
  fault.textContent = document.getElementById("passkey-unused").innerHTML;
  fault.hidden = false;
}

function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function base64url(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function addPasskey(form, body) {
  const parts = form.dataset.passkey === "create" ? await makePasskey() : await usePasskey(form.dataset);
  for (const [name, value] of Object.entries(parts)) body.set(name, base64url(value));
}

async function usePasskey({ challenge, credential }) {
  const { rawId, response } = await navigator.credentials.get({ publicKey: {
    challenge: bytes(challenge), rpId: location.hostname, userVerification: "required",
    allowCredentials: [{ type: "public-key", id: bytes(credential) }],
  } });
  return { credential: rawId, clientData: response.clientDataJSON, authenticatorData: response.authenticatorData, signature: response.signature };
}

async function makePasskey() {
  const challenge = await (await post("enrol-challenge")).text();
  const { rawId, response } = await navigator.credentials.create({ publicKey: {
    challenge: bytes(challenge), rp: { id: location.hostname, name: document.title }, attestation: "none",
    user: { id: crypto.getRandomValues(new Uint8Array(16)), name: document.title, displayName: document.title },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }], authenticatorSelection: { userVerification: "required" },
  } });
  return {
    credential: rawId, clientData: response.clientDataJSON, authenticatorData: response.getAuthenticatorData(),
    publicKey: response.getPublicKey() ?? new ArrayBuffer(0),
  };
}

// ---------------------------------------------------------------------------------------------------------------------------
// A request's stages

async function follow() {
  let seen = 0;
  for (let misses = 0; !over;) {
    try {
      const reply = await post(`next?seen=${seen}`);
      misses = 0;
      if (reply.status === 204) continue;
      if (!reply.ok) return lose();
      seen = Number(reply.headers.get("Wallet-Stage"));
      show(await reply.text());
    } catch {
      if (misses === PATIENCE.length) return lose();
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[misses]));
      misses += 1;
    }
  }
}

if (document.body.classList.contains("consent")) {
  addEventListener("pagehide", () => {
    if (!over) post("decline", undefined, { keepalive: true }).catch(() => {});
  });
  follow();
}
