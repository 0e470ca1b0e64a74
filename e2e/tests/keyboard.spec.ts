import type { Locator, Page } from "@playwright/test";
import { CODE, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { addressField, codeField, historyRows, withdrawButton } from "../kit/money.ts";
import { prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const PASSWORD = "a long password";

test("registers, deposits, trades, withdraws and logs out in French, by keyboard alone", async ({
  app,
  page,
}) => {
  const { auth, common, landing, history, payments, profile, trade, wallet } = texts.fr;
  const { keyboard } = page;
  const dialog = screen.dialog(page);
  const press = async (target: Locator, key = "Enter") => {
    await tabTo(page, target);
    await keyboard.press(key);
  };
  const type = async (target: Locator, words: string) => {
    await tabTo(page, target);
    await keyboard.type(words);
  };
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await prefer(page.context(), { language: "fr" });
  await page.goto(app.url);

  await test.step("register", async () => {
    await press(page.getByRole("link", { name: landing.getStarted, exact: true }));
    await expect(page.getByRole("heading", { name: auth.register.title })).toBeVisible();
    await type(page.getByRole("textbox", { name: auth.email }), "newcomer@example.com");
    await type(page.getByLabel(auth.password, { exact: true }), PASSWORD);
    await type(page.getByLabel(auth.confirm, { exact: true }), PASSWORD);
    await keyboard.press("Enter");
    await expect(screen.balanceCard(page)).toBeVisible();
    await goLive(page, app);
  });

  await test.step("deposit", async () => {
    const opener = screen.balanceCard(page).getByRole("button", { name: wallet.deposit });
    await press(opener);
    await expect(screen.amountField(page)).toBeFocused();
    await expectVisibleFocus(page);
    await keyboard.type("100");
    await press(dialog.getByRole("button", { name: payments.deposit.form.submit }));
    await expect(dialog.getByRole("heading", { name: payments.deposit.awaiting.title })).toBeVisible();
    await pass(app, 4);
    await press(dialog.getByRole("button", { name: payments.deposit.awaiting.done, exact: true }), "Space");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(screen.balanceCard(page)).toContainText("100,00");
  });

  await test.step("create the withdrawal code", async () => {
    await press(page.getByRole("button", { name: RegExp(common.menu.label) }));
    await expect(page.getByRole("menu")).toBeVisible();
    await keyboard.press("Home");
    await expect(page.getByRole("menuitem", { name: common.menu.profile })).toBeFocused();
    await expectVisibleFocus(page);
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: profile.title, exact: true })).toBeVisible();
    await type(page.getByRole("textbox", { name: profile.code.label }), CODE);
    await press(button(profile.code.next));
    await press(button(profile.code.submit));
    await expect(page.getByText(profile.code.created)).toBeVisible();
    await press(page.getByRole("link", { name: profile.back }));
    await expect(page).toHaveURL(`${app.url}/dashboard`);
    await goLive(page, app);
  });

  await test.step("trade", async () => {
    const opener = button(trade.side.sell);
    await press(opener);
    await expect(screen.amountField(page)).toBeFocused();
    await keyboard.type("12.5");
    await tabTo(page, dialog.getByRole("radio", { name: /^1 min/ }));
    await keyboard.press("ArrowRight");
    await expect(dialog.getByRole("radio", { name: /^3 min/ })).toBeChecked();
    await whileTicking(app, async () => {
      await expect(screen.confirmButton(page)).toBeEnabled();
      await press(screen.confirmButton(page));
      await expect(dialog).toBeHidden();
    });
    await expect(opener).toBeFocused();
    await expect(screen.activePositions(page)).toHaveAccessibleName(trade.positions.title(1));
  });

  await test.step("withdraw, then look at the withdrawal without cancelling it", async () => {
    const opener = screen.balanceCard(page).getByRole("button", { name: wallet.withdraw });
    await press(opener);
    await expect(screen.amountField(page)).toBeFocused();
    await keyboard.type("20");
    await type(addressField(page), someAddress());
    await type(codeField(page), CODE);
    await press(withdrawButton(page), "Space");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await tabTo(page, screen.historyCard(page).getByRole("tab", { name: history.trades }));
    await keyboard.press("End");
    const row = historyRows(page).getByRole("button");
    await press(row);
    await expect(dialog).toBeVisible();
    const cancel = dialog.getByRole("button", { name: payments.withdrawal.details.cancel });
    await press(cancel);
    await expect(button(payments.withdrawal.cancel.keep)).toBeFocused();
    await expectVisibleFocus(page);
    await keyboard.press("Enter");
    await expect(cancel).toBeFocused();
    await keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(row).toBeFocused();
    await expect(row).toContainText(wallet.withdrawalStatus.pending);
  });

  await test.step("log out", async () => {
    await tabTo(page, page.getByRole("link", { name: common.home }).first());
    await press(page.getByRole("button", { name: RegExp(common.menu.label) }));
    await expect(page.getByRole("menu")).toBeVisible();
    await keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: common.menu.logout })).toBeFocused();
    await expectVisibleFocus(page);
    await keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/auth`);
  });
});

rare("leads from the first Tab stop of every page to its content", async ({ app, page }) => {
  const expectToSkip = async (path: string, language: "en" | "fr") => {
    await page.goto(app.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const skip = page.getByRole("link", { name: texts[language].common.skipToContent, exact: true });
    // On this page the first field has the focus from the start.
    if (path === "/auth") await skip.focus();
    else await page.keyboard.press("Tab");
    await expect(skip, path).toBeFocused();
    await expectVisibleFocus(page);
    expect((await skip.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main"), path).toBeFocused();
  };
  for (const path of ["/", "/auth"]) await expectToSkip(path, "en");
  const person = await withMoney(page.context(), app, "100");
  const position = await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
  const { id } = position.body as { id: string };
  await prefer(page.context(), { language: "fr" });
  const more = process.env["VERITICK_LONG"] === "1" ? ["/profile", "/statement"] : [];
  for (const path of ["/dashboard", ...more, `/positions/${id}`, "/admin"]) {
    await expectToSkip(path, "fr");
  }
});

/** Expects an outline around the focused element or its field, so that a user without a mouse sees the focus. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const { hidden } = await page.evaluate(focusIn, []);
  expect.soft(hidden, HIDDEN).toBe("");
}

const HIDDEN = "what has the focus without showing it";

/** Tells whether one of `targets` has the focus, and which focused element does not show it. Runs in the browser. */
function focusIn(targets: readonly Node[]): { isReached: boolean; hidden: string } {
  const focused = document.activeElement;
  const isReached = targets.some((each) => each === focused);
  const shown = { isReached, hidden: "" };
  // An element that takes the focus only to be read out needs no outline.
  if (focused === null || focused === document.body || focused.matches("[tabindex='-1']")) return shown;
  // A menu marks the highlighted item with a bar.
  if (focused.role === "menuitem" && getComputedStyle(focused).boxShadow !== "none") return shown;
  let around: Element | null = focused;
  for (let levels = 0; levels < 4 && around !== null; levels += 1) {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(around);
    const isDrawn = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    if (isDrawn && !/^rgba\(.*, 0\)$|^transparent$/.test(outlineColor)) return shown;
    around = around.parentElement;
  }
  return { isReached, hidden: focused.outerHTML.slice(0, 200) };
}

/** Presses Tab until `target` has the focus and checks each stop on the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // Finding a target by its role takes long, so it is looked for again only after the page drew it anew.
  for (let searches = 0; searches < 2; searches += 1) {
    await expect(target.first()).toBeAttached();
    const found = await target.elementHandles();
    for (let steps = 0; steps <= 60; steps += 1) {
      const { isReached, hidden } = await page.evaluate(focusIn, found);
      // The element that has the focus at the start is no stop on the way.
      if (steps > 0 || isReached) expect.soft(hidden, HIDDEN).toBe("");
      if (isReached) return;
      await page.keyboard.press("Tab");
    }
  }
  throw new Error(`the Tab key does not reach ${String(target)}`);
}
