import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { ALL_CODES, runGuesses } from "./guesses/run-guesses.ts";
import { isLong } from "./support/long.ts";

it("compares no guess of a withdrawal code after the fifth wrong one", { timeout: 600_000 }, async () => {
  const seed = Number(process.env["GUESSES_SEED"] ?? randomInt(2 ** 31));
  const lines = [`GUESSES_SEED=${seed}`];
  const guesses = isLong ? ALL_CODES : 600;
  const faults = await runGuesses({ seed, guesses, say: (line) => lines.push(line) });
  expect(faults, lines.join("\n")).toEqual([]);
});
