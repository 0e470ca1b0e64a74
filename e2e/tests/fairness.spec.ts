import type { Page, Route } from "@playwright/test";
import type { Fairness, FairnessEpoch, Prices } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, now } from "../kit/time.ts";
import { texts } from "../kit/words.ts";
import { goOn } from "../walks/walk.ts";

test.use({ rounds: "spared" });

const EPOCH = 3600;
const main = (page: Page) => page.getByRole("main");
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** Opens a section of the fairness page. */
async function opened(page: Page, name: string) {
  const section = card(page, name);
  await section.getByRole("heading", { name, exact: true }).click();
  return section;
}
const checks = (page: Page) =>
  page.getByRole("list", { name: "Checked in your browser" }).getByRole("listitem");
const outcomes = (page: Page) =>
  checks(page).evaluateAll((items) => items.map((item) => item.getAttribute("data-outcome")));
const ask = async <T>(app: MovableApp, path: string) => (await (await fetch(app.url + path)).json()) as T;

/** Moves the clock past three hours and some minutes of a fourth. */
async function someHours(app: MovableApp): Promise<number> {
  await jump(app, EPOCH - (now(app) % EPOCH) + 2 * EPOCH + 300);
  return Math.floor(now(app) / EPOCH);
}

/** Changes the server's answer on its way to the page. */
async function tamper<T>(page: Page, path: string, change: (body: T) => void): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route: Route) => {
      const response = await route.fetch();
      const body = (await response.json()) as T;
      change(body);
      await route.fulfill({ response, json: body });
    },
  );
}

const other = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

for (const language of ["en", "fr"] as const) {
  test.describe(`on a phone, in ${language}`, () => {
    test.use({ viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true });

    test("answers without scrolling, and opens the section of an address", async ({ app, page }) => {
      const { pages } = texts[language].fairness;
      await prefer(page.context(), { language });
      const { locked, beacon, checked, trust } = pages.answer;
      const whole = { ratio: 1 };
      for (const by of ["drand", "quicknet", "local"] as const) {
        await page.unrouteAll({ behavior: "wait" });
        await tamper<Fairness>(page, "/api/fairness", (reply) => {
          if (by !== "local") reply.beacon.kind = "drand";
          if (by === "quicknet") reply.beacon.chainHash = QUICKNET.chainHash;
        });
        await page.goto(`${app.url}/fairness`);
        for (const words of [pages.question, locked, beacon[by], checked, trust]) {
          await expect(main(page).getByText(words, { exact: true })).toBeInViewport(whole);
        }
        await expect(page.getByRole("heading", { level: 1 })).toBeInViewport(whole);
        await expect(page.getByRole("img", { name: pages.picture.means })).toBeInViewport(whole);
        await expect(page.getByRole("link", { name: pages.verify })).toBeInViewport(whole);
      }
      await page.unrouteAll({ behavior: "wait" });

      await page.getByRole("link", { name: pages.trust.title }).click();
      await expect(page.getByText(pages.trust.points[0]!)).toBeInViewport();
      await page.goto("about:blank");
      await page.goto(`${app.url}/fairness#keys`);
      await expect(
        card(page, pages.keys.title).getByText(pages.keys.newest, { exact: true }),
      ).toBeInViewport();
      await expect(page.getByText(pages.trust.points[0]!)).toBeHidden();
    });
  });
}

