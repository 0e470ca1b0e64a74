import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { historyRows, openTab } from "../kit/money.ts";
import { seedFailed } from "../kit/money-rows.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";

for (const { language, tabs, empty, statement } of [
  {
    language: "en",
    tabs: ["Trades", "Deposits", "Withdrawals"],
    empty: ["No finished trades yet", "No deposits yet", "No withdrawals yet"],
    statement: "Statement",
  },
  {
    language: "fr",
    tabs: ["Trades", "Dépôts", "Retraits"],
    empty: ["Aucun trade terminé", "Aucun dépôt", "Aucun retrait"],
    statement: "Relevé",
  },
] as const) {
  test(`2 History (${language}): trades first, three tabs by arrow keys, each with its own empty text`, async ({
    app,
    page,
  }) => {
    await prefer(page.context(), { language });
    await onDashboard(page, app, "0");
    const card = screen.historyCard(page);
    await expect(card.getByRole("tab")).toHaveText([...tabs]);
    await expect(card.getByRole("tab", { selected: true })).toHaveText(tabs[0]);
    await card.getByRole("tab", { name: tabs[0] }).focus();
    for (const [index, words] of empty.entries()) {
      const tab = card.getByRole("tab", { name: tabs[index]! });
      await expect(tab).toBeFocused();
      await expect(card.getByRole("tabpanel", { name: tabs[index]! })).toContainText(words);
      await page.keyboard.press("ArrowRight");
    }
    await expect(card.getByRole("tab", { name: tabs[0] })).toBeFocused();
    await card.getByRole("link", { name: statement }).click();
    await expect(page).toHaveURL(`${app.url}/statement`);
    await expect(page.getByRole("heading", { name: statement })).toBeVisible();
  });
}

const more = (page: Page) => screen.historyCard(page).getByRole("button", { name: "Show more" });

/** The whole amounts of the rows, as they stand. */
async function amounts(page: Page): Promise<number[]> {
  const texts = await historyRows(page).allTextContents();
  return texts.map((text) => Number(/([\d,]+)\.00 USDMS/.exec(text)![1]!.replace(",", "")));
}

const downFrom = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => newest - index);

test("2 History: grows on request beyond the first answer, without gap or repetition", async ({
  app,
  page,
  expectFaults,
}) => {
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
  await screen.expectNotice(page, "More did not load");
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

  // What is made meanwhile comes in front of what was loaded.
  await openTab(page, "Deposits");
  for (const count of [33, 58, 83, 108]) {
    await more(page).click();
    await expect(historyRows(page)).toHaveCount(count);
  }
  await pass(app);
  await person.post("/api/deposits", { amount: "3000" });
  await pass(app, 2);
  await expect(historyRows(page).first()).toContainText("+3,000.00 USDMS");
  expect(await amounts(page)).toEqual([3000, ...downFrom(1229, 107)]);
});

test("8 History: a list that does not load says so and is asked for again", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 503 .*\/api\/(deposits|withdrawals)/);
  const person = await onDashboard(page, app, "0");
  await seedFailed(app, person.user.id, { deposits: 1, withdrawals: 1 });
  for (const [tab, path] of [
    ["Deposits", "**/api/deposits"],
    ["Withdrawals", "**/api/withdrawals"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await openTab(page, tab);
    await expect(screen.historyCard(page)).toContainText("The list did not load");
    await screen.historyCard(page).getByRole("button", { name: "Try again" }).click();
    await expect(historyRows(page)).toHaveCount(1);
  }
});
