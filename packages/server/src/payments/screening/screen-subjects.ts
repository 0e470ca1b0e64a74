import { parseMinor } from "@veritick/domain/money.ts";
import { isCleared } from "@veritick/domain/screening.ts";
import { dateOf } from "../../platform/clock.ts";
import { forEachLimited } from "../../platform/concurrency.ts";
import { claimDue } from "../../platform/db/claim-due.ts";
import type { DueRows } from "../../platform/db/claim-due.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { applyPayment } from "../apply-payment.ts";
import type { PaymentContext } from "../context.ts";
import { DECIDED, findScreeningHold, SCREENING_COLUMNS, storeOutcome } from "./screenings.ts";
import type { WithdrawalRow } from "../withdrawal.ts";
import type { ScreeningRow, Subject } from "./screenings.ts";

/** The questions of a batch. It is small enough that a batch whose questions all time out still ends within its lease. */
const BATCH = 16;
const QUESTIONS_AT_ONCE = 4;
/** The time after which another process takes over from one that died over a question. */
const LEASE_SECONDS = 60;
const MOST_NEW = 200;

const DUE: DueRows = {
  name: "take_due_screenings",
  table: "screenings",
  key: "subject_id",
  where: "next_step_at <= $1 and done_at is null",
  orderBy: "next_step_at",
  set: `attempts = attempts + 1, next_step_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'`,
  returning: SCREENING_COLUMNS,
  batch: BATCH,
};

/**
 * Asks about subjects that need a verdict, and credits allowed deposits. It repeats every step that a process did not
 * finish: a question may be asked twice, but a credit is made once. It ends finished screenings and closes their items.
 */
export async function screenSubjects(context: PaymentContext): Promise<void> {
  const { database, clock, bus, screening } = context;
  const now = () => dateOf(clock);
  if (screening !== undefined) {
    await database.query({ name: "screen_withdrawals", text: SCREEN_WITHDRAWALS, values: [now()] });
    // It takes one batch a second: if the service hangs, many batches would delay the end of the process.
    const due = await claimDue<ScreeningRow>(database, DUE, [now()]);
    await forEachLimited(due, QUESTIONS_AT_ONCE, (row) => takeStep(context, row));
  } else {
    await database.query({ name: "show_unchecked", text: SHOW_UNCHECKED });
  }
  const ended = await database.query({ name: "end_screenings", text: END_SCREENINGS, values: [now()] });
  if (ended.rowCount !== 0) bus.publish({ kind: "adminChanged", of: ["attention"] });
}

/** Queues a question about each new withdrawal at once, so that the deciding administrator sees the verdict. */
const SCREEN_WITHDRAWALS = `
insert into screenings (subject_id, kind, user_id, amount, address, state, question_id, created_at, state_at, next_step_at)
select w.id, 'withdrawal', w.user_id, w.net_amount, w.address, 'asking', gen_random_uuid(), $1, $1, $1
from withdrawal_transactions w left join payouts p on p.withdrawal_id = w.id
where w.status in ('pending', 'processing') and coalesce(p.step, 'due') = 'due'
  and not exists (select from screenings s where s.subject_id = w.id)
order by w.id limit ${MOST_NEW}
on conflict do nothing`;

/** Clears the mark of withdrawals being checked once no service is configured. A credit clears that of a deposit. */
const SHOW_UNCHECKED = `
update withdrawal_transactions set being_checked = false where status in ('pending', 'processing') and being_checked`;

/**
 * Ends screenings of subjects that were credited, rejected, cancelled or paid. Closes their items, and those of deleted
 * accounts.
 */
