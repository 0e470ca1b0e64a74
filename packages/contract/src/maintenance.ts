import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { hasNoNul, instant, wellFormed } from "./values.ts";

/** While it lasts no position can be opened; what is open is settled. `message` is an administrator's, shown as it is. */
export const maintenance = z.nullable(z.object({ since: instant, message: z.nullable(z.string()) }));
export type Maintenance = z.infer<typeof maintenance>;

export const setMaintenance = endpoint({
  method: "POST",
  path: "/api/admin/maintenance",
  summary: "Begin or end maintenance: no new positions, settlement goes on",
  audience: "admin",
  audits: "maintenance_changed",
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
  }),
  reply: z.object({ maintenance }),
  refusals: ["body_invalid", "maintenance_message_invalid"],
});
