import type { Position } from "@veritick/contract/schemas/positions.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { faultOfReceived } from "@veritick/domain/verify/received-step.ts";
import type { LivePrice } from "../../../api/live/live.ts";
import type { MarketTerms } from "../../../api/market/market-terms.ts";
import type { ReceivedAnswer } from "../../../api/received-answers.ts";
import { roughly } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { textOf, withTextOf } from "../../../locales/text.ts";
import type { LaterMessages } from "../../../locales/messages.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";

type Beacon = MarketTerms["beacon"] | undefined;

/**
 * Returns true if the answer arrived when the next round was already due. Nobody can then tell whether the platform dated
 * the order, or the sale of a sold position, back.
 */
export function isLate(
  { round, soldTick }: Pick<Position, "round" | "soldTick">,
  { at }: ReceivedAnswer,
  beacon: Beacon,
): boolean {
  if (beacon === undefined) return false;
  const entered = soldTick === null ? round : roundOf(beacon, soldTick);
  return faultOfReceived(Date.parse(at), entered, beacon) === "late";
}

type Notice = { readonly title: string; readonly body: string };

/** Adds to the notice of an order or a sale that its answer came late, and how far this device's clock may be ahead. */
export async function tellLate(
  notice: Notice,
  price: LivePrice,
  beacon: Beacon,
  of: keyof LaterMessages["lateAnswer"]["told"] = "order",
): Promise<void> {
  try {
    await withTextOf("later", Promise.resolve());
  } catch {
    return notify(notice);
  }
  const language = chosenLanguage();
  const { lateAnswer: text } = textOf("later", language);
  const ahead = secondsAhead(price, beacon);
  const clock = ahead === undefined ? "" : ` ${text.clockAhead(roughly(ahead))}`;
  notify({ ...notice, body: `${notice.body} ${text.told[of]}${clock}` });
}

/** Smaller differences may come from the network and say nothing about the clock. */
const LEAST_SECONDS = 2;

/**
 * Returns how many seconds this device's clock is ahead of the platform's, judged by the shown second; undefined if that
 * shows no difference. It only explains an answer that seems late, and never corrects its time: the platform could claim any
 * time.
 */
export function secondsAhead({ nowTick, nowAtMs }: LivePrice, beacon: Beacon): number | undefined {
  if (nowTick === undefined || nowAtMs === undefined || beacon === undefined) return undefined;
  const seconds = Math.round((nowAtMs - nowTick * 1000 - beacon.delayMs) / 1000);
  return seconds >= LEAST_SECONDS ? seconds : undefined;
}
