import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import type { WithdrawalAddress } from "@veritick/contract/schemas/payments.ts";
import type { Passkey } from "@veritick/contract/schemas/passkeys.ts";
import type { Security, SecurityEventKind, Session } from "@veritick/contract/schemas/security.ts";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "../../../api/client.ts";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";

/** Loads the account's protection whenever the profile opens. Pushes keep the answer up to date in between. */
export function useSecurity(): UseQueryResult<Security> {
  return useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
}

/** Loads the account's sessions. The server pushes nothing when a session is used, so each visit asks. */
export function useSessions(): UseQueryResult<Session[]> {
  return useQuery({ ...getOptions("listSessions"), refetchOnMount: "always" });
}

export function usePasskeys(): UseQueryResult<Passkey[]> {
  return useQuery({ ...getOptions("listPasskeys"), refetchOnMount: "always" });
}

/** Loads the account's API keys. The server pushes nothing when a program uses one, so each visit asks. */
export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({ ...getOptions("listApiKeys"), refetchOnMount: "always" });
}

export function useAddresses(): UseQueryResult<WithdrawalAddress[]> {
  return useQuery({ ...getOptions("listWithdrawalAddresses"), refetchOnMount: "always" });
}

export function usePushDevices(): UseQueryResult<ReplyOf<"listPushDevices">> {
  return useQuery({ ...getOptions("listPushDevices"), refetchOnMount: "always" });
}

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
