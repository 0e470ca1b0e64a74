import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, inject, it, onTestFinished } from "vitest";
import { environmentOf, folderForTest, INHERITED } from "../testing/backups.ts";
import { hold, untilBlocked } from "../testing/held-rows.ts";
import { freePort } from "../testing/nats-server.ts";
import { cloneDatabase } from "../testing/test-database.ts";
import { openDatabase } from "./platform/db/database.ts";
import { setKeptValue } from "./platform/db/kept-values.ts";
import { createLog } from "./platform/telemetry/log.ts";

it("serves only once nothing of its start can fail any more", async () => {
  const connection = await cloneDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  const database = openDatabase(connection, createLog("silent"), 2);
  onTestFinished(() => database.end());
  await setKeptValue(database, "setup-token", "that of the start before");
  const { letGo } = await hold(database, "select from kept_values where name = 'setup-token' for update");
  const port = await freePort();
  const server = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: {
      ...INHERITED,
      ...environmentOf(connection),
      ACCEPT_OWN_BEACON: "yes",
      DATA_DIR: folderForTest(),
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const exit = once(server, "exit");
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => "nobody",
    );
  await untilBlocked(database, 1, "%kept_values%");
  expect(await ask()).toBe("nobody");
  await letGo();
  await expect.poll(ask, { timeout: 30_000 }).toBe(200);
  server.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
});
