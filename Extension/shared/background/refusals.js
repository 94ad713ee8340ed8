// What a page is told, as the exceptions of the Digital Credentials API.

// One and the same for all that a person can do, and for a person who has nothing to answer with.
const declined = { name: "NotAllowedError", message: "The request was not answered." };
const failed = { name: "OperationError", message: "The wallet could not answer." };

export const refusals = Object.freeze({
  asker: { name: "NotAllowedError", message: "This document cannot ask." },
  press: { name: "NotAllowedError", message: "Nobody pressed anything since the last request." },
  secondRequest: { name: "NotAllowedError", message: "Another request of this page is open." },
  invalid: { name: "TypeError", message: "There is no valid request." },
  declined,
  failed,
});

const ended = new Map([
  ["cancelled", declined],
  ["declined", declined],
  ["noProvider", declined],
  ["invalid", refusals.invalid],
  ["busy", { name: "InvalidStateError", message: "The wallet is busy with another request." }],
]);

/** The exception for the broker's reason; one that is not known is a failure. */
export function refusalOf(reason) {
  return ended.get(reason) ?? failed;
}
