import * as z from "zod/mini";
import { done, endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { decimal8, instant, uuid } from "./values.ts";

/** The signed-in person. `withdrawalCode` says whether a code exists; it never holds one. */
export const currentUser = z.object({
  id: uuid,
  email: z.string(),
  balance: decimal8,
  isAdmin: z.boolean(),
  withdrawalCode: z.nullable(z.literal(true)),
  createdAt: instant,
});
export type CurrentUser = z.infer<typeof currentUser>;

const PASSWORD_MIN = 6;
const PASSWORD_MAX = 1024;

const email = z
  .string({ error: "email_invalid" })
  .check(z.trim(), z.toLowerCase(), z.email("email_invalid"), z.maxLength(254, "email_invalid"));

const password = (tooShort: ErrorCode) =>
  z
    .string({ error: tooShort })
    .check(z.minLength(PASSWORD_MIN, tooShort), z.maxLength(PASSWORD_MAX, "password_too_long"));

/** An existing password is only compared, so that its rules may change without locking anyone out. */
const existingPassword = (missing: ErrorCode) =>
  z.string({ error: missing }).check(z.minLength(1, missing), z.maxLength(PASSWORD_MAX, "password_too_long"));

export const me = endpoint({
  method: "GET",
  path: "/api/auth/me",
  summary: "The signed-in user",
  audience: "user",
  reply: currentUser,
});

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Create an account and sign in",
  audience: "public",
  body: z.object({ email, password: password("password_too_short") }),
  reply: currentUser,
  status: 201,
  refusals: ["email_taken", "too_many_registrations"],
});

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Sign in",
  audience: "public",
  body: z.object({ email, password: existingPassword("password_required") }),
  reply: currentUser,
  refusals: ["credentials_wrong", "too_many_logins"],
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "Sign out and end this session",
  audience: "public",
  reply: done,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/profile/change-password",
  summary: "Change the password; every other session ends",
  audience: "user",
  body: z.object({
    currentPassword: existingPassword("current_password_required"),
    newPassword: password("new_password_too_short"),
  }),
  reply: done,
  refusals: ["current_password_wrong", "too_many_logins"],
});

export const wsToken = endpoint({
  method: "GET",
  path: "/api/ws-token",
  summary: "A token for one live connection (/ws?token=), valid for 60 seconds",
  audience: "user",
  reply: z.object({ token: z.string() }),
});
