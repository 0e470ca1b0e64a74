import { call } from "../client.ts";
import { noticeEndedSession } from "../query.ts";
import { DEAD_AFTER_MS, SILENT_AFTER_MS, startConnection, stepConnection } from "./connection.ts";
import type { Connection, ConnectionEffect, ConnectionEvent, Step } from "./connection.ts";

/** The parts of the browser that the connection needs, named so that a test can stand in for them. */
type LiveWorld = {
  readonly requestToken: (signal: AbortSignal) => Promise<string>;
  /** The answer closes the socket, after which it reports nothing more. */
  readonly openSocket: (token: string, handlers: SocketHandlers) => () => void;
  /** Calls back once after the delay; the answer cancels. */
  readonly after: (delayMs: number, call: () => void) => () => void;
  readonly warn: (message: string, cause: unknown) => void;
};

/** What a socket reports, in the order open, texts, end. */
export type SocketHandlers = {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** It could not be opened, or was closed. May be called more than once. */
  readonly onEnd: () => void;
};

type LiveOutputs = {
  readonly onState: (state: Connection) => void;
  /** A text message. The answer says whether it brought the price now, or that the beacon keeps it back. */
  readonly onMessage: (text: string) => "price" | "held" | undefined;
};

export type LiveDriver = { readonly wake: () => void; readonly stop: () => void };

/** Runs the connection machine: does its effects and turns what happens into its events. */
export function startLive(world: LiveWorld, outputs: LiveOutputs): LiveDriver {
  let state: Connection;
  let closeSocket = () => {};
  let request: AbortController | undefined;
  let cancelWait = () => {};
  let cancelSilence = () => {};

  function apply(step: Step) {
    const changed = state !== step.state;
    state = step.state;
    if (changed) outputs.onState(state);
    for (const effect of step.effects) run(effect);
  }

  function happen(event: ConnectionEvent) {
    apply(stepConnection(state, event));
  }

  function run(effect: ConnectionEffect) {
    switch (effect.type) {
      case "discardSocket":
        return discard();
      case "requestToken":
        return requestToken();
      case "openSocket":
        return openSocket(effect.token);
      case "wait":
        cancelWait = world.after(effect.delayMs, () => happen({ type: "waited" }));
    }
  }

  function requestToken() {
    const controller = new AbortController();
    request = controller;
    world.requestToken(controller.signal).then(
      (token) => {
        if (!controller.signal.aborted) happen({ type: "tokenReceived", token });
      },
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        world.warn("no token for the live connection", cause);
        happen({ type: "failed" });
      },
    );
  }

  function openSocket(token: string) {
    let isOpen = false;
    closeSocket = world.openSocket(token, {
      onOpen: () => {
        isOpen = true;
        happen({ type: "opened" });
        listenForSilence();
      },
      onText: (text) => {
        const brought = outputs.onMessage(text);
        if (brought === undefined) return;
        happen({ type: brought === "price" ? "priceCame" : "held" });
        listenForSilence();
      },
      onEnd: () => happen({ type: isOpen ? "closed" : "failed" }),
    });
  }

  function listenForSilence() {
    cancelSilence();
    cancelSilence = world.after(SILENT_AFTER_MS, () => {
      happen({ type: "silent" });
      cancelSilence = world.after(DEAD_AFTER_MS - SILENT_AFTER_MS, () => happen({ type: "closed" }));
    });
  }

  function discard() {
    request?.abort();
    cancelWait();
    cancelSilence();
    closeSocket();
  }

  const first = startConnection();
  state = first.state;
  outputs.onState(state);
  for (const effect of first.effects) run(effect);
  return { wake: () => happen({ type: "woken" }), stop: discard };
}

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
function socketAddress({ protocol, host }: { protocol: string; host: string }, token: string): string {
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
