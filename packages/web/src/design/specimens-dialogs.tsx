import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { GlobeIcon, LogoutIcon, UserIcon } from "../ui/icons.tsx";
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator, MenuSub } from "../ui/menu.tsx";
import { useNotify } from "../ui/notices.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { TypingDialog } from "../ui/typing-dialog.tsx";
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

function ConfirmSpecimen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Cancel this withdrawal
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel this withdrawal?"
        confirmLabel="Cancel it"
        keepLabel="Keep it"
        onConfirm={() => setOpen(false)}
      >
        <p>Asked once, before what cannot be undone. The focus starts on the way back.</p>
      </ConfirmDialog>
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
        discard={{ title: "Discard the note?", body: "It is not kept.", confirm: "Discard", keep: "Keep on" }}
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
  const notify = useNotify();
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
    of: ["dialog", "confirm-dialog", "choices", "typing-dialog"],
    show: () => (
      <>
        <State name="dialog">
          <DialogSpecimen />
        </State>
        <State name="confirm dialog">
          <ConfirmSpecimen />
        </State>
        <State name="a dialog to type in">
          <TypingSpecimen />
        </State>
      </>
    ),
  },
  {
    title: "Menu",
    of: ["menu"],
    show: () => (
      <State name="with a submenu">
        <MenuSpecimen />
      </State>
    ),
  },
  {
    title: "Notices",
    of: ["notices"],
    note: "One at a time, for 5 seconds; F8 takes the focus there, a swipe to the right sends it away.",
    show: () => <NoticeSpecimen />,
  },
];
