import { approveDeposit, rejectDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { creditPayment, dismissAttention, listAttention } from "@veritick/contract/schemas/attention.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { createDeposit } from "@veritick/contract/schemas/payments.ts";
import { formatFixed, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import type { Books } from "./books.ts";
import { BookPayment } from "./payment-books.ts";
import { expectThat, pick, step } from "./step.ts";
import type { Run, Step } from "./step.ts";

const NOTED = { note: "seen on chain" };

/** A user asks for a deposit. People may send another asset to its address. */
export const deposit = (who: number, cents: number, isOurs: boolean): Step =>
  step(
    `user ${who} asks for a deposit of ${cents} cents${isOurs ? "" : " and sends another asset"}`,
    async (books, { world }) => {
      const userId = pick(books.users, who)!;
      const asked = minor(BigInt(cents) * 1_000_000n);
      const made = await world.call(createDeposit, userId, { body: { amount: formatFixed(asked, 2) } });
      expectThat(made.ok || made.code === "too_many_open_deposits", "a deposit is made");
      if (!made.ok) return;
      const paymentId = made.value.paymentId!;
      world.vendor.payments.get(paymentId)!.isOurAsset = isOurs;
      const own = { id: made.value.id, status: "pending", failure: null } as const;
      books.payments.push(new BookPayment({ paymentId, userId, asked, isOurs, deposit: { ...own } }));
    },
  );

/** Somebody pays to the address of a payment again. The provider makes a further payment of it. */
export const payAgain = (which: number): Step =>
  step(`somebody pays to the address of payment ${which} again`, async (books, { world }) => {
    const first = pick(books.payments, which);
    if (first === undefined) return;
    const { userId, asked, paymentId } = first;
    const { orderId } = world.vendor.payments.get(paymentId)!;
    const further = world.vendor.newPayment(orderId, { isOurAsset: true, isRepeated: true });
    books.payments.push(
      new BookPayment({ paymentId: further.paymentId, userId, asked, isOurs: true, deposit: undefined }),
    );
  });

type Move = { which: number; state: PaymentState; percent: number; fee: boolean; callbacks: number };

/** Changes the provider's side of a payment and calls back about it so many times at once. */
export const movePayment = ({ which, state, percent, fee, callbacks }: Move): Step =>
  step(
    `payment ${which} becomes ${state} with ${percent} % paid${fee ? " less a fee" : ""}, ${callbacks} callbacks`,
    async (books, { world }) => {
      const payment = pick(books.payments, which);
      if (payment === undefined) return;
      const told = world.vendor.payments.get(payment.paymentId)!;
      const paid = (payment.asked * BigInt(percent)) / 100n;
      told.state = state;
      // Money that has arrived stays.
      if (paid > told.paid) told.paid = minor(paid);
      told.fee = minor(fee ? told.paid / 200n : 0n);
      const calls = Array.from({ length: callbacks }, () => world.vendor.callback("payment", told.paymentId));
      await Promise.all(calls.map((body) => world.receive(body)));
      await world.settled();
      if (callbacks > 0) payment.see(books, told);
    },
  );

/** Returns the payments that were made for a deposit. */
const ofDeposits = (books: Books) => books.payments.filter((one) => one.deposit !== undefined);

export const decideDeposit = (which: number, approve: boolean, times: number): Step =>
  step(
    `an administrator ${approve ? "approves" : "rejects"} deposit ${which}, ${times} times at once`,
    async (books, { world, admin }) => {
      const payment = pick(ofDeposits(books), which);
      if (payment === undefined) return;
      const { isOpen } = payment;
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          world.call(approve ? approveDeposit : rejectDeposit, admin, {
            params: { id: payment.deposit!.id },
            ...(approve && { body: NOTED }),
          }),
        ),
      );
      expectThat(answers.filter(({ ok }) => ok).length === (isOpen ? 1 : 0), "it is decided once");
      if (!isOpen) return;
      if (approve) payment.approve(books);
      else payment.dismiss();
    },
  );

/** Races an approval against a callback that reports the money. Either may win, but only one. */
export const raceApprovalAndCallback = (which: number): Step =>
  step(`approval of deposit ${which} races the provider's callback`, async (books, { world, admin }) => {
    const payment = pick(
      ofDeposits(books).filter(({ isOpen }) => isOpen),
      which,
    );
    if (payment === undefined) return;
    const told = world.vendor.payments.get(payment.paymentId)!;
    const paid = told.paid > payment.asked ? told.paid : payment.asked;
    Object.assign(told, { state: "finished", paid, fee: ZERO });
    const [approved] = await Promise.all([
      world.call(approveDeposit, admin, { params: { id: payment.deposit!.id }, body: NOTED }),
      world.receive(world.vendor.callback("payment", payment.paymentId)),
    ]);
    await world.settled();
    expectThat(approved.ok || payment.isOurs, "an approval loses only to a credit");
    if (approved.ok) payment.approve(books);
    payment.see(books, told);
  });

/** Lets an administrator decide one of the payments that no rule covers. */
export const decideAttention = (which: number, cents: number, credit: boolean): Step =>
  step(
    `an administrator ${credit ? `credits ${cents} cents for` : "dismisses"} payment item ${which}`,
    async (books, { world, admin }) => {
      const item = pick(await openItems(world, admin, "payment", books), which);
      if (item === undefined) return;
      const params = { id: item.id };
      const payment = books.payments.find(({ paymentId }) => paymentId === item.paymentId)!;
      if (!credit) {
        const dismissed = await world.call(dismissAttention, admin, { params, body: { note: "seen" } });
        expectThat(dismissed.ok, "an open item can be dismissed");
        payment.dismiss();
        return;
      }
      const amount = minor(BigInt(cents) * 1_000_000n);
      const body = { amount: formatFixed(amount, 2), note: "checked" };
      const answers = await Promise.all([
        world.call(creditPayment, admin, { params, body }),
        world.call(creditPayment, admin, { params, body }),
      ]);
      const isCovered = payment.isOurs ? amount <= payment.left : isCreditable(payment, item);
      expectThat(
        answers.filter(({ ok }) => ok).length === (isCovered ? 1 : 0),
        "an open item is credited once, with what is left at most",
      );
      if (isCovered) payment.decide(books, amount, ZERO);
    },
  );

/** Another asset has no rate: it is credited as a whole, unless an approval of its deposit or a refund came first. */
const isCreditable = ({ credited }: BookPayment, { amount, history }: AttentionItem): boolean =>
  (amount === null || parseMinor(amount) > 0n) &&
  (credited === 0n || history.some(({ resolution }) => resolution === "credited"));

/** Lists the open items about the run's users. Those about payments offer what has arrived and is not credited yet. */
export async function openItems(
  world: Run["world"],
  admin: string,
  kind: "payment" | "payout",
  books: Books,
) {
  const items = await world.call(listAttention, admin);
  expectThat(items.ok, "the list is there");
  const open = items.value.filter(
    (item) =>
      item.kind === kind &&
      item.resolvedAt === null &&
      item.userId !== null &&
      books.users.includes(item.userId),
  );
  for (const { paymentId, amount } of kind === "payment" ? open : []) {
    const payment = books.payments.find((one) => one.paymentId === paymentId)!;
    expectThat(
      !payment.isOurs || parseMinor(amount!) === payment.left,
      "an item offers what arrived and is left",
    );
  }
  return open;
}
