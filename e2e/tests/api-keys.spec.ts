import { expect, test } from "../kit/fixtures.ts";
import { card, openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

test("makes a key, shows it once, and revokes it", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 403 .*\/api\/profile\/api-keys/);
  expectFaults(/status of 400 .*\/api\/profile\/api-keys/);
  expectFaults(/status of 40[03] .*\/api\/ws-token|WebSocket connection to .* failed/);
  await withPassword(page.context(), app);
  await openProfile(page, app);
  await jump(app, 601);
  const keys = card(page, "API keys");
  await expect(keys.getByRole("listitem")).toHaveCount(0);
  await keys.getByRole("button", { name: "Create a key" }).click();
  const making = page.getByRole("dialog", { name: "Create a key" });
  await expect(making.getByRole("textbox", { name: "Name" })).toBeFocused();
  await making.getByRole("button", { name: "Create the key" }).click();
  await expect(making.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "Give the key a name.",
  );
  await making.getByRole("textbox", { name: "Name" }).fill("My bot");
  await expect(making.getByRole("checkbox", { name: /^Read/ })).toBeChecked();
  await making.getByRole("checkbox", { name: /^Trade/ }).check();
  await making.getByRole("radio", { name: "1 year" }).check();
  const addresses = making.getByRole("textbox", { name: /^Only from/ });
  await addresses.fill("127.0.0.1 nonsense");
  await making.getByRole("button", { name: "Create the key" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Your password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(addresses).toHaveAccessibleDescription(/^“nonsense” is not a valid IP address/);
  await addresses.fill("127.0.0.1\n::1");
  await making.getByRole("button", { name: "Create the key" }).click();

  const made = page.getByRole("dialog", { name: "Key for My bot" });
  const key = /vtk_[\w-]{43}/.exec((await made.textContent()) ?? "")![0];
  await page.keyboard.press("Escape");
  await expect(made.getByRole("alert")).toContainText("The key is not shown again.");
  await made.getByRole("checkbox", { name: "I have saved it in a safe place" }).check();
  await made.getByRole("button", { name: "Done" }).click();
  await expect(made).toBeHidden();

  const row = keys.getByRole("listitem");
  await expect(row).toContainText(`My bot${key.slice(0, 10)}…`);
  await expect(row).toContainText("Read, Trade");
  await expect(row).toContainText("never used");
  await expect(row).toContainText("only from 127.0.0.1, ::1");
  await expect(page.getByText(key)).toHaveCount(0);
  const answer = () =>
    fetch(`${app.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } }).then(
      ({ status }) => status,
    );
  expect(await answer()).toBe(200);
  await openProfile(page, app);
  await expect(row).toContainText("last used on");

  await row.getByRole("button", { name: "Revoke My bot" }).click();
  await screen.dialog(page).getByRole("button", { name: "Revoke" }).click();
  await screen.expectNotice(page, "Key revoked", "My bot");
  await expect(keys.getByRole("listitem")).toHaveCount(0);
  await expect(keys.getByRole("button", { name: "Create a key" })).toBeVisible();
  expect(await answer()).toBe(401);
  await expect(card(page, "Security activity")).toContainText("API key revoked");
});
