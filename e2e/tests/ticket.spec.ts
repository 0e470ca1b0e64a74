import type { Page, Request } from "@playwright/test";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { expect, OFFLINE_FAULTS, rare, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass, toBlockEnd, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

/** Collects the orders that the page sends from now on. */
function ordersOf(page: Page): Request[] {
  const orders: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/trading/positions")) orders.push(request);
  });
  return orders;
}

const keyOf = (request: Request | undefined) => request?.headers()["idempotency-key"];

/** Says that an order without an answer was opened. It is no alert. */
const orderIsOpen = (page: Page) =>
  screen
    .dialog(page)
    .getByRole("status")
    .filter({ hasText: /^Your position was opened/ });

test("refuses amounts that cannot be staked, and fills in quick ones to the cent", async ({ app, page }) => {
  const orders = ordersOf(page);
  const person = await onDashboard(page, app, "123.45678901");
  await screen.sideButton(page, "Buy").click();
  const amount = screen.amountField(page);
  await whileTicking(app, async () => {
    const invalid = "Please enter a valid amount";
    const unreadable = "This amount cannot be read. Please enter a valid amount";
    for (const [wrong, words] of [
      ["", invalid],
      ["0", invalid],
      ["0.00", invalid],
      ["-5", invalid],
      ["abc", unreadable],
      ["1e2", unreadable],
      ["NaN", unreadable],
      ["1 2 3,4,5", unreadable],
    ] as const) {
      await amount.fill(wrong);
      await screen.confirmButton(page).click();
      await screen.expectNotice(page, "Error", words);
      await expect(amount, `"${wrong}" is said at the field`).toHaveAccessibleDescription(words);
      await expect(amount).toBeVisible();
    }
    const tooFine = "Enter an amount with at most two decimals, such as 15.50";
    for (const wrong of ["1.234", "0.001"]) {
      await amount.fill(wrong);
      await expect(amount).toHaveAccessibleDescription(tooFine);
      await screen.confirmButton(page).click();
      await screen.expectNotice(page, "Error", tooFine);
    }
    await amount.fill("123.46");
    await screen.confirmButton(page).click();
    await screen.expectNotice(page, "Insufficient balance", "You don't have enough funds");
    await expect(amount).toHaveAccessibleDescription("You don't have enough funds");
  });
  expect(orders).toEqual([]);
  expect((await person.get<Position[]>("/api/trading/positions")).body).toEqual([]);
  await screen.closeDialog(page);

  await test.step("says that an amount is too long and keeps it under the arrow keys", async () => {
    await screen.sideButton(page, "Buy").click();
    await amount.fill("1234567890123");
    await expect(amount).toHaveAccessibleDescription("You don't have enough funds");
    await amount.press("ArrowUp");
    await expect(amount).toHaveValue("1234567890123");
    for (const [typed, next] of [
      [".5", "0.51"],
      ["5,", "5.01"],
      ["\uff12\uff10\u200e", "20.01"],
      ["$20 ", "20.01"],
    ] as const) {
      await amount.fill(typed);
      await expect(amount).toHaveAccessibleDescription("");
      await amount.press("ArrowUp");
      await expect(amount).toHaveValue(next);
    }
    await amount.fill("");
    await expect(amount).toHaveAccessibleDescription("");
    await amount.press("ArrowUp");
    await expect(amount).toHaveValue("0.01");
    await screen.closeDialog(page);
  });

  await test.step("fills in quick amounts and the whole balance to the cent", async () => {
    await screen.sideButton(page, "Sell").click();
    const dialog = screen.dialog(page);
    await expect(dialog).toContainText("Available: 123.45 USDMS");
    await expect(dialog.getByRole("radio")).toHaveCount(4);
    await expect(dialog.getByRole("radio", { name: /^1 min/ })).toBeChecked();
    for (const [quick, expected] of [
      ["10 USDMS", "10.00"],
      ["50 USDMS", "50.00"],
      ["25%, a quarter of the balance", "30.86"],
      ["Max, the whole balance", "123.45"],
    ] as const) {
      await dialog.getByRole("button", { name: quick, exact: true }).click();
      await expect(amount).toHaveValue(expected);
    }
    await amount.press("ArrowDown");
    await expect(amount).toHaveValue("123.44");
    await amount.press("ArrowUp");
    await whileTicking(app, () => screen.confirmButton(page).click());
    // The server's clock is weeks behind this browser's.
    await screen.expectNotice(
      page,
      "Sell position opened",
      "The confirmation arrived too late by this device’s clock",
    );
    await expect(screen.notices(page).first()).toContainText(/This clock is about \d+ h ahead/);
    expect(await person.balance()).toBe("0.00678901");
  });
});

