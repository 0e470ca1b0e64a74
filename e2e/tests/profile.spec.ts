import { randomUUID } from "node:crypto";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { prefer, signIn } from "../kit/people.ts";
import { CODE, endHolds, knowPlace, seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { expectNoViolations } from "../kit/checks.ts";
import { card, openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import { jump } from "../kit/time.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";

test("shows the account and changes the password", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 400 .*\/api\/profile\/change-password/);
  const email = `${randomUUID()}@example.com`;
  const here = new TestClient(app.url);
  await here.register(email, "the old password");
  const elsewhere = new TestClient(app.url);
  await elsewhere.post("/api/auth/login", { email, password: "the old password" });
  await signIn(page.context(), here);
  await page.goto(`${app.url}/profile`);

  await expect(page.getByRole("heading", { name: "Profile", exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("definition")).toHaveText([email, "0.00 USDMS"]);
  const oldPassword = page.getByLabel("Current password", { exact: true });
  const newPassword = page.getByLabel("New password", { exact: true });
  const submit = page.getByRole("button", { name: "Change the password" });
  await submit.click();
  await screen.expectNotice(page, "Error", "Current password required");
  await expect(oldPassword).toHaveAccessibleDescription("Current password required");
  await oldPassword.fill("not this one");
  await newPassword.fill("12345");
  await submit.click();
  await screen.expectNotice(page, "Error", "The new password must be at least 6 characters");
  await newPassword.fill("the new password");
  await submit.click();
  await screen.expectNotice(page, "Error", "The current password is wrong.");
  await oldPassword.fill("the old password");
  await submit.click();
  await screen.expectNotice(page, "Password changed");
  await expect(oldPassword).toHaveValue("");
  await expect(newPassword).toHaveValue("");

  expect((await elsewhere.get("/api/auth/me")).status).toBe(401);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Profile", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
  const again = await new TestClient(app.url).post("/api/auth/login", {
    email,
    password: "the new password",
  });
  expect(again.status).toBe(200);
});

test("shows account, password and withdrawal code first, then the other cards in groups to jump to", async ({
  app,
  page,
}) => {
  await withPassword(page.context(), app);
  await openProfile(page, app);
  const main = page.getByRole("main");
  const outline = await main
    .getByRole("heading")
    .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
  expect(outline).toEqual([
    "H1 Profile",
    "H2 Account",
    "H2 Change the password",
    "H2 Withdrawal code",
    "H2 Preferences",
    "H3 Language and appearance",
    "H3 Trading",
    "H3 Limits and breaks",
    "H2 Security",
    "H3 Passkeys",
    "H3 Two-step sign-in",
    "H3 Saved addresses",
    "H3 Anti-phishing phrase",
    "H3 Signed-in devices",
    "H3 Security activity",
    "H2 Notifications",
    "H3 Notifications on your devices",
    "H2 Programs",
    "H3 API keys",
    "H2 Your data",
    "H3 A copy of your data",
    "H3 Close the account",
  ]);

  const contents = page.getByRole("navigation", { name: "Parts of your profile" });
  const header = (await page.getByRole("banner").boundingBox())!;
  const headerEnd = header.y + header.height;
  for (const name of ["Security", "Notifications", "Preferences"]) {
    await contents.getByRole("link", { name }).press("Enter");
    const heading = main.getByRole("heading", { level: 2, name });
    await expect(heading).toBeFocused();
    await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(headerEnd + 60);
    expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(headerEnd);
    await expect(contents.getByRole("link", { name })).toBeInViewport();
  }

  for (const [hash, title] of [
    ["security", "Security"],
    ["programs", "Programs"],
    ["activity", "Security activity"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`${app.url}/profile#${hash}`);
    const heading = main.getByRole("heading", { name: title, exact: true });
    await expect(heading).toBeInViewport();
    await expect.poll(async () => (await heading.boundingBox())!.y).toBeGreaterThanOrEqual(headerEnd);
  }
});

rare("lists its groups in a line above the cards on a phone", async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await prefer(page.context(), { language: "fr" });
  await withPassword(page.context(), app);
  await openProfile(page, app);
  const links = page.getByRole("navigation", { name: "Parties de votre profil" }).getByRole("link");
  await expect(links).toHaveText([
    "Compte",
    "Préférences",
    "Sécurité",
    "Notifications",
    "Programmes",
    "Vos données",
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await links.nth(5).click();
  await expect(page.getByRole("heading", { level: 2, name: "Vos données" })).toBeInViewport();
});

test("keeps what is typed in one card while another tries again", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 500 .*\/api\/profile\/security$/);
  await withPassword(page.context(), app);
  let answer = (_status: number) => {};
  await page.route("**/api/profile/security", async (route) => {
    const status = await new Promise<number>((resolve) => (answer = resolve));
    await (status === 200 ? route.continue() : route.fulfill({ status, json: {} }));
  });
  const typed = page.getByLabel("New password", { exact: true });
  const retry = card(page, "Security activity").getByRole("button", { name: "Try again" });
  await page.goto(`${app.url}/profile`);
  await expect(async () => {
    answer(500);
    await expect(typed).toBeVisible({ timeout: 500 });
  }).toPass();
  await typed.fill("half a password");
  await retry.click();
  await expect(retry).toHaveAttribute("aria-disabled", "true");
  await expect(typed).toHaveValue("half a password");
  await expect(async () => {
    answer(200);
    await expect(retry).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(typed).toHaveValue("half a password");
});

test.describe("with deposits that wait for approval", () => {
  test.use({ environment: { SANDBOX_CONFIRM_SECONDS: "off" } });

  rare(
    "closes the account once nothing is open, for exactly the balance, and says goodbye",
    async ({ ownApp: app, page, expectFaults }) => {
      expectFaults(/status of 40[019] .*\/api\/|WebSocket connection to .* failed/);
      const owner = await withPassword(page.context(), app);
      const boss = await seedAdmin(app);
      const adjust = (amount: string) =>
        boss.post(
          `/api/admin/users/${owner.user.id}/adjust-balance`,
          { amount },
          { "idempotency-key": amount },
        );
      await adjust("20.5");
      await owner.post("/api/profile/create-withdrawal-code", { code: CODE });
      await endHolds(app, [owner]);
      await knowPlace(app, [owner.user.id], 48);
      expect((await owner.post("/api/deposits", { amount: 25 })).status).toBe(201);
      await owner.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
      await openProfile(page, app);
      await page.getByRole("link", { name: "Close my account" }).click();
      await expect(page).toHaveURL(`${app.url}/profile/close`);
      await expect(card(page, "Before you close the account").getByRole("listitem")).toHaveText([
        /^1 open position/,
      ]);
      await expectNoViolations(page, "what has to end first");
      const form = card(page, "Close the account");
      await expect(form).toHaveCount(0);

      await card(page, "Your balance").getByRole("link", { name: "Withdraw" }).click();
      await expect(screen.dialog(page)).toBeVisible();
      await page.goBack();
      await jump(app, 61);
      await app.settled();
      await page.reload();
      await expect(form).toBeVisible();
      const { balance } = (await owner.get("/api/auth/me")).body;
      const owed = Number(balance).toFixed(2);
      await expect(card(page, "Your balance")).toContainText(`Balance${owed} USDMS`);
      const submit = form.getByRole("button", { name: "Close my account permanently" });
      const waived = form.getByRole("textbox", { name: "Balance that you give up" });
      await submit.click();
      await expect(form.getByRole("alert")).toContainText("Confirm that you have sent nothing");
      await expect(waived).toHaveAccessibleDescription(`Enter exactly ${owed}.`);
      await form.getByRole("checkbox").check();
      await waived.fill(owed);
      await form.getByLabel("Your password").fill("not this one");
      await form.getByLabel("Your withdrawal code").fill(CODE);
      await submit.click();
      await expect(form.getByLabel("Your password")).toHaveAccessibleDescription(
        "The current password is wrong.",
      );
      await expectNoViolations(page, "the form that closes the account");

      // The balance changes under the form. The user gives up only the amount that they read.
      await adjust("0.25");
      await form.getByLabel("Your password").fill(PASSWORD);
      const more = (Number(owed) + 0.25).toFixed(2);
      await expect(card(page, "Your balance")).toContainText(`${more} USDMS`);
      await submit.click();
      await expect(waived).toHaveAccessibleDescription(`Enter exactly ${more}.`);
      await waived.fill(more);
      await submit.click();
      await screen.expectNotice(page, "Your account is closed", "You are signed out everywhere.");
      await expect(page).toHaveURL(`${app.url}/`);
      await expect(page.getByRole("link", { name: /^Get started/ }).first()).toBeVisible();
      expect((await owner.get("/api/auth/me")).status).toBe(401);
      const { body: log } = await boss.get("/api/admin/audit?action=own_account_closed");
      expect(log).toMatchObject([{ subject: owner.user.id, after: { waived: `${more}000000` } }]);
    },
  );
});

rare(
  "schedules the closing of a balance without more than a password, and stops it in the profile or by link",
  async ({ ownApp: app, page, context }) => {
    const owner = await withPassword(page.context(), app);
    const boss = await seedAdmin(app);
    await boss.post(`/api/admin/users/${owner.user.id}/adjust-balance`, { amount: "20.5" });
    const form = card(page, "Close the account");
    const stop = page.getByRole("main").getByRole("button", { name: "Stop the closing" });
    const schedule = async () => {
      await page.goto(`${app.url}/profile/close`);
      await form.getByRole("textbox", { name: "Balance that you give up" }).fill("20.50");
      await form.getByLabel("Your password").fill(PASSWORD);
      await form.getByRole("button", { name: "Close my account in 72 hours" }).click();
      await screen.expectNotice(page, "Your account is scheduled to be closed");
      await expect(form).toHaveCount(0);
    };
    await schedule();
    await expectNoViolations(page, "a scheduled closing");
    await openProfile(page, app);
    await expect(page.getByRole("main")).toContainText("you then give up 20.50 USDMS");
    await stop.click();
    await screen.expectNotice(page, "Closing stopped", "Your account stays open.");
    await expect(stop).toHaveCount(0);

    await schedule();
    const token = "a".repeat(43);
    await app.database.query("update scheduled_closings set token_hash = sha256($1::bytea)", [
      Buffer.from(token),
    ]);
    await context.clearCookies();
    await page.goto(`${app.url}/stop-closing#${token}`);
    await expect(page).toHaveURL(`${app.url}/stop-closing`);
    await expectNoViolations(page, "the link that stops a closing");
    await stop.click();
    await expect(page.getByRole("main")).toContainText("Your account stays open.");
    expect((await owner.get("/api/profile/close")).body.scheduled).toBeNull();
    await page.reload();
    await expect(page.getByRole("main")).toContainText("This link is no longer valid");
  },
);

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  rare("switches notifications on and off for this browser", async ({ ownApp: app, page }) => {
    // Tests reach no push service, so this replaces the browser's part of it. Like a subscription, the name of a window outlives
    // the session.
    await page.addInitScript(() => {
      const number = () => Number(sessionStorage.getItem("subscription-number") ?? 0);
      const addressNow = () => `https://fcm.googleapis.com/devices/${number()}`;
      const p256dh = `B${"A".repeat(86)}`;
      Object.defineProperty(Notification, "requestPermission", { value: async () => "granted" });
      const permission = sessionStorage.getItem("permission") ?? "granted";
      Object.defineProperty(Notification, "permission", { value: permission });
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
          letter.charCodeAt(0),
        );
      const subscription = {
        get endpoint() {
          return addressNow();
        },
        options: {
          get applicationServerKey() {
            return bytesOf(window.name).buffer;
          },
        },
        toJSON: () => ({ endpoint: addressNow(), keys: { p256dh, auth: "A".repeat(22) } }),
        unsubscribe: async () => void (window.name = ""),
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (window.name === "" ? null : subscription),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (!/^[\w-]{87}$/.test(applicationServerKey)) throw new Error("this is no key");
          window.name = applicationServerKey;
          sessionStorage.setItem("subscription-number", String(number() + 1));
          return subscription;
        },
      });
    });
    const client = new TestClient(app.url);
    const { email } = await client.register();
    await signIn(page.context(), client);
    await page.goto(`${app.url}/profile`);
    const notifications = card(page, "Notifications on your devices");
    await expect(notifications.getByRole("listitem")).toHaveCount(0);
    await notifications.getByRole("button", { name: "Notify me on this device" }).click();
    await screen.expectNotice(page, "Notifications are on");
    await expect(notifications.getByRole("listitem")).toContainText("This device");
    const { devices } = (await client.get("/api/profile/push-devices")).body;
    expect(devices).toMatchObject([{ endpoint: "https://fcm.googleapis.com/devices/1" }]);

    // Notifications end with the session, and begin again when their owner signs in on this device. Meanwhile the
    // installation has another key.
    const subscribed = () => page.evaluate(() => window.name);
    const key = await subscribed();
    await page.evaluate((earlier) => void (window.name = earlier), key.replace(/.{9}$/, "AAAAAAAAA"));
    await client.post("/api/auth/logout");
    await client.post("/api/auth/login", { email, password: "secret-1" });
    await signIn(page.context(), client);
    await page.goto(`${app.url}/dashboard`);
    const isTold = (...numbers: number[]) =>
      expect
        .poll(async () => (await client.get("/api/profile/push-devices")).body.devices)
        .toMatchObject(numbers.map((each) => ({ endpoint: `https://fcm.googleapis.com/devices/${each}` })));
    await isTold(2);
    expect(await subscribed()).toBe(key);
    // A new password ends them too, because a thief of this session may have asked for some.
    const passwords = { currentPassword: "secret-1", newPassword: "quite-another-1" };
    expect((await client.post("/api/profile/change-password", passwords)).status).toBe(200);
    expect((await client.get("/api/profile/push-devices")).body.devices).toEqual([]);
    await signIn(page.context(), client);
    await page.reload();
    await isTold(2);
    // The browser drops the subscription and tells nobody, then renews it.
    await page.evaluate(() => void (window.name = ""));
    await page.reload();
    await isTold(3);
    await page.evaluate(() => sessionStorage.setItem("subscription-number", "9"));
    await page.reload();
    await isTold(9);
    const keep = (permission: string) =>
      page.evaluate((each) => sessionStorage.setItem("permission", each), permission);
    await keep("denied");
    await page.reload();
    await isTold();
    await keep("granted");
    await page.goto(`${app.url}/profile`);
    await notifications.getByRole("button", { name: "Notify me on this device" }).click();
    await isTold(10);
    const removals: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "DELETE") removals.push(request.url());
    });
    // The second press comes before the answer to the first.
    await notifications.getByRole("button", { name: /^Remove / }).dblclick();
    await screen.expectNotice(page, "Notifications are off");
    expect(removals).toHaveLength(1);
    await expect(notifications.getByRole("button", { name: "Notify me on this device" })).toBeVisible();
    expect((await client.get("/api/profile/push-devices")).body.devices).toEqual([]);
  });
});
