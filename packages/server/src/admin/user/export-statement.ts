import { recordAudit } from "../../audit/public.ts";
import { streamStatement } from "../../ledger/public.ts";
import type { StatementSelection } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Caller, Streamed } from "../../platform/http/call.ts";
import type { Log } from "../../platform/telemetry/log.ts";

/** A user's statement as a file for an administrator. That it was taken is on record before the first byte. */
export async function exportStatement(
  context: { database: Database; clock: Clock; log: Log },
  { by, selection }: { by: Caller; selection: StatementSelection },
): Promise<Streamed> {
  const at = dateOf(context.clock);
  const file = await streamStatement(context, selection, at);
  const { userId: subject, kinds, from, to } = selection;
  const after = { kind: "statement", kinds: kinds?.join(",") ?? null, from: from ?? null, to: to ?? null };
  await recordAudit(context.database, { action: "exported", by, subject, after }, at);
  return file;
}
