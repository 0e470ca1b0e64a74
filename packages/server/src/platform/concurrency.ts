import { refuse } from "./refusal.ts";
import type { Refused } from "./refusal.ts";

/**
 * Runs the work of one key in the order of arrival, by default one at a time. Waiting work holds no connection to the
 * database: otherwise the waiting calls of one user could take every connection.
 */
export type KeyedQueue = {
  /** Runs `work` when its turn comes, or refuses it if too many wait already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | Refused>;
  /** Runs `work` however many wait, for the few calls that must no longer be refused. */
  runAlways<T>(key: string, work: () => Promise<T>): Promise<T>;
};

export function createKeyedQueue({ atOnce = 1, mostWaiting = 8 } = {}): KeyedQueue {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  async function runAlways<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    // Work that ends hands its place to the next, so `running` does not change then.
    if (queue.running < atOnce) queue.running += 1;
    else await new Promise<void>((resolve) => void queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else if ((queue.running -= 1) === 0) queues.delete(key);
    }
  }

  return {
    runAlways,
    async run(key, work) {
      const isCrowded = (queues.get(key)?.waiting.length ?? 0) >= mostWaiting;
      return isCrowded ? refuse("too_many_requests", { retryAfterSeconds: 1 }) : runAlways(key, work);
    },
  };
}

/** Runs `work` for every item, at most `atOnce` at a time. `work` handles its own failures. */
export async function forEachLimited<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** Work of which one run is under way at a time. Whatever wakes it during a run is seen by a run that follows. */
export type WakeableWork = {
  /** Resolves once no run is under way. Rejects if a run fails, and then none follows until the next call. */
  wake(): Promise<void>;
  /** Resolves or rejects as `wake`, without waking. */
  idle(): Promise<void>;
};

export function createWakeable(work: () => Promise<void>): WakeableWork {
  let running: Promise<void> | undefined;
  let again = false;

  async function run(): Promise<void> {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = undefined;
    }
  }

  return {
    wake() {
      again = true;
      return (running ??= run());
    },
    idle: () => running ?? Promise.resolve(),
  };
}
