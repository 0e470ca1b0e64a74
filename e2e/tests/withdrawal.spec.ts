import type { Locator } from "@playwright/test";
import { USDT_CONTRACT } from "@veritick/domain/addresses.ts";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { CODE, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import {
  addressField,
  codeField,
  creationsOf,
  fillWithdrawal,
  historyRows,
  openTab,
  openWithdrawal,
  readyToWithdraw,
  withCode,
  withdrawalsOf,
  withdrawButton,
} from "../kit/money.ts";
import { PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, stayConnected } from "../kit/time.ts";
import { MINUS, texts } from "../kit/words.ts";

const fees = ["Amount20.00 USDMS", `Fee (8%)${MINUS}1.60 USDMS`, "You receive18.40 USDT"] as const;
const cut = ["Amount33.33 USDMS", `Fee (8%)${MINUS}2.67 USDMS`, "You receive30.66 USDT"] as const;
const checks = {
  amount: ["Invalid amount", "Minimum withdrawal amount is 15 USDMS"],
  decimals: ["Invalid amount", "Enter an amount with at most two decimals, such as 15.50"],
  balance: ["Insufficient balance", "You don't have enough funds"],
  address: ["Invalid address", "Please enter a valid USDT address"],
  contract: [
    "Invalid address",
    "This is the address of a contract, not of a wallet. Anything sent to it is lost. Enter an address of your own wallet.",
  ],
  code: ["Invalid withdrawal code", "The withdrawal code must be 5 digits"],
} as const;
const done = ["Withdrawal created", "Your withdrawal is being processed. Waiting for approval."] as const;
test("shows fee and net, checks four things in order, and clears itself once sent", async ({ app, page }) => {
  const creations = creationsOf(page, "/api/withdrawals");
  const person = await withCode(page.context(), app, "100");
  await page.goto(app.url);
  await openWithdrawal(page);
  const dialog = screen.dialog(page);
  const amount = screen.amountField(page);
  await expect(amount).toBeFocused();
  await expect(dialog).toContainText("100.00 available");
  await expect(dialog).toContainText("Check every character of the address.");
  await expect(addressField(page)).toHaveAttribute("placeholder", /^T/);
  await expect(addressField(page)).toHaveAttribute("minlength", "34");
  await expect(codeField(page)).toHaveAttribute("inputmode", "numeric");

  const breakdown = dialog.getByRole("term").locator("..");
  for (const nothing of ["", "0", "-20", "abc"]) {
    await amount.fill(nothing);
    await expect(withdrawButton(page)).toHaveText("Withdraw 0.00 USDT");
    await expect(breakdown).toHaveCount(0);
  }
  await dialog.getByRole("button", { name: "Max, the whole balance" }).click();
  await expect(amount).toHaveValue("100.00");
  await amount.fill("20");
  await expect(breakdown).toHaveText([...fees]);
  await expect(withdrawButton(page)).toHaveText("Withdraw 18.40 USDT");
  await amount.fill("15");
  await amount.press("ArrowUp");
  await expect(amount).toHaveValue("15.01");
  await expect(withdrawButton(page)).toHaveText("Withdraw 13.80 USDT");

  await test.step("rounds to cents that add up, with the exact figures in the tips", async () => {
    await amount.fill("33.33");
    await expect(breakdown).toHaveText([...cut]);
    await expect(withdrawButton(page)).toHaveText("Withdraw 30.66 USDT");
    const tip = page.getByRole("tooltip");
    await breakdown.nth(1).getByRole("definition").locator("span").hover();
    await expect(tip).toHaveText(`Exactly ${MINUS}2.6664 USDMS`);
    await breakdown.nth(2).getByRole("button").focus();
    await page.keyboard.press("Tab");
    await expect(tip).toHaveText("Exactly 30.6636 USDT");
  });

  await test.step("shows fee and net below the amount, in view as soon as it is typed", async () => {
    const viewport = page.viewportSize()!;
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [375, 812],
    ] as const) {
      await amount.fill("");
      await page.setViewportSize({ width, height });
      await amount.pressSequentially("33.33");
      await screen.stillness(page);
      const bottomOf = async (place: Locator) => {
        const box = (await place.boundingBox())!;
        return box.y + box.height;
      };
      const net = breakdown.nth(2);
      expect((await breakdown.nth(0).boundingBox())!.y).toBeGreaterThanOrEqual(await bottomOf(amount));
      expect(await bottomOf(net)).toBeLessThanOrEqual((await addressField(page).boundingBox())!.y);
      // The button stays at the dialog's foot, above whatever scrolls under it.
      expect(await bottomOf(net)).toBeLessThanOrEqual((await withdrawButton(page).boundingBox())!.y);
      for (const row of await breakdown.all()) await expect(row).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(viewport);
  });

  const refuses = async (check: keyof typeof checks, field: Locator) => {
    await withdrawButton(page).click();
    const [title, words] = checks[check];
    await screen.expectNotice(page, title, words);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toBeFocused();
  };
  const address = someAddress();
  await fillWithdrawal(page, { amount: "14.99", address: "T", code: "1" });
  await refuses("amount", amount);
  for (const tooFine of ["20.005", "100.010"]) {
    await amount.fill(tooFine);
    await refuses("decimals", amount);
  }
  await amount.fill("100.01");
  await refuses("balance", amount);
  await amount.fill("20");
  for (const wrong of ["", address.slice(1), `${address.slice(0, -1)}0`]) {
    await addressField(page).fill(wrong);
    await refuses("address", addressField(page));
  }
  await addressField(page).fill(USDT_CONTRACT);
  await refuses("contract", addressField(page));
  await addressField(page).fill(`tron:\u200b${address.slice(0, 9)}\u00ad ${address.slice(9)}?amount=20`);
  await expect(addressField(page)).toHaveValue(address);
  for (const wrong of ["", "1234", "1234a"]) {
    await codeField(page).fill(wrong);
    await refuses("code", codeField(page));
  }
  await codeField(page).fill(" 12 345");
  await expect(codeField(page)).toHaveValue("12345");
  expect(creations).toEqual([]);

  await test.step("leaves room between the button and the keyboard of a phone", async () => {
    const viewport = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 400 });
    const room = async () => {
      const { y, height } = (await withdrawButton(page).boundingBox())!;
      return 400 - (y + height);
    };
    await expect.poll(room).toBeGreaterThanOrEqual(16);
    await page.setViewportSize(viewport);
  });

  await test.step("says that it is processing, then closes, clears its fields and updates balance and history", async () => {
    const arrived = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/withdrawals", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      arrived.resolve();
      await held.promise;
      return route.fallback();
    });
    await codeField(page).fill(CODE);
    await codeField(page).press("Enter");
    await arrived.promise;
    await expect(withdrawButton(page)).toHaveText("Processing…");
    await codeField(page).press("Enter");
    held.resolve();
    await screen.expectNotice(page, done[0], done[1]);
    await expect(dialog).toBeHidden();
    expect(creations).toHaveLength(1);
    expect(creations[0]!.postDataJSON()).toEqual({ amount: "20.00", address, withdrawalCode: CODE });
    await expect(screen.balanceCard(page)).toContainText("80.00 USDMS");
    await openTab(page, texts.en.history.withdrawals);
    await expect(historyRows(page)).toHaveCount(1);
    await openWithdrawal(page);
    for (const field of [amount, addressField(page), codeField(page)]) await expect(field).toHaveValue("");
    await expect(dialog).toContainText("80.00 available");
    expect(await withdrawalsOf(person)).toHaveLength(1);
    expect(await person.balance()).toBe("80.00000000");
  });
});

