import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { startEmbeddedPostgres } from "@veritick/server/platform/embedded-postgres/start-embedded-postgres.ts";
import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { totpCode } from "@veritick/server/testing/two-step.ts";
import { CODE, seedAdmin, someAddress, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { spendTime } from "./kit/stretch.ts";
import config from "./playwright.config.ts";

/**
 * `npm run screens`: pictures of each screen with real data into docs/screens, in English, dark and light, on a phone and on
 * a desktop. `npm run screens -- FOLDER all` makes them for every width, theme and language. Time is moved, so that the
 * prices are the same whenever they are made.
 */
const folder = process.argv[2] ?? "docs/screens";
const isComplete = process.argv[3] === "all";
const WIDTHS = { 360: 800, 768: 1024, 1440: 900 } as const;
const PASSWORD = "a long password";

type Look = { theme: "dark" | "light"; language: "en" | "fr"; width: keyof typeof WIDTHS };
const looks: Look[] = (["dark", "light"] as const).flatMap((theme) =>
  (isComplete ? (["en", "fr"] as const) : (["en"] as const)).flatMap((language) =>
    (isComplete ? ([360, 768, 1440] as const) : ([360, 1440] as const)).map((width) => ({
      theme,
      language,
      width,
    })),
  ),
);

async function pass(app: TestApp, seconds: number): Promise<void> {
  app.clock.advance(seconds);
  await app.settled();
}

/** An account with a past: deposits, withdrawals, settled positions of both outcomes, and some that are open. */
async function prepareAccount(app: TestApp): Promise<string> {
  const email = "ada@example.com";
  const client = new TestClient(app.url);
  await client.register(email, PASSWORD);
  await client.post("/api/deposits", { amount: "250" });
  for (let second = 0; second < 6; second += 1) await pass(app, 1);
  const open = (type: string, amount: string, duration: number) =>
    client.post("/api/trading/positions", { type, amount, duration });
  for (const type of ["buy", "sell", "buy", "sell"]) {
    await open(type, "10", 1);
    await pass(app, 61);
  }
  await client.post("/api/profile/create-withdrawal-code", { code: CODE });
  const { body: paid } = await withdraw(client, { amount: "60" });
  await (await seedAdmin(app)).post(`/api/admin/withdrawals/${paid.id}/approve`);
  for (let second = 0; second < 8; second += 1) await pass(app, 1);
  await withdraw(client, { amount: "25" });
  await client.post("/api/deposits", { amount: "40" });
  await pass(app, 2);
  await open("buy", "10", 10);
  await pass(app, 100);
  await open("sell", "5", 5);
  await pass(app, 40);
  await open("buy", "12.50", 1);
  await pass(app, 20);
  return email;
}

async function openPage(browser: Browser, app: TestApp, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: WIDTHS[look.width] },
    reducedMotion: "reduce",
    timezoneId: "UTC",
    hasTouch: look.width === 360,
  });
  await context.addInitScript((preferences) => {
    localStorage.setItem("theme", preferences.theme);
    localStorage.setItem("language", preferences.language);
  }, look);
  const page = await context.newPage();
  await page.goto(app.url);
  return page;
}

