import { GAUGE } from "@veritick/domain/product.ts";

/** Where a price (thousandths) stands on the gauge, from 0 at the low end to 1 at the high end, never beyond. */
export function gaugePosition(priceMilli: number): number {
  const share = (priceMilli - GAUGE.lowMilli) / (GAUGE.highMilli - GAUGE.lowMilli);
  return Math.min(1, Math.max(0, share));
}

/** The prices of the gauge's ticks, in thousandths, highest first. */
export const GAUGE_TICKS: readonly number[] = Array.from(
  { length: (GAUGE.highMilli - GAUGE.lowMilli) / GAUGE.stepMilli + 1 },
  (_, index) => GAUGE.highMilli - index * GAUGE.stepMilli,
);
