import { messageFor } from "@veritick/contract/errors.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { expectNoViolations } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { keepTicket, onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const { keys, practice, trade } = texts.en;

test.use({ viewport: { width: 1440, height: 900 } });

/** Returns pictures of the chart before and after a button of the ticket gets the focus, with no tick in between. */
async function picturesAroundFocus(button: HTMLElement | SVGElement): Promise<string[]> {
  const canvas = document.querySelector("canvas")!;
  const before = canvas.toDataURL();
  button.focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return [before, canvas.toDataURL()];
}

test("keeps the ticket beside the chart once a person asks for it, until they close it", async ({
  app,
  page,
}) => {
  const person = await onDashboard(page, app, "100");
  const dock = screen.dock(page);
  const buy = screen.sideButton(page, "Buy");
  await expect(dock).toHaveCount(0);
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("12.50");
  await screen
    .dialog(page)
    .getByRole("radio", { name: /^3 min/ })
    .check({ force: true });
  await expectNoViolations(page, "the ticket that can be kept");
  await screen.dialog(page).getByRole("button", { name: trade.ticket.keep, exact: true }).click();
  await expect(screen.dialog(page)).toHaveCount(0);
  await expect(dock.getByRole("textbox")).toHaveValue("12.50");
  await expect(dock.getByRole("radio", { name: /^3 min/ })).toBeChecked();
  await expect(dock.getByRole("group", { name: "Sell" }).getByRole("button")).toBeFocused();
  await page.reload();
  await goLive(page, app);
  await expect(dock.getByRole("textbox")).toBeVisible();
  expect((await person.get<Position[]>("/api/trading/positions")).body).toEqual([]);

  await test.step("a narrower window has the two buttons, and none to keep the ticket", async () => {
    await page.setViewportSize({ width: 1199, height: 800 });
    await expect(dock).toHaveCount(0);
    await buy.click();
    await expect(screen.dialog(page)).toBeVisible();
    await expect(screen.dialog(page).getByRole("button", { name: trade.ticket.keep })).toHaveCount(0);
    await screen.closeDialog(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await dock.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dock).toHaveCount(0);
  await expect(buy).toBeFocused();
  await page.reload();
  await expect(buy).toBeVisible();
  await expect(dock).toHaveCount(0);
});

test("opens a position in two actions, on the account and in practice, one for each press", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 500 .*\/api\/trading\/positions/);
  await keepTicket(page.context());
  const person = await onDashboard(page, app, "100");
  const dock = screen.dock(page);
  const quick = dock.getByRole("button", { name: trade.ticket.quickLabel["10"], exact: true });
  const buy = dock.getByRole("button", { name: "Buy for 10.00 USDMS", exact: true });
  const sell = dock.getByRole("button", { name: "Sell for 10.00 USDMS", exact: true });
  const positions = async () => (await person.get<Position[]>("/api/trading/positions")).body;

  await whileTicking(app, async () => {
    const presses = await screen.countPresses(page);
    await quick.click();
    await buy.click();
    expect(await presses()).toBe(2);
    await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
  });
  expect(await positions()).toMatchObject([{ type: "buy", amount: "10.00000000", duration: 1 }]);

  await test.step("each side says when it wins, and how likely that is", async () => {
    await whileTicking(app, async () => {
      await expect(buy).toHaveAccessibleDescription(
        /^You win if at \d\d:\d\d:\d\d the price is \d{3}\.\d{3} or above$/,
      );
      await expect(sell).toHaveAccessibleDescription(/ the price is \d{3}\.\d{3} or below$/);
      await expect(dock.getByText("27 in 100")).toHaveCount(2);
      await expect(dock.getByRole("definition")).toHaveText([/^\+25\.00 \+250%$/, /10\.00$/, "5%"]);
    });
    await expectNoViolations(page, "the docked ticket");
  });

  await test.step("the chart draws the side that has the focus more strongly", async () => {
    await dock.getByRole("textbox").focus();
    const pictures = await whileTicking(app, () => sell.evaluate(picturesAroundFocus));
    expect(new Set(pictures).size).toBe(2);
  });

  await test.step("a double press opens one position, a failure is said in place", async () => {
    await whileTicking(app, async () => {
      await sell.dblclick();
      await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(2));
      await expect(sell).toBeFocused();
      await page.route("**/api/trading/positions", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: { message: "Something broke.", code: "internal" } })
          : route.fallback(),
      );
      await buy.click();
      const unanswered = dock.getByRole("status").filter({ hasText: /can still be executed until \d\d:/ });
      await expect(unanswered).toBeVisible();
      await page.unroute("**/api/trading/positions");
      await buy.click();
      await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(3));
      await expect(unanswered).toHaveCount(0);
    });
    expect((await positions()).map(({ type }) => type)).toEqual(["buy", "sell", "buy"]);
  });

  await test.step("an amount that the balance does not hold is said at the amount", async () => {
    await dock.getByRole("textbox").fill("70.01");
    await expect(dock.getByRole("textbox")).toHaveAccessibleDescription(trade.ticket.balanceInsufficient);
    await dock.getByRole("button", { name: trade.ticket.quickLabel.max }).click();
    await whileTicking(app, () => dock.getByRole("button", { name: "Sell for 70.00 USDMS" }).click());
    await expect(dock).toContainText(trade.ticket.emptyBalance);
    await expect(dock.getByRole("textbox")).toHaveAccessibleDescription("");
    await expect(dock.getByRole("button", { name: texts.en.wallet.deposit })).toBeInViewport({ ratio: 1 });
    await expect(dock.getByRole("link", { name: trade.ticket.practise })).toBeInViewport({ ratio: 1 });
    await expect(dock.getByRole("group", { name: trade.side.sell }).getByRole("button")).toBeInViewport({
      ratio: 1,
    });
  });

  await test.step("practice has the same ticket, with its own words", async () => {
    await page.getByRole("banner").getByRole("link", { name: trade.desk.practice }).click();
    await expect(dock.getByRole("heading")).toHaveText(practice.dock);
    await whileTicking(app, async () => {
      await dock.getByRole("button", { name: "10 practice USDMS", exact: true }).click();
      await dock.getByRole("button", { name: "Sell for 10.00 practice USDMS" }).click();
      await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
    });
    await expectNoViolations(page, "the docked ticket of practice");
    await page.setViewportSize({ width: 1200, height: 700 });
    await dock.getByRole("textbox").fill("1234.56");
    await whileTicking(app, () =>
      expect(dock.getByRole("button", { name: /^Sell for/ })).toBeInViewport({ ratio: 0.99 }),
    );
  });
});