async function picture(page: Page, look: Look, name: string, fullPage = true): Promise<void> {
  const path = join(folder, `${name}-${look.theme}-${look.language}-${look.width}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, fullPage });
}

async function signIn(page: Page, app: TestApp, email: string): Promise<void> {
  const answer = await page.request.post(`${app.url}/api/auth/login`, {
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  // What the seeding did is no news to whoever is in the picture.
  await page.request.post(`${app.url}/api/profile/security/seen`, { data: {} });
  await page.goto(app.url);
  await page.waitForSelector("canvas");
  // The live connection has the newest price once it has heard a tick.
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.waitForTimeout(400);
}

/** What was paid in and out: the form, the lists, what their rows open, the statement. */
async function picturesOfMoney(page: Page, app: TestApp, look: Look): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: /^(Withdraw|Retirer)$/ }).click();
  for (const [name, value] of [
    ["amount", "20"],
    ["address", someAddress()],
    ["withdrawalCode", CODE],
  ] as const) {
    await dialog.locator(`input[name=${name}]`).fill(value);
  }
  await picture(page, look, "withdrawal", false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(Discard|Abandonner)$/ }).click();
  await dialog.waitFor({ state: "hidden" });

  for (const [tab, list, details] of [
    [/^(Deposits|Dépôts)$/, "history-deposits", "deposit-again"],
    [/^(Withdrawals|Retraits)$/, "history-withdrawals", "withdrawal-details"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    const rows = page.getByRole("tabpanel").getByRole("listitem");
    await rows.first().waitFor();
    await picture(page, look, list);
    await rows.first().getByRole("button").click();
    await dialog.waitFor();
    await page.waitForTimeout(500);
    await picture(page, look, details, false);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }

  await page.goto(`${app.url}/statement`);
  await page.getByRole("row").nth(1).waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "statement");
}

/** The receipts of a position that was won and of one that is open, and how it is checked. */
async function picturesOfReceipt(page: Page, app: TestApp, look: Look): Promise<void> {
  const answer = await page.request.get(`${app.url}/api/trading/positions`);
  const positions = (await answer.json()) as { id: string; status: string; duration: number }[];
  const won = positions.find(({ status }) => status === "won")!;
  const open = positions.find(({ status, duration }) => status === "active" && duration === 10)!;
  for (const [name, { id }] of [
    ["receipt", won],
    ["receipt-open", open],
  ] as const) {
    await page.goto(`${app.url}/positions/${id}`);
    await page.getByRole("figure").waitFor();
    await page.waitForLoadState("networkidle");
    // The live connection has the newest price once it has heard a tick.
    await page.waitForTimeout(600);
    await pass(app, 1);
    await page.waitForTimeout(400);
    await picture(page, look, name);
  }
  await page.goto(`${app.url}/verify/${won.id}`);
  await page.locator("[data-verdict]").waitFor();
  await picture(page, look, "verify");
}

/** How everything can be checked, and an hour that is. */
async function picturesOfFairness(page: Page, app: TestApp, look: Look): Promise<void> {
  await page.goto(`${app.url}/fairness`);
  await page.getByRole("main").getByRole("list").nth(4).waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1200);
  await picture(page, look, "fairness");
  const over = Math.floor(app.clock.nowMs() / 3_600_000) - 1;
  await page.goto(`${app.url}/fairness/epochs/${over}`);
  await page.getByRole("slider").waitFor();
  await page.locator("[data-outcome]").nth(4).waitFor();
  await picture(page, look, "fairness-epoch");
}

/** The proof that one's own balance is in what is owed to all. */
async function pictureOfLiabilities(page: Page, app: TestApp, look: Look): Promise<void> {
  await page.goto(`${app.url}/fairness/liabilities`);
  await page.getByRole("button", { name: /^(Check that|Vérifier que)/ }).click();
  await page.getByRole("figure").waitFor();
  await picture(page, look, "liabilities");
}

/** An account that switches two-step sign-in on and comes back with it; a new password after a forgotten one. */
async function picturesOfSafety(page: Page, app: TestApp, look: Look): Promise<void> {
  const dialog = page.getByRole("dialog");
  const email = `${look.theme}-${look.language}-${look.width}@example.com`;
  await page.request.post(`${app.url}/api/auth/register`, { data: { email, password: PASSWORD } });
  await page.goto(`${app.url}/profile`);
  await page.getByRole("button", { name: /^(Switch on|Activer)$/ }).click();
  await dialog.locator("[name=password]").fill(PASSWORD);
  await picture(page, look, "two-step-1", false);
  await page.keyboard.press("Enter");
  await dialog.getByRole("img").waitFor();
  await picture(page, look, "two-step-2", false);
  const secret = /(?<=:)[A-Z2-7]{32}/.exec((await dialog.innerText()).replaceAll(/\s/g, ""))![0];
  await dialog.locator("[name=code]").fill(totpCode(secret, app.clock.nowMs()));
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox").check();
  await picture(page, look, "two-step-3", false);
  await page.context().clearCookies();
  await page.goto(`${app.url}/auth`);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator("[name=twoStepCode]").waitFor();
  await picture(page, look, "auth-second-step");
  await page.goto(`${app.url}/auth#reset=${"x".repeat(43)}`);
  await page.locator("[name=newPassword]").waitFor();
  await picture(page, look, "auth-reset");
}

/** Limits with what today has taken of them, and the reminder of the time. */
async function picturesOfLimits(page: Page, app: TestApp, look: Look): Promise<void> {
  for (const [kind, amount] of [
    ["stake", "120"],
    ["loss", "60"],
    ["loss", "80"],
  ] as const) {
    await page.request.post(`${app.url}/api/limits`, { data: { kind, amount } });
  }
  await page.goto(`${app.url}/limits`);
  await page.getByRole("listitem").first().waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "limits");
  const me = await page.request.get(`${app.url}/api/auth/me`);
  await spendTime(page, ((await me.json()) as { id: string }).id, 60);
  await page.goto(`${app.url}/limits`);
  await page.getByRole("dialog").waitFor();
  // The live connection knows the time once it has heard a tick.
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.getByRole("dialog").getByRole("definition").first().waitFor();
  await page.waitForTimeout(300);
  await picture(page, look, "reminder", false);
}

const OPERATOR = "operator@example.com";

