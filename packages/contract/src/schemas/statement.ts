import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import {
  decimal8,
  instant,
  integerText,
  queryMoment,
  querySpreadsheet,
  queryWords,
  uuid,
} from "../values.ts";

/** The kinds of movement of a user's balance. `positions_archived` stands for positions of a month that is archived. */
export const STATEMENT_KINDS = [
  "position_opened",
  "position_won",
  "position_sold",
  "position_refunded",
  "positions_archived",
  "deposit_credited",
  "withdrawal_held",
  "withdrawal_returned",
  "balance_adjusted",
] as const;
const statementKind = z.enum(STATEMENT_KINDS, { error: "statement_filter_invalid" });
export type StatementKind = z.infer<typeof statementKind>;

/** One movement of the user's balance. `reference` is the position, deposit or withdrawal it is about. */
export const statementEntry = z.object({
  transactionId: integerText,
  kind: statementKind,
  reference: z.nullable(uuid),
  amount: decimal8,
  balanceAfter: decimal8,
  createdAt: instant,
});
export type StatementEntry = z.infer<typeof statementEntry>;

const moment = queryMoment("statement_filter_invalid");

const filter = {
  /** The kinds of movement, separated by commas; all by default. */
  kinds: z.optional(queryWords(STATEMENT_KINDS, "statement_filter_invalid")),
  /** From this instant on. */
  from: z.optional(moment),
  /** Before this instant. */
  to: z.optional(moment),
};

const wholeNumber = (most: number) =>
  z.pipe(
    z.string({ error: "page_invalid" }).check(z.regex(/^\d{1,15}$/, "page_invalid")),
    z.transform((text, context): number => {
      const value = Number(text);
      if (value < 1 || value > most) {
        context.issues.push({ code: "custom", message: "page_invalid", input: text });
        return z.NEVER;
      }
      return value;
    }),
  );

/** `before` is the transaction id of the last entry that the caller has. */
export const statement = endpoint("statement", {
  summary: "List every movement of your balance, newest first",
  audience: "user",
  query: z.object({
    ...filter,
    before: z.optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
    limit: z.optional(wholeNumber(500)),
  }),
  reply: z.array(statementEntry),
  refusals: ["page_invalid", "statement_filter_invalid"],
});

export const statementCsv = endpoint("statementCsv", {
  summary: "Download every movement of your balance as one file, newest first",
  audience: "user",
  query: z.object({ ...filter, spreadsheet: querySpreadsheet }),
  reply: z.string(),
  streams: "text/csv",
  refusals: ["body_invalid", "statement_filter_invalid", "statement_running"],
});
