import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { ApiError, call } from "./client.ts";
import { knownSession, setCurrentUser, subscribe } from "./current-user.ts";
import { queryClient } from "./query.ts";

/** While the owner is leaving from here, an answer that nobody is signed in is no news. */
let isLeaving = false;

/** Begins a session with what login or registration answered; nothing of an earlier person stays behind. */
export function beginSession(user: CurrentUser) {
  queryClient.clear();
  setCurrentUser(user);
}

/** Signs out on the server, then forgets everything here. Throws if the server could not be told. */
export async function endSession() {
  await leave("logout");
}

/** The same for every session of the account. */
export async function endEverySession() {
  await leave("signOutEverywhere");
}

async function leave(way: "logout" | "signOutEverywhere") {
  isLeaving = true;
  // What is still being asked would be answered that nobody is signed in.
  await queryClient.cancelQueries();
  try {
    await call(way);
  } catch (error) {
    // The session was over already.
    if (!(error instanceof ApiError) || error.status !== 401) {
      isLeaving = false;
      void queryClient.invalidateQueries();
      throw error;
    }
  }
  await forgetSession();
}

/** Makes the call that ends the account, then forgets everything here. Nothing is forgotten where the call fails. */
export async function endAccount<T>(send: () => Promise<T>): Promise<T> {
  isLeaving = true;
  let answer: T;
  try {
    answer = await send();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  await forgetSession();
  return answer;
}

/** Forgets a session that its owner has ended on the server. */
export async function forgetSession() {
  isLeaving = true;
  await queryClient.cancelQueries();
  setCurrentUser(null);
  queryClient.clear();
  isLeaving = false;
}

/** Calls back when the session that is open here turns out to be over without its owner having left from here. */
export function onSessionLost(listener: () => void) {
  return subscribe(() => {
    if (knownSession().state === "signed-out" && !isLeaving) listener();
  });
}
