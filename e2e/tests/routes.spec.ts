import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { texts } from "../kit/words.ts";
import { goOn } from "../walks/walk.ts";

const PROTECTED = ["/dashboard", "/profile", "/statement", "/limits", "/admin", "/positions/x"];
/** The short form loads only two pages anew. It goes to the others within the app, which asks for no session. */
const LOADED = process.env["VERITICK_LONG"] === "1" ? PROTECTED : ["/dashboard", "/admin"];

test("shows a spinner while the session loads, then leads a visitor to /auth", async ({ app, page }) => {
  const { auth, common } = texts.en;
  let held = Promise.withResolvers<void>();
  await page.route("**/api/auth/me", async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const path of LOADED) {
    await test.step(path, async () => {
      // Without a session cookie the page loads no session.
      await page.context().addCookies([{ name: "session", value: "ended", url: app.url }]);
      held = Promise.withResolvers<void>();
      await page.goto(app.url + path);
      await expect(page.getByRole("status")).toHaveText(common.loading);
      await expect(page.locator(".awaited")).toBeVisible();
      await expect(page).toHaveURL(app.url + path);
      held.resolve();
      await expect(page).toHaveURL(`${app.url}/auth`);
      await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
      await expect(page.locator(".awaited")).not.toBeAttached();
      await page.context().clearCookies();
    });
  }
  for (const path of PROTECTED.filter((each) => !LOADED.includes(each))) {
    await test.step(path, async () => {
      await goOn(page, path);
      await expect(page).toHaveURL(`${app.url}/auth`);
      await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
    });
  }
  await test.step("shows the outline of a page while its code is on its way", async () => {
    const code = Promise.withResolvers<void>();
    await page.route("**/assets/core-*.js", async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(`${app.url}/auth`, { waitUntil: "commit" });
    await expect(page.locator(".awaited")).toBeVisible();
    code.resolve();
    await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
    await expect(page.locator(".awaited")).not.toBeAttached();
  });
  await test.step("leads on at once without a session cookie", async () => {
    held = Promise.withResolvers<void>();
    await page.goto(`${app.url}/dashboard`);
    held.resolve();
    await expect(page).toHaveURL(`${app.url}/auth`);
  });
});

test("leads unknown paths to /, and a signed-in user from /auth too", async ({ app, page }) => {
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

test("does not log out a user if the call for their session failed", async ({ app, page, expectFaults }) => {
  expectFaults(/ERR_FAILED .*\/api\/auth\/me/);
  await withMoney(page.context(), app, "12");
  await page.route("**/api/auth/me", (route) => route.abort());
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("heading", { name: texts.en.common.unreachable.title })).toBeVisible();
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: texts.en.common.retry }).click();
  await expect(screen.balanceCard(page)).toContainText("12.00 USDMS");
});

rare("leads to /auth on logout and leaves nothing of the user behind", async ({ app, page }) => {
  const person = await onDashboard(page, app, "321");
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (1)");

  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  expect((await person.get("/api/auth/me")).status).toBe(401);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("session");
  await page.goBack();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(person.user.email)).toBeHidden();
  await expect(screen.balanceCard(page)).toBeHidden();

  await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  await page.getByRole("link", { name: "Get started" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("other@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByLabel("Confirm the password").fill("a long password");
  await page.getByLabel("Confirm the password").press("Enter");
  await expect(screen.balanceCard(page)).toContainText("0.00 USDMS");
  await expect(screen.balanceCard(page)).not.toContainText("32");
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  expect(await page.evaluate(() => "isStillTheSamePage" in window)).toBe(true);
});

test("moves the focus to the heading of the next page, or says its title", async ({ app, page }) => {
  await onDashboard(page, app, "10");
  await expect(page.locator("body")).toBeFocused();
  const open = async (entry: string) => {
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  for (const entry of ["Profile", "Limits", "Fairness"]) {
    await open(entry);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(RegExp(entry));
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Limits" })).toBeFocused();
  await page.getByRole("link", { name: "Back to the dashboard" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeFocused();

  // Users come to this page to type.
  await open("Sign out");
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await expect(page.locator("[aria-live]").filter({ hasText: "Sign in · Veritick" })).toBeAttached();
});

test("returns once to the page that asked for the login", async ({ app, page }) => {
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
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  await logIn();
  await expect(screen.balanceCard(page)).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
});
