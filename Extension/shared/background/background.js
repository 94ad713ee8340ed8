// Wires the browser's events to what they start.
import { askerOf } from "./asker.js";
import { look } from "./availability.js";
import { present } from "./presentment.js";
import { usePress } from "./presses.js";
import { refusals } from "./refusals.js";

chrome.runtime.onInstalled.addListener(look);
chrome.runtime.onStartup.addListener(look);
chrome.action.onClicked.addListener(look);

// As the standard has it: one request below one top-level page.
const askingTabs = new Set();

chrome.runtime.onConnect.addListener((port) => {
  const gone = new AbortController();
  port.onDisconnect.addListener(() => gone.abort());
  port.onMessage.addListener(async (message) => {
    const outcome = await answer(askerOf(port.sender), message, gone.signal);
    if (!gone.signal.aborted) port.postMessage(outcome);
  });
});

async function answer(asker, message, gone) {
  if (asker === null) return { refusal: refusals.asker };
  if (askingTabs.has(asker.tab)) return { refusal: refusals.secondRequest };
  if (!usePress(asker.tab, message?.pressedAt)) return { refusal: refusals.press };
  askingTabs.add(asker.tab);
  try {
    const outcome = await present(asker, message, gone);
    if (outcome.absent) look();
    return outcome;
  } finally {
    askingTabs.delete(asker.tab);
  }
}
