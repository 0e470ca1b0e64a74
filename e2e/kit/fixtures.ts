import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, ConsoleMessage, Page } from "@playwright/test";
import type { BeaconStandIns } from "@veritick/server/beacon/public.ts";
import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Clock } from "@veritick/server/platform/clock.ts";
import type { MovableClock } from "@veritick/server/testing/movable-clock.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import "@veritick/server/testing/cheap-hashes.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import { NEAR_THE_END_MS, realRounds, spareSignatures } from "./rounds.ts";

export type MovableApp = TestApp<MovableClock>;

/** An error in a page that its user may not have seen. */
type Fault = { text: string; url: string };

type Watch = { faults: Fault[]; expected: RegExp[]; isOver: boolean };

type TestFixtures = {
  /**
   * The server of this worker. Earlier tests have moved its clock and left users behind, so a test brings a user of its own
   * and counts nothing that others add to.
   */
  app: MovableApp;
  /** A server for this test alone: it has `environment`, stands at the first second and knows nobody. */
  ownApp: MovableApp;
  /** A server of this test's own that runs on the real clock. */
  realTimeApp: TestApp<Clock>;
  /** Settings of `ownApp`, as its environment would give them. */
  environment: Record<string, string>;
  /**
   * What the beacon's rounds are worth. `unsigned`, as of most servers here: they cost nothing, and no page finds them signed.
   * `spared`: pages take them for signed, without the curve. `real`: those of `ownApp` are signed and checked, which costs a
   * second for some twenty rounds; its clock then stands shortly before the end of an hour, so that the hour has few of them.
   */
  rounds: "unsigned" | "spared" | "real";
  /** A page of a second browser, which knows nothing of the first. */
  elsewhere: Page;
  /** Console errors and uncaught faults fail a test, except those that match a pattern it gives here. */
  expectFaults: (pattern: RegExp) => void;
  watch: Watch;
};

type WorkerFixtures = {
  workerApp: MovableApp;
  /** The folder that stands in for the mail server of all servers of this worker. */
  outbox: string;
};

/** Starts a server with a database of its own, and ends both after `use`. */
async function withApp<C extends Clock>(
  options: { clock?: C; environment?: Record<string, string>; outbox: string; beacon?: BeaconStandIns },
  use: (app: TestApp<C>) => Promise<void>,
): Promise<void> {
  const connection = await cloneDatabase(JSON.parse(process.env["E2E_POSTGRES"]!) as ServerConnection);
  const app = await startTestApp<C>({ ...options, connection });
  await use(app);
  await app.close();
  await connection.drop();
}

/** Notes what goes wrong in the pages of a browser from now on. */
function watchOver(context: BrowserContext, watch: Watch): void {
  const note = (fault: Fault) => watch.isOver || watch.faults.push(fault);
  context.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") note({ text: message.text(), url: message.location().url });
  });
  context.on("weberror", (error) => {
    note({ text: String(error.error().stack), url: error.page()?.url() ?? "" });
  });
}

/** The server answers 401 when a visitor's browser asks who they are, and the browser logs it. */
function isVisitor({ text, url }: Fault): boolean {
  return url.endsWith("/api/auth/me") && text.includes("status of 401");
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  outbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const path = mkdtempSync(join(tmpdir(), "veritick-outbox-"));
      await use(path);
      rmSync(path, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  workerApp: [async ({ outbox }, use) => withApp<MovableClock>({ outbox }, use), { scope: "worker" }],
  environment: [{}, { option: true }],
  rounds: ["unsigned", { option: true }],
  watch: [
    async ({ context, rounds }, use) => {
      if (rounds === "spared") await spareSignatures(context);
      const watch: Watch = { faults: [], expected: [], isOver: false };
      watchOver(context, watch);
      await use(watch);
      const surprises = watch.faults.filter(
        (fault) =>
          !isVisitor(fault) && !watch.expected.some((pattern) => pattern.test(`${fault.text} ${fault.url}`)),
      );
      expect(surprises, "console errors and uncaught faults").toEqual([]);
    },
    { auto: true },
  ],
  expectFaults: async ({ watch }, use) => use((pattern) => void watch.expected.push(pattern)),
  app: async ({ workerApp }, use) => use(workerApp),
  ownApp: async ({ watch, environment, outbox, rounds }, use) => {
    const real =
      rounds === "real" ? { beacon: await realRounds(), clock: movableClock(NEAR_THE_END_MS) } : {};
    await withApp<MovableClock>({ environment, outbox, ...real }, async (app) => {
      await use(app);
      // The pages outlive their server, and what they say about its end is of no interest.
      watch.isOver = true;
    });
  },
  realTimeApp: async ({ watch, outbox }, use) =>
    withApp<Clock>({ clock: systemClock(), outbox }, async (app) => {
      await use(app);
      watch.isOver = true;
    }),
  elsewhere: async ({ browser, watch }, use) => {
    const context = await browser.newContext();
    watchOver(context, watch);
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };
