// The wallet's side of the bridge: says hello to the page that opened it, takes one request, and answers only to the origin that
// the browser names for it.
const VERSION = 1;
const NAMES = { "org.iso.18013.5.1.mDL": "Driving licence" };
const page = (id) => document.getElementById(id);
let question = null;

function show(section) {
  for (const each of ["waiting", "selector", "consent", "ended"]) page(each).hidden = each !== section;
}

function end(title, text) {
  page("ended-title").textContent = title;
  page("ended-text").textContent = text;
  show("ended");
}

function tell(message) {
  window.opener?.postMessage(message, question.origin);
}

async function ask(path) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
  const reply = await response.json();
  if (!response.ok) throw reply;
  return reply;
}

function fail(fault) {
  const reason = typeof fault?.code === "string" ? fault.code : "wallet.unexpected";
  tell({ type: "org-iso-mdoc.failed", reason });
  end("This cannot be answered", typeof fault?.sentence === "string" ? fault.sentence : "The wallet's own server does not answer.");
}

function line(element) {
  const item = document.createElement("li");
  item.append(element.name);
  const remarks = [];
  if (element.answeredBy.length > 0) remarks.push(`answered by ${element.answeredBy.join(", ")}`);
  if (element.isMissing) remarks.push("not in your document");
  else remarks.push(element.isRetained ? "will be kept" : "not kept");
  const remark = document.createElement("span");
  remark.textContent = remarks.join(", ");
  if (element.isRetained && !element.isMissing) remark.className = "kept";
  if (element.isMissing) item.className = "missing";
  item.append(remark);
  return item;
}

function card({ docType, elements }) {
  const card = document.createElement("section");
  card.className = "document";
  const title = document.createElement("h2");
  const type = document.createElement("small");
  type.textContent = docType;
  title.append(NAMES[docType] ?? "Document", type);
  const list = document.createElement("ul");
  list.append(...elements.map(line));
  card.append(title, list);
  return card;
}

const STANDINGS = {
  trusted: (reader) => `The request is signed, and ${reader.authority} vouches for the signer.`,
  untrusted: () => "The request is signed by somebody this wallet does not know. Go by the address alone.",
  unsigned: () => "Nobody signed this request. Go by the address alone.",
};

function present({ origin, reader, documents, refusal }) {
  page("name").textContent = `${reader.name ?? new URL(origin).host} asks`;
  page("origin").textContent = origin;
  page("standing").textContent = STANDINGS[reader.standing](reader);
  page("standing").className = reader.standing;
  page("purpose").textContent = reader.purpose ?? "";
  page("purpose").hidden = !reader.purpose;
  if (reader.icon) page("icon").src = `data:image/png;base64,${reader.icon}`;
  page("icon").hidden = !reader.icon;
  page("documents").replaceChildren(...documents.map(card));
  page("refusal").textContent = refusal ? `This wallet does not answer: ${refusal.sentence}.` : "";
  page("refusal").hidden = !refusal;
  page("share").hidden = Boolean(refusal);
  page("decline").onclick = () => decline(refusal);
  show("consent");
  document.title = `${page("name").textContent} · Developer wallet`;
}

// The apps that can answer; with none or one there is nothing to select.
function select(apps) {
  if (apps.length < 2) return review(apps[0]?.app);
  page("asking").textContent = new URL(question.origin).host;
  page("apps").replaceChildren(...apps.map(({ app, name }) => {
    const choice = document.createElement("button");
    choice.id = `app-${app}`;
    choice.textContent = name;
    choice.addEventListener("click", () => review(app).catch(fail));
    return choice;
  }));
  page("cancel").onclick = () => decline(null);
  show("selector");
}

async function review(app) {
  if (app !== undefined) question.app = app;
  present(await ask("/review"));
}

function decline(refusal) {
  tell(refusal ? { type: "org-iso-mdoc.failed", reason: refusal.code } : { type: "org-iso-mdoc.declined" });
  window.close();
}

async function share() {
  page("share").disabled = true;
  try {
    const { protocol, data } = await ask("/answer");
    tell({ type: "org-iso-mdoc.response", protocol, data });
    window.close();
  } catch (fault) {
    fail(fault);
  }
}

async function receive({ source, origin, data }) {
  if (source !== window.opener || question || data?.type !== "org-iso-mdoc.request") return;
  question = { origin, protocol: data.protocol, data: data.data };
  if (data.version !== VERSION) return fail({ code: "bridge.version", sentence: "The website speaks another version of the bridge." });
  try {
    await select((await ask("/apps")).apps);
  } catch (fault) {
    fail(fault);
  }
}

page("share").addEventListener("click", share);
if (window.opener) {
  window.addEventListener("message", receive);
  // Says nothing but that the page is there, so every origin may hear it.
  window.opener.postMessage({ type: "org-iso-mdoc.hello", version: VERSION }, "*");
} else {
  end("Nobody asked", "Open this wallet from a website's verification button.");
}
