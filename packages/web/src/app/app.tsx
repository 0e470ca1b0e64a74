import { Suspense } from "react";
import type { ReactNode } from "react";
import { lazyPart, useMissingCode } from "../lib/lazy-part.ts";
import { isFrenchToOffer } from "../lib/preferences.ts";
import { Notices } from "../ui/overlay/notices.tsx";
import { PageBoundary, useOutline } from "./whole-page.tsx";
import { Routes } from "./routes.tsx";
import { useIsOnline } from "../lib/browser.ts";
import { useText } from "../locales/text.ts";
import { Isolated } from "../ui/boundary.tsx";
import { Banner } from "../ui/states.tsx";
import { announcementsProps } from "../lib/focus.ts";
import { Button } from "../ui/button.tsx";
import { VisuallyHidden } from "../ui/primitives.tsx";
import styles from "./app.module.css";

const SUPPORT_DELAY_MS = 1000;

/** Loaded late: nobody needs help in the first second, and the page works without the link. */
const SupportLink = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, SUPPORT_DELAY_MS));
  return (await import("./support-link.tsx")).SupportLink;
});

/** Loads the offer of French before the first page is drawn. If it came later, it would push the page down. */
export async function loadFrenchOffer() {
  if (!isFrenchToOffer()) return undefined;
  const loaded = await import("./french-offer.tsx").catch(() => undefined);
  return loaded && <loaded.FrenchOffer />;
}

export function App({ offer }: { offer: ReactNode }) {
  useOutline();
  return (
    <PageBoundary>
      <VisuallyHidden {...announcementsProps} />
      <Isolated look="none">
        <OfflineBanner />
        <MissingCodeBanner />
        {offer}
      </Isolated>
      <Routes />
      <Isolated look="none">
        <Suspense fallback={null}>
          <SupportLink />
        </Suspense>
        <Notices />
      </Isolated>
    </PageBoundary>
  );
}

/** Floats over the page without moving it, so that a press just made still hits its target. */
function OfflineBanner() {
  const text = useText();
  if (useIsOnline()) return null;
  return (
    <div data-screen-only className={styles["offline"]}>
      <Banner tone="warn" live>
        {text.common.offline}
      </Banner>
    </div>
  );
}

/** Says that a part of the page did not arrive, and lets the person choose when to reload. */
function MissingCodeBanner() {
  const { crash, missingCode } = useText().common;
  const missing = useMissingCode();
  const isOnline = useIsOnline();
  // The offline banner says enough. The missing code is requested again when the network is back.
  if (missing === undefined || !isOnline) return null;
  return (
    <div className={styles["missing"]}>
      <Banner tone="warn" live action={<Button onClick={() => location.reload()}>{crash.reload}</Button>}>
        {missing === "new-version" ? missingCode.newVersion : missingCode.noAnswer}
      </Banner>
    </div>
  );
}
