import { BackLink } from "../ui/back-link.tsx";
import { Button } from "../ui/button.tsx";
import type { ButtonVariant } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import * as icons from "../ui/icons.tsx";
import { ChatIcon } from "../ui/chat-icon.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { MinusIcon } from "../ui/minus-icon.tsx";
import { ShieldIcon } from "../ui/shield-icon.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const VARIANTS: readonly ButtonVariant[] = ["primary", "quiet", "buy", "sell", "danger"];

export const ACTIONS: readonly Specimen[] = [
  {
    title: "Button",
    of: ["button"],
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
    of: ["icon-button"],
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
    title: "Copy button",
    of: ["copy-button"],
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
    of: ["link-button", "back-link"],
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
    of: ["icons", "first-icons", "chat-icon", "minus-icon", "shield-icon"],
    show: () =>
      Object.entries({ ...icons, ChatIcon, MinusIcon, ShieldIcon }).map(([name, Icon]) => (
        <State key={name} name={name.replace("Icon", "")}>
          <Icon size={24} />
        </State>
      )),
  },
];
