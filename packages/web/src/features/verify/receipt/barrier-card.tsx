import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { ceilDivideBig, floorDivideBig } from "@veritick/domain/numbers.ts";
import { GRID, MEAN_STATE, parsePriceMilli, priceAsDecimal8, UNIT } from "@veritick/domain/price.ts";
import { isDuration, parseMultiplier } from "@veritick/domain/product.ts";
import { barrierMilli } from "@veritick/domain/terms.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { Grid, Num, Row } from "../../../ui/primitives.tsx";
import { EvidenceCard } from "../evidence.tsx";
import evidenceStyles from "../evidence.module.css";
import styles from "./receipt.module.css";

type Computed = Pick<PositionReceipt, "position" | "barrier">;

/** Shows the formula with the numbers of this position and calculates it again in the browser. */
export function BarrierCard({ receipt }: { receipt: Computed }) {
  const text = useTextOf("later").receipt.barrier;
  const format = useFormat();
  const { position, barrier } = receipt;
  const steps = barrierSteps(receipt);
  const grouped = (name: string, value: bigint | string) => (
    <Fact name={name}>
      <GroupedInteger value={value} />
    </Fact>
  );
  return (
    <EvidenceCard
      title={text.title}
      says={barrier.rule === "direction" ? `${text.direction} ${text.intro}` : text.intro}
    >
      <Grid gap={[4, 8]} align="start" columns="repeat(2, minmax(0, 1fr))" from="large">
        <Facts look="dense">
          {grouped(text.entry, steps.price)}
          {grouped(text.mean, barrier.mean)}
          {grouped(text.pull, barrier.pull)}
          {grouped(text.scale, barrier.pullScale)}
          {grouped(text.reach, barrier.reach)}
        </Facts>
        <Facts look="dense">
          {grouped(text.distance, steps.distance)}
          {grouped(text.pulled, steps.pulled)}
          {grouped(text.exact[position.type], steps.exact)}
          {grouped(text.rounded[position.type](format.number(Number(barrier.grid))), steps.rounded)}
          <Fact name={text.result(format.number(Number(barrier.unit)))}>
            <Num tone="strong">{format.price(steps.resultMilli / 1000)}</Num>
          </Fact>
        </Facts>
      </Grid>
      {steps.isSame ? (
        <Row as="p" gap={2} nowrap data-mood="good" className={evidenceStyles["mood"]}>
          <CheckIcon size={18} />
          {text.same}
        </Row>
      ) : (
        <Banner tone="warn">
          {steps.recomputed === undefined ? text.unknown : text.different(format.price(steps.recomputed))}
        </Banner>
      )}
    </EvidenceCard>
  );
}

/**
 * The calculation of the barrier, step by step, in the units of the formula (1e-8). `pulled` and `exact` are rounded
 * down.
 */
type BarrierSteps = {
  readonly price: bigint;
  readonly distance: bigint;
  readonly pulled: bigint;
  readonly exact: bigint;
  readonly rounded: bigint;
  /** `rounded` as a price in thousandths. */
  readonly resultMilli: number;
  /** The result of the domain's formula as decimal text; undefined if the receipt uses another formula. */
  readonly recomputed: string | undefined;
  /** Whether the position was stored with this result. */
  readonly isSame: boolean;
};

export function barrierSteps({ position, barrier }: Computed): BarrierSteps {
  const [mean, unit, pull, scale, reach, grid] = [
    barrier.mean,
    barrier.unit,
    barrier.pull,
    barrier.pullScale,
    barrier.reach,
    barrier.grid,
  ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint, bigint];
  const isBuy = position.type === "buy";
  const price = (BigInt(parsePriceMilli(barrier.entryPrice)) * unit) / 1000n;
  const distance = price - mean;
  const scaled = mean * scale + distance * pull + (isBuy ? reach : -reach) * scale;
  const step = grid * scale;
  const rounded = (isBuy ? ceilDivideBig(scaled, step) : floorDivideBig(scaled, step)) * grid;
  const recomputed = recompute({ position, barrier });
  return {
    price,
    distance,
    pulled: floorDivideBig(distance * pull, scale),
    exact: floorDivideBig(scaled, scale),
    rounded,
    resultMilli: Number((rounded * 1000n) / unit),
    recomputed,
    isSame: recomputed !== undefined && recomputed === barrier.result && recomputed === position.barrierPrice,
  };
}

/** Applies the domain's formula, which the server also uses, to the inputs of the receipt. */
function recompute({ position, barrier }: Computed): string | undefined {
  const isOurFormula =
    barrier.mean === String(MEAN_STATE) &&
    barrier.unit === String(UNIT) &&
    barrier.grid === String(GRID) &&
    barrier.pullScale === String(PULL_SCALE);
  if (!isOurFormula || !isDuration(position.duration)) return undefined;
  const terms = {
    winRule: barrier.rule,
    duration: position.duration,
    multiplierHundredths: parseMultiplier(position.multiplier),
    winChance: position.winChance,
    pull: BigInt(barrier.pull),
    reach: BigInt(barrier.reach),
  };
  return priceAsDecimal8(barrierMilli(terms, position.type, parsePriceMilli(barrier.entryPrice)));
}

/** Shows a long integer in groups of three digits. A copy of it has no gaps. */
function GroupedInteger({ value }: { value: bigint | string }) {
  const text = String(value);
  const digits = text.replace("-", "");
  const lead = digits.length % 3;
  const groups = [digits.slice(0, lead), ...(digits.slice(lead).match(/.{3}/g) ?? [])].filter(
    (group) => group !== "",
  );
  return (
    <Num translate="no">
      {text.startsWith("-") && "\u2212"}
      {groups.map((group, index) => (
        <span key={index} className={styles["digits"]}>
          {group}
        </span>
      ))}
    </Num>
  );
}
