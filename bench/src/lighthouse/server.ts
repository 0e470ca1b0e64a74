import { createApp } from "@veritick/server/app.ts";
import type { App } from "@veritick/server/app.ts";
import { readConfig } from "@veritick/server/config/config.ts";
import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Clock } from "@veritick/server/platform/clock.ts";
import { startEmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import type { EmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { answerOrders } from "../support/helper-process.ts";

/** `start` starts a server that has already run for a while, so there is a chart to draw. `stop` ends it. */
export type SiteOrder = { kind: "start"; dataDir: string; webRoot: string } | { kind: "stop" };
export type SiteAnswer = { url: string };

const PAST_SECONDS = 900;

let postgres: EmbeddedPostgres | undefined;
let app: App | undefined;

answerOrders<SiteOrder, SiteAnswer>(async (order) => {
  if (order.kind === "stop") {
    await app?.close();
    await postgres?.stop();
    return { url: "" };
  }
  postgres = await startEmbeddedPostgres({ dataDir: order.dataDir, name: "veritick", log: () => undefined });
  const clock = systemClock();
  // The price begins at the very first start, so this start is in the past.
  await (await open(order, movableClock(clock.nowMs() - PAST_SECONDS * 1000))).app.close();
  const opened = await open(order, clock);
  app = opened.app;
  return { url: `http://127.0.0.1:${opened.port}` };
});

async function open({ webRoot }: { webRoot: string }, clock: Clock): Promise<{ app: App; port: number }> {
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: "postgresql://replaced.below",
    PRICE_SECRET: "5".repeat(64),
    CODE_PEPPER: "7".repeat(64),
    SIGNING_KEY: "9".repeat(64),
    BEACON_KEY: "3".repeat(64),
    HOUSE_CAPITAL: "1000000",
    SANDBOX_CONFIRM_SECONDS: "1",
  });
  const opened = await createApp({
    config,
    connection: postgres!.connection,
    clock,
    log: createLog("error"),
    webRoot,
    maxClockSkewMs: Infinity,
    leadTicks: 0,
  });
  return { app: opened, port: await opened.listen() };
}
