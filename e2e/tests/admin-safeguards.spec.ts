import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { startScreeningSimulator } from "@veritick/server/testing/screening-simulator.ts";
import { enableTwoStep } from "@veritick/server/testing/two-step.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { asAdmin, deposits, named, openAdmin, rowOf, rowsOf, users, withdrawals } from "../kit/admin.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { forgetSession, onDashboard, signIn } from "../kit/people.ts";
import { card, PASSWORD, secondStep, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump, pass, whileTicking } from "../kit/time.ts";
import { goOn } from "../walks/walk.ts";

const proposals = (page: Page) => card(page, /^Awaiting second approval/);
/** Leaves the overview and comes back, so that the page asks the server for its lists again. */
async function openAgain(page: Page): Promise<void> {
  await goOn(page, "/admin/audit");
  await expect(page.getByRole("combobox", { name: "Action" })).toBeVisible();
  await goOn(page, "/admin");
}

const inDialog = (page: Page, name: string) => screen.dialog(page).getByRole("button", { name, exact: true });

/** Signs the browser in as an administrator with a password. */
async function asAdminWithPassword(page: Page, app: MovableApp): Promise<TestClient> {
  await withPassword(page.context(), app, "ada@example.com");
  await app.database.query("update users set is_admin = true where email = 'ada@example.com'");
  const client = new TestClient(app.url);
  await client.post("/api/auth/login", { email: "ada@example.com", password: PASSWORD });
  await signIn(page.context(), client);
  return client;
}

test.describe("confirming one's identity again", () => {
  test.use({ environment: { STEP_UP_MINUTES: "1", SANDBOX_CONFIRM_SECONDS: "off" } });

  test("asks for the password, then repeats the call or does nothing", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    // The page's token for the live connection may expire in the minute that passes below; the page asks for another.
    expectFaults(/status of 40[03] .*\/api\/(admin|profile\/step-up)|WebSocket connection to .* failed/);
    await asAdminWithPassword(page, app);
    const bob = await named(app, (await seedPeople(app, 1, "10"))[0]!, "bob@example.com");
    await bob.post("/api/deposits", { amount: "20" });
    await openAdmin(page, app);
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/approve")) keys.push(request.headers()["idempotency-key"]);
    });
    await jump(app, 61);

    await rowOf(deposits(page), "bob@example.com")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(screen.dialog(page)).toHaveAccessibleName("Confirm it’s you");
    const password = screen.dialog(page).getByLabel("Your password");
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await inDialog(page, "Continue").click();
    await expect(password).toHaveAccessibleDescription("Enter your password.");
    await password.fill("not the password");
    await password.press("Enter");
    await expect(password).toHaveAccessibleDescription("The current password is wrong.");
    // New input replaces the error.
    await page.keyboard.type(PASSWORD);
    await password.press("Enter");
    await screen.expectNotice(page, "Deposit approved", "20.00 USDMS credited to bob@example.com.");
    await expect(screen.dialog(page)).toHaveCount(0);
    await expect(rowOf(deposits(page), "bob@example.com")).toBeFocused();
    expect(keys).toEqual([expect.any(String), keys[0]]);

    await jump(app, 61);
    const row = rowOf(users(page), "bob@example.com");
    await row.getByRole("button", { name: "Delete" }).click();
    await inDialog(page, "Delete permanently").click();
    const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(proof.getByLabel("Your password")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(proof).toHaveCount(0);
    await screen.expectNotice(page, "Action cancelled");
    await inDialog(page, "Cancel").click();
    await expect(screen.dialog(page)).toHaveCount(0);
    await expect(row.getByRole("button", { name: "Delete" })).toBeFocused();
    expect((await bob.get("/api/auth/me")).status).toBe(200);

    await test.step("before an export, which then starts", async () => {
      await jump(app, 61);
      const file = page.getByRole("button", { name: "Download as CSV: Users" });
      await file.click();
      await expect(proof).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(proof).toHaveCount(0);
      await screen.expectNotice(page, "Action cancelled");
      await file.click();
      await proof.getByLabel("Your password").fill(PASSWORD);
      const download = page.waitForEvent("download");
      await inDialog(page, "Continue").click();
      expect((await download).suggestedFilename()).toMatch(/users.*\.csv$/);
      expect(await readFile(await (await download).path(), "utf8")).toMatch(/^\uFEFFid,created_utc,email,/);
    });
  });

  rare("asks for a code if two-step sign-in is on", async ({ ownApp: app, page, expectFaults }) => {
    // The page's token for the live connection may expire in the minute that passes below; the page asks for another.
    expectFaults(/status of 40[03] .*\/api\/(admin|profile\/step-up)|WebSocket connection to .* failed/);
    const client = await asAdminWithPassword(page, app);
    const twoStep = await enableTwoStep(app, client, PASSWORD);
    await signIn(page.context(), client);
    await named(app, (await seedPeople(app, 1, "10"))[0]!, "bob@example.com");
    await openAdmin(page, app);
    await jump(app, 61);
    const row = rowOf(users(page), "bob@example.com");
    await row.getByRole("button", { name: "Adjust" }).click();
    await row.getByRole("textbox", { name: /^Amount/ }).fill("5");
    await row.getByRole("button", { name: "OK" }).click();
    await expect(secondStep(page)).toBeFocused();
    await secondStep(page).fill(twoStep.wrongCode());
    await secondStep(page).press("Enter");
    await expect(secondStep(page)).toHaveAccessibleDescription(/^This code is wrong/);
    await secondStep(page).fill(twoStep.nextCode());
    await secondStep(page).press("Enter");
    await screen.expectNotice(page, "Balance adjusted", "+5.00 USDMS for bob@example.com.");
    await expect(row).toContainText("15.00 USDMS");
  });
});

