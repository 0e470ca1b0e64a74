import { useEffect, useState, useSyncExternalStore } from "react";

let held: string | undefined;
const listeners = new Set<() => void>();

function hold(token: string | undefined) {
  held = token;
  for (const listener of listeners) listener();
}

/** What stands behind `#reset=` of an address; undefined where nothing does. */
export function resetTokenIn(hash: string): string | undefined {
  return /^#reset=(.*)$/.exec(hash)?.[1];
}

let setupToken: string | undefined;

/** The token of `/setup?token=`, which is in the address no longer once the page is drawn. Kept in memory like the other. */
export function useSetupToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? setupToken);
  useEffect(() => {
    setupToken = token;
    if (location.search !== "") history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

/** False for what no link of ours can hold, so that nobody fills in a form in vain. */
export function isLinkToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** Whoever sees the address bar or the history could use the token, so it is kept in memory only. */
function takeFromAddress() {
  const token = resetTokenIn(location.hash);
  if (token === undefined || location.pathname !== "/auth") return;
  history.replaceState(history.state, "", location.pathname + location.search);
  hold(token);
}

/** From now on a link that sets a new password is noticed, at the start or pasted into the address bar later. */
export function followResetLinks() {
  takeFromAddress();
  addEventListener("hashchange", takeFromAddress);
}

/** The link was used, or is given up. */
export function forgetResetLink() {
  hold(undefined);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token of a link that somebody has opened and not used yet. */
export function useResetToken(): string | undefined {
  return useSyncExternalStore(subscribe, () => held);
}

/** Pages that are worth coming back to: elsewhere signing in leads to the dashboard. */
const WORTH_IT = /^\/(verify|fairness)\/[\w/-]+$/;

/**
 * What a link to the sign-in page takes along, kept by that one entry of the history: it outlives a reload, and whoever
 * comes to the sign-in page in another way is not led anywhere by it.
 */
export function returnHere(): { readonly returnTo: string } {
  return { returnTo: location.pathname };
}

/** Where signing in leads, by the state of the sign-in page's entry in the history. */
export function pathAfterSignIn(state: unknown): string {
  const { returnTo } = (state ?? {}) as { returnTo?: unknown };
  return typeof returnTo === "string" && WORTH_IT.test(returnTo) ? returnTo : "/";
}
