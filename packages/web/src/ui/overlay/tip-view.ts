import { formatIn } from "../../lib/format.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textOf, withTextOf } from "../../locales/text.ts";
import type { TermName } from "./term.tsx";
import styles from "./term.module.css";

const DELAY_MS = 700;
/** The time for the pointer to move from a word to its tip, which stays while the pointer is on it. */
const GRACE_MS = 150;
const TIP_ID = "tip";

type Shown = { owner: HTMLElement; tip: HTMLElement; watch: IntersectionObserver };

let hasTip = "";
/** True if the focus moved by the Tab key. Otherwise a dialog may have returned it. */
let isTabbing = false;
let shown: Shown | undefined;
let owner: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const ownerOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>(hasTip) ?? undefined) : undefined;

const isInTip = (target: EventTarget | null) => target instanceof Node && !!shown?.tip.contains(target);

/**
 * Tells whether a press asks for the tip: on a term that is a button, or outside of buttons and links. Other buttons have an
 * action of their own.
 */
const isForAsking = (place: HTMLElement) => place.matches("button[data-term]") || !place.closest("a, button");

function wait(delayMs: number, then: () => void) {
  clearTimeout(timer);
  timer = setTimeout(then, delayMs);
}

async function wordsOf({ dataset, attributes }: HTMLElement): Promise<string | undefined> {
  const { tip, term } = dataset;
  if (tip !== undefined) return tip;
  if (term !== undefined) {
    await withTextOf("later", Promise.resolve());
    return textOf("later", chosenLanguage()).terms[term as TermName];
  }
  const instant = attributes.getNamedItem("datetime")?.value;
  return instant === undefined ? undefined : formatIn(chosenLanguage()).moment(instant);
}

async function show(place: HTMLElement) {
  if (shown?.owner === place) return;
  hide();
  owner = place;
  const words = await wordsOf(place).catch(() => undefined);
  // Meanwhile the user may have moved on, or the element may be gone.
  if (words === undefined || owner !== place || !place.isConnected) return;
  shown = { owner: place, tip: openTip(place, words), watch: new IntersectionObserver(watchOwner) };
  shown.watch.observe(place);
  moveTip();
}

/**
 * Opens a tip in the top layer, above dialogs. In the document it is beside its owner, because a dialog closes on a press
 * outside of it.
 */
function openTip(place: HTMLElement, words: string): HTMLElement {
  const tip = document.createElement("div");
  tip.id = TIP_ID;
  tip.role = "tooltip";
  tip.className = styles["tip"]!;
  tip.popover = "manual";
  tip.textContent = words;
  // A press on the tip does not move the focus.
  tip.addEventListener("mousedown", (event) => event.preventDefault());
  (place.closest("[role=dialog],main,header,footer") ?? document.body).append(tip);
  tip.showPopover?.();
  const isDescribed = place.ariaLabel === words || place.hasAttribute("aria-describedby");
  if (!isDescribed) place.setAttribute("aria-describedby", TIP_ID);
  return tip;
}

/** Hides the tip when its owner leaves the view or the document. */
function watchOwner(entries: IntersectionObserverEntry[]) {
  if (entries.some((entry) => !entry.isIntersecting)) hide();
}

function moveTip() {
  if (shown) placeTip(shown.tip, shown.owner);
}

function hide() {
  clearTimeout(timer);
  owner = undefined;
  if (!shown) return;
  shown.watch.disconnect();
  shown.tip.remove();
  if (shown.owner.getAttribute("aria-describedby") === TIP_ID) {
    shown.owner.removeAttribute("aria-describedby");
  }
  shown = undefined;
}

function hover(event: Event) {
  if ((event as PointerEvent).pointerType === "touch") return;
  const place = ownerOf(event.target);
  if (isInTip(event.target)) clearTimeout(timer);
  else if (place === undefined) leave();
  else if (place !== owner) {
    hide();
    owner = place;
    wait(DELAY_MS, () => void show(place));
  } else if (shown) clearTimeout(timer);
}

function leave() {
  if (!shown) hide();
  else if (document.activeElement !== shown.owner || !isTabbing) wait(GRACE_MS, hide);
}

function focus(event: Event) {
  const place = ownerOf(event.target);
  if (place !== undefined && place === event.target && isTabbing) void show(place);
  else if (shown && !isInTip(event.target)) hide();
}

function press(event: Event) {
  const place = ownerOf(event.target);
  if (isInTip(event.target)) return;
  if (place !== undefined && isForAsking(place) && shown?.owner !== place) void show(place);
  else {
    hide();
    // A pressed element shows no tip while the pointer rests on it.
    owner = place;
  }
}

/**
 * Hides the tip on Escape. If the tip was readable, Escape does only that: a dialog, which listens at the document, stays
 * open.
 */
function noticeKey(event: KeyboardEvent) {
  isTabbing = event.key === "Tab";
  if (event.key !== "Escape" || !shown) return;
  if (shown.owner.hasAttribute("aria-describedby")) event.stopPropagation();
  hide();
}

/** Hides the tip on a press elsewhere. Some phones send no click for elements that cannot be pressed. */
function noticePress(event: Event) {
  isTabbing = false;
  if (shown && !isInTip(event.target) && ownerOf(event.target) !== shown.owner) hide();
}

/** Listens for all further events. `latest` is the last event before this module loaded. */
export function startTips(latest: Event, selector: string) {
  hasTip = selector;
  addEventListener("pointerover", hover);
  document.documentElement.addEventListener("pointerleave", leave);
  // The notices hide from others that they get the focus.
  addEventListener("focusin", focus, true);
  // Runs before the pressed element's handler replaces the element under the pointer.
  addEventListener("click", press, true);
  addEventListener("pointerdown", noticePress, true);
  addEventListener("keydown", noticeKey, true);
  addEventListener("scroll", moveTip, { capture: true, passive: true });
  addEventListener("resize", moveTip);

  const place = ownerOf(latest.target);
  if (latest.type === "click") press(latest);
  else if (latest.type === "pointerover" && place?.matches(":hover")) hover(latest);
  else if (latest.type === "keydown") lookAround();
}

/** Shows the tip if the Tab key has moved on while this module loaded. */
function lookAround() {
  const place = ownerOf(document.activeElement);
  isTabbing = true;
  if (place !== undefined && place === document.activeElement) void show(place);
}

const GAP_PX = 8;
const MARGIN_PX = 12;

type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

/**
 * Returns the place of a tip: above the middle of its owner, below if there is no room, and within the edges of `bounds`.
 */
export function findPlace(of: Box, tip: Size, bounds: Box): { left: number; top: number } {
  const above = of.top - GAP_PX - tip.height;
  const middle = (of.left + of.right - tip.width) / 2;
  const rightmost = bounds.right - MARGIN_PX - tip.width;
  return {
    left: Math.round(Math.max(bounds.left + MARGIN_PX, Math.min(middle, rightmost))),
    top: Math.round(above >= bounds.top + MARGIN_PX ? above : of.bottom + GAP_PX),
  };
}

/** Returns the bounds: the screen, and within a dialog's width if the owner is in one. */
function boundsOf(owner: HTMLElement): Box {
  const dialog = owner.closest("[role=dialog]")?.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  return {
    left: Math.max(0, dialog?.left ?? 0),
    right: Math.min(clientWidth, dialog?.right ?? clientWidth),
    top: 0,
    bottom: innerHeight,
  };
}

function placeTip(tip: HTMLElement, owner: HTMLElement) {
  const { left, top } = findPlace(
    owner.getBoundingClientRect(),
    tip.getBoundingClientRect(),
    boundsOf(owner),
  );
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
