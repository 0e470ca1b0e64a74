import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { touch } from "../../../testing/pointers.ts";
import { laterEn } from "../../locales/en/later.ts";
import { IconButton } from "../button.tsx";
import { Dialog } from "./dialog.tsx";
import { Term } from "./term.tsx";
import { followTips } from "./tips.ts";

followTips();
afterEach(() => vi.useRealTimers());

const { terms } = laterEn;
const tip = page.getByRole("tooltip");
const button = (name: string) => page.getByRole("button", { name, exact: true });

/**
 * Loads the code that shows tips, which comes with the first one, and stops the clock. A wait for an element moves the
 * clock on by some milliseconds.
 */
async function wake(): Promise<void> {
  await userEvent.tab();
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(tip).not.toBeInTheDocument();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

test("shows a tip after 700 ms under the pointer, at once on the Tab key, and never to one who passes by", async () => {
  await render(
    <main>
      <IconButton label="Theme">+</IconButton>
      <IconButton label="Language">+</IconButton>
      <p>elsewhere</p>
    </main>,
  );
  const elsewhere = page.getByText("elsewhere");
  await elsewhere.click();
  await wake();

  await button("Theme").hover();
  await vi.advanceTimersByTimeAsync(600);
  expect(tip.query()).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(tip).toHaveTextContent("Theme");
  await tip.hover();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(tip).toBeVisible();
  await elsewhere.hover();
  await vi.advanceTimersByTimeAsync(150);
  expect(tip.query()).toBeNull();

  await button("Theme").hover();
  await vi.advanceTimersByTimeAsync(400);
  await elsewhere.hover();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tip.query()).toBeNull();
  await button("Theme").click();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tip.query()).toBeNull();

  await elsewhere.hover();
  await userEvent.tab();
  await expect.element(tip).toHaveTextContent("Language");
  await userEvent.keyboard("{Escape}");
  expect(tip.query()).toBeNull();
});

test("explains a term in a dialog by pointer, press and key, and Escape closes the tip alone", async () => {
  await render(
    <main>
      <Dialog open onOpenChange={() => undefined} title="Withdrawal">
        <Term term="fee">Fee</Term> <Term term="net">Net</Term>
        <input aria-label="Address" />
      </Dialog>
    </main>,
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading").click();
  await wake();
  const fee = dialog.getByRole("button", { name: "Fee" });
  const net = dialog.getByRole("button", { name: "Net" });

  await net.hover();
  await vi.advanceTimersByTimeAsync(700);
  await expect.element(tip).toHaveTextContent(terms.net);
  await expect.element(net).toHaveAccessibleDescription(terms.net);
  await userEvent.keyboard("{Escape}");
  expect(tip.query()).toBeNull();
  await expect.element(dialog).toBeVisible();

  await fee.click();
  await expect.element(tip).toHaveTextContent(terms.fee);
  await tip.click();
  await expect.element(tip).toBeVisible();
  await dialog.getByRole("textbox").click();
  expect(tip.query()).toBeNull();
  await expect.element(fee).toHaveAccessibleDescription("");

  (fee.element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(net).toHaveFocus();
  await expect.element(tip).toHaveTextContent(terms.net);
  const [around, shown] = [dialog, tip].map((each) => each.element().getBoundingClientRect());
  expect(shown!.left).toBeGreaterThanOrEqual(around!.left);
  expect(shown!.right).toBeLessThanOrEqual(around!.right);
  await userEvent.tab({ shift: true });
  await expect.element(tip).toHaveTextContent(terms.fee);
});

test("gives the exact time behind a relative one", async () => {
  await render(
    <main>
      <IconButton label="Theme">+</IconButton>
      <time data-exact dateTime="2026-02-01T12:30:00.000Z">
        1 hour ago
      </time>
    </main>,
  );
  await page.getByText("1 hour ago").hover();
  await expect.element(tip).toHaveTextContent("1 Feb 2026, 12:30");
});

test("opens on a tap on a touch screen, and closes on a second tap or one elsewhere", async () => {
  await render(
    <main>
      <h1>Withdrawal</h1>
      <Term term="trc20">TRC20</Term>
    </main>,
  );
  const tap = async (name: string) => {
    const { left, top, width, height } = page.getByText(name).element().getBoundingClientRect();
    await touch("touchStart", [left + width / 2, top + height / 2]);
    await touch("touchEnd");
  };
  for (const closing of ["Withdrawal", "TRC20"]) {
    await tap("TRC20");
    await expect.element(tip).toHaveTextContent(terms.trc20);
    await tap(closing);
    await expect.element(tip).not.toBeInTheDocument();
  }
});
