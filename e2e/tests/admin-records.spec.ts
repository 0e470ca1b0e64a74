import { readFile } from "node:fs/promises";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { someAddress, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, named, rowOf, withdrawals } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";

test("filters deposits by status and amount, keeps the filters in the address and saves the rows", async ({
  ownApp: app,
  page,
}) => {
  const admin = await asAdmin(page, app);
  const bob = await named(app, (await seedPeople(app, 1, "0"))[0]!, "bob@example.com");
  for (const amount of ["20", "30", "40"]) await bob.post("/api/deposits", { amount });
  const [newest] = (await admin.get<{ id: string }[]>("/api/admin/deposits")).body;
  await admin.post(`/api/admin/deposits/${newest!.id}/reject`);
  await page.goto(`${app.url}/admin`);
  await page.getByRole("navigation").getByRole("link", { name: "Deposits" }).click();
  const rows = page.getByRole("list", { name: "Deposits" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  // A decided deposit stays, with the name of the administrator.
  await expect(rows.nth(0)).toContainText("Failed");
  await expect(rows.nth(0)).toContainText("Decided byada@example.com");

  await page.getByLabel("Order").selectOption("Smallest first");
  await expect(rows.nth(0)).toContainText("20.00 USDMS");
  await page.getByLabel("Status").selectOption("Open");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("At least").fill("30");
  await page.getByLabel("At least").press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`${app.url}/admin/deposits?status=open&min=30&sort=smallest`);
  // The keyboard stays in the field, to correct the amount.
  await expect(page.getByLabel("At least")).toBeFocused();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("30.00 USDMS");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(2);
  expect(file).toContain(",bob@example.com,USDMS,");

  await page.getByLabel("At least").fill("much");
  await page.getByLabel("At least").press("Tab");
  await expect(page.getByText("Enter an amount such as 10.50.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(3);

  await test.step("chooses a person from the list by keys or by a press, and closes the list with Escape", async () => {
    const field = page.getByRole("combobox", { name: "User" });
    const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    await field.pressSequentially("EXAMPLE");
    await expect(options).toHaveCount(2);
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(field).not.toHaveAttribute("aria-activedescendant");
    await field.press("ArrowDown");
    await field.press("ArrowDown");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-activedescendant", (await options.last().getAttribute("id"))!);
    await field.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(field).toHaveValue("EXAMPLE");
    await field.press("ArrowDown");
    await expect(options).toHaveCount(2);
    await field.press("ArrowDown");
    await options.filter({ hasText: "bob@example.com" }).hover();
    await field.press("Enter");
    await expect(page).toHaveURL(`${app.url}/admin/deposits?user=${bob.user.id}&sort=smallest`);
    await expect(page.getByRole("textbox", { name: "User" })).toHaveValue("bob@example.com");
    await expect(page.getByRole("textbox", { name: "User" })).toBeFocused();

    await page.getByRole("button", { name: "Clear the filter: User" }).click();
    await field.pressSequentially("example");
    await options.filter({ hasText: "bob@example.com" }).click();
    await expect(page).toHaveURL(`${app.url}/admin/deposits?user=${bob.user.id}&sort=smallest`);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("combobox", { name: "Status" })).toBeFocused();
  });
});

test.describe("with a rule that approves withdrawals", () => {
  test.use({ environment: { AUTO_APPROVE_BELOW: "100", AUTO_APPROVE_PER_DAY: "1000" } });

  test("names the rule as the one who decided, and one administrator stops it", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    // The filter asks for the e-mail of the actor, which the rule lacks.
    expectFaults(/status of 404 .*\/api\/admin\/users\/f{8}-/);
    const admin = await asAdmin(page, app);
    const bob = await named(app, (await withdrawingPeople(app, 1, "800"))[0]!, "bob@example.com");
    const address = someAddress();
    const earlier = await withdraw(bob, { amount: 20, address });
    await admin.post(`/api/admin/withdrawals/${earlier.body.id}/approve`);
    await pass(app, 9);
    await withdraw(bob, { amount: 50, address });
    await app.database.query("update users set created_at = created_at - interval '2 days' where id = $1", [
      bob.user.id,
    ]);
    await app.database.query(
      "insert into two_step (user_id, secret, enabled_at, created_at) values ($1, '', now(), now())",
      [bob.user.id],
    );
    await page.goto(`${app.url}/admin`);
    await expect(rowOf(withdrawals(page), "bob@example.com")).toContainText("50.00 USDMS");
    await pass(app, 5);
    await expect(rowOf(withdrawals(page), "bob@example.com")).toHaveCount(0);
    await page.getByRole("navigation").getByRole("link", { name: "Withdrawals" }).click();
    const rows = page.getByRole("list", { name: "Withdrawals" }).getByRole("listitem");
    await expect(rows.nth(0)).toContainText("Decided bythe rule");

    await page.goto(`${app.url}/admin/audit`);
    const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
    await entries.nth(0).getByRole("link", { name: "the rule" }).click();
    await expect(entries).toHaveCount(1);
    await expect(page.getByRole("textbox", { name: "Staff member" })).toHaveValue("the rule");

    await page.goto(`${app.url}/admin/installation`);
    const label = "Approve withdrawals automatically below";
    const setting = page.getByRole("listitem").filter({ hasText: label });
    await expect(setting).toContainText("100.00 USDMS");
    await setting.getByRole("button", { name: `Change: ${label}`, exact: true }).click();
    await page.getByRole("textbox", { name: "New value" }).fill("none");
    await page.getByRole("button", { name: "Save" }).click();
    await screen.expectNotice(page, "Setting changed");
    await expect(setting.first()).toContainText("None");
  });
});

test("loads a list to its end in a browser that reports several changes of what is in view at once", async ({
  ownApp: app,
  page,
}) => {
  await asAdmin(page, app);
  await seedPeople(app, 120, "10");
  await page.addInitScript(() => {
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((changes, self) => callback([outOfView(changes[0]!), ...changes], self), options);
      }
    };
    const outOfView = ({ target, time }: IntersectionObserverEntry) =>
      ({ target, time, isIntersecting: false }) as unknown as IntersectionObserverEntry;
  });
  await page.goto(`${app.url}/admin/deposits`);
  const rows = page.getByRole("list", { name: "Deposits" }).getByRole("listitem");
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(120, { timeout: 1_000 });
  }).toPass();
});
