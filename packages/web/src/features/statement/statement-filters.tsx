import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckChips } from "../../ui/check-chips.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { GROUPS, isDay, isFiltered, isWrongWayRound } from "./filters.ts";
import type { Filters } from "./filters.ts";
import styles from "./statement-filters.module.css";

type StatementFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

/** Which movements are shown. */
export function StatementFilters({ filters, onChange }: StatementFiltersProps) {
  const { statement } = useLaterText();
  const { groups, from, to } = filters;
  return (
    <section className={styles["filters"]} aria-label={statement.filters}>
      <CheckChips
        label={statement.groups.label}
        options={GROUPS.map((group) => ({ value: group, label: statement.groups[group] }))}
        chosen={groups}
        onChange={(chosen) => onChange({ ...filters, groups: chosen })}
      />
      <div className={styles["dates"]}>
        <DateField
          label={statement.from}
          value={from}
          max={to}
          isWhole={isDay}
          onChange={(day) => onChange({ ...filters, from: day })}
        />
        <DateField
          label={statement.to}
          value={to}
          min={from}
          isWhole={isDay}
          error={isWrongWayRound(filters) ? statement.wrongWayRound : undefined}
          onChange={(day) => onChange({ ...filters, to: day })}
        />
      </div>
      <Button
        variant="quiet"
        className={styles["clear"]}
        disabled={!isFiltered(filters)}
        onClick={() => onChange({ groups: [], from: "", to: "" })}
      >
        {statement.clear}
      </Button>
    </section>
  );
}
