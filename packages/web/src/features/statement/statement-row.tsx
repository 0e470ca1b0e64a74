import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { memo } from "react";
import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Num, Time } from "../../ui/num.tsx";
import styles from "./statement-row.module.css";

type StatementRowProps = { entry: StatementEntry; rowIndex: number; top: number; height: number };

export const StatementRow = memo(function StatementRow({ entry, rowIndex, top, height }: StatementRowProps) {
  const { statement } = useLaterText();
  const format = useFormat();
  const { kind, reference, amount, balanceAfter, createdAt } = entry;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles["row"]}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="cell" data-column="kind" className={styles["kind"]}>
        {reference !== null && kind.startsWith("position_") ? (
          <Link href={`/positions/${reference}`} className={styles["receipt"]}>
            {statement.kinds[kind]}
          </Link>
        ) : (
          statement.kinds[kind]
        )}
      </span>
      <span role="cell" data-column="reference" className={styles["reference"]}>
        {reference === null ? (
          <span className={styles["id"]}>{statement.noReference}</span>
        ) : (
          <>
            <span className={styles["id"]} title={reference} translate="no">
              {shortOf(reference)}
            </span>
            <CopyButton label={`${statement.copyReference} ${shortOf(reference)}`} value={reference} />
          </>
        )}
      </span>
      <span role="cell" data-column="time" className={styles["time"]}>
        <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
      </span>
      <span role="cell" data-column="amount" data-sign={signOf(amount)} className={styles["amount"]}>
        <Num>{format.signedExactAmount(amount)}</Num>
      </span>
      <span role="cell" data-column="balance" className={styles["balance"]}>
        <span className={styles["name"]}>{statement.columns.balance} </span>
        <Num>{format.exactAmount(balanceAfter)}</Num>
      </span>
    </div>
  );
});

/** The end of an id: its beginning is the time, which neighbours share. */
const shortOf = (reference: string) => reference.slice(-8);

const signOf = (amount: string) => (amount.startsWith("-") ? "minus" : "plus");
