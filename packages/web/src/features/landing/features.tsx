import { DURATIONS, multiplierHundredths, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { CheckIcon } from "../../ui/first-icons.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./features.module.css";

export function Features() {
  const { features } = useText().landing;
  const { multipliers, transactions, security } = features;
  const format = useFormat();
  return (
    <section className={styles["features"]} aria-label={features.title}>
      <div className={styles["cards"]}>
        <article className={styles["card"]}>
          <h2 className={styles["title"]}>{multipliers.title}</h2>
          <dl className={styles["ladder"]}>
            {DURATIONS.map((duration) => (
              <div key={duration} className={styles["rung"]}>
                <dt>{multipliers.row(duration)}</dt>
                <dd>
                  <Num>{format.times(multiplierHundredths(duration) / 100)}</Num>
                </dd>
              </div>
            ))}
          </dl>
        </article>
        <Facts
          title={transactions.title}
          facts={[
            transactions.one,
            transactions.two,
            transactions.three,
            transactions.four(WITHDRAWAL_FEE_PERCENT),
          ]}
        />
        <Facts title={security.title} facts={[security.one, security.two, security.three, security.four]} />
      </div>
    </section>
  );
}

function Facts({ title, facts }: { title: string; facts: string[] }) {
  return (
    <article className={styles["card"]}>
      <h2 className={styles["title"]}>{title}</h2>
      <ul className={styles["facts"]}>
        {facts.map((fact) => (
          <li key={fact} className={styles["fact"]}>
            <CheckIcon size={16} className={styles["check"]} />
            {fact}
          </li>
        ))}
      </ul>
    </article>
  );
}
