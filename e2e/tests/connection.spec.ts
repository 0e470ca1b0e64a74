import type { Page, WebSocketRoute } from "@playwright/test";
import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expectNoViolationsInBothThemes } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { connection, goLive, jump, pass, whileTicking, toBlockEnd } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

/** Lets the test send and hang up on behalf of the server. Drops messages whose type `lets` refuses. */
async function intercept(
  page: Page,
  lets: (type: string) => boolean = () => true,
): Promise<WebSocketRoute[]> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws\?token=/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (lets((JSON.parse(String(message)) as { type: string }).type)) socket.send(message);
    });
    sockets.push(socket);
  });
  return sockets;
}

test("says when the price is out of date, tries five times to reconnect, and catches up", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED .*\/api\/ws-token/);
  const { live, ticket, side } = texts.en.trade;
  const sockets = await intercept(page);
  await page.clock.install();
  const person = await onDashboard(page, app, "100");
  const confirm = screen.confirmButton(page);
  const openTicket = () => page.getByRole("button", { name: side.buy, exact: true }).click();

  await test.step("confirms nothing while the price is out of date", async () => {
    await openTicket();
    await screen.amountField(page).fill("10");
    await whileTicking(app, () => expect(confirm).toBeEnabled());
    await confirm.focus();
    // Three seconds pass without a tick.
    await page.clock.fastForward(3_000);
    await expect(confirm).toHaveText(ticket.confirmWaiting);
    await expect(confirm).toBeDisabled();
    await page.keyboard.press("Enter");
    // Whoever was about to confirm still is once the price is back.
    await expect(confirm).toBeFocused();
    await expect(screen.dialog(page).locator("[data-state]").last()).toHaveText(live.stale);
    await expect(page.getByText(live.staleText)).toBeVisible();
    await screen.amountField(page).press("Enter");
    await whileTicking(app, () => expect(confirm).toBeEnabled());
    await screen.closeDialog(page);
    expect((await person.get<Position[]>("/api/trading/positions")).body).toEqual([]);
  });

  // The page logs this when it schedules its next try.
  let tries = 0;
  page.on("console", (message) => {
    if (message.text().startsWith("no token for the live connection")) tries += 1;
  });
  await test.step("says that the connection is lost and confirms nothing", async () => {
    await page.route("**/api/ws-token", (route) => route.abort());
    await sockets[0]!.close({ code: 1012 });
    await expect(connection(page)).toHaveText(live.reconnecting);
    await expect(screen.pricePanel(page).getByText(live.reconnectingText)).toBeVisible();
    await openTicket();
    await screen.amountField(page).fill("10");
    await expect(confirm).toBeDisabled();
    await screen.closeDialog(page);
  });

  await test.step("tries five times: 1 s after the close, then longer after each refused token", async () => {
    for (const [index, seconds] of [1, 6, 9, 12, 15].entries()) {
      await page.clock.fastForward(seconds * 1000);
      await expect.poll(() => tries).toBe(index + 1);
    }
    await expect(connection(page)).toHaveText(live.lost);
    await expect(screen.pricePanel(page).getByText(live.lostText)).toBeVisible();
    // Then it tries about once a minute, and shows nothing of it.
    await page.clock.fastForward(75_000);
    await expect.poll(() => tries).toBe(6);
    await expect(connection(page)).toHaveText(live.lost);
  });

  await test.step("asks for what it missed once it is back", async () => {
    await person.post("/api/trading/positions", { type: "buy", amount: "40", duration: 1 });
    await jump(app, 63);
    await page.unroute("**/api/ws-token");
    // Nobody presses anything.
    await page.clock.fastForward(75_000);
    await goLive(page, app);
    expect(sockets).toHaveLength(2);
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
    const balance = Number(await person.balance()).toFixed(2);
    const shown = balance;
    await expect(screen.balanceCard(page)).toContainText(`${shown} USDMS`);
  });
});

test("logs and ignores malformed and unknown messages", async ({ app, page }) => {
  const sockets = await intercept(page);
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("malformed message")) warnings.push(message.text());
  });
  await onDashboard(page, app, "100");
  // The page may not have drawn the newest tick yet.
  const { prices } = (await new TestClient(app.url).get<Prices>("/api/prices")).body;
  const before = prices.at(-1)!.toFixed(3);
  await expect(page.getByTestId("price")).toHaveText(before);
  const malformed = [
    "no json",
    "null",
    "[]",
    '{"type":"price","price":"99"}',
    '{"type":"price","price":1e999,"tick":1,"time":"2026-01-01T00:00:00.000Z"}',
    '{"type":"balanceUpdate","balance":"<b>9</b>"}',
    '{"type":"positionResolved","position":{"status":"won","profit":"1"}}',
    '{"type":"toString"}',
  ];
  for (const message of malformed) sockets[0]!.send(message);
  await expect.poll(() => warnings.length).toBe(malformed.length);
  await expect(page.getByTestId("price")).toHaveText(before);
  await expect(screen.balanceCard(page)).toContainText("100.00 USDMS");
  await expect(screen.notices(page)).toHaveCount(0);
  await goLive(page, app);
  // A tick may leave the price unchanged.
  await expect(async () => {
    await pass(app);
    await expect(page.getByTestId("price")).not.toHaveText(before, { timeout: 250 });
  }).toPass({ intervals: [0] });
});

