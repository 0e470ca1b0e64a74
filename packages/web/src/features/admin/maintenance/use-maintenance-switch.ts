import type { Maintenance, Settings } from "@veritick/contract/schemas/settings.ts";
import { keyOf, queryClient } from "../../../lib/query.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/notice-store.ts";
import { adminCall } from "../admin-calls.ts";
import { useTellFailure } from "../use-tell-failure.ts";

type Change = { readonly on: boolean; readonly message: string };

/** Begins or ends maintenance, or gives it another message. What was typed for it stays where it fails. */
export function useMaintenanceSwitch(now: Maintenance, onDone: () => void) {
  const { maintenance: words } = useAdminText();
  const tellFailure = useTellFailure();
  const doneWords = ({ on }: Change) => {
    if (!on) return { title: words.ended, body: words.endedBody };
    return now === null ? { title: words.begun, body: words.begunBody } : { title: words.changed };
  };

  return useSubmit({
    mutationFn: ({ on, message }: Change) =>
      adminCall("setMaintenance", { body: { on, ...(message.trim() === "" ? {} : { message }) } }),
    onSuccess({ maintenance }, change) {
      queryClient.setQueryData<Settings>(keyOf("settings"), (known) => known && { ...known, maintenance });
      notify(doneWords(change));
      onDone();
    },
    onError: (error) => void tellFailure(error, words.failed),
  });
}
