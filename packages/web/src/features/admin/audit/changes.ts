import type { AuditEntry, AuditState } from "@veritick/contract/schemas/admin.ts";

export type AuditValue = AuditState[string];

/** One field of what an action was about. `before` is undefined where only `after` has it, and the other way round. */
export type AuditChange = {
  readonly name: string;
  readonly before: AuditValue | undefined;
  readonly after: AuditValue | undefined;
};

/** What an entry says of before and after, field by field: what changed first, then what only says more, if it does. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): AuditChange[] {
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
}: Pick<AuditEntry, "action" | "actor" | "proposedBy">) =>
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
};

/** The words of the log for what the server writes into it. */
export const namedValues = ({ audit, proposals }: ValueWords): Readonly<Record<string, string>> => ({
  ...audit.values,
  ...audit.actions,
  ...proposals.what,
});

/** A name of a field in words, where the catalogue has none: `paymentId` is "payment id". */
export function plainName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}
