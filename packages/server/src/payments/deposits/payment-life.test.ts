import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { untilBlocked } from "../../../testing/held-rows.ts";
import { until } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";
import { transaction } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

const { fake, scope, admin, depositor, tell, pass, compare, attentionOf, changesOf, held } =
  await usePayingApp();

/** Every state of a payment in the vendor's words, and the state of the deposit after it. */
const LIFE = [
  ["waiting", "pending"],
  ["confirming", "confirming"],
  ["confirmed", "confirming"],
  ["sending", "confirming"],
  ["finished", "confirmed"],
] as const;

function live(paymentId: string, word: string): void {
  if (word === "waiting") fake.setState(paymentId, word);
  else fake.pay(paymentId, { amount: "100", state: word });
}

describe("the normal course of a payment", () => {
  const ways: [string, (paymentId: string) => Promise<unknown>][] = [
    ["callbacks alone", (paymentId) => tell(paymentId)],
    ["polling alone", () => pass(20)],
    ["callbacks and polling", (paymentId) => Promise.all([pass(20), tell(paymentId)])],
  ];
  it.each(ways)("is followed by %s and credited once", async (_way, hear) => {
    const { client, paymentId, now, balance } = await depositor("100");
    const { socket, pushes } = await client.live();
    for (const [word, status] of LIFE) {
      live(paymentId, word);
      await hear(paymentId);
      await hear(paymentId);
      expect([word, (await now()).status]).toEqual([word, status]);
      expect(await balance()).toBe(status === "confirmed" ? "100.00000000" : "0.00000000");
    }
    await until(() => pushes.some(({ type }) => type === "balanceUpdate"), "the balance was pushed");
    const told = pushes.filter(({ type }) => type !== "price");
    expect(told).toEqual([
      { type: "depositUpdate", deposit: expect.objectContaining({ status: "confirming" }) },
      { type: "depositUpdate", deposit: await now() },
      { type: "balanceUpdate", balance: "100.00000000" },
    ]);
    socket.terminate();
  });

  it("may skip steps, and a later message never takes anything back", async () => {
    const { paymentId, now, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    for (const word of ["sending", "confirming", "waiting", "expired", "failed", "something new"]) {
      fake.setState(paymentId, word);
      await tell(paymentId);
    }
    expect(await now()).toMatchObject({ status: "confirmed", credited: "100.00000000" });
    expect(await balance()).toBe("100.00000000");
  });
});

describe("the amount credited", () => {
  it("is the arrived amount if more arrived, and the house pays the vendor's fee", async () => {
    const { paymentId, now, balance } = await depositor("100");
    const feesBefore = parseMinor(await held("house:fees"));
    const custodyBefore = parseMinor(await held("custody:nowpayments"));
    fake.pay(paymentId, { amount: "120.123456", outcome: "119.5" });
    await tell(paymentId);
    expect(await now()).toMatchObject({ amount: "100.00000000", credited: "120.12345600" });
    expect(await balance()).toBe("120.12345600");
    expect(parseMinor(await held("house:fees")) - feesBefore).toBe(-62_345_600n);
    expect(parseMinor(await held("custody:nowpayments")) - custodyBefore).toBe(-11_950_000_000n);
  });

  it.each([
    ["is not said", { outcome: null }],
    ["is nothing", { outcome: "0" }],
    ["is more than what arrived", { outcome: "101" }],
    ["is in another asset", { outcome: "3", outcomeAsset: "trx" }],
  ])("costs the house nothing if the amount we received %s", async (_what, arrival) => {
    const { paymentId, balance } = await depositor("100");
    const before = await held("house:fees");
    fake.pay(paymentId, { amount: "100", ...arrival });
    await tell(paymentId);
    expect(await balance()).toBe("100.00000000");
    expect(await held("house:fees")).toBe(before);
  });

  it("is the arrived amount if less arrived", async () => {
    const { paymentId, now, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "40" });
    await tell(paymentId);
    expect(await now()).toMatchObject({ status: "confirmed", credited: "40.00000000" });
    expect(await balance()).toBe("40.00000000");
  });
});

