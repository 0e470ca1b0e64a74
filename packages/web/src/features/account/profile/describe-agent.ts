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

const LONGEST = 60;

type DeviceWords = {
  readonly device: (browser: string, system: string) => string;
  readonly unknownDevice: string;
};

/** Names a browser and its system. An unknown program keeps its own name, cut to one line. */
export function describeAgent(userAgent: string | null, words: DeviceWords): string {
  const text = userAgent?.trim() ?? "";
  if (text === "") return words.unknownDevice;
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser !== undefined && system !== undefined) return words.device(browser, system);
  return browser ?? (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
}

function nameIn(signs: readonly Sign[], text: string): string | undefined {
  return signs.find(([, sign]) => sign.test(text))?.[0];
}
