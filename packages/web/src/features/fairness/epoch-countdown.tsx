import { countdown } from "../../lib/format.ts";
import { useExactTime } from "../../lib/use-exact-time.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import type { PublishedEpoch } from "./use-epoch.ts";

/** When the hour begins, or when its seed is published. */
export function EpochCountdown({ found, nowTick }: { found: PublishedEpoch; nowTick: number | undefined }) {
  const { epochPage } = useFairnessText().pages;
  const { inFull } = useExactTime();
  const { phase, firstTick, lastTick } = found;
  if (phase === "over" || nowTick === undefined) return null;
  const [words, tick] =
    phase === "running" ? [epochPage.opensIn, lastTick + 1] : [epochPage.beginsIn, firstTick];
  return <Num>{words(left(tick - nowTick), inFull(tick))}</Num>;
}

/** h:mm:ss where it is more than an hour. */
function left(seconds: number): string {
  const whole = Math.max(0, seconds);
  if (whole < 3600) return countdown(whole);
  return `${Math.floor(whole / 3600)}:${countdown(whole % 3600).padStart(5, "0")}`;
}
