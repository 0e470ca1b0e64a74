import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { Suspense } from "react";
import { useGet } from "../../../api/query.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withLaterText } from "../../../locales/text.ts";

const SecurityBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./security-banner.tsx"))).SecurityBanner,
}));

/** Tells of events that bear on the account's safety. The banner is loaded only where there is one to tell. */
export function SecurityNews() {
  const { data } = useGet("getSecurity");
  const news = data ? newsOf(data) : [];
  return news.length > 0 ? (
    <Suspense fallback={null}>
      <SecurityBanner news={news} />
    </Suspense>
  ) : null;
}

/**
 * The events that the owner has not seen and that another session caused, newest first. A sign-in from the address and
 * the browser of this session counts as the owner's own.
 */
export function newsOf({ events, sessionId }: Security): SecurityEvent[] {
  const own = events.find((event) => event.kind === "signed_in" && event.sessionId === sessionId);
  const isOwnDoor = (event: SecurityEvent) =>
    event.kind === "signed_in" &&
    event.address !== null &&
    event.address === own?.address &&
    event.userAgent === own.userAgent;
  return events.filter((event) => !event.seen && event.sessionId !== sessionId && !isOwnDoor(event));
}
