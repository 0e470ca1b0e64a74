import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { expect } from "../fixtures.ts";
import { jump, now } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EPOCH = 3600;

/** The public pages about fairness, in all the states of an hour, and the notice that commitments were swapped. */
export const fairnessWalk: Walk = async ({ page, app, text, look }) => {
  const { epochPage, watch, rule, commitments } = text.fairness.pages;
  const main = page.getByRole("main");
  // One duration with more hours than it takes for the range of luck to be drawn, one with fewer, two with none.
  await app.database.query(
    `insert into settled_hours (duration, epoch, part, positions, won, won_expected)
     select duration, hour, 0, 1234, 300 + hour % 7, 1234 * chance
     from (values (1, 30, 0.2714), (3, 3, 0.1357)) as sold (duration, hours, chance), generate_series(1, hours) as hour`,
  );
  await jump(app, 2 * EPOCH);
  await page.goto(`${app.url}/fairness`);
  await expect(page.getByRole("list", { name: rule.table })).toBeVisible();
  await page.getByText(commitments.others(23)).click();
  await expect(main.getByRole("img").first()).toBeVisible();
  await expect(main).toContainText(commitments.chain.outcome.first);
  await look("fairness page");

  const epoch = Math.floor(now(app) / EPOCH);
  await page.goto(`${app.url}/fairness/epochs/${epoch - 1}`);
  await expect(main).toContainText(epochPage.allRight);
  await button(page, epochPage.day.start).click();
  await expect(main).toContainText(epochPage.day.took("").split(" ")[0]!);
  await page.getByRole("slider").focus();
  await look("hour that is over, with its day checked");
  await page.goto(`${app.url}/fairness/epochs/${epoch}`);
  await expect(main).toContainText(epochPage.someLater);
  await look("hour that is running");
  await page.goto(`${app.url}/fairness/epochs/${epoch + 3}`);
  await expect(main).toContainText(epochPage.upcomingChart.title);
  await look("hour that has not begun");
  await page.goto(`${app.url}/fairness/epochs/1`);
  await expect(main).toContainText(epochPage.none.title);
  await look("hour that there is none of");

  await page.route("**/api/fairness/epochs*", async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { seed: string | null }[];
    for (const row of rows) if (row.seed !== null) row.seed = "0123456789abcdef".repeat(4);
    await route.fulfill({ response, json: rows });
  });
  await page.route("**/api/fairness", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Fairness;
    reply.chain.head = "0123456789abcdef".repeat(4);
    await route.fulfill({ response, json: reply });
  });
  await page.goto(`${app.url}/fairness/epochs/${epoch - 1}`);
  await expect(main).toContainText(epochPage.someWrong);
  await expect(page.getByRole("region", { name: watch.label, exact: true })).toContainText(watch.swapped);
  await look("hour with another seed, and commitments that were swapped");
  await page.unrouteAll();
};
