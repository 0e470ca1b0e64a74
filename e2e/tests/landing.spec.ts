import type { Page, Route } from "@playwright/test";
import type { Fairness, Prices } from "@veritick/contract/schemas/fairness.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { jump, pass } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const ask = async <T>(app: MovableApp, path: string) => (await (await fetch(app.url + path)).json()) as T;

/** Words that the product's specification fixes. */
const PROMISED = {
  multipliers: ["High multipliers", /1 min\s*×2\.5/, /3 min\s*×6/, /5 min\s*×10/, /10 min\s*×20/],
  transactions: [
    "Instant transactions",
    "Automatic crypto processing",
    "Real-time balance updates",
    "Secure withdrawal codes",
    "8% withdrawal fee",
  ],
  security: [
    "Secure platform",
    "Encrypted authentication",
    "Secure WebSocket connections",
    "5-digit withdrawal codes",
    "Professional infrastructure",
  ],
  steps: ["The barrier", "The chance to win", "The proof"],
  edge: "House edge on this site: 5% of each stake, on average.",
  risk: "You can lose your entire stake.",
} as const;

/** The address for new visitors, who have no account to log in to. */
const REGISTER = "/auth?mode=register";

const price = (page: Page) => page.getByRole("region", { name: texts.en.landing.live.label });

test("shows header, live price, three cards, how it works, risk and footer", async ({ app, page }) => {
  await jump(app, 700);
  await page.goto(app.url);
  const { landing, common } = texts.en;

  const header = page.getByRole("banner");
  await expect(header).toContainText("Veritick");
  await expect(header.getByRole("link", { name: landing.getStarted })).toHaveAttribute("href", REGISTER);
  await expect(header.getByRole("button", { name: common.useTheme.light })).toBeVisible();
  await expect(header.getByRole("group", { name: common.language })).toBeVisible();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(landing.hero.title);
  await expect(page.getByRole("link", { name: landing.hero.start })).toHaveAttribute("href", REGISTER);
  const logIn = page.getByRole("link", { name: texts.en.auth.login.title, exact: true });
  await expect(logIn).toHaveAttribute("href", "/auth");
  await expect(page.locator(".awaited"), "the outline of the page that loads").not.toBeAttached();
  await test.step("shows the price and the barriers of this moment for each duration", async () => {
    const { prices } = await ask<Prices>(app, "/api/prices");
    const newest = prices.at(-1)!;
    await expect(price(page)).toContainText(newest.toFixed(3));
    await expect(page.getByRole("img", { name: landing.live.chart })).toBeVisible();
    const { houseEdge } = await ask<Fairness>(app, "/api/fairness");
    const terms = computeTerms({ houseEdge, winRule: "barrier" });
    for (const duration of DURATIONS) {
      await page.getByRole("radio", { name: landing.live.minutes(duration) }).check({ force: true });
      const own = terms.find((each) => each.duration === duration)!;
      for (const [side, words] of [
        ["buy", landing.live.buyWins],
        ["sell", landing.live.sellWins],
      ] as const) {
        const barrier = barrierMilli(own, side, Math.round(newest * 1000)) / 1000;
        await expect(price(page)).toContainText(words(barrier.toFixed(3)));
      }
    }
  });

  const cards = page.getByRole("region", { name: landing.features.title }).getByRole("article");
  await expect(cards).toHaveCount(3);
  for (const [index, words] of [PROMISED.multipliers, PROMISED.transactions, PROMISED.security].entries()) {
    for (const word of words) await expect(cards.nth(index)).toContainText(word);
  }

  const how = page.getByRole("region", { name: landing.how.title });
  await expect(how.getByRole("heading", { level: 3 })).toHaveText([...PROMISED.steps]);
  await expect(how).toContainText(PROMISED.edge);
  await expect(page.getByRole("link", { name: landing.join.action })).toHaveAttribute("href", REGISTER);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(PROMISED.risk);
  await expect(footer).toContainText(/© 20\d\d Veritick/);

  await page.getByRole("link", { name: landing.hero.how }).click();
  await expect(how.getByRole("heading", { level: 2 })).toBeInViewport();
  await page.getByRole("link", { name: landing.join.action }).click();
  await expect(page.getByRole("heading", { name: texts.en.auth.register.title })).toBeVisible();
});

test("updates the price each second and does not call an old one current", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED .*\/api\/prices/);
  // Browsers of 2023, for which the web app is built too, do not have it.
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, "any"));
  await page.clock.install();
  await jump(app, 60);
  await page.goto(app.url);
  const region = price(page);
  const newest = async () => (await ask<Prices>(app, "/api/prices")).prices.at(-1)!.toFixed(3);
  await expect(region).toContainText(await newest());
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  for (let second = 0; second < 2; second += 1) {
    await pass(app);
    await page.clock.fastForward(1000);
    await expect(region).toContainText(await newest());
  }
  // The page asks only for prices that it does not have.
  expect(asked.filter((path) => path.startsWith("/api/prices"))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/api\/prices\?from=\d+$/)]),
  );
  expect(asked).not.toContain("/api/prices");

  // Requests fail, or nothing answers them.
  for (const handle of [(route: Route) => route.abort(), () => undefined]) {
    const last = await newest();
    await page.route("**/api/prices*", handle);
    await page.clock.runFor(10_000);
    await expect(region).toContainText("Last known price");
    await expect(region).toContainText(last);
    await expect(region).toContainText("Buy wins at –");
    await page.unroute("**/api/prices*");
    await pass(app);
    await page.clock.runFor(10_000);
    await expect(region).toContainText("Price now");
    await expect(region).toContainText(await newest());
  }
});

test("asks for no visitor's session and finds every existing one", async ({ ownApp: app, page, context }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(price(page)).toContainText("152.790");
  expect(asked).not.toContain("/api/auth/me");
  expect(asked.filter((path) => path === "/api/fairness")).toHaveLength(1);

  // A session that began without a page, so no page has set its hint cookie yet.
  await withMoney(context, app, "12");
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["session"]);
  await page.reload();
  await expect(screen.balanceCard(page)).toContainText("12.00 USDMS");
  expect(asked.filter((path) => path === "/api/auth/me")).toHaveLength(1);

  // Later calls of this page would be answered with 401.
  await page.goto("about:blank");
  await context.clearCookies({ name: "session" });
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(asked.filter((path) => path === "/api/auth/me")).toHaveLength(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("says in both languages that the site needs it, in the product's look", async ({ app, page }) => {
    await page.goto(app.url);
    const words = page.locator(".scriptless p");
    await expect(words).toContainText(["Veritick needs JavaScript.", "Veritick a besoin de JavaScript."]);
    await expect(words.last()).toBeVisible();
    await expect(page.locator(".awaited")).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(9, 13, 19)");
  });
});
