import { useMemo } from "react";
import { useLanguage } from "./preferences.ts";
import type { Language } from "./preferences.ts";

const MINUS = "\u2212";
const NARROW_SPACE = "\u202f";
export const LOCALES: Record<Language, string> = { en: "en-GB", fr: "fr-FR" };

/** Cuts a decimal text to `places` without rounding, so that people never see a cent that they do not have. */
export function truncated(decimal: string, places: number): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const cut = `${whole}.${fraction.slice(0, places).padEnd(places, "0")}`;
  return /^-[0.]+$/.test(cut) ? cut.slice(1) : cut;
}

const withMinus = (text: string) => text.replace("-", MINUS);

/** `Intl` reads decimal texts exactly; its type knows them only as template literals. */
const exact = (decimal: string) => decimal as `${number}`;

/**
 * Writes a positive price of whole thousandths below 1,000 exactly as `Intl` does. Every tick writes some thirty prices, and
 * `Intl` takes ten times as long.
 */
function shortPrice(value: number, point: string): string | undefined {
  const milli = Math.round(value * 1000);
  if (!(milli > 0 && milli < 1_000_000) || milli / 1000 !== value) return undefined;
  return `${Math.floor(milli / 1000)}${point}${String(milli % 1000).padStart(3, "0")}`;
}

/** Does the same for a signed percentage below 10 with two decimals. If rounding is close, `Intl` decides. */
function shortPercent(ratio: number, point: string, sign: string): string | undefined {
  const exactly = Math.abs(ratio) * 10_000;
  const rounded = Math.round(exactly);
  const isClose = Math.abs(exactly - Math.floor(exactly) - 0.5) < 1e-6;
  if (isClose || !(rounded > 0 && rounded < 1_000)) return undefined;
  return `${ratio < 0 ? MINUS : "+"}${Math.floor(rounded / 100)}${point}${String(rounded % 100).padStart(2, "0")}${sign}`;
}

/** Does the same for an unsigned amount below 1,000. */
function shortMoney(cents: string, point: string): string | undefined {
  return /^(0|[1-9]\d{0,2})\.\d\d$/.test(cents) ? cents.replace(".", point) : undefined;
}

const MOST_REMEMBERED = 300;

/** Formats each value once: nearly all times on the page are the same as a second before. */
function remembered(write: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = write(value);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(value, text);
    return text;
  };
}

export type Format = ReturnType<typeof createFormat>;

function createFormat(language: Language) {
  const locale = LOCALES[language];
  const fixed = (places: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      ...options,
    });
  const two = fixed(2);
  const twoSigned = fixed(2, { signDisplay: "exceptZero" });
  const three = fixed(3);
  const threeSigned = fixed(3, { signDisplay: "exceptZero" });
  const one = fixed(1);
  const free = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
  const everyDigit = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 });
  const everySignedDigit = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 8,
    signDisplay: "exceptZero",
  });
  const percent = fixed(2, { style: "percent", signDisplay: "exceptZero" });
  const point = three.format(0).slice(1, 2);
  const percentSign = percent.format(0).slice("0.00".length);
  const chance = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });
  const moment = momentFormat(language);
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const join = language === "fr" ? NARROW_SPACE : "";

  return {
    /** Formats a decimal text in USDMS or USDT with two decimals, truncated. */
    money: (decimal: string) => {
      const cents = truncated(decimal, 2);
      return shortMoney(cents, point) ?? withMinus(two.format(exact(cents)));
    },
    /** Does the same with a sign, also a plus. */
    signedMoney: (decimal: string) => withMinus(twoSigned.format(exact(truncated(decimal, 2)))),
    /** Formats an amount with two decimals, or more if they are not zero. For amounts that must be sent exactly. */
    exactAmount: (decimal: string) => withMinus(everyDigit.format(exact(decimal))),
    /** Does the same with a sign, also a plus. */
    signedExactAmount: (decimal: string) => withMinus(everySignedDigit.format(exact(decimal))),
    /** Formats a number with as few decimals as it needs. Adding zero takes the sign of a negative zero. */
    number: (value: number) => withMinus(free.format(value + 0)),
    /** Formats a price with three decimals, from a number or a decimal text. */
    price: (value: number | string) =>
      (typeof value === "number" ? shortPrice(value, point) : undefined) ??
      withMinus(three.format(typeof value === "number" ? value : exact(truncated(value, 3)))),
    signedPrice: (value: number) => {
      const short = shortPrice(Math.abs(value), point);
      return short === undefined
        ? withMinus(threeSigned.format(value))
        : `${value < 0 ? MINUS : "+"}${short}`;
    },
    /** Formats a signed ratio as a percentage with two decimals. */
    percent: (ratio: number) => shortPercent(ratio, point, percentSign) ?? withMinus(percent.format(ratio)),
    /** Formats a probability as a percentage with at most one decimal. */
    chance: (probability: number) => chance.format(probability),
    /** Formats a multiplier with as few decimals as it needs: "×2.5" from 250 hundredths, "×6" from 600. */
    times: (hundredths: number) => `×${join}${free.format(hundredths / 100)}`,
    /** Formats the profit of a win, without the returned stake, as a share of the stake: "+250%" from 250 hundredths. */
    gain: (hundredths: number) => `+${chance.format(hundredths / 100)}`,
    /** Formats a multiplier with one decimal: "×2.5" from "2.50", "×6.0" from "6.00". */
    multiplier: (decimal: string) => `×${join}${one.format(Number(decimal))}`,
    /** Formats the local clock time of a tick as HH:MM:SS. */
    clock: remembered((tick: number) => clock.format(tick * 1000)),
    moment,
    /** Says in words how long before `nowTick` a tick was. */
    ago: (tick: number, nowTick: number) => {
      const seconds = Math.max(0, nowTick - tick);
      if (seconds < 60) return ago.format(0, "second");
      if (seconds < 3600) return ago.format(-Math.floor(seconds / 60), "minute");
      if (seconds < 86_400) return ago.format(-Math.floor(seconds / 3600), "hour");
      return ago.format(-Math.floor(seconds / 86_400), "day");
    },
  };
}

