import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { messageFor } from "@veritick/contract/errors.ts";
import { enableTwoStep, totpCode, wrongCode } from "@veritick/server/testing/two-step.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer, signIn } from "../kit/people.ts";
import {
  card,
  logIn,
  onProfile,
  openProfile,
  passSecondStep,
  PASSWORD,
  prove,
  recoveryCodes,
  recoveryField,
  secondStep,
  shownSecret,
  withPassword,
} from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

const twoStepCard = (page: Page) => card(page, /^(Two-step sign-in|Double authentification)$/);
const inDialog = (page: Page, name: string) => screen.dialog(page).getByRole("button", { name, exact: true });

test.describe("switching on", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("asks for password and first code, and shows the recovery codes once", async ({
    app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 400 .*\/api\/profile\/two-step\//);
    const owner = await onProfile(page, app);
    await expect(twoStepCard(page)).toContainText("Off");
    await twoStepCard(page).getByRole("button", { name: "Switch on" }).click();
    await expect(screen.dialog(page)).toHaveAccessibleName("Switch on two-step sign-in");
    const password = screen.dialog(page).getByLabel("Password", { exact: true });
    await expect(password).toBeFocused();
    await inDialog(page, "Continue").click();
    await expect(password).toHaveAccessibleDescription("Enter your password");
    await prove(page, "Continue", "not the password");
    await expect(password).toHaveAccessibleDescription("The current password is wrong.");
    await prove(page, "Continue");

    await expect(
      screen.dialog(page).getByRole("img", { name: "QR code for the authenticator app" }),
    ).toBeVisible();
    const secret = await shownSecret(page);
    await inDialog(page, "Copy the secret").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await secondStep(page).fill("12345");
    await inDialog(page, "Switch on").click();
    await expect(secondStep(page)).toHaveAccessibleDescription("Enter the 6 digits that the app shows.");
    await secondStep(page).fill(wrongCode(secret, app.clock.nowMs()));
    await inDialog(page, "Switch on").click();
    await expect(secondStep(page)).toHaveAccessibleDescription(
      "This code is wrong or was already used. Wait for the next one.",
    );
    await secondStep(page).fill(totpCode(secret, app.clock.nowMs()));
    await inDialog(page, "Switch on").click();

    await expect(recoveryCodes(page)).toHaveCount(10);
    const codes = await recoveryCodes(page).allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await inDialog(page, "Copy all").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    const downloading = page.waitForEvent("download");
    await inDialog(page, "Download").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("veritick-recovery-codes.txt");
    const file = readFileSync(await download.path(), "utf8");
    expect(file).toContain(owner.email);
    expect(file.split("\n")).toEqual(expect.arrayContaining(codes));

    await expect(inDialog(page, "Done")).toBeDisabled();
    await inDialog(page, "Close").click();
    await expect(screen.dialog(page)).toHaveAccessibleName("Close without the codes?");
    await inDialog(page, "Back to the codes").click();
    expect(await recoveryCodes(page).allInnerTexts()).toEqual(codes);
    await screen.dialog(page).getByRole("checkbox", { name: "I have saved them in a safe place" }).check();
    await inDialog(page, "Done").click();
    await expect(screen.dialog(page)).toBeHidden();
    await screen.expectNotice(page, "Two-step sign-in is on");
    await expect(twoStepCard(page)).toContainText("10 recovery codes are left.");
    await page.reload();
    await expect(twoStepCard(page).getByRole("button", { name: "Switch off" })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(codes[0]!);
  });
});

rare("switches on in French with the keyboard alone", async ({ app, page }) => {
  await prefer(page.context(), { language: "fr" });
  await onProfile(page, app);
  const tabTo = async (name: string, role: "button" | "textbox" | "checkbox" = "button") => {
    const goal = page.getByRole(role, { name, exact: true });
    for (let steps = 0; steps < 30; steps += 1) {
      if (await goal.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach "${name}"`);
  };
  await tabTo("Activer");
  await page.keyboard.press("Enter");
  await expect(screen.dialog(page).getByLabel("Mot de passe", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(screen.dialog(page).getByText("Scannez ceci")).toBeFocused();
  const secret = await shownSecret(page);
  await tabTo("Code de votre application", "textbox");
  await page.keyboard.type(totpCode(secret, app.clock.nowMs()));
  await page.keyboard.press("Enter");
  await expect(screen.dialog(page).getByText("Chaque code vous permet de vous connecter")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inDialog(page, "Revenir aux codes")).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo("Je les ai conservés en lieu sûr", "checkbox");
  await page.keyboard.press("Space");
  await tabTo("Terminé");
  await page.keyboard.press("Enter");
  await expect(screen.dialog(page)).toBeHidden();
  await expect(twoStepCard(page)).toContainText("Activée");
  await expect(twoStepCard(page).getByRole("button", { name: "Nouveaux codes de secours" })).toBeFocused();
});

test("asks for the second step, refuses a wrong code and takes a recovery code once", async ({
  app,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 40[03] .*\/api\/auth\/login/);
  const owner = await withPassword(page.context(), app);
  const twoStep = await enableTwoStep(app, owner, PASSWORD);
  await page.context().clearCookies();
  await logIn(page, app, owner);
  await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`Confirm that it’s you, ${owner.email}.`);
  await expect(page).toHaveURL(`${app.url}/auth`);
  await expect(secondStep(page)).toBeFocused();
  await secondStep(page).fill("12345");
  await secondStep(page).press("Enter");
  await expect(secondStep(page)).toHaveAccessibleDescription(
    "Enter the 6 digits from your authenticator app, or a recovery code.",
  );
  // The code that switched two-step sign-in on counts as used.
  for (const code of [twoStep.wrongCode(), twoStep.code()]) {
    await secondStep(page).fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(secondStep(page)).toHaveAccessibleDescription(
      "This code is wrong or was already used. Wait for the next one.",
    );
  }
  await passSecondStep(page, app, twoStep);

  const [recovery] = twoStep.recoveryCodes;
  await logIn(elsewhere, app, owner);
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(recoveryField(elsewhere)).toBeFocused();
  await recoveryField(elsewhere).fill(`${recovery!.toUpperCase().replaceAll("-", "\u2011")}\u200b`);
  await recoveryField(elsewhere).press("Enter");
  await expect(screen.balanceCard(elsewhere)).toBeVisible();
  const again = { email: owner.email, password: PASSWORD, twoStepCode: recovery };
  expect((await new TestClient(app.url).post("/api/auth/login", again)).status).toBe(400);
});

rare(
  "locks the second step after five wrong codes and opens it again in time",
  async ({ app, page, expectFaults }) => {
    expectFaults(/status of 4(03|29) .*\/api\/auth\/login/);
    const words = messageFor("two_step_locked", "fr", { minutes: "15" });
    await prefer(page.context(), { language: "fr" });
    const owner = await withPassword(page.context(), app);
    const twoStep = await enableTwoStep(app, owner, PASSWORD);
    await page.context().clearCookies();
    const wrong = { email: owner.email, password: PASSWORD, twoStepCode: twoStep.wrongCode() };
    for (let tries = 0; tries < 4; tries += 1) await owner.post("/api/auth/login", wrong);
    await logIn(page, app, { ...owner, language: "fr" });
    const enter = async (code: string) => {
      await secondStep(page).fill(code);
      await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    };
    // The fifth wrong code locks the step, which then refuses a right one, too.
    await enter(twoStep.wrongCode());
    await expect(secondStep(page)).toHaveAccessibleDescription(words);
    await enter(twoStep.nextCode());
    await expect(secondStep(page)).toHaveAccessibleDescription(words);
    await jump(app, 15 * 60);
    await enter(twoStep.nextCode());
    await expect(screen.balanceCard(page)).toBeVisible();
  },
);

rare("replaces the recovery codes, then switches off", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 400 .*\/api\/profile\/two-step\/disable/);
  await prefer(page.context(), { language: "fr" });
  const owner = await withPassword(page.context(), app);
  const twoStep = await enableTwoStep(app, owner, PASSWORD);
  await signIn(page.context(), owner);
  await openProfile(page, app);
  await twoStepCard(page).getByRole("button", { name: "Nouveaux codes de secours" }).click();
  await expect(screen.dialog(page)).toContainText("Vos codes précédents ne fonctionneront plus.");
  await secondStep(page).fill(twoStep.nextCode());
  await prove(page, "Créer de nouveaux codes");
  await expect(recoveryCodes(page)).toHaveCount(10);
  const codes = await recoveryCodes(page).allInnerTexts();
  expect(codes.filter((code) => twoStep.recoveryCodes.includes(code))).toEqual([]);
  await screen.dialog(page).getByRole("checkbox").check();
  await inDialog(page, "Terminé").click();

  await twoStepCard(page).getByRole("button", { name: "Désactiver" }).click();
  await inDialog(page, "Utiliser un code de secours").click();
  await recoveryField(page).fill(twoStep.recoveryCodes[0]!);
  await prove(page, "Désactiver");
  await expect(recoveryField(page)).toHaveAccessibleDescription(
    "Ce code est incorrect ou a déjà servi. Attendez le suivant.",
  );
  await recoveryField(page).fill(codes[0]!);
  await inDialog(page, "Désactiver").click();
  await expect(screen.dialog(page)).toBeHidden();
  await screen.expectNotice(page, "Double authentification désactivée");
  await expect(twoStepCard(page).getByRole("button", { name: "Activer" })).toBeFocused();
  const alone = { email: owner.email, password: PASSWORD };
  expect((await new TestClient(app.url).post("/api/auth/login", alone)).status).toBe(200);
});
