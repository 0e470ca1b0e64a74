import type { Duration, Side } from "@veritick/domain/product.ts";
import { createStore } from "../../../api/live/live.ts";
import type { Store } from "../../../api/live/live.ts";

/** The action of a key. A step goes to the next larger or smaller quick amount. */
type KeyAction =
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

/** Returns the action of a key. On a French keyboard the digits need Shift, so the position of the key counts as well. */
export function keyAction({ key, code, shiftKey }: Pressed): KeyAction | undefined {
  const known = BY_KEY[key.length === 1 ? key.toLowerCase() : key];
  const place = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  const duration = DURATION_OF[key] ?? (place === undefined ? undefined : DURATION_OF[place]);
  return known ?? (duration === undefined ? undefined : { type: "duration", duration });
}

/** The fields in which people type, and the overlays that get the keys while they are open. */
const TYPED_IN = "input:not([type=radio], [type=checkbox]), textarea, [contenteditable]";
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Tells whether a key may be meant for the ticket. The arrow keys also move other things and scroll lists, so they count
 * only if the focus is on the ticket or on nothing.
 */
export function isForTicket(target: Element, key: string): boolean {
  if (target.ownerDocument.querySelector(ABOVE) !== null || target.closest(TYPED_IN) !== null) return false;
  if (!key.startsWith("Arrow") || target.closest("[data-ticket] button") !== null) return true;
  return target === target.ownerDocument.body || target.id === "content";
}

type KeySettings = {
  /** Whether the keys that trade work. */
  readonly isOn: boolean;
  /** Whether `?`, which shows the list of keys, works. */
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

/** Sets the key settings. If the browser refuses storage, they last for this visit. */
export function setKeySettings(next: KeySettings): void {
  settings.set(next);
  try {
    localStorage.setItem(KEPT, [next.isOn && "on", next.showsList && "list"].filter(Boolean).join(" "));
  } catch {
    return;
  }
}

/** Whether the list of keys is open. Both the ticket's button and `?` open it. */
export const keyList = createStore(false);

type Ticket = (action: Exclude<KeyAction, { type: "side" | "sale" | "list" }>) => void;
let docked: Ticket | undefined;

/** Makes a docked ticket take amounts and durations by key. Call the returned function when the ticket goes. */
export function takeKeys(ticket: Ticket): () => void {
  docked = ticket;
  return () => {
    if (docked === ticket) docked = undefined;
  };
}

/** Presses Sell in the row with the focus, else in the opened or first row. Focuses it, so that leaving withdraws the offer. */
function pressSale(): void {
  const button = ["li:focus-within", "li[data-opened]", "li"]
    .map((row) => document.querySelector<HTMLElement>(`${row} [data-sell]`))
    .find((each) => each !== null);
  button?.focus();
  button?.click();
}

/** Performs a key's action. A side's button gets the focus, so that Enter confirms; without a dock, its dialog opens. */
export function actOn(action: KeyAction): void {
  if (action.type === "list") return keyList.set(true);
  if (action.type === "sale") return pressSale();
  if (action.type !== "side") return docked?.(action);
  const button = document.querySelector<HTMLElement>(`[data-trade=${action.side}]:not([hidden] *)`);
  if (docked) button?.focus();
  else button?.click();
}
