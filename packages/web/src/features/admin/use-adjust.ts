import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { useFormat } from "../../lib/format.ts";
import type { Intent } from "../../lib/intent.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useAdminText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import { adminCall } from "./admin-calls.ts";
import { refreshAdministration, rememberUser } from "./admin-queries.ts";
import { useTellFailure } from "./use-tell-failure.ts";

type Handlers = { onDone: () => void; onFailed: (words: string) => void };

/** Adjusts a balance by a plain signed amount. Tried again after no answer it is sent with the same key. */
export function useAdjust({ id, email }: AdminUser, intent: Intent, { onDone, onFailed }: Handlers) {
  const { users: words, proposals } = useAdminText();
  const tellFailure = useTellFailure();
  const format = useFormat();
  return useSubmit({
    mutationFn: (amount: string) =>
      adminCall("adjustBalance", {
        params: { id },
        body: { amount },
        idempotencyKey: intent.keyFor({ id, amount }),
      }),
    onSuccess(adjusted, amount) {
      rememberUser(adjusted);
      const change = format.signedExactAmount(amount.replace(/^\+/, ""));
      notify(
        adjusted.awaiting === null
          ? { title: words.adjusted, body: words.adjustedBody(change, email) }
          : { title: proposals.made, body: proposals.madeAdjustment(change, email) },
      );
      onDone();
    },
    onError(error) {
      const failure = tellFailure(error, words.adjustFailed);
      if (failure !== undefined) onFailed(failure);
    },
    onSettled(_, error) {
      intent.settle(error);
      refreshAdministration(id);
    },
  });
}