rare("says at zero that a position expired and leaves its result to the server", async ({ app, page }) => {
  const sockets = await intercept(page, (type) => type === "price");
  const person = await onDashboard(page, app, "100");
  await toBlockEnd(app);
  await person.post("/api/trading/positions", { type: "buy", amount: "10", duration: 1 });
  const row = screen.activePositions(page).getByRole("listitem");
  await expect(row.getByRole("timer")).toHaveText("1:00");
  const asItWas = (await person.get<Position[]>("/api/trading/positions")).body;
  await page.route("**/api/trading/positions", (route) => route.fulfill({ json: asItWas }));
  await jump(app, 59);
  await expect(row.getByRole("timer")).toHaveText("0:01");
  await pass(app, 2);
  await expect(row.getByRole("timer")).toHaveText("0:00");
  await expect(row).toContainText("Expired, settling…");
  await expect(screen.notices(page)).toHaveCount(0);

  await test.step("tells that the beacon is late, and that its results come in order", async () => {
    const { live, positions, ticket } = texts.en.trade;
    const tell = (state: string) => {
      const tick = asItWas[0]!.expiryTick + 20;
      sockets[0]!.send(JSON.stringify({ type: "beacon", state, tick }));
    };
    const words = page.getByRole("region", { name: "Notice about the price" });
    const telling = setInterval(tell, 1_000, "late");
    tell("late");
    await expect(connection(page)).toHaveText(live.held);
    await expect(row).toContainText(positions.awaited);
    await expect(words).toContainText(
      "is late. You can’t open a position for now. Each open position will be settled at the price of its expiry.",
    );
    await screen.sideButton(page, "Buy").click();
    await screen.amountField(page).fill("10");
    await expect(screen.confirmButton(page)).toHaveText(ticket.confirmHeld);
    await expect(screen.confirmButton(page)).toBeDisabled();
    await screen.closeDialog(page);
    await expectNoViolationsInBothThemes(page, "the dashboard while the beacon is late");
    clearInterval(telling);
    tell("catch_up");
    // The price of a past tick is not one to trade on.
    await pass(app);
    await expect(words).toContainText("its missing rounds are arriving in order");
    await expect(connection(page)).toHaveText(live.held);
    tell("live");
    await expect(connection(page)).toHaveText(live.live);
    await expect(words).toBeHidden();
  });

  // The poll every two seconds finds the result without a push.
  await page.unroute("**/api/trading/positions");
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
});

rare("tells a result that came before the first live connection", async ({ app, page }) => {
  const person = await withMoney(page.context(), app, "100");
  await toBlockEnd(app);
  await person.post("/api/trading/positions", { type: "buy", amount: "10", duration: 1 });
  const connecting = Promise.withResolvers<void>();
  await page.route("**/api/ws-token", async (route) => {
    await connecting.promise;
    await route.continue();
  });
  await page.goto(app.url);
  await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(1);
  await jump(app, 61);
  connecting.resolve();
  const { won, lost } = texts.en.trade.result;
  await whileTicking(app, () => expect(screen.notices(page)).toContainText(new RegExp(`${won}|${lost}`)));
});

test("asks again for code that did not load when it is next needed", async ({ app, page, expectFaults }) => {
  expectFaults(/ERR_FAILED|^Failed to fetch dynamically|^Unable to preload/);
  await page.route(/assets\/trade-dialog/, (route) => route.abort());
  await onDashboard(page, app, "100");
  const missing = page.getByText("A part of this page could not be loaded.");
  await screen.sideButton(page, "Buy").click();
  await expect(missing).toBeVisible();
  await expect(screen.dialog(page)).toBeHidden();
  await page.unroute(/assets\/trade-dialog/);
  // A pointer on its way to the button loads the code, and the dialog that was asked for may open under it.
  await screen.sideButton(page, "Buy").dispatchEvent("click");
  await expect(screen.amountField(page)).toBeVisible();
  await expect(missing).toBeHidden();
  // Its style sheet has loaded, too.
  await expect(screen.dialog(page).getByRole("group", { name: "Quick amounts" })).toHaveCSS(
    "display",
    "grid",
  );
});
