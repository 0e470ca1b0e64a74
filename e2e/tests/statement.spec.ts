import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { seedEntries } from "@veritick/server/testing/statement-entries.ts";
import { seedAdmin, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { expectToFit } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { findOneMinute } from "../kit/foresight.ts";
import { withCode } from "../kit/money.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { jump, pass } from "../kit/time.ts";
import { MINUS, money, signedMoney } from "../kit/words.ts";

const KINDS: Readonly<Record<string, string>> = {
  position_opened: "Position opened",
  position_won: "Position won",
  deposit_credited: "Deposit",
  withdrawal_held: "Withdrawal",
  withdrawal_returned: "Withdrawal refund",
  balance_adjusted: "Adjustment",
};

const table = (page: Page) => page.getByRole("table", { name: "Movements" });
/** The rows without the header. */
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const chip = (page: Page, name: string) => page.getByRole("checkbox", { name });
const isStatement = (url: URL) => url.pathname === "/api/statement";

/** Kind, reference, time, amount and balance, of a row on screen or of a line of the file. */
type Row = string[];

/** Reads the rows drawn at this moment, each with its index in the whole statement. */
async function readRows(page: Page): Promise<{ index: number; row: Row }[]> {
  const read = await rows(page).evaluateAll((all) =>
    all.map((each) => ({
      index: Number(each.getAttribute("aria-rowindex")) - 2,
      row: [...each.querySelectorAll<HTMLElement>("[role=cell]")].map((cell) => cell.innerText),
    })),
  );
  // Browsers abbreviate September differently.
  const plain = (text: string) =>
    text
      .replace(/^Balance after\s*/, "")
      .replace("Sept ", "Sep ")
      .trim();
  return read.map(({ index, row }) => ({ index, row: row.map(plain) }));
}

async function downloadRows(page: Page): Promise<Row[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^veritick-statement-2026-09-\d\d\.csv$/);
  const [header, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(header).toBe("time,kind,reference,amount,balance_after,transaction_id");
  return lines.map((line) => {
    const [time = "", kind = "", reference = "", amount = "", balance = ""] = line.split(",");
    const [, day, hours] = /-09-(\d\d)T(\d\d:\d\d)/.exec(time)!;
    const shown = `${Number(day)} Sep 2026, ${hours}`;
    return [
      KINDS[kind]!,
      reference === "" ? "None" : reference.slice(-8),
      shown,
      signedMoney(amount),
      money(balance),
    ];
  });
}

/** Fills three days: a deposit and a won position, a cancelled withdrawal, an adjustment. */
async function withPast(page: Page, app: MovableApp) {
  const admin = await seedAdmin(app);
  const person = await withCode(page.context(), app, "100");
  const { side, secondsFromNow } = await findOneMinute(app, "won");
  await jump(app, secondsFromNow);
  await person.post("/api/trading/positions", { type: side, amount: "10", duration: 1 });
  await jump(app, 61);
  await jump(app, 86_400);
  const { body } = await withdraw(person, { amount: "50.55" });
  await pass(app);
  await person.post(`/api/withdrawals/${body.id}/cancel`);
  await jump(app, 86_400);
  const adjusted = await admin.post(`/api/admin/users/${person.user.id}/adjust-balance`, {
    amount: "5.25",
    note: "for the test",
  });
  expect(adjusted.status).toBe(200);
  return person;
}

test("filters movements by kind and day, keeps the filter in the address and saves those rows", async ({
  ownApp: app,
  page,
}) => {
  await withPast(page, app);
  await page.goto(app.url);
  await screen.historyCard(page).getByRole("link", { name: "Statement" }).click();
  await expect(rows(page)).toHaveCount(6);
  const shown = async () => (await readRows(page)).map(({ row }) => row);
  const all = await shown();
  expect(all.map(([kind, , , amount, balance]) => [kind, amount, balance])).toEqual([
    ["Adjustment", "+5.25", "130.25"],
    ["Withdrawal refund", "+50.55", "125.00"],
    ["Withdrawal", `${MINUS}50.55`, "74.45"],
    ["Position won", "+35.00", "125.00"],
    ["Position opened", `${MINUS}10.00`, "90.00"],
    ["Deposit", "+100.00", "100.00"],
  ]);
  expect(await downloadRows(page)).toEqual(all);

  await chip(page, "Withdrawals").check();
  await expect(rows(page)).toHaveCount(2);
  await chip(page, "Trades").check();
  await expect(rows(page)).toHaveCount(4);
  const from = page.getByLabel("From", { exact: true });
  await from.focus();
  // The first of January has the same digits in every order of day and month.
  await page.keyboard.type("01012027");
  await expect(from).toHaveValue("2027-01-01");
  await from.fill("2026-09-22");
  await page.getByLabel("To", { exact: true }).fill("2026-09-22");
  await expect(rows(page)).toHaveCount(2);
  const address = `${app.url}/statement?kinds=trades,withdrawals&from=2026-09-22&to=2026-09-22`;
  await expect(page).toHaveURL(address);
  expect(await shown()).toEqual(all.slice(1, 3));
  expect(await downloadRows(page)).toEqual(all.slice(1, 3));

  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(address);
  for (const [name, isChecked] of [
    ["Trades", true],
    ["Deposits", false],
    ["Withdrawals", true],
  ] as const) {
    await expect(chip(page, name)).toBeChecked({ checked: isChecked });
  }
  await expect(from).toHaveValue("2026-09-22");

  await page.getByLabel("To", { exact: true }).fill("2026-09-21");
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription(
    "This date is before the start date.",
  );
  await expect(page.getByRole("main")).toContainText("Nothing matches these filters");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(from).toHaveValue("");
  await expect(page).toHaveURL(`${app.url}/statement`);

  await test.step("cuts nothing off on the narrowest of phones, not even figures of nine digits", async () => {
    await page.route(isStatement, async (route) => {
      const answer = await (await route.fetch()).text();
      const body = answer.replaceAll(/"(amount|balanceAfter)":"(-?)\d+/g, '"$1":"$2123456789');
      await route.fulfill({ body, contentType: "application/json" });
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await expect(rows(page).first()).toContainText("Balance after 123,456,789.25");
    const cut = await rows(page)
      .locator("[data-column=kind], [data-column=time], [data-column=amount], [data-column=balance]")
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(cut).toEqual([]);
    await expectToFit(page, "statement of nine-digit figures");
  });
});

rare("scrolls on page by page, also past a page that failed", async ({ ownApp: app, page, expectFaults }) => {
  expectFaults(/status of 503 .*\/api\/statement/);
  const person = await withMoney(page.context(), app, "500");
  const since = new Date(app.clock.nowMs());
  await seedEntries(app.database, person.user.id, { count: 450, since, everySeconds: 60 });
  const pages: string[] = [];
  page.on("request", (request) => isStatement(new URL(request.url())) && pages.push(request.url()));
  await page.goto(`${app.url}/statement`);
  await expect(table(page)).toHaveAttribute("aria-rowcount", "-1");
  const foot = page.getByRole("main").getByRole("status").last();
  const toEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  await page.route(isStatement, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await toEnd();
  await expect(foot).toContainText("Couldn’t load more.");
  await foot.getByRole("button", { name: "Try again" }).click();
  await expect(async () => {
    await toEnd();
    await expect(foot).toHaveText("End of the list", { timeout: 250 });
  }).toPass({ intervals: [0] });
  expect(pages).toHaveLength(6);
  await expect(table(page)).toHaveAttribute("aria-rowcount", "452");

  const file = await downloadRows(page);
  expect(file).toHaveLength(451);
  for (const share of [1, 0.7, 0.4, 0]) {
    await expect(async () => {
      // Rows get their true height when they are drawn, which moves the rows at a share of the whole.
      await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share);
      const read = await readRows(page);
      expect(read.length).toBeLessThan(80);
      for (const { index, row } of read) expect(row).toEqual(file[index]);
      const indices = read.map(({ index }) => index);
      expect(Math.abs(indices[0]! - 451 * share)).toBeLessThan(60);
      if (share === 1) expect(indices).toContain(450);
      if (share === 0) expect(indices).toContain(0);
    }).toPass();
  }
});

rare(
  "shows an empty statement, one that did not load, and new movements at once",
  async ({ app, page, expectFaults }) => {
    expectFaults(/status of 503 .*\/api\/statement/);
    const person = await onDashboard(page, app, "0");
    await page.route(isStatement, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    await screen.historyCard(page).getByRole("link", { name: "Statement" }).click();
    const main = page.getByRole("main");
    await expect(main).toContainText("Couldn’t load the statement");
    await main.getByRole("button", { name: "Try again" }).click();
    await expect(main).toContainText("No movements yet");
    await person.post("/api/deposits", { amount: "20" });
    await pass(app, 4);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("+20.00");
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  },
);

rare("prints light, with every loaded row and without controls", async ({ ownApp: app, page }) => {
  const person = await withMoney(page.context(), app, "100");
  await seedEntries(app.database, person.user.id, {
    count: 60,
    since: new Date(app.clock.nowMs() - 7_200_000),
    everySeconds: 60,
  });
  await page.goto(`${app.url}/statement`);
  await expect(rows(page).first()).toBeVisible();
  const print = (name: "beforeprint" | "afterprint") =>
    page.evaluate((type) => void dispatchEvent(new Event(type)), name);
  await page.emulateMedia({ media: "print" });
  await print("beforeprint");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(rows(page)).toHaveCount(61);
  await expect(rows(page).last()).toBeVisible();
  for (const role of ["checkbox", "button"] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Download CSV" })).toBeHidden();
  await print("afterprint");
  await page.emulateMedia({ media: null });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("link", { name: "Download CSV" })).toBeVisible();
});
