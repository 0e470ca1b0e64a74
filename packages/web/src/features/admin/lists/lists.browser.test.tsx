import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createStore, useStore } from "../../../api/live/live.ts";
import { withTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { ListCard } from "./lists.tsx";
import type { RecordTable } from "./record-table.tsx";
import { Person } from "./record-table.tsx";
import { Select } from "./selection.tsx";

type Item = {
  readonly id: string;
  readonly email: string;
  readonly amount: string;
  readonly isOpen: boolean;
};

const isOpen = (item: Item) => item.isOpen;
const all = () => true;
const itemOf = (name: string, amount = "20.00"): Item => ({
  id: name,
  email: `${name}@example.com`,
  amount,
  isOpen: true,
});

const TABLE: RecordTable<Item> = {
  columns: [
    { width: "auto", Cell: ({ item }) => <Select item={item} what={item.email} /> },
    { width: "1fr", Cell: (cell) => <Person cell={cell} userId={cell.item.id} email={cell.item.email} /> },
    { width: "auto", isEnd: true, Cell: ({ item, isOver }) => (isOver ? "decided" : item.amount) },
  ],
  from: "medium",
  isOver: (item) => !item.isOpen,
  together: {
    useCanSelect: () => isOpen,
    Actions: ({ selected, onDone }) =>
      selected.length > 0 && (
        <Button onClick={() => onDone(selected)}>{selected.map(({ id }) => id).join(" and ")}</Button>
      ),
  },
};

const FIRST = [itemOf("ada"), itemOf("bob", "1,000.00")];
const shown = createStore<readonly Item[]>(FIRST);
const show = shown.set;

const rows = page.getByRole("listitem");
const row = (index: number) => rows.nth(index);
const emails = () => rows.elements().map((each) => /\w+@/.exec(each.textContent)?.[0]);
const outside = page.getByRole("button", { name: "outside" });

beforeAll(() => withTextOf("admin", Promise.resolve()));
beforeEach(async () => {
  show(FIRST);
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  function Page() {
    const items = useStore(shown, (each) => each);
    return (
      <ListCard
        words={{ title: "Deposits" }}
        pages={{ query: { data: items, isError: false } as never, items }}
        isOpen={isOpen}
        belongs={all}
        table={TABLE}
      />
    );
  }
  await render(
    <QueryClientProvider client={queries}>
      <button type="button">outside</button>
      <Page />
    </QueryClientProvider>,
  );
});

test("rows line up on the columns of their list", () => {
  const ends = rows.elements().map((each) => each.querySelector("[data-end]")!.getBoundingClientRect().right);
  const people = rows
    .elements()
    .map((each) => each.querySelector('a[href^="/admin/users/"]')!.getBoundingClientRect().left);
  expect(new Set(ends).size).toBe(1);
  expect(new Set(people).size).toBe(1);
});

test.each(["pointer", "focus"])(
  "stands still under the %s, counts what is new, and shows it afterwards",
  async (held) => {
    await outside.click();
    if (held === "pointer") await row(1).hover();
    else await userEvent.tab();
    show([itemOf("cleo"), itemOf("ada"), { ...itemOf("bob"), isOpen: false }]);
    await expect.element(page.getByText("+1 new")).toBeVisible();
    await expect.poll(() => row(1).element().textContent).toContain("decided");
    expect(emails()).toEqual(["ada@", "bob@"]);
    await outside.click();
    await expect.poll(emails).toEqual(["cleo@", "ada@", "bob@"]);
  },
);

test("selects rows, acts on them together, and drops one that is decided elsewhere", async () => {
  const box = (name: string) => page.getByRole("checkbox", { name: new RegExp(name) });
  await box("ada").click();
  await box("bob").click();
  await expect.element(page.getByRole("button", { name: "ada and bob" })).toBeVisible();
  show([itemOf("ada"), { ...itemOf("bob"), isOpen: false }]);
  await expect.element(page.getByRole("button", { name: "ada", exact: true })).toBeVisible();
  await expect.element(box("bob")).not.toBeInTheDocument();
  // A row that comes back is not selected again by itself.
  show([itemOf("ada"), itemOf("bob")]);
  await expect.element(box("bob")).not.toBeChecked();
  await page.getByRole("button", { name: "ada", exact: true }).click();
  await expect.element(box("ada")).not.toBeChecked();
});

test("opens a user's history below the row and closes it again", async () => {
  const toggle = row(0).getByRole("button", { name: /ada@example\.com/ });
  await toggle.click();
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  expect(document.getElementById(toggle.element().getAttribute("aria-controls")!)!.childElementCount).toBe(1);
  await toggle.click();
  await expect.element(toggle).toHaveAttribute("aria-expanded", "false");
});
