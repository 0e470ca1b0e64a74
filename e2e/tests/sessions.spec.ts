import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import { card, logIn, onProfile, PASSWORD } from "../kit/safety.ts";
import type { Owner } from "../kit/safety.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { goLive } from "../kit/time.ts";

const sessions = (page: Page) => card(page, /^(Signed-in devices|Appareils connectés)$/);

/** Signs the same user in with another browser and opens the profile, which learns of changes only by pushes. */
async function signInElsewhere(page: Page, app: MovableApp, owner: Owner): Promise<void> {
  await logIn(page, app, owner);
  await goLive(page, app);
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(sessions(page)).toBeVisible();
}

test("lists each session with its device and leads an ended one to /auth at once", async ({
  app,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 401 .*\/api\//);
  const owner = await onProfile(page, app);
  await signInElsewhere(elsewhere, app, owner);
  const other = new TestClient(app.url);
  await other.call(
    "POST",
    "/api/auth/login",
    { email: owner.email, password: PASSWORD },
    {
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
    },
  );
  await page.reload();
  const rows = sessions(page).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "This device" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "This device" }).getByRole("button")).toHaveCount(0);
  await expect(rows.filter({ hasText: "Safari on iOS" })).toContainText("127.0.0.1");
  await expect(rows.filter({ hasText: "Chrome on Linux" })).toContainText("Signed in on");

  await sessions(page).getByRole("button", { name: "Sign out Chrome on Linux" }).click();
  await expect(screen.dialog(page)).toContainText(
    "You need the password to sign in again on Chrome on Linux.",
  );
  await expect(screen.dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await screen.dialog(page).getByRole("button", { name: "Sign out", exact: true }).click();
  await screen.expectNotice(page, "Device signed out", "Chrome on Linux");
  await expect(rows).toHaveCount(2);
  // The pressed button has gone with its row.
  await expect(sessions(page).getByRole("button").first()).toBeFocused();
  await expect(elsewhere).toHaveURL(`${app.url}/auth`);
  await expect(elsewhere.getByText(owner.email)).toBeHidden();
  await screen.expectNotice(elsewhere, "You were signed out.", "Sign in to continue.");
  expect((await owner.get("/api/auth/me")).status).toBe(200);
  expect((await other.get("/api/auth/me")).status).toBe(200);
});

rare(
  "leads all browsers to /auth when the user signs out everywhere",
  async ({ app, page, elsewhere, expectFaults }) => {
    expectFaults(/status of 401 .*\/api\//);
    await prefer(page.context(), { language: "fr" });
    const owner = await onProfile(page, app);
    await signInElsewhere(elsewhere, app, owner);
    await sessions(page).getByRole("button", { name: "Tout déconnecter" }).click();
    await expect(screen.dialog(page)).toHaveAccessibleName("Déconnecter tous les appareils ?");
    await screen.dialog(page).getByRole("button", { name: "Tout déconnecter" }).click();
    for (const each of [page, elsewhere]) {
      await expect(each).toHaveURL(`${app.url}/auth`);
      await expect(each.getByText(owner.email)).toBeHidden();
    }
    await screen.expectNotice(elsewhere, "You were signed out.", "Sign in to continue.");
    await expect(screen.notices(page)).toHaveCount(0);
    expect((await owner.get("/api/auth/me")).status).toBe(401);
  },
);
