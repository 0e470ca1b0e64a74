import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { useApp } from "../testing/use-app.ts";

const scope = useApp();
const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

type Rule = {
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string; runbook_url: string };
};
type Panel = {
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
};

const { groups } = parse(read("ops/prometheus/alerts.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboard = JSON.parse(read("ops/grafana/dashboards/veritick.json")) as { panels: Panel[] };
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...shown];

/** Returns the names of metrics in an expression, without texts, selectors, functions and keywords. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, " ");
  const words = bare.match(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g) ?? [];
  return words.filter(
    (word) => !/^(or|and|unless|by|on|vector|time|inf)$/i.test(word) && /[_:]|^up$/.test(word),
  );
}

/** Returns the metrics of a running server under the names that Prometheus stores, each with its kind. */
async function offered(): Promise<Map<string, string>> {
  const text = await (await fetch(`${scope.app.url}/metrics`)).text();
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name!, kind!] as const);
  return new Map(
    kinds.flatMap(([name, kind]) =>
      kind === "histogram" || kind === "summary"
        ? ["_bucket", "_count", "_sum"].map((suffix) => [name + suffix, kind] as const)
        : [[name, kind] as const],
    ),
  );
}

const ALERTS =
  "AttentionWaiting BackupNeverMade BackupNotCopied BackupStale BeaconLate BeaconRelayFailing BusDisconnected ClockSkew DatabaseDown DiskFilling HighErrorRate HouseFundsLow LedgerCheckStale " +
  "LedgerMismatch LiabilitiesNotStated LogBehind LogWitnessFailing ObjectiveBurnsFast ObjectiveBurnsSlowly OrdersRefused PagesBreak PayoutStuck ProcessDown ProviderDown ScreeningHeld ScreeningUnreachable SettlementLag TickLate WebhookNotTaken WithdrawalWaiting";
const NAMES = ALERTS.split(" ");

describe("alerts", () => {
  it("are these, each with a severity, a summary and a link to the runbook", () => {
    expect(new Set(alerts.map(({ alert }) => alert))).toEqual(new Set(NAMES));
    expect(alerts).toHaveLength(NAMES.length);
    for (const { alert, for: wait, labels, annotations } of alerts) {
      expect(wait, alert).toMatch(/^\d+[mh]$/);
      expect(["page", "ticket"], alert).toContain(labels?.severity);
      expect(annotations?.summary.length, alert).toBeGreaterThan(10);
      expect(annotations?.description, alert).toMatch(/^Impact: .{10,}\. First: .{5,}\.$/);
      expect(annotations?.runbook_url).toBe(`docs/runbook.md#${alert!.toLowerCase()}`);
    }
  });

  it("have each one entry in the runbook: its meaning, its impact, what to do, and whom to call", () => {
    const [, ...entries] = read("docs/runbook.md").split(/^#{2,3} /m);
    for (const alert of NAMES) {
      const found = entries.filter((entry) => entry.startsWith(`${alert}\n`));
      expect(found, alert).toHaveLength(1);
      expect(found[0], alert).toMatch(
        /^\w+\n\n\*\*Meaning:\*\*\s[^]+\*\*Impact:\*\*\s[^]+\n\n1\. [^]+\n\n\*\*Escalate:\*\* .+\n/,
      );
    }
  });

  it("name commands that their entry in the runbook names, too", () => {
    const [, ...entries] = read("docs/runbook.md").split(/^#{2,3} /m);
    const commands = alerts.flatMap(({ alert, annotations }) => {
      const entry = entries.find((one) => one.startsWith(`${alert}\n`))!.replaceAll(/\s+/g, " ");
      const first = annotations!.description.replace("{{ $labels.relay }}", "RELAY");
      const named = [...first.matchAll(/`([^`]+)`/g)].map(([, command]) => command!);
      for (const command of named) expect(entry, alert).toContain(command);
      return named;
    });
    expect(commands.length).toBeGreaterThan(15);
  });
});

describe("alerts and the dashboard", () => {
  it("use only metrics that the server, Prometheus or a recording rule offers", async () => {
    const known = new Set([
      ...(await offered()).keys(),
      ...rules.flatMap(({ record }) => record ?? []),
      "up",
    ]);
    const asked = new Set(expressions.flatMap(metricsIn));
    expect(asked.size).toBeGreaterThan(30);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  it("use rates for counters, and for nothing else", async () => {
    const kinds = await offered();
    for (const expr of expressions) {
      for (const [, name] of expr.matchAll(/\b(?:rate|increase)\(\s*([\w:]+)/g)) {
        expect(["counter", "histogram", "summary"], expr).toContain(kinds.get(name!));
      }
    }
  });

  it("use every metric of ours", async () => {
    const used = new Set(
      expressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|count|sum)$/, "")),
    );
    const ours = [...(await offered()).keys()]
      .filter((name) => name.startsWith("veritick_"))
      .map((name) => name.replace(/_(bucket|count|sum)$/, ""));
    expect(ours.filter((name) => !used.has(name))).toEqual([]);
  });

  it("are laid out so that no panel covers another", () => {
    const cells = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) => {
      expect(x + w, title).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}/${y + Math.floor(cell / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});