test("reports at once that it is offline, sends nothing and moves nothing", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(OFFLINE_FAULTS);
  await onDashboard(page, app, "100");
  await goLive(page, app);
  const place = async () => (await page.getByRole("main").boundingBox())?.y;
  const before = await place();
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await expect(screen.confirmButton(page)).toBeEnabled();
  await page.context().setOffline(true);
  const waiting = screen.dialog(page).getByRole("button", { name: "You are offline" });
  await expect(waiting).toBeDisabled();
  await screen.closeDialog(page);
  await expect(page.getByText("You are offline. This page may be out of date")).toBeVisible();
  expect(await place()).toBe(before);
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
});

test("opens the ticket with the last choices and the focus on the amount, so Enter orders again", async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const orders = ordersOf(page);
  await onDashboard(page, app, "100");
  await whileTicking(app, async () => {
    for (const [count, side] of (["Buy", "Sell"] as const).entries()) {
      await screen.sideButton(page, side).click();
      await expect(screen.amountField(page)).toBeFocused();
      if (count === 0) await screen.amountField(page).fill("12.50");
      await expect(screen.amountField(page)).toHaveValue(/^12\.50?$/);
      await expect(screen.confirmButton(page)).toHaveText(`${side} for 12.50 USDMS`);
      expect(orders, "the button itself sends nothing").toHaveLength(count);
      await page.keyboard.press("Enter");
      await expect(screen.dialog(page)).toBeHidden();
      await expect(screen.activePositions(page)).toHaveAccessibleName(`Active positions (${count + 1})`);
    }
  });
  expect(orders).toHaveLength(2);
});

