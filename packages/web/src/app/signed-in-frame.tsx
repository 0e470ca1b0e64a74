import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import { ReminderPlace } from "../features/account/public.ts";
import { accountDesk, LiveProvider } from "../features/trade/public.ts";
import { DeskContext } from "../api/desk/desk.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { chosenLanguage } from "../lib/preferences.ts";
import { useLive, useStore } from "../api/live/live.ts";
import { useMaintenance } from "../api/query.ts";
import { onSessionLost } from "../api/sign-in.ts";
import { textIn, withLaterText } from "../locales/text.ts";
import { notify } from "../ui/overlay/notice-store.ts";
import { QueryFrame } from "./query-frame.tsx";

const MaintenanceBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./signed-in-banners.tsx"))).MaintenanceBanner,
}));

/** The place of the notice about maintenance, which is loaded only while there is any. */
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

const BeaconBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./signed-in-banners.tsx"))).BeaconBanner,
}));

/** The place of the notice about the beacon, which is loaded once the beacon keeps prices back. */
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

/** The way back in, and a word about it: without one it would look like a fault. */
function leadBackIn() {
  navigate("/auth", { replace: true });
  // After the refusal of the call that learned of it, which would take its place.
  setTimeout(() => {
    notify(textIn(chosenLanguage()).auth.signedOut);
  });
}

/** One live connection serves all pages of a session, so that no result is missed while looking at the profile. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  useEffect(() => onSessionLost(leadBackIn), []);
  return (
    <QueryFrame>
      <LiveProvider>
        <MaintenancePlace />
        <BeaconPlace />
        <ReminderPlace />
        <DeskContext value={accountDesk}>{children}</DeskContext>
      </LiveProvider>
    </QueryFrame>
  );
}
