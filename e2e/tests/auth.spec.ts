import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, test } from "../kit/fixtures.ts";
import { forgetSession } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { texts } from "../kit/words.ts";

const PASSWORD = "a long password";
const TAKEN = "taken@example.com";
const noted = (page: Page, text: string) =>
  page.getByRole("main").getByRole("status").filter({ hasText: text });

/** Holds calls back until they are released. */
async function hold(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const promised = {
  invalidEmail: "Enter a valid e-mail address",
  shortPassword: "The password must be at least 6 characters",
  mismatch: "Passwords do not match",
  error: "Error",
  taken: "An account with this e-mail already exists. Sign in instead.",
  wrong: "Wrong e-mail or password.",
} as const;
test("logs in and registers in one card, and says what is wrong before and after sending", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 4(01|09) .*\/api\/auth\/(login|register)/);
  await new TestClient(app.url).register(TAKEN, PASSWORD);
  const { auth } = texts.en;
  const attempts: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/auth/")) {
      attempts.push(request.postDataJSON());
    }
  });
  const main = page.getByRole("main");
  const email = page.getByRole("textbox", { name: auth.email });
  const password = page.getByLabel(auth.password, { exact: true });
  const confirmation = page.getByLabel(auth.confirm, { exact: true });
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  await page.goto(`${app.url}/auth`);

  await test.step("asks for e-mail and password, and in register mode to confirm the password; nothing else", async () => {
    const fields = main.locator("input, select, textarea");
    await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
    await expect(email).toHaveAttribute("type", "email");
    await expect(confirmation).toBeHidden();
    await expect(fields).toHaveCount(2);
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await press(auth.login.switch);
    await expect(page.getByRole("heading", { name: auth.register.title })).toBeVisible();
    await expect(confirmation).toBeVisible();
    await expect(fields).toHaveCount(3);
    for (const field of [password, confirmation]) {
      await expect(field).toHaveAttribute("type", "password");
      await expect(field).toHaveAttribute("autocomplete", "new-password");
    }
    await expect(main.getByText(texts.en.common.risk)).toBeVisible();
  });

  await test.step("says at its field what is wrong and sends nothing", async () => {
    await email.fill("not an address");
    await password.fill("12345");
    await confirmation.fill("12345");
    await press(auth.register.submit);
    await expect(noted(page, promised.invalidEmail)).toBeVisible();
    await expect(noted(page, promised.shortPassword)).toBeVisible();
    await expect(email).toHaveAccessibleDescription(RegExp(promised.invalidEmail));
    await expect(email).toBeFocused();
    await screen.expectNotice(page, promised.error, promised.invalidEmail);
    await email.fill(TAKEN);
    await expect(noted(page, promised.invalidEmail)).toBeHidden();
    await press(auth.register.submit);
    await screen.expectNotice(page, promised.error, promised.shortPassword);
    await password.fill("Kx7-q2");
    await press(auth.register.submit);
    await expect(noted(page, promised.mismatch)).toBeVisible();
    await expect(confirmation).toBeFocused();
    await screen.expectNotice(page, promised.error, promised.mismatch);
    expect(attempts).toEqual([]);
  });

  await test.step("shows the server's refusal of a registration at its field", async () => {
    await confirmation.fill("Kx7-q2");
    await press(auth.register.submit);
    await expect(email).toHaveAccessibleDescription(RegExp(promised.taken));
  });

  await test.step("clears the confirmation when the mode is switched and keeps the rest", async () => {
    await press(auth.register.switch);
    await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
    await press(auth.login.switch);
    await expect(confirmation).toHaveValue("");
    await expect(email).toHaveValue(TAKEN);
    await expect(password).toHaveValue("Kx7-q2");
    await expect(noted(page, promised.taken)).toBeHidden();
  });

  await test.step("shows the server's refusal of a login alone", async () => {
    await press(auth.register.switch);
    await press(auth.login.submit);
    await expect(page.getByRole("alert")).toHaveText(promised.wrong);
    await expect(email).toHaveValue(TAKEN);
  });

  await test.step("shows progress while the login is pending, sends it once, then opens /", async () => {
    const before = attempts.length;
    const release = await hold(page, "**/api/auth/login");
    await email.fill(` \u202a${TAKEN.toUpperCase()}\u202c\u200b`);
    await password.fill(PASSWORD);
    await press(auth.login.submit);
    const pending = main.getByRole("button", { name: auth.login.pending, exact: true });
    // Playwright would wait until the button is enabled; a user does not.
    await pending.click({ force: true });
    await password.press("Enter");
    release();
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/`);
    expect(attempts.slice(before)).toEqual([{ email: TAKEN, password: PASSWORD }]);
  });

  await test.step("shows progress while the registration is pending, then opens /", async () => {
    await forgetSession(page);
    await page.goto(`${app.url}/auth?mode=register`);
    const release = await hold(page, "**/api/auth/register");
    await email.fill("someone@example.com");
    await password.fill("Kx7-q2");
    await confirmation.fill("Kx7-q2");
    await press(auth.register.submit);
    await expect(main.getByRole("button", { name: auth.register.pending, exact: true })).toBeVisible();
    release();
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/`);
    expect(attempts.at(-1)).toEqual({ email: "someone@example.com", password: "Kx7-q2" });
  });
});
