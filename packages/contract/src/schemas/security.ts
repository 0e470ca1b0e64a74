import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { byId, instant, querySpreadsheet, uuid } from "../values.ts";
import { existingPassword, twoStepCode } from "./auth.ts";
import { passkeyAssertion } from "./passkey-assertion.ts";
import { isMailPhrase } from "../mail-phrase.ts";

const securityEventKind = z.enum([
  "signed_in",
  "session_ended",
  "signed_out_everywhere",
  "password_changed",
  "password_reset",
  "email_confirmed",
  "email_change_requested",
  "email_changed",
  "email_change_undone",
  "two_step_enabled",
  "two_step_disabled",
  "recovery_code_used",
  "recovery_codes_renewed",
  "withdrawal_code_created",
  "withdrawal_code_reset",
  "withdrawal_code_locked",
  "withdrawal_address_saved",
  "saved_addresses_only_enabled",
  "saved_addresses_only_disabled",
  "mail_phrase_changed",
  "two_step_locked",
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "data_exported",
  "api_key_created",
  "api_key_revoked",
  "closing_scheduled",
  "closing_stopped",
]);
export type SecurityEventKind = z.infer<typeof securityEventKind>;

/** A security event of the account. `seen` is true once the user has acknowledged it. */
export const securityEvent = z.object({
  id: uuid,
  kind: securityEventKind,
  /** The session that caused it; null if none did. */
  sessionId: z.nullable(uuid),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  seen: z.boolean(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

/** A place where the account is signed in. */
export const session = z.object({
  id: uuid,
  current: z.boolean(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
});
export type Session = z.infer<typeof session>;

/** The present protection of the account. */
export const security = z.object({
  twoStep: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** The end of a pause of withdrawals; null if there is none. */
  withdrawalsHeldUntil: z.nullable(instant),
  withdrawalHoldHours: z.number(),
  /** True if withdrawals may go to saved addresses only. */
  savedAddressesOnly: z.boolean(),
  /** The person's own words in each e-mail to them; null for none. */
  mailPhrase: z.nullable(z.string()),
  /** True while no withdrawal is possible because the e-mail address is not confirmed. */
  withdrawalsNeedEmail: z.boolean(),
  sessionId: uuid,
  /** The newest 50, and up to 50 older ones that were not acknowledged. */
  events: z.array(securityEvent),
});
export type Security = z.infer<typeof security>;

export const getSecurity = endpoint("getSecurity", {
  summary: "Get how the account is protected, and recent security events",
  audience: "user",
  reply: security,
});

export const acknowledgeSecurity = endpoint("acknowledgeSecurity", {
  summary: "Mark all security events so far as seen",
  audience: "user",
  reply: done,
});

export const setMailPhrase = endpoint("setMailPhrase", {
  summary: "Set, change or remove (null) the anti-phishing phrase that each e-mail to you shows",
  audience: "user",
  stepUp: true,
  body: z.strictObject({
    phrase: z.nullable(
      z
        .string({ error: "mail_phrase_invalid" })
        .check(z.trim(), z.refine(isMailPhrase, "mail_phrase_invalid")),
    ),
  }),
  reply: done,
  refusals: ["mail_phrase_invalid"],
});

export const listSessions = endpoint("listSessions", {
  summary: "List your sessions, the last used first",
  audience: "user",
  reply: z.array(session),
});

export const endSession = endpoint("endSession", {
  summary: "Sign out one of your own sessions",
  audience: "user",
  params: byId,
  reply: done,
  refusals: ["id_invalid", "not_found"],
});

export const signOutEverywhere = endpoint("signOutEverywhere", {
  summary: "End every session of the account, this one included",
  audience: "user",
  reply: done,
});

const password = existingPassword("current_password_required");
const TWO_STEP_REFUSALS = ["current_password_wrong", "too_many_logins"] as const;

/**
 * Returns a secret for an authenticator app: as base32 text to type, and as an `otpauth:` URI for a QR code. If a passkey
 * already protects the account, the password alone must not add another second step.
 */
export const beginTwoStep = endpoint("beginTwoStep", {
  summary: "Create a secret for an authenticator app; nothing changes until you confirm it",
  audience: "user",
  stepUp: "with a second step",
  proves: true,
  body: z.strictObject({ password }),
  reply: z.object({ secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/)), uri: z.string() }),
  refusals: [...TWO_STEP_REFUSALS, "two_step_on"],
});

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string().check(z.regex(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/))),
});

