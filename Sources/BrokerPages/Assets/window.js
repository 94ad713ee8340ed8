// A window of the wallet: sends its forms, shows what comes back, and calls the authenticator. Everything it shows was made by the
// broker; it decides nothing. It is there before what it serves is, so that no press finds a form that nobody sends.
"use strict";
const PATIENCE = [500, 1000, 2000, 4000];
// A worker between the window and the broker is somebody else's, and reads along: the wallet has none. This is the last that it saw.
const overheard = Boolean(navigator.serviceWorker?.controller);
let over = overheard;

function post(step, body, options) {
  return fetch(`/window/${document.body.dataset.secret}/${step}`, { method: "POST", body, ...options });
}

function show(html) {
  const stage = document.getElementById("stage");
  closeCamera();
  stage.innerHTML = html;
  offerCamera();
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
// Presses

// The second press of a double click is meant for what was there before the first one was answered. Keys press without a count.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest("button")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

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
// Pictures of codes: decoded and made small here, by the browser, so that nobody else has to read the file

const LONGEST_SIDE = 1280;

document.addEventListener("change", async ({ target }) => {
  if (target.type !== "file" || !target.files.length) return;
  // A file that is no picture.
  if (!await sendPicture(target.files[0])) target.value = "";
});

// Whether the source is a picture.
async function sendPicture(source) {
  try {
    const { width, pixels } = await greyValues(source);
    closeCamera();
    const remember = document.getElementById("remember").checked ? "&remember=yes" : "";
    const reply = await post(`picture?width=${width}${remember}`, pixels);
    if (reply.status === 200) show(await reply.text());
    else if (!reply.ok) lose();
  } catch (error) {
    if (error instanceof DOMException) return false;
    lose();
  }
  return true;
}

async function greyValues(source) {
  const picture = await createImageBitmap(source);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.fillStyle = "white";
  canvas.fillRect(0, 0, width, height);
  canvas.drawImage(picture, 0, 0, width, height);
  const { data } = canvas.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (data[4 * i] * 77 + data[4 * i + 1] * 150 + data[4 * i + 2] * 29) >> 8;
  return { width, pixels };
}

// ---------------------------------------------------------------------------------------------------------------------------
// The camera, where there is one: a still of it goes the way of a picture

let camera = null;

async function offerCamera() {
  const devices = document.getElementById("camera") ? await navigator.mediaDevices?.enumerateDevices() ?? [] : [];
  const offer = document.getElementById("camera");
  if (offer && devices.some(({ kind }) => kind === "videoinput")) offer.hidden = false;
}

function closeCamera() {
  camera?.getTracks().forEach((track) => track.stop());
  camera = null;
}

async function openCamera(offer) {
  const finder = document.getElementById("finder");
  try {
    camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: LONGEST_SIDE } } });
    finder.srcObject = camera;
    await finder.play();
    offer.querySelectorAll("[hidden]").forEach((part) => { part.hidden = false; });
    offer.querySelector("[data-camera=open]").hidden = true;
    offer.querySelector("[data-camera=take]").focus();
  } catch {
    // It is not allowed, or in use: a file and the text are left.
    closeCamera();
    offer.hidden = true;
  }
  // Nobody looks through it any more.
  if (!finder.isConnected) closeCamera();
}

document.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-camera]")?.dataset.camera;
  if (step === "open") openCamera(target.closest("#camera"));
  else if (step === "take") sendPicture(document.getElementById("finder"));
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
      const next = reply.headers.get("Wallet-Window");
      if (next) return goOn(next);
      show(await reply.text());
    } catch {
      if (misses === PATIENCE.length) return lose();
      await new Promise((resolve) => setTimeout(resolve, PATIENCE[misses]));
      misses += 1;
    }
  }
}

// Another window takes the place of this one.
function goOn(address) {
  over = true;
  location.replace(address);
}

document.addEventListener("DOMContentLoaded", () => {
  if (overheard && document.getElementById("stage")) return lose();
  if (["consent", "answer"].some((kind) => document.body.classList.contains(kind))) {
    addEventListener("pagehide", () => {
      if (!over) post("decline", undefined, { keepalive: true }).catch(() => {});
    });
    follow();
  }
  offerCamera();
});
