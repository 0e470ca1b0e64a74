import type {} from "@veritick/server/testing/global-setup.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { startApp } from "./app.ts";
import type { RunningApp } from "./app.ts";
import type { Driver, Engine } from "./driver.ts";
import { FLOWS } from "./flows.ts";
import { Screen } from "./screen.ts";

/** Where the picture of a failure goes. */
const PICTURES = join(import.meta.dirname, "../test-results");

/** Runs all flows in one engine, one after the other. Without a `start` they count as skipped. */
export function runFlows(engine: Engine, start: (() => Promise<Driver>) | undefined): void {
  describe.skipIf(start === undefined)(engine, () => {
    let [app, end]: [RunningApp?, (() => Promise<void>)?] = [];
    let driver: Driver | undefined;
    beforeAll(async () => {
      ({ app, end } = await startApp(inject("postgres")));
      driver = await start!();
    });
    afterAll(async () => {
      await driver?.close();
      await end?.();
    });
    let failed: string | undefined;
    for (const [title, flow] of FLOWS) {
      it(title, async ({ skip }) => {
        // Each goes on where the one before it ended.
        skip(failed !== undefined, `after "${failed}" failed`);
        try {
          await flow({ app: app!, screen: new Screen(driver!) });
        } catch (error) {
          failed = title;
          mkdirSync(PICTURES, { recursive: true });
          const picture = join(PICTURES, `${engine}-${title.slice(0, 30).replaceAll(/\W+/g, "-")}.png`);
          writeFileSync(picture, await driver!.screenshot());
          throw error;
        }
      });
    }
  });
}
