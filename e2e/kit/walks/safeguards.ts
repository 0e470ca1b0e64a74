import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { expect } from "../fixtures.ts";
import { signIn } from "../people.ts";
import * as screen from "../screen.ts";
import { jump } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EMAIL = "somebody.with.quite.a.long.address@subdomain.example.com";

/** What keeps administrators from mistakes: a second one, a proof, maintenance, the log of all they did. */
export const safeguardsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 403 .*\/api\/admin/);
  const { admin, common } = text;
  const dialog = screen.dialog(page);
  const region = (title: string) => page.getByRole("region", { name: RegExp(`^${title}`) });
  const [bob] = await withdrawingPeople(app, 1, "123456.78");
  await app.database.query("update users set email = $2 where id = $1", [bob!.user.id, EMAIL]);
  await withdraw(bob!, { amount: "10000.55" });
  const [first, second] = [await seedAdmin(app), await seedAdmin(app)];
  const note = "4711, 4712, 4713, 4714, 4715, 4716, 4717, 4718";
  await first.post(`/api/admin/users/${bob!.user.id}/adjust-balance`, { amount: "-7000.55", note });
  await first.post("/api/admin/maintenance", { on: true, message: "12:00 UTC, 14:00 UTC" });

  await signIn(page.context(), second);
  await page.goto(`${app.url}/admin`);
  await region(admin.withdrawals.title).getByRole("button", { name: admin.withdrawals.approve }).click();
  await expect(region(admin.withdrawals.title)).toContainText(admin.proposals.byYou);
  await expect(region(admin.proposals.title).getByRole("listitem")).toHaveCount(2);
  await look("what awaits a second administrator, and maintenance");
  await region(admin.proposals.title).getByRole("button", { name: admin.proposals.decline }).click();
  await expect(dialog).toBeVisible();
  await look("question before a proposal is declined");
  await dialog.getByRole("button", { name: common.cancel, exact: true }).click();
  await button(page, admin.maintenance.change).click();
  await expect(dialog).toBeVisible();
  await look("another message for maintenance");
  await dialog.getByRole("button", { name: common.cancel, exact: true }).click();

  await jump(app, 3_600);
  await region(admin.proposals.title).getByRole("button", { name: admin.proposals.agree }).click();
  await dialog.getByRole("button", { name: admin.stepUp.submit }).click();
  await expect(dialog).toContainText(admin.stepUp.passwordRequired);
  await look("proof of who one is, with its error");
  await dialog.getByRole("button", { name: common.cancel, exact: true }).click();

  await page.getByRole("navigation").getByRole("link", { name: admin.frame.audit }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
  await look("the audit log");
};