/** An administrator, and people who wait for a decision about what they withdraw. */
async function prepareAdministration(app: TestApp): Promise<void> {
  await new TestClient(app.url).register(OPERATOR, PASSWORD);
  await app.database.query("update users set is_admin = true where email = $1", [OPERATOR]);
  for (const [name, amount] of [
    ["grace", "120"],
    ["edsger", "15.50"],
    ["barbara", "840.25"],
  ] as const) {
    const client = new TestClient(app.url);
    await client.register(`${name}@example.com`, PASSWORD);
    await client.post("/api/deposits", { amount: "1000" });
    for (let second = 0; second < 6; second += 1) await pass(app, 1);
    await client.post("/api/profile/create-withdrawal-code", { code: CODE });
    await withdraw(client, { amount });
  }
  const { rows } = await app.database.query<{ id: string }>(
    "select id from users where email = 'grace@example.com'",
  );
  const userId = rows[0]!.id;
  await seedAttention(app, [
    { kind: "payment", reason: "unknown_order", amount: "12.5", details: { payment_status: "finished" } },
    {
      kind: "payment",
      reason: "more_arrived",
      userId,
      amount: "40.125",
      details: { payment_status: "finished", actually_paid: "1040.125", already_credited: "1000.00000000" },
    },
  ]);
}

/** The lists of the administration with a history and an adjustment open, and the question before a deletion. */
async function picturesOfAdmin(page: Page, app: TestApp, look: Look): Promise<void> {
  for (const [name, amount] of [
    ["grace", "75"],
    ["edsger", "310.40"],
  ] as const) {
    const client = new TestClient(app.url);
    await client.post("/api/auth/login", { email: `${name}@example.com`, password: PASSWORD });
    await client.post("/api/deposits", { amount });
  }
  await page.request.post(`${app.url}/api/auth/login`, { data: { email: OPERATOR, password: PASSWORD } });
  await page.request.post(`${app.url}/api/profile/security/seen`, { data: {} });
  // "As of" is told by the clock of the browser.
  await page.clock.setFixedTime(app.clock.nowMs());
  await page.goto(`${app.url}/admin`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.waitForTimeout(400);
  await picture(page, look, "admin");
  await page
    .getByRole("button", { name: /(History of|Historique de) barbara/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^(Adjust|Ajuster).*grace/ }).click();
  await page.locator("input[name=amount]").fill("-25");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, look, "admin-open");
  await page.getByRole("button", { name: /^(Delete|Supprimer) barbara/ }).click();
  await page.getByRole("dialog").getByRole("definition").first().waitFor();
  await picture(page, look, "admin-delete", false);
  await page.goto(`${app.url}/admin/audit`);
  await page.getByRole("main").getByRole("listitem").first().waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "admin-audit");
  await page.keyboard.press("Escape");
  await picturesOfOperators(page, app, look);
}

/** A user's page, what needs a person, and what the house stands to pay. */
async function picturesOfOperators(page: Page, app: TestApp, look: Look): Promise<void> {
  const { rows } = await app.database.query<{ id: string }>(
    "select id from users where email = 'ada@example.com'",
  );
  for (const [name, path, drawn] of [
    ["admin-user", `users/${rows[0]!.id}`, page.getByRole("tabpanel").getByRole("listitem")],
    ["admin-attention", "attention", page.getByRole("main").getByRole("listitem")],
    ["admin-exposure", "exposure", page.getByRole("main").getByRole("img")],
  ] as const) {
    await page.goto(`${app.url}/admin/${path}`);
    await drawn.first().waitFor();
    await page.waitForLoadState("networkidle");
    await picture(page, look, name);
  }
}

async function visit(browser: Browser, app: TestApp, email: string, look: Look): Promise<void> {
  const page = await openPage(browser, app, look);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "landing");
  await page.goto(`${app.url}/auth`);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "auth");
  await signIn(page, app, email);
  await picture(page, look, "dashboard");
  await page
    .locator("button:visible", { hasText: /buy|acheter/i })
    .first()
    .click();
  await page.waitForSelector("[role=dialog]");
  await page.locator("[role=dialog] input").first().fill("10");
  await page.waitForTimeout(300);
  await picture(page, look, "ticket", false);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await page
    .locator("button:visible", { hasText: /deposit|déposer|dépôt/i })
    .first()
    .click();
  await page.waitForSelector("[role=dialog] input");
  await page.locator("[role=dialog] input").first().fill("25");
  await picture(page, look, "deposit-1", false);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[role=dialog] svg");
  await page.waitForTimeout(500);
  await picture(page, look, "deposit-2", false);
  await page.keyboard.press("Escape");
  await picturesOfMoney(page, app, look);
  await picturesOfReceipt(page, app, look);
  await picturesOfFairness(page, app, look);
  await pictureOfLiabilities(page, app, look);
  await page.goto(`${app.url}/profile`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  await picture(page, look, "profile");
  await picturesOfLimits(page, app, look);
  await picturesOfSafety(page, app, look);
  await picturesOfAdmin(page, app, look);
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "veritick-screens-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: ({ message }) => void message });
const app = await startTestApp({ connection: postgres.connection });
await pass(app, 700);
const browser = await chromium.launch(config.use!.launchOptions!);
try {
  const email = await prepareAccount(app);
  await prepareAdministration(app);
  await stateLiabilities(app);
  for (const look of looks) await visit(browser, app, email, look);
} finally {
  await browser.close();
  await app.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
