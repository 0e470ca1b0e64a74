import type { Locator, Page } from "@playwright/test";
import { expectToFit } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { keepTicket, onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { connection, goLive, jump, pass, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

/**
 * Reports the layout shifts since the call: how much, which elements, from where to where. A right-aligned figure that gains
 * or loses a digit does not count, because its other digits stay in place.
 */
async function observeShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect };
    const moved: string[] = [];
    const keepsEnd = ({ previousRect: was, currentRect: is }: Source) =>
      was.right === is.right && was.top === is.top && was.bottom === is.bottom;
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(" ");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: Source[] };
        if (sources.length > 0 && sources.every(keepsEnd)) continue;
        const each = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.parentElement?.outerHTML.slice(0, 300)} from ${place(previousRect)} to ${place(currentRect)}`,
        );
        moved.push(`${value}: ${each.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: false });
    Object.assign(window, { moved });
  });
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

/** Finds elements once. Returns a function that reports where they are. An element that was drawn anew has no place. */
async function boxesOf(page: Page, targets: readonly Locator[]): Promise<() => Promise<object[]>> {
  for (const target of targets) await expect(target).toBeVisible();
  const found = await Promise.all(targets.map((target) => target.elementHandle()));
  return () => page.evaluate((all) => all.map((each) => each!.getBoundingClientRect().toJSON()), found);
}

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  const TICKS = process.env["VERITICK_LONG"] === "1" ? 20 : 8;
  for (const width of process.env["VERITICK_LONG"] === "1" ? [1180, 360] : [360]) {
    test(`moves nothing on a tick, neither on the dashboard nor in the ticket (${width} px)`, async ({
      app,
      page,
    }) => {
      await page.setViewportSize({ width, height: width === 360 ? 800 : 900 });
      const person = await onDashboard(page, app, "100");
      await person.post("/api/trading/positions", { type: "buy", amount: "5", duration: 10 });
      await person.post("/api/trading/positions", { type: "sell", amount: "5", duration: 5 });
      await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(2);
      await goLive(page, app);
      await expect(screen.activePositions(page)).toContainText("If sold back now");

      const watched = await boxesOf(page, [
        screen.pricePanel(page),
        page.getByTestId("price"),
        screen.sideButton(page, "Buy"),
        screen.activePositions(page),
        screen.activePositions(page).getByRole("timer").first(),
        screen.balanceCard(page),
        screen.historyCard(page),
      ]);
      const before = await watched();
      const shifted = await observeShifts(page);
      for (let tick = 0; tick < TICKS; tick += 1) {
        // A tick may leave the price unchanged, but not the remaining time.
        const timer = screen.activePositions(page).getByRole("timer").first();
        const was = await timer.innerText();
        await pass(app);
        await expect(timer).not.toHaveText(was);
        expect(await watched(), `after tick ${tick + 1}`).toEqual(before);
      }
      expect(await shifted()).toEqual([]);

      await screen.sideButton(page, "Sell").click();
      await screen.amountField(page).fill("10");
      await whileTicking(app, () => expect(screen.confirmButton(page)).toBeEnabled());
      const inTicket = await boxesOf(page, [
        screen.dialog(page),
        screen.confirmButton(page),
        screen.dialog(page).getByText("You win if"),
        screen.dialog(page).getByText("or below"),
      ]);
      await screen.stillness(page);
      const ticketBefore = await inTicket();
      // The chart has made room for the ticket as it opened.
      const shiftedInTicket = await observeShifts(page);
      for (let tick = 0; tick < TICKS; tick += 1) {
        await pass(app);
        expect(await inTicket(), `ticket after tick ${tick + 1}`).toEqual(ticketBefore);
      }
      expect(await shiftedInTicket()).toEqual([]);
    });
  }
});

