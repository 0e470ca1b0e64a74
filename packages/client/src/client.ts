import type { KEY_SCOPES } from "@veritick/contract/key-scopes.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { routes } from "@veritick/contract/routes.ts";
import { ApiError, isUnanswered } from "./call-error.ts";
import type { NoAnswer } from "./call-error.ts";
import { livenessOf } from "./live/connection.ts";
import type { Liveness } from "./live/connection.ts";
import { chance, clockMs, openWebSocket, startLive, timeout } from "./live/live-driver.ts";
import { readPush } from "./live/read-push.ts";
import { randomUuid, send } from "./request.ts";
import type { Answer, CallOptions, ReplyOf, Transport } from "./request.ts";

/** The calls that a program may make. The contract's own table lists the scope that each needs. */
export type ProgramCall = keyof typeof routes & keyof typeof KEY_SCOPES;

/** The calls that take an idempotency key. Such a call has one effect even if it is sent twice, so it may be tried again. */
export const REPEATABLE: ReadonlySet<keyof typeof routes> = new Set([
  "openPosition",
  "sellPosition",
  "createDeposit",
]);

export type ClientOptions = {
  /** The address of the site: `https://veritick.example`. */
  site: string;
  key?: string;
  language?: "en" | "fr";
  /** The total number of tries of a call without an answer; 5 by default. */
  tries?: number;
  fetch?: typeof fetch;
  /** Waits so many milliseconds, in place of a timer. */
  wait?: (ms: number) => Promise<void>;
};

export type LiveHandlers = {
  /** A message, checked against the contract. */
  onPush(push: Push): void;
  /**
   * The connection is open, for the first time or again. Messages may have been missed before, so read now everything that
   * you follow.
   */
  onSync?(): void;
  onLiveness?(liveness: Liveness): void;
};

export type Client = {
  /**
   * Makes a call. A refusal is a value, and so is a missing answer. The client tries again if that is safe: for reads, and
   * for calls with an idempotency key. It makes up the key unless you name one.
   */
  call<N extends ProgramCall>(name: N, options?: CallOptions<N>): Promise<Answer<ReplyOf<N>>>;
  /** Opens the live connection, and opens it again whenever it ends. The returned object closes it. */
  live(handlers: LiveHandlers): { close(): void };
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

/** Creates a client for programs, in Node.js from 22.18 on and in browsers. */
export function createClient(options: ClientOptions): Client {
  const { key, language, tries = 5, wait = waitFor } = options;
  const site = options.site.replace(/\/+$/, "");
  const transport: Transport = {
    site,
    headers: () => ({
      "Accept-Language": language ?? "en",
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    }),
    ...(options.fetch !== undefined && { fetch: options.fetch }),
  };

  async function call<N extends ProgramCall>(
    name: N,
    asked: CallOptions<N> = {},
  ): Promise<Answer<ReplyOf<N>>> {
    const route = routes[name];
    const isRepeatable = REPEATABLE.has(name);
    const sent = isRepeatable ? { ...asked, idempotencyKey: asked.idempotencyKey ?? randomUuid() } : asked;
    const maySendAgain = isRepeatable || route.startsWith("GET ");
    for (let tried = 1; ; tried += 1) {
      const answer = await send<N>(route, sent, transport);
      if (answer.ok || !maySendAgain || tried >= tries) return answer;
      const ms = waitBefore(answer.error, tried);
      if (ms === undefined) return answer;
      await wait(ms);
    }
  }

  function live({ onPush, onSync, onLiveness }: LiveHandlers) {
    let wasOpen = false;
    const driver = startLive(
      {
        async requestToken(signal) {
          const answer = await send<"wsToken">(routes.wsToken, { signal }, transport);
          if (!answer.ok) throw answer.error;
          return answer.value.token;
        },
        openSocket: (token, handlers) => openWebSocket(`${site.replace(/^http/, "ws")}/ws`, token, handlers),
        after: timeout,
        nowMs: clockMs,
        random: chance,
        warn: () => {},
      },
      {
        onState(state) {
          const isOpen = state.phase === "open";
          if (isOpen && !wasOpen) onSync?.();
          wasOpen = isOpen;
          onLiveness?.(livenessOf(state));
        },
        onMessage(text) {
          const push = readPush(text);
          if (push === undefined) return undefined;
          onPush(push);
          if (push.type === "beacon") return push.state === "live" ? "price" : "held";
          return push.type === "price" ? "price" : undefined;
        },
      },
    );
    return { close: driver.stop };
  }

  return { call, live };
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => void timeout(ms, resolve));

/** Returns the milliseconds to wait before the next try; undefined if the answer is final. */
function waitBefore(error: ApiError | NoAnswer, tried: number): number | undefined {
  const isBusy = error instanceof ApiError && error.status === 429;
  if (!isBusy && !isUnanswered(error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS) : asked * 1000;
}
