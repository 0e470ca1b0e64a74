import type { CurrentUser } from "@veritick/contract/auth.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { logout } from "./calls.ts";
import { setCurrentUser } from "./current-user.ts";
import { queryClient } from "./query.ts";

/** Begins a session with what login or registration answered; nothing of an earlier person stays behind. */
export function beginSession(user: CurrentUser) {
  queryClient.clear();
  setCurrentUser(user);
}

/** Signs out on the server, then forgets everything here. Throws if the server could not be told. */
export async function endSession() {
  try {
    await call(logout);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  await queryClient.cancelQueries();
  setCurrentUser(null);
  queryClient.clear();
}
