import { describe, expect, it } from "vitest";
import { useApp } from "../../../testing/use-app.ts";
import { keepValue, replaceKeptValue } from "./kept-values.ts";

const scope = useApp();

describe("a kept value", () => {
  it("is the first one that was stored", async () => {
    const { database } = scope.app;
    expect(await keepValue(database, "colour", "red")).toBe("red");
    expect(await keepValue(database, "colour", "blue")).toBe("red");
  });

  it("is the same for all that store one at once", async () => {
    const values = ["a", "b", "c", "d", "e", "f"];
    const kept = await Promise.all(values.map((value) => keepValue(scope.app.database, "contested", value)));
    expect(new Set(kept).size).toBe(1);
    expect(values).toContain(kept[0]);
  });

  it("changes for exactly one of several that read the same value", async () => {
    const { database } = scope.app;
    await keepValue(database, "last run", "monday");
    const moved = await Promise.all(
      Array.from({ length: 5 }, () => replaceKeptValue(database, "last run", "monday", "tuesday")),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await replaceKeptValue(database, "last run", "monday", "wednesday")).toBe(false);
    expect(await keepValue(database, "last run", "")).toBe("tuesday");
    expect(await replaceKeptValue(database, "never kept", "", "x")).toBe(false);
  });
});
