import type { RecordKind } from "@veritick/contract/schemas/admin-records.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { isFiltered } from "../../../lib/filters.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import {
  BoundFields,
  FilterBar,
  FilterPair,
  PeriodFields,
  SelectField,
} from "../../../ui/form/filter-bar.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { PersonFilter } from "../person-filter.tsx";
import { SORTS, STATUSES } from "./record-filters.ts";
import type { RecordFilters } from "./record-filters.ts";

type RecordFilterBarProps = {
  kind: RecordKind;
  filters: RecordFilters;
  onChange: (changed: Partial<RecordFilters>) => void;
  onClear: () => void;
};

/** The filters and the order of the records. */
export function RecordFilterBar({ kind, filters, onChange, onClear }: RecordFilterBarProps) {
  const { records: words, audit } = useTextOf("admin");
  const { history } = useDeskText();
  const status = useStatusWords(kind);
  return (
    <FilterBar isFiltered={isFiltered({ ...filters, sort: "" })} onClear={onClear}>
      {filters.id !== "" && (
        <Field label={words.id}>
          {(control) => (
            <TextInput
              {...control}
              readOnly
              value={filters.id}
              suffix={
                <IconButton label={audit.clearOne(words.id)} onClick={() => onChange({ id: "" })}>
                  <CloseIcon size={18} />
                </IconButton>
              }
            />
          )}
        </Field>
      )}
      <SelectField
        label={words.status}
        value={filters.status}
        all={words.every}
        options={STATUSES[kind].map((value) => [value, status(value)])}
        onChange={(value) => onChange({ status: value })}
      />
      <PersonFilter
        label={words.person}
        name="user"
        id={filters.user}
        onChange={(user) => onChange({ user })}
      />
      {kind === "positions" && (
        <FilterPair>
          <SelectField
            label={words.side}
            value={filters.side}
            all={words.both}
            options={[
              ["buy", history.buy],
              ["sell", history.sell],
            ]}
            onChange={(side) => onChange({ side })}
          />
          <SelectField
            label={words.duration}
            value={filters.duration}
            all={words.everyDuration}
            options={DURATIONS.map((minutes) => [String(minutes), history.minutes(minutes)])}
            onChange={(duration) => onChange({ duration })}
          />
        </FilterPair>
      )}
      <PeriodFields from={filters.from} to={filters.to} onChange={onChange} />
      <BoundFields min={filters.min} max={filters.max} onChange={onChange} />
      <SelectField
        label={words.sort}
        value={filters.sort}
        options={SORTS[kind].map((sort, index) => [index === 0 ? "" : sort, words.sorts[sort]])}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}

/** Returns the words of the lists for the statuses of a kind of record. */
function useStatusWords(kind: RecordKind): (status: string) => string {
  const { wallet, history } = useDeskText();
  const { records: words } = useTextOf("admin");
  const said: Readonly<Record<string, string>> =
    kind === "deposits"
      ? wallet.depositStatus
      : kind === "withdrawals"
        ? wallet.withdrawalStatus
        : history.status;
  return (status) => (status === "open" ? words.open : (said[status] ?? status));
}
