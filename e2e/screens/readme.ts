import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { jump, now } from "../kit/time.ts";
import { openOverview } from "./administration.ts";
import { openDesk, openPage, pass, signIn } from "./look.ts";
import type { Look } from "./look.ts";
import { OPERATOR } from "./prepare.ts";
import type { Story } from "./story.ts";

const FOLDER = "docs/screens";

/** Takes a picture for the README, of the part of the page that is in view. */
async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  if ((await page.getByText("could not be loaded").count()) > 0) throw new Error(`${name} misses a part`);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

const DESK: Look = { theme: "dark", language: "en", width: 1440 };
const PHONE: Look = { theme: "light", language: "en", width: 360 };

/** Takes pictures of the desk and of a phone, seconds after a position was won. */
export async function picturesOfDesk(
  browser: Browser,
  app: TestApp,
  email: string,
  { pictureTick }: Story,
): Promise<void> {
  const pages = [await openPage(browser, app, DESK), await openPage(browser, app, PHONE, 2)] as const;
  const [desk, phone] = pages;
  for (const page of pages) await openDesk(page, app, email);
  // Once the result is there, nothing may take longer than the ten seconds for which the list shows it.
  while (now(app) < pictureTick) await pass(app, 1);
  // The notice of the result covers a part of the page.
  await desk.getByRole("button", { name: "Close", exact: true }).click();
  await phone.getByRole("button", { name: "Close", exact: true }).tap();
  await desk.waitForTimeout(400);
  await shoot(desk, "desk");
  await shoot(phone, "phone");
  // Browsers show these before somebody installs the web app.
  copyFileSync(join(FOLDER, "desk.png"), "packages/web/public/screen-wide.png");
  copyFileSync(join(FOLDER, "phone.png"), "packages/web/public/screen-narrow.png");
  for (const page of pages) await page.context().close();
}

/** Takes a picture of the administration's overview. */
export async function pictureOfAdministration(browser: Browser, app: TestApp): Promise<void> {
  const page = await openPage(browser, app, DESK);
  await signIn(page, app, OPERATOR);
  await openOverview(page, app);
  await shoot(page, "administration");
  await page.context().close();
}

/** Takes a picture of the check of a position whose hour is over. Nothing of it then waits for its time. */
export async function pictureOfCheck(browser: Browser, app: TestApp, email: string): Promise<void> {
  await jump(app, 3600);
  const page = await openPage(browser, app, { ...DESK, theme: "light" });
  await signIn(page, app, email);
  const { rows } = await app.database.query<{ id: string }>(
    "select id from trading_positions where status = 'won' order by amount desc limit 1",
  );
  // The page warns of a device whose clock is wrong.
  await page.clock.setFixedTime(app.clock.nowMs());
  await page.goto(`${app.url}/verify/${rows[0]!.id}`);
  const verdict = page.locator("div:is([data-outcome=right], [data-outcome=note])");
  await verdict.evaluate((card: HTMLElement) => scrollTo(0, card.offsetTop - 100));
  await shoot(page, "check");
  await page.context().close();
}