/** Writes the first day of a month as people do in French: "1er févr.". `Intl` writes "1 févr.". */
const withFirst = (language: Language, text: string) =>
  language === "fr" ? text.replaceAll(/\b1(?=[\s–])/g, "1er") : text;

/** Returns a format of dates, also with their time. */
export function dateFormat(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (date: Date | number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], options);
  return (date) => withFirst(language, format.format(date));
}

/** Returns the format of an instant by day and minute, in the device's time zone unless another is named. */
export function momentFormat(language: Language, timeZone?: string): (instant: string) => string {
  const format = dateFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
  return (instant) => format(new Date(instant));
}

const formats: Partial<Record<Language, Format>> = {};

export function formatIn(language: Language): Format {
  return (formats[language] ??= createFormat(language));
}

export function useFormat(): Format {
  return formatIn(useLanguage());
}

/** Returns the format of a day such as "2026-11-28", without its year. */
export function dayFormat(language: Language): (day: string) => string {
  const format = dateFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  return (day) => format(new Date(`${day}T00:00:00Z`));
}

/** Returns a function that formats a month such as `2026-01` by its name. */
export function monthFormat(language: Language): (month: string) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: "long", timeZone: "UTC" });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats days such as `2026-01-31` as a period. */
export const formatDays = (language: Language, from: string, to: string): string =>
  withFirst(
    language,
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).formatRange(
      new Date(`${from}T00:00:00Z`),
      new Date(`${to}T00:00:00Z`),
    ),
  );

export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Formats the time left until a tick; returns `over` from that tick on. */
export const timeLeft = (nowTick: number, tick: number, over: string): string =>
  nowTick >= tick ? over : countdown(tick - nowTick);

/** Formats a length of time as "34 s", "5 min" or "3 h". A larger unit is used from two of it on. */
export function roughly(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Returns the Unix second of an ISO instant. */
export function tickOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/** Splits a long code into groups of four, so that people can compare it. */
export function inFours(code: string): string[] {
  return code.match(/.{1,4}/g) ?? [];
}

type ExactTime = {
  /** Formats the date and time of a tick to the second, with its time zone. */
  readonly inFull: (tick: number) => string;
  /** Formats an ISO instant in the same way, without the zone. */
  readonly ofInstant: (instant: string) => string;
};

/** Returns formats to the second. Receipts need them; other pages do not. */
export function useExactTime(): ExactTime {
  const language = useLanguage();
  return useMemo(() => {
    const options = {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    } as const;
    const plain = dateFormat(language, options);
    const zoned = dateFormat(language, { ...options, timeZoneName: "short" });
    return {
      inFull: (tick) => zoned(tick * 1000),
      ofInstant: (instant) => plain(new Date(instant)),
    };
  }, [language]);
}
