import { useQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { adminRoutes } from "@veritick/contract/admin-routes.ts";
import type { AdminList } from "@veritick/contract/schemas/pushes.ts";
import type { AdminUser, AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { ApiError, fillIn, request } from "../../api/client.ts";
import type { CallOptions, ReplyOf } from "../../api/client.ts";
import { knownSession, refreshCurrentUser, setCurrentUser } from "../../api/current-user.ts";
import { keyOfPath, queryClient } from "../../api/query.ts";
import { askForProof, withProof } from "../account/public.ts";

export const REFRESH_MS = 10_000;

/** Loads anew for each page. Other people's data leaves the cache when the page closes. */
export const live = { staleTime: 0, gcTime: 0 } as const;

/** Loads again when a push says that one of these lists has changed, that somebody decided something, or after a gap. */
export const following = (...follows: AdminList[]) => ({ ...live, meta: { follows } });

/** Loads again by a timer. Use it only for figures of which no push tells. The page states their age ("as of"). */
export const POLLED = { isPolled: true };
export const polled = { ...live, refetchInterval: REFRESH_MS, meta: POLLED } as const;

export const read = <N extends AdminCallName>(name: N, params?: CallOptions<N>["params"]) => ({
  queryKey: adminKeyOf(name, params),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    adminCall<N>(name, { signal, ...(params === undefined ? {} : { params }) }),
});

export const useStats = () =>
  useQuery({ ...following("deposits", "withdrawals", "users", "attention"), ...read("adminStats") });
/** The decisions that are pending and the payments under way, with the age of the oldest. */
export const useWaiting = () =>
  useQuery({ ...following("deposits", "withdrawals", "attention"), ...read("adminWaiting") });
export const useProposals = () => useQuery({ ...following(), ...read("listProposals") });

/** Returns true if the server has nothing with that id, or the id in the address is invalid. */
export const isGone = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.code === "id_invalid");

export const useUserHistory = (id: string) =>
  useQuery({ ...following("deposits", "withdrawals", "users"), ...read("adminGetUser", { id }) });

type Identified = { readonly id: string };

/** Puts the reply to a decision into its list, and into its user's list, before the next refresh. */
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

/** Does the same for a user, in every cached search. */
export function rememberUser(user: Pick<AdminUser, "id" | "balance" | "isAdmin" | "role">) {
  queryClient.setQueriesData<UserPages>(
    // The keys of one user's queries have the same prefix, but do not end in an object.
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

/**
 * Refreshes all administration data after an action or an attempt, and the administrator's own account if it concerned them.
 */
export function refreshAdministration(userId: string) {
  const session = knownSession();
  // An administrator who has just given up the role would be refused.
  if (session.state !== "signed-in" || !session.user.isAdmin) return;
  void queryClient.invalidateQueries({ queryKey: ["api", "admin"] });
  if (session.user.id === userId) void refreshCurrentUser();
}

export type AdminCallName = keyof typeof adminRoutes;

/**
 * Makes a call as an administrator. If the server forbids it, the page no longer treats the user as an administrator. If the
 * server requires step-up, the user is asked for proof and the same call is repeated with the same key. Throws `GivenUp` if
 * they give none.
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

/** Asks for the same proof before a download, which the browser makes by itself. */
export async function proveForDownload(nowMs: number): Promise<void> {
  const { provedUntil } = await adminCall("getStepUp");
  const isOld = provedUntil !== null && Date.parse(provedUntil) <= nowMs + DOWNLOAD_MARGIN_MS;
  if (isOld) await askForProof();
}

/** The longest time until the browser begins the download. */
const DOWNLOAD_MARGIN_MS = 2_000;

/** Returns the path of an administrator's call with its parameters filled in. */
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
