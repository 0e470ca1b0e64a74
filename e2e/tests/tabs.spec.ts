import type { Position } from "@veritick/contract/positions.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";

test("4 Two tabs: what is opened and settled in one shows in the other", async ({ app, page, context }) => {
  const person = await onDashboard(page, app, "100");
  const other = await context.newPage();
  await other.goto(`${app.url}/dashboard`);
  await goLive(other, app);

  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await whileTicking(app, () => screen.confirmButton(page).click());
  await screen.expectNotice(page, "Buy position opened");
  await expect(screen.balanceCard(other)).toContainText("90.00 USDMS");
  await expect(screen.activePositions(other)).toHaveAccessibleName("Active positions (1)");
  await expect(screen.notices(other)).toHaveCount(0);

  await goLive(other, app);
  await jump(app, 60);
  for (const each of [page, other]) {
    await screen.expectNotice(each, /^Position (won|lost)/);
    await expect(screen.historyCard(each).getByRole("listitem")).toHaveCount(1);
    const balance = Number(await person.balance()).toFixed(2);
    await expect(screen.balanceCard(each)).toContainText(`${balance} USDMS`);
  }
  expect((await person.get<Position[]>("/api/trading/positions")).body).toHaveLength(1);
});

test("4 Two tabs: logout in one ends the other's live connection and leads it to /auth", async ({
  app,
  page,
  context,
  expectFaults,
}) => {
  expectFaults(/status of 401 .*\/api\/(trading\/positions|ws-token|deposits|auth\/me)/);
  const person = await onDashboard(page, app, "100");
  const other = await context.newPage();
  const closed = Promise.withResolvers<void>();
  other.on("websocket", (socket) => socket.on("close", () => closed.resolve()));
  await other.goto(`${app.url}/dashboard`);
  await goLive(other, app);
  const third = await context.newPage();
  await third.goto(app.url);
  await goLive(third, app);

  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  await closed.promise;
  // The poll every two seconds is the next call.
  await expect(other).toHaveURL(`${app.url}/auth`);
  await expect(other.getByText(person.user.email)).toBeHidden();
  // The start page has something for everyone.
  await expect(third.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(third.getByText(person.user.email)).toBeHidden();
});
