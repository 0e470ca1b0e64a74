import type { AuditEntry as AuditRecord, AuditState } from "@veritick/contract/schemas/admin.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import type { ReactNode } from "react";
import { dateFormat, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Caption, Code, Medium, Note, Num, Quiet, Stack, Text, Time } from "../../../ui/primitives.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { actorName } from "../actor-name.ts";
import { proposedSetting, settingText } from "../setting-text.ts";
import { auditAddress } from "./filters.ts";

const logOf = (Told: (cell: Cell<AuditRecord>) => ReactNode): RecordTable<AuditRecord> => ({
  columns: [
    { width: "9.5rem", Cell: When },
    { width: "minmax(0, 1fr)", Cell: Told, phone: "line" },
    { width: "minmax(0, 1fr)", Cell: AuditChanges, phone: "line" },
  ],
  from: "large",
  isTop: true,
});

/** The log of administrators' actions: when, what and by whom, and the changes. */
export const AUDIT = logOf(What);
/** The actions on one user, whom the rows then need not name. */
export const AUDIT_OF_USER = logOf((cell) => <What {...cell} isOfOneUser />);

function When({ item: { createdAt } }: Cell<AuditRecord>) {
  const exactMoment = useExactMoment();
  return (
    <Time dateTime={createdAt} isRelative tone="caption">
      {exactMoment(createdAt)}
    </Time>
  );
}

/** The action, its subject, its actor with their address, and the reason. */
function What({ item: entry, isOfOneUser = false }: Cell<AuditRecord> & { isOfOneUser?: boolean }) {
  const { audit: words, proposals } = useTextOf("admin");
  const { action, subject, address, reason, proposedBy } = entry;
  const ended = isTakenBack(entry) ? proposals.takenBack : proposals.declined;
  return (
    <Stack gap={1}>
      <Text anywhere>
        <Medium>{action === "proposal_declined" ? ended : words.actions[action]}</Medium>
        {!isOfOneUser && subject !== null && (
          <>
            {" · "}
            <TextLink href={`/admin/users/${subject}`}>
              {entry.subjectEmail ?? <Nameless id={subject} />}
            </TextLink>
          </>
        )}
      </Text>
      <Caption anywhere>
        {words.by}{" "}
        <TextLink href={auditAddress({ actor: entry.actor })}>
          {entry.actorEmail ?? <Nameless id={entry.actor} />}
        </TextLink>
        {address !== null && ` · ${words.from(address)}`}
      </Caption>
      {proposedBy !== null && (
        <Caption anywhere>
          {words.proposedBy}{" "}
          <TextLink href={auditAddress({ actor: proposedBy })}>
            {entry.proposedByEmail ?? <Nameless id={proposedBy} />}
          </TextLink>
        </Caption>
      )}
      {reason !== null && <Note>{words.reason(reason)}</Note>}
    </Stack>
  );
}

function Nameless({ id }: { id: string }) {
  return <>{actorName(id, useTextOf("admin").audit)}</>;
}

/** One value of the log in the person's language. */
function AuditValueText({ name, value }: { name: string; value: AuditValue }) {
  const text = useTextOf("admin");
  const { audit: words } = text;
  const format = useFormat();
  const exactMoment = useExactMoment();
  const named = namedValues(text);
  const said = (word: string) => named[word] ?? word;
  switch (kindOf(value)) {
    case "nothing":
      return <Quiet as="span">{words.nothing}</Quiet>;
    case "yesNo":
      return value === true ? words.yes : words.no;
    case "count":
      return <Num>{format.number(Number(value))}</Num>;
    case "amount":
      return <Amount of={String(value)} unit="USDMS" />;
    case "instant":
      return <Time dateTime={String(value)}>{exactMoment(String(value))}</Time>;
    case "code":
      return <Code translate="no">{value}</Code>;
    case "text":
      if (FREE.has(name)) return value;
      // Only `kinds`, the kinds of movement in a file, is a list.
      return name === "kinds" ? String(value).split(",").map(said).join(", ") : said(String(value));
  }
}

/** The fields with text that people wrote. It is shown as they wrote it. */
const FREE = new Set(["message", "note", "text"]);

const formats: Partial<Record<Language, ReturnType<typeof dateFormat>>> = {};

/** Formats date and time to the second, because the log must show the order of events. */
function useExactMoment(): (instant: string) => string {
  const language = useLanguage();
  formats[language] ??= dateFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const format = formats[language];
  return (instant) => format(new Date(instant));
}

