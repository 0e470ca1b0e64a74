import { randomUUID } from "node:crypto";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { signIn } from "../kit/people.ts";
import { card } from "../kit/safety.ts";
import { expect, test } from "../kit/fixtures.ts";
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

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("switches notifications on and off for this browser", async ({ ownApp: app, page }) => {
    // No push service is within reach of the tests; the browser's own part of it is stood in for.
    await page.addInitScript(() => {
      const endpoint = "https://push.example.com/devices/1";
      const p256dh = `B${"A".repeat(86)}`;
      Object.defineProperty(Notification, "requestPermission", { value: async () => "granted" });
      Object.defineProperty(Notification, "permission", { value: "granted" });
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth: "A".repeat(22) } }),
        unsubscribe: async () => localStorage.removeItem("subscribed"),
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem("subscribed") === null ? null : subscription),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (!/^[\w-]{87}$/.test(applicationServerKey)) throw new Error("this is no key");
          localStorage.setItem("subscribed", "yes");
          return subscription;
        },
      });
    });
    const client = new TestClient(app.url);
    const { email } = await client.register();
    await signIn(page.context(), client);
    await page.goto(`${app.url}/profile`);
    const notifications = card(page, "Notifications");
    await expect(notifications.getByRole("listitem")).toHaveCount(0);
    await notifications.getByRole("button", { name: "Notify me on this device" }).click();
    await screen.expectNotice(page, "Notifications are on");
    await expect(notifications.getByRole("listitem")).toContainText("This device");
    const { devices } = (await client.get("/api/profile/push-devices")).body;
    expect(devices).toMatchObject([{ endpoint: "https://push.example.com/devices/1" }]);

    // They end with the session, and begin again where their owner signs in on this device.
    await client.post("/api/auth/logout");
    await client.post("/api/auth/login", { email, password: "secret-1" });
    await signIn(page.context(), client);
    await page.goto(`${app.url}/dashboard`);
    await expect
      .poll(async () => (await client.get("/api/profile/push-devices")).body.devices)
      .toMatchObject([{ endpoint: "https://push.example.com/devices/1" }]);
    await page.goto(`${app.url}/profile`);
    await notifications.getByRole("button", { name: /^Remove / }).click();
    await screen.expectNotice(page, "Notifications are off");
    await expect(notifications.getByRole("button", { name: "Notify me on this device" })).toBeVisible();
    expect((await client.get("/api/profile/push-devices")).body.devices).toEqual([]);
  });
});
