import * as contract from "@veritick/contract/schemas/admin-home.ts";
import type { Waiting } from "@veritick/contract/schemas/admin-home.ts";
import { readBacklog } from "../../payments/public.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { readHouseDays } from "./house-hours.ts";

export function homeRoutes(bind: Bind, context: { database: Database; clock: Clock }): void {
  bind(contract.adminWaiting, () => readWaiting(context.database));
  bind(contract.houseDays, () => readHouseDays(context));
}

async function readWaiting(database: Database): Promise<Waiting> {
  const backlog = await readBacklog(database);
  const { rows } = await database.query<{ count: number; since: Date | null }>({
    name: "count_proposals",
    text: "select count(*) as count, min(created_at) as since from proposals where outcome is null",
  });
  const waiting = (count: number, since: Date | null) => ({ count, since: since?.toISOString() ?? null });
  return {
    deposits: waiting(backlog.depositsOpen, backlog.depositSince),
    withdrawals: waiting(backlog.withdrawalsPending, backlog.withdrawalSince),
    payouts: waiting(backlog.payoutsProcessing, backlog.payoutSince),
    attention: waiting(backlog.attentionOpen, backlog.attentionSince),
    proposals: waiting(rows[0]!.count, rows[0]!.since),
  };
}
