import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import type { Path } from "../../lib/addresses.ts";
import { typedAmount } from "../../lib/amount.ts";
import { addressWith, isDay, isWrongWayRound, readAmount, readFilters } from "../../lib/filters.ts";
import type { Filters, Period, Rules } from "../../lib/filters.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useTextOf } from "../../locales/text.ts";
import { Button } from "../button.tsx";
import { useAmountFault } from "./amount-fault.ts";
import { BesideField, Field } from "./field.tsx";
import styles from "./filter-bar.module.css";
import { DateField, SelectInput, TextInput } from "./text-input.tsx";

/** The filters of a page. Its address keeps them, so that people can reload and share the page. */
export function useFilters<Name extends string>(rules: Rules<Name>) {
  const [path, navigate] = useLocation();
  const filters = readFilters(rules, new URLSearchParams(useSearch()));
  const change = (changed: Partial<Filters<Name>>) =>
    navigate(addressWith(path as Path, { ...filters, ...changed }), { replace: true });
  /** Clears all filters but those given. */
  const clear = (kept: Partial<Filters<Name>> = {}) =>
    navigate(addressWith(path as Path, kept), { replace: true });
  return { filters, change, clear };
}

type FilterBarProps = { isFiltered: boolean; onClear: () => void; children: ReactNode };

/** The filters of a list, in one, two or four columns, and a button that clears them. */
export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  const { filters: words } = useTextOf("later");
  const place = useRef<HTMLElement>(null);

  function clear() {
    onClear();
    // The button that was pressed is disabled now, so the focus moves.
    place.current?.querySelector<HTMLElement>("input:not([readonly]), select")?.focus();
  }

  return (
    <section ref={place} className={styles["bar"]} aria-label={words.label}>
      {children}
      <BesideField>
        <Button variant="quiet" disabled={!isFiltered} onClick={clear}>
          {words.clear}
        </Button>
      </BesideField>
    </section>
  );
}

/** Two filters that belong together. They share a line, also on a phone. */
export function FilterPair({ children }: { children: ReactNode }) {
  return <div className={styles["pair"]}>{children}</div>;
}

/** A filter that takes a whole line. */
export function WideFilter({ children }: { children: ReactNode }) {
  return <div className={styles["wide"]}>{children}</div>;
}

type SelectFieldProps = {
  label: string;
  name?: string;
  value: string;
  /** The label for no choice. Without it, an option is always chosen. */
  all?: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

/** One of many options in the browser's own list. */
export function SelectField({ label, name, value, all, options, onChange }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <SelectInput
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
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

type PeriodFieldsProps = Period & { onChange: (changed: Partial<Period>) => void };

/** The first and the last day of a period. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  const { filters: words } = useTextOf("later");
  return (
    <FilterPair>
      <DateField
        label={words.from}
        value={from}
        max={to}
        isWhole={isDay}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        label={words.to}
        value={to}
        min={from}
        isWhole={isDay}
        error={isWrongWayRound({ from, to }) ? words.wrongWayRound : undefined}
        onChange={(day) => onChange({ to: day })}
      />
    </FilterPair>
  );
}

type Bounds = Readonly<Record<"min" | "max", string>>;
type BoundFieldsProps = Bounds & { onChange: (changed: Partial<Bounds>) => void };

/** The least and the greatest amount. */
export function BoundFields({ min, max, onChange }: BoundFieldsProps) {
  const { filters: words } = useTextOf("later");
  return (
    <FilterPair>
      <BoundField label={words.min} value={min} onChange={(amount) => onChange({ min: amount })} />
      <BoundField label={words.max} value={max} onChange={(amount) => onChange({ max: amount })} />
    </FilterPair>
  );
}

type BoundFieldProps = { label: string; value: string; onChange: (amount: string) => void };

/** A field for an amount. It reports the amount on Enter, or when the field is left. */
function BoundField({ label, value, onChange }: BoundFieldProps) {
  const { filters: words } = useTextOf("later");
  const language = useLanguage();
  const [typed, setTyped] = useState(() => typedAmount(value, language));
  const [isTold, setTold] = useState(true);
  const [known, setKnown] = useState(value);
  const sayFault = useAmountFault();
  const { text: amount, fault } = readAmount(typed, language);
  if (value !== known) {
    setKnown(value);
    // The value was changed from outside, for instance cleared.
    if (value !== amount) setTyped(typedAmount(value, language));
  }

  function tell() {
    setTold(true);
    if (fault === undefined && amount !== value) onChange(amount);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        tell();
      }}
    >
      <Field
        label={label}
        error={
          isTold && fault !== undefined
            ? sayFault(fault, words.amountInvalid, words.amountInvalid)
            : undefined
        }
      >
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