test("lets a visitor read rule, statistics and commitments and check an hour", async ({
  ownApp: app,
  page,
}) => {
  const current = await someHours(app);
  const { current: running, chain, keys } = await ask<Fairness>(app, "/api/fairness");
  await page.route("**/api/fairness", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Fairness;
    const changed = { ...reply.termsByEpoch[0]!, fromEpoch: running.epoch + 20, houseEdge: 0.1 };
    await route.fulfill({ response, json: { ...reply, termsByEpoch: [...reply.termsByEpoch, changed] } });
  });
  await page.goto(app.url);
  await page.getByRole("contentinfo").getByRole("link", { name: "Fairness" }).click();
  await expect(page).toHaveURL(`${app.url}/fairness`);
  await expect(page).toHaveTitle("Fairness · Veritick");
  await expect(page.getByRole("banner").getByRole("link", { name: "Get started" })).toBeVisible();

  const newest = (await ask<Prices>(app, "/api/prices")).prices.at(-1)!.toFixed(3);
  const rule = await opened(page, "Who wins");
  await expect(rule).toContainText(`At the current price, ${newest}`);
  await expect(rule.getByRole("list").first().getByRole("listitem")).toHaveCount(4);
  await expect(rule).toContainText("27.1429% × 25.00 − 72.8571% × 10.00 = −0.50");
  const terms = (await opened(page, "Terms, promised in advance")).getByRole("listitem");
  await expect(terms.first()).toContainText(/Promised\s*From .+House edge10%/);
  await expect(terms.last()).toContainText(
    /In force\s*Since .+House edge5%Sell-back fee1%Multipliers×2\.5 · ×6 · ×10 · ×20/,
  );
  await terms.last().getByText("Full text of the terms").click();
  await expect(terms.last()).toContainText("sellFee 0.01");
  const honesty = await opened(page, "Promised chance and actual results");
  await expect(honesty).toContainText("None settled yet");
  await expect(honesty).toContainText("nobody outside can check them");
  const locked = await opened(page, "Locked in now");
  await expect(locked).toContainText(running.commitment);
  await locked.getByText("The 23 hours after that").click();
  await expect(locked.getByRole("link", { name: /^Hour / })).toHaveCount(25);
  await expect(locked).toContainText(chain.head);
  await expect(await opened(page, "Signing key")).toContainText(keys.at(-1)!.publicKey);
  await expect(await opened(page, "Ended price series")).toContainText("No price series was ended");
  const alone = await opened(page, "Check without us");
  await expect(alone.getByRole("link", { name: "Download" })).toHaveAttribute("href", "/veritick-verify.mjs");
  expect((await fetch(`${app.url}/veritick-verify.mjs`)).headers.get("content-type")).toContain("javascript");

  const past = (await opened(page, "Past hours")).getByRole("listitem");
  await expect(past).toHaveCount(3);
  const number = card(page, "Past hours").getByRole("textbox", { name: "Hour number" });
  await number.press("Enter");
  await expect(number).toHaveAccessibleDescription("Enter an hour number.");
  await past.first().getByRole("link").click();
  await expect(page).toHaveURL(`${app.url}/fairness/epochs/${current - 1}`);
  await expect(card(page, "Checked in your browser")).toContainText(
    "Everything matches, with 2 reservations",
  );
  const right = Array<string>(3).fill("right");
  expect(await outcomes(page)).toEqual([...right, "note", ...right]);

  const from = (current - 1) * EPOCH;
  const { prices } = await ask<Prices>(app, `/api/prices?from=${from}&to=${from + EPOCH - 1}`);
  await expect(page.getByRole("figure")).toHaveAccessibleName(
    new RegExp(`the price went from ${prices[0]!.toFixed(3)} to ${prices.at(-1)!.toFixed(3)} \\(lowest `),
  );
  await test.step("reads each price by key and by pointer", async () => {
    const reader = page.getByRole("slider");
    await reader.focus();
    await reader.press("Home");
    await reader.press("PageUp");
    await reader.press("ArrowRight");
    await expect(reader).toHaveAttribute("aria-valuetext", /:01:01, /);
    await expect(reader).toHaveAttribute("aria-valuetext", new RegExp(`${prices[61]!.toFixed(3)}$`));
    await reader.hover();
    await expect(reader).toContainText(/:(29|30):\d\d/);
  });
  const day = card(page, "The whole day");
  await expect(day).toContainText(
    /checks 3,\d\d\d signatures of the beacon\. On this device that takes up to \d+ minute/,
  );
  await day.getByRole("button", { name: "Check the whole day" }).click();
  await expect(day).toContainText("3 hours and ");
  await expect(day).toContainText("everything matches");
  await expect(day).toContainText("Nothing here shows that the hour was not backdated");

  await test.step("tells how far the check of a day is, and can be stopped", async () => {
    await page.route(/beacon-signatures-/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "export const findUnsigned = () => { const end = performance.now() + 60; while (performance.now() < end); };",
      }),
    );
    await page.reload();
    await expect(card(page, "Checked in your browser").getByRole("progressbar")).toHaveAccessibleName(
      "Checking the beacon’s signatures",
    );
    await day.getByRole("button", { name: "Check the whole day" }).click();
    await expect(day.getByRole("progressbar")).toHaveAttribute("aria-valuetext", /^0 of 3 hours · \d+ of /);
    await day.getByRole("button", { name: "Stop" }).click();
    await expect(day.getByRole("status")).toContainText("Stopped before the end");
  });
});

