import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { ApiError } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import type { CallOf, CallOptions, ReplyOf } from "../../lib/api.ts";
import { knownSession, setCurrentUser } from "../../lib/current-user.ts";
import { askForProof, countProofs } from "./step-up/step-up.ts";

/**
 * A call of an administrator. Where it is denied they are none any more, and the page says so from then on. Where they
 * have to prove who they are first, they are asked to, and the very same call goes on with the same key; where they do
 * not, it throws `StepUpCancelled`.
 */
export async function adminCall<E extends Endpoint>(
  endpoint: CallOf<E>,
  options: CallOptions<E> = {},
): Promise<ReplyOf<E>> {
  const proofsBefore = countProofs();
  try {
    return await call<E>(endpoint, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "forbidden") loseAdministration();
    if (error.code !== "step_up_required") throw error;
    if (countProofs() === proofsBefore) await askForProof();
    return adminCall(endpoint, options);
  }
}

export function loseAdministration() {
  const session = knownSession();
  if (session.state === "signed-in" && session.user.isAdmin) {
    setCurrentUser({ ...session.user, isAdmin: false });
  }
}
