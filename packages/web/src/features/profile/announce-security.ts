import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { withLaterText } from "../../locales/text.ts";

/** Shows a notice of a pushed event. What words it is loaded with the first one. */
export function announceSecurity(event: SecurityEvent) {
  withLaterText(import("./security-notice.ts")).then(
    ({ announceSecurityEvent }) => announceSecurityEvent(event),
    // Without the network nothing can be told now; the dashboard asks again when it is back.
    () => undefined,
  );
}
