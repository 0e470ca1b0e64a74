import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { StepUpState } from "@veritick/contract/schemas/security.ts";
import { dateOf } from "../../platform/clock.ts";
import { countAttempt, forgiveAttempt } from "../../platform/db/attempts.ts";
import { transaction, violatedConstraint } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { queueWebhookEvent } from "../../notifications/public.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { askToConfirm } from "../email/confirm-email.ts";
import { assertNotReserved, EmailReservedError } from "../email/links.ts";
import { admit } from "../use-invitation.ts";
import { checkPassword, hashPassword, refuseGuessable } from "../passwords/passwords.ts";
import { isOwnersDevice, isUsualPlace, rememberPlaces } from "../passwords/known-places.ts";
import {
  clearLogins,
  countCorrect,
  forgiveLogin,
  loginCountersFor,
  passkeyCounter,
} from "../passwords/login-throttle.ts";
import type { PasswordCounters } from "../passwords/login-throttle.ts";
import { proveSecondStep } from "../two-step/prove-second-step.ts";
import { isPasskey, provePasskey, SIGN_IN } from "../two-step/prove-passkey.ts";
import { stepUpMethod } from "../two-step/step-up.ts";
import { findUser, findUserByEmail, insertUser, noteLanguage, storeTerms, toCurrentUser } from "../users.ts";
import type { UserRow } from "../users.ts";

const HOUR_SECONDS = 3600;

type SignedIn = { user: CurrentUser; token: string };

export async function register(
  context: AccountContext,
  input: {
    email: string;
    password: string;
    invitation?: string | undefined;
    acceptedTerms?: string | undefined;
  },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, clock, bus, sessions, limits, settings } = context;
  // This check comes first, so that a closed installation hashes nothing. The one that counts is in the transaction.
  if ((await context.registration(database)) === "closed") return refuse("registration_closed");
  const { termsVersion } = settings;
  if (termsVersion !== undefined && input.acceptedTerms !== termsVersion)
    return refuse("terms_changed", { field: "acceptedTerms" });
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
    const registered = await transaction(database, async (connection): Promise<SignedIn | Refused> => {
      const admitted = await admit(context, connection, input.invitation, now);
      if (isRefused(admitted)) return admitted;
      const inserted = await insertUser(connection, {
        id: newId(clock.nowMs()),
        email: input.email,
        password,
        isAdmin: false,
        language: visitor.language,
        invitationId: admitted.invitationId,
        createdAt: now,
      });
      const row =
        termsVersion === undefined
          ? inserted
          : (await storeTerms(connection, inserted.id, termsVersion, now))!;
      await assertNotReserved(connection, inserted, now);
      await queueWebhookEvent(connection, now, "user.registered", { userId: row.id });
      await askToConfirm(context, connection, row, visitor);
      const session = await sessions.open(connection, row, visitor);
      await rememberPlaces(connection, row.id, visitor, now);
      return { user: toCurrentUser(row, context.notifier), token: session!.token };
    });
    if (!isRefused(registered)) bus.publish({ kind: "adminChanged", of: ["users"] });
    return registered;
  } catch (error) {
    if (error instanceof EmailReservedError || violatedConstraint(error) === "users_email_taken")
      return refuse("email_taken", { field: "email" });
    throw error;
  }
}

/**
 * Signs in with a password and, if the account has one, a second step. Only a caller who knows the password learns whether
 * there is a second step.
 */
export async function login(
  context: AccountContext,
  input: {
    email: string;
    password: string;
    twoStepCode?: string | undefined;
    passkey?: PasskeyAssertion | undefined;
  },
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database } = context;
  const row = await findUserByEmail(database, input.email);
  const counters = await loginCountersFor(database, input.email, visitor);
  const isCorrect = await checkPassword(context, row, input, counters);
  if (isRefused(isCorrect)) return isCorrect;
  if (!isCorrect || row === undefined) return refuse("credentials_wrong");
  // A login refused here stays counted as failed, so that a script can soon no longer make the server hash.
  const tooMany = await countCorrect(context, counters.correct);
  if (tooMany !== undefined) return tooMany;

  const signedIn = await proveRest(context, row, { ...visitor, place: counters.place }, input);
  if (!isRefused(signedIn)) await clearLogins(database, counters);
  // A request for the second step is half a login: no failure, but no reason to clear earlier failures either.
  else if (signedIn.refused === "two_step_required" || signedIn.refused === "passkey_required")
    await forgiveLogin(database, counters);
  return signedIn;
}

