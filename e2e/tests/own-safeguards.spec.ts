import { expect, test } from "../kit/fixtures.ts";
import { card, openProfile, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";

test("a person chooses the words that each e-mail to them shows", async ({ app, page }) => {
  await withPassword(page.context(), app);
  await openProfile(page, app);
  const phrases = card(page, "Anti-phishing phrase");
  const dialog = screen.dialog(page);
  const typed = dialog.getByRole("textbox", { name: "Your phrase" });
  await phrases.getByRole("button", { name: "Set a phrase" }).click();
  await typed.fill("call +1 555 0100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(typed).toHaveAccessibleDescription(/without digits/);
  await typed.fill("  blue heron ");
  await typed.press("Enter");
  await screen.expectNotice(page, "Anti-phishing phrase saved", "blue heron");
  await expect(phrases.getByRole("listitem")).toContainText("blue heron");

  await phrases.getByRole("button", { name: "Change the phrase" }).click();
  await expect(typed).toHaveValue("blue heron");
  await typed.fill("red kite");
  await typed.press("Enter");
  await expect(phrases.getByRole("listitem")).toContainText("red kite");
  await page.reload();
  await phrases.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await screen.expectNotice(page, "Anti-phishing phrase removed");
  await expect(phrases.getByRole("listitem")).toHaveCount(0);
  await expect(phrases.getByRole("button", { name: "Set a phrase" })).toBeVisible();
});
