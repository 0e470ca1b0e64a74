import type { Page } from "@playwright/test";
import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { jump, now, pass, stayConnected, whileTicking } from "../kit/time.ts";
import { clockTime, countdown, money, price, signedMoney } from "../kit/words.ts";

const TERMS = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
const IN_HUNDRED: Record<number, string> = { 1: "27", 3: "14", 5: "8.6", 10: "4.5" };
const MULTIPLIER: Record<number, number> = { 1: 2.5, 3: 6, 5: 10, 10: 20 };

const ask = async <T>(page: Page, path: string): Promise<T> =>
  (await page.request.get(new URL(path, page.url()).href)).json() as Promise<T>;
const positionsOf = (page: Page) => ask<Position[]>(page, "/api/trading/positions");
const balanceOf = async (page: Page) => (await ask<CurrentUser>(page, "/api/auth/me")).balance;

async function register(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Get started" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("newcomer@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByLabel("Confirm the password").fill("a long password");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(screen.balanceCard(page)).toContainText("0.00 USDMS");
  await expect(page.getByRole("banner")).toContainText("newcomer@example.com");
}

async function deposit(page: Page, app: MovableApp): Promise<void> {
  await screen.balanceCard(page).getByRole("button", { name: "Deposit" }).click();
  const dialog = screen.dialog(page);
  await expect(dialog).toContainText("Test mode: send nothing.");
  await screen.amountField(page).fill("400");
  await dialog.getByRole("button", { name: "Continue" }).click();

  await expect(dialog.getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  await expect(dialog.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  const [created] = await ask<Deposit[]>(page, "/api/deposits");
  expect(created!.payAddress).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  await expect(dialog.getByText(created!.payAddress!, { exact: true })).toBeVisible();
  await expect(dialog.getByRole("definition").nth(0)).toContainText("400.00 USDT");
  await expect(dialog.getByRole("definition").nth(1)).toContainText("400.00 USDMS");
  await expect(dialog).toContainText("3-5 minutes");

  const state = dialog.getByRole("status").filter({ has: page.getByRole("paragraph") });
  await expect(state).toContainText("Waiting for your payment");
  await pass(app, 2);
  await expect(state).toContainText("Payment detected");
  expect(await balanceOf(page)).toBe("0.00000000");
  await pass(app, 2);
  await expect(state).toContainText("Confirmed");
  // The dialog itself reports the credit.
  await expect(screen.notices(page)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(screen.balanceCard(page)).toContainText("400.00 USDMS");
  await expect(screen.balanceCard(page)).toContainText("≈ $400.00");
}

/** Opens a position after checking the ticket's promises against the domain's formulas. */
async function open(page: Page, app: MovableApp, side: "Buy" | "Sell", minutes: number, stake: string) {
  await screen.sideButton(page, side).click();
  const dialog = screen.dialog(page);
  await dialog.getByRole("radio", { name: new RegExp(`^${minutes} min`) }).check();
  await screen.amountField(page).fill(stake);

  const opened = (await positionsOf(page)).length;
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toHaveText(`${side} for ${money(stake)} USDMS`);
    const shown = await dialog.innerText();
    const shownMilli = Math.round(Number(/Price now\s*(\d{3}\.\d{3})/.exec(shown)![1]) * 1000);
    const terms = TERMS.find(({ duration }) => duration === minutes)!;
    const barrier = barrierMilli(terms, side === "Buy" ? "buy" : "sell", shownMilli) / 1000;
    expect(shown).toContain(`${barrier.toFixed(3)} or ${side === "Buy" ? "above" : "below"}`);
    expect(shown).toContain(`${IN_HUNDRED[minutes]} in 100`);
    expect(shown).toContain(`+${(Number(stake) * MULTIPLIER[minutes]!).toFixed(2)}`);
    expect(shown).toContain(`+${(MULTIPLIER[minutes]! * 100).toLocaleString("en")}%`);
    expect(shown).toContain(signedMoney(`-${stake}`));
    await screen.confirmButton(page).click();
    await expect(dialog).toBeHidden();
  });

  const positions = await positionsOf(page);
  expect(positions).toHaveLength(opened + 1);
  const position = positions[0]!;
  expect(position).toMatchObject({ type: side.toLowerCase(), duration: minutes, amount: `${stake}000000` });
  const decided = `Entry ${price(position.entryPrice)}, barrier ${price(position.barrierPrice)}, expiry at ${clockTime(position.expiryTick)}.`;
  await screen.expectNotice(page, `${side} position opened`, decided);
  await expect(screen.balanceCard(page)).toContainText(`${money(await balanceOf(page))} USDMS`);
  return position;
}

async function expectActive(page: Page, app: MovableApp): Promise<void> {
  const active = (await positionsOf(page))
    .filter(({ status }) => status === "active")
    .sort((one, other) => one.expiryTick - other.expiryTick || one.entryTick - other.entryTick);
  await expect(screen.activePositions(page)).toHaveAccessibleName(`Active positions (${active.length})`);
  // An outcome is on the list, too, but has no remaining time.
  const rows = screen
    .activePositions(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("timer") });
  await expect(rows).toHaveCount(active.length);
  for (const [index, position] of active.entries()) {
    const { type, duration, amount } = position;
    const row = rows.nth(index);
    await expect(row.getByRole("timer")).toHaveText(countdown(position.expiryTick - now(app)));
    await expect(row).toContainText(type.toUpperCase());
    const kind = `${duration} min ×${MULTIPLIER[duration]!.toFixed(1)}`;
    for (const figure of [
      kind,
      `Entry ${price(position.entryPrice)}`,
      `Amount ${money(amount)} USDMS`,
      `Max profit +${(Number(amount) * MULTIPLIER[duration]!).toFixed(2)}`,
    ]) {
      await expect(row).toContainText(figure);
    }
    const opener = row.getByRole("button", { name: `Details of ${type.toUpperCase()} ${kind}` });
    await opener.click();
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    await expect(row.getByRole("definition")).toHaveText([
      `${type === "buy" ? "≥" : "≤"} ${price(position.barrierPrice)}`,
      `${IN_HUNDRED[duration]} in 100`,
      // The current value, and the fee of a sale.
      /^\d+\.\d\d$/,
      "1%",
    ]);
  }
  // The next call begins with closed rows again.
  if (active.length > 0)
    await rows
      .last()
      .getByRole("button", { name: /^Details/ })
      .click();
}

