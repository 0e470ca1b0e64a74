import { useState } from "react";
import type { ReactNode } from "react";
import {
  AmountField,
  DateField,
  DigitsInput,
  PasswordInput,
  SelectInput,
  TextArea,
  TextInput,
} from "../ui/form/text-input.tsx";
import { Check } from "../ui/form/choices.tsx";
import { Field } from "../ui/form/field.tsx";
import { TermSign } from "../ui/overlay/term.tsx";
import { TwoStepField } from "../ui/form/two-step-field.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

type HeldProps = { initial?: string; children: (value: string, set: (value: string) => void) => ReactNode };

/** Holds the text typed into a specimen. */
function Held({ initial = "", children }: HeldProps) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

function Checked() {
  const [checked, setChecked] = useState(false);
  return (
    <Check checked={checked} onChange={setChecked}>
      Stop withdrawals, too
    </Check>
  );
}

export const FIELDS: readonly Specimen[] = [
  {
    title: "Field and text input",
    of: ["Field", "TextInput"],
    note: "Label, hint and error belong to the control for whoever cannot see them.",
    show: () => (
      <>
        <State name="empty, with a hint">
          <Field label="E-mail" hint="Where we write to you">
            {(control) => <TextInput {...control} type="email" />}
          </Field>
        </State>
        <State name="with an error">
          <Field label="Address" error="Please enter a valid USDT address">
            {(control) => <TextInput {...control} defaultValue="T9" />}
          </Field>
        </State>
        <State name="explained, with an aside">
          <Field
            label="Code"
            sign={<TermSign term="withdrawalCode" label="What the code is" />}
            aside={<span>aside</span>}
          >
            {(control) => <TextInput {...control} placeholder="Placeholder" />}
          </Field>
        </State>
        <State name="disabled">
          <Field label="Name">{(control) => <TextInput {...control} disabled defaultValue="Ada" />}</Field>
        </State>
      </>
    ),
  },
  {
    title: "Check",
    of: ["Check"],
    note: "One thing to say yes to.",
    show: () => <Checked />,
  },
  {
    title: "Text area",
    of: ["TextArea"],
    note: "A few lines: notes and reasons. It grows with them.",
    show: () => (
      <>
        <State name="empty, with a hint">
          <Field label="Reason" hint="Kept with the decision">
            {(control) => <TextArea {...control} rows={3} />}
          </Field>
        </State>
        <State name="with an error">
          <Field label="Note" error="Say why">
            {(control) => <TextArea {...control} rows={3} />}
          </Field>
        </State>
      </>
    ),
  },
  {
    title: "Select input",
    of: ["SelectInput"],
    note: "One out of many, from the browser's own list.",
    show: () => (
      <State name="chosen">
        <Field label="Action">
          {(control) => (
            <SelectInput {...control} defaultValue="two">
              <option value="one">Deposit approved</option>
              <option value="two">Withdrawal approved</option>
            </SelectInput>
          )}
        </Field>
      </State>
    ),
  },
  {
    title: "Amount input",
    of: ["AmountField"],
    note: "The arrow keys step by 0.01; comma or point, as the language has it.",
    show: () => (
      <>
        <State name="empty">
          <Held>
            {(value, set) => (
              <AmountField
                label="Amount"
                hint="At least 15 USDMS"
                value={value}
                onValueChange={set}
                suffix="USDMS"
                placeholder="0.00"
              />
            )}
          </Held>
        </State>
        <State name="with an error">
          <Held initial="1000">
            {(value, set) => (
              <AmountField
                label="Amount"
                error="You don't have enough funds"
                value={value}
                onValueChange={set}
                suffix="USDMS"
              />
            )}
          </Held>
        </State>
      </>
    ),
  },
  {
    title: "Secrets",
    of: ["PasswordInput", "DigitsInput"],
    show: () => (
      <>
        <State name="password">
          <Field label="Password" hint="At least 6 characters">
            {(control) => <PasswordInput {...control} defaultValue="a secret" autoComplete="off" />}
          </Field>
        </State>
        <State name="digits">
          <Field label="Withdrawal code">
            {(control) => (
              <DigitsInput
                {...control}
                defaultValue="12345"
                maxLength={5}
                showLabel="Show the code"
                hideLabel="Hide the code"
              />
            )}
          </Field>
        </State>
      </>
    ),
  },
  {
    title: "Second step",
    of: ["TwoStepField"],
    show: () => (
      <>
        <State name="app or recovery code">
          <Held>{(value, set) => <TwoStepField name="code" value={value} onValueChange={set} />}</Held>
        </State>
        <State name="app only, with an error">
          <Held initial="12">
            {(value, set) => (
              <TwoStepField
                name="code"
                value={value}
                onValueChange={set}
                allowRecovery={false}
                error="Enter the 6 digits"
              />
            )}
          </Held>
        </State>
      </>
    ),
  },
  {
    title: "Date field",
    of: ["DateField"],
    show: () => (
      <>
        <State name="empty">
          <Held>
            {(value, set) => <DateField label="From" value={value} isWhole={() => true} onChange={set} />}
          </Held>
        </State>
        <State name="with an error">
          <Held initial="2026-02-28">
            {(value, set) => (
              <DateField
                label="To"
                value={value}
                isWhole={() => true}
                onChange={set}
                error="The first day is after the last"
              />
            )}
          </Held>
        </State>
      </>
    ),
  },
];
