import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { ApiError } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import type { CallOf, CallOptions, ReplyOf } from "../../lib/api.ts";
import { knownSession, setCurrentUser } from "../../lib/current-user.ts";

/** A call of an administrator. Where it is denied they are none any more, and the page says so from then on. */
export async function adminCall<E extends Endpoint>(
  endpoint: CallOf<E>,
  options: CallOptions<E> = {},
): Promise<ReplyOf<E>> {
  try {
    return await call<E>(endpoint, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === "forbidden") loseAdministration();
    throw error;
  }
}

export function loseAdministration() {
  const session = knownSession();
  if (session.state === "signed-in" && session.user.isAdmin) {
    setCurrentUser({ ...session.user, isAdmin: false });
  }
}
