// What the tests reach the kit through. `arm` says what the next click on #ask does; its outcome lands in `outcome`.
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));

// A slow machine opens windows late: the ten seconds in which one is to speak are never over by themselves here. A clock that is installed
// later takes the place of this.
const timer = window.setTimeout;
window.setTimeout = (act, wait, ...more) => timer(act, wait === 10_000 ? 3_600_000 : wait, ...more);

const kit = await import("/verification/kit/verify-identity.js");
window.kit = kit;

window.ask = async (options) => {
  window.outcome = undefined;
  let outcome;
  try {
    outcome = await kit.verifyIdentity(options);
  } catch (error) {
    outcome = { thrown: error.name, message: error.message };
  }
  return (window.outcome = outcome);
};

window.arm = (options) => {
  document.getElementById("ask").onclick = () => ask(options);
};

window.put = (html) => {
  // Parsed apart, because the page's policy closes innerHTML.
  const parsed = document.implementation.createHTMLDocument("");
  const element = parsed.createElement("verify-identity-button");
  for (const [name, value] of Object.entries(html)) element.setAttribute(name, value);
  window.button = document.importNode(element);
  window.outcome = undefined;
  button.addEventListener("outcome", (event) => (window.outcome = event.detail));
  document.getElementById("place").replaceChildren(button);
};

window.ready = true;
