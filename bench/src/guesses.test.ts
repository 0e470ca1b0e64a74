import { randomInt } from "node:crypto";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { expect, inject, it } from "vitest";
import { ALL_CODES, runGuesses } from "./guesses/run-guesses.ts";
import { isLong } from "./support/long.ts";

it("checks no guess of a withdrawal code after the fifth wrong one", { timeout: 600_000 }, async () => {
  const seed = Number(process.env["GUESSES_SEED"] ?? randomInt(2 ** 31));
  const lines = [`GUESSES_SEED=${seed}`];
  const guesses = isLong ? ALL_CODES : 200;
  const connection = await cloneDatabase(inject("postgres"));
  try {
    const faults = await runGuesses({ connection, seed, guesses, say: (line) => lines.push(line) });
    expect(faults, lines.join("\n")).toEqual([]);
  } finally {
    await connection.drop();
  }
});