describe("a payment that comes in parts", () => {
  it("is credited as it comes, up to what was asked, as one deposit", async () => {
    const boss = await admin();
    const { client, deposit, paymentId, now, all, balance } = await depositor("20");
    for (const [amount, state, credited] of [
      ["5", "partially_paid", "5.00000000"],
      ["12.5", "partially_paid", "12.50000000"],
      ["20", "finished", "20.00000000"],
    ] as const) {
      fake.pay(paymentId, { amount, state });
      // The vendor calls about the first part only. Polls find the rest.
      if (amount === "5") await tell(paymentId);
      else await pass(20);
      expect(await now()).toMatchObject({ status: "confirmed", credited, arrived: credited });
      expect(await balance()).toBe(credited);
    }
    expect(await all()).toHaveLength(1);
    expect(await attentionOf(paymentId, boss)).toBeUndefined();
    const { body } = await client.get<StatementEntry[]>("/api/statement");
    expect(body.map(({ reference, amount }) => [reference, amount])).toEqual([
      [deposit.id, "7.50000000"],
      [deposit.id, "7.50000000"],
      [deposit.id, "5.00000000"],
    ]);
  });

  it("is shown as it comes, while the network still confirms it", async () => {
    const { client, paymentId } = await depositor("20");
    const { socket, pushes } = await client.live();
    for (const amount of ["5", "8"]) {
      fake.pay(paymentId, { amount, state: "confirming" });
      await tell(paymentId);
    }
    const seen = () => pushes.flatMap((push) => (push.type === "depositUpdate" ? push.deposit.arrived : []));
    await until(() => seen().length === 2, "both amounts were pushed");
    expect(seen()).toEqual(["5.00000000", "8.00000000"]);
    socket.terminate();
  });

  it("asks about what is more than was asked, and credits the rest before", async () => {
    const boss = await admin();
    const { paymentId, balance } = await depositor("20");
    fake.pay(paymentId, { amount: "5", state: "partially_paid" });
    await tell(paymentId);
    fake.pay(paymentId, { amount: "21" });
    await tell(paymentId);
    expect(await balance()).toBe("20.00000000");
    expect(await attentionOf(paymentId, boss)).toMatchObject({ reason: "more_arrived", amount: "1" });
  });

  it("promises no credit of the rest once a part was sent back", async () => {
    const { paymentId, now, balance } = await depositor("20");
    fake.pay(paymentId, { amount: "5", state: "partially_paid" });
    await tell(paymentId);
    expect(await now()).toMatchObject({ watchedUntil: expect.any(String) });
    fake.pay(paymentId, { amount: "5", state: "refunded" });
    await tell(paymentId);
    expect(await now()).toMatchObject({ watchedUntil: null });
    fake.pay(paymentId, { amount: "20" });
    await tell(paymentId);
    expect(await balance()).toBe("5.00000000");
  });
});

describe("a later answer that is not what was asked for", () => {
  it("is listed with both, and credits nothing", async () => {
    const boss = await admin();
    const { deposit, paymentId, now } = await depositor("20");
    const other = "TCTsmH9ZmZv9jgGuJHJSnhmfRL5tffrGZQ";
    const vendors = fake.payments().find(({ id }) => id === paymentId)!;
    const { payAddress } = vendors;
    Object.assign(vendors, { payAddress: other });
    fake.pay(paymentId, { amount: "20" });
    await tell(paymentId);
    expect(await attentionOf(paymentId, boss)).toMatchObject({
      reason: "answer_differs",
      amount: "20",
      details: { differs: "address", asked_address: deposit.payAddress, pay_address: other },
    });
    expect(await now()).toMatchObject({ status: "pending", credited: null, payAddress: deposit.payAddress });
    Object.assign(vendors, { payAddress });
    await pass(20);
    expect(await now()).toMatchObject({ status: "confirmed", credited: "20.00000000" });
    expect(await attentionOf(paymentId, boss)).toMatchObject({ resolution: "credited by itself" });
  });
});

describe("a payment that ends without money", () => {
  it.each([
    ["expired", "expired"],
    ["failed", "provider"],
    ["refunded", "refunded"],
  ])("%s fails the deposit and says why", async (word, failureReason) => {
    const { client, paymentId, now } = await depositor();
    const { socket, pushes } = await client.live();
    fake.setState(paymentId, word);
    await tell(paymentId, { duplicates: 3 });
    expect(await now()).toMatchObject({ status: "failed", failureReason, credited: null });
    await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the failure was pushed");
    socket.terminate();
  });

  it.each(["expired", "failed", "refunded"])("%s and paid late: credited all the same", async (word) => {
    const { paymentId, now, balance } = await depositor("100");
    fake.setState(paymentId, word);
    await tell(paymentId);
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await tell(paymentId);
    expect((await now()).status).toBe("failed");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    expect(await now()).toMatchObject({ status: "confirmed", failureReason: null });
    expect(await balance()).toBe("100.00000000");
  });
});

