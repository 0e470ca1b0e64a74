import { totpCode } from "@veritick/server/testing/two-step.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect } from "../fixtures.ts";
import {
  openProfile,
  PASSWORD,
  prove,
  recoveryCodes,
  secondStep,
  shownSecret,
  withPassword,
} from "../safety.ts";
import * as screen from "../screen.ts";
import { goLive } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** The profile, what it asks before it ends sessions, and all of two-step sign-in. */
export const profileWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 400 .*\/api\/profile\/two-step\//);
  const { password, sessions, twoStep } = text.profile;
  const { cancel, close } = text.common;
  const dialog = screen.dialog(page);
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const owner = await withPassword(page.context(), app);
  const agent = { "user-agent": "curl/8.0 ".repeat(20) };
  await new TestClient(app.url).post("/api/auth/login", { email: owner.email, password: PASSWORD }, agent);
  await page.goto(app.url);
  await goLive(page, app);
  await expect(page.getByRole("region", { name: text.security.banner.label })).toBeVisible();
  await look("dashboard with a notice about security");

  await openProfile(page, app);
  await button(page, password.submit).click();
  await button(page, text.profile.code.submit).click();
  await expect(screen.notices(page)).toBeVisible();
  await look("profile with its errors and a notice");
  await page.getByRole("button", { name: RegExp(`^${sessions.endOf("curl")}`) }).click();
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
  await owner.post("/api/profile/create-withdrawal-code", { code: "40217" });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(button(page, twoStep.switchOff)).toBeVisible();
  await look("profile with two-step sign-in, a withdrawal code and a pause");
};
