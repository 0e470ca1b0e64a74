import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { archiveMonth, removeMonth } from "@veritick/server/backup/public.ts";
import { monthNamed } from "@veritick/server/ledger/public.ts";
import type { Connection } from "@veritick/server/platform/db/database.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { expectFrench } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { findOneMinute } from "../kit/foresight.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, now, pass } from "../kit/time.ts";
import { clockTime, countdown, MINUS, money, price, signedMoney } from "../kit/words.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const main = (page: Page) => page.getByRole("main");
const isPrices = (url: URL) => url.pathname === "/api/prices" && url.searchParams.has("from");

async function open(person: Person, type: string, duration: number, amount = "10"): Promise<Position> {
  const { status, body } = await person.post("/api/trading/positions", { type, amount, duration });
  expect(status).toBe(201);
  return body as Position;
}

const receiptOf = async (person: Person, { id }: Position) =>
  (await person.get<PositionReceipt>(`/api/trading/positions/${id}`)).body;

/** Opens a one-minute position that will end as wished. */
async function openToEnd(app: MovableApp, person: Person, outcome: "won" | "lost"): Promise<Position> {
  // Before its first tick a server has no prices to draw.
  await jump(app, 30);
  const { side, secondsFromNow } = await findOneMinute(app, outcome);
  await jump(app, secondsFromNow);
  return open(person, side, 1);
}

type TickTable = { name: string; tick: number; word: string };

/** Checks the table of the ticks around one, for readers who want figures or cannot see the drawing. */
async function expectTickTable(page: Page, person: Person, { name, tick, word }: TickTable): Promise<void> {
  await card(page, name).getByText("These ticks as a table").focus();
  await page.keyboard.press("Enter");
  const rows = page.getByRole("table", { name }).getByRole("row");
  await expect(rows).toHaveCount(22);
  const shown = await rows.allTextContents();
  const { body } = await person.get<{ prices: number[] }>(`/api/prices?from=${tick - 10}&to=${tick + 10}`);
  expect(shown.slice(1)).toEqual(
    body.prices.map((each, index) => {
      const at = tick - 10 + index;
      return `${at}${at === tick ? word : ""}${clockTime(at)}${each.toFixed(3)}`;
    }),
  );
}

