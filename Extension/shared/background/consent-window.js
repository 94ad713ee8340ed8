// The window in which the person decides: the broker's page, in a window that no website has a hold on.

const ADDRESS = /^http:\/\/wallet\.localhost:[1-9][0-9]{0,4}\/[!-~]{0,2000}$/;

/** Whether the broker may have this address opened. */
export function isConsentAddress(url) {
  return typeof url === "string" && ADDRESS.test(url);
}

/** Opens it. `onClosed` is called if the person closes it. The function returned closes it. */
export function openConsentWindow(url, onClosed) {
  const created = chrome.windows.create({ url, type: "popup", width: 480, height: 760 });
  const watch = async (closed) => {
    if (closed === (await created).id) onClosed();
  };
  chrome.windows.onRemoved.addListener(watch);
  created.catch(onClosed);
  return async () => {
    chrome.windows.onRemoved.removeListener(watch);
    // It may be closed already.
    await created.then(({ id }) => chrome.windows.remove(id)).catch(() => {});
  };
}
