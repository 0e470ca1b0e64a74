import { adminRoutes } from "@veritick/contract/admin-routes.ts";
import { ApiError } from "../../lib/api-error.ts";
import { fillIn, request } from "../../lib/api.ts";
import type { CallOptions, ReplyOf } from "../../lib/api.ts";
import { knownSession, setCurrentUser } from "../../lib/current-user.ts";
import { keyOfPath } from "../../lib/query.ts";
import { askForProof, countProofs } from "./step-up/step-up.ts";

export type AdminCallName = keyof typeof adminRoutes;

/**
 * A call of an administrator. Where it is denied they are none any more, and the page says so from then on. Where they
 * have to prove who they are first, they are asked to, and the very same call goes on with the same key; where they do
 * not, it throws `StepUpCancelled`.
 */
export async function adminCall<N extends AdminCallName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ReplyOf<N>> {
  const proofsBefore = countProofs();
  try {
    return await request<N>(adminRoutes[name], options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "forbidden") loseAdministration();
    if (error.code !== "step_up_required") throw error;
    if (countProofs() === proofsBefore) await askForProof();
    return adminCall(name, options);
  }
}

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
