import { approveDeposit, rejectDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { creditPayment, dismissAttention, listAttention } from "@veritick/contract/schemas/attention.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { createDeposit } from "@veritick/contract/schemas/payments.ts";
import { formatFixed, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import type { BookDeposit, Books } from "./books.ts";
import { expectThat, pick, step } from "./step.ts";
import type { Run, Step } from "./step.ts";
import type { VendorPayment } from "./vendor.ts";

const NOTED = { note: "seen on chain" };

const isOpen = ({ status }: BookDeposit) => status === "pending" || status === "confirming";

/** Books the effect that seeing this payment must have on the product, in the plainest words. */
export function seePayment(books: Books, deposit: BookDeposit, payment: VendorPayment): void {
  const { state, paid, fee } = payment;
  // A payment sent back before an approval counts as not arrived.
  if (paid > 0n) deposit.arrived = state === "refunded" && deposit.status !== "confirmed" ? minor(0n) : paid;
  if (state === "finished" || state === "partially_paid" || state === "expired") {
    repayAdvance(books, deposit, payment);
    if (deposit.status === "confirmed" && paid > 0n) books.payFee(deposit, fee);
  }
  if (state === "refunded" && deposit.status === "confirmed") {
    books.advance(deposit, minor(deposit.credited - deposit.advanced));
    // The provider keeps nothing of what it sends back.
    books.payFee(deposit, minor(0n));
  }
  if (state === "confirming" && deposit.status === "pending") deposit.status = "confirming";
  if ((state === "finished" || state === "partially_paid") && paid > 0n) {
    if (deposit.status === "confirmed" || deposit.failure === "rejected") return;
    books.credit(deposit.userId, paid, fee);
    Object.assign(deposit, { status: "confirmed", failure: null, credited: paid, fee });
  }
  if ((state === "failed" || state === "expired" || state === "refunded") && paid === 0n && isOpen(deposit)) {
    Object.assign(deposit, { status: "failed", failure: state === "failed" ? "provider" : state });
  }
}

/** Gives the house back what has arrived of its advance. */
function repayAdvance(books: Books, deposit: BookDeposit, { paid }: VendorPayment): void {
  const { credited, advanced } = deposit;
  const unbooked = paid - (credited - advanced);
  const amount = unbooked < advanced ? unbooked : advanced;
  if (amount > 0n) books.advance(deposit, minor(-amount));
}

/** Returns true if the product goes on polling this deposit by itself. */
export const isWatched = (deposit: BookDeposit): boolean =>
  isOpen(deposit) || deposit.failure === "expired" || deposit.failure === "rejected";

/**
 * The product looks again at a payment that still changes and that it does not poll, after a callback about it. The product
 * chooses the time; the model limits what it may find.
 */
export async function seeAwaited(books: Books, world: Run["world"]): Promise<void> {
  await seeAwaitedAdvances(books, world);
  await seeAwaitedFees(books, world);
  const unwatched = books.deposits.filter(
    ({ status, failure }) => status === "failed" && failure !== "rejected",
  );
  if (unwatched.length === 0) return;
  const { rows } = await world.database.query<{ id: string }>({
    name: "model_confirmed_deposits",
    text: "select id from deposit_transactions where id = any ($1::uuid[]) and status = 'confirmed'",
    values: [unwatched.map(({ id }) => id)],
  });
  for (const { id } of rows) {
    const deposit = unwatched.find((one) => one.id === id)!;
    seePayment(books, deposit, world.vendor.payments.get(deposit.paymentId)!);
    expectThat(deposit.status === "confirmed", `deposit ${id} is confirmed because it was paid`);
  }
}

async function seeAwaitedAdvances(books: Books, world: Run["world"]): Promise<void> {
  const confirmed = books.deposits.filter(({ status }) => status === "confirmed");
  if (confirmed.length === 0) return;
  const { rows } = await world.database.query<{ id: string; advanced: string }>({
    name: "model_advanced_deposits",
    text: "select id, coalesce(on_trust, 0)::text as advanced from deposit_transactions where id = any ($1::uuid[])",
    values: [confirmed.map(({ id }) => id)],
  });
  for (const { id, advanced } of rows) {
    const deposit = confirmed.find((one) => one.id === id)!;
    if (parseMinor(advanced) === deposit.advanced) continue;
    seePayment(books, deposit, world.vendor.payments.get(deposit.paymentId)!);
    expectThat(
      deposit.advanced === parseMinor(advanced),
      `the house has advanced for deposit ${id} what is not there`,
    );
  }
}

/** The product may see the fee of a credited payment at a time of its own. */
async function seeAwaitedFees(books: Books, world: Run["world"]): Promise<void> {
  const confirmed = books.deposits.filter(({ status }) => status === "confirmed");
  if (confirmed.length === 0) return;
  const { rows } = await world.database.query<{ id: string; fee: string }>({
    name: "model_booked_fees",
    text: `select d.id, coalesce(-sum(e.amount), 0)::text as fee from deposit_transactions d
           left join ledger_transactions t on (t.kind = 'deposit_credited' and t.reference = d.id)
             or (t.kind = 'provider_fee_paid' and t.note = 'payment/model/' || d.payment_id)
           left join ledger_entries e on e.transaction_id = t.id and e.account = 'house:fees'
           where d.id = any ($1::uuid[]) group by d.id`,
    values: [confirmed.map(({ id }) => id)],
  });
  for (const { id, fee } of rows) {
    const deposit = confirmed.find((one) => one.id === id)!;
    if (parseMinor(fee) === deposit.fee) continue;
    seePayment(books, deposit, world.vendor.payments.get(deposit.paymentId)!);
    expectThat(deposit.fee === parseMinor(fee), `the fee of deposit ${id} is the one that was seen`);
  }
}

export const deposit = (who: number, cents: number): Step =>
  step(`user ${who} asks for a deposit of ${cents} cents`, async (books, { world }) => {
    const userId = pick(books.users, who)!;
    const amount = minor(BigInt(cents) * 1_000_000n);
    const made = await world.call(createDeposit, userId, { body: { amount: formatFixed(amount, 2) } });
    expectThat(made.ok || made.code === "too_many_open_deposits", "a deposit is made");
    if (!made.ok) return;
    books.deposits.push({
      id: made.value.id,
      userId,
      paymentId: made.value.paymentId!,
      amount,
      status: "pending",
      failure: null,
      credited: minor(0n),
      arrived: minor(0n),
      fee: minor(0n),
      advanced: minor(0n),
    });
  });

type Move = { which: number; state: PaymentState; percent: number; fee: boolean; callbacks: number };

/** Changes the provider's side of a payment and calls back about it so many times at once. */
export const movePayment = ({ which, state, percent, fee, callbacks }: Move): Step =>
  step(
    `payment ${which} becomes ${state} with ${percent} % paid${fee ? " less a fee" : ""}, ${callbacks} callbacks`,
    async (books, { world }) => {
      const deposit = pick(books.deposits, which);
      if (deposit === undefined) return;
      const payment = world.vendor.payments.get(deposit.paymentId)!;
      const paid = (deposit.amount * BigInt(percent)) / 100n;
      payment.state = state;
      // Money that has arrived stays.
      if (paid > payment.paid) payment.paid = minor(paid);
      payment.fee = minor(fee ? payment.paid / 200n : 0n);
      const calls = Array.from({ length: callbacks }, () =>
        world.vendor.callback("payment", payment.paymentId),
      );
      await Promise.all(calls.map((body) => world.receive(body)));
      await world.settled();
      if (callbacks > 0) seePayment(books, deposit, payment);
    },
  );

export const decideDeposit = (which: number, approve: boolean, times: number): Step =>
  step(
    `an administrator ${approve ? "approves" : "rejects"} deposit ${which}, ${times} times at once`,
    async (books, { world, admin }) => {
      const deposit = pick(books.deposits, which);
      if (deposit === undefined) return;
      const wasOpen = isOpen(deposit);
      const fee = await namedFee(world, admin, deposit);
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          world.call(approve ? approveDeposit : rejectDeposit, admin, {
            params: { id: deposit.id },
            ...(approve && { body: NOTED }),
          }),
        ),
      );
      expectThat(answers.filter(({ ok }) => ok).length === (wasOpen ? 1 : 0), "it is decided once");
      if (!wasOpen) return;
      if (approve) {
        const { amount, arrived } = deposit;
        const left = minor(arrived < amount ? amount - arrived : 0n);
        books.credit(deposit.userId, amount, minor(0n));
        books.advance(deposit, left);
        Object.assign(deposit, { status: "confirmed", credited: amount });
        books.payFee(deposit, fee);
      } else Object.assign(deposit, { status: "failed", failure: "rejected" });
    },
  );

