import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { statementCsv } from "./statement.ts";

export const EXPORT_KINDS = ["users", "positions", "deposits", "withdrawals", "ledger", "audit"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

const { from, to } = statementCsv.query.def.shape;

/** `from` is the first instant that belongs to the file, `to` the first one that does not any more; by creation. */
export const exportCsv = endpoint({
  method: "GET",
  path: "/api/admin/exports/{kind}",
  summary:
    "All users, positions, deposits, withdrawals, ledger entries or audit entries as a file, oldest first",
  audience: "admin",
  audits: "exported",
  params: z.object({ kind: z.enum(EXPORT_KINDS, { error: "not_found" }) }),
  query: z.object({ from, to }),
  reply: z.string(),
  streams: "text/csv",
  refusals: ["not_found", "statement_filter_invalid"],
});
