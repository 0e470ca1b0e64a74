import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { savedAddress, seedKey, seedPasskey } from "@veritick/server/testing/valid-calls.ts";
import { enableTwoStep, totpCode } from "@veritick/server/testing/two-step.ts";
import { expect } from "../kit/fixtures.ts";
import { onDashboard, spendTime, takeSession } from "../kit/people.ts";
import { PASSWORD, prove, recoveryCodes, secondStep, shownSecret, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";
import { button, goOn } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** Every screen that a visitor sees without signing in. */
export const visitorWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 40[13] .*\/api\/auth\/login|keep-email|\/api\/auth\/me|ERR_INTERNET_DISCONNECTED/);
  const { auth, common, landing } = text;
  const main = page.getByRole("main");
  const submit = (name: string) => main.getByRole("button", { name, exact: true });
  const email = page.getByRole("textbox", { name: auth.email });
  const password = page.getByLabel(auth.password, { exact: true });

  await page.goto(app.url);
  await expect(page.getByRole("region", { name: landing.live.label })).toContainText(/152[.,]790/);
  await expect(page.getByRole("link", { name: common.support.label })).toBeVisible();
  await look("landing page");
  await page.context().setOffline(true);
  await expect(page.getByText(common.offline)).toBeVisible();
  await look("landing page, offline");
  await page.context().setOffline(false);

  await goOn(page, "/practice");
  await expect(page.getByRole("region", { name: text.practice.balance })).toBeVisible();
  await look("practice");

  await goOn(page, "/docs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await look("page for programs, with everything open");

  await goOn(page, "/help");
  await expect(page.getByRole("table")).toHaveCount(2);
  await look("help");

  await goOn(page, "/accessibility");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look("accessibility statement");

  await goOn(page, "/auth?mode=register");
  await expect(page.getByRole("heading", { name: auth.register.title })).toBeVisible();
  await look("registration");
  await submit(auth.register.submit).click();
  await expect(screen.notices(page)).toBeVisible();
  await look("registration with its errors and a notice");
  await main.getByRole("button", { name: auth.register.switch, exact: true }).click();
  await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
  await email.fill("nobody@example.com");
  await password.fill("not the password");
  await submit(auth.login.submit).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await look("login that failed");

  await button(page, auth.forgot.link).click();
  await expect(page.getByRole("heading", { name: auth.forgot.title })).toBeVisible();
  await look("forgotten password");
  await submit(auth.forgot.submit).click();
  await expect(main).toContainText(auth.forgot.sentHint);
  await look("after asking for a link");
  for (const [does, { submit: label }] of [
    ["confirm", text.email.confirm],
    ["keep-email", text.email.keep],
  ] as const) {
    await page.goto(`${app.url}/auth#${does}=${"x".repeat(43)}`);
    await expect(submit(label)).toBeVisible();
    await look(`the link #${does}`);
  }
  await submit(text.email.keep.submit).click();
  await expect(submit(text.email.next)).toBeVisible();
  await look("the link #keep-email, no longer valid");
  await submit(text.email.next).click();

  const owner = await withPassword(page.context(), app, "a.rather.long.name.of.somebody@example.com");
  await enableTwoStep(app, owner, PASSWORD);
  await page.context().clearCookies();
  await goOn(page, "/");
  await expect(page.getByRole("region", { name: landing.live.label })).toBeVisible();
  await goOn(page, "/auth");
  await email.fill(owner.email);
  await password.fill(PASSWORD);
  await submit(auth.login.submit).click();
  await secondStep(page).press("Enter");
  await expect(secondStep(page)).toHaveAccessibleDescription(common.twoStep.invalid);
  await look("second step of a login with its error");
  await button(page, common.twoStep.useRecovery).click();
  await expect(page.getByLabel(common.twoStep.recoveryCode)).toBeVisible();
  await look("second step with a recovery code");

  await page.goto(`${app.url}/auth#reset=${"x".repeat(43)}`);
  await submit(auth.reset.submit).click();
  await expect(page.getByLabel(auth.reset.password, { exact: true })).toHaveAccessibleDescription(
    RegExp(auth.reset.tooShort),
  );
  await look("new password with its errors");
  await page.goto("about:blank");
  await page.goto(`${app.url}/auth#reset=x`);
  await expect(page.getByRole("alert")).toContainText(auth.reset.invalid);
  await look("a link that is no longer valid");

  const admin = await seedAdmin(app);
  for (const [value, title] of [
    ["invite", auth.register.title],
    ["closed", auth.closed.title],
  ] as const) {
    await admin.post("/api/admin/settings", { name: "REGISTRATION", value });
    await page.goto(app.url);
    await expect(page.getByText(landing.registration[value].note).first()).toBeVisible();
    await look(`landing page while registration is ${value}`);
    await page.goto(`${app.url}/auth?mode=register`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (value === "invite") await submit(auth.register.submit).click();
    await look(`registration while it is ${value}`);
  }
  await button(page, auth.register.switch).click();
  await expect(page.getByText(landing.registration.closed.note)).toBeVisible();
  await look("login while registration is closed");

  await page.context().addCookies([{ name: "session", value: "ended", url: app.url }]);
  await page.route("**/api/auth/me", (route) => route.abort());
  await page.goto("about:blank");
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("heading", { name: common.unreachable.title })).toBeVisible();
  await look("platform that does not answer");
  await page.unroute("**/api/auth/me");
};

/** Leaves the profile and comes back, so that the page asks the server for its data again. */
async function readAgain(page: Page): Promise<void> {
  await goOn(page, "/docs");
  await expect(page.getByRole("main").locator("summary").first()).toBeVisible();
  await goOn(page, "/profile");
}

/** The profile, its questions before it ends sessions, and all of two-step sign-in. */
export const profileWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 400 .*\/api\/profile\/two-step\//);
  const { password, sessions, twoStep } = text.profile;
  const { cancel, close } = text.common;
  const dialog = screen.dialog(page);
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const owner = await withPassword(page.context(), app);
  // A program of no known name.
  const agent = { "user-agent": "curl/8.0 ".repeat(20) };
  await new TestClient(app.url).post("/api/auth/login", { email: owner.email, password: PASSWORD }, agent);
  await page.goto(app.url);
  await goLive(page, app);
  await expect(page.getByRole("region", { name: text.security.banner.label })).toBeVisible();
  await look("dashboard with a notice about security");

  await goOn(page, "/profile");
  await button(page, password.submit).click();
  await button(page, text.profile.code.next).click();
  await expect(screen.notices(page)).toBeVisible();
  await look("profile with its errors and a notice");
  await button(page, text.email.change.title).click();
  await inDialog(text.email.change.submit);
  await expect(screen.notices(page)).toBeVisible();
  await look("change of the e-mail address, with its errors");
  await inDialog(cancel);
  await app.database.query("update users set email_confirmed_at = null where id = $1", [owner.user.id]);
  await page.reload();
  await expect(page.getByRole("region", { name: text.email.banner.label })).toBeVisible();
  await look("profile with an address to confirm");
  await app.database.query("update users set email_confirmed_at = created_at where id = $1", [owner.user.id]);
  await page.reload();
  await button(page, text.profile.code.next).click();
  await page.getByRole("textbox", { name: text.profile.code.label }).fill("40217");
  await button(page, text.profile.code.next).click();
  await expect(page.getByText("4 0 2 1 7")).toBeVisible();
  await look("profile with a withdrawal code to confirm");
  await savedAddress(app, owner.user.id);
  await owner.post("/api/withdrawals/addresses/only", { on: true });
  await owner.post("/api/profile/mail-phrase", { phrase: "héron bleu, peut-être à midi ou minuit" });
  await seedKey(app, owner.user.id, ["read", "trade"]);
  await readAgain(page);
  await button(page, text.payments.addresses.add).click();
  await inDialog(text.payments.addresses.save);
  await expect(screen.notices(page)).toBeVisible();
  await look("profile with a saved address, and the form for another with its errors");
  await inDialog(cancel);
  const { only } = text.payments.addresses;
  await button(page, only.switchOffLabel).click();
  await expect(dialog).toContainText(only.offText);
  await look("question before withdrawals may go to any address");
  await inDialog(cancel);
  const { apiKeys, mailPhrase } = text.profile;
  await button(page, mailPhrase.changeTitle).click();
  await dialog.getByRole("textbox", { name: mailPhrase.label }).fill("12");
  await inDialog(mailPhrase.save);
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(mailPhrase.invalid);
  await look("form for an anti-phishing phrase, with its error");
  await screen.discardInput(page);
  await button(page, apiKeys.make).click();
  await inDialog(apiKeys.create);
  await expect(dialog.getByRole("textbox", { name: apiKeys.name })).toHaveAccessibleDescription(
    apiKeys.nameInvalid,
  );
  await look("form for an API key, with its error");
  await dialog.getByRole("textbox", { name: apiKeys.name }).fill("My bot");
  await inDialog(apiKeys.create);
  await expect(dialog.getByText(/vtk_/)).toBeVisible();
  await look("new API key");
  await dialog.getByRole("checkbox").check();
  await inDialog(apiKeys.done);
  await page.getByRole("button", { name: RegExp(`^${sessions.endOf(text.security.unknownDevice)}`) }).click();
  await expect(dialog).toBeVisible();
  await look("question before a session is ended");
  await inDialog(cancel);
  await button(page, sessions.endAll).click();
  await look("question before all sessions are ended");
  await inDialog(cancel);

  await button(page, twoStep.switchOn).click();
  await inDialog(twoStep.next);
  await expect(dialog.getByLabel(twoStep.password, { exact: true })).toHaveAccessibleDescription(
    RegExp(twoStep.passwordRequired),
  );
  await look("two-step sign-in: password, with its error");
  await prove(page, twoStep.next);
  await expect(dialog.getByRole("img")).toBeVisible();
  await inDialog(twoStep.setUp.submit);
  await look("two-step sign-in: secret, with an error");
  await secondStep(page).fill(totpCode(await shownSecret(page), app.clock.nowMs()));
  await inDialog(twoStep.setUp.submit);
  await expect(recoveryCodes(page)).toHaveCount(10);
  await look("recovery codes");
  await inDialog(close);
  await look("question before the recovery codes are left");
  await inDialog(twoStep.codes.leave);

  await button(page, twoStep.renew).click();
  await inDialog(text.common.twoStep.useRecovery);
  await look("new recovery codes");
  await inDialog(close);
  await button(page, twoStep.switchOff).click();
  await inDialog(twoStep.switchOff);
  await look("switching two-step sign-in off, with its errors");
  await inDialog(close);
  await takeSession(page.context(), owner);
  await owner.post("/api/profile/create-withdrawal-code", { code: "40217" });
  await seedPasskey(app, owner.user.id);
  await readAgain(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(button(page, twoStep.switchOff)).toBeVisible();
  await look("profile with two-step sign-in, passkeys, a withdrawal code and a pause");
  await page.getByRole("link", { name: text.closing.card.link }).click();
  await button(page, text.closing.form.submit).click();
  await expect(screen.notices(page)).toBeVisible();
  await look("end of the account, with the errors of its form");
};

