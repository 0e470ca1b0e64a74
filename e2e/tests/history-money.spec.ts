import type { Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { historyRows, openTab, seedDeposits, seedFailed, seedWithdrawals } from "../kit/money.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { pass, stayConnected } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const deposits = [
  /^\+1,500\.00 USDMS.*Pending/,
  /^\+20\.50 USDMS.*Confirming/,
  /^\+30\.00 USDMS.*Confirmed/,
  /^\+40\.00 USDMS.*Failed/,
] as const;
const withdrawals = [
  /^−1,500\.00 USDMS ?net 1,380\.00 USDT.*Pending/,
  /^−20\.50 USDMS ?net 18\.86 USDT.*Processing/,
  /^−30\.00 USDMS ?net 27\.60 USDT.*Completed/,
  /^−40\.00 USDMS ?net 36\.80 USDT.*Failed/,
  /^−50\.00 USDMS ?net 46\.00 USDT.*Cancelled/,
  /^−33\.33 USDMS ?net 30\.66 USDT.*Completed/,
] as const;
test("lists deposits and withdrawals with sign, amount, net and every state", async ({
  ownApp: app,
  page,
}) => {
  const { history } = texts.en;
  const person = await onDashboard(page, app, "0");
  await seedDeposits(app, person.user.id, [
    { amount: "40", status: "failed", failure: "expired" },
    { amount: "30", status: "confirmed", credited: "30" },
    { amount: "20.5", status: "confirming" },
    { amount: "1500", status: "pending" },
  ]);
  await seedWithdrawals(app, person.user.id, [
    { amount: "33.33", net: "30.6636", status: "completed" },
    { amount: "50", net: "46", status: "failed", failure: "cancelled" },
    { amount: "40", net: "36.8", status: "failed", failure: "rejected" },
    { amount: "30", net: "27.6", status: "completed" },
    { amount: "20.5", net: "18.86", status: "processing" },
    { amount: "1500", net: "1380", status: "pending" },
  ]);
  for (const [tab, rows] of [
    [history.deposits, deposits],
    [history.withdrawals, withdrawals],
  ] as const) {
    await test.step(tab, async () => {
      await openTab(page, tab);
      await expect(historyRows(page)).toHaveText([...rows]);
    });
  }
});

const more = (page: Page) => screen.historyCard(page).getByRole("button", { name: "Show more" });

/** Reads the amounts of the rows in their order. They are whole numbers. */
async function amounts(page: Page): Promise<number[]> {
  const texts = await historyRows(page).allTextContents();
  return texts.map((text) => Number(/([\d,]+)\.00 USDMS/.exec(text)![1]!.replace(",", "")));
}

const downFrom = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => newest - index);

rare("shows more on request, without gap or repetition", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 503 .*\/api\/deposits\?before/);
  const person = await onDashboard(page, app, "0");
  await seedFailed(app, person.user.id, { deposits: 230, withdrawals: 104 });
  await openTab(page, "Deposits");
  await expect(historyRows(page)).toHaveCount(8);
  for (const count of [33, 58, 83]) {
    await more(page).click();
    await expect(historyRows(page)).toHaveCount(count);
  }
  await page.route("**/api/deposits?before=*", (route) => route.fulfill({ status: 503, body: "" }), {
    times: 1,
  });
  await more(page).click();
  await screen.expectNotice(page, "Couldn’t load more");
  await expect(historyRows(page)).toHaveCount(83);
  for (const count of [108, 133, 158, 183, 208, 230]) {
    await more(page).click();
    await expect(historyRows(page)).toHaveCount(count);
  }
  await expect(more(page)).toBeHidden();
  expect(await amounts(page)).toEqual(downFrom(1229, 230));

  await openTab(page, "Withdrawals");
  await expect(historyRows(page).first()).toContainText("Cancelled");
  for (const count of [33, 58, 83, 104]) {
    await more(page).click();
    await expect(historyRows(page)).toHaveCount(count);
  }
  await expect(more(page)).toBeHidden();
  expect(await amounts(page)).toEqual(downFrom(1103, 104));

  // A new deposit appears above the loaded ones.
  await openTab(page, "Deposits");
  for (const count of [33, 58, 83, 108]) {
    await more(page).click();
    await expect(historyRows(page)).toHaveCount(count);
  }
  await stayConnected(page, app);
  await pass(app);
  expect((await person.post("/api/deposits", { amount: "3000" })).status).toBe(201);
  await pass(app, 2);
  await expect(historyRows(page).first()).toContainText("+3,000.00 USDMS");
  expect(await amounts(page)).toEqual([3000, ...downFrom(1229, 107)]);
});

rare("says that a list did not load and asks again", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 503 .*\/api\/(deposits|withdrawals)/);
  const person = await onDashboard(page, app, "0");
  await seedFailed(app, person.user.id, { deposits: 1, withdrawals: 1 });
  for (const [tab, path] of [
    ["Deposits", "**/api/deposits"],
    ["Withdrawals", "**/api/withdrawals"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await openTab(page, tab);
    await expect(screen.historyCard(page)).toContainText("Couldn’t load the list");
    await screen.historyCard(page).getByRole("button", { name: "Try again" }).click();
    await expect(historyRows(page)).toHaveCount(1);
  }
});
