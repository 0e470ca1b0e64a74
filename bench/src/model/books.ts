import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { BookPayment } from "./payment-books.ts";
import type { World } from "./world.ts";

export type BookPosition = {
  id: string;
  userId: string;
  side: "buy" | "sell";
  stake: Minor;
  duration: number;
  barrier: string;
  expiryTick: number;
};

export type BookWithdrawal = {
  id: string;
  userId: string;
  amount: Minor;
  status: "pending" | "processing" | "completed" | "failed";
  /** True once the house has advanced a payout that was sent although its amount had been returned. */
  isAdvanced: boolean;
};

/**
 * The figures that the auditor compares: balances, each payment's row with the state of its deposit, and for the rest the
 * changes since the run began.
 */
export type Figures = {
  balances: Record<string, string>;
  payments: Record<string, string>;
  held: string;
  custody: string;
  house: string;
};

const MULTIPLIER_TENTHS: Record<number, bigint> = { 1: 25n, 3: 60n, 5: 100n, 10: 200n };

/**
 * The expected books: every effect of a command is written down once, in the plainest way, and never read from the
 * product.
 */
export class Books {
  readonly users: string[] = [];
  readonly balances = new Map<string, Minor>();
  readonly payments: BookPayment[] = [];
  readonly openPositions: BookPosition[] = [];
  readonly withdrawals: BookWithdrawal[] = [];
  held: Minor = ZERO;
  custody: Minor = ZERO;
  house: Minor = ZERO;

  addUser(id: string): void {
    this.users.push(id);
    this.balances.set(id, ZERO);
  }

  #move(userId: string, change: bigint): void {
    const next = this.balances.get(userId)! + change;
    if (next < 0n) throw new Error(`the books say that ${userId} owes money`);
    this.balances.set(userId, minor(next));
  }

  /** Credits money that came in: all of it to the user. */
  credit(userId: string, amount: Minor): void {
    this.#move(userId, amount);
    this.custody = minor(this.custody - amount);
  }

  /** Lets the house pay what custody does not hold: an advance or the provider's fee. It has it back if it is negative. */
  moveToCustody(amount: Minor): void {
    this.custody = minor(this.custody + amount);
    this.house = minor(this.house - amount);
  }

  stake(position: BookPosition): void {
    this.#move(position.userId, -position.stake);
    this.house = minor(this.house + position.stake);
    this.openPositions.push(position);
  }

  /** Settles the positions that expire up to `tick`. @param priceMilli the price of a tick in thousandths */
  settle(tick: number, priceMilli: (tick: number) => number): void {
    const due = this.openPositions.filter(({ expiryTick }) => expiryTick <= tick);
    for (const position of due) {
      this.openPositions.splice(this.openPositions.indexOf(position), 1);
      const price = BigInt(priceMilli(position.expiryTick)) * 100_000n;
      const barrier = parseMinor(position.barrier);
      // Repeats the rule of `wins` on purpose: the auditor must not share the code that it checks.
      const won = position.side === "buy" ? price >= barrier : price <= barrier;
      if (!won) continue;
      const profit = (position.stake * MULTIPLIER_TENTHS[position.duration]!) / 10n;
      this.#move(position.userId, position.stake + profit);
      this.house = minor(this.house - position.stake - profit);
    }
  }

  /** Books the proceeds that the product reports. The step checks their amount. */
  sell(position: BookPosition, proceeds: Minor): void {
    this.openPositions.splice(this.openPositions.indexOf(position), 1);
    this.#move(position.userId, proceeds);
    this.house = minor(this.house - proceeds);
  }

  hold(withdrawal: BookWithdrawal): void {
    this.#move(withdrawal.userId, -withdrawal.amount);
    this.held = minor(this.held + withdrawal.amount);
    this.withdrawals.push(withdrawal);
  }

  giveBack(withdrawal: BookWithdrawal): void {
    withdrawal.status = "failed";
    this.#move(withdrawal.userId, withdrawal.amount);
    this.held = minor(this.held - withdrawal.amount);
  }

  /** Books a completed payout: 8 % stay with the house, the rest leaves custody. */
  payOut(withdrawal: BookWithdrawal): void {
    withdrawal.status = "completed";
    const fee = (withdrawal.amount * 8n) / 100n;
    this.held = minor(this.held - withdrawal.amount);
    this.custody = minor(this.custody + withdrawal.amount - fee);
    this.house = minor(this.house + fee);
  }

  /** Lets the house advance a payout that was sent although its amount had been returned. */
  advancePayout(withdrawal: BookWithdrawal): void {
    withdrawal.isAdvanced = true;
    const net = withdrawal.amount - (withdrawal.amount * 8n) / 100n;
    this.custody = minor(this.custody + net);
    this.house = minor(this.house - net);
  }

  adjust(userId: string, change: bigint): void {
    this.#move(userId, change);
    this.house = minor(this.house - change);
  }

  figures(): Figures {
    return {
      balances: Object.fromEntries(this.users.map((id) => [id, String(this.balances.get(id))])),
      payments: Object.fromEntries(
        this.payments
          .filter(({ isKnown }) => isKnown)
          .map(({ paymentId, credited, advanced, fee, deposit }) => [
            paymentId,
            shown([credited, advanced, fee], deposit?.status ?? null, deposit?.failure ?? null),
          ]),
      ),
      held: String(this.held),
      custody: String(this.custody),
      house: String(this.house),
    };
  }
}

