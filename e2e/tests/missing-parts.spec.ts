import type { BrowserContext, Page } from "@playwright/test";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { logIn } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

/** Parts of browsers that may be missing, those that are independent of each other in one group. */
const GROUPS = {
  "tabs and sizes": ["BroadcastChannel", "ResizeObserver", "IntersectionObserver", "PerformanceObserver"],
  storage: ["localStorage", "sessionStorage", "indexedDB", "caches", "navigator.locks", "crypto.subtle"],
  device: [
    "matchMedia",
    "visualViewport",
    "Notification",
    "PushManager",
    "navigator.serviceWorker",
    "navigator.clipboard",
    "navigator.sendBeacon",
    "navigator.userActivation",
    "navigator.vibrate",
    "navigator.credentials",
    "navigator.onLine",
    "navigator.languages",
    "PublicKeyCredential",
    "AudioContext",
    "Worker",
    "document.fonts",
    "HTMLElement.prototype.showPopover",
    "requestIdleCallback",
    "queueMicrotask",
    "structuredClone",
    "reportError",
    "CompressionStream",
    "MutationObserver",
  ],
  language: [
    "Promise.withResolvers",
    "Promise.try",
    "Promise.any",
    "Array.prototype.at",
    "Array.prototype.toSorted",
    "Array.prototype.toReversed",
    "Array.prototype.toSpliced",
    "Array.prototype.with",
    "Array.prototype.findLast",
    "Array.prototype.findLastIndex",
    "Array.fromAsync",
    "String.prototype.at",
    "String.prototype.replaceAll",
    "String.prototype.isWellFormed",
    "Object.hasOwn",
    "Object.groupBy",
    "Map.groupBy",
    "Set.prototype.union",
    "Iterator",
    "URL.canParse",
    "AbortSignal.timeout",
    "AbortSignal.any",
    "AbortSignal.prototype.throwIfAborted",
    "Intl.Segmenter",
    "Intl.DurationFormat",
    "Intl.ListFormat",
    "Intl.supportedValuesOf",
    "scheduler",
    "navigation",
    "Temporal",
  ],
} as const;

/** "deleted": it is not there. "refused": reading it throws. "unusable": making one throws. */
type Way = "deleted" | "refused" | "unusable";

async function without(context: BrowserContext, names: readonly string[], way: Way): Promise<void> {
  await context.addInitScript(
    ({ paths, how }) => {
      for (const path of paths) {
        const steps = path.split(".");
        const name = steps.pop()!;
        let owner = globalThis as unknown as Record<string, never>;
        for (const step of steps) owner = owner[step]!;
        if (how === "unusable") {
          const refuse = function () {
            // Without memory for another canvas, browsers return null.
            if (name === "getContext") return null;
            throw new DOMException("refused", "SecurityError");
          };
          Object.defineProperty(owner, name, { value: refuse, configurable: true, writable: true });
          continue;
        }
        for (let at: object | null = owner; at !== null; at = Object.getPrototypeOf(at) as object | null)
          Reflect.deleteProperty(at, name);
        if (how === "refused")
          Object.defineProperty(owner, name, {
            configurable: true,
            get() {
              throw new DOMException("refused", "SecurityError");
            },
          });
      }
    },
    { paths: names, how: way },
  );
}

/** Reads the landing page, signs in by the form, opens a position and comes back to it. */
async function use(page: Page, app: MovableApp): Promise<void> {
  const [person] = await seedPeople(app, 1, "100");
  const other = await new TestClient(app.url).register();
  await app.database.query(
    "update users set password = (select password from users where email = $1) where email = $2",
    [other.email, person!.user.email],
  );
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" }).first()).toBeVisible();
  await logIn(page, app, { email: person!.user.email, password: "secret-1" });
  await expect(screen.balanceCard(page)).toContainText("100.00");
  await goLive(page, app);
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await whileTicking(app, () => screen.confirmButton(page).click());
  await expect(screen.dialog(page)).toBeHidden();
  await expect(screen.balanceCard(page)).toContainText("90.00");
  await page.reload();
  await expect(screen.activePositions(page).locator("[data-sell]")).toHaveCount(1);
  await expect(page.locator("canvas").first()).toBeVisible();
  for (const path of ["/profile", "/limits", "/results", "/fairness"]) {
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await expect(page.locator("main h1")).toBeVisible();
    await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
    await expect(page.getByText(texts.en.common.crash.title)).toHaveCount(0);
    await expect(page.getByText(texts.en.common.crash.part)).toHaveCount(0);
  }
}

/** What browsers do refuse, by a setting or on a page without encryption. */
const refusable = [
  ...GROUPS["tabs and sizes"],
  ...GROUPS.storage,
  "Notification",
  "navigator.serviceWorker",
  "navigator.clipboard",
  "navigator.credentials",
];
const makeable = [
  "BroadcastChannel",
  "ResizeObserver",
  "IntersectionObserver",
  "MutationObserver",
  "matchMedia",
  "AbortSignal.timeout",
  "Worker",
  "AudioContext",
  "Notification",
  "HTMLCanvasElement.prototype.getContext",
];

const CASES: readonly (readonly [what: string, way: Way, names: readonly string[]])[] = [
  ["all of them", "deleted", Object.values(GROUPS).flat()],
  ["what browsers refuse", "refused", refusable],
  ["those that are made", "unusable", makeable],
  ...Object.entries(GROUPS).map(([what, names]) => [what, "deleted", names] as const),
];

for (const [index, [what, way, names]] of CASES.entries()) {
  const define = index < 2 ? test : rare;
  define(`works without parts of the browser: ${what}, ${way}`, async ({ app, page }) => {
    await without(page.context(), names, way);
    await use(page, app);
  });
}