/** Lists figures of open positions that are not fully drawn, or that lie on each other or on the button that sells. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("li:has([role=timer])")];
    return rows.flatMap((row, index) => {
      const line = row.querySelector<HTMLElement>("[role=timer]")!.parentElement!.parentElement!;
      const within = line.getBoundingClientRect();
      const boxes: { words: string; box: DOMRect }[] = [];
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const box = range.getBoundingClientRect();
        const words = texts.currentNode.nodeValue!.trim();
        // Words for screen readers are one pixel wide.
        const isDrawn = texts.currentNode.parentElement!.clientWidth !== 1 && box.width > 1;
        if (isDrawn && words !== "") boxes.push({ words, box });
      }
      return boxes.flatMap(({ words, box }, place) => {
        const isOut = box.left < within.left - 1 || box.right > within.right + 1;
        const others = boxes
          .slice(place + 1)
          .filter(
            ({ box: other }) =>
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4,
          );
        return [
          ...(isOut ? [`row ${index}: ${words} leaves its row`] : []),
          ...others.map((other) => `row ${index}: ${words} lies on ${other.words}`),
        ];
      });
    });
  });

test("shows every figure of ten positions at any width, in both languages", async ({ app, page }) => {
  const person = await onDashboard(page, app, "20000");
  const stakes = ["0.01", "3.33", "10", "77.70", "100", "999.99", "1250", "5", "1", "10000"];
  for (const [index, amount] of stakes.entries()) {
    const order = { type: index % 2 === 0 ? "buy" : "sell", amount, duration: [5, 10][index % 2] };
    await person.post("/api/trading/positions", order);
  }
  const active = screen.activePositions(page);
  await expect(active).toHaveAccessibleName("Active positions (10)");
  await pass(app);
  const expectInPlace = async (isKept: boolean, sizes: readonly (readonly [number, number])[]) => {
    await page.evaluate(
      (choice) => localStorage.setItem("ticket-beside-chart", choice),
      isKept ? "on" : "off",
    );
    await page.reload();
    await goLive(page, app);
    for (const language of ["FR", "EN"]) {
      await page.getByRole("button", { name: new RegExp(`^${language},`) }).click();
      for (const [width, height] of sizes) {
        const where = `${language}, ${width} px${isKept ? ", ticket beside the chart" : ""}`;
        await page.setViewportSize({ width, height });
        await expect(active.getByRole("timer")).toHaveCount(10);
        await expect(active.locator("[data-sell]").last()).toHaveText(/\d/);
        await expect(active.locator("[aria-expanded=true]"), where).toHaveCount(0);
        // A window that has just changed its size may be laid out a moment later.
        await expect.poll(() => misplaced(page), where).toEqual([]);
      }
    }
  };
  await expectInPlace(false, [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [375, 812],
    [360, 740],
  ]);
  await expectInPlace(true, [
    [1440, 900],
    [1200, 800],
  ]);
  // The measure must notice a figure that has no room.
  await active
    .getByRole("timer")
    .first()
    .evaluate((timer) => (timer.style.transform = "translateX(-5rem)"));
  await expect.poll(() => misplaced(page)).not.toEqual([]);
});

/** Lists elements that the bar of Buy and Sell covers when they get the focus from just below the window. */
const behindTheBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector("[data-bottom-bar]")!;
    const stops = [...document.querySelectorAll<HTMLElement>("main a[href], main button, main input")];
    return stops
      .filter((stop) => !bar.contains(stop))
      .filter((stop) => {
        scrollTo(0, 0);
        scrollTo(0, stop.getBoundingClientRect().bottom - innerHeight);
        stop.focus();
        const box = stop.getBoundingClientRect();
        return document.activeElement === stop && box.bottom > bar.getBoundingClientRect().top;
      })
      .map((stop) => stop.innerText || stop.ariaLabel);
  });

