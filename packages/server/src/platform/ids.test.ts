import { beforeEach, describe, expect, it } from "vitest";
import { firstIdAt, newId, resetIds } from "./ids.ts";

beforeEach(resetIds);

const bitsOf = (id: string) =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString(2)
    .padStart(128, "0");

describe("an id", () => {
  it("has 73 random bits after its time", () => {
    const ids = Array.from({ length: 500 }, (_, ms) => bitsOf(newId(1_800_000_000_000 + ms)));
    const changing = Array.from(
      { length: 80 },
      (_, at) => new Set(ids.map((bits) => bits[48 + at])).size === 2,
    );
    expect(changing.filter(Boolean)).toHaveLength(73);
  });

  it("comes after all earlier ones of its process, within a millisecond and after a step back of the clock", () => {
    const times = [5_000, 5_000, 5_000, 4_000, 5_001, 5_001, 6_000, 6_000, 3_000];
    const ids = times.map((ms) => newId(ms));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is no smaller than the first of its time, and smaller than that of the next millisecond", () => {
    for (let ms = 1; ms < 200; ms += 1) {
      const id = newId(ms);
      expect([firstIdAt(ms), id, firstIdAt(ms + 1)]).toEqual(
        [firstIdAt(ms), id, firstIdAt(ms + 1)].toSorted(),
      );
    }
  });
});
