import { useLive } from "./live.ts";
import { useStore } from "./store.ts";

/**
 * The newest pushed tick, which is what "now" means on the page; undefined before the first push. It is rounded down
 * to `everySeconds`, so that a component that needs the time only roughly is drawn only that often.
 */
export function useNowTick(everySeconds: number): number | undefined {
  const { price } = useLive();
  return useStore(price, ({ tick }) => (tick === undefined ? undefined : tick - (tick % everySeconds)));
}