test.describe("with a recent proof of identity required", () => {
  test.use({ environment: { STEP_UP_MINUTES: "10" } });

  rare(
    "creates a missing withdrawal code in place, after a proof of identity",
    async ({ ownApp: app, page, expectFaults }) => {
      expectFaults(/status of 403 .*\/api\/profile\/create-withdrawal-code/);
      const person = await withPassword(page.context(), app);
      await page.goto(app.url);
      await jump(app, 601);
      await goLive(page, app);
      await openWithdrawal(page);
      const dialog = screen.dialog(page);
      await expect(dialog).toContainText("You need a withdrawal code first.");
      await expect(screen.amountField(page)).toHaveCount(0);
      const field = dialog.getByRole("textbox", { name: "5-digit code" });
      await expect(field).toBeFocused();
      await field.fill(CODE);
      await field.press("Enter");
      await expect(dialog).toContainText([...CODE].join(" "));
      await dialog.getByRole("button", { name: "Create the code" }).click();
      const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
      await proof.getByLabel("Your password").fill(PASSWORD);
      await proof.getByRole("button", { name: "Continue" }).click();
      await screen.expectNotice(page, "Withdrawal code created");
      await expect(screen.amountField(page)).toBeFocused();
      await expect(codeField(page)).toBeVisible();
      await expect(dialog).not.toContainText("You need a withdrawal code first.");
      expect((await person.get("/api/auth/me")).body).toMatchObject({ withdrawalCode: true });
    },
  );
});

