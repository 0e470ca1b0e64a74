import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { TextInput } from "../ui/form/text-input.tsx";
import { GlobeIcon, LogoutIcon, UserIcon } from "../ui/more-icons.tsx";
import { Dialog, TypingDialog } from "../ui/overlay/dialog.tsx";
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator, MenuSub } from "../ui/overlay/menu.tsx";
import { notify } from "../ui/overlay/notice-store.ts";
import { SecretDialog } from "../ui/overlay/secret-dialog.tsx";
import { Held } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

/** A button and what it opens. */
const opener = (
  label: string,
  dialog: (isOpen: boolean, setOpen: (isOpen: boolean) => void) => ReactNode,
) => (
  <Held initial={false}>
    {(isOpen, setOpen) => (
      <>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {label}
        </Button>
        {dialog(isOpen, setOpen)}
      </>
    )}
  </Held>
);

export const DIALOGS: readonly Specimen[] = [
  {
    title: "Dialogs",
    of: ["Dialog", "TypingDialog", "SecretDialog"],
    states: {
      dialog: opener("Open a dialog", (isOpen, setOpen) => (
        <Dialog
          open={isOpen}
          onOpenChange={setOpen}
          title="A dialog"
          description="On phones a sheet from the bottom."
          footer={<Button onClick={() => setOpen(false)}>Done</Button>}
        >
          <Field label="Type something" hint="With text here, a press beside the dialog does not close it.">
            {(control) => <TextInput {...control} data-autofocus />}
          </Field>
        </Dialog>
      )),
      "a dialog to type in": opener("Write a note", (isOpen, setOpen) => (
        <Held initial="">
          {(typed, set) => (
            <TypingDialog
              open={isOpen}
              holdsWork={typed !== ""}
              onClose={() => {
                set("");
                setOpen(false);
              }}
              title="A note"
            >
              <Field label="Note" hint="If you have typed something, Escape asks first.">
                {(control) => (
                  <TextInput {...control} value={typed} onChange={(event) => set(event.target.value)} />
                )}
              </Field>
            </TypingDialog>
          )}
        </Held>
      )),
      "a secret, shown once": opener(
        "Show a secret",
        (isOpen, setOpen) =>
          isOpen && (
            <SecretDialog
              title="A secret"
              secret="vtk_Qx3nB0eT5wYd1LhVr8sKfZ2mGa7uPjC9oRiNtEyW4bM"
              words={{
                text: "It is shown only once. Leaving without it shows a warning first.",
                copy: "Copy the secret",
                leaving: "The secret will not be shown again. Close again to leave without it.",
                kept: "I have kept it",
                done: "Done",
              }}
              onClose={() => setOpen(false)}
            />
          ),
      ),
    },
  },
  {
    title: "Menu",
    of: ["Menu", "MenuItem", "MenuSub", "MenuChoices", "MenuNote", "MenuSeparator"],
    states: {
      "with a submenu": (
        <Menu trigger={<Button variant="quiet">Open a menu</Button>}>
          <MenuNote>ada@example.com</MenuNote>
          <MenuSeparator />
          <MenuItem icon={<UserIcon />} onSelect={() => undefined}>
            Profile
          </MenuItem>
          <MenuSub icon={<GlobeIcon />} label="Language">
            <Held initial="en">
              {(value, set) => (
                <MenuChoices
                  value={value}
                  onChange={set}
                  options={[
                    { value: "en", label: "English" },
                    { value: "fr", label: "Français" },
                  ]}
                />
              )}
            </Held>
          </MenuSub>
          <MenuItem icon={<LogoutIcon />} onSelect={() => undefined}>
            Sign out
          </MenuItem>
        </Menu>
      ),
    },
  },
  {
    title: "Notices",
    of: ["Notices"],
    note: "One at a time, for 5 seconds. F8 moves the focus there; a swipe to the right closes it.",
    states: {
      default: (
        <Button variant="quiet" onClick={() => notify({ title: "Position won", body: "+25.00 USDMS" })}>
          Show a message
        </Button>
      ),
      destructive: (
        <Button
          variant="quiet"
          onClick={() => notify({ title: "Error", body: "Please enter a valid amount", tone: "destructive" })}
        >
          Show a refusal
        </Button>
      ),
    },
  },
];
