import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { expect } from "../fixtures.ts";
import { signIn, withMoney } from "../people.ts";
import * as screen from "../screen.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EMAIL = "somebody.with.quite.a.long.address@subdomain.example.com";

/** The administration with all it lists, each of its questions, and what others see in its place. */
export const adminWalk: Walk = async ({ page, app, text, look }) => {
  const { admin, common } = text;
  const { cancel } = common;
  const dialog = screen.dialog(page);
  await withMoney(page.context(), app, "10");
  await page.goto(`${app.url}/admin`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look("administration for those who may not see it");

  const [bob] = await withdrawingPeople(app, 1, "123456.78");
  await app.database.query("update users set email = $2 where id = $1", [bob!.user.id, EMAIL]);
  await bob!.post("/api/deposits", { amount: "9999.99" });
  await withdraw(bob!, { amount: "10000.55" });
  await signIn(page.context(), await seedAdmin(app));
  await page.goto(`${app.url}/admin`);
  const region = (title: string) => page.getByRole("region", { name: RegExp(`^${title}`) });
  const row = region(admin.users.title).getByRole("listitem").filter({ hasText: EMAIL });
  await expect(row).toBeVisible();
  await expect(region(admin.withdrawals.title).getByRole("listitem")).toHaveCount(1);
  await look("administration");

  for (const [title, ask, where] of [
    [admin.deposits.title, admin.deposits.reject, "deposit"],
    [admin.withdrawals.title, admin.withdrawals.reject, "withdrawal"],
  ] as const) {
    await region(title).getByRole("listitem").getByRole("button", { name: ask }).click();
    await expect(dialog).toBeVisible();
    await look(`question before a ${where} is rejected`);
    await dialog.getByRole("button", { name: cancel, exact: true }).click();
  }
  await row.getByRole("button", { name: admin.users.grant }).click();
  await expect(dialog).toBeVisible();
  await look("question before somebody becomes administrator");
  await dialog.getByRole("button", { name: cancel, exact: true }).click();
  await row.getByRole("button", { name: admin.user.show(EMAIL) }).click();
  await expect(row.getByRole("term").first()).toBeVisible();
  await row.getByRole("button", { name: admin.users.adjust }).click();
  await page.getByRole("textbox", { name: admin.users.amount }).fill("0");
  await button(page, admin.users.ok).click();
  await expect(row).toContainText(admin.users.invalid);
  await look("a user's history, and an adjustment with its error");
  await row.getByRole("button", { name: admin.users.delete }).click();
  await expect(dialog.getByRole("definition").first()).toBeVisible();
  await look("question before somebody is deleted");
  await dialog.getByRole("button", { name: cancel, exact: true }).click();
  await page.getByRole("searchbox").fill("nobody at all");
  await expect(page.getByText(admin.users.noMatch("nobody at all"))).toBeVisible();
  await look("administration in which nobody matches");
};