/** The values before and after an action, field by field. */
function AuditChanges({ item: entry }: Cell<AuditRecord>) {
  const { audit: words, installation } = useTextOf("admin");
  const names: Readonly<Record<string, string>> = words.fields;
  const language = useLanguage();
  const worded = (state: AuditState | null) => withSettingInWords(state, installation.settings, language);
  const changes = changesOf({ before: worded(entry.before), after: worded(entry.after) });
  if (changes.length === 0) return null;
  return (
    <Facts look="inline">
      {changes.map((change) => (
        <Fact key={change.name} name={names[change.name] ?? plainName(change.name)}>
          <span>
            {change.name === "outcome" && isTakenBack(entry) ? words.takenBack : <Change {...change} />}
          </span>
        </Fact>
      ))}
    </Facts>
  );
}

function Change(change: AuditChange) {
  const { audit: words } = useTextOf("admin");
  const { name, before, after } = change;
  if (!isChange(change)) return <AuditValueText name={name} value={after ?? before ?? null} />;
  return (
    <>
      <Quiet as="span">
        <AuditValueText name={name} value={before ?? null} />
      </Quiet>{" "}
      <Quiet as="span" aria-label={words.became} role="img">
        →
      </Quiet>{" "}
      <Medium>
        <AuditValueText name={name} value={after ?? null} />
      </Medium>
    </>
  );
}

type AuditValue = AuditState[string];

/** One field of an action's subject. `before` is undefined if only `after` has it, and vice versa. */
type AuditChange = {
  readonly name: string;
  readonly before: AuditValue | undefined;
  readonly after: AuditValue | undefined;
};

/** Returns an entry's fields: first the setting and those that changed, then the others that have a value. */
export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): AuditChange[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  // A proposal that ended had no outcome before; the log need not say so.
  const beforeOf = (name: string) =>
    name === "outcome" && before?.[name] === null ? undefined : before?.[name];
  const changes = [...names].map((name) => ({ name, before: beforeOf(name), after: after?.[name] }));
  const isFirst = (change: AuditChange) => change.name === "setting" || isChange(change);
  const more = changes.filter(
    (change) => !isFirst(change) && (change.after ?? change.before ?? null) !== null,
  );
  return [...changes.filter(isFirst), ...more];
}

type SettingWords = Parameters<typeof settingText>[2] & {
  readonly names: Readonly<Record<string, { readonly label: string }>>;
  readonly resetOf: (label: string) => string;
};

/**
 * Returns a state in which a setting and its value read as on the page of the settings. A change keeps them as `name` and
 * `value`, a proposal as `setting`.
 */
export function withSettingInWords(
  state: AuditState | null,
  words: SettingWords,
  language: Language,
): AuditState | null {
  if (state === null) return null;
  const { setting, name, value = null, ...others } = state;
  const found = typeof setting === "string" ? proposedSetting(setting) : { name, value };
  const known = SETTINGS.find((each) => each === found.name);
  if (known === undefined) return state;
  const { label } = words.names[known]!;
  const isReset = typeof setting === "string" && found.value === null;
  if (isReset) return { ...others, setting: words.resetOf(label) };
  const text = settingText(known, found.value === null ? null : String(found.value), words, language);
  return { ...others, setting: label, value: text };
}

/** Returns true if the author of a proposal took it back. The log records that as declining it. */
export const isTakenBack = ({
  action,
  actor,
  proposedBy,
}: Pick<AuditRecord, "action" | "actor" | "proposedBy">) =>
  action === "proposal_declined" && actor === proposedBy;

export const isChange = ({ before, after }: AuditChange) =>
  before !== undefined && after !== undefined && before !== after;

type AuditValueKind = "nothing" | "yesNo" | "count" | "amount" | "instant" | "code" | "text";

/** Returns the kind of a value of the log, judged by its form. */
export function kindOf(value: AuditValue): AuditValueKind {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return "yesNo";
  if (typeof value === "number") return "count";
  if (/^-?\d{1,12}\.\d{8}$/.test(value)) return "amount";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "instant";
  return /^[0-9a-f-]{32,}$/i.test(value) ? "code" : "text";
}

type ValueWords = {
  readonly audit: {
    readonly values: Readonly<Record<string, string>>;
    readonly actions: Readonly<Record<string, string>>;
  };
  readonly proposals: { readonly what: Readonly<Record<string, string>> };
  readonly unsent: { readonly kinds: Readonly<Record<string, string>> };
  readonly screening: { readonly states: Readonly<Record<string, string>> };
};

/** Returns the words for the values that the server writes into the log. */
export const namedValues = ({
  audit,
  proposals,
  unsent,
  screening,
}: ValueWords): Readonly<Record<string, string>> => ({
  ...unsent.kinds,
  ...screening.states,
  ...audit.values,
  ...audit.actions,
  ...proposals.what,
});

/** Returns words for a field that the catalogue does not have: "payment id" for `paymentId`. */
export function plainName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}
