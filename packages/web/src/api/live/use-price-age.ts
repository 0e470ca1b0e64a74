import { useEffect, useState } from "react";
import { useLive } from "./live.ts";
import { useStore } from "./store.ts";

/**
 * How many seconds ago the newest price came; undefined if none has. It is counted on the local clock, as nothing is
 * pushed that could count it, and commits once a second: for use only while something is wrong.
 */
export function usePriceAge(): number | undefined {
  const { price } = useLive();
  const cameAtMs = useStore(price, (value) => value.cameAtMs);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return cameAtMs === undefined ? undefined : Math.max(0, Math.round((nowMs - cameAtMs) / 1000));
}
