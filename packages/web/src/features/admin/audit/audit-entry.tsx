import type { AuditEntry as AuditRecord, AuditState } from "@veritick/contract/schemas/admin.ts";
import { CONSOLE_ACTOR } from "@veritick/contract/audit-names.ts";
import { memo } from "react";
import { Link } from "wouter";
import { LOCALES, useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Num, Quiet, Time } from "../../../ui/primitives.tsx";
import { auditAddress } from "./filters.ts";
import styles from "./audit-page.module.css";

type AuditEntryProps = {
  entry: AuditRecord;
  /** False where all entries are about the same user, who need not be named in each. */
  showsSubject?: boolean;
};

/** One action: what, about whom, by whom and from where, when, what it changed and why. */
export const AuditEntry = memo(function AuditEntry({ entry, showsSubject = true }: AuditEntryProps) {
  const { audit: words, proposals } = useAdminText();
  const exactMoment = useExactMoment();
  const { action, subject, address, reason, proposedBy } = entry;
  const ended = isTakenBack(entry) ? proposals.takenBack : proposals.declined;
  const what = action === "proposal_declined" ? ended : words.actions[action];
  return (
    <li className={styles["entry"]}>
      <p className={styles["when"]}>
        <Time dateTime={entry.createdAt} isRelative>
          {exactMoment(entry.createdAt)}
        </Time>
      </p>
      <div className={styles["what"]}>
        <p>
          <strong>{what}</strong>
          {showsSubject && subject !== null && (
            <>
              {" · "}
              <Link href={`/admin/users/${subject}`} className={styles["link"]}>
                {entry.subjectEmail ?? <Nameless id={subject} />}
              </Link>
            </>
          )}
        </p>
        <Quiet>
          {words.by}{" "}
          <Link href={auditAddress({ actor: entry.actor })} className={styles["link"]}>
            {entry.actorEmail ?? <Nameless id={entry.actor} />}
          </Link>
          {address !== null && ` · ${words.from(address)}`}
        </Quiet>
        {proposedBy !== null && (
          <Quiet>
            {words.proposedBy}{" "}
            <Link href={auditAddress({ actor: proposedBy })} className={styles["link"]}>
              {entry.proposedByEmail ?? <Nameless id={proposedBy} />}
            </Link>
          </Quiet>
        )}
        {reason !== null && <p className={styles["reason"]}>{words.reason(reason)}</p>}
      </div>
      <AuditChanges entry={entry} />
    </li>
  );
});

/** The operator at the server, or somebody whose account is gone. */
function Nameless({ id }: { id: string }) {
  const { audit: words } = useAdminText();
  return <>{id === CONSOLE_ACTOR ? words.console : words.gone(id.slice(0, 8))}</>;
}

/** One value of the log in the person's language. */
function AuditValueText({ name, value }: { name: string; value: AuditValue }) {
  const text = useAdminText();
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
      return <Num className={styles["amount"]}>{format.exactAmount(String(value))} USDMS</Num>;
    case "instant":
      return <Time dateTime={String(value)}>{exactMoment(String(value))}</Time>;
    case "code":
      return (
        <span className={styles["code"]} translate="no">
          {value}
        </span>
      );
    case "text":
      if (FREE.has(name)) return value;
      // The kinds of movement in a file are the one list.
      return name === "kinds" ? String(value).split(",").map(said).join(", ") : said(String(value));
  }
}

/** What people wrote stays as they wrote it. */
const FREE = new Set(["message", "note", "text"]);

const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** Date and time to the second: in the log it matters what came before what. */
function useExactMoment(): (instant: string) => string {
  const language = useLanguage();
  formats[language] ??= new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const format = formats[language];
  return (instant) => format.format(new Date(instant));
}

/** What was before and what is after, field by field. */
function AuditChanges({ entry }: { entry: AuditRecord }) {
  const { audit: words } = useAdminText();
  const names: Readonly<Record<string, string>> = words.fields;
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <dl className={styles["changes"]}>
      {changes.map((change) => (
        <div key={change.name} className={styles["change"]}>
          <dt>{names[change.name] ?? plainName(change.name)}</dt>
          <dd>
            {change.name === "outcome" && isTakenBack(entry) ? words.takenBack : <Change {...change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change(change: AuditChange) {
  const { audit: words } = useAdminText();
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
      <strong>
        <AuditValueText name={name} value={after ?? null} />
      </strong>
    </>
  );
}

type AuditValue = AuditState[string];

/** One field of what an action was about. `before` is undefined where only `after` has it, and the other way round. */
type AuditChange = {
  readonly name: string;
  readonly before: AuditValue | undefined;
  readonly after: AuditValue | undefined;
};

/** What an entry says of before and after, field by field: what changed first, then what only says more, if it does. */
export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): AuditChange[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  // A proposal that ended had no outcome before, which need not be said.
  const beforeOf = (name: string) =>
    name === "outcome" && before?.[name] === null ? undefined : before?.[name];
  const changes = [...names].map((name) => ({ name, before: beforeOf(name), after: after?.[name] }));
  const more = changes.filter(
    (change) => !isChange(change) && (change.after ?? change.before ?? null) !== null,
  );
  return [...changes.filter(isChange), ...more];
}

/** True where whoever had made a proposal ended it, which is on record as declining it. */
export const isTakenBack = ({
  action,
  actor,
  proposedBy,
}: Pick<AuditRecord, "action" | "actor" | "proposedBy">) =>
  action === "proposal_declined" && actor === proposedBy;

export const isChange = ({ before, after }: AuditChange) =>
  before !== undefined && after !== undefined && before !== after;

type AuditValueKind = "nothing" | "yesNo" | "count" | "amount" | "instant" | "code" | "text";

/** What a value of the log is, by its looks. */
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
  readonly installation: {
    readonly settings: { readonly names: Readonly<Record<string, { readonly label: string }>> };
  };
};

/** The words of the log for what the server writes into it. */
export const namedValues = ({
  audit,
  proposals,
  unsent,
  installation,
  screening,
}: ValueWords): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(installation.settings.names).map(([name, { label }]) => [name, label]),
  ),
  ...unsent.kinds,
  ...screening.states,
  ...audit.values,
  ...audit.actions,
  ...proposals.what,
});

/** A name of a field in words, where the catalogue has none: `paymentId` is "payment id". */
export function plainName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}
