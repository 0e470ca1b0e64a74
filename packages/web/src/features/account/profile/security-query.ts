import type { ApiKey } from "@veritick/contract/schemas/api-keys.ts";
import type { WithdrawalAddress } from "@veritick/contract/schemas/payments.ts";
import type { Passkey } from "@veritick/contract/schemas/passkeys.ts";
import type { Security, Session } from "@veritick/contract/schemas/security.ts";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "../../../api/client.ts";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";

/** Asks how the account is protected whenever the profile opens. Pushes keep the answer up to date in between. */
export function useSecurity(): UseQueryResult<Security> {
  return useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
}

/** Asks where the account is signed in. The server pushes nothing when a session is used, so each visit asks. */
export function useSessions(): UseQueryResult<Session[]> {
  return useQuery({ ...getOptions("listSessions"), refetchOnMount: "always" });
}

/** Asks which passkeys the account has. */
export function usePasskeys(): UseQueryResult<Passkey[]> {
  return useQuery({ ...getOptions("listPasskeys"), refetchOnMount: "always" });
}

/** Asks which API keys the account has. When a program uses one nothing is pushed, so each visit asks. */
export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({ ...getOptions("listApiKeys"), refetchOnMount: "always" });
}

/** Asks which addresses a person has saved to withdraw to. */
export function useAddresses(): UseQueryResult<WithdrawalAddress[]> {
  return useQuery({ ...getOptions("listWithdrawalAddresses"), refetchOnMount: "always" });
}

/** Asks which browsers get notifications. */
export function usePushDevices(): UseQueryResult<ReplyOf<"listPushDevices">> {
  return useQuery({ ...getOptions("listPushDevices"), refetchOnMount: "always" });
}

/** Asks again after a change that bears on the account's safety. Resolves once the page shows the answers. */
export async function refreshSecurity(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf("getSecurity") }),
    queryClient.invalidateQueries({ queryKey: keyOf("listSessions") }),
  ]);
}

/**
 * Marks every known event as seen, and asks anew: an answer that is on its way may be from before, and an event may have been
 * pushed that the server was not told of.
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
