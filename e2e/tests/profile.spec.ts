import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { enableTwoStep, totpCode } from "@veritick/server/testing/two-step.ts";
import { expectNoViolations, expectToFit } from "../kit/checks.ts";
import { prefer, signIn } from "../kit/people.ts";
import {
  expect,
  logIn,
  openProfile,
  PASSWORD,
  prove,
  recoveryCodes,
  secondStep,
  shownSecret,
  test,
  withPassword,
} from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";

for (const { language, title, current, next, change, required, tooShort, wrong, changed } of [
  {
    language: "en",
    title: "Profile",
    current: "Current password",
    next: "New password",
    change: "Change the password",
    required: "Current password required",
    tooShort: "The new password must be at least 6 characters",
    wrong: "The current password is wrong.",
    changed: "Password changed",
  },
  {
    language: "fr",
    title: "Profil",
    current: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    change: "Changer le mot de passe",
    required: "Mot de passe actuel requis",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
    wrong: "Le mot de passe actuel est incorrect.",
    changed: "Mot de passe modifié",
  },
] as const) {
  test(`2, 5, 8 Profile (${language}): account and change of the password`, async ({
    app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 400 .*\/api\/profile\/change-password/);
    const email = `${randomUUID()}@example.com`;
    const here = new TestClient(app.url);
    await here.register(email, "the old password");
    const elsewhere = new TestClient(app.url);
    await elsewhere.post("/api/auth/login", { email, password: "the old password" });
    await signIn(page.context(), here);
    await prefer(page.context(), { language });
    await page.goto(`${app.url}/profile`);

    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("definition")).toHaveText([
      email,
      language === "en" ? "0.00 USDMS" : "0,00 USDMS",
    ]);
    const oldPassword = page.getByLabel(current, { exact: true });
    const newPassword = page.getByLabel(next, { exact: true });
    const submit = page.getByRole("button", { name: change });
    await submit.click();
    await screen.expectNotice(page, language === "en" ? "Error" : "Erreur", required);
    await expect(oldPassword).toHaveAccessibleDescription(required);
    await oldPassword.fill("not this one");
    await newPassword.fill("12345");
    await submit.click();
    await screen.expectNotice(page, language === "en" ? "Error" : "Erreur", tooShort);
    await newPassword.fill("the new password");
    await submit.click();
    await screen.expectNotice(page, language === "en" ? "Error" : "Erreur", wrong);
    await oldPassword.fill("the old password");
    await submit.click();
    await screen.expectNotice(page, changed);
    await expect(oldPassword).toHaveValue("");
    await expect(newPassword).toHaveValue("");

    expect((await elsewhere.get("/api/auth/me")).status).toBe(401);
    await page.reload();
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    await page
      .getByRole("link", { name: language === "en" ? "Back to the dashboard" : "Retour au tableau de bord" })
      .click();
    await expect(page).toHaveURL(`${app.url}/dashboard`);
    const again = await new TestClient(app.url).post("/api/auth/login", {
      email,
      password: "the new password",
    });
    expect(again.status).toBe(200);
  });
}

const WIDTHS = [1440, 768, 360];

