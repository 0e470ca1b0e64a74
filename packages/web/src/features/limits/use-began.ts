import { useEffect, useEffectEvent, useState } from "react";
import { browserNowMs, serverNowMs } from "../../lib/live/clock.ts";
import { useLive } from "../../lib/live/live.ts";
import { useStore } from "../../lib/live/store.ts";
import type { Stretch } from "./stretch.ts";

/** How long the server's clock is waited for, before the browser's has to do. */
const WAIT_MS = 5_000;

/** When the stretch began, by the server's clock; undefined until a tick tells it, which takes a moment at most. */
export function useBegan({ beganMs }: Stretch): string | undefined {
  const { price } = useLive();
  const isKnown = useStore(price, ({ tick }) => tick !== undefined);
  const [began, setBegan] = useState<string>();

  const reckon = useEffectEvent(() => {
    const nowMs = browserNowMs();
    const instant = new Date(serverNowMs(price.get(), nowMs) - (nowMs - beganMs));
    setBegan((known) => known ?? instant.toISOString());
  });

  useEffect(() => {
    const timer = setTimeout(() => reckon(), isKnown ? 0 : WAIT_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);

  return began;
}
