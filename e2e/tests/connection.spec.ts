import type { Page, WebSocketRoute } from "@playwright/test";
import type { Position } from "@veritick/contract/positions.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { connection, goLive, jump, pass, whileTicking } from "../kit/time.ts";

/** Lets the test speak and hang up on behalf of the server. `let` may keep messages from the page. */
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

test("2, 4 Trade dialog: nothing can be confirmed while the price is old", async ({ app, page }) => {
  const person = await onDashboard(page, app, "100");
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  const confirm = screen.confirmButton(page);
  await pass(app);
  await expect(confirm).toHaveText("Buy for 10.00 USDMS");
  await expect(confirm).toBeEnabled();

  // No tick for three seconds.
  await expect(confirm).toHaveText("Waiting for a live price");
  await expect(confirm).toBeDisabled();
  await expect(screen.dialog(page).getByRole("status").first()).toHaveText("Price is old");
  await expect(
    page.getByText("No new price is coming in. Nothing can be opened until it does."),
  ).toBeVisible();
  await screen.amountField(page).press("Enter");
  expect((await person.get<Position[]>("/api/trading/positions")).body).toEqual([]);

  await whileTicking(app, async () => {
    await expect(confirm).toHaveText("Buy for 10.00 USDMS");
    await confirm.click();
    await screen.expectNotice(page, "Buy position opened");
  });
});

test("4 Live connection: a lost one is said, nothing can be confirmed, and it comes back by itself", async ({
  app,
  page,
}) => {
  const sockets = await intercept(page);
  const person = await onDashboard(page, app, "100");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/ws-token", async (route) => {
    await held.promise;
    await route.continue();
  });
  await sockets[0]!.close({ code: 1012 });
  await expect(connection(page)).toHaveText("Reconnecting");
  await expect(
    screen.pricePanel(page).getByText("Reconnecting. The price is old, so nothing can be opened."),
  ).toBeVisible();
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("10");
  await expect(screen.confirmButton(page)).toBeDisabled();
  await screen.closeDialog(page);

  // What is missed meanwhile is asked for when the connection is back.
  await person.post("/api/trading/positions", { type: "buy", amount: "40", duration: 1 });
  await pass(app, 61);
  held.resolve();
  await goLive(page, app);
  expect(sockets).toHaveLength(2);
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
  const balance = Number(await person.balance()).toFixed(2);
  await expect(screen.balanceCard(page)).toContainText(`${balance} USDMS`);
});

test("4, 9 Live connection: after five tries it rests until someone asks to try again", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED .*\/api\/ws-token/);
  const sockets = await intercept(page);
  await page.clock.install();
  await onDashboard(page, app, "100");
  // The page says so in the same breath in which it sets the time of its next try.
  let tries = 0;
  page.on("console", (message) => {
    if (message.text().startsWith("no token for the live connection")) tries += 1;
  });
  await page.route("**/api/ws-token", (route) => route.abort());
  await sockets[0]!.close({ code: 1012 });
  await expect(connection(page)).toHaveText("Reconnecting");
  // 1 s after the close, then 3 s times the attempt after each refused token.
  for (const [index, seconds] of [1, 6, 9, 12, 15].entries()) {
    await page.clock.fastForward(seconds * 1000);
    await expect.poll(() => tries).toBe(index + 1);
  }
  await expect(connection(page)).toHaveText("Not connected");
  await page.clock.fastForward(120_000);
  await expect(connection(page)).toHaveText("Not connected");
  expect(tries).toBe(5);

  await page.unroute("**/api/ws-token");
  await screen.pricePanel(page).getByRole("button", { name: "Try again" }).click();
  await goLive(page, app);
});

test("7 Pushed messages: what is malformed or unknown is logged and ignored", async ({ app, page }) => {
  const sockets = await intercept(page);
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await onDashboard(page, app, "100");
  const before = await page.getByTestId("price").innerText();
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
  await expect(page.getByTestId("price")).not.toHaveText(before);
});

test("4 Position: at zero the page says that it expired and leaves the result to the server", async ({
  app,
  page,
}) => {
  await intercept(page, (type) => type === "price");
  const person = await onDashboard(page, app, "100");
  await person.post("/api/trading/positions", { type: "buy", amount: "10", duration: 1 });
  const row = screen.activePositions(page).getByRole("listitem");
  await expect(row.getByRole("timer")).toHaveText("1:00");
  const asItWas = (await person.get<Position[]>("/api/trading/positions")).body;
  await page.route("**/api/trading/positions", (route) => route.fulfill({ json: asItWas }));
  await jump(app, 59);
  await expect(row.getByRole("timer")).toHaveText("0:01");
  await pass(app, 2);
  await expect(row.getByRole("timer")).toHaveText("Expired, settling…");
  await expect(screen.notices(page)).toHaveCount(0);

  // The poll every two seconds finds the result although no push told of it.
  await page.unroute("**/api/trading/positions");
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
});
