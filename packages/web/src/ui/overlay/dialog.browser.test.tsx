import { useState } from "react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { mouse } from "../../../testing/pointers.ts";
import { Button } from "../button.tsx";
import { TypingDialog } from "./dialog.tsx";

const dialog = page.getByRole("dialog", { name: "Withdrawal" });
const question = page.getByRole("dialog", { name: "Discard your entries?" });
const field = page.getByRole("textbox");
const opener = page.getByRole("button", { name: "Open" });

afterEach(() => void (document.body.style.pointerEvents = ""));

/** A page with a dialog that asks before it loses more than three characters, and may wait for an answer. */
function Example({ pending = false }: { pending?: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const close = () => {
    setOpen(false);
    setTyped("");
  };
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <TypingDialog title="Withdrawal" holdsWork={typed.length > 3} onClose={close}>
          <input
            aria-label="Address"
            data-autofocus
            data-pending={pending || undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </TypingDialog>
      )}
    </main>
  );
}

async function pressBeside(): Promise<void> {
  // A dialog listens for presses beside it one turn after it has opened.
  await new Promise((resolve) => setTimeout(resolve));
  for (const step of ["mousePressed", "mouseReleased"] as const) await mouse(step, [5, 5]);
}

async function open(): Promise<void> {
  await opener.click();
  await expect.element(field).toHaveFocus();
}

test("closes empty on a press beside it or Escape, gives the focus back, and keeps what was typed", async () => {
  await render(<Example />);
  for (const close of [pressBeside, () => userEvent.keyboard("{Escape}")]) {
    await open();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
  await open();
  await field.fill("12");
  await pressBeside();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("12");
  // Few characters are quick to type again, so Escape asks nothing.
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("asks before it discards work, and returns to it", async () => {
  await render(<Example />);
  await open();
  await field.fill("TWpo8bUb");
  await pressBeside();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question.getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("TWpo8bUb");

  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(field).toHaveValue("");
});

test("stays open while a call is under way, except for its own button", async () => {
  await render(<Example pending />);
  await open();
  await pressBeside();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
