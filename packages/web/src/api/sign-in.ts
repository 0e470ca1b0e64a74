import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { ApiError, call, holdReads } from "./client.ts";
import { isSomebodyElse, knownSession, setCurrentUser, subscribe } from "./current-user.ts";
import { forgetPerson } from "../lib/forget-person.ts";
import { forgetInvitation } from "../lib/links.ts";
import { queryClient } from "./query.ts";

/** True while the owner signs out here. A refusal because nobody is signed in is then expected. */
let isLeaving = false;

/** Carries the id of each user who signs in to all tabs of the browser. */
const SIGN_INS = "sign-ins";

/** Begins a session with the answer to a login or registration, and drops all data of an earlier person. */
export function beginSession(user: CurrentUser) {
  queryClient.clear();
  forgetPerson();
  setCurrentUser(user);
  forgetInvitation();
  const channel = new BroadcastChannel(SIGN_INS);
  channel.postMessage(user.id);
  channel.close();
}

/**
 * Loads this tab anew when another tab signs in to another account. From then on, an order placed here would be that
 * account's. Returns a function that stops listening.
 */
export function followSignIns(): () => void {
  const channel = new BroadcastChannel(SIGN_INS);
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (isSomebodyElse(data)) location.reload();
  };
  return () => channel.close();
}

/** Signs out on the server, then drops all data here. Throws if the server could not be reached or refused. */
export async function endSession() {
  await endWith(() => leave("logout"));
}

/** Does the same for every session of the account. */
export async function endEverySession() {
  await endWith(() => leave("signOutEverywhere"));
}

async function leave(way: "logout" | "signOutEverywhere"): Promise<void> {
  try {
    await call(way);
  } catch (error) {
    // A 401 means that the session was over already.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

/**
 * Makes a call that ends this session, then drops all data here. If the call fails, or its answer says that the session goes
 * on, everything stays.
 */
export async function endWith<T>(send: () => Promise<T>, hasEnded = (_answer: T) => true): Promise<T> {
  isLeaving = true;
  const release = holdReads();
  await queryClient.cancelQueries();
  try {
    const answer = await send();
    if (hasEnded(answer)) await forgetSession();
    else stay();
    return answer;
  } catch (error) {
    stay();
    throw error;
  } finally {
    release();
  }
}

function stay() {
  isLeaving = false;
  void queryClient.invalidateQueries();
}

/** Drops the data of a session that its owner has ended on the server. */
export async function forgetSession() {
  isLeaving = true;
  await queryClient.cancelQueries();
  setCurrentUser(null);
  queryClient.clear();
  isLeaving = false;
}

/** Calls the listener when the session turns out to be over although its owner did not sign out here. */
export function onSessionLost(listener: () => void) {
  return subscribe(() => {
    if (knownSession().state === "signed-out" && !isLeaving) listener();
  });
}