test("marks a seed, a price or a signature that was tampered with", async ({ ownApp: app, page }) => {
  const current = await someHours(app);
  const epoch = current - 1;
  const address = `${app.url}/fairness/epochs/${epoch}`;
  const { beacon } = await ask<Fairness>(app, "/api/fairness");
  const wrong = async () => {
    await page.goto(address);
    await expect(card(page, "Checked in your browser")).toContainText("Something is wrong");
    return checks(page).and(page.locator("[data-outcome=wrong]")).allTextContents();
  };
  const ofRow = (change: (row: FairnessEpoch) => void) =>
    tamper<FairnessEpoch[]>(page, "/api/fairness/epochs", (rows) =>
      change(rows.find((row) => row.epoch === epoch)!),
    );

  await ofRow((row) => (row.seed = other(row.seed!)));
  expect(await wrong()).toEqual([expect.stringContaining("the commitment was to another seed")]);
  await expect(page.getByRole("figure")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await tamper<Prices>(page, "/api/prices", (run) => {
    if (run.from === epoch * EPOCH) run.prices[1800]! += 0.001;
  });
  expect(await wrong()).toEqual([expect.stringContaining(`tick ${epoch * EPOCH + 1800}`)]);
  await page.getByRole("button", { name: "Check the whole day" }).click();
  await expect(card(page, "The whole day")).toContainText(`Wrong:Hour ${epoch}`);
  await page.unrouteAll({ behavior: "wait" });
  await tamper<{ round: number; signature: string }[]>(page, "/api/fairness/rounds", (rounds) => {
    const round = rounds.find((each) => each.round === roundOf(beacon, epoch * EPOCH + 1800));
    if (round !== undefined) round.signature = "0".repeat(96);
  });
  const told = await wrong();
  expect(told).toHaveLength(3);
  expect(told[0]).toContain(
    `A round of the hour is not signed by the beacon, or is given in two versions. Round ${roundOf(beacon, epoch * EPOCH + 1800)}`,
  );
  await page.unrouteAll({ behavior: "wait" });
});

rare(
  "keeps the connection live in French and opens an hour by itself when it is over",
  async ({ ownApp: app, page }) => {
    await prefer(page.context(), { language: "fr" });
    const current = await someHours(app);
    const { common, fairness, trade } = texts.fr;
    const { epochPage } = fairness.pages;
    const person = await onDashboard(page, app, "100");
    await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    await page.getByRole("button", { name: RegExp(common.menu.label) }).click();
    await page.getByRole("menuitem", { name: common.menu.fairness }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Équité");
    await jump(app, 63);
    await screen.expectNotice(page, RegExp(`${trade.result.won}|${trade.result.lost}`));

    await goOn(page, `/fairness/epochs/${current}`);
    await expect(main(page)).toContainText(epochPage.state.running);
    await expect(main(page)).toContainText(/La graine sera publiée dans \d\d:\d\d/);
    await expect(card(page, epochPage.checks)).toContainText(epochPage.someLater);
    await expect(page.getByRole("figure")).toBeVisible();
    await jump(app, EPOCH - (now(app) % EPOCH));
    await expect(card(page, epochPage.checks)).toContainText(epochPage.allRight);
    await expect(main(page)).toContainText(epochPage.state.over);

    await page.getByRole("link", { name: epochPage.next }).click();
    await expect(main(page)).toContainText(epochPage.state.running);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await goOn(page, `/fairness/epochs/${current + 20}`);
    await expect(main(page)).toContainText(epochPage.upcomingChart.title);
    await expect(card(page, epochPage.checks)).toContainText(epochPage.someLater);
    await expect(main(page)).toContainText(epochPage.check.start.later);
    await goOn(page, `/fairness/epochs/${current + 99}`);
    await expect(main(page)).toContainText(epochPage.none.title);
    await page.goto(`${app.url}/fairness/epochs/x`);
    await expect(main(page)).toContainText(epochPage.none.title);
  },
);

rare(
  "warns of swapped commitments on the dashboard and the fairness page until the user acknowledges it",
  async ({ ownApp: app, page }) => {
    await withMoney(page.context(), app, "100");
    await page.goto(`${app.url}/fairness`);
    const seen = card(page, "Locked in now");
    await expect(seen).toContainText("It has noted the head");
    const { chain } = await ask<Fairness>(app, "/api/fairness");

    await page.goto("about:blank");
    await jump(app, 30 * EPOCH);
    await page.goto(`${app.url}/fairness`);
    // A page that asks twice finds the list that it has just noted.
    await expect(seen).toContainText(/(continues|is still) the one that this browser has seen/);

    const honest = await ask<Fairness>(app, "/api/fairness");
    const head = other(honest.chain.head);
    await tamper<Fairness>(page, "/api/fairness", (reply) => (reply.chain.head = head));
    const alarm = page.getByRole("region", { name: "Commitments", exact: true });
    await page.goto(app.url);
    await goLive(page, app);
    await expect(alarm).toContainText("no longer those that this browser has seen");
    await expect(alarm).toContainText(honest.chain.head);
    await expect(alarm).toContainText(head);
    expect(chain.head).not.toBe(honest.chain.head);

    await page.unrouteAll({ behavior: "wait" });
    await alarm.getByRole("link").click();
    await expect(card(page, "Locked in now").getByText("Seen by this browser")).toBeVisible();
    await expect(card(page, "Locked in now")).toBeInViewport();
    await expect(page).toHaveURL(`${app.url}/fairness#commitments`);
    await page.goto(`${app.url}/fairness`);
    await expect(alarm).toBeVisible();
    await expect(seen).toContainText("The list is still the one");
    await alarm.getByRole("button", { name: "I have noted this" }).click();
    await expect(alarm).toBeHidden();
    await page.reload();
    await expect(seen).toContainText("The list is still the one");
    await expect(alarm).toBeHidden();
  },
);
