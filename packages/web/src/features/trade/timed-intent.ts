import { randomUuid } from "@veritick/client/request.ts";
import { ApiError, isUnanswered } from "../../api/client.ts";
import { knownSession } from "../../api/current-user.ts";
import type { Sending } from "../../api/desk/desk.ts";
import { waitUntil } from "../../api/live/live.ts";
import type { Live } from "../../api/live/live.ts";
import { lastTickAt } from "../../api/market/entry-tick.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";
import { untilAnswered } from "../../api/until-answered.ts";

/** When an order or a sale sent now is over. */
export type End = {
  /** The last tick at which it may take effect. */
  readonly lastTick: number;
  /** When the server's clock is certainly past that tick, by the clock of events. */
  readonly overAtMs: number;
  /** How long to wait for the answer. */
  readonly answerMs: number;
};

/** The time on the way, beyond the wait for a block. */
const TRAVEL_MS = 3_000;

/**
 * Returns the end of an order sent now. It goes by the shown second alone, because the device's clock may be wrong by any
 * amount. A second is shown `delayMs` after it, so the server's clock is never behind that.
 */
export function endAt(beacon: MarketTerms["beacon"], shownTick: number, pageMs: number): End {
  const lastTick = lastTickAt(beacon, shownTick);
  const leftMs = (lastTick + 1 - shownTick) * 1000 - beacon.delayMs;
  return { lastTick, overAtMs: pageMs + leftMs + TRAVEL_MS, answerMs: beacon.period * 1000 + TRAVEL_MS };
}

/** The server gives these refusals only if no earlier try of the request took effect, and none ever will. */
const PROOFS: ReadonlySet<string | undefined> = new Set(["not_after_passed", "position_not_open"]);

/** Answers with status 503 of a server that certainly did nothing about the try that gets them. */
const NOTHING_DONE: ReadonlySet<string | undefined> = new Set(["price_not_current", "busy"]);

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

type Pending = {
  readonly key: string;
  readonly end: End;
  /** True once a try got no answer. From then on, a refusal of a later try says nothing about that one. */
  wasLost: boolean;
  isFollowed: boolean;
  running?: Promise<unknown> | undefined;
};

/** How a request without an answer ended: with its first answer, or the refusal that proves that it had no effect. */
export type Ending<T> = { readonly answer: T } | { readonly proof: string };

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The idempotency keys and ends of orders or sales until it is known how they ended. The same request sent meanwhile is a retry,
 * with the same key and end.
 */
export class TimedIntent {
  readonly #pending = new Map<string, Pending>();

  /** Returns true if the same request was sent, and may have taken effect or may do so yet. */
  isPending(body: object): boolean {
    return this.#pending.has(JSON.stringify(body));
  }

  /** Returns the last tick at which a pending request may take effect. */
  lastTickOf(body: object): number | undefined {
    return this.#pending.get(JSON.stringify(body))?.end.lastTick;
  }

  /** Sends a request once. A second caller gets the answer of the one that is on its way. */
  send<T>(body: object, end: () => End, call: (sending: Sending) => Promise<T>): Promise<T> {
    const text = JSON.stringify(body);
    const known = this.#pending.get(text);
    const pending = known ?? { key: randomUuid(), end: end(), wasLost: false, isFollowed: false };
    this.#pending.set(text, pending);
    pending.running ??= this.#try(text, pending, call);
    return pending.running as Promise<T>;
  }

  async #try<T>(text: string, pending: Pending, call: (sending: Sending) => Promise<T>): Promise<T> {
    const { key, end } = pending;
    const send = () =>
      call({
        idempotencyKey: key,
        notAfterTick: end.lastTick,
        signal: AbortSignal.timeout(end.answerMs),
      });
    try {
      const answer = await untilAnswered(send);
      this.#pending.delete(text);
      return answer;
    } catch (error) {
      const code = codeOf(error);
      const isRefused = !isUnanswered(error) || NOTHING_DONE.has(code);
      if (PROOFS.has(code) || (isRefused && !pending.wasLost)) this.#pending.delete(text);
      else pending.wasLost = true;
      throw error;
    } finally {
      pending.running = undefined;
    }
  }

  /**
   * Waits until the time of a request without an answer is over, then sends it again until the server says how it ended: by
   * then it can only get its first answer or a proof. Returns undefined if it is followed already, if another try has ended
   * it, or if its owner is no longer signed in.
   */
  async follow<T>(
    body: object,
    { price, liveness }: Pick<Live, "price" | "liveness">,
    call: (sending: Sending) => Promise<T>,
    onOver: () => void,
  ): Promise<Ending<T> | undefined> {
    const text = JSON.stringify(body);
    const pending = this.#pending.get(text);
    if (pending === undefined || pending.isFollowed) return undefined;
    pending.isFollowed = true;
    const owner = signedInId();
    const { end } = pending;
    const isOver = () => (price.get().nowTick ?? 0) > end.lastTick;
    await waitUntil(price, isOver, end.overAtMs - performance.now());
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await pending.running?.catch(() => undefined);
      if (this.#pending.get(text) !== pending || signedInId() !== owner) return undefined;
      onOver();
      try {
        return { answer: await this.send(body, () => end, call) };
      } catch (error) {
        const proof = codeOf(error);
        if (proof !== undefined && PROOFS.has(proof)) return { proof };
      }
      // Once prices come again, the server can be reached again.
      const wasLive = liveness.get() === "live";
      await waitUntil(liveness, (state) => state === "live" && !wasLive, pauseMs);
    }
  }
}

function signedInId(): string | undefined {
  const session = knownSession();
  return session.state === "signed-in" ? session.user.id : undefined;
}
