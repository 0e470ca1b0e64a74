import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import { ReminderPlace, TermsPlace } from "../features/account/public.ts";
import { accountDesk, LiveProvider } from "../features/trade/public.ts";
import { DeskContext } from "../api/desk/desk.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { chosenLanguage } from "../lib/preferences.ts";
import { useLive, useStore } from "../api/live/live.ts";
import { useMaintenance } from "../api/query.ts";
import { followSignIns, onSessionLost } from "../api/sign-in.ts";
import { textIn, withTextOf } from "../locales/text.ts";
import { Isolated } from "../ui/boundary.tsx";
import { notify } from "../ui/overlay/notice-store.ts";
import { QueryFrame } from "./query-frame.tsx";

const MaintenanceBanner = lazyPart(
  async () => (await withTextOf("later", import("./signed-in-banners.tsx"))).MaintenanceBanner,
);

/** Loads the maintenance banner, and only during maintenance. */
function MaintenancePlace() {
  const maintenance = useMaintenance();
  return (
    maintenance !== null && (
      <Suspense fallback={null}>
        <MaintenanceBanner maintenance={maintenance} />
      </Suspense>
    )
  );
}

const BeaconBanner = lazyPart(
  async () => (await withTextOf("later", import("./signed-in-banners.tsx"))).BeaconBanner,
);

/** Loads the beacon's banner once the beacon holds prices back. */
function BeaconPlace() {
  const { price } = useLive();
  const isHeld = useStore(price, ({ beacon }) => beacon !== "live");
  return (
    isHeld && (
      <Suspense fallback={null}>
        <BeaconBanner />
      </Suspense>
    )
  );
}

/** Leads back to the sign-in page with a notice. Without the notice, that would look like a fault. */
function leadBackIn() {
  navigate("/auth", { replace: true });
  // The refusal that revealed the lost session shows a notice too, and would replace this one.
  setTimeout(() => {
    notify(textIn(chosenLanguage()).common.signedOut);
  });
}

/** Keeps one live connection for all pages of a session, so that the profile page, for example, misses no result. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  useEffect(() => onSessionLost(leadBackIn), []);
  useEffect(followSignIns, []);
  return (
    <QueryFrame>
      <LiveProvider>
        <Isolated look="none">
          <MaintenancePlace />
          <BeaconPlace />
          <ReminderPlace />
          <TermsPlace />
        </Isolated>
        <DeskContext value={accountDesk}>{children}</DeskContext>
      </LiveProvider>
    </QueryFrame>
  );
}
