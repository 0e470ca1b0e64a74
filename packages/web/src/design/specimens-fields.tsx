import { Field } from "../ui/form/field.tsx";
import {
  AmountField,
  DateField,
  DigitsInput,
  PasswordInput,
  SelectInput,
  TextArea,
  TextInput,
} from "../ui/form/text-input.tsx";
import { TwoStepField } from "../ui/form/two-step-field.tsx";
import { TermSign } from "../ui/overlay/term.tsx";
import { Held } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

export const FIELDS: readonly Specimen[] = [
  {
    title: "Field and text input",
    of: ["Field", "TextInput"],
    note: "Label, hint and error belong to the control for whoever cannot see them.",
    states: {
      "empty, with a hint": (
        <Field label="E-mail" hint="Where we write to you">
          {(control) => <TextInput {...control} type="email" />}
        </Field>
      ),
      "with an error": (
        <Field label="Address" error="Please enter a valid USDT address">
          {(control) => <TextInput {...control} defaultValue="T9" />}
        </Field>
      ),
      "explained, with an aside": (
        <Field
          label="Code"
          sign={<TermSign term="withdrawalCode" label="About the code" />}
          aside={<span>aside</span>}
        >
          {(control) => <TextInput {...control} placeholder="Placeholder" />}
        </Field>
      ),
      disabled: (
        <Field label="Name">{(control) => <TextInput {...control} disabled defaultValue="Ada" />}</Field>
      ),
    },
  },
  {
    title: "Other inputs",
    of: [
      "AmountField",
      "PasswordInput",
      "DigitsInput",
      "TwoStepField",
      "DateField",
      "SelectInput",
      "TextArea",
    ],
    note: "In an amount the arrow keys step by 0.01; comma or point, as the language has it.",
    states: {
      amount: (
        <Held initial="">
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
      ),
      password: (
        <Field label="Password" hint="At least 6 characters">
          {(control) => <PasswordInput {...control} defaultValue="a secret" autoComplete="off" />}
        </Field>
      ),
      digits: (
        <Field label="Withdrawal code">
          {(control) => (
            <Held initial="12345">
              {(value, set) => (
                <DigitsInput
                  {...control}
                  value={value}
                  onValueChange={set}
                  showLabel="Show the code"
                  hideLabel="Hide the code"
                />
              )}
            </Held>
          )}
        </Field>
      ),
      "app or recovery code": (
        <Held initial="">
          {(value, set) => <TwoStepField name="code" value={value} onValueChange={set} />}
        </Held>
      ),
      "date, with an error": (
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
      ),
      "one out of many": (
        <Field label="Action">
          {(control) => (
            <SelectInput {...control} defaultValue="two">
              <option value="one">Deposit approved</option>
              <option value="two">Withdrawal approved</option>
            </SelectInput>
          )}
        </Field>
      ),
      "a few lines": (
        <Field label="Reason" hint="Kept with the decision">
          {(control) => <TextArea {...control} rows={3} />}
        </Field>
      ),
    },
  },
];
