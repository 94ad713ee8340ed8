// Who asks: what the browser says of the sender. Nothing that a page or a content script wrote plays a part.

/** `{ origin, topOrigin, tab }`; null for a sender that may not ask. */
export function askerOf({ id, origin, tab, frameId, documentLifecycle = "active" }) {
  if (id !== chrome.runtime.id || tab === undefined || documentLifecycle !== "active" || !isTrustworthy(origin)) return null;
  const topOrigin = frameId === 0 ? origin : parsed(tab.url)?.origin;
  return topOrigin === origin ? { origin, topOrigin, tab: tab.id } : null;
}

// https, or http of this machine; in the one form of an origin, so that "null" and everything else is out.
function isTrustworthy(origin) {
  const url = parsed(origin);
  if (url?.origin !== origin) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname));
}

function parsed(text) {
  return URL.canParse(text) ? new URL(text) : null;
}
