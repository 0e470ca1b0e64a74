import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { minor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { CALLBACK_URL, useFakeProvider } from "../../../testing/fake-nowpayments/use-fake-provider.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";

const scope = useFakeProvider();
const ADDRESS = tronAddressFrom(new Uint8Array(20).fill(7));
const withdrawal = (net = minor(1_380_000_000n)) => ({ id: "withdrawal-1", address: ADDRESS, net });

describe("a payout", () => {
  it("is requested under our id, released with the one-time code, and read in both shapes", async () => {
    const { batchId, payoutId } = await scope.provider.createPayout(withdrawal(minor(1_234_567_800n)));
    expect(scope.fake.payoutFor("withdrawal-1")).toMatchObject({
      id: payoutId,
      batchId,
      address: ADDRESS,
      amount: "12.345678",
      callbackUrl: CALLBACK_URL,
    });
    const first = await scope.provider.readPayout(payoutId);
    const second = await scope.provider.readPayout(payoutId);
    expect(first).toMatchObject({ payoutId, batchId, externalId: "withdrawal-1", state: "in_progress" });
    expect(second).toMatchObject({ payoutId, batchId, externalId: "withdrawal-1", state: "in_progress" });
    // The status comes in upper case in one shape of the answer, and in lower case in the other.
    expect([first.details["status"], second.details["status"]]).toEqual(["CREATING", "creating"]);

    await scope.provider.verifyPayout(batchId);
    expect(scope.fake.payoutFor("withdrawal-1")!.state).toBe("PROCESSING");
    scope.fake.payoutState(payoutId, "FINISHED", { hash: "cafe" });
    expect(await scope.provider.readPayout(payoutId)).toMatchObject({
      state: "finished",
      transactionHash: "cafe",
    });
    expect(scope.fake.effects).toMatchObject({ payoutsCreated: 1, payoutsVerified: 1, tokensIssued: 1 });
  });

  it("is not requested for an amount that would need rounding", async () => {
    await expect(scope.provider.createPayout(withdrawal(minor(1_380_000_001n)))).rejects.toThrow(RangeError);
    await expect(scope.provider.createPayout(withdrawal(minor(0n)))).rejects.toThrow(RangeError);
    expect(scope.fake.calls.createPayout + scope.fake.calls.auth).toBe(0);
  });

  it("is refused with the vendor's code", async () => {
    scope.fake.refuseAddress(ADDRESS);
    const refused = scope.provider.createPayout(withdrawal());
    await expect(refused).rejects.toBeInstanceOf(ProviderRefusedError);
    await expect(refused).rejects.toMatchObject({ code: "BAD_CREATE_WITHDRAWAL_REQUEST" });
    expect(scope.fake.effects.payoutsCreated).toBe(0);
  });

  it("has happened once after a lost answer, and its outcome is reported as unknown", async () => {
    scope.fake.fail("createPayout", "lostAnswer");
    await expect(scope.provider.createPayout(withdrawal())).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(scope.fake.effects.payoutsCreated).toBe(1);
    expect(scope.fake.calls.createPayout).toBe(1);
  });

  it("is reported as refused if the sign-in fails", async () => {
    scope.fake.fail("auth", "500");
    const failed = scope.provider.createPayout(withdrawal());
    await expect(failed).rejects.toMatchObject({ name: "ProviderRefusedError", code: "sign_in_failed" });
    const refused = scope.make({ password: "wrong" }).createPayout(withdrawal());
    await expect(refused).rejects.toMatchObject({ name: "ProviderRefusedError", code: "AUTH_REQUIRED" });
    expect(scope.fake.calls.createPayout).toBe(0);
    await scope.provider.createPayout(withdrawal());
    expect(scope.fake.effects.payoutsCreated).toBe(1);
  });

  it("is refused without credentials", async () => {
    const provider = scope.make({ payouts: false });
    const code = "payouts_not_configured";
    await expect(provider.createPayout(withdrawal())).rejects.toMatchObject({ code });
    await expect(provider.verifyPayout("1")).rejects.toMatchObject({ code });
    expect(scope.fake.calls).toMatchObject({ auth: 0, createPayout: 0 });
  });

  it("is unknown after an answer about another payout or an unreadable one", async () => {
    for (const answer of ['[{"id":"1","status":"FINISHED"}]', "[]", "{}", "OK"]) {
      scope.fake.fail("readPayout", { answer, status: 200 });
      await expect(scope.provider.readPayout("2")).rejects.toBeInstanceOf(ProviderUnavailableError);
    }
    await expect(scope.provider.readPayout("2")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is rejected by the vendor after an hour without a release", async () => {
    const { batchId, payoutId } = await scope.provider.createPayout(withdrawal());
    scope.clock.jump(3_601);
    expect((await scope.provider.readPayout(payoutId)).state).toBe("failed");
    await expect(scope.provider.verifyPayout(batchId)).rejects.toBeInstanceOf(ProviderRefusedError);
  });
});

describe("releasing a payout", () => {
  it("succeeds a second time, even if the first answer was lost", async () => {
    const { batchId } = await scope.provider.createPayout(withdrawal());
    scope.fake.fail("verifyPayout", "lostAnswer");
    await expect(scope.provider.verifyPayout(batchId)).rejects.toBeInstanceOf(ProviderUnavailableError);
    await scope.provider.verifyPayout(batchId);
    // The vendor's message is enough, so the provider makes no further call.
    await scope.provider.verifyPayout(batchId);
    expect(scope.fake.effects.payoutsVerified).toBe(1);
    expect(scope.fake.calls.readPayout).toBe(0);
  });

  it("succeeds if the vendor refuses but is paying already", async () => {
    const { batchId, payoutId } = await scope.provider.createPayout(withdrawal());
    const refusal = { refuse: "INVALID_REQUEST_PARAMS", status: 400, message: "wrong status" };
    scope.fake.fail("verifyPayout", refusal, 3);
    await expect(scope.provider.verifyPayout(batchId)).rejects.toMatchObject({
      code: "INVALID_REQUEST_PARAMS",
    });
    for (const word of ["SENDING", "finished"]) {
      scope.fake.payoutState(payoutId, word);
      await scope.provider.verifyPayout(batchId);
    }
  });

  it("is refused if the code is wrong, ten times at most", async () => {
    const { batchId } = await scope.provider.createPayout(withdrawal());
    // The vendor's clock is ten minutes ahead of ours.
    scope.fake.follow({ nowMs: () => scope.clock.nowMs() + 600_000 });
    scope.fake.fail("readPayout", "500", 100);
    const provider = scope.make();
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await expect(provider.verifyPayout(batchId)).rejects.toBeInstanceOf(ProviderRefusedError);
    }
    scope.fake.follow(scope.clock);
    await expect(provider.verifyPayout(batchId)).rejects.toThrow(/Too many/);
    expect(scope.fake.effects.payoutsVerified).toBe(0);
  });

  it("has an unknown outcome unless the answer is OK", async () => {
    const { batchId } = await scope.provider.createPayout(withdrawal());
    scope.fake.fail("verifyPayout", { answer: "<html>", status: 200 });
    await expect(scope.provider.verifyPayout(batchId)).rejects.toBeInstanceOf(ProviderUnavailableError);
    scope.fake.fail("verifyPayout", { answer: '"OK"', status: 200 });
    await scope.provider.verifyPayout(batchId);
  });
});

describe("the token", () => {
  it("is fetched once for many calls at once, and again a minute before it expires", async () => {
    const make = () => scope.provider.createPayout(withdrawal());
    await Promise.all([make(), make(), make()]);
    expect(scope.fake.calls.auth).toBe(1);
    scope.clock.jump(239);
    await make();
    expect(scope.fake.calls.auth).toBe(1);
    scope.clock.jump(1);
    await make();
    expect(scope.fake.calls.auth).toBe(2);
    expect(scope.fake.effects.payoutsCreated).toBe(5);
  });

  it("is fetched once more if the vendor no longer accepts it", async () => {
    await scope.provider.createPayout(withdrawal());
    scope.fake.expireTokens();
    const make = () => scope.provider.createPayout(withdrawal());
    await Promise.all([make(), make()]);
    expect(scope.fake.calls.auth).toBe(2);
    expect(scope.fake.effects.payoutsCreated).toBe(3);
  });

  it("is fetched only once more", async () => {
    scope.fake.fail("createPayout", { refuse: "AUTH_REQUIRED", status: 401 }, 10);
    await expect(scope.provider.createPayout(withdrawal())).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
    expect(scope.fake.calls).toMatchObject({ auth: 2, createPayout: 2 });
  });
});

describe("asking whether an address can be paid", () => {
  it("is answered yes or no", async () => {
    expect(await scope.provider.acceptsAddress(ADDRESS)).toBe(true);
    scope.fake.refuseAddress(ADDRESS);
    expect(await scope.provider.acceptsAddress(ADDRESS)).toBe(false);
    const refusal = { refuse: "INVALID_REQUEST_PARAMS", status: 400, message: "address is not valid" };
    scope.fake.fail("validateAddress", refusal);
    expect(await scope.provider.acceptsAddress(tronAddressFrom(new Uint8Array(20)))).toBe(false);
  });

  it.each([
    [{ refuse: "INVALID_API_KEY", status: 403, message: "no access for your address" }],
    [{ refuse: "CURRENCY_UNAVAILABLE", status: 400, message: "Currency is not available" }],
    [{ refuse: "NOT_FOUND", status: 404 }],
    [{ answer: "<html>", status: 200 }],
    ["500" as const],
    ["lostAnswer" as const],
  ])("is not answered by %j", async (fault) => {
    scope.fake.fail("validateAddress", fault);
    await expect(scope.provider.acceptsAddress(ADDRESS)).rejects.toBeInstanceOf(ProviderUnavailableError);
  });
});

describe("the smallest payout", () => {
  it("is read exactly, every ten minutes", async () => {
    scope.fake.terms.minimumPayout = "11.2345";
    expect(await scope.provider.minimumPayout()).toBe(1_123_450_000n);
    scope.fake.terms.minimumPayout = "12";
    expect(await scope.provider.minimumPayout()).toBe(1_123_450_000n);
    scope.clock.jump(600);
    expect(await scope.provider.minimumPayout()).toBe(1_200_000_000n);
  });

  it.each([403, 404])(
    "is unknown if the vendor refuses to name it with %d, which is not asked again soon",
    async (status) => {
      scope.fake.fail("minPayout", { refuse: "ACCESS_DENIED", status });
      expect(await scope.provider.minimumPayout()).toBeUndefined();
      expect(await scope.provider.minimumPayout()).toBeUndefined();
      expect(scope.fake.calls.minPayout).toBe(1);
    },
  );
});
