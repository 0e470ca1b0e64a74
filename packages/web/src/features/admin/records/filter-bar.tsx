import type { RecordKind } from "@veritick/contract/schemas/admin-records.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { useState } from "react";
import { typedAmount } from "../../../lib/amount.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { isDay } from "../../money/public.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { DateField, SelectInput, TextInput } from "../../../ui/form/text-input.tsx";
import { classNames } from "../../../ui/primitives.tsx";
import { PersonFilter } from "../person-filter.tsx";
import { isFiltered, NO_FILTERS, readAmount, SORTS, STATUSES } from "./record-filters.ts";
import type { RecordFilters } from "./record-filters.ts";
import styles from "./records.module.css";

type FilterBarProps = {
  kind: RecordKind;
  filters: RecordFilters;
  onChange: (filters: RecordFilters) => void;
};

/** The filters and the order of the records. */
export function FilterBar({ kind, filters, onChange }: FilterBarProps) {
  const { records: words, audit } = useTextOf("admin");
  const { history } = useText();
  const status = useStatusWords(kind);
  const set = (changed: Partial<RecordFilters>) => onChange({ ...filters, ...changed });
  const isWrong = filters.from !== "" && filters.to !== "" && filters.to < filters.from;
  return (
    <section className={styles["filters"]} aria-label={words.filters}>
      {filters.id !== "" && (
        <Field label={words.id}>
          {(control) => (
            <TextInput
              {...control}
              readOnly
              value={filters.id}
              suffix={
                <IconButton label={audit.clearOne(words.id)} onClick={() => set({ id: "" })}>
                  <CloseIcon size={18} />
                </IconButton>
              }
            />
          )}
        </Field>
      )}
      <div className={styles["whole"]}>
        <Choice
          label={words.status}
          value={filters.status}
          all={words.every}
          options={STATUSES[kind].map((value) => [value, status(value)])}
          onChange={(value) => set({ status: value })}
        />
      </div>
      {kind === "positions" && (
        <>
          <Choice
            label={words.side}
            value={filters.side}
            all={words.both}
            options={[
              ["buy", history.buy],
              ["sell", history.sell],
            ]}
            onChange={(side) => set({ side })}
          />
          <Choice
            label={words.duration}
            value={filters.duration}
            all={words.everyDuration}
            options={DURATIONS.map((minutes) => [String(minutes), history.minutes(minutes)])}
            onChange={(duration) => set({ duration })}
          />
        </>
      )}
      <div className={styles["whole"]}>
        <PersonFilter
          label={words.person}
          name="user"
          id={filters.user === "" ? undefined : filters.user}
          onChange={(id = "") => set({ user: id })}
        />
      </div>
      <DateField
        label={words.from}
        value={filters.from}
        max={filters.to}
        isWhole={isDay}
        onChange={(from) => set({ from })}
      />
      <DateField
        label={words.to}
        value={filters.to}
        min={filters.from}
        isWhole={isDay}
        error={isWrong ? words.wrongWayRound : undefined}
        onChange={(to) => set({ to })}
      />
      <AmountFilter label={words.min} value={filters.min} onChange={(min) => set({ min })} />
      <AmountFilter label={words.max} value={filters.max} onChange={(max) => set({ max })} />
      <div className={styles["whole"]}>
        <Choice
          label={words.sort}
          value={filters.sort === "" ? "newest" : filters.sort}
          options={SORTS[kind].map((sort) => [sort, words.sorts[sort]])}
          onChange={(sort) => set({ sort })}
        />
      </div>
      <Button
        variant="quiet"
        className={classNames(styles["clear"], styles["whole"])}
        disabled={!isFiltered(filters)}
        onClick={() => onChange({ ...NO_FILTERS, sort: filters.sort })}
      >
        {words.clear}
      </Button>
    </section>
  );
}

/** Returns the words of the lists for the statuses of a kind of record. */
function useStatusWords(kind: RecordKind): (status: string) => string {
  const { wallet, history } = useText();
  const { records: words } = useTextOf("admin");
  const said: Readonly<Record<string, string>> =
    kind === "deposits"
      ? wallet.depositStatus
      : kind === "withdrawals"
        ? wallet.withdrawalStatus
        : history.status;
  return (status) => (status === "open" ? words.open : (said[status] ?? status));
}

type ChoiceProps = {
  label: string;
  value: string;
  /** The label for no choice. Without it, an option is always chosen. */
  all?: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, all, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <SelectInput {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {all !== undefined && <option value="">{all}</option>}
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

type AmountFilterProps = { label: string; value: string; onChange: (amount: string) => void };

/** A field for an amount. It reports the amount on Enter, or when the field is left. */
function AmountFilter({ label, value, onChange }: AmountFilterProps) {
  const { records: words } = useTextOf("admin");
  const language = useLanguage();
  const [typed, setTyped] = useState(() => typedAmount(value, language));
  const [isTold, setTold] = useState(true);
  const [known, setKnown] = useState(value);
  const amount = readAmount(typed, language);
  if (value !== known) {
    setKnown(value);
    // The value was changed from outside, for instance cleared.
    if (value !== amount) setTyped(typedAmount(value, language));
  }

  function tell() {
    setTold(true);
    if (amount !== undefined && amount !== value) onChange(amount);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        tell();
      }}
    >
      <Field label={label} error={isTold && amount === undefined ? words.amountInvalid : undefined}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="search"
            suffix="USDMS"
            value={typed}
            onChange={(event) => {
              setTold(false);
              setTyped(event.target.value);
            }}
            onBlur={tell}
          />
        )}
      </Field>
    </form>
  );
}
