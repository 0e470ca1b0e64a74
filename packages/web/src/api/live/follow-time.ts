import { useMemo } from "react";
import { useFollow } from "./follow.ts";
import { useLive } from "./live.ts";
import type { LivePrice } from "./live.ts";
import type { Store } from "./store.ts";

/**
 * Calls `draw` with the newest pushed tick, which is what "now" means on the page: now, and whenever another
 * `everySeconds` have begun. It is undefined before the first push. Nothing is committed.
 */
export function useFollowTime(everySeconds: number, draw: (nowTick: number | undefined) => void): void {
  const { price } = useLive();
  const beats = useMemo(() => thinOut(price, everySeconds), [price, everySeconds]);
  useFollow(beats, ({ tick }) => draw(tick));
}

/** The same store, which tells of a change only where another `everySeconds` have begun. */
export function thinOut(price: Store<LivePrice>, everySeconds: number): Store<LivePrice> {
  const beat = () => Math.floor((price.get().tick ?? -1) / everySeconds);
  return {
    get: price.get,
    subscribe(listener) {
      let last = beat();
      return price.subscribe(() => {
        if (beat() === last) return;
        last = beat();
        listener();
      });
    },
  };
}
