import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { hasNoNul, instant, wellFormed } from "../values.ts";

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
  body: z.object({
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
