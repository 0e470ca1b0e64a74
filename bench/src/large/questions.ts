import { systemClock } from "@veritick/server/platform/clock.ts";
import type { Installation, Who } from "./installation.ts";
import { RARE_PAIR } from "./seeded.sql.ts";

const HOUR_AGO = new Date(systemClock().nowMs() - 3_600_000).toISOString();

export type Question = { name: string; who: Who; path(installation: Installation): string };

const ask = (name: string, who: Who, path: string | ((on: Installation) => string)): Question => ({
  name,
  who,
  path: typeof path === "string" ? () => path : path,
});

const search = (name: string, text: string | ((on: Installation) => string)): Question =>
  ask(`search for ${name}`, "admin", (on) => {
    const words = typeof text === "string" ? text : text(on);
    return `/api/admin/users?search=${encodeURIComponent(words)}`;
  });

const dashboardOf = (who: "ordinary" | "busy"): Question[] =>
  [
    ["account", "/api/auth/me"],
    ["positions", "/api/trading/positions"],
    ["deposits", "/api/deposits"],
    ["withdrawals", "/api/withdrawals"],
    ["statement", "/api/statement"],
    ["limits", "/api/limits"],
    ["summary", `/api/trading/summary?since=${HOUR_AGO}`],
  ].map(([name, path]) => ask(`${who} user: ${name}`, who, path!));

/** The calls of the dashboard, the statement, the results and the administration. */
export const QUESTIONS: readonly Question[] = [
  ...dashboardOf("ordinary"),
  ...dashboardOf("busy"),
  ask("ordinary user: receipt", "ordinary", (on) => `/api/trading/positions/${on.ordinaryPosition}`),
  ask("busy user: receipt", "busy", (on) => `/api/trading/positions/${on.deepPosition}`),
  ask("ordinary user: results", "ordinary", "/api/results"),
  ask("busy user: positions of long ago", "busy", (on) => `/api/trading/positions?before=${on.deepPosition}`),
  ask("busy user: statement of long ago", "busy", (on) => `/api/statement?before=${on.deepTransaction}`),
  ask("busy user: rare kind of movement", "busy", "/api/statement?kinds=withdrawal_returned"),
  ask("admin: figures", "admin", "/api/admin/stats"),
  ask("admin: users", "admin", "/api/admin/users"),
  search("a common name", "martin"),
  search("a rare name", "zqamar"),
  search("one address", (on) => on.ordinaryEmail),
  search("what nobody has", "nobody-has-this"),
  search("a common pair of letters", "ma"),
  search("a rare pair of letters", RARE_PAIR),
  search("a pair nobody has", "xq"),
  search("a letter nobody has", "!"),
  ask("admin: deposits", "admin", "/api/admin/deposits"),
  ask("admin: withdrawals", "admin", "/api/admin/withdrawals"),
  ask("admin: attention", "admin", "/api/admin/attention"),
  ask("admin: exposure", "admin", "/api/admin/exposure"),
  ask("admin: audit log", "admin", "/api/admin/audit"),
  ask("admin: audit log of one kind", "admin", "/api/admin/audit?action=note_added"),
  ask("admin: audit log about a busy user", "admin", (on) => `/api/admin/audit?subject=${on.busyId}`),
  ask("admin: a busy user", "admin", (on) => `/api/admin/users/${on.busyId}`),
  ask("admin: positions of a busy user", "admin", (on) => `/api/admin/users/${on.busyId}/positions`),
  ask("admin: statement of a busy user", "admin", (on) => `/api/admin/users/${on.busyId}/statement`),
];
