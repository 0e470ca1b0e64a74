import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./barrier-card.module.css";
import { barrierSteps } from "./barrier-steps.ts";
import { GroupedInteger } from "./grouped-integer.tsx";

type BarrierCardProps = { receipt: PositionReceipt; className?: string | undefined };

/** The formula with the numbers of this position, worked out once more before the reader's eyes. */
export function BarrierCard({ receipt, className }: BarrierCardProps) {
  const text = useLaterText().receipt.barrier;
  const format = useFormat();
  const { position, barrier } = receipt;
  const steps = barrierSteps(receipt);
  const grouped = (name: string, value: bigint | string) => (
    <Fact name={name}>
      <GroupedInteger value={value} />
    </Fact>
  );
  return (
    <Card title={text.title} className={className}>
      <p className={styles["intro"]}>
        {barrier.rule === "direction" && `${text.direction} `}
        {text.intro}
      </p>
      <div className={styles["columns"]}>
        <Facts dense>
          {grouped(text.entry, steps.price)}
          {grouped(text.mean, barrier.mean)}
          {grouped(text.pull, barrier.pull)}
          {grouped(text.scale, barrier.pullScale)}
          {grouped(text.reach, barrier.reach)}
        </Facts>
        <Facts dense>
          {grouped(text.distance, steps.distance)}
          {grouped(text.pulled, steps.pulled)}
          {grouped(text.exact[position.type], steps.exact)}
          {grouped(text.rounded[position.type](format.number(Number(barrier.grid))), steps.rounded)}
          <Fact name={text.result(format.number(Number(barrier.unit)))}>
            <Num className={styles["result"]}>{format.price(steps.resultMilli / 1000)}</Num>
          </Fact>
        </Facts>
      </div>
      {steps.isSame ? (
        <p className={styles["same"]}>
          <CheckIcon size={18} />
          {text.same}
        </p>
      ) : (
        <Banner tone="warn">
          {steps.recomputed === undefined ? text.unknown : text.different(format.price(steps.recomputed))}
        </Banner>
      )}
    </Card>
  );
}
