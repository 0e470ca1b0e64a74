import { randomUUID } from "node:crypto";
import { adjustBalance } from "@veritick/contract/schemas/admin-users.ts";
import { openPosition, sellPosition } from "@veritick/contract/schemas/positions.ts";
import { normalCdf } from "@veritick/domain/distribution.ts";
import { formatFixed, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import type { BookPosition } from "./books.ts";
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

/** Places an order several times with one key. It must have one effect and one answer. */
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

type Offer = { which: number; cents: number; times: number };

/**
 * Sells a position, several times with one key. The auditor computes the proceeds by the plain formula of the normal
 * distribution.
 */
export const sell = ({ which, cents, times }: Offer): Step =>
  step(
    `position ${which} is sold for at least ${cents} cents, sent ${times} times with one key`,
    async (books, { world }) => {
      const position = pick(books.openPositions, which);
      if (position === undefined) return;
      const { id, userId, expiryTick } = position;
      const end = world.blockEnd();
      const input = {
        params: { id },
        body: { minProceeds: (cents / 100).toFixed(2) },
        key: randomUUID(),
      };
      const answers = await Promise.all(
        Array.from({ length: times }, () => world.call(sellPosition, userId, input)),
      );
      const sold = answers.filter((answer) => answer.ok);
      const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]));
      const milli = world.priceMilliAt(end);
      const most = Number(position.stake) * (1 + MULTIPLIERS[position.duration]!);
      const worth = most * chanceOf(position, milli, expiryTick - end) * 0.99;
      // The product rounds down to cents, and the normal distribution is off by 0.1 % a few ticks before the expiry.
      const reach = 2e6 + most * 0.002;
      const isTooLate = expiryTick - end < 6;
      expectThat(
        codes.every((code) => SOLD_ELSEWHERE.has(code) || sold.length === 0),
        "one key sells once",
      );
      expectThat(!isTooLate || sold.length === 0, "nothing is sold in its last two blocks");
      if (sold.length === 0) {
        expectThat(isTooLate || worth < cents * 1e6 + reach, "what pays enough is sold");
        return;
      }
      expectThat(
        new Set(sold.map(({ value }) => JSON.stringify(value))).size === 1,
        "one key has one answer",
      );
      const proceeds = parseMinor(sold[0]!.value.proceeds!);
      expectThat(proceeds >= BigInt(cents) * 1_000_000n, "it pays the least that is taken");
      expectThat(Math.abs(Number(proceeds) - worth) < reach, "it pays the value less the fee");
      books.sell(position, proceeds);
    },
  );

const SOLD_ELSEWHERE = new Set(["idempotency_running"]);

const MULTIPLIERS: Record<number, number> = { 1: 2.5, 3: 6, 5: 10, 10: 20 };
const KEPT = 1 - 1 / 36_000;

/** Returns the chance that a position wins so many ticks later. */
function chanceOf({ side, barrier }: BookPosition, milli: number, ticks: number): number {
  if (ticks < 1) return 0;
  const distance = Number(barrier) - 155 - (milli / 1000 - 155) * KEPT ** ticks;
  const deviation = 0.0275 * Math.sqrt((1 - KEPT ** (2 * ticks)) / (1 - KEPT ** 2));
  // The barrier counts half a step of the price grid nearer.
  return 1 - normalCdf(((side === "buy" ? distance : -distance) - 0.0005) / deviation);
}

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

/** Lets time pass: expired positions are settled, watched payments are polled, and due payouts are made. */
export const pass = (seconds: number): Step =>
  step(`${seconds} s pass`, async (books, { world }) => {
    await world.pass(seconds);
    books.settle(world.feed.book.newestTick, world.priceMilliAt);
    for (const payment of books.payments) {
      if (payment.isPolled) payment.see(books, world.vendor.payments.get(payment.paymentId)!);
    }
    await seePayouts(books, world);
  });
