import { expect, test } from "vitest";
import { HEIGHT, NOW_X, sketch } from "./live-price.tsx";

test("draws nothing without prices", () => {
  expect(sketch([], 1, 1)).toBeUndefined();
});

test("barriers and prices share one scale inside the frame", () => {
  const drawn = sketch([152.7, 152.79], 152.924, 152.664)!;
  expect(drawn.now.x).toBe(NOW_X);
  expect(drawn.buyY).toBeLessThan(drawn.now.y);
  expect(drawn.sellY).toBeGreaterThan(drawn.now.y);
  for (const y of [drawn.buyY!, drawn.sellY!]) expect(y >= 0 && y <= HEIGHT).toBe(true);
});

test("draws prices without barriers until those are known", () => {
  const drawn = sketch([152.7, 152.79], undefined, undefined)!;
  expect([drawn.buyY, drawn.sellY]).toEqual([undefined, undefined]);
  expect(drawn.line).toMatch(/^M0 \d+L440 \d+$/);
});

test("draws a single flat price without a division by zero", () => {
  expect(sketch([152.79], 152.79, 152.79)!.line).toMatch(/^M0 \d+$/);
});
