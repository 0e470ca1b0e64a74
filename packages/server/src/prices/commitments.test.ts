import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { startTestApp, TEST_SECRET } from "../../testing/test-app.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { endPriceOf } from "../../testing/end-price.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";
import { PriceSecretLostError, isSecretKnown } from "./public.ts";

const scope = useApp();
const OTHER_SECRET = "ff".repeat(32);

async function promised(app: { url: string } = scope.app): Promise<Map<number, string>> {
  const { body } = await new TestClient(app.url).get("/api/fairness");
  const all = [body.current, ...body.upcoming] as { epoch: number; commitment: string }[];
  return new Map(all.map(({ epoch, commitment }) => [epoch, commitment]));
}

describe("the commitments", () => {
  it("reach at least 24 epochs ahead at any time, and never change", async () => {
    const seen = new Map<number, string>();
    for (const seconds of [0, 1, EPOCH_TICKS, 30 * EPOCH_TICKS, 1]) {
      scope.app.clock.jump(seconds);
      await scope.app.settled();
      const now = await promised();
      const epoch = epochOf(nowTick(scope.app.clock));
      expect([...now.keys()]).toEqual(Array.from({ length: 25 }, (_, ahead) => epoch + ahead));
      for (const [at, commitment] of now) {
        expect(seen.get(at) ?? commitment).toBe(commitment);
        seen.set(at, commitment);
      }
    }
    const restarted = await promised(await scope.start());
    for (const [epoch, commitment] of restarted) expect(seen.get(epoch)).toBe(commitment);
  });

  it("are recorded without the seeds behind them", async () => {
    const { rows } = await scope.app.database.query<{ columns: string }>(
      "select string_agg(column_name, ' ' order by column_name) as columns from information_schema.columns where table_name = 'price_epochs'",
    );
    expect(rows[0]!.columns).toBe("commitment epoch genesis_tick head start_state terms_hash");
  });
});

describe("a lost secret", () => {
  it("keeps the server from starting on the old database", async () => {
    const start = startTestApp({
      connection: scope.connection,
      clock: scope.app.clock,
      environment: { PRICE_SECRET: OTHER_SECRET },
    });
    await expect(start).rejects.toBeInstanceOf(PriceSecretLostError);
    await expect(start).rejects.toThrow("npm run price:regenesis");
  });

  it("is resolved by a new genesis, which closes open positions and keeps old commitments", async () => {
    const connection = await scope.clone();
    const clock = scope.app.clock;
    const old = await scope.start({ connection });
    const client = await fundedClient(old, "100");
    const open = async (amount: string, duration: number) =>
      (await client.post("/api/trading/positions", { type: "buy", amount, duration })).body.id as string;
    const finished = await open("7", 1);
    clock.advance(63);
    await old.settled();
    const openIds = [await open("10", 5), await open("20.5", 10)];
    const receiptBefore = (await client.get(`/api/trading/positions/${openIds[0]}`)).body;
    const balanceBefore = parseMinor(await client.balance());
    await old.close();

    clock.advance(5);
    const restarted = await scope.start({ connection });
    const known = (secret: string) => isSecretKnown(restarted.database, Buffer.from(secret, "hex"));
    expect(await known(TEST_SECRET)).toBe(true);
    expect(await known(OTHER_SECRET)).toBe(false);
    await restarted.close();
    const ended = (await endPriceOf(connection, clock))!;
    expect(ended).toMatchObject({ positions: 2, settled: 0, stakeMinor: parseMinor("30.5") });

    const renewed = await scope.start({ connection, environment: { PRICE_SECRET: OTHER_SECRET } });
    const again = Object.assign(new TestClient(renewed.url), { cookie: client.cookie });
    // At the price of their entry they are worth the stake, less the house edge.
    const value = Number(formatMinor(ended.valueMinor));
    expect(value).toBeCloseTo(30.5 * 0.95, 1);
    expect(parseMinor(await again.balance())).toBe(balanceBefore + ended.valueMinor);
    const positions = (await again.get("/api/trading/positions")).body as { id: string; status: string }[];
    expect(positions.filter(({ status }) => status === "refunded").map(({ id }) => id)).toEqual(
      openIds.toReversed(),
    );
    expect(positions.find(({ id }) => id === finished)?.status).toMatch(/won|lost/);
    const receipt = (await again.get(`/api/trading/positions/${openIds[0]}`)).body;
    expect(receipt.position).toMatchObject({
      refundReason: "secret",
      profit: expect.stringMatching(/^-0\.[45]\d0{6}$/),
      resultPrice: null,
    });
    expect(receipt.commitments).toEqual(receiptBefore.commitments);
    expect(receipt.entries).toHaveLength(4);
    expect(await renewed.checkLedger()).toEqual([]);
    expect((await again.get("/api/prices")).body.prices[0]).toBe(152.79);
    clock.advance(700);
    await renewed.settled();
    expect(parseMinor(await again.balance())).toBe(balanceBefore + ended.valueMinor);
  });
});
