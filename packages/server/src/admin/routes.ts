import { adminSearch } from "@veritick/contract/schemas/admin-search.ts";
import * as contract from "@veritick/contract/schemas/admin-users.ts";
import { adminStats } from "@veritick/contract/schemas/admin.ts";
import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import * as notices from "@veritick/contract/schemas/notices.ts";
import type { UnsentNotice } from "@veritick/contract/schemas/notices.ts";
import { lockDecider } from "../accounts/public.ts";
import { approvalRoutes, decisionRequestOf, readDecidedAlone } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import { readBacklog } from "../payments/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller } from "../platform/http/call.ts";
import { listUnsent } from "../platform/outbox.ts";
import type { UnsentRow } from "../platform/outbox.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { adjustBalance } from "./adjust-balance.ts";
import { grantDueRights, setAdmin } from "./administrators.ts";
import type { AdminContext } from "./context.ts";
import { deleteUser } from "./delete-user.ts";
import { exportRoutes } from "./exports/stream-export.ts";
import { exposureRoutes } from "./exposure.ts";
import { homeRoutes, keepHouseHours } from "./home.ts";
import { proposalHandlers } from "./proposal-handlers.ts";
import { recordRoutes } from "./records.ts";
import { search } from "./search.ts";
import { adminUserRoutes } from "./user/routes.ts";
import { getUser, listUsers } from "./users.ts";

export function adminRoutes(bind: Bind, context: AdminContext): void {
  bind(adminStats, ({ identity }) => readStats(context, identity.userId));
  bind(contract.adminListUsers, ({ query }) => listUsers(context.database, query));
  bind(contract.adminGetUser, ({ params }) => getUser(context.database, params.id, dateOf(context.clock)));

  bind(contract.setAdmin, (call) =>
    setAdmin(context, {
      by: callerOf(call),
      userId: call.params.id,
      role: call.body.isAdmin ? (call.body.role ?? "administrator") : null,
    }),
  );

  bind(contract.deleteUser, async (call) => {
    const deleted = await deleteUser(context, {
      by: callerOf(call),
      userId: call.params.id,
      note: call.body.note,
    });
    const isGone = !isRefused(deleted) && deleted.awaiting === null;
    if (isGone && deleted.id === call.identity.userId) call.clearSession();
    return deleted;
  });

  bind(contract.adjustBalance, (call) =>
    adjustBalance(context, {
      ...decisionRequestOf(call),
      userId: call.params.id,
      change: call.body.amount,
      note: call.body.note,
    }),
  );

  bind(notices.listUnsentNotices, async () =>
    (await listUnsent(context.database, UNSENT_SHOWN)).map(toUnsent),
  );
  bind(notices.sendNoticeAgain, (call) => sendAgain(context, callerOf(call), call.params.id));

  approvalRoutes(bind, { ...context, handlers: proposalHandlers(context) });
  adminUserRoutes(bind, context);
  exposureRoutes(bind, context);
  bind(adminSearch, ({ query }) =>
    search({ database: context.database, provider: context.payments.provider.name }, query.q),
  );
  homeRoutes(bind, context);
  recordRoutes(bind, context.database);
  exportRoutes(bind, context);
}

/** Creates the periodic tasks of the administration. */
export const adminTasks = (context: Parameters<typeof grantDueRights>[0]): PeriodicTask[] => [
  grantDueRights(context),
  keepHouseHours(context),
];

/** The most unsent notices shown. More than a few mean that the mail server is down. */
const UNSENT_SHOWN = 100;

const toUnsent = (row: UnsentRow): UnsentNotice => ({
  id: row.id,
  channel: row.channel === "mails" ? "mail" : "push",
  kind: row.data.kind ?? "",
  userId: row.data.userId ?? null,
  givenUp: row.next_try_at === null,
  tries: row.tries,
  reason: row.reason,
  queuedAt: row.queued_at.toISOString(),
  nextTryAt: row.next_try_at?.toISOString() ?? null,
});

/** Queues an unsent notice again, for example after the mail server is up again or an address was corrected. */
function sendAgain({ database, clock, outbox }: AdminContext, by: Caller, id: string) {
  return transaction(database, async (connection): Promise<{ ok: true } | Refused> => {
    const refused = await lockDecider(connection, by, null, "support");
    if (refused) return refused;
    const unsent = await outbox.again(connection, id);
    if (unsent === undefined) return refuse("not_found");
    const { kind = "", userId = null } = unsent.data;
    const status = unsent.given_up ? "given_up" : "waiting";
    await recordAudit(
      connection,
      {
        action: "notice_sent_again",
        by,
        subject: userId,
        target: id,
        before: { notice: kind, status },
        after: { notice: kind, status: "queued" },
      },
      dateOf(clock),
    );
    return { ok: true };
  });
}

/**
 * Reads totals that triggers keep up to date, counts that stop early and a day of the caller's own decisions, so its cost
 * does not depend on the number of rows.
 */
async function readStats(context: AdminContext, caller: string): Promise<AdminStats> {
  const { database, settings } = context;
  const { rows } = await database.query<{ users: number; deposits: string }>({
    name: "read_stats",
    text: `select coalesce(sum(total) filter (where name = 'users'), 0)::bigint as users,
             coalesce(sum(total) filter (where name = 'deposits'), 0)::numeric(24,8) as deposits
           from kept_totals`,
  });
  const { users, deposits } = rows[0]!;
  const open = await readBacklog(database);
  return {
    totalUsers: users,
    totalDeposits: deposits,
    openDeposits: open.depositsOpen,
    openWithdrawals: open.withdrawalsPending + open.payoutsProcessing,
    openAttention: open.attentionOpen,
    reasonRequired: settings.fourEyesAbove !== undefined,
    decidedAlone: await readDecidedAlone(context, database, caller),
  };
}
