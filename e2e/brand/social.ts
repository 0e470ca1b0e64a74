import { epochSeed, NO_HEAD } from "@veritick/domain/epochs.ts";
import { noise, publishedPriceMilli, step } from "@veritick/domain/price.ts";
import { COLOURS, mark } from "./icons.ts";

const TICKS = 420;
/** Any path of the price would do. This one leaves room for the words and ends near its highest point. */
const SECRET = new Uint8Array(32).fill(26);
const FIRST_TICK = 3600;
const PLOT = { left: 0, now: 840, right: 1200, top: 250, bottom: 600 };

/** Returns the picture that other sites show for a link: name and claim of the product, and a price near a barrier. */
export function socialPage(fontUrl: string): string {
  return `<!doctype html>
<style>
  @font-face { font-family: Geist; src: url("${fontUrl}"); font-weight: 100 900; }
  body { position: relative; width: 1200px; height: 630px; margin: 0; overflow: hidden;
    background: ${COLOURS.ground}; color: ${COLOURS.text}; font: 600 40px Geist; }
  header { position: absolute; top: 58px; left: 56px; display: flex; align-items: center; gap: 16px;
    letter-spacing: -0.02em; }
  h1 { position: absolute; top: 146px; left: 64px; margin: 0; font: 600 76px/1.04 Geist; letter-spacing: -0.035em; }
  svg.plot { position: absolute; inset: 0; }
</style>
<header><svg width="60" height="60" viewBox="0 0 32 32" fill="none">${mark}</svg>Veritick</header>
<h1>Trade in minutes.<br />Check every tick.</h1>
${plot()}`;
}

function plot(): string {
  const prices = path();
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const { left, now, right, top, bottom } = PLOT;
  const x = (index: number) => round(left + (index * (now - left)) / (prices.length - 1));
  const y = (price: number) => round(bottom - ((price - low) / (high - low)) * (bottom - top - 70));
  const barrier = top;
  const points = prices.map((price, index) => `${x(index)} ${y(price)}`).join("L");
  const end = y(prices.at(-1)!);
  return `<svg class="plot" width="1200" height="630" fill="none">
  <linearGradient id="side" x1="0" x2="0" y1="1" y2="0">
    <stop stop-color="${COLOURS.buy}" stop-opacity="0.24" /><stop offset="1" stop-color="${COLOURS.buy}" stop-opacity="0" />
  </linearGradient>
  <rect x="${now}" y="${barrier - 170}" width="${right - now}" height="170" fill="url(#side)" />
  <path d="M${now} ${barrier}H${right}" stroke="${COLOURS.buy}" stroke-width="4" stroke-dasharray="16 12" />
  <path d="M${now} 120V630" stroke="${COLOURS.line}" stroke-width="2" />
  <path d="M${points}" stroke="${COLOURS.text}" stroke-width="4" stroke-linejoin="round" />
  <circle cx="${now}" cy="${end}" r="28" fill="${COLOURS.accent}" fill-opacity="0.2" />
  <circle cx="${now}" cy="${end}" r="13" fill="${COLOURS.accent}" />
</svg>`;
}

function path(): number[] {
  const seed = epochSeed(SECRET, 1);
  let state = 15_279_000_000;
  return Array.from({ length: TICKS }, (_, index) => {
    state = step(state, noise(seed, FIRST_TICK + index, 1, NO_HEAD));
    return publishedPriceMilli(state);
  });
}

const round = (value: number) => Math.round(value * 10) / 10;
