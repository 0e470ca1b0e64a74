import { ZERO_ADDRESS } from "@veritick/domain/addresses.ts";
import { afterEach, describe, expect, it } from "vitest";
import type { Fault } from "../../../testing/fake-nowpayments/vendor-http.ts";
import type { VendorPayment } from "../../../testing/fake-nowpayments/vendor-state.ts";
import { until } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";
import { loseAnswer } from "../../../testing/lost-answers.ts";

const { fake, scope, admin, person, depositor, tell, pass, attentionOf } = await usePayingApp();

type Client = Awaited<ReturnType<typeof person>>;
const ask = (client: Client, amount: string, key?: string) =>
  client.post("/api/deposits", { amount }, key === undefined ? {} : { "idempotency-key": key });
const list = async (client: Client) => (await client.get("/api/deposits")).body as Record<string, unknown>[];

describe("creating a deposit with the vendor", () => {
  it("returns the vendor's address and amount", async () => {
    const { deposit } = await depositor("25.25");
    const payment = fake.paymentFor(deposit.id)!;
    expect(deposit).toMatchObject({
      amount: "25.25000000",
      payAmount: "25.25000000",
      paymentId: payment.id,
      payAddress: payment.payAddress,
      status: "pending",
      sandbox: false,
    });
  });

  it.each<[string, Fault]>([
    ["down", "500"],
    ["behind a proxy that gave up", { answer: "", status: 504 }],
    ["unwilling", { refuse: "CURRENCY_UNAVAILABLE", status: 400 }],
  ])("answers 503 and fails the deposit where the vendor is %s", async (_how, fault) => {
    const client = await person();
    // This first deposit caches the minimum.
    await ask(client, "15");
    fake.fail("createPayment", fault);
    const answer = await ask(client, "50", "again");
    expect([answer.status, answer.body.code]).toEqual([503, "provider_unavailable"]);
    expect(await list(client)).toMatchObject([
      { amount: "50.00000000", status: "failed", failureReason: "no_address", payAddress: null },
      { amount: "15.00000000", status: "pending" },
    ]);
    // The key stays usable: the same request succeeds once the vendor works again.
    expect((await ask(client, "50", "again")).status).toBe(201);
  });

  it("finds the payment by our id after a lost answer, and there is exactly one", async () => {
    const client = await person();
    const before = fake.effects.paymentsCreated;
    fake.fail("createPayment", "lostAnswer");
    const answer = await ask(client, "40");
    expect(answer.status).toBe(201);
    expect(fake.effects.paymentsCreated).toBe(before + 1);
    expect(answer.body.paymentId).toBe(fake.paymentFor(answer.body.id)!.id);
    fake.pay(answer.body.paymentId, { amount: "40" });
    await tell(answer.body.paymentId);
    expect(await client.balance()).toBe("40.00000000");
  });

  it("credits a payment whose answer was lost and that was found later", async () => {
    const client = await person();
    fake.fail("createPayment", "lostAnswer");
    fake.fail("listPayments", "500", 10);
    expect((await ask(client, "40")).status).toBe(503);
    const [failed] = await list(client);
    expect(failed).toMatchObject({ status: "failed", failureReason: "no_address" });
    const payment = fake.paymentFor(failed!["id"] as string)!;
    fake.pay(payment.id, { amount: "40" });
    await tell(payment.id);
    expect((await list(client))[0]).toMatchObject({ status: "confirmed", paymentId: payment.id });
    expect(await client.balance()).toBe("40.00000000");
  });

  it("refuses less than the vendor's minimum, before it asks the vendor and when the vendor refuses", async () => {
    const client = await person();
    await pass(601);
    fake.terms.minimum = "18.123456";
    const before = fake.effects.paymentsCreated;
    const refused = { status: 400, body: { code: "deposit_provider_minimum", field: "amount" } };
    const answer = await ask(client, "18.12");
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toContain("18.13 USDMS");
    expect(await list(client)).toEqual([]);
    expect(await ask(client, "18.13")).toMatchObject({ status: 201, body: { leastAmount: "18.13000000" } });
    fake.fail("createPayment", { refuse: "AMOUNT_MINIMAL_ERROR", status: 400 });
    expect((await ask(client, "30")).status).toBe(503);
    fake.terms.minimum = "5";
    expect(fake.effects.paymentsCreated).toBe(before + 1);
  });
});

