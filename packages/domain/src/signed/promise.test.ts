import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DURATIONS } from "../product.ts";
import { parsePromise, promiseText } from "./promise.ts";
import type { PositionPromise } from "./promise.ts";

const KEY = "29874879008795f7bccdb52e5323513bb928042b01bc8ed2dbf4fade0f68cfb7";
const HEAD = "c66ee761e2310b2b34f5af5a1ed0a1333df4985bf9ef9629260ae0959da79125";
const COMMITMENT = "56e2f7e00f61cba96dc8bed815fb776dbdc9c6ef735fe46817ad5688af2b1b25";

const TERMS = "5d".repeat(32);

const PROMISE: PositionPromise = {
  position: "01a0c45c-08a8-7000-8000-00d1f13cff87",
  user: "01a0c45c-08a8-7000-8000-00d1f13cff88",
  side: "buy",
  amount: "10.00000000",
  duration: 1,
  multiplier: "2.50",
  rule: "barrier",
  terms: TERMS,
  chance: 0.95 / 3.5,
  entryTick: 1_790_000_000,
  round: 32_398_878,
  entryPrice: "152.79000000",
  pull: 1_097_680_609_238n,
  reach: 12_951_253n,
  barrierPrice: "152.92400000",
  expiryTick: 1_790_000_060,
  opened: "2026-09-21T14:13:20.000Z",
  start: { epoch: 497_222, state: 15_279_000_000n },
  commitments: [{ epoch: 497_222, commitment: COMMITMENT }],
  chain: { epoch: 497_246, head: HEAD },
  key: KEY,
};

const TEXT = `veritick/receipt/1
position 01a0c45c-08a8-7000-8000-00d1f13cff87
user 01a0c45c-08a8-7000-8000-00d1f13cff88
side buy
amount 10.00000000
duration 1
multiplier 2.50
rule barrier
terms ${TERMS}
chance 0.2714285714285714
entryTick 1790000000
round 32398878
entryPrice 152.79000000
pull 1097680609238
reach 12951253
barrierPrice 152.92400000
expiryTick 1790000060
opened 2026-09-21T14:13:20.000Z
start 497222 15279000000
commitment 497222 ${COMMITMENT}
chain 497246 ${HEAD}
key ${KEY}
`;

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => Buffer.from(all).toString("hex"));
const decimal8 = (most: number) =>
  fc
    .tuple(fc.nat({ max: most }), fc.nat({ max: 99_999_999 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(8, "0")}`);
const tick = fc.integer({ min: 1, max: 9_999_999_999 });
const link = fc.record({ epoch: fc.nat({ max: 9_999_999 }), commitment: hexOf(32) });

const promise: fc.Arbitrary<PositionPromise> = fc.record({
  position: fc.uuid(),
  user: fc.uuid(),
  side: fc.constantFrom("buy", "sell"),
  amount: decimal8(999_999_999),
  duration: fc.constantFrom(...DURATIONS),
  multiplier: fc.constantFrom("2.50", "6.00", "10.00", "20.00", "999.99"),
  rule: fc.constantFrom("barrier", "direction"),
  terms: hexOf(32),
  chance: fc.double({ min: 1e-9, max: 1, noNaN: true }),
  entryTick: tick,
  round: tick,
  entryPrice: decimal8(999),
  pull: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  reach: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  barrierPrice: decimal8(999),
  expiryTick: tick,
  opened: fc
    .date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  start: fc.record({ epoch: fc.nat({ max: 9_999_999 }), state: fc.bigInt({ min: 0n, max: 10n ** 14n }) }),
  commitments: fc.array(link, { minLength: 1, maxLength: 2 }),
  chain: fc.record({ epoch: fc.nat({ max: 9_999_999 }), head: hexOf(32) }),
  key: hexOf(32),
});

describe("the text signed when a position is opened", () => {
  it("is exactly this", () => {
    expect(promiseText(PROMISE)).toBe(TEXT);
    expect(parsePromise(TEXT)).toEqual(PROMISE);
  });

  it("has a line for each epoch", () => {
    const second = { epoch: 497_223, commitment: HEAD };
    const text = promiseText({ ...PROMISE, commitments: [...PROMISE.commitments, second] });
    expect(text).toContain(`\ncommitment 497222 ${COMMITMENT}\ncommitment 497223 ${HEAD}\nchain `);
    expect(parsePromise(text)?.commitments).toEqual([...PROMISE.commitments, second]);
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(promise, (written) => {
        expect(parsePromise(promiseText(written))).toEqual(written);
      }),
      { numRuns: 200 },
    );
  });

  it("is refused or reads differently after any change of one character", () => {
    const character = fc.oneof(
      fc.constantFrom(..."0123456789abcdef .-\n\r\t\0+eE"),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    );
    const change = fc.tuple(promise, fc.nat(), character, fc.constantFrom(0, 1, 2));
    fc.assert(
      fc.property(change, ([written, pick, other, how]) => {
        const text = promiseText(written);
        const at = pick % (text.length + (how === 2 ? 1 : 0));
        const changed = text.slice(0, at) + (how === 1 ? "" : other) + text.slice(how === 2 ? at : at + 1);
        fc.pre(changed !== text);
        const read = parsePromise(changed);
        if (read === undefined) return;
        expect(read).not.toEqual(written);
        expect(promiseText(read)).toBe(changed);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["another format", TEXT.replace("receipt/1", "receipt/2")],
    ["no line feed at its end", TEXT.slice(0, -1)],
    ["one line feed more", `${TEXT}\n`],
    ["line ends of another kind", TEXT.replaceAll("\n", "\r\n")],
    ["a line twice", TEXT.replace("side buy\n", "side buy\nside buy\n")],
    ["two lines exchanged", TEXT.replace(/(duration .*\n)(multiplier .*\n)/, "$2$1")],
    ["a line missing", TEXT.replace(/pull .*\n/, "")],
    ["a line of its own making", TEXT.replace("side buy\n", "side buy\nnote x\n")],
    ["a line with the name of something else", TEXT.replace("side buy\n", "side buy\nconstructor x\n")],
    ["a number with leading zeros", TEXT.replace("entryTick 1", "entryTick 01")],
    ["a number with a sign", TEXT.replace("reach 1", "reach +1")],
    ["a chance with more digits than it takes", TEXT.replace("5714\n", "57140\n")],
    ["a duration that is not sold", TEXT.replace("duration 1\n", "duration 2\n")],
    ["hex in capitals", TEXT.replace(KEY, KEY.toUpperCase())],
    ["nothing but its name", "veritick/receipt/1\n"],
    ["nothing", ""],
  ])("is not read where it has %s", (_what, text) => {
    expect(parsePromise(text)).toBeUndefined();
  });
});