/** Opens a session for the holder of the password if they have the second step as well, or the account has none. */
async function proveRest(
  context: AccountContext,
  row: UserRow,
  { place, ...visitor }: Visitor & Pick<PasswordCounters, "place">,
  { passkey, twoStepCode }: { passkey?: PasskeyAssertion | undefined; twoStepCode?: string | undefined },
): Promise<SignedIn | Refused> {
  if (passkey !== undefined) {
    const proved = await provePasskey(context, SIGN_IN, passkey, row.id);
    return isRefused(proved) ? proved : openSession(context, row, visitor, proved);
  }
  const method = await stepUpMethod(context.database, { userId: row.id });
  const refused = await proveSecondStep(context, row.id, { ...visitor, place }, twoStepCode);
  return refused ?? openSession(context, row, visitor, { method });
}

/**
 * Signs in with a passkey alone. A passkey needs the device and its PIN or fingerprint, so it replaces both steps. Wrong
 * ones count against the address, unless the owner of the passkey signed in on this device before: strangers at the same
 * address must not lock the owner out.
 */
export async function signInWithPasskey(
  context: AccountContext,
  passkey: PasskeyAssertion,
  visitor: Visitor,
): Promise<SignedIn | Refused> {
  const { database, clock, limits } = context;
  const key = `login/passkey/${visitor.address}`;
  const isKnown = await isOwnersDevice(database, passkey, visitor);
  if (!isKnown) {
    const limit = limits.failedLoginsPerAddress;
    const attempt = await countAttempt(database, key, limit, HOUR_SECONDS / 4, dateOf(clock));
    if (!attempt.allowed) return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  const proved = await provePasskey(context, SIGN_IN, passkey);
  if (isRefused(proved)) return proved;
  if (!isKnown) await forgiveAttempt(database, key);
  const row = await findUser(database, proved.userId);
  if (row === undefined) return refuse("passkey_wrong");
  return (await countCorrect(context, passkeyCounter(row.id))) ?? openSession(context, row, visitor, proved);
}

/** What a sign-in has proven: the method of its second step, or a passkey, which replaces both steps. */
type Proven = { method: StepUpState["method"] } | { passkeyId: string };

/** Refuses a proof if the passkey was removed meanwhile, or the second step was switched on or changed. */
async function refuseOutdated(
  connection: Queryable,
  userId: string,
  proven: Proven,
): Promise<Refused | undefined> {
  if ("passkeyId" in proven)
    return (await isPasskey(connection, proven.passkeyId)) ? undefined : refuse("passkey_wrong");
  const method = await stepUpMethod(connection, { userId });
  if (method === proven.method || method === "password") return undefined;
  return refuse(method === "passkey" ? "passkey_required" : "two_step_required", { field: "twoStepCode" });
}

async function openSession(
  context: AccountContext,
  row: UserRow,
  visitor: Visitor,
  proven: Proven,
): Promise<SignedIn | Refused> {
  const { sessions } = context;
  const opened = await changeAccount(context, row.id, async ({ connection, record, onCommit }) => {
    const outdated = await refuseOutdated(connection, row.id, proven);
    if (outdated !== undefined) return outdated;
    const session = await sessions.open(connection, row, visitor);
    if (session === undefined) return refuse("credentials_wrong");
    onCommit(await sessions.endSurplus(connection, row.id, session.id));
    const isUsual = await isUsualPlace(connection, row.id, visitor);
    await rememberPlaces(connection, row.id, visitor, dateOf(context.clock));
    const event = await record("signed_in", { ...visitor, sessionId: session.id });
    await noteLanguage(connection, row, visitor.language);
    if (!isUsual)
      await context.notifier.notify(connection, row.id, "signed_in_anew", {
        ref: event,
        source: visitor.address,
      });
    return session;
  });
  if (isRefused(opened)) return opened.refused === "not_signed_in" ? refuse("credentials_wrong") : opened;
  return { user: toCurrentUser(row, context.notifier), token: opened.token };
}
