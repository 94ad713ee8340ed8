// What the tests reach the kit through. `arm` says what the next click on #ask does; its outcome lands in `outcome`.
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));

const kit = await import("/verification/kit/verify-identity.js");
window.kit = kit;

window.ask = async (options) => {
  window.outcome = undefined;
  try {
    window.outcome = await kit.verifyIdentity(options);
  } catch (error) {
    window.outcome = { thrown: error.name, message: error.message };
  }
  return window.outcome;
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
