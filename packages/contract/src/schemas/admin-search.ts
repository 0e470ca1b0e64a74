import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { byId, decimal8, hasNoNul, instant, page, uuid } from "../values.ts";

const HIT_KINDS = ["user", "deposit", "withdrawal", "position", "attention", "proposal"] as const;

/** A find: its owner if it has one, and its amount and status as its own list shows them. */
const hit = z.object({
  id: uuid,
  kind: z.enum(HIT_KINDS),
  userId: z.nullable(uuid),
  email: z.nullable(z.string()),
  amount: z.nullable(decimal8),
  status: z.nullable(z.string()),
  createdAt: instant,
});
export type Hit = z.infer<typeof hit>;

export const adminSearch = endpoint("adminSearch", {
  summary:
    "Find users by part of an e-mail address, and anything by its id, its address, its transaction or the provider's id",
  audience: "admin",
  query: z.object({
    q: z
      .string({ error: "search_invalid" })
      .check(
        z.trim(),
        z.minLength(1, "search_invalid"),
        z.maxLength(254, "search_invalid"),
        z.refine(hasNoNul, "search_invalid"),
      ),
  }),
  reply: z.array(hit),
  refusals: ["search_invalid"],
});

const TIMELINE_KINDS = ["position", "deposit", "withdrawal", "security", "note", "audit"] as const;

/**
 * An event of an account, at the time it began. `detail` is the status of a position, deposit or withdrawal, the kind of a
 * security event or the action of an administrator. `amount` is the stake or the requested amount. `result` is the profit,
 * the credit, the payout, or an administrator's change of the balance. `text` is that of a note or the reason of an action.
 * `by` is its author's present e-mail or the address that a security event came from.
 */
const timelineEvent = z.object({
  id: uuid,
  kind: z.enum(TIMELINE_KINDS),
  at: instant,
  detail: z.nullable(z.string()),
  side: z.nullable(z.enum(["buy", "sell"])),
  duration: z.nullable(z.number()),
  amount: z.nullable(decimal8),
  result: z.nullable(decimal8),
  text: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const adminUserTimeline = endpoint("adminUserTimeline", {
  summary:
    "List a user's positions, deposits, withdrawals, security events, notes and staff actions, newest first",
  audience: "admin",
  params: byId,
  query: page,
  reply: z.array(timelineEvent),
  refusals: ["id_invalid", "not_found", "page_invalid"],
});
