import { useEffect, useLayoutEffect, useRef } from "react";
import type { Store } from "./store.ts";

/**
 * Calls `draw` with the store's value now and on every change, without any React commit. `draw` writes to the DOM
 * through refs; the newest `draw` is used, so it may close over props.
 */
export function useFollow<T>(store: Store<T>, draw: (value: T) => void): void {
  const latest = useRef(draw);
  useLayoutEffect(() => {
    latest.current = draw;
    draw(store.get());
  });
  useEffect(() => {
    latest.current(store.get());
    return store.subscribe(() => latest.current(store.get()));
  }, [store]);
}
