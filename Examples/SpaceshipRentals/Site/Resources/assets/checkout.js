// kit:begin
import "/verification/kit/verify-identity.js";

const button = document.getElementById("verify");

let session;
// Called on the click: this site's server starts a session and tells its id.
button.session = async ({ signal }) => {
  const response = await fetch("/checkout/session", { method: "POST", headers: { "X-Form-Token": button.dataset.token }, signal });
  if (!response.ok) throw new Error(`no session: ${response.status}`);
  return session = (await response.json()).id;
};

button.addEventListener("outcome", ({ detail }) => {
  // Once the answer is sent, only this site's server can learn what became of it.
  if (detail.kind === "verified-pending-server" || (detail.kind === "failed" && detail.isAnswerSent)) location.assign(`/result?session=${session}`);
  else offerPhoto(detail);
});
// kit:end

// All of these end before an answer has left the browser.
const reasons = {
  cancelled: "You stopped, and nothing was shared. Press the button to try again, or use a photo of your ID.",
  unavailable: "This browser cannot ask for a digital ID. A photo of your ID works in every browser.",
  "bridge.silent": "No wallet answered. Press the button to try again, or use a photo of your ID.",
  failed: "Something went wrong, and nothing was shared. Press the button to try again, or use a photo of your ID.",
};

// Whatever the reason for having no answer, the form for everybody is one step away.
function offerPhoto({ kind, reason }) {
  const offer = document.getElementById("another-way");
  document.getElementById("another-way-reason").textContent = reasons[reason] ?? reasons[kind];
  offer.dataset.reason = reason;
  offer.hidden = false;
}

// Back brings the page as it was left, with words about an earlier try.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted && button.state === "ready") document.getElementById("another-way").hidden = true;
});

if (button.state === "unavailable") offerPhoto({ kind: "unavailable", reason: "button.unavailable" });
