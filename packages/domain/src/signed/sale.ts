import { readLines, writeLines } from "./signed-lines.ts";

/** The form of the text that is signed when a position is sold back. Another form gets another number. */
export const SALE_FORMAT = "veritick/sale/1";

/** The platform's statement about a position sold back. Prices and amounts are decimals with eight places, as text. */
export type SaleStatement = {
  readonly position: string;
  readonly user: string;
  /** The beacon's round. The position was sold at the end of its block. */
  readonly round: number;
  readonly soldTick: number;
  readonly soldPrice: string;
  readonly value: string;
  readonly fee: string;
  readonly proceeds: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly sold: string;
  /** The public key that the statement is signed with, in hex. */
  readonly key: string;
};

const FORMS: Readonly<Record<keyof SaleStatement, RegExp>> = {
  position: /^[0-9a-f-]{36}$/,
  user: /^[0-9a-f-]{36}$/,
  round: /^\d{1,15}$/,
  soldTick: /^\d{1,15}$/,
  soldPrice: /^\d{1,10}\.\d{8}$/,
  value: /^\d{1,12}\.\d{8}$/,
  fee: /^\d{1,12}\.\d{8}$/,
  proceeds: /^\d{1,12}\.\d{8}$/,
  sold: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  key: /^[0-9a-f]{64}$/,
};
const NAMES = Object.keys(FORMS) as (keyof SaleStatement)[];

/** Writes the text that is signed. */
export const saleText = (sale: SaleStatement): string =>
  writeLines(
    SALE_FORMAT,
    NAMES.map((name) => [name, sale[name]]),
  );

/** Reads the statement in such a text; undefined for any text that `saleText` does not write. */
export function parseSale(text: string): SaleStatement | undefined {
  const lines = readLines(SALE_FORMAT, text);
  if (lines?.length !== NAMES.length) return undefined;
  const values = new Map(lines);
  if (!NAMES.every((name) => FORMS[name].test(values.get(name) ?? ""))) return undefined;
  const value = (name: keyof SaleStatement) => values.get(name)!;
  const sale: SaleStatement = {
    position: value("position"),
    user: value("user"),
    round: Number(value("round")),
    soldTick: Number(value("soldTick")),
    soldPrice: value("soldPrice"),
    value: value("value"),
    fee: value("fee"),
    proceeds: value("proceeds"),
    sold: value("sold"),
    key: value("key"),
  };
  return saleText(sale) === text ? sale : undefined;
}
