import type { Endpoint } from "@veritick/contract/endpoint.ts";
import * as auth from "@veritick/contract/schemas/auth.ts";
import * as email from "@veritick/contract/schemas/email.ts";
import * as passkeys from "@veritick/contract/schemas/passkeys.ts";
import * as payments from "@veritick/contract/schemas/payments.ts";
import * as security from "@veritick/contract/schemas/security.ts";
import { checkSetup, setUp } from "@veritick/contract/schemas/settings.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { sweepAttempts } from "../platform/db/attempts.ts";
import type { Database } from "../platform/db/database.ts";
import { sweepAnswers } from "../platform/http/idempotency.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Call } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { apiKeyRoutes } from "./api-keys/manage-keys.ts";
import { visitorOf } from "./context.ts";
import type { AccountContext } from "./context.ts";
import { isSetupToken, makeFirstAdministrator } from "./first-administrator.ts";
import type { SetupContext } from "./first-administrator.ts";
import { requestChange, undoChange } from "./email/change-email.ts";
import { followEmailLink, sendConfirmation } from "./email/confirm-email.ts";
import { sweepEmailLinks, writeEmailLinks } from "./email/links.ts";
import { addPasskey, passkeyRoutes, removePasskey } from "./two-step/manage-passkeys.ts";
import { askForPasskey, SIGN_IN, sweepChallenges } from "./two-step/prove-passkey.ts";
import {
  changePassword,
  requestReset,
  resetPassword,
  sweepResetTokens,
  writeResets,
} from "./replace-password.ts";
import { deviceTokenOf, sweepKnownPlaces } from "./passwords/known-places.ts";
import { invitationRoutes } from "./manage-invitations.ts";
import { login, register, signInWithPasskey } from "./sessions/sign-in.ts";
import { acknowledgeSecurity, readSecurity } from "./read-security.ts";
import { setMailPhrase } from "./mail-phrase.ts";
import { endSession, listSessions, signOutEverywhere, takeSession } from "./sessions/manage-sessions.ts";
import { SESSION_SECONDS } from "./sessions/sessions.ts";
import type { Sessions } from "./sessions/sessions.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  disableTwoStep,
  renewRecoveryCodes,
} from "./two-step/manage-two-step.ts";
import { proveStepUp, readStepUp } from "./two-step/step-up.ts";
import { findUser, noteLanguage, storeTerms, toCurrentUser } from "./users.ts";
import { listAddresses, removeAddress, saveAddress, setSavedAddressesOnly } from "./withdrawal-addresses.ts";
import { createWithdrawalCode } from "./withdrawal-code.ts";

const DONE = { ok: true as const };

export function accountRoutes(bind: Bind, context: AccountContext): void {
  signInRoutes(bind, context);
  securityRoutes(bind, context);
  writeResets(context);
  emailRoutes(bind, context);
  passkeyRoutes(bind, context);
  apiKeyRoutes(bind, context);
  invitationRoutes(bind, context);

  bind(payments.createWithdrawalCode, async (call) => (await createWithdrawalCode(context, call)) ?? DONE);

  bind(payments.listWithdrawalAddresses, ({ identity }) => listAddresses(context.database, identity.userId));
  bind(payments.saveWithdrawalAddress, (call) => saveAddress(context, call));
  bind(payments.setSavedAddressesOnly, async (call) => (await setSavedAddressesOnly(context, call)) ?? DONE);
  bind(
    payments.removeWithdrawalAddress,
    async ({ identity, params }) =>
      (await removeAddress(context.database, identity.userId, params.id)) ?? DONE,
  );
}

/** Binds the calls of the setup link that a server without an administrator prints. */
export function setupRoutes(bind: Bind, context: SetupContext): void {
  bind(checkSetup, async ({ body }) =>
    (await isSetupToken(context.database, body.token)) ? DONE : refuse("setup_link_invalid"),
  );

  bind(setUp, async (call) => {
    const device = deviceTokenOf(call);
    const result = await makeFirstAdministrator(context, call.body, { ...visitorOf(call), device });
    return isRefused(result) ? result : takeSession(context, call, { ...result, device });
  });
}

function takeToken(call: Pick<Call<Endpoint>, "setSession">, renewed: { token: string | undefined }): void {
  if (renewed.token !== undefined) call.setSession(renewed.token, SESSION_SECONDS);
}

function signInRoutes(bind: Bind, context: AccountContext): void {
  bind(auth.register, async (call) => {
    const device = deviceTokenOf(call);
    const result = await register(context, call.body, { ...visitorOf(call), device });
    return isRefused(result) ? result : takeSession(context, call, { ...result, device });
  });

  bind(auth.login, async (call) => {
    const device = deviceTokenOf(call);
    const result = await login(context, call.body, { ...visitorOf(call), device });
    return isRefused(result) ? result : takeSession(context, call, { ...result, device });
  });

  bind(passkeys.beginPasskeySignIn, () => askForPasskey(context, SIGN_IN));

  bind(passkeys.passkeySignIn, async (call) => {
    const device = deviceTokenOf(call);
    const result = await signInWithPasskey(context, call.body.passkey, { ...visitorOf(call), device });
    return isRefused(result) ? result : takeSession(context, call, { ...result, device });
  });

  bind(auth.logout, async (call) => {
    if (call.identity !== undefined) await context.sessions.end(call.identity);
    call.clearSession();
    return DONE;
  });

  bind(auth.me, async ({ identity, language }) => {
    const row = await findUser(context.database, identity.userId);
    if (row === undefined) return refuse("not_signed_in");
    // The language of a program's call need not be the language of its owner's mails.
    if (identity.key === undefined) await noteLanguage(context.database, row, language);
    return toCurrentUser(row, context.notifier);
  });

  bind(auth.acceptTerms, async ({ identity, body: { version } }) => {
    const { database, clock, settings } = context;
    if (version !== settings.termsVersion) return refuse("terms_changed", { field: "version" });
    const row = await storeTerms(database, identity.userId, version, dateOf(clock));
    return row === undefined ? refuse("not_signed_in") : toCurrentUser(row, context.notifier);
  });

  bind(auth.changePassword, async (call) => {
    const result = await changePassword(context, call.identity, visitorOf(call), call.body);
    if (isRefused(result)) return result;
    takeToken(call, result);
    return DONE;
  });

  bind(
    auth.forgotPassword,
    async (call) => (await requestReset(context, call.body.email, visitorOf(call))) ?? DONE,
  );

  bind(
    auth.resetPassword,
    async (call) => (await resetPassword(context, call.body, visitorOf(call))) ?? DONE,
  );

  bind(auth.wsToken, async ({ identity }) => {
    const token = await context.sessions.issueWsToken(identity);
    return token === undefined ? refuse("not_signed_in") : { token };
  });
}

