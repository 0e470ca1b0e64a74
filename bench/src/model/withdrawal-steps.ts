import { randomUUID } from "node:crypto";
import {
  approveWithdrawal,
  markWithdrawalFailed,
  markWithdrawalPaid,
  rejectWithdrawal,
} from "@veritick/contract/schemas/admin-payments.ts";
import { cancelWithdrawal, createWithdrawal } from "@veritick/contract/schemas/payments.ts";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { formatFixed, minor } from "@veritick/domain/money.ts";
import type { Books, BookWithdrawal } from "./books.ts";
import { openItems } from "./deposit-steps.ts";
import { expectThat, pick, step } from "./step.ts";
import type { Step } from "./step.ts";
import type { PayoutMood } from "./vendor.ts";
import type { World } from "./world.ts";

const ADDRESS = tronAddressFrom(Buffer.alloc(20, 9));
const CENT = 1_000_000n;

/** Requests a withdrawal of so many cents, or of everything, several times at once with a different key each. */
export const withdraw = (who: number, cents: number | "all", times: number): Step =>
  step(
    `user ${who} withdraws ${cents === "all" ? "everything" : `${cents} cents`}, ${times} times at once`,
    async (books, { world }) => {
      const userId = pick(books.users, who)!;
      const balance = books.balances.get(userId)!;
      const amount = cents === "all" ? (balance / CENT) * CENT : BigInt(cents) * CENT;
      if (amount < 1500n * CENT) return;
      const body = { amount: formatFixed(minor(amount), 2), address: ADDRESS, withdrawalCode: "12345" };
      const answers = await Promise.all(
        Array.from({ length: times }, () => world.call(createWithdrawal, userId, { body })),
      );
      const made = answers.filter((answer) => answer.ok);
      const openNow = books.withdrawals.filter(
        ({ userId: owner, status }) => owner === userId && (status === "pending" || status === "processing"),
      ).length;
      const affordable = Math.min(times, Number(balance / amount), 20 - openNow);
      expectThat(made.length === affordable, `of ${times} withdrawals ${affordable} are covered`);
      for (const { value } of made) {
        books.hold({ id: value.id, userId, amount: minor(amount), status: "pending", isAdvanced: false });
      }
    },
  );

export const cancel = (which: number, times: number): Step =>
  step(`withdrawal ${which} is cancelled, ${times} times at once`, async (books, { world }) => {
    const withdrawal = pick(books.withdrawals, which);
    if (withdrawal === undefined) return;
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        world.call(cancelWithdrawal, withdrawal.userId, { params: { id: withdrawal.id } }),
      ),
    );
    const isPending = withdrawal.status === "pending";
    expectThat(answers.filter(({ ok }) => ok).length === (isPending ? 1 : 0), "it is cancelled once");
    if (isPending) books.giveBack(withdrawal);
  });

export const decideWithdrawal = (which: number, approve: boolean): Step =>
  step(
    `an administrator ${approve ? "approves" : "rejects"} withdrawal ${which}`,
    async (books, { world, admin }) => {
      const withdrawal = pick(books.withdrawals, which);
      if (withdrawal === undefined) return;
      const answer = await world.call(approve ? approveWithdrawal : rejectWithdrawal, admin, {
        params: { id: withdrawal.id },
      });
      expectThat(answer.ok === (withdrawal.status === "pending"), "only a pending one is decided");
      if (!answer.ok) return;
      if (approve) withdrawal.status = "processing";
      else books.giveBack(withdrawal);
    },
  );

/** Races the user's cancellation against an administrator's approval. Only one may win. */
export const raceCancelAndApproval = (which: number): Step =>
  step(`cancelling withdrawal ${which} races its approval`, async (books, { world, admin }) => {
    const withdrawal = pick(
      books.withdrawals.filter(({ status }) => status === "pending"),
      which,
    );
    if (withdrawal === undefined) return;
    const params = { id: withdrawal.id };
    const [cancelled, approved] = await Promise.all([
      world.call(cancelWithdrawal, withdrawal.userId, { params }),
      world.call(approveWithdrawal, admin, { params }),
    ]);
    expectThat(cancelled.ok !== approved.ok, "one of the two happens");
    if (cancelled.ok) books.giveBack(withdrawal);
    else withdrawal.status = "processing";
  });

