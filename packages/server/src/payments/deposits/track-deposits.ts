import type { DepositStatus } from "@veritick/contract/deposits.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { depositCredited } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import type { Bus } from "../platform/bus.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import { transaction } from "../platform/database.ts";
import type { Database, Queryable } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { toDeposit } from "./deposit-row.ts";
import type { DepositRow } from "./deposit-row.ts";
import type { PaymentProvider, PaymentSnapshot } from "./provider.ts";

export type TrackContext = {
  database: Database;
  clock: Clock;
  provider: PaymentProvider;
  bus: Bus;
  log: Log;
  stripe: number;
};

const AT_ONCE = 200;
/** A deposit that never got an address, because the server died while asking for one, is given up after this. */
const ADDRESS_GRACE = "10 minutes";

const STATUS_OF: Record<PaymentSnapshot["state"], DepositStatus> = {
  waiting: "pending",
  confirming: "confirming",
  finished: "confirmed",
  failed: "failed",
};
const FORWARD: readonly DepositStatus[] = ["pending", "confirming", "confirmed"];

/** Reads every open payment that is due from the provider and carries its state over. */
export async function trackDeposits(context: TrackContext): Promise<void> {
  const due = await takeDue(context);
  for (const deposit of due) {
    try {
      const snapshot = await context.provider.readPayment({
        paymentId: deposit.payment_id!,
        amount: parseMinor(deposit.amount),
        createdAt: deposit.created_at,
      });
      await applySnapshot(context, deposit.id, snapshot);
    } catch (error) {
      context.log.warn(
        { deposit: deposit.id, error: String(error) },
        "a payment could not be read and will be again",
      );
    }
  }
}

/** Takes the deposits that are due and sets when they will be due again, so that no two processes read one twice. */
async function takeDue({ database, clock, provider }: TrackContext): Promise<DepositRow[]> {
  const now = dateOf(clock);
  await database.query({
    name: "give_up_unaddressed_deposits",
    text: `update deposit_transactions set status = 'failed', updated_at = $1
           where status = 'pending' and payment_id is null and created_at < $1::timestamptz - interval '${ADDRESS_GRACE}'`,
    values: [now],
  });
  const { rows } = await database.query<DepositRow>({
    name: "take_due_deposits",
    text: `update deposit_transactions d set next_poll_at = $1::timestamptz + make_interval(secs => $3)
           where id in (
             select id from deposit_transactions
             where status in ('pending', 'confirming') and provider = $2 and next_poll_at <= $1
             order by next_poll_at limit ${AT_ONCE} for update skip locked)
           returning *`,
    values: [now, provider.name, provider.nextPollSeconds(0)],
  });
  return rows;
}

/**
 * Moves a deposit to the state its payment is in: forward only, and credited exactly once, because the row is locked
 * while it is decided and the ledger takes a deposit's credit only once.
 */
export async function applySnapshot(
  context: TrackContext,
  id: string,
  snapshot: PaymentSnapshot,
): Promise<void> {
  const changed = await transaction(context.database, async (connection) => {
    const { rows } = await connection.query<DepositRow>(
      "select * from deposit_transactions where id = $1 for update",
      [id],
    );
    const current = rows[0];
    const next = STATUS_OF[snapshot.state];
    if (current === undefined || !isForward(current.status, next)) return undefined;
    const balance = next === "confirmed" ? await credit(context, connection, current, snapshot) : undefined;
    const updated = await connection.query<DepositRow>(
      "update deposit_transactions set status = $2, updated_at = $3, credited = $4 where id = $1 returning *",
      [id, next, dateOf(context.clock), next === "confirmed" ? formatMinor(snapshot.paid) : null],
    );
    return { deposit: updated.rows[0]!, balance };
  });
  if (changed === undefined) return;
  const { deposit, balance } = changed;
  const { bus } = context;
  bus.publish({
    kind: "push",
    userId: deposit.user_id,
    push: { type: "depositUpdate", deposit: toDeposit(deposit) },
  });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId: deposit.user_id, push: { type: "balanceUpdate", balance } });
  }
}

function isForward(from: DepositStatus, to: DepositStatus): boolean {
  if (from === "confirmed" || from === "failed") return false;
  return to === "failed" || FORWARD.indexOf(to) > FORWARD.indexOf(from);
}

async function credit(
  context: TrackContext,
  connection: Queryable,
  deposit: DepositRow,
  snapshot: PaymentSnapshot,
): Promise<string> {
  const balances = await post(connection, {
    kind: "deposit_credited",
    reference: deposit.id,
    entries: depositCredited({
      userId: deposit.user_id,
      provider: deposit.provider,
      amountMinor: snapshot.paid,
      providerFeeMinor: snapshot.providerFee,
    }),
    at: dateOf(context.clock),
  });
  if (snapshot.providerFee > 0n)
    await addHouseFunds(connection, context.stripe, minor(-snapshot.providerFee));
  return balances.get(deposit.user_id)!;
}