const shown = (amounts: readonly Minor[], status: string | null, failure: string | null) =>
  [...amounts.map(formatMinor), status, failure].join(" ");

type AuditRow = { account: string; moved: string; balance: string | null };
type PaymentRow = Record<"payment_id" | "credited" | "advanced" | "fee_booked", string> &
  Record<"status" | "failure_reason", string | null>;

/**
 * Reads the same figures from the product: the rows of these payments, and the sums of the ledger's entries since the run
 * began. Each user's sum must equal the balance on record.
 */
export async function audit(world: World, since: number, books: Books): Promise<Figures> {
  const payments = await world.database.query<PaymentRow>({
    name: "model_payments",
    text: `select p.payment_id, p.credited, p.advanced, p.fee_booked, d.status, d.failure_reason
      from payments p left join deposit_transactions d on d.id = p.id where p.payment_id = any ($1::text[])`,
    values: [books.payments.map(({ paymentId }) => paymentId)],
  });
  const { rows } = await world.database.query<AuditRow>({
    name: "model_audit",
    text: `
      select coalesce(e.account, 'user:' || u.id) as account, coalesce(e.moved, 0)::text as moved, u.balance::text as balance
      from (
        select account, sum(amount) as moved from ledger_entries where transaction_id > $1 group by account
      ) e full join (select id, balance from users where id = any ($2::uuid[])) u on e.account = 'user:' || u.id`,
    values: [since, books.users],
  });
  const figures: Figures = { balances: {}, payments: {}, held: "0", custody: "0", house: "0" };
  for (const { payment_id: id, credited, advanced, fee_booked: fee, ...row } of payments.rows) {
    figures.payments[id] = shown([credited, advanced, fee].map(parseMinor), row.status, row.failure_reason);
  }
  let house = 0n;
  for (const { account, moved, balance } of rows) {
    const sum = parseMinor(moved);
    if (account.startsWith("user:")) {
      const user = account.slice("user:".length);
      if (balance === null || parseMinor(balance) !== sum) {
        throw new Error(`${user} has ${balance} on record and ${moved} in the ledger`);
      }
      figures.balances[user] = String(sum);
    } else if (account === "payouts:held") figures.held = String(sum);
    else if (account === "custody:model") figures.custody = String(sum);
    else house += sum;
  }
  figures.house = String(house);
  return figures;
}
