/** The size of the installation to make. */
export type Size = { users: number; positions: number; days: number };

/** The days up to now: people register in the first quarter of them and trade in the rest. */
export type Plan = Size & {
  genesisMs: number;
  tradesFromMs: number;
  untilMs: number;
  /** The number of people who trade far more than anybody else. */
  busiest: number;
};

const DAY_MS = 86_400_000;
/** One position in twenty belongs to the busiest people, who have about this many each. */
const EACH_OF_BUSIEST = 100_000;

export function planOf(size: Size, nowMs: number): Plan {
  const untilMs = Math.floor(nowMs / 1000) * 1000;
  const genesisMs = untilMs - size.days * DAY_MS;
  return {
    ...size,
    genesisMs,
    tradesFromMs: genesisMs + (size.days * DAY_MS) / 4,
    untilMs,
    busiest: Math.max(1, Math.round(size.positions / 20 / EACH_OF_BUSIEST)),
  };
}