test("opens from the history by keyboard and shows all facts", async ({ app, page }) => {
  const person = await withMoney(page.context(), app, "100");
  const opened = await openToEnd(app, person, "won");
  await jump(app, 61);
  // Two hours later the page has none of the position's prices yet.
  await jump(app, 7200);
  await page.goto(app.url);
  await goLive(page, app);
  await screen.historyCard(page).getByRole("tab", { name: "Trades" }).focus();
  const row = screen.historyCard(page).getByRole("listitem").getByRole("link");
  await expect(row).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/positions/${opened.id}`);
  await expect(page).toHaveTitle("Receipt · Veritick");

  const { position, commitments, barrier } = await receiptOf(person, opened);
  const { entryTick, expiryTick, type } = position;
  const [entry, expiry] = [clockTime(entryTick), clockTime(expiryTick)];
  const distance = Math.abs(Number(position.resultPrice) - Number(position.barrierPrice)).toFixed(3);
  await expect(main(page)).toContainText(position.id);
  await expect(main(page)).toContainText("+25.00 USDMS");
  await expect(main(page)).toContainText(
    new RegExp(`Opened.*2026, ${entry} UTC.*Expiry.*2026, ${expiry} UTC`),
  );

  const { prices } = (
    await person.get<{ prices: number[] }>(`/api/prices?from=${entryTick}&to=${expiryTick}`)
  ).body;
  await expect(card(page, "From entry to expiry").getByRole("figure")).toHaveAccessibleName(
    `From ${entry} to ${expiry} the price went from ${price(position.entryPrice)} to ${price(position.resultPrice!)} ` +
      `(lowest ${Math.min(...prices).toFixed(3)}, highest ${Math.max(...prices).toFixed(3)}).`,
  );
  const [verb, side] = type === "buy" ? ["buy", "above"] : ["sell", "below"];
  // The price decides, and now and then it ends exactly at the barrier.
  const where =
    Number(distance) === 0
      ? "exactly the barrier, which is enough to win"
      : `${distance} ${side} the barrier`;
  await expect(card(page, "Terms")).toContainText(
    `A ${verb} wins at ${price(position.barrierPrice)} or ${side}. At ${expiry} the price was ${price(position.resultPrice!)}: ${where}.`,
  );
  await expect(card(page, "Terms").getByRole("definition")).toHaveText([
    "10.00 USDMS",
    "×2.5",
    "+25.00 USDMS",
    "27.1%",
    price(position.entryPrice),
    price(position.barrierPrice),
    price(position.resultPrice!),
    String(entryTick),
    String(position.round),
    String(expiryTick),
  ]);
  const made = card(page, "How the barrier was computed");
  await expect(made).toContainText(barrier.reach);
  await expect(made.getByRole("definition").last()).toHaveText(price(position.barrierPrice));
  await expect(made).toContainText("the same as stored with the position");
  await expect(card(page, "Commitments")).toContainText(commitments[0]!.commitment);
  await expect(card(page, "Commitments")).toContainText("The seed has been public since");

  const rows = card(page, "Ledger entries").getByRole("row");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText(/Position opened.*Your balance.*\u221210.00.*90.00/);
  await expect(rows.nth(2)).toContainText(/Position opened.*Platform account.*\+10.00.*No running balance/);
  await expect(rows.nth(4)).toContainText(/Position won.*Your balance.*\+35.00.*125.00/);

  for (const name of ["Prices of this position (JSON)", "Seeds and commitments (JSON)"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    expect((await page.request.get(app.url + href!)).status(), href!).toBe(200);
  }
  await expectTickTable(page, person, { name: "Around the entry", tick: entryTick, word: "entry" });
  await expectTickTable(page, person, { name: "Around the expiry", tick: expiryTick, word: "expiry" });

  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

rare("draws an open position with the price and turns into its result", async ({ app, page }) => {
  const person = await onDashboard(page, app, "100");
  const position = await openToEnd(app, person, "won");
  await goLive(page, app);
  const active = screen.activePositions(page);
  await active.getByRole("button", { name: /^Details/ }).click();
  await active.getByRole("link", { name: "Receipt" }).click();
  await expect(main(page)).toContainText(/If it wins.*\+25\.00.*Otherwise.*\u221210\.00/);
  await expect(card(page, "Terms")).toContainText(`The price at ${clockTime(position.expiryTick)} decides.`);
  await expect(card(page, "Around the expiry")).toContainText("Drawn when the position is settled");

  const lines = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("figure svg path")].map((each) => each.getAttribute("d")),
    );
  // From then on all seconds around the entry are known.
  await jump(app, 12);
  const timer = page.getByRole("timer");
  const hearTick = () =>
    expect(async () => {
      await pass(app);
      await expect(timer).toHaveText(countdown(position.expiryTick - now(app)), { timeout: 250 });
    }).toPass({ intervals: [0] });
  await hearTick();
  await page.evaluate(() => {
    const seen = { nodes: 0 };
    // A live text gets a new text node; elements stay.
    const elementsOf = ({ addedNodes, removedNodes }: MutationRecord) =>
      [...addedNodes, ...removedNodes].filter((node) => node instanceof Element).length;
    new MutationObserver((changes) => {
      for (const change of changes) seen.nodes += elementsOf(change);
    }).observe(document.querySelector("main")!, { childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  const seenNodes = () => page.evaluate(() => (window as unknown as { seen: { nodes: number } }).seen.nodes);
  // On a slow machine a price may be out of date, which the page shows. Three ticks in time change no element.
  await expect(async () => {
    const [before, nodes] = [await lines(), await seenNodes()];
    for (let tick = 0; tick < 3; tick += 1) await hearTick();
    expect(await lines()).not.toEqual(before);
    expect((await seenNodes()) - nodes).toBe(0);
  }).toPass({ intervals: [0], timeout: 20_000 });

  await jump(app, position.expiryTick - now(app));
  await expect(main(page)).toContainText(/Won.*Result.*\+25\.00/);
  const { position: settled } = await receiptOf(person, position);
  await expect(card(page, "Terms")).toContainText(`the price was ${price(settled.resultPrice!)}`);
  await expect(card(page, "Around the expiry")).toContainText(price(settled.resultPrice!));
  await expect(card(page, "Ledger entries").getByRole("row")).toHaveCount(5);
  await expect(card(page, "Ledger entries")).toContainText(signedMoney("35.00000000"));
  await expect(timer).toBeHidden();
});

test("shows no data for another user's position or an unknown one", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 40[04] .*\/api\/trading\/positions\//);
  const [other] = await seedPeople(app, 1, "100");
  const theirs = await open(other!, "buy", 1);
  await withMoney(page.context(), app, "100");
  for (const id of [theirs.id, randomUUID(), "nonsense"]) {
    await page.goto(`${app.url}/positions/${id}`);
    await expect(main(page)).toContainText("Position not found");
    await expect(main(page)).not.toContainText("10.00");
  }
  await page.getByRole("link", { name: "Open the dashboard", exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

rare("asks again for data that did not load", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 503/);
  const person = await withMoney(page.context(), app, "100");
  const position = await openToEnd(app, person, "lost");
  await jump(app, 7200);
  const isReceipt = (url: URL) => url.pathname.startsWith("/api/trading/positions/");
  const refuse = { status: 503, body: "" };
  await page.route(isReceipt, (route) => route.fulfill(refuse), { times: 1 });
  const isAboutIt = (url: URL) => isPrices(url) && url.href.includes(`to=${position.expiryTick}`);
  await page.route(isAboutIt, (route) => route.fulfill(refuse), { times: 1 });
  await page.goto(`${app.url}/positions/${position.id}`);
  await expect(main(page)).toContainText("Couldn’t load the receipt");
  await page.getByRole("button", { name: "Try again" }).click();
  const chart = card(page, "From entry to expiry");
  await expect(chart).toContainText("Couldn’t load the prices");
  await expect(main(page)).toContainText(`${MINUS}10.00 USDMS`);
  await expect(card(page, "Ledger entries")).toContainText("The position lost, so nothing was paid back.");
  await chart.getByRole("button", { name: "Try again" }).click();
  await expect(chart.getByRole("figure")).toBeVisible();
});

rare(
  "says why a position was closed early, for how much, and that its prices are gone",
  async ({ ownApp: app, page }) => {
    await prefer(page.context(), { language: "fr" });
    const person = await withMoney(page.context(), app, "100");
    const position = await open(person, "buy", 5);
    await app.database.query(
      `update trading_positions set status = 'refunded', profit = -3.4, refund_reason = 'secret', closing_tick = $2,
       closing_price = entry_price, closing_chance = 65970697666 where id = $1`,
      [position.id, position.entryTick],
    );
    // Pretends that the price began anew after the position.
    await page.route("**/api/fairness", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { genesis: { tick: number } };
      body.genesis.tick = position.entryTick + 1;
      await route.fulfill({ response, json: body });
    });
    const asked: string[] = [];
    page.on("request", (request) => isPrices(new URL(request.url())) && asked.push(request.url()));
    await page.goto(`${app.url}/positions/${position.id}`);
    await expect(main(page)).toContainText("Clôturée");
    await expect(main(page)).toContainText("une promesse n’a pas été tenue");
    await expect(main(page)).toContainText(
      "Vous avez reçu 6,60 USDMS : la valeur de la position au dernier prix connu.",
    );
    await expect(main(page)).toContainText("À ce moment, la probabilité de gain était de 6\u00a0%.");
    await expect(main(page)).toContainText("Ces prix ne sont plus disponibles");
    await expect(card(page, "Engagements")).toContainText("ses données brutes ne sont plus disponibles");
    await expect(card(page, "Autour de l’entrée")).toBeHidden();
    expect(asked.filter((url) => url.includes(`from=${position.entryTick - 10}`))).toEqual([]);
    await expectFrench(page, "receipt of a closed position");
  },
);

rare("opens from the statement, and in a new tab on a middle click", async ({ app, page, context }) => {
  await prefer(context, { language: "fr" });
  const person = await withMoney(context, app, "100");
  const position = await openToEnd(app, person, "lost");
  await jump(app, 60);
  await page.goto(`${app.url}/statement`);
  await page.getByRole("link", { name: "Position ouverte" }).click();
  await expect(page).toHaveURL(`${app.url}/positions/${position.id}`);
  await expect(main(page)).toContainText(`${MINUS}10,00 USDMS`);
  const { position: settled } = await receiptOf(person, position);
  await expect(main(page)).toContainText(price(settled.resultPrice!).replace(".", ","));
  await page.goto(app.url);
  const beside = context.waitForEvent("page");
  await screen.historyCard(page).getByRole("listitem").getByRole("link").click({ button: "middle" });
  await expect(await beside).toHaveURL(`${app.url}/positions/${position.id}`);
  await expect(page).toHaveURL(`${app.url}/`);
});

/** Archives this month's positions and removes them from the database, as an operator does three months later. */
async function archiveThisMonth(app: MovableApp): Promise<void> {
  const month = monthNamed(new Date(now(app) * 1000).toISOString().slice(0, 7))!;
  const into = mkdtempSync(join(tmpdir(), "veritick-archive-"));
  const later = new Date(month.toMs + 93 * 86_400_000);
  // A spread copy of a pool's options lacks the password, so the fields are named.
  const { host, port, user, password, database } = app.database.options as Exclude<Connection, string>;
  const options = { connection: { host, port, user, password, database }, now: later, tell: () => {} };
  try {
    const { folder } = await archiveMonth({ ...options, month, into, version: "0.0.1" });
    await removeMonth({ ...options, folder });
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

rare("says so if its month is archived, and leads back", async ({ ownApp: app, page, expectFaults }) => {
  expectFaults(/status of 410/);
  await prefer(page.context(), { language: "fr" });
  const person = await withMoney(page.context(), app, "100");
  const position = await openToEnd(app, person, "lost");
  await jump(app, 75);
  await archiveThisMonth(app);
  await page.goto(`${app.url}/positions/${position.id}`);
  await expect(main(page)).toContainText("Ce mois est archivé");
  await expect(main(page)).toContainText("vous pouvez toujours vérifier un reçu enregistré.");
  await expectFrench(page, "receipt of an archived month");
  await page.goto(`${app.url}/statement`);
  await expect(main(page)).toContainText(`${MINUS}10,00`);
  await expect(main(page)).not.toContainText("Position ouverte");
  await page.goBack();
  await main(page).getByRole("link", { name: "Voir le tableau de bord" }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
  await expect(screen.balanceCard(page)).toContainText("90,00");
});

rare("prints light and without the bar", async ({ app, page }) => {
  await prefer(page.context(), { theme: "dark" });
  const person = await withMoney(page.context(), app, "100");
  const position = await open(person, "buy", 1);
  await jump(app, 75);
  await page.goto(`${app.url}/positions/${position.id}`);
  await expect(page.getByRole("figure")).toBeVisible();
  await expect(main(page)).toContainText(money(position.amount));
  const printed: string[] = [];
  await page.exposeFunction("notePrint", (theme: string) => void printed.push(theme));
  await page.evaluate(() =>
    addEventListener("beforeprint", () =>
      (window as unknown as { notePrint: (theme: string) => void }).notePrint(
        document.documentElement.dataset["theme"]!,
      ),
    ),
  );
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await page.emulateMedia({ media: null });
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
  expect(printed).toEqual(["light"]);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
