import { randomUUID } from "node:crypto";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { prefer, signIn } from "../kit/people.ts";
import { expect, test } from "../kit/fixtures.ts";
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
