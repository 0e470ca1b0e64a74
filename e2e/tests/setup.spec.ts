import { offerSetup } from "@veritick/server/accounts/public.ts";
import { expectFrench, expectNoViolationsInBothThemes } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import { texts } from "../kit/words.ts";

const { setup, auth, admin, common } = texts.en;

test("makes the first administrator by the address that the server printed, and offers a second step", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 40[03] .*\/api\/(setup|admin\/settings)/);
  const token = (await offerSetup(app.database))!;
  await test.step("a used or broken address says where the next one is", async () => {
    for (const wrong of ["", "?token=abc", `?token=${"x".repeat(43)}`]) {
      await page.goto(`${app.url}/setup${wrong}`);
      await expect(page.getByRole("main")).toContainText(setup.invalid);
    }
    await page.getByRole("link", { name: auth.login.title }).click();
    await expect(page).toHaveURL(`${app.url}/auth`);
  });
  await page.goto(`${app.url}/setup?token=${token}`);
  await test.step("the token does not stay in the address", async () => {
    await expect(page.getByLabel(setup.name)).toBeFocused();
    await expect(page).toHaveURL(`${app.url}/setup`);
  });
  await test.step("the page finds it again after a look at another one", async () => {
    await page.getByRole("link", { name: common.home }).click();
    await expect(page.getByLabel(setup.name)).toBeHidden();
    await page.goBack();
    await expect(page.getByLabel(setup.name)).toBeFocused();
  });
  await expectNoViolationsInBothThemes(page, "setup");
  await page.getByLabel(setup.name).fill("Essai");
  await page.getByLabel(auth.email).fill("boss@example.com");
  await page.getByLabel(auth.password, { exact: true }).fill("password");
  await page.getByLabel(auth.confirm).fill("password");
  await test.step("shows each refusal at its field, where it can be corrected", async () => {
    await page.getByRole("button", { name: setup.submit }).click();
    await expect(page.getByLabel(auth.password, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel(auth.password, { exact: true }).fill("a long secret of mine");
    await page.getByLabel(auth.confirm).fill("a long secret of mine");
  });
  const chat = page.getByLabel(setup.chat);
  await chat.fill("http://chat.example/group");
  await page.getByRole("button", { name: setup.submit }).click();
  await expect(chat).toHaveAttribute("aria-invalid", "true");
  await chat.fill("https://chat.example/group");
  const floating = page.getByRole("link", { name: common.support.label, exact: true });
  await expect(floating).toHaveCount(0);
  await page.getByRole("button", { name: setup.submit }).click();
  await expect(page).toHaveURL(`${app.url}/admin/installation`);
  await test.step("the chat that the form named floats from now on", async () => {
    await expect(floating).toHaveAttribute("href", "https://chat.example/group");
    await expect(floating).toHaveAttribute("rel", "noreferrer");
  });
  await expect(page.getByRole("heading", { name: "Essai" })).toBeVisible();
  const { version } = await (await page.request.get(`${app.url}/healthz`)).json();
  await expect(page.getByRole("main")).toContainText(admin.installation.version(version));
  const needs = page.getByRole("list", { name: admin.installation.readiness.title }).getByRole("listitem");
  await expect(needs).toHaveCount(8);
  await expect(needs.last()).toContainText(admin.installation.readiness.set);
  await expect(needs.first()).toContainText("PAYMENT_PROVIDER");
  await expect(page.getByRole("button", { name: texts.en.profile.twoStep.switchOn })).toBeVisible();
  await expectNoViolationsInBothThemes(page, "installation");
  await test.step("a setting is changed, holds for everybody, is in the history and can be undone", async () => {
    const { settings: words } = admin.installation;
    const setting = words.names.SUPPORT_CHAT_URL;
    const card = page.getByRole("region", { name: words.title, exact: true });
    const row = card.getByRole("listitem").filter({ hasText: setting.label });
    await row.getByRole("button", { name: words.resetOf(setting.label) }).click();
    await page.getByRole("dialog").getByRole("button", { name: words.reset }).click();
    await expect(row).toContainText(words.none);
    await expect(floating).toHaveCount(0);
    await expect(needs.last()).toContainText(admin.installation.readiness.missing);
    await row.getByRole("button", { name: words.changeOf(setting.label) }).click();
    const dialog = page.getByRole("dialog", { name: setting.label });
    await dialog.getByLabel(words.field).fill("nowhere");
    await dialog.getByRole("button", { name: words.save }).click();
    await expect(dialog.getByLabel(words.field)).toHaveAttribute("aria-invalid", "true");
    await expect(dialog).toContainText("This value cannot be used.");
    await dialog.getByLabel(words.field).fill("https://chat.example");
    await dialog.getByRole("button", { name: words.save }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText("https://chat.example");
    await expect(row).toContainText(words.changed);
    expect((await (await page.request.get(`${app.url}/api/settings`)).json()).supportChatUrl).toBe(
      "https://chat.example",
    );
    const changes = page.getByRole("region", { name: words.changes }).getByRole("listitem");
    await expect(changes).toHaveCount(3);
    await expect(changes.first()).toContainText("boss@example.com");
    await expect(changes.first()).toContainText(setting.label);
    await row.getByRole("button", { name: words.resetOf(setting.label) }).click();
    await page.getByRole("dialog").getByRole("button", { name: words.reset }).click();
    await expect(row).toContainText(words.none);
    await expect(row.getByText(words.changed)).toBeHidden();
  });
  await app.database.query(
    "update pg_database set datcollversion = 'of an older system' where datname = current_database()",
  );
  await prefer(page.context(), { language: "fr" });
  await page.reload();
  await expect(page.getByText(texts.fr.admin.installation.collationChanged)).toBeVisible();
  await expect(
    page.getByRole("heading", { name: texts.fr.admin.installation.readiness.title }),
  ).toBeVisible();
  await expectFrench(page, "installation");
});

test.describe("with the chat in the environment", () => {
  test.use({ environment: { SUPPORT_CHAT_URL: "https://chat.example/veritick" } });

  rare("the first start does not ask for it", async ({ ownApp: app, page }) => {
    const token = (await offerSetup(app.database))!;
    await page.goto(`${app.url}/setup?token=${token}`);
    await expect(page.getByLabel(setup.name)).toBeVisible();
    await expect(page.getByLabel(setup.chat)).toHaveCount(0);
  });
});
