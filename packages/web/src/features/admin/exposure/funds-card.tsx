import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Num } from "../../../ui/num.tsx";
import { partOf } from "./exposure-figures.ts";
import styles from "./exposure-page.module.css";

const LEAST_SHOWN = 0.001;

/** What the house has, what it has promised of it, and what is left. */
export function FundsCard({ exposure }: { exposure: Exposure }) {
  const { exposure: words } = useAdminText();
  const format = useFormat();
  const { funds, promised, free, open } = exposure;
  const part = partOf(promised, funds);
  const figures = [
    [words.funds, funds, words.fundsHint],
    [words.promised, promised, words.promisedHint],
    [words.free, free, words.freeHint],
    [words.stakes, open.stakes, words.positions(format.number(open.positions))],
  ] as const;
  // A little is not nothing.
  const share =
    part > 0 && part < LEAST_SHOWN
      ? words.under(format.chance(LEAST_SHOWN))
      : words.share(format.chance(part));
  return (
    <Card>
      <dl className={styles["figures"]}>
        {figures.map(([name, amount, hint]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <p className={styles["figure"]}>
                <Num>{format.money(amount)}</Num> <span className={styles["unit"]}>USDMS</span>
              </p>
              <p className={styles["quiet"]}>{hint}</p>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <svg
          role="img"
          aria-label={share}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className={styles["share"]}
        >
          <rect width={part * 100} height="1" className={styles["promised"]} />
        </svg>
        <p className={styles["quiet"]} aria-hidden="true">
          {share}
        </p>
      </div>
    </Card>
  );
}
