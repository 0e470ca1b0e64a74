import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { expect, test } from "vitest";
import { marketIn, readMarketTerms } from "./market-terms.ts";

const computed = computeTerms({ houseEdge: 0.05, winRule: "barrier" });

const published: Fairness = {
  protocol: 2,
  process: {
    mean: "15500000000",
    reversion: "36000",
    scale: "19052559",
    unit: "100000000",
    epochTicks: 3600,
  },
  genesis: { tick: 1_790_000_000, state: "15279000000", previousHead: "00".repeat(32) },
  houseEdge: 0.05,
  winRule: "barrier",
  terms: [...computed].reverse().map(({ duration, multiplierHundredths, winChance, pull, reach }) => ({
    duration,
    multiplier: multiplierHundredths / 100,
    winChance,
    pull: String(pull),
    reach: String(reach),
  })),
  sellFee: 0.01,
  termsByEpoch: [],
  current: { epoch: 497_222, commitment: "00".repeat(32), termsHash: "00".repeat(32) },
  upcoming: [],
  chain: { epoch: 497_246, head: "00".repeat(32) },
  beacon: { kind: "drand", ...QUICKNET, delayMs: 1_500, state: "live", relays: [] },
  closings: [],
  keys: [],
};

test("what is published gives back the server's own terms, shortest first", () => {
  expect(readMarketTerms(published).terms).toEqual(computed);
});

test("the browser computes the barriers of the specification from them", () => {
  const { terms } = readMarketTerms(published);
  expect(terms.map((each) => barrierMilli(each, "buy", 152_790))).toEqual([
    152_924, 153_206, 153_456, 153_958,
  ]);
  expect(terms.map((each) => barrierMilli(each, "sell", 152_790))).toEqual([
    152_664, 152_396, 152_161, 151_695,
  ]);
});

test("a duration that this page does not know is left out", () => {
  const odd = { duration: 2, multiplier: 4, winChance: 0.19, pull: "1", reach: "1" };
  expect(readMarketTerms({ ...published, terms: [...published.terms, odd] }).terms).toHaveLength(4);
});

test("a change of terms holds from its epoch on, and nothing is known beyond what is promised", () => {
  const offer = (fromEpoch: number, houseEdge: number) => ({
    ...published,
    fromEpoch,
    houseEdge,
    text: "",
    hash: "00".repeat(32),
    winRule: "barrier" as const,
    terms: published.terms.map((each) => ({ ...each, winChance: (1 - houseEdge) / (1 + each.multiplier) })),
  });
  const market = readMarketTerms({ ...published, termsByEpoch: [offer(497_200, 0.05), offer(497_230, 0.1)] });
  const edgeIn = (epoch: number) => marketIn(market, epoch)?.houseEdge;
  expect([497_222, 497_229, 497_230, 497_246, 497_247].map(edgeIn)).toEqual([
    0.05,
    0.05,
    0.1,
    0.1,
    undefined,
  ]);
  expect(marketIn(market, 497_230)?.terms[0]?.winChance).toBeCloseTo(0.9 / 3.5, 12);
  expect(edgeIn(497_199)).toBeUndefined();
});