describe("a callback before our record of the payment is written", () => {
  /** Waits until this many statements wait for a lock on a deposit, but not for ever on a busy machine. */
  async function waiting(count: number): Promise<void> {
    const deadline = performance.now() + 3_000;
    while (performance.now() < deadline) {
      const { rows } = await scope.app.database.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query ilike '%deposit_transactions%'`,
      );
      if (rows[0]!.count >= count) return;
    }
  }

  it.each([
    ["comes first", 600],
    ["comes second", 100],
  ])("finds its deposit and credits what arrived when it %s", async (which, delayMs) => {
    const client = await person();
    fake.fail("createPayment", "lostAnswer");
    fake.fail("listPayments", { slow: delayMs });
    const known = new Set(fake.payments().map(({ id }) => id));
    const findNew = () => fake.payments().find(({ id }) => !known.has(id));
    const holder = await scope.app.database.connect();
    const asked = ask(client, "60");
    await until(() => findNew() !== undefined, "the payment was made");
    await holder.query("begin");
    await holder.query("select from deposit_transactions where user_id = $1 for update", [client.user.id]);
    const payment = findNew()!;
    fake.pay(payment.id, { amount: "60" });
    if (which === "comes second") await waiting(1);
    const told = tell(payment.id, { duplicates: 3, parallel: 3 });
    await waiting(2);
    await holder.query("commit");
    holder.release();
    const [answer] = await Promise.all([asked, told]);
    expect(answer).toMatchObject({ status: 201, body: { paymentId: payment.id, payAmount: "60.00000000" } });
    expect(await list(client)).toMatchObject([{ status: "confirmed", paymentId: payment.id }]);
    expect(await client.balance()).toBe("60.00000000");
    const { rows } = await scope.app.database.query("select reason from attention_items");
    expect(rows).toEqual([]);
  });
});

it("keeps the payment that a callback named first if the vendor has made two", async () => {
  const client = await person();
  const known = new Set(fake.payments().map(({ id }) => id));
  const findNew = () => fake.payments().find(({ id }) => !known.has(id));
  let answerNow = () => {};
  fake.fail("createPayment", "lostAnswer");
  fake.fail("listPayments", { held: new Promise<void>((resolve) => (answerNow = resolve)) });
  const asked = ask(client, "60");
  await until(() => findNew() !== undefined, "the payment was made");
  const { id } = findNew()!;
  const second = fake.repeat(id, "60");
  fake.payments().find((payment) => payment.id === second)!.parentId = null;
  await tell(second);
  answerNow();
  expect(await asked).toMatchObject({ status: 201, body: { status: "confirmed", paymentId: second } });
  fake.pay(id, { amount: "60" });
  await tell(id);
  expect(await client.balance()).toBe("60.00000000");
  expect(await attentionOf(id, await admin())).toMatchObject({ reason: "repeated_payment", amount: "60" });
  expect(await attentionOf(second, await admin())).toBeUndefined();
});

describe("a deposit whose server died while asking for an address", () => {
  it("fails after ten minutes, and its user is told", async () => {
    const { client, deposit } = await depositor("100");
    await loseAnswer(scope.app.database, deposit.id);
    const { socket, pushes } = await client.live();
    await pass(600);
    expect((await list(client))[0]).toMatchObject({ status: "pending" });
    await pass(1);
    expect((await list(client))[0]).toMatchObject({ status: "failed", failureReason: "no_address" });
    await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the end was pushed");
    socket.terminate();
  });
});

describe("a repeated request after the server died over it", () => {
  /** Restores the state between the provider's answer and our record of it. */
  const forget = async (id: string) => {
    await scope.app.database.query("delete from idempotency_keys where key = 'the-key'");
    await loseAnswer(scope.app.database, id);
  };

  it("continues with the same deposit and the payment that was made for it", async () => {
    const client = await person();
    const first = await ask(client, "40", "the-key");
    await forget(first.body.id);
    const again = await ask(client, "40", "the-key");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await list(client)).toHaveLength(1);
    expect((await ask(client, "40", "the-key")).headers.get("idempotency-replayed")).toBe("true");
  });

  it("has a payment made if the provider never got the request", async () => {
    const client = await person();
    const first = await ask(client, "41", "the-key");
    await forget(first.body.id);
    await scope.app.database.query(
      "update deposit_transactions set created_at = created_at + interval '2 hours' where id = $1",
      [first.body.id],
    );
    const again = await ask(client, "41", "the-key");
    expect(again.body).toMatchObject({ id: first.body.id, status: "pending" });
    expect(await list(client)).toHaveLength(1);
  });

  it("is refused if its content differs", async () => {
    const client = await person();
    const first = await ask(client, "42", "the-key");
    await forget(first.body.id);
    expect((await ask(client, "43", "the-key")).status).toBe(422);
  });
});

describe("terms that are not what was asked for", () => {
  afterEach(() => void (fake.terms.instead = {}));

  // Which terms are refused, the domain's tests say.
  it.each<[string, Fault | undefined, Partial<VendorPayment>, string]>([
    ["in the answer", undefined, { payAddress: ZERO_ADDRESS }, "address"],
    ["in the vendor's list after a lost answer", "lostAnswer", { payAddress: ZERO_ADDRESS }, "address"],
    ["and bring more", undefined, { priceAmount: "2000", payAmount: "2000" }, "pay_amount, price_amount"],
    ["in another asset", undefined, { payCurrency: "trx" }, "asset"],
  ])("are never shown %s", async (_where, fault, instead, differs) => {
    const client = await person();
    fake.terms.instead = instead;
    if (fault !== undefined) fake.fail("createPayment", fault);
    const answer = await ask(client, "20", "again");
    expect([answer.status, answer.body.code]).toEqual([503, "provider_unavailable"]);
    const [failed] = await list(client);
    expect(failed).toMatchObject({ status: "failed", failureReason: "no_address", payAddress: null });
    const { id, payAddress } = fake.paymentFor(failed!["id"] as string)!;
    expect(await attentionOf(id, await admin())).toMatchObject({
      reason: "answer_differs",
      depositId: failed!["id"],
      amount: "0",
      details: { differs, asked_amount: "20.00000000", asked_asset: "usdttrc20", pay_address: payAddress },
    });
    fake.terms.instead = {};
    expect(await ask(client, "20", "again")).toMatchObject({ status: 201, body: { status: "pending" } });
  });
});

describe("a vendor that is busy", () => {
  it("leaves the deposit waiting, and its address comes by itself", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    fake.fail("createPayment", { busy: "30" });
    const before = fake.calls.createPayment;
    const { status, body } = await ask(client, "20", "one");
    expect([status, body]).toMatchObject([201, { status: "pending", payAddress: null, watchedUntil: null }]);
    expect((await ask(client, "20", "one")).body).toEqual(body);
    // Meanwhile the vendor is asked nothing.
    expect((await ask(await person(), "25")).body).toMatchObject({ status: "pending", payAddress: null });
    await pass(26);
    expect(fake.calls.createPayment).toBe(before + 1);
    await pass(5);
    const [deposit] = await list(client);
    const { id, payAddress } = fake.paymentFor(body.id)!;
    expect(deposit).toMatchObject({ status: "pending", paymentId: id, payAddress });
    expect(fake.calls.createPayment).toBe(before + 3);
    await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the address was pushed");
    fake.pay(id, { amount: "20" });
    await tell(id);
    expect(await client.balance()).toBe("20.00000000");
    socket.terminate();
  });

  it("fails the deposit, which counts nowhere, if it stays so or then gives no address", async () => {
    const client = await person();
    fake.fail("createPayment", { busy: "300" }, 9);
    const waits = await ask(client, "20");
    await pass(301);
    expect(await list(client)).toMatchObject([{ status: "pending" }]);
    await pass(300);
    expect(await list(client)).toMatchObject([{ id: waits.body.id, failureReason: "no_address" }]);
    await pass(300);
    fake.clearFaults();
    fake.fail("createPayment", { busy: "10" });
    fake.fail("createPayment", { refuse: "CURRENCY_UNAVAILABLE", status: 400 });
    await ask(client, "21");
    await pass(11);
    expect((await list(client))[0]).toMatchObject({ amount: "21.00000000", failureReason: "no_address" });
    const { rows } = await scope.app.database.query(
      "select key from attempt_counters where attempts > 0 and key like 'deposits/user/' || $1",
      [client.user.id],
    );
    expect(rows).toEqual([]);
  });
});
