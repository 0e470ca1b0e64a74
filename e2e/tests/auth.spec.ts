import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { whileTicking } from "../kit/time.ts";

const PASSWORD = "a long password";
const email = (page: Page) => page.getByRole("textbox", { name: "E-mail" });
const password = (page: Page) => page.getByLabel(/^(Password|Mot de passe)$/);
const confirmation = (page: Page) => page.getByLabel(/^(Confirm the password|Confirmer le mot de passe)$/);
const submit = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const noted = (page: Page, text: string) =>
  page.getByRole("main").getByRole("status").filter({ hasText: text });

/** Counts the calls that would register or sign in. */
function countAttempts(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/auth/")) count += 1;
  });
  return () => count;
}

async function registered(url: string): Promise<string> {
  const name = `${randomUUID()}@example.com`;
  await new TestClient(url).register(name, PASSWORD);
  return name;
}

for (const { language, invalidEmail, shortPassword, mismatch, error, register } of [
  {
    language: "en",
    invalidEmail: "Enter a valid e-mail address",
    shortPassword: "The password must be at least 6 characters",
    mismatch: "Passwords do not match",
    error: "Error",
    register: "Create the account",
  },
  {
    language: "fr",
    invalidEmail: "Email invalide",
    shortPassword: "Le mot de passe doit contenir au moins 6 caractères",
    mismatch: "Les mots de passe ne correspondent pas",
    error: "Erreur",
    register: "Créer le compte",
  },
] as const) {
  test(`5 Registration (${language}): what is wrong is said at its field and nothing is sent`, async ({
    app,
    page,
  }) => {
    const attempts = countAttempts(page);
    await prefer(page.context(), { language });
    await page.goto(`${app.url}/auth?mode=register`);

    await email(page).fill("not an address");
    await password(page).fill("12345");
    await confirmation(page).fill("12345");
    await submit(page, register).click();
    await expect(noted(page, invalidEmail)).toBeVisible();
    await expect(noted(page, shortPassword)).toBeVisible();
    await expect(email(page)).toHaveAccessibleDescription(new RegExp(invalidEmail));
    await expect(email(page)).toBeFocused();
    await screen.expectNotice(page, error, invalidEmail);

    await email(page).fill("someone@example.com");
    await expect(noted(page, invalidEmail)).toBeHidden();
    await submit(page, register).click();
    await screen.expectNotice(page, error, shortPassword);

    await password(page).fill("123456");
    await submit(page, register).click();
    await expect(noted(page, mismatch)).toBeVisible();
    await expect(confirmation(page)).toBeFocused();
    await screen.expectNotice(page, error, mismatch);
    expect(attempts()).toBe(0);

    await confirmation(page).fill("123456");
    await submit(page, register).click();
    await expect(screen.balanceCard(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(attempts()).toBe(1);
  });
}

test("2 Auth page: switching the mode clears the confirmation and keeps the rest", async ({ app, page }) => {
  await page.goto(`${app.url}/auth`);
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(confirmation(page)).toBeHidden();

  await page.getByRole("button", { name: "Create an account" }).click();
  await email(page).fill("someone@example.com");
  await password(page).fill(PASSWORD);
  await confirmation(page).fill("something else");
  await submit(page, "Create the account").click();
  await expect(noted(page, "Passwords do not match")).toBeVisible();

  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(confirmation(page)).toHaveValue("");
  await expect(email(page)).toHaveValue("someone@example.com");
  await expect(password(page)).toHaveValue(PASSWORD);
  await expect(noted(page, "Passwords do not match")).toBeHidden();
});

for (const { language, button, words } of [
  { language: "en", button: "Log in", words: "Wrong e-mail or password." },
  { language: "fr", button: "Se connecter", words: "Email ou mot de passe incorrect." },
] as const) {
  test(`8 Login failure (${language}): the server's message alone, in the chosen language`, async ({
    app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 401 .*\/api\/auth\/login/);
    const name = await registered(app.url);
    await prefer(page.context(), { language });
    await page.goto(`${app.url}/auth`);
    await email(page).fill(name);
    await password(page).fill("not the password");
    await submit(page, button).click();
    await expect(page.getByRole("alert")).toHaveText(words);
    await expect(email(page)).toHaveValue(name);

    await password(page).fill(PASSWORD);
    await submit(page, button).click();
    await expect(screen.balanceCard(page)).toBeVisible();
  });
}

test("8 Registration failure: an address that is taken is said at its field", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409 .*\/api\/auth\/register/);
  const name = await registered(app.url);
  await page.goto(`${app.url}/auth?mode=register`);
  await email(page).fill(name);
  await password(page).fill(PASSWORD);
  await confirmation(page).fill(PASSWORD);
  await submit(page, "Create the account").click();
  await expect(page.getByRole("main")).toContainText(
    "An account with this e-mail already exists. Log in instead.",
  );
});

