import { randomUuid } from "@veritick/client/request.ts";
import { useState } from "react";
import { isUnanswered } from "./client.ts";

/**
 * The idempotency key of what a person means to do. While a submit of the same body has no answer, trying again
 * means the same thing and uses the same key; after any answer, or with another body, it is a new intent.
 */
export class Intent {
  #pending: { body: string; key: string } | undefined;

  keyFor(body: unknown): string {
    const text = JSON.stringify(body);
    if (this.#pending?.body !== text) this.#pending = { body: text, key: randomUuid() };
    return this.#pending.key;
  }

  /** True where a submit of the same body has no answer: it may have been done, and with it what it needed is gone. */
  isPending(body: unknown): boolean {
    return this.#pending?.body === JSON.stringify(body);
  }

  /** To be called after each attempt, with its error if it failed. */
  settle(error?: unknown) {
    if (error === undefined || error === null || !isUnanswered(error)) this.#pending = undefined;
  }
}

export function useIntent(): Intent {
  const [intent] = useState(() => new Intent());
  return intent;
}
