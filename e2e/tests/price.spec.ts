import type { Page } from "@playwright/test";
import type { Candles, Prices } from "@veritick/contract/schemas/fairness.ts";
import { expectNoViolations } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { findOneMinute } from "../kit/foresight.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, now, pass, whileTicking } from "../kit/time.ts";
import { MINUS, texts } from "../kit/words.ts";

const NARROW = "\u202f";
const shownPrice = (page: Page) => page.getByTestId("price");
const shownChange = (page: Page) => page.getByTestId("price-change");
const gauge = (page: Page) => page.getByRole("meter");

async function newestPrices(page: Page): Promise<{ price: number; previous: number }> {
  const { prices } = (await (
    await page.request.get(new URL("/api/prices", page.url()).href)
  ).json()) as Prices;
  return { price: prices.at(-1)!, previous: prices.at(-2)! };
}

function signed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : MINUS}${text}`;
}

/** Returns how far the outline of a focused element in a list ends from the list's right edge. Runs in the browser. */
function roomOfOutline(element: HTMLElement | SVGElement): number {
  const { outlineOffset, outlineWidth } = getComputedStyle(element);
  const { right } = element.closest("ul")!.parentElement!.getBoundingClientRect();
  const outline = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  return right - element.getBoundingClientRect().right - outline;
}

test("shows 152.790 before the first price and never rounds a balance up", async ({ ownApp: app, page }) => {
  await jump(app, 100);
  await withMoney(page.context(), app, "1234.99999999");
  await page.goto(app.url);
  await expect(screen.balanceCard(page)).toContainText("1,234.99 USDMS");
  await expect(screen.balanceCard(page)).toContainText("≈ $1,234.99");
  await expect(shownPrice(page)).toHaveText("152.790");
  expect((await newestPrices(page)).price).not.toBe(152.79);
  await expect(shownChange(page)).toContainText("\u2013");
  await screen.sideButton(page, "Buy").click();
  await expect(screen.dialog(page)).toContainText("152.790");
  await expect(screen.confirmButton(page)).toBeDisabled();
});

test("shows the change with sign, decimals, arrow and colour", async ({ app, page }) => {
  await onDashboard(page, app, "100");
  const colours = { up: new Set<string>(), down: new Set<string>() };
  const arrows = { up: new Set<string>(), down: new Set<string>() };
  const ticks = { up: 0, down: 0 };
  const fewest = process.env["VERITICK_LONG"] === "1" ? 12 : 3;
  while (ticks.up < fewest || ticks.down < fewest) {
    await pass(app);
    const { price, previous } = await newestPrices(page);
    await expect(shownPrice(page)).toHaveText(price.toFixed(3));
    const change = `${signed(price - previous, 3)}${signed((100 * (price - previous)) / previous, 2)}%`;
    await expect(shownChange(page)).toContainText(new RegExp(`${change.replaceAll("+", "\\+")}$`));
    await screen.stillness(page);
    const { colour, arrow } = await shownChange(page).evaluate((line) => ({
      colour: getComputedStyle(line).color,
      arrow: [...line.querySelectorAll("svg")]
        .filter((each) => each.getBoundingClientRect().width > 0)
        .map((each) => each.innerHTML)
        .join(" and "),
    }));
    const direction = price >= previous ? "up" : "down";
    ticks[direction] += 1;
    colours[direction].add(colour);
    arrows[direction].add(arrow);
  }
  // Up and unchanged share one colour and one arrow; down has others.
  for (const { up, down } of [colours, arrows]) {
    expect([up.size, down.size]).toEqual([1, 1]);
    expect(up).not.toEqual(down);
  }
  expect([...arrows.up, ...arrows.down].join()).not.toContain(" and ");
});

test("the chart stays sharp when the window moves to another screen", async ({ app, page }) => {
  await onDashboard(page, app, "100");
  const devtools = await page.context().newCDPSession(page);
  const canvas = page.locator("canvas");
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const deviceScaleFactor of [1.25, 2, 3, 1]) {
    await devtools.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor,
      mobile: false,
    });
    const pixels = () =>
      canvas.evaluate((each: HTMLCanvasElement) => {
        const box = each.parentElement!.getBoundingClientRect();
        return [devicePixelRatio, each.width / box.width, each.height / box.height].map(
          (ratio) => Math.round(ratio * 100) / 100,
        );
      });
    const expected = Array<number>(3).fill(deviceScaleFactor);
    // The emulated screen tells no media query of the change, so the next price draws it.
    await whileTicking(app, () => expect.poll(pixels).toEqual(expected));
  }
});

rare(
  "moves the chart by dragging, wheel and key, and reads its ticks and candles by key",
  async ({ app, page }) => {
    await jump(app, 400);
    await onDashboard(page, app, "100");
    const canvas = page.locator("canvas");
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const picture = () => canvas.evaluate((each: HTMLCanvasElement) => each.toDataURL());
    const back = page.getByRole("button", { name: "Back to now" });
    const following = await picture();

    await page.mouse.move(x + width / 3, y + height / 2);
    await expect.poll(picture, "a crosshair is where the pointer is").not.toBe(following);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(back).toBeVisible();
    await back.click();
    await expect(back).toBeHidden();

    const earlier = page.getByRole("button", { name: "Show more time" });
    await earlier.focus();
    for (const key of ["ArrowLeft", "End", "+", "End", "Enter"]) {
      const before = await picture();
      await earlier.press(key);
      await expect(back)[key === "End" ? "toBeHidden" : "toBeVisible"]();
      await expect.poll(picture, key).not.toBe(before);
    }

    const ask = async (path: string): Promise<unknown> =>
      (await page.request.get(new URL(path, page.url()).href)).json();
    const slider = page.getByRole("slider", { name: texts.en.trade.price.read });
    await slider.focus();
    const reading = /^\d\d:\d\d:\d\d: \d{3}\.\d{3}$/;
    // The page fetches what it missed before its socket was open with the next tick.
    await expect(async () => {
      await pass(app);
      await slider.press("End");
      await expect(slider).toHaveAttribute("aria-valuetext", reading, { timeout: 250 });
      await slider.press("ArrowLeft");
      await expect(slider).toHaveAttribute("aria-valuetext", reading, { timeout: 250 });
    }).toPass({ intervals: [0] });
    const tick = Number(await slider.getAttribute("aria-valuenow")) + 1;
    const { prices } = (await ask(`/api/prices?from=${tick - 1}&to=${tick - 1}`)) as Prices;
    await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(`: ${prices[0]!.toFixed(3)}$`));
    await slider.press("Escape");
    await expect(slider).toHaveAttribute("aria-valuetext", texts.en.trade.price.readHint);

    const hour = page.getByRole("radio", { name: texts.en.trade.price.windowMinutes(60) });
    await hour.click();
    await page.reload();
    await expect(hour).toBeChecked();
    await goLive(page, app);
    await expect(async () => {
      await slider.press("End");
      await slider.press("ArrowLeft");
      await expect(slider).toHaveAttribute("aria-valuetext", /close/, { timeout: 100 });
    }).toPass({ intervals: [100] });
    const minute = Number(await slider.getAttribute("aria-valuenow"));
    const [own] = ((await ask(`/api/prices/candles?from=${minute}&to=${minute}`)) as Candles).candles;
    const [open, high, low, close] = [own!.open, own!.high, own!.low, own!.close].map((each) =>
      each.toFixed(3),
    );
    const words = `open ${open}, high ${high}, low ${low}, close ${close}`;
    await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(`${words.replaceAll(".", "\\.")}$`));
    await expectNoViolations(page, "the chart of an hour");
    await page.getByRole("button", { name: texts.en.trade.price.showTable }).press("Enter");
    await expect(screen.dialog(page).getByRole("row").nth(2)).toContainText(`${open}${high}${low}${close}`);
    await expectNoViolations(page, "the table of an hour");
  },
);

test("puts the marker of the gauge at the price between 140 and 170", async ({ app, page }) => {
  await onDashboard(page, app, "100");
  for (const seconds of [1, 3_000, 20_000]) {
    await jump(app, seconds);
    const { price } = await newestPrices(page);
    await expect(gauge(page)).toHaveAttribute("aria-valuenow", String(price));
    await expect(gauge(page)).toHaveAttribute("aria-valuemin", "140");
    await expect(gauge(page)).toHaveAttribute("aria-valuemax", "170");
    await expect(gauge(page)).toHaveAttribute("aria-valuetext", price.toFixed(3));
    const middle = async (text: string) => {
      const box = (await gauge(page).getByText(text, { exact: true }).boundingBox())!;
      return box.y + box.height / 2;
    };
    const [low, high] = [await middle("140"), await middle("170")];
    const expected = high + ((170 - price) / 30) * (low - high);
    // Only the gauge's marker has a CSS transform.
    const marker = gauge(page).locator("[style*=translateY] > *");
    await expect
      .poll(async () => {
        const box = (await marker.boundingBox())!;
        return Math.abs(box.y + box.height / 2 - expected);
      })
      .toBeLessThan(2);
  }
});

test("writes French numbers, words and relative times", async ({ app, page }) => {
  await prefer(page.context(), { language: "fr" });
  const person = await onDashboard(page, app, "1234567.899");
  await expect(screen.balanceCard(page)).toContainText(`1${NARROW}234${NARROW}567,89 USDMS`);
  await pass(app);
  const { price } = await newestPrices(page);
  await expect(shownPrice(page)).toHaveText(price.toFixed(3).replace(".", ","));
  await expect(shownChange(page)).toContainText(
    /^Variation depuis le dernier prix [+−]?\d,\d{3}[+−]?\d,\d{2}[\u202f\u00a0]%$/,
  );

  await person.post("/api/trading/positions", { type: "sell", amount: "1000.5", duration: 1 });
  const active = screen.activePositions(page).getByRole("listitem");
  await expect(active).toContainText("VENTE");
  await expect(active).toContainText(`1${NARROW}000,50 USDMS`);
  await expect(active).toContainText(`+2${NARROW}501,25`);
  await expect(active).toContainText(`×${NARROW}2,5`);
  await jump(app, 62);
  const row = screen.historyCard(page).getByRole("listitem");
  await expect(row).toContainText(/VENTE.*(\+2\u202f501,25|−1\u202f000,50).*(Gagnée|Perdue)/);
  await jump(app, 150);
  await goLive(page, app);
  await expect(row.getByRole("time")).toHaveText("il y a 2 minutes");
  await jump(app, 3_600);
  await goLive(page, app);
  await expect(row.getByRole("time")).toHaveText("il y a 1 heure");

  await screen.sideButton(page, "Acheter").click();
  await screen.amountField(page).fill("1 000,5");
  await pass(app);
  await expect(screen.confirmButton(page)).toHaveText(`Acheter pour 1${NARROW}000,50 USDMS`);
  await expect(screen.dialog(page)).toContainText(`+2${NARROW}501,25`);
});

for (const outcome of ["won", "lost"] as const) {
  test(`shows a ${outcome} position in notice, balance and history`, async ({ ownApp: app, page }) => {
    // Records the frequencies that the page plays, in hertz.
    await page.addInitScript(() => {
      const heard: number[] = [];
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
        heard.push(this.frequency.value);
        return start.call(this, when);
      };
      Object.assign(window, { heard });
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
    const person = await onDashboard(page, app, "100");
    const tone = page.getByRole("button", { name: "Sound and vibration for results" });
    await expect(tone).toHaveAttribute("aria-pressed", "false");
    if (outcome === "won") {
      await tone.click();
      await expect(tone).toHaveAttribute("aria-pressed", "true");
      await expect.poll(heard).toEqual([523]);
    }
    const { side, secondsFromNow } = await findOneMinute(app, outcome);
    await jump(app, secondsFromNow);
    const { body: opened } = await person.post("/api/trading/positions", {
      type: side,
      amount: "12.34",
      duration: 1,
    });
    expect(opened.entryTick).toBe(now(app));
    const active = screen.activePositions(page);
    await expect(active).toHaveAccessibleName("Active positions (1)");
    await goLive(page, app);
    await jump(app, opened.expiryTick - now(app));
    const profit = outcome === "won" ? "+30.85" : `${MINUS}12.34`;
    await screen.expectNotice(page, outcome === "won" ? "Position won" : "Position lost", `${profit} USDMS`);
    await expect(screen.balanceCard(page)).toContainText(outcome === "won" ? "130.85 USDMS" : "87.66 USDMS");
    const row = screen.historyCard(page).getByRole("listitem");
    await expect(row).toContainText(outcome === "won" ? "Won" : "Lost");
    await expect(row).toContainText(profit);
    await expect(active).toHaveAccessibleName("Active positions (0)");
    await expect.poll(heard).toEqual(outcome === "won" ? [523, 523] : []);
    await test.step("its place tells how it ended, until it is dismissed or for ten seconds", async () => {
      const ended = active.getByRole("listitem");
      await expect(ended).toContainText(outcome === "won" ? /Won.*\d beyond/ : /Lost.*\d short/);
      await expect(ended).toContainText(`${profit} USDMS`);
      await expectNoViolations(page, `${outcome} in its place`);
      const dismiss = ended.getByRole("button", { name: "Dismiss the result" });
      if (outcome === "won") {
        // While the row folds up, the focus stays in the list.
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await dismiss.press("Enter");
        await expect(ended).toHaveCount(0);
        await expect(active.locator(":focus")).toHaveCount(1);
        await page.emulateMedia({ reducedMotion: "reduce" });
      } else {
        // An element with the focus stays.
        await dismiss.focus();
        await expect(dismiss).toHaveCSS("outline-style", "solid");
        expect(await dismiss.evaluate(roomOfOutline)).toBeGreaterThanOrEqual(0);
        await pass(app, 12);
        await goLive(page, app);
        await expect(ended).toHaveCount(1);
        await screen.historyCard(page).getByRole("tab").first().focus();
        await pass(app, 12);
        await goLive(page, app);
      }
      await expect(ended).toHaveCount(0);
      await expect(active).toContainText("No active positions");
      await expect(row).toContainText(profit);
    });
    expect(await app.checkLedger()).toEqual([]);
  });
}
