import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const PROTECTED = ["/dashboard", "/profile", "/statement", "/limits", "/admin", "/positions/x"];

for (const { language, paths } of [
  { language: "en", paths: PROTECTED },
  { language: "fr", paths: PROTECTED.slice(0, 1) },
] as const) {
  test(`2 Routes (${language}): a protected page shows a spinner while the session is loading, then leads a visitor to /auth`, async ({
    app,
    page,
  }) => {
    const { auth, common } = texts[language];
    await prefer(page.context(), { language });
    let held = Promise.withResolvers<void>();
    await page.route("**/api/auth/me", async (route) => {
      await held.promise;
      await route.continue();
    });
    for (const path of paths) {
      await test.step(path, async () => {
        // Where no session ever was there is nothing to load.
        await page.context().addCookies([{ name: "session", value: "ended", url: app.url }]);
        held = Promise.withResolvers<void>();
        await page.goto(app.url + path);
        await expect(page.getByRole("status")).toHaveText(common.loading);
        await expect(page).toHaveURL(app.url + path);
        held.resolve();
        await expect(page).toHaveURL(`${app.url}/auth`);
        await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
        await page.context().clearCookies();
      });
    }
    await test.step("without a session cookie, at once", async () => {
      held = Promise.withResolvers<void>();
      await page.goto(`${app.url}/dashboard`);
      held.resolve();
      await expect(page).toHaveURL(`${app.url}/auth`);
    });
  });
}

test("2 Routes: any other path leads to /, and a signed-in person from /auth too", async ({ app, page }) => {
  for (const path of ["/no/such/place", "/dashboard/more", "/positions"]) {
    await test.step(`a visitor at ${path}`, async () => {
      await page.goto(app.url + path);
      await expect(page.getByRole("link", { name: texts.en.landing.getStarted, exact: true })).toBeVisible();
      await expect(page).toHaveURL(`${app.url}/`);
    });
  }
  await withMoney(page.context(), app, "0");
  for (const path of ["/no/such/place", "/auth"]) {
    await test.step(`someone signed in at ${path}`, async () => {
      await page.goto(app.url + path);
      await expect(screen.balanceCard(page)).toBeVisible();
      await expect(page).toHaveURL(`${app.url}/`);
    });
  }
});

test("4 Session: no answer about it is no logout", async ({ app, page, expectFaults }) => {
  expectFaults(/ERR_FAILED .*\/api\/auth\/me/);
  await withMoney(page.context(), app, "12");
  await page.route("**/api/auth/me", (route) => route.abort());
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("heading", { name: texts.en.common.unreachable.title })).toBeVisible();
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: texts.en.common.retry }).click();
  await expect(screen.balanceCard(page)).toContainText("12.00 USDMS");
});

test("4, 7 Session: a busy server signs nobody out, and at the first question any bad answer means signed out", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of (429|503) .*\/api\/auth\/me/);
  await onDashboard(page, app, "100");
  for (const status of [429, 503]) {
    await page.route("**/api/auth/me", (route) => route.fulfill({ status, json: { message: "busy" } }));
    const asked = page.waitForResponse("**/api/auth/me");
    await screen.sideButton(page, "Buy").click();
    await screen.amountField(page).fill("10");
    await whileTicking(app, () => screen.confirmButton(page).click());
    await asked;
    await screen.expectNotice(page, "Buy position opened");
    await expect(screen.dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: /Your account/ })).toBeVisible();
  }
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (2)");
  await page.goto(`${app.url}/dashboard`);
  await expect(page).toHaveURL(`${app.url}/auth`);
  await page.unroute("**/api/auth/me");
  await page.goto(`${app.url}/dashboard`);
  await expect(screen.balanceCard(page)).toContainText("80.00 USDMS");
});

test("4 Session: logout leads to /auth and leaves nothing of the person behind", async ({ app, page }) => {
  const person = await onDashboard(page, app, "321");
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (1)");

  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  expect((await person.get("/api/auth/me")).status).toBe(401);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("session");
  await page.goBack();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(person.user.email)).toBeHidden();
  await expect(screen.balanceCard(page)).toBeHidden();

  await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  await page.getByRole("link", { name: "Get started" }).click();
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("other@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByLabel("Confirm the password").fill("a long password");
  await page.getByLabel("Confirm the password").press("Enter");
  await expect(screen.balanceCard(page)).toContainText("0.00 USDMS");
  await expect(screen.balanceCard(page)).not.toContainText("32");
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  expect(await page.evaluate(() => "isStillTheSamePage" in window)).toBe(true);
});

test("2, 6 Routes (en): whoever signs in to check something comes back to it once, and afterwards to the dashboard", async ({
  app,
  page,
}) => {
  await new TestClient(app.url).register("back@example.com", "a long password");
  await stateLiabilities(app);
  const logIn = async () => {
    await page.getByRole("textbox", { name: "E-mail" }).fill("back@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a long password");
    await page.getByLabel("Password", { exact: true }).press("Enter");
  };
  await page.goto(`${app.url}/fairness/liabilities`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  await page.reload();
  await logIn();
  await expect(page).toHaveURL(`${app.url}/fairness/liabilities`);
  await expect(page.getByRole("link", { name: "Sign in" })).toBeHidden();

  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  await logIn();
  await expect(screen.balanceCard(page)).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
});
