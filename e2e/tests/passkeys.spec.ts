import type { CDPSession, Page } from "@playwright/test";
import { endHolds, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { fillWithdrawal, openWithdrawal } from "../kit/money.ts";
import { withMoney } from "../kit/people.ts";
import { card } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump } from "../kit/time.ts";

/** Passkeys belong to a name. */
const named = (app: MovableApp): MovableApp => ({ ...app, url: app.url.replace("127.0.0.1", "localhost") });

/** A device with fingerprints, as the browser's own tools imitate one. */
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

const passkeys = (page: Page) => card(page, "Passkeys");

test("adds a passkey, signs in, confirms and withdraws with it, and keeps the last one", async ({
  app: at127,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 40[0139] .*\/api\/|WebSocket connection to .* failed/);
  const app = named(at127);
  await addAuthenticator(page);
  const person = await withMoney(page.context(), at127, "1000");
  const [session] = await page.context().cookies(at127.url);
  await page.context().addCookies([{ ...session!, domain: "localhost" }]);
  await page.goto(app.url);
  await goLive(page, at127);
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();

  await test.step("add", async () => {
    await passkeys(page).getByRole("button", { name: "Add a passkey" }).click();
    const dialog = screen.dialog(page);
    await dialog.getByRole("button", { name: "Create the passkey" }).click();
    await expect(dialog).toContainText("Give the passkey a name.");
    await dialog.getByRole("textbox", { name: "Name" }).fill("My telephone");
    await dialog.getByRole("button", { name: "Create the passkey" }).click();
    await expect(dialog).toHaveAccessibleName("Recovery codes");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(passkeys(page)).toContainText("My telephone");
  });

  await test.step("keep the last one", async () => {
    await passkeys(page).getByRole("button", { name: "Remove My telephone" }).click();
    await screen.dialog(page).getByRole("button", { name: "Remove" }).click();
    await expect(screen.dialog(page)).toContainText("This is your only second step.");
    await screen.dialog(page).getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("confirm one's identity", async () => {
    await jump(at127, 601);
    await passkeys(page).getByRole("button", { name: "Remove My telephone" }).click();
    await screen.dialog(page).getByRole("button", { name: "Remove" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof.getByRole("button", { name: "Use a passkey" }).click();
    await expect(proof).toHaveCount(0);
    await expect(screen.dialog(page)).toContainText("This is your only second step.");
    await screen.dialog(page).getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("withdraw without the code", async () => {
    await endHolds(at127, [person]);
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await openWithdrawal(page);
    await fillWithdrawal(page, { amount: "100", address: someAddress(), code: "" });
    await screen.dialog(page).getByRole("button", { name: "Use a passkey" }).click();
    await screen.expectNotice(page, "Withdrawal created");
    expect(await person.balance()).toBe("900.00000000");
  });

  await test.step("sign in without a password", async () => {
    await page.context().clearCookies();
    await page.goto(`${app.url}/auth`);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(`${app.url}/`);
    await expect(screen.balanceCard(page)).toContainText("900.00");
  });
});
