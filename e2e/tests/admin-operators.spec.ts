import { readFile } from "node:fs/promises";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { seedKey } from "@veritick/server/testing/valid-calls.ts";
import { startWebhookReceiver } from "@veritick/server/testing/webhook-receiver.ts";
import { withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, named, openAdmin, rowOf, users } from "../kit/admin.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { card } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

const money = (decimal: string) => Number(decimal).toLocaleString("en-GB", { minimumFractionDigits: 2 });

/** A note that would change the page if it were read as markup. */
const NOTE = 'Called <img src=x onerror="document.body.remove()"> {{7*7}} ${7*7} about a pause.';

rare(
  "locks a user with a reason, adds notes, ends sessions, opens receipts and saves a file",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/status of 404 .*\/api\/admin\/users/);
    await asAdmin(page, app);
    const bob = await named(app, (await seedPeople(app, 1, "100"))[0]!, "bob@example.com");
    await seedKey(app, bob.user.id, ["read"]);
    const order = { type: "buy", amount: "10", duration: 1 };
    const { body: opened } = await bob.post("/api/trading/positions", order);
    const dialog = screen.dialog(page);
    const panel = page.getByRole("tabpanel");

    await openAdmin(page, app);
    await rowOf(users(page), "bob@example.com").getByRole("link", { name: "bob@example.com" }).click();
    await expect(page).toHaveURL(`${app.url}/admin/users/${bob.user.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "bob@example.com" })).toBeVisible();
    await expect(card(page, "Figures")).toContainText("Balance90.00 USDMS");
    await expect(card(page, "Figures")).toContainText("Open positions1 · 10.00 USDMS");

    await page.getByRole("button", { name: "Lock trading" }).click();
    await dialog.getByRole("button", { name: "Lock trading" }).click();
    await expect(dialog).toContainText("Give a reason, in at most 500 characters.");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked for a pause");
    await dialog.getByRole("button", { name: "Lock trading" }).click();
    await screen.expectNotice(page, "Trading locked", "bob@example.com");
    await expect(page.getByRole("button", { name: "Unlock trading" })).toBeVisible();
    expect(await bob.post("/api/trading/positions", order)).toMatchObject({
      status: 403,
      body: { code: "trading_locked", message: expect.stringContaining("Trading is locked on this account") },
    });

    await page.getByRole("tab", { name: "Notes" }).click();
    await page.getByRole("textbox", { name: "New note" }).fill(NOTE);
    await page.getByRole("tab", { name: "Sessions" }).click();
    await panel.getByRole("button", { name: "Revoke Bot" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Found in a public place");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await screen.expectNotice(page, "Key revoked", "Bot");
    await expect(panel.getByRole("button", { name: "Revoke Bot" })).toHaveCount(0);
    await page.getByRole("tab", { name: "Notes" }).click();
    const reader = page.getByRole("combobox", { name: "Visible to" });
    await expect(reader).toHaveValue("staff");
    await reader.selectOption("Staff and the user: the note is part of the user’s data download");
    await page.getByRole("button", { name: "Add the note" }).click();
    await expect(panel.getByRole("listitem")).toContainText(`${NOTE}ada@example.com`);
    await expect(panel.getByRole("listitem")).toContainText("visible to the user");
    await expect(reader).toHaveValue("staff");
    await page.getByRole("textbox", { name: "New note" }).fill("Not for them.");
    await page.getByRole("button", { name: "Add the note" }).click();
    await expect(panel.getByRole("listitem").first()).toContainText("Not for them.");
    await expect(panel.getByRole("listitem").first()).not.toContainText("visible to the user");
    // The address keeps the open tab, also after a reload.
    await expect(page).toHaveURL(/\?tab=notes$/);
    await page.reload();
    await expect(panel.getByRole("listitem").last()).toContainText(NOTE);
    await expect(panel.locator("img")).toHaveCount(0);
    await expect(page.getByText("Trading locked", { exact: true })).toBeVisible();

    await page.getByRole("tab", { name: "Statement" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Lost their phone");
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await screen.expectNotice(page, "Signed out everywhere");
    expect((await bob.get("/api/auth/me")).status).toBe(401);
    await page.getByRole("tab", { name: "Sessions" }).click();
    await expect(panel).toContainText("Not signed in anywhere");
    await page.getByRole("tab", { name: "Audit" }).click();
    await expect(panel).toContainText("Lost their phone");

    await page.getByRole("tab", { name: "Positions" }).click();
    await panel.getByRole("link").click();
    await expect(page).toHaveURL(`${app.url}/admin/positions/${opened.id}`);
    await expect(card(page, "Ledger entries")).toContainText("The user’s balance");
    await page.getByRole("link", { name: "Back to the user" }).click();
    await page.getByRole("button", { name: "Delete bob@example.com" }).click();
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page).toHaveURL(`${app.url}/admin`);
    await page.goBack();
    await expect(page.getByText("Account not found")).toBeVisible();
  },
);

test("decides open payment items: credits, closes, marks as paid, refunds and saves files", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/frame-ancestors|status of 4(29|00)|status of 500 .*payout/);
  const admin = await asAdmin(page, app);
  const [bob, eve] = await withdrawingPeople(app, 2, "800");
  await named(app, bob!, "bob@example.com");
  await named(app, eve!, "eve@example.com");
  const [paid, lost] = [(await withdraw(bob!)).body, (await withdraw(eve!)).body];
  await app.database.query("update withdrawal_transactions set status = 'processing'");
  await seedAttention(app, [
    { kind: "payment", reason: "more_arrived", userId: bob!.user.id, amount: "12.125" },
    { kind: "payment", reason: "unknown_order", amount: "7" },
    { kind: "payment", reason: "account_closed", amount: "9" },
    { kind: "payout", reason: "payout_unknown", withdrawalId: paid.id, userId: bob!.user.id, amount: "92" },
    { kind: "payout", reason: "payout_failed", withdrawalId: lost.id, userId: eve!.user.id, amount: "92" },
  ]);
  const dialog = screen.dialog(page);
  const rows = page.getByRole("list", { name: "Attention" }).getByRole("listitem");
  const row = (text: string) => rows.filter({ hasText: text });
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

  await openAdmin(page, app);
  const usersFile = page.getByRole("button", { name: "Download as CSV: Users" });
  const download = page.waitForEvent("download");
  await usersFile.click();
  expect(await readFile(await (await download).path(), "utf8")).toContain("bob@example.com");
  // A refusal shows a notice and leaves the page open.
  await page.route("**/api/admin/exports/users?*", (route) =>
    route.fulfill({
      status: 429,
      headers: { "content-security-policy": "frame-ancestors 'none'" },
      json: {},
    }),
  );
  await usersFile.click();
  await screen.expectNotice(page, "The file could not be created");

  await page.getByRole("link", { name: "Decide" }).first().click();
  await expect(page.getByRole("link", { name: "Attention 5 pending" })).toBeVisible();
  await expect(card(page, "Open (5)")).toBeVisible();

  await row("More money arrived").getByText("12.12 USDT", { exact: true }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("Exactly 12.125 USDT");
  await row("More money arrived")
    .getByRole("button", { name: /^Credit/ })
    .click();
  await expect(dialog.getByRole("textbox", { name: "Amount" })).toHaveValue("12.125");
  await dialog.getByRole("textbox", { name: "Note" }).fill("It arrived");
  await press("Credit");
  await screen.expectNotice(page, "Payment credited", "12.125 USDMS credited to bob@example.com.");
  expect(await bob!.balance()).toBe("712.12500000");

  // A payment without a user is set aside, then credited to its owner.
  await row("was deleted").getByRole("button", { name: "Set aside" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Whose?");
  await press("Set aside");
  await screen.expectNotice(page, "Payment set aside", "9.00 USDMS moved to the unclaimed funds.");
  await page.getByRole("button", { name: "Credit the payment of 9.00 USDMS to Unknown user" }).click();
  const account = dialog.getByRole("textbox", { name: "E-mail address of the account" });
  await account.fill("nobody@example.com");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Signed from the sending address");
  await press("Credit");
  await expect(dialog).toContainText("No account has this e-mail address.");
  await account.fill("eve@example.com");
  await press("Credit");
  await screen.expectNotice(page, "Payment credited", "9.00 USDMS credited to eve@example.com.");

  await row("unknown deposit").getByRole("button", { name: "Close" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Sent by mistake");
  await press("Close without crediting");
  await screen.expectNotice(page, "Closed without crediting");

  const payout = "**/api/admin/withdrawals/*/payout";
  await page.route(payout, (route) => route.fulfill({ status: 500, json: {} }));
  await row("did not confirm").getByRole("button", { name: "Mark paid" }).click();
  await expect(dialog).toContainText("We could not ask the provider.");
  await page.unroute(payout);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).not.toContainText("We could not ask the provider.");
  await dialog.getByRole("textbox", { name: "Transaction id" }).fill("abc");
  await press("Mark paid");
  await expect(dialog).toContainText("Enter the transaction id: 64 hexadecimal digits.");
  await dialog.getByRole("textbox", { name: "Transaction id" }).fill("ab".repeat(32));
  await press("Mark paid");
  await screen.expectNotice(page, "Payout marked paid", "92.00 USDT to bob@example.com: completed.");

  await row("reports that the payout failed").getByRole("button", { name: "Mark failed and refund" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("It never left");
  await press("Mark failed and refund");
  await screen.expectNotice(page, "Payout marked failed and refunded");
  expect(await eve!.balance()).toBe("809.00000000");

  await page.getByRole("heading", { level: 1 }).hover();
  await page.getByRole("link", { name: "Overview" }).focus();
  await expect(card(page, "Open (0)")).toContainText("Nothing to decide");
  await expect(page.getByRole("list", { name: "Decided" }).getByRole("listitem")).toHaveCount(5);
  const marked = page
    .getByRole("list", { name: "Decided" })
    .getByRole("listitem")
    .filter({ hasText: "Marked paid" });
  await expect(marked).toContainText(/Marked paid by ada@example\.com/);
  await expect(marked).toContainText("ab".repeat(32));
  const { body } = await admin.get<AttentionItem[]>("/api/admin/attention");
  expect(new Set(body.map(({ resolution }) => resolution))).toEqual(
    new Set(["credited", "dismissed", "marked failed", "marked paid"]),
  );
});

rare(
  "shows the payouts that the house may owe, and its results against the terms",
  async ({ ownApp: app, page }) => {
    // A day of hours in which one-minute positions won as often as expected.
    await app.database.query(
      `insert into settled_hours (duration, epoch, part, positions, won, won_expected, result_excess)
     select 1, hour, 0, 4, 1, 1.1, 35 from generate_series(1, 24) hour`,
    );
    const admin = await asAdmin(page, app);
    const bob = (await seedPeople(app, 1, "5000"))[0]!;
    const open = (type: string, duration: number) =>
      bob.post("/api/trading/positions", { type, amount: "100", duration });
    await open("buy", 1);
    await open("sell", 3);
    await jump(app, 200);
    await open("buy", 5);
    await open("sell", 5);
    await open("sell", 10);
    const { body: exposure } = await admin.get<Exposure>("/api/admin/exposure");

    await page.goto(`${app.url}/admin/exposure`);
    const figures = page.getByRole("definition");
    await expect(figures.nth(0)).toContainText(money(exposure.funds));
    await expect(figures.nth(1)).toContainText(money(exposure.promised));
    await expect(figures.nth(3)).toContainText("300.00 USDMS3 open");
    // 100 at x10 on either side and 100 at x20, each with its stake.
    await expect(card(page, "Maximum payout by expiry").getByRole("row").nth(1)).toContainText(
      /1,100\.00\s*1,100\.00\s*2,200\.00/,
    );
    await expect(card(page, "Maximum payout by expiry").locator("svg[width]").last()).toBeVisible();
    await expect(card(page, "Open by duration").getByRole("row").last()).toHaveText(
      `All3300.00${money(exposure.open.payout)}`,
    );
    const results = card(page, "Results and expected average").getByRole("listitem");
    await expect(results).toHaveCount(5);
    await expect(results.first()).toContainText("All durations2 settled");
    await expect(results.first()).toContainText(money(exposure.settled.result).replace(/^-?/, ""));
    await expect(results.nth(1).getByRole("img")).toHaveCount(2);
    for (const row of [1, 2]) await expect(results.nth(row)).not.toContainText("Far outside");
    await expect(results.nth(3)).toContainText("None settled yet");

    await open("buy", 10);
    await jump(app, 2);
    // The page refreshes by itself, and at once when the administrator returns to it.
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(figures.nth(3)).toContainText("400.00 USDMS4 open");
  },
);

rare(
  "adds a webhook endpoint, shows its secret once, lists its answers and sends an event again",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/status of 400 .*\/api\/admin\/webhooks/);
    const receiver = await startWebhookReceiver();
    receiver.answer(410);
    await asAdmin(page, app);
    await page.goto(`${app.url}/admin/installation`);
    await page.getByRole("link", { name: "Endpoints and deliveries" }).click();
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    const dialog = screen.dialog(page);
    await dialog.getByRole("textbox", { name: "Address" }).fill("ftp://hooks.example.com");
    await dialog.getByRole("checkbox", { name: "Registrations" }).check();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toContainText("Enter a publicly reachable https address.");
    await dialog.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}/events`);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toContainText(/whsec_[\w+/=]{44}/);
    await dialog.getByRole("checkbox", { name: "I have stored it" }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(/whsec_/)).toHaveCount(0);

    const endpoint = page.getByRole("list", { name: "Endpoints" }).getByRole("listitem");
    const delivery = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
    await endpoint.getByRole("button", { name: /^Send a test/ }).click();
    await screen.expectNotice(page, "Test event queued");
    await jump(app, 2);
    await page.reload();
    await expect(endpoint).toContainText("Paused: it answered 410");
    await expect(delivery).toContainText("answered 410");

    receiver.answer(204);
    await endpoint.getByRole("button", { name: /^Resume/ }).click();
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(endpoint).toContainText("Active");
    await delivery.getByRole("button", { name: /^Send again/ }).click();
    await screen.expectNotice(page, "Being sent again");
    await jump(app, 2);
    await page.reload();
    await expect(delivery).toContainText("Delivered");
    await expect(delivery).toContainText("answered 204");
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);

    await page.getByRole("link", { name: "How to check a signature" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Webhooks" })).toBeVisible();
    await page.getByText("A deposit was credited to its user’s balance").click();
    await expect(page.getByText('"depositId"')).toBeVisible();
    await receiver.close();
  },
);
