import type { Page, Request, Route } from "@playwright/test";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { expect, test } from "../kit/fixtures.ts";
import { keepTicket, onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, now, pass, toBlockEnd, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const ORDERS = "**/api/trading/positions";
const SALES = "**/sell";
const { unanswered, opened } = texts.en.trade.ticket;

type Body = { notAfterTick: number; amount: string };
const bodyOf = (request: Request) => request.postDataJSON() as Body;
const keyOf = (request: Request) => request.headers()["idempotency-key"];

/** Loses a request on its way, or its answer on the way back. */
const lose = (route: Route) => route.abort();
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Treats the next request in this way, and returns all requests from now on. */
async function onNext(page: Page, url: string, act: (route: Route) => Promise<void>): Promise<Request[]> {
  const sent: Request[] = [];
  await page.route(url, (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.fallback();
    sent.push(request);
    return sent.length === 1 ? act(route) : route.fallback();
  });
  return sent;
}

/** The last tick of the second block after the present one. */
const endNow = (app: MovableApp) => blockEnd(QUICKNET, roundOf(QUICKNET, now(app))) + 2 * QUICKNET.period;

/** A text about an order, with the second until which it may be opened. */
const openUntil = new RegExp(
  unanswered.open("…").replaceAll(".", "\\.").replace("…", "\\d\\d:\\d\\d:\\d\\d"),
);

/** Listens to a page from before its first visit. Returns a function that goes on to the first second of a block, from which
 * on a page has the most time, and waits until the page shows it. */
function followBlocks(page: Page): (app: MovableApp) => Promise<void> {
  let heard = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const tick = /"tick":(\d+)/.exec(payload.toString());
      if (tick !== null) heard = Math.max(heard, Number(tick[1]));
    }),
  );
  return async (app) => {
    await toBlockEnd(app);
    await pass(app);
    await expect.poll(() => heard, "the page knows the second").toBeGreaterThanOrEqual(now(app));
    await page.evaluate(
      () => new Promise((shown) => void requestAnimationFrame(() => void requestAnimationFrame(shown))),
    );
  };
}

test("says until when an order without an answer may be opened, and that it never was", async ({
  app,
  page,
  expectFaults,
}) => {
  const toBlockStart = followBlocks(page);
  expectFaults(/ERR_FAILED .*\/api\/trading\/positions|status of 409/);
  const person = await onDashboard(page, app, "100");
  const sent = await onNext(page, ORDERS, lose);
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await toBlockStart(app);
  const end = endNow(app);
  await screen.confirmButton(page).click();
  await screen.expectNotice(page, unanswered.title, openUntil);
  const said = screen.dialog(page).getByRole("status").filter({ hasText: unanswered.title });
  await expect(said).toHaveText(openUntil);
  expect(bodyOf(sent[0]!).notAfterTick).toBe(end);

  await pass(app, end - now(app));
  expect(sent).toHaveLength(1);
  await pass(app);
  await expect(screen.dialog(page).getByRole("alert")).toHaveText(unanswered.notOpened.body);
  await screen.expectNotice(
    page,
    unanswered.notOpened.title("Buy for 10.00 USDMS"),
    unanswered.notOpened.body,
  );
  expect([bodyOf(sent[1]!), keyOf(sent[1]!)]).toEqual([bodyOf(sent[0]!), keyOf(sent[0]!)]);
  expect(await person.balance()).toBe("100.00000000");
  expect((await person.get<Position[]>("/api/trading/positions")).body).toEqual([]);

  await whileTicking(app, () => screen.confirmButton(page).click());
  await screen.expectNotice(page, opened.buy);
  expect(sent).toHaveLength(3);
  expect(keyOf(sent[2]!)).not.toBe(keyOf(sent[0]!));
  expect(await person.balance()).toBe("90.00000000");
});

test("finds out that an order whose answer was lost was opened, once, also in a closed ticket", async ({
  app,
  page,
  expectFaults,
}) => {
  const toBlockStart = followBlocks(page);
  expectFaults(/ERR_FAILED .*\/api\/trading\/positions/);
  const person = await onDashboard(page, app, "100");
  const sent = await onNext(page, ORDERS, loseAnswer);
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("60");
  await toBlockStart(app);
  await screen.confirmButton(page).click();
  await screen.expectNotice(page, unanswered.title, openUntil);
  await expect(screen.dialog(page).getByRole("status").filter({ hasText: unanswered.opened })).toBeVisible();
  await screen.closeDialog(page);
  await pass(app, 9);
  await screen.expectNotice(page, opened.sell);
  expect(sent.map(keyOf)).toEqual([keyOf(sent[0]!), keyOf(sent[0]!)]);
  expect((await person.get<Position[]>("/api/trading/positions")).body).toHaveLength(1);
  expect(await person.balance()).toBe("40.00000000");
});