for (const { theme, language, axeAt } of [
  { theme: "dark", language: "en", axeAt: 1440 },
  { theme: "light", language: "fr", axeAt: 360 },
] as const) {
  test.describe(`safety of the account (${theme}, ${language})`, () => {
    test.use({ environment: { WITHDRAWAL_HOLD_HOURS: "24" } });

    /** Nothing may reach over an edge at any width; axe sees the dark desktop and the light phone. */
    async function check(page: Page, where: string): Promise<void> {
      // The notice of a refusal stays for five seconds only.
      for (const width of WIDTHS.toSorted((a, b) => Number(b === axeAt) - Number(a === axeAt))) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        if (width === axeAt) await expectNoViolations(page, `${where} at ${width} px`);
        await expectToFit(page, `${where} at ${width} px`);
      }
    }

    test(`Profile (${theme}, ${language}): the whole page and each of its dialogs fit at every width and are accessible`, async ({
      app,
      page,
      expectFaults,
    }) => {
      test.setTimeout(90_000);
      expectFaults(/status of 400 .*\/api\/profile\/two-step\//);
      await prefer(page.context(), { theme, language });
      const owner = await withPassword(page.context(), app);
      const other = { email: owner.email, password: PASSWORD };
      const agent = { "user-agent": "curl/8.0 ".repeat(20) };
      await new TestClient(app.url).post("/api/auth/login", other, agent);
      await openProfile(page, app);
      await check(page, "profile");
      const press = (name: RegExp) => page.getByRole("button", { name }).click();
      const inDialog = (name: RegExp) => screen.dialog(page).getByRole("button", { name }).click();

      await press(/^(Sign out|Déconnecter) curl/);
      await check(page, "end a session");
      await inDialog(/^(Cancel|Annuler)$/);
      await press(/^(Sign out everywhere|Tout déconnecter)$/);
      await check(page, "sign out everywhere");
      await inDialog(/^(Cancel|Annuler)$/);

      await press(/^(Switch on|Activer)$/);
      await inDialog(/^(Continue|Continuer)$/);
      await check(page, "password of two-step sign-in, with its error");
      await prove(page, /^(Continue|Continuer)$/);
      await expect(screen.dialog(page).getByRole("img")).toBeVisible();
      await inDialog(/^(Switch on|Activer)$/);
      await check(page, "secret of two-step sign-in, with an error");
      await secondStep(page).fill(totpCode(await shownSecret(page), app.clock.nowMs()));
      await inDialog(/^(Switch on|Activer)$/);
      await expect(recoveryCodes(page)).toHaveCount(10);
      await check(page, "recovery codes");
      await inDialog(/^(Close|Fermer)$/);
      await check(page, "leaving the recovery codes");
      await inDialog(/^(Close anyway|Fermer quand même)$/);

      await press(/^(New recovery codes|Nouveaux codes de secours)$/);
      await inDialog(/^(Use a recovery code|Utiliser un code de secours)$/);
      await check(page, "new recovery codes");
      await inDialog(/^(Close|Fermer)$/);
      await press(/^(Switch off|Désactiver)$/);
      await inDialog(/^(Switch off|Désactiver)$/);
      await check(page, "switching two-step sign-in off, with its errors");
      await inDialog(/^(Close|Fermer)$/);
      await owner.post("/api/profile/create-withdrawal-code", { code: "40217" });
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await check(page, "profile with two-step sign-in, a withdrawal code and a pause");
    });

    test(`Auth page (${theme}, ${language}): second step, forgotten password and reset form fit at every width and are accessible`, async ({
      app,
      page,
      expectFaults,
    }) => {
      test.setTimeout(90_000);
      expectFaults(/status of 403 .*\/api\/auth\/login/);
      await prefer(page.context(), { theme, language });
      const owner = await withPassword(page.context(), app, "ada@example.com");
      await enableTwoStep(app, owner, PASSWORD);
      await page.context().clearCookies();
      await logIn(page, app, { ...owner, language });
      await secondStep(page).press("Enter");
      await check(page, "second step with its error");
      await page.getByRole("button", { name: /^(Back to login|Retour à la connexion)$/ }).click();
      await page.getByRole("button", { name: /^(Forgot your password|Mot de passe oublié)/ }).click();
      await check(page, "forgotten password");
      await page.getByRole("textbox").press("Enter");
      await expect(page.getByText(/^(It works once|Il fonctionne)/)).toBeVisible();
      await check(page, "after asking for a link");
      await page.goto(`${app.url}/auth#reset=${"x".repeat(43)}`);
      await page.getByRole("button", { name: /^(Set the new password|Enregistrer)$/ }).click();
      await check(page, "new password with its errors");
      await page.goto("about:blank");
      await page.goto(`${app.url}/auth#reset=x`);
      await expect(page.getByRole("alert")).toBeVisible();
      await check(page, "a link that is no longer valid");
    });
  });
}
