import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { useSyncExternalStore } from "react";
import { ApiError, call } from "./client.ts";

/** Unknown while loading, then signed in or signed out; unreachable when the first question got no answer. */
export type Session =
  | { readonly state: "loading" | "unreachable" | "signed-out" }
  | { readonly state: "signed-in"; readonly user: CurrentUser };

/**
 * The session lives outside the query cache: it decides which pages, and with them which code, a visitor needs at
 * all. Everything a person's data is cached in comes later and is emptied when the session changes.
 */
let session: Session = { state: "loading" };
let version = 0;
const listeners = new Set<() => void>();

function change(next: Session) {
  session = next;
  version += 1;
  for (const listener of listeners) listener();
}

export function setCurrentUser(user: CurrentUser | null) {
  change(user ? { state: "signed-in", user } : { state: "signed-out" });
}

/** The balance as the server pushed it. */
export function setBalance(balance: string) {
  if (session.state === "signed-in") setCurrentUser({ ...session.user, balance });
}

/**
 * Asks who is signed in. At the start any answer but a good one means nobody. Later only a 401 does: a server that is
 * busy or restarting changes nothing that is known, and neither does no answer at all. One that was overtaken by a push
 * or a sign-in while it was on its way is asked for again.
 */
export async function refreshCurrentUser(): Promise<void> {
  const asked = version;
  let answer: CurrentUser | null;
  try {
    answer = await call("me");
  } catch (error) {
    const isAnswer = error instanceof ApiError;
    if (session.state === "loading" && !isAnswer) return change({ state: "unreachable" });
    if (session.state !== "loading" && !(isAnswer && error.status === 401)) return;
    answer = null;
  }
  if (asked === version) setCurrentUser(answer);
  else if (session.state === "signed-in") await refreshCurrentUser();
}

/** What is known right now. */
export function knownSession(): Session {
  return session;
}

export function retrySession() {
  change({ state: "loading" });
  return refreshCurrentUser();
}

/** Calls the listener with every change of who is signed in, or of what is known of them. */
export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** The signed-in user; undefined only for the instant in which a session ends. */
export function useCurrentUser(): CurrentUser | undefined {
  return useSyncExternalStore(subscribe, () => (session.state === "signed-in" ? session.user : undefined));
}

const NAME = "session_hint";
const YEAR_SECONDS = 31_536_000;

/**
 * Whether this browser holds a session cookie, alive or not, as far as can be told: scripts cannot see it, so the server
 * sets this hint with each page. Without one nobody need be asked who is signed in.
 */
export function maySessionExist(): boolean {
  // The development server's pages come without hints.
  return import.meta.env.DEV || document.cookie.split("; ").includes(`${NAME}=1`);
}

/** Keeps the hint true between two pages, as one from the cache comes without the server's word. */
export function keepSessionHint(): void {
  let last = knownSession().state;
  subscribe(() => {
    const { state } = knownSession();
    if (state === last) return;
    last = state;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const lasts = state === "signed-in" ? YEAR_SECONDS : 0;
    if (state === "signed-in" || state === "signed-out") {
      document.cookie = `${NAME}=1; Max-Age=${lasts}; Path=/; SameSite=Lax${secure}`;
    }
  });
}
