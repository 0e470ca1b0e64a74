import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { browserPath } from "../support/browser.ts";
import { startHelper } from "../support/helper-process.ts";
import { note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { median } from "../support/statistics.ts";
import { WEB_ROOT } from "./bench-lighthouse.ts";
import type { SiteAnswer, SiteOrder } from "./server.ts";

const RUNS = 5;
const AIM_MS = 10_000;
/** The slow phone of Lighthouse: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const CPU_SLOWDOWN = 4;
const SLOW_4G = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };

/**
 * Measures how long a new visitor with a slow phone takes from asking for the landing page to an open practice position,
 * with three actions: "Try it now", Buy, confirm. An order enters at the end of its block of three seconds, which is part
 * of the time.
 */
export async function benchFirstPosition(folder: string): Promise<Row[]> {
  const executablePath = await browserPath();
  const server = startHelper<SiteOrder, SiteAnswer>(new URL("server.ts", import.meta.url));
  try {
    const { url } = await server.ask({ kind: "start", dataDir: join(folder, "data"), webRoot: WEB_ROOT });
    const taken: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // A new browser has no cache or storage of an earlier run.
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
      try {
        taken.push(await openFirstPosition(await throttledPhone(browser), url));
      } finally {
        await browser.close();
      }
      note(`run ${run + 1} of ${RUNS}: ${Math.round(taken.at(-1)!)} ms`);
    }
    return [
      {
        figure: "from the landing page to an open practice position, slow phone, median",
        measured: `${(median(taken) / 1000).toFixed(1)} s, longest ${(Math.max(...taken) / 1000).toFixed(1)} s`,
        target: { words: `at most ${AIM_MS / 1000} s`, reached: median(taken) <= AIM_MS },
      },
    ];
  } finally {
    await server.ask({ kind: "stop" });
    await server.stop();
  }
}

async function throttledPhone(browser: Awaited<ReturnType<typeof chromium.launch>>): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", { offline: false, ...SLOW_4G });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

async function openFirstPosition(page: Page, url: string): Promise<number> {
  const began = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page
    .getByRole("link", { name: /^Try it now/ })
    .first()
    .tap();
  await page.getByRole("button", { name: /^Practice buy$/ }).tap();
  await page.getByRole("button", { name: /for 10\.00/ }).tap();
  await page.getByRole("region", { name: /Active positions \(1\)/ }).waitFor();
  return performance.now() - began;
}
