import { expect, test } from "vitest";
import { placeLabel } from "./chart-parts.tsx";
import type { Frame, PriceAt } from "../../../ui/plot/plot.tsx";

const frame: Frame = { from: 0, to: 100, lowMilli: 0, highMilli: 1000, stepMilli: 100 };
const at = (milli: number) => ({ span: frame, milli, preferred: "above" as const });
const place = (priceAt: PriceAt, milli = 500) => placeLabel(frame, priceAt, at(milli), 0.1);

test("without prices it stands at the start, on the side that is preferred", () => {
  expect(place(() => undefined)).toEqual({ at: "start", side: "above" });
});

test("it goes to the end where the start is taken", () => {
  expect(place((tick) => (tick < 40 ? 550 : 900))).toEqual({ at: "end", side: "above" });
});

test("it changes sides where both ends are taken", () => {
  expect(place(() => 550)).toEqual({ at: "start", side: "below" });
});

test("it hides as little as it can", () => {
  const busy = (tick: number) => (tick < 50 ? (tick % 2 === 0 ? 550 : 450) : tick < 95 ? 450 : 550);
  expect(place(busy)).toEqual({ at: "end", side: "above" });
});

test("there is no room between a line and the edge beside it", () => {
  expect(place(() => 910, 990)).toEqual({ at: "start", side: "below" });
  expect(placeLabel(frame, () => 80, { ...at(10), preferred: "below" }, 0.1).side).toBe("above");
});
