// Takes the place of a service worker that whoever had the wallet's address before left in this browser, has its pages loaded anew, and is
// gone: the wallet has no worker.
"use strict";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url);
}
