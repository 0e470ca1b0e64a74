import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { currentUser, email, newPassword } from "./auth.ts";
import { SETTINGS } from "../settings.ts";
import { awaiting } from "./proposals.ts";
import { hasNoNul, instant, isOneLine, wellFormed } from "../values.ts";

/**
 * While it lasts no position can be opened; what is open is settled. `message` is an administrator's, shown as it is.
 * `withdrawalsStopped`: nobody can withdraw, and nothing is paid out. `restored`: a restore began it.
 */
export const maintenance = z.nullable(
  z.object({
    since: instant,
    message: z.nullable(z.string()),
    withdrawalsStopped: z.optional(z.boolean()),
    restored: z.optional(z.boolean()),
  }),
);
export type Maintenance = z.infer<typeof maintenance>;

export const setMaintenance = endpoint("setMaintenance", {
  summary: "Start or end maintenance: no positions can be opened, open ones are settled",
  audience: "admin",
  audits: "maintenance_changed",
  stepUp: true,
  body: z.strictObject({
    on: z.boolean({ error: "body_invalid" }),
    message: z.optional(
      z
        .string({ error: "maintenance_message_invalid" })
        .check(
          wellFormed(),
          z.trim(),
          z.maxLength(200, "maintenance_message_invalid"),
          z.refine(hasNoNul, "maintenance_message_invalid"),
        ),
    ),
    /** Whether withdrawals are stopped too; without it they stay as they are. */
    stopWithdrawals: z.optional(z.boolean({ error: "body_invalid" })),
    /** Needed where a restore brought back withdrawals: says that they have been looked at. */
    restoreChecked: z.optional(z.boolean({ error: "body_invalid" })),
  }),
  reply: z.object({ maintenance }),
  refusals: ["body_invalid", "maintenance_message_invalid", "restore_unchecked"],
});

export const settings = endpoint("settings", {
  summary: "Get what the web app needs to know about this installation",
  audience: "public",
  reply: z.object({
    sandbox: z.boolean(),
    /** When a sandbox deposit confirms by itself; null where an administrator decides, or outside the sandbox. */
    sandboxConfirmSeconds: z.nullable(z.number()),
    supportChatUrl: z.nullable(z.string()),
    /** True where a forgotten password can be replaced by a link in an e-mail. */
    passwordReset: z.boolean(),
    /** How long withdrawals pause after a change of password, passkeys, two-step sign-in, withdrawal code or saved addresses. */
    withdrawalHoldHours: z.number(),
    /** Where people find help with gambling, as configured. */
    helpLinks: z.array(z.object({ title: z.string(), url: z.string() })),
    /** Set while no position can be opened. */
    maintenance,
  }),
});
export type Settings = z.infer<typeof settings.reply>;

/** What an installation needs before it may hold real money, as `READINESS` names it. */
export const READINESS = [
  "payments",
  "address",
  "beacon",
  "database",
  "mail",
  "fourEyes",
  "metrics",
] as const;

/** Printed by the server at a start without an administrator. It is worth nothing once it was used or the server starts again. */
const setupToken = z
  .string({ error: "setup_link_invalid" })
  .check(z.regex(/^[\w-]{43}$/, "setup_link_invalid"));

export const checkSetup = endpoint("checkSetup", {
  summary: "See whether the address that the server printed still makes its first administrator",
  audience: "public",
  body: z.strictObject({ token: setupToken }),
  reply: done,
  refusals: ["setup_link_invalid"],
});

export const setUp = endpoint("setUp", {
  summary: "Name the installation, become its first administrator and sign in",
  audience: "public",
  proves: true,
  body: z.strictObject({
    token: setupToken,
    name: z
      .string({ error: "installation_name_invalid" })
      .check(
        wellFormed(),
        z.trim(),
        z.maxLength(40, "installation_name_invalid"),
        z.refine(isOneLine, "installation_name_invalid"),
      ),
    email,
    password: newPassword("password_too_short"),
  }),
  reply: currentUser,
  status: 201,
  refusals: ["setup_link_invalid", "password_guessable", "installation_name_invalid"],
});

export const installation = endpoint("installation", {
  summary: "Get what this installation is called, and what it has of what real money needs",
  audience: "admin",
  reply: z.object({
    /** What its operator calls it, to tell it from others; null where it has no name of its own. */
    name: z.nullable(z.string()),
    sandbox: z.boolean(),
    readiness: z.array(z.object({ name: z.enum(READINESS), isReady: z.boolean() })),
    /**
     * What administrators change while the server runs, as its variable would say it; null for none. `initial` is what the
     * environment says, and `isChanged` true where an administrator has set something else in its place.
     */
    settings: z.array(
      z.object({
        name: z.enum(SETTINGS),
        value: z.nullable(z.string()),
        initial: z.nullable(z.string()),
        isChanged: z.boolean(),
      }),
    ),
    /** From when a house edge and a fee hold that are set now: the terms of the hours before are promised already. */
    termsFrom: instant,
    /** The terms that positions have which open now. */
    termsNow: z.object({ houseEdge: z.number(), sellFee: z.number() }),
    /** What only a new start changes. `value` is null where it is not set, and where it may hold a secret. */
    fixed: z.array(z.object({ name: z.string(), isSet: z.boolean(), value: z.nullable(z.string()) })),
  }),
});
export type Installation = z.infer<typeof installation.reply>;

export const changeSetting = endpoint("changeSetting", {
  summary: "Change a setting of the installation, or go back to what its environment says",
  audience: "admin",
  audits: "setting_changed",
  stepUp: true,
  body: z.strictObject({
    name: z.enum(SETTINGS, { error: "body_invalid" }),
    /** As its variable would say it; null for what the environment says. */
    value: z.nullable(
      z
        .string({ error: "setting_invalid" })
        .check(
          wellFormed(),
          z.trim(),
          z.maxLength(2_000, "setting_invalid"),
          z.refine(isOneLine, "setting_invalid"),
        ),
    ),
  }),
  /** `awaiting` is set where another administrator must agree first. */
  reply: z.object({ awaiting }),
  refusals: ["body_invalid", "setting_invalid", "proposal_differs", "proposal_older"],
});
