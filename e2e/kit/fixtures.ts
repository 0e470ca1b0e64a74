import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import type {
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
  WebError,
} from "@playwright/test";
import type { BeaconStandIns } from "@veritick/server/beacon/public.ts";
import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Clock } from "@veritick/server/platform/clock.ts";
import { resetIds } from "@veritick/server/platform/ids.ts";
import type { MovableClock } from "@veritick/server/testing/movable-clock.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import "@veritick/server/testing/cheap-hashes.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase, CONFIRMED } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import { takeContext } from "./kept-contexts.ts";
import type { KeptContexts } from "./kept-contexts.ts";
import { NEAR_THE_END_MS, realRounds, spareSignatures } from "./rounds.ts";

// Node.js runs TypeScript with the original positions, so no stack needs mapping. Playwright would map one for each call.
if (process.env["PW_DISABLE_TS_ESM"] !== undefined) Reflect.deleteProperty(Error, "prepareStackTrace");

export type MovableApp = TestApp<MovableClock>;

/** An error in a page, which its user may not have seen. */
type Fault = { text: string; url: string };

type Watch = { faults: Fault[]; expected: RegExp[]; isOver: boolean };

type TestFixtures = {
  /**
   * The server of this worker. Earlier tests have moved its clock and left users behind. So a test creates a user of its own
   * and counts nothing that other tests add to.
   */
  app: MovableApp;
  /** A server for this test alone, with the settings of `environment`, at its first second and without users. */
  ownApp: MovableApp;
  /** A server for this test alone that runs on the real clock. */
  realTimeApp: TestApp<Clock>;
  /** True if accounts of `ownApp` begin without a confirmed address, as outside tests. */
  asksToConfirm: boolean;
  /** Settings of `ownApp`, in the form of environment variables. */
  environment: Record<string, string>;
  /**
   * The kind of the beacon's signatures. `unsigned`, as on most servers here: they cost nothing, and every page finds them
   * unsigned. `spared`: pages of `ownApp` accept them without computing on the curve. `real`: pages of `ownApp` check real
   * signatures, which costs a second for some twenty rounds; its clock starts shortly before the end of an hour, so that the
   * hour has few rounds.
   */
  rounds: "unsigned" | "spared" | "real";
  /** A page of a second browser, which shares no storage with the first. */
  elsewhere: Page;
  /** Allows console errors and uncaught faults that match a pattern. All others fail the test. */
  expectFaults: (pattern: RegExp) => void;
  watch: Watch;
};

type WorkerFixtures = {
  contexts: KeptContexts;
  workerApp: MovableApp;
  /** The folder that replaces the mail server of all servers of this worker. */
  outbox: string;
  /** The folder of a web app that accepts the beacon's signatures without checking them. */
  sparedBuild: string;
  /**
   * The ports of the servers of single tests, by kind of rounds. Each server takes the port of the one before, so browsers
   * already have the web app's files, with their scripts compiled.
   */
  ports: Map<string, string>;
};

/** Starts a server with a database of its own, and ends both after `use`. */
async function withApp<C extends Clock>(
  options: {
    clock?: C;
    environment?: Record<string, string>;
    outbox: string;
    beacon?: BeaconStandIns;
    webRoot?: string;
    /** True if accounts begin without a confirmed address, as outside tests. */
    asksToConfirm?: boolean;
    /** The port to take, unless another program took it meanwhile. */
    port?: string | undefined;
  },
  use: (app: TestApp<C>) => Promise<void>,
): Promise<void> {
  const postgres = JSON.parse(process.env["E2E_POSTGRES"]!) as ServerConnection;
  const connection = await cloneDatabase(postgres, options.asksToConfirm === true ? undefined : CONFIRMED);
  // Its clock begins earlier than the last clock of the server before it.
  resetIds();
  const start = (port = "0") =>
    startTestApp<C>({ ...options, environment: { PORT: port, ...options.environment }, connection });
  const app = await start(options.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return start();
  });
  await use(app);
  await app.close();
  await connection.drop();
}

/** Records faults in the pages of a browser, until the returned function is called. */
function watchOver(context: BrowserContext, watch: Watch): () => void {
  // Messages of the previous test's closed pages may still arrive. They belong to none of these pages.
  const pages = new Set<Page | null>([null]);
  const add = (page: Page) => void pages.add(page);
  const note = (page: Page | null, fault: Fault) =>
    watch.isOver || !pages.has(page) || watch.faults.push(fault);
  const hear = (message: ConsoleMessage) => {
    if (message.type() === "error")
      note(message.page(), { text: message.text(), url: message.location().url });
  };
  const hearError = (error: WebError) => {
    note(error.page(), { text: String(error.error().stack), url: error.page()?.url() ?? "" });
  };
  context.on("page", add);
  context.on("console", hear);
  context.on("weberror", hearError);
  return () => {
    context.off("page", add);
    context.off("console", hear);
    context.off("weberror", hearError);
  };
}