/** Races an approval against a callback that reports the money. Either may win, but only one. */
export const raceApprovalAndCallback = (which: number): Step =>
  step(`approval of deposit ${which} races the provider's callback`, async (books, { world, admin }) => {
    const deposit = pick(books.deposits.filter(isOpen), which);
    if (deposit === undefined) return;
    const payment = world.vendor.payments.get(deposit.paymentId)!;
    const paid = payment.paid > deposit.amount ? payment.paid : deposit.amount;
    Object.assign(payment, { state: "finished", paid, fee: minor(0n) });
    const [approved] = await Promise.all([
      world.call(approveDeposit, admin, { params: { id: deposit.id }, body: NOTED }),
      world.receive(world.vendor.callback("payment", payment.paymentId)),
    ]);
    await world.settled();
    const credited = approved.ok ? deposit.amount : paid;
    // An amount credited on trust has arrived by now, and the provider has kept no fee, whatever it named before.
    books.credit(deposit.userId, minor(credited), minor(0n));
    Object.assign(deposit, { status: "confirmed", credited, arrived: paid });
  });

const feeOf = ({ details }: AttentionItem) => parseMinor(details["provider_fee"] ?? "0");

/** Returns the fee that the open item about a deposit's payment names. An approval books it. */
async function namedFee(world: Run["world"], admin: string, { paymentId }: BookDeposit): Promise<Minor> {
  const items = await world.call(listAttention, admin);
  expectThat(items.ok, "the list is there");
  const item = items.value.find((one) => one.paymentId === paymentId && one.resolvedAt === null);
  return item === undefined ? minor(0n) : feeOf(item);
}

