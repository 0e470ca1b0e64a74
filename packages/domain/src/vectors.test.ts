import { createHash } from "node:crypto";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import chain from "../../../docs/vectors/chain.json" with { type: "json" };
import position from "../../../docs/vectors/position.json" with { type: "json" };
import together from "../../../docs/vectors/promises.json" with { type: "json" };
import price from "../../../docs/vectors/price.json" with { type: "json" };
import rounds from "../../../docs/vectors/rounds.json" with { type: "json" };
import sale from "../../../docs/vectors/sale.json" with { type: "json" };
import offered from "../../../docs/vectors/terms.json" with { type: "json" };
import { hasPython, runPython } from "../testing/python.ts";
import {
  areRoundsSigned,
  beaconKeyOf,
  beaconPublicKey,
  isRoundSigned,
  signRound,
} from "./beacon-signatures.ts";
import { faultOf, QUICKNET, rhoOf, roundMessage } from "./beacon.ts";
import { dueTick, roundOf } from "./rounds.ts";
import { commitment, epochSeed, followChain, genesisHead, parseSecret, toHex } from "./epochs.ts";
import { epochOf, firstTickOf } from "./epoch-times.ts";
import { parseMinor } from "./money.ts";
import { parsePriceMilli, priceAsDecimal8, publishedPriceMilli, step } from "./price.ts";
import type { Duration, Side } from "./product.ts";
import { chanceLeft, saleAt, saleOf, saleTables } from "./sale.ts";
import { leafOf, promisesText, promiseTree, rootOf } from "./signed/promise-tree.ts";
import { parsePromise } from "./signed/promise.ts";
import { parseSale, saleText } from "./signed/sale.ts";
import { barrierMilli, computeTerms } from "./terms.ts";
import { parseTerms, shareMillionths, termsHash, termsText } from "./signed/terms-text.ts";
import type { Terms, WinRule } from "./terms.ts";

// The vectors are made by a second implementation, in Python: docs/vectors/README.md says what each file holds.

const folder = join(import.meta.dirname, "../../../docs/vectors");
const SIDES: Side[] = ["buy", "sell"];

describe("the second implementation", () => {
  const python = hasPython();
  it.skipIf(!python)(
    `makes the same vectors${python ? "" : " (skipped: there is no python3 of 3.9 or later)"}`,
    () => {
      const said = runPython(folder, "veritick.py", "check");
      expect(said.split("\n").filter((line) => line.endsWith(".json"))).toEqual(
        ["rounds", "price", "terms", "chain", "sale", "position", "promises", "log"].map(
          (name) => `right  ${name}.json`,
        ),
      );
    },
  );
});

describe("rounds", () => {
  it.each(Object.entries(rounds))("of %s are due and hashed as given", (_, { chain: info, rounds: made }) => {
    expect(faultOf(info)).toBeUndefined();
    for (const { round, due, message, signature, rho } of made) {
      expect(dueTick(info, round)).toBe(due);
      expect(toHex(roundMessage(round))).toBe(message);
      expect(rhoOf(signature)).toBe(rho);
    }
  });

  it("of quicknet verify, and only as themselves", () => {
    expect(rounds.quicknet.chain).toEqual(QUICKNET);
    const [first] = rounds.quicknet.rounds;
    expect(isRoundSigned(QUICKNET.publicKey, first!)).toBe(true);
    expect(isRoundSigned(QUICKNET.publicKey, { ...first!, round: 43 })).toBe(false);
  });

  it("of the local chain are those of its key", () => {
    const { secretKey, chain: info, rounds: made } = rounds.local;
    const key = beaconKeyOf(secretKey);
    expect(beaconPublicKey(key)).toBe(info.publicKey);
    expect(signRound(key, made[0]!.round)).toBe(made[0]!.signature);
    expect(areRoundsSigned(info.publicKey, made)).toBe(true);
  });
});

describe("the price", () => {
  const secret = parseSecret(price.secret);

  it.each(price.epochs)("has the seed and the commitment of epoch $epoch", (row) => {
    expect(toHex(epochSeed(secret, row.epoch))).toBe(row.seed);
    expect(commitment(epochSeed(secret, row.epoch))).toBe(row.commitment);
    expect(firstTickOf(row.epoch, price.genesis.tick)).toBe(row.startTick);
  });

  it("steps from one state to the next, over the end of an epoch", () => {
    let state = Number(price.genesis.state);
    for (const { tick, round, noise, ...expected } of price.ticks) {
      expect(roundOf(rounds.local.chain, tick)).toBe(round);
      const starts = price.epochs.find(({ startTick }) => startTick === tick);
      if (starts !== undefined) expect(String(state)).toBe(starts.startState);
      state = step(state, noise);
      expect(String(state)).toBe(expected.state);
      expect(priceAsDecimal8(publishedPriceMilli(state))).toBe(expected.price);
    }
    expect(new Set(price.ticks.map(({ tick }) => epochOf(tick))).size).toBe(2);
  });
});

