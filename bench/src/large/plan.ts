/** How large an installation is to be made. */
export type Size = { users: number; positions: number; days: number };

/** Where its time goes: people register in the first quarter of it and trade in the rest, up to now. */
export type Plan = Size & {
  genesisMs: number;
  tradesFromMs: number;
  untilMs: number;
  /** So many people trade far more than anybody else. */
  busiest: number;
};

const DAY_MS = 86_400_000;
/** One position in twenty belongs to the busiest, who have about so many each. */
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
