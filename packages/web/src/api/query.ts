import { MutationCache, QueryCache, QueryClient, useQuery } from "@tanstack/react-query";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { ApiError, call, pathOf } from "./client.ts";
import type { CallOptions, ReplyOf, UserCallName } from "./client.ts";
import { setCurrentUser } from "./current-user.ts";
import { renewDataBy } from "../ui/boundary.tsx";

/** Returns a query's key: the segments of the path of its call. Joined by "/", they are that path again. */
export function keyOf(name: UserCallName, params: object = {}): string[] {
  return keyOfPath(pathOf(name, params));
}

export const keyOfPath = (path: string): string[] => path.slice(1).split("/");

/** Returns the options of `useQuery` and `prefetchQuery` for a GET of the contract. */
export function getOptions<N extends UserCallName>(
  name: N,
  options: Omit<CallOptions<N>, "signal" | "body"> = {},
) {
  return {
    queryKey: keyOf(name, options.params),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<N>> => call(name, { ...options, signal }),
  };
}

export function useGet<N extends UserCallName>(
  name: N,
  options: Omit<CallOptions<N>, "signal" | "body"> = {},
) {
  return useQuery(getOptions(name, options));
}

/** Like `useGet`, but asks again on every visit, because no push tells of each change. */
export function useFresh<N extends UserCallName>(name: N) {
  return useQuery({ ...getOptions(name), refetchOnMount: "always" });
}

/** Signs out here if an error is a 401: the session has ended elsewhere. */
export function noticeEndedSession(error: unknown) {
  if (error instanceof ApiError && error.status === 401) setCurrentUser(null);
}

/** Refusals after which the settings known here are out of date. */
const OUTDATES_SETTINGS = new Set([
  "country_blocked",
  "terms_not_accepted",
  "terms_changed",
  "registration_closed",
  "invitation_required",
]);

function noticeRefusal(error: unknown) {
  noticeEndedSession(error);
  if (error instanceof ApiError && OUTDATES_SETTINGS.has(error.code ?? ""))
    void queryClient.invalidateQueries({ queryKey: keyOf("settings") });
}

/**
 * Data stays until a push or an action changes it. Network mode "always" matters for money: a call made offline fails at
 * once. Otherwise it would be kept and sent later, when the person no longer means it.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

renewDataBy({
  forget: () => queryClient.removeQueries({ type: "inactive" }),
  fetch: () => queryClient.invalidateQueries({}, { cancelRefetch: false }),
});

/** Returns the maintenance during which no position can be opened, or null. Fetched once; pushes keep it up to date. */
export function useMaintenance(): Maintenance {
  return useGet("settings").data?.maintenance ?? null;
}
