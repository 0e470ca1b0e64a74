import { DEAD_AFTER_MS, SILENT_AFTER_MS, startConnection, stepConnection } from "./connection.ts";
import type { Connection, ConnectionEffect, ConnectionEvent, Step } from "./connection.ts";

/** The environment of the connection, which a test can replace. */
export type LiveWorld = {
  readonly requestToken: (signal: AbortSignal) => Promise<string>;
  /** Opens a socket. The returned function closes it, after which it reports nothing more. */
  readonly openSocket: (token: string, handlers: SocketHandlers) => () => void;
  /** Calls back once after the delay. The returned function cancels. */
  readonly after: (delayMs: number, call: () => void) => () => void;
  /** The time of a clock that goes on while the device sleeps. */
  readonly nowMs: () => number;
  /** A number from 0 on and below 1. */
  readonly random: () => number;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The reports of a socket, in the order open, texts, end. */
export type SocketHandlers = {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** The socket could not be opened, or was closed. May be called more than once. */
  readonly onEnd: () => void;
};

type LiveOutputs = {
  readonly onState: (state: Connection) => void;
  /** Handles a text message. Returns whether it brought the current price, or the news that the beacon delays it. */
  readonly onMessage: (text: string) => "price" | "held" | undefined;
};

export type LiveDriver = {
  readonly wake: () => void;
  /** Says that another call has succeeded after a failed one. */
  readonly noteReachable: () => void;
  readonly stop: () => void;
};

const SECOND_MS = 1_000;

/** Runs the connection machine: carries out its effects and turns reports into its events. */
export function startLive(world: LiveWorld, outputs: LiveOutputs): LiveDriver {
  let state: Connection;
  let closeSocket = () => {};
  let request: AbortController | undefined;
  let cancelWait = () => {};
  let cancelSilence = () => {};
  let heardAtMs = 0;

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
        cancelWait = world.after(effect.delayMs + world.random() * (effect.spreadMs ?? 0), () =>
          happen({ type: "waited" }),
        );
    }
  }

  function requestToken() {
    const controller = new AbortController();
    request = controller;
    listenForSilence();
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
    listenForSilence();
    closeSocket = world.openSocket(token, {
      onOpen: () => {
        isOpen = true;
        happen({ type: "opened" });
        listenForSilence();
      },
      onText: (text) => {
        noticeSilence(sinceHeardMs());
        // After a sleep the first texts may be as old as the sleep is long.
        if (state.phase !== "open") return;
        const brought = outputs.onMessage(text);
        if (brought === undefined) return;
        happen({ type: brought === "price" ? "priceCame" : "held" });
        listenForSilence();
      },
      onEnd: () => happen({ type: isOpen ? "closed" : "failed" }),
    });
  }

  function listenForSilence() {
    heardAtMs = world.nowMs();
    cancelSilence();
    countSilence(1);
  }

  /** Most timers stand still while the device sleeps, and a clock may be set back. The longer of the two silences counts. */
  function countSilence(seconds: number) {
    cancelSilence = world.after(SECOND_MS, () => {
      noticeSilence(Math.max(seconds * SECOND_MS, sinceHeardMs()));
      if (state.phase !== "waiting" && state.phase !== "lost") countSilence(seconds + 1);
    });
  }

  const sinceHeardMs = () => world.nowMs() - heardAtMs;

  function noticeSilence(silenceMs: number) {
    // A network that swallows everything may let neither the request nor the socket fail for minutes.
    if (silenceMs >= DEAD_AFTER_MS) happen({ type: state.phase === "open" ? "closed" : "failed" });
    else if (silenceMs >= SILENT_AFTER_MS) happen({ type: "silent" });
  }

  function wake() {
    noticeSilence(sinceHeardMs());
    happen({ type: "woken" });
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
  return { wake, noteReachable: () => happen({ type: "reachable" }), stop: discard };
}

/** Opens a WebSocket at an address such as `wss://veritick.example/ws`. The returned function closes it. */
export function openWebSocket(
  address: string,
  token: string,
  { onOpen, onText, onEnd }: SocketHandlers,
): () => void {
  let socket: WebSocket;
  try {
    socket = new WebSocket(`${address}?token=${encodeURIComponent(token)}`);
  } catch {
    // A policy may forbid sockets. That ends like a lost connection.
    return timeout(0, onEnd);
  }
  // One signal removes all listeners, so late events of a discarded socket have no effect.
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
}

export const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;

export const clockMs = (): number => Date.now();

/** Calls back once after the delay. The returned function cancels. */
export function timeout(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs);
  return () => clearTimeout(timer);
}