/** A user's limits, the dialogs that they stop, a break, and the reminder of the time. */
export const limitsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 409 .*\/api\/(trading\/positions|deposits)/);
  const { limits, trade, wallet, payments } = text;
  const dialog = screen.dialog(page);
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
  const person = await onDashboard(page, app, "123456.78");
  await goOn(page, "/limits");
  await expect(button(page, limits.kind.stake.set)).toBeVisible();
  await look("limits of which none is set");
  await button(page, limits.kind.stake.set).click();
  await inDialog(limits.form.submit).click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(RegExp(limits.form.invalid.amount));
  await look("limit to be set, with its error and a notice");
  await inDialog(text.common.cancel).click();

  for (const [kind, amount] of [
    ["deposit", "20"],
    ["stake", "12345.67"],
    ["loss", "12345.67"],
    ["stake", "98765.43"],
    ["loss", null],
    ["largest_stake", "20000"],
    ["open_positions", "5"],
    ["session", "90"],
  ] as const) {
    await person.post("/api/limits", { kind, amount });
  }
  await person.post("/api/trading/positions", { type: "buy", amount: "12000", duration: 1 });
  await goOn(page, "/dashboard");
  await expect(button(page, trade.side.buy)).toBeVisible();
  await goOn(page, "/limits");
  await expect(page.getByText(/12[,\s]000[.,]00/).first()).toBeVisible();
  await look("limits, and looser ones that wait");
  await button(page, limits.kind.stake.change).click();
  await screen.amountField(page).fill("100000");
  await look("looser limit to be set");
  await screen.closeDialog(page);

  await goOn(page, "/dashboard");
  await button(page, trade.side.buy).click();
  await screen.amountField(page).fill("500");
  await whileTicking(app, async () => {
    await screen.confirmButton(page).click();
    await expect(dialog.getByRole("link", { name: limits.link })).toBeVisible();
    await look("ticket that a limit refuses");
  });
  await screen.closeDialog(page);
  await button(page, wallet.deposit).click();
  await screen.amountField(page).fill("25");
  await inDialog(payments.deposit.form.submit).click();
  await expect(dialog.getByRole("link", { name: limits.link })).toBeVisible();
  await look("deposit that a limit refuses");
  await screen.closeDialog(page);

  await goOn(page, "/limits#break");
  await button(page, limits.pause.start.self_exclusion).click();
  await expect(dialog).toBeVisible();
  await look("question before a self-exclusion");
  await inDialog(limits.pause.confirm.self_exclusion).click();
  await expect(dialog).toBeHidden();
  await button(page, limits.pause.start.time_out).click();
  await expect(inDialog(limits.pause.confirm.time_out)).toBeDisabled();
  await look("shorter break during a longer one");
  await inDialog(text.common.cancel).click();
  await goOn(page, "/dashboard");
  await expect(page.getByRole("region", { name: limits.paused.label })).toBeVisible();
  await look("dashboard during a break");
  await button(page, trade.side.sell).click();
  await expect(dialog).toBeVisible();
  await look("what is said during a break in place of the ticket");
  await screen.closeDialog(page);

  await jump(app, 60);
  await person.post("/api/limits/reminder", { minutes: 60 });
  await spendTime(page, person.user.id, 75);
  await page.goto(`${app.url}/profile`);
  await expect(dialog).toBeFocused();
  // The page gets the server's time with the first tick.
  await whileTicking(app, () => expect(dialog.getByText(limits.reminder.result)).toBeVisible());
  await look("reminder of the time");
};
