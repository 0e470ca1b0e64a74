import { describe, expect, it } from "vitest";
import { minor } from "./money.ts";
import { decideScreened, isCleared, isHeld, nextAskSeconds } from "./screening.ts";
import type { ScreeningState } from "./screening.ts";

const matter = { userId: "a", amount: minor(100n), address: "T1" };

describe("a screened matter", () => {
  it("is asked about if nothing is on record", () => {
    expect(decideScreened(undefined, matter)).toBe("ask");
  });

  it.each<[ScreeningState, "go" | "wait"]>([
    ["allow", "go"],
    ["overridden", "go"],
    ["asking", "wait"],
    ["hold", "wait"],
    ["refuse", "wait"],
    ["unreachable", "wait"],
  ])("with %s on record may %s", (state, outcome) => {
    expect(decideScreened({ ...matter, state }, matter)).toBe(outcome);
    expect(isCleared(state)).toBe(outcome === "go");
  });

  it.each([
    ["the account", { userId: "b" }],
    ["the amount", { amount: minor(101n) }],
    ["the address", { address: "T2" }],
    ["having an address", { address: null }],
  ])("is screened again if %s differs from what was allowed", (_what, change) => {
    expect(decideScreened({ ...matter, state: "allow" }, { ...matter, ...change })).toBe("ask");
  });

  it("needs a person once it is held, refused or not answered", () => {
    const states: ScreeningState[] = ["asking", "allow", "hold", "refuse", "unreachable", "overridden"];
    expect(states.filter(isHeld)).toEqual(["hold", "refuse", "unreachable"]);
  });
});

it("asks a silent service less and less often, at last every hour", () => {
  expect([1, 2, 3, 4, 7, 8, 30, 1_000_000].map(nextAskSeconds)).toEqual([
    30, 60, 120, 240, 1_920, 3_600, 3_600, 3_600,
  ]);
});
