import type { CurrentUser } from "@veritick/contract/auth.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { logout, signOutEverywhere } from "./calls.ts";
import { setCurrentUser } from "./current-user.ts";
import { queryClient } from "./query.ts";

/** Begins a session with what login or registration answered; nothing of an earlier person stays behind. */
export function beginSession(user: CurrentUser) {
  queryClient.clear();
  setCurrentUser(user);
}

/** Signs out on the server, then forgets everything here. Throws if the server could not be told. */
export async function endSession() {
  await leave(logout);
}

/** The same for every session of the account. */
export async function endEverySession() {
  await leave(signOutEverywhere);
}

async function leave(way: typeof logout) {
  try {
    await call(way);
  } catch (error) {
    // The session was over already.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  await forgetSession();
}

/** Forgets a session that is over on the server. */
export async function forgetSession() {
  await queryClient.cancelQueries();
  setCurrentUser(null);
  queryClient.clear();
}