const END_SCREENINGS = `
with over as (
  select s.subject_id from screenings s
  left join deposit_transactions d on s.kind = 'deposit' and d.id = s.subject_id
  left join withdrawal_transactions w on s.kind = 'withdrawal' and w.id = s.subject_id
  left join payouts payout on payout.withdrawal_id = w.id
  left join attention_items i on s.kind = 'payment' and i.id = s.subject_id
  left join payments p on i.kind = 'payment' and p.provider = i.provider and p.payment_id = i.payment_id
  left join payments own on own.id = d.id
  where s.done_at is null and (d.status = 'failed' or (d.status = 'confirmed' and (d.credited >= s.amount or own.is_decided))
    or w.status in ('completed', 'failed')
    or payout.step <> 'due' or (i.resolved_at is not null and coalesce(p.set_aside, 0) = 0))
  order by s.subject_id limit ${MOST_NEW} for update of s skip locked
),
ended as (
  update screenings s set done_at = $1, next_step_at = null from over where s.subject_id = over.subject_id
  returning s.kind, s.subject_id
)
update attention_items i set resolved_at = $1, updated_at = $1, resolution = '${DECIDED}'
where i.resolved_at is null and i.kind = 'screening'
  and (i.user_id is null or i.key in (select 'screening/' || e.kind || '/' || e.subject_id from ended e))`;

/** Asks about one subject and stores the outcome, then credits an allowed deposit. Handles its own failures. */
async function takeStep(context: PaymentContext, row: ScreeningRow): Promise<void> {
  try {
    const state = isCleared(row.state) ? row.state : await askAbout(context, row);
    if (state !== undefined && isCleared(state)) await carryOut(context, row);
  } catch (error) {
    context.log.warn(
      { screening: row.subject_id, error: String(error) },
      "a step of a screening failed and will be tried again",
    );
  }
}

async function askAbout(context: PaymentContext, row: ScreeningRow) {
  const { subject_id: id, kind, user_id: userId, amount, address, transaction_hash: transactionHash } = row;
  const outcome = await context.screening!.ask(row.question_id, {
    kind,
    id,
    userId,
    amount,
    currency: "USDTTRC20",
    address,
    transactionHash,
  });
  return storeOutcome(context, row, outcome);
}

/** Credits an allowed deposit. If the payment provider does not answer, the step is repeated after the lease. */
async function carryOut(context: PaymentContext, { kind, subject_id: id }: ScreeningRow): Promise<void> {
  const { database, provider } = context;
  if (kind === "deposit") {
    const { rows } = await database.query<{ payment_id: string | null }>(
      "select payment_id from deposit_transactions where id = $1 and provider = $2",
      [id, provider.name],
    );
    const paymentId = rows[0]?.payment_id ?? null;
    if (paymentId !== null) await applyPayment(context, paymentId);
  }
  // A withdrawal waits for its approval or continues by itself, and a payment waits for an administrator's credit.
  await database.query(
    "update screenings set next_step_at = null where subject_id = $1 and state in ('allow', 'overridden')",
    [id],
  );
}

/**
 * Has a question answered before an administrator decides. It asks the service unless it was asked before, or another
 * process is asking at this moment. The decision itself reads the stored verdict.
 *
 * @param read reads the subject of the decision with its row locked; undefined if there is nothing to decide
 */
export async function screenFirst(
  context: PaymentContext,
  read: (connection: Queryable) => Promise<Subject | undefined>,
): Promise<void> {
  const { database, clock, screening } = context;
  if (screening === undefined) return;
  const id = await transaction(database, async (connection) => {
    const subject = await read(connection);
    if (subject === undefined) return undefined;
    const holding = await findScreeningHold(context, connection, subject);
    return holding === "asking" ? subject.id : undefined;
  });
  if (id === undefined) return;
  const due = {
    ...DUE,
    name: "take_one_screening",
    where: `${DUE.where} and state = 'asking' and subject_id = $2`,
  };
  const [row] = await claimDue<ScreeningRow>(database, due, [dateOf(clock), id]);
  if (row !== undefined) await askAbout(context, row);
}

/** Returns the subject of a withdrawal's screening: the net amount and the address of the payout. */
export const withdrawalSubject = ({ id, user_id: userId, net_amount, address }: WithdrawalRow): Subject => ({
  kind: "withdrawal",
  id,
  userId,
  amount: parseMinor(net_amount),
  address,
  transactionHash: null,
});