function emailRoutes(bind: Bind, context: AccountContext): void {
  writeEmailLinks(context);

  bind(email.sendConfirmation, async (call) => (await sendConfirmation(context, call)) ?? DONE);
  bind(email.changeEmail, async (call) => (await requestChange(context, call)) ?? DONE);

  bind(email.followEmailLink, (call) => followEmailLink(context, call.body.token, visitorOf(call)));
  bind(email.undoEmailChange, (call) => undoChange(context, call.body.token, visitorOf(call)));
}

function securityRoutes(bind: Bind, context: AccountContext): void {
  bind(security.getSecurity, ({ identity }) => readSecurity(context, identity));

  bind(
    security.acknowledgeSecurity,
    async ({ identity }) => (await acknowledgeSecurity(context, identity)) ?? DONE,
  );

  bind(security.setMailPhrase, async (call) => (await setMailPhrase(context, call)) ?? DONE);

  bind(security.listSessions, ({ identity }) => listSessions(context, identity));

  bind(security.endSession, async (call) => {
    const refused = await endSession(context, call.identity, visitorOf(call), call.params.id);
    const isOwn = call.params.id.toLowerCase() === call.identity.sessionId;
    if (refused === undefined && isOwn) call.clearSession();
    return refused ?? DONE;
  });

  bind(security.signOutEverywhere, async (call) => {
    const refused = await signOutEverywhere(context, call.identity, visitorOf(call));
    if (!isRefused(refused)) call.clearSession();
    return refused ?? DONE;
  });

  bind(security.beginTwoStep, ({ identity, body }) => beginTwoStep(context, identity, body.password));

  bind(security.confirmTwoStep, async (call) => {
    const result = await confirmTwoStep(context, call.identity, visitorOf(call), call.body.code);
    if (isRefused(result)) return result;
    takeToken(call, result);
    return { recoveryCodes: result.recoveryCodes };
  });

  bind(passkeys.addPasskey, async (call) => {
    const result = await addPasskey(context, call);
    if (isRefused(result)) return result;
    takeToken(call, result);
    return { passkey: result.passkey, recoveryCodes: result.recoveryCodes };
  });

  bind(passkeys.removePasskey, async (call) => {
    const result = await removePasskey(context, call, call.params.id);
    if (isRefused(result)) return result;
    takeToken(call, result);
    return DONE;
  });

  bind(
    security.disableTwoStep,
    async (call) => (await disableTwoStep(context, call.identity, visitorOf(call), call.body)) ?? DONE,
  );

  bind(security.renewRecoveryCodes, (call) =>
    renewRecoveryCodes(context, call.identity, visitorOf(call), call.body),
  );

  bind(security.getStepUp, ({ identity }) => readStepUp(context, identity));

  type Proving = Call<typeof security.proveStepUp> | Call<typeof security.proveOwnStepUp>;
  const prove = async (call: Proving) => {
    const result = await proveStepUp(context, call.identity, visitorOf(call), call.body);
    if (isRefused(result)) return result;
    takeToken(call, result);
    return result.state;
  };
  bind(security.proveStepUp, (call) => prove(call));
  bind(security.getOwnStepUp, ({ identity }) => readStepUp(context, identity));
  bind(security.proveOwnStepUp, (call) => prove(call));
}

const EVERY_TICKS = 600;

/** Removes expired rows. Each table has its own task, so that one failure does not stop the others. */
export function sweepTasks(options: {
  database: Database;
  clock: Clock;
  log: Log;
  sessions: Sessions;
}): PeriodicTask[] {
  const { database, clock, log, sessions } = options;
  return [
    periodically(EVERY_TICKS, "sweep of sessions", log, sessions.sweep),
    periodically(EVERY_TICKS, "sweep of API keys", log, sessions.keys.sweep),
    periodically(EVERY_TICKS, "sweep of live-connection tokens", log, sessions.sweepWsTokens),
    periodically(EVERY_TICKS, "sweep of idempotency keys", log, () => sweepAnswers(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of counters", log, () => sweepAttempts(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of known places", log, () => sweepKnownPlaces(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of passkey challenges", log, () => sweepChallenges(database, { clock })),
    periodically(EVERY_TICKS, "sweep of reset links", log, () => sweepResetTokens(database, dateOf(clock))),
    periodically(EVERY_TICKS, "sweep of e-mail links", log, () => sweepEmailLinks(database, dateOf(clock))),
  ];
}
