import { useLive } from "../../lib/live/live.ts";
import type { Liveness } from "../../lib/live/connection.ts";
import { useStore } from "../../lib/live/store.ts";
import { usePriceAge } from "../../lib/live/use-price-age.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Num } from "../../ui/num.tsx";

const isTrouble = (state: Liveness): state is "stale" | "reconnecting" | "lost" =>
  state === "stale" || state === "reconnecting" || state === "lost";

/** Says that the price is old, how old, and what that means; nothing while all is well. */
export function ConnectionBanner() {
  const { liveness, wake } = useLive();
  const state = useStore(liveness, (value) => value);
  const text = useText().trade.live;
  if (!isTrouble(state)) return null;
  const words = { stale: text.staleText, reconnecting: text.reconnectingText, lost: text.lostText };
  return (
    <Banner
      tone="warn"
      action={
        state !== "stale" && (
          <Button variant="quiet" onClick={wake}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      {words[state]} <PriceAge />
    </Banner>
  );
}

function PriceAge() {
  const text = useText().trade.live;
  const age = usePriceAge();
  return age === undefined ? null : <Num>({text.age(age)})</Num>;
}
