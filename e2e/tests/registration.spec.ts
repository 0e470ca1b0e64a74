import type { Page } from "@playwright/test";
import { asAdmin } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { texts } from "../kit/words.ts";

const { auth, landing } = texts.en;
const PASSWORD = "a long password";
const REGISTER = "/auth?mode=register";
const code = (page: Page) => page.getByRole("textbox", { name: auth.invitation.label });
const email = (page: Page) => page.getByRole("textbox", { name: auth.email });
const header = (page: Page) => page.getByRole("banner");

async function fill(page: Page, address: string): Promise<void> {
  await email(page).fill(address);
  await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(auth.confirm, { exact: true }).fill(PASSWORD);
}
const send = (page: Page) => page.getByRole("button", { name: auth.register.submit }).click();

/** Changes the setting on the page of the installation. */
async function allow(page: Page, app: MovableApp, choice: string): Promise<void> {
  await page.goto(`${app.url}/admin/installation`);
  await page.getByRole("button", { name: "Change: Registration", exact: true }).click();
  await screen.dialog(page).getByRole("combobox").selectOption({ label: choice });
  await screen.dialog(page).getByRole("button", { name: "Save" }).click();
  await screen.expectNotice(page, "Setting changed");
}

test("an administrator invites, a visitor registers by the link, and the list and their page say so", async ({
  ownApp: app,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 403 .*\/api\/auth\/register/);
  await asAdmin(page, app);
  await allow(page, app, "By invitation");
  await page.getByRole("link", { name: "Open the invitations" }).click();
  await page.getByRole("button", { name: "Create an invitation" }).click();
  const dialog = screen.dialog(page);
  await dialog.getByRole("textbox", { name: "Label" }).fill("Friends");
  await dialog.getByRole("textbox", { name: "Maximum number of registrations" }).fill("1001");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toContainText("a whole number from 1 to 1,000");
  await dialog.getByRole("textbox", { name: "Maximum number of registrations" }).fill("1");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  const link = dialog.getByText(/#invite=/);
  await expect(link).toHaveText(RegExp(`^${app.url}/auth#invite=([0-9A-Z]{4}-){3}[0-9A-Z]{4}$`));
  const address = (await link.textContent())!;
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("list", { name: "Invitations" }).getByRole("listitem").first();
  await expect(row).toContainText("0 of 1");
  await expect(page.getByText("#invite=")).toHaveCount(0);

  await test.step("visitors read that they need an invitation", async () => {
    await elsewhere.goto(app.url);
    await expect(elsewhere.getByText(landing.registration.invite.note)).toBeVisible();
    await elsewhere.getByRole("link", { name: landing.registration.invite.start }).click();
    await expect(code(elsewhere)).toBeVisible();
    await fill(elsewhere, "friend@example.com");
    await send(elsewhere);
    await expect(code(elsewhere)).toHaveAccessibleDescription(auth.invitation.missing);
    await expect(code(elsewhere)).toBeFocused();
    await code(elsewhere).fill("0000-0000-0000-0000");
    await send(elsewhere);
    await expect(code(elsewhere)).toHaveAccessibleDescription(/^This invitation code is wrong/);
    await expect(email(elsewhere)).toHaveValue("friend@example.com");
    await expect(elsewhere.getByLabel(auth.password, { exact: true })).toHaveValue(PASSWORD);
  });

  await test.step("the link fills in the code, and stays in no address", async () => {
    await elsewhere.goto("about:blank");
    const asked: string[] = [];
    elsewhere.on("request", (request) => asked.push(request.url()));
    await elsewhere.goto(address);
    await expect(elsewhere.getByRole("heading", { name: auth.register.title })).toBeVisible();
    await expect(code(elsewhere)).toHaveValue(address.split("=")[1]!);
    await expect(elsewhere).toHaveURL(`${app.url}/auth`);
    await fill(elsewhere, "friend@example.com");
    await send(elsewhere);
    await expect(screen.balanceCard(elsewhere)).toBeVisible();
    expect(asked.filter((url) => url.includes(address.split("=")[1]!))).toEqual([]);
  });

  await page.reload();
  await expect(row).toContainText("Used up");
  await row.getByRole("button", { name: "Who registered with “Friends”" }).click();
  await row.getByRole("link", { name: "friend@example.com" }).click();
  await page.getByRole("main").getByRole("link", { name: "Friends", exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/admin/invitations`);

  await test.step("a revoked invitation is marked so", async () => {
    await page.getByRole("button", { name: "Create an invitation" }).click();
    await dialog.getByRole("textbox", { name: "Label" }).fill("Others");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke “Others”" }).click();
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(row).toContainText("Revoked");
    await expect(page.getByRole("button", { name: "Revoke “Others”" })).toHaveCount(0);
  });
});

test("a closed installation sends visitors to sign in, and tells those with an older page", async ({
  ownApp: app,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 403 .*\/api\/auth\/register/);
  await elsewhere.goto(app.url + REGISTER);
  await fill(elsewhere, "late@example.com");
  await asAdmin(page, app);
  await allow(page, app, "Closed");

  await send(elsewhere);
  await expect(elsewhere.getByRole("heading", { name: auth.closed.title })).toBeVisible();
  await expect(elsewhere.getByText(auth.closed.text)).toBeVisible();
  await expect(email(elsewhere)).toHaveCount(0);
  await elsewhere.getByRole("button", { name: auth.register.switch }).click();
  await expect(elsewhere.getByText(landing.registration.closed.note)).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: auth.login.switch })).toHaveCount(0);

  await elsewhere.goto(app.url);
  await expect(elsewhere.getByText(landing.registration.closed.note).first()).toBeVisible();
  await expect(header(elsewhere).getByRole("link", { name: auth.login.title })).toHaveAttribute(
    "href",
    "/auth",
  );
  await expect(elsewhere.locator(`a[href="${REGISTER}"]`)).toHaveCount(0);
});
