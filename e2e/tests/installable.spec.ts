import type { Page } from "@playwright/test";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, rareOf, test as base } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import { BUILD } from "../kit/rounds.ts";
import * as screen from "../kit/screen.ts";

/** A server that keeps its address while the test stops, starts and updates it. */
type Site = { url: string; app: MovableApp; stop(): Promise<void>; start(webRoot?: string): Promise<void> };

const test = base.extend<{ site: Site }>({
  site: async ({ watch }, use) => {
    const connection = await cloneDatabase(JSON.parse(process.env["E2E_POSTGRES"]!) as ServerConnection);
    const clock = movableClock();
    let app = await startTestApp({ connection, clock });
    const url = app.url.replace("127.0.0.1", "localhost");
    const site: Site = {
      url,
      get app() {
        return { ...app, url };
      },
      stop: () => app.close(),
      async start(webRoot = BUILD) {
        const environment = { PORT: new URL(url).port };
        app = await startTestApp({ connection, clock, environment, webRoot });
      },
    };
    await use(site);
    watch.isOver = true;
    await app.close();
    await connection.drop();
  },
});
const rare = rareOf(test);

/** Errors about files that a stopped or updated server does not have. */
const GONE =
  /net::ERR_|status of (404|503)|^WebSocket connection|^Failed to fetch dynamically|^Unable to preload/;

/** Returns the build that served this page. */
const shownBuild = (page: Page) =>
  page.locator("script[type=module]").first().getAttribute("src") as Promise<string>;
const keptBuilds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("veritick-")));

/** Waits until the interface is stored. The page begins to store it some seconds after loading. */
async function keep(page: Page): Promise<void> {
  await page.clock.fastForward(5000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe("activated");
}

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("is installable, and its icons have the sizes they claim", async ({ site, page }) => {
    await page.clock.install();
    await page.goto(site.url);
    await keep(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // The temporary profile of a test allows no installation.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const manifest = (await (await fetch(`${site.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string; type: string }[];
      screenshots: { src: string; sizes: string }[];
    };
    const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
    const social = await page.locator("meta[property='og:image']").getAttribute("content");
    const pictures = [
      ...manifest.icons.filter(({ type }) => type === "image/png"),
      ...manifest.screenshots,
      { src: touch!, sizes: "180x180" },
      { src: social!, sizes: "1200x630" },
    ];
    for (const { src, sizes } of pictures) {
      const bytes = Buffer.from(await (await fetch(site.url + src)).arrayBuffer());
      expect(bytes.subarray(1, 4).toString(), src).toBe("PNG");
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  rare(
    "starts without the server, says so, and shows no old price",
    async ({ site, page, context, expectFaults }) => {
      expectFaults(GONE);
      await page.clock.install();
      await page.goto(site.url);
      await expect(page.getByRole("region", { name: "Price now" })).toContainText("152.790");
      await keep(page);
      const kept = await page.evaluate(async () => {
        const [name = ""] = await caches.keys();
        return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
      });
      expect(kept).toContain("/");
      expect(kept.filter((path) => /^\/(api|ws|healthz)/.test(path))).toEqual([]);
      // Only administrators may store the administration's code.
      expect(kept.filter((path) => path.includes("admin"))).toEqual([]);

      await site.stop();
      await page.reload();
      await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.clock.runFor(10_000);
      await expect(page.getByText("The price is not available right now.")).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(/1\d\d\.\d{3}/);

      await site.start();
      await withMoney(context, site.app, "12");
      await page.goto(`${site.url}/dashboard`);
      await expect(screen.balanceCard(page)).toContainText("12.00 USDMS");
      await site.stop();
      await page.goto(`${site.url}/dashboard`);
      await expect(page.getByRole("heading", { name: "Can’t reach the server" })).toBeVisible();
      await expect(page.getByText("12.00 USDMS")).toBeHidden();
      await site.start();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(screen.balanceCard(page)).toContainText("12.00 USDMS");
    },
  );

  rare(
    "keeps an open page on its own build and gives the next page the new one",
    async ({ site, page, context, expectFaults }) => {
      expectFaults(GONE);
      await page.clock.install();
      await page.goto(site.url);
      await keep(page);
      const before = await shownBuild(page);
      const [first] = await keptBuilds(page);

      const next = nextBuild();
      await site.stop();
      await site.start(next.folder);
      await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
      await page.getByRole("link", { name: "Get started" }).click();
      await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
      expect(await page.evaluate(() => "isStillTheSamePage" in window)).toBe(true);

      const other = await context.newPage();
      await other.clock.install();
      await other.goto(`${site.url}/auth`);
      await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
      expect(await shownBuild(other)).not.toBe(before);
      expect(await shownBuild(other)).toBe(entryOf(readFileSync(join(next.folder, "index.html"), "utf8")));
      await keep(other);
      await expect.poll(() => keptBuilds(other)).toHaveLength(2);

      // The files of the old build are deleted after its last page closes.
      await page.close();
      await other.close();
      await expect(async () => {
        const last = await context.newPage();
        await last.goto(site.url);
        const builds = await keptBuilds(last);
        await last.close();
        expect(builds).toEqual([first!.replace("veritick-", "veritick-next-")]);
      }).toPass();
      await site.stop();
      const offline = await context.newPage();
      await offline.goto(site.url);
      await expect(offline.getByRole("link", { name: "Get started" })).toBeVisible();
      expect(await shownBuild(offline)).toContain("-next");
      next.remove();
    },
  );
});

test("loads the new version once by itself if code is gone", async ({ site, page, expectFaults }) => {
  expectFaults(GONE);
  const next = nextBuild(/^auth-page/);
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.goto(site.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await site.stop();
  await site.start(next.folder);
  await page.getByRole("link", { name: "Get started" }).click();
  // The new version lacks the file as well, and the page says so instead of retrying for ever.
  await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
  await expect.poll(() => loads).toBe(2);

  const whole = nextBuild();
  await site.stop();
  await site.start(whole.folder);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  next.remove();
  whole.remove();
});

rare("keeps typed input instead of loading a new version", async ({ site, page, expectFaults }) => {
  expectFaults(GONE);
  await page.goto(`${site.url}/auth?mode=register`);
  await page.getByRole("textbox", { name: "E-mail" }).fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByLabel("Confirm the password").fill("another password");
  const next = nextBuild();
  await site.stop();
  await site.start(next.folder);
  // The code that draws notices loads with the first notice, so this press finds the new version.
  await page.getByRole("main").getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("A new version is available.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Confirm the password")).toHaveValue("another password");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("A new version is available.")).toBeHidden();
  expect(await shownBuild(page)).toContain("-next");
  next.remove();
});

/** Returns the first script of a build's page. Its name differs between builds. */
const entryOf = (page: string): string => /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!;

/**
 * Returns the web app after an update: all its files have other names. `without` leaves out matching files, as on a server
 * that was only partly updated.
 */
function nextBuild(without?: RegExp): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "veritick-build-"));
  cpSync(BUILD, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/\.js$/, "-next.js")]));
  const names = new RegExp(scripts.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const path of [
    ...scripts.map((name) => join(assets, name)),
    ...["index.html", "sw.js"].map((name) => join(folder, name)),
  ]) {
    const text = readFileSync(path, "utf8").replace(names, (name) => renamed.get(name)!);
    writeFileSync(path, text.replace('"version":"', '"version":"next-'));
  }
  for (const [name, next] of renamed) {
    if (without?.test(name) === true) rmSync(join(assets, name));
    else renameSync(join(assets, name), join(assets, next));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
