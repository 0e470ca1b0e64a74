import type { Page } from "@playwright/test";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { messageFor } from "@veritick/contract/errors.ts";
import type { Limits } from "@veritick/contract/schemas/limits.ts";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { keepTicket, onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, now, whileTicking } from "../kit/time.ts";
import { MINUS, money, signedMoney } from "../kit/words.ts";
import { goOn } from "../walks/walk.ts";

const HELP = { title: "Talk to somebody", url: "https://help.example/talk" };
test.use({ environment: { HELP_LINKS: `${HELP.title}=${HELP.url}` } });

const DAY = 86_400;
const MINUTE_MS = 60_000;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const row = (page: Page, kind: string) =>
  page.getByRole("region", { name: "Today" }).getByRole("listitem").filter({ hasText: kind });
const toLimits = (page: Page) => screen.dialog(page).getByRole("link", { name: "Limits and breaks" });
const notice = (page: Page) => page.getByRole("region", { name: "Notice of your break" });

async function order(page: Page, amount: string): Promise<void> {
  await screen.amountField(page).fill(amount);
  await expect(screen.confirmButton(page)).toBeEnabled();
  await screen.confirmButton(page).click();
}

test("enforces a limit in the ticket and the deposit; a delayed looser one can be dropped", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409/);
  const person = await onDashboard(page, app, "100");
  await goOn(page, "/limits");
  await expect(row(page, "Stakes")).toContainText("No limit");
  await button(page, "Set the stake limit").click();
  await button(page, "Set the limit").click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(/at least 0.01/);
  await screen.amountField(page).fill("99999999999");
  await button(page, "Set the limit").click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(/The largest amount is/);
  await screen.amountField(page).fill("10");
  await expect(screen.dialog(page)).toContainText("This limit applies at once");
  await button(page, "Set the limit").click();
  await expect(screen.dialog(page)).toBeHidden();
  await expect(row(page, "Stakes")).toContainText("0.00 of 10.00 USDMS");

  await goOn(page, "/dashboard");
  await goLive(page, app);
  await screen.sideButton(page, "Buy").click();
  await whileTicking(app, async () => {
    await order(page, "12");
    await expect(screen.amountField(page)).toHaveAccessibleDescription(
      messageFor("stake_limit", "en", { amount: "10" }),
    );
    await expect(toLimits(page)).toHaveAttribute("href", "/limits");
    await expect(screen.dialog(page).getByRole("alert")).toHaveCount(0);
    // A new amount removes the refusal of the old one.
    await order(page, "10");
    await expect(screen.dialog(page)).toBeHidden();
  });

  await person.post("/api/limits", { kind: "deposit", amount: "120" });
  await button(page, "Deposit").click();
  await expect(screen.dialog(page).getByRole("link", { name: HELP.title })).toHaveAttribute("href", HELP.url);
  await screen.amountField(page).fill("25");
  await button(page, "Continue").click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(
    messageFor("deposit_limit", "en", { amount: "20" }),
  );
  // The rest of the limit is below the smallest deposit.
  await person.post("/api/limits", { kind: "deposit", amount: "110" });
  await button(page, "Continue").click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(
    messageFor("deposit_limit_reached", "en"),
  );
  await toLimits(page).click();
  await expect(page).toHaveURL(`${app.url}/limits`);
  await expect(screen.dialog(page)).toBeHidden();
  await button(page, "Change the deposit limit").click();
  await screen.amountField(page).fill("14.99");
  await expect(screen.dialog(page)).toContainText("It is below the minimum deposit of 15 USDMS");
  await screen.closeDialog(page);

  await expect(row(page, "Stakes")).toContainText("10.00 of 10.00 USDMS");
  await expect(row(page, "Stakes")).toContainText("0.00 left");
  await button(page, "Change the stake limit").click();
  await page.getByRole("radio", { name: "No limit" }).check();
  await expect(screen.dialog(page)).toContainText("it applies after 24 hours");
  await button(page, "Set the limit").click();
  await expect(row(page, "Stakes")).toContainText(/The limit ends on \d+ \w+ \d{4}, \d\d:\d\d\./);
  await expect(row(page, "Stakes")).toContainText("10.00 of 10.00 USDMS");
  // A held Enter repeats in the dialog that it opens. There, it would send the filled-in limit and drop the waiting one.
  await button(page, "Change the stake limit").focus();
  await page.keyboard.down("Enter");
  await expect(screen.amountField(page)).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await screen.closeDialog(page);
  await expect(row(page, "Stakes")).toContainText("The limit ends");
  await button(page, "Keep 10.00 USDMS").click();
  await expect(row(page, "Stakes")).not.toContainText("The limit ends");
  await expect(button(page, "Change the stake limit")).toBeFocused();

  await page.getByRole("radio", { name: "Month", exact: true }).check();
  const losses = page
    .getByRole("region", { name: "This month" })
    .getByRole("listitem")
    .filter({ hasText: "Losses" });
  await button(page, "Set the monthly loss limit").click();
  await screen.amountField(page).fill("200");
  await button(page, "Set the limit").click();
  await expect(losses).toContainText("10.00 of 200.00 USDMS");
  await button(page, "Set the session limit").click();
  const minutes = screen.dialog(page).getByRole("textbox", { name: "Minutes" });
  await minutes.fill("10");
  await button(page, "Set the limit").click();
  await expect(minutes).toHaveAccessibleDescription(/whole minutes from 15 to 480/);
  await minutes.fill("30");
  await button(page, "Set the limit").click();
  await expect(page.getByRole("region", { name: "While you trade" })).toContainText(/\d of 30 minutes/);
  // The browser has reported its zone once. Another zone does not restart the month.
  await expect(page.getByText("start at midnight in UTC")).toBeVisible();
  await button(page, "Change the time zone").click();
  const zone = screen.dialog(page).getByRole("combobox", { name: "Time zone" });
  await expect(screen.dialog(page)).toHaveAccessibleDescription(
    /The current periods of your limits finish first/,
  );
  await zone.selectOption("Asia/Tokyo");
  // A choice is not typed, so the dialog closes without a question.
  await page.keyboard.press("Escape");
  await expect(screen.dialog(page)).toHaveCount(0);
  await button(page, "Change the time zone").click();
  await zone.selectOption("Asia/Tokyo");
  await button(page, "Set the time zone").click();
  await expect(page.getByText("start at midnight in Asia/Tokyo")).toBeVisible();
  await expect(losses).toContainText("10.00 of 200.00 USDMS");
  const { body } = await person.get<Limits>("/api/limits");
  const amountOf = (kind: string) => body.limits.find((limit) => limit.kind === kind);
  expect(amountOf("stake")).toMatchObject({ amount: "10.00000000", next: null });
  expect(amountOf("session")).toMatchObject({ amount: "30.00000000" });
  expect(body.timeZone).toBe("Asia/Tokyo");

  // Statement and results count days and tell times in the same zone.
  await page.goto(`${app.url}/statement`);
  await expect(page.getByText("Times are in the time zone Asia/Tokyo.")).toBeVisible();
  const { body: movements } = await person.get<StatementEntry[]>("/api/statement");
  const made = Date.parse(movements[0]!.createdAt) + 9 * 3_600_000;
  const [day, clock] = new Date(made).toISOString().split("T") as [string, string];
  const time = page.getByRole("cell", { name: `${Number(day.slice(8))} Sep`, exact: false }).first();
  await expect(time).toContainText(clock.slice(0, 5));
  const asked = page.waitForRequest(/\/api\/results\?.*zone=Asia%2FTokyo/);
  await page.goto(`${app.url}/results`);
  await asked;
  await expect(page.getByText("in the time zone Asia/Tokyo.")).toBeVisible();
});

