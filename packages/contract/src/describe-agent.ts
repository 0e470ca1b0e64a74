type Sign = readonly [name: string, sign: RegExp];

/** The first match counts: browsers also name the browsers they descend from, after their own name. */
const BROWSERS: readonly Sign[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:\b|Headless)(?:Chrome|Chromium|CriOS)\//],
  ["Safari", /\bVersion\/[\d.]+ .*Safari\//],
];

const SYSTEMS: readonly Sign[] = [
  ["iPadOS", /\biPad\b/],
  ["iOS", /\biPhone\b|\biPod\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b|\bMac OS X\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

type DeviceWords = {
  readonly device: (browser: string, system: string) => string;
  readonly unknownDevice: string;
};

/**
 * Names a browser and its system in words of ours alone. Anybody chooses the text of a `User-Agent`, so nothing of it may
 * stand in a mail or on a screen.
 */
export function describeAgent(userAgent: string | null, words: DeviceWords): string {
  const browser = nameIn(BROWSERS, userAgent ?? "");
  const system = nameIn(SYSTEMS, userAgent ?? "");
  if (browser !== undefined && system !== undefined) return words.device(browser, system);
  return browser ?? system ?? words.unknownDevice;
}

function nameIn(signs: readonly Sign[], text: string): string | undefined {
  return signs.find(([, sign]) => sign.test(text))?.[0];
}
