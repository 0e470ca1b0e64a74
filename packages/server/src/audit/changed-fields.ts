import type { AuditState } from "@veritick/contract/schemas/admin.ts";

/** The fields that an action changed, as they were and as they are, with those that say what it was about. */
export function changedFields(
  before: AuditState,
  after: AuditState,
  kept: readonly string[] = [],
): { before: AuditState; after: AuditState } {
  const names = Object.keys(after).filter((name) => kept.includes(name) || before[name] !== after[name]);
  const pick = (state: AuditState): AuditState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
