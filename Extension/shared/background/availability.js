// Pages see the bridge only while there is a broker behind it. Otherwise they have what the browser itself has.
import { connected } from "./host.js";

const PLACES = {
  matches: chrome.runtime.getManifest().host_permissions,
  excludeMatches: ["http://wallet.localhost/*"], // the broker's own pages
  allFrames: true,
  matchOriginAsFallback: true,
  runAt: "document_start",
};
const SCRIPTS = [{ id: "page", js: ["page.js"], world: "MAIN", ...PLACES }, { id: "gate", js: ["gate.js"], ...PLACES }];

let last = Promise.resolve();

/** Looks whether a broker answers, and puts the bridge into the pages opened from now on, or takes it out. */
export function look() {
  // One that failed keeps no later one from looking.
  last = last.catch(() => {}).then(update);
  return last;
}

async function update() {
  const port = await connected();
  port?.disconnect();
  const isInstalled = (await chrome.scripting.getRegisteredContentScripts()).length > 0;
  if (port && !isInstalled) await chrome.scripting.registerContentScripts(SCRIPTS);
  if (!port && isInstalled) await chrome.scripting.unregisterContentScripts();
  await chrome.action.setTitle({ title: chrome.i18n.getMessage(port ? "walletAnswers" : "noWallet") });
}
