import type { Security, Session } from "@veritick/contract/schemas/security.ts";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { getOptions, keyOf, queryClient } from "../../../api/query.ts";

/** How the account is protected, asked for whenever the profile is opened; in between, pushes keep it up to date. */
export function useSecurity(): UseQueryResult<Security> {
  return useQuery({ ...getOptions("getSecurity"), refetchOnMount: "always" });
}

/** Where the account is signed in. Nothing is pushed when a session is used, so each visit asks. */
export function useSessions(): UseQueryResult<Session[]> {
  return useQuery({ ...getOptions("listSessions"), refetchOnMount: "always" });
}

/** After a change that bears on the safety of the account; resolves once what is shown is new. */
export async function refreshSecurity(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf("getSecurity") }),
    queryClient.invalidateQueries({ queryKey: keyOf("listSessions") }),
  ]);
}

/** All that happened so far counts as seen. */
export function rememberSeen() {
  queryClient.setQueryData<Security>(
    keyOf("getSecurity"),
    (known) => known && { ...known, events: known.events.map((event) => ({ ...event, seen: true })) },
  );
}
