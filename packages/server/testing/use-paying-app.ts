import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startFakeNowPayments } from "./fake-nowpayments/fake-nowpayments.ts";
import { seedPeople } from "./people.ts";
import type { Person } from "./people.ts";
import { useApp } from "./use-app.ts";
import { seedAdmin } from "./withdrawals.ts";

/**
 * Starts one server for a test file, which takes payments through a fake NOWPayments of its own. After each test the fake
 * fails no more, and the ledger must be right.
 */
export async function usePayingApp(environment: Record<string, string> = {}) {
  const fake = await startFakeNowPayments();
  const scope = useApp({ ...fake.environment(), ...environment });
  beforeAll(() => fake.follow(scope.app.clock));
  afterEach(async () => {
    fake.clearFaults();
    expect(await scope.app.checkLedger()).toEqual([]);
  });
  afterAll(() => fake.close());

  /** Returns the total of an account of the ledger. */
  async function held(account: string): Promise<string> {
    const { rows } = await scope.app.database.query<{ sum: string }>(
      "select coalesce(sum(amount), 0)::numeric(18,8)::text as sum from ledger_entries where account = $1",
      [account],
    );
    return rows[0]!.sum;
  }

  /** Lets time pass in one go and waits for the work that is due. */
  async function pass(seconds: number): Promise<void> {
    scope.app.clock.jump(seconds);
    await scope.settled();
  }

  /** Makes a person with a balance of 0. */
  const person = async (): Promise<Person> => (await seedPeople(scope.app, 1, "0"))[0]!;

  return {
    fake,
    scope,
    person,

    admin: (): Promise<Person> => seedAdmin(scope.app),

    /** Makes a person with an open deposit. Returns it with the vendor's id of its payment. */
    async depositor(amount = "100") {
      const client = await person();
      const answer = await client.post<Deposit>("/api/deposits", { amount });
      if (answer.status !== 201) throw new Error(`the deposit answered ${answer.status}`);
      const deposit = answer.body;
      const now = async () => (await client.get<Deposit[]>("/api/deposits")).body;
      return {
        client,
        deposit,
        paymentId: deposit.paymentId!,
        /** Reads the current deposit. */
        now: async () => (await now()).find(({ id }) => id === deposit.id)!,
        all: now,
        balance: client.balance,
      };
    },

    /** Sends the vendor's callbacks about these payments, by default once, and waits until the app has handled them. */
    async tell(paymentIds: readonly string[] | string, sending = {}): Promise<number[]> {
      const ids = typeof paymentIds === "string" ? [paymentIds] : paymentIds;
      const deliveries = await fake.sendCallbacks(scope.app.url, { ids, ...sending });
      await scope.settled();
      return deliveries.map(({ status }) => status);
    },

    pass,

    /** Runs the daily comparison again. */
    async compare(): Promise<void> {
      await scope.app.database.query("update kept_values set value = 'never' where name like 'reconciled/%'");
      await pass(300);
    },

    async attentionOf(paymentId: string, admin: Person): Promise<AttentionItem | undefined> {
      const { body } = await admin.get<AttentionItem[]>("/api/admin/attention");
      return body.find((item) => item.paymentId === paymentId);
    },

    held,

    /** Returns the changes of accounts of the ledger while `work` runs. */
    async changesOf(accounts: readonly string[], work: () => Promise<unknown>) {
      const read = () => Promise.all(accounts.map((account) => held(account)));
      const before = await read();
      await work();
      const after = await read();
      return Object.fromEntries(
        accounts.map((account, at) => {
          const change = minor(parseMinor(after[at]!) - parseMinor(before[at]!));
          return [account, Number(formatMinor(change))];
        }),
      );
    },
  };
}
