import type { AdminUser } from "@veritick/contract/admin.ts";
import { errorText } from "../../lib/api-error.ts";
import { adjustBalance } from "../../lib/calls-of-admins.ts";
import { useFormat } from "../../lib/format.ts";
import type { Intent } from "../../lib/intent.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useAdminText, useText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import { adminCall } from "./admin-calls.ts";
import { refreshAdministration, rememberUser } from "./admin-queries.ts";

type Handlers = { onDone: () => void; onFailed: (words: string) => void };

/** Adjusts a balance by a plain signed amount. Tried again after no answer it is sent with the same key. */
export function useAdjust({ id, email }: AdminUser, intent: Intent, { onDone, onFailed }: Handlers) {
  const text = useText();
  const { users: words } = useAdminText();
  const format = useFormat();
  return useSubmit({
    mutationFn: (amount: string) =>
      adminCall(adjustBalance, {
        params: { id },
        body: { amount },
        idempotencyKey: intent.keyFor({ id, amount }),
      }),
    onSuccess(adjusted, amount) {
      rememberUser(adjusted);
      const change = format.signedExactAmount(amount.replace(/^\+/, ""));
      notify({ title: words.adjusted, body: words.adjustedBody(change, email) });
      onDone();
    },
    onError(error) {
      const body = errorText(error, text, words.adjustFailed);
      notify({ title: text.common.error, body, tone: "destructive" });
      onFailed(body);
    },
    onSettled(_, error) {
      intent.settle(error);
      refreshAdministration(id);
    },
  });
}
