import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { openLive, openPositions, withDashboard } from "./dashboard.ts";
import type { Dashboard } from "./dashboard.ts";

const POSITIONS = 30;
const THROTTLE = 4;
const ROUNDS = 6;
const AIM_MS = 100;
/** The browser does not report shorter interactions. */
const SHORTEST_MS = 16;

/** Milliseconds from each press to the next frame, as the Event Timing API measures them. */
type Durations = Map<string, number[]>;

/**
 * Measures how soon a desk with thirty open positions answers a press while the price moves, on a device four times slower
 * than this one. Source of the measure: https://web.dev/articles/inp.
 */
export async function benchInteractions(folder: string): Promise<Row[]> {
  return withDashboard(folder, async (dashboard) => {
    await openPositions(dashboard, POSITIONS);
    await dashboard.page.addInitScript(WATCH);
    await openLive(dashboard);
    await dashboard.devTools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    const durations: Durations = new Map();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const action of ACTIONS) {
        await dashboard.tick();
        await dashboard.page.waitForTimeout(600);
        await dashboard.page.evaluate("interactions.clear()");
        await action.act(dashboard);
        await dashboard.page.waitForTimeout(600);
        const longest = await dashboard.page.evaluate<number>("Math.max(0, ...interactions.values())");
        // The first round loads lazy code, for which a person waits once.
        durations.set(action.name, [...(durations.get(action.name) ?? []), Math.max(SHORTEST_MS, longest)]);
      }
      note(`round ${round + 1} of ${ROUNDS} done`);
    }
    return rowsOf(durations);
  });
}

/** Runs in the page. Keeps the longest duration of each interaction; a press, its release and the click are one. */
const WATCH = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId === 0) continue;
      interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: "event", durationThreshold: ${SHORTEST_MS} });
`;

type Action = { name: string; act: (dashboard: Dashboard) => Promise<void> };

const press =
  (name: RegExp, role: "button" | "radio" | "menuitem" = "button") =>
  async ({ page }: Dashboard) => {
    await page
      .getByRole(role, { name })
      .first()
      .click({ force: role === "radio" });
  };

const ACTIONS: Action[] = [
  { name: "change the theme", act: press(/^Switch to the/) },
  { name: "open the account menu", act: press(/Your account/) },
  {
    name: "close the account menu",
    act: async ({ page }) => page.keyboard.press("Escape"),
  },
  { name: "open the ticket", act: press(/^Buy$/) },
  { name: "change the duration", act: press(/^3 min/, "radio") },
  {
    name: "change the amount",
    act: async ({ page }) => {
      await page.getByRole("dialog").getByRole("textbox").first().fill("");
      await page.keyboard.type("2");
    },
  },
  { name: "confirm the order", act: press(/^Buy for/) },
  { name: "show 15 minutes", act: press(/^15/, "radio") },
  { name: "show 5 minutes", act: press(/^5 /, "radio") },
];

function rowsOf(durations: Durations): Row[] {
  const quarter = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1]!;
  const at = `at ${POSITIONS} open positions, ${THROTTLE}x slower`;
  return [...durations].map(([name, each]) => ({
    figure: `${name}, from the press to the next frame, p75, ${at}`,
    measured: `${milliseconds(quarter(each))}, at first ${milliseconds(each[0]!)}`,
    target: { words: `at most ${AIM_MS} ms`, reached: quarter(each) <= AIM_MS },
  }));
}
