import { useMutation } from "@tanstack/react-query";
import type { UseMutationOptions } from "@tanstack/react-query";
import { randomUuid } from "@veritick/client/request.ts";
import { useRef, useState } from "react";
import { useText } from "../locales/text.ts";
import { notify } from "../ui/overlay/notice-store.ts";
import { errorText, GivenUp, isUnanswered } from "./client.ts";
import { knownSession } from "./current-user.ts";
import { untilAnswered } from "./until-answered.ts";

/** `useMutation` for a button. A second press during the first does nothing, even before the button is drawn as busy. */
export function useSubmit<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const isBusy = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled(...settled) {
      isBusy.current = false;
      return options.onSettled?.(...settled);
    },
  });

  return {
    ...mutation,
    mutate(...args: Parameters<typeof mutation.mutate>) {
      if (isBusy.current) return;
      isBusy.current = true;
      mutation.mutate(...args);
    },
    reset() {
      isBusy.current = false;
      mutation.reset();
    },
  };
}

/** Shows a notice that a call failed and returns its words; undefined if the person gave up. */
export function useTellFailure(): (error: unknown, fallback: string, title?: string) => string | undefined {
  const text = useText();
  return (error, fallback, title = text.common.error) => {
    if (error instanceof GivenUp) {
      // If the session has ended, another notice says so.
      if (knownSession().state === "signed-in") notify(error.notice);
      return undefined;
    }
    const body = errorText(error, text, fallback);
    notify({ title, body, tone: "destructive" });
    return body;
  };
}

/**
 * The idempotency key of one intent. While a submit of the same body has no answer, a retry has the same intent and uses the
 * same key. After any answer, or with another body, it is a new intent.
 */
export class Intent {
  #pending: { body: string; key: string } | undefined;

  /** Returns true if the same body was sent and got no answer. It may have taken effect, and used up what it needed. */
  isPending(body: unknown): boolean {
    return this.#pending?.body === JSON.stringify(body);
  }

  /**
   * Makes a call with the key of its body. If the server still works on an earlier try, this waits for its answer: the work
   * is no failure to report. Neither its tries nor its answer touch the key of a newer call.
   */
  async send<T>(body: unknown, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(body);
    if (this.#pending?.body !== text) this.#pending = { body: text, key: randomUuid() };
    const { key } = this.#pending;
    const settle = () => {
      if (this.#pending?.key === key) this.#pending = undefined;
    };
    try {
      const answer = await untilAnswered(() => call(key));
      settle();
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) settle();
      throw error;
    }
  }
}

export function useIntent(): Intent {
  const [intent] = useState(() => new Intent());
  return intent;
}
