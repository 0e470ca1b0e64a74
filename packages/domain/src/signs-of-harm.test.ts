import { expect, test } from "vitest";
import { CARE, CARE_SIGNS, countChases, signsOf } from "./signs-of-harm.ts";
import type { CareFacts } from "./signs-of-harm.ts";
import { minor } from "./money.ts";

const NOW = 1_790_000_000_000;
const DAY = 86_400_000;
const nothing: CareFacts = { share: null, chases: 0, nights: 0, raisedMs: null };
const signs = (facts: Partial<CareFacts>) => signsOf({ ...nothing, ...facts }, NOW);

test.each([
  [{}, []],
  [{ share: 0.79 }, []],
  [{ share: 0.8 }, ["near"]],
  [{ share: 0.999 }, ["near"]],
  [{ share: 1 }, ["reached"]],
  [{ chases: CARE.chases - 1, nights: CARE.nights - 1 }, []],
  [{ chases: CARE.chases }, ["chasing"]],
  [{ nights: CARE.nights }, ["nights"]],
  [{ raisedMs: NOW - 30 * DAY }, []],
  [{ raisedMs: NOW - 30 * DAY + 1 }, ["raised"]],
] as const)("finds of %j the signs %j", (facts, found) => {
  expect(signs(facts)).toEqual(found);
});

test("names the gravest sign first", () => {
  const all = signs({ share: 2, chases: 9, nights: 9, raisedMs: NOW });
  expect(all).toEqual(CARE_SIGNS.filter((sign) => sign !== "near"));
});

test("counts a position as chasing if it soon follows a loss with twice the stake", () => {
  const lost = { createdMs: NOW, expiresMs: NOW + 60_000, stakeMinor: minor(500n), isLost: true };
  const after = (ms: number, stake: bigint, change: object = {}) =>
    countChases([
      { ...lost, ...change },
      {
        createdMs: lost.expiresMs + ms,
        expiresMs: lost.expiresMs + ms + 60_000,
        stakeMinor: minor(stake),
        isLost: false,
      },
    ]);
  expect(after(0, 1000n)).toBe(1);
  expect(after(299_999, 1000n)).toBe(1);
  expect(after(300_000, 1000n)).toBe(0);
  expect(after(-1, 1000n)).toBe(0);
  expect(after(0, 999n)).toBe(0);
  expect(after(0, 1000n, { isLost: false })).toBe(0);
});
