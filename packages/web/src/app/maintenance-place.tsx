import { Suspense } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { useMaintenance } from "../api/query.ts";
import { withLaterText } from "../locales/text.ts";

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
