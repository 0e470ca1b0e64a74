import type { Page } from "@playwright/test";
import { expectNoViolations } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { jump, toBlockEnd, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const { landing, trade } = texts.en;
const { practice } = texts.en;

/** Collects the method and path of every call, except the performance report that a page sends on leaving. */
function callsOf(page: Page): Set<string> {
  const calls = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|ws)/.test(pathname) && pathname !== "/api/vitals")
      calls.add(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Counts the rows of everything that the server stores. */
async function keptBy(app: MovableApp): Promise<unknown> {
  const tables = [
    "users",
    "trading_positions",
    "ledger_entries",
    "audit_log",
    "settled_totals",
    "ws_tokens",
    "idempotency_keys",
    "order_keys",
  ];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await app.database.query(`select ${counts.join(", ")}`)).rows[0];
}

const balance = (page: Page) => page.getByRole("region", { name: practice.balance });
const side = (page: Page) => page.getByRole("button", { name: practice.side.buy, exact: true });

test("a visitor holds a practice position after three actions, and the server never learns of it", async ({
  ownApp: app,
  page,
}) => {
  await jump(app, 120);
  await toBlockEnd(app);
  const kept = await keptBy(app);
  const calls = callsOf(page);
  await page.goto(app.url);
  const presses = await screen.countPresses(page);
  await page.getByRole("link", { name: landing.hero.tryIt }).click();
  await expect(page.getByText(practice.band.title)).toBeVisible();
  await expect(balance(page)).toContainText("10,000.00");

  await side(page).click();
  const ticket = page.getByRole("dialog", { name: practice.ticketTitle.buy });
  await expect(ticket).toContainText("10,000.00 practice USDMS");
  await ticket.getByRole("button", { name: /for 10\.00/ }).click();
  await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
  expect(await presses()).toBe(3);
  await expect(balance(page)).toContainText("9,990.00");

  await test.step("the chart of a day is drawn from public candles", async () => {
    await page.getByRole("radio", { name: trade.price.windowMinutes(1_440) }).click();
    const reader = page.getByRole("slider", { name: trade.price.read });
    await expect(async () => {
      await reader.press("End");
      await expect(reader).toHaveAttribute("aria-valuetext", /close/, { timeout: 100 });
    }).toPass({ intervals: [100] });
    await expectNoViolations(page, "practice with the chart of a day");
  });

  await test.step("a position that expires while the page is closed is settled at its own tick", async () => {
    await page.goto("about:blank");
    await jump(app, 300);
    await page.goto(`${app.url}/practice`);
    await screen.expectNotice(page, /Practice position (won|lost)/, /[+\u2212]\d+\.00 practice USDMS/);
    await expect(balance(page)).toContainText(/10,025\.00|9,990\.00/);
    await expect(screen.activePositions(page).getByRole("listitem")).toContainText(
      /(Won.*\+25|Lost.*\u221210)\.00 practice/,
    );
  });

  await test.step("it is in the results, which this browser sums up", async () => {
    await page.getByRole("link", { name: practice.results.link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: practice.results.title })).toBeVisible();
    await expect(page.getByRole("row").last()).toContainText("10.00");
    await expectNoViolations(page, "practice results");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: texts.en.results.csv }).click();
    expect((await download).suggestedFilename()).toMatch(/^veritick-practice-.*\.csv$/);
    await page.goBack();
  });

  await test.step("its receipt shows price, barrier and commitment, and nothing signed", async () => {
    await page
      .getByRole("region", { name: practice.history })
      .getByRole("listitem")
      .getByRole("link")
      .click();
    await expect(page).toHaveURL(/\/practice\/positions\/[\w-]+$/);
    await expect(page.getByRole("main")).toContainText(practice.receipt.intro);
    await expect(page.getByRole("region", { name: texts.en.receipt.terms.title })).toContainText(
      "10.00 practice",
    );
    await expect(page.getByRole("region", { name: /Commitment/ })).toContainText(/[0-9a-f]{8}/);
    await expectNoViolations(page, "practice receipt");
  });

  await test.step("a practice position is sold at the end of its block, by the same button", async () => {
    await page.getByRole("link", { name: practice.receipt.back }).click();
    await toBlockEnd(app);
    await side(page).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /for 10\.00/ })
      .click();
    const sell = screen.activePositions(page).locator("[data-sell]");
    await whileTicking(app, async () => {
      await expect(sell).toHaveText(/^Sell back for \s*\d+\.\d\d practice /);
      await expect(async () => {
        if ((await sell.count()) > 0) await sell.press("Enter", { timeout: 1_000 });
        await expect(sell).toHaveCount(0, { timeout: 1_000 });
      }).toPass({ intervals: [100], timeout: 30_000 });
    });
    await screen.expectNotice(page, practice.result.sold, /practice USDMS/);
    await expect(screen.activePositions(page).getByRole("listitem")).toContainText(/Sold back.* practice/);
  });

  await test.step("starting again asks first", async () => {
    await page.getByRole("button", { name: practice.restart }).click();
    await page.getByRole("button", { name: practice.keep }).click();
    await page.getByRole("button", { name: practice.restart }).click();
    const choices = page.getByRole("group", { name: practice.restart }).getByRole("button");
    await expect(choices.first()).toBeFocused();
    await choices.last().click();
    await expect(page.getByRole("button", { name: practice.restart })).toBeFocused();
    await expect(balance(page)).toContainText("10,000.00");
  });

  expect([...calls].sort()).toEqual([
    "GET /api/fairness",
    "GET /api/fairness/epochs",
    "GET /api/prices",
    "GET /api/prices/candles",
    "GET /api/settings",
  ]);
  expect(await keptBy(app)).toEqual(kept);
});

rare(
  "a signed-in user goes from the account to practice and back, and neither affects the other",
  async ({ app, page }) => {
    const person = await onDashboard(page, app, "100");
    await page.getByRole("banner").getByRole("link", { name: trade.desk.practice }).click();
    await expect(balance(page)).toContainText("10,000.00");
    await toBlockEnd(app);
    await side(page).click();
    await page.getByRole("dialog").getByRole("textbox").fill("25");
    await page.getByRole("dialog").getByRole("textbox").press("Enter");
    await expect(balance(page)).toContainText("9,975.00");
    await page.reload();
    await expect(balance(page)).toContainText("9,975.00");
    expect(await person.balance()).toBe("100.00000000");

    await test.step("cards are marked where the system forces its colours, too", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      await expect(balance(page)).toHaveCSS("border-top-style", "dashed");
      await page.emulateMedia({ forcedColors: "none" });
    });

    await test.step("the ticket offers to start again where nothing is left", async () => {
      await page.evaluate(() => {
        const book = JSON.parse(localStorage.getItem("practice")!) as object;
        localStorage.setItem("practice", JSON.stringify({ ...book, balance: "0.00000000" }));
      });
      await page.reload();
      await side(page).click();
      await expect(page.getByRole("dialog")).toContainText(practice.emptyBalance);
      await page.getByRole("dialog").getByRole("button", { name: practice.restart }).click();
      await expect(page.getByRole("dialog")).toContainText("10,000.00 practice USDMS");
      await screen.closeDialog(page);
    });

    await page.getByRole("banner").getByRole("link", { name: trade.desk.account }).click();
    await expect(page.getByRole("region", { name: texts.en.wallet.balance })).toContainText("100.00");
    await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(0));
    await expect(page.getByText(practice.band.title)).toBeHidden();
  },
);
