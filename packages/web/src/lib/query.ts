import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { MutationCache, QueryCache, QueryClient, useQuery } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { call, pathOf } from "./api.ts";
import type { CallOf, CallOptions, ReplyOf } from "./api.ts";
import { setCurrentUser } from "./current-user.ts";

/** A query's key is the path of its call in segments: joined by "/", it is that path again. */
export function keyOf(endpoint: Pick<Endpoint, "path">, params: object = {}): string[] {
  return pathOf(endpoint, params).slice(1).split("/");
}

/** What `useQuery` and `prefetchQuery` need for a GET of the contract. */
export function getOptions<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  options: Omit<CallOptions<E>, "signal" | "body"> = {},
) {
  return {
    queryKey: keyOf(endpoint, options.params),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> =>
      call(endpoint, { ...options, signal }),
  };
}

export function useGet<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  options: Omit<CallOptions<E>, "signal" | "body"> = {},
) {
  return useQuery(getOptions(endpoint, options));
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
