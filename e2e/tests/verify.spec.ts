import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { FairnessEpoch } from "@veritick/contract/schemas/fairness.ts";
import type { OpenedPosition, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { forgetSession, withMoney } from "../kit/people.ts";
import { jump, now } from "../kit/time.ts";
import { MINUS, price } from "../kit/words.ts";

test.use({ rounds: "spared" });

const EPOCH = 3600;
const verdict = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /matches|right|wrong|judge/i })
    .first();
const steps = (page: Page) => page.getByRole("list", { name: "What was checked" }).getByRole("listitem");
const outcomes = (page: Page) =>
  steps(page).evaluateAll((items) => items.map((item) => item.getAttribute("data-outcome")));
const fact = (page: Page, name: string) =>
  page
    .getByRole("term")
    .filter({ hasText: RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd");
const wrongSteps = (page: Page): Locator => steps(page).and(page.locator("[data-outcome=wrong]"));

/** Opens and decides a one-minute position in an hour that is not over. */
async function decided(page: Page, app: MovableApp): Promise<OpenedPosition> {
  // Starts early in an hour, so that one hour contains the position.
  await jump(app, EPOCH - (now(app) % EPOCH) + 100);
  const person = await withMoney(page.context(), app, "100");
  const { status, body } = await person.post("/api/trading/positions", {
    type: "buy",
    amount: "10",
    duration: 1,
  });
  expect(status).toBe(201);
  await jump(app, 70);
  return body as OpenedPosition;
}

const untilNextHour = (app: MovableApp) => EPOCH - (now(app) % EPOCH);

test("checks a position as far as possible and completes by itself when its hour is over", async ({
  ownApp: app,
  page,
}) => {
  const position = await decided(page, app);
  const { signature } = position;
  // Sets the device's clock, because the page warns if it differs from the server's.
  await page.clock.install({ time: app.clock.nowMs() });
  await page.goto(`${app.url}/positions/${position.id}`);
  await page.getByRole("link", { name: "Check this position" }).click();
  await expect(page).toHaveURL(`${app.url}/verify/${position.id}`);
  await expect(page).toHaveTitle("Check a position · Veritick");
  await expect(verdict(page)).toContainText("Right so far, with 2 reservations");
  await expect(page.getByRole("timer")).toContainText(/^\d+:\d\d left/);
  await expect(fact(page, "Entry price")).toHaveText(price(position.entryPrice));
  await expect(fact(page, "Barrier")).toHaveText(price(position.barrierPrice));
  await expect(fact(page, "Result price")).toHaveText(/^\d+\.\d{3}$/);
  await expect(fact(page, "Result")).toHaveText(RegExp(`^(Won\\+|Lost${MINUS})\\d+\\.\\d\\d USDMS$`));
  expect(await outcomes(page)).toEqual([
    "right",
    "right",
    // This browser did not send the order.
    "note",
    ...Array<string>(4).fill("right"),
    "later",
    ...Array<string>(3).fill("right"),
    // The beacon is the installation's own.
    "note",
    "right",
    "later",
    "later",
    "right",
    "right",
  ]);

  const left = untilNextHour(app);
  await jump(app, left + 1);
  await page.clock.fastForward((left + 2) * 1000);
  await expect(verdict(page)).toContainText("Everything matches, with 2 reservations");
  await expect(verdict(page)).toContainText("Nothing here shows that the order was not backdated.");
  expect(new Set(await outcomes(page))).toEqual(new Set(["right", "note"]));
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(/162 prices recomputed in [\d.]+ s/);
  await steps(page).filter({ hasText: "The barrier follows" }).getByText("Show the values").click();
  await expect(page.getByRole("main")).toContainText(position.barrierPrice);

  await test.step("judges by this device's clock when the answer to its order came", async () => {
    const answered = async (afterMs: number, changed = signature) => {
      const at = new Date(position.entryTick * 1000 + afterMs).toISOString();
      const { userId: user, id, path } = position;
      const note = { user, position: id, at, signature: changed, path, of: "order" };
      await page.evaluate((notes) => localStorage.setItem("received_answers", notes), JSON.stringify([note]));
      await page.getByRole("button", { name: "Check again" }).click();
    };
    await expect(steps(page).nth(2)).toContainText("Time of the answer: this browser has no record of it.");
    await answered(250);
    await expect(steps(page).nth(2)).toHaveAttribute("data-outcome", "right");
    await expect(verdict(page)).toContainText("Everything matches, with 1 reservation");
    await expect(verdict(page)).toContainText(
      /The operator of the beacon [0-9a-f]{12} may have known its rounds/,
    );
    await expect(verdict(page)).not.toContainText("backdated");
    await answered(1000);
    await expect(verdict(page)).toContainText("Answer too late to judge");
    await expect(steps(page).nth(2)).toContainText(
      "Time of the answer: too late to judge. By the clock of the device that sent the request,",
    );
    await expect(steps(page).nth(2)).toHaveAttribute("data-outcome", "missing");
    await answered(250, "1".repeat(128));
    await expect(wrongSteps(page)).toContainText(["Two different texts were signed for one request."]);
    await page.getByRole("link", { name: "Open the receipt" }).click();
    await expect(page.getByRole("main")).toContainText("differs from this receipt’s");
  });
});

test("marks the values that were tampered with", async ({ ownApp: app, page }) => {
  const position = await decided(page, app);
  await jump(app, untilNextHour(app) + 1);
  const other = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
  const ofReceipt = (change: (receipt: PositionReceipt) => void) =>
    page.route(`**/api/trading/positions/${position.id}`, async (route) => {
      const response = await route.fetch();
      const receipt = (await response.json()) as PositionReceipt;
      change(receipt);
      await route.fulfill({ response, json: receipt });
    });
  const tamperings: [() => Promise<unknown>, string[]][] = [
    [
      () =>
        page.route("**/api/fairness/epochs?*", async (route) => {
          const response = await route.fetch();
          const rows = (await response.json()) as FairnessEpoch[];
          const row = rows.find(({ epoch }) => epoch === Math.floor(position.entryTick / EPOCH))!;
          row.seed = other(row.seed!);
          await route.fulfill({ response, json: rows });
        }),
      ["The seed of the hour does not match its commitment."],
    ],
    [
      () => ofReceipt(({ position: told }) => (told.status = told.status === "won" ? "lost" : "won")),
      ["The result does not follow from that price and the barrier."],
    ],
    [
      () => ofReceipt(({ position: told }) => (told.barrierPrice = "153.00000000")),
      [
        "The position does not match what was signed when it was opened.",
        "The barrier does not follow from the entry price",
      ],
    ],
    [
      () => ofReceipt((receipt) => (receipt.terms = receipt.terms!.replace("0.05", "0.2"))),
      ["The position was opened under other terms than those promised for its hour a day ahead."],
    ],
    [
      () => ofReceipt(({ promise }) => (promise!.signature = other(promise!.signature))),
      ["The signature does not belong to this promise."],
    ],
  ];
  await page.goto(`${app.url}/verify/${position.id}`);
  await expect(verdict(page)).toContainText("Everything matches");
  for (const [tamper, words] of tamperings) {
    await tamper();
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(verdict(page)).toContainText("Something is wrong");
    await expect(wrongSteps(page)).toHaveCount(words.length);
    for (const [index, word] of words.entries())
      await expect(wrongSteps(page).nth(index)).toContainText(word);
    await page.unrouteAll({ behavior: "wait" });
  }
});

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!, { type: "application/json" }));
      return transfer;
    },
    [name, text],
  );
  const field = page.getByRole("textbox", { name: "Position id" });
  for (const type of ["dragover", "drop"]) await field.dispatchEvent(type, { dataTransfer: data });
}

