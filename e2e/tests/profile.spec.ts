import { randomUUID } from "node:crypto";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { signIn } from "../kit/people.ts";
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
