import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { call } from "../../../api/client.ts";
import { keyOf, queryClient, useGet } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Banner } from "../../../ui/states.tsx";

/** Says when the account closes, with the button that stops it. */
export function ScheduledClosing({ at, waived }: NonNullable<Closing["scheduled"]>) {
  const { scheduled: words } = useTextOf("later").closing;
  const format = useFormat();
  const tellFailure = useTellFailure();
  const stop = useSubmit({
    mutationFn: () => call("stopClosing"),
    onSuccess: () => notify({ title: words.stopped, body: words.stoppedBody }),
    onError: (error) => void tellFailure(error, words.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf("getClosing") }),
  });
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="quiet" pending={stop.isPending} onClick={() => stop.mutate()}>
          {words.stop}
        </Button>
      }
    >
      {words.until(format.moment(at), format.exactAmount(waived))}
    </Banner>
  );
}

/** The same in the profile. Empty without a scheduled closing. */
export function ScheduledClosingNotice() {
  const scheduled = useGet("getClosing").data?.scheduled;
  return scheduled ? <ScheduledClosing {...scheduled} /> : null;
}
