import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { dateOf } from "../../platform/clock.ts";
import { countAttempt } from "../../platform/db/attempts.ts";
import { transaction, violatedConstraint } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { refuseGuessable } from "./guessable.ts";
import { rememberPlaces } from "./known-places.ts";
import { clearLogins, countCorrectPassword, forgiveLogin, loginCountersFor } from "./login-throttle.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { proveSecondStep } from "../two-step/prove-second-step.ts";
import { findUserByEmail, insertUser, toCurrentUser } from "../users.ts";

const HOUR_SECONDS = 3600;

type SignedIn = { user: CurrentUser; token: string };

export async function register(
  context: AccountContext,
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, clock, sessions, limits } = context;
  const guessable = refuseGuessable(input.password, input.email, "password");
  if (guessable !== undefined) return guessable;
  const now = dateOf(clock);
  const attempt = await countAttempt(
    database,
    `register/${visitor.address}`,
    limits.registrationsPerHour,
    HOUR_SECONDS,
    now,
  );
  if (!attempt.allowed) return refuse("too_many_registrations", attempt);
  const password = await hashPassword(input.password);
  try {
    return await transaction(database, async (connection) => {
      const row = await insertUser(connection, {
        id: newId(clock.nowMs()),
        email: input.email,
        password,
        isAdmin: false,
        createdAt: now,
      });
      const session = await sessions.open(connection, row, visitor);
      await rememberPlaces(connection, row.id, visitor, now);
      return { user: toCurrentUser(row), token: session!.token };
    });
  } catch (error) {
    if (violatedConstraint(error) === "users_email_taken") return refuse("email_taken", { field: "email" });
    throw error;
  }
}

/**
 * Signs in with a password and, if the account has one, a second step. Only a caller who knows the password learns whether
 * there is a second step.
 */
export async function login(
  context: AccountContext,
  input: { email: string; password: string; twoStepCode?: string | undefined },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, sessions } = context;
  const row = await findUserByEmail(database, input.email);
  const counters = await loginCountersFor(database, input.email, visitor);
  const isCorrect = await checkPassword(context, row, input, counters);
  if (isRefused(isCorrect)) return isCorrect;
  if (!isCorrect || row === undefined) return refuse("credentials_wrong");
  // If refused here, the login stays counted as failed, so that a script soon no longer makes the server hash.
  const tooMany = await countCorrectPassword(context, row.email);
  if (tooMany !== undefined) return tooMany;

  const unproven = await proveSecondStep(context, row.id, visitor, input.twoStepCode);
  if (unproven !== undefined) {
    // A request for the code is half a login: no failure, but no reason to clear earlier failures either.
    if (unproven.refused === "two_step_required") await forgiveLogin(database, counters);
    return unproven;
  }

  const opened = await changeAccount(context, row.id, async ({ connection, record, onCommit }) => {
    const session = await sessions.open(connection, row, visitor);
    if (session === undefined) return undefined;
    onCommit(await sessions.endSurplus(connection, row.id, session.id));
    await rememberPlaces(connection, row.id, visitor, dateOf(context.clock));
    await record("signed_in", { ...visitor, sessionId: session.id });
    return session;
  });
  // The account was deleted or its password changed since it was read.
  if (opened === undefined || isRefused(opened)) return refuse("credentials_wrong");
  await clearLogins(database, counters);
  return { user: toCurrentUser(row), token: opened.token };
}