export const setMood = (mood: PayoutMood): Step =>
  step(`the provider's next payout goes ${mood}`, async (_books, { world }) => {
    world.vendor.mood = mood;
  });

/** Books a payout that the product sees as sent. */
function seeSent(books: Books, withdrawal: BookWithdrawal): void {
  if (withdrawal.status === "processing") books.payOut(withdrawal);
  else if (withdrawal.status === "failed" && !withdrawal.isAdvanced) books.advancePayout(withdrawal);
}

/** Lets the provider send or fail a payout and call back about it so many times. */
export const movePayout = (which: number, state: "finished" | "failed", callbacks: number): Step =>
  step(`payout ${which} is ${state}, ${callbacks} callbacks`, async (books, { world }) => {
    const payout = pick([...world.vendor.payouts.values()], which);
    const withdrawal = books.withdrawals.find(({ id }) => id === payout?.externalId);
    if (payout === undefined || withdrawal === undefined) return;
    // A payout that was sent stays sent.
    if (payout.state !== "finished") payout.state = state;
    const calls = Array.from({ length: callbacks }, () => world.vendor.callback("payout", payout.payoutId));
    await Promise.all(calls.map((body) => world.receive(body)));
    await world.settled();
    if (callbacks > 0 && payout.state === "finished") seeSent(books, withdrawal);
  });

/** Lets an administrator decide one of the payouts that failed. */
export const decidePayoutItem = (which: number, paid: boolean): Step =>
  step(
    `an administrator marks payout item ${which} ${paid ? "paid" : "failed"}, twice at once`,
    async (books, { world, admin }) => {
      const items = await openItems(world, admin, "payout", books);
      const item = pick(
        items.filter(({ withdrawalId }) => statusOf(books, withdrawalId) === "processing"),
        which,
      );
      const withdrawal = books.withdrawals.find(({ id }) => id === item?.withdrawalId);
      if (withdrawal === undefined) return;
      const params = { id: withdrawal.id };
      const mark = () =>
        paid
          ? world.call(markWithdrawalPaid, admin, {
              params,
              body: { transactionId: (randomUUID() + randomUUID()).replaceAll("-", "") },
            })
          : world.call(markWithdrawalFailed, admin, { params, body: { note: "not sent" } });
      const answers = await Promise.all([mark(), mark()]);
      expectThat(answers.filter(({ ok }) => ok).length === 1, "it is marked once");
      if (paid) books.payOut(withdrawal);
      else books.giveBack(withdrawal);
    },
  );

const statusOf = (books: Books, id: string | null) =>
  books.withdrawals.find((withdrawal) => withdrawal.id === id)?.status;

/**
 * The product chooses when it polls a payout; the model limits what it may find. A withdrawal is completed only if the
 * provider has sent it, and the house advances one that failed only then. The product releases no payout about which it asked an administrator.
 */
export async function seePayouts(books: Books, world: World): Promise<void> {
  const { lost, released } = world.vendor;
  expectThat(
    ![...lost].some((id) => released.has(id)),
    "no payout that a person was called for is released without them",
  );
  const watched = books.withdrawals.filter(
    ({ status, isAdvanced }) => status === "processing" || (status === "failed" && !isAdvanced),
  );
  if (watched.length === 0) return;
  const { rows } = await world.database.query<{ id: string; status: string; is_advanced: boolean }>({
    name: "model_withdrawals",
    text: `select id, status, exists (
             select from ledger_transactions where reference = w.id and kind = 'credited_on_trust') as is_advanced
           from withdrawal_transactions w where id = any ($1::uuid[])`,
    values: [watched.map(({ id }) => id)],
  });
  for (const { id, status, is_advanced: isAdvanced } of rows) {
    const withdrawal = watched.find((one) => one.id === id)!;
    if (status === withdrawal.status && !isAdvanced) continue;
    const sent = world.vendor.payouts.get(`payout-${id}`)?.state === "finished";
    expectThat(
      sent && status === (isAdvanced ? "failed" : "completed"),
      `withdrawal ${id} is ${status} because the provider paid it`,
    );
    seeSent(books, withdrawal);
  }
}