test("checks a downloaded receipt without a session and without the platform", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  const position = await decided(page, app);
  await jump(app, untilNextHour(app) + 1);
  await page.goto(`${app.url}/positions/${position.id}`);
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the receipt" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe(`veritick-receipt-${position.id}.json`);
  const text = await readFile(await download.path(), "utf8");
  const entryEpoch = Math.floor(position.entryTick / EPOCH);
  expect(JSON.parse(text)).toMatchObject({
    format: "veritick/receipt-file/1",
    site: app.url,
    receipt: { position: { id: position.id } },
  });
  const { epochs } = JSON.parse(text) as { epochs: FairnessEpoch[] };
  expect(epochs.slice(0, 26).map(({ epoch }) => epoch - entryEpoch)).toEqual(
    Array.from({ length: 26 }, (_, index) => index - 1),
  );

  await forgetSession(page);
  await page.goto(`${app.url}/verify/${position.id}`);
  await expect(page.getByRole("main")).toContainText("Sign in to fetch this position");
  await drop(page, "notes.txt", "no receipt");
  await expect(page.getByRole("alert")).toContainText("This file cannot be read.");
  await drop(page, "proof.json", '{ "format": "veritick/liability-proof/1" }');
  await expect(page.getByRole("alert")).toContainText("proof of liabilities");
  await drop(page, "receipt.json", text);
  await expect(verdict(page)).toContainText("Everything matches");
  await expect(steps(page).nth(2)).toContainText(
    "Time of the answer: the file does not record it together with the signature.",
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
  const received = new Date(position.entryTick * 1000 + 250).toISOString();
  const { signature: receivedSignature, path: receivedPath } = position;
  const noted = { ...(JSON.parse(text) as object), received, receivedSignature, receivedPath };
  await drop(page, "noted.json", JSON.stringify(noted));
  await expect(verdict(page)).toContainText("Everything matches, with 1 reservation");
  await expect(steps(page).nth(2)).toContainText(
    "Only the person who made the file knows whether this is true.",
  );

  expectFaults(/ERR_FAILED|Failed to load/);
  await page.route("**/api/**", (route) => route.abort());
  const profit = /"profit": "(-?)/.exec(text)![0];
  await page.locator("input[type=file]").setInputFiles({
    name: "forged.json",
    mimeType: "application/json",
    buffer: Buffer.from(text.replace(profit, `${profit}9`)),
  });
  await expect(verdict(page)).toContainText("Something is wrong");
  await expect(wrongSteps(page)).toHaveText([/The profit or the ledger entries do not match that result/]);
  await expect(page.getByRole("main")).toContainText("Only the file was checked");
});

rare(
  "says that the browser cannot compute or that there is no such position",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/verify-worker|status of 40[04]/);
    const position = await decided(page, app);
    await page.clock.setFixedTime(app.clock.nowMs());
    const isWorker = /verify-worker-/;
    await page.route(isWorker, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${app.url}/verify/${position.id}`);
    await expect(page.getByRole("alert")).toContainText("Your browser could not start the check");
    await page.unroute(isWorker);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(verdict(page)).toContainText("Right so far");

    // The field alone says what is wrong. The code of notices loads with the first one.
    const noticeCode: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/notice-view-")) noticeCode.push(request.url());
    });
    const field = page.getByRole("textbox", { name: "Position id" });
    await field.fill("something else");
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription(/Enter the id of a position/);
    await field.fill(`${app.url}/positions/01a0c45c-08a8-7000-8000-00d1f13cff88`);
    await field.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Position not found");
    expect(noticeCode).toEqual([]);
  },
);