/** Checks that a position is settled at its expiry, neither earlier nor later. */
async function expectSettledAtItsTick(
  page: Page,
  app: MovableApp,
  { id, expiryTick }: Position,
): Promise<void> {
  await stayConnected(page, app);
  await jump(app, expiryTick - 1 - now(app));
  expect((await positionsOf(page)).find((each) => each.id === id)!.status).toBe("active");
  await pass(app);
  const settled = (await positionsOf(page)).find((each) => each.id === id)!;
  const { prices } = await ask<Prices>(page, `/api/prices?from=${expiryTick}&to=${expiryTick}`);
  const isWon = wins(
    settled.type,
    parsePriceMilli(settled.barrierPrice),
    parsePriceMilli(settled.resultPrice!),
  );
  expect(Number(settled.resultPrice)).toBe(prices[0]);
  expect(settled.status).toBe(isWon ? "won" : "lost");
  await screen.expectNotice(
    page,
    isWon ? "Position won" : "Position lost",
    `${signedMoney(settled.profit!)} USDMS`,
  );
  await expect(screen.balanceCard(page)).toContainText(`${money(await balanceOf(page))} USDMS`);
  await expect(screen.historyCard(page).getByRole("listitem").first()).toContainText(
    signedMoney(settled.profit!),
  );
}

async function expectHistory(page: Page): Promise<void> {
  const finished = (await positionsOf(page))
    .filter(({ status }) => status !== "active")
    .sort((one, other) => other.expiryTick - one.expiryTick);
  const rows = screen.historyCard(page).getByRole("listitem");
  await expect(rows).toHaveCount(finished.length);
  for (const [index, position] of finished.entries()) {
    await expect(rows.nth(index)).toContainText(
      new RegExp(
        [
          position.type.toUpperCase(),
          `${position.duration}\\smin ×${MULTIPLIER[position.duration]!.toFixed(1)}`,
          `${price(position.entryPrice)} → ${price(position.resultPrice!)}`,
          signedMoney(position.profit!).replace("+", "\\+"),
          position.status === "won" ? "Won" : "Lost",
        ].join(".*"),
      ),
    );
  }
}

test("lets a newcomer register, deposit, open every kind of position and see each settled", async ({
  ownApp: app,
  page,
}) => {
  await page.goto(app.url);
  await register(page);
  await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  await deposit(page, app);

  const kinds = (["Buy", "Sell"] as const).flatMap((side) =>
    [1, 3, 5, 10].map((minutes) => ({ side, minutes })),
  );
  const opened: Position[] = [];
  for (const [index, { side, minutes }] of kinds.entries()) {
    opened.push(await open(page, app, side, minutes, `${10 + index}.50`));
  }
  await expectActive(page, app);

  const ofOneMinute = opened.filter(({ duration }) => duration === 1);
  for (const position of ofOneMinute) await expectSettledAtItsTick(page, app, position);
  await expectActive(page, app);
  await expectHistory(page);

  const rest = opened.filter(({ duration }) => duration !== 1).sort((a, b) => a.expiryTick - b.expiryTick);
  for (const position of rest) await expectSettledAtItsTick(page, app, position);
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  await expect(screen.activePositions(page)).toContainText("No active positions");
  await expectHistory(page);
  expect(await app.checkLedger()).toEqual([]);
  expect(await page.evaluate(() => "isStillTheSamePage" in window)).toBe(true);
});
