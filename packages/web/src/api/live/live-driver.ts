import { DEAD_AFTER_MS, SILENT_AFTER_MS, startConnection, stepConnection } from "./connection.ts";
import type { Connection, ConnectionEffect, ConnectionEvent, Step } from "./connection.ts";

/** The parts of the browser that the connection needs, named so that a test can stand in for them. */
export type LiveWorld = {
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

export type LiveOutputs = {
  readonly onState: (state: Connection) => void;
  /** A text message. The answer says whether it brought a price. */
  readonly onMessage: (text: string) => boolean;
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
        if (!outputs.onMessage(text)) return;
        happen({ type: "priceCame" });
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
