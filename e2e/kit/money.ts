import type { BrowserContext, Page, Request } from "@playwright/test";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { CODE } from "@veritick/server/testing/withdrawals.ts";
import type { MovableApp } from "./fixtures.ts";
import { withMoney } from "./people.ts";
import * as screen from "./screen.ts";
import { goLive } from "./time.ts";
import { beginning, saying } from "./words.ts";

/** Signs the browser in as a user with money and the withdrawal code `CODE`. Opens no page. */
export async function withCode(context: BrowserContext, app: MovableApp, balance: string): Promise<Person> {
  const person = await withMoney(context, app, balance);
  const { status } = await person.post("/api/profile/create-withdrawal-code", { code: CODE });
  if (status !== 200) throw new Error(`setting a withdrawal code answered ${status}`);
  return person;
}

/** Does the same and opens the live dashboard. */
export async function readyToWithdraw(page: Page, app: MovableApp, balance: string): Promise<Person> {
  const person = await withCode(page.context(), app, balance);
  await page.goto(app.url);
  await goLive(page, app);
  return person;
}

export const openWithdrawal = (page: Page) =>
  screen
    .balanceCard(page)
    .getByRole("button", { name: saying((text) => text.wallet.withdraw) })
    .click();

const textbox = (page: Page, name: RegExp) => screen.dialog(page).getByRole("textbox", { name });
export const addressField = (page: Page) =>
  textbox(
    page,
    beginning((text) => text.payments.withdrawal.form.address),
  );
export const codeField = (page: Page) =>
  textbox(
    page,
    saying((text) => text.payments.withdrawal.form.code),
  );
export const withdrawButton = (page: Page) =>
  screen
    .dialog(page)
    .getByRole("button", { name: /USDT$/ })
    .or(
      screen
        .dialog(page)
        .getByRole("button", { name: saying(({ payments }) => payments.withdrawal.form.pending) }),
    );

type Typed = { amount: string; address: string; code?: string };

export async function fillWithdrawal(page: Page, { amount, address, code = CODE }: Typed): Promise<void> {
  await screen.amountField(page).fill(amount);
  await addressField(page).fill(address);
  await codeField(page).fill(code);
}

export async function openTab(page: Page, name: string): Promise<void> {
  await screen.historyCard(page).getByRole("tab", { name }).click();
}

export const historyRows = (page: Page) => screen.historyCard(page).getByRole("listitem");

/** Collects the deposits or withdrawals that the page creates from now on. */
export function creationsOf(page: Page, path: "/api/deposits" | "/api/withdrawals"): Request[] {
  const creations: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(path)) creations.push(request);
  });
  return creations;
}

export async function withdrawalsOf(person: Person): Promise<Withdrawal[]> {
  return (await person.get<Withdrawal[]>("/api/withdrawals")).body;
}

type DepositRow = {
  amount: string;
  status: "pending" | "confirming" | "confirmed" | "failed";
  credited?: string;
  failure?: "no_address" | "provider" | "expired" | "refunded" | "rejected";
  /** What the provider asks for and has seen, if that is not the sandbox. */
  asked?: string;
  arrived?: string;
  least?: string;
};

/** Writes deposits of any state, the newest last, into the database. No money moves, so the books do not balance and the
 * test needs a server of its own. */
export async function seedDeposits(app: MovableApp, userId: string, rows: DepositRow[]): Promise<void> {
  await app.database.query(
    `with seeded as materialized (
       select uuidv7($3::timestamptz - now()) as id, case when asked is null then 'sandbox' else 'nowpayments' end as provider, d.*
       from json_to_recordset($2::json) as d (amount numeric, status text, credited numeric, failure text, asked numeric,
         arrived numeric, least numeric)),
     paid as (
       insert into payments (id, provider, payment_id, user_id, asset, state_at, arrived, created_at, updated_at)
       select id, provider, id, $1, 'usdttrc20', $3, coalesce(arrived, 0), $3, $3 from seeded)
     insert into deposit_transactions (
       id, user_id, amount, pay_amount, least_amount, credited, provider, pay_address, status, failure_reason, created_at,
       updated_at)
     select id, $1, amount, coalesce(asked, amount), least, credited, provider, $4, status, failure, $3, $3 from seeded`,
    [userId, JSON.stringify(rows), new Date(app.clock.nowMs()), PAY_ADDRESS],
  );
}

export const PAY_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

/** Writes failed deposits and withdrawals of 1000, 1001 and so on, the newest with the greatest amount. */
export async function seedFailed(
  app: MovableApp,
  userId: string,
  { deposits, withdrawals }: { deposits: number; withdrawals: number },
): Promise<void> {
  const at = new Date(app.clock.nowMs());
  await app.database.query(
    `insert into deposit_transactions (
       id, user_id, amount, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, 999 + n, 'sandbox', 'failed', 'expired', $3, $3
     from generate_series(1, $2::integer) as n`,
    [userId, deposits, at],
  );
  await app.database.query(
    `insert into withdrawal_transactions (
       id, user_id, amount, fee, net_amount, address, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, 999 + n, (999 + n) * 0.08, (999 + n) * 0.92, $4, 'sandbox', 'failed', 'cancelled', $3, $3
     from generate_series(1, $2::integer) as n`,
    [userId, withdrawals, at, PAY_ADDRESS],
  );
}

type WithdrawalRow = {
  amount: string;
  net: string;
  status: "pending" | "processing" | "completed" | "failed";
  failure?: "rejected" | "cancelled";
};

/** Writes withdrawals in the same way. */
export async function seedWithdrawals(app: MovableApp, userId: string, rows: WithdrawalRow[]): Promise<void> {
  await app.database.query(
    `insert into withdrawal_transactions (
       id, user_id, amount, fee, net_amount, address, provider, status, failure_reason, created_at, updated_at)
     select uuidv7($3::timestamptz - now()), $1, amount, amount - net, net, $4, 'sandbox', status, failure, $3, $3
     from json_to_recordset($2::json) as w (amount numeric, net numeric, status text, failure text)`,
    [userId, JSON.stringify(rows), new Date(app.clock.nowMs()), PAY_ADDRESS],
  );
}
