import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { expect } from "vitest";
import { CODE, endHolds, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { misfits } from "../kit/checks.ts";
import type { RunningApp } from "./app.ts";
import { expectSameFigures } from "./same-figures.ts";
import { LONG_MS, Screen, until } from "./screen.ts";

export type Stage = { readonly app: RunningApp; readonly screen: Screen };

const EMAIL = "newcomer@example.com";
const PASSWORD = "a long password of mine";
const EPOCH = 3_600;

const me = async (screen: Screen) => JSON.parse((await screen.fetch("/api/auth/me")).body) as CurrentUser;
const positions = async (screen: Screen) =>
  JSON.parse((await screen.fetch("/api/trading/positions")).body) as Position[];
const goLive = (screen: Screen) => screen.shows(/^Live/, "[role=status]");

/** The position that a later flow checks. */
let settled: Position | undefined;

/** Opens a position and returns it. */
async function open({ screen }: Stage, side: "Buy" | "Sell", minutes: number): Promise<Position> {
  const before = await positions(screen);
  await screen.press("button", side);
  // The chart has a choice of minutes too, and a press beside the ticket would close it.
  await until("the ticket", async () => (await screen.count("dialog", /./)) === 1);
  await screen.press("radio", RegExp(`^${minutes} min`));
  await screen.fill("Amount", "10");
  await screen.press("button", RegExp(`^${side} for`));
  const opened = await until("the position", async () => {
    const now = await positions(screen);
    return now.find(({ id }) => before.every((each) => each.id !== id));
  });
  await until("the end of the dialog", async () => (await screen.count("dialog", /./)) === 0);
  return opened;
}

async function deposit({ app, screen }: Stage): Promise<void> {
  await screen.press("button", "Deposit");
  await screen.fill("Amount", "400");
  await screen.press("button", "Continue");
  await screen.shows("Awaiting payment", "[role=dialog]");
  await app.jump(5);
  await screen.shows("Confirmed", "[role=dialog]");
  await screen.driver.key("Escape");
  await until("the focus on Deposit", () => screen.hasFocus("button", "Deposit"));
  expect((await me(screen)).balance).toBe("400.00000000");
}

/** Ten flows in the order in which one new user takes them. */
export const FLOWS: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
  [
    "the first page shows a price, and everything that can be pressed is on top",
    async ({ app, screen }) => {
      await screen.goto(app.url);
      await screen.shows(/\d{3}\.\d{3}/, "main");
      const covered = await screen.ask<string[]>(`
        await document.fonts.ready;
        return [...document.querySelectorAll("a[href], button")].filter(isThere).flatMap((each) => {
          const { left, top, right, bottom } = each.getClientRects()[0];
          if (top < 0 || bottom > innerHeight || right - left < 2) return [];
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return each.contains(over) ? [] : [nameOf(each) + " under " + over?.outerHTML.slice(0, 80)];
        });`);
      expect(covered).toEqual([]);
    },
  ],
  [
    "registers and logs in by keyboard alone",
    async ({ app, screen }) => {
      await screen.goto(`${app.url}/auth?mode=register`);
      await until("the focus of the page", () => screen.ask<boolean>("return document.hasFocus()"));
      await screen.tabTo("textbox", /^E-mail/);
      await screen.driver.type(EMAIL);
      for (const field of [/^Password/, /^Confirm the password/]) {
        await screen.tabTo("textbox", field);
        await screen.driver.type(PASSWORD);
      }
      await screen.driver.key("Enter");
      await screen.shows("0.00 USDMS", "main");
      await signOut(screen);
      await logIn(app, screen);
    },
  ],
  ["deposits, and the focus returns to where the dialog was opened", deposit],
  [
    "buys and sells for a minute, and both are settled",
    async (stage) => {
      const { app, screen } = stage;
      await goLive(screen);
      await open(stage, "Buy", 1);
      settled = await open(stage, "Sell", 1);
      await screen.shows("380.00 USDMS", "main");
      await app.jump(64);
      await screen.shows("No active positions", "main");
      const ended = await until("two outcomes", async () => {
        const all = await positions(screen);
        return all.every(({ status }) => status === "won" || status === "lost") && all;
      });
      expect(ended).toHaveLength(2);
      const balance = Number((await me(screen)).balance).toFixed(2);
      await screen.shows(`${balance} USDMS`, "main");
    },
  ],
  [
    "sells back, and asks again when the price moved",
    async (stage) => {
      const { screen } = stage;
      await goLive(screen);
      await open(stage, "Buy", 10);
      // The first request asks for more than the position is worth, as if the price had moved.
      await screen.ask(`
        const original = window.fetch;
        window.fetch = (input, init) => {
          if (!/sell$/.test(String(input.url ?? input))) return original(input, init);
          window.fetch = original;
          const body = JSON.parse(init.body);
          return original(input, { ...init, body: JSON.stringify({ ...body, minProceeds: "9" + body.minProceeds }) });
        };`);
      await screen.press("button", /^Sell back for\s*\d+\.\d\d \(/);
      await pause();
      await screen.press("button", /^Sell back for\s*\d+\.\d\d\?/);
      await screen.shows("The price has moved. Nothing was sold back.");
      await until("the sale", async () => {
        await pause();
        if ((await screen.count("button", /\d\? /)) > 0) await screen.press("button", /\d\? /);
        return (await positions(screen)).some(({ status }) => status === "sold");
      });
    },
  ],
  [
    "withdraws with a code only",
    async ({ app, screen }) => {
      await screen.press("button", "Withdraw");
      await screen.shows("You need a withdrawal code first", "[role=dialog]");
      await screen.driver.key("Escape");
      const created = await screen.fetch("/api/profile/create-withdrawal-code", { code: CODE });
      expect(created.status).toBe(200);
      await endHolds(app, [{ user: await me(screen) }]);
      await screen.goto(`${app.url}/dashboard`);
      await screen.press("button", "Withdraw");
      await screen.fill("Amount", "50");
      await screen.fill(/^Your USDT address/, someAddress());
      await screen.fill("Withdrawal code", CODE);
      await screen.press("button", /^Withdraw .*USDT$/);
      await screen.shows("Withdrawal created");
    },
  ],
  [
    "filters the statement by a typed date, clears it, and downloads it",
    async ({ app, screen }) => {
      await screen.goto(`${app.url}/statement`);
      await screen.shows("Position opened", "main");
      const dates = `return [...document.querySelectorAll("input[type=date]")].map(({ value }) => value)`;
      expect(await screen.ask(dates)).toEqual(["", ""]);
      await screen.ask(`document.querySelector("input[type=date]").focus()`);
      // WebKit does not go on to the next part by itself.
      const parts = screen.driver.engine === "webkit" ? ["01", "01", "2027"] : ["01012027"];
      for (const [index, part] of parts.entries()) {
        if (index > 0) await screen.driver.key("Tab");
        await screen.driver.type(part);
      }
      await screen.shows("Nothing matches these filters", "main");
      expect(await screen.ask(dates)).toEqual(["2027-01-01", ""]);
      await screen.press("button", "Clear filters");
      await screen.shows("Position opened", "main");
      expect(await screen.ask(dates)).toEqual(["", ""]);
      const href = await screen.ask<string>(`return find("link", ["Download CSV", false])[0].href`);
      await screen.press("link", "Download CSV");
      await pause();
      expect((await screen.fetch(href)).status).toBe(200);
    },
  ],
  [
    "checks a position and an hour that is over",
    async ({ app, screen }) => {
      const { id, entryTick } = settled!;
      await app.jump(EPOCH - ((app.clock.nowMs() / 1000) % EPOCH) + 1);
      await screen.goto(`${app.url}/verify/${id}`);
      await screen.shows(/\d+ prices recomputed in/, "main", LONG_MS);
      const text = await screen.text("main");
      for (const price of [settled!.entryPrice, settled!.barrierPrice])
        expect(text).toContain(price.slice(0, -5));
      // The time of the answer may be too late to judge: the clock of this device is not the server's.
      const outcomes = await screen.ask<string[]>(
        "return [...document.querySelectorAll('li[data-outcome]')].map(({ dataset }) => dataset.outcome)",
      );
      expect(outcomes.filter((outcome) => outcome === "right").length).toBeGreaterThan(14);
      expect(outcomes.filter((outcome) => outcome === "wrong" || outcome === "later")).toEqual([]);
      const epoch = Math.floor(entryTick / EPOCH);
      await screen.goto(`${app.url}/fairness/epochs/${epoch}`);
      await screen.shows("Everything matches", "main", LONG_MS);
    },
  ],
  [
    "keeps two tabs alike, and goes on after a reload and without a network",
    async (stage) => {
      const { app, screen } = stage;
      await screen.goto(`${app.url}/dashboard`);
      await goLive(screen);
      const other = new Screen(await screen.driver.newTab());
      await other.goto(`${app.url}/dashboard`);
      await goLive(other);
      const theme = "return document.documentElement.dataset.theme";
      const before = await other.ask(theme);
      await other.press("button", /^Switch to the/);
      const after = await until("the other theme", async () => {
        const now = await other.ask<string>(theme);
        return now !== before && now;
      });
      await open({ app, screen: other }, "Buy", 5);
      const { setOffline } = other.driver;
      if (setOffline !== undefined) {
        await setOffline(true);
        await other.shows(/offline/i);
        await setOffline(false);
        await goLive(other);
      }
      await screen.driver.toFront();
      await until("the theme in the first tab", async () => (await screen.ask(theme)) === after);
      await screen.shows("Active positions (1)");
      await screen.ask("location.reload()");
      await goLive(screen);
      await signOut(screen);
      await other.driver.toFront();
      await other.shows("Sign in");
      await other.driver.closeTab();
      await screen.driver.toFront();
    },
  ],
  [
    "fits on every page, and computes what the server computes",
    async ({ app, screen }) => {
      await expectSameFigures(screen);
      await logIn(app, screen);
      const found: string[] = [];
      for (const width of [360, 1440]) {
        await screen.driver.resize(width, 900);
        for (const path of PAGES) {
          await screen.goto(app.url + path);
          await until("a heading", async () => (await screen.count("heading", /./)) > 0);
          await screen.ask("await new Promise((resolve) => setTimeout(resolve, 300))");
          const said = await screen.ask<string[]>(`${misfits.toString()} return misfits();`);
          found.push(...said.map((each) => `${path} at ${width} px: ${each}`));
        }
      }
      expect(found).toEqual([]);
    },
  ],
];

const PAGES = [
  "/dashboard",
  "/practice",
  "/profile",
  "/statement",
  "/results",
  "/results/year",
  "/limits",
  "/fairness",
  "/fairness/beacon",
  "/fairness/liabilities",
  "/status",
  "/verify",
  "/help",
  "/docs",
  "/accessibility",
];

/** Two presses within the time of a double press count as one. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 700));

async function logIn(app: RunningApp, screen: Screen): Promise<void> {
  await screen.goto(`${app.url}/auth`);
  await until("the focus of the page", () => screen.ask<boolean>("return document.hasFocus()"));
  await screen.tabTo("textbox", /^E-mail/);
  await screen.driver.type(EMAIL);
  await screen.tabTo("textbox", /^Password/);
  await screen.driver.type(PASSWORD);
  await screen.driver.key("Enter");
  await screen.shows("USDMS", "main");
}

async function signOut(screen: Screen): Promise<void> {
  await screen.press("button", /Your account$/);
  await screen.place("menuitem", "Sign out");
  await until("the focus on the menu's button", async () => {
    // A menu hears keys a moment after it is drawn.
    if (await screen.has("menuitem", "Sign out")) await screen.driver.key("Escape");
    return screen.hasFocus("button", /Your account$/);
  });
  await screen.driver.key("Enter");
  await screen.press("menuitem", "Sign out");
  await until("the end of the session", async () => (await screen.fetch("/api/auth/me")).status === 401);
}
