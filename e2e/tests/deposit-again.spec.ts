import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { historyRows, openTab, PAY_ADDRESS, seedDeposits } from "../kit/money.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass } from "../kit/time.ts";
import { money, texts } from "../kit/words.ts";

const live = [
  "Waiting for your payment",
  "Payment detected",
  "ConfirmedThe amount was credited to your balance.",
] as const;
const ended = ["Credited to you+20.00 USDMS", /^Address/, /^Created/] as const;
test("reopens a deposit from the history and follows it until it is confirmed", async ({ app, page }) => {
  const person = await onDashboard(page, app, "0");
  const { body } = await person.post<Deposit>("/api/deposits", { amount: "20" });
  await openTab(page, "Deposits");
  await historyRows(page).getByRole("button").click();
  const dialog = screen.dialog(page);
  const state = dialog.getByRole("status").first();
  await expect(dialog.getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  await expect(dialog.getByRole("img")).toBeVisible();
  await expect(dialog).toContainText(body.payAddress!);
  await expect(dialog).toContainText("3-5 minutes");
  await expect(state).toContainText(live[0]);

  await pass(app, 2);
  await expect(state).toContainText(live[1]);
  await expect(dialog.getByRole("img")).toBeVisible();
  await pass(app, 2);
  await expect(state).toHaveText(live[2]);
  await expect(dialog.getByRole("heading", { name: "Awaiting payment" })).toBeHidden();
  await expect(dialog.getByRole("img")).toBeHidden();
  await expect(dialog.getByRole("term").locator("..")).toHaveText([...ended]);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(historyRows(page)).toContainText("Confirmed");
  await expect(screen.balanceCard(page)).toContainText("20.00 USDMS");
  await expect(historyRows(page).getByRole("button")).toBeFocused();
});

test("shows a deposit that waits for its address, and the address once it comes", async ({ app, page }) => {
  const person = await onDashboard(page, app, "0");
  const run = (sql: string) => app.database.query(sql, [person.user.id, new Date(app.clock.nowMs())]);
  await run(
    `with payment as (
       insert into payments (id, provider, order_id, user_id, next_poll_at, state_at, created_at, updated_at)
       select id, 'sandbox', id, $1, t + interval '1 hour', t, t, t
       from (select $2::timestamptz as t, uuidv7($2::timestamptz - now()) as id)
       returning id, created_at as t)
     insert into deposit_transactions (id, user_id, amount, provider, created_at, updated_at)
     select id, $1, 20, 'sandbox', t, t from payment`,
  );
  await page.reload();
  await goLive(page, app);
  await openTab(page, "Deposits");
  await historyRows(page).getByRole("button").click();
  const dialog = screen.dialog(page);
  const { live, awaiting } = texts.en.payments.deposit;
  const state = dialog.getByRole("status").first();
  await expect(state).toHaveText(live.preparing.title + live.preparing.body);
  await expect(dialog.getByRole("term").locator("..")).toHaveText([
    "Amount requested20.00 USDMS",
    /^Created/,
  ]);
  await run("update payments set next_poll_at = $2 where user_id = $1");
  await pass(app);
  await expect(dialog.getByRole("heading", { name: awaiting.title })).toBeVisible();
  await expect(dialog.getByRole("img", { name: awaiting.qr })).toBeVisible();
});

test("says what arrived and what is missing while the rest can come", async ({ ownApp: app, page }) => {
  const person = await onDashboard(page, app, "0");
  const asked = { amount: "20", asked: "20.05", least: "11.21" };
  await seedDeposits(app, person.user.id, [{ ...asked, status: "pending", arrived: "5" }]);
  const dialog = screen.dialog(page);
  const facts = dialog.getByRole("term").locator("..");
  const state = dialog.getByRole("status").first();
  /** Changes the deposit, and opens it again from its row. */
  async function become(change: string, row: RegExp) {
    await app.database.query(`update deposit_transactions set ${change} where user_id = $1`, [
      person.user.id,
    ]);
    await page.reload();
    await goLive(page, app);
    await openTab(page, "Deposits");
    await expect(historyRows(page)).toHaveText(row);
    await historyRows(page).getByRole("button").click();
    await expect(state).toBeVisible();
  }
  const watched = new Date(app.clock.nowMs() + 30 * 86_400_000).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  });

  await become("updated_at = updated_at", /^\+20\.00 USDMS.*5\.00 of 20\.05 arrivedPending$/);
  await expect(state).toHaveText(
    "5.00 of 20.05 arrivedSend the missing 15.05 USDT to the same address. We credit it when it arrives.",
  );
  await expect(dialog.getByRole("img")).toBeVisible();
  await expect(facts).toHaveText([
    "Still to pay15.05 USDT",
    "Amount requested20.00 USDMS",
    `Address watched until${watched}`,
  ]);
  await expect(dialog).toContainText("A payment below 11.21 USDT may not be credited.");

  await become("status = 'confirmed', credited = 5", /^\+5\.00 USDMS.*5\.00 of 20\.00 arrivedConfirmed$/);
  await expect(dialog.getByRole("img")).toBeVisible();
  await expect(facts).toHaveText([
    "Still to pay15.00 USDT",
    "Credited to you+5.00 USDMS",
    "Amount requested20.00 USDMS",
    `Address watched until${watched}`,
  ]);

  const fifteen = /^\+15\.00 USDMS.*15\.00 of 20\.00 arrivedConfirmed$/;
  await become("credited = 15", fifteen);
  await expect(state).toHaveText(
    "15.00 of 20.00 arrived5.00 USDT is missing. A payment below 11.21 USDT may not be credited, so create a new deposit instead.",
  );
  await expect(dialog.getByRole("img")).toBeHidden();

  await become("least_amount = null", fifteen);
  await expect(facts.first()).toHaveText("Still to pay5.00 USDT");
  await become("created_at = created_at - interval '31 days'", fifteen);
  await expect(dialog.getByText("We credited the amount received.")).toBeVisible();
  await expect(dialog.getByRole("img")).toBeHidden();

  const back = "created_at = created_at + interval '31 days'";
  await become(`credited = 20, ${back}`, /^\+20\.00 USDMS(?!.*arrived).*Confirmed$/);
  await expect(state).toHaveText(live[2]);
  await expect(facts).toHaveText([...ended]);
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });

  test("shows all that is needed to pay at once", async ({ ownApp: app, page, context }) => {
    await prefer(context, { language: "fr" });
    const person = await onDashboard(page, app, "0");
    const pending = { amount: "20", status: "pending", asked: "20.05", least: "11.21" } as const;
    await seedDeposits(app, person.user.id, [pending]);
    await page.reload();
    await openTab(page, "Dépôts");
    await historyRows(page).getByRole("button").click();
    const dialog = screen.dialog(page);
    await expect(dialog.getByRole("img")).toBeVisible();
    await expect(dialog.getByText(/Moins de 11,21 USDT/)).toBeInViewport({ ratio: 1 });
    const scrolling = await dialog.evaluate((element) =>
      [...element.children].filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
    );
    expect(scrolling).toEqual([]);
  });
});