export const confirmTwoStep = endpoint("confirmTwoStep", {
  summary:
    "Switch two-step sign-in on with a first code; the answer holds the recovery codes, which are shown once",
  audience: "user",
  stepUp: "with a second step",
  proves: true,
  body: z.strictObject({ code: twoStepCode }),
  reply: recoveryCodes,
  refusals: ["two_step_on", "two_step_not_begun", "two_step_wrong", "two_step_locked"],
});

export const disableTwoStep = endpoint("disableTwoStep", {
  summary: "Switch two-step sign-in off",
  audience: "user",
  proves: true,
  body: z.strictObject({ password, code: twoStepCode }),
  reply: done,
  refusals: [...TWO_STEP_REFUSALS, "two_step_off", "two_step_wrong", "two_step_locked", "last_factor"],
});

export const renewRecoveryCodes = endpoint("renewRecoveryCodes", {
  summary: "Create new recovery codes; the earlier ones stop working",
  audience: "user",
  proves: true,
  body: z.strictObject({ password, code: twoStepCode }),
  reply: recoveryCodes,
  refusals: [...TWO_STEP_REFUSALS, "two_step_off", "two_step_wrong", "two_step_locked"],
});

/**
 * The method by which somebody proves their identity again before a call that needs it: a passkey or a code of the
 * authenticator app if they have them, else the password. `provedUntil` is the time at which the proof expires; null if
 * this installation hardly ever asks.
 */
export const stepUpState = z.object({
  /** If the only second step is a passkey, a recovery code works as well. */
  method: z.enum(["password", "code", "passkey", "code_or_passkey"]),
  provedUntil: z.nullable(instant),
});
export type StepUpState = z.infer<typeof stepUpState>;

export const getStepUp = endpoint("getStepUp", {
  summary: "Get whether calls that move money need re-authentication, and your ways to do it",
  audience: "admin",
  reply: stepUpState,
});

/** The refusals of a proof of identity: by password, by code or by passkey. */
export const PROOF_REFUSALS = [
  "passkey_required",
  "passkey_wrong",
  "current_password_required",
  "current_password_wrong",
  "too_many_logins",
  "two_step_required",
  "two_step_code_invalid",
  "two_step_wrong",
  "two_step_locked",
] as const;

/** The credential that `method` names. */
const proof = {
  proves: true,
  body: z.strictObject({
    password: z.optional(existingPassword("current_password_required")),
    code: z.optional(twoStepCode),
    passkey: z.optional(passkeyAssertion),
  }),
  secrets: ["password", "code", "passkey"],
  reply: stepUpState,
  refusals: PROOF_REFUSALS,
} as const;

export const proveStepUp = endpoint("proveStepUp", {
  ...proof,
  summary: "Re-authenticate",
  audience: "admin",
  role: "viewer",
  audits: "identity_proved",
});

export const getOwnStepUp = endpoint("getOwnStepUp", {
  summary: "Get your ways to re-authenticate, and until when the last time counts",
  audience: "user",
  reply: stepUpState,
});

export const proveOwnStepUp = endpoint("proveOwnStepUp", {
  ...proof,
  summary: "Re-authenticate, as some calls about your own account require",
  audience: "user",
});

export const exportOwnData = endpoint("exportOwnData", {
  summary:
    "Download all the data that we hold about you as one archive: JSON, CSV and the receipts of your positions",
  audience: "user",
  stepUp: true,
  query: z.object({ spreadsheet: querySpreadsheet }),
  reply: z.string(),
  streams: "application/zip",
  refusals: ["body_invalid", "statement_running"],
});
