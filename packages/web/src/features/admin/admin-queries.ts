import { useQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { adminRoutes } from "@veritick/contract/admin-routes.ts";
import type { AdminUser, AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { ApiError, fillIn, request } from "../../api/client.ts";
import type { CallOptions, ReplyOf } from "../../api/client.ts";
import { knownSession, refreshCurrentUser, setCurrentUser } from "../../api/current-user.ts";
import { keyOfPath, queryClient } from "../../api/query.ts";
import { askForProof, withProof } from "../account/public.ts";

export const REFRESH_MS = 10_000;

/** While the page is looked at it keeps itself up to date; once it is left, nothing of other people stays behind. */
export const live = {
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: "always",
  refetchOnReconnect: "always",
} as const;

/** Marks what the page as a whole shows, and what "as of" speaks of. */
export const POLLED = { isPolled: true };
export const polled = { ...live, refetchInterval: REFRESH_MS, meta: POLLED } as const;

export const read = <N extends AdminCallName>(name: N, params?: CallOptions<N>["params"]) => ({
  queryKey: adminKeyOf(name, params),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    adminCall<N>(name, { signal, ...(params === undefined ? {} : { params }) }),
});

export const useStats = () => useQuery({ ...polled, ...read("adminStats") });
/** What waits for a decision or is under way, and since when. */
export const useWaiting = () => useQuery({ ...polled, ...read("adminWaiting") });
export const useProposals = () => useQuery({ ...polled, ...read("listProposals") });

/** True where there is nothing of that id, or what an address names is none. */
export const isGone = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.code === "id_invalid");

export const useUserHistory = (id: string) =>
  useQuery({
    ...live,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : REFRESH_MS),
    ...read("adminGetUser", { id }),
  });

type Identified = { readonly id: string };

/** What a decision answered is in its list at once, and in that of its user, before they are asked for again. */
export function rememberIn<T extends Identified>(list: AdminCallName, item: T, userId?: string) {
  const renew = (page: T[]) => page.map((each) => (each.id === item.id ? item : each));
  const key = adminKeyOf(list);
  const ofUser = userId === undefined ? [] : [[...adminKeyOf("adminGetUser", { id: userId }), key.at(-1)!]];
  for (const queryKey of [key, ...ofUser]) {
    queryClient.setQueryData<T[] | InfiniteData<T[]>>(queryKey, (known) =>
      known === undefined || Array.isArray(known)
        ? known && renew(known)
        : { ...known, pages: known.pages.map(renew) },
    );
  }
}

type UserPages = InfiniteData<AdminUser[], string | undefined>;

/** The same for users, in whichever search they are. */
export function rememberUser(user: Pick<AdminUser, "id" | "balance" | "isAdmin" | "role">) {
  queryClient.setQueriesData<UserPages>(
    // What is known of one user begins with the same words, and is no search.
    {
      queryKey: adminKeyOf("adminListUsers"),
      predicate: ({ queryKey }) => typeof queryKey.at(-1) === "object" && queryKey.length === 4,
    },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) =>
          page.map((each) => (each.id === user.id ? { ...each, ...user } : each)),
        ),
      },
  );
  queryClient.setQueryData<AdminUserDetails>(
    adminKeyOf("adminGetUser", { id: user.id }),
    (known) => known && { ...known, ...user },
  );
}

/** After whatever was done or tried: the figures, the lists and the open histories, and the own balance if it was one's own. */
export function refreshAdministration(userId: string) {
  const session = knownSession();
  // Who has just given it up need not be told that it is denied.
  if (session.state !== "signed-in" || !session.user.isAdmin) return;
  void queryClient.invalidateQueries({ queryKey: ["api", "admin"] });
  if (session.user.id === userId) void refreshCurrentUser();
}

export type AdminCallName = keyof typeof adminRoutes;

/**
 * A call of an administrator. Where it is denied they are none any more, and the page says so from then on. Where they
 * have to prove who they are first, they are asked to, and the very same call goes on with the same key; where they do
 * not, it throws `GivenUp`.
 */
export async function adminCall<N extends AdminCallName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ReplyOf<N>> {
  try {
    return await withProof(() => request<N>(adminRoutes[name], options));
  } catch (error) {
    if (error instanceof ApiError && error.code === "forbidden") loseAdministration();
    throw error;
  }
}

/** The same before a download, which the browser makes by itself. */
export async function proveForDownload(nowMs: number): Promise<void> {
  const { provedUntil } = await adminCall("getStepUp");
  const isOld = provedUntil !== null && Date.parse(provedUntil) <= nowMs + DOWNLOAD_MARGIN_MS;
  if (isOld) await askForProof();
}

/** The download begins this much later at most. */
const DOWNLOAD_MARGIN_MS = 2_000;

/** The path of an administrator's call with its parameters filled in. */
export const adminPathOf = (name: AdminCallName, params: object = {}): string =>
  fillIn(adminRoutes[name], params);

export const adminKeyOf = (name: AdminCallName, params: object = {}): string[] =>
  keyOfPath(adminPathOf(name, params));

export function loseAdministration() {
  const session = knownSession();
  if (session.state === "signed-in" && session.user.isAdmin) {
    setCurrentUser({ ...session.user, isAdmin: false });
  }
}
