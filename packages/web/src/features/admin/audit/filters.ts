import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import { isDay, selectionOf as periodOf } from "../../money/public.ts";
import { UUID_OF_ANY_CASE } from "@veritick/domain/uuid.ts";
import type { Address } from "../../../lib/addresses.ts";

/** The entries to show: of one action, by one administrator, about one user, between two days. */
export type AuditSelection = {
  readonly action?: AuditAction;
  readonly actor?: string;
  readonly subject?: string;
  /** Local days, both included. */
  readonly from?: string;
  readonly to?: string;
};

const isAction = (text: string): text is AuditAction => (AUDIT_ACTIONS as readonly string[]).includes(text);

/** Reads the selection from the page's address and ignores invalid values. */
export function readSelection(search: URLSearchParams): AuditSelection {
  const action = search.get("action") ?? "";
  const actor = search.get("actor") ?? "";
  const subject = search.get("subject") ?? "";
  const from = search.get("from") ?? "";
  const to = search.get("to") ?? "";
  return {
    ...(isAction(action) ? { action } : {}),
    ...(UUID_OF_ANY_CASE.test(actor) ? { actor: actor.toLowerCase() } : {}),
    ...(UUID_OF_ANY_CASE.test(subject) ? { subject: subject.toLowerCase() } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** Writes a selection as the query of an address, without empty values. */
export function writeSelection({ action, actor, subject, from, to }: AuditSelection): string {
  const named = [
    ["action", action],
    ["actor", actor],
    ["subject", subject],
    ["from", from],
    ["to", to],
  ] as const;
  return named.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join("&");
}

/** Returns the address of the log with a selection. */
export function auditAddress(selection: AuditSelection): Address {
  const query = writeSelection(selection);
  return query === "" ? "/admin/audit" : `/admin/audit?${query}`;
}

/** Returns a selection as the server takes it, with instants instead of local days. */
export const queryOf = ({ from = "", to = "", ...others }: AuditSelection) => ({
  ...others,
  ...periodOf({ groups: [], from, to }),
});

export const isSelected = (selection: AuditSelection) => writeSelection(selection) !== "";