test("sends an order that was filled in by keyboard alone", async ({ app, page }) => {
  const orders = ordersOf(page);
  const person = await onDashboard(page, app, "100");
  const buy = screen.sideButton(page, "Buy");
  for (
    let steps = 0;
    steps < 40 && !(await buy.evaluate((each) => each === document.activeElement));
    steps += 1
  ) {
    await page.keyboard.press("Tab");
  }
  await expect(buy).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(screen.amountField(page)).toBeFocused();
  await page.keyboard.type("12.5");
  const dialog = screen.dialog(page);
  for (const name of ["10 USDMS", "50 USDMS", "25%, a quarter of the balance", "Max, the whole balance"]) {
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: /^1 min/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: /^3 min/ })).toBeChecked();
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toBeEnabled();
    const tabTo = async (terms: readonly string[]) => {
      for (const term of terms) {
        await page.keyboard.press("Tab");
        await expect(dialog.getByRole("button", { name: term, exact: true })).toBeFocused();
      }
    };
    await tabTo(["entry price", "barrier"]);
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("link", { name: "How to check this" })).toBeFocused();
    await tabTo(["Potential profit", "Chance to win", "House edge"]);
    await expect(page.getByRole("tooltip")).toContainText("on average");
    await page.keyboard.press("Tab");
    await expect(screen.confirmButton(page)).toBeFocused();
    await expect(dialog).toContainText(
      /Order now: executed at \d\d:\d\d:\d\dThe entry price and the barrier are fixed at that moment\./,
    );
    await page.keyboard.down("Enter");
    await expect(dialog).toBeHidden();
  });
  await expect(buy).toBeFocused();
  // A held Enter repeats on the button that has the focus now.
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(dialog).toBeHidden();
  expect(orders.map((order) => order.postDataJSON() as unknown)).toEqual([
    { type: "buy", amount: "12.50", duration: 3, notAfterTick: expect.any(Number) },
  ]);
  const [position] = (await person.get<Position[]>("/api/trading/positions")).body;
  expect(position).toMatchObject({ type: "buy", duration: 3, amount: "12.50000000" });

  await page.keyboard.press("Enter");
  await expect(screen.amountField(page)).toHaveValue("12.5");
  await page.emulateMedia({ forcedColors: "active" });
  const drawn = (part: string) =>
    page
      .locator(`[class*="_${part}_"]`)
      .last()
      .evaluate(
        (each) => getComputedStyle(each).backgroundColor !== getComputedStyle(document.body).backgroundColor,
      );
  for (const part of ["share", "goal", "gate", "marker"]) {
    expect(await drawn(part), `${part} in forced colours`).toBe(true);
  }
  const chosen = dialog.getByRole("radio", { checked: true }).locator("..");
  // Its colours still change from one to the other for a moment.
  const inks = () =>
    chosen.evaluate(
      (option) =>
        new Set([option, ...option.querySelectorAll("span")].map((part) => getComputedStyle(part).color))
          .size,
    );
  await expect.poll(inks, "one colour in what is chosen").toBe(1);
  const [here, there] = await page
    .getByRole("navigation", { name: texts.en.trade.desk.label, includeHidden: true })
    .getByRole("link", { includeHidden: true })
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
  expect(here, "the desk where one is").not.toBe(there);
  const drawing = page.locator("header svg path").first();
  const ofTheme = await drawing.evaluate((path) => {
    const stroke = () => getComputedStyle(path).stroke;
    const was = stroke();
    document.documentElement.dataset["theme"] = "light";
    const is = stroke();
    document.documentElement.dataset["theme"] = "dark";
    return was !== is;
  });
  expect(ofTheme, "a drawing in the colours of the theme").toBe(false);
  await page.emulateMedia({ forcedColors: "none" });
  await expect(dialog.getByRole("radio", { name: /^3 min/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await goLive(page, app);
  await expect(page).toHaveTitle(/^[23]:\d\d · Dashboard · Veritick$/);
});

rare(
  "leads from an empty balance in the ticket to the deposit, and back to the ticket",
  async ({ app, page }) => {
    await onDashboard(page, app, "0");
    await screen.sideButton(page, "Buy").click();
    const empty = screen.dialog(page).getByText("Your balance is empty.");
    await expect(empty).toBeVisible();
    await screen.dialog(page).getByRole("button", { name: "Deposit" }).click();
    const { awaiting, form } = texts.en.payments.deposit;
    await page.getByRole("dialog", { name: form.title }).getByRole("textbox").first().fill("25");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: awaiting.title })).toBeVisible();
    await pass(app, 4);
    await screen.dialog(page).getByRole("button", { name: awaiting.done, exact: true }).click();
    await expect(screen.dialog(page)).toBeFocused();
    await expect(screen.dialog(page)).toContainText("Available: 25.00 USDMS");
    await expect(empty).toBeHidden();
  },
);

test("opens one position if confirm is pressed twice or an answer is lost", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED .*\/api\/trading\/positions/);
  const orders = ordersOf(page);
  const person = await onDashboard(page, app, "130");
  await test.step("one position for each of two double presses", async () => {
    await screen.sideButton(page, "Buy").click();
    await screen.amountField(page).fill("10");
    await whileTicking(app, () => screen.confirmButton(page).dblclick());
    await screen.expectNotice(page, "Buy position opened");
    expect(orders).toHaveLength(1);
    expect(await person.balance()).toBe("120.00000000");

    await screen.sideButton(page, "Buy").click();
    await screen.amountField(page).fill("20");
    await whileTicking(app, async () => {
      await expect(screen.confirmButton(page)).toBeEnabled();
      // Both presses come before the page can show that it is busy.
      await screen.confirmButton(page).evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
      await expect(screen.dialog(page)).toBeHidden();
    });
    await screen.expectNotice(page, "Buy position opened");
    expect(orders).toHaveLength(2);
    await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (2)");
    expect(await person.balance()).toBe("100.00000000");
  });

  // The answer to the next order is lost.
  orders.length = 0;
  await page.route("**/api/trading/positions", async (route) => {
    if (route.request().method() !== "POST" || orders.length > 1) return route.fallback();
    // The server opens the position, but its answer is lost.
    await route.fetch();
    await route.abort();
  });
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("60");
  // The same order is a retry until its end, so the test begins at the start of a block.
  await toBlockEnd(app);
  await whileTicking(app, async () => {
    await screen.confirmButton(page).click();
    await screen.expectNotice(page, "No answer yet", "Your order can still be executed until");
    await expect(orderIsOpen(page)).toBeVisible();
    await expect(screen.dialog(page).getByRole("alert")).toHaveCount(0);
    expect(await person.balance()).toBe("40.00000000");
    await expect(screen.dialog(page)).toContainText("Available: 40.00 USDMS");
    // A new ticket with the same amount sends the same order.
    await screen.closeDialog(page);
    await screen.sideButton(page, "Sell").click();
    await screen.amountField(page).fill("60.00");
    await expect(orderIsOpen(page)).toBeVisible();
    // The position exists already, and the rest would not cover a second one.
    await expect(screen.amountField(page)).toHaveAccessibleDescription("");
    await screen.confirmButton(page).click();
    await screen.expectNotice(page, "Sell position opened");
  });
  expect(orders).toHaveLength(2);
  expect(keyOf(orders[0])).toMatch(/^[0-9a-f-]{36}$/);
  expect(keyOf(orders[1])).toBe(keyOf(orders[0]));
  expect((await person.get<Position[]>("/api/trading/positions")).body).toHaveLength(3);
  expect(await person.balance()).toBe("40.00000000");

  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("25");
  await whileTicking(app, () => screen.confirmButton(page).click());
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (4)");
  expect(keyOf(orders[2])).not.toBe(keyOf(orders[0]));
});