test("2 Auth page: the button tells that it is at work and sends once", async ({ app, page }) => {
  const attempts = countAttempts(page);
  const name = await registered(app.url);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/auth/login", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${app.url}/auth`);
  await email(page).fill(name);
  await password(page).fill(PASSWORD);
  await submit(page, "Log in").click();
  // Playwright would wait for the button to be ready again; a person does not.
  await submit(page, "Logging in…").click({ force: true });
  await password(page).press("Enter");
  held.resolve();
  await expect(screen.balanceCard(page)).toBeVisible();
  expect(attempts()).toBe(1);
});

test("2 Routes: where a visitor and a signed-in person end up", async ({ app, page }) => {
  for (const [path, goesTo] of [
    ["/dashboard", "/auth"],
    ["/profile", "/auth"],
    ["/no/such/place", "/"],
    ["/auth", "/auth"],
    ["/", "/"],
  ]) {
    await page.goto(app.url + path);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page, `a visitor at ${path}`).toHaveURL(app.url + goesTo);
  }
  await withMoney(page.context(), app, "0");
  for (const [path, goesTo] of [
    ["/auth", "/"],
    ["/no/such/place", "/"],
    ["/dashboard", "/dashboard"],
    ["/profile", "/profile"],
  ]) {
    await page.goto(app.url + path);
    await expect(page.getByRole("button", { name: /Your account/ })).toBeVisible();
    await expect(page, `signed in at ${path}`).toHaveURL(app.url + goesTo);
  }
});

test("2, 4 Session: a protected page shows a spinner until it is known who is there", async ({
  app,
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/auth/me", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("status")).toHaveText("Loading");
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  held.resolve();
  await expect(page).toHaveURL(`${app.url}/auth`);
});

test("4 Session: no answer about it is no logout", async ({ app, page, expectFaults }) => {
  expectFaults(/ERR_FAILED .*\/api\/auth\/me/);
  await withMoney(page.context(), app, "12");
  await page.route("**/api/auth/me", (route) => route.abort());
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "The platform does not answer" })).toBeVisible();
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: "Try again" }).click();
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

test("4 Logout leads to /auth and leaves nothing of the person behind", async ({ app, page }) => {
  const person = await onDashboard(page, app, "321");
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (1)");

  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/auth`);
  expect((await person.get("/api/auth/me")).status).toBe(401);
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(person.user.email)).toBeHidden();
  await expect(screen.balanceCard(page)).toBeHidden();

  const other = await registered(app.url);
  await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  await page.getByRole("link", { name: "Get started" }).click();
  await email(page).fill(other);
  await password(page).fill(PASSWORD);
  await submit(page, "Log in").click();
  await expect(screen.balanceCard(page)).toContainText("0.00 USDMS");
  await expect(screen.balanceCard(page)).not.toContainText("32");
  await expect(screen.activePositions(page)).toHaveAccessibleName("Active positions (0)");
  expect(await page.evaluate(() => "isStillTheSamePage" in window)).toBe(true);
});
