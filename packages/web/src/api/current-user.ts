import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { useSyncExternalStore } from "react";
import { forgetPerson } from "../lib/forget-person.ts";
import { ApiError, call } from "./client.ts";

/** The session: loading, then signed in or signed out. It is unreachable if the first call got no answer. */
export type Session =
  | { readonly state: "loading" | "unreachable" | "signed-out" }
  | { readonly state: "signed-in"; readonly user: CurrentUser };

/**
 * The session lives outside the query cache, because it decides which pages, and thus which code, a visitor needs. The cache
 * of a person's data comes later, and is emptied when the session changes.
 */
let session: Session = { state: "loading" };
let version = 0;
const listeners = new Set<() => void>();

function change(next: Session) {
  session = next;
  version += 1;
  for (const listener of listeners) listener();
}

/** Notes who is signed in. Null means that certainly nobody is, so the browser forgets the person. */
export function setCurrentUser(user: CurrentUser | null) {
  if (user === null) forgetPerson();
  change(user ? { state: "signed-in", user } : { state: "signed-out" });
}

export function setBalance(balance: string) {
  if (session.state === "signed-in") setCurrentUser({ ...session.user, balance });
}

/**
 * Asks the server who is signed in. At the start, every error answer means that nobody is; no answer leaves the session
 * unreachable. Later only a 401 signs out: the known session stays if the server is busy, restarts or does not answer. If a
 * push or a sign-in overtakes the answer, it asks again. If another tab has signed in to another account, it loads the page
 * anew: nothing here belongs to that account, but calls carry its cookie.
 */
export async function refreshCurrentUser(): Promise<void> {
  const asked = version;
  let answer: CurrentUser | null;
  try {
    answer = await call("me");
  } catch (error) {
    const isAnswer = error instanceof ApiError;
    if (session.state === "loading" && !isAnswer) return change({ state: "unreachable" });
    const isOver = isAnswer && error.status === 401;
    if (!isOver && session.state !== "loading") return;
    // A server that fails has not ended the session, so the browser forgets nothing.
    if (!isOver && asked === version) return change({ state: "signed-out" });
    answer = null;
  }
  if (asked !== version) {
    if (session.state === "signed-in") await refreshCurrentUser();
  } else if (answer !== null && isSomebodyElse(answer.id)) location.reload();
  else setCurrentUser(answer);
}

/** True if this page shows the data of a user, but not of this one. */
export const isSomebodyElse = (userId: string): boolean =>
  session.state === "signed-in" && session.user.id !== userId;

export function knownSession(): Session {
  return session;
}

export function retrySession() {
  change({ state: "loading" });
  return refreshCurrentUser();
}

/** Calls the listener whenever the session or the data of its user changes. */
export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** Returns the signed-in user; undefined only for the instant in which a session ends. */
export function useCurrentUser(): CurrentUser | undefined {
  return useSyncExternalStore(subscribe, () => (session.state === "signed-in" ? session.user : undefined));
}

const NAME = "session_hint";
const YEAR_SECONDS = 31_536_000;

/**
 * Tells whether this browser may hold a session cookie, valid or not. Scripts cannot read that cookie, so the server sets
 * this hint with each page. Without the hint, the page need not ask who is signed in.
 */
export function maySessionExist(): boolean {
  // The development server sends pages without the hint.
  return import.meta.env.DEV || document.cookie.split("; ").includes(`${NAME}=1`);
}

/** Keeps the hint true between two page loads: a page from the cache arrives without the server's hint. */
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
