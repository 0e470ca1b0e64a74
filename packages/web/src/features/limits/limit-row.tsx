import type { Limit } from "@veritick/contract/schemas/limits.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Num } from "../../ui/num.tsx";
import { takenOf } from "./limit-change.ts";
import styles from "./today-card.module.css";
import { WaitingLimit } from "./waiting-limit.tsx";

/** One limit: what it is, what today has taken of it, and what waits to take its place. */
export function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const { today } = useLaterText().limits;
  const format = useFormat();
  const { kind, amount, next } = limit;
  const { taken, left, share } = takenOf(limit);
  return (
    <li className={styles["row"]}>
      <h3 className={styles["name"]}>{today.kind[kind]}</h3>
      <Button
        variant="quiet"
        aria-label={amount === null ? today.setOf[kind] : today.changeOf[kind]}
        onClick={onChange}
      >
        {amount === null ? today.set : today.change}
      </Button>
      <p className={styles["meaning"]}>{today.meaning[kind]}</p>
      <div className={styles["use"]}>
        <p className={styles["figures"]}>
          {amount === null ? (
            <>
              <Num>{today.usedFreely(format.money(taken))}</Num>
              <span className={styles["left"]}>{today.noLimit}</span>
            </>
          ) : (
            <>
              <Num>{today.used(format.money(taken), format.money(amount))}</Num>
              <Num className={styles["left"]}>{today.left(format.money(left))}</Num>
            </>
          )}
        </p>
        {amount !== null && (
          <span className={styles["bar"]} aria-hidden="true">
            <span className={styles["share"]} style={{ transform: `scaleX(${share})` }} />
          </span>
        )}
      </div>
      {next !== null && <WaitingLimit kind={kind} amount={amount} next={next} />}
    </li>
  );
}
