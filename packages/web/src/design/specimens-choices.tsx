import { useState } from "react";
import { CheckChips } from "../ui/check-chips.tsx";
import { LanguageSwitch } from "../ui/language-switch.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const DURATIONS = [
  { value: 1, label: "1 min", detail: "×2.5" },
  { value: 3, label: "3 min", detail: "×6.0" },
  { value: 5, label: "5 min", detail: "×10.0" },
  { value: 10, label: "10 min", detail: "×20.0" },
] as const;

const KINDS = [
  { value: "trade", label: "Trades" },
  { value: "deposit", label: "Deposits" },
  { value: "withdrawal", label: "Withdrawals" },
] as const;

function Durations({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState<number>(3);
  return (
    <Segmented label="Duration" value={value} onChange={setValue} options={DURATIONS} disabled={disabled} />
  );
}

function Kinds() {
  const [chosen, setChosen] = useState<readonly (typeof KINDS)[number]["value"][]>(["trade"]);
  return <CheckChips label="Kind" options={KINDS} chosen={chosen} onChange={setChosen} />;
}

export const CHOICES: readonly Specimen[] = [
  {
    title: "Segmented",
    of: ["segmented"],
    note: "One of a few: radio buttons, so the arrow keys move the choice.",
    show: () => (
      <>
        <State name="with details" wide>
          <Durations />
        </State>
        <State name="disabled" wide>
          <Durations disabled />
        </State>
      </>
    ),
  },
  {
    title: "Check chips",
    of: ["check-chips"],
    note: "Any number of a few: checkboxes.",
    show: () => (
      <State name="one chosen" wide>
        <Kinds />
      </State>
    ),
  },
  {
    title: "Tabs",
    of: ["tabs"],
    show: (theme) => (
      <State name="three tabs" wide>
        <Tabs
          label={`History, ${theme}`}
          tabs={KINDS.map(({ value, label }) => ({ value, label, content: <p>{label} are shown here.</p> }))}
        />
      </State>
    ),
  },
  {
    title: "Preferences",
    of: ["language-switch", "theme-toggle"],
    note: "They change the whole page.",
    show: () => (
      <>
        <State name="language">
          <LanguageSwitch />
        </State>
        <State name="theme">
          <ThemeToggle />
        </State>
      </>
    ),
  },
];
