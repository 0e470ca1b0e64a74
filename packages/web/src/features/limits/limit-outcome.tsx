import type { Limit } from "@veritick/contract/schemas/limits.ts";
import type { Cap } from "@veritick/domain/limits.ts";
import { useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { serverNowMs } from "../../lib/live/clock.ts";
import { useLive } from "../../lib/live/live.ts";
import { useLaterText } from "../../locales/text.ts";
import { changeOf, isBelowDeposit, isSpent } from "./limit-change.ts";
import styles from "./limit-dialog.module.css";

/** What setting the limit would come to, said before it is; nothing while it is no amount. */
export function LimitOutcome({ limit, wanted }: { limit: Limit; wanted: Cap | undefined }) {
  const { form, unit } = useLaterText().limits;
  const format = useFormat();
  const { price } = useLive();
  const [nowMs] = useState(() => serverNowMs(price.get()));
  return (
    <p className={styles["outcome"]} role="status">
      {wanted !== undefined && words(wanted)}
    </p>
  );

  function words(cap: Cap): string {
    const change = changeOf(limit, cap, nowMs);
    if (change.kind === "same") return limit.next === null ? form.same : form.sameDrops;
    if (change.kind === "now") {
      const parts = [
        form.tighter,
        isBelowDeposit(limit, cap) && form.belowDeposit,
        isSpent(limit, cap) && form.spent,
      ];
      return parts.filter((part) => part !== false).join(" ");
    }
    const from = format.moment(new Date(change.fromMs).toISOString());
    // Only what there is a limit to can be made looser.
    return form.looser(from, unit(format.money(limit.amount ?? "0")));
  }
}
