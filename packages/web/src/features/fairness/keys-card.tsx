import type { Fairness } from "@veritick/contract/fairness.ts";
import { useFormat } from "../../lib/format.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import { Time } from "../../ui/num.tsx";
import texts from "./card-text.module.css";
import styles from "./commitments-card.module.css";

/** The public keys that receipts and statements were ever signed with; the one in use comes first. */
export function KeysCard({ keys }: Pick<Fairness, "keys">) {
  const { pages } = useFairnessText();
  const text = pages.keys;
  const format = useFormat();
  const newestFirst = [...keys].reverse();
  return (
    <Card title={text.title}>
      <p className={texts["lead"]}>{text.body}</p>
      <ul className={styles["list"]}>
        {newestFirst.map(({ publicKey, since }, index) => (
          <li key={publicKey} className={styles["commitment"]}>
            <p className={styles["name"]}>
              <Badge tone="neutral">{index === 0 ? text.inUse : text.earlier}</Badge>
              <Time dateTime={since} className={texts["small"]}>
                {text.since(format.moment(since))}
              </Time>
            </p>
            <div className={texts["code"]}>
              <LongCode code={publicKey} copyLabel={pages.copy(text.name(format.moment(since)))} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
