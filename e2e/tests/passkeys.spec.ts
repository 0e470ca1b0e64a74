import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { CDPSession, Page } from "@playwright/test";
import { hashPassword } from "@veritick/server/accounts/passwords/passwords.ts";
import { startFakeNowPayments } from "@veritick/server/testing/fake-nowpayments/fake-nowpayments.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { totpCode } from "@veritick/server/testing/two-step.ts";
import { endHolds, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expectFrench, expectNoViolationsInBothThemes } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { addressField, codeField, openWithdrawal, withdrawButton } from "../kit/money.ts";
import { forgetSession, prefer } from "../kit/people.ts";
import {
  card,
  logIn,
  openProfile,
  PASSWORD,
  prove,
  recoveryCodes,
  secondStep,
  shownSecret,
  withPassword,
} from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump } from "../kit/time.ts";
import { texts } from "../kit/words.ts";
import { goOn } from "../walks/walk.ts";

/** Returns settings with a name and a free port for the public address. Passkeys belong to it. */
async function named(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
}

const siteOf = (app: MovableApp): string => `http://localhost:${new URL(app.url).port}`;

test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  environment: async ({}, use) => {
    const fake = await startFakeNowPayments();
    await use({ ...fake.environment(), ...(await named()) });
    await fake.close();
  },
});

