import type { Locator } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("shows header, columns, balance, positions, history and profile menu", async ({ ownApp: app, page }) => {
  const { common, history, statement, trade, wallet } = texts.en;
  const person = await withMoney(page.context(), app, "1234.99999999");
  // The history would otherwise show the seeded deposit.
  await app.database.query("delete from deposit_transactions where user_id = $1", [person.user.id]);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/trading/positions", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(app.url);
  const header = page.getByRole("banner");
  const card = screen.historyCard(page);
  const [buy, sell] = [screen.sideButton(page, "Buy"), screen.sideButton(page, "Sell")];

  await test.step("active positions: a loading text, then an empty text with the count in the title", async () => {
    const positions = screen.activePositions(page);
    await expect(positions).toContainText(trade.positions.loading);
    held.resolve();
    await expect(positions).toHaveAccessibleName(trade.positions.title(0));
    await expect(positions).toContainText(trade.positions.empty);
  });

  await test.step("header: logo, title, e-mail, language switcher and profile menu, always in sight", async () => {
    await expect(header.getByRole("link", { name: common.home })).toContainText("Veritick");
    await expect(header.locator("svg").first()).toBeVisible();
    await expect(header).toContainText(person.user.email);
    const languages = header.getByRole("group", { name: common.language }).getByRole("button");
    await expect(languages).toHaveCount(2);
    await page.mouse.wheel(0, 2_000);
    await expect(header.getByRole("button", { name: RegExp(common.menu.label) })).toBeInViewport();
    await page.mouse.wheel(0, -2_000);
  });

  await test.step("balance card: two decimals, approximate dollars, deposit and withdraw", async () => {
    await expect(screen.balanceCard(page)).toContainText("1,234.99 USDMS");
    await expect(screen.balanceCard(page)).toContainText(
      RegExp("≈ $1,234.99".replace(/[$]/, "\\$&").replace(" $", "\\s$")),
    );
    await expect(screen.balanceCard(page).getByRole("button")).toHaveText([wallet.deposit, wallet.withdraw]);
  });

  await test.step("the Tab key follows the columns; on a phone the price and its buttons come first", async () => {
    const isBefore = async (one: Locator, other: Locator) => {
      const place = await other.elementHandle();
      return one.evaluate(
        (each, after) => (each.compareDocumentPosition(after!) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
        place,
      );
    };
    const deposit = screen.balanceCard(page).getByRole("button", { name: wallet.deposit });
    expect(await isBefore(deposit, buy)).toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => isBefore(buy, deposit)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => isBefore(deposit, buy)).toBe(true);
  });

  await test.step("columns: balance and positions left, the wider price panel with two large buttons, history below", async () => {
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await screen.stillness(page);
      const boxOf = async (part: Locator) => (await part.boundingBox())!;
      const [money, open, price, past, left, right] = await Promise.all(
        [
          screen.balanceCard(page),
          screen.activePositions(page),
          screen.pricePanel(page),
          card,
          buy,
          sell,
        ].map(boxOf),
      );
      expect(open!.y).toBeGreaterThan(money!.y + money!.height);
      expect(price!.x).toBeGreaterThan(money!.x + money!.width);
      expect(price!.width).toBeGreaterThan(1.4 * money!.width);
      expect(right!.x).toBeGreaterThan(left!.x + left!.width);
      for (const side of [left!, right!]) {
        expect(side.x).toBeGreaterThan(price!.x);
        expect(side.y + side.height, "at the foot of the price panel").toBeLessThan(price!.y + price!.height);
        expect(price!.y + price!.height - side.y).toBeLessThan(100);
        expect(side.width).toBeGreaterThan(0.4 * price!.width);
        expect(side.height).toBeGreaterThanOrEqual(52);
      }
      expect(past!.y).toBeGreaterThan(Math.max(open!.y + open!.height, price!.y + price!.height));
      await expect(sell).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("history: three tabs by arrow keys, trades first, each with its own empty text", async () => {
    const tabs = [history.trades, history.deposits, history.withdrawals];
    const empty = [history.noTrades, history.noDeposits, history.noWithdrawals];
    await expect(card.getByRole("tab")).toHaveText(tabs);
    await expect(card.getByRole("tab", { selected: true })).toHaveText(history.trades);
    await card.getByRole("tab", { name: history.trades }).focus();
    for (const [index, name] of tabs.entries()) {
      await expect(card.getByRole("tab", { name })).toBeFocused();
      await expect(card.getByRole("tabpanel", { name })).toContainText(empty[index]!.title);
      await page.keyboard.press("ArrowRight");
    }
    await expect(card.getByRole("tab", { name: history.trades })).toBeFocused();
  });

  await test.step("asks for nothing when the user comes back to the window", async () => {
    // With its first connection, the page asks once more for what a push may have changed before.
    await goLive(page, app);
    // Those requests have left, but the test hears of them later: in order, so before this one ends.
    await page.evaluate(() => fetch("/api/settings"));
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/") && pathname !== "/api/trading/positions") calls.push(pathname);
    });
    await page.evaluate(() => {
      for (const target of [window, document]) {
        target.dispatchEvent(new Event("visibilitychange"));
        target.dispatchEvent(new Event("focus"));
      }
    });
    await goLive(page, app);
    // The connection, support chat and results card call at any time. A new connection asks for the prices it missed.
    const others = ["/api/ws-token", "/api/settings", "/api/results"];
    if (calls.includes("/api/ws-token")) others.push("/api/prices");
    expect(calls.filter((path) => !others.includes(path))).toEqual([]);
  });

  await test.step("profile menu: initials, profile, language with the current one ticked, logout", async () => {
    const avatar = page.getByRole("button", { name: RegExp(common.menu.label) });
    await expect(avatar).toHaveText(person.user.email.slice(0, 2).toUpperCase());
    await avatar.click();
    const { profile, results, limits, fairness, help, language: languages, logout } = common.menu;
    await expect(page.getByRole("menuitem")).toHaveText([
      profile,
      trade.desk.practice,
      results,
      limits,
      fairness,
      help,
      languages,
      logout,
    ]);
    await page.getByRole("menuitem", { name: languages }).press("ArrowRight");
    await expect(page.getByRole("menuitemradio")).toHaveText(["English", "Français"]);
    await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("English");
    await expect(page.getByRole("menuitemradio", { name: "English" })).toBeFocused();
    // A menu listens for Escape a moment after it has the focus. No person presses that soon.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0, { timeout: 500 });
    }).toPass({ intervals: [0], timeout: 10_000 });
  });

  await test.step("opens the statement from the history", async () => {
    await card.getByRole("link", { name: history.statement }).click();
    await expect(page).toHaveURL(`${app.url}/statement`);
    await expect(page.getByRole("heading", { name: statement.title })).toBeVisible();
  });
});
