/** What numbers should look like in English, worked out apart from the code that is tested. */
export const MINUS = "\u2212";

const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/, ",");

/** "1234.50000000" as "1,234.50". */
export function money(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.replace("-", MINUS).split(".");
  return `${grouped(whole)}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}

/** The same with its sign. */
export function signedMoney(decimal: string): string {
  return Number(decimal) > 0 ? `+${money(decimal)}` : money(decimal);
}

/** "152.79000000" as "152.790". */
export function price(decimal: string): string {
  return decimal.slice(0, decimal.indexOf(".") + 4);
}

/** The clock time of a tick; the browser's time zone is UTC. */
export function clockTime(tick: number): string {
  return new Date(tick * 1000).toISOString().slice(11, 19);
}

export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
