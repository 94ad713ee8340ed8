// What the tests reach the kit through. `arm` says what the next click on #ask does; its outcome lands in `outcome`.
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));

const kit = await import("/verification/kit/verify-identity.js");
window.kit = kit;

// How long the last click took to its outcome: browsers let one count for five seconds.
let pressed = 0;
addEventListener("mousedown", (event) => (pressed = event.timeStamp), true);

window.ask = async (options) => {
  window.outcome = undefined;
  let outcome;
  try {
    outcome = await kit.verifyIdentity(options);
  } catch (error) {
    outcome = { thrown: error.name, message: error.message };
  }
  window.took = performance.now() - pressed;
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
