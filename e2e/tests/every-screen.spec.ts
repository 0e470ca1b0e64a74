import type { Page } from "@playwright/test";
import { expectFrench, expectNoViolations, expectRoomToTap, expectToFit } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import { stillness } from "../kit/screen.ts";
import { texts } from "../kit/words.ts";
import { limitsWalk, profileWalk, visitorWalk } from "../walks/account.ts";
import { adminWalk, operatorsWalk, safeguardsWalk } from "../walks/administration.ts";
import { fairnessWalk, liabilitiesWalk } from "../walks/fairness.ts";
import { depositWalk, withdrawalWalk } from "../walks/money.ts";
import { dashboardWalk, receiptWalk } from "../walks/trading.ts";
import type { Walk } from "../walks/walk.ts";

test.use({ rounds: "spared" });

/** Together these walks stop at every screen and every dialog. */
const walks: Readonly<Record<string, Walk>> = {
  "what a visitor sees": visitorWalk,
  "the dashboard and the ticket": dashboardWalk,
  deposits: depositWalk,
  "withdrawals and the statement": withdrawalWalk,
  "the profile": profileWalk,
  "the receipt": receiptWalk,
  "the fairness pages": fairnessWalk,
  "the proof of liabilities": liabilitiesWalk,
  "limits and breaks": limitsWalk,
  "the administration": adminWalk,
  "the pages of operators": operatorsWalk,
  "the safeguards of the administration": safeguardsWalk,
};

const SMALLEST = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1280, height: 800 };

/**
 * The short form checks the most fragile case: French, whose words are longer, on the narrowest phone. The long form adds
 * the wider screens, and English and dark with a second run of axe.
 */
const isLong = process.env["VERITICK_LONG"] === "1";

/** The size in which the walks go on. The short form never changes it. */
const WALKED = isLong ? PHONE : SMALLEST;

test.use({
  viewport: WALKED,
  isMobile: true,
  hasTouch: true,
  // Every optional part: chat link, help and legal links, pauses of withdrawals, slow deposits, safeguards.
  environment: {
    SUPPORT_CHAT_URL: "https://chat.example/veritick",
    HELP_LINKS: "0 800 123 456=https://help.example, help.example=https://help.example/2",
    LEGAL_LINKS: "Conditions=https://terms.example, Confidentialité=https://terms.example/2",
    WITHDRAWAL_HOLD_HOURS: "24",
    SANDBOX_CONFIRM_SECONDS: "120",
    STEP_UP_MINUTES: "60",
    FOUR_EYES_ABOVE: "5000",
  },
});

type Choice = { language: "en" | "fr"; theme: "dark" | "light" };

/** Changes language and theme as if another tab had, so that open dialogs stay open. */
async function choose(page: Page, choice: Choice): Promise<void> {
  await page.evaluate((chosen) => {
    for (const [key, newValue] of Object.entries(chosen)) {
      dispatchEvent(new StorageEvent("storage", { key, newValue }));
    }
  }, choice);
  await expect(page.locator("html")).toHaveAttribute("lang", choice.language);
}

async function lookInEnglish(page: Page, where: string): Promise<void> {
  await choose(page, { language: "en", theme: "dark" });
  await page.setViewportSize(TABLET);
  await expectToFit(page, `${where} on a tablet`);
  await page.setViewportSize(DESKTOP);
  await expectToFit(page, `${where} on a desktop in English`);
  // On a scrolled page the bar at the top may cover half of a control.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoViolations(page, `${where} on a desktop in English`);
  await choose(page, { language: "fr", theme: "light" });
}

/** What everybody sees, and where money is decided. */
const LOOKED_AT_OFTEN = [
  "what a visitor sees",
  "the dashboard and the ticket",
  "deposits",
  "withdrawals and the statement",
  "the receipt",
  "the administration",
];

for (const [part, walk] of Object.entries(walks)) {
  const define = LOOKED_AT_OFTEN.includes(part) ? test : rare;
  define(
    `every screen is accessible, fits and is French: ${part}`,
    async ({ ownApp, page, expectFaults }) => {
      test.slow();
      const look = (where: string) =>
        test.step(where, async () => {
          await expectFrench(page, where);
          await expectNoViolations(page, where);
          for (const phone of isLong ? [SMALLEST, PHONE] : [SMALLEST]) {
            if (isLong) await page.setViewportSize(phone);
            await expectToFit(page, `${where} at ${phone.width} px`);
            await expectRoomToTap(page, `${where} at ${phone.width} px`);
          }
          if (!isLong) return;
          await page.setViewportSize(DESKTOP);
          await expectToFit(page, `${where} on a desktop`);
          await lookInEnglish(page, where);
          await page.setViewportSize(WALKED);
          await stillness(page);
        });
      await prefer(page.context(), { language: "fr", theme: "light" });
      await walk({ page, app: ownApp, text: texts.fr, expectFaults, look });
    },
  );
}
