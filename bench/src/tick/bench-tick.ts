import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { openLive, openPositions, withDashboard } from "./dashboard.ts";
import type { Dashboard } from "./dashboard.ts";
import { profiledShare } from "./profiled-share.ts";

const POSITIONS = 20;
const TICKS = 60;
const HOUR_TICKS = 3_600;
const AIM_SCRIPT_MS = 2;
const AIM_GROWTH_BYTES = 5_000_000;

/**
 * Measures the cost of a tick in a browser with twenty open positions, and how much memory an hour of ticks adds. The short
 * form leaves out the hour.
 */
export async function benchTick(folder: string, { isShort }: { isShort: boolean }): Promise<Row[]> {
  return withDashboard(folder, async (dashboard) => {
    await openPositions(dashboard, POSITIONS);
    await openLive(dashboard);
    await tickCalmly(dashboard, 10);
    const cost = await measureCost(dashboard);
    note("cost of a tick done");
    const at = `at ${POSITIONS} open positions`;
    const rows: Row[] = [
      {
        figure: `script per tick ${at}`,
        measured: `${milliseconds(cost.scriptMs)}, of it ${milliseconds(cost.scriptMs * cost.chartShare)} the chart`,
        target: { words: `under ${AIM_SCRIPT_MS} ms`, reached: cost.scriptMs < AIM_SCRIPT_MS },
      },
      {
        figure: `main thread per tick ${at}`,
        measured: `${milliseconds(cost.taskMs)}, of it ${milliseconds(cost.layoutMs)} style and layout`,
      },
    ];
    if (isShort) return rows;
    const growthBytes = await measureGrowth(dashboard);
    note("an hour of ticks done");
    rows.push({
      figure: `heap growth over ${HOUR_TICKS.toLocaleString("en")} ticks`,
      measured: `${(growthBytes / 1e6).toFixed(2)} MB`,
      target: { words: "under 5 MB", reached: growthBytes < AIM_GROWTH_BYTES },
    });
    return rows;
  });
}

/** Ticks one after the other, with time to draw and to come to rest after each, as in real seconds. */
async function tickCalmly({ tick, page }: Dashboard, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await tick();
    await page.waitForTimeout(300);
  }
}

type Metrics = { script: number; task: number; layout: number };

async function readMetrics({ devTools }: Dashboard): Promise<Metrics> {
  const { metrics } = await devTools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((each) => each.name === name)!.value * 1000;
  return {
    script: of("ScriptDuration"),
    task: of("TaskDuration"),
    layout: of("LayoutDuration") + of("RecalcStyleDuration"),
  };
}

async function measureCost(dashboard: Dashboard) {
  const { devTools } = dashboard;
  // Measures the CPU time of the page's own thread, not the time during which other threads delayed it.
  await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await readMetrics(dashboard);
  await tickCalmly(dashboard, TICKS);
  const after = await readMetrics(dashboard);
  const perTick = (name: keyof Metrics) => (after[name] - before[name]) / TICKS;
  const chartShare = await profiledShare(devTools, /\/price-chart-[^/]+\.js$/, () =>
    tickCalmly(dashboard, TICKS),
  );
  return { scriptMs: perTick("script"), taskMs: perTick("task"), layoutMs: perTick("layout"), chartShare };
}

async function usedBytes({ devTools }: Dashboard): Promise<number> {
  // The second collection frees the targets of weak references.
  for (let turn = 0; turn < 2; turn += 1) await devTools.send("HeapProfiler.collectGarbage");
  return (await devTools.send("Runtime.getHeapUsage")).usedSize;
}

/** Replaces each settled position by a new one, so there are twenty nearly all the time. */
async function measureGrowth(dashboard: Dashboard): Promise<number> {
  const before = await usedBytes(dashboard);
  for (let passed = 1; passed <= HOUR_TICKS; passed += 1) {
    await dashboard.tick();
    if (passed % 600 === 500) await openPositions(dashboard, POSITIONS);
  }
  await dashboard.page.waitForTimeout(3_000);
  return (await usedBytes(dashboard)) - before;
}
