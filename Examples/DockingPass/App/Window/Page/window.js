// The app's page: a press of the button has the app ask the wallet, once, and what comes of it is shown. The app's server decides, not this.
import "/assets/verify-identity.js";

const { secret } = document.body.dataset;
const part = (id) => document.getElementById(id);
const button = part("verify");
const ends = [...document.querySelectorAll("[data-end]")];

function post(step, options) {
  return fetch(`/window/${secret}/${step}`, { method: "POST", ...options });
}

// What the app says; nothing is left to ask when it says nothing.
async function read(step) {
  try {
    const reply = await post(step);
    if (reply.ok) return await reply.json();
  } catch {
    // It has ended.
  }
  return { kind: "gone" };
}

function show(kind, berth) {
  part("waiting").hidden = kind !== "waiting";
  for (const end of ends) end.hidden = end.dataset.end !== kind;
  const title = ends.find((end) => !end.hidden)?.querySelector("h2");
  if (!title) return;
  if (kind === "berth") title.textContent = title.textContent.replace("%", berth);
  part("question").hidden = kind === "berth" || kind === "gone";
  document.title = `${title.textContent} · Docking Pass`;
  title.focus();
}

async function ask({ signal }) {
  show("waiting");
  signal.addEventListener("abort", withdraw);
  const { kind, berth, session } = await read("ask");
  show(kind, berth);
  // The name by which browsers say that there was no answer.
  if (!session) throw new DOMException(kind, "NotAllowedError");
  return session;
}

function withdraw() {
  post("cancel", { keepalive: true }).catch(() => {});
}

async function look() {
  if (button.state === "busy") return;
  const { kind, obstacle } = await read("may");
  if (kind) return show(kind);
  button.disabled = Boolean(obstacle);
  const end = ends.find((end) => end.dataset.end === obstacle);
  part("unavailable").textContent = end ? [...end.children].map((words) => words.textContent).join(" ") : "";
  part("unavailable").hidden = !end;
}

button.session = ask;
// The page has words of its own for every end, and the button can be pressed again after all that leave it there.
button.addEventListener("outcome", () => {
  button.session = null;
  button.session = ask;
});
// Somebody may come back with a document.
addEventListener("focus", look);
addEventListener("pagehide", () => { if (button.state === "busy") withdraw(); });
look();
