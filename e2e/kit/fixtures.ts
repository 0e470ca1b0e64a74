import { test as base } from "@playwright/test";
import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Clock } from "@veritick/server/platform/clock.ts";
import type { MovableClock } from "@veritick/server/testing/movable-clock.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";

type Fixtures = {
  /** A server whose time stands still until the test moves it. */
  app: TestApp<MovableClock>;
  /** A server on the real clock. */
  realTimeApp: TestApp<Clock>;
};

async function withApp<C extends Clock>(
  clock: C | undefined,
  use: (app: TestApp<C>) => Promise<void>,
): Promise<void> {
  const connection = await cloneDatabase(JSON.parse(process.env["E2E_POSTGRES"]!) as ServerConnection);
  const app = await startTestApp<C>(clock === undefined ? { connection } : { connection, clock });
  await use(app);
  await app.close();
  await connection.drop();
}

export const test = base.extend<Fixtures>({
  app: async ({}, use) => withApp<MovableClock>(undefined, use),
  realTimeApp: async ({}, use) => withApp<Clock>(systemClock(), use),
});

export { expect } from "@playwright/test";
