import { describe, expect, it } from "vitest";
import { ProviderUnavailableError } from "../provider.ts";
import { readExactJson } from "./vendor-values.ts";
import { readVendorPayment } from "./payments.ts";
import { readCreatedPayout, readVendorPayouts } from "./payouts.ts";

const payment = (fields: object) =>
  readVendorPayment(readExactJson(JSON.stringify({ payment_id: 5, payment_status: "waiting", ...fields })));

describe("a payment in the vendor's answer", () => {
  it.each([
    ["waiting", "waiting"],
    ["confirming", "confirming"],
    ["confirmed", "confirming"],
    ["sending", "confirming"],
    ["partially_paid", "partially_paid"],
    ["finished", "finished"],
    ["FINISHED", "finished"],
    ["failed", "failed"],
    ["refunded", "refunded"],
    ["expired", "expired"],
    ["wrong_asset_confirmed", "unknown"],
    ["", "unknown"],
    ["constructor", "unknown"],
  ])("is, in its word %j, %s", (text, state) => {
    expect(payment({ payment_status: text }).state).toBe(state);
  });

  it("is in our asset only if it names it", () => {
    expect(payment({ pay_currency: "usdttrc20" }).isOurAsset).toBe(true);
    expect(payment({ pay_currency: "USDTTRC20" }).isOurAsset).toBe(true);
    expect(payment({ pay_currency: "usdterc20" })).toMatchObject({ isOurAsset: false, asset: "usdterc20" });
    expect(payment({ pay_currency: null }).isOurAsset).toBe(false);
    expect(payment({}).isOurAsset).toBe(false);
  });

  it.each([
    [undefined, false],
    [null, false],
    ["", false],
    [0, false],
    ["0", false],
    [5261148849, true],
    ["5261148849", true],
  ])("is a repeated one with the parent %j: %s", (parent, isRepeated) => {
    expect(payment({ parent_payment_id: parent }).isRepeated).toBe(isRepeated);
  });

  it("has the paid amount, and the amount that reached us if that is in USDT", () => {
    expect(payment({})).toMatchObject({ paid: 0n, outcome: undefined, payAmount: undefined });
    expect(
      payment({ actually_paid: "1.5", outcome_amount: 1.4925, outcome_currency: "usdttrc20" }),
    ).toMatchObject({ paid: 150_000_000n, outcome: 149_250_000n });
    expect(payment({ outcome_amount: 3, outcome_currency: "trx" }).outcome).toBeUndefined();
    expect(payment({ outcome_amount: 3 }).outcome).toBeUndefined();
    expect(payment({ outcome_amount: null, outcome_currency: "usdttrc20" }).outcome).toBeUndefined();
  });

  it("has its price if that is in dollars, and its network", () => {
    const made = { price_amount: 20, price_currency: "USD", network: "trx" };
    expect(payment(made)).toMatchObject({ priceAmount: 2_000_000_000n, network: "trx" });
    for (const odd of [{ price_currency: "eur" }, { price_currency: null }, { price_amount: "much" }]) {
      expect(payment({ ...made, ...odd }).priceAmount).toBeUndefined();
    }
    expect(payment({}).network).toBeUndefined();
  });

  it("accepts dates as text, as numbers or missing, and ignores odd values that are only shown", () => {
    expect(payment({ created_at: 1749037915966 }).details["created_at"]).toBe("1749037915966");
    expect(payment({ created_at: "2026-01-02T03:04:05.678Z" }).details["created_at"]).toContain("2026");
    expect(payment({}).details["created_at"] ?? null).toBeNull();
    expect(payment({ created_at: {}, payin_hash: ["a"] }).details).toMatchObject({
      created_at: null,
      payin_hash: null,
      payment_status: "waiting",
      payment_id: "5",
    });
  });

  it.each([
    { payment_id: "12a" },
    { payment_id: 1.5 },
    { payment_id: -1 },
    { payment_id: null },
    { payment_status: null },
    { actually_paid: "much" },
    { actually_paid: -5 },
    { actually_paid: {} },
    { parent_payment_id: {} },
    { pay_currency: [] },
  ])("is unknown if an important field cannot be read: %j", (fields) => {
    expect(() => payment(fields)).toThrow(ProviderUnavailableError);
  });
});

describe("a payout in the vendor's answer", () => {
  const read = (text: string) => readVendorPayouts(readExactJson(text));

  it.each([
    ["creating", "in_progress"],
    ["WAITING", "in_progress"],
    ["Processing", "in_progress"],
    ["SENDING", "in_progress"],
    ["finished", "finished"],
    ["FINISHED", "finished"],
    ["failed", "failed"],
    ["REJECTED", "failed"],
    ["cancelled", "unknown"],
  ])("is, in its word %s, %s", (status, state) => {
    expect(read(`[{"id":"1","status":"${status}"}]`)[0]!.state).toBe(state);
  });

  it("comes as a bare list, in a batch or alone", () => {
    const one =
      '{"id":7,"status":"SENDING","batch_withdrawal_id":6,"unique_external_id":"w","hash":"ab","amount":"5","address":"T","currency":"usdttrc20"}';
    const expected = {
      payoutId: "7",
      batchId: "6",
      externalId: "w",
      amount: 500_000_000n,
      address: "T",
      asset: "usdttrc20",
      transactionHash: "ab",
      state: "in_progress",
    };
    for (const text of [`[${one}]`, `{"id":"6","createdAt":"now","withdrawals":[${one}]}`, one]) {
      expect(read(text)).toMatchObject([expected]);
    }
    expect(read('{"id":6,"withdrawals":[{"id":"7","status":"x","hash":null}]}')).toMatchObject([
      { batchId: "6", externalId: undefined, amount: undefined, transactionHash: undefined },
    ]);
  });

  it.each(["{}", "null", '"OK"', '[{"id":"../1","status":"x"}]', '[{"id":1}]'])(
    "is not known from %s",
    (text) => {
      expect(() => read(text)).toThrow(ProviderUnavailableError);
    },
  );

  it("has its ids as text or numbers when it is made", () => {
    const made = (text: string) => readCreatedPayout(readExactJson(text));
    const ids = { batchId: "6", payoutId: "7" };
    expect(made('{"id":"6","withdrawals":[{"id":"7"}]}')).toEqual(ids);
    expect(made('{"id":6,"withdrawals":[{"id":7}]}')).toEqual(ids);
    expect(made('{"withdrawals":[{"id":7,"batch_withdrawal_id":"6"}]}')).toEqual(ids);
    expect(() => made('{"id":6,"withdrawals":[{"id":7},{"id":8}]}')).toThrow(ProviderUnavailableError);
    for (const text of ['{"id":6}', '{"id":6,"withdrawals":[]}', '{"withdrawals":[{"id":7}]}', "[]"]) {
      expect(() => made(text)).toThrow(ProviderUnavailableError);
    }
  });
});
