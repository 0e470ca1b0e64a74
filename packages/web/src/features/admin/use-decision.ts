import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { Awaiting } from "@veritick/contract/proposals.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useIntent } from "../../lib/intent.ts";
import { useAdminText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import { refreshAdministration, rememberIn } from "./admin-queries.ts";
import { useTellFailure } from "./use-tell-failure.ts";

type Request = { readonly id: string; readonly userId: string; readonly awaiting: Awaiting };

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
  const { proposals } = useAdminText();
  const tellFailure = useTellFailure();
  const intent = useIntent();
  const isBusy = useRef(false);
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ name, send }: Decision<T>) => send(intent.keyFor(name)),
    onSuccess(decided, { done }) {
      rememberIn(list, decided, userId);
      notify(
        decided.awaiting === null ? done(decided) : { title: proposals.made, body: proposals.madeDecision },
      );
    },
    onError(error, { failed }) {
      tellFailure(error, failed);
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
