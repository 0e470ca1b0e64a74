import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const settings = endpoint({
  method: "GET",
  path: "/api/settings",
  summary: "What the interface needs to know about this installation",
  audience: "public",
  reply: z.object({
    sandbox: z.boolean(),
    supportChatUrl: z.nullable(z.string()),
  }),
});
export type Settings = z.infer<typeof settings.reply>;
