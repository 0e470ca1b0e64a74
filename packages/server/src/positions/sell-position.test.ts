import { positionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { OpenedPosition, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { roundOf } from "@veritick/domain/beacon.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { saleAt } from "@veritick/domain/sale.ts";
import { expect, describe, it } from "vitest";
import * as z from "zod/mini";
import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { TestClient, fundedClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { checkLedger } from "../ledger/public.ts";

const scope = useApp();

const open = async (client: TestClient, body: object = {}): Promise<OpenedPosition> =>
  (await client.post("/api/trading/positions", { type: "buy", amount: "10.00", duration: 1, ...body })).body;

const sell = (
  client: TestClient,
  id: string,
  minProceeds: unknown = "0.00",
  headers: Record<string, string> = {},
): Promise<Answer> => client.post(`/api/trading/positions/${id}/sell`, { minProceeds }, headers);

/** Moves on to a second; the test clock stands at whole ones. */
async function to(tick: number): Promise<void> {
  scope.app.clock.jump(tick - scope.app.clock.nowMs() / 1000);
  await scope.settled();
}

const blockEndNow = () => {
  const { genesisTime, period } = TEST_BEACON_CHAIN;
  const now = Math.floor(scope.app.clock.nowMs() / 1000);
  return genesisTime + period * roundOf({ genesisTime, period }, now) - 1;
};

describe("selling a position back", () => {
  it("pays its value less the fee at the end of the block", async () => {
    const client = await fundedClient(scope.app, "100");
    const opened = await open(client);
    await to(opened.entryTick + 20);
    const answer = await sell(client, opened.id);
    expect(answer.status).toBe(200);
    const sold: SoldPosition = answer.body;
    const tick = blockEndNow();
    const worth = saleAt(
      {
        side: "buy",
        barrierMilli: parsePriceMilli(opened.barrierPrice),
        stakeMinor: parseMinor("10"),
        multiplierHundredths: 250,
        expiryTick: opened.expiryTick,
      },
      tick,
      parsePriceMilli(sold.soldPrice!),
      10_000,
    );
    const { signature, publicKey, ...position } = sold;
    const { signature: _signature, publicKey: _publicKey, ...before } = opened;
    expect(position).toEqual({
      ...before,
      status: "sold",
      soldTick: tick,
      soldPrice: expect.any(String),
      proceeds: expect.any(String),
      resultPrice: null,
      profit: expect.any(String),
    });
    expect(parseMinor(sold.proceeds!)).toBe(worth.proceedsMinor);
    expect(parseMinor(sold.profit!)).toBe(worth.proceedsMinor - parseMinor("10"));
    expect(parseMinor(await client.balance())).toBe(parseMinor("90") + worth.proceedsMinor);
    const [listed] = (await client.get("/api/trading/positions")).body;
    expect(listed).toEqual(position);
    const receipt = z.parse(positionReceipt, (await client.get(`/api/trading/positions/${opened.id}`)).body);
    expect(receipt.sale).toMatchObject({ signature, publicKey, tick, ticksLeft: worth.ticksLeft });
    expect(receipt.entries.map(({ kind }) => kind)).toEqual([
      "position_opened",
      "position_opened",
      "position_sold",
      "position_sold",
    ]);
    await to(tick);
    const { body } = await new TestClient(scope.app.url).get(`/api/prices?from=${tick}&to=${tick}`);
    expect(Math.round(body.prices[0] * 1000)).toBe(parsePriceMilli(sold.soldPrice!));
    await to(opened.expiryTick + 5);
    expect((await client.get("/api/trading/positions")).body).toEqual([position]);
    expect(await checkLedger(scope.app.database)).toEqual([]);
  });
});
