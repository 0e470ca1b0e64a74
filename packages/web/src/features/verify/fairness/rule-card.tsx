import type { Terms } from "@veritick/domain/terms.ts";
import { useMemo } from "react";
import { useFormat } from "../../../lib/format.ts";
import { readMarketTerms } from "../../../api/market/market-terms.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import texts from "./card-text.module.css";
import { LoadFailed } from "./load-failed.tsx";
import { offerAt, RuleExample } from "./rule-example.tsx";
import styles from "./rule-card.module.css";
import type { Published } from "./use-epoch.ts";

type RuleCardProps = { published: Published; price: number | undefined; isOld: boolean };

/** Who wins, what each duration sells at the price of this moment, and what that comes to on average. */
export function RuleCard({ published, price, isOld }: RuleCardProps) {
  const { rule } = useFairnessText().pages;
  const format = useFormat();
  const { data } = published;
  const market = useMemo(() => data && readMarketTerms(data), [data]);
  const entryMilli = price === undefined ? undefined : Math.round(price * 1000);
  const [shortest] = market?.terms ?? [];
  const longer = market?.terms[2];
  if (market === undefined || entryMilli === undefined || shortest === undefined) {
    return (
      <Card title={rule.title}>
        {published.hasFailed || (isOld && price === undefined) ? (
          <LoadFailed onRetry={published.retry} />
        ) : (
          <Skeleton width="100%" height="32rem" />
        )}
      </Card>
    );
  }
  return (
    <Card title={rule.title}>
      <p className={texts["lead"]}>{rule.sentence[shortest.winRule]}</p>
      <p className={styles["now"]}>
        <Num>{(isOld ? rule.nowOld : rule.now)(format.price(entryMilli / 1000))}</Num>
      </p>
      <ul className={styles["durations"]} aria-label={rule.table}>
        {market.terms.map((terms) => (
          <li key={terms.duration}>
            <Offer terms={terms} entryMilli={entryMilli} />
          </li>
        ))}
      </ul>
      <h3 className={texts["sub"]}>{rule.examples}</h3>
      <div className={styles["examples"]}>
        <RuleExample terms={shortest} side="buy" entryMilli={entryMilli} />
        <RuleExample terms={longer ?? shortest} side="sell" entryMilli={entryMilli} />
      </div>
    </Card>
  );
}

function Offer({ terms, entryMilli }: { terms: Terms; entryMilli: number }) {
  const { rule } = useFairnessText().pages;
  const format = useFormat();
  const buy = offerAt(terms, "buy", entryMilli);
  const sell = offerAt(terms, "sell", entryMilli);
  return (
    <>
      <h3 className={styles["duration"]}>
        {rule.minutes(terms.duration)} <Num>{format.times(terms.multiplierHundredths / 100)}</Num>
      </h3>
      <Facts dense>
        <Fact name={rule.chance}>
          <Num>{format.chance(buy.chance)}</Num>
        </Fact>
        <Fact name={rule.buy}>
          <Barrier {...buy} side="buy" />
        </Fact>
        <Fact name={rule.sell}>
          <Barrier {...sell} side="sell" />
        </Fact>
        <Fact name={rule.expected}>
          <Num tone="strong">{format.signedMoney(buy.expectedForTen)}</Num>
        </Fact>
      </Facts>
    </>
  );
}

function Barrier(props: { barrierMilli: number; distanceMilli: number; side: "buy" | "sell" }) {
  const { rule } = useFairnessText().pages;
  const format = useFormat();
  const { barrierMilli, distanceMilli, side } = props;
  return (
    <span className={styles["barrier"]} data-side={side}>
      <Num>
        {side === "buy" ? "\u2265" : "\u2264"} {format.price(barrierMilli / 1000)}
      </Num>
      <Num tone="caption">{rule.away(format.price(distanceMilli / 1000))}</Num>
    </span>
  );
}