rare("lets a limit of passwords wait for a second administrator", async ({ ownApp: app, page }) => {
  await asAdmin(page, app);
  const carol = await seedAdmin(app);
  await openAdmin(page, app);
  await goOn(page, "/admin/installation");
  const label = "Wrong passwords for one account in 15 minutes";
  const row = page
    .getByRole("region", { name: "Settings", exact: true })
    .getByRole("listitem")
    .filter({ hasText: label });
  const change = async (value: string) => {
    await row.getByRole("button", { name: `Change: ${label}`, exact: true }).click();
    await page.getByRole("textbox", { name: "New value" }).fill(value);
    await inDialog(page, "Save").click();
  };
  await change("5");
  await screen.expectNotice(page, "Setting changed");
  await change("12");
  await screen.expectNotice(page, "Awaiting second approval");
  await expect(row).toContainText("Awaiting second approval: 12");
  await goOn(page, "/admin");
  await expect(proposals(page)).toContainText(label);
  const [proposal] = (await carol.get("/api/admin/proposals")).body;
  expect((await carol.post(`/api/admin/proposals/${proposal.id}/agree`)).status).toBe(200);
  await goOn(page, "/admin/installation");
  await page.reload();
  await expect(row).toContainText("12");
  await expect(row).not.toContainText("Awaiting");
});

