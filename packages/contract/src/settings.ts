import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { maintenance } from "./maintenance.ts";

export const settings = endpoint({
  method: "GET",
  path: "/api/settings",
  summary: "What the interface needs to know about this installation",
  audience: "public",
  reply: z.object({
    sandbox: z.boolean(),
    /** When a sandbox deposit confirms by itself; null where an administrator decides, or outside the sandbox. */
    sandboxConfirmSeconds: z.nullable(z.number()),
    supportChatUrl: z.nullable(z.string()),
    /** True where a forgotten password can be replaced by a link in an e-mail. */
    passwordReset: z.boolean(),
    /** How long withdrawals pause after a change of password or two-step sign-in. */
    withdrawalHoldHours: z.number(),
    /** Where people find help with gambling, as configured. */
    helpLinks: z.array(z.object({ title: z.string(), url: z.string() })),
    /** Set while no position can be opened. */
    maintenance,
  }),
});
export type Settings = z.infer<typeof settings.reply>;
