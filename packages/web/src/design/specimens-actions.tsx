import { Actions, Button, Choices, IconButton, LinkButton, PlainLink, TextLink } from "../ui/button.tsx";
import type { ButtonVariant } from "../ui/button.tsx";
import { CommandLine, CopyButton } from "../ui/copy-button.tsx";
import { Check, CheckChips, CheckGroup, Segmented } from "../ui/form/choices.tsx";
import * as firstIcons from "../ui/icons.tsx";
import * as moreIcons from "../ui/more-icons.tsx";
import { BackLink, LanguageSwitch, ThemeToggle } from "../ui/page-header.tsx";
import { Row } from "../ui/primitives.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Held } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const { icon: _, ...FIRST_ICONS } = firstIcons;
const ICONS = { ...FIRST_ICONS, ...moreIcons };

const VARIANTS: readonly ButtonVariant[] = ["primary", "quiet", "buy", "sell", "danger"];

const buttons = (props: object) => (
  <Row gap={3}>
    {VARIANTS.map((variant) => (
      <Button key={variant} variant={variant} {...props}>
        {variant}
      </Button>
    ))}
  </Row>
);

export const ACTIONS: readonly Specimen[] = [
  {
    title: "Button",
    of: ["Button"],
    note: "Hover, press and focus them. A pending button keeps the focus and does nothing.",
    isWide: true,
    states: {
      "at rest": buttons({}),
      large: buttons({ size: "large" }),
      small: buttons({ size: "small" }),
      pending: buttons({ pending: true, pendingLabel: "Opening…" }),
      disabled: buttons({ disabled: true }),
      "with an icon": (
        <Button variant="buy">
          <firstIcons.ArrowUpIcon />
          Buy
        </Button>
      ),
    },
  },
  {
    title: "Groups of buttons",
    of: ["Actions", "Choices"],
    isWide: true,
    states: {
      "at the end of a form or a card": (
        <Actions>
          <Button>Save</Button>
          <Button variant="quiet">Cancel</Button>
        </Actions>
      ),
      "at the end of a question": (
        <Choices>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete</Button>
        </Choices>
      ),
    },
  },
  {
    title: "Icon button",
    of: ["IconButton"],
    note: "Its label is its tip: after 700 ms under the pointer, at once with the Tab key.",
    states: {
      "at rest": (
        <IconButton label="Close">
          <firstIcons.CloseIcon />
        </IconButton>
      ),
      open: (
        <IconButton label="More" data-state="open">
          <moreIcons.ChevronDownIcon />
        </IconButton>
      ),
    },
  },
  {
    title: "Links",
    of: ["TextLink", "PlainLink", "LinkButton", "BackLink"],
    states: {
      "to a page": <TextLink href="/limits">ada@example.com</TextLink>,
      "to a page, on its own": (
        <TextLink isAccent href="/limits">
          Limits and breaks
        </TextLink>
      ),
      "to another site": (
        <PlainLink isAccent href="https://example.com">
          Help for gambling problems
        </PlainLink>
      ),
      "link button": <LinkButton>Forgot your password?</LinkButton>,
      "back link": (
        <BackLink href="#actions" label="Back to the dashboard">
          Dashboard
        </BackLink>
      ),
    },
  },
  {
    title: "Copying",
    of: ["CopyButton", "CommandLine"],
    states: {
      "icon only": <CopyButton label="Copy the amount" value="20" />,
      wide: <CopyButton label="Copy the address" value="T" wide />,
      "a command": (
        <CommandLine
          parts={["node veritick-verify.mjs", "--epoch 496123", "--url https://example.com"]}
          copyLabel="Copy the command"
        />
      ),
    },
  },
  {
    title: "Icons",
    of: Object.keys(ICONS),
    states: Object.fromEntries(
      Object.entries(ICONS).map(([name, Icon]) => [name.replace("Icon", ""), <Icon key={name} size={24} />]),
    ),
  },
];

const DURATIONS = [
  { value: 1, label: "1 min", detail: "×2.5" },
  { value: 3, label: "3 min", detail: "×6.0" },
  { value: 5, label: "5 min", detail: "×10.0" },
  { value: 10, label: "10 min", detail: "×20.0" },
] as const;

const KINDS = [
  { value: "trade", label: "Trades", detail: "Open and sell back positions" },
  { value: "deposit", label: "Deposits", detail: "Get a payment address" },
  { value: "withdrawal", label: "Withdrawals", detail: "Send money out" },
] as const;

type Kind = (typeof KINDS)[number]["value"];
const CHOSEN: readonly Kind[] = ["trade"];

const durations = (disabled: boolean) => (
  <Held<number> initial={3}>
    {(value, set) => (
      <Segmented label="Duration" value={value} onChange={set} options={DURATIONS} disabled={disabled} />
    )}
  </Held>
);

export const CHOICES: readonly Specimen[] = [
  {
    title: "Choices",
    of: ["Segmented", "CheckChips", "CheckGroup", "Check"],
    note: "Radio buttons and checkboxes, so their keys move the choice.",
    isWide: true,
    states: {
      "one of a few": durations(false),
      disabled: durations(true),
      "with uneven labels": (
        <Held<Kind> initial="trade">
          {(value, set) => (
            <Segmented label="Kind" value={value} onChange={set} options={KINDS} hasUnevenLabels />
          )}
        </Held>
      ),
      "any number of a few": (
        <Held initial={CHOSEN}>
          {(chosen, set) => <CheckChips label="Kinds" options={KINDS} chosen={chosen} onChange={set} />}
        </Held>
      ),
      "each with what it means": (
        <Held initial={CHOSEN}>
          {(chosen, set) => (
            <CheckGroup label="The key may" options={KINDS} chosen={chosen} onChange={set} hint="A hint." />
          )}
        </Held>
      ),
      "one thing to say yes to": (
        <Held initial={false}>
          {(checked, set) => (
            <Check checked={checked} onChange={set}>
              Also suspend withdrawals
            </Check>
          )}
        </Held>
      ),
      "one that is needed": (
        <Check checked={false} onChange={() => {}} error="Tick the box to continue">
          I accept the terms
        </Check>
      ),
    },
  },
  {
    title: "Tabs",
    of: ["Tabs"],
    isWide: true,
    states: (theme) => ({
      "three tabs": (
        <Tabs
          label={`History, ${theme}`}
          tabs={KINDS.map(({ value, label }) => ({ value, label, content: <p>{label} are shown here.</p> }))}
        />
      ),
    }),
  },
  {
    title: "Preferences",
    of: ["LanguageSwitch", "ThemeToggle"],
    note: "They change the whole page.",
    states: { language: <LanguageSwitch />, theme: <ThemeToggle /> },
  },
];
