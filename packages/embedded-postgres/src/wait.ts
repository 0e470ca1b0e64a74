import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks `check` again and again until it answers something other than undefined.
 * Resolves to undefined when `timeoutMs` have passed first.
 */
export async function waitFor<T>(
  check: () => T | undefined | Promise<T | undefined>,
  options: { timeoutMs: number; everyMs: number },
): Promise<T | undefined> {
  const elapsedMs = stopwatch();
  for (;;) {
    const answer = await check();
    if (answer !== undefined) return answer;
    if (elapsedMs() >= options.timeoutMs) return undefined;
    await delay(options.everyMs);
  }
}

/** Milliseconds since this call, on the monotonic clock: unmoved by corrections to the time of day. */
export function stopwatch(): () => number {
  const startMs = performance.now();
  return () => Math.round(performance.now() - startMs);
}
