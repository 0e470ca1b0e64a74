import { endEmptyPrice } from "@veritick/server/testing/end-price.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { useApp } from "@veritick/server/testing/use-app.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { expect, it } from "vitest";
import { compareChain, noteOf } from "../../../packages/web/src/api/chain/chain-memory.ts";

const HOUR = 3600;
const scope = useApp();
const ask = async (app: { url: string }, query = "") =>
  (await new TestClient(app.url).get(`/api/fairness${query}`)).body;

// Runs the browser's watch against real servers: a noted head, and a new price chained to the old one.
it.each([
  ["within the hour", "restarted", 0, 60],
  ["after the turn of the hour", "restarted", 0, HOUR],
  ["after two hours without a server", "restarted", 0, 2 * HOUR],
  ["two hours after the note was taken", "unproven", 2 * HOUR, 60],
])("a restarted price %s is %s to a browser", async (_when, outcome, served, unserved) => {
  const { clock } = scope.app;
  const connection = await scope.clone();
  const old = await scope.start({ connection });
  const noted = noteOf(await ask(old));
  clock.jump(served);
  await old.settled();
  await old.close();
  clock.jump(unserved);
  // A server would go on publishing, so only the command uses the database.
  const database = openDatabase(connection, createLog("silent"), 1);
  await endEmptyPrice(database, clock);
  await database.end();
  const renewed = await scope.start({ connection, environment: { PRICE_SECRET: "ff".repeat(32) } });
  const links = (from: number, to: number) => ask(renewed, `/epochs?from=${from}&to=${to}`);
  expect(await compareChain(noted, await ask(renewed), links)).toBe(outcome);
});