/** Adds a fingerprint device, simulated by the browser's developer tools. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("WebAuthn.enable");
  await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return tools;
}

async function look(page: Page, where: string): Promise<void> {
  await expectFrench(page, where);
  await expectNoViolationsInBothThemes(page, where);
}

const text = texts.fr;
const words = text.profile.passkeys;
const passkeys = (page: Page) => card(page, words.title);

test("an administrator with real money needs a passkey, and signs in, confirms and withdraws with it", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 40[0139] .*\/api\/|WebSocket connection to .* failed/);
  await prefer(page.context(), { language: "fr" });
  await addAuthenticator(page);
  const site = siteOf(app);
  const [person] = (await seedPeople(app, 1, "1000")) as [Person];
  const { id, email } = person.user;
  const password = await hashPassword(PASSWORD);
  await app.database.query("update users set is_admin = true, password = $2 where id = $1", [id, password]);
  await logIn(page, { ...app, url: site }, { email, language: "fr" });
  await goLive(page, app);

  await test.step("the panel leads to the profile", async () => {
    await goOn(page, "/admin");
    const link = page.getByRole("link", { name: text.admin.secondFactor.link });
    await expect(page.getByRole("main")).toContainText(text.admin.secondFactor.why);
    await expect(page.getByRole("main").getByRole("table")).toHaveCount(0);
    await look(page, "the panel without a second step");
    await link.click();
  });

  await test.step("add", async () => {
    await passkeys(page).getByRole("button", { name: words.add }).click();
    const dialog = screen.dialog(page);
    await dialog.getByRole("button", { name: words.create }).click();
    await expect(dialog).toContainText(words.nameInvalid);
    await expect(dialog).toContainText(words.firstText);
    await look(page, "adding a passkey, with an error");
    await dialog.getByRole("textbox", { name: words.name }).fill("My telephone");
    await dialog.getByRole("button", { name: words.create }).click();
    // The sign-in of a moment ago does not count as a proof.
    const proof = page.getByRole("dialog", { name: text.stepUp.title });
    await proof.getByLabel(text.stepUp.password).fill(PASSWORD);
    await proof.getByRole("button", { name: text.stepUp.submit }).click();
    await expect(proof).toHaveCount(0);
    await expect(dialog).toHaveAccessibleName(text.profile.twoStep.codes.title);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: text.profile.twoStep.codes.done }).click();
    await expect(passkeys(page)).toContainText("My telephone");
  });

  await test.step("rename, and keep the last one", async () => {
    await passkeys(page)
      .getByRole("button", { name: words.renameOf("My telephone") })
      .click();
    const dialog = screen.dialog(page);
    await expect(dialog.getByRole("textbox", { name: words.name })).toHaveValue("My telephone");
    await dialog.getByRole("textbox", { name: words.name }).fill("Office");
    await look(page, "renaming a passkey");
    await dialog.getByRole("button", { name: words.rename, exact: true }).click();
    await screen.expectNotice(page, words.renamed);
    await passkeys(page)
      .getByRole("button", { name: words.removeOf("Office") })
      .click();
    await dialog.getByRole("button", { name: words.remove }).click();
    await expect(dialog).toContainText("C’est votre seule méthode de double authentification.");
    await dialog.getByRole("button", { name: text.common.cancel }).click();
  });

  await test.step("confirm one's identity", async () => {
    await jump(app, 601);
    await passkeys(page)
      .getByRole("button", { name: words.removeOf("Office") })
      .click();
    await screen.dialog(page).getByRole("button", { name: words.remove }).click();
    const proof = page.getByRole("dialog", { name: text.stepUp.title });
    await expect(proof.getByRole("button", { name: text.common.passkey.use })).toBeVisible();
    await look(page, "confirming one's identity with a passkey");
    await proof.getByRole("button", { name: text.common.passkey.use }).click();
    await expect(proof).toHaveCount(0);
    await expect(screen.dialog(page)).toContainText("C’est votre seule méthode de double authentification.");
    await screen.dialog(page).getByRole("button", { name: text.common.cancel }).click();
  });

  await test.step("open the panel, which waits no longer", async () => {
    await goOn(page, "/admin");
    await expect(page.getByRole("main")).toContainText(text.admin.stats.users);
  });

  await test.step("withdraw without the code", async () => {
    await endHolds(app, [person]);
    await goOn(page, "/dashboard");
    await goLive(page, app);
    await openWithdrawal(page);
    const dialog = screen.dialog(page);
    await expect(dialog).toContainText(text.payments.withdrawal.byPasskey);
    await expect(screen.amountField(page)).toBeFocused();
    await look(page, "a withdrawal that a passkey alone confirms");
    await screen.amountField(page).fill("100");
    await addressField(page).fill(someAddress());
    await expect(codeField(page)).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: text.common.passkey.use })).toHaveCount(0);
    await withdrawButton(page).click();
    await screen.expectNotice(page, text.payments.withdrawal.form.created);
    await expect(screen.balanceCard(page)).toContainText("900,00");
  });

  await test.step("sign in without a password", async () => {
    await forgetSession(page);
    await page.goto(`${site}/auth`);
    await page.getByRole("button", { name: text.common.passkey.use }).click();
    await expect(page).toHaveURL(`${site}/`);
    await expect(screen.balanceCard(page)).toContainText("900,00");
  });

  await test.step("sign in with the password and the passkey", async () => {
    await forgetSession(page);
    await page.goto(`${site}/auth`);
    await logIn(page, { ...app, url: site }, { email, language: "fr" });
    // The account has no authenticator app.
    await expect(page.getByRole("button", { name: text.common.passkey.use })).toBeFocused();
    await expect(page.getByLabel(text.common.twoStep.recoveryCode)).toBeVisible();
    await look(page, "second step of a login with a passkey");
    await page.getByRole("button", { name: text.common.passkey.use }).click();
    await expect(screen.balanceCard(page)).toContainText("900,00");
  });
});

test.describe("in the sandbox", () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    environment: async ({}, use) => use(await named()),
  });

  const { profile, stepUp, admin } = texts.en;
  const offer = (page: Page) => page.getByText(admin.installation.secondFactor);

  async function openInstallation(page: Page, app: MovableApp): Promise<void> {
    const { user } = await withPassword(page.context(), { ...app, url: siteOf(app) });
    await app.database.query("update users set is_admin = true where id = $1", [user.id]);
    await jump(app, 5);
    await page.goto(`${siteOf(app)}/admin/installation`);
    await expect(offer(page)).toBeVisible();
  }

  async function keepCodes(page: Page): Promise<void> {
    // The page has learnt of the second step.
    await expect(offer(page)).toHaveCount(0);
    await expect(recoveryCodes(page)).toHaveCount(10);
    await screen.dialog(page).getByRole("checkbox").check();
    await screen.dialog(page).getByRole("button", { name: profile.twoStep.codes.done }).click();
    await expect(screen.dialog(page)).toBeHidden();
  }

  test("the installation offers a passkey and shows the recovery codes", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 403 .*\/api\/profile\/|WebSocket connection to .* failed/);
    await addAuthenticator(page);
    await openInstallation(page, app);
    const passkeys = card(page, profile.passkeys.title);
    const dialog = screen.dialog(page);
    await passkeys.getByRole("button", { name: profile.passkeys.add }).click();
    await dialog.getByRole("textbox", { name: profile.passkeys.name }).fill("My telephone");
    await dialog.getByRole("button", { name: profile.passkeys.create }).click();
    const proof = page.getByRole("dialog", { name: stepUp.title });
    await proof.getByLabel(stepUp.password).fill(PASSWORD);
    await proof.getByRole("button", { name: stepUp.submit }).click();
    await keepCodes(page);
    await expect(passkeys).toContainText("My telephone");
  });

  test("the installation offers an authenticator app and shows the recovery codes", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    expectFaults(/WebSocket connection to .* failed/);
    await openInstallation(page, app);
    const twoStep = card(page, profile.twoStep.title);
    await twoStep.getByRole("button", { name: profile.twoStep.switchOn }).click();
    await prove(page, profile.twoStep.next);
    await expect(secondStep(page)).toBeVisible();
    await secondStep(page).fill(totpCode(await shownSecret(page), app.clock.nowMs()));
    await screen.dialog(page).getByRole("button", { name: profile.twoStep.setUp.submit }).click();
    await keepCodes(page);
    await expect(twoStep).toContainText(profile.twoStep.on);
  });

  test("adding a passkey warns of signed-out devices only if it is surely the first second step", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 500 .*\/api\/profile\/(security|passkeys)$/);
    await prefer(page.context(), { language: "fr" });
    const site = { ...app, url: siteOf(app) };
    await withPassword(page.context(), site);
    for (const unknown of ["security", "passkeys", undefined]) {
      const path = `**/api/profile/${unknown}`;
      if (unknown !== undefined) await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
      await openProfile(page, site);
      await passkeys(page).getByRole("button", { name: words.add }).click();
      await expect(screen.dialog(page)).toContainText(words.addText);
      const says = expect(screen.dialog(page));
      await (unknown === undefined ? says : says.not).toContainText(words.firstText);
      await page.unroute(path);
    }
  });
});
