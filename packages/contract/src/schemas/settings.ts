import * as z from "zod/mini";
import { done, endpoint } from "../endpoint.ts";
import { currentUser, email, newPassword } from "./auth.ts";
import { REGISTRATIONS, SETTINGS } from "../settings.ts";
import { awaiting } from "./proposals.ts";
import { hasNoNul, instant, isOneLine, wellFormed } from "../values.ts";

/**
 * During maintenance no position can be opened; open ones are settled. `message` is an administrator's, shown as it is.
 * `withdrawalsStopped`: nobody can withdraw, and nothing is paid out. `restored`: a restore began the maintenance.
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
  summary: "Start or end maintenance: users cannot open positions, and open ones are settled",
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
    /** Whether withdrawals are stopped too. Without it they stay as they are. */
    stopWithdrawals: z.optional(z.boolean({ error: "body_invalid" })),
    /** Needed if a restore brought back withdrawals: the administrator confirms that they have been checked. */
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
    /** The seconds until a sandbox deposit confirms by itself; null if an administrator decides, or outside the sandbox. */
    sandboxConfirmSeconds: z.nullable(z.number()),
    supportChatUrl: z.nullable(z.string()),
    registration: z.enum(REGISTRATIONS),
    /** True if an e-mail with a link can replace a forgotten password. */
    passwordReset: z.boolean(),
    /**
     * The hours for which withdrawals pause after a change of password, passkeys, two-step sign-in, withdrawal code or
     * saved addresses.
     */
    withdrawalHoldHours: z.number(),
    /** Links to help with gambling, as configured. */
    helpLinks: z.array(z.object({ title: z.string(), url: z.string() })),
    /** The operator's legal pages. One without a language is for readers of both. */
    legalLinks: z.array(
      z.object({ title: z.string(), url: z.string(), language: z.optional(z.enum(["en", "fr"])) }),
    ),
    /** The version of the terms of use that everyone must accept; null if nobody is asked. */
    termsVersion: z.nullable(z.string()),
    /** True if the caller's country is blocked or unknown: no new account, deposit or position. */
    countryBlocked: z.boolean(),
    /** Set while no position can be opened. */
    maintenance,
  }),
});
export type Settings = z.infer<typeof settings.reply>;

/** The things that an installation needs before it may hold real money. */
const READINESS = [
  "payments",
  "address",
  "beacon",
  "database",
  "mail",
  "fourEyes",
  "metrics",
  "chat",
] as const;

/**
 * The token that the server prints at a start without an administrator. It is worth nothing after its use or another start.
 */
const setupToken = z
  .string({ error: "setup_link_invalid" })
  .check(z.regex(/^[\w-]{43}$/, "setup_link_invalid"));

export const checkSetup = endpoint("checkSetup", {
  summary: "Check whether the printed set-up link is still valid",
  audience: "public",
  body: z.strictObject({ token: setupToken }),
  reply: done,
  refusals: ["setup_link_invalid"],
});

// Browsers read `https:chat.example` in a link as a path of our own site.
const isHttps = (text: string): boolean => /^https:\/\//i.test(text) && URL.canParse(text);

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
    /** The first value of SUPPORT_CHAT_URL as an administrator's setting. Empty or missing: the environment's value holds. */
    chatUrl: z.optional(
      z.string({ error: "chat_address_invalid" }).check(
        wellFormed(),
        z.trim(),
        z.maxLength(2_000, "chat_address_invalid"),
        z.refine((text) => text === "" || (isOneLine(text) && isHttps(text)), "chat_address_invalid"),
      ),
    ),
    email,
    password: newPassword("password_too_short"),
  }),
  reply: currentUser,
  status: 201,
  refusals: [
    "setup_link_invalid",
    "email_taken",
    "password_guessable",
    "installation_name_invalid",
    "chat_address_invalid",
  ],
});

export const installation = endpoint("installation", {
  summary:
    "Get the name, version and settings of the installation, and which requirements for real money it meets",
  audience: "admin",
  reply: z.object({
    /** The name that the operator gave it, to tell it from others; null if it has none. */
    name: z.nullable(z.string()),
    version: z.string(),
    sandbox: z.boolean(),
    readiness: z.array(z.object({ name: z.enum(READINESS), isReady: z.boolean() })),
    /** True if the database sorts texts by other rules than when its indexes were made. The runbook says how to mend them. */
    isCollationChanged: z.boolean(),
    /**
     * The settings that administrators change while the server runs, in the form of their variables; null for none.
     * `initial` is the environment's value, and `isChanged` is true if an administrator has replaced it.
     */
    settings: z.array(
      z.object({
        name: z.enum(SETTINGS),
        value: z.nullable(z.string()),
        initial: z.nullable(z.string()),
        isChanged: z.boolean(),
      }),
    ),
    /**
     * The time from which a house edge and a fee that are set now hold. The terms of the hours before are already promised.
     */
    termsFrom: instant,
    /** The terms of positions that open now. */
    termsNow: z.object({ houseEdge: z.number(), sellFee: z.number() }),
    /** The settings that only a new start changes. `value` is null if it is not set, and if it may hold a secret. */
    fixed: z.array(z.object({ name: z.string(), isSet: z.boolean(), value: z.nullable(z.string()) })),
  }),
});
export type Installation = z.infer<typeof installation.reply>;

export const changeSetting = endpoint("changeSetting", {
  summary: "Change a setting of the installation, or return to the environment's value",
  audience: "admin",
  audits: "setting_changed",
  stepUp: true,
  twoPersons: "looser limits",
  body: z.strictObject({
    name: z.enum(SETTINGS, { error: "body_invalid" }),
    /** The value in the form of its variable; null for the environment's value. */
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
  /** `awaiting` is set if another administrator must agree first. */
  reply: z.object({ awaiting }),
  refusals: ["body_invalid", "setting_invalid", "terms_unlinked", "proposal_differs", "proposal_older"],
});