/** The log of a page that was put offline: its failed requests, then or later, and chunks that it preloads. */
export const OFFLINE_FAULTS = /ERR_INTERNET_DISCONNECTED|^Failed to fetch dynamically|^Unable to preload/;

/**
 * Returns true for a 401 that the browser logs although all is well: a visitor's page asks who is signed in, or a page whose
 * cookie a test has deleted sends its time zone, which is the last call that a page makes.
 */
function isVisitor({ text, url }: Fault): boolean {
  return /\/api\/(auth\/me|limits\/time-zone)$/.test(url) && text.includes("status of 401");
}

/** A test's clock may pass the life of a token between its request and its use. The page then requests another. */
const isLateToken = ({ text }: Fault): boolean => /\/ws\?token=.* HTTP Authentication failed/.test(text);

/** Returns true for a report that a page sends on leaving or failing, maybe after its server has ended. */
const isReport = ({ url }: Fault): boolean => /\/api\/(vitals|faults)$/.test(url);

/** Playwright's internal name for the context options of a test. */
type ContextOptions = { _combinedContextOptions: BrowserContextOptions };

const withOptions = base as TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ContextOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

export const test = withOptions.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  contexts: [async ({}, use) => use([]), { scope: "worker" }],
  context: async ({ browser, contexts, _combinedContextOptions: options }, use, { errors }) => {
    const { context, giveBack } = await takeContext(contexts, browser, options);
    await use(context);
    await giveBack(errors.length === 0);
  },
  outbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const path = mkdtempSync(join(tmpdir(), "veritick-outbox-"));
      await use(path);
      rmSync(path, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  sparedBuild: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const path = spareSignatures();
      await use(path);
      rmSync(path, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  // oxlint-disable-next-line no-empty-pattern
  ports: [async ({}, use) => use(new Map()), { scope: "worker" }],
  workerApp: [async ({ outbox }, use) => withApp<MovableClock>({ outbox }, use), { scope: "worker" }],
  environment: [{}, { option: true }],
  asksToConfirm: [false, { option: true }],
  rounds: ["unsigned", { option: true }],
  watch: [
    async ({ context }, use) => {
      const watch: Watch = { faults: [], expected: [], isOver: false };
      const stop = watchOver(context, watch);
      await use(watch);
      stop();
      const surprises = watch.faults.filter(
        (fault) =>
          !isVisitor(fault) &&
          !isReport(fault) &&
          !isLateToken(fault) &&
          !watch.expected.some((pattern) => pattern.test(`${fault.text} ${fault.url}`)),
      );
      expect(surprises, "console errors and uncaught faults").toEqual([]);
    },
    { auto: true },
  ],
  expectFaults: async ({ watch }, use) => use((pattern) => void watch.expected.push(pattern)),
  app: async ({ workerApp }, use) => use(workerApp),
  ownApp: async ({ watch, environment, asksToConfirm, outbox, rounds, sparedBuild, ports }, use) => {
    const real =
      rounds === "real" ? { beacon: await realRounds(), clock: movableClock(NEAR_THE_END_MS) } : {};
    const spared = rounds === "spared" ? { webRoot: sparedBuild } : {};
    const options = { environment, asksToConfirm, outbox, port: ports.get(rounds), ...real, ...spared };
    await withApp<MovableClock>(options, async (app) => {
      if (environment["PORT"] === undefined) ports.set(rounds, new URL(app.url).port);
      await use(app);
      // The pages outlive their server. Their errors about its end do not matter.
      watch.isOver = true;
    });
  },
  realTimeApp: async ({ watch, outbox }, use) =>
    withApp<Clock>({ clock: systemClock(), outbox }, async (app) => {
      await use(app);
      watch.isOver = true;
    }),
  elsewhere: async ({ browser, contexts, _combinedContextOptions: options, watch }, use, { errors }) => {
    const { context, giveBack } = await takeContext(contexts, browser, options);
    const stop = watchOver(context, watch);
    await use(await context.newPage());
    stop();
    await giveBack(errors.length === 0);
  },
});

/** Returns what defines the rare tests of a test with fixtures of its own, as `rare` does. */
export function rareOf<Test extends object, Worker extends object>(
  test: TestType<Test, Worker>,
): (title: string, body: (fixtures: Test & Worker) => Promise<void>) => void {
  return process.env["VERITICK_QUICK"] === "1" ? () => undefined : test;
}

/**
 * Defines a test of a rarer role, state or screen. `npm test` leaves these tests out, because they take half of the time of
 * all browser tests. `npm test -- --whole` and CI run them.
 */
export const rare = rareOf(test);

export { expect };
