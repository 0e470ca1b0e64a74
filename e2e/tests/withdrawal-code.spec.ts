import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { asAdmin } from "../kit/admin.ts";
import { addressField, openWithdrawal } from "../kit/money.ts";
import { withMoney } from "../kit/people.ts";
import { card, openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump } from "../kit/time.ts";

const codeCard = (page: Page) => card(page, /^(Withdrawal code|Code de retrait)$/);
const field = (page: Page) =>
  codeCard(page).getByRole("textbox", { name: /^(5-digit code|Code à 5 chiffres)$/ });
const next = (page: Page) => codeCard(page).getByRole("button", { name: "Continue" });
const submit = (page: Page) => codeCard(page).getByRole("button", { name: "Create the code" });

test("takes exactly five digits once, then only says that a code exists", async ({ app, page }) => {
  const asked: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/create-withdrawal-code")) asked.push(request.postDataJSON());
  });
  const person = await withMoney(page.context(), app, "100");
  await openProfile(page, app);
  await expect(codeCard(page)).toContainText("You choose the code once.");

  for (const typed of ["", "1234", "12a45"]) {
    await field(page).fill(typed);
    await next(page).click();
    await screen.expectNotice(page, "Error", "The code must be exactly 5 digits");
    await expect(field(page)).toHaveAccessibleDescription("The code must be exactly 5 digits");
    await expect(field(page)).toBeFocused();
  }
  expect(asked).toEqual([]);

  await field(page).clear();
  await field(page).pressSequentially("012345");
  await expect(field(page)).toHaveValue("01234");
  await expect(field(page)).toHaveCSS("-webkit-text-security", "disc");
  await codeCard(page).getByRole("button", { name: "Show the code" }).click();
  await expect(field(page)).toHaveCSS("-webkit-text-security", "none");
  await field(page).fill(" 01\u00a0234\u200b");
  await expect(field(page)).toHaveValue("01234");
  await field(page).press("Enter");
  await test.step("shows the digits and asks once more", async () => {
    const shown = codeCard(page).getByText("0 1 2 3 4");
    await expect(shown).toBeVisible();
    await expect(shown.locator("xpath=ancestor::*[@tabindex][1]")).toBeFocused();
    expect(asked).toEqual([]);
    await codeCard(page).getByRole("button", { name: "Change the digits" }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("01234");
    await next(page).click();
  });
  await submit(page).click();
  await screen.expectNotice(page, "Withdrawal code created");
  expect(asked).toEqual([{ code: "01234" }]);

  const onlySaid = async () => {
    await expect(codeCard(page)).toContainText("Your withdrawal code was created.");
    await expect(codeCard(page).getByRole("textbox")).toHaveCount(0);
    await expect(codeCard(page)).toContainText("If you have forgotten it, contact support.");
    await expect(codeCard(page).getByRole("button")).toHaveCount(0);
    await expect(codeCard(page)).not.toContainText("You choose the code once.");
  };
  await onlySaid();
  await expect(
    page.getByText("Your withdrawal code was created.").locator("xpath=ancestor::*[@tabindex][1]"),
  ).toBeFocused();
  await page.reload();
  await onlySaid();
  expect((await person.get("/api/auth/me")).body).toMatchObject({ withdrawalCode: true });
});

rare(
  "learns that another tab created the code, at the latest by a refusal",
  async ({ app, page, elsewhere, expectFaults }) => {
    expectFaults(/ERR_FAILED .*\/api\/ws-token/);
    expectFaults(/status of 409 .*\/api\/profile\/create-withdrawal-code/);
    const person = await withMoney(page.context(), app, "100");
    await elsewhere.context().addCookies(await page.context().cookies());
    // Without pushes this page finds out about the code only by asking.
    await elsewhere.route("**/api/ws-token", (route) => route.abort());
    await openProfile(elsewhere, app);
    await page.goto(app.url);
    await goLive(page, app);
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await field(page).fill("11111");
    await field(elsewhere).fill("22222");

    await person.post("/api/profile/create-withdrawal-code", { code: "40217" });
    await expect(codeCard(page)).toContainText("Your withdrawal code was created.");
    await expect(field(page)).toHaveCount(0);

    await next(elsewhere).click();
    await submit(elsewhere).click();
    await screen.expectNotice(
      elsewhere,
      "Error",
      "A withdrawal code was already created. If you have forgotten it, contact support.",
    );
    await expect(codeCard(elsewhere)).toContainText("Your withdrawal code was created.");
    await expect(field(elsewhere)).toHaveCount(0);
  },
);

test("an administrator lets a user who forgot the code create one new code", async ({
  ownApp: app,
  page,
  elsewhere,
}) => {
  const owner = await withMoney(page.context(), app, "100");
  await owner.post("/api/profile/create-withdrawal-code", { code: "40217" });
  await page.goto(app.url);
  await goLive(page, app);
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(codeCard(page)).toContainText("Your withdrawal code was created.");

  await asAdmin(elsewhere, app);
  await elsewhere.goto(`${app.url}/admin/users/${owner.user.id}`);
  const button = elsewhere.getByRole("button", { name: "Reset the withdrawal code" });
  await button.click();
  const asked = screen.dialog(elsewhere);
  await expect(asked).toContainText("The user can then create one new code in the profile.");
  await asked.getByRole("button", { name: "Reset the withdrawal code" }).click();
  await expect(asked.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/Give a reason/);
  await asked.getByRole("textbox", { name: "Reason" }).fill("forgot it; called back");
  await asked.getByRole("button", { name: "Reset the withdrawal code" }).click();
  await screen.expectNotice(elsewhere, "Withdrawal code reset", owner.user.email);
  await expect(button).toHaveCount(0);
  await elsewhere.getByRole("tab", { name: "Audit" }).click();
  await expect(elsewhere.getByRole("tabpanel")).toContainText("Withdrawal code reset");

  await screen.expectNotice(page, "Withdrawal code reset by support");
  await field(page).fill("71204");
  await next(page).click();
  await submit(page).click();
  await screen.expectNotice(page, "Withdrawal code created");
  await expect(codeCard(page).getByRole("button")).toHaveCount(0);
});

rare("saves an address once the owner has confirmed their identity", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 403 .*\/api\/withdrawals\/addresses/);
  expectFaults(/status of 40[03] .*\/api\/ws-token|WebSocket connection to .* failed/);
  const owner = await withPassword(page.context(), app);
  await owner.post("/api/profile/create-withdrawal-code", { code: "40217" });
  await openProfile(page, app);
  const address = someAddress();
  await jump(app, 601);
  await page.getByRole("button", { name: "Add an address" }).click();
  const adding = page.getByRole("dialog", { name: "Add an address" });
  await adding.getByRole("textbox", { name: "Name" }).fill("My wallet");
  await adding.getByRole("textbox", { name: "Your USDT address" }).fill(address);
  await adding.getByRole("button", { name: "Save the address" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Your password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await screen.expectNotice(page, "Withdrawal address saved", "My wallet");
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await openWithdrawal(page);
  await page.getByRole("button", { name: `My wallet …${address.slice(-5)}` }).click();
  await expect(addressField(page)).toHaveValue(address);
  await screen.discardInput(page);

  await openProfile(page, app);
  await page.getByRole("button", { name: "Remove My wallet" }).click();
  await screen.dialog(page).getByRole("button", { name: "Remove" }).click();
  await screen.expectNotice(page, "Withdrawal address removed", "My wallet");
  expect(await (await page.request.get(`${app.url}/api/withdrawals/addresses`)).json()).toEqual([]);
});
