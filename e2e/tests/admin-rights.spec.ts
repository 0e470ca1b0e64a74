import { seedPeople } from "@veritick/server/testing/people.ts";
import { withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import {
  adminCalls,
  asAdmin,
  deposits,
  named,
  openAdmin,
  rowOf,
  rowsOf,
  users,
  withdrawals,
} from "../kit/admin.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { signIn } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";

test("hides the administration from others, whose pages neither request it nor load its code", async ({
  ownApp: app,
  page,
}) => {
  const [person] = await seedPeople(app, 1, "10");
  await signIn(page.context(), person!);
  const calls = adminCalls(page);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  for (const [language, title, action] of [
    ["en", "Access Denied", "Back to the dashboard"],
    ["fr", "Accès refusé", "Retour au tableau de bord"],
  ] as const) {
    if (language === "fr") await page.evaluate(() => localStorage.setItem("language", "fr"));
    await page.goto(`${app.url}/admin`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByRole("link", { name: action }).click();
    await expect(page).toHaveURL(`${app.url}/dashboard`);
    await page.getByRole("button", { name: /(Your account|Votre compte)$/ }).click();
    await expect(page.getByRole("menuitem", { name: /^Profil/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Administration" })).toHaveCount(0);
  }
  const more = process.env["VERITICK_LONG"] === "1" ? ["exposure", "audit"] : [];
  for (const path of ["attention", ...more, `users/${person!.user.id}`]) {
    await page.goto(`${app.url}/admin/${path}`);
    await expect(page.getByRole("heading", { name: "Accès refusé" })).toBeVisible();
  }
  expect(calls).toEqual([]);
  expect(files.filter((url) => /\/admin-[\w-]+\.|admin-page/.test(url))).toEqual([]);
});

rare(
  "takes the page from administrators who are demoted or give up their rights, and lets them delete their own account",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/status of 40[39] .*\/api\/admin|status of 401/);
    const admin = await asAdmin(page, app);
    const other = await named(app, (await seedPeople(app, 1, "10"))[0]!, "bob@example.com");
    await openAdmin(page, app);
    const own = rowOf(users(page), "ada@example.com");
    const dialog = screen.dialog(page);
    await own.getByRole("button", { name: "Revoke admin" }).click();
    await expect(dialog).toContainText("Give up your administrator rights?");
    await dialog.getByRole("button", { name: "Revoke admin" }).click();
    const last = "This is the last administrator. Make someone else an administrator first.";
    await screen.expectNotice(page, "Error", last);
    await expect(dialog.getByRole("alert")).toHaveText(last);
    await admin.post(`/api/admin/users/${other.user.id}/set-admin`, { isAdmin: true });
    await dialog.getByRole("button", { name: "Revoke admin" }).click();
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await test.step("when another administrator demotes them meanwhile", async () => {
      await other.post(`/api/admin/users/${admin.user.id}/set-admin`, { isAdmin: true });
      await openAdmin(page, app);
      await other.post(`/api/admin/users/${admin.user.id}/set-admin`, { isAdmin: false });
      await users(page).getByRole("searchbox").fill("somebody");
      await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    });
    await other.post(`/api/admin/users/${admin.user.id}/set-admin`, { isAdmin: true });
    await openAdmin(page, app);
    await own.getByRole("button", { name: "Delete" }).click();
    await expect(dialog).toContainText("This is your own account.");
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page).toHaveURL(`${app.url}/auth`);
    await screen.expectNotice(page, "User deleted");
    expect((await admin.get("/api/auth/me")).status).toBe(401);
  },
);

rare(
  "raises attention items, keeps a user whose payout is under way, and changes the language at once",
  async ({ ownApp: app, page }) => {
    const admin = await asAdmin(page, app);
    const [bob] = await withdrawingPeople(app, 1, "800");
    await named(app, bob!, "bob@example.com");
    const { body } = await withdraw(bob!);
    await admin.post(`/api/admin/withdrawals/${body.id}/approve`);
    await app.database.query(
      `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, user_id, details, created_at, updated_at)
     select uuidv7(), 'payout/sandbox/' || id, 'payout', 'payout_refused', provider, id, user_id, '{}', created_at, created_at
     from withdrawal_transactions`,
    );
    const { body: deposit } = await bob!.post("/api/deposits", { amount: "200" });
    await app.database.query(
      `with payment as (
         update payments set asset = 'trx', arrived = 60, state = 'finished' where id = $1 returning *)
       insert into attention_items (id, key, kind, reason, provider, payment_id, deposit_id, user_id, details, created_at,
         updated_at)
       select uuidv7(), 'payment/sandbox/' || payment_id, 'payment', 'wrong_asset', provider, payment_id, id, user_id, '{}',
         created_at, created_at
       from payment`,
      [deposit.id],
    );
    await openAdmin(page, app);

    await test.step("keeps a user whose payout is under way", async () => {
      await expect(rowsOf(withdrawals(page))).toContainText(
        "Needs attentionThe provider refused the payout.",
      );
      await expect(rowsOf(withdrawals(page)).getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(
        0,
      );
      await rowOf(users(page), "bob@example.com").getByRole("button", { name: "Delete" }).click();
      await expect(screen.dialog(page)).toContainText("A payout to this user is in progress.");
      await expect(screen.dialog(page).getByRole("button", { name: "Delete permanently" })).toBeDisabled();
      await screen.dialog(page).getByRole("button", { name: "Cancel" }).click();
      await expect(screen.dialog(page)).toHaveCount(0);
    });

    await test.step("speaks another language as soon as it is chosen", async () => {
      for (const [menu, choice, title] of [
        ["Language", "Français", "Dépôts en attente (1)"],
        ["Langue", "English", "Pending deposits (1)"],
      ] as const) {
        await page.getByRole("button", { name: /^AD, / }).click();
        await page.getByRole("menuitem", { name: menu }).press("ArrowRight");
        await page.getByRole("menuitemradio", { name: choice }).press("Enter");
        await expect(page.getByRole("region", { name: title })).toBeVisible();
      }
    });

    await test.step("leaves a deposit whose payment needs attention to the attention list", async () => {
      const row = rowsOf(deposits(page));
      await expect(row).toContainText("Needs attentionThe payment is not USDT on TRON.");
      await expect(row.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
      await row.getByRole("link", { name: "Decide" }).click();
      await expect(page).toHaveURL(`${app.url}/admin/attention`);
    });
  },
);