/** Lists the cards of the page that overlap. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>("main section")].map((card) => ({
      name: card.querySelector("h2")?.innerText ?? "",
      box: card.getBoundingClientRect(),
    }));
    return cards.flatMap(({ name, box }, index) =>
      cards
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        .map((other) => `${name} lies on ${other.name}`),
    );
  });

rare("scrolls no card over another and keeps the price beside many positions", async ({ app, page }) => {
  const person = await onDashboard(page, app, "100");
  for (let count = 0; count < 8; count += 1) {
    await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
  }
  await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(8);
  for (const [width, height] of [
    [1440, 900],
    [1100, 800],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(end).toBeGreaterThan(300);
      for (const place of [0, 100, 300, end / 2, end - 100, end]) {
        await page.evaluate((top) => scrollTo(0, top), place);
        expect(await overlaps(page), `scrolled to ${place}`).toEqual([]);
      }
      await page.evaluate(() => scrollTo(0, 300));
      await expect(page.getByTestId("price")).toBeInViewport();
      await expect(screen.sideButton(page, "Sell")).toBeInViewport({ ratio: 1 });

      const chart = screen.pricePanel(page);
      const minutes = chart.getByRole("radio", { name: texts.en.trade.price.windowMinutes(5), exact: true });
      await expect(minutes).toBeChecked();
      await chart.getByRole("button", { name: texts.en.trade.price.zoomIn }).press("+");
      await expect(minutes).not.toBeChecked();
      await minutes.click();
      await expect(minutes).toBeChecked();
      await expect(chart.getByRole("button", { name: texts.en.trade.price.backToNow })).toBeHidden();
    });
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  rare("keeps balance and history near however many positions are open", async ({ app, page }) => {
    const person = await onDashboard(page, app, "100");
    for (let count = 0; count < 12; count += 1) {
      await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 10 });
    }
    const active = screen.activePositions(page);
    await expect(active.getByRole("listitem")).toHaveCount(12);
    await expect(active).toContainText("Open stakes 12.00 USDMS");
    await expect(active).toContainText("At best +240.00");
    await expect(active).toContainText("At worst \u221212.00");
    const rows = active.getByRole("listitem");
    expect((await rows.nth(5).boundingBox())!.height, "two lines and Sell").toBeLessThan(100);
    await rows.nth(5).getByRole("button", { name: "Details of BUY 10 min" }).click();
    await expect(rows.nth(5).getByRole("link", { name: "Receipt" })).toBeInViewport({ ratio: 1 });
    const header = page.getByRole("banner");
    const balance = (await header.getByText("88.00 USDMS").boundingBox())!;
    const edge = (await header.boundingBox())!;
    expect(balance.y + balance.height).toBeLessThanOrEqual(edge.y + edge.height);
    await expect(header.getByText("@"), "the menu has the address").toBeHidden();
    expect((await active.boundingBox())!.height).toBeLessThan(740);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_000);
    await expectToFit(page, "many positions");
    await test.step("hides no focused element behind the bar, and keeps the logo as tall as a thumb", async () => {
      expect(await behindTheBar(page)).toEqual([]);
      await page.evaluate(() => scrollTo(0, 0));
      const home = header.getByRole("link", { name: texts.en.common.home });
      const thumb = await home.evaluate((link) => {
        const { left, top } = link.getBoundingClientRect();
        return [4, 24, 41].every((down) =>
          link.contains(document.elementFromPoint(left + 12, top + down - 2)),
        );
      });
      expect(thumb).toBe(true);
    });
  });

  rare("fits text twice as large", async ({ app, page }) => {
    const person = await onDashboard(page, app, "100");
    await person.post("/api/trading/positions", { type: "sell", amount: "1", duration: 1 });
    const active = screen.activePositions(page);
    await expect(active).toHaveAccessibleName("Active positions (1)");
    await jump(app, 63);
    // Twice as large, the notice would cover the languages, and it stays while the pointer is on it.
    await screen.notices(page).getByRole("button", { name: "Close" }).click();
    await expect(screen.notices(page)).toHaveCount(0);
    await person.post("/api/trading/positions", { type: "sell", amount: "12.50", duration: 10 });
    await expect(active).toHaveAccessibleName("Active positions (1)");
    await expect(active.getByRole("listitem"), "one with its outcome").toHaveCount(2);
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
    for (const language of ["EN", "FR"]) {
      await page.getByRole("button", { name: new RegExp(`^${language},`) }).click();
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await expectToFit(page, `dashboard in ${language}, text twice as large`);
    }
    await expect(connection(page)).toHaveText(texts.fr.trade.live.stale);
    await expectToFit(page, "dashboard without a new price, text twice as large");
  });
});

test("keeps win, loss, chance, edge and the button in view of the ticket at any height", async ({
  app,
  page,
}) => {
  await keepTicket(page.context());
  await onDashboard(page, app, "100");
  await page.getByRole("button", { name: /^FR,/ }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  const dock = screen.dock(page);
  await dock.getByRole("textbox").fill("10");
  await expect(dock.getByText(texts.fr.common.ownBeacon)).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1366, height: 650 });
  await expect(dock.getByRole("definition")).toHaveCount(3);
  for (const part of [
    ...(await dock.getByRole("definition").all()),
    ...(await dock.getByText("sur 100").all()),
    ...(await dock.getByRole("radio").all()),
    dock.getByRole("textbox"),
    dock.getByRole("group", { name: "Acheter" }).getByRole("button"),
    dock.getByRole("group", { name: "Vendre" }).getByRole("button"),
  ]) {
    await expect(part).toBeInViewport({ ratio: 0.99 });
  }
  await expectToFit(page, "1366 by 650");

  await page.setViewportSize({ width: 740, height: 360 });
  const bar = (await page.locator("[data-bottom-bar]").boundingBox())!;
  expect(bar.height).toBeLessThan(60);
  await screen.sideButton(page, "Acheter").click();
  await screen.amountField(page).fill("10");
  const foot = screen.dialog(page).getByRole("contentinfo");
  for (const [width, height, zoom] of [
    [1100, 650, 1],
    [768, 1024, 1],
    [360, 740, 1],
    [740, 360, 1],
    [360, 400, 1],
    // The room that double zoom leaves of 1366 by 650, and text alone at double size on a phone.
    [683, 325, 1],
    [360, 740, 2],
  ] as const) {
    const where = `${width} by ${height}, text times ${zoom}`;
    await page.setViewportSize({ width, height });
    await page.evaluate((times) => (document.documentElement.style.fontSize = `${times}00%`), zoom);
    await screen.stillness(page);
    for (const figure of await foot.getByRole("definition").all()) {
      await expect(figure, where).toBeInViewport({ ratio: 0.99 });
    }
    await expect(foot.getByRole("definition"), where).toHaveCount(4);
    await expect(screen.confirmButton(page), where).toBeInViewport({ ratio: 0.99 });
    await screen.amountField(page).scrollIntoViewIfNeeded();
    await expect(screen.amountField(page), where).toBeInViewport({ ratio: 0.99 });
    if (zoom === 1) await expectToFit(page, where);
    const amount = (await screen.amountField(page).boundingBox())!;
    const duration = (await screen.dialog(page).getByText("Vous gagnez si").boundingBox())!;
    expect(duration.x > amount.x + amount.width, `${where}: two columns`).toBe(width >= 640 && width < 1024);
    if (height > 480 && zoom === 1) {
      // The chart shows five minutes and the time to come, so its last minute ends at four fifths of its width.
      const ticket = (await screen.dialog(page).boundingBox())!;
      const chart = (await page.locator("canvas").boundingBox())!;
      const isAbove = chart.y >= 0 && chart.y + chart.height <= ticket.y;
      expect(
        isAbove || chart.x + chart.width * 0.5 > ticket.x + ticket.width,
        `${where}: the last minute`,
      ).toBe(true);
    }
  }
});

test("dims Buy and Sell without a live price and still lets them be pressed", async ({ app, page }) => {
  let isSilent = true;
  await page.routeWebSocket(/\/ws\?token=/, (socket) => {
    if (!isSilent) socket.connectToServer();
  });
  await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  const buy = screen.sideButton(page, "Buy");
  const colour = () => buy.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(buy).toBeEnabled();
  const quiet = await colour();
  await buy.click();
  await expect(screen.dialog(page)).toBeVisible();
  await screen.closeDialog(page);
  isSilent = false;
  await page.reload();
  await goLive(page, app);
  await expect.poll(colour).not.toBe(quiet);
});

test.describe("on a phone with an empty balance", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("moves no card while the dashboard loads, so that no press misses its button", async ({
    app,
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
          for (const { node } of entry.sources)
            if (node instanceof HTMLElement && node.querySelector("h2") !== null) shifts.push(node.innerText);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await onDashboard(page, app, "0");
    await expect(page.getByText("Your balance is empty.")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
});
