import { randomInt } from "node:crypto";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { expect, inject, it } from "vitest";
import { runStorm } from "./storm/run-storm.ts";
import { isLong } from "./support/long.ts";

/** The number of people, with ten deposits each. */
const PEOPLE = isLong ? 20 : 2;

it(
  `credits each of ${PEOPLE * 10} deposits exactly once in a storm of callbacks`,
  { timeout: 240_000 },
  async () => {
    const seed = Number(process.env["STORM_SEED"] ?? randomInt(2 ** 31));
    const lines = [`STORM_SEED=${seed}`];
    const connection = await cloneDatabase(inject("postgres"));
    try {
      const faults = await runStorm({ connection, people: PEOPLE, seed, say: (line) => lines.push(line) });
      expect(faults, lines.join("\n")).toEqual([]);
    } finally {
      await connection.drop();
    }
  },
);
