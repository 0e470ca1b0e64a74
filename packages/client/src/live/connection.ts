/**
 * The live connection as a pure machine: an event and a state give the next state and its effects. The driver in
 * `live-driver.ts` runs the effects; this file uses no clock and no socket.
 *
 * One counter of attempts serves both retry rules and is reset by a successful open. A failed token or connection waits 3 s
 * times the attempt, a close waits 1 s doubled per attempt, and after five the machine rests in `lost`. There it tries once a
 * minute, and soon after it hears that the server answers again, so that a page left open comes back by itself.
 */
export type Connection = {
  readonly phase: "token" | "opening" | "open" | "waiting" | "lost";
  /** Attempts since the last successful open; one more than the most during a slow try. */
  readonly attempts: number;
  /** True once prices have come: any later attempt is a reconnection. */
  readonly wasLive: boolean;
  /**
   * `none` until the first price of this socket, `silent` after three seconds without one, `held` if the server says that
   * the beacon delays prices.
   */
  readonly pulse: "none" | "beating" | "silent" | "held";
};

export type ConnectionEvent =
  | { type: "tokenReceived"; token: string }
  /** The token was refused or the socket did not open, or neither was decided in time. */
  | { type: "failed" }
  | { type: "opened" }
  | { type: "priceCame" }
  /** There is no price because the beacon delays it. */
  | { type: "held" }
  /** No price for three seconds. */
  | { type: "silent" }
  /** The socket was closed, or has been silent for so long that it must be taken for dead. */
  | { type: "closed" }
  | { type: "waited" }
  /** Another call has succeeded after a failed one. */
  | { type: "reachable" }
  /** The browser is online again, the page is visible again, or the person asked to try again. */
  | { type: "woken" };

export type ConnectionEffect =
  | { type: "discardSocket" }
  | { type: "requestToken" }
  | { type: "openSocket"; token: string }
  | WaitEffect;
/** The driver adds up to `spreadMs` by chance, so that the pages of many people do not come back in one moment. */
type WaitEffect = { type: "wait"; delayMs: number; spreadMs?: number };

export type Step = { readonly state: Connection; readonly effects: readonly ConnectionEffect[] };

export const MAX_ATTEMPTS = 5;
export const SILENT_AFTER_MS = 3_000;
export const DEAD_AFTER_MS = 10_000;

const FAILURE_STEP_MS = 3_000;
const CLOSE_BASE_MS = 1_000;
const CLOSE_CAP_MS = 30_000;

const slowTry: WaitEffect = { type: "wait", delayMs: 45_000, spreadMs: 30_000 };
const soonTry: WaitEffect = { type: "wait", delayMs: 0, spreadMs: 10_000 };

const requestToken: ConnectionEffect = { type: "requestToken" };
const discardSocket: ConnectionEffect = { type: "discardSocket" };

export function startConnection(): Step {
  return { state: { phase: "token", attempts: 0, wasLive: false, pulse: "none" }, effects: [requestToken] };
}

export function stepConnection(state: Connection, event: ConnectionEvent): Step {
  switch (event.type) {
    case "tokenReceived":
      if (state.phase !== "token") return unchanged(state);
      return { state: { ...state, phase: "opening" }, effects: [{ type: "openSocket", token: event.token }] };
    case "opened":
      if (state.phase !== "opening") return unchanged(state);
      return { state: { ...state, phase: "open", attempts: 0 }, effects: [] };
    case "priceCame":
      if (state.phase !== "open" || state.pulse === "beating") return unchanged(state);
      return { state: { ...state, wasLive: true, pulse: "beating" }, effects: [] };
    case "held":
      if (state.phase !== "open" || state.pulse === "held") return unchanged(state);
      return { state: { ...state, wasLive: true, pulse: "held" }, effects: [] };
    case "silent":
      if (state.phase !== "open" || state.pulse === "silent") return unchanged(state);
      return { state: { ...state, pulse: "silent" }, effects: [] };
    case "failed":
      if (state.phase !== "token" && state.phase !== "opening") return unchanged(state);
      return retry(state, failureDelayMs);
    case "closed":
      if (state.phase !== "open") return unchanged(state);
      return retry(state, closeDelayMs);
    case "waited":
      if (state.phase === "lost") return tryNow(state, MAX_ATTEMPTS + 1);
      return state.phase === "waiting" ? tryNow(state, state.attempts) : unchanged(state);
    case "reachable":
      return state.phase === "lost" ? { state, effects: [discardSocket, soonTry] } : unchanged(state);
    case "woken":
      return wake(state);
  }
}

export function failureDelayMs(attempt: number): number {
  return FAILURE_STEP_MS * attempt;
}

export function closeDelayMs(attempt: number): number {
  return Math.min(CLOSE_BASE_MS * 2 ** (attempt - 1), CLOSE_CAP_MS);
}

/** The state of the connection for the rest of the page. Only `live` allows anything to be confirmed. */
export type Liveness = "connecting" | "live" | "held" | "stale" | "reconnecting" | "lost";

export function livenessOf({ phase, attempts, wasLive, pulse }: Connection): Liveness {
  // Nothing moves on the page while a slow try fails.
  if (phase === "lost" || attempts > MAX_ATTEMPTS) return "lost";
  if (phase === "open" && pulse === "beating") return "live";
  if (phase === "open" && pulse === "held") return "held";
  if (phase === "open" && pulse === "silent") return "stale";
  return wasLive || attempts > 0 ? "reconnecting" : "connecting";
}

function unchanged(state: Connection): Step {
  return { state, effects: [] };
}

function tryNow(state: Connection, attempts: number): Step {
  return {
    state: { ...state, phase: "token", attempts, pulse: "none" },
    effects: [discardSocket, requestToken],
  };
}

function retry(state: Connection, delayMs: (attempt: number) => number): Step {
  if (state.attempts >= MAX_ATTEMPTS) {
    return { state: { ...state, phase: "lost", pulse: "none" }, effects: [discardSocket, slowTry] };
  }
  const attempts = state.attempts + 1;
  return {
    state: { ...state, phase: "waiting", attempts, pulse: "none" },
    effects: [discardSocket, { type: "wait", delayMs: delayMs(attempts) }],
  };
}

function wake(state: Connection): Step {
  const isSlowTry = state.phase !== "open" && state.attempts > MAX_ATTEMPTS;
  if (state.phase === "lost" || isSlowTry) return tryNow(state, 0);
  if (state.phase === "waiting") return tryNow(state, state.attempts);
  // After a sleep a socket can look open and be dead. Without fresh prices a new one is the safe choice.
  if (state.phase === "open" && state.pulse === "silent") return tryNow(state, 0);
  return unchanged(state);
}
