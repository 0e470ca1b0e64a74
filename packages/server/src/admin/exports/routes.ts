import * as contract from "@veritick/contract/schemas/admin.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { callerOf } from "../../platform/http/call.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { refuse } from "../../platform/refusal.ts";
import { refuseSelection } from "../records/selection.ts";
import { createExportSlots, streamExport } from "./stream-export.ts";

/** How many files an administrator may download from one process at once: a second while the first is running. */
const MAX_AT_ONCE = 2;
const RETRY_SECONDS = 30;

export function exportRoutes(bind: Bind, context: { database: Database; clock: Clock; log: Log }): void {
  const slots = createExportSlots(MAX_AT_ONCE);

  bind(contract.exportCsv, async (call) => {
    const { identity, params, query } = call;
    const refused = refuseSelection(params.kind, query);
    if (refused !== undefined) return refused;
    const slot = slots.take(identity.userId);
    if (slot === undefined) return refuse("too_many_requests", { retryAfterSeconds: RETRY_SECONDS });
    try {
      const at = dateOf(context.clock);
      const file = await streamExport(context, params.kind, query, at);
      // The audit log records the export before the first byte is sent.
      const { spreadsheet: _, from = null, to = null, ...selection } = query;
      const said = Object.entries(selection).filter(([, value]) => value !== undefined);
      const after = { kind: params.kind, from, to, ...Object.fromEntries(said) };
      await recordAudit(context.database, { action: "exported", by: callerOf(call), after }, at);
      return { ...file, lines: slot.until(file.lines) };
    } catch (error) {
      slot.release();
      throw error;
    }
  });
}