test.describe("two administrators", () => {
  test.use({ environment: { FOUR_EYES_ABOVE: "100" } });

  rare("shows on the attention list what the second one agrees to", async ({ ownApp: app, page }) => {
    await asAdmin(page, app);
    const carol = await seedAdmin(app);
    const bob = await named(app, (await seedPeople(app, 1, "0"))[0]!, "bob@example.com");
    const item = {
      kind: "payment",
      reason: "wrong_asset",
      userId: bob.user.id,
      amount: "2",
      asset: "eth",
    } as const;
    const [id] = await seedAttention(app, [item]);
    await carol.post(`/api/admin/attention/${id}/credit`, { amount: "5000", note: "At the rate of today" });
    await openAdmin(page, app);
    await goOn(page, "/admin/attention");
    const row = page.getByRole("list", { name: "Attention" }).getByRole("listitem");
    await expect(row).toContainText("2.00 ETH");
    await expect(row).toContainText("Credit the payment (5,000.00 USDMS). Proposed by");
    await row.getByRole("button", { name: /^Approve the proposal/ }).click();
    await screen.expectNotice(
      page,
      "Approved and done",
      "Credit the payment: 5,000.00 USDMS, bob@example.com.",
    );
    expect(await bob.balance()).toBe("5000.00000000");
  });

  rare("lets one decide alone up to an amount, and asks for a reason", async ({ ownApp: app, page }) => {
    await asAdmin(page, app);
    await named(app, await seedAdmin(app), "carol@example.com");
    await named(app, (await seedPeople(app, 1, "0"))[0]!, "eve@example.com");
    await openAdmin(page, app);
    await test.step("asks for the reason before a user is deleted", async () => {
      await rowOf(users(page), "eve@example.com").getByRole("button", { name: "Delete" }).click();
      const reason = screen.dialog(page).getByRole("textbox", { name: "Reason", exact: true });
      await inDialog(page, "Delete permanently").click();
      await expect(reason).toHaveAccessibleDescription("Give a reason, in at most 500 characters.");
      await reason.fill("She asked us to");
      await inDialog(page, "Delete permanently").click();
      await screen.expectNotice(page, "User deleted");
    });
    await test.step("says how much of what needs no second person is used up", async () => {
      const said = (amount: string) => `In the last 24 hours, you decided ${amount} of 100.00 USDMS`;
      await expect(deposits(page)).toContainText(said("0.00"));
      const carols = rowOf(users(page), "carol@example.com");
      await carols.getByRole("button", { name: "Adjust" }).click();
      await expect(carols).toContainText(said("0.00"));
      await carols.getByRole("textbox", { name: /^Amount/ }).fill("40");
      await carols.getByRole("textbox", { name: "Reason", exact: true }).fill("A gift");
      await carols.getByRole("button", { name: "OK", exact: true }).click();
      await screen.expectNotice(page, "Balance adjusted");
      await expect(deposits(page)).toContainText(said("40.00"));
    });
  });

  rare(
    "lets one propose and another agree or decline",
    async ({ ownApp: app, page, elsewhere, expectFaults }) => {
      expectFaults(/status of 40[39] .*\/api\/admin/);
      await asAdmin(page, app);
      const carol = await named(app, await seedAdmin(app), "carol@example.com");
      await signIn(elsewhere.context(), carol);
      const bob = await named(app, (await withdrawingPeople(app, 1, "800"))[0]!, "bob@example.com");
      await withdraw(bob, { amount: "500" });
      const inAdas = rowOf(withdrawals(page), "bob@example.com");
      const inCarols = rowOf(withdrawals(elsewhere), "bob@example.com");

      await openAdmin(page, app);
      await expect(proposals(page)).toHaveCount(0);
      await inAdas.getByRole("button", { name: /^Approve/ }).click();
      await inDialog(page, "Approve").click();
      await screen.expectNotice(page, "Awaiting second approval", "This needs a second approval.");
      await expect(inAdas).toContainText("Proposed by you");
      await expect(inAdas.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
      await expect(rowsOf(proposals(page))).toContainText([
        /Pay the withdrawal.*500\.00 USDMS.*Fee 40\.00.*460\.00 USDT/,
      ]);

      await openAdmin(elsewhere, app);
      await expect(inCarols).toContainText("Proposed by ada@example.com");
      await inCarols.getByRole("button", { name: /^Reject the proposal/ }).click();
      await inDialog(elsewhere, "Reject").click();
      await screen.expectNotice(elsewhere, "Proposal rejected");
      await expect(proposals(elsewhere)).toHaveCount(0);
      await inCarols.getByRole("button", { name: /^Approve: pay/ }).click();
      await inDialog(elsewhere, "Approve").click();
      await screen.expectNotice(elsewhere, "Awaiting second approval");

      await openAgain(page);
      await rowsOf(proposals(page))
        .getByRole("button", { name: /^Approve the proposal/ })
        .click();
      await screen.expectNotice(
        page,
        "Approved and done",
        "Pay the withdrawal: 500.00 USDMS, bob@example.com.",
      );
      await expect(rowsOf(proposals(page))).toBeFocused();
      expect((await bob.get("/api/withdrawals")).body).toMatchObject([{ status: "processing" }]);

      const user = rowOf(users(page), "bob@example.com");
      await user.getByRole("button", { name: "Adjust" }).click();
      await user.getByRole("textbox", { name: /^Amount/ }).fill("250.50");
      const reason = user.getByRole("textbox", { name: "Reason", exact: true });
      await user.getByRole("button", { name: "OK" }).click();
      await expect(reason).toHaveAccessibleDescription("Give a reason, in at most 500 characters.");
      await reason.fill("Paid twice by mistake");
      await user.getByRole("button", { name: "OK" }).click();
      await screen.expectNotice(
        page,
        "Awaiting second approval",
        "+250.50 USDMS for bob@example.com needs a second approval",
      );
      await expect(user).toContainText("300.00 USDMS");
      await expect(user).toContainText("Awaiting: +250.50 USDMS");
      await expect(rowsOf(proposals(page))).toContainText([
        /Adjust the balance.*\+250\.50 USDMS.*Balance now 300\.00 USDMS.*Afterwards 550\.50 USDMS.*Paid twice by mistake/,
      ]);
      await openAgain(elsewhere);
      await rowsOf(proposals(elsewhere))
        .getByRole("button", { name: /^Approve the proposal/ })
        .click();
      await screen.expectNotice(elsewhere, "Approved and done");
      expect((await bob.get("/api/auth/me")).body).toMatchObject({ balance: "550.50000000" });

      await user.getByRole("button", { name: "Make admin" }).click();
      await inDialog(page, "Make admin").click();
      await screen.expectNotice(
        page,
        "Awaiting second approval",
        "Making bob@example.com an administrator needs a second approval.",
      );
      await expect(user.getByRole("button", { name: "Make admin" })).toBeVisible();
      await openAgain(elsewhere);
      await expect(rowsOf(proposals(elsewhere))).toContainText([/Make administrator/]);
      await expect(rowsOf(proposals(elsewhere))).not.toContainText(["USDMS"]);
      await rowsOf(proposals(elsewhere))
        .getByRole("button", { name: /^Approve the proposal/ })
        .click();
      await screen.expectNotice(elsewhere, "Approved and done", "Make administrator: bob@example.com.");
      expect((await bob.get("/api/auth/me")).body).toMatchObject({ isAdmin: true });
    },
  );

  rare("logs who proposed and who agreed, and filters the log", async ({ ownApp: app, page }) => {
    const ada = await asAdmin(page, app);
    const carol = await named(app, await seedAdmin(app), "carol@example.com");
    const bob = await named(app, (await seedPeople(app, 1, "300"))[0]!, "bob@example.com");
    const adjust = (client: TestClient, userId: string, body: object) =>
      client.post(`/api/admin/users/${userId}/adjust-balance`, body);
    await adjust(ada, carol.user.id, { amount: "40", note: "A gift" });
    for (const decision of ["decline", "agree"]) {
      await adjust(ada, bob.user.id, { amount: "250.50", note: "Paid twice by mistake" });
      const [proposal] = (await carol.get("/api/admin/proposals")).body;
      const { status } = await carol.post(`/api/admin/proposals/${proposal.id}/${decision}`, {});
      expect([decision, status]).toEqual([decision, 200]);
    }

    await openAdmin(page, app);
    const log = page.getByRole("main").getByRole("listitem");
    await page.getByRole("navigation").getByRole("link", { name: "Audit" }).click();
    await expect(log.first()).toContainText(/by carol@example\.com · from \d/);
    await page.getByRole("combobox", { name: "Action" }).selectOption({ label: "Balance adjusted" });
    await expect(log).toContainText([
      /Balance adjusted · bob@example\.com.*Proposed by ada@example\.com.*Balance300\.00 USDMS → 550\.50 USDMS/,
    ]);
    await expect(log).toContainText(["“Paid twice by mistake”"]);
    await page.reload();
    await expect(log).toHaveCount(2);
    await page.getByRole("combobox", { name: "User" }).pressSequentially("ada@");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "User" })).toBeFocused();
    await expect(page).toHaveURL(/\?action=balance_adjusted&subject=[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(`${app.url}/admin/audit`);
    await expect(page.getByRole("combobox", { name: "Action" })).toBeFocused();
    await page.getByRole("combobox", { name: "User" }).fill("example.com");
    await page.keyboard.press("Tab");
    await expect(page.getByText("3 e-mails contain this: choose one")).toBeVisible();
    await page.getByRole("combobox", { name: "User" }).fill("bob@");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(`${app.url}/admin/audit?subject=${bob.user.id}`);
    await page.getByRole("button", { name: "Clear the filter: User" }).click();
    await expect(page.getByRole("combobox", { name: "User" })).toBeFocused();
    await expect(page).toHaveURL(`${app.url}/admin/audit`);
    await expect(log.filter({ hasText: "Proposal rejected" })).toContainText("Outcomerejected");
    await log.getByRole("link", { name: "bob@example.com" }).first().click();
    await expect(page).toHaveURL(`${app.url}/admin/users/${bob.user.id}`);
  });
});