describe("terms", () => {
  type Row = { houseEdge: number; winRule: string; duration: number };
  const termsOf = ({ houseEdge, winRule, duration }: Row): Terms =>
    computeTerms({ houseEdge, winRule: winRule as WinRule }).find((terms) => terms.duration === duration)!;

  it.each(offered.texts)(
    "of edge $houseEdge, fee $sellFee and rule $winRule",
    ({ text, hash, winRule, ...rules }) => {
      expect(termsText({ ...rules, winRule: winRule as WinRule })).toBe(text);
      expect(termsHash(text)).toBe(hash);
      expect(computeTerms(parseTerms(text)!)).toEqual(
        computeTerms({ ...rules, winRule: winRule as WinRule }),
      );
    },
  );

  it.each(offered.rows)("have integers for $duration min, edge $houseEdge and rule $winRule", (row) => {
    const terms = termsOf(row);
    expect([Number(terms.pull), Number(terms.reach)]).toEqual([row.pull, row.reach]);
    expect(terms.multiplierHundredths).toBe(row.multiplier * 100);
    if (row.winChance !== null) expect(terms.winChance).toBe(row.winChance);
  });

  it("give the barriers", () => {
    for (const row of offered.barriers) {
      for (const side of SIDES) {
        const barrier = barrierMilli(termsOf(row), side, parsePriceMilli(row.price));
        expect(priceAsDecimal8(barrier)).toBe(row[side as "buy" | "sell"]);
      }
    }
  });
});

it("epochs chain their commitments and terms from their genesis, over a change of terms", () => {
  const { tick, state, previousHead, head } = chain.genesis;
  expect(genesisHead({ tick, state: Number(state) }, previousHead)).toBe(head);
  const heads = chain.epochs.map((_, index) => followChain(head, chain.epochs.slice(0, index + 1)));
  expect(heads).toEqual(chain.epochs.map((each) => each.head));
  expect(new Set(chain.epochs.map((each) => each.termsHash)).size).toBe(2);
});

describe("sales", () => {
  it("have the same tables, to the last digit", () => {
    const tables = saleTables();
    for (const [name, offset] of [
      ["pull", -1],
      ["sd", -1],
      ["T", 2048],
      ["C", 2048],
    ] as const) {
      for (const [at, value] of sale.entries[name]) expect(tables[name][at! + offset]).toBe(BigInt(value!));
    }
    const text = [...tables.pull, ...tables.sd, ...tables.T, ...tables.C]
      .map((value) => `${value}\n`)
      .join("");
    expect(createHash("sha256").update(text).digest("hex")).toBe(sale.digest);
  });

  it("have the same chances", () => {
    expect(sale.chances.length).toBeGreaterThan(200);
    for (const { side, price: from, barrier, ticksLeft, chance } of sale.chances) {
      expect(chanceLeft(side as Side, parsePriceMilli(from), parsePriceMilli(barrier), ticksLeft)).toBe(
        BigInt(chance),
      );
    }
  });

  it("pay the same", () => {
    for (const { amount, multiplier, chance, sellFee, ...paid } of sale.sales) {
      const sold = saleOf(
        { stakeMinor: parseMinor(amount), multiplierHundredths: multiplier * 100 },
        BigInt(chance),
        shareMillionths(sellFee),
      );
      expect(sold).toEqual({
        valueMinor: parseMinor(paid.value),
        feeMinor: parseMinor(paid.fee),
        proceedsMinor: parseMinor(paid.proceeds),
      });
    }
  });
});

describe("promises that are signed together", () => {
  const secret = Uint8Array.from({ length: 32 }, (_, index) => index);

  it("have leaves of their texts, of which one is that of the position", () => {
    expect(together.texts.map((text) => leafOf(text))).toEqual(together.leaves);
    expect(together.texts[0]).toBe(position.texts[0]!.text);
  });

  it.each(together.batches)(
    "have the root $root, its signature and their paths",
    ({ root, text, signature, paths }) => {
      const texts = together.texts.slice(0, paths.length);
      const tree = promiseTree(texts);
      expect(tree.root).toBe(root);
      expect(texts.map((_, index) => tree.pathOf(index))).toEqual(paths);
      expect(texts.map((each, index) => rootOf(each, paths[index]!))).toEqual(texts.map(() => root));
      expect(promisesText(root, together.key)).toBe(text);
      expect(toHex(ed25519.sign(new TextEncoder().encode(text), secret))).toBe(signature);
    },
  );
});

it("one position has the same barrier, chance and proceeds from its entry to its sale", () => {
  const { receipt, sale: sold } = position;
  const side = receipt.side as Side;
  const [terms] = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
  expect(terms).toMatchObject({ duration: receipt.duration as Duration, winChance: receipt.chance });
  const barrier = barrierMilli(terms!, side, parsePriceMilli(receipt.entryPrice));
  expect(priceAsDecimal8(barrier)).toBe(receipt.barrierPrice);
  const chance = chanceLeft(
    side,
    parsePriceMilli(sold.soldPrice),
    barrier,
    receipt.expiryTick - sold.soldTick,
  );
  expect(chance).toBe(BigInt(sold.chance));
  const stake = { stakeMinor: parseMinor(receipt.amount), multiplierHundredths: terms!.multiplierHundredths };
  expect(saleOf(stake, chance, shareMillionths(0.01)).proceedsMinor).toBe(parseMinor(sold.proceeds));
  for (const { text, sha256 } of position.texts) expect(termsHash(text)).toBe(sha256);
  const { ticksLeft, chance: _chance, ...lines } = sold;
  expect(parseSale(position.texts[1]!.text)).toEqual(lines);
  expect(saleText(lines)).toBe(position.texts[1]!.text);
  const expiring = { ...stake, side, barrierMilli: barrier, expiryTick: receipt.expiryTick };
  expect(saleAt(expiring, sold.soldTick, parsePriceMilli(sold.soldPrice), 10_000)).toEqual({
    ticksLeft,
    chance,
    valueMinor: parseMinor(sold.value),
    feeMinor: parseMinor(sold.fee),
    proceedsMinor: parseMinor(sold.proceeds),
  });
  const promise = parsePromise(position.texts[0]!.text);
  expect(promise).toMatchObject({
    round: receipt.round,
    terms: receipt.terms,
    chain: { head: chain.epochs[24]!.head },
  });
});
