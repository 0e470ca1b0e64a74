import { en } from "../../packages/web/src/locales/en/first.ts";
import { auth as authEn } from "../../packages/web/src/locales/en/auth.ts";
import { desk as deskEn } from "../../packages/web/src/locales/en/desk.ts";
import { landing as landingEn } from "../../packages/web/src/locales/en/landing.ts";
import { admin as adminEn } from "../../packages/web/src/locales/en/admin.ts";
import { fr } from "../../packages/web/src/locales/fr/first.ts";
import { auth as authFr } from "../../packages/web/src/locales/fr/auth.ts";
import { desk as deskFr } from "../../packages/web/src/locales/fr/desk.ts";
import { landing as landingFr } from "../../packages/web/src/locales/fr/landing.ts";
import { admin as adminFr } from "../../packages/web/src/locales/fr/admin.ts";
import { fairnessEn } from "../../packages/web/src/locales/en/fairness.ts";
import { fairnessFr } from "../../packages/web/src/locales/fr/fairness.ts";
import { laterEn } from "../../packages/web/src/locales/en/later.ts";
import { laterFr } from "../../packages/web/src/locales/fr/later.ts";
import type {
  AdminMessages,
  AuthMessages,
  DeskMessages,
  FairnessMessages,
  LandingMessages,
  LaterMessages,
  Messages,
} from "../../packages/web/src/locales/messages.ts";

export type Language = "en" | "fr";
export type Texts = Messages &
  DeskMessages &
  LaterMessages & {
    readonly landing: LandingMessages;
    readonly auth: AuthMessages;
    readonly admin: AdminMessages;
    readonly fairness: FairnessMessages;
  };

/** The words of the pages, by which tests find elements. A test writes out words that the specification fixes. */
export const texts: Record<Language, Texts> = {
  en: {
    ...en,
    landing: landingEn,
    auth: authEn,
    ...deskEn,
    ...laterEn,
    admin: adminEn,
    fairness: fairnessEn,
  },
  fr: {
    ...fr,
    landing: landingFr,
    auth: authFr,
    ...deskFr,
    ...laterFr,
    admin: adminFr,
    fairness: fairnessFr,
  },
};

/** Matches texts of the pages in either language: `saying` the whole text, `beginning` its start. */
export const saying = (...texts: Say[]): RegExp => new RegExp(`^(${eitherWay(texts)})$`);
export const beginning = (...texts: Say[]): RegExp => new RegExp(`^(${eitherWay(texts)})`);

type Say = (text: Texts) => string;
const eitherWay = (picks: Say[]): string =>
  [texts.en, texts.fr].flatMap((text) => picks.map((pick) => escapeForRegExp(pick(text)))).join("|");

export const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const MINUS = "\u2212";

// Formats numbers in English without the code under test.
const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/, ",");

/** Formats "1234.50000000" as "1,234.50". */
export function money(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.replace("-", MINUS).split(".");
  return `${grouped(whole)}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}

/** Does the same and adds the sign. */
export function signedMoney(decimal: string): string {
  return Number(decimal) > 0 ? `+${money(decimal)}` : money(decimal);
}

/** Formats "152.79000000" as "152.790". */
export function price(decimal: string): string {
  return decimal.slice(0, decimal.indexOf(".") + 4);
}

/** Returns the clock time of a tick in the browser's time zone, which is UTC. */
export function clockTime(tick: number): string {
  return new Date(tick * 1000).toISOString().slice(11, 19);
}

export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
