import type { Limit } from "@veritick/contract/schemas/limits.ts";
import { useRef } from "react";
import { errorText } from "../../lib/api-error.ts";
import { useFormat } from "../../lib/format.ts";
import { plainDecimal } from "../../lib/plain-decimal.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { notify } from "../../ui/notice-store.ts";
import styles from "./today-card.module.css";
import { useSetLimit } from "./use-set-limit.ts";

type WaitingLimitProps = Pick<Limit, "kind" | "amount"> & { next: NonNullable<Limit["next"]> };

/** The looser limit that waits, until when, and the way to stay with the present one. */
export function WaitingLimit({ kind, amount, next }: WaitingLimitProps) {
  const text = useText();
  const { today, unit } = useLaterText().limits;
  const format = useFormat();
  const pressed = useRef<HTMLButtonElement>(null);
  const set = useSetLimit(kind, {
    onSet() {
      notify({ title: today.kept });
      // The button that was pressed goes; the other one of its row is what there is to press.
      if (pressed.current?.matches(":focus")) pressed.current.closest("li")?.querySelector("button")?.focus();
    },
    onFailed: (error) =>
      notify({
        title: text.common.error,
        body: errorText(error, text, today.keepFailed),
        tone: "destructive",
      }),
  });
  const from = format.moment(next.from);
  return (
    <div className={styles["waiting"]}>
      <p>
        {next.amount === null
          ? today.waitingNone(from)
          : today.waiting(from, unit(format.money(next.amount)))}
      </p>
      {amount !== null && (
        <LinkButton
          aria-disabled={set.isPending || undefined}
          ref={pressed}
          onClick={() => set.mutate(plainDecimal(amount))}
        >
          {today.keep(unit(format.money(amount)))}
        </LinkButton>
      )}
    </div>
  );
}
