import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, named } from "../kit/admin.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";

test("finds a person and a deposit from any page by keyboard, and lists their events together", async ({
  ownApp: app,
  page,
}) => {
  await asAdmin(page, app);
  const bob = await named(app, (await seedPeople(app, 1, "100"))[0]!, "bob@example.com");
  const { body: deposit } = await bob.post<{ id: string; payAddress: string }>("/api/deposits", {
    amount: "20",
  });
  const dialog = screen.dialog(page);
  const options = dialog.getByRole("option");
  await page.goto(`${app.url}/admin/audit`);
  await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  // A page that was just drawn may not listen to keys yet.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("example.com");
  await expect(options).toHaveCount(2);
  await expect(options.filter({ hasText: "ada@example.com" })).toHaveAttribute("aria-selected", /.*/);
  await dialog.getByRole("combobox").fill("bob@");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/admin/users/${bob.user.id}`);

  await page.getByRole("tab", { name: "Timeline" }).click();
  const events = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await expect(events.filter({ hasText: "Pending" })).toContainText("20.00 USDMS");

  await page.getByRole("button", { name: "Search" }).click();
  await dialog.getByRole("combobox").fill(deposit.payAddress);
  await expect(options).toHaveCount(1);
  await expect(options).toContainText("Deposit");
  await options.click();
  await expect(page).toHaveURL(`${app.url}/admin/deposits?id=${deposit.id}`);
  await expect(page.getByRole("list", { name: "Deposits" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill("nobody at all");
  await expect(dialog.getByRole("status")).toHaveText(/^Nothing found\./);

  await test.step("keeps the chosen one of a long list in sight", async () => {
    for (const person of await seedPeople(app, 8, "0")) {
      await named(app, person, `${person.user.id}@example.org`);
    }
    await page.setViewportSize({ width: 1180, height: 480 });
    await dialog.getByRole("combobox").fill("example.org");
    await expect(options).toHaveCount(8);
    await expect(options.last()).not.toBeInViewport();
    for (let presses = 1; presses < 8; presses += 1) await page.keyboard.press("ArrowDown");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await expect(options.last()).toBeInViewport();
  });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test.describe("an entry of a list", () => {
  test.use({ environment: { FOUR_EYES_ABOVE: "100" } });

  rare(
    "scrolls into view with the focus, or stands above the list with the reason",
    async ({ ownApp: app, page }) => {
      const ada = await asAdmin(page, app);
      const carol = await seedAdmin(app);
      const bob = await named(app, (await seedPeople(app, 1, "100"))[0]!, "bob@example.com");
      const seeded = Array.from({ length: 8 }, (_, n) => ({
        kind: "payment" as const,
        reason: "repeated_payment" as const,
        userId: bob.user.id,
        amount: String(20 + n),
      }));
      const [oldest, decided] = await seedAttention(app, seeded);
      await ada.post(`/api/admin/attention/${decided}/dismiss`, { note: "paid back by hand" });
      const propose = async (amount: string): Promise<string> =>
        (await carol.post(`/api/admin/users/${bob.user.id}/adjust-balance`, { amount, note: "a gift" })).body
          .awaiting.proposalId;
      const [declined, open] = [await propose("250"), await propose("350")];
      await carol.post(`/api/admin/proposals/${declined}/decline`, {});
      const sought = page.getByRole("region", { name: "Search result" });
      const focused = page.getByRole("listitem").and(page.locator(":focus"));
      const look = async (id: string | undefined) => {
        const field = screen.dialog(page).getByRole("combobox");
        // A page that was just drawn may not listen to keys yet.
        await expect(async () => {
          await page.keyboard.press("Control+k");
          await expect(field).toBeFocused({ timeout: 500 });
        }).toPass();
        await field.fill(id!);
        await expect(screen.dialog(page).getByRole("option")).toHaveCount(1);
        await page.keyboard.press("Enter");
        await expect(screen.dialog(page)).toHaveCount(0);
      };
      await page.goto(`${app.url}/admin/audit`);
      await expect(page.getByRole("button", { name: "Search" })).toBeVisible();

      await look(oldest);
      await expect(page).toHaveURL(`${app.url}/admin/attention?item=${oldest}`);
      await expect(focused).toContainText("20.00 USDT");
      await expect(focused).toBeInViewport();
      await expect(sought).toHaveCount(0);

      await look(decided);
      await expect(sought).toContainText("This record is already closed.");
      await expect(sought.getByRole("listitem")).toBeFocused();
      await expect(sought).toContainText("paid back by hand");
      await sought.getByRole("button", { name: "Close" }).click();
      await expect(sought).toHaveCount(0);
      await expect(page).toHaveURL(`${app.url}/admin/attention`);

      await look(open);
      await expect(page).toHaveURL(`${app.url}/admin?proposal=${open}`);
      await expect(focused).toContainText("+350.00 USDMS");
      await look(declined);
      await expect(sought.getByRole("listitem")).toBeFocused();
      await expect(sought).toContainText("This record is already closed.");
      await expect(sought).toContainText("+250.00 USDMS");
      await look(open);
      await expect(sought).toHaveCount(0);
      await expect(focused).toContainText("+350.00 USDMS");
    },
  );
});
