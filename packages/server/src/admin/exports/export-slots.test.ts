import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createExportSlots } from "./export-slots.ts";

async function* lines(fault?: Error) {
  yield "1";
  if (fault !== undefined) throw fault;
  yield "2";
}

describe("the slots for files", () => {
  it("are taken when a file begins to be taken, and free when it ends", async () => {
    const slots = createExportSlots(2);
    const [one, two, unused] = [slots.hold("a", lines()), slots.hold("a", lines()), slots.hold("a", lines())];
    expect(slots.isFull("a")).toBe(false);
    const [first, second] = [Readable.from(one), Readable.from(two)];
    expect([slots.isFull("a"), slots.isFull("b")]).toEqual([true, false]);
    expect(await first.toArray()).toEqual(["1", "2"]);
    expect(slots.isFull("a")).toBe(false);
    await second.toArray();
    expect(unused).toBeDefined();
  });

  it("are free when nobody takes the file any more, even before its first line, and when it breaks", async () => {
    const slots = createExportSlots(1);
    const abandoned = Readable.from(slots.hold("a", lines()));
    expect(slots.isFull("a")).toBe(true);
    abandoned.destroy();
    await new Promise((resolve) => abandoned.on("close", resolve));
    expect(slots.isFull("a")).toBe(false);

    const begun = slots.hold("a", lines())[Symbol.asyncIterator]();
    expect(await begun.next()).toEqual({ value: "1", done: false });
    await begun.return!();
    await begun.return!();
    expect(slots.isFull("a")).toBe(false);

    const broken = Readable.from(slots.hold("a", lines(new Error("cut"))));
    await expect(broken.toArray()).rejects.toThrow("cut");
    expect(slots.isFull("a")).toBe(false);
  });
});
