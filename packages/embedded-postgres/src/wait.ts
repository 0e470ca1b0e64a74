import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls `check` again and again until it returns something other than undefined. Resolves to undefined if `timeoutMs` pass
 * first.
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

/**
 * Returns a function that gives the milliseconds since this call, by the monotonic clock, which ignores corrections of the
 * time.
 */
export function stopwatch(): () => number {
  const startMs = performance.now();
  return () => Math.round(performance.now() - startMs);
}
