import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { errorText } from "../../lib/api-error.ts";
import { useIntent } from "../../lib/intent.ts";
import { useText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import { refreshAdministration, rememberIn } from "./admin-queries.ts";

type Request = { readonly id: string; readonly userId: string };

export type Decision<T> = {
  readonly name: "approve" | "reject";
  readonly send: (idempotencyKey: string) => Promise<T>;
  readonly done: (decided: T) => { readonly title: string; readonly body: string };
  readonly failed: string;
};

/**
 * Decides one deposit or withdrawal. Tried again after no answer it is sent with the same key, and a second click while
 * the first is under way does nothing.
 */
export function useDecision<T extends Request>(list: Pick<Endpoint, "path">, { userId }: T) {
  const text = useText();
  const intent = useIntent();
  const isBusy = useRef(false);
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ name, send }: Decision<T>) => send(intent.keyFor(name)),
    onSuccess(decided, { done }) {
      rememberIn(list, decided);
      notify(done(decided));
    },
    onError(error, { failed }) {
      notify({ title: text.common.error, body: errorText(error, text, failed), tone: "destructive" });
    },
    onSettled(_, error) {
      intent.settle(error);
      // After a refusal too: most likely somebody else was quicker.
      refreshAdministration(userId);
    },
  });

  return {
    pending: isPending ? variables.name : undefined,
    async decide(decision: Decision<T>): Promise<void> {
      if (isBusy.current) return;
      isBusy.current = true;
      await mutateAsync(decision).catch(() => undefined);
      isBusy.current = false;
    },
  };
}
