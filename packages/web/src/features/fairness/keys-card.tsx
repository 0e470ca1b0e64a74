import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { tickOf } from "../../lib/format.ts";
import { useExactTime } from "../../lib/use-exact-time.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import { Time } from "../../ui/num.tsx";
import texts from "./card-text.module.css";
import styles from "./commitments-card.module.css";

/** The public keys that receipts and proofs of liabilities were ever signed with; the newest comes first. */
export function KeysCard({ keys }: Pick<Fairness, "keys">) {
  const { pages } = useFairnessText();
  const text = pages.keys;
  const { inFull } = useExactTime();
  const newestFirst = [...keys].reverse();
  return (
    <Card title={text.title}>
      <p className={texts["lead"]}>{text.body}</p>
      <ul className={styles["list"]}>
        {newestFirst.map(({ publicKey, since }, index) => (
          <li key={publicKey} className={styles["commitment"]}>
            <p className={styles["name"]}>
              <Badge tone="neutral">{index === 0 ? text.newest : text.earlier}</Badge>
              <Time dateTime={since} className={texts["small"]}>
                {text.since(inFull(tickOf(since)))}
              </Time>
            </p>
            <div className={texts["code"]}>
              <LongCode code={publicKey} copyLabel={pages.copy(text.name(inFull(tickOf(since))))} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