test("gives up waiting for an answer that does not come, and finds out", async ({
  app,
  page,
  expectFaults,
}) => {
  const toBlockStart = followBlocks(page);
  expectFaults(/status of 409/);
  const person = await onDashboard(page, app, "100");
  const sent = await onNext(page, ORDERS, () => Promise.resolve());
  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("10");
  await toBlockStart(app);
  await screen.confirmButton(page).click();
  await screen.expectNotice(page, unanswered.title, openUntil);
  await pass(app, 9);
  await screen.expectNotice(page, unanswered.notOpened.title("Buy for 10.00 USDMS"));
  expect(sent).toHaveLength(2);
  expect(await person.balance()).toBe("100.00000000");
});

test("says in French how an order by key without an answer ended", async ({ app, page, expectFaults }) => {
  const toBlockStart = followBlocks(page);
  expectFaults(/ERR_FAILED .*\/api\/trading\/positions|status of 409/);
  const french = texts.fr.trade.ticket;
  await page.setViewportSize({ width: 1440, height: 900 });
  await keepTicket(page.context());
  await prefer(page.context(), { language: "fr" });
  await page.addInitScript(() => localStorage.setItem("ticket-keys", "on list"));
  await onDashboard(page, app, "100");
  await screen.dock(page).getByRole("textbox").fill("10");
  await page.getByRole("main").focus();
  const sent = await onNext(page, ORDERS, lose);
  await toBlockStart(app);
  await page.keyboard.press("s");
  await page.keyboard.press("Enter");
  await expect(
    screen.dock(page).getByRole("status").filter({ hasText: french.unanswered.title }),
  ).toBeVisible();
  // A key may be handled while the page still shows the second before, which is of the block before.
  expect([endNow(app) - QUICKNET.period, endNow(app)]).toContain(bodyOf(sent[0]!).notAfterTick);
  await pass(app, 9);
  await expect(screen.dock(page).getByRole("alert")).toHaveText(french.unanswered.notOpened.body);
});

test("says until when a sale without an answer may be made, and whether it was", async ({
  app,
  page,
  expectFaults,
}) => {
  const toBlockStart = followBlocks(page);
  expectFaults(/ERR_FAILED .*\/sell|status of 409/);
  const { sale, result } = { ...texts.en, result: texts.en.trade.result };
  const person = await withMoney(page.context(), app, "100");
  await person.post("/api/trading/positions", { type: "buy", amount: "10", duration: 10 });
  const position = async () => (await person.get<Position[]>("/api/trading/positions")).body[0]!;
  await page.goto(app.url);
  await goLive(page, app);
  const button = screen.activePositions(page).locator("[data-sell]");
  const press = () =>
    whileTicking(app, async () => {
      await button.press("Enter");
      await expect(button).toHaveAttribute("data-sell", "offered");
      await button.press("Enter");
    });

  await test.step("a sale that never arrived", async () => {
    await button.focus();
    await toBlockStart(app);
    const sent = await onNext(page, SALES, lose);
    await press();
    await screen.expectNotice(page, sale.unanswered.title, /can still be sold back until \d\d:\d\d:\d\d/);
    await expect(button).toHaveText(/^Possible until \s*\d\d:\d\d:\d\d /);
    const end = bodyOf(sent[0]!).notAfterTick;
    expect(end % QUICKNET.period).toBe((QUICKNET.genesisTime + 2) % QUICKNET.period);
    await pass(app, end + 1 - now(app));
    await screen.expectNotice(page, sale.failed, sale.unanswered.notSold);
    await expect(button).toHaveText(/^Sell back for /);
    expect([bodyOf(sent[1]!), keyOf(sent[1]!)]).toEqual([bodyOf(sent[0]!), keyOf(sent[0]!)]);
    expect((await position()).status).toBe("active");
    await page.unroute(SALES);
  });

  await test.step("a sale whose answer was lost", async () => {
    // The price may move, so every try accepts any amount.
    const atAny = (route: Route) => ({
      postData: JSON.stringify({ ...(route.request().postDataJSON() as Body), minProceeds: "0.00" }),
    });
    await page.route(SALES, (route) => route.continue(atAny(route)));
    await toBlockStart(app);
    const sent = await onNext(page, SALES, async (route) => {
      await route.fetch(atAny(route));
      await route.abort();
    });
    await press();
    await expect(screen.activePositions(page)).toHaveAccessibleName(/\(0\)/);
    await screen.expectNotice(page, result.sold);
    await pass(app, 9);
    expect((await position()).status).toBe("sold");
    const { proceeds } = await position();
    expect(await person.balance()).toBe((90 + Number(proceeds)).toFixed(8));
    await expect.poll(() => sent.length).toBe(2);
    expect(keyOf(sent[1]!)).toBe(keyOf(sent[0]!));
  });
});
