import { endHolds, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { savedAddress } from "@veritick/server/testing/valid-calls.ts";
import { expect, test } from "../kit/fixtures.ts";
import { codeField, openWithdrawal, withCode, withdrawalsOf, withdrawButton } from "../kit/money.ts";
import { card, openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

test("a person chooses the words that each e-mail to them shows", async ({ app, page }) => {
  await withPassword(page.context(), app);
  await openProfile(page, app);
  const phrases = card(page, "Anti-phishing phrase");
  const dialog = screen.dialog(page);
  const typed = dialog.getByRole("textbox", { name: "Your phrase" });
  await phrases.getByRole("button", { name: "Set a phrase" }).click();
  await typed.fill("call +1 555 0100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(typed).toHaveAccessibleDescription(/Use 3 to 40 letters/);
  await typed.fill("  blue heron ");
  await typed.press("Enter");
  await screen.expectNotice(page, "Anti-phishing phrase saved", "blue heron");
  await expect(phrases.getByRole("listitem")).toContainText("blue heron");

  await phrases.getByRole("button", { name: "Change the phrase" }).click();
  await expect(typed).toHaveValue("blue heron");
  await typed.fill("red kite");
  await typed.press("Enter");
  await expect(phrases.getByRole("listitem")).toContainText("red kite");
  await page.reload();
  await phrases.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await screen.expectNotice(page, "Anti-phishing phrase removed");
  await expect(phrases.getByRole("listitem")).toHaveCount(0);
  await expect(phrases.getByRole("button", { name: "Set a phrase" })).toBeVisible();
});

test("a person withdraws to saved addresses only, until they confirm that it is they who switch that off", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 403 .*\/api\/withdrawals\/addresses/);
  expectFaults(/status of 40[03] .*\/api\/ws-token|WebSocket connection to .* failed/);
  const { user } = await withPassword(page.context(), app);
  const owner = await withCode(page.context(), app, "100");
  await app.database.query(
    "update users u set password = known.password from users known where u.id = $1 and known.id = $2",
    [owner.user.id, user.id],
  );
  const addresses = card(page, "Saved addresses");
  await openProfile(page, app);
  await expect(addresses).not.toContainText("Withdraw only to saved addresses");
  await savedAddress(app, owner.user.id);
  await endHolds(app, [owner]);
  await page.reload();
  await addresses.getByRole("button", { name: "Switch on" }).click();
  await screen.expectNotice(page, "You can withdraw only to saved addresses");
  await expect(addresses.getByRole("button", { name: "Switch off" })).toBeFocused();

  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await openWithdrawal(page);
  const dialog = screen.dialog(page);
  await screen.amountField(page).fill("20");
  await codeField(page).fill("40217");
  await expect(dialog.getByRole("textbox", { name: /address/ })).toHaveCount(0);
  const choice = dialog.getByRole("combobox", { name: /Your USDT address/ });
  await withdrawButton(page).click();
  await expect(choice).toHaveAccessibleDescription(/valid USDT address/);
  await choice.selectOption({ index: 1 });
  await withdrawButton(page).click();
  await screen.expectNotice(page, "Withdrawal created");
  const other = { amount: "20", address: someAddress(), withdrawalCode: "40217" };
  expect((await owner.post("/api/withdrawals", other)).body.code).toBe("address_not_saved");
  expect(await withdrawalsOf(owner)).toHaveLength(1);

  await openProfile(page, app);
  await jump(app, 601);
  await addresses.getByRole("button", { name: "Switch off" }).click();
  await dialog.getByRole("button", { name: "Switch off" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Your password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await screen.expectNotice(page, "Withdrawals to any address allowed");
  await expect(addresses.getByRole("button", { name: "Switch on" })).toBeVisible();
});
