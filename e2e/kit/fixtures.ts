import { test as base, expect } from "@playwright/test";
import type { BrowserContext, ConsoleMessage } from "@playwright/test";
import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Clock } from "@veritick/server/platform/clock.ts";
import type { MovableClock } from "@veritick/server/testing/movable-clock.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";

export type MovableApp = TestApp<MovableClock>;

/** Something went wrong in a page that its person may not have seen. */
type Fault = { text: string; url: string };

export type Watch = { faults: Fault[]; expected: RegExp[]; isOver: boolean };

type Fixtures = {
  /** A server whose time stands still until the test moves it. */
  app: MovableApp;
  /** A server on the real clock. */
  realTimeApp: TestApp<Clock>;
  /** Console errors and uncaught faults fail every test, save those that it says it provokes. */
  expectFaults: (pattern: RegExp) => void;
  watch: Watch;
};

/** What a server of a test's own is told beside its database and its clock. */
export type Settings = { environment?: Record<string, string>; outbox?: string };

export async function withApp<C extends Clock>(
  clock: C | undefined,
  watch: Watch,
  use: (app: TestApp<C>) => Promise<void>,
  settings: Settings = {},
): Promise<void> {
  const connection = await cloneDatabase(JSON.parse(process.env["E2E_POSTGRES"]!) as ServerConnection);
  const app = await startTestApp<C>({ ...settings, connection, ...(clock && { clock }) });
  await use(app);
  // The pages are still there when their server goes; what they say about that is of no interest.
  watch.isOver = true;
  await app.close();
  await connection.drop();
}

/** From now on what goes wrong in the pages of a browser is noted. */
export function watchOver(context: BrowserContext, watch: Watch): void {
  const note = (fault: Fault) => watch.isOver || watch.faults.push(fault);
  context.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") note({ text: message.text(), url: message.location().url });
  });
  context.on("weberror", (error) => {
    note({ text: String(error.error().stack), url: error.page()?.url() ?? "" });
  });
}

/** For someone who is not signed in the question who they are is answered with 401, which the browser logs. */
function isVisitor({ text, url }: Fault): boolean {
  return url.endsWith("/api/auth/me") && text.includes("status of 401");
}

export const test = base.extend<Fixtures>({
  watch: [
    async ({ context }, use) => {
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
  app: async ({ watch }, use) => withApp<MovableClock>(undefined, watch, use),
  realTimeApp: async ({ watch }, use) => withApp<Clock>(systemClock(), watch, use),
});

export { expect };