rare(
  "tells traders at once when maintenance begins and ends",
  async ({ ownApp: app, page, elsewhere, expectFaults }) => {
    expectFaults(/status of (403|503) .*\/api\/trading|status of 409 .*\/maintenance/);
    await asAdmin(page, app);
    const trader = await onDashboard(elsewhere, app, "100");
    await openAdmin(page, app);
    const maintenance = card(page, "Maintenance");
    const banner = card(elsewhere, "Notice of maintenance");
    await expect(maintenance).toContainText("Off. Users can open positions.");
    await maintenance.getByRole("button", { name: "Start maintenance" }).click();
    await expect(screen.dialog(page)).toContainText("Open positions are settled as usual");
    await screen.dialog(page).getByRole("textbox").fill("Back at noon.");
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page).last()).toHaveAccessibleName("Discard your entries?");
    await page.keyboard.press("Enter");
    await expect(screen.dialog(page).getByRole("textbox")).toHaveValue("Back at noon.");
    await screen.dialog(page).getByRole("checkbox", { name: "Also suspend withdrawals" }).check();
    await inDialog(page, "Start maintenance").click();
    await screen.expectNotice(page, "Maintenance started");
    await expect(maintenance.getByRole("button", { name: "Change" })).toBeFocused();
    await expect(maintenance).toContainText("Withdrawals are suspended");

    await expect(banner).toContainText("Maintenance is under way.");
    await expect(banner).toContainText("Back at noon.");
    await expect(banner).toContainText("Withdrawals are suspended");
    await screen.balanceCard(elsewhere).getByRole("button", { name: "Withdraw" }).click();
    await expect(screen.dialog(elsewhere)).toContainText("Withdrawals are suspended during maintenance.");
    await elsewhere.keyboard.press("Escape");
    await whileTicking(app, async () => {
      await screen.sideButton(elsewhere, "Buy").click();
      await expect(screen.confirmButton(elsewhere)).toHaveText("Maintenance: no new positions");
      await expect(screen.confirmButton(elsewhere)).toBeDisabled();
    });
    const order = { type: "buy", amount: "10", duration: 1 };
    expect((await trader.post("/api/trading/positions", order)).body.code).toBe("maintenance");

    // After a restore, ending maintenance asks for confirmation that the restored payments were reviewed.
    await seedAttention(app, [{ kind: "payout", reason: "restored", amount: "92" }]);
    await maintenance.getByRole("button", { name: "End maintenance" }).click();
    await inDialog(page, "End maintenance").click();
    await expect(screen.dialog(page)).toContainText("A backup was restored. Confirm");
    await expect(inDialog(page, "End maintenance")).toBeDisabled();
    await screen
      .dialog(page)
      .getByRole("checkbox", { name: /checked all restored withdrawals at the provider/ })
      .check();
    await inDialog(page, "End maintenance").click();
    await screen.expectNotice(page, "Maintenance ended");
    await expect(maintenance.getByRole("button", { name: "Start maintenance" })).toBeFocused();
    await expect(banner).toHaveCount(0);
    await app.database.query("update users set trading_locked_at = now() where id = $1", [trader.user.id]);
    await whileTicking(app, async () => {
      await expect(screen.confirmButton(elsewhere)).toHaveText(/^Buy/);
      await screen.amountField(elsewhere).fill("10");
      await screen.confirmButton(elsewhere).click();
      await expect(screen.confirmButton(elsewhere)).toHaveText("Trading is locked");
    });
    await expect(screen.confirmButton(elsewhere)).toBeDisabled();
    await expect(screen.dialog(elsewhere)).toContainText("Contact support.");
    await pass(app);
  },
);

