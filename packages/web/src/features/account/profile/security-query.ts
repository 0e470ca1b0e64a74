import type { Security, SecurityEventKind } from "@veritick/contract/schemas/security.ts";
import { keyOf, queryClient } from "../../../api/query.ts";

/**
 * Loads the account's protection again after a change to it, and what such a change may end. Resolves once the page shows the
 * answers.
 */
export async function refreshSecurity(): Promise<void> {
  const names = ["getSecurity", "listSessions", "listApiKeys", "listPushDevices"] as const;
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })));
}

/** The changes that end the notifications of every browser, because a thief of this session may have asked for some. */
const ENDS_NOTIFICATIONS: ReadonlySet<SecurityEventKind> = new Set([
  "password_changed",
  "two_step_enabled",
  "passkey_added",
  "passkey_removed",
]);

/** Names the session since the last of these changes. A browser that asked under another name has to ask again. */
export function toldUnder({ sessionId, events }: Security): string {
  const last = events.find(({ kind }) => ENDS_NOTIFICATIONS.has(kind));
  return last === undefined ? sessionId : `${sessionId}/${last.id}`;
}

/**
 * Marks every known event as seen and asks again. A pending answer may predate that, and an event may have been pushed after
 * the server was told which ones were seen.
 */
export async function rememberSeen(): Promise<void> {
  const queryKey = keyOf("getSecurity");
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Security>(
    queryKey,
    (known) => known && { ...known, events: known.events.map((event) => ({ ...event, seen: true })) },
  );
  void queryClient.invalidateQueries({ queryKey });
}
