import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { minor } from "@veritick/domain/money.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPayments } from "../../config/services.ts";
import { useFakeProvider } from "../../../testing/fake-nowpayments/use-fake-provider.ts";

/** The fake provider of other tests. This file tests the behaviour that the adapter's tests do not cover. */
const scope = useFakeProvider();

async function made(id: string): Promise<string> {
  const createdAt = new Date(scope.clock.nowMs());
  return (await scope.provider.createPayment({ id, amount: minor(2_000_000_000n), createdAt })).paymentId;
}

describe("callbacks of the fake", () => {
  let received: { url: string; verdict: unknown }[];
  let underWay: number;
  let mostUnderWay: number;
  const server = createServer((request, response) => {
    void (async () => {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      const verdict = scope.provider.readCallback(await bytesOf(request), request.headers);
      received.push({ url: request.url!, verdict });
      underWay -= 1;
      response.writeHead(verdict === undefined ? 401 : 200).end();
    })();
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeEach(async () => {
    [received, underWay, mostUnderWay] = [[], 0, 0];
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });

  it("go to the requested path as often as requested, and forgeries are distinguishable", async () => {
    const ids = [await made("d1"), await made("d2")];
    const deliveries = await scope.fake.sendCallbacks(url(), { duplicates: 3, forged: 2, parallel: 4 });
    expect(deliveries).toHaveLength(10);
    for (const { forged, status } of deliveries) expect(status).toBe(forged ? 401 : 200);
    expect(new Set(received.map((one) => one.url))).toEqual(new Set(["/api/payments/callbacks/nowpayments"]));
    for (const id of ids) {
      expect(
        received.filter(({ verdict }) => (verdict as { id?: string } | undefined)?.id === id),
      ).toHaveLength(3);
    }
  });

  it("arrive in the order of the given generator", async () => {
    const ids = [await made("d1"), await made("d2"), await made("d3")];
    const order = async (random?: () => number) => {
      const sent = await scope.fake.sendCallbacks(url(), { ...(random && { shuffle: random }) });
      return sent.map(({ id }) => id);
    };
    expect(await order()).toEqual(ids);
    expect(await order(() => 0)).toEqual([ids[1], ids[2], ids[0]]);
    expect(mostUnderWay).toBe(1);
  });

  it("without a receiver are reported as such", async () => {
    const id = await made("d1");
    expect(await scope.fake.sendCallbacks("http://127.0.0.1:9", { ids: [id] })).toEqual([
      { id, forged: false, status: 0 },
    ]);
  });
});

describe("the fake", () => {
  it("returns a payment's id as text on creation and as a number on reading", async () => {
    const id = await made("d1");
    const headers = { "x-api-key": scope.fake.secrets.apiKey };
    const read = await (await fetch(`${scope.fake.baseUrl}/payment/${id}`, { headers })).text();
    expect(read).toContain(`"payment_id":${id},`);
    const answer = await fetch(`${scope.fake.baseUrl}/payment`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        price_amount: 20,
        price_currency: "usd",
        pay_currency: "usdttrc20",
        order_id: "d2",
        ipn_callback_url: "http://a.test/",
      }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      payment_id: scope.fake.paymentFor("d2")!.id,
      order_id: "d2",
    });
  });

  it("has all settings of the configuration, with and without payouts", () => {
    const settings = (environment: Record<string, string>) =>
      readPayments((name) => environment[name], new URL(environment["PUBLIC_URL"]!));
    const { apiKey, ipnSecret, email, password, totpSecret } = scope.fake.secrets;
    expect(settings(scope.fake.environment())).toEqual({
      provider: "nowpayments",
      baseUrl: scope.fake.baseUrl,
      apiKey,
      ipnSecret,
      callbackUrl: "http://veritick.test/api/payments/callbacks/nowpayments",
      payouts: { email, password, totpSecret },
    });
    expect(settings(scope.fake.environment({ payouts: false }))).toMatchObject({ payouts: undefined });
  });

  it("refuses calls without the key, in the vendor's form", async () => {
    const answer = await fetch(`${scope.fake.baseUrl}/payment/1`);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      status: false,
      statusCode: 403,
      code: "INVALID_API_KEY",
      message: expect.any(String) as string,
    });
    const status = await fetch(`${scope.fake.baseUrl}/status`);
    expect(await status.json()).toEqual({ message: "OK" });
  });
});

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