test.describe("with a screening service", () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    environment: async ({}, use) => {
      const simulator = await startScreeningSimulator({ byCents: true });
      await use({ SANDBOX_CONFIRM_SECONDS: "1", ...simulator.environment() });
      await simulator.close();
    },
  });

  rare(
    "a held deposit reads as being checked, is not approved, and is credited once two administrators allow it",
    async ({ ownApp: app, page, elsewhere }) => {
      await asAdmin(page, app);
      const grace = await named(app, await seedAdmin(app), "grace@example.com");
      const bob = await named(app, (await seedPeople(app, 1, "10"))[0]!, "bob@example.com");
      await bob.post("/api/deposits", { amount: "20.01" });
      await pass(app, 3);

      await signIn(elsewhere.context(), bob);
      await elsewhere.goto(`${app.url}/dashboard`);
      const history = screen.historyCard(elsewhere);
      await history.getByRole("tab", { name: "Deposits" }).click();
      const mine = history.getByRole("button", { name: /20\.01 USDMS/ });
      await expect(mine).toContainText("Under review");
      await expect(mine).toContainText("Confirming");
      await mine.click();
      await expect(screen.dialog(elsewhere)).toContainText("You don’t need to do anything");
      await elsewhere.keyboard.press("Escape");

      await openAdmin(page, app);
      const row = rowOf(deposits(page), "bob@example.com");
      await expect(row).toContainText("under review");
      await expect(row).toContainText("reference CASE-1");
      await expect(row.getByRole("button", { name: /^Approve/ })).toBeDisabled();
      await expect(row.getByRole("button", { name: /^Reject/ })).toBeEnabled();

      await page.goto(`${app.url}/admin/attention`);
      const item = page.getByRole("list", { name: "Attention" }).getByRole("listitem");
      await expect(item).toContainText("On hold until the screening service decides.");
      await item.getByRole("button", { name: /^Allow despite the screening/ }).click();
      await screen.dialog(page).getByRole("textbox").fill("Checked by hand");
      await inDialog(page, "Allow anyway").click();
      await screen.expectNotice(page, "Awaiting second approval");
      await expect(item.getByRole("button", { name: /^Cancel the proposal/ })).toBeVisible();

      await forgetSession(page);
      await signIn(page.context(), grace);
      await page.goto(`${app.url}/admin/attention`);
      await expect(item).toContainText("Checked by hand");
      await item.getByRole("button", { name: /^Approve the proposal/ }).click();
      await screen.expectNotice(page, "Approved and done");
      await pass(app, 1);
      await expect(mine).toContainText("Confirmed");
      await expect(mine).not.toContainText("Under review");
      expect(await bob.balance()).toBe("30.01000000");
    },
  );
});
