import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { useState } from "react";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { useFormat } from "../../lib/format.ts";
import { serverNowMs } from "../../lib/live/clock.ts";
import { useLive } from "../../lib/live/live.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notify } from "../../ui/notice-store.ts";
import styles from "./break-card.module.css";
import { breakEnd, breakLength } from "./break-end.ts";
import { rememberLimits } from "./limits-query.ts";

type BreakDialogProps = {
  kind: Pause["kind"];
  length: number;
  /** The break that runs already, if there is one. */
  pause: Pause | null;
  open: boolean;
  onClose: () => void;
};

const NO_BREAK_SPACE = "\u00a0";

/** Says what a break stops, what goes on and that it is final, before it begins. */
export function BreakDialog({ kind, length, pause, open, onClose }: BreakDialogProps) {
  const text = useText();
  const { pause: words } = useLaterText().limits;
  const format = useFormat();
  const { price } = useLive();
  const { count, unit } = breakLength(kind, length, words);
  const [end] = useState(() => breakEnd(kind, length, serverNowMs(price.get())).toISOString());
  const [isTooShort] = useState(() => pause !== null && Date.parse(pause.until) >= Date.parse(end));

  const start = useSubmit({
    mutationFn: () => call("takeBreak", { body: { kind, length } }),
    async onSuccess(limits) {
      await rememberLimits(limits);
      notify({ title: words.done(format.moment(limits.pause?.until ?? end)) });
      onClose();
    },
    onError: (error) =>
      notify({
        title: text.common.error,
        body: errorText(error, text, words.failed),
        tone: "destructive",
      }),
  });

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={words.confirmTitle[kind](`${count}${NO_BREAK_SPACE}${unit}`, format.moment(end))}
      confirmLabel={words.confirm}
      pending={start.isPending}
      disabled={isTooShort}
      onConfirm={() => start.mutate()}
    >
      {isTooShort && <Banner tone="info">{words.notLonger}</Banner>}
      <dl className={styles["terms"]}>
        <div>
          <dt>{words.stops}</dt>
          <dd>{words.stopsList}</dd>
        </div>
        <div>
          <dt>{words.goesOn}</dt>
          <dd>{words.goesOnList}</dd>
        </div>
      </dl>
      <p className={styles["final"]}>{words.final}</p>
    </ConfirmDialog>
  );
}
