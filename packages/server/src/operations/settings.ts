import * as contract from "@veritick/contract/schemas/settings.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import type { SettingName } from "@veritick/contract/settings.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { isLastAdministrator, lockDecider } from "../accounts/public.ts";
import type { KeepChat } from "../accounts/public.ts";
import { applyFourEyes, notifyStaff } from "../approvals/public.ts";
import type { ApprovalContext, DecisionRequest } from "../approvals/public.ts";
import { recordAudit } from "../audit/public.ts";
import type { Bus } from "../cluster/bus.ts";
import type { Config } from "../config/config.ts";
import { isLimit, isLooser, isUnlinked, textOf, usableTexts, withSettings } from "../config/live-settings.ts";
import type { LiveSettings, SettingTexts } from "../config/live-settings.ts";
import { ConfigError } from "../config/values.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { PeriodicTask } from "../platform/clock.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { watchValue } from "./watch-value.ts";

const NAME = "settings";

type SettingsOfProcess = {
  /** The current settings. They change in place: pass the object on, and read it at each use. */
  readonly live: LiveSettings;
  /** Returns the administrators' settings, as this process knows them. */
  texts(): SettingTexts;
  /** Reads the administrators' settings again. */
  refresh(): Promise<void>;
  /**
   * Returns the settings that hold in the database, and keeps them from changing until the transaction ends. Users are locked
   * before, proposals and audit rows after.
   */
  lock(connection: Queryable): Promise<LiveSettings>;
  /** Returns the settings that hold in the database. They may change at once. */
  read(connection: Queryable): Promise<LiveSettings>;
  readonly task: PeriodicTask;
};

/** Opens the settings that administrators change while the server runs, and keeps them up to date in this process. */
export async function openSettings(context: {
  database: Database;
  bus: Bus;
  log: Log;
  config: Config;
}): Promise<SettingsOfProcess> {
  const { database, bus, log, config } = context;
  const live = withSettings({ ...config, limits: { ...config.limits } }, {});
  /** The environment may have lost the links of a version that an administrator set: then it asks nobody to accept it. */
  const applied = (
    texts: SettingTexts,
    onUnusable: (setting: SettingName) => void = () => undefined,
  ): LiveSettings => {
    const next = withSettings(config, usableTexts(config, texts, onUnusable));
    return isUnlinked(next) ? { ...next, termsVersion: undefined } : next;
  };
  const apply = (texts: SettingTexts) => {
    const { limits, ...others } = applied(texts, (setting) =>
      log.error({ setting }, "a setting of an administrator cannot be used: the environment's value applies"),
    );
    Object.assign(live, others);
    Object.assign(live.limits, limits);
  };
  const watched = await watchValue({
    bus,
    log,
    name: "settings",
    kind: "settingsChanged",
    read: () => readTexts(database),
    onChange: apply,
  });
  apply(watched.current());
  return {
    live,
    texts: watched.current,
    refresh: watched.refresh,
    lock: async (connection) => applied(await lockTexts(connection)),
    read: async (connection) => applied(await readTexts(connection)),
    task: watched.task,
  };
}

export type SettingsContext = ApprovalContext & {
  database: Database;
  bus: Bus;
  config: Config;
  ofProcess: SettingsOfProcess;
};

export function changeSettingRoute(bind: Bind, context: SettingsContext): void {
  bind(contract.changeSetting, (call) => {
    const { name, value } = call.body;
    return changeSetting(context, { name, value, by: callerOf(call) });
  });
}

export const changesProposed =
  (context: SettingsContext) =>
  ({ setting, ...request }: Omit<Change, "name" | "value"> & { setting: string }) => {
    const [, name, value] = /^(\w+)(?:=(.*))?$/s.exec(setting)!;
    return changeSetting(context, { ...request, name: name as SettingName, value: value ?? null });
  };

type Change = Omit<DecisionRequest, "idempotency"> & {
  name: SettingName;
  /** In the form of its variable; null for the value of the environment. */
  value: string | null;
};

/**
 * Changes a setting on all processes. One administrator can tighten a limit, lower the amount above which two decide, and
 * lower or stop what the rule approves. Loosening what protects passwords, codes or money takes two: one could otherwise
 * switch it off and then act alone. Staff is told by e-mail. An only administrator loosens limits alone.
 */
