import { expect } from "../kit/fixtures.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, whileTicking } from "../kit/time.ts";
import { button, goOn } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** The dashboard without and with data, its menu, and the ticket. */
export const dashboardWalk: Walk = async ({ page, app, text, look }) => {
  const { history, trade, common } = text;
  const person = await onDashboard(page, app, "1284567.89");
  const tab = (name: string) => screen.historyCard(page).getByRole("tab", { name, exact: true });
  await expect(page.getByRole("figure")).toBeVisible();
  await look("empty dashboard");
  await tab(history.deposits).click();
  await expect(page.getByRole("tabpanel")).toContainText(/\S/);
  await tab(history.withdrawals).click();
  await expect(page.getByRole("tabpanel")).toContainText(history.noWithdrawals.title);
  await look("empty list of withdrawals");
  await tab(history.trades).click();

  for (const type of ["buy", "sell"]) {
    for (const duration of [1, 10]) {
      await person.post("/api/trading/positions", { type, amount: "12345.67", duration });
    }
  }
  const active = screen.activePositions(page);
  await expect(active.getByRole("listitem")).toHaveCount(4);
  await jump(app, 62);
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(2);
  // Two positions decided in the same second share a line.
  await expect(active.getByRole("listitem")).toHaveCount(3);
  await expect(active.getByRole("timer")).toHaveCount(2);
  await goLive(page, app);
  await whileTicking(app, () => look("dashboard with open positions and results"));

  await button(page, history.filter).click();
  await screen.historyCard(page).getByRole("checkbox", { name: history.status.sold }).check();
  await expect(screen.historyCard(page)).toContainText(text.filters.noMatch.title);
  await whileTicking(app, () => look("filtered trades without a match"));
  await button(page, history.filter).click();

  await page.getByRole("button", { name: RegExp(common.menu.label) }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await look("profile menu");
  await page.getByRole("menuitem", { name: common.menu.language }).press("ArrowRight");
  await expect(page.getByRole("menuitemradio", { name: "Français" })).toBeVisible();
  await look("languages in the profile menu");
  await expect(async () => {
    // The first Escape closes a notice that may still be there.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0, { timeout: 250 });
  }).toPass({ intervals: [0] });

  const amount = screen.amountField(page);
  await button(page, trade.side.buy).click();
  await screen
    .dialog(page)
    .getByRole("radio", { name: /^10 min/ })
    .check();
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toBeEnabled();
    await screen.confirmButton(page).click();
    await expect(amount).toHaveAccessibleDescription(RegExp(trade.ticket.amountInvalid));
    await look("ticket to buy with an error and a notice");
  });
  await amount.fill("1234567");
  await expect(screen.confirmButton(page)).toBeDisabled();
  await look("ticket with an old price");
  await screen.closeDialog(page);
  await look("dashboard with an old price");
  await goLive(page, app);
  await button(page, trade.side.sell).click();
  await amount.fill("1234567");
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toBeEnabled();
    await look("ticket to sell");
  });

  await goOn(page, "/results");
  await expect(page.getByRole("row").filter({ has: page.getByRole("cell") })).toHaveCount(1);
  await look("results");
  await goOn(page, "/results/year");
  await expect(page.getByText(text.year.noAdvice)).toBeVisible();
  await look("summary of a year");
};

/** The receipts of an open position, of a decided one and of an unknown one, and the check of each. */
export const receiptWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 404 .*\/api\/trading\/positions\//);
  const person = await withMoney(page.context(), app, "1234567.89");
  // Before its first tick a server has no prices to draw.
  await jump(app, 30);
  const open = async (type: string, duration: number) =>
    (await person.post<{ id: string }>("/api/trading/positions", { type, amount: "12345.67", duration })).body
      .id;
  const ids = { open: await open("sell", 10), decided: await open("buy", 1) };
  await jump(app, 75);
  await page.goto(`${app.url}/positions/${ids.open}`);
  for (const [where, id] of Object.entries(ids)) {
    await goOn(page, `/positions/${id}`);
    await expect(page.getByRole("figure").first()).toBeVisible();
    await pass(app);
    for (const details of await page.locator("summary").all()) await details.click();
    await look(`receipt of a position that is ${where}`);
  }
  await goOn(page, "/positions/00000000-0000-7000-8000-000000000000");
  await expect(page.getByText(text.receipt.notThere.title)).toBeVisible();
  await look("receipt that is not there");

  const { verify } = text.fairness;
  await goOn(page, `/verify/${ids.open}`);
  await expect(page.getByText(new RegExp(`^${verify.verdict.later.title},`))).toBeVisible();
  await look("check of a position that is open");
  await page.route(`**/api/trading/positions/${ids.decided}`, async (route) => {
    const response = await route.fetch();
    const receipt = (await response.json()) as { position: { barrierPrice: string } };
    receipt.position.barrierPrice = "153.00000000";
    await route.fulfill({ response, json: receipt });
  });
  await page.goto(`${app.url}/verify/${ids.decided}`);
  await expect(page.getByText(verify.verdict.wrong.title, { exact: true })).toBeVisible();
  for (const details of await page.locator("summary").all()) await details.click();
  await look("check of a receipt that was tampered with");
  await page.context().clearCookies();
  await page.goto(`${app.url}/verify/${ids.decided}`);
  await expect(page.getByText(verify.ask.signedOut.title)).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no receipt"),
  });
  await expect(page.getByRole("alert")).toBeVisible();
  await look("check without being signed in, with a file that is no receipt");
};
