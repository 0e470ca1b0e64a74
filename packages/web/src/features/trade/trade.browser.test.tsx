import type { Position } from "@veritick/contract/schemas/positions.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { mouse, touch, wheel } from "../../../testing/pointers.ts";
import { DeskContext } from "../../api/desk/desk.ts";
import type { Desk } from "../../api/desk/desk.ts";
import { createStore, INITIAL_PRICE, LiveContext } from "../../api/live/live.ts";
import type { LivePrice } from "../../api/live/live.ts";
import { PriceHistory } from "../../api/market/price-history.ts";
import { watchGestures } from "./chart/gestures.ts";
import { OpenPositionRow } from "./open-position-row.tsx";

const ENTRY = 1_790_000_000;

function positionOf(id: number, type: "buy" | "sell"): Position {
  const uuid = `00000000-0000-7000-8000-00000000000${id}`;
  return {
    id: uuid,
    userId: uuid,
    type,
    entryPrice: "152.79000000",
    barrierPrice: type === "buy" ? "152.92400000" : "152.66400000",
    winChance: 0.271,
    amount: "1234.50000000",
    duration: 1,
    multiplier: "2.50",
    status: "active",
    createdAt: new Date(ENTRY * 1000).toISOString(),
    expiresAt: new Date((ENTRY + 60) * 1000).toISOString(),
    entryTick: ENTRY,
    round: 1,
    expiryTick: ENTRY + 60,
    resultPrice: null,
    profit: null,
    refundReason: null,
    soldTick: null,
    soldPrice: null,
    proceeds: null,
  };
}

describe("a position's row", () => {
  const positions = [positionOf(1, "buy"), positionOf(2, "sell")];
  const price = createStore<LivePrice>(INITIAL_PRICE);
  const live = {
    price,
    liveness: createStore("live" as const),
    announced: createStore("live" as const),
    history: new PriceHistory(),
    wake() {},
  };
  const desk = { kind: "account", pathOf: ({ id }) => `/verify/${id}` } as Pick<
    Desk,
    "kind" | "pathOf"
  > as Desk;
  const row = (index: number) => page.getByRole("listitem").nth(index);
  const words = (index: number) => row(index).element().textContent;
  const details = (index: number) => row(index).getByRole("button", { name: /^Details/ });

  function shows(milli: number, nowTick: number, beacon: LivePrice["beacon"] = "live") {
    price.set({ ...INITIAL_PRICE, milli, tick: nowTick, nowTick, nowAtMs: performance.now(), beacon });
  }

  beforeEach(async () => {
    shows(152_800, ENTRY + 10);
    // Without the market's terms, there is nothing to sell at.
    const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    function List() {
      const [open, setOpen] = useState<string>();
      return positions.map((position) => (
        <OpenPositionRow
          key={position.id}
          position={position}
          isOpen={position.id === open}
          onOpen={setOpen}
        />
      ));
    }
    await render(
      <QueryClientProvider client={queries}>
        <LiveContext value={live}>
          <DeskContext value={desk}>
            <button type="button">before</button>
            <ul>
              <List />
            </ul>
          </DeskContext>
        </LiveContext>
      </QueryClientProvider>,
    );
  });

  test("follows the price: time left, distance, side of the barrier, expiry, and a beacon that is late", async () => {
    const timer = row(0).getByRole("timer");
    await expect.element(timer).toHaveTextContent("0:50");
    await expect.poll(() => words(0)).toContain("Amount 1,234.50 USDMS");
    await expect.poll(() => words(0)).toContain("Max profit +3,086.25");
    await expect.poll(() => words(0)).toContain("0.124 to go");
    await expect.element(row(0)).not.toHaveAttribute("data-winning");

    shows(152_924, ENTRY + 11);
    await expect.element(timer).toHaveTextContent("0:49");
    await expect.poll(() => words(0)).toContain("0.000 beyond");
    await expect.element(row(0)).toHaveAttribute("data-winning");
    await expect.poll(() => words(1)).toContain("0.260 to go");
    await expect.element(row(1)).not.toHaveAttribute("data-winning");

    shows(152_600, ENTRY + 60);
    await expect.element(timer).toHaveTextContent("0:00");
    await expect.element(row(1)).toHaveAttribute("data-expired");
    await expect.poll(() => words(1)).not.toContain("beyond");
    const said = words(1);
    shows(152_600, ENTRY + 61, "late");
    await expect.poll(() => words(1)).not.toBe(said);
  });

  test("opens and closes on a press, opens on the Tab key, and arrows go from row to row", async () => {
    await details(0).click();
    await expect.element(details(0)).toHaveAttribute("aria-expanded", "true");
    await expect.poll(() => words(0)).toContain("Barrier≥ 152.924");
    await expect.poll(() => words(0)).toContain("Chance to win27 in 100");
    await expect
      .element(row(0).getByRole("link"))
      .toHaveAttribute("href", "/verify/00000000-0000-7000-8000-000000000001");
    await details(0).click();
    await expect.element(details(0)).toHaveAttribute("aria-expanded", "false");

    await userEvent.keyboard("{ArrowDown}");
    await expect.element(details(1)).toHaveFocus();
    await expect.element(details(1)).toHaveAttribute("aria-expanded", "true");
    await expect.poll(() => words(1)).toContain("≤ 152.664");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(details(0)).toHaveAttribute("aria-expanded", "true");
    await expect.element(details(1)).toHaveAttribute("aria-expanded", "false");
  });
});

