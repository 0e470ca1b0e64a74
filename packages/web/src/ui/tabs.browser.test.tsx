import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Tabs } from "./tabs.tsx";

const TABS = ["Trades", "Deposits", "Withdrawals"].map((label) => ({
  value: label.toLowerCase(),
  label,
  content: <p>{`All ${label}`}</p>,
}));

test("arrows, Home and End move and select, round the ends", async () => {
  const selected: string[] = [];
  await render(<Tabs label="History" tabs={TABS} onSelect={(value) => selected.push(value)} />);
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("Trades").click();
  for (const [key, name] of [
    ["ArrowRight", "Deposits"],
    ["End", "Withdrawals"],
    ["ArrowRight", "Trades"],
    ["ArrowLeft", "Withdrawals"],
    ["Home", "Trades"],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("tabpanel", { name })).toHaveTextContent(`All ${name}`);
  }
  expect(selected).toEqual(["trades", "deposits", "withdrawals", "trades", "withdrawals", "trades"]);
});
