import { Suspense } from "react";
import { lazyPart } from "../lib/lazy-part.ts";

const DELAY_MS = 2000;

/** What a page needs comes before what watches over the platform. */
const ChainWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  return { default: (await import("../features/verify/fairness/chain-watch.tsx")).ChainWatch };
});

/** The place of the notice that commitments were swapped, or that the price was started anew. */
export function ChainWatchPlace() {
  return (
    <Suspense fallback={null}>
      <ChainWatch />
    </Suspense>
  );
}
