import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const { crash, retry } = texts.en.common;

/** Answers some calls in another form, as a proxy or another version might. */
const FORMS = {
  limits: [null, { pause: "no", limits: 7, timeZone: [] }, { pause: {}, limits: {} }],
  results: [[], null, { total: { positions: 2 } }],
  deposits: [null, {}, [{}]],
  settings: [null, [], { helpLinks: 7, maintenance: null }],
} as const;

async function answerWith(page: Page, round: number): Promise<void> {
  for (const [name, forms] of Object.entries(FORMS)) {
    const answer: unknown = forms[round];
    await page.route(RegExp(`/api/(trading/)?${name}(\\?|$)`), (route) =>
      route.request().method() === "GET" ? route.fulfill({ json: answer }) : route.fallback(),
    );
  }
}

async function buy(page: Page): Promise<void> {
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await screen.confirmButton(page).click();
  await expect(screen.dialog(page)).toBeHidden();
}

test("keeps a broken part to itself, and reports it without a word about anybody", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/TypeError|RangeError/);
  const reports: unknown[] = [];
  await page.exposeFunction("hear", (body: string) => reports.push(JSON.parse(body)));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      const { hear } = window as unknown as { hear: (text: string) => void };
      if (String(address).endsWith("/faults")) void (body as Blob).text().then(hear);
      return send(address, body);
    };
  });
  await onDashboard(page, app, "100");
  await whileTicking(app, () => buy(page));
  const active = screen.activePositions(page);
  await expect(active.locator("[data-sell]")).toHaveCount(1);

  for (let round = 0; round < 3; round += 1) {
    await test.step(`the desk with other answers, ${round + 1}`, async () => {
      await answerWith(page, round);
      await page.goto(`${app.url}/dashboard`);
      await goLive(page, app);
      await expect(active.locator("[data-sell]")).toHaveCount(round + 1);
      await whileTicking(app, () => buy(page));
      await expect(active.locator("[data-sell]")).toHaveCount(round + 2);
      await page.getByRole("tab", { name: "Deposits" }).click();
      await page.unrouteAll();
    });
  }

  await test.step("a card and a page that broke come back, and leave the next page alone", async () => {
    await answerWith(page, 2);
    await page.goto(`${app.url}/results`);
    await expect(page.getByText(crash.part).or(page.getByText(crash.title)).first()).toBeVisible();
    await page.evaluate(() => history.pushState(null, "", "/profile"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.en.profile.title);
    await page.evaluate(() => history.back());
    await expect(page.getByText(crash.part).or(page.getByText(crash.title)).first()).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: retry }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.en.results.title);
    await expect(page.getByText(crash.part).or(page.getByText(crash.title))).toHaveCount(0);
  });

  expect(reports.length).toBeGreaterThan(0);
  for (const report of reports)
    expect(report).toEqual({
      kind: expect.stringMatching(/^(caught|error|rejection)$/),
      page: expect.stringMatching(/^(dashboard|results|profile|limits)$/),
      build: expect.stringMatching(/^index-[\w-]+\.js$/),
      frames: expect.stringMatching(/^[\da-f]{8}$/),
    });
});
