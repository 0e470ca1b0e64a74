const TIME_STEPS = [5, 10, 15, 30, 60, 120, 300, 900, 1_800];

/** The round prices, in thousandths, between two, so few that there are `most` at the most. */
export function priceSteps(low: number, high: number, most: number): number[] {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
  return multiples(low, high, step);
}

/** The round times, in ticks, between two, so few that there are `most` at the most, and how far apart they are. */
export function timeSteps(from: number, to: number, most: number): { step: number; ticks: number[] } {
  const least = (to - from) / most;
  const step = TIME_STEPS.find((each) => each >= least) ?? TIME_STEPS.at(-1)!;
  return { step, ticks: multiples(from, to, step) };
}

function multiples(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
