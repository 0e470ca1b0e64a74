import { knownSession, subscribe } from "./current-user.ts";

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