test("opens only the ticket if Buy is pressed twice on a phone, where confirm lies at the same place", async ({
  app,
  page,
}) => {
  const orders = ordersOf(page);
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 });
  await onDashboard(page, app, "100");
  const buy = screen.sideButton(page, "Buy");
  const confirm = screen.confirmButton(page);
  await buy.click();
  await screen.amountField(page).fill("10");
  await whileTicking(app, () => confirm.click());
  await expect(screen.dialog(page)).toBeHidden();
  // The next ticket begins with the same amount, so one press would confirm it.
  await whileTicking(app, async () => {
    const { x, y, width, height } = (await buy.boundingBox())!;
    const place = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.click(place.x, place.y);
    await expect(confirm).toBeEnabled();
    const isUnderPointer = (button: Element, at: typeof place) =>
      button.contains(document.elementFromPoint(at.x, at.y));
    await expect.poll(() => confirm.evaluate(isUnderPointer, place)).toBe(true);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(confirm).toHaveText("Buy for 10.00 USDMS");
    await screen.closeDialog(page);
    expect(orders).toHaveLength(1);

    // Not every device counts presses. Then a moment must pass before one counts.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    await buy.dispatchEvent("click", { detail: 1 });
    await expect(confirm).toBeEnabled();
    await confirm.dispatchEvent("click", { detail: 1 });
    await expect(confirm).toHaveText("Buy for 10.00 USDMS");
    expect(orders).toHaveLength(1);
    await page.clock.runFor(400);
    await confirm.dispatchEvent("click", { detail: 1 });
    await expect.poll(() => orders.length).toBe(2);
  });
});

test("shows the server's refusal alone and takes a new key afterwards", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 400 .*\/api\/trading\/positions/);
  const orders = ordersOf(page);
  const person = await onDashboard(page, app, "100");
  // The page does not know yet that the money is gone.
  await page.routeWebSocket(/\/ws/, () => {});
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("60");
  await page.route("**/api/trading/positions", async (route) => {
    if (route.request().method() === "POST" && orders.length === 1) {
      await person.post("/api/trading/positions", { type: "buy", amount: "50", duration: 10 });
    }
    await route.fallback();
  });
  await whileTicking(app, async () => {
    await screen.confirmButton(page).click();
    await screen.expectNotice(page, "Error", "Insufficient balance: you don’t have enough funds.");
    await expect(screen.dialog(page).getByRole("alert")).toHaveText(
      /Insufficient balance.+ Nothing was opened\./,
    );
    await screen.amountField(page).fill("50");
    await expect(screen.dialog(page).getByRole("alert")).toHaveCount(0);
    await screen.confirmButton(page).click();
    await expect(screen.dialog(page)).toBeHidden();
  });
  expect(keyOf(orders[1])).not.toBe(keyOf(orders[0]));
  expect(await person.balance()).toBe("0.00000000");
});
