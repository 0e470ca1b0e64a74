import { describe, expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { takeDailyLease } from "./daily-lease.ts";

const scope = useApp();
const DAY = 86_400;

describe("the daily lease", () => {
  const take = (name: string) => takeDailyLease(scope.app, name);

  it("goes to one of many processes, and to none again that day", async () => {
    const turns = await Promise.all(Array.from({ length: 10 }, () => take("one")));
    const taken = turns.filter((turn) => turn !== undefined);
    expect(taken).toHaveLength(1);
    await taken[0]!.finish();
    expect(await take("one")).toBeUndefined();
    scope.app.clock.jump(DAY);
    expect(await take("one")).toBeDefined();
  });

  it("is taken over once it has expired, and a process that was only slow notices", async () => {
    const slow = (await take("two"))!;
    scope.app.clock.jump(899);
    expect(await take("two")).toBeUndefined();
    expect(await slow.renew()).toBe(true);
    scope.app.clock.jump(899);
    expect(await take("two")).toBeUndefined();
    scope.app.clock.jump(1);
    const next = (await take("two"))!;
    expect(await slow.renew()).toBe(false);
    await slow.finish();
    expect(await next.renew()).toBe(true);
    await next.finish();
    expect(await take("two")).toBeUndefined();
  });
});
