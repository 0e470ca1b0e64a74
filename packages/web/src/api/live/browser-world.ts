import { call } from "../client.ts";
import { noticeEndedSession } from "../query.ts";
import type { LiveWorld } from "./live-driver.ts";

/** The browser as the live connection needs it. */
export const browserWorld: LiveWorld = {
  requestToken: async (signal) => {
    try {
      return (await call("wsToken", { signal })).token;
    } catch (error) {
      // Where nothing else asks, this is the first to learn that the session is over.
      noticeEndedSession(error);
      throw error;
    }
  },
  openSocket: (token, { onOpen, onText, onEnd }) => {
    const socket = new WebSocket(socketAddress(location, token));
    // One signal takes all listeners off, so that a discarded socket's late events reach nobody.
    const listening = new AbortController();
    const { signal } = listening;
    socket.addEventListener("open", onOpen, { signal });
    socket.addEventListener("message", ({ data }) => onText(String(data)), { signal });
    socket.addEventListener("error", onEnd, { signal });
    socket.addEventListener("close", onEnd, { signal });
    return () => {
      listening.abort();
      socket.close();
    };
  },
  after: (delayMs, call) => {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
  warn: (message, cause) => console.warn(message, cause),
};

/** The secure scheme when the page is secure. */
export function socketAddress({ protocol, host }: { protocol: string; host: string }, token: string): string {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws?token=${encodeURIComponent(token)}`;
}

/** Calls back when the browser is online again and when the page becomes visible again. */
export function onWake(wake: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") wake();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
