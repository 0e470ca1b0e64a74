import { openWebSocket, timeout } from "@veritick/client/live/live-driver.ts";
import type { LiveWorld } from "@veritick/client/live/live-driver.ts";
import { call } from "../client.ts";
import { noticeEndedSession } from "../query.ts";

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
  openSocket: (token, handlers) => openWebSocket(socketAddress(location), token, handlers),
  after: timeout,
  warn: (message, cause) => console.warn(message, cause),
};

/** The secure scheme when the page is secure. */
function socketAddress({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws`;
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
