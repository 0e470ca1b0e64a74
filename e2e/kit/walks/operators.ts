import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { CODE, seedAdmin, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { named } from "../admin.ts";
import { expect } from "../fixtures.ts";
import { signIn } from "../people.ts";
import * as screen from "../screen.ts";
import { jump } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EMAIL = "somebody.with.quite.a.long.address@subdomain.example.com";

/** What operators have beyond the overview: the page of a user, what needs a person, what the house stands to pay. */
export const operatorsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 404 .*\/api\/admin\//);
  const { userPage, attention, users } = text.admin;
  const dialog = screen.dialog(page);
  const cancel = () => dialog.getByRole("button", { name: text.common.cancel, exact: true }).click();
  await signIn(page.context(), await seedAdmin(app));
  const [seeded] = await seedPeople(app, 1, "123456.78");
  const bob = await named(app, seeded!, EMAIL);
  const { id } = bob.user;
  await bob.post("/api/profile/create-withdrawal-code", { code: CODE });
  await bob.post("/api/deposits", { amount: "9999.99" });
  const { body: payout } = await withdraw(bob, { amount: "10000.55" });
  const open = (type: string, duration: number, amount: string) =>
    bob.post("/api/trading/positions", { type, amount, duration });
  for (let round = 0; round < 6; round += 1) {
    for (const duration of [1, 3, 5, 10]) await open(round % 2 === 0 ? "buy" : "sell", duration, "25.50");
  }
  await jump(app, 240);
  await open("sell", 10, "812.50");
  await open("buy", 3, "1200");

  await page.goto(`${app.url}/admin/users/${id}`);
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  await look("a user and their positions");
  await button(page, userPage.lockTrading).click();
  await dialog.getByRole("button", { name: userPage.lockTrading, exact: true }).click();
  await expect(dialog).toContainText(userPage.reasonMissing);
  await look("reason for a lock, with its error");
  await cancel();
  await button(page, users.adjustOf(EMAIL)).click();
  for (const tab of ["withdrawals", "statement", "notes"] as const) {
    await page.getByRole("tab", { name: userPage.tabs[tab], exact: true }).click();
    if (tab === "notes") {
      await page.getByRole("textbox", { name: userPage.notes.label }).fill("+33 1 23 45 67 89");
      await button(page, userPage.notes.add).click();
    }
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
    // Scrolled a little, the bar at the top would lie on half of what is below it.
    await page.evaluate(() => scrollTo(0, 0));
    await look(`a user and their ${tab}`);
  }
  await page.goto(`${app.url}/admin/users/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText(userPage.gone.title)).toBeVisible();
  await look("a user who is not there");
  await app.database.query("update withdrawal_transactions set status = 'processing' where id = $1", [
    payout.id,
  ]);
  await seedAttention(app, [
    { kind: "payout", reason: "payout_unknown", withdrawalId: payout.id, userId: id, amount: "9200.51" },
    {
      kind: "payment",
      reason: "unknown_order",
      amount: "12.5",
      details: { payment_status: "finished", order_id: "9f1c" },
    },
    {
      kind: "payment",
      reason: "more_arrived",
      userId: id,
      amount: "40.125",
      details: {
        payment_status: "finished",
        actually_paid: "140.125",
        already_credited: "100.00000000",
        pay_address: payout.address,
      },
      history: [
        {
          reason: "wrong_asset",
          resolution: "dismissed",
          note: "TRX",
          resolvedBy: id,
          resolvedAt: new Date(app.clock.nowMs() - 86_400_000),
        },
      ],
    },
  ]);
  await page.goto(`${app.url}/admin/attention`);
  await expect(page.getByRole("list", { name: attention.title }).getByRole("listitem").first()).toBeVisible();
  await look("what needs a person");
  await page.getByRole("button", { name: RegExp(`^${attention.credit.button} `) }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: attention.credit.button, exact: true }).click();
  await expect(dialog).toContainText(attention.noteMissing);
  await look("a payment that is about to be credited");
  await cancel();
  const { dismiss } = attention;
  await page
    .getByRole("button", { name: RegExp(`^${dismiss.button}`) })
    .first()
    .click();
  await dialog.getByRole("textbox").fill("+33 1 23 45 67 89");
  await dialog.getByRole("button", { name: dismiss.button, exact: true }).click();
  await expect(page.getByRole("list", { name: attention.decided })).toContainText("+33 1 23 45 67 89");
  await look("what was decided");
  await page.goto(`${app.url}/admin/exposure`);
  await expect(page.getByRole("img").nth(2)).toBeVisible();
  await look("exposure");
};
