import { refuse } from "./refusal.ts";
import type { Refused } from "./refusal.ts";

/**
 * Lets work of one key run a little at a time, in the order in which it came. What waits for its turn holds nothing: no
 * connection to the database above all, of which one user's calls that wait for each other would soon have taken them all.
 */
export type Turns = {
  /** Runs `work` when its turn comes; where too many wait already, it is refused. */
  ask<T>(key: string, work: () => Promise<T>): Promise<T | Refused>;
  /** The same for what must not be refused any more, and is few by nature. */
  wait<T>(key: string, work: () => Promise<T>): Promise<T>;
};

export function createTurns({ atOnce = 1, mostWaiting = 8 } = {}): Turns {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  async function wait<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    // Whoever ends hands over: `running` stays as it is.
    if (line.running < atOnce) line.running += 1;
    else await new Promise<void>((resolve) => void line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if ((line.running -= 1) === 0) lines.delete(key);
    }
  }

  return {
    wait,
    async ask(key, work) {
      const isCrowded = (lines.get(key)?.waiting.length ?? 0) >= mostWaiting;
      return isCrowded ? refuse("too_many_requests", { retryAfterSeconds: 1 }) : wait(key, work);
    },
  };
}
