import { AUDIT_ACTIONS } from "@veritick/contract/audit-names.ts";
import { useRef } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { SelectInput } from "../../../ui/select-input.tsx";
import styles from "./audit-filters.module.css";
import { isSelected, readSelection } from "./filters.ts";
import type { AuditSelection } from "./filters.ts";
import { PersonFilter } from "./person-filter.tsx";

type AuditFiltersProps = { selection: AuditSelection; onChange: (selection: AuditSelection) => void };

/** Which entries are shown. */
export function AuditFilters({ selection, onChange }: AuditFiltersProps) {
  const { audit: words } = useAdminText();
  const section = useRef<HTMLElement>(null);

  function clear() {
    onChange({});
    // The button that did it can be pressed no more.
    section.current?.querySelector("select")?.focus();
  }

  function change(name: keyof AuditSelection, value: string | undefined) {
    const search = new URLSearchParams(selection);
    if (value === undefined || value === "") search.delete(name);
    else search.set(name, value);
    onChange(readSelection(search));
  }

  return (
    <section ref={section} className={styles["filters"]} aria-label={words.filters}>
      <Field label={words.action}>
        {(control) => (
          <SelectInput
            {...control}
            name="action"
            value={selection.action ?? ""}
            onChange={(event) => change("action", event.target.value)}
          >
            <option value="">{words.everyAction}</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {words.actions[action]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <PersonFilter
        label={words.actor}
        name="actor"
        id={selection.actor}
        onChange={(id) => change("actor", id)}
      />
      <PersonFilter
        label={words.subject}
        name="subject"
        id={selection.subject}
        onChange={(id) => change("subject", id)}
      />
      <Button variant="quiet" className={styles["clear"]} disabled={!isSelected(selection)} onClick={clear}>
        {words.clear}
      </Button>
    </section>
  );
}
