import { randomUUID } from "node:crypto";
import { adjustBalance } from "@veritick/contract/schemas/admin-users.ts";
import { openPosition } from "@veritick/contract/schemas/positions.ts";
import { formatFixed, minor } from "@veritick/domain/money.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { isWatched, seeAwaited, seePayment } from "./deposit-steps.ts";
import { expectThat, pick, step } from "./step.ts";
import type { Step } from "./step.ts";
import { seePayouts } from "./withdrawal-steps.ts";
import { insertPerson } from "./world.ts";

export const nothing = (): Step => step("nothing happens", async () => {});

export const newAccount = (): Step =>
  step("somebody opens an account", async (books, { world }) => {
    const id = randomUUID();
    await insertPerson(world.database, id);
    books.addUser(id);
  });

type Ticket = { who: number; side: Side; cents: number; duration: Duration; times: number };

/** An order, sent several times with one key: it must have one effect and one answer. */
export const open = ({ who, side, cents, duration, times }: Ticket): Step =>
  step(
    `user ${who} opens a ${side} of ${cents} cents for ${duration} min, sent ${times} times with one key`,
    async (books, { world }) => {
      const userId = pick(books.users, who)!;
      const stake = minor(BigInt(cents) * 1_000_000n);
      const input = { body: { type: side, amount: formatFixed(stake, 2), duration }, key: randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: times }, () => world.call(openPosition, userId, input)),
      );
      const opened = answers.filter((answer) => answer.ok);
      const affordable = stake <= books.balances.get(userId)!;
      expectThat(opened.length > 0 === affordable, "a position is opened where the balance covers it");
      if (opened.length === 0) return;
      expectThat(new Set(opened.map(({ value }) => value.id)).size === 1, "one key opens one position");
      const { id, barrierPrice: barrier, expiryTick } = opened[0]!.value;
      books.stake({ id, userId, side, stake, duration, barrier, expiryTick });
    },
  );

export const adjust = (who: number, cents: number): Step =>
  step(`an administrator adjusts the balance of user ${who} by ${cents} cents`, async (books, run) => {
    const userId = pick(books.users, who)!;
    const change = BigInt(cents) * 1_000_000n;
    const isPossible = books.balances.get(userId)! + change >= 0n;
    const answer = await run.world.call(adjustBalance, run.admin, {
      params: { id: userId },
      body: { amount: (cents / 100).toFixed(2) },
    });
    expectThat(answer.ok === isPossible, "a balance is adjusted where it does not become negative");
    if (answer.ok) books.adjust(userId, change);
  });

/** Time passes: what expires is settled, what is watched is asked about, what is due is paid. */
export const pass = (seconds: number): Step =>
  step(`${seconds} s pass`, async (books, { world }) => {
    await world.pass(seconds);
    books.settle(world.feed.book.newestTick, world.priceMilliAt);
    for (const deposit of books.deposits) {
      if (isWatched(deposit)) seePayment(books, deposit, world.vendor.payments.get(deposit.paymentId)!);
    }
    await seeAwaited(books, world);
    await seePayouts(books, world);
  });
