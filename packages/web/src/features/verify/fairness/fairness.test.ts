import { environmentManager, focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { verifyEpochs } from "@veritick/domain/verify/verify-epochs.ts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { queryClient } from "../../../api/query.ts";
import { askRelay } from "./beacon/round-view.tsx";
import { nextTick } from "./epoch/epoch-chart-card.tsx";
import { isWithin, placeBand } from "../../../ui/plot/pictures.tsx";
import { bandOf } from "./honesty-section.tsx";
import { fingerprintBars, minuteLine } from "./picture.tsx";
import { PAGE_EPOCHS, pastPage } from "./past-section.tsx";
import { offerAt } from "./rule-section.tsx";
import { checkedAt, epochPrices, joinRuns } from "./epoch/use-epoch.ts";
import type { Phase } from "./epoch/use-epoch.ts";

describe("a position of 10.00", () => {
  test("costs the house edge on average under the barrier rule", () => {
    for (const terms of computeTerms({ houseEdge: 0.05, winRule: "barrier" })) {
      for (const side of ["buy", "sell"] as const) {
        expect(offerAt(terms, side, 165_000).expectedForTen).toBe("-0.50");
      }
    }
    const [oneMinute] = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
    expect(offerAt(oneMinute!, "buy", 152_790)).toMatchObject({
      barrierMilli: 152_924,
      distanceMilli: 134,
      gain: "25.00000000",
      back: "35.00000000",
      loss: "-10.00000000",
    });
  });

  test("gains on average under the direction rule", () => {
    const [oneMinute] = computeTerms({ houseEdge: 0.05, winRule: "direction" });
    const { expectedForTen, distanceMilli } = offerAt(oneMinute!, "sell", 155_000);
    expect(distanceMilli).toBe(1);
    expect(Number(expectedForTen)).toBeGreaterThan(7);
  });
});

describe("pages of past hours", () => {
  test("lead back from the last hour to the first, each hour once", () => {
    const seen: number[] = [];
    for (let page = 0, span = pastPage(0, 100, 120); span; page += 1, span = pastPage(page, 100, 120)) {
      for (let epoch = span.to; epoch >= span.from; epoch -= 1) seen.push(epoch);
      expect(span.isLast).toBe(span.from === 100);
      expect(span.to - span.from).toBeLessThan(PAGE_EPOCHS);
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => 119 - index));
  });

  test("do not exist before the first hour has ended", () => {
    expect(pastPage(0, 100, 100)).toBeUndefined();
  });
});

describe("joined runs of prices", () => {
  const asked = { from: 100, prices: [1.1, 1.2] };
  const recent = (from: number, ...prices: number[]) => ({ from, prices });

  test.each([
    ["grow with new prices", recent(101, 1.2, 1.3, 1.4), [1100, 1200, 1300, 1400]],
    ["end at the first missing price", recent(103, 1.4), [1100, 1200]],
    ["end with the hour", recent(101, 1.2, 1.3, 1.4, 1.5, 1.6), [1100, 1200, 1300, 1400]],
  ])("%s", (_, news, milli) => {
    expect(joinRuns(asked, news, { from: 100, to: 103 })).toEqual({ firstTick: 100, milli });
  });

  test("do not exist before the first reply", () => {
    expect(joinRuns(undefined, recent(100, 1), { from: 100, to: 103 })).toBeUndefined();
  });
});

describe("the loaded prices of a running hour", () => {
  const load = async (phase: Phase) => {
    vi.useFakeTimers();
    const asked: string[] = [];
    vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return Response.json({ from: 3600, prices: [152.79] });
    });
    const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
    client.mount();
    // Without a window, the library takes the page for a server and starts no timer.
    environmentManager.setIsServer(() => false);
    const options = epochPrices({ phase, firstTick: 3600, lastTick: 7199 });
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    onTestFinished(() => {
      stop();
      client.unmount();
      environmentManager.setIsServer(() => true);
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    await vi.advanceTimersByTimeAsync(1_000);
    return asked;
  };

  test("are loaded again every five minutes, and those of a past hour never", async () => {
    const asked = await load("running");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toEqual(Array.from({ length: 3 }, () => "/api/prices?from=3600"));
    const past = await load("over");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(past).toEqual(["/api/prices?from=3600&to=7199"]);
  });

  test("are loaded again when a page comes back whose timer rested", async () => {
    const asked = await load("running");
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    await vi.advanceTimersByTimeAsync(1_200_000);
    expect(asked).toHaveLength(1);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(2);
  });
});

test("keys move by a second, by a minute and to both ends", () => {
  const span = { from: 100, to: 1000 };
  const reached = ["ArrowLeft", "ArrowUp", "PageDown", "PageUp", "Home", "End", "x"].map((key) =>
    nextTick(key, 130, span),
  );
  expect(reached).toEqual([129, 131, 100, 190, 100, 1000, undefined]);
});

