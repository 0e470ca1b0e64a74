import { Button } from "../ui/button.tsx";
import { Combobox } from "../ui/form/combobox.tsx";
import { BesideField, Field } from "../ui/form/field.tsx";
import { BoundFields, FilterPair, PeriodFields, SelectField, WideFilter } from "../ui/form/filter-bar.tsx";
import { TextInput } from "../ui/form/text-input.tsx";
import { Grid, Num, Title, Unit } from "../ui/primitives.tsx";
import { Held } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const PEOPLE = ["ada@example.com", "barbara@example.com", "grace@example.com"].map((id) => ({ id }));

type PeopleBoxProps = { isInline?: boolean };

function PeopleBox({ isInline = false }: PeopleBoxProps) {
  return (
    <Held initial="">
      {(typed, set) => {
        const found = PEOPLE.filter(({ id }) => typed !== "" && id.includes(typed));
        return (
          <Combobox
            label="Person"
            listLabel="Results"
            isInline={isInline}
            typed={typed}
            onType={set}
            options={found}
            isOld={false}
            said={typed === "" ? "Type an e-mail." : `${found.length} found`}
            onChoose={({ id }) => set(id)}
          >
            {({ id }) => id}
          </Combobox>
        );
      }}
    </Held>
  );
}

export const FILTERS: readonly Specimen[] = [
  {
    title: "Fields of a filter bar",
    of: ["SelectField", "PeriodFields", "BoundFields", "FilterPair", "WideFilter", "BesideField"],
    note: "FilterBar sets them in one, two or four columns and ends with the button that clears them.",
    states: {
      "one of many": (
        <WideFilter>
          <Held initial="">
            {(value, set) => (
              <SelectField
                label="Status"
                value={value}
                all="Every status"
                options={[
                  ["open", "Open"],
                  ["failed", "Failed"],
                ]}
                onChange={set}
              />
            )}
          </Held>
        </WideFilter>
      ),
      "a period": (
        <Held initial={{ from: "2026-02-28", to: "2026-02-01" }}>
          {(period, set) => (
            <PeriodFields {...period} onChange={(changed) => set({ ...period, ...changed })} />
          )}
        </Held>
      ),
      amounts: (
        <Held initial={{ min: "10", max: "" }}>
          {(bounds, set) => (
            <BoundFields {...bounds} onChange={(changed) => set({ ...bounds, ...changed })} />
          )}
        </Held>
      ),
      "a button beside a field": (
        <Grid gap={3} columns="minmax(0, 1fr) auto" from="large">
          <FilterPair>
            <Field label="Amount">{(control) => <TextInput {...control} suffix="USDMS" />}</Field>
          </FilterPair>
          <BesideField>
            <Button variant="quiet">Clear</Button>
          </BesideField>
        </Grid>
      ),
    },
  },
  {
    title: "Combobox",
    of: ["Combobox"],
    note: "Arrows mark an option, Enter chooses it, Escape closes the list. The focus stays in the field.",
    states: { "over the page": <PeopleBox />, "in a dialog": <PeopleBox isInline /> },
  },
  {
    title: "Figure with its unit",
    of: ["Unit"],
    states: {
      unit: (
        <Title>
          <Num>1,082.50</Num> <Unit>USDMS</Unit>
        </Title>
      ),
    },
  },
];
