import "/verification/kit/verify-identity.js";

const WAYS = "native https://wallet.example/";
const entries = [
  ["Verify with, dark", {}],
  ["Verify with, outline", { variant: "outline" }],
  ["Continue with", { meaning: "continue-with", variant: "outline" }],
  ["Verify age with", { meaning: "verify-age-with" }],
  ["Verify identity with", { meaning: "verify-identity-with", "wallet-name": "Utopia Wallet" }],
  ["Full width", { meaning: "verify-identity-with" }, "wide"],
  ["Colours and radius of a site", { meaning: "continue-with" }, "site"],
  ["Square, lower, own wording", { variant: "outline", label: "Show my licence" }, "square"],
  ["Another way", { ways: WAYS }, "wide"],
  ["Disabled", { disabled: "" }],
  ["Disabled, outline", { disabled: "", variant: "outline" }],
  ["Unavailable", { id: "unavailable", ways: "native https://wallet.example/" }, "wide", "fallback"],
  ["Busy", { id: "busy", meaning: "verify-identity-with" }, "wide"],
  ["Cancelled", { id: "cancelled" }, "wide", "fallback"],
  ["Sent", { id: "sent" }, "wide"],
  ["日本語", { lang: "ja", meaning: "verify-identity-with", ways: WAYS }, "wide"],
  ["한국어", { lang: "ko", meaning: "verify-identity-with", variant: "outline" }],
  ["Português", { lang: "pt", meaning: "verify-identity-with", ways: WAYS }, "wide"],
];

for (const [title, attributes, className = "", fallback] of entries) {
  const section = document.createElement("section");
  section.className = className;
  const heading = document.createElement("h2");
  heading.textContent = title;
  const button = document.createElement("verify-identity-button");
  button.setAttribute("session", "s-1");
  for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
  if (fallback) {
    const link = document.createElement("a");
    Object.assign(link, { slot: "fallback", href: "#", textContent: "Upload an image instead" });
    button.append(link);
  }
  section.append(heading, button);
  document.getElementById("gallery").append(section);
}
window.ready = true;
