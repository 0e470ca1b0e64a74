import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { Suspense, useEffect } from "react";
import { useGet } from "../../../api/query.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withTextOf } from "../../../locales/text.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { toldHere } from "../../../lib/told-here.ts";
import { classNames } from "../../../ui/primitives.tsx";
import { toldUnder } from "./security-query.ts";
import styles from "./security-banner.module.css";

const SecurityBanner = lazyPart(
  async () => (await withTextOf("later", import("./security-banner.tsx"))).SecurityBanner,
);

const EmailBanner = lazyPart(
  async () => (await withTextOf("later", import("./email-banner.tsx"))).EmailBanner,
);

/** Asks for the confirmation of the address, if it is missing, on a page without news. */
export function EmailPlace() {
  const user = useCurrentUser();
  if (user?.emailConfirmed !== false) return null;
  return (
    <div data-screen-only className={classNames(styles["place"], styles["asks"])}>
      <Suspense fallback={null}>
        <EmailBanner email={user.email} />
      </Suspense>
    </div>
  );
}

/**
 * Shows events that bear on the account's safety, else asks to confirm the address, in a line that floats below the header.
 * The line loads only if there is something to show. Its place is always there, so that the focus stays in it when the line goes.
 */
export function SecurityNews() {
  const { data } = useGet("getSecurity");
  const user = useCurrentUser();
  const userId = user?.id;
  const asks = user?.emailConfirmed === false;
  const name = data && toldUnder(data);
  useEffect(() => {
    if (userId === undefined || name === undefined) return;
    // If this fails, the next page tries again.
    lookIfTold(userId, name).catch(() => undefined);
  }, [userId, name]);
  const news = data ? newsOf(data) : [];
  const keptFocus = useKeptFocus<HTMLDivElement>();
  return (
    <div
      {...keptFocus}
      tabIndex={-1}
      data-screen-only
      className={classNames(styles["place"], asks && styles["asks"])}
    >
      <Suspense fallback={null}>
        {news.length > 0 ? <SecurityBanner news={news} /> : asks && <EmailBanner email={user.email} />}
      </Suspense>
    </div>
  );
}

/** Looks at each start, because a browser may drop or renew its subscription at any time and seldom tells. */
async function lookIfTold(userId: string, name: string): Promise<void> {
  const told = await toldHere(userId);
  if (told === undefined) return;
  const { lookHere } = await import("./push-device.ts");
  await lookHere({ isDevice: told.isDevice, isSameSession: await told.isUnder(name) });
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
  return events.filter(
    (event) =>
      !event.seen &&
      event.sessionId !== sessionId &&
      !isOwnDoor(event) &&
      // Only the owner of the mailbox can do that, often in another browser.
      event.kind !== "email_confirmed",
  );
}

/** Shows a notice of a pushed event, once the code and the words for it are here. */
export function announceSecurity(event: SecurityEvent): void {
  withTextOf("later", import("./security-notice.ts")).then(
    ({ announceSecurityEvent }) => announceSecurityEvent(event),
    // They cannot load without the network. The dashboard asks for the events again once it is back.
    () => undefined,
  );
}