rare(
  "stops orders and deposits until the break is over, also in an open ticket",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/status of 403/);
    await keepTicket(page.context());
    const person = await onDashboard(page, app, "100");
    await screen.sideButton(page, "Buy").click();
    await expect(screen.dialog(page)).toBeVisible();
    // Stands for a pause chosen in another tab.
    await person.post("/api/limits/pause", { kind: "time_out", length: 1 });
    await whileTicking(app, () => order(page, "10"));
    const until = new Date((now(app) + DAY) * 1000).toISOString().slice(11, 16);
    await expect(screen.dialog(page)).toContainText("You are on a break until");
    await expect(screen.dialog(page)).not.toContainText(/\dT\d/);
    await expect(toLimits(page)).toBeVisible();
    await expect(screen.confirmButton(page)).toBeDisabled();
    await screen.closeDialog(page);
    await expect(notice(page)).toContainText(`, ${until.slice(0, 3)}`);
    await expect(notice(page)).toContainText("You are on a break");
    await expect(notice(page)).toContainText("you can withdraw at any time");

    for (const name of ["Sell", "Deposit"]) {
      await button(page, name).click();
      await expect(screen.dialog(page)).toContainText("You are on a break");
      await page.keyboard.press("Escape");
      await expect(button(page, name)).toBeFocused();
    }

    await page.setViewportSize({ width: 1440, height: 900 });
    await screen.dock(page).getByRole("button", { name: "Sell", exact: true }).click();
    await expect(screen.dialog(page)).toContainText("You are on a break");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1180, height: 720 });

    await notice(page).getByRole("link").click();
    await page.getByRole("radio", { name: "3 days" }).check();
    await button(page, "Start a time-out").click();
    await expect(screen.dialog(page)).toContainText(/Time-out of 3\sdays, until \d+ \w+ \d{4}, \d\d:\d\d\?/);
    await expect(screen.dialog(page)).toContainText("New positions and deposits.");
    await expect(screen.dialog(page)).toContainText("you can withdraw at any time");
    await expect(screen.dialog(page)).toContainText("It cannot be ended early.");
    await button(page, "Start break").click();
    await expect(screen.dialog(page)).toBeHidden();
    await page.getByRole("radio", { name: "1 day", exact: true }).check();
    await button(page, "Start a time-out").click();
    await expect(button(page, "Start break")).toBeDisabled();
    await button(page, "Cancel").click();

    await goOn(page, "/dashboard");
    await expect(notice(page)).toBeVisible();
    await jump(app, 3 * DAY + 60);
    await goLive(page, app);
    await expect(notice(page)).toBeHidden();
    await screen.sideButton(page, "Buy").click();
    await expect(screen.amountField(page)).toBeVisible();
  },
);

