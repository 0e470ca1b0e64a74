import { MutationCache, QueryCache, QueryClient, useQuery } from "@tanstack/react-query";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import { ApiError, call, pathOf } from "./client.ts";
import type { CallOptions, ReplyOf, UserCallName } from "./client.ts";
import { setCurrentUser } from "./current-user.ts";

/** A query's key is the path of its call in segments: joined by "/", it is that path again. */
export function keyOf(name: UserCallName, params: object = {}): string[] {
  return keyOfPath(pathOf(name, params));
}

export const keyOfPath = (path: string): string[] => path.slice(1).split("/");

/** What `useQuery` and `prefetchQuery` need for a GET of the contract. */
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

/** A session that ended elsewhere shows as a 401 on any call: from then on nobody is signed in here either. */
export function noticeEndedSession(error: unknown) {
  if (error instanceof ApiError && error.status === 401) setCurrentUser(null);
}

/**
 * Data stays until a push or an action changes it. Network mode "always" matters for money: a call made offline
 * fails at once instead of being kept and sent later, when the person no longer means it.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
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

/** Set while no position can be opened; asked for once, and kept up to date by pushes. */
export function useMaintenance(): Maintenance {
  return useGet("settings").data?.maintenance ?? null;
}
