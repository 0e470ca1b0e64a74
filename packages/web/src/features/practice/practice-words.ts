import { chosenLanguage } from "../../lib/preferences.ts";
import { laterTextIn } from "../../locales/text.ts";
import type { Messages } from "../../locales/messages.ts";

const known = new WeakMap<Messages, Messages>();

/** The words of the desk as practice says them: every amount is one of practice, and so are the buttons. */
export function inPractice(text: Messages): Messages {
  let reworded = known.get(text);
  if (reworded === undefined) {
    const { practice } = laterTextIn(chosenLanguage());
    // The pair of the price keeps its name, and words that were put into others are reworded already.
    const say = (words: string) =>
      words.replaceAll(practice.unit, "USDMS").replaceAll(/USDMS(?!\/)/g, practice.unit);
    const trade = mapWords(text.trade, say);
    const ticket = {
      ...trade.ticket,
      title: practice.ticketTitle,
      dock: practice.dock,
      confirmPlain: practice.side,
    };
    reworded = {
      ...text,
      trade: { ...trade, ticket, unit: practice.shortUnit, side: practice.side },
      history: mapWords(text.history, say),
    };
    known.set(text, reworded);
  }
  return reworded;
}

/** The same catalogue with each text changed, those that functions answer too. */
function mapWords<T>(node: T, change: (words: string) => string): T {
  if (typeof node === "string") return change(node) as T;
  if (typeof node === "function") {
    return ((...values: unknown[]) => change(String(node(...values)))) as T;
  }
  const entries = Object.entries(node as object).map(([key, value]) => [key, mapWords(value, change)]);
  return Object.fromEntries(entries) as T;
}
