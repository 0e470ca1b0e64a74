import { fileURLToPath } from "node:url";
import { startApp } from "../src/start-app.ts";
import type { App } from "../src/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Database } from "../src/platform/db/database.ts";
import type { DatabaseRoles } from "../src/platform/db/server-role.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import type { Log } from "../src/platform/telemetry/log.ts";
import type { BeaconStandIns } from "../src/beacon/public.ts";
import type { Clock } from "../src/platform/clock.ts";
import type { Wait } from "../src/positions/public.ts";
import { freeBeacon } from "./free-beacon.ts";
import { movableClock } from "./movable-clock.ts";
import type { MovableClock } from "./movable-clock.ts";
import type { DatabaseConnection } from "./test-database.ts";

export const TEST_SECRET = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

export const TEST_PEPPER = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

export const TEST_SIGNING_KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
export const TEST_BEACON_KEY = "1e0f3c2d5a4b78699687b4a5d2c3f0e11e0f3c2d5a4b78699687b4a5d2c3f0e1";
export const TEST_LOG_KEY = "05".repeat(32);
/** The public key of TEST_SIGNING_KEY, computed by another program. */
export const TEST_PUBLIC_KEY = "29874879008795f7bccdb52e5323513bb928042b01bc8ed2dbf4fade0f68cfb7";

export type TestApp<C extends Clock = MovableClock> = App & { url: string; clock: C };

type Options<C extends Clock> = {
  connection: DatabaseConnection;
  /** Uses the role of a real server, which owns nothing, instead of the database's owner. */
  asServer?: boolean;
  clock?: C;
  /** Settings, in the form of environment variables. */
  environment?: Record<string, string>;
  /** The folder of the built web app; by default the repository's own. */
  webRoot?: string;
  /** A folder for e-mails. Without one, and without SMTP_URL, none are sent. */
  outbox?: string;
  log?: Log;
  /** The most connections at once; by default a few, and more if all of them are stuck. */
  connections?: number;
  /** Parts of the beacon; by default parts that cost nothing, with signatures that verify nowhere. */
  beacon?: BeaconStandIns;
  /** Waits before the second look for running servers; by default not at all. */
  wait?: Wait;
};

/** Gives each database a role of its own, because roles belong to the whole PostgreSQL, which test files share. */
const rolesOf = (owner: DatabaseConnection): DatabaseRoles => ({
  connection: { ...owner, user: `${owner.database}_server`, password: "of-the-server" },
  owner,
});

/** Starts the whole server on a port of its own, with a clock that the test moves unless it brings another. */
export async function startTestApp<C extends Clock = MovableClock>(options: Options<C>): Promise<TestApp<C>> {
  const clock = options.clock ?? (movableClock() as unknown as C);
  const { CONFIRM_EMAIL_BEFORE, ...environment } = options.environment ?? {};
  const config = readConfig({
    PORT: "0",
    DATABASE_URL: "postgresql://replaced.below",
    PRICE_SECRET: TEST_SECRET,
    CODE_PEPPER: TEST_PEPPER,
    SIGNING_KEY: TEST_SIGNING_KEY,
    BEACON_KEY: TEST_BEACON_KEY,
    LOG_KEY: TEST_LOG_KEY,
    ACCEPT_OWN_BEACON: "yes",
    HOUSE_CAPITAL: "1000000",
    SANDBOX_CONFIRM_SECONDS: "4",
    LIMIT_REGISTRATIONS_PER_HOUR: "100000",
    LIMIT_DEPOSITS_PER_USER: "100000",
    LIMIT_DEPOSITS_PER_ADDRESS: "100000",
    LIMIT_CALLS_PER_SECOND: "100000",
    LIMIT_CALL_BURST: "100000",
    // Tests move the clock, which must neither require a new proof of identity nor end a session.
    STEP_UP_MINUTES: "0",
    SESSION_IDLE_HOURS: "0",
    ADMIN_IDLE_MINUTES: "0",
    ...environment,
  });
  const mail = { transport: { outbox: options.outbox ?? "" }, from: "Veritick <no-reply@localhost>" };
  const started = {
    config:
      options.outbox === undefined
        ? config
        : { ...config, mail, confirmBeforeWithdrawal: CONFIRM_EMAIL_BEFORE === "withdrawal" },
    connection: options.connection,
    ...(options.asServer === true ? rolesOf(options.connection) : {}),
    clock,
    log: options.log ?? createLog(process.env["TEST_LOG_LEVEL"] ?? "error"),
    webRoot:
      options.webRoot ?? process.env["WEB_ROOT"] ?? fileURLToPath(new URL("../../web/dist", import.meta.url)),
    checkReplies: true,
    beacon: options.beacon ?? freeBeacon(),
    maxClockSkewMs: Infinity,
    wait: options.wait ?? (() => Promise.resolve()),
    // A clock that stands still waits until the head is served.
    ...("jump" in clock && { leadTicks: 0 }),
  };
  const { app, port } = await startApp(started, ({ database }) => {
    if (options.connections === undefined) growSlowly(database);
    else database.options.max = options.connections;
  });
  return { ...app, clock, url: `http://127.0.0.1:${port}` };
}

/** The connections of a server at first. */
const FEW = 2;
/** The time without a returned connection after which all of them count as stuck. A busy machine takes long for a statement. */
const STUCK_MS = 60;

/**
 * Limits a pool to a few connections, and adds one each time that a statement waits while none comes back. So statements
 * that must run together still do. Each tick of a server would otherwise open all allowed connections, and PostgreSQL works
 * for 50 ms before a new connection answers as fast as an old one.
 */
function growSlowly(pool: Database): void {
  const most = pool.options.max;
  pool.options.max = Math.min(FEW, most);
  let isMoving = true;
  pool.on("release", () => void (isMoving = true));
  const timer = setInterval(() => {
    if (pool.ending || pool.options.max >= most) return clearInterval(timer);
    const isStuck = pool.waitingCount > 0 && !isMoving;
    isMoving = false;
    if (!isStuck) return;
    pool.options.max += 1;
    // The pool then gives the new connection to the waiting statement.
    pool.connect().then(
      (connection) => connection.release(),
      () => {},
    );
  }, STUCK_MS).unref();
}