async function changeSetting(
  context: SettingsContext,
  change: Change,
): Promise<{ awaiting: Awaiting } | Refused> {
  const { database } = context;
  const result = await transaction(database, (connection) => writeChange(context, connection, change));
  if (!isRefused(result) && result.awaiting === null) await announce(context);
  return result;
}

async function announce({ bus, ofProcess }: SettingsContext): Promise<void> {
  bus.publish({ kind: "settingsChanged" });
  // The caller's next request must find the change on this process. If the read fails, the change still stands.
  await ofProcess.refresh().catch(() => undefined);
}

/**
 * Returns the function that keeps the address of the chat in the transaction that makes the first administrator. It returns
 * what is left to do after the commit.
 */
export const keepsChatAtSetup =
  (context: SettingsContext): KeepChat =>
  async (connection, value, by) => {
    const result = await writeChange(context, connection, { name: "SUPPORT_CHAT_URL", value, by });
    return isRefused(result) ? result : () => announce(context);
  };

async function writeChange(
  context: SettingsContext,
  connection: Queryable,
  { name, value, by, agreement }: Change,
): Promise<{ awaiting: Awaiting } | Refused> {
  const { clock, config } = context;
  const refused = await lockDecider(connection, by, null, "administrator");
  if (refused !== undefined) return refused;
  const texts = await lockTexts(connection);
  const { [name]: _, ...others } = texts;
  const next: SettingTexts = value === null ? others : { ...texts, [name]: value };
  // Texts of another version that this one cannot use stay as they are.
  const usable = usableTexts(config, texts, () => undefined);
  const before = withSettings(config, usable);
  const after = readChange(config, { ...usable, [name]: next[name] });
  if (after === undefined) return refuse("setting_invalid", { field: "value" });
  if ((name === "LEGAL_LINKS" || name === "TERMS_VERSION") && isUnlinked(after))
    return refuse("terms_unlinked", { field: "value" });
  if (texts[name] === next[name]) return agreement ? refuse("proposal_decided") : { awaiting: null };
  let proposedBy: string | undefined;
  const looser = isLooser(name, before, after);
  // Where two decide about large amounts, an only administrator changes neither that amount nor the rule alone.
  const bindsLast = !isLimit(name) && before.fourEyesAbove !== undefined;
  const takesTwo = looser && (bindsLast || !(await isLastAdministrator(connection, by.actor)));
  if (agreement !== undefined || takesTwo) {
    const setting = value === null ? name : `${name}=${value}`;
    const matter = {
      action: "setting_changed",
      target: targetOf(name),
      subject: null,
      amount: ZERO,
      setting,
    } as const;
    const result = await applyFourEyes(context, connection, matter, {
      by,
      agreement,
      idempotency: undefined,
    });
    if (isRefused(result)) return result;
    if (result.waits) return { awaiting: result.awaiting };
    ({ proposedBy } = result);
  }
  await setKeptValue(connection, NAME, JSON.stringify(next));
  const state = (live: LiveSettings) => ({ name, value: textOf(live, name) });
  const at = dateOf(clock);
  const entry = await recordAudit(
    connection,
    { action: "setting_changed", by, before: state(before), after: state(after), proposedBy },
    at,
  );
  if (looser) await notifyStaff(context.notifier, connection, "limit_loosened", entry, at);
  return { awaiting: null };
}

/** Returns undefined if the change cannot be used. */
function readChange(config: Config, texts: SettingTexts): LiveSettings | undefined {
  try {
    return withSettings(config, texts);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Returns the target of proposals about a setting, so that only one of them is open at a time. */
const targetOf = (name: SettingName): string =>
  `00000000-0000-0000-0000-${String(SETTINGS.indexOf(name) + 1).padStart(12, "0")}`;

const readTexts = async (database: Queryable): Promise<SettingTexts> =>
  JSON.parse((await readKeptValue(database, NAME)) ?? "{}") as SettingTexts;

async function lockTexts(connection: Queryable): Promise<SettingTexts> {
  await connection.query("insert into kept_values (name, value) values ($1, '{}') on conflict do nothing", [
    NAME,
  ]);
  await connection.query("select from kept_values where name = $1 for update", [NAME]);
  return readTexts(connection);
}
