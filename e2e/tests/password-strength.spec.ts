import { expect, test } from "../kit/fixtures.ts";
import { texts } from "../kit/words.ts";

const METER = /\/assets\/measure-password-/;

test("rates a new password while it is typed, and shows a refusal at its field", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 400 .*\/api\/auth\/register/);
  const { auth } = texts.en;
  const asked: string[] = [];
  page.on("request", (request) => METER.test(request.url()) && asked.push(request.url()));
  await page.goto(`${app.url}/auth?mode=register`);
  const password = page.getByLabel(auth.password, { exact: true });
  await expect(password).toHaveAccessibleDescription(auth.passwordHint);
  expect(asked).toEqual([]);

  await password.fill("football");
  await expect(password).toHaveAccessibleDescription(RegExp(auth.strength[0]!));
  expect(asked).toHaveLength(1);
  await page.getByRole("textbox", { name: auth.email }).fill("somebody.long@example.com");
  await password.fill("somebody.long@example.com");
  await expect(password).toHaveAccessibleDescription(RegExp(auth.strength[0]!));
  await password.fill("nine brown kettles under a bridge");
  await expect(password).toHaveAccessibleDescription(RegExp(auth.strength[4]!));

  await password.fill("football");
  await page.getByLabel(auth.confirm, { exact: true }).fill("football");
  await page.getByRole("main").getByRole("button", { name: auth.register.submit, exact: true }).click();
  await expect(password).toHaveAccessibleDescription(/too easy to guess/);
  await expect(password).toBeFocused();
});