rare(
  "shows that an open deposit is rejected, why others failed, and what was credited",
  async ({ ownApp: app, page }) => {
    const admin = await seedAdmin(app);
    const person = await onDashboard(page, app, "0");
    const reasons = {
      no_address: "The payment provider gave us no address.",
      provider: "The payment provider could not complete the payment. Nothing was credited.",
      expired:
        "No payment arrived in time. If you have paid since, we will still find and credit your payment.",
      refunded: "The payment was sent back to its sender. Nothing was credited.",
      rejected: "We rejected this deposit. Nothing was credited.",
    } as const;
    const seeded = (["no_address", "provider", "expired", "refunded"] as const).map((failure) => ({
      amount: "50",
      status: "failed" as const,
      failure,
    }));
    await seedDeposits(app, person.user.id, seeded);
    await pass(app);
    const { body } = await person.post<Deposit>("/api/deposits", { amount: "70" });
    await openTab(page, "Deposits");
    await expect(historyRows(page)).toHaveCount(5);
    const dialog = screen.dialog(page);
    const state = dialog.getByRole("status").first();

    await historyRows(page).first().getByRole("button").click();
    await expect(state).toContainText("Waiting for your payment");
    await admin.post(`/api/admin/deposits/${body.id}/reject`);
    await expect(state).toHaveText(`This deposit failed${reasons.rejected}`);
    await expect(dialog.getByRole("img")).toBeHidden();
    await expect(dialog.getByRole("term").locator("..").first()).toHaveText("Credited to you0.00 USDMS");
    await screen.closeDialog(page);
    await expect(historyRows(page).first()).toContainText("Failed");

    for (const [index, reason] of ["refunded", "expired", "provider", "no_address"].entries()) {
      await historyRows(page)
        .nth(index + 1)
        .getByRole("button")
        .click();
      await expect(state).toContainText(`This deposit failed${reasons[reason as keyof typeof reasons]}`);
      await screen.closeDialog(page);
    }
    expect(await person.balance()).toBe("0.00000000");

    await test.step("shows the credited amount where it differs from the amount asked for", async () => {
      const different = { amount: "1500", status: "confirmed", credited: "1487.123456" } as const;
      await pass(app);
      await seedDeposits(app, person.user.id, [different, { ...different, credited: "1500" }]);
      await page.reload();
      await openTab(page, "Deposits");
      for (const [index, words] of [
        /^\+1,500\.00 USDMS.*Confirmed$/,
        /^\+1,487\.12 USDMS.*Confirmed$/,
      ].entries())
        await expect(historyRows(page).nth(index)).toHaveText(words);
      const differs = dialog.getByText("We credited the amount received.");
      await historyRows(page).nth(1).getByRole("button").click();
      await expect(differs).toBeVisible();
      const facts = dialog.getByRole("term").locator("..");
      await expect(facts.nth(0)).toHaveText("Credited to you+1,487.123456 USDMS");
      await expect(facts.nth(1)).toHaveText(`Amount requested${money(different.amount)} USDMS`);
      await expect(facts.nth(2)).toContainText(PAY_ADDRESS);
      await screen.closeDialog(page);
      await historyRows(page).first().getByRole("button").click();
      await expect(facts.nth(0)).toHaveText("Credited to you+1,500.00 USDMS");
      await expect(differs).toBeHidden();
    });
  },
);
