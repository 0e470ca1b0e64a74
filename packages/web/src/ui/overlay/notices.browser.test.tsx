import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "./dialog.tsx";
import { notify } from "./notice-store.ts";
import { Notices } from "./notices.tsx";

const place = page.getByRole("region", { name: "Messages (F8)" });
const notice = place.getByRole("listitem");
const field = page.getByRole("textbox");
const closeIt = place.getByRole("button", { name: "Close" });

let count = 0;
const refuse = () => notify({ title: `Refusal ${(count += 1)}`, tone: "destructive" });

beforeEach(async () => {
  count = 0;
  // Its code comes with the first notice.
  await import("./notice-view.tsx");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});
afterEach(() => vi.useRealTimers());

async function onPage(around = (form: ReactNode) => form): Promise<void> {
  await render(
    <main>
      {around(
        <form
          onSubmit={(event) => {
            event.preventDefault();
            refuse();
          }}
        >
          <input aria-label="Amount" data-autofocus />
        </form>,
      )}
      {/* Without a live region, an open dialog hides the whole page from screen readers, notices included. */}
      <div aria-live="polite" />
      <Notices />
    </main>,
  );
  await field.click();
}

/** Sends the form, waits for its notice and moves the focus to it. */
async function enter(): Promise<void> {
  await userEvent.keyboard("{Enter}");
  await expect.element(notice).toHaveTextContent(`Refusal ${count}`);
  await userEvent.keyboard("{F8}");
  expect(place.element().contains(document.activeElement)).toBe(true);
}

/** Moves the clock on until no notice is left, and returns how long that took. Its time begins in an effect, a little late. */
async function timeLeft(): Promise<number> {
  const since = Date.now();
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(100);
        return notice.query();
      },
      { interval: 1 },
    )
    .toBeNull();
  return Date.now() - since;
}

/** 5 seconds, except for what moved the clock on meanwhile: a wait for an element does so too. */
function expectWhole(ms: number): void {
  expect(ms).toBeGreaterThan(3_500);
  expect(ms).toBeLessThan(6_500);
}

async function leaveBy(way: "Escape" | "Close"): Promise<void> {
  if (way === "Close") {
    (closeIt.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  } else await userEvent.keyboard("{Escape}");
}

test("shows only the newest for 5 seconds, also after one that was closed", async () => {
  await onPage();
  await userEvent.keyboard("{Enter}");
  await expect.element(notice).toHaveTextContent("Refusal 1");
  expectWhole(await timeLeft());
  await userEvent.keyboard("{Enter}");
  await closeIt.click();
  await expect.element(notice).not.toBeInTheDocument();
  await field.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(notice).toHaveTextContent("Refusal 3");
  await vi.advanceTimersByTimeAsync(3_000);
  await userEvent.keyboard("{Enter}");
  await expect.element(notice).toHaveTextContent("Refusal 4");
  expect(notice.elements()).toHaveLength(1);
  expectWhole(await timeLeft());
});

test("keeps a notice that has the focus, and returns the focus however it goes", async () => {
  await onPage();
  await enter();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(notice).toBeVisible();
  for (const way of ["Escape", "Close"] as const) {
    await leaveBy(way);
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(field, { message: way }).toHaveFocus();
    await enter();
  }
  refuse();
  await expect.element(notice).toHaveTextContent(`Refusal ${count}`);
  await expect.element(field, { message: "a newer one" }).toHaveFocus();
  await timeLeft();
  await userEvent.keyboard("{F8}");
  await expect.element(field, { message: "nothing to go to" }).toHaveFocus();
});

test("goes on a swipe of 50 px to the right, and is at most 420 px wide", async () => {
  await onPage();
  await userEvent.keyboard("{Enter}");
  await expect.element(notice).toBeVisible();
  expect(notice.element().getBoundingClientRect().width).toBeLessThanOrEqual(420);
  const swipe = (pixels: number) => {
    const { left, top } = notice.element().getBoundingClientRect();
    const [x, y] = [left + 40, top + 20];
    const send = (type: string, at: number) =>
      notice.element().dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          button: 0,
          clientX: at,
          clientY: y,
          pointerId: 1,
          pointerType: "mouse",
        }),
      );
    send("pointerdown", x);
    for (let step = 1; step <= 8; step += 1) send("pointermove", x + (pixels * step) / 8);
    send("pointerup", x + pixels);
  };
  for (const tooLittle of [-80, 46]) {
    swipe(tooLittle);
    await vi.advanceTimersByTimeAsync(100);
    await expect.element(notice).toBeVisible();
  }
  swipe(54);
  await expect.element(notice).not.toBeInTheDocument();
});

test("is reached from an open dialog, which then has the focus back", async () => {
  await onPage((form) => (
    <Dialog open onOpenChange={() => undefined} title="Deposit">
      {form}
    </Dialog>
  ));
  await field.fill("11");
  for (const way of ["Escape", "Close"] as const) {
    await enter();
    await leaveBy(way);
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue("11");
    await expect.element(page.getByRole("dialog")).toBeVisible();
  }
  await enter();
  for (let steps = 0; steps < 3; steps += 1) await userEvent.tab();
  expect(page.getByRole("dialog").element().contains(document.activeElement)).toBe(true);
});