rare(
  "reminds after the chosen time, with the result, in one tab and never over a dialog",
  async ({ ownApp: app, page, context }) => {
    const person = await withMoney(context, app, "100");
    await person.post("/api/limits/reminder", { minutes: 15 });
    await page.clock.install();
    await page.goto(app.url);
    await goLive(page, app);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await page.getByRole("link", { name: "Limits and breaks" }).click();
    await expect(button(page, "Set the stake limit")).toBeVisible();
    const other = await context.newPage();
    // Waits for the live connection, whose token would expire in the minute that passes below.
    await Promise.all([other.waitForEvent("websocket"), other.goto(`${app.url}/limits`)]);
    await expect(button(other, "Set the stake limit")).toBeVisible();
    for (const type of ["buy", "sell", "buy", "sell"]) {
      await person.post("/api/trading/positions", { type, amount: "10", duration: 1 });
    }
    await person.post("/api/trading/positions", { type: "buy", amount: "2.5", duration: 10 });
    // Only the server's clock jumps: the page must be open for longer than these positions have been over.
    await page.clock.runFor(2_500);
    await jump(app, 62);

    const reminder = (tab: Page) => screen.dialog(tab).filter({ hasText: "You have been here for" });
    // The clock also runs by itself, and a busy machine may take long to open both dialogs.
    await page.clock.runFor(13 * MINUTE_MS);
    await button(page, "Set the loss limit").click();
    await button(other, "Set the loss limit").click();
    await expect(screen.dialog(other)).toBeVisible();
    await page.clock.runFor(3 * MINUTE_MS);
    await expect(reminder(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toBeHidden();
    await page.clock.runFor(20_000);
    await expect(reminder(page)).toContainText("You have been here for 16 minutes");
    await other.keyboard.press("Escape");
    await page.clock.runFor(20_000);
    await expect(screen.dialog(other)).toBeHidden();

    const { body } = await person.get<Position[]>("/api/trading/positions");
    const decided = body.filter(({ status }) => status !== "active");
    const won = decided.filter(({ status }) => status === "won").length;
    const result = decided.reduce((sum, { profit }) => sum + Number(profit), 0).toFixed(2);
    const fact = (name: string) =>
      reminder(page).getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
    await expect(fact("Positions settled")).toHaveText("4");
    await expect(fact("Of these, won")).toHaveText(String(won));
    await expect(fact("Staked on these")).toHaveText(`${money("40.00")} USDMS`);
    await expect(fact("Result")).toHaveText(`${signedMoney(result)} USDMS`);
    await expect(fact("Still open")).toHaveText("1");
    expect(signedMoney(result)[0]).toMatch(RegExp(`[+${MINUS}0]`));
    await expect(reminder(page).getByRole("link", { name: HELP.title })).toBeVisible();

    // Both answers look the same, so that the page suggests neither.
    await expect(reminder(page)).toBeFocused();
    const looks = await reminder(page)
      .getByRole("button", { name: /^(Take a break|Continue)$/ })
      .evaluateAll((buttons) => buttons.map(({ className }) => className));
    expect(looks).toEqual([looks[0], looks[0]]);
    await page.keyboard.press("Escape");
    await expect(reminder(page)).toBeHidden();
    // The reminder reports each quarter of an hour once.
    await page.clock.runFor(5 * MINUTE_MS);
    await expect(reminder(page)).toBeHidden();
    await other.close();
    await page.clock.runFor(11 * MINUTE_MS);
    await reminder(page).getByRole("button", { name: "Take a break" }).click();
    await expect(reminder(page)).toBeHidden();
    await expect(page).toHaveURL(/\/limits#break$/);
  },
);
