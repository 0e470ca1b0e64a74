import { setTimeout as wait } from "node:timers/promises";
import type { Driver } from "./driver.ts";

/** Finds elements as people with a screen reader do: by role and name. It runs in the page. */
const FIND = `
  const SELECTORS = {
    button: "button, [role=button], summary", link: "a[href]", heading: "h1, h2, h3, h4", dialog: "[role=dialog], dialog[open]",
    textbox: "input:not([type=radio], [type=checkbox], [type=hidden]), textarea", radio: "input[type=radio], [role=radio]",
    checkbox: "input[type=checkbox], [role=checkbox]", combobox: "select, [role=combobox]", status: "[role=status]",
    menuitem: "[role=menuitem], [role=menuitemradio]", list: "ul, ol, [role=list]", any: "*",
  };
  const textOf = (element) => (element?.innerText || element?.textContent || "").replace(/\\s+/g, " ").trim();
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by) return by.split(" ").map((id) => textOf(document.getElementById(id))).join(" ");
    return element.getAttribute("aria-label") || (element.labels?.length ? [...element.labels].map(textOf).join(" ") : textOf(element));
  };
  const matches = (text, [source, isPattern]) => (isPattern ? new RegExp(source).test(text) : text === source);
  const isThere = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true], [data-aria-hidden], [inert]");
  const find = (role, name) =>
    [...document.querySelectorAll(SELECTORS[role])].filter((each) => isThere(each) && matches(nameOf(each), name));
`;

export type Name = string | RegExp;
export type Role = "button" | "link" | "heading" | "dialog" | "textbox" | "radio" | "menuitem";

const sent = (name: Name) => (typeof name === "string" ? [name, false] : [name.source, true]);

const PATIENCE_MS = 20_000;
/** For checks of signatures, on a machine that does other things too. */
export const LONG_MS = 60_000;

/** Asks again until the answer is neither false nor undefined. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined | null>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const endMs = performance.now() + patienceMs;
  let last: unknown;
  for (;;) {
    const answer = await ask().catch((error: unknown) => void (last = error));
    if (answer !== false && answer !== undefined && answer !== null) return answer;
    if (performance.now() > endMs) throw new Error(`waited in vain: ${what} ${String(last ?? "")}`);
    await wait(100);
  }
}

/** A tab as its user sees it. */
export class Screen {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  goto(url: string): Promise<void> {
    return this.driver.goto(url);
  }

  /** Runs the body of a function with the helpers above. */
  ask<T>(body: string, ...args: readonly unknown[]): Promise<T> {
    return this.driver.evaluate<T>(FIND + body, ...args);
  }

  count(role: Role, name: Name): Promise<number> {
    return this.ask("return find(args[0], args[1]).length", role, sent(name));
  }

  /** Brings an element to the middle, waits until it stands still with nothing over it, and returns its middle. */
  place(role: Role, name: Name): Promise<{ x: number; y: number }> {
    return until(`${role} ${name}`, () =>
      this.ask<{ x: number; y: number } | null>(
        `const element = find(args[0], args[1])[0];
        if (!element || element.disabled) return null;
        // What is pressed may be a label over a hidden field.
        const shown = element.getClientRects().length > 0 && element.offsetWidth > 2 ? element : element.labels?.[0] ?? element;
        const middle = () => {
          const { left, top, width, height } = shown.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        };
        const before = middle();
        await new Promise((resolve) => setTimeout(resolve, 60));
        const now = middle();
        if (before.x !== now.x || before.y !== now.y) return null;
        const over = document.elementFromPoint(now.x, now.y);
        if (over && (shown.contains(over) || over.contains(shown) || element.labels?.[0]?.contains(over))) return now;
        shown.scrollIntoView({ block: "center", behavior: "instant" });
        return null;`,
        role,
        sent(name),
      ),
    ).catch(async (error: Error) => {
      const names = await this.ask<string[]>(
        "return [...document.querySelectorAll(SELECTORS[args[0]])].filter(isThere).map(nameOf)",
        role,
      );
      throw new Error(`${error.message}\nThere are: ${names.join(" | ")}`);
    });
  }

  async press(role: Role, name: Name): Promise<void> {
    const { x, y } = await this.place(role, name);
    await this.driver.pressAt(x, y);
  }

  /** Types over what a field has. */
  async fill(name: Name, text: string): Promise<void> {
    await this.press("textbox", name);
    await this.ask("document.activeElement.select()");
    await this.driver.type(text);
    await until(`${text} in ${name}`, () =>
      this.ask<boolean>("return find('textbox', args[0])[0]?.value === args[1]", sent(name), text),
    );
  }

  /** Presses Tab until the focus is on an element. */
  async tabTo(role: Role, name: Name): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await this.hasFocus(role, name)) return;
      await this.driver.key("Tab");
    }
    throw new Error(`Tab does not reach ${role} ${name}`);
  }

  has(role: Role, name: Name): Promise<boolean> {
    return this.ask("return find(args[0], args[1]).length > 0", role, sent(name));
  }

  hasFocus(role: Role, name: Name): Promise<boolean> {
    return this.ask("return find(args[0], args[1]).includes(document.activeElement)", role, sent(name));
  }

  /** Waits until the page shows a text. */
  async shows(text: Name, within = "body", patienceMs = PATIENCE_MS): Promise<void> {
    const ask = () =>
      this.ask<boolean>(
        `return [...document.querySelectorAll(args[1])].some((each) =>
          args[0][1] ? new RegExp(args[0][0]).test(textOf(each)) : textOf(each).includes(args[0][0]))`,
        sent(text),
        within,
      );
    await until(`"${text}" in ${within}`, ask, patienceMs).catch(async (error: Error) => {
      const seen = await this.ask<string>("return textOf(document.body)");
      throw new Error(`${error.message}\n${seen.slice(0, 1500)}`);
    });
  }

  text(selector: string): Promise<string> {
    return this.ask("return textOf(document.querySelector(args[0]))", selector);
  }

  /** Calls the server as the page does and returns status and body. */
  fetch(path: string, body?: object): Promise<{ status: number; body: string }> {
    return this.ask(
      `const headers = { "content-type": "application/json" };
      const response = await fetch(args[0], args[1] ? { method: "POST", headers, body: JSON.stringify(args[1]) } : {});
      return { status: response.status, body: await response.text() };`,
      path,
      body ?? null,
    );
  }
}
