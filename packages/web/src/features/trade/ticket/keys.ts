import type { Duration, Side } from "@veritick/domain/product.ts";
import { createStore } from "../../../api/live/live.ts";
import type { Store } from "../../../api/live/live.ts";

/** What a key asks for. A step goes to the next larger or smaller quick amount. */
export type KeyAction =
  | { readonly type: "side"; readonly side: Side }
  | { readonly type: "duration"; readonly duration: Duration }
  | { readonly type: "step"; readonly direction: 1 | -1 }
  | { readonly type: "sale" }
  | { readonly type: "list" };

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

const BY_KEY: Readonly<Record<string, KeyAction>> = {
  b: { type: "side", side: "buy" },
  s: { type: "side", side: "sell" },
  x: { type: "sale" },
  ArrowUp: { type: "step", direction: 1 },
  "+": { type: "step", direction: 1 },
  ArrowDown: { type: "step", direction: -1 },
  "-": { type: "step", direction: -1 },
  "?": { type: "list" },
};
const DURATION_OF: Readonly<Record<string, Duration>> = { "1": 1, "3": 3, "5": 5, "0": 10 };

/** On a French keyboard the digits need Shift, so the place of the key counts as well. */
export function keyAction({ key, code, shiftKey }: Pressed): KeyAction | undefined {
  const known = BY_KEY[key.length === 1 ? key.toLowerCase() : key];
  const place = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  const duration = DURATION_OF[key] ?? (place === undefined ? undefined : DURATION_OF[place]);
  return known ?? (duration === undefined ? undefined : { type: "duration", duration });
}

/** Where somebody types, and what has the keys while it is open. */
const TYPED_IN = "input:not([type=radio], [type=checkbox]), textarea, [contenteditable]";
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Whether a key may be meant for the ticket. The arrow keys move other things as well, and scroll lists: they count on the
 * ticket and on nothing.
 */
export function isForTicket(target: Element, key: string): boolean {
  if (target.ownerDocument.querySelector(ABOVE) !== null || target.closest(TYPED_IN) !== null) return false;
  if (!key.startsWith("Arrow") || target.closest("[data-ticket] button") !== null) return true;
  return target === target.ownerDocument.body || target.id === "content";
}

export type KeySettings = {
  /** The keys that trade. */
  readonly isOn: boolean;
  /** `?` alone, which shows the list. */
  readonly showsList: boolean;
};

const KEPT = "ticket-keys";

export function readKeySettings(kept: string | null): KeySettings {
  const words = (kept ?? "list").split(" ");
  return { isOn: words.includes("on"), showsList: words.includes("list") };
}

function keptSettings(): KeySettings {
  try {
    return readKeySettings(localStorage.getItem(KEPT));
  } catch {
    return readKeySettings(null);
  }
}

const settings = createStore(keptSettings());
export const keySettings: Store<KeySettings> = settings;

/** A browser that refuses storage still has it for this visit. */
export function setKeySettings(next: KeySettings): void {
  settings.set(next);
  try {
    localStorage.setItem(KEPT, [next.isOn && "on", next.showsList && "list"].filter(Boolean).join(" "));
  } catch {
    return;
  }
}

/** Whether the list of keys is open. The button at the ticket opens it as `?` does. */
export const keyList = createStore(false);

type Ticket = (action: Exclude<KeyAction, { type: "side" | "sale" | "list" }>) => void;
let docked: Ticket | undefined;

/** The docked ticket takes amounts and durations by key, as long as it is there. */
export function takeKeys(ticket: Ticket): () => void {
  docked = ticket;
  return () => {
    if (docked === ticket) docked = undefined;
  };
}

/** Presses Sell in the row with the focus, or else in the opened one. The focus goes there, so that leaving takes the offer back. */
function pressSale(): void {
  const button = ["li:focus-within", "li[data-opened]"]
    .map((row) => document.querySelector<HTMLElement>(`${row} [data-sell]`))
    .find((each) => each !== null);
  button?.focus();
  button?.click();
}

/** Does what a key asks for. A side gets the focus, so that Enter confirms it; where the ticket is a dialog, that opens. */
export function actOn(action: KeyAction): void {
  if (action.type === "list") return keyList.set(true);
  if (action.type === "sale") return pressSale();
  if (action.type !== "side") return docked?.(action);
  const button = document.querySelector<HTMLElement>(`[data-trade=${action.side}]:not([hidden] *)`);
  if (docked) button?.focus();
  else button?.click();
}
