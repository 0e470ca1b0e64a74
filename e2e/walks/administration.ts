import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import {
  CODE,
  endHolds,
  seedAdmin,
  withdraw,
  withdrawingPeople,
} from "@veritick/server/testing/withdrawals.ts";
import { seedWebhook } from "@veritick/server/testing/valid-calls.ts";
import { named } from "../kit/admin.ts";
import { expect } from "../kit/fixtures.ts";
import { signIn, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { jump, now } from "../kit/time.ts";
import { button, goOn } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EMAIL = "somebody.with.quite.a.long.address@subdomain.example.com";

/** The lists and questions of the administration, and the page that other users see instead. */
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

/** The other pages of operators: a user, payments that need a decision, and the house's exposure. */
export const operatorsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 404 .*\/api\/admin\//);
  const { userPage, notes, attention, users } = text.admin;
  const dialog = screen.dialog(page);
  const cancel = () => dialog.getByRole("button", { name: text.common.cancel, exact: true }).click();
  await signIn(page.context(), await seedAdmin(app));
  const [seeded] = await seedPeople(app, 1, "123456.78");
  const bob = await named(app, seeded!, EMAIL);
  const { id } = bob.user;
  await bob.post("/api/profile/create-withdrawal-code", { code: CODE });
  await endHolds(app, [bob]);
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
      await page.getByRole("textbox", { name: notes.label }).fill("+33 1 23 45 67 89");
      await button(page, notes.add).click();
    }
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
    // On a scrolled page the bar at the top may cover half of a control.
    await page.evaluate(() => scrollTo(0, 0));
    await look(`a user and their ${tab}`);
  }
  await goOn(page, "/admin/users/00000000-0000-7000-8000-000000000000");
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
  await goOn(page, "/admin/attention");
  await expect(page.getByRole("list", { name: attention.title }).getByRole("listitem").first()).toBeVisible();
  await look("what needs a person");
  await page
    .getByRole("button", { name: RegExp(`^${attention.credit.button} `) })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: attention.credit.button, exact: true }).click();
  await expect(dialog).toContainText(userPage.reasonMissing);
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
  // The page draws a range once it has a day of hours.
  await app.database.query(
    `insert into settled_hours (duration, epoch, part, positions, won, won_expected)
     select 1, hour, 0, 4, 1, 1.1 from generate_series(1, 24) hour`,
  );
  await app.database.query(
    `insert into house_hours (hour, positions, stakes, paid, fees_earned, fees_paid, deposits, withdrawals)
     select date_trunc('day', to_timestamp($1)) - n * interval '1 day', 1200 * n, 54321.5 * n, 50000.25 * n + n % 3 * 9999, 80.04 * n,
       12.5 * n, 9999.99, 10000.55 from generate_series(1, 29) n`,
    [now(app)],
  );
  await goOn(page, "/admin");
  await page.getByText(text.admin.home.figures).click();
  await expect(page.getByRole("table")).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await look("what waits, the health and the days of the house");
  for (const kind of ["deposits", "withdrawals", "positions"] as const) {
    const { records } = text.admin;
    await goOn(page, `/admin/${kind}`);
    await expect(
      page.getByRole("list", { name: records.titles[kind] }).getByRole("listitem").first(),
    ).toBeVisible();
    await look(`all ${kind}`);
  }
  await bob.post("/api/deposits", { amount: "20" });
  await goOn(page, "/admin/deposits?status=open&sort=oldest");
  await expect(page.getByRole("textbox", { name: text.admin.queue.limit })).toBeVisible();
  await look("the queue of deposits");
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill(EMAIL.slice(0, 12));
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await look("a search");
  await page.keyboard.press("Escape");
  await goOn(page, `/admin/users/${id}?tab=timeline`);
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await look("what happened to a user");
  await goOn(page, "/admin/exposure");
  await expect(page.getByRole("heading", { level: 1, name: text.admin.exposure.title })).toBeVisible();
  await expect(page.getByRole("img").first()).toBeVisible();
  await look("exposure");

  await app.database.query(
    `insert into care_days (user_id, day, chases, night_positions, share, share_kind, shared_at, seen_at)
     select $1, to_timestamp($2)::date - n, 2, 3, 0.92, 'loss_week', to_timestamp($2), to_timestamp($2)
     from generate_series(0, 2) n`,
    [id, now(app)],
  );
  await goOn(page, "/admin/care");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    text.admin.care.signs.nights,
  );
  await look("people whose trading shows signs of harm");
  await button(page, text.admin.care.noteOf(EMAIL)).click();
  await expect(dialog).toBeVisible();
  await look("note about somebody");
  await cancel();

  const { invitations } = text.admin;
  await goOn(page, "/admin/invitations");
  await expect(page.getByText(invitations.empty.title)).toBeVisible();
  await look("no invitations");
  await button(page, invitations.add).click();
  await dialog.getByRole("button", { name: invitations.create, exact: true }).click();
  await expect(dialog).toContainText(invitations.labelMissing);
  await look("another invitation, with its error");
  await dialog.getByRole("textbox", { name: invitations.label }).fill("4711");
  await dialog.getByRole("button", { name: invitations.create, exact: true }).click();
  await expect(dialog).toContainText("#invite=");
  await look("the link of an invitation");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: invitations.done, exact: true }).click();
  await app.database.query(
    "with used as (update invitations set uses = 1, most_uses = 10 returning id) " +
      "update users set invitation_id = used.id from used where users.id = $1",
    [id],
  );
  await page.reload();
  await button(page, invitations.whoOf("4711")).click();
  await expect(page.getByRole("link", { name: EMAIL })).toBeVisible();
  await look("an invitation and who used it");
  await button(page, invitations.revokeOf("4711")).click();
  await expect(dialog).toBeVisible();
  await look("question before an invitation is revoked");
  await cancel();

  const { webhooks } = text.admin;
  await seedWebhook(app, id);
  await goOn(page, "/admin/webhooks");
  await expect(
    page.getByRole("list", { name: webhooks.deliveries }).getByRole("listitem").first(),
  ).toBeVisible();
  await look("webhooks and their deliveries");
  await button(page, webhooks.add).click();
  await expect(dialog).toBeVisible();
  await look("another webhook");
  await cancel();
  const roll = button(page, webhooks.rollOf("http://127.0.0.1:9/"));
  await roll.click();
  await dialog.getByRole("button", { name: webhooks.roll, exact: true }).click();
  await expect(dialog).toContainText("whsec_");
  await look("the secret of a webhook");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: webhooks.done, exact: true }).click();
};

/** The safeguards of the administration: a second administrator, confirming one's identity, maintenance, the audit log. */
export const safeguardsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 403 .*\/api\/admin/);
  const { admin, common, stepUp } = text;
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
  await dialog.getByRole("button", { name: admin.withdrawals.approve }).click();
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
  await dialog.getByRole("button", { name: stepUp.submit }).click();
  await expect(dialog).toContainText(stepUp.passwordRequired);
  await look("proof of who one is, with its error");
  await dialog.getByRole("button", { name: common.cancel, exact: true }).click();

  await page.getByRole("navigation").getByRole("link", { name: admin.frame.audit }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
  await look("the audit log");
};
