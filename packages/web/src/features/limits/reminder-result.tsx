import type { TradingSummary } from "@veritick/contract/schemas/limits.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Num } from "../../ui/num.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./reminder-dialog.module.css";

/** Of the four lines that most people will see. */
const FIGURES_HEIGHT = 213;

type ReminderResultProps = {
  summary: TradingSummary | undefined;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The figures of the reminder; they hold their place while they are on their way. */
export function ReminderResult({ summary, hasFailed, onRetry }: ReminderResultProps) {
  const { common } = useText();
  const { limits } = useLaterText();
  const { reminder, unit } = limits;
  const format = useFormat();
  if (summary === undefined) {
    return hasFailed ? (
      <Banner
        tone="warn"
        live
        action={
          <Button variant="quiet" onClick={onRetry}>
            {common.retry}
          </Button>
        }
      >
        {reminder.failed}
      </Banner>
    ) : (
      <Skeleton width="100%" height={FIGURES_HEIGHT} />
    );
  }
  const { decided, won, staked, result, open } = summary;
  if (decided === 0) return <p>{reminder.nothing}</p>;
  return (
    <Facts>
      <Fact name={reminder.decided}>
        <Num>{format.number(decided)}</Num>
      </Fact>
      <Fact name={reminder.won}>
        <Num>{format.number(won)}</Num>
      </Fact>
      <Fact name={reminder.staked}>
        <Num>{unit(format.money(staked))}</Num>
      </Fact>
      <Fact name={reminder.result}>
        <Num className={styles["result"]}>{unit(format.signedMoney(result))}</Num>
      </Fact>
      {open > 0 && (
        <Fact name={reminder.open}>
          <Num>{format.number(open)}</Num>
        </Fact>
      )}
    </Facts>
  );
}