/** Lets an administrator decide one of the payments that no rule covers. */
export const decideAttention = (which: number, cents: number, credit: boolean): Step =>
  step(
    `an administrator ${credit ? `credits ${cents} cents for` : "dismisses"} payment item ${which}`,
    async (books, { world, admin }) => {
      const items = await openItems(world, admin, "payment", books);
      const item = pick(items, which);
      if (item === undefined) return;
      const params = { id: item.id };
      const deposit = books.deposits.find(({ paymentId }) => paymentId === item.paymentId);
      if (!credit) {
        const dismissed = await world.call(dismissAttention, admin, { params, body: { note: "seen" } });
        expectThat(dismissed.ok, "an open item can be dismissed");
        if (deposit !== undefined && deposit.status !== "confirmed") {
          Object.assign(deposit, { status: "failed", failure: "rejected" });
        }
        return;
      }
      const amount = minor(BigInt(cents) * 1_000_000n);
      const rest = parseMinor(item.amount!);
      if (deposit !== undefined) {
        const { paid } = world.vendor.payments.get(deposit.paymentId)!;
        const left = paid - deposit.credited;
        expectThat(rest <= (left > 0n ? left : 0n), "an item offers no more than arrived and is left");
      }
      const body = { amount: formatFixed(amount, 2), note: "checked" };
      const answers = await Promise.all([
        world.call(creditPayment, admin, { params, body }),
        world.call(creditPayment, admin, { params, body }),
      ]);
      const isCovered = amount <= rest;
      expectThat(
        answers.filter(({ ok }) => ok).length === (isCovered ? 1 : 0),
        "an open item is credited once, with what is left at most",
      );
      if (!isCovered) return;
      books.credit(item.userId!, amount, minor(0n));
      if (deposit === undefined) return;
      const credited = minor(deposit.credited + amount);
      Object.assign(deposit, { status: "confirmed", failure: null, credited });
      // The item may be older than the fee in the books.
      const fee = feeOf(item);
      if (fee > deposit.fee) books.payFee(deposit, fee);
    },
  );

export async function openItems(
  world: Run["world"],
  admin: string,
  kind: "payment" | "payout",
  books: Books,
) {
  const items = await world.call(listAttention, admin);
  expectThat(items.ok, "the list is there");
  return items.value.filter(
    (item) =>
      item.kind === kind &&
      item.resolvedAt === null &&
      item.userId !== null &&
      books.users.includes(item.userId),
  );
}
