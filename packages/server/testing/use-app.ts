import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import type { BeaconStandIns } from "../src/beacon/public.ts";
import type { Log } from "../src/platform/telemetry/log.ts";
import type { Wait } from "../src/positions/public.ts";
import type { MovableClock } from "./movable-clock.ts";
import { startTestApp } from "./test-app.ts";
import type { TestApp } from "./test-app.ts";
import { cloneDatabase, CONFIRMED } from "./test-database.ts";
import type { DatabaseConnection } from "./test-database.ts";

export type Scope = {
  /** The app of this file, on a database of its own. */
  readonly app: TestApp;
  readonly connection: DatabaseConnection;
  /** Starts another app, ended with the test; by default on the same database, with the same clock. */
  start(options?: {
    environment?: Record<string, string>;
    connection?: DatabaseConnection;
    clock?: MovableClock;
    asServer?: boolean;
    outbox?: string;
    log?: Log;
    beacon?: BeaconStandIns;
    wait?: Wait;
  }): Promise<TestApp>;
  /** Waits until no app of this file has work left. */
  settled(): Promise<void>;
  /** Lets seconds pass one by one, each with its work. */
  pass(seconds: number): Promise<void>;
  /** Creates another database, dropped with the test. */
  clone(): Promise<DatabaseConnection>;
};

/** A missing folder. No test of a `Scope` loads a page, and compressing the web app at each start took 4 % of the time. */
const NO_PAGES = "no-web-app";

/** Starts one server for a test file, and others that single tests start beside it. */
export function useApp(
  environment: Record<string, string> = {},
  fileOptions: {
    outbox?: string;
    log?: Log;
    clock?: MovableClock;
    asServer?: boolean;
    connections?: number;
    beacon?: BeaconStandIns;
    /** True if accounts begin without a confirmed address, as outside tests. */
    asksToConfirm?: boolean;
  } = {},
): Scope {
  let app: TestApp;
  let connection: DatabaseConnection & { drop(): Promise<void> };
  const guests = new Set<TestApp>();

  const newDatabase = () =>
    cloneDatabase(inject("postgres"), fileOptions.asksToConfirm === true ? undefined : CONFIRMED);

  beforeAll(async () => {
    connection = await newDatabase();
    app = await startTestApp({ connection, environment, webRoot: NO_PAGES, ...fileOptions });
  });
  afterAll(async () => {
    await app.close();
    await connection.drop();
  });

  const settled = async () => {
    await Promise.all([app, ...guests].map((one) => one.settled()));
  };

  return {
    get app() {
      return app;
    },
    get connection() {
      return connection;
    },
    async start(options = {}) {
      const { connections } = fileOptions;
      const guest = await startTestApp({
        connection,
        clock: app.clock,
        webRoot: NO_PAGES,
        ...(connections === undefined ? {} : { connections }),
        ...options,
      });
      guests.add(guest);
      onTestFinished(async () => {
        guests.delete(guest);
        await guest.close();
      });
      return guest;
    },
    settled,
    async pass(seconds) {
      for (let passed = 0; passed < seconds; passed += 1) {
        app.clock.advance(1);
        await settled();
      }
    },
    async clone() {
      const cloned = await newDatabase();
      onTestFinished(cloned.drop);
      return cloned;
    },
  };
}
