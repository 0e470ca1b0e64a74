import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { YearSummary } from "@veritick/contract/schemas/year-summary.ts";
import { expect, test } from "../kit/fixtures.ts";
import { historyRows } from "../kit/money.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

async function download(page: Page, name: string): Promise<{ name: string; lines: string[] }> {
  const begun = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  const file = await begun;
  return {
    name: file.suggestedFilename(),
    lines: (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n"),
  };
}

test("filters trades, also older ones that only the server has, while new ones arrive", async ({
  ownApp: app,
  page,
}) => {
  const person = await onDashboard(page, app, "5000");
  const order = async (type: string) =>
    expect((await person.post("/api/trading/positions", { type, amount: "1", duration: 1 })).status).toBe(
      201,
    );
  await order("sell");
  await jump(app, 63);
  for (let count = 0; count < 101; count += 1) await order("buy");
  await jump(app, 63);
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/trading/positions" && search !== "") calls.push(search);
  });
  await page.goto(app.url);
  await expect(historyRows(page)).toHaveCount(8);
  const card = screen.historyCard(page);
  const filter = card.getByRole("button", { name: "Filter", exact: true });
  await filter.click();
  const sell = card.getByRole("checkbox", { name: "Sell" });
  await expect(sell).toBeVisible();
  expect(calls).toEqual([]);

  await sell.check();
  await expect(historyRows(page)).toHaveCount(1);
  await expect(historyRows(page)).toContainText("SELL");
  expect(calls.map((search) => search.replace(/before=[^&]*/, "before="))).toEqual([
    "?side=sell&before=&limit=100",
  ]);
  await order("sell");
  await order("buy");
  await jump(app, 63);
  await expect(historyRows(page)).toHaveCount(2);
  const file = await download(page, "Download CSV");
  expect(file.name).toMatch(/^veritick-positions-2026-09-\d\d\.csv$/);
  expect(file.lines).toHaveLength(3);
  expect(file.lines.slice(1).every((line) => line.includes(",sell,1,1.00000000,"))).toBe(true);

  await page.reload();
  await expect(historyRows(page)).toHaveCount(2);
  await card.getByRole("checkbox", { name: "Closed early" }).check();
  await expect(card).toContainText("Nothing matches these filters");
  await card.getByRole("tabpanel").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(historyRows(page)).toHaveCount(8);
  await sell.check();
  await filter.click();
  await expect(sell).toBeHidden();
  await expect(historyRows(page)).toHaveCount(8);
  expect(new URL(page.url()).search).toBe("");
});

test("sums up a year on the screen, on paper and in a file", async ({ ownApp: app, page }) => {
  const person = await withMoney(page.context(), app, "500.12345678");
  await person.post("/api/trading/positions", { type: "buy", amount: "20", duration: 1 });
  await jump(app, 63);
  const { body } = await person.get<YearSummary>("/api/results/year");
  await page.goto(`${app.url}/results`);
  await page.getByRole("link", { name: "Summary of the year" }).click();
  await expect(page.getByRole("heading", { name: "Summary of 2026" })).toBeVisible();
  const cells = page
    .getByRole("row")
    .filter({ hasText: /^September/ })
    .getByRole("cell");
  await expect(cells).toHaveCount(8);
  await expect(cells.nth(1)).toHaveText("1");
  await expect(cells.nth(2)).toHaveText("20.00");
  await expect(cells.nth(5)).toHaveText("500.12345678");
  await expect(cells.nth(7)).toHaveText(/^\d{3}\.12345678$/);
  const file = await download(page, "Download CSV");
  expect(file.name).toBe("veritick-2026.csv");
  expect(file.lines).toHaveLength(1 + body.months.length + 1);
  expect(file.lines.at(-1)).toMatch(RegExp(`^2026,0.00000000,1,20.00000000,.*,${body.total.closing}$`));

  // One page, wider than high.
  const pages = String(await page.pdf({ preferCSSPageSize: true })).match(/\/MediaBox \[[\d. ]+\]/g)!;
  expect(pages).toHaveLength(1);
  const [, , width = 0, height = 0] = /\[(.+)\]/.exec(pages[0]!)![1]!.split(" ").map(Number);
  expect(width).toBeGreaterThan(height);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Download CSV" })).toBeHidden();
  await expect(page.getByRole("combobox")).toBeHidden();
  await expect(page.getByText("It is not a tax document")).toBeVisible();
  await expect(page.getByText(person.user.email)).toBeVisible();
});
