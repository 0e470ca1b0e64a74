import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { deposits, named, openAdmin, rowOf, users, withdrawals } from "../kit/admin.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { signIn } from "../kit/people.ts";
import { card } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";

test.use({ environment: { SANDBOX_CONFIRM_SECONDS: "off" } });

const SHOWN = {
  viewer: { decides: 0, restricts: 0, adjusts: 0 },
  support: { decides: 0, restricts: 1, adjusts: 0 },
  cashier: { decides: 1, restricts: 0, adjusts: 0 },
  administrator: { decides: 1, restricts: 1, adjusts: 1 },
} as const;

rare(
  "shows each role the actions it may take, and gives a person the chosen role",
  async ({ ownApp: app, page }) => {
    const bob = await named(app, (await withdrawingPeople(app, 1, "100"))[0]!, "bob@example.com");
    await bob.post("/api/deposits", { amount: "20" });
    await withdraw(bob, { amount: "50" });
    const row = rowOf(users(page), "bob@example.com");
    for (const role of ["viewer", "support", "cashier", "administrator"] as const) {
      await test.step(role, async () => {
        const { decides, restricts, adjusts } = SHOWN[role];
        await signIn(page.context(), await seedAdmin(app, role));
        await openAdmin(page, app);
        for (const list of [deposits(page), withdrawals(page)]) {
          const pending = rowOf(list, "bob@example.com");
          await expect(pending).toContainText("USDMS");
          await expect(pending.getByRole("button", { name: /^Approve/ })).toHaveCount(decides);
          await expect(pending.getByRole("button", { name: /^Reject/ })).toHaveCount(decides);
          await expect(pending.getByRole("checkbox")).toHaveCount(decides);
        }
        for (const name of ["Adjust", "Make admin", "Delete"]) {
          await expect(row.getByRole("button", { name })).toHaveCount(adjusts);
        }
        for (const title of ["Maintenance", "Exports"]) await expect(card(page, title)).toHaveCount(adjusts);

        await row.getByRole("link", { name: "bob@example.com" }).click();
        await page.getByRole("tab", { name: "Notes" }).click();
        await expect(page).toHaveURL(`${app.url}/admin/users/${bob.user.id}?tab=notes`);
        await expect(page.getByRole("button", { name: "Lock trading" })).toHaveCount(restricts);
        await expect(page.getByRole("button", { name: "Add the note" })).toHaveCount(restricts);
        await expect(page.getByRole("button", { name: /^Adjust/ })).toHaveCount(adjusts);
      });
    }

    await test.step("gives somebody a role that is chosen", async () => {
      await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
      await row.getByRole("button", { name: "Make admin" }).click();
      const dialog = screen.dialog(page);
      await expect(dialog.getByRole("radio", { name: "Admin" })).toBeChecked();
      await dialog.getByRole("radio", { name: "Cashier" }).check();
      await expect(dialog).toContainText("Also decides deposits, withdrawals and Attention items.");
      await expect(dialog).toContainText("Give bob@example.com the role Cashier?");
      await dialog.getByRole("button", { name: "Give this role", exact: true }).click();
      await screen.expectNotice(page, "Admin status updated", "bob@example.com now has this role: Cashier.");
      await expect(row).toContainText("Cashier");
      expect((await bob.get("/api/auth/me")).body).toMatchObject({ isAdmin: true, role: "cashier" });
      await row.getByRole("button", { name: "Revoke rights: bob@example.com" }).click();
      await dialog.getByRole("button", { name: "Revoke rights", exact: true }).click();
      await screen.expectNotice(page, "Admin status updated", "bob@example.com no longer has any rights.");
    });
  },
);
