import { useFormat } from "../../lib/format.ts";
import { useFairnessText, useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Fact } from "../../ui/facts.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./result-cards.module.css";
import type { Result } from "./use-check.ts";

const TONES = { won: "good", lost: "bad", refunded: "neutral", active: "neutral" } as const;

/** The three prices and what they came to, as on the receipt; what is not readable is left out. */
export function Outcome({ result: { evidence, verdict } }: { result: Result }) {
  const { history, trade } = useText();
  const { about } = useFairnessText().verify;
  const format = useFormat();
  const { entryPrice, barrierPrice, resultPrice, status, profit } = evidence.position;
  return (
    <>
      {entryPrice !== undefined && (
        <Fact name={about.entryPrice}>
          <Num>{format.price(entryPrice)}</Num>
        </Fact>
      )}
      {barrierPrice !== undefined && (
        <Fact name={about.barrier}>
          <Num>{format.price(barrierPrice)}</Num>
        </Fact>
      )}
      {resultPrice !== undefined && (
        <Fact name={about.resultPrice}>
          <Num>
            {resultPrice === null
              ? status === "active"
                ? about.open
                : about.none
              : format.price(resultPrice)}
          </Num>
        </Fact>
      )}
      {status !== undefined && (
        <Fact name={about.result}>
          <span className={styles["outcome"]}>
            {/* Where something is wrong it is but what the receipt says. */}
            <Badge tone={verdict === "wrong" ? "neutral" : TONES[status]}>{history.status[status]}</Badge>
            {typeof profit === "string" && (
              <Num>
                {format.signedMoney(profit)} {trade.unit}
              </Num>
            )}
          </span>
        </Fact>
      )}
    </>
  );
}
