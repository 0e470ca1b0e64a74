import { enableTwoStep } from "@veritick/server/testing/two-step.ts";
import { expect } from "../fixtures.ts";
import { PASSWORD, secondStep, withPassword } from "../safety.ts";
import * as screen from "../screen.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** All that can be seen without being signed in. */
export const visitorWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 40[13] .*\/api\/auth\/login|\/api\/auth\/me|ERR_INTERNET_DISCONNECTED/);
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

  await page.goto(`${app.url}/auth?mode=register`);
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

  const owner = await withPassword(page.context(), app, "a.rather.long.name.of.somebody@example.com");
  await enableTwoStep(app, owner, PASSWORD);
  await page.context().clearCookies();
  await page.goto(`${app.url}/auth`);
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

  await page.context().addCookies([{ name: "session", value: "ended", url: app.url }]);
  await page.route("**/api/auth/me", (route) => route.abort());
  await page.goto("about:blank");
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("heading", { name: common.unreachable.title })).toBeVisible();
  await look("platform that does not answer");
  await page.unroute("**/api/auth/me");
};