test("shows refusals at their field: own deposit address, wrong code, five wrong codes, a pause", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of (400|409|429) .*\/api\/withdrawals/);
  const person = await readyToWithdraw(page, app, "100");
  // Somebody else's: the notice that an own deposit is credited would replace the one about the withdrawal.
  const [depositor] = await seedPeople(app, 1, "0");
  const { body } = await depositor!.post<Deposit>("/api/deposits", { amount: "20" });
  await openWithdrawal(page);
  await fillWithdrawal(page, { amount: "20", address: body.payAddress! });
  const refuses = async (field: Locator, words: string) => {
    const answer = page.waitForResponse("**/api/withdrawals");
    await withdrawButton(page).click();
    await answer;
    await screen.expectNotice(page, "Error", words);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toBeFocused();
  };
  await refuses(
    addressField(page),
    "This is one of our deposit addresses. Enter an address of your own wallet.",
  );
  await addressField(page).fill(someAddress());
  await codeField(page).fill("99999");
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await refuses(
      codeField(page),
      "The withdrawal code is wrong. If you have forgotten it, contact support.",
    );
  }
  await codeField(page).fill(CODE);
  const locked =
    "Too many wrong withdrawal codes. Withdrawals are locked for 15 minutes. If you have forgotten the code, contact support.";
  await refuses(codeField(page), locked);
  expect(await person.balance()).toBe("100.00000000");

  await jump(app, 15 * 60);
  await withdrawButton(page).click();
  await screen.expectNotice(page, "Withdrawal created");
  await expect(screen.dialog(page)).toBeHidden();

  await test.step("says that withdrawals are paused, until the pause is over", async () => {
    await stayConnected(page, app);
    await openWithdrawal(page);
    await fillWithdrawal(page, { amount: "20", address: someAddress() });
    const until = new Date(app.clock.nowMs() + 2 * 3_600_000);
    await app.database.query("update users set withdrawals_held_until = $2 where id = $1", [
      person.user.id,
      until,
    ]);
    await withdrawButton(page).click();
    await screen.expectNotice(page, "Error", "They open again in 2 hours.");
    const pause = screen.dialog(page).getByText(/withdrawals are on hold after a change of password/);
    await expect(pause).toContainText(`2026, ${until.toISOString().slice(11, 16)}.`);

    await jump(app, 2 * 3_600);
    await expect(async () => {
      await pass(app);
      await expect(pause).toBeHidden({ timeout: 100 });
    }).toPass({ intervals: [0] });
    await withdrawButton(page).click();
    await screen.expectNotice(page, "Withdrawal created");
  });
});
