import { EMAIL, plainEmail } from "@veritick/domain/emails.ts";
import { normalizePassword } from "@veritick/domain/typed-text.ts";
import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { ROLES } from "../roles.ts";
import { passkeyAssertion } from "./passkey-assertion.ts";
import { decimal8, instant, uuid } from "../values.ts";

/** The signed-in person. `withdrawalCode` says whether a code exists; it never holds one. */
export const currentUser = z.object({
  id: uuid,
  email: z.string(),
  /** False while the address is not confirmed; left out otherwise, and where no e-mail is sent. */
  emailConfirmed: z.optional(z.boolean()),
  balance: decimal8,
  isAdmin: z.boolean(),
  /** The role in the administration, if `isAdmin` is true. */
  role: z.optional(z.enum(ROLES)),
  withdrawalCode: z.nullable(z.literal(true)),
  createdAt: instant,
  /** The version of the terms of use that this person accepted last, if any. */
  acceptedTerms: z.optional(z.string()),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Six digits from an authenticator app, or a recovery code. Spaces and dashes do not matter. */
export const twoStepCode = z
  .string({ error: "two_step_code_invalid" })
  .check(z.maxLength(64, "two_step_code_invalid"));

export const PASSWORD_MIN = 6;
const PASSWORD_MAX = 1024;

/** Normalising takes time that grows faster than the text, so longer text is refused before: a letter has few parts. */
const mostTyped = (length: number, error: ErrorCode) => z.maxLength(length, { error, abort: true });
const mostOfPassword = mostTyped(3 * PASSWORD_MAX, "password_too_long");
export const mostOfEmail = (error: ErrorCode) => mostTyped(1_000, error);

export const email = z
  .string({ error: "email_invalid" })
  .check(
    mostOfEmail("email_invalid"),
    z.overwrite(plainEmail),
    z.email({ pattern: EMAIL, error: "email_invalid" }),
  );

export const newPassword = (tooShort: ErrorCode) =>
  z
    .string({ error: tooShort })
    .check(
      mostOfPassword,
      z.overwrite(normalizePassword),
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, "password_too_long"),
    );

/** Accepts any existing password: it is only compared, so that the rules may change without locking anyone out. */
export const existingPassword = (missing: ErrorCode) =>
  z
    .string({ error: missing })
    .check(
      mostOfPassword,
      z.overwrite(normalizePassword),
      z.minLength(1, missing),
      z.maxLength(PASSWORD_MAX, "password_too_long"),
    );

/** The code of an invitation, in any case. Spaces and dashes do not matter. */
const invitationCode = z.string({ error: "invitation_invalid" }).check(z.maxLength(64, "invitation_invalid"));
const termsVersion = z.string({ error: "body_invalid" }).check(z.maxLength(40, "body_invalid"));

export const me = endpoint("me", {
  summary: "Get the signed-in user",
  audience: "user",
  reply: currentUser,
});

export const register = endpoint("register", {
  summary: "Create an account and sign in",
  audience: "public",
  restricted: true,
  body: z.strictObject({
    email,
    password: newPassword("password_too_short"),
    /** Needed while registration is by invitation, and ignored while it is open. */
    invitation: z.optional(invitationCode),
    /** Required while `settings` names a `termsVersion`: that version. */
    acceptedTerms: z.optional(termsVersion),
  }),
  reply: currentUser,
  status: 201,
  refusals: [
    "terms_changed",
    "password_guessable",
    "email_taken",
    "too_many_registrations",
    "registration_closed",
    "invitation_required",
    "invitation_invalid",
  ],
});

export const acceptTerms = endpoint("acceptTerms", {
  summary: "Accept the current version of the terms of use",
  audience: "user",
  body: z.strictObject({ version: termsVersion }),
  reply: currentUser,
  refusals: ["terms_changed"],
});

export const login = endpoint("login", {
  summary: "Sign in; an account with two-step sign-in needs its code as well",
  audience: "public",
  proves: true,
  body: z.strictObject({
    email,
    password: existingPassword("password_required"),
    twoStepCode: z.optional(twoStepCode),
    /** Replaces the code, for a challenge of `beginPasskeySignIn`. */
    passkey: z.optional(passkeyAssertion),
  }),
  reply: currentUser,
  refusals: [
    "credentials_wrong",
    "too_many_logins",
    "two_step_required",
    "passkey_required",
    "passkey_wrong",
    "two_step_wrong",
    "two_step_locked",
  ],
});

export const logout = endpoint("logout", {
  summary: "Sign out and end this session",
  audience: "public",
  reply: done,
});

export const changePassword = endpoint("changePassword", {
  summary: "Change the password; every other session ends",
  audience: "user",
  proves: true,
  body: z.strictObject({
    currentPassword: existingPassword("current_password_required"),
    newPassword: newPassword("new_password_too_short"),
  }),
  reply: done,
  refusals: ["password_guessable", "current_password_wrong", "too_many_logins"],
});

export const forgotPassword = endpoint("forgotPassword", {
  summary: "Send a link to set a new password; the answer does not tell whether the account exists",
  audience: "public",
  body: z.strictObject({ email }),
  reply: done,
  refusals: ["too_many_requests", "not_found"],
});

/** The token of a link that was mailed. */
export const linkToken = (refusal: ErrorCode) =>
  z.string({ error: refusal }).check(z.regex(/^[\w-]{43}$/, refusal));

export const resetPassword = endpoint("resetPassword", {
  summary: "Set a new password with the token from the link; every session ends",
  audience: "public",
  proves: true,
  body: z.strictObject({
    token: linkToken("reset_link_invalid"),
    newPassword: newPassword("new_password_too_short"),
  }),
  reply: done,
  refusals: ["password_guessable", "reset_link_invalid", "too_many_logins"],
});

export const wsToken = endpoint("wsToken", {
  summary: "Get a token for one live connection (/ws?token=), valid for 60 seconds",
  audience: "user",
  reply: z.object({ token: z.string() }),
});
