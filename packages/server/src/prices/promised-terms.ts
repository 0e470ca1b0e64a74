import { momentIn } from "@veritick/contract/local-values.ts";
import { EPOCH_TICKS } from "@veritick/domain/epoch-times.ts";
import { areTermsOwn, parseTerms, termsHash, termsText } from "@veritick/domain/signed/terms-text.ts";
import type { Terms } from "@veritick/domain/terms.ts";
import type { TermsRules } from "@veritick/domain/signed/terms-text.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";

/** An operator's settings, read at each use. They apply from the first epoch that is not chained yet. */
export type TermsSettings = Pick<TermsRules, "houseEdge" | "winRule" | "sellFee">;

/** The terms of an epoch. */
export type PromisedTerms = {
  readonly hash: string;
  readonly text: string;
  readonly rules: TermsRules;
  /** The terms of every duration, shortest first. */
  readonly terms: readonly Terms[];
};

/** The terms that apply from one epoch until the next run. */
export type TermsRun = { readonly fromEpoch: number; readonly terms: PromisedTerms };

/** @throws Error for a text that this version cannot read */
export function readTerms(text: string): PromisedTerms {
  const rules = parseTerms(text);
  if (rules === undefined || !areTermsOwn(rules))
    throw new Error(`this version cannot read the terms on record: ${text}`);
  return { hash: termsHash(text), text, rules, terms: rules.terms };
}

/** Returns a function for the terms of the settings, which computes them again when these have changed. */
export function termsOfSettings(settings: TermsSettings, chainHash: string): () => PromisedTerms {
  let known: PromisedTerms | undefined;
  return () => {
    const { houseEdge, winRule, sellFee } = settings;
    const text = termsText({ houseEdge, winRule, sellFee, chainHash });
    return (known = known?.text === text ? known : readTerms(text));
  };
}

/** Returns the terms that are on record for the last epoch, and that epoch; undefined before the first start. */
export async function findNewestTerms(
  database: Queryable,
): Promise<{ epoch: number; rules: TermsRules } | undefined> {
  const { rows } = await database.query<{ epoch: number; text: string }>(
    `select epoch, text from price_epochs join price_terms on hash = terms_hash
     where genesis_tick = (select max(tick) from price_geneses) order by epoch desc limit 1`,
  );
  return rows[0] && { epoch: rows[0].epoch, rules: readTerms(rows[0].text).rules };
}

/** Returns all texts of terms on record: one for each change of settings. */
export async function listTermsTexts(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ text: string }>("select text from price_terms");
  return rows.map(({ text }) => text);
}

/** Returns the text of the terms of an epoch, by its hash in hex. */
export async function getTermsText(database: Queryable, hash: string): Promise<string> {
  const { rows } = await database.query<{ text: string }>({
    name: "get_terms_text",
    text: "select text from price_terms where hash = decode($1, 'hex')",
    values: [hash],
  });
  return rows[0]!.text;
}

/** Logs from when changed settings apply: chained epochs were promised with earlier ones. */
export function announceTerms(
  log: Log,
  {
    own,
    runs,
    lastEpoch,
    current,
  }: { own: PromisedTerms; runs: readonly TermsRun[]; lastEpoch: number; current: number },
): void {
  const newest = runs.at(-1);
  const fromEpoch = newest?.terms.hash === own.hash ? newest.fromEpoch : lastEpoch + 1;
  if (fromEpoch <= current) return;
  const from = new Date(fromEpoch * EPOCH_TICKS * 1000);
  log.warn(
    { from: from.toISOString(), terms: own.text },
    `New terms apply to positions opened from ${momentIn("en", from)} on; the promised terms apply until then (HOUSE_EDGE, WIN_RULE, SELL_FEE)`,
  );
}
