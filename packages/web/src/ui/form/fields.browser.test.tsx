import { parseMinor } from "@veritick/domain/money.ts";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { en } from "../../locales/en/first.ts";
import { showLanguage } from "../../locales/text.ts";
import { Combobox } from "./combobox.tsx";
import { AmountField, DigitsInput, PasswordInput } from "./text-input.tsx";

function Amount({ initial = "" }) {
  const [typed, setTyped] = useState(initial);
  return <AmountField label="Amount" value={typed} onValueChange={setTyped} least={parseMinor("10")} />;
}

test("an amount steps by a cent with the arrows, not below its least, in the form of the page's language", async () => {
  const field = page.getByRole("textbox", { name: "Amount" });
  const steps = async (typed: string, key: "ArrowUp" | "ArrowDown") => {
    await field.fill(typed);
    await userEvent.keyboard(`{${key}}`);
    return (field.element() as HTMLInputElement).value;
  };
  await render(<Amount />);
  await field.click();
  expect(await steps("", "ArrowUp")).toBe("10.00");
  expect(await steps("12.5", "ArrowUp")).toBe("12.51");
  expect(await steps("$12.", "ArrowUp")).toBe("12.01");
  expect(await steps("1,234.56", "ArrowDown")).toBe("1234.55");
  expect(await steps("10.00", "ArrowDown")).toBe("10.00");
  expect(await steps("twelve", "ArrowUp")).toBe("twelve");
  await showLanguage("fr");
  expect(await steps("1 000,5", "ArrowUp")).toBe("1000,51");
  await showLanguage("en");
});

test("a password and a code are hidden until their button shows them", async () => {
  await render(
    <>
      <PasswordInput aria-label="Password" defaultValue="half a pass" />
      <DigitsInput
        aria-label="Code"
        value="40217"
        onValueChange={() => undefined}
        showLabel="Show the code"
        hideLabel="Hide the code"
      />
    </>,
  );
  const password = page.getByLabelText("Password", { exact: true });
  const code = page.getByRole("textbox", { name: "Code" });
  const security = () => getComputedStyle(code.element()).getPropertyValue("-webkit-text-security");
  await expect.element(password).toHaveAttribute("type", "password");
  expect(security()).toBe("disc");
  await page.getByRole("button", { name: en.common.showPassword }).click();
  await page.getByRole("button", { name: "Show the code" }).click();
  await expect.element(password).toHaveAttribute("type", "text");
  expect(security()).toBe("none");
  await page.getByRole("button", { name: "Hide the code" }).click();
  expect(security()).toBe("disc");
  // A password manager offers to save what has this type.
  await expect.element(code).toHaveAttribute("type", "text");
});

test("a code takes five digits however they are typed or pasted, and a sixth changes nothing", async () => {
  function Code() {
    const [code, setCode] = useState("");
    return (
      <DigitsInput aria-label="Code" value={code} onValueChange={setCode} showLabel="Show" hideLabel="Hide" />
    );
  }
  await render(<Code />);
  const field = page.getByRole("textbox", { name: "Code" });
  for (const [typed, code] of [
    [" 12 345", "12345"],
    ["12-345", "12345"],
    ["#12345\u200b", "12345"],
    ["\uff11\u0662345", "12345"],
    ["1234", "1234"],
    ["123456", ""],
  ] as const) {
    await field.fill("");
    await field.fill(typed);
    await expect.element(field).toHaveValue(code);
  }
  await field.click();
  await userEvent.keyboard("12a3456{Home}9");
  await expect.element(field).toHaveValue("12345");
});

const PEOPLE = ["ada@example.com", "bob@example.com", "cleo@example.com"].map((id) => ({ id }));

test("a combobox keeps the focus in its field, marks options with the arrows and chooses with Enter or a press", async () => {
  const heard: string[] = [];
  function Search() {
    const [typed, setTyped] = useState("");
    return (
      <Combobox
        label="Person"
        listLabel="People"
        typed={typed}
        onType={setTyped}
        options={PEOPLE}
        isOld={typed === "old"}
        said="3 people"
        onChoose={({ id }) => heard.push(id)}
        onAsk={() => heard.push(`ask ${typed}`)}
      >
        {({ id }) => id}
      </Combobox>
    );
  }
  await render(<Search />);
  const field = page.getByRole("combobox", { name: "Person" });
  const list = page.getByRole("listbox", { name: "People" });
  const marked = () => list.getByRole("option", { selected: true });

  await field.click();
  await expect.element(field).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("a{Enter}");
  expect(heard).toEqual(["ask a"]);
  await expect.element(field).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(marked()).toHaveTextContent("bob@example.com");
  expect(field.element().getAttribute("aria-activedescendant")).toBe(marked().element().id);
  await userEvent.keyboard("{Enter}");
  await list.getByRole("option", { name: "cleo@example.com" }).click();
  await expect.element(field).toHaveFocus();
  expect(heard.slice(1)).toEqual(["bob@example.com", "cleo@example.com"]);

  // The first Escape closes the list and keeps the text, the second empties the field.
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveAttribute("aria-expanded", "false");
  await expect.element(field).toHaveValue("a");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("");

  // Options that belong to the text before are not chosen.
  await userEvent.keyboard("old{ArrowDown}{Enter}");
  expect(heard.slice(3)).toEqual(["ask old"]);
});
