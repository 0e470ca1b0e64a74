import type { en } from "./en/first.ts";
import type { admin } from "./en/admin.ts";
import type { auth } from "./en/auth.ts";
import type { desk } from "./en/desk.ts";
import type { docsEn } from "./en/docs.ts";
import type { fairnessEn } from "./en/fairness.ts";
import type { landing } from "./en/landing.ts";
import type { laterEn } from "./en/later.ts";

/** The shape of a catalogue: the English one with its literal texts widened to any text. */
type Widen<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [K in keyof T]: Widen<T[K]> };

export type Messages = Widen<typeof en>;

export type LandingMessages = Widen<typeof landing>;

export type AuthMessages = Widen<typeof auth>;

export type DeskMessages = Widen<typeof desk>;

export type LaterMessages = Widen<typeof laterEn>;

export type AdminMessages = Widen<typeof admin>;

export type FairnessMessages = Widen<typeof fairnessEn>;

export type DocsMessages = Widen<typeof docsEn>;
