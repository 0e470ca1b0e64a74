/** Pages that are worth coming back to: elsewhere signing in leads to the dashboard. */
const WORTH_IT = /^\/(verify|fairness)\/[\w/-]+$/;

/**
 * What a link to the sign-in page takes along, kept by that one entry of the history: it outlives a reload, and whoever
 * comes to the sign-in page in another way is not led anywhere by it.
 */
export function returnHere(): { readonly returnTo: string } {
  return { returnTo: location.pathname };
}

/** Where signing in leads, by the state of the sign-in page's entry in the history. */
export function pathAfterSignIn(state: unknown): string {
  const { returnTo } = (state ?? {}) as { returnTo?: unknown };
  return typeof returnTo === "string" && WORTH_IT.test(returnTo) ? returnTo : "/";
}
