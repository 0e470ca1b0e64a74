import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, stayConnected } from "../kit/time.ts";

/** What the page keeps of itself: how often React committed, and where the document was changed. */
type Diary = { commits: number; places: string[] };

/** React tells this hook of every commit, in production too, where it is there before React. */
async function countCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const diary: Diary = { commits: 0, places: [] };
    Object.assign(window, {
      diary,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        isDisabled: false,
        inject: () => 1,
        onCommitFiberRoot: () => (diary.commits += 1),
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
      },
    });
  });
}

/** From now on; each change is named by the region in which it is, and by what was changed. */
async function beginDiary(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { diary } = window as unknown as { diary: Diary };
    new MutationObserver((mutations) => {
      for (const { target, type } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest("section")?.querySelector("h2")?.textContent;
        diary.places.push(`${region ?? element?.tagName}: ${type}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    diary.commits = 0;
  });
}

const readDiary = (page: Page) => page.evaluate(() => (window as unknown as { diary: Diary }).diary);

test("4 Cost of a tick at 20 open positions: no commit, only the figures change, nothing is left behind", async ({
  app,
  page,
}) => {
  await countCommits(page);
  const person = await withMoney(page.context(), app, "1000");
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
  await jump(app, 60);
  for (let index = 0; index < 20; index += 1) {
    const type = index % 2 === 0 ? "buy" : "sell";
    await person.post("/api/trading/positions", { type, amount: "1", duration: 10 });
  }
  let polls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/trading/positions")) polls += 1;
  });
  // The last thing that a page asks for by itself: first for maintenance, later for the link to a support chat.
  let settingsAnswers = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/settings")) settingsAnswers += 1;
  });
  await page.goto(app.url);
  await goLive(page, app);
  await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(20);
  await expect(page.locator("canvas")).toBeVisible();
  await expect.poll(() => settingsAnswers).toBe(2);
  // What watches over the commitments comes two seconds later, and notes what it has seen.
  await page.waitForFunction(() => localStorage.getItem("chain_seen") !== null);
  await pass(app, 2);
  await page.waitForTimeout(100);

  await beginDiary(page);
  const pollsBefore = polls;
  const ago = screen.historyCard(page).getByRole("time");
  const agoBefore = await ago.innerText();
  // A poll, and the minute and a half after which "now" is "1 minute ago".
  await expect(async () => {
    await pass(app);
    expect(polls - pollsBefore).toBeGreaterThan(0);
  }).toPass({ intervals: [100], timeout: 20_000 });
  await pass(app, 90);
  await expect(ago).not.toHaveText(agoBefore);
  const { commits, places } = await readDiary(page);
  expect(commits, [...new Set(places)].join("; ")).toBe(0);
  expect([...new Set(places)].sort()).toEqual([
    "Active positions (20): attributes",
    "Active positions (20): characterData",
    "History: characterData",
    "USDMS/USDLive: attributes",
    "USDMS/USDLive: characterData",
  ]);

  const devTools = await page.context().newCDPSession(page);
  const heldBytes = async () => {
    for (let turn = 0; turn < 2; turn += 1) await devTools.send("HeapProfiler.collectGarbage");
    return (await devTools.send("Runtime.getHeapUsage")).usedSize;
  };
  await stayConnected(page, app);
  const before = await heldBytes();
  await pass(app, 300);
  await stayConnected(page, app);
  // What a tick left behind would be there 300 times.
  expect((await heldBytes()) - before).toBeLessThan(1_000_000);
});
