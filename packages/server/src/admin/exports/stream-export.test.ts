import { describe, expect, it } from "vitest";
import { Readable } from "node:stream";
import { createExportSlots } from "./stream-export.ts";

async function* lines(fault?: Error) {
  yield "1";
  if (fault !== undefined) throw fault;
  yield "2";
}

describe("export slots", () => {
  it("are limited per user, and freed when a file ends or fails to start", async () => {
    const slots = createExportSlots(2);
    const [one, two] = [slots.take("a")!, slots.take("a")!];
    expect(slots.take("a")).toBeUndefined();
    expect(slots.take("b")).toBeDefined();
    expect(await Readable.from(one.until(lines())).toArray()).toEqual(["1", "2"]);
    const three = slots.take("a")!;
    expect(slots.take("a")).toBeUndefined();
    two.release();
    two.release();
    expect(slots.take("a")).toBeDefined();
    expect(slots.take("a")).toBeUndefined();
    three.release();
    expect(slots.take("a")).toBeDefined();
  });

  it("are freed when the reader stops, even before the first line, and when the export fails", async () => {
    const slots = createExportSlots(1);
    const abandoned = Readable.from(slots.take("a")!.until(lines()));
    expect(slots.take("a")).toBeUndefined();
    abandoned.destroy();
    await new Promise((resolve) => abandoned.on("close", resolve));

    const begun = slots.take("a")!.until(lines())[Symbol.asyncIterator]();
    expect(await begun.next()).toEqual({ value: "1", done: false });
    await begun.return!();
    await begun.return!();

    const broken = Readable.from(slots.take("a")!.until(lines(new Error("cut"))));
    await expect(broken.toArray()).rejects.toThrow("cut");
    expect(slots.take("a")).toBeDefined();
  });
});