describe("the gestures of the chart", () => {
  let heard: string[] = [];
  let stop = () => {};
  let place = document.createElement("div");

  beforeEach(() => {
    heard = [];
    place = document.createElement("div");
    place.style.cssText =
      "position: fixed; inset: 0 auto auto 0; width: 400px; height: 200px; touch-action: pan-y";
    document.body.append(place);
    stop = watchGestures(place, {
      onPan: (pixels) => heard.push(`pan ${pixels}`),
      onZoom: (factor, x) => heard.push(`zoom ${factor.toFixed(2)} at ${x}`),
      onPoint: (at) => heard.push(at === undefined ? "leave" : `point ${at.x},${at.y}`),
      onReset: () => heard.push("reset"),
    });
  });
  afterEach(() => {
    stop();
    place.remove();
  });

  /** Returns what the chart heard since the last call. */
  const newlyHeard = () => heard.splice(0);

  test("a mouse points, drags from 5 px on, and resets with two clicks", async () => {
    await mouse("mouseMoved", [100, 100]);
    expect(newlyHeard()).toEqual(["point 100,100"]);
    await mouse("mousePressed", [100, 100]);
    await mouse("mouseMoved", [105, 100]);
    expect(newlyHeard()).toEqual([]);
    await mouse("mouseMoved", [130, 100]);
    await mouse("mouseMoved", [120, 100]);
    await mouse("mouseReleased", [120, 100]);
    expect(newlyHeard()).toEqual(["leave", "pan -30", "pan 10"]);
    await mouse("mouseMoved", [300, 300]);
    expect(newlyHeard()).toEqual(["leave"]);
    for (const click of [1, 2]) {
      await mouse("mousePressed", [100, 100], click);
      await mouse("mouseReleased", [100, 100], click);
    }
    expect(newlyHeard()).toContain("reset");
  });

  test("a sideways wheel pans, one with Ctrl zooms around its place, and a plain one scrolls the page", async () => {
    const turned: boolean[] = [];
    addEventListener("wheel", (event) => turned.push(event.defaultPrevented), { once: false });
    await wheel([100, 100], 40, 5);
    await wheel([100, 100], 0, 60);
    await wheel([100, 100], 0, 60, true);
    await expect.poll(() => turned).toEqual([true, false, true]);
    expect(newlyHeard()).toEqual(["pan 40", "zoom 1.28 at 100"]);
  });

  test("a finger pans sideways, reads on a tap or a rest, and leaves a move up or down to the page", async () => {
    await touch("touchStart", [100, 100]);
    await touch("touchMove", [110, 101]);
    await touch("touchMove", [130, 101]);
    await touch("touchEnd");
    const panned = newlyHeard();
    expect(panned[0]).toBe("leave");
    expect(panned.at(-1)).toBe("pan -20");

    await touch("touchStart", [200, 50]);
    await touch("touchEnd");
    expect(newlyHeard()).toEqual(["point 200,50"]);
    // Another tap ends the reading. At the same place it would be a double tap, which resets the chart.
    await touch("touchStart", [350, 150]);
    await touch("touchEnd");
    expect(newlyHeard()).toEqual(["leave"]);

    await touch("touchStart", [150, 60]);
    await expect.poll(() => heard).toEqual(["point 150,60"]);
    await touch("touchMove", [160, 120]);
    await touch("touchEnd");
    expect(newlyHeard().at(-1)).toBe("point 160,120");

    await touch("touchStart", [100, 150]);
    await touch("touchMove", [101, 120]);
    await touch("touchMove", [101, 80]);
    await touch("touchEnd");
    expect(newlyHeard()).toEqual([]);
  });

  test("two fingers zoom around the middle between them", async () => {
    await touch("touchStart", [100, 100]);
    await touch("touchStart", [100, 100], [200, 100]);
    newlyHeard();
    await touch("touchMove", [100, 100], [300, 100]);
    expect(newlyHeard()).toEqual(["pan -50", "zoom 0.50 at 200"]);
    await touch("touchEnd");
  });
});
