import { minor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { CALLBACK_URL, useFakeProvider } from "../../../testing/fake-nowpayments/use-fake-provider.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";

const scope = useFakeProvider();
const USDT = 100_000_000n;

const deposit = (id = "deposit-1", amount = minor(100n * USDT)) => ({
  id,
  amount,
  createdAt: new Date(scope.clock.nowMs()),
});

async function listed(from: Date, to: Date, provider = scope.provider): Promise<string[]> {
  const ids: string[] = [];
  for await (const { paymentId } of provider.listPayments(from, to)) ids.push(paymentId);
  return ids;
}
const ago = (seconds: number) => new Date(scope.clock.nowMs() - seconds * 1000);

describe("creating a payment", () => {
  it("requests USDT on TRON under our id and returns the vendor's terms", async () => {
    const payment = await scope.provider.createPayment(deposit("deposit-1", minor(123_450_000_000n)));
    const [made] = scope.fake.payments();
    expect(made).toMatchObject({
      orderId: "deposit-1",
      callbackUrl: CALLBACK_URL,
      priceAmount: "1234.50000000",
      payCurrency: "usdttrc20",
    });
    expect(payment).toMatchObject({
      paymentId: made!.id,
      payAddress: made!.payAddress,
      payAmount: 123_450_000_000n,
      priceAmount: 123_450_000_000n,
      isOurAsset: true,
      network: "trx",
    });
  });

  it.each([
    ["0.30000000000000004", 30_000_000n],
    ["100.000000019", 10_000_000_001n],
    ["1e-7", 10n],
    ["123456789.012345", 12_345_678_901_234_500n],
  ])("reads the amount %s exactly", async (digits, units) => {
    scope.fake.terms.payAmountFor = () => digits;
    expect((await scope.provider.createPayment(deposit())).payAmount).toBe(units);
  });

  it("is refused with the vendor's code, and no payment is made", async () => {
    scope.fake.terms.minimum = "200";
    const refused = scope.provider.createPayment(deposit());
    await expect(refused).rejects.toBeInstanceOf(ProviderRefusedError);
    await expect(refused).rejects.toMatchObject({ code: "AMOUNT_MINIMAL_ERROR" });
    await expect(scope.make({ apiKey: "wrong" }).createPayment(deposit())).rejects.toMatchObject({
      code: "INVALID_API_KEY",
    });
    expect(scope.fake.effects.paymentsCreated).toBe(0);
  });

  it("has happened once after a lost answer, and the payment is found again", async () => {
    scope.fake.fail("createPayment", "lostAnswer");
    await expect(scope.provider.createPayment(deposit())).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(scope.fake.effects.paymentsCreated).toBe(1);
    const found = await scope.provider.findPayment(deposit());
    expect(found).toMatchObject({
      paymentId: scope.fake.paymentFor("deposit-1")!.id,
      payAddress: scope.fake.paymentFor("deposit-1")!.payAddress,
      payAmount: 100n * USDT,
    });
    expect(scope.fake.effects.paymentsCreated).toBe(1);
  });

  it.each([
    ["an answer without an address", { payment_id: "5", payment_status: "waiting", pay_amount: 1 }],
    ["an answer without an amount", { payment_id: "5", payment_status: "waiting", pay_address: "T" }],
    ["an id that is none", { payment_id: "5a", payment_status: "waiting", pay_address: "T", pay_amount: 1 }],
  ])("is not known to have worked after %s", async (_what, answer) => {
    scope.fake.fail("createPayment", { answer: JSON.stringify(answer), status: 201 });
    await expect(scope.provider.createPayment(deposit())).rejects.toBeInstanceOf(ProviderUnavailableError);
  });
});

describe("reading a payment", () => {
  it("returns the arrived amount and the outcome", async () => {
    const { paymentId } = await scope.provider.createPayment(deposit());
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({
      paymentId,
      orderId: "deposit-1",
      state: "waiting",
      paid: 0n,
      isOurAsset: true,
      isRepeated: false,
      outcome: undefined,
    });
    scope.fake.setState(paymentId, "confirmed");
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({ state: "confirming" });
    scope.fake.pay(paymentId, { amount: "100.10", outcome: "99.5995", hash: "ab" });
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({
      state: "finished",
      paid: 10_010_000_000n,
      outcome: 9_959_950_000n,
      details: { actually_paid: "100.10", payin_hash: "ab", payment_status: "finished" },
    });
    // The vendor's fee was larger than the payment.
    scope.fake.pay(paymentId, { amount: "100.10", outcome: "-0.2", hash: "ab" });
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({
      paid: 10_010_000_000n,
      outcome: undefined,
    });
    scope.fake.pay(paymentId, { amount: "7" });
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({
      state: "partially_paid",
      paid: 7n * USDT,
    });
    scope.fake.pay(paymentId, { amount: "7", asset: "trx" });
    expect(await scope.provider.readPayment(paymentId)).toMatchObject({
      state: "finished",
      asset: "trx",
      isOurAsset: false,
    });
  });

  it("distinguishes a second transfer from the first", async () => {
    const { paymentId } = await scope.provider.createPayment(deposit());
    const child = scope.fake.repeat(paymentId, "30");
    expect(child).not.toBe(paymentId);
    expect(await scope.provider.readPayment(child)).toMatchObject({
      paymentId: child,
      orderId: "deposit-1",
      isRepeated: true,
      paid: 30n * USDT,
    });
  });

  it("refuses an answer about another payment", async () => {
    const one = await scope.provider.createPayment(deposit());
    const other = '{"payment_id":1,"payment_status":"finished","actually_paid":5}';
    scope.fake.fail("readPayment", { answer: other, status: 200 });
    await expect(scope.provider.readPayment(one.paymentId)).rejects.toBeInstanceOf(ProviderUnavailableError);
  });

  it("is refused if the vendor does not know the payment", async () => {
    await expect(scope.provider.readPayment("1")).rejects.toMatchObject({
      name: "ProviderRefusedError",
      code: "NOT_FOUND",
    });
  });
});

describe("looking for the payment of a deposit", () => {
  it("finds the first payment, not a second transfer or another deposit's", async () => {
    await scope.provider.createPayment(deposit("somebody-else"));
    const { paymentId } = await scope.provider.createPayment(deposit());
    scope.fake.repeat(paymentId, "5");
    expect((await scope.provider.findPayment(deposit()))?.paymentId).toBe(paymentId);
    expect(await scope.provider.findPayment(deposit("unknown"))).toBeUndefined();
  });

  it("skips a second transfer that is listed before it", async () => {
    const first = {
      payment_id: 2,
      payment_status: "waiting",
      parent_payment_id: null,
      order_id: "deposit-1",
    };
    const further = { ...first, payment_id: 1, parent_payment_id: 2 };
    scope.fake.fail("listPayments", { answer: JSON.stringify({ data: [further, first] }), status: 200 });
    expect((await scope.provider.findPayment(deposit()))?.paymentId).toBe("2");
  });

  it("allows for a vendor's clock that is behind", async () => {
    const { paymentId } = await scope.provider.createPayment(deposit());
    const ahead = { id: "deposit-1", createdAt: new Date(scope.clock.nowMs() + 1_800_000) };
    expect((await scope.provider.findPayment(ahead))?.paymentId).toBe(paymentId);
  });

  it("finds nothing without credentials, and logs once that the reconciliation is off", async () => {
    const provider = scope.make({ payouts: false });
    await provider.createPayment(deposit());
    expect(await provider.findPayment(deposit())).toBeUndefined();
    expect(await listed(ago(60), ago(0), provider)).toEqual([]);
    expect(scope.fake.calls).toMatchObject({ auth: 0, listPayments: 0 });
    expect(scope.lines.filter((line) => line.includes("reconciliation is off"))).toHaveLength(1);
  });
});

describe("the list of payments", () => {
  it("covers all pages within the dates, oldest first", async () => {
    const parent = await scope.provider.createPayment(deposit());
    scope.clock.jump(1_000);
    const within = Array.from({ length: 1_203 }, () => scope.fake.repeat(parent.paymentId, "1"));
    scope.clock.jump(1_000);
    scope.fake.repeat(parent.paymentId, "1");
    expect(await listed(ago(1_500), ago(500))).toEqual(within);
    expect(scope.fake.calls.listPayments).toBe(4);
  });

  const page = (...ids: number[]) => ({
    answer: JSON.stringify({
      data: ids.map((id) => ({ payment_id: id, payment_status: "finished" })),
      pagesCount: 1,
      total: 2,
    }),
    status: 200,
  });

  it("ignores the claimed number of pages, and lists each payment once if pages shift", async () => {
    for (const answer of [page(1, 2), page(2, 3), page(4)]) scope.fake.fail("listPayments", answer);
    expect(await listed(ago(60), ago(0))).toEqual(["1", "2", "3", "4"]);
  });

  it("ends if the vendor repeats one page for ever", async () => {
    scope.fake.fail("listPayments", page(1, 2), 100);
    expect(await listed(ago(60), ago(0))).toEqual(["1", "2"]);
    expect(scope.fake.calls.listPayments).toBe(2);
  });

  it("skips a row that cannot be read, and logs it", async () => {
    const data = [{ payment_id: "x" }, { payment_id: 7, payment_status: "finished" }, null];
    scope.fake.fail("listPayments", { answer: JSON.stringify({ data }), status: 200 });
    expect(await listed(ago(60), ago(0))).toEqual(["7"]);
    expect(scope.lines.filter((line) => line.includes("cannot be read")).length).toBeGreaterThan(0);
  });

  it("fails if a page fails", async () => {
    const { paymentId } = await scope.provider.createPayment(deposit());
    scope.fake.fail("listPayments", page(1));
    scope.fake.fail("listPayments", "500");
    const seen: ProviderPayment[] = [];
    const reading = (async () => {
      for await (const payment of scope.provider.listPayments(ago(60), ago(0))) seen.push(payment);
    })();
    await expect(reading).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(seen).toHaveLength(1);
    expect(await listed(ago(60), ago(0))).toEqual([paymentId]);
  });
});

describe("the smallest deposit", () => {
  it("is rounded up to cents and read every ten minutes", async () => {
    scope.fake.terms.minimum = "11.201";
    expect(await scope.provider.minimumDeposit()).toBe(1_121_000_000n);
    scope.fake.terms.minimum = "12";
    scope.clock.jump(599);
    expect(await scope.provider.minimumDeposit()).toBe(1_121_000_000n);
    scope.clock.jump(1);
    const several = [scope.provider.minimumDeposit(), scope.provider.minimumDeposit()];
    expect(await Promise.all(several)).toEqual([12n * USDT, 12n * USDT]);
    expect(scope.fake.calls.minAmount).toBe(2);
  });

  it("is unknown if the vendor does not name it", async () => {
    for (const answer of ["{}", '{"min_amount":"x"}', '{"min_amount":1,"currency_from":"btc"}']) {
      scope.fake.fail("minAmount", { answer, status: 200 });
      await expect(scope.provider.minimumDeposit()).rejects.toBeInstanceOf(ProviderUnavailableError);
    }
    expect(await scope.provider.minimumDeposit()).toBe(5n * USDT);
  });
});

it("polls less often as a payment ages", () => {
  const ages = [0, 599, 600, 3_599, 3_600, 86_399, 86_400, 604_799, 604_800, 9_999_999];
  expect(ages.map((age) => scope.provider.nextPollSeconds(age))).toEqual([
    20, 20, 60, 60, 600, 600, 3_600, 3_600, 21_600, 21_600,
  ]);
});
