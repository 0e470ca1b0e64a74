import { isDuration } from "@veritick/domain/product.ts";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { instant, page, uuid } from "../values.ts";
import { adminDeposit, adminWithdrawal } from "./admin-payments.ts";
import { depositStatus, withdrawalStatus } from "./payments.ts";
import { position, positionStatus } from "./positions.ts";
import { statementCsv } from "./statement.ts";

const REFUSED = "record_filter_invalid";

/** Accepts the statuses of a record, and `open` for every status that is not final. */
const statusOf = <const T extends readonly string[]>(statuses: T) =>
  z.optional(z.enum([...statuses, "open"] as [...T, "open"], { error: REFUSED }));

const DEPOSIT_STATUSES = depositStatus.options;
const WITHDRAWAL_STATUSES = withdrawalStatus.options;
const POSITION_STATUSES = positionStatus.options;
export const RECORD_STATUSES = {
  deposits: DEPOSIT_STATUSES,
  withdrawals: WITHDRAWAL_STATUSES,
  positions: POSITION_STATUSES,
} as const;
export type RecordKind = keyof typeof RECORD_STATUSES;
export type StatusOf<K extends RecordKind> = (typeof RECORD_STATUSES)[K][number] | "open";

/** An amount in USDMS. */
const amount = z.optional(z.string({ error: REFUSED }).check(z.regex(/^\d{1,10}(\.\d{1,8})?$/, REFUSED)));

const { from, to } = statementCsv.query.def.shape;

/**
 * Records created from `from` on and before `to`, of one user, of at least `min` and at most `max`; for positions, by their
 * terms.
 */
const bounds = {
  id: z.optional(z.string({ error: REFUSED }).check(z.regex(UUID_OF_ANY_CASE, REFUSED))),
  from,
  to,
  user: z.optional(z.string({ error: REFUSED }).check(z.regex(UUID_OF_ANY_CASE, REFUSED))),
  min: amount,
  max: amount,
};
const terms = {
  side: z.optional(z.enum(["buy", "sell"], { error: REFUSED })),
  duration: z.optional(
    z.string({ error: REFUSED }).check(z.refine((text) => isDuration(Number(text)), REFUSED)),
  ),
};

/** The selection of an export. Its path names the kind. */
export const recordSelection = {
  ...bounds,
  ...terms,
  status: z.optional(
    z.enum([...new Set([...DEPOSIT_STATUSES, ...WITHDRAWAL_STATUSES, ...POSITION_STATUSES]), "open"], {
      error: REFUSED,
    }),
  ),
};
export type RecordSelection = z.output<z.ZodMiniObject<typeof recordSelection>>;

/** `after` is `next` of the page before. */
const paging = {
  limit: page.def.shape.limit,
  after: z.optional(
    z
      .string({ error: "page_invalid" })
      .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(~\d{1,10}\.\d{8})?$/, "page_invalid")),
  ),
};

const byTime = z.optional(z.enum(["newest", "oldest"], { error: REFUSED }));
const byTimeOrAmount = z.optional(z.enum(["newest", "oldest", "largest", "smallest"], { error: REFUSED }));
export type RecordSort = NonNullable<z.infer<typeof byTimeOrAmount>>;

/**
 * The administrator who decided, or `RULE_ACTOR`, and the time. The e-mail is the present one; null if the account is gone,
 * and for the rule.
 */
const decision = {
  decidedBy: z.nullable(uuid),
  decidedByEmail: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
};

const depositRecord = z.extend(adminDeposit, decision);
/** `payoutId` is the provider's id of the payout. */
const withdrawalRecord = z.extend(adminWithdrawal, { ...decision, payoutId: z.nullable(z.string()) });
const positionRecord = z.extend(position, { userEmail: z.string() });

export type DepositRecord = z.infer<typeof depositRecord>;
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;
export type PositionRecord = z.infer<typeof positionRecord>;

/**
 * Describes a page of records. One call reads a bounded number of rows, so a page may hold fewer records than requested, or
 * none, while there are more. `next` is null after the last.
 */
const pageOf = <T extends z.ZodMiniType>(record: T) =>
  z.object({ items: z.array(record), next: z.nullable(z.string()) });

const REFUSALS = ["page_invalid", "statement_filter_invalid", REFUSED] as const;

export const findDeposits = endpoint("findDeposits", {
  summary: "Find deposits of all users by status, date, amount or person",
  audience: "admin",
  query: z.object({ ...bounds, ...paging, status: statusOf(DEPOSIT_STATUSES), sort: byTimeOrAmount }),
  reply: pageOf(depositRecord),
  refusals: REFUSALS,
});

export const findWithdrawals = endpoint("findWithdrawals", {
  summary: "Find withdrawals of all users by status, date, amount or person",
  audience: "admin",
  query: z.object({ ...bounds, ...paging, status: statusOf(WITHDRAWAL_STATUSES), sort: byTimeOrAmount }),
  reply: pageOf(withdrawalRecord),
  refusals: REFUSALS,
});

export const findPositions = endpoint("findPositions", {
  summary: "Find positions of all users by status, date, amount, terms or person",
  audience: "admin",
  query: z.object({ ...bounds, ...terms, ...paging, status: statusOf(POSITION_STATUSES), sort: byTime }),
  reply: pageOf(positionRecord),
  refusals: REFUSALS,
});
