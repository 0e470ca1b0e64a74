import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";

/**
 * What happened to the account that its owner has not seen and this session has not done, newest first. A sign-in from
 * where this session signed in itself, with the same browser, is its owner coming and going.
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
