import { useState } from "react";
import { Button, IconButton, LinkButton } from "../ui/button.tsx";
import type { ButtonVariant } from "../ui/button.tsx";
import { CommandLine, CopyButton } from "../ui/copy-button.tsx";
import { CheckChips, CheckGroup, Segmented } from "../ui/form/choices.tsx";
import * as icons from "../ui/icons.tsx";
import { BackLink, LanguageSwitch, ThemeToggle } from "../ui/page-header.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const VARIANTS: readonly ButtonVariant[] = ["primary", "quiet", "buy", "sell", "danger"];

export const ACTIONS: readonly Specimen[] = [
  {
    title: "Button",
    of: ["Button"],
    note: "Hover, press and focus them. A pending button keeps the focus and does nothing.",
    show: () => (
      <>
        {VARIANTS.map((variant) => (
          <State key={variant} name={variant}>
            <Button variant={variant}>Confirm</Button>
          </State>
        ))}
        <State name="large">
          <Button size="large">Continue</Button>
        </State>
        <State name="with an icon">
          <Button variant="buy">
            <icons.ArrowUpIcon />
            Buy
          </Button>
        </State>
        {VARIANTS.map((variant) => (
          <State key={variant} name={`${variant}, pending`}>
            <Button variant={variant} pending pendingLabel="Opening…">
              Confirm
            </Button>
          </State>
        ))}
        {VARIANTS.map((variant) => (
          <State key={variant} name={`${variant}, disabled`}>
            <Button variant={variant} disabled>
              Confirm
            </Button>
          </State>
        ))}
      </>
    ),
  },
  {
    title: "Icon button",
    of: ["IconButton"],
    note: "Its label is its tip, after 700 ms under the pointer or at once under the Tab key.",
    show: () => (
      <>
        <State name="at rest">
          <IconButton label="Close">
            <icons.CloseIcon />
          </IconButton>
        </State>
        <State name="open">
          <IconButton label="More" data-state="open">
            <icons.ChevronDownIcon />
          </IconButton>
        </State>
      </>
    ),
  },
  {
    title: "Command line",
    of: ["CommandLine"],
    show: () => (
      <CommandLine
        parts={["node veritick-verify.mjs", "--epoch 496123", "--url https://example.com"]}
        copyLabel="Copy the command"
      />
    ),
  },
  {
    title: "Copy button",
    of: ["CopyButton"],
    show: () => (
      <>
        <State name="icon only">
          <CopyButton label="Copy the amount" value="20" />
        </State>
        <State name="wide">
          <CopyButton label="Copy the address" value="T" wide />
        </State>
      </>
    ),
  },
  {
    title: "Links",
    of: ["LinkButton", "BackLink"],
    show: () => (
      <>
        <State name="link button">
          <LinkButton>Forgot your password?</LinkButton>
        </State>
        <State name="back link">
          <BackLink href="#actions" label="Back to the dashboard">
            Dashboard
          </BackLink>
        </State>
      </>
    ),
  },
  {
    title: "Icons",
    of: Object.keys(icons),
    show: () =>
      Object.entries(icons).map(([name, Icon]) => (
        <State key={name} name={name.replace("Icon", "")}>
          <Icon size={24} />
        </State>
      )),
  },
];

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

const APPEARANCES = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "device", label: "Same as this device" },
] as const;

function Appearances() {
  const [value, setValue] = useState<(typeof APPEARANCES)[number]["value"]>("dark");
  return (
    <Segmented label="Appearance" value={value} onChange={setValue} options={APPEARANCES} hasUnevenLabels />
  );
}

const RIGHTS = [
  { value: "read", label: "Read", detail: "Balance, positions, statement" },
  { value: "trade", label: "Trade", detail: "Open and sell positions" },
] as const;

function Rights() {
  const [chosen, setChosen] = useState<readonly (typeof RIGHTS)[number]["value"][]>(["read"]);
  return (
    <CheckGroup
      label="The key may"
      options={RIGHTS}
      chosen={chosen}
      onChange={setChosen}
      hint="Withdrawals stay closed."
    />
  );
}

export const CHOICES: readonly Specimen[] = [
  {
    title: "Segmented",
    of: ["Segmented"],
    note: "One of a few: radio buttons, so the arrow keys move the choice.",
    show: () => (
      <>
        <State name="with details" wide>
          <Durations />
        </State>
        <State name="disabled" wide>
          <Durations disabled />
        </State>
        <State name="with uneven labels" wide>
          <Appearances />
        </State>
      </>
    ),
  },
  {
    title: "Check group",
    of: ["CheckGroup"],
    note: "Any number of a few, each with what it means.",
    show: () => (
      <State name="one of two, with a hint" wide>
        <Rights />
      </State>
    ),
  },
  {
    title: "Check chips",
    of: ["CheckChips"],
    note: "Any number of a few: checkboxes.",
    show: () => (
      <State name="one chosen" wide>
        <Kinds />
      </State>
    ),
  },
  {
    title: "Tabs",
    of: ["Tabs"],
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
    of: ["LanguageSwitch", "ThemeToggle"],
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
