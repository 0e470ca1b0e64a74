import { useState } from "react";
import { Badge, Spinner } from "../ui/primitives.tsx";
import type { BadgeTone } from "../ui/primitives.tsx";
import { Banner, Failure } from "../ui/states.tsx";
import { Button } from "../ui/button.tsx";
import { CheckItem, CheckList } from "../ui/check-list.tsx";
import { Disclosure } from "../ui/card.tsx";
import { Field } from "../ui/form/field.tsx";
import { TextInput } from "../ui/form/text-input.tsx";
import { GlobeIcon, LogoutIcon, UserIcon } from "../ui/icons.tsx";
import { Dialog, TypingDialog } from "../ui/overlay/dialog.tsx";
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator, MenuSub } from "../ui/overlay/menu.tsx";
import { notify } from "../ui/overlay/notice-store.ts";
import { SecretDialog } from "../ui/overlay/secret-dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

function DialogSpecimen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="A dialog"
        description="On phones a sheet from the bottom."
        footer={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        <Field label="Type something" hint="Then a press beside the dialog does not close it.">
          {(control) => <TextInput {...control} data-autofocus />}
        </Field>
      </Dialog>
    </>
  );
}

function TypingSpecimen() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Write a note
      </Button>
      <TypingDialog
        open={isOpen}
        holdsWork={typed !== ""}
        onClose={() => {
          setTyped("");
          setOpen(false);
        }}
        title="A note"
      >
        <Field label="What to remember" hint="Escape asks first once something is typed.">
          {(control) => (
            <TextInput {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      </TypingDialog>
    </>
  );
}

function SecretSpecimen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Show a secret
      </Button>
      {isOpen && (
        <SecretDialog
          title="A secret"
          secret="vtk_Qx3nB0eT5wYd1LhVr8sKfZ2mGa7uPjC9oRiNtEyW4bM"
          words={{
            text: "It is shown this once. Whoever leaves without it is warned first.",
            copy: "Copy the secret",
            leaving: "The secret is not shown again. Close again to leave without it.",
            kept: "I have kept it",
            done: "Done",
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function MenuSpecimen() {
  const [language, setLanguage] = useState<"en" | "fr">("en");
  return (
    <Menu trigger={<Button variant="quiet">Open a menu</Button>}>
      <MenuNote>ada@example.com</MenuNote>
      <MenuSeparator />
      <MenuItem icon={<UserIcon />} onSelect={() => undefined}>
        Profile
      </MenuItem>
      <MenuSub icon={<GlobeIcon />} label="Language">
        <MenuChoices
          value={language}
          onChange={setLanguage}
          options={[
            { value: "en", label: "English" },
            { value: "fr", label: "Français" },
          ]}
        />
      </MenuSub>
      <MenuItem icon={<LogoutIcon />} onSelect={() => undefined}>
        Log out
      </MenuItem>
    </Menu>
  );
}

function NoticeSpecimen() {
  return (
    <>
      <State name="default">
        <Button variant="quiet" onClick={() => notify({ title: "Position won", body: "+25.00 USDMS" })}>
          Show a notice
        </Button>
      </State>
      <State name="destructive">
        <Button
          variant="quiet"
          onClick={() => notify({ title: "Error", body: "Please enter a valid amount", tone: "destructive" })}
        >
          Show a refusal
        </Button>
      </State>
    </>
  );
}

export const DIALOGS: readonly Specimen[] = [
  {
    title: "Dialogs",
    of: ["Dialog", "Choices", "TypingDialog", "SecretDialog"],
    show: () => (
      <>
        <State name="dialog">
          <DialogSpecimen />
        </State>
        <State name="a dialog to type in">
          <TypingSpecimen />
        </State>
        <State name="a secret, shown once">
          <SecretSpecimen />
        </State>
      </>
    ),
  },
  {
    title: "Menu",
    of: ["Menu", "MenuItem", "MenuSub", "MenuChoices", "MenuNote", "MenuSeparator"],
    show: () => (
      <State name="with a submenu">
        <MenuSpecimen />
      </State>
    ),
  },
  {
    title: "Notices",
    of: ["Notices"],
    note: "One at a time, for 5 seconds; F8 takes the focus there, a swipe to the right sends it away.",
    show: () => <NoticeSpecimen />,
  },
];

const BADGES: readonly [BadgeTone, string][] = [
  ["buy", "BUY"],
  ["sell", "SELL"],
  ["good", "Won"],
  ["bad", "Lost"],
  ["neutral", "Pending"],
  ["warn", "Confirming"],
];

export const TELLING: readonly Specimen[] = [
  {
    title: "Disclosure",
    of: ["Disclosure"],
    show: () => (
      <>
        <State name="of full height" wide>
          <Disclosure summary="Show the values">What few want to see.</Disclosure>
        </State>
        <State name="dense" wide>
          <Disclosure summary="Show the values" isDense>
            What few want to see.
          </Disclosure>
        </State>
      </>
    ),
  },
  {
    title: "Badge",
    of: ["Badge"],
    show: () =>
      BADGES.map(([tone, word]) => (
        <State key={tone} name={tone}>
          <Badge tone={tone}>{word}</Badge>
        </State>
      )),
  },
  {
    title: "Banner",
    of: ["Banner", "Failure"],
    show: () => (
      <>
        {(["info", "warn", "bad"] as const).map((tone) => (
          <State key={tone} name={tone} wide>
            <Banner tone={tone}>It stays in place until what it tells of is over.</Banner>
          </State>
        ))}
        <State name="with an action" wide>
          <Banner tone="warn" action={<Button variant="quiet">Try again</Button>}>
            The live connection is lost.
          </Banner>
        </State>
        <State name="failure, read out at once" wide>
          <Failure words="Cannot create deposit" />
        </State>
      </>
    ),
  },
  {
    title: "Check list",
    of: ["CheckList", "CheckItem"],
    show: () => (
      <State name="what can come of a check" wide>
        <CheckList label="What was checked">
          <CheckItem outcome="right" spoken="Right" words="The statement is signed with a published key." />
          <CheckItem
            outcome="wrong"
            spoken="Wrong"
            words="The way leads to another root than the signed one."
          >
            Expected 1,234.50, found 1,234.00
          </CheckItem>
          <CheckItem outcome="later" spoken="Later" words="The seed is public from 15:00:00 on." />
          <CheckItem outcome="missing" spoken="Not checked" words="Where the way leads was not checked." />
          <CheckItem outcome="note" spoken="Not recorded" words="This browser has no record of the answer." />
        </CheckList>
      </State>
    ),
  },
  {
    title: "Progress",
    of: ["Progress", "Bar"],
    show: () => (
      <>
        <State name="busy" wide>
          <Progress mood="busy" share={0.6} title="Payment detected" body="The network is confirming it." />
        </State>
        <State name="counting" wide>
          <Progress
            mood="busy"
            share={0.46}
            title="Checking the beacon’s signatures"
            body="120 of 260"
            isCounting
          />
        </State>
        <State name="good" wide>
          <Progress mood="good" share={1} title="Confirmed" body="The amount is in your balance." />
        </State>
        <State name="bad" wide>
          <Progress mood="bad" share={1} title="This deposit failed" body="Nothing was credited." />
        </State>
        <State name="over" wide>
          <Progress mood="over" share={1} title="Cancelled" body="The whole amount is back." />
        </State>
      </>
    ),
  },
  {
    title: "Spinner",
    of: ["Spinner"],
    show: () => (
      <>
        <State name="silent">
          <Spinner />
        </State>
        <State name="announced">
          <Spinner size={28} label="Loading" />
        </State>
      </>
    ),
  },
];
