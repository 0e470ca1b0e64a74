import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

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
  }),
});
export type Settings = z.infer<typeof settings.reply>;
