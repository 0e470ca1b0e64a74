import type { LivePrice } from "./live.ts";

/** The browser's clock, in milliseconds: the same in all its tabs, and wrong by any amount. */
export const browserNowMs = (): number => Date.now();

/** The server's clock now, in milliseconds, as far as the newest tick tells; before the first there is but the browser's. */
export function serverNowMs({ tick, cameAtMs }: LivePrice, nowMs: number = browserNowMs()): number {
  return tick === undefined || cameAtMs === undefined ? nowMs : tick * 1000 + (nowMs - cameAtMs);
}