test("says a person's own limit at the amount alone, until the same order opens", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409 .*\/api\/trading\/positions/);
  await keepTicket(page.context());
  const person = await onDashboard(page, app, "100");
  const amount = screen.dock(page).getByRole("textbox");
  const buy = screen.dock(page).getByRole("button", { name: "Buy for 10.00 USDMS", exact: true });
  await person.post("/api/limits", { kind: "open_positions", amount: "1" });
  await whileTicking(app, async () => {
    await amount.fill("10");
    await buy.click();
    await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
    await buy.click();
    await expect(amount).toHaveAccessibleDescription(messageFor("open_positions_limit", "en"));
    await expect(screen.dock(page).getByRole("alert")).toHaveCount(0);
  });
  await jump(app, 70);
  await whileTicking(app, async () => {
    await buy.click();
    await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
  });
  await expect(amount).toHaveAccessibleDescription("");
});

rare(
  "trades by key once that is switched on, and repeats the last order through the ticket",
  async ({ app, page }) => {
    await keepTicket(page.context());
    const person = await onDashboard(page, app, "100");
    const dock = screen.dock(page);
    const amount = dock.getByRole("textbox");
    const duration = (minutes: number) => dock.getByRole("radio", { name: new RegExp(`^${minutes} min`) });
    const list = page.getByRole("dialog", { name: keys.title });

    await page.keyboard.press("b");
    await page.keyboard.press("3");
    await expect(duration(1)).toBeChecked();
    // The code that listens for keys loads after the page.
    await expect(async () => {
      await page.keyboard.press("?");
      await expect(list).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(list.getByRole("row")).toHaveCount(8);
    await expectNoViolations(page, "the list of keys");
    await list.getByRole("checkbox", { name: keys.use }).check();
    await page.keyboard.press("b");
    await page.keyboard.press("Escape");
    await page.reload();
    await whileTicking(app, async () => {
      const sell = (money: string) =>
        dock.getByRole("button", { name: `Sell for ${money} USDMS`, exact: true });
      await expect(dock.getByRole("button", { name: trade.side.sell, exact: true })).toBeEnabled();
      await expect(async () => {
        await page.keyboard.press("3");
        await expect(duration(3)).toBeChecked({ timeout: 500 });
      }).toPass();
      for (const key of ["+", "ArrowUp", "s"]) await page.keyboard.press(key);
      await expect(amount).toHaveValue("25.00");
      await expect(sell("25.00")).toBeFocused();
      await page.keyboard.press("-");
      await page.keyboard.press("ArrowDown");
      await expect(sell("10.00")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));

      await amount.press("End");
      await page.keyboard.press("5");
      await page.keyboard.press("b");
      await expect(amount).toHaveValue("10.005b");
      await dock.getByRole("radio", { name: /^10 min/ }).check();
      await dock
        .getByRole("button", { name: /^Repeat: fill in the last order \(Sell for 10\.00 USDMS, 3 min\)$/ })
        .click();
      await expect(amount).toHaveValue("10.00");
      await expect(duration(3)).toBeChecked();
      await expect(sell("10.00")).toBeFocused();
    });
    await page.setViewportSize({ width: 1100, height: 800 });
    // As long as the dock is there, the key goes to it.
    await expect(dock).toBeHidden();
    await page.locator("body").press("b");
    await expect(page.getByRole("dialog", { name: trade.ticket.title.buy })).toBeVisible();
    const positions = (await person.get<Position[]>("/api/trading/positions")).body;
    expect(positions).toMatchObject([{ type: "sell", amount: "10.00000000", duration: 3 }]);
  },
);