test("draws a fingerprint from every digit of a hash", () => {
  const place = { left: 0, width: 64, middle: 10, most: 8 };
  const hash = "00ff".repeat(16);
  expect(fingerprintBars(hash, place).split("M")).toHaveLength(33);
  expect(fingerprintBars(hash.replace(/f$/, "e"), place)).not.toBe(fingerprintBars(hash, place));
});

test("draws no line for fewer than two prices", () => {
  const place = { left: 0, width: 10, top: 0, height: 10 };
  expect(minuteLine([152.79], place)).toBe("");
  expect(minuteLine([1, 2], place)).toBe("M0 10H10V0");
});

test("waits for the start and rounds of a future hour, but misses a running hour's start", () => {
  const epoch = 497_222;
  const rows = [99, 100].map((each) => ({
    epoch: each,
    startTick: each * 3600,
    startState: null,
    commitment: "ab".repeat(32),
    head: "cd".repeat(32),
    seed: null,
  }));
  const startOf = (phase: "upcoming" | "running") => {
    const firstTick = epoch * 3600;
    const now = checkedAt({ phase, firstTick, lastTick: firstTick + 3599 });
    const genesis = { tick: 1_789_000_000, state: "15279000000", previousHead: "0".repeat(64) };
    const input = { from: epoch, to: epoch, epochs: rows, genesis, now, beacon: QUICKNET, rounds: [] };
    const [check] = verifyEpochs(input, () => undefined);
    const outcomeOf = (step: string) => check?.steps.find(({ name }) => name === step)?.outcome;
    return [outcomeOf("start"), outcomeOf("rounds")];
  };
  expect(startOf("upcoming")).toEqual(["later", "later"]);
  expect(startOf("running")).toEqual(["missing", "later"]);
});

const row = { duration: 1, positions: 1000, won: 260, expected: 271.4, hours: 48, spread: 20 };

describe("the band of luck", () => {
  test("reaches 2.58 deviations to each side of the promise", () => {
    const band = bandOf(row)!;
    expect(band.promised).toBeCloseTo(0.2714, 10);
    expect(band.realised).toBe(0.26);
    expect(band.luck!.low).toBeCloseTo(0.2714 - 0.0516, 10);
    expect(band.luck!.high).toBeCloseTo(0.2714 + 0.0516, 10);
    expect(isWithin(band)).toBe(true);
    expect(isWithin(bandOf({ ...row, won: 200 })!)).toBe(false);
  });

  test("is undefined with too little data or without positions", () => {
    expect(bandOf({ ...row, spread: null })).toMatchObject({ realised: 0.26, luck: undefined });
    expect(isWithin(bandOf({ ...row, spread: null })!)).toBe(false);
    expect(bandOf({ ...row, positions: 0, won: 0, expected: 0 })).toBeUndefined();
  });

  test("stays between 0 and 1", () => {
    expect(bandOf({ ...row, spread: 500 })!.luck).toEqual({ low: 0, high: 1 });
  });

  test.each([
    ["within", row],
    ["far outside", { ...row, won: 900 }],
    ["unknown", { ...row, spread: null }],
    ["exactly as promised", { ...row, won: 271.4, spread: null }],
  ])("has places on the line: %s", (_, each) => {
    const { promised, realised, luck } = placeBand(bandOf(each)!);
    expect(promised).toBe(0.5);
    for (const place of [realised, luck?.from ?? 0.5, luck?.to ?? 0.5]) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(1);
    }
    if (luck) expect(luck.from).toBeLessThan(luck.to);
  });
});

test("asks the next relay after one that did not answer, and compares signatures", async () => {
  const chain = { relays: ["https://one.example", "https://two.example/base"], chainHash: "cd".repeat(32) };
  const answers: Record<string, unknown> = {
    [`https://two.example/base/${chain.chainHash}/public/7`]: { round: 7, signature: "ab" },
    [`https://two.example/base/${chain.chainHash}/public/8`]: { round: 9, signature: "ab" },
  };
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(answers[url], { status: url in answers ? 200 : 404 }),
  );
  const ask = async (round: number, signature: string) => {
    const { relay, outcome } = await askRelay(chain, { round, signature });
    return `${relay} ${outcome}`;
  };
  expect(await ask(7, "ab")).toBe("one.example missing");
  expect(await ask(7, "ab")).toBe("two.example right");
  expect(await ask(7, "ac")).toBe("two.example wrong");
  expect(await ask(8, "ab")).toBe("two.example missing");
  expect(await ask(7, "ab")).toBe("one.example missing");
  vi.unstubAllGlobals();
});
