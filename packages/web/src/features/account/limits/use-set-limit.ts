import type { LimitKind, Limits } from "@veritick/contract/schemas/limits.ts";
import { call } from "../../../api/client.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { dismissRefusal } from "../../../ui/notice-store.ts";
import { rememberLimits } from "./limits-query.ts";

type Handlers = { onSet: (limits: Limits) => void; onFailed: (error: Error) => void };

/** Sends a limit as plain text; null for none. */
export function useSetLimit(kind: LimitKind, { onSet, onFailed }: Handlers) {
  return useSubmit({
    mutationFn: (amount: string | null) => call("setLimit", { body: { kind, amount } }),
    async onSuccess(limits) {
      await rememberLimits(limits);
      dismissRefusal();
      onSet(limits);
    },
    onError: onFailed,
  });
}
