import type { Locator, Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { openWithdrawal, readyToWithdraw } from "../kit/money.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";

const place = (page: Page) => page.getByRole("region", { name: "Notices (F8)" });
const submit = (page: Page) => page.getByRole("main").getByRole("button", { name: "Create the account" });

/** Opens a page with a button that shows a notice without a call, on a clock that the test moves. */
async function onAuthPage(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(`${url}/auth?mode=register`);
  await submit(page).click();
  await expect(screen.notices(page)).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(screen.notices(page)).toHaveCount(0);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

test("shows only the newest notice for 5 seconds, focuses it on F8, dismisses it on a swipe", async ({
  app,
  page,
}) => {
  await onAuthPage(page, app.url);
  await test.step("disappears by itself, to the millisecond", async () => {
    await submit(page).click();
    await expect(screen.notices(page)).toHaveCount(1);
    await page.clock.runFor(4_999);
    await expect(screen.notices(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(screen.notices(page)).toHaveCount(0);
  });
  await test.step("disappears by itself also after an earlier one was closed by its button", async () => {
    await submit(page).click();
    await place(page).getByRole("button", { name: "Close" }).click();
    await expect(screen.notices(page)).toHaveCount(0);
    await submit(page).click();
    await expect(screen.notices(page)).toHaveCount(1);
    await page.clock.runFor(5_000);
    await expect(screen.notices(page)).toHaveCount(0);
  });
  await test.step("replaces the notice before and has its own 5 seconds", async () => {
    await submit(page).click();
    await expect(screen.notices(page)).toContainText("Enter a valid e-mail address");
    await page.clock.runFor(3_000);
    await page.getByRole("textbox", { name: "E-mail" }).fill("someone@example.com");
    await submit(page).click();
    await expect(screen.notices(page)).toHaveCount(1);
    await expect(screen.notices(page)).toContainText("The password must be at least 6 characters");
    await page.clock.runFor(4_999);
    await expect(screen.notices(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(screen.notices(page)).toHaveCount(0);
  });

  const notice = screen.notices(page);
  const close = place(page).getByRole("button", { name: "Close" });
  // Without an address, a refusal leaves the focus in place.
  await page.getByRole("textbox", { name: "E-mail" }).fill("");
  await test.step("moves the focus on F8 and keeps a notice that has it", async () => {
    await submit(page).click();
    await expect(notice).toHaveCount(1);
    await page.keyboard.press("F8");
    const isThere = () => place(page).evaluate((region) => region.contains(document.activeElement));
    expect(await isThere()).toBe(true);
    await page.clock.runFor(20_000);
    await expect(notice).toHaveCount(1);
    for (let steps = 0; steps < 3; steps += 1) {
      await page.keyboard.press("Tab");
      if (await close.evaluate((each) => each === document.activeElement)) break;
    }
    await expect(close).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(notice).toHaveCount(0);
  });
  await test.step("returns the focus when the notice goes", async () => {
    const email = page.getByRole("textbox", { name: "E-mail" });
    for (const leave of ["Escape", "Enter on its button", "a newer one"]) {
      await email.focus();
      await email.press("Enter");
      await expect(notice).toHaveCount(1);
      await page.keyboard.press("F8");
      await expect(email).not.toBeFocused();
      if (leave === "Escape") await page.keyboard.press("Escape");
      else if (leave === "a newer one") await submit(page).dispatchEvent("click");
      else {
        await close.focus();
        await page.keyboard.press("Enter");
      }
      await expect(email, leave).toBeFocused();
    }
    await page.clock.runFor(5_000);
    await expect(notice).toHaveCount(0);
    await page.keyboard.press("F8");
    await expect(email, "nothing to go to").toBeFocused();
  });
  await test.step("goes on a swipe and is at most 420 px wide", async () => {
    await submit(page).click();
    await expect(notice).toHaveCount(1);
    const box = (await notice.boundingBox())!;
    expect(box.width).toBeLessThanOrEqual(420);
    const swipe = async (distance: number) => {
      await page.mouse.move(box.x + 40, box.y + box.height / 2);
      await page.mouse.down();
      for (let step = 1; step <= 8; step += 1) {
        await page.mouse.move(box.x + 40 + (distance * step) / 8, box.y + box.height / 2);
      }
      await page.mouse.up();
    };
    await swipe(-80);
    await expect(notice).toHaveCount(1);
    await swipe(46);
    await expect(notice).toHaveCount(1);
    // On a busy machine the page may miss the start of a swipe and measure a shorter one.
    await expect(async () => {
      await swipe(54);
      await expect(notice).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 10_000 });
  });
});

test("goes from an open dialog to the notice on F8, and back to the field when the notice is dismissed", async ({
  app,
  page,
}) => {
  const person = await readyToWithdraw(page, app, "10");
  const notice = screen.notices(page);
  const field = screen.amountField(page);
  const enter = async () => {
    await page.keyboard.press("F8");
    expect(await place(page).evaluate((region) => region.contains(document.activeElement))).toBe(true);
  };
  const dialogs = {
    trade: {
      open: () => screen.sideButton(page, "Buy").click(),
      // The page checks an order only while the price is live.
      send: () => whileTicking(app, () => field.press("Enter")),
    },
    deposit: {
      open: () => page.getByRole("button", { name: "Deposit", exact: true }).click(),
      send: () => field.press("Enter"),
    },
    withdrawal: { open: () => openWithdrawal(page), send: () => field.press("Enter") },
  };
  for (const [name, { open, send }] of Object.entries(dialogs)) {
    await test.step(name, async () => {
      await open();
      await field.fill("11");
      for (const dismiss of ["Escape", "its button"]) {
        await send();
        await expect(notice).toHaveCount(1);
        await enter();
        if (dismiss === "its button") {
          await page.keyboard.press("Tab");
          await page.keyboard.press("Tab");
          await expect(page.getByRole("tooltip")).toHaveText("Close");
        }
        await page.keyboard.press(dismiss === "Escape" ? "Escape" : "Enter");
        await expect(notice, dismiss).toHaveCount(0);
        await expect(field, dismiss).toBeFocused();
        await expect(field, dismiss).toHaveValue("11");
      }
      await screen.closeDialog(page);
    });
  }
  await test.step("a dialog that opened below the notice, and back with Tab", async () => {
    await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    await jump(app, 62);
    await expect(notice).toHaveCount(1);
    await screen.sideButton(page, "Buy").click();
    await field.focus();
    await enter();
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("Tab");
    await expect(screen.dialog(page).locator(":focus")).toHaveCount(1);
    await field.focus();
    await enter();
    await page.keyboard.press("Escape");
    await expect(notice).toHaveCount(0);
    await expect(field).toBeFocused();
  });
});

test("covers neither title nor button of a dialog on tablets and desktops", async ({ app, page }) => {
  await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  const [notice, dialog] = [screen.notices(page), screen.dialog(page)];
  for (const [width, height] of [
    [768, 1024],
    [1024, 600],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Deposit", exact: true }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(notice).toHaveCount(1);
    await screen.stillness(page);
    const { x, y, width: wide, height: tall } = (await notice.boundingBox())!;
    for (const part of [dialog.locator("header"), dialog.getByRole("button", { name: "Continue" })]) {
      const box = (await part.boundingBox())!;
      const isBeside = x >= box.x + box.width || x + wide <= box.x;
      expect(isBeside || y >= box.y + box.height || y + tall <= box.y, `${width}`).toBe(true);
    }
    await screen.closeDialog(page);
  }
});

rare("closes a notice over an open dialog, by mouse and with Escape", async ({ app, page }) => {
  const person = await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  await goLive(page, app);
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 3 });
  await screen.sideButton(page, "Buy").click();
  await jump(app, 62);
  const notice = screen.notices(page).filter({ hasText: /^Position (won|lost)/ });
  await expect(notice).toHaveCount(1);
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
  await expect(screen.dialog(page)).toBeVisible();

  await jump(app, 120);
  await expect(notice).toHaveCount(1);
  await screen.amountField(page).press("Escape");
  await expect(screen.dialog(page)).toBeHidden();
  await expect(notice).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(notice).toHaveCount(0);
});

rare(
  "covers neither title, price nor button of the ticket on a phone, in either order of opening",
  async ({ app, page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const person = await withMoney(page.context(), app, "100");
    await page.goto(app.url);
    await goLive(page, app);
    const notice = screen.notices(page);
    const dialog = screen.dialog(page);
    const boxOf = async (target: Locator) => (await target.boundingBox())!;
    const expectClear = async () => {
      await screen.stillness(page);
      await expect(async () => {
        const { y, height } = await boxOf(notice);
        for (const part of [dialog.locator("header"), dialog.getByRole("contentinfo")]) {
          const box = await boxOf(part);
          expect(y >= box.y + box.height || y + height <= box.y).toBe(true);
        }
      }).toPass({ timeout: 5_000 });
    };
    await test.step("a refusal over the open ticket", async () => {
      await screen.sideButton(page, "Buy").click();
      await screen.amountField(page).fill("1000");
      // The page checks an order only while the price is live.
      await whileTicking(app, () => screen.confirmButton(page).click());
      await expect(notice).toHaveCount(1);
      await expectClear();
      await notice.getByRole("button", { name: "Close" }).click();
      await screen.closeDialog(page);
    });
    await test.step("nor Buy, Sell, what confirms an order, or the chat on wider screens", async () => {
      for (const [width, height, isDocked] of [
        [1440, 900, true],
        [1366, 650, true],
        [1440, 900, false],
        [1366, 650, false],
        [1024, 768, false],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          (choice) => localStorage.setItem("ticket-beside-chart", choice),
          isDocked ? "on" : "off",
        );
        await page.reload();
        await goLive(page, app);
        if (!isDocked) await screen.sideButton(page, "Buy").click();
        const confirm = isDocked
          ? screen.dock(page).getByRole("group", { name: "Buy" }).getByRole("button")
          : screen.confirmButton(page);
        await (isDocked ? screen.dock(page).getByRole("textbox") : screen.amountField(page)).fill("1000");
        await whileTicking(app, () => confirm.click());
        await expect(notice).toHaveCount(1);
        await screen.stillness(page);
        const { x, y, height: tall, width: wide } = await boxOf(notice);
        const isClear = async (target: Locator) => {
          const box = await boxOf(target);
          const isBeside = box.x >= x + wide || box.x + box.width <= x;
          return isBeside || box.y >= y + tall || box.y + box.height <= y;
        };
        expect(await isClear(confirm), `confirm at ${width}`).toBe(true);
        if (isDocked) {
          expect(await isClear(screen.dock(page)), `ticket at ${width}`).toBe(true);
          continue;
        }
        await screen.closeDialog(page);
        for (const side of ["Buy", "Sell"] as const)
          expect(await isClear(screen.sideButton(page, side)), `${side} at ${width}`).toBe(true);
      }
      // The notice leaves by itself. The next one must not be mistaken for it.
      await expect(notice).toHaveCount(0);
      await page.setViewportSize({ width: 360, height: 800 });
    });
    await test.step("the ticket opened below a result", async () => {
      await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
      await jump(app, 62);
      await expect(notice).toHaveCount(1);
      expect((await boxOf(notice)).y).toBeLessThan(100);
      await screen.sideButton(page, "Buy").click();
      await expectClear();
    });
  },
);
