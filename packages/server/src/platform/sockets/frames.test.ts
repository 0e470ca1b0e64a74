import type { Writable } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as ws from "ws";
import { textFrame } from "./frames.ts";

// The library's own reader of frames, which its types leave out.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** What a WebSocket client makes of these bytes. */
function receive(bytes: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const messages: string[] = [];
    const receiver = new Receiver({ isServer: false });
    receiver.on("message", (data: Buffer) => messages.push(String(data)));
    receiver.on("error", reject);
    receiver.on("finish", () => resolve(messages));
    receiver.end(bytes);
  });
}

describe("a text frame", () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    "of %i bytes is read as it was written",
    async (length) => {
      const text = "x".repeat(length);
      expect(await receive(textFrame(text))).toEqual([text]);
    },
  );

  it.each([
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])("of %i bytes has the shortest header, of %i", (length, header) => {
    expect(textFrame("x".repeat(length))).toHaveLength(header + length);
  });

  it("carries any text, and frames in a row stay apart", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 5 }),
        async (texts) => {
          expect(await receive(Buffer.concat(texts.map(textFrame)))).toEqual(
            texts.map((text) => text.toWellFormed()),
          );
        },
      ),
    );
  });
});
