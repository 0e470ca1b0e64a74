import { randomUUID } from "node:crypto";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import { logIn, PASSWORD } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";
import { MINUS } from "../kit/words.ts";

test("shows positions that another tab opens and that are settled there", async ({ app, page, context }) => {
  await prefer(context, { language: "fr" });
  const person = await onDashboard(page, app, "100");
  const other = await context.newPage();
  await other.goto(`${app.url}/dashboard`);
  await goLive(other, app);

  await screen.sideButton(page, "Acheter").click();
  await screen.amountField(page).fill("10");
  await whileTicking(app, () => screen.confirmButton(page).click());
  await screen.expectNotice(
    page,
    "Position d’achat ouverte",
    /^Position d’achat ouverteEntrée \d{3},\d{3}, barrière/,
  );
  await expect(screen.balanceCard(other)).toContainText("90,00 USDMS");
  await expect(screen.activePositions(other)).toHaveAccessibleName("Positions actives (1)");
  await expect(screen.notices(other)).toHaveCount(0);

  await goLive(other, app);
  await jump(app, 62);
  const [settled] = (await person.get<Position[]>("/api/trading/positions")).body;
  const isWon = settled!.status === "won";
  for (const each of [page, other]) {
    await screen.expectNotice(
      each,
      isWon ? "Position gagnée" : "Position perdue",
      isWon ? "+25,00 USDMS" : `${MINUS}10,00 USDMS`,
    );
    await expect(screen.historyCard(each).getByRole("listitem")).toContainText(isWon ? "Gagnée" : "Perdue");
    await expect(screen.balanceCard(each)).toContainText(isWon ? "125,00 USDMS" : "90,00 USDMS");
  }
  expect(await person.balance()).toBe(isWon ? "125.00000000" : "90.00000000");
});

test("loads a tab anew when another tab signs in to another account", async ({ app, page, context }) => {
  const [first, second] = ["first", "second"].map((name) => `${name}-${randomUUID()}@example.com`) as [
    string,
    string,
  ];
  for (const email of [first, second]) await new TestClient(app.url).register(email, PASSWORD);
  const other = await context.newPage();
  await other.goto(`${app.url}/auth`);
  await logIn(page, app, { email: first });
  await expect(page.getByText(first)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { belongsToFirst: true }));
  await logIn(other, app, { email: second });
  await expect(page.getByText(second)).toBeVisible();
  await expect(page.getByText(first)).toBeHidden();
  expect(await page.evaluate(() => "belongsToFirst" in window)).toBe(false);
});

rare(
  "ends the live connection of other tabs on logout and leads them to /auth",
  async ({ app, page, context, expectFaults }) => {
    expectFaults(/status of 401 .*\/api\/(trading\/positions|results|ws-token|deposits|auth\/me)/);
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
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${app.url}/auth`);
    await closed.promise;
    // The next poll, within two seconds, finds out about the logout.
    await expect(other).toHaveURL(`${app.url}/auth`);
    await expect(other.getByText(person.user.email)).toBeHidden();
    await expect(third).toHaveURL(`${app.url}/auth`);
    await expect(third.getByText(person.user.email)).toBeHidden();
    for (const each of [other, third]) {
      await screen.expectNotice(each, "You were signed out.", "Sign in to continue.");
    }
    await expect(screen.notices(page)).toHaveCount(0);
  },
);
