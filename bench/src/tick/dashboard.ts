import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { CDPSession, Page } from "@playwright/test";
import { startEmbeddedPostgres } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { browserPath } from "../support/browser.ts";

/** A dashboard in a real browser. The test moves the server's clock. */
export type Dashboard = {
  readonly app: TestApp;
  readonly person: Person;
  readonly page: Page;
  readonly devTools: CDPSession;
  /** Lets a second pass and waits until the page has received its price. */
  readonly tick: () => Promise<void>;
};

export async function withDashboard<T>(folder: string, work: (at: Dashboard) => Promise<T>): Promise<T> {
  const executablePath = await browserPath();
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    name: "veritick",
    log: () => undefined,
  });
  const app = await startTestApp({ connection: postgres.connection, connections: 12 });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
  try {
    const [person] = await seedPeople(app, 1, "100000");
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", value = ""] = person!.cookie.split("=");
    await context.addCookies([{ name, value, url: app.url }]);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const heard = countPrices(devTools);
    await devTools.send("Network.enable");

    const tick = async () => {
      const wanted = heard.count + 1;
      app.clock.advance(1);
      await app.settled();
      await heard.reach(wanted);
    };
    return await work({ app, person: person!, page, devTools, tick });
  } finally {
    await browser.close();
    await app.close();
    await postgres.stop();
  }
}

/** Counts the prices that have reached the page. */
function countPrices(devTools: CDPSession) {
  let waiting: { wanted: number; resolve: () => void } | undefined;
  const heard = {
    count: 0,
    reach: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (heard.count >= wanted) resolve();
        else waiting = { wanted, resolve };
      }),
  };
  devTools.on("Network.webSocketFrameReceived", ({ response }) => {
    if (!response.payloadData.includes('"type":"price"')) return;
    heard.count += 1;
    if (waiting !== undefined && heard.count >= waiting.wanted) waiting.resolve();
  });
  return heard;
}

/** Opens the page and ticks until it is live, with its chart drawn. */
export async function openLive({ app, page, tick }: Dashboard): Promise<void> {
  const connected = page.waitForEvent("websocket");
  await page.goto(app.url);
  await connected;
  await page.waitForSelector("canvas");
  // The server registers the connection a moment later, and does not push to it before.
  await page.waitForTimeout(500);
  await tick();
}

/** Opens so many ten-minute positions, on both sides in turn. */
export async function openPositions({ person }: Dashboard, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const type = index % 2 === 0 ? "buy" : "sell";
    const { status } = await person.post("/api/trading/positions", { type, amount: "1", duration: 10 });
    if (status !== 201) throw new Error(`opening a position answered ${status}`);
  }
}
