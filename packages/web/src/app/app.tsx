import { Suspense } from "react";
import type { ReactNode } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { isFrenchToOffer } from "../lib/preferences.ts";
import { Notices } from "../ui/overlay/notices.tsx";
import { ErrorBoundary } from "./whole-page.tsx";
import { MissingCodeBanner, OfflineBanner } from "./offline-banner.tsx";
import { Routes } from "./routes.tsx";

const SUPPORT_DELAY_MS = 1000;

/** Nobody looks for help in the first second, and a page without the link is whole: it is loaded late, or not at all. */
const SupportLink = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, SUPPORT_DELAY_MS));
  return { default: (await import("./support-link.tsx")).SupportLink };
});

/** It is there when the first page is drawn, or not at all: later it would push the page down. */
export async function loadFrenchOffer() {
  if (!isFrenchToOffer()) return undefined;
  const loaded = await import("./french-offer.tsx").catch(() => undefined);
  return loaded && <loaded.FrenchOffer />;
}

export function App({ offer }: { offer: ReactNode }) {
  return (
    <ErrorBoundary>
      <OfflineBanner />
      <MissingCodeBanner />
      {offer}
      <Routes />
      <Suspense fallback={null}>
        <SupportLink />
      </Suspense>
      <Notices />
    </ErrorBoundary>
  );
}
