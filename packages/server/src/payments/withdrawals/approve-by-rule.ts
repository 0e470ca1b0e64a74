import { autoApproval } from "@veritick/domain/auto-approval.ts";
import type { AutoApprovalFacts } from "@veritick/domain/auto-approval.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { ScreeningState } from "@veritick/domain/screening.ts";
import { withdrawalCodeLockout } from "../../accounts/public.ts";
import { sumApprovedByRule } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";
import { joinScreening } from "../screening/screenings.ts";
import { WITHDRAWALS_STOPPED } from "../withdrawal.ts";
import { approveAsRule } from "./decide-withdrawal.ts";

/** The most that one turn approves. They are few enough not to delay the end of the process. */
const MOST_AT_ONCE = 100;

/**
 * Approves the pending withdrawals that the rule allows, the oldest first. Any number of processes may do so at once, and one
 * that dies leaves nothing half done: each approval is one transaction, which decides anew with everything locked. Whatever
 * the rule does not allow stays pending for a person, and is looked at again, because a hold may end or an answer come.
 */
export async function approveByRule(context: PaymentContext): Promise<void> {
  const { database, clock, settings, bus, log } = context;
  const { autoApproveBelow: below, autoApprovePerDay } = settings;
  if (below === undefined || autoApprovePerDay === undefined) return;
  const approvedMinor = await sumApprovedByRule(database, clock.nowMs());
  const { rows } = await database.query<FactsRow>({
    name: "find_facts_for_rule",
    text: `${FACTS} where w.status = 'pending' and w.amount < $2 order by w.id`,
    values: [dateOf(clock), formatMinor(below)],
  });
  const allowed = rows.filter(
    (row) => autoApproval({ ...settings, ...factsOf(context, row), approvedMinor }) === "allowed",
  );
  for (const { id } of allowed.slice(0, MOST_AT_ONCE)) {
    try {
      const refuseIt = (connection: Queryable) => refuseByRule(context, connection, id);
      if (isRefused(await approveAsRule(context, id, refuseIt))) continue;
      log.info({ withdrawal: id }, "the rule approved a withdrawal");
      bus.publish({ kind: "adminChanged", of: ["decisions"] });
    } catch (error) {
      log.warn(
        { withdrawal: id, error: String(error) },
        "an approval by the rule failed and will be tried again",
      );
    }
  }
}

/**
 * Refuses a withdrawal that the rule does not allow. Its owner must be locked. The lock of the settings makes a stop hold at
 * once in every process, and lets one approval at a time add to the total of the day.
 */
async function refuseByRule(context: PaymentContext, connection: Queryable, id: string) {
  const limits = await context.lockSettings(connection);
  const approvedMinor = await sumApprovedByRule(connection, context.clock.nowMs());
  const { rows } = await connection.query<FactsRow>({
    name: "find_facts_of_withdrawal",
    text: `${FACTS} where w.id = $2`,
    values: [dateOf(context.clock), id],
  });
  const decision = autoApproval({ ...limits, ...factsOf(context, rows[0]!), approvedMinor });
  return decision === "allowed" ? undefined : refuse("forbidden");
}

type FactsRow = {
  id: string;
  amount: string;
  account_created_at: Date;
  is_stopped: boolean;
  is_staff: boolean;
  is_blocked: boolean;
  is_proposed: boolean;
  needs_attention: boolean;
  is_address_used: boolean;
  has_two_step: boolean;
  screening: ScreeningState | null;
};

/** SQL for the facts about withdrawals `w` at the time $1. Wrong codes lock withdrawals, too. */
const FACTS = `
select w.id, w.amount, u.created_at as account_created_at, ${WITHDRAWALS_STOPPED} as is_stopped,
  u.is_admin or u.staff_role is not null as is_staff,
  u.withdrawals_locked_at is not null or u.trading_locked_at is not null or coalesce(u.withdrawals_held_until > $1, false)
    or exists (select from lockouts l where l.key = '${withdrawalCodeLockout("")}' || u.id and l.locked_until > $1)
    as is_blocked,
  exists (select from proposals p where p.target = w.id and p.outcome is null) as is_proposed,
  exists (select from attention_items i where i.user_id = u.id and i.resolved_at is null)
    or exists (select from attention_items i where i.withdrawal_id = w.id and i.resolved_at is null) as needs_attention,
  exists (select from withdrawal_transactions paid
    where paid.user_id = u.id and paid.address = w.address and paid.status = 'completed') as is_address_used,
  exists (select from two_step t where t.user_id = u.id and t.enabled_at is not null) as has_two_step,
  scr.state as screening
from withdrawal_transactions w join users u on u.id = w.user_id ${joinScreening("w.id")}`;

const factsOf = (
  { clock, screening }: PaymentContext,
  row: FactsRow,
): Omit<AutoApprovalFacts, "autoApproveBelow" | "autoApprovePerDay" | "fourEyesAbove" | "approvedMinor"> => ({
  amount: parseMinor(row.amount),
  accountAgeMs: clock.nowMs() - row.account_created_at.getTime(),
  isStopped: row.is_stopped,
  isStaff: row.is_staff,
  isBlocked: row.is_blocked,
  isProposed: row.is_proposed,
  needsAttention: row.needs_attention,
  isAddressUsed: row.is_address_used,
  hasTwoStep: row.has_two_step,
  isScreened: screening === undefined || row.screening === "allow",
});
