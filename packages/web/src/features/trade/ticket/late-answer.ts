import type { Position } from "@veritick/contract/schemas/positions.ts";
import { roundOf } from "@veritick/domain/beacon.ts";
import { faultOfReceived } from "@veritick/domain/verify/received-step.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import type { ReceivedAnswer } from "../../../api/received-answers.ts";
import { roughly } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { laterTextIn, withLaterText } from "../../../locales/text.ts";
import type { LaterMessages } from "../../../locales/messages.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

type Beacon = MarketTerms["beacon"] | undefined;

/**
 * True where the answer came when the next round was due, so that nobody can tell whether the order was dated back, or the sale
 * of what was sold.
 */
export function isLate(
  { round, soldTick }: Pick<Position, "round" | "soldTick">,
  { at }: ReceivedAnswer,
  beacon: Beacon,
): boolean {
  if (beacon === undefined || round === null) return false;
  const entered = soldTick === null ? round : roundOf(beacon, soldTick);
  return faultOfReceived(Date.parse(at), entered, beacon) === "late";
}

type Notice = { readonly title: string; readonly body: string };

/** Tells with the notice of what was opened or sold that its answer came late, and how far this device's clock may be ahead. */
export async function tellLate(
  notice: Notice,
  price: LivePrice,
  beacon: Beacon,
  of: keyof LaterMessages["lateAnswer"]["told"] = "order",
): Promise<void> {
  try {
    await withLaterText(Promise.resolve());
  } catch {
    return notify(notice);
  }
  const language = chosenLanguage();
  const { lateAnswer: text } = laterTextIn(language);
  const ahead = secondsAhead(price, beacon);
  const clock = ahead === undefined ? "" : ` ${text.clockAhead(roughly(ahead))}`;
  notify({ ...notice, body: `${notice.body} ${text.told[of]}${clock}` });
}

/** A shorter way of prices through the network says nothing of a clock. */
const LEAST_SECONDS = 2;

/**
 * How many seconds this device's clock is ahead of the platform's, by the second that is shown; undefined where that says nothing. It
 * explains an answer that seems late, and never corrects its time: the platform could tell any.
 */
export function secondsAhead({ nowTick, nowAtMs }: LivePrice, beacon: Beacon): number | undefined {
  if (nowTick === undefined || nowAtMs === undefined || beacon === undefined) return undefined;
  const seconds = Math.round((nowAtMs - nowTick * 1000 - beacon.delayMs) / 1000);
  return seconds >= LEAST_SECONDS ? seconds : undefined;
}
