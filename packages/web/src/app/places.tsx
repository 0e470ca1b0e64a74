import { Suspense } from "react";
import { useMaintenance } from "../api/query.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { withLaterText } from "../locales/text.ts";

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

const MaintenanceBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./maintenance-banner.tsx"))).MaintenanceBanner,
}));

/** The place of the notice about maintenance, which is loaded only while there is any. */
export function MaintenancePlace() {
  const maintenance = useMaintenance();
  return (
    maintenance !== null && (
      <Suspense fallback={null}>
        <MaintenanceBanner maintenance={maintenance} />
      </Suspense>
    )
  );
}
