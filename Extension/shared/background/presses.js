// A press is good for one request of its tab. An extension cannot use it up as a browser does, so its use is remembered.

// Longer than a press stays good for in any browser: 5 seconds in Chromium and in Firefox.
const LIFE = 6_000; // milliseconds

const uses = new Map(); // when a tab has used a press, as long as that press can be good

/** Uses the last press in a document of a tab; false if the tab has used one since. */
export function usePress(tab, pressedAt) {
  const now = Date.now();
  for (const [other, usedAt] of uses) {
    // A use that is still to come is of a clock that was set back since.
    if (usedAt > now || now - usedAt >= LIFE) uses.delete(other);
  }
  // The document itself must have seen it: its page, or a frame of that, shares the activation of a press elsewhere.
  if (uses.has(tab) && !(pressedAt > uses.get(tab))) return false;
  uses.set(tab, now);
  return true;
}
