import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { PriceBook } from "@veritick/server/prices/price-book.ts";
import { freeRounds } from "@veritick/server/testing/free-beacon.ts";
import { TEST_SECRET } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import type { MovableApp } from "./fixtures.ts";
import { now } from "./time.ts";

export type Chance = { readonly side: Side; readonly secondsFromNow: number };

/** Computes the prices of the next seconds. A test knows their secret. */
export async function foreseePrices(app: MovableApp, seconds: number): Promise<PriceBook> {
  const { genesis } = (await new TestClient(app.url).get<Fairness>("/api/fairness")).body;
  const book = new PriceBook(
    Buffer.from(TEST_SECRET, "hex"),
    { tick: genesis.tick, state: Number(genesis.state) },
    [],
    freeRounds,
  );
  book.publishUpTo(now(app) + seconds);
  return book;
}

/** The terms of the durations under the default settings. */
export const TERMS = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

/** An order enters at the end of its block. Opened in such a second, it enters at once. */
export const isBlockEnd = (tick: number) => tick === blockEnd(QUICKNET, roundOf(QUICKNET, tick));

/** Finds when and on which side a one-minute position ends as wished. */
export async function findOneMinute(app: MovableApp, outcome: "won" | "lost"): Promise<Chance> {
  const book = await foreseePrices(app, 1_000);
  const terms = TERMS[0]!;
  for (let secondsFromNow = 1; secondsFromNow < 900; secondsFromNow += 1) {
    const tick = now(app) + secondsFromNow;
    if (!isBlockEnd(tick)) continue;
    const result = book.priceMilliAt(tick + 60);
    for (const side of ["buy", "sell"] as const) {
      const barrier = barrierMilli(terms, side, book.priceMilliAt(tick));
      if (wins(side, barrier, result) === (outcome === "won")) return { side, secondsFromNow };
    }
  }
  throw new Error(`no one-minute position of the next 15 minutes would be ${outcome}`);
}
