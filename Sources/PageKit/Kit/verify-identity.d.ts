/** The answer is with the verifier service. Whether it is good, only the site's server learns. */
export interface AnswerSent {
  readonly kind: "verified-pending-server";
  /** The session the site's backend asks the service about. */
  readonly session: string;
}

interface Unanswered {
  /** A sentence for developers, in English. Not for people, never personal. */
  readonly detail: string;
  /** The name of the browser's exception, or of the one a browser gives in this case. */
  readonly error?: string;
}

/** The person, or the page itself, broke off. Offer the button again, and another way. */
export interface Cancelled extends Unanswered {
  readonly kind: "cancelled";
  readonly reason: CancelledReason;
}

/** It cannot be asked here. Offer another way. */
export interface Unavailable extends Unanswered {
  readonly kind: "unavailable";
  readonly reason: UnavailableReason;
}

/** Something went wrong. Offer the button again, and another way; but first ask the site's server if the answer was sent. */
export interface Failed extends Unanswered {
  readonly kind: "failed";
  /** One of this module, or the stable code of the service's problem, such as `session.expired`. */
  readonly reason: FailedReason | ServiceCode;
  /** The answer has left the browser: whatever the reason, only the site's server can learn what became of it. Never say that nothing was shared. */
  readonly isAnswerSent?: true;
  /** The HTTP status, when the service refused. */
  readonly status?: number;
  /** What the service's log calls this exchange. */
  readonly correlationId?: string;
  /** The code given by a wallet page that gave up. */
  readonly walletReason?: string;
}

/**
 * What a question can end with. `session` is there only once `cancelled`, `unavailable` and `failed` are out of the way:
 *
 *     switch (outcome.kind) {
 *       case "verified-pending-server": return next(outcome.session);
 *       case "cancelled": case "unavailable": case "failed": return showOtherWays(outcome.reason);
 *     }
 */
export type Outcome = AnswerSent | Cancelled | Unavailable | Failed;

export type UnavailableReason =
  | "context.insecure"
  | "origin.opaque"
  | "api.absent"
  | "protocol.unsupported"
  | "permission.missing"
  | "bridge.silent";

export type CancelledReason =
  | "aborted"
  | "browser.aborted"
  | "browser.notAllowed"
  | "wallet.declined"
  | "popup.closed"
  | "popup.closedEarly";

export type FailedReason =
  | "activation.missing"
  | "activation.expired"
  | "page.busy"
  | "page.misconfigured"
  | "session.notCreated"
  | "service.unreachable"
  | "service.timeout"
  | "service.unexpectedAnswer"
  | "answer.unconfirmed"
  | "request.unusable"
  | "request.unsupported"
  | "browser.rejectedRequest"
  | "browser.invalidState"
  | "browser.security"
  | "browser.operation"
  | "browser.unexpected"
  | "response.malformed"
  | "popup.blocked"
  | "bridge.version"
  | "wallet.failed";

/** A code of the verifier service; new ones may come. */
export type ServiceCode = string & {};

/**
 * The browser's Digital Credentials API, a wallet's page in a popup (https, or http on this machine), or the app whose page it is:
 * the session function has that ask, and gives the session once the answer is with the app's server.
 */
export type Way = { readonly kind: "native" } | { readonly kind: "bridge"; readonly url: string } | { readonly kind: "app" };

/** A way as the button offers it; `label` are own words for the choice. */
export type OfferedWay = Way & { readonly label?: string };

/**
 * Fetches the id of a new session from the site's backend, on the click; once more if that session is found bound to a cookie that was lost.
 *
 * `verifyIdentity` knows a question by it: a request that came too late for its click is kept for the next call with the same function. The button
 * keeps it whichever function it is given.
 */
export type SessionSource = (context: { readonly signal: AbortSignal | undefined }) => string | PromiseLike<string>;

export interface VerifyIdentityOptions {
  /** A session id, or a function that fetches one on the click. */
  readonly session: string | SessionSource;
  /** Where the service is mounted under the page's own origin. Default: `/verification`. */
  readonly endpoint?: string;
  /** Default: `{ kind: "native" }`. */
  readonly way?: Way;
  /** Stops waiting; the outcome is `cancelled`. Once the answer is on its way nothing stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks once; call it in the handler of a click. Every expected end is an outcome.
 * Rejects with a TypeError only if the options make no sense.
 */
export declare function verifyIdentity(options: VerifyIdentityOptions): Promise<Outcome>;

/** Whether this way can be tried at all. Sends nothing, and says nothing about a wallet being there. */
export declare function isAvailable(way?: Way): boolean;

/** Every reason this module gives by itself: its outcome, and a sentence for developers. */
export declare const reasons: Readonly<
  & Record<UnavailableReason, { readonly kind: "unavailable"; readonly detail: string }>
  & Record<CancelledReason, { readonly kind: "cancelled"; readonly detail: string }>
  & Record<FailedReason, { readonly kind: "failed"; readonly detail: string }>
>;

export type Meaning = "verify-with" | "continue-with" | "verify-age-with" | "verify-identity-with";

/** The words of one language. `{wallet}` stands for the wallet's name, `{host}` for the address of a wallet's page. */
export type Texts = { direction: "ltr" | "rtl" } & Record<
  | Meaning
  | "wallet" | "busy" | "sending" | "cancel" | "sent" | "unconfirmed" | "cancelled" | "unavailable" | "silent" | "blocked" | "again" | "failed"
  | "native" | "bridge",
  string
>;

/** The button's languages: `en`, `ja`, `ko`, `pt` and those added. */
export declare const languages: Readonly<Record<string, Readonly<Texts>>>;

/** Adds a language, or other words for one; what is left out, or undefined, is taken from English. */
export declare function addLanguage(tag: string, texts: Partial<Texts>): void;

export type ButtonState = "ready" | "busy" | "sent" | "unavailable" | "disabled";

/** `<verify-identity-button>`. Fires `outcome`. */
export declare class VerifyIdentityButton extends HTMLElement {
  /** Another id, or `null`, makes the button as new; the same id, or a function in place of a function, asks the same. */
  session: string | SessionSource | null;
  get endpoint(): string;
  set endpoint(value: string | null | undefined);
  /** A text is read as the attribute is. */
  get ways(): readonly OfferedWay[];
  set ways(value: readonly OfferedWay[] | string | null | undefined);
  get meaning(): Meaning;
  set meaning(value: Meaning | null | undefined);
  walletName: string | null;
  label: string | null;
  get variant(): "dark" | "outline";
  set variant(value: "dark" | "outline" | null | undefined);
  disabled: boolean;
  readonly state: ButtonState;
  /** Stops waiting; the outcome is `cancelled`. Once the answer is on its way nothing stops it. */
  cancel(): void;
  /** Draws the button anew. */
  refresh(): void;
  addEventListener(
    type: "outcome", listener: (this: VerifyIdentityButton, event: CustomEvent<Outcome>) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (this: VerifyIdentityButton, event: HTMLElementEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener(
    type: "outcome", listener: (this: VerifyIdentityButton, event: CustomEvent<Outcome>) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (this: VerifyIdentityButton, event: HTMLElementEventMap[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "verify-identity-button": VerifyIdentityButton;
  }
}
