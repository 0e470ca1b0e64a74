import { useEffect, useState, useSyncExternalStore } from "react";
import type { Address } from "./addresses.ts";
import type { Language } from "./preferences.ts";

/** A mailed link to the sign-in page: what it does, and its token. */
export type AuthLink = { readonly does: "reset" | "confirm" | "keep-email"; readonly token: string };

let held: AuthLink | undefined;
let invited: string | undefined;
const listeners = new Set<() => void>();

/** Goes on as if this link had been opened, or to the sign-in page itself. */
export function holdAuthLink(link: AuthLink | undefined) {
  held = link;
  for (const listener of listeners) listener();
}

/** Returns the link in an address's hash; undefined if there is none. */
export function authLinkIn(hash: string): AuthLink | undefined {
  const [, does, token] = /^#(reset|confirm|keep-email)=(.*)$/.exec(hash) ?? [];
  return does === undefined || token === undefined ? undefined : { does: does as AuthLink["does"], token };
}

/** Returns the code after `#invite=` in an address's hash; undefined if there is none. */
export function invitationIn(hash: string): string | undefined {
  return /^#invite=([\w-]{1,64})$/.exec(hash)?.[1];
}

let setupToken: string | undefined;

/** Returns the token of `/setup?token=` and removes it from the address. Like the reset token, it stays in memory. */
export function useSetupToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? setupToken);
  useEffect(() => {
    setupToken = token;
    if (location.search !== "") history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

let closingToken: string | undefined;

/** Returns the token of `/stop-closing#` and removes it from the address. Like the reset token, it stays in memory. */
export function useClosingToken(): string | undefined {
  const [token] = useState(() => (location.hash === "" ? closingToken : location.hash.slice(1)));
  useEffect(() => {
    closingToken = token;
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

/** Returns false for text that cannot be a token of our links, so that nobody fills in a form in vain. */
export function isLinkToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/**
 * Moves the token or the code of an invitation from the address to memory. Anyone who sees the address bar or the history
 * could use it.
 */
function takeFromAddress() {
  if (location.pathname !== "/auth") return;
  const link = authLinkIn(location.hash);
  const code = invitationIn(location.hash);
  if (link === undefined && code === undefined) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  invited = code ?? invited;
  holdAuthLink(link ?? held);
}

/** Watches for links of mails and invitations, from the start or pasted into the address bar later. */
export function followLinks() {
  takeFromAddress();
  addEventListener("hashchange", takeFromAddress);
}

/** Drops the token after the link was used or given up. */
export function forgetAuthLink() {
  holdAuthLink(undefined);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the link that was opened and not used yet. */
export function useAuthLink(): AuthLink | undefined {
  return useSyncExternalStore(subscribe, () => held);
}

/** Returns the code of an invitation whose link was opened and not used yet. */
export function useInvitation(): string | undefined {
  return useSyncExternalStore(subscribe, () => invited);
}

/** Drops the code once somebody has signed in. */
export function forgetInvitation() {
  invited = undefined;
  for (const listener of listeners) listener();
}

/** The pages to which signing in leads back. From all others it leads to the dashboard. */
const WORTH_IT = /^\/(verify|fairness)\/[\w/-]+$/;

/**
 * Returns the state to set on the sign-in page's entry in the history. It survives a reload, and has no effect on a person
 * who comes to the sign-in page in another way.
 */
export function returnHere(): { readonly returnTo: string } {
  return { returnTo: location.pathname };
}

/** Returns the path to which signing in leads, by the state of the sign-in page's entry in the history. */
export function pathAfterSignIn(state: unknown): Address {
  const { returnTo } = (state ?? {}) as { returnTo?: unknown };
  return typeof returnTo === "string" && WORTH_IT.test(returnTo) ? (returnTo as Address) : "/";
}

/** Returns the links for readers of a language, or all of them if none is for these readers. */
export function linksFor<L extends { readonly language?: Language | undefined }>(
  links: readonly L[],
  language: Language,
): readonly L[] {
  const own = links.filter((link) => link.language === undefined || link.language === language);
  return own.length === 0 ? links : own;
}