describe("the provider's fee of an automatic credit", () => {
  const moved = (work: () => Promise<unknown>) => changesOf(["custody:nowpayments", "house:fees"], work);
  const none = { "custody:nowpayments": 0, "house:fees": 0 };

  it("that is not known at the credit is booked later, also after the account is deleted", async () => {
    const [boss, { paymentId, client }] = [await admin(), await depositor("100")];
    fake.pay(paymentId, { amount: "100", outcome: "0" });
    expect(await moved(() => tell(paymentId))).toEqual({ ...none, "custody:nowpayments": -100 });
    fake.pay(paymentId, { amount: "100", outcome: "99" });
    expect(await moved(compare)).toEqual({ ...none, "custody:nowpayments": 1, "house:fees": -1 });
    expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`)).status).toBe(200);
    expect(await moved(() => tell(paymentId))).toEqual(none);
    fake.pay(paymentId, { amount: "100", outcome: "99.5" });
    expect(await moved(compare)).toEqual({ ...none, "custody:nowpayments": -0.5, "house:fees": 0.5 });
  });

  it("is not booked a second time after the account is deleted", async () => {
    const [boss, { paymentId, client }] = [await admin(), await depositor("100")];
    fake.pay(paymentId, { amount: "100", outcome: "99" });
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:fees": -1 });
    expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`)).status).toBe(200);
    for (const hear of [() => tell(paymentId), compare]) expect(await moved(hear)).toEqual(none);
  });
});

describe("an answer of the provider that a newer one overtakes", () => {
  const moved = (work: () => Promise<unknown>) => changesOf(["custody:nowpayments", "house:fees"], work);
  const none = { "custody:nowpayments": 0, "house:fees": 0 };

  /** Lets another server read the payment, and holds the answer. Returns a function that lets it through. */
  async function hold(paymentId: string): Promise<() => Promise<void>> {
    const { url } = await scope.start({ environment: fake.environment() });
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.fail("readPayment", { held: promise });
    const reads = fake.calls.readPayment;
    await fake.sendCallbacks(url, { ids: [paymentId] });
    await until(() => fake.calls.readPayment > reads, "the other server has asked");
    return () => {
      resolve();
      return scope.settled();
    };
  }

  async function tellThis(paymentId: string): Promise<void> {
    await fake.sendCallbacks(scope.app.url, { ids: [paymentId] });
    await scope.app.settled();
  }

  it("does not book the fee of money that was sent back again", async () => {
    const { paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", outcome: "99" });
    await tell(paymentId);
    await pass(1);
    fake.setState(paymentId, "finished");
    const letThrough = await hold(paymentId);
    fake.setState(paymentId, "refunded");
    expect(await moved(() => tellThis(paymentId))).toMatchObject({ "house:fees": 1 });
    expect(await moved(letThrough)).toEqual(none);
  });

  it.each(["waiting", "expired", "refunded"])(
    "does not credit money that was sent back: %s",
    async (word) => {
      const { paymentId, now, balance } = await depositor("100");
      fake.setState(paymentId, word);
      await tell(paymentId);
      fake.pay(paymentId, { amount: "100" });
      const letThrough = await hold(paymentId);
      fake.pay(paymentId, { amount: "0", state: "refunded" });
      await tellThis(paymentId);
      expect(await moved(letThrough)).toEqual(none);
      const failureReason = word === "expired" ? word : "refunded";
      expect(await now()).toMatchObject({ status: "failed", failureReason });
      expect(await balance()).toBe("0.00000000");
    },
  );

  it("does not overwrite the attention list about a payment without its own deposit", async () => {
    const [boss, { paymentId }] = [await admin(), await depositor("100")];
    const child = fake.repeat(paymentId, "20");
    const letThrough = await hold(child);
    fake.pay(child, { amount: "30", state: "finished" });
    await tellThis(child);
    await letThrough();
    expect(await attentionOf(child, boss)).toMatchObject({ amount: "30" });
  });

  it("does not overwrite a newer answer about an unknown payment that is just being stored", async () => {
    const [boss, { paymentId }] = [await admin(), await depositor("100")];
    const stranger = fake.repeat(paymentId, "30");
    Object.assign(
      fake.payments().find(({ id }) => id === stranger)!,
      { orderId: "elsewhere", parentId: null },
    );
    const { database } = scope.app;
    const newer = await transaction(database, async (connection) => {
      await connection.query(
        `insert into payments (
           id, provider, payment_id, asset, state, state_at, arrived, version, created_at, updated_at)
         values ($1, 'nowpayments', $2, 'usdttrc20', 'finished', $3, 20, 1, $3, $3)`,
        [newId(scope.app.clock.nowMs()), stranger, new Date(scope.app.clock.nowMs())],
      );
      const telling = tellThis(stranger);
      await Promise.race([telling, untilBlocked(database)]);
      return { telling };
    });
    await newer.telling;
    expect(await attentionOf(stranger, boss)).toMatchObject({ reason: "unknown_order", amount: "30" });
  });
});

it("is followed in a process whose table of deposits gains a column", async () => {
  for (const column of [undefined, "added_later"]) {
    if (column !== undefined)
      await scope.app.database.query(`alter table deposit_transactions add column ${column} text`);
    for (const amount of ["20", "21", "22"]) {
      const { paymentId, now } = await depositor(amount);
      fake.pay(paymentId, { amount });
      await tell(paymentId);
      expect(await now()).toMatchObject({ status: "confirmed" });
    }
  }
});
