import { CARE_SIGNS } from "@veritick/domain/signs-of-harm.ts";
import { readAdjustment } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { ROLES } from "../roles.ts";
import { byId, decimal8, hasNoNul, instant, note, page, uuid } from "../values.ts";
import { limitKind, pause } from "./limits.ts";
import { awaiting } from "./proposals.ts";

const role = z.enum(ROLES, { error: "body_invalid" });

/** `isAdmin` is true for everyone who may open the administration; `role` then says what they may do there. */
const adminUser = z.object({
  id: uuid,
  email: z.string(),
  balance: decimal8,
  isAdmin: z.boolean(),
  role: z.optional(role),
  createdAt: instant,
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminListUsers = endpoint("adminListUsers", {
  summary: "List users, newest first; `search` is part of an e-mail address, in any case",
  audience: "admin",
  query: z.extend(page, {
    search: z.optional(
      z
        .string({ error: "search_invalid" })
        .check(
          z.trim(),
          z.toLowerCase(),
          z.maxLength(254, "search_invalid"),
          z.refine(hasNoNul, "search_invalid"),
        ),
    ),
  }),
  reply: z.array(adminUser),
  refusals: ["page_invalid", "search_invalid"],
});

const countAndSum = z.object({ count: z.number(), amount: decimal8 });

/** A user with the facts that an administrator needs to decide about them. Amounts are sums in USDMS. */
export const adminUserDetails = z.extend(adminUser, {
  /** The time at which the user confirmed their e-mail address; null if they did not. */
  emailConfirmedAt: z.nullable(instant),
  twoStep: z.boolean(),
  withdrawalCode: z.boolean(),
  /** The time at which an administrator locked trading or withdrawals; null without a lock. */
  tradingLockedAt: z.nullable(instant),
  withdrawalsLockedAt: z.nullable(instant),
  /** The user's own pause, during which they neither trade nor deposit; null without one. */
  pause: z.nullable(pause),
  /** The time at which the account closes, as its owner asked; null if they did not. */
  closesAt: z.nullable(instant),
  /** The invitation by which they registered; null without one. */
  invitation: z.nullable(z.object({ id: uuid, label: z.string() })),
  /** The version of the terms of use that the user accepted last; null for none. */
  terms: z.nullable(z.object({ version: z.string(), acceptedAt: instant })),
  /** Positions that are not settled; `amount` is the sum of their stakes. */
  openPositions: countAndSum,
  pendingWithdrawals: countAndSum,
  /** Payouts in progress. The user cannot be deleted meanwhile. */
  processingWithdrawals: countAndSum,
  confirmedDeposits: countAndSum,
  completedWithdrawals: countAndSum,
  /** The sum of the results of all positions that are over, archived ones included. */
  netResult: decimal8,
  /** The fees of completed withdrawals. */
  fees: decimal8,
  /** The time of the last sign-in, if a session or an event of it is left. */
  lastSignInAt: z.nullable(instant),
});
export type AdminUserDetails = z.infer<typeof adminUserDetails>;

export const adminGetUser = endpoint("adminGetUser", {
  summary: "Get one user, with open items and sums paid in and out",
  audience: "admin",
  params: byId,
  reply: adminUserDetails,
  refusals: ["id_invalid", "not_found"],
});

/** A person whose trading may harm them, with the signs. */
const carePerson = z.object({
  id: uuid,
  email: z.string(),
  /**
   * `reached`: used up a limit. `near`: used most of one. `chasing`: raised stakes after losses. `nights`: traded at night.
   * `raised`: asked for a looser limit.
   */
  signs: z.array(z.enum(CARE_SIGNS)),
  /** The number of stakes in 7 days that were at least double that of a loss within the five minutes before. */
  chases: z.number(),
  /** The number of nights with trading in 14 days, from midnight until five in the person's time zone. */
  nights: z.number(),
  /** The limit that was used most in the last day, and the share used; null if less than 80 % was. */
  limit: z.nullable(z.object({ kind: limitKind, share: z.number() })),
  /** The time of the last request for a looser limit, within 30 days. */
  raisedAt: z.nullable(instant),
  seenAt: instant,
  /** True if they have paused or excluded themselves. */
  isPaused: z.boolean(),
  note: z.nullable(z.object({ text: z.string(), createdAt: instant })),
});
export type CarePerson = z.infer<typeof carePerson>;

export const listCare = endpoint("listCare", {
  summary:
    "List users whose trading shows markers of harm, the newest marker first; `before` is the id of a user",
  audience: "admin",
  query: page,
  reply: z.array(carePerson),
  refusals: ["page_invalid"],
});

export const setAdmin = endpoint("setAdmin", {
  summary: "Grant or revoke rights; without a role, grants those of an administrator",
  audience: "admin",
  audits: "rights_changed",
  stepUp: true,
  twoPersons: "always",
  params: byId,
  body: z.strictObject({ isAdmin: z.boolean({ error: "body_invalid" }), role: z.optional(role) }),
  /** If `awaiting` is set, nothing has changed: another administrator must agree first. */
  reply: z.extend(adminUser, { awaiting }),
  refusals: [
    "id_invalid",
    "not_found",
    "last_admin",
    "role_unconfirmed",
    "body_invalid",
    "proposal_differs",
    "proposal_older",
  ],
});

export const deleteUser = endpoint("deleteUser", {
  summary: "Delete a user: stakes and pending withdrawals are returned, then the balance goes to the house",
  audience: "admin",
  audits: "user_deleted",
  stepUp: true,
  /** Only if the user is an administrator. */
  twoPersons: "administrators",
  params: byId,
  /** The body may be missing if there is no reason to give. */
  body: z.prefault(z.strictObject({ note: z.optional(note) }), {}),
  reply: z.object({
    id: uuid,
    email: z.string(),
    /** The amount that moved to `house:unclaimed`. */
    unclaimed: decimal8,
    openPositions: countAndSum,
    pendingWithdrawals: countAndSum,
    /** If set, nobody was deleted yet: another administrator must agree first. */
    awaiting,
  }),
  refusals: [
    "id_invalid",
    "not_found",
    "note_required",
    "last_admin",
    "role_recent",
    "payout_processing",
    "withdrawal_doubtful",
    "proposal_differs",
    "proposal_older",
  ],
});

export const adjustBalance = endpoint("adjustBalance", {
  summary: "Add to or deduct from a balance, in the administrator's name",
  audience: "admin",
  audits: "balance_adjusted",
  stepUp: true,
  twoPersons: "by amount",
  params: byId,
  body: z.strictObject({
    /** Signed. */
    amount: z.pipe(
      z.union([z.string(), z.number()], { error: "adjustment_invalid" }),
      z.transform((input, context): Minor => {
        const change = readAdjustment(input);
        if (typeof change === "bigint") return change;
        const message = change === "tooLarge" ? "amount_too_large" : "adjustment_invalid";
        context.issues.push({ code: "custom", message, input });
        return z.NEVER;
      }),
    ),
    note: z.optional(note),
  }),
  /** If `awaiting` is set, the balance is unchanged: another administrator must agree first. */
  reply: z.object({ id: uuid, email: z.string(), balance: decimal8, isAdmin: z.boolean(), awaiting }),
  idempotent: true,
  refusals: [
    "id_invalid",
    "not_found",
    "adjustment_invalid",
    "amount_too_large",
    "note_required",
    "house_funds_insufficient",
    "balance_too_small",
    "balance_too_large",
    "own_account",
    "proposal_exists",
    "too_many_proposals",
  ],
});
