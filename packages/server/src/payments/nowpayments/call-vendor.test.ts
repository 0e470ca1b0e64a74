import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { minor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { useFakeProvider } from "../../../testing/fake-nowpayments/use-fake-provider.ts";
import type { Fault, RouteName } from "../../../testing/fake-nowpayments/vendor-http.ts";
import { ProviderBusyError, ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { PaymentProvider } from "../provider.ts";

const scope = useFakeProvider();
const ADDRESS = tronAddressFrom(new Uint8Array(20).fill(7));

/** Every call of the interface, with the vendor's route that it uses. */
const CALLS: readonly [RouteName, (provider: PaymentProvider) => Promise<unknown>][] = [
  ["minAmount", (provider) => provider.minimumDeposit()],
  [
    "createPayment",
    (provider) => provider.createPayment({ id: "d", amount: minor(2_000_000_000n), createdAt: at() }),
  ],
  ["readPayment", (provider) => provider.readPayment("5261148849")],
  ["listPayments", (provider) => provider.findPayment({ id: "d", createdAt: at() })],
  ["validateAddress", (provider) => provider.acceptsAddress(ADDRESS)],
  [
    "createPayout",
    (provider) => provider.createPayout({ id: "w", address: ADDRESS, net: minor(1_380_000_000n) }),
  ],
  ["verifyPayout", (provider) => provider.verifyPayout("5261148849")],
  ["readPayout", (provider) => provider.readPayout("5261148849")],
  ["minPayout", (provider) => provider.minimumPayout()],
];
const at = () => new Date(scope.clock.nowMs());

describe.each(CALLS)("%s", (route, ask) => {
  const UNKNOWN: [string, Fault][] = [
    ["the vendor fails", "500"],
    ["the vendor fails in its own form", { refuse: "INTERNAL_ERROR", status: 500 }],
    ["the connection breaks", "lostAnswer"],
    ["the answer is no JSON", { answer: "{", status: 200 }],
    ["the answer is something else", { answer: '{"hello":[1]}', status: 200 }],
    ["the answer is nested without end", { answer: "[".repeat(50_000) + "]".repeat(50_000), status: 200 }],
    ["something on the way refuses", { answer: "<html>Forbidden</html>", status: 403 }],
    ["it is sent elsewhere", { answer: "", status: 302, headers: { location: "/v1/status" } }],
  ];

  it.each(UNKNOWN)("reports an unknown outcome if %s", async (_what, fault) => {
    scope.fake.fail(route, fault);
    await expect(ask(scope.provider)).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(scope.fake.calls[route]).toBe(1);
    expect(scope.fake.calls.status).toBe(0);
  });

  it("reports that nothing was done, and when to come back, if the vendor is busy", async () => {
    scope.fake.fail(route, { busy: "30" });
    const busy = ask(scope.provider);
    await expect(busy).rejects.toBeInstanceOf(ProviderBusyError);
    await expect(busy).rejects.toMatchObject({ retryAt: new Date(scope.clock.nowMs() + 30_000) });
  });
});

// A refusal of an address is an answer to that call, and one to name the smallest payout means unknown: see payouts.test.ts.
it.each(CALLS.filter(([route]) => route !== "validateAddress" && route !== "minPayout"))(
  "%s passes on a refusal with its code",
  async (route, ask) => {
    scope.fake.fail(route, { refuse: "INVALID_REQUEST_PARAMS", status: 400 });
    const refused = ask(scope.provider);
    await expect(refused).rejects.toBeInstanceOf(ProviderRefusedError);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_REQUEST_PARAMS" });
  },
);

it("counts an invalid key as a failure and a refusal as an answer", async () => {
  const outcomes: string[] = [];
  const provider = scope.make({ onCalled: (outcome) => void outcomes.push(outcome) });
  for (const status of [401, 403, 400]) {
    scope.fake.fail("readPayment", { refuse: "INVALID_API_KEY", status });
    await expect(provider.readPayment("5261148849")).rejects.toBeInstanceOf(ProviderRefusedError);
  }
  expect(outcomes).toEqual(["failed", "failed", "refused"]);
});

describe("the time limit", () => {
  it("applies to every call", async () => {
    const provider = scope.make({ timeoutMs: 1_000 });
    await provider.createPayout({ id: "w", address: ADDRESS, net: minor(1_380_000_000n) });
    const before = { ...scope.fake.calls };
    for (const [route] of CALLS) scope.fake.fail(route, "timeout");
    const outcomes = await Promise.allSettled(CALLS.map(([, ask]) => ask(provider)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: expect.any(ProviderUnavailableError) as Error,
      });
    }
    for (const [route] of CALLS) expect(scope.fake.calls[route] - before[route]).toBe(1);
    expect(scope.lines.filter((line) => line.includes("TimeoutError"))).toHaveLength(CALLS.length);
    expect(scope.fake.effects).toMatchObject({ paymentsCreated: 0, payoutsCreated: 1, payoutsVerified: 0 });
  }, 8_000);

  it("applies to an answer that begins and does not end", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200).write('{"min_amount":');
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const original = scope.fake.baseUrl;
    const { nowPaymentsProvider } = await import("./nowpayments-provider.ts");
    const provider = nowPaymentsProvider(
      { clock: scope.clock, log: { warn() {}, info() {}, debug() {} } as never },
      {
        baseUrl: original.replace(/:\d+/, `:${port}`),
        apiKey: "k",
        ipnSecret: "s",
        callbackUrl: "http://a.test/",
        paymentsPerSecond: 3,
        payouts: undefined,
      },
      { timeoutMs: 200 },
    );
    try {
      await expect(provider.minimumDeposit()).rejects.toBeInstanceOf(ProviderUnavailableError);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("lets a slow answer pass", async () => {
    scope.fake.fail("minAmount", { slow: 30 });
    expect(await scope.provider.minimumDeposit()).toBe(500_000_000n);
  });
});

it("reports an unknown outcome if the connection is refused", async () => {
  const { provider } = scope;
  await scope.fake.close();
  await expect(provider.minimumDeposit()).rejects.toBeInstanceOf(ProviderUnavailableError);
  await expect(provider.minimumDeposit()).rejects.toThrow(/did not answer GET \/min-amount/);
});

describe("the log", () => {
  const logged = () => scope.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it("names each call with its id, status and duration", async () => {
    await scope.provider.createPayment({ id: "deposit-9", amount: minor(2_000_000_000n), createdAt: at() });
    await scope.provider.createPayout({ id: "withdrawal-9", address: ADDRESS, net: minor(1_380_000_000n) });
    await scope.provider.minimumDeposit();
    expect(logged()).toMatchObject([
      { level: 30, method: "POST", path: "/payment", about: "deposit-9", status: 201 },
      { level: 30, method: "POST", path: "/auth", status: 200 },
      { level: 30, method: "POST", path: "/payout", about: "withdrawal-9", status: 201 },
      { level: 20, method: "GET", path: "/min-amount", status: 200 },
    ]);
    for (const line of logged()) expect(line["durationMs"]).toBeTypeOf("number");
    // The log holds no body, and no address of a user.
    expect(scope.lines.join("")).not.toContain(ADDRESS);
  });

  it("warns of failures and holds no content of requests or answers", async () => {
    const answer = `{"status":false,"code":"ODD","message":"${scope.fake.secrets.password}"}`;
    scope.fake.fail("auth", { answer, status: 400 });
    scope.fake.fail("readPayment", { answer: scope.fake.secrets.apiKey, status: 500 });
    scope.fake.fail("readPayout", "lostAnswer");
    const failed = await Promise.allSettled([
      scope.provider.createPayout({ id: "w", address: ADDRESS, net: minor(1_380_000_000n) }),
      scope.provider.readPayment("1"),
      scope.provider.readPayout("2"),
    ]);
    const reasons = failed.map((outcome) =>
      outcome.status === "rejected" ? String(outcome.reason) : "none",
    );
    expect(reasons.join()).not.toContain(scope.fake.secrets.password);
    expect(reasons.join()).not.toContain(scope.fake.secrets.apiKey);
    expect(logged().every(({ level }) => level === 40)).toBe(true);
    expect(logged()).toHaveLength(3);
  });
});
